"""Stepping through the rules from a page: one game in a process of its own for each page that asks for it.

Guarantees: what a rule or an expression does there holds up nobody else, and ends when it takes too long; no process
outlives the connection of its page; there are never more than a few.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from yupana.interpreter.compiled import CheckedRuleset, Compiled
from yupana.interpreter.rechecking import garbage_waits
from yupana.schemas import host
from yupana.schemas.errors import UsageError

from ..debugging.opening import Wanted
from ..debugging.page_session import STEPS, PageSession
from ..shell.sentences import sentence
from ..simulation.workers import Worker, start_tracker
from .fairness import gives_way
from .faults import Refused

if TYPE_CHECKING:
    from .request_body import RequestBody

CLOSED = "Nothing is stepped through here any more: open it again."
TOO_MANY = "Rules are stepped through on other pages: come back later."
TOO_LONG = "That took too long, and was ended: open it again."


class Page(NamedTuple):
    """A page at a link, by the name that it gave itself."""

    table: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """So many pages step at once, so many of them (`link`) at one link; each answer takes so many seconds at most
    (`patience`), and a page that asks for nothing is closed after so many (`idle`); where nobody steps, yet or any
    more, the process waits for so many (`spare`)."""

    most: int = 4
    link: int = 2
    patience: float = 60.0
    idle: float = 900.0
    spare: float = 60.0


class Panels:
    """All that is stepped through on the pages of a server."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._connected: dict[Page, _Connected] = {}
        self._open: dict[Page, _Panel] = {}

    @contextmanager
    def connected(self, page: Page, whose: str = "") -> Iterator[None]:
        """The connection of a page, from an address, while it lasts."""
        mine = self._connected[page] = _Connected(whose)
        try:
            yield
        finally:
            if self._connected.get(page) is mine:
                del self._connected[page]
                self.end(page)

    async def open(self, page: Page, wanted: Wanted, compiled: Compiled, taken: int) -> Any:
        """Step through a game of a ruleset on a page, from what the decision of this number leads to; where it stands.
        Raises Refused."""
        if page not in self._connected:
            raise Refused(409, "The connection is not there yet: try again.")
        panel = self._open.get(page)
        if panel is None:
            self._make_room(page)
            panel = self._open[page] = _Panel(self._bounds, lambda: self.end(page, panel))
        try:
            return await panel.open(wanted, compiled, taken)
        except Refused:
            self.end(page, panel)
            raise

    async def ready(self, page: Page, wanted: Wanted, compiled: Compiled) -> None:
        """Have a process that could step through a game for a page that is likely to ask for it, if there is room."""
        _, room = self._room(page)
        if page in self._connected and page not in self._open and room:
            panel = self._open[page] = _Panel(self._bounds, lambda: self.end(page, panel))
            try:
                await panel.get_ready(wanted, compiled)
            except Refused:
                self.end(page, panel)

    def rest(self, page: Page) -> None:
        """Nobody steps on a page any more; somebody who goes on soon is answered at once."""
        if page in self._open:
            self._open[page].rest()

    def _room(self, page: Page) -> tuple[list[Page], bool]:
        """The pages that step at the link of a page, and whether there is room for one more."""
        mine = [each for each in self._open if each[:2] == page[:2]]
        return mine, len(mine) < self._bounds.link and len(self._open) < self._bounds.most

    def _make_room(self, page: Page) -> None:
        """Where a link has as many pages that step as it may, or an address more than others, the one that has asked
        for nothing for longest gives way, before all one where nobody steps: nobody holds what is there for all. Raises
        Refused where others have as few each."""
        mine, room = self._room(page)
        spare = [each for each in self._open if self._open[each].resting]
        if room:
            return
        if mine:
            self.end(min(mine, key=lambda each: (not self._open[each].resting, self._open[each].asked)))
        elif spare:
            self.end(min(spare, key=lambda each: self._open[each].asked))
        else:
            last = sorted(self._open, key=lambda each: self._open[each].asked)
            held = [(each, self._connected[each].whose) for each in last if each in self._connected]
            found = gives_way(held, self._connected[page].whose)
            if found is None:
                raise Refused(503, TOO_MANY)
            self.end(found)

    async def ask(self, page: Page, do: str, said: RequestBody) -> Any:
        """What a page says: to `do` something, as in `_DOES`. Raises Refused."""
        panel = self._open.get(page)
        if panel is None:
            raise Refused(404, CLOSED)
        if do not in _DOES:
            raise Refused(400, f"`do` is one of {', '.join(_DOES)}.")
        return await panel.ask(_do, do, _DOES[do](said))

    def end(self, page: Page, panel: _Panel | None = None) -> None:
        """Nothing is stepped through on a page any more; with a `panel` only if it is this."""
        found = self._open.get(page)
        if found is not None and panel in (None, found):
            del self._open[page]
            found.close()

    def close(self) -> None:
        """End all."""
        for page in [*self._open]:
            self.end(page)


@dataclass(eq=False, frozen=True, slots=True)
class _Connected:
    """A connection of a page, and the address that it comes from."""

    whose: str


class _Panel:
    """A process that steps through a game, and the thread that waits for it; `asked`: when it was last asked;
    `resting`: whether nobody steps, yet or any more."""

    def __init__(self, bounds: Bounds, end: Callable[[], None]) -> None:
        self._bounds, self._end = bounds, end
        self._thread = ThreadPoolExecutor(1, "yupana-stepper")
        self._worker: Worker | None = None
        self._sent: Compiled | None = None
        self._closed = False
        self._rest: asyncio.TimerHandle | None = None
        self.asked = 0.0
        self.resting = False

    async def get_ready(self, wanted: Wanted, compiled: Compiled) -> None:
        """Have the game in the process, at its set-up, where nobody steps yet. Raises Refused."""
        self.resting = True
        self._sent = compiled
        await self.ask(_open, wanted, 0, compiled)

    async def open(self, wanted: Wanted, compiled: Compiled, taken: int) -> Any:
        """Where a game of a ruleset stands. The process is given the ruleset as it is played here: to read and check
        its files again would take longer, and they may say something else by now. Raises Refused."""
        self.resting = False
        sent, self._sent = self._sent, compiled
        return await self.ask(_open, wanted, taken, None if sent is compiled else compiled)

    async def ask(self, do: Callable[..., Any], *job: object) -> Any:
        """What the process answers. Raises Refused."""
        loop = asyncio.get_running_loop()
        self.asked = loop.time()
        self._wait(None)
        try:
            return await loop.run_in_executor(self._thread, self._asked, do, job)
        except _Gone:
            told = CLOSED if self._closed else TOO_LONG
            self._end()
            raise Refused(409, told) from None
        except UsageError as fault:
            raise Refused(409, sentence(str(fault))) from None
        finally:
            if not self._closed:
                self._wait(self._bounds.spare if self.resting else self._bounds.idle)

    def rest(self) -> None:
        """Nobody steps any more."""
        self.resting = True
        self._wait(self._bounds.spare)

    def _wait(self, seconds: float | None) -> None:
        """End after so many seconds in which nothing is asked; None: something is."""
        if self._rest is not None:
            self._rest.cancel()
        self._rest = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._end)

    def _asked(self, do: Callable[..., Any], job: tuple[object, ...]) -> Any:
        if self._worker is None:
            start_tracker()
            with host.deaf_children():
                self._worker = Worker(_begin, ())
        worker = self._worker
        try:
            if self._closed:
                raise _Gone
            told = [pickle.dumps(_sent(each), 5) if isinstance(each, Compiled) else each for each in job]
            worker.take(do, iter([(0, tuple(told))]))
            if not worker.connection.poll(self._bounds.patience):
                raise _Gone
            return worker.result()[1]
        except (OSError, EOFError):
            raise _Gone from None
        except TypeError:
            if not self._closed:  # else its connection was closed while this thread wrote to it
                raise
            raise _Gone from None
        except UsageError:
            if worker.is_there:
                raise
            raise _Gone from None
        finally:
            if self._closed:
                _ended(worker)

    def close(self) -> None:
        """End it, whatever it does."""
        self._closed = True
        self._wait(None)
        if self._worker is not None:
            _ended(self._worker)
        self._thread.shutdown(wait=False)


class _Gone(Exception):  # noqa: N818
    """The process has ended, or is to end."""


def _ended(worker: Worker) -> None:
    with suppress(OSError, ValueError):
        worker.end()


_DOES: dict[str, Callable[[RequestBody], tuple[Any, ...]]] = {
    **dict.fromkeys(STEPS, lambda said: ()),
    "look": lambda said: (said.number("frame"),),
    "inside": lambda said: (said.number("number"),),
    "value": lambda said: (said.text("text"), said.number("frame")),
    "why": lambda said: (said.text("text"),),
}
"""What a page may say, and what belongs to it."""


def _sent(compiled: Compiled) -> Compiled:
    """A ruleset without what is known of the names in its examples: that belongs to who checks it again and again."""
    return replace(compiled, nearly=None) if isinstance(compiled, CheckedRuleset) else compiled


# ---------------------------------------------------------------- in the process

_shown: PageSession | None = None
_compiled: Compiled | None = None


def _begin() -> None:
    """The server answers people meanwhile, so it goes first."""
    if hasattr(os, "nice"):
        os.nice(5)


def _open(wanted: Wanted, taken: int, ruleset: bytes | None) -> Any:
    """`ruleset`: it as it is compiled; None: it is the same as before."""
    global _compiled, _shown
    with garbage_waits():
        if ruleset is not None:
            _compiled = pickle.loads(ruleset)
        _shown = PageSession(wanted, taken, _shown, _compiled)
        return _shown.start()


def _do(what: str, given: tuple[Any, ...]) -> Any:
    assert _shown is not None
    if what in STEPS:
        return _shown.go(what)
    return getattr(_shown, what)(*given)
