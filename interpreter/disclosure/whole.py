"""All functions of a ruleset: what each does with labelled values is worked out once, when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from yupana.schemas.source import Diagnostic, Span

from ..language import messages
from ..lower.events import follows_of
from ..lower.tables import Tables
from ..lower.waits import AskStmt, children
from ..program.walk import children as parts_of
from ..typed.rules import Value
from .flow import Walk
from .labels import ALL, Labels, Summary, Token
from .values import Sources

_LAPS = 3
"""How often all functions are walked where triggers may lead to each other, or procedures to themselves (each time only
adds to what is known)."""


class Disclosure:
    """The walk over all functions of a ruleset."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.sources = Sources(tables)
        self._summaries: dict[int, Summary] = {}
        self._before: dict[int, Summary] = {}
        self.follows = follows_of(tables)
        self._faults: dict[tuple[Span, str], Diagnostic] = {}

    def faults(self, exempt: Sequence[int]) -> Sequence[Diagnostic]:
        """Every hidden value that is told. `exempt`: functions whose lines are read after the game."""
        if self.tells_nothing:
            return ()
        faulty = self._faulty()
        for _ in range(_LAPS if self.follows or self._nests else 1):
            self._before, self._summaries = self._summaries, {}
            for number in range(len(self.tables.functions)):
                if number not in faulty and number not in exempt:
                    self.summary(number)
        return tuple(self._faults.values())

    def after(self, tables: Tables) -> Sequence[Diagnostic] | None:
        """Every hidden value that is told by functions that are others in tables that these were extended to; None
        where those that call them have to be asked again."""
        now, functions = Disclosure(tables), self.tables.functions
        if now.tells_nothing:
            return ()
        if now._nests:
            return None
        others = [
            number
            for number, each in enumerate(tables.functions)
            if number >= len(functions) or each is not functions[number]
        ]
        now._summaries = {number: each for number, each in self._summaries.items() if number not in others}
        for number in others:
            then, summary = self._summaries.get(number), now.summary(number)
            if number < len(functions) and (then is None or summary.outward() != then.outward()):
                return None
        return [*now._faults.values()]

    @property
    def _nests(self) -> bool:
        """Whether something may be carried out inside itself."""
        return any(each is not None and each.depth for each in self.tables.functions)

    @property
    def tells_nothing(self) -> bool:
        """Whether nothing at all is hidden."""
        return self.sources.nothing and not any(each is not None and each.secret for each in self.tables.decisions)

    def _faulty(self) -> set[int]:
        """The functions that were not made whole because of a fault, and those that call one: nothing is said of
        them."""
        tables = self.tables
        found = set(tables.faulty)
        callers: dict[int, set[int]] = {}
        for number, function in enumerate(tables.functions):
            if function is None:
                found.add(number)
                continue
            inside: list[Any] = list(tables.uncut.get(number, function.body))
            while inside:
                each = inside.pop()
                if each.calls:
                    callers.setdefault(each.function, set()).add(number)
                if not isinstance(each, AskStmt):
                    inside += parts_of(each)
                    continue
                inside += [one for body in children(each) for one in body]
                decision = tables.decisions[each.decision]
                if decision is None:
                    found.add(number)
                else:
                    inside.append(decision)
        rest = list(found)
        while rest:
            more = callers.get(rest.pop(), set()) - found
            found |= more
            rest += more
        return found

    def summary(self, number: int) -> Summary:
        """What a function does. What sets off triggers may follow from them, and a procedure may be carried out inside
        itself: of that counts what was known the time before."""
        if number not in self._summaries:
            self._summaries[number] = self._before.get(number, Summary())
            if self.tables.functions[number] is not None:  # of what is faulty it is not there
                self._summaries[number] = Walk(self, number).run()
        return self._summaries[number]

    def tell(self, span: Span, what: str, labels: Labels, audience: Token) -> None:
        """Report what is told although the audience may not see it."""
        found = [each for each in labels if each.mode != "parameter" and each.hidden_from(audience)]
        hidden = sorted(each.what for each in found)
        if hidden and (span, what) not in self._faults:
            # whether one player decides about what another one alone may see
            elses = audience != ALL and all(each.mode == "owner" for each in found)
            blind = audience != ALL and all(each.mode == "others" for each in found)
            old = self.tables.declared.language < 3
            told = messages.shows_hidden(what, hidden[0], span, old=old, elses=elses, blind=blind)
            self._faults[span, what] = told


# ----------------------------------------------------------------
# Of what features are made: the number of a player is made of nothing that this player may not see.


def hidden_in_features(
    whole: Disclosure, functions: Sequence[tuple[str, int]], features: Sequence[Value]
) -> Iterator[Diagnostic]:
    """The features that are made of something hidden from their player. `functions` (player) belong to the features
    one by one."""
    if whole.sources.nothing:
        return
    for (name, number), feature in zip(functions, features, strict=True):
        player = ("parameter", number, 0)
        labels = whole.summary(number).result.full
        hidden = sorted(each.what for each in labels if each.mode != "parameter" and each.hidden_from(player))
        if hidden:
            yield messages.feature_sees_hidden(name, hidden[0], feature.span)
