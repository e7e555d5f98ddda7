"""A host asked without a server, and a studio that is served."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from yupana.schemas.errors import UsageError
from yupana.tools.page.request_body import RequestBody
from yupana.tools.studio.building import need_built
from yupana.tools.studio.features import FEATURES
from yupana.tools.studio.host import Host
from yupana.tools.studio.projects import Place
from yupana.tools.studio.running import Service, Started


class Asked:
    """A host for a folder; `told` is what it has told of."""

    def __init__(self, folder: Path, target: str = ".") -> None:
        self.told: list[tuple[str, Any]] = []
        self.host = Host(folder, lambda event, data: self.told.append((event, data)), *FEATURES, target=target)

    def ask(self, method: str, **params: Any) -> Any:
        """What it answers. Raises Refused."""
        return asyncio.run(self.host.ask(method, RequestBody(params)))


class Served:
    """A studio that is served, asked as a page asks; `key` stands for the right one."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.address = service.address.partition("#")[0]
        self.key = service.studio.key

    def __call__(
        self, method: str, path: str, body: bytes = b"", /, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        parts = urlsplit(self.address)
        line = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=20)
        try:
            line.putrequest(method, path, skip_host="host" in headers)
            for name, value in headers.items():
                line.putheader(name.replace("_", "-"), value)
            if method == "POST":
                line.putheader("content-length", str(len(body)))
            line.endheaders(body or None)
            answer = line.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            line.close()

    def ask(self, method: str, project: str = "", **params: Any) -> tuple[int, Any]:
        """Status and answer of a method."""
        status, _, body = self(
            "POST", f"/studio/ask/{method}", json.dumps(params).encode(), content_type="application/json",
            x_yupana_key=self.key, x_yupana_project=project,
        )  # fmt: skip
        return status, json.loads(body)


def free_port() -> int:
    """A port that nobody has: the usual one belongs to whoever works on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def studio(root: Path, given: Place | None = None, asked: str = "", port: int = 0) -> Iterator[Served]:
    """A studio on this machine. Skips the test where its page was not built."""
    try:
        need_built()
    except UsageError as fault:
        pytest.skip(str(fault))
    with Service(Started(root, given, asked, port=port or free_port(), browser=False)) as service:
        thread = threading.Thread(target=lambda: asyncio.run(service.run()))
        thread.start()
        try:
            while not service.server.started:
                time.sleep(0.01)
            yield Served(service)
        finally:
            service.server.should_exit = True
            thread.join()
