"""What a cause says to people: the part that decides with its values, and the rules behind it with their words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from yupana.schemas.ruleset import Condition, Ruleset
from yupana.schemas.tree import Word

from ..machine.machine import Machine
from ..machine.why_not import WhyNot
from ..machine.words import phrase
from ..typed import nodes as typed
from ..typed.declared import Signature
from ..typed.nodes import Expr, Variable
from .trace import Cause, Entered, Fact
from .values import Basis

_PLACEHOLDER = re.compile(r"\{(\w+)\}")

LONG = 8
"""A list or set with more elements is not written out."""
FEW = 2
"""So many rules are told with their words; of more, the numbers are told."""


class Telling:
    """Words for the causes of one ruleset."""

    def __init__(self, machine: Machine, basis: Basis, ruleset: Ruleset) -> None:
        self.machine, self.basis, self.ruleset = machine, basis, ruleset

    def sentence(self, cause: Cause, element: Iterable[str]) -> WhyNot:
        """The cause and its rules; `element`: the rules of what the condition belongs to, if nothing nearer names
        any."""
        outer = cause if cause.value is not None else cause.outer
        if outer is not None and outer.value is not None:
            told = self._missing(outer, cause)
        else:
            told = self._inside(cause.entered, self._plain(cause))
        rules = self.rules(self._sources(cause) or list(element))
        return WhyNot((self._said(cause, whole=not rules) + rules).strip(), told + rules)

    def rules(self, sources: Iterable[str]) -> str:
        """The rules with their words; only their numbers, when there are many."""
        every = list(dict.fromkeys(sources))
        known = [each for each in every if each in self.ruleset.rulebook.rules]
        if not known or len(known) > FEW:
            return " " + self._phrase("why_rules", rules=", ".join(every)) if every else ""
        return "".join([" " + self._phrase("why_rule", rule=each, words=self._words(each)) for each in known])

    def _words(self, rule: str) -> str:
        if self.machine.rule_words is not None:
            return line_of(self.machine.rule_words(rule))
        return words_of(self.basis, self.ruleset, rule)

    # ------------------------------------------------------------ parts of a sentence

    def _said(self, cause: Cause, *, whole: bool) -> str:
        """What a cause is without code: what a named condition demands, or the value that cannot be chosen; `whole`
        where no rule stands behind it."""
        demanded = next((line_of(each.text) for each in _nearest(cause.entered) if isinstance(each, Condition)), "")
        if demanded:
            return self._phrase("told_demanded", text=demanded.rstrip(".。"))
        if cause.value is not None and (value := self._spoken(cause.value.expr, cause.value.value)):
            return self._phrase("told_not_among", value=value)
        return self._phrase("told_rule") if whole else ""

    def _spoken(self, expr: Expr, value: Any) -> str:
        """A value in the words of people; "" for one that would be too long."""
        kind = self.basis.tables.value_type(expr.type)
        long = expr.type.kind == "map" or (kind.many and len(value) > LONG)
        return "" if long else self.machine.printer.said(kind, value)

    def _phrase(self, key: str, **values: str) -> str:
        return phrase(self.machine, key, **values)

    def _plain(self, cause: Cause) -> str:
        """The condition that decides, its values, what its variables stand for, and where it stands."""
        key = "why_holds" if cause.holds else "why_fails"
        condition, place = self._code(cause.expr), self._place(cause.expr)
        return self._phrase(
            key, condition=condition, facts=self._facts(cause), given=self._with(cause.given), place=place
        )

    def _missing(self, outer: Cause, cause: Cause) -> str:
        """A value that is not among others, and why, where that is known."""
        assert outer.value is not None
        value, group = self._value(outer.value.expr, outer.value.value), self._code(outer.expr)
        if cause is outer:
            told = self._phrase(
                "why_not_among", value=value, group=group, members=self._members(outer), given=self._with(outer.given)
            )
            return self._inside(cause.entered, f"{told}; {self._place(cause.expr)}.")
        told = self._phrase("why_among", value=value, group=group, reason=self._plain(cause))
        return self._inside(cause.entered, told)

    def _members(self, cause: Cause) -> str:
        """What there is instead, where it is few."""
        told = [value for each in cause.facts if (value := self._value(each.expr, each.value))]
        return self._phrase("why_members", values=told[0]) if told else ""

    def _inside(self, entered: tuple[Entered, ...], told: str) -> str:
        """What is told, with the words of the innermost function that has any."""
        for each in _nearest(entered):
            name, text, _ = self._declared(each)
            if text:
                return self._phrase("why_inside", name=name, text=text.rstrip("."), reason=told)
        return told

    def _sources(self, cause: Cause) -> list[str]:
        """The rules of the innermost function that names any."""
        for each in _nearest(cause.entered):
            sources = self._declared(each)[2]
            if sources:
                return sources
        return []

    def _declared(self, each: Entered) -> tuple[str, str, list[str]]:
        """The name, the text and the rules of a function, or of an entry for one of its predicates."""
        if isinstance(each, Signature):
            decl = self.ruleset.functions.get(Word(each.name))
            return (each.name, "", []) if decl is None else (each.name, line_of(decl.text), list(map(str, decl.source)))
        if isinstance(each, Condition):
            return "", line_of(each.text), list(map(str, each.source))
        predicate, at = each
        domain = self.basis.world.domains[predicate.domain]
        entry = domain.names[at]
        kind = self.ruleset.kinds.get(Word(domain.name))
        found = None if kind is None else kind.entries.get(Word(domain.entry_of(at)))
        if found is None:
            return f"{entry}.{predicate.name}", "", []
        return f"{entry}.{predicate.name}", line_of(found.text), list(map(str, found.source))

    def _facts(self, cause: Cause) -> str:
        told = [
            self._phrase("why_fact", code=self._code(each.expr), value=value)
            for each in {self._code(each.expr): each for each in cause.facts}.values()
            if (value := self._value(each.expr, each.value)) and value != self._code(each.expr)
        ]
        return self._phrase("why_facts", facts=", ".join(told)) if told else ""

    def given(self, values: Mapping[Variable, Any]) -> str:
        """What variables stand for, behind a sentence."""
        return self._with([Fact(typed.Local(each.span, each.type, each), value) for each, value in values.items()])

    def _with(self, facts: Iterable[Fact]) -> str:
        told = [f"{self._code(each.expr)}={value}" for each in facts if (value := self._value(each.expr, each.value))]
        return self._phrase("why_with", values=", ".join(told)) if told else ""

    def _code(self, expr: Expr) -> str:
        variable = getattr(expr, "variable", None)
        return variable.name if variable is not None else self.basis.world.excerpt(expr.span)

    def _place(self, expr: Expr) -> str:
        return f"{expr.span.file}:{expr.span.line}"

    def _value(self, expr: Expr, value: Any) -> str:
        """A value as players read it; "" for one that would be too long."""
        kind = self.basis.tables.value_type(expr.type)
        if expr.type.kind == "map" or (kind.many and len(value) > LONG):
            return ""
        if kind.many and not value:
            return self._phrase("why_empty")
        return self.machine.printer.value(kind, value)


def _nearest(entered: tuple[Entered, ...]) -> list[Entered]:
    """The conditions, then the functions, the innermost first: a condition says more exactly what a rule demands than
    the functions that it asks."""
    inside = entered[::-1]
    named = [each for each in inside if isinstance(each, Condition)]
    return [*named, *(each for each in inside if not isinstance(each, Condition))]


def words_of(basis: Basis, ruleset: Ruleset, rule: str) -> str:
    """The words of a rule, with the values of the constants that they name."""

    def constant(found: re.Match[str]) -> str:
        symbol = basis.world.symbols.get(found[1])
        whole = symbol is not None and symbol.sort == "constant" and symbol.constant is not None
        return str(symbol.constant) if symbol is not None and whole else found[0]

    return _PLACEHOLDER.sub(constant, line_of(ruleset.rulebook.rules[Word(rule)].text))


def line_of(text: object) -> str:
    """A text on one line."""
    return " ".join(str(text).split()) if text else ""
