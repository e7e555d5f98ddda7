"""The people at one table: their names, what they say to each other, and how much time they have.

Guarantees: all that people write is a text of bounded length without control characters, and so many of them are kept;
nobody writes more often than may be; what is told here holds nothing of the game but whose turn it is. While the server
is away no time goes by; a decision that others are not told of does not show in the clocks (see `plies.py`).
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import SPECTATOR

from . import kept_people
from .faults import Refused
from .guard import Often
from .kept_people import KeptPeople, Said, Times, rematch_of

if TYPE_CHECKING:
    from yupana.interpreter.game import State

    from .setting import Setting
    from .store import Store

LONGEST_NAME = 24
"""How many characters a name may have."""

LONGEST_SAID = 300
"""How many characters what somebody says may have."""

MOST_SAID = 200
"""So many messages of a table are kept, the last ones."""

A_SECOND, AT_ONCE = 0.5, 8.0
"""How often somebody on a seat may say something: so many times a second over a long time, so many at once."""

STAND_IN = "greedy"
"""The bot that decides for who has no time left."""

_JOINERS = "\u200c\u200d"
"""What scripts and pictures of faces need, though it is not seen."""

_MARKS = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}")
"""More marks upon one letter than any language has: they would be drawn over what stands above."""


def plain(text: str, most: int, what: str) -> str:
    """What somebody has written, on one line. Raises Refused for what is too long, and what is no text for people."""
    text = unicodedata.normalize("NFC", text).strip(" ")
    if len(text) > most:
        raise Refused(400, f"{what} has {most} characters at most.")
    if any(_is_control(each) for each in text) or _MARKS.search(unicodedata.normalize("NFD", text)):
        raise Refused(400, f"{what} is a text without control characters.")
    return text


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in _JOINERS


def stood_in(setting: Setting, seat: int) -> Setting:
    """A table as a bot sees it that decides for a seat."""
    if not setting.is_person(seat):
        return setting
    seats = [STAND_IN if each == seat else kind for each, kind in enumerate(setting.seats)]
    return replace(setting, seats=tuple(seats))


class People:
    """Who sits at a table. `clock` tells the seconds since 1970; `late` is called when somebody has no time left."""

    def __init__(
        self, number: int, setting: Setting, kept: KeptPeople, store: Store, clock: Callable[[], float],
        late: Callable[[], object],
    ) -> None:  # fmt: skip
        self._number, self._setting, self._store, self._clock, self._late = number, setting, store, clock, late
        self._names, self._there, self._talk = dict(kept.names), set(kept.there), list(kept.talk)
        self._rematch = kept.rematch
        self._times = self._begun() if kept.times is None and setting.clock else kept.times
        self._runs = SPECTATOR
        self._often = Often(A_SECOND, AT_ONCE)
        self._alarm: asyncio.TimerHandle | None = None
        self.version = 0

    def _begun(self) -> Times:
        assert self._setting.clock is not None
        count = self._setting.players
        return Times((float(self._setting.clock.seconds),) * count, (0,) * count)

    # ------------------------------------------------------------ names and talk

    async def sit(self, seat: int, text: str) -> None:
        """Somebody on a seat says their name ("": they have none). Raises Refused."""
        self._must_sit(seat)
        name = plain(text, LONGEST_NAME, "A name")
        if name == self._names.get(seat, ""):
            return
        self._often.count(str(seat))
        await self._store.do(kept_people.name(self._number, seat, name))
        self._names[seat] = name
        self.version += 1

    async def say(self, seat: int, text: str) -> None:
        """Somebody on a seat says something. Raises Refused."""
        self._must_sit(seat)
        text = plain(text, LONGEST_SAID, "A message")
        if not text:
            raise Refused(400, "A message has at least one character.")
        self._often.count(str(seat))
        said = Said(self.said + 1, seat, int(self._clock()), text)
        self._talk = [*self._talk, said][-MOST_SAID:]  # before it is written: numbers are given once
        try:
            await self._store.do(kept_people.say(self._number, said, MOST_SAID))
        except Refused:
            self._talk = [each for each in self._talk if each != said]
            raise

    def _must_sit(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refused(409, "Who watches has no seat, and says nothing.")

    @property
    def said(self) -> int:
        """The number of the last message; 0 where there is none."""
        return self._talk[-1].number if self._talk else 0

    def talk(self, since: int) -> list[dict[str, Any]]:
        """The messages after one of this number."""
        return [{"number": each.number, "seat": each.seat, "at": each.at, "text": each.text}
                for each in self._talk if each.number > since]  # fmt: skip

    # ------------------------------------------------------------ clocks

    def is_out(self, seat: int) -> bool:
        """Whether a bot decides for a seat, because it has no time left."""
        clock = self._setting.clock
        return bool(clock and clock.bot and seat != SPECTATOR and self._times and not self._times.left[seat])

    def after(self, before: State, state: State) -> Times | None:
        """The clocks once a decision was taken after which the game stands so; None where there are none."""
        clock, times = self._setting.clock, self._times
        if clock is None or times is None:
            return None
        now, left = self._clock(), [*times.left]
        last, following = before.seat, self._counted(state)
        secret = before.decision is not None and before.decision.secret
        same = last == following and (secret or clock.each == "turn")
        if times.since is not None and not same:
            used = now - times.since
            left[last] = left[last] and round(max(0.001, left[last] - used), 3)  # nobody has called time yet
        if clock.each != "game" and following != SPECTATOR and not same:
            left[following] = float(clock.seconds)
        since = times.since if same else self._counted_from(following, now)
        return Times(tuple(left), times.late, since)

    def _counted(self, state: State) -> int:
        """The seat whose time goes by; SPECTATOR where none does."""
        return state.seat if not state.over and self._setting.is_person(state.seat) else SPECTATOR

    def _counted_from(self, seat: int, now: float) -> float | None:
        return now if seat != SPECTATOR and set(self._setting.people) <= self._there else None

    def stand(self, state: State, times: Times | None = None) -> None:
        """The game stands so from now on, and the clocks."""
        if self._setting.clock is None:
            return
        runs = self._counted(state)
        if times is None and self._times is not None and runs != self._runs:  # other rules, or it was just opened
            counted = self._counted_from(runs, self._clock())
            times = replace(self._times, since=counted and (self._times.since or counted))
        if (runs, times) != (self._runs, self._times):
            self.version += 1
        self._runs, self._times = runs, times or self._times
        self._set_alarm()

    def end(self) -> None:
        """No time goes by here any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set_alarm(self) -> None:
        self.end()
        times, seat = self._times, self._runs
        if times is not None and times.since is not None and seat != SPECTATOR and times.left[seat]:
            wait = times.left[seat] - (self._clock() - times.since)
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, wait) + 0.01, self._late)

    async def arrive(self, seat: int) -> bool:
        """Somebody looks from a seat: once people have been at all of them, the clocks go. Whether that is news."""
        times = self._times
        if times is None or seat == SPECTATOR or seat in self._there:
            return False
        self._there.add(seat)
        self._times = times = replace(times, since=times.since or self._counted_from(self._runs, self._clock()))
        self._set_alarm()
        self.version += 1
        await self._store.do(kept_people.arrive(self._number, seat, times))
        return True

    async def call_time(self) -> bool:
        """Mark whoever has no time left; whether somebody has none."""
        times, seat = self._times, self._runs
        if times is None or times.since is None or seat == SPECTATOR or not times.left[seat]:
            return False
        if times.left[seat] - (self._clock() - times.since) > 0:
            self._set_alarm()
            return False
        left = tuple([0.0 if each == seat else much for each, much in enumerate(times.left)])
        late = tuple([many + (each == seat) for each, many in enumerate(times.late)])
        self._times = times = Times(left, late, times.since)
        self.version += 1
        await self._store.do(lambda each: kept_people.keep_times(each, self._number, times))
        return True

    # ------------------------------------------------------------ what is told

    async def look_on(self) -> None:
        """See whether the game is played again elsewhere."""
        self._rematch = await self._store.do(lambda each: rematch_of(each, self._number))
        self.version += 1

    def told(self) -> dict[str, Any]:
        """Who sits here and how their clocks stand, for all who look on."""
        people = {str(seat): self._names.get(seat, "") for seat in self._setting.people}
        again = self._rematch and {"seat": self._rematch.seat, "turned": self._rematch.turned}
        return {"people": people, "clock": self._clocks(), "again": again}

    def _clocks(self) -> Mapping[str, Any] | None:
        clock, times = self._setting.clock, self._times
        if clock is None or times is None:
            return None
        left, gone = [*times.left], 0.0 if times.since is None else max(0.0, self._clock() - times.since)
        if self._runs != SPECTATOR:
            left[self._runs] = round(max(0.0, left[self._runs] - gone), 1)
        runs = self._runs if times.since is not None else SPECTATOR
        waits = [seat for seat in self._setting.people if seat not in self._there]
        return {"each": clock.each, "seconds": clock.seconds, "bot": clock.bot, "left": left, "late": times.late,
                "runs": runs, "waits": waits}  # fmt: skip
