"""What is known of the code of a ruleset, so that nothing is broken that nobody could notice: what a statement reads
and changes, whether the order of two says anything, and whether once is as good as twice.

Everything is asked of the names that the checker has resolved. Where something cannot be said, the answer is the
careful one: that it may matter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from yupana.schemas.carried import every
from yupana.schemas.source import Code, Report, Span

from ..check.world import World
from ..compiled import SoundRuleset
from ..index.elements import TELLING, Elements
from ..language import nodes
from ..language.parse import parse_effects, parse_event, parse_expression, parse_function_body
from ..language.trees import descend
from ..language.types import Type
from ..typed.declared import AdjustmentInfo, DomainInfo, FieldInfo, PredicateInfo, Signature, ZoneInfo
from ..typed.names import AttributeOf, Entity, Named
from ..typed.values import Variable

_PLAIN = frozenset([
    "border", "cells_of", "clamp", "distance", "distinct", "first", "index", "last", "lines", "linked", "links",
    "list", "max", "member", "min", "neighbors", "next", "number", "occurrences", "opponent", "opposite", "previous",
    "ray", "reversed", "rotations", "set", "size", "sorted", "step", "sum", "toward", "turned",
])  # fmt: skip
"""Built-ins that look at nothing but what they are given."""

_MOVING = (nodes.Move, nodes.MoveAll, nodes.MoveEach, nodes.Draw)
_ENDING = (nodes.End, nodes.Outcome)
_STOPPING = (nodes.Return, nodes.Word, nodes.Fail)
_CALM = (
    *_MOVING, *_ENDING, *_STOPPING, nodes.Let, nodes.Assign, nodes.DoStmt, nodes.If, nodes.For, nodes.AddTo, nodes.Log,
    nodes.Show, nodes.Activate,
)  # fmt: skip
"""Statements of which it is known what they do; of all others it is thought that it may matter when and how often they
are done: they ask somebody, are left to chance, or count."""

_WHERE_NAMED = frozenset(["functions", "procedures", "constants", "tables"])
"""Sections whose elements do something only where they are named."""


@dataclass(slots=True)
class Doing:
    """What a piece of code reads and changes, with all that it calls."""

    reads: set[object] = field(default_factory=set)
    writes: set[object] = field(default_factory=set)
    moves: bool = False
    sees_places: bool = False
    ends: bool = False
    stops: bool = False
    careful: bool = False

    def add(self, other: Doing) -> None:
        """And what is called."""
        self.reads |= other.reads
        self.writes |= other.writes
        self.moves |= other.moves
        self.sees_places |= other.sees_places
        self.ends |= other.ends
        self.careful |= other.careful


class Facts:
    """Asks the names and declarations of one compiled ruleset without errors."""

    def __init__(self, compiled: SoundRuleset, elements: Elements) -> None:
        self.ruleset, self.elements = compiled.ruleset, elements
        self.world: World = compiled.checked.world
        self.two = self.ruleset.players.min == self.ruleset.players.max == 2
        self._players = next(each for each in self.world.domains if each.sort == "player")
        self._calls: dict[object, Doing] = {}
        self._done: dict[Span, Doing] = {}
        self._named: dict[str, tuple[list[tuple[int, int]], list[Named]]] = {}
        for each in sorted(self.world.names, key=lambda one: (one.span.file, one.span.line, one.span.column)):
            starts, row = self._named.setdefault(each.span.file, ([], []))
            starts.append((each.span.line, each.span.column))
            row.append(each)

    # ------------------------------------------------------------ what a name means

    def within(self, span: Span) -> Iterator[Named]:
        """The names at a place."""
        starts, row = self._named.get(span.file, ([], []))
        for number in range(bisect_left(starts, (span.line, span.column)), len(row)):
            if starts[number] >= (span.end_line, span.end_column):
                return
            yield row[number]

    def meant(self, node: nodes.Node) -> object:
        """What a name, or the last name of `x.name`, means; None if it is none, or one of the language's own."""
        span = node.name_span if isinstance(node, nodes.Attribute) else node.span
        if not isinstance(node, (nodes.Name, nodes.Attribute)):
            return None
        found = [each for each in self.within(span) if (each.span.line, each.span.column) == (span.line, span.column)]
        return found[-1].meant if found else None

    def type_of(self, node: nodes.Expr) -> Type | None:
        """The type of a field or local."""
        base = node.value if isinstance(node, nodes.Index) else node
        meant = self.meant(base)
        kind = meant.type if isinstance(meant, (FieldInfo, Variable)) else None
        return kind.element if kind is not None and isinstance(node, nodes.Index) else kind

    def is_set(self, node: nodes.Expr) -> bool:
        """Whether this is a field or local that holds a set."""
        kind = self.type_of(node)
        return kind is not None and kind.kind == "set"

    def in_order(self, zone: nodes.Expr) -> bool:
        """Whether the order in a zone matters, as far as can be said."""
        meant = self.meant(zone)
        return not isinstance(meant, ZoneInfo) or meant.ordered

    def turns_player(self, node: nodes.Call) -> bool:
        """Whether a function makes another player out of one."""
        if not isinstance(node.function, nodes.Name) or len(node.args) != 1 or node.keywords:
            return False
        if node.function.name in ("next", "previous", "opponent"):
            return True
        meant = self.meant(node.function)
        if not isinstance(meant, Signature) or meant.result is None:
            return False
        return all(self.is_player(each) for each in (meant.result, *meant.params.values()))

    def is_player(self, kind: Type) -> bool:
        """Whether a type is that of a player."""
        return kind.kind == "member" and kind.domain == self._players.number

    def seat(self, node: nodes.Name) -> str | None:
        """Of the name of a seat the next one."""
        meant = self.meant(node)
        if not isinstance(meant, Entity) or meant.domain is not self._players or not self.two:
            return None
        return self._players.names[1 - meant.number]

    def is_link(self, node: nodes.Expr) -> bool:
        """Whether this is the name of a kind of links."""
        meant = self.meant(node)
        return isinstance(meant, DomainInfo) and meant.sort == "link"

    def never_below(self, node: nodes.Compare, bound: nodes.Expr) -> bool:
        """Whether what is compared is never below a bound."""
        if not isinstance(bound, nodes.Int) or len(node.rest) > 1:
            return False
        first = node.first
        counts = isinstance(first, nodes.Comprehension) and first.word == "count"
        if isinstance(first, nodes.Call) and isinstance(first.function, nodes.Name):
            counts = first.function.name == "size"
        kind = self.type_of(first)
        low = 0 if counts else kind.low if kind is not None and kind.kind == "int" else None
        return low is not None and bound.value <= low

    def members(self, node: nodes.Expr) -> list[str]:
        """The others of the enum, kind or board of which this is one."""
        meant = self.meant(node)
        if not isinstance(meant, Entity):
            return []
        return [*meant.domain.names[meant.number + 1 :], *meant.domain.names[: meant.number]]

    @cached_property
    def phases(self) -> frozenset[str]:
        """The names of the steps that come once."""
        return frozenset([
            each.name for each in self.elements
            if each.section in ("flow", "setup") and each.model is not None and not getattr(each.model, "repeats", True)
        ])  # fmt: skip

    def stacks(self, name: str) -> bool:
        """Whether an adjustment counts as often as it is activated."""
        found = self.world.adjustments.get(name)
        return found is None or found.decl.stacks

    # ------------------------------------------------------------ what can matter at all

    @cached_property
    def reached(self) -> frozenset[str]:
        """The paths of the elements that something in the rules comes to."""
        adjusting: dict[str, list[str]] = {}
        for path, each in self.elements.by_path.items():
            if each.section == "adjustments":
                adjusting.setdefault(str(getattr(each.model, "of", "")), []).append(path)
        queue = [
            path for path, each in self.elements.by_path.items()
            if each.section not in TELLING and each.section not in _WHERE_NAMED
        ]  # fmt: skip
        found = set(queue)
        while queue:
            for path in self.elements.by_path[queue.pop()].uses - found:
                if self.elements.by_path[path].section not in TELLING:
                    found.add(path)
                    queue.append(path)
        return frozenset(found)

    def is_read(self, attribute: str) -> bool:
        """Whether rules ask for an attribute of this name."""
        return attribute in self._attributes_read

    @cached_property
    def _attributes_read(self) -> frozenset[str]:
        models = [
            each.model for path, each in self.elements.by_path.items()
            if each.section in TELLING or (path not in self.reached and each.section in _WHERE_NAMED)
        ]  # fmt: skip
        spans = [span for each in models if isinstance(span := getattr(each, "span", None), Span)]
        outside = {(span.file, line) for span in spans for line in range(span.line, span.end_line + 1)}
        return frozenset([
            each.meant.attribute.name for each in self.world.names
            if isinstance(each.meant, AttributeOf) and each.use != "write"
            and (each.span.file, each.span.line) not in outside
        ])  # fmt: skip

    # ------------------------------------------------------------ what statements do

    def doing(self, part: nodes.Stmt) -> Doing:
        """What a statement does."""
        found = self._done.get(part.span)
        if found is None:
            found = self._done[part.span] = Doing()
            self._forms(part, found)
            for named in self.within(part.span):
                self._note(named, found)
        return found

    def _note(self, named: Named, found: Doing) -> None:
        meant = named.meant
        if named.use == "write" or isinstance(meant, AdjustmentInfo):
            found.writes.add(meant)
        else:
            found.reads.add(meant)
        if isinstance(meant, ZoneInfo):
            found.sees_places = True
        if isinstance(meant, (Signature, PredicateInfo)):
            found.add(self._called(meant))

    def _forms(self, part: Any, found: Doing) -> None:
        """What the statements and built-ins in it say by themselves."""
        for each in descend(part):
            found.moves |= isinstance(each, _MOVING)
            found.ends |= isinstance(each, _ENDING)
            found.stops |= isinstance(each, _STOPPING)
            found.careful |= (
                (isinstance(each, nodes.Stmt) and not isinstance(each, _CALM))
                or isinstance(each, nodes.After)
                or (isinstance(each, nodes.Do) and each.holder is not None)
            )
            if isinstance(each, nodes.Call):
                name = each.function
                if not (isinstance(name, nodes.Name) and name.name in _PLAIN) and self.meant(name) is None:
                    found.sees_places = True

    def _called(self, what: Signature | PredicateInfo) -> Doing:
        """What a function, procedure or predicate does."""
        if what in self._calls:
            return self._calls[what]
        found = self._calls[what] = Doing()
        if isinstance(what, PredicateInfo):
            codes = [(each, parse_expression(each, Report())) for each in what.bodies if each is not None]
        else:
            codes = self._codes(what, found)
        for code, tree in codes:
            self._forms(tree or (), found)
            for named in self.within(code.span):
                self._note(named, found)
        return found

    def _codes(self, what: Signature, found: Doing) -> list[tuple[Code, Any]]:
        report, codes = Report(), list[tuple[Code, Any]]()
        if what.sort == "procedure":
            procedure = self.ruleset.procedures.get(what.name)  # type: ignore[call-overload]
            if procedure is None:  # what an entry gives
                found.careful = True
            else:
                codes.append((procedure.effects, parse_effects(procedure.effects, report)))
        else:
            function = self.ruleset.functions[what.name]  # type: ignore[index]
            codes += [(each.test, parse_expression(each.test, report)) for each in function.requires.values()]
            if function.body is not None:
                codes.append((function.body, parse_function_body(function.body, report)))
        for name, adjustment in every(self.ruleset, "adjustments").items():
            if adjustment.of == what.name:
                info: AdjustmentInfo | None = self.world.adjustments.get(str(name))
                found.reads.add(info)
                found.careful |= what.sort == "procedure"
                more = [each for each in (adjustment.when, adjustment.value) if each is not None]
                codes += [(each, parse_expression(each, report)) for each in more]
        return codes

    @cached_property
    def _setting_off(self) -> tuple[frozenset[object], bool]:
        """What sets off triggers: fields, actions and procedures; and whether a move of a piece does."""
        what: set[object] = set()
        moves = False
        for each in every(self.ruleset, "triggers").values():
            for code in each.on:
                event = parse_event(code, Report())
                moves = moves or event is None or event.zone is not None
                what |= {named.meant for named in self.within(code.span)}
        return frozenset(what), moves

    def _sets_off(self, doing: Doing) -> bool:
        what, moves = self._setting_off
        return (doing.moves and moves) or not what.isdisjoint(doing.writes | doing.reads)

    # ------------------------------------------------------------ what follows

    def independent(self, one: nodes.Stmt, other: nodes.Stmt) -> bool:
        """Whether it makes no difference which of two statements comes first."""
        a, b = self.doing(one), self.doing(other)
        if isinstance(other, nodes.Let) and not (a.careful or b.careful or b.writes or b.moves):
            return a.writes.isdisjoint(b.reads) and not (a.moves and b.sees_places)  # nothing is done, even if it ends
        if a.stops or b.stops or a.careful or b.careful:
            return False
        if (a.ends and (b.ends or b.sees_places)) or (b.ends and a.sees_places):
            return False  # else what runs is finished first
        if (a.moves and (b.moves or b.sees_places)) or (b.moves and a.sees_places):
            return False
        if self._sets_off(a) or self._sets_off(b):
            return False
        return a.writes.isdisjoint(b.reads | b.writes) and b.writes.isdisjoint(a.reads)

    def is_open(self, one: nodes.Stmt, other: nodes.Stmt) -> bool:
        """Whether it cannot be said of one of two statements what it does: it asks somebody, or may end before."""
        return any(each.careful or each.stops for each in (self.doing(one), self.doing(other)))

    def once_is_enough(self, node: nodes.Stmt) -> bool:
        """Whether a statement that is done twice has done no more than once."""
        match node:
            case nodes.AddTo():
                return self.is_set(node.target)
            case nodes.Activate():
                return node.whole or not self.stacks(node.name)
            case nodes.Note():
                return node.forget
            case nodes.Move():
                return not any(isinstance(each, _LOOKING) for each in descend(node.piece))
            case nodes.MoveEach():
                return not any(isinstance(each, _LOOKING) for each in descend((node.piece, node.items, node.test)))
            case nodes.DoStmt():
                return self._once_is_enough(node)
        return False

    def _once_is_enough(self, node: nodes.DoStmt) -> bool:
        doing = self.doing(node)
        if doing.careful or doing.moves or doing.ends or self._sets_off(doing):
            return False
        for each in doing.reads:
            if not isinstance(each, Signature) or each.sort != "procedure":
                continue
            found = self.ruleset.procedures.get(each.name)  # type: ignore[call-overload]
            effects = None if found is None else parse_effects(found.effects, Report())
            for part in descend(effects or ()):
                counts = isinstance(part, nodes.Assign) and part.op != "="
                if counts or (isinstance(part, nodes.AddTo) and not self.is_set(part.target)):
                    return False
        fields = {each for each in doing.writes if not isinstance(each, Variable)}
        return fields.isdisjoint(doing.reads)

    def only_told(self, let: nodes.Let, block: Sequence[nodes.Stmt]) -> bool:
        """Whether a local is read in lines of the log alone."""
        told = [each.span for each in descend(block) if isinstance(each, (nodes.Log, nodes.Show, nodes.Fail))]
        variables = [
            each.meant for each in self.within(let.span)
            if isinstance(each.meant, Variable) and each.meant.span == let.name_span
        ]  # fmt: skip
        places = [
            each.span for one in block for each in self.within(one.span)
            if isinstance(each.meant, Variable) and each.meant.name == let.name and each.span != let.name_span
        ]  # fmt: skip
        return (
            bool(variables or places) and bool(places)
            and all(any(_holds(place, each) for place in told) for each in places)
        )  # fmt: skip


_LOOKING = (nodes.Call, nodes.Index, nodes.Comprehension)


def _holds(place: Span, inner: Span) -> bool:
    begins, ends = (place.line, place.column), (place.end_line, place.end_column)
    return begins <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= ends
