"""What pictures of positions are taken from: a game that has just begun, and examples before and after what is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from yupana.interpreter.examples.running import courses
from yupana.interpreter.game import Event, Passage, RuleFault, State, UsageError

from ..documents.model import Line, Picture, line, strong
from .maker import Maker, plain
from .positions import Positions


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

    def __init__(self, maker: Maker, played: bool, wanted: Iterable[str]) -> None:
        self._maker, self._played, self._wanted = maker, played, list(wanted) if played else []
        self._numbers: dict[str, int] = {}

    @cached_property
    def positions(self) -> Positions:
        """What draws them."""
        return Positions(self._maker)

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
        """Every board on which something lies when the first player decides."""
        if not self._played:
            return []
        try:
            state = self.positions.begin()
        except (RuleFault, UsageError, ValueError):
            return []
        drawn = []
        for board in self.positions.boards:
            if self.positions.has_pieces(state, board):
                drawn.append(self.positions.picture(state, board.name, f"start-{board.name}"))
        return list(_there(drawn))

    def pictures(self, course: Course, name: str, players: int, drawn: Iterable[str]) -> list[tuple[Picture, ...]]:
        """The boards before and after an example: those on which something has changed, which is stressed; where
        nothing has, those that the example names or sets up, once."""
        before, after = self.positions.seen(course.before), self.positions.seen(course.after)
        changed = {board: _differing(spaces, after[board]) for board, spaces in before.items()}
        say = self._maker.say
        pairs = []
        for board, names in changed.items():
            if names:
                old = self._one(course.before, board, f"{name}-{board}-before", say("given"), names)
                new = self._one(course.after, board, f"{name}-{board}-after", say("then"), names, names)
                pairs.append(_there((old, new)))
        if any(pairs):
            return [each for each in pairs if each]
        named = [each for each in drawn if each in before]
        if not named:
            named = [board for board, names in self._set_up(course.before, before, players).items() if names]
        single = [_there([self._one(course.before, board, f"{name}-{board}", "", ())]) for board in named[:2]]
        return [each for each in single if each]

    def differences(self, course: Course) -> list[tuple[Line, ...]]:
        """What players have otherwise after an example, as the look tells it: what it is, and how it was and is."""
        rows: list[tuple[Line, ...]] = []
        for seat, name in enumerate(course.before.names):
            player = self._maker.names.heading(name, "Player")
            old, new = (self.positions.told_of(each, seat) for each in (course.before, course.after))
            for key in dict.fromkeys([*old, *new]):
                was, now = old.get(key, ""), new.get(key, "")
                if was != now:
                    label = player if not key or key.isdigit() else f"{player}{self._maker.say('colon')}{key}"
                    rows.append((line(strong(label)), line(was or NONE), line(now or NONE)))
        return rows

    def _one(
        self, state: State, board: str, label: str, caption: str, about: Iterable[str], stressed: Iterable[str] = ()
    ) -> Picture | None:
        return self.positions.picture(state, board, label, caption, frozenset(stressed), frozenset(about))

    def _set_up(self, state: State, seen: dict[str, dict[str, str]], players: int) -> dict[str, set[str]]:
        """The spaces that are other than in a game that has just begun."""
        try:
            usual = self.positions.seen(self.positions.begin(players))
        except (RuleFault, UsageError, ValueError):
            return {}
        return {board: _differing(spaces, usual.get(board, {})) for board, spaces in seen.items()}


def _differing(old: dict[str, str], new: dict[str, str]) -> set[str]:
    return {name for name in {*old, *new} if old.get(name, "") != new.get(name, "")}


def _there(drawn: Iterable[Picture | None]) -> tuple[Picture, ...]:
    return tuple(each for each in drawn if each is not None)
