"""The language server inside the studio: what it is told, and what it tells.

    language/begin {}           a new server, whatever was before; gives {root}, the address of the project's folder
    language/send {message}     hands it a message of the protocol (JSON, without a header)
    language/file {uri}         a file that it has named: {text, path, own}

Everything that it says the page is told as the event `language`: a message of the protocol each. A page that is
loaded anew begins anew. Messages count in the order in which they come: a page sends the next when one is answered.
What the host writes the server knows; what is open in the page says what the page has told of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yupana.interpreter.compiled import Compiled

from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..shell.extras import need
from .host import Host

if TYPE_CHECKING:
    from .language_session import LanguageSession

NOT_BEGUN = "The language server was not begun."


def register(host: Host) -> None:
    """Answer what is asked of the language server."""
    language = _Language(host)
    host.method("language/begin")(language.begin)
    host.method("language/send")(language.send)
    host.method("language/file")(language.file)
    host.changed.append(language.changed)
    host.ending.append(language.end)
    host.compiling.append(language.compiled)


class _Language:
    """The server that speaks with the page, once it has begun."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._session: LanguageSession | None = None

    def begin(self, said: RequestBody) -> dict[str, Any]:
        """Begin anew. Raises UsageError where what speaks the protocol is not installed."""
        need("pygls", "editor")
        # it needs what an extra brings, and takes longer to load than the rest of the studio
        from .language_session import LanguageSession

        self.end()
        self._session = LanguageSession(self._host.folder, lambda message: self._host.tell("language", message))
        return {"root": self._session.root}

    def send(self, said: RequestBody) -> dict[str, Any]:
        """Hand a message on. Raises Refused where nobody hears it."""
        session, message = self._begun, said.json("message")
        if not isinstance(message, dict):
            raise Refused(400, "`message` is a mapping.")
        session.hear(message)
        return {}

    async def file(self, said: RequestBody) -> dict[str, Any]:
        """What a file says that belongs to what is open. Raises Refused for every other."""
        found = await self._begun.file(said.text("uri"))
        if found is None:
            raise Refused(404, "That is no file of a ruleset that is open here.")
        return found

    def compiled(self, path: Path) -> Compiled | None:
        """A ruleset as it was checked last; None for one of which nothing is open."""
        return None if self._session is None or self._session.ended else self._session.compiled(path)

    @property
    def _begun(self) -> LanguageSession:
        if self._session is None or self._session.ended:
            raise Refused(409, NOT_BEGUN)
        return self._session

    def changed(self, paths: Iterable[str]) -> None:
        """What the host has written counts at once; what is open says what it says."""
        if self._session is not None:
            self._session.changed(paths)

    def end(self) -> None:
        """No more."""
        if self._session is not None:
            self._session.end()
            self._session = None
