"""Running the studio on this machine: its address, the browser, and an end without a word when it is asked to end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from yupana.schemas import host as system
from yupana.schemas.errors import UsageError

from ..page.connections import Patience
from ..page.faults import begin as begin_telling
from ..page.faults import of_the_loop
from ..page.guard import is_this_machine
from ..page.serving import EndingServer, asked_to_end, configured, listen, open_browser, shown_address
from ..shell.files import make_folder
from ..shell.output import echo
from .building import need_built
from .projects import Place, Projects
from .serving import Studio

USUAL = 7327
"""The port of the studio, if nobody names one and it is free."""


@dataclass(frozen=True, slots=True)
class Started:
    """How the studio is started. `root` is where projects lie, `given` one that was named by its path, `asked` a
    ruleset of others that was named; `seconds` is how long it serves (0: until it is asked to end)."""

    root: Path
    given: Place | None = None
    asked: str = ""
    host: str = "127.0.0.1"
    port: int = 0
    browser: bool = True
    seconds: float = 0.0


class Service:
    """The studio with all that it needs, while it is entered. Raises UsageError where it cannot begin."""

    def __init__(self, started: Started) -> None:
        need_built()
        begin_telling()
        self._started = started
        self._listening = _listening(started)
        self._nowhere = tempfile.TemporaryDirectory(prefix="yupana-")
        nowhere = Path(self._nowhere.name).resolve()
        self.studio = Studio(Projects(started.root, started.given), nowhere, started.asked)
        app = self.studio.application(started.host)
        self.server = EndingServer(configured(app, Patience()), self.studio.end)

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *error: object) -> None:
        self.studio.end()
        self._listening.close()
        self._nowhere.cleanup()

    @property
    def address(self) -> str:
        """Where a browser finds it, with the key."""
        return f"http://{shown_address(self._listening)}/#{self.studio.key}"

    async def run(self) -> None:
        """Serve until it is to end."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(of_the_loop)
        if self._started.seconds:
            loop.call_later(self._started.seconds, setattr, self.server, "should_exit", True)
        await self.server.serve(sockets=[self._listening])


def _listening(started: Started) -> socket.socket:
    """What hears the requests: unless a port is named the usual one, for a browser keeps what it keeps by it, or a free
    one where that is taken. Raises UsageError."""
    if not started.port:
        with contextlib.suppress(UsageError):
            return listen(started.host, USUAL)
    return listen(started.host, started.port)


def run(started: Started) -> None:
    """Serve until somebody says that it is enough. Raises what `Service` does."""
    with Service(started) as service:
        echo(service.address)
        sys.stdout.flush()
        if not is_this_machine(started.host):
            sys.stderr.write("Others can reach this server: whoever has this address can change your files.\n")
        if started.browser:
            threading.Thread(target=open_browser, args=(service.address,), daemon=True).start()
        with asked_to_end(service.server, lambda: os._exit(0)):
            asyncio.run(service.run())


def projects_folder(named: Path | None) -> Path:
    """Where projects are kept: a folder that was named, or the user's own. Raises UsageError."""
    own = system.data_folder()
    if named is None and own is None:
        raise UsageError("There is no home folder to keep projects in; `--folder DIR` names a folder.")
    folder = named if named is not None else Path(own or ".") / "studio"
    make_folder(folder)
    return Path(os.path.realpath(folder))
