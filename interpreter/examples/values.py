"""Why a condition of an example does not hold: its parts, with the values they have where it fails.

The parts of a failing condition are compiled like the condition itself, and asked in the same position. What is shown
is bounded: the operands of comparisons, the conditions joined with `and` and `or` that fail, and for `all` and `any`
the elements in question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from yupana.schemas.source import Code, Report

from ..check.functions import check_value
from ..check.world import World
from ..language import nodes
from ..language.parse import parse_expression
from ..language.show import show_expression
from ..language.types import BOOL
from ..lower.finish import value_function
from ..lower.tables import Tables
from ..machine.faults import RuleFault
from ..machine.state import State
from ..program import ir

MOST_PARTS = 60
"""So many parts of one condition are compiled."""
MOST_LINES = 6
MOST_TEXT = 160
MOST_LISTED = 8

_KEPT = (nodes.Int, nodes.Bool, nodes.NoneLit, nodes.Template)


@dataclass(frozen=True, slots=True)
class _Probe:
    """A part of a condition: the function that gives its value, and how that prints."""

    function: int
    type: ir.ValueType
    is_set: bool = False


@dataclass(slots=True)
class Probes:
    """The compiled parts of one condition, by their text; `node` is None for a condition that does not parse."""

    node: nodes.Expr | None
    by_text: dict[str, _Probe] = field(default_factory=dict)


def make_probes(world: World, tables: Tables, element: str, code: Code) -> Probes:
    """Compile the parts of a condition. A part that cannot stand alone (it relies on a test before it) is left out."""
    node = parse_expression(code, Report())
    probes = Probes(node)
    for part in _parts(node) if node is not None else ():
        text = show_expression(part)
        if text in probes.by_text or len(probes.by_text) >= MOST_PARTS:
            continue
        made = _made(world.extended(), tables, element, part)
        if made is not None:
            probes.by_text[text] = made
    return probes


def _made(world: World, tables: Tables, element: str, part: nodes.Expr) -> _Probe | None:
    made = check_value(world, "part", element, part, {}, BOOL if _is_condition(part) else None)
    is_set = made is not None and made.result.kind == "set"
    if is_set:
        listed = nodes.Call(part.span, nodes.Name(part.span, "list"), (part,))
        made = check_value(world, "part", element, listed, {}, None)
    if made is None or world.report.errors or made.result.kind == "map":
        return None
    if made.result.element is not None and not made.result.element.scalar:
        return None
    return _Probe(value_function(tables, made), tables.value_type(made.result), is_set)


def _is_condition(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Compare) or (isinstance(node, nodes.Binary) and node.op in ("and", "or"))


def _parts(node: nodes.Expr) -> Iterator[nodes.Expr]:
    """Every part whose value may be shown, or decides what is shown."""
    if isinstance(node, nodes.Binary):
        if node.op in ("and", "or"):
            yield from (node.left, node.right)
        yield from _parts(node.left)
        yield from _parts(node.right)
    elif isinstance(node, nodes.Unary):
        yield from _parts(node.value)
    elif isinstance(node, nodes.Compare):
        for each in (node.first, *(other for _, other in node.rest)):
            yield from _parts(each)
    elif isinstance(node, nodes.ListLit | nodes.SetLit):
        for each in node.items:
            yield from _parts(each)
    elif not isinstance(node, _KEPT):
        yield node
        if isinstance(node, nodes.Call):
            for each in node.args:
                yield from _parts(each)
        listed = _elements(node)
        if listed is not None:
            yield listed


def _elements(node: nodes.Expr) -> nodes.Comprehension | None:
    """What to list of an `all` or `any` that does not hold: those that fail, or all there were."""
    if not isinstance(node, nodes.Comprehension) or node.word not in ("all", "any") or len(node.clauses) != 1:
        return None
    (clause,) = node.clauses
    if node.word == "all":
        fails = nodes.Unary(node.element.span, "not", node.element)
        test = fails if clause.test is None else nodes.Binary(node.span, "and", clause.test, fails)
        clause = replace(clause, test=test)
    return replace(node, word="list", element=nodes.Name(clause.span, clause.name), clauses=(clause,))


# ---------------------------------------------------------------- asking


@dataclass(slots=True)
class _Asked:
    """The values of the parts in one position."""

    state: State
    probes: Probes
    values: dict[str, str] = field(default_factory=dict)

    def value(self, node: nodes.Expr) -> str | None:
        """The value of a part as it prints, or None where it has none."""
        text = show_expression(node)
        probe = self.probes.by_text.get(text)
        if probe is None:
            return None
        if text not in self.values:
            try:
                found = self.state.ask(probe.function)
            except RuleFault:
                return None
            if probe.type.many and len(found) > MOST_LISTED:
                shown = self._printed(probe.type, found[:MOST_LISTED])[:-1] + f", … {len(found)} in all]"
            else:
                shown = self._printed(probe.type, found)
            self.values[text] = "{" + shown[1:-1] + "}" if probe.is_set else shown
        return self.values[text]

    def _printed(self, kind: ir.ValueType, value: object) -> str:
        return self.state.game.machine.printer.value(kind, value)

    def shown(self, node: nodes.Expr) -> nodes.Expr:
        """The part with values in the place of what is not written out."""
        if isinstance(node, nodes.Binary):
            return replace(node, left=self.shown(node.left), right=self.shown(node.right))
        if isinstance(node, nodes.Unary):
            return replace(node, value=self.shown(node.value))
        if isinstance(node, nodes.Compare):
            rest = tuple((op, self.shown(each)) for op, each in node.rest)
            return replace(node, first=self.shown(node.first), rest=rest)
        if isinstance(node, nodes.ListLit | nodes.SetLit):
            return replace(node, items=tuple(self.shown(each) for each in node.items))
        value = None if isinstance(node, _KEPT) else self.value(node)
        return node if value is None else nodes.Name(node.span, value)

    def lines(self, node: nodes.Expr) -> Iterator[str]:
        """What fails in a condition that does not hold, part by part."""
        text = show_expression(node)
        if isinstance(node, nodes.Binary) and node.op in ("and", "or"):
            for each in (node.left, node.right):
                if node.op == "or" or self.value(each) in ("false", None):
                    yield from self.lines(each)
            return
        if isinstance(node, nodes.Compare | nodes.Unary):
            shown = show_expression(self.shown(node))
            if shown != text:
                yield f"{text} is {shown}"
            return
        listed = _elements(node)
        if listed is not None and (values := self.value(listed)) is not None:
            assert isinstance(node, nodes.Comprehension)
            yield f"{text} is false for {values}" if node.word == "all" else f"{text} is true for none of {values}"
        elif isinstance(node, nodes.Call) and not isinstance(node.function, nodes.Attribute):
            shown = show_expression(replace(node, args=tuple(self.shown(each) for each in node.args)))
            yield f"{shown} is {self.value(node) or 'false'}"
        else:
            yield f"{text} is {self.value(node) or 'false'}"


def values_of(state: State, probes: Probes) -> tuple[str, dict[str, str]]:
    """Why a condition does not hold in a position, in one line ("" where its text says it all), and the values of its
    parts by their text."""
    if probes.node is None:
        return "", {}
    asked = _Asked(state, probes)
    whole = show_expression(probes.node)
    lines = [line.removeprefix(f"{whole} is ") for line in dict.fromkeys(asked.lines(probes.node))]
    lines = [each if len(each) <= MOST_TEXT else each[: MOST_TEXT - 1] + "…" for each in lines if each != "false"]
    told = "; ".join(lines[:MOST_LINES]) + ("; …" if len(lines) > MOST_LINES else "")
    return told, {text: value for text, value in asked.values.items() if text != value}


def seen(state: State, probes: Probes) -> tuple[str | None, ...]:
    """The values of all parts of a condition in a position, as they print; None for one that has none there."""
    values: list[str | None] = []
    for probe in probes.by_text.values():
        try:
            found = state.ask(probe.function)
        except RuleFault:
            values.append(None)
        else:
            values.append(state.game.machine.printer.value(probe.type, found))
    return tuple(values)
