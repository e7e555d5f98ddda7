"""What is there for all, and who of those who use it gives way: nobody is kept out by somebody who has more.

Guarantees: of what is held, nothing is taken for one who has as much; so those who have the same never push each other
out, and who asks again and again gains nothing. Of work, who has had least of late goes first, and what takes long
never has the last worker.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

LONG = 0.5
"""Work of so many seconds and more waits until a worker is free besides one that is there for what is short."""

Held = TypeVar("Held")
Answer = TypeVar("Answer")


def whose(address: str) -> str:
    """Whose an address is: of the newer addresses everybody has as many as they like, which begin with the same 64
    bits."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    mapped = found.ipv4_mapped
    return str(mapped) if mapped is not None else str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def gives_way(held: Sequence[tuple[Held, str]], asker: str) -> Held | None:
    """Which of the things that are held gives way to one for the asker: the first one of whoever holds most, if that is
    still as many as the asker then has; None where nobody has so many.

    Args:
        held: each with who holds it, in the order in which they give way.
    """
    counts = Counter(who for _, who in held)
    if not counts:
        return None
    who, most = counts.most_common(1)[0]
    if most < counts[asker] + 2:
        return None
    return next(each for each, holder in held if holder == who)


@dataclass(eq=False, slots=True)
class _Turn:
    """Who waits for a worker: `until` when it would be done, counted in work that was done for each."""

    key: Hashable
    about: float
    begin: float
    prefers: int | None
    given: asyncio.Future[int] = field(default_factory=asyncio.Future)

    @property
    def until(self) -> float:
        return self.begin + self.about

    @property
    def is_long(self) -> bool:
        return self.about >= LONG


class FairWorkers:
    """Workers, known by their numbers, that do one thing at a time each and are shared fairly (weighted fair queueing:
    whose work would end first if all went on side by side, gets the next worker). At least two."""

    def __init__(self, count: int) -> None:
        assert count > 1
        self._count = count
        self._free = set(range(count))
        self._long = 0
        self._waiting: list[_Turn] = []
        self._now = 0.0  # how much work was done for each who had something to do all the time
        self._done: dict[Hashable, float] = {}  # where who has had more than that stands

    async def do(
        self, key: Hashable, about: float, work: Callable[[int], Awaitable[Answer]], prefers: int | None = None
    ) -> Answer:
        """What work gives that one of the workers does, once it is the turn of whoever `key` stands for.

        Args:
            about: how many seconds it takes, as far as that is known.
            work: is given the number of the worker; a worker whose work nobody waits for any more is still busy.
            prefers: the worker that would have least to do.
        """
        turn = _Turn(key, about, max(self._now, self._done.get(key, 0.0)), prefers)
        self._done[key] = turn.until
        self._waiting.append(turn)
        self._give()
        try:
            number = await turn.given
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
                self._done[key] = self._done.get(key, about) - about
            elif not turn.given.cancelled():
                self._back(turn, turn.given.result(), 0.0)
            raise
        task = asyncio.ensure_future(self._carried_out(turn, number, work))
        task.add_done_callback(lambda each: each.cancelled() or each.exception())  # nobody may wait for it any more
        return await asyncio.shield(task)

    async def _carried_out(self, turn: _Turn, number: int, work: Callable[[int], Awaitable[Answer]]) -> Answer:
        begun = time.monotonic()
        try:
            return await work(number)
        finally:
            self._back(turn, number, time.monotonic() - begun)

    def _back(self, turn: _Turn, number: int, seconds: float) -> None:
        self._free.add(number)
        self._long -= turn.is_long
        self._done[turn.key] = self._done.get(turn.key, turn.until) + seconds - turn.about
        self._done = {key: until for key, until in self._done.items() if until > self._now}
        self._give()

    def _give(self) -> None:
        """Give free workers to those whose turn it is."""
        for turn in sorted(self._waiting, key=lambda each: each.until):
            if not self._free:
                return
            if turn.given.cancelled() or (turn.is_long and self._long >= self._count - 1):
                continue
            self._waiting.remove(turn)
            number = turn.prefers if turn.prefers in self._free else min(self._free)
            assert number is not None
            self._free.remove(number)
            self._long += turn.is_long
            self._now = max(self._now, turn.begin)
            turn.given.set_result(number)
