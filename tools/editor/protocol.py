"""The protocol as pygls speaks it, but for what pygls leaves out or keeps too long.

- Every request is answered, also one that cannot be read, comes before the server has begun, or after it has ended.
- What an open file says is known to the server alone (`lines.changed`): pygls follows the edits of a text as well, and
  changes their places to where its own lines end.
- What is being answered when the client says that it is enough is ended, whatever else ends with it: pygls goes through
  a table that gets shorter meanwhile.
- Of every notification that it answers itself pygls keeps the result for good; here what is done is forgotten.
- Who takes back a request that a command carries out ends the command: pygls ends only its own waiting for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method


class Protocol(LanguageServerProtocol):
    """See above. `orderly` is whether the client said that it is enough before it told the server to end."""

    orderly = True

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Iterator[Any]:
        """Hand on what was edited."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        """End what is being answered, and what the client is being asked."""
        yield from ()
        self.cancel_all(kept=self.msg_id)
        self._shutdown = True

    def cancel_all(self, kept: int | str | None = None) -> None:
        """End what is being answered, but for one request, and what the client is being asked."""
        for number, future in [*self._request_futures.items()]:
            if number != kept:
                future.cancel()

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message. Raises JsonRpcInvalidParams; who asked has its answer then."""
        if not isinstance(data.get("id"), int | str | None) or not isinstance(data.get("method", ""), str):
            return data  # that is none
        try:
            return super().structure_message(data)
        except JsonRpcException:
            fault = JsonRpcInvalidParams(f"The parameters of {data.get('method', 'a message')} cannot be read.")
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=fault.to_response_error())
            raise fault from None

    def handle_message(self, message: Any) -> None:
        """Hand on a message whose time it is, and refuse any other request."""
        if not hasattr(message, "jsonrpc"):
            self.unread()
            return
        method = getattr(message, "method", None)
        if method == types.EXIT:
            self.orderly = self._shutdown
        refused = None if method is None or method == types.EXIT else self._refused(method)
        if refused is None:
            super().handle_message(message)
        elif hasattr(message, "id"):
            self._send_response(message.id, error=refused.to_response_error())

    def _refused(self, method: str) -> JsonRpcException | None:
        if self._shutdown:
            return JsonRpcInvalidRequest("The server was shut down.")
        begun = self._workspace is not None
        if method == types.INITIALIZE:
            return JsonRpcInvalidRequest("The server was initialized before.") if begun else None
        return None if begun else JsonRpcServerNotInitialized("The server is not initialized yet.")

    def unread(self) -> None:
        """Tell the client that it has sent what is no message."""
        fault = JsonRpcParseError("This is no message.").to_response_error()
        self._send_data({"jsonrpc": self.VERSION, "id": None, "error": fault})

    def _execute_handler(
        self, msg_id: int | str, handler: Any, callback: Any,
        args: tuple[Any, ...] | None = None, kwargs: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        super()._execute_handler(msg_id, handler, callback, args, kwargs)
        whole, part = getattr(callback, "keywords", {}).get("result_future"), self._request_futures.get(msg_id)
        if whole is not None and part is not None:
            whole.add_done_callback(lambda done: part.cancel() if done.cancelled() else None)

    def _check_handler_result(self, future: Future[Any]) -> None:
        super()._check_handler_result(future)
        for done in [number for number, each in self._request_futures.items() if each.done()]:
            del self._request_futures[done]
