"""Options as numbers that stay the same: a fixed list of actions for a game, of which some are legal.

Flat: each action is a whole option, its parameters counted through like the digits of a number. That is possible where
parameters are members or truth values and there are not too many combinations. Everywhere else an option is a word
that is chosen step by step: what to do, then one parameter after the other. No word begins with another one, so a
word is finished when it fits one option only; a step at which there is nothing to choose is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from yupana.schemas.errors import UsageError

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, Seen

Form = Literal["auto", "flat", "stepwise"]
FORMS: tuple[Form, ...] = ("auto", "flat", "stepwise")

MOST_FLAT = 4096
"""Flat actions that `auto` still takes: a piece and a target on a board of 64 spaces."""

DIGITS = 64
"""Numbers below this one are one step; larger and negative ones are written in this base behind a mark."""

PLACES = 6
"""How many digits those have: 64 to the sixth is more than any number."""

LONG = 8
"""How many steps of a list are shown to who chooses, besides one for each other parameter."""

NO_INT = -(2**31)

Word = tuple[int, ...]


class Actions:
    """The actions of a game as its players see it (`seen`). Raises UsageError for a form that the game has not got."""

    def __init__(self, game: Game, seen: Seen, form: Form = "auto") -> None:
        if form not in FORMS:
            raise UsageError(f"Actions are {', '.join(FORMS)}, not `{form}`.")
        self._known = game.program.alternatives
        self._seen = seen
        many = self._flat_many()
        self.flat = many is not None and (form == "flat" or many <= MOST_FLAT) if form != "stepwise" else False
        if form == "flat" and not self.flat:
            raise UsageError(f"The options of `{game.program.name}` have numbers or lists: its actions are stepwise.")
        self.names: tuple[str, ...] = ()
        """What each action is."""
        self.steps = 0
        """How many of the steps so far, the last ones, are shown to who decides."""
        if self.flat:
            self._count_flat()
        else:
            self._count_steps()

    def __len__(self) -> int:
        return len(self.names)

    def words(self, options: Sequence[tuple[Any, ...]], places: Sequence[Sequence[int]]) -> list[Word]:
        """The word of each of some options, for one who sees the members of domains in these places (`Look.places`)."""
        one = self._flat_word if self.flat else self._step_word
        return [one(each, places) for each in options]

    # ------------------------------------------------------------ flat

    def _flat_many(self) -> int | None:
        """How many combinations there are; None when they cannot be counted."""
        total = 0
        for known in self._known:
            product = 1
            for _, kind in known.params:
                if kind.many or kind.kind == "int":
                    return None
                product *= self._radix(kind)
            total += product
        return total

    def _radix(self, kind: Any) -> int:
        return len(self._values(kind))

    def _values(self, kind: Any) -> list[str]:
        """The values of a bool or member in the order of their digits, none first where it can be."""
        values = ["false", "true"] if kind.kind == "bool" else list(self._seen.members(kind.domain))
        return ["none", *values] if kind.optional else values

    def _count_flat(self) -> None:
        names: list[str] = []
        self._first: list[int] = []
        sharing = Counter(known.name for known in self._known)
        for each, known in enumerate(self._known):
            self._first.append(len(names))
            called = known.name if sharing[known.name] == 1 else f"{each} {known.name}"
            rows = [""]
            for name, kind in known.params:
                values = self._values(kind)
                rows = [f"{row}, {name}={value}" if row else f"{name}={value}" for row in rows for value in values]
            names += [f"{called}({row})" if row else called for row in rows]
        self.names = tuple(names)

    def _flat_word(self, option: tuple[Any, ...], places: Sequence[Sequence[int]]) -> Word:
        number = 0
        for (_, kind), value in zip(self._known[option[0]].params, option[1:], strict=True):
            digit = value + kind.optional if kind.kind == "bool" else places[kind.domain][value] - (not kind.optional)
            number = number * self._radix(kind) + digit
        return (self._first[option[0]] + number,)

    # ------------------------------------------------------------ stepwise

    def _count_steps(self) -> None:
        """The alphabet: what to do, then members of every domain that options name, then numbers and marks."""
        names = [f"{number} {known.name}" for number, known in enumerate(self._known)]
        kinds = [kind for known in self._known for _, kind in known.params]
        self._bases: dict[int, int] = {}
        for domain in sorted({kind.domain for kind in kinds if kind.kind == "member"}):
            self._bases[domain] = len(names) - 1  # places are counted from 1
            names += self._seen.members(domain)
        self._numbers = len(names)
        if any(kind.kind == "int" for kind in kinds):
            names += [str(number) for number in range(DIGITS)]
        elif any(kind.kind == "bool" for kind in kinds):
            names += ["false", "true"]
        self._marks = len(names)
        names += ["none", "no more", "large", "below zero"]
        self.names = tuple(names)
        long = [1 + sum(LONG if kind.many else 1 for _, kind in known.params) for known in self._known]
        self.steps = max(long, default=1)

    def _step_word(self, option: tuple[Any, ...], places: Sequence[Sequence[int]]) -> Word:
        word = [option[0]]
        for (_, kind), value in zip(self._known[option[0]].params, option[1:], strict=True):
            if kind.many:
                for each in _elements(value):
                    word += self._scalar(kind, each, places)
                word.append(self._marks + 1)
            else:
                word += self._scalar(kind, value, places)
        return tuple(word)

    def _scalar(self, kind: Any, value: int, places: Sequence[Sequence[int]]) -> Sequence[int]:
        if kind.kind == "member":
            return (self._bases[kind.domain] + places[kind.domain][value],) if value >= 0 else (self._marks,)
        if kind.is_none(value):
            return (self._marks,)
        if 0 <= value < DIGITS:
            return (self._numbers + value,)
        digits = [self._numbers + abs(value) // DIGITS**place % DIGITS for place in reversed(range(PLACES))]
        return (self._marks + (3 if value < 0 else 2), *digits)


def _elements(value: Any) -> Sequence[int]:
    """The elements of a list, the members of a set."""
    return [i for i in range(value.bit_length()) if value >> i & 1] if isinstance(value, int) else value


class Choice:
    """One decision that is being taken, step by step. `options` are those of the decision, `words` theirs."""

    __slots__ = ("_left", "_options", "legal", "so_far")

    def __init__(self, options: Sequence[tuple[Any, ...]], words: Sequence[Word]) -> None:
        self._options = options
        self._left = list(enumerate(words))
        self.so_far: list[int] = []
        """The steps of the word that are fixed."""
        self.legal: frozenset[int] = frozenset()
        """What the next step may be."""
        self._go_on()

    def copy(self) -> Choice:
        """The same choice at the same step, to go on with by itself."""
        other = Choice.__new__(Choice)
        other._options, other._left, other.so_far, other.legal = (
            self._options, self._left, self.so_far[:], self.legal
        )  # fmt: skip
        return other

    def _go_on(self) -> None:
        """Pass over the steps at which all that is left goes on in the same way."""
        while True:
            at = len(self.so_far)
            self.legal = frozenset([word[at] for _, word in self._left if len(word) > at])
            if len(self.legal) != 1 or len(self._left) == 1:
                return
            self.so_far += self.legal

    def take(self, step: int) -> tuple[Any, ...] | None:
        """Take a legal step; the option that is chosen by it, or None while there are several. Raises ValueError for a
        step that is not legal."""
        if step not in self.legal:
            raise ValueError(step)
        at = len(self.so_far)
        self.so_far.append(step)
        self._left = [(number, word) for number, word in self._left if word[at] == step]
        if len(self._left) == 1:
            chosen: tuple[Any, ...] = self._options[self._left[0][0]]
            return chosen
        self._go_on()
        return None
