"""A pending decision and its options, as objects: made from tuples when somebody looks, printed when somebody reads."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from yupana.schemas.dots import dotted
from yupana.schemas.errors import cut

from ..backends.protocol import OptionTuple
from ..program import ir
from .faults import IllegalOption
from .printing import Printer, each_of, read_option, squeezed

_LONGEST = 400
"""What is longer than so many signs is like no option."""


class Decision:
    """What a player has to decide. `seat` is the player's number from 0; `secret` says that the others do not learn
    what was chosen; `name` is the decision's own name in the ruleset."""

    def __init__(
        self, printer: Printer, known: ir.Decision, seat: int, prompt: Sequence[Any], tuples: Sequence[OptionTuple]
    ) -> None:
        self._printer, self._known, self._prompt, self._tuples = printer, known, prompt, tuples
        self.seat = seat
        self.name = known.name
        self.secret = known.secret

    @property
    def player(self) -> str:
        """Who decides."""
        return self._printer.player(self.seat)

    @cached_property
    def prompt(self) -> str:
        """What for, in the ruleset's words; may be empty."""
        return self._printer.said_text(self._known.prompt, self._prompt)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The complete list of legal options."""
        return tuple([Option(self, each, i) for i, each in enumerate(self._tuples)])

    @cached_property
    def texts(self) -> list[str]:
        """The options' texts, in their order."""
        return self._printer.options(self._tuples)

    @cached_property
    def sentences(self) -> list[str]:
        """The options as people read them, in their order; where some read the same all but the first are numbered."""
        said: list[str] = []
        known: dict[str, int] = {}
        for each in self._tuples:
            text = self._printer.sentence(each)
            number = known[text] = known.get(text, 0) + 1
            said.append(f"{text} ({number})" if number > 1 else text)
        return said

    @cached_property
    def words(self) -> list[str]:
        """What people read for the name and the values of each option, one behind the other."""
        return [self._printer.words(each) for each in self._tuples]

    @property
    def plain(self) -> list[list[Any]]:
        """The options as plain numbers: the alternative, then the value of each parameter; of a parameter with several
        values (a set too) a list of them."""
        known = self._printer.program.alternatives
        several = {
            each: [i for i, (_, kind) in enumerate(known[each].params, 1) if kind.many]
            for each in {option[0] for option in self._tuples}
        }
        found: list[list[Any]] = [list(each) for each in self._tuples]
        for option in found:
            for i in several[option[0]]:
                option[i] = list(each_of(option[i]))
        return found

    def __repr__(self) -> str:
        return f"Decision({self.player}: {self.name}, {len(self._tuples)} options)"


class Option:
    """One legal option of one decision. `tuple` is (alternative, value, …)."""

    __slots__ = ("_at", "_decision", "tuple")

    def __init__(self, decision: Decision, option: OptionTuple, at: int) -> None:
        self._decision, self._at = decision, at
        self.tuple = option

    @property
    def _known(self) -> ir.Alternative:
        return self._decision._printer.program.alternatives[self.tuple[0]]

    @property
    def name(self) -> str:
        """The action's or branch's name."""
        return self._known.name

    @property
    def text(self) -> str:
        """As it is written and read: `move(start=a1, count=2)`."""
        return self._decision.texts[self._at]

    @property
    def sentence(self) -> str:
        """As people read it: `move a1 to b2`."""
        return self._decision._printer.sentence(self.tuple)

    @property
    def args(self) -> dict[str, str]:
        """The arguments, printed, by parameter."""
        read = read_option(self.text)
        printer = self._decision._printer
        values = zip(self._known.params, self.tuple[1:], strict=True)
        shown = {name: printer.value(kind, value) for (name, kind), value in values}
        if read is not None:
            for name, value in read.arguments.items():
                if "#" in value:
                    shown[name] = value.replace(",", ", ")
        return shown

    @property
    def source(self) -> tuple[str, ...]:
        """The ids of the rules that it implements."""
        return self._known.source

    @property
    def description(self) -> str:
        """The ruleset's text about it, or ""."""
        known = self._known
        return self._decision._printer.text(known.text, ()) if known.text >= 0 and not (
            self._decision._printer.program.texts[known.text].types
        ) else ""  # fmt: skip

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Option({self.text})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.tuple == other.tuple

    def __hash__(self) -> int:
        return hash(self.tuple)


def choose(
    printer: Printer,
    decision: Decision | None,
    tuples: Sequence[OptionTuple],
    wanted: Option | str,
    *,
    suggest: bool = True,
) -> OptionTuple:
    """The option that is meant. Raises IllegalOption when there is none, or more than one; without `suggest` it does
    not say what would be legal (looking for what was meant takes long among thousands)."""
    if decision is None:
        raise IllegalOption("the game is over: there is nothing to decide")
    if not isinstance(wanted, Option | str):
        raise IllegalOption(f"an option is one of `decision.options`, or its text; not {cut(repr(wanted))}")
    if isinstance(wanted, Option):
        if wanted.tuple not in tuples:
            raise IllegalOption(f"{cut(wanted.text)} is not legal now; " + _offer(decision))
        return wanted.tuple
    written = read_option(wanted)
    if written is None:
        raise IllegalOption(f"`{cut(wanted)}` does not read as an option, such as {decision.texts[0]}")
    for exact in printer.exact_tuples(written, sorted({each[0] for each in tuples})):
        if exact in tuples:
            return exact
    likely = printer.likely(written, tuples)
    texts = printer.options(likely)
    plain = squeezed(dotted(wanted))
    same = [each for each, text in zip(likely, texts, strict=True) if squeezed(text) == plain]
    if same:
        return same[0]
    found = [(each, text) for each, text in zip(likely, texts, strict=True) if printer.fits(written, each, text)]
    if len({each for each, _ in found}) == 1:
        return found[0][0]
    if found:
        some = ", ".join([text for _, text in found[:6]])
        raise IllegalOption(f"`{cut(wanted)}` fits {len(found)} options: {some}{', …' if len(found) > 6 else ''}", True)
    raise IllegalOption(f"`{cut(wanted)}` is not legal now" + (f"; {_offer(decision, plain)}" if suggest else ""))


def _offer(decision: Decision, plain: str = "") -> str:
    texts = decision.texts
    known = [squeezed(text) for text in texts[:2000]] if 0 < len(plain) <= _LONGEST else []
    close = difflib.get_close_matches(plain, known, 3, 0.6)
    names = sorted({text.partition("(")[0] for text in texts})
    if close:
        by_plain = {squeezed(text): text for text in texts}
        return f"did you mean {' or '.join([by_plain[each] for each in close])}?"
    shown = texts if len(texts) <= 8 else [*texts[:6], f"… ({len(texts)} options: {', '.join(names)})"]
    return f"{decision.player} may choose {', '.join(shown)}"
