"""What pictures of positions are taken from: a game that has just begun, and examples before and after what is done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from yupana.interpreter.examples.running import courses
from yupana.interpreter.game import SPECTATOR, Event, Passage, RuleFault, State, UsageError

from ..documents.model import Line, Picture, line, strong
from .exhibits import Artwork
from .maker import Maker, plain
from .mats import Key, Mats
from .positions import Positions

LONG_LIST = 4
"""Of a list of so many things, before or after an example, only what is otherwise is told."""
_LISTED = re.compile(r"([^:：]+[:：]\s*)(.+)")

MOST_PLAYERS = 2
"""What lies before so many players is drawn at most; of the others it is told."""


@dataclass(frozen=True, slots=True)
class Course:
    """An example as it is played: the positions before and after, and what was decided with what came of it."""

    before: State
    after: State
    passages: tuple[Passage, ...]
    begun: tuple[Event, ...] = ()
    """What came of what is carried out before the first decision."""


NONE = "–"
"""Stands for a line of the look that is not there."""


class Plays:
    """Plays what a book draws, each example once, if anything is `played`; `wanted` are the examples."""

    def __init__(
        self, maker: Maker, played: bool, wanted: Iterable[str], artwork: Artwork | None = None
    ) -> None:  # fmt: skip
        self._maker, self._played, self._wanted = maker, played, list(wanted) if played else []
        self._artwork = artwork
        self._numbers: dict[str, int] = {}

    @cached_property
    def positions(self) -> Positions:
        """What draws them."""
        return Positions(self._maker, self._artwork)

    @cached_property
    def mats(self) -> Mats:
        """What draws what lies before players and on the mats of the table."""
        return Mats(self._maker, self.positions)

    @cached_property
    def _courses(self) -> dict[str, Course]:
        found: dict[str, Course] = {}
        examples = plain(self._maker.ruleset.examples)
        if not self._wanted:
            return found
        for name, (before, after) in courses(self.positions.compiled, self._wanted).items():
            self.positions.speak(after)
            try:
                begun, *passages = after.story()
                run = examples[name].run is not None
                found[name] = Course(before, after, tuple(passages), begun.events if run else ())
            except RuleFault:
                continue
        return found

    def number(self, name: str) -> int:
        """The number of an example, in the order in which they are told."""
        return self._numbers.setdefault(name, len(self._numbers) + 1)

    def course(self, name: str) -> Course | None:
        """An example as it is played; None where it cannot be."""
        return self._courses.get(name)

    def start(self) -> list[Picture]:
        """Every board on which something lies when the first player decides, the mats of the table and those of the
        first player; for two players, if the game is for two, as nobody learns it alone."""
        if not self._played:
            return []
        try:
            seats = self._maker.ruleset.players
            state = self.positions.begin(min(max(seats.min, 2), seats.max))
        except (RuleFault, UsageError, ValueError):
            return []
        drawn = []
        for board in self.positions.boards:
            if self.positions.has_pieces(state, board):
                drawn.append(self.positions.picture(state, board.name, f"start-{board.name}"))
        drawn += [self.mats.picture(state, seat, f"start-{_whose(seat)}") for seat in (SPECTATOR, 0)]
        return list(_there(drawn))

    def pictures(self, course: Course, name: str, players: int, drawn: Iterable[str]) -> list[tuple[Picture, ...]]:
        """The boards before and after an example: those on which something has changed, which is stressed; where
        nothing has, those that the example names or sets up, once."""
        before, after = self.positions.seen(course.before), self.positions.seen(course.after)
        laid = self._set_up(course.before, before, players)
        say, pairs = self._maker.say, list[tuple[Picture, ...]]()
        for board, spaces in before.items():
            changed = _differing(spaces, after[board])
            if changed:
                about = changed | self._around(board, laid.get(board, set()), len(spaces))
                old = self._one(course.before, board, f"{name}-{board}-before", say("given"), about)
                new = self._one(course.after, board, f"{name}-{board}-after", say("then"), about, changed)
                pairs.append(_there((old, new)))
        pairs += self._mats_before_and_after(course, name)
        if any(pairs):
            return [each for each in pairs if each]
        most = sorted(laid, key=lambda board: -len(laid[board]) / max(len(before[board]), 1))
        named = [each for each in drawn if each in before] or [each for each in most if laid[each]]
        single = [
            _there([self._one(course.before, board, f"{name}-{board}", "", laid.get(board, ()))]) for board in named[:2]
        ]
        single += [
            _there([self._mat(course.before, seat, f"{name}-{_whose(seat)}", keys)])
            for seat, keys in self._laid_out(course, players)
        ]
        return [each for each in single if each]

    def _mats_before_and_after(self, course: Course, name: str) -> Iterator[tuple[Picture, ...]]:
        say, changed = self._maker.say, self._changed(course)
        for seat in dict.fromkeys(seat for seat, _, _ in changed):
            old = self._mat(course.before, seat, f"{name}-{_whose(seat)}-before", changed, say("given"))
            new = self._mat(
                course.after, seat, f"{name}-{_whose(seat)}-after", changed, say("then"), changed, course.before
            )
            yield _there((old, new))

    def _mat(
        self,
        state: State,
        seat: int,
        label: str,
        only: Collection[Key],
        caption: str = "",
        out: Collection[Key] = (),
        since: State | None = None,
    ) -> Picture | None:
        return self.mats.picture(state, seat, label, caption, out, only, since)

    def _changed(self, course: Course) -> list[Key]:
        """What has changed before the players who do something first, a few of them, and on the mats of the table."""
        before, after = self.mats.seen(course.before), self.mats.seen(course.after)
        changed = [key for key, told in before.items() if after.get(key, "") != told]
        acting = [
            course.before.names.index(each.player) for each in course.passages if each.player in course.before.names
        ]
        seats = [seat for seat in dict.fromkeys([*acting, *(seat for seat, _, _ in changed)]) if seat != SPECTATOR]
        shown = [seat for seat in seats if any(key[0] == seat for key in changed)][:MOST_PLAYERS]
        return [key for seat in (*shown, SPECTATOR) for key in changed if key[0] == seat]

    def _laid_out(self, course: Course, players: int) -> list[tuple[int, set[Key]]]:
        """Of whom an example sets up what lies on a mat, and what: pieces that are dealt are other ones each time."""
        try:
            usual = self.mats.seen(self.positions.begin(players))
        except (RuleFault, UsageError, ValueError):
            return []
        seen = self.mats.seen(course.before)
        keys = {key for key, told in seen.items() if usual.get(key, told) != told and self.mats.is_kept(key)}
        seats = sorted({seat for seat, _, _ in keys}, key=lambda seat: (seat == SPECTATOR, seat))[:MOST_PLAYERS]
        return [(seat, {key for key in keys if key[0] == seat}) for seat in seats]

    def differences(self, course: Course) -> list[tuple[Line, ...]]:
        """What players have otherwise after an example, as the look tells it and no picture shows: what it is, and how
        it was and is."""
        rows: list[tuple[Line, ...]] = []
        changed = self._changed(course)
        for seat, name in enumerate(course.before.names):
            player = self._maker.names.heading(name, "Player")
            drawn = {part for whose, _, part in changed if whose == seat}
            old, new = (self.positions.told_of(each, seat, drawn) for each in (course.before, course.after))
            for key in dict.fromkeys([*old, *new]):
                was, now = self._apart(old.get(key, ""), new.get(key, ""))
                if was != now:
                    label = player if not key or key.isdigit() else f"{player}{self._maker.say('colon')}{key}"
                    rows.append((line(strong(label)), line(was or NONE), line(now or NONE)))
        return rows

    def _apart(self, old: str, new: str) -> tuple[str, str]:
        """Two lists under one heading without what both have, if they are long; other lines as they are."""
        comma, was, now = self._maker.say("comma"), _LISTED.fullmatch(old), _LISTED.fullmatch(new)
        if was is None or now is None:
            return old, new
        first, second = was[2].split(comma), now[2].split(comma)
        if max(len(first), len(second)) < LONG_LIST:
            return old, new
        both = Counter(first) & Counter(second)
        left, right = (comma.join((Counter(each) - both).elements()) or NONE for each in (first, second))
        return was[1] + left, now[1] + right

    def _one(
        self, state: State, board: str, label: str, caption: str, about: Iterable[str], stressed: Iterable[str] = ()
    ) -> Picture | None:
        return self.positions.picture(state, board, label, caption, frozenset(stressed), frozenset(about))

    def _set_up(self, state: State, seen: dict[str, dict[str, str]], players: int) -> dict[str, set[str]]:
        """The spaces in which there is something that a game that has just begun does not have there."""
        try:
            usual = self.positions.seen(self.positions.begin(players))
        except (RuleFault, UsageError, ValueError):
            return {}
        return {board: _with_more(usual.get(board, {}), spaces) for board, spaces in seen.items()}

    def _around(self, board: str, laid: set[str], many: int) -> set[str]:
        """What is drawn beside what changes: on a grid all that is set up, unless that is most of it."""
        decl = plain(self._maker.ruleset.boards).get(board)
        return laid if decl is not None and decl.grid is not None and len(laid) * 2 < many else set()


def _whose(seat: int) -> str:
    return "table" if seat == SPECTATOR else f"player-{seat + 1}"


def _differing(old: dict[str, str], new: dict[str, str]) -> set[str]:
    return {name for name in {*old, *new} if old.get(name, "") != new.get(name, "")}


def _with_more(old: dict[str, str], new: dict[str, str]) -> set[str]:
    return {name for name, told in new.items() if Counter(told.split()) - Counter(old.get(name, "").split())}


def _there(drawn: Iterable[Picture | None]) -> tuple[Picture, ...]:
    return tuple(each for each in drawn if each is not None)
