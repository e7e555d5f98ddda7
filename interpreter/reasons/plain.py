"""What answers are made of, as plain data: for a host that says by itself why an option is missing.

The typed code of all that keeps options away, with the functions that it calls: each node with the text and the place
of its code, and where it has a value, the number of a function that works it out, in a module that goes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any, Generic, TypeVar

from yupana.schemas.ruleset import Condition, Ruleset
from yupana.schemas.tree import Word

from ..backends.registry import modules
from ..lower.assemble import with_tables
from ..lower.finish import value_function
from ..program.reducing import reduced
from ..program.searching import with_searches
from ..typed import bodies
from ..typed import nodes as typed
from ..typed.declared import FieldInfo, PredicateInfo, Signature, ZoneInfo
from ..typed.nodes import Node, Variable
from ..typed.rules import Value
from .telling import line_of, words_of
from .trace import named_in
from .values import Basis, free_variables, is_askable


def plain_reasons(basis: Basis, ruleset: Ruleset, conditions: Sequence[Condition]) -> tuple[bytes, dict[str, Any]]:
    """All that `Reasons` goes by: a module that works out what pieces of code are worth and searches for options, and
    beside it by alternative the `levels` of what makes its options; `functions`, `predicates`, `conditions`,
    `variables` and `types`, which nodes name by their numbers; the words of `rules`; `places`; the names of `costs`
    and `scopes`, for which players may read others; and of the module what `evaluator_parts` says (`evaluator`), the
    `searches` by decision, the cells of what is `wanted` and what its texts tell (`found`); and the `answers` by
    decision, which alternatives it has."""
    return _Writer(basis, ruleset, conditions).data()


Named = TypeVar("Named")


class _Numbers(Generic[Named]):
    """What gets a number when it is first named, and is written down later."""

    def __init__(self, write: Callable[[Named], Any]) -> None:
        self._write = write
        self._known: dict[Named, int] = {}
        self.written: list[Any] = []

    def of(self, each: Named) -> int:
        """Its number."""
        return self._known.setdefault(each, len(self._known))

    def go_on(self) -> bool:
        """Write down all that has been named since; whether there was any."""
        since = list(self._known)[len(self.written) :]
        self.written += [self._write(each) for each in since]
        return bool(since)


class _Writer:
    def __init__(self, basis: Basis, ruleset: Ruleset, conditions: Sequence[Condition]) -> None:
        self.basis, self.ruleset, self.conditions = basis, ruleset, conditions
        self.tables = basis.tables.extended()
        self.costs, self.scopes = set[str](), set[str]()
        self.asked: dict[int, None] = {}
        self.functions = _Numbers(self._function)
        self.predicates = _Numbers(self._predicate)
        self.variables = _Numbers(self._variable)
        self.types = _Numbers[tuple[Any, ...]](list)
        program = basis.program
        seen = [each for each in program.fields if not each.internal]
        self.hidden = {each.base: number for number, each in enumerate(seen) if each.visibility.mode != "all"}
        self.zones = {
            each.first: number for number, each in enumerate(program.families) if each.visibility.mode != "all"
        }

    def data(self) -> tuple[bytes, dict[str, Any]]:
        levels = {str(number): self._levels(code) for number, code in self.basis.tables.option_code.items()}
        while any(each.go_on() for each in (self.functions, self.predicates, self.variables, self.types)):
            pass
        module, told = self._module()
        return module, {
            **told,
            "levels": levels,
            "functions": self.functions.written,
            "predicates": self.predicates.written,
            "variables": self.variables.written,
            "conditions": [self._described(each) for each in self.conditions],
            "types": self.types.written,
            "costs": sorted(self.costs),
            "scopes": sorted(self.scopes),
            "rules": {str(each): words_of(self.basis, self.ruleset, each) for each in self.ruleset.rulebook.rules},
            "places": [[f"{each.file}:{each.line}", each.column, each.excerpt.strip()] for each in self.tables.places],
        }

    def _module(self) -> tuple[bytes, dict[str, Any]]:
        """The module, and what is told of it."""
        made = with_searches(with_tables(self.basis.program, self.tables))
        functions = [*made.functions, *self.asked]
        module, about = modules().evaluator_parts(reduced(made.program, functions), functions)
        return module, {
            "evaluator": about,
            "searches": made.functions,
            "wanted": asdict(made.wanted),
            "found": {str(text): asdict(each) for text, each in made.found.items()},
            "answers": [[each.alternative for each in decision.answers] for decision in made.program.decisions],
        }

    # ------------------------------------------------------------ what is named by numbers

    def _levels(self, code: bodies.Options | tuple[Any, ...]) -> list[Any]:
        if isinstance(code, bodies.Options):
            return self._many(code.levels)
        return [
            {"guards": [], "parameter": {"variable": self.variables.of(each.variable), "items": self._node(each.items),
             "value": None, "tests": [] if each.test is None else [self._node(each.test)]}}
            for each in code
        ]  # fmt: skip

    def _function(self, signature: Signature) -> dict[str, Any] | None:
        known = self.basis.functions.get(signature)
        if known is None:
            return None
        declared = self.ruleset.functions.get(Word(signature.name))
        return {
            "name": signature.name,
            **({"text": "", "source": []} if declared is None else self._described(declared)),
            "params": [self.variables.of(each) for each in known.code.params],
            "body": self._many(known.code.body),
            "changes": None if known.adjusted is None else self._many(known.adjusted.changes),
        }

    def _predicate(self, predicate: PredicateInfo) -> dict[str, Any] | None:
        known = self.basis.predicates.get(predicate)
        if known is None:
            return None
        domain = self.basis.world.domains[predicate.domain]
        kind = self.ruleset.kinds.get(Word(domain.name))
        entries = {} if kind is None else kind.entries
        told = [entries.get(Word(domain.entry_of(at))) for at in range(domain.size)]
        overrides = [self.basis.tables.tables[domain.attributes[name].table] for name in predicate.overrides]
        return {
            "names": [f"{name}.{predicate.name}" for name in domain.names],
            "told": [None if each is None else self._described(each) for each in told],
            "params": [self.variables.of(each) for each in known.params],
            "conditions": self._many(known.conditions),
            "of_entry": list(known.of_entry),
            "own": [list(each) for each in overrides],
        }

    def _variable(self, variable: Variable) -> dict[str, Any]:
        value = None if variable.value is None else self._node(variable.value)
        return {"name": variable.name, "type": self._type(variable.type), "value": value}

    @staticmethod
    def _described(declared: Any) -> dict[str, Any]:
        return {"text": line_of(declared.text), "source": [str(each) for each in declared.source]}

    def _type(self, kind: Any) -> int:
        shown = self.tables.value_type(kind)
        told = [kind.kind, bool(kind.scalar), shown.kind, shown.domain, shown.optional, shown.many]
        return self.types.of(tuple(told))

    # ------------------------------------------------------------ nodes

    def _many(self, nodes: Iterable[Node]) -> list[Any]:
        return [self._node(each) for each in nodes]

    def _node(self, node: Node) -> dict[str, Any]:
        out: dict[str, Any] = {"kind": type(node).__name__}
        for name in [each.name for each in fields(node) if each.name not in ("span", "type")]:
            value = self._part(getattr(node, name))
            if value is not None:
                out[name] = value
        out |= self._more(node)
        if isinstance(node, typed.Expr):
            out |= self._value(node)
        return out

    def _part(self, value: Any) -> Any:
        """A field of a node, if it is one that matters."""
        if isinstance(value, Node):
            return self._node(value)
        if isinstance(value, Variable):
            return self.variables.of(value)
        if isinstance(value, Signature):
            return self.functions.of(value)
        if isinstance(value, PredicateInfo):
            return self.predicates.of(value)
        if isinstance(value, tuple):
            return [self._part(each) for each in value]
        return value if isinstance(value, str | int) else None

    def _more(self, node: Node) -> dict[str, Any]:
        """What belongs to a node besides its fields."""
        match node:
            case typed.Field():
                back = {} if node.field.back == "false" else {"back": node.field.domain}
                return {"hidden": self.hidden.get(self.tables.cell[node.field], -1), **back}
            case typed.Zone():
                return {"hidden": self.zones.get(node.zone.first, -1)}
            case typed.Name(meant=ZoneInfo() as zone):
                return {"hidden": self.zones.get(zone.first, -1)}
            case typed.BuiltinCall():
                return {"name": node.builtin.name}
            case typed.Actions():
                return {"alternatives": [self.tables.alternative[each] for each in node.actions]}
            case typed.Position():
                made_of = node.position
                closed = any(self.tables.cell[each] in self.hidden for each in made_of.fields)
                return {"open": not closed and not any(each.first in self.zones for each in made_of.zones)}
            case bodies.Cost():
                self.costs.add(node.word)
                return {**self._stored(node.resource), "place": _place(node)}
            case bodies.Limit():
                self.scopes.add(node.per)
                return {**self._stored(node.counter), "place": _place(node)}
        return {}

    def _stored(self, field: FieldInfo) -> dict[str, Any]:
        cell = self.tables.cell[field]
        return {"cell": cell, "hidden": self.hidden.get(cell, -1)}

    def _value(self, node: typed.Expr) -> dict[str, Any]:
        """What an expression is worth, and how it is told."""
        named = named_in(self.conditions, node)
        out: dict[str, Any] = {
            "type": self._type(node.type),
            "code": self.basis.world.excerpt(node.span),
            "place": _place(node),
            "column": node.span.column,
        }
        if named is not None:
            out["condition"] = next(i for i, each in enumerate(self.conditions) if each is named)
        free = free_variables(node)
        if free:
            out["free"] = [self.variables.of(each) for each in free]
        if node.constant is not None:
            out["constant"] = node.constant
        elif is_askable(node) and not (isinstance(node, typed.Local) and node.variable.value is None):
            value = Value(node.span, "question", "a question", free, node, node.type)
            out["asked"] = value_function(self.tables, value)
            self.asked[out["asked"]] = None
        return out


def _place(node: Node) -> str:
    return f"{node.span.file}:{node.span.line}"
