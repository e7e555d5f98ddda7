"""Running the server: the address, the browser, and an end without a word when it is asked to end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from yupana.schemas import host as system
from yupana.schemas.errors import UsageError

from ..shell.files import make_folder
from ..shell.output import echo
from .app import application
from .bot_workers import BotWorkers
from .connections import Patience, connected
from .faults import Refused, of_the_loop
from .faults import begin as begin_telling
from .guard import Rates, is_this_machine, names_here
from .offered import Offered
from .store import DAY, Store
from .tables import Limits, Tables
from .watching import Watch

AT_A_TIME, WAITING = 16, 1024
"""So many connections are taken before those that are too many are ended; so many may wait for that."""

PULSE = 20.0
"""Every so many seconds the server writes down that it is there: clocks stand still while it is not."""

AT_LAST = 1.5
"""So many seconds after a signal the process is at its end."""

SWITCH = 0.001
"""After how many seconds a thread that works lets others go on: who answers must not wait for who draws."""


@dataclass(frozen=True, slots=True)
class Served:
    """How a server is started. `start` is what the lobby begins with; `seconds` how long it serves (0: until it is
    asked to end); `keep` how many days a table is kept that nobody opens (0: for ever)."""

    name: str | None
    data: Path | None
    host: str = "127.0.0.1"
    port: int = 0
    browser: bool = True
    delay: float = 0.4
    seconds: float = 0.0
    engine: str = "auto"
    start: dict[str, Any] = field(default_factory=dict)
    keep: int = 0
    clock: Callable[[], float] = time.time
    limits: Limits = field(default_factory=Limits)
    rates: Rates = field(default_factory=Rates)
    patience: Patience = field(default_factory=Patience)


class Service:
    """A server with all that it needs, while it is entered. Raises UsageError where it cannot begin, RulesetError for a
    faulty ruleset."""

    def __init__(self, served: Served) -> None:
        self._served = served
        begin_telling()
        shelf = Offered(served.name, served.engine)
        with contextlib.ExitStack() as undo:
            self._listening = undo.enter_context(listen(served.host, served.port))
            self.store = Store(data_file(served.data), served.clock)
            undo.pop_all()
        self._thinkers = BotWorkers(os.cpu_count() or 1, served.engine)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tables = Tables(shelf, self.store, self._thinkers, served.delay, served.limits, served.start)
        app = application(self.tables, names_here(served.host), served.rates)
        config = configured(app, served.patience, most=2 * served.patience.most, backlog=AT_A_TIME)
        self.server = _Server(config, self.tables.close)
        self._watch = Watch(shelf.watched, self.tables) if shelf.watched else None

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *error: object) -> None:
        self._thinkers.close()
        self.store.close()
        self._listening.close()

    def leave(self) -> None:
        """End the process, whatever is still being loaded, examined or drawn in it: threads cannot be ended, and what
        was answered is on the disk."""
        self.tables.panels.close()
        self._thinkers.close()
        os._exit(0)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{shown_address(self._listening)}/"

    async def run(self) -> None:
        """Serve until it is to end."""
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(of_the_loop)
        sys.setswitchinterval(SWITCH)
        if self._served.seconds:
            asyncio.get_running_loop().call_later(self._served.seconds, setattr, self.server, "should_exit", True)
        await self._tidy()
        tasks = [asyncio.create_task(self._tidy_daily()), asyncio.create_task(self._live())]
        if self._watch is not None:
            tasks.append(asyncio.create_task(self._watch.run()))
        await self.server.serve(sockets=[self._listening])
        for each in tasks:
            each.cancel()

    async def _tidy(self) -> None:
        with contextlib.suppress(Refused):  # a disk that takes nothing is told of to whoever plays
            await self.tables.tidy(self._served.keep)

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            with contextlib.suppress(Refused):
                await self.store.alive()

    async def _tidy_daily(self) -> None:
        while True:
            await asyncio.sleep(DAY)
            await self._tidy()


def serve(served: Served) -> None:
    """Serve until somebody says that it is enough. Raises what `Service` does."""
    with Service(served) as service:
        echo(service.address)
        sys.stdout.flush()
        if not is_this_machine(served.host):
            warning = "Others can reach this server: whoever knows a link to a seat can play there."
            sys.stderr.write(warning + "\n")
        if served.browser:
            threading.Thread(target=open_browser, args=(service.address,), daemon=True).start()
        with asked_to_end(service.server, service.leave):
            asyncio.run(service.run())


def configured(app: ASGIApp, patience: Patience, *, most: int | None = None, backlog: int = 2048) -> uvicorn.Config:
    """How an application is served, quietly: without a log of its own, for setting that up closes all handlers of this
    process."""
    protocol: Any = connected(patience)
    return uvicorn.Config(
        app, http=protocol, ws="none", lifespan="off", log_config=None, log_level="critical", access_log=False,
        server_header=False, proxy_headers=False, timeout_graceful_shutdown=1,
        limit_concurrency=most, backlog=backlog,
    )  # fmt: skip


class EndingServer(uvicorn.Server):
    """A server that ends what would never end by itself (`end`) when it does; what signals do is not its business."""

    def __init__(self, config: uvicorn.Config, end: Callable[[], object]) -> None:
        super().__init__(config)
        self._end = end

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: see `asked_to_end`."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what would never end by itself, then all else."""
        self._end()
        await super().shutdown(sockets)


class _Server(EndingServer):
    """A server that takes connections few at a time."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections, few at a time; as many as before may wait."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(WAITING)


@contextlib.contextmanager
def asked_to_end(server: uvicorn.Server, leave: Callable[[], None]) -> Iterator[None]:
    """While this lasts, a signal to end lets the server finish what it does, but not longer than it may take (`leave`
    ends the process then); a second one does not wait for that."""

    def hear(number: int, frame: object) -> None:
        if not server.should_exit:
            at_last = threading.Timer(AT_LAST, leave)
            at_last.daemon = True
            at_last.start()
        server.force_exit = server.should_exit
        server.should_exit = True

    before = {}
    try:
        for number in system.stop_signals():
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, hear)
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def data_file(data: Path | None) -> Path:
    """Where tables are kept: a file that was named, or the user's own. Raises UsageError."""
    if data is not None:
        return data
    folder = system.data_folder()
    if folder is None:
        raise UsageError("There is no home folder to keep tables in; `--data FILE` names a file.")
    make_folder(folder)
    return folder / "tables.sqlite"


def listen(host: str, port: int) -> socket.socket:
    """What hears the requests, on one address of a host. Raises UsageError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        try:
            if not system.is_windows():
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(WAITING)
        except BaseException:
            listening.close()
            raise
    except (OSError, UnicodeError, ValueError, OverflowError) as fault:
        reason = getattr(fault, "strerror", None) or "it is no name of a host"
        raise UsageError(f"Cannot serve on port {port} of `{host[:100]}`: {reason}.") from None
    return listening


def shown_address(listening: socket.socket) -> str:
    """The host and port of what listens, as an address names them."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def open_browser(address: str) -> None:
    """Show the page, where there is a screen to show it on."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    if not (system.is_windows() or sys.platform == "darwin" or any(os.environ.get(each) for each in screens)):
        return
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
