"""What the names and expressions in the code of a compiled ruleset are, at their places, in the author's words: for
tools that show code.

Guarantee: what is told is what the checker found; a place of which it found nothing has nothing to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from yupana.schemas.carried import every
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import NOWHERE, Code, Report, Span
from yupana.schemas.tree import Word

from ..check.functions import check_value
from ..check.interpolation import UnknownError, in_the_language, names_in_figures
from ..check.world import World
from ..compiled import CheckedRuleset
from ..language import nodes
from ..language.parse import parse_template
from ..language.types import INT_MAX, INT_MIN, Type
from ..typed.declared import ActionInfo, Definition, Signature, Sort
from ..typed.names import Menu, Named, Use
from ..typed.values import Variable

_GIVEN = ("me", "active", "players", "it", "value", "viewer", "owner")


@dataclass(frozen=True, slots=True)
class NameAt:
    """A name at its place: what it is the name of, its type (None: it has no value), what is done with it, and where it
    was declared. `key` is equal for names of one declaration in one check; `given`: the language gives this name."""

    span: Span
    name: str
    sort: Sort
    use: Use | Literal["declaration"]
    type: Type | None
    declared: Span
    key: object
    params: tuple[tuple[str, Type], ...] = ()
    of: str = ""
    given: bool = False
    changes: bool = False


class SemanticModel:
    """The names and types of one compiled ruleset. Asked for a file, only the names in it are looked at."""

    def __init__(self, compiled: CheckedRuleset) -> None:
        self.compiled, self.world, self._tree = compiled, compiled.checked.world, compiled.checked.tree
        self._symbols = {id(symbol): name for name, symbol in self.world.symbols.items()}
        self._named: dict[str, list[Named]] = {}
        around = compiled.around if compiled.nearly is None else compiled.nearly()
        for each in (*self.world.names, *(around or ())):
            self._named.setdefault(each.span.file, []).append(each)
        self._read: dict[str, list[NameAt]] = {}
        self._parameters = set(_parameters(self.world.ruleset))

    # ------------------------------------------------------------ names

    def in_file(self, file: str) -> list[NameAt]:
        """All names in a file, in order of their places, each once."""
        if file not in self._read:
            self._read[file] = self._in_order(self._named.get(file, ()), file)
        return self._read[file]

    def at(self, file: str, line: int, column: int) -> list[NameAt]:
        """The names at a place: several where one stands for several things, the shortest first."""
        here = (line, column)
        found = [
            each
            for each in self.in_file(file)
            if (each.span.line, each.span.column) <= here <= (each.span.end_line, each.span.end_column)
        ]
        return sorted(found, key=lambda each: (each.span.end_line - each.span.line, each.span.end_column))

    def in_text(self, text: Code) -> list[NameAt]:
        """The names in the braces of a text for people, whose values the book works out."""
        return self._in_order(names_in_figures(self.world, [text]), text.span.file)

    def _in_order(self, named: Iterable[Named], file: str) -> list[NameAt]:
        found: dict[tuple[Span, object], NameAt] = {}
        for each in named:
            told = self._described(each)
            if told is None or told.span.file != file:
                continue
            known = found.get((told.span, told.key))
            if known is None or known.use == "read":
                found[told.span, told.key] = told
            if told.sort in ("local", "parameter") and not told.given and told.declared.file == file:
                place = (told.declared, told.key)
                found.setdefault(place, _declaration(told))
        return sorted(found.values(), key=lambda each: (each.span.line, each.span.column))

    def _described(self, named: Named) -> NameAt | None:
        span, meant, use = named
        if isinstance(meant, Variable):
            given = meant.name in _GIVEN
            sort: Sort = "parameter" if given or meant.span in self._parameters else "local"
            return NameAt(
                span, str(meant.name), sort, use, meant.type, meant.span, ("local", meant.span, str(meant.name)),
                given=given and not _is_written(meant), changes=meant.mutable,
            )  # fmt: skip
        found = meant.described(self._symbols.get(id(meant), ""), self.world.domains)
        if found is None:
            return None
        key = (found.sort, found.of, found.whose or found.name)
        place = span if isinstance(meant, Menu) else found.span
        return NameAt(
            span, found.name, found.sort, use, found.type, place, key, found.params, found.of, changes=found.changes
        )

    # ------------------------------------------------------------ types

    def types_of(self, node: nodes.Expr) -> list[Type]:
        """The types of an expression of the rules, each once: one for each way in which it was checked."""
        return list(dict.fromkeys(each.type for each in self._tree.get((type(node), node.span), ())))

    def types_in_text(self, text: Code) -> Mapping[Span, Type]:
        """The types of the expressions in the braces of a text for people, by their places."""
        found: dict[Span, Type] = {}
        for more in self._worlds(text):
            found.update((span, checked[-1].type) for (_, span), checked in (more.tree or {}).items())
        return found

    def declared_by(self, type_: Type) -> Span | None:
        """Where the kind of the values of a type is declared, or of what it holds; None for numbers and the like."""
        if type_.domain < 0 or type_.kind == "map":
            return None if type_.element is None else self.declared_by(type_.element)
        domain = self.world.domains[type_.domain]
        boards = {board.kind: board.kind.span for board in self.world.ruleset.boards.values()}
        return None if self._is_text(type_) else boards.get(domain.name, domain.span)  # type: ignore[call-overload]

    def _worlds(self, text: Code) -> Iterator[World]:
        """The world after each expression in a text was checked: its names and its types are noted there."""
        template = parse_template(text, Report()) if "{" in text.text else None
        for part in template.parts if template is not None else ():
            if isinstance(part, str):
                continue
            more = self.world.extended()
            more.tree = {}
            try:
                node = in_the_language(more, part)
                check_value(more, "figure", "a text", node, {}, None)
            except UnknownError:
                continue
            yield more

    def show(self, type_: Type) -> str:
        """A type in words: also between which numbers a value lies, and how many values a list or map holds."""
        world, query = self.world, " or none" if type_.optional else ""
        if type_.kind == "int":
            return _number(type_, "a number") + query
        if self._is_text(type_):
            return f"a text{query}"
        if type_.kind == "list":
            most = "" if type_.bound is None else f"at most {type_.bound} "
            return f"a list of {most}{self._several(type_.element)}"
        if type_.kind == "set":
            domain = world.domains[type_.domain]
            return f"a set of {domain.name} (at most {domain.size})"
        if type_.kind == "map":
            domain = world.domains[type_.domain]
            return f"a map from {domain.name} ({domain.size}) to {self._several(type_.element)}"
        return world.show(type_)

    def brief(self, type_: Type) -> str:
        """A type as one writes it."""
        query = "?" if type_.optional else ""
        if type_.kind == "int":
            return ("int" if _unbounded(type_) else _number(type_, "int")) + query
        if type_.kind == "member":
            return f"text{query}" if self._is_text(type_) else f"{self.world.domains[type_.domain].name}{query}"
        inner = "…" if type_.element is None else self.brief(type_.element)
        if type_.kind == "list":
            return f"list[{inner}]" if type_.bound is None else f"list[{inner}, {type_.bound}]"
        if type_.kind == "set":
            return f"set[{self.world.domains[type_.domain].name}]"
        if type_.kind == "map":
            return f"map[{self.world.domains[type_.domain].name}, {inner}]"
        return type_.kind + query

    def called(self, name: NameAt) -> str:
        """What a name is called with, as one writes it: its parameters with their types, and what it gives."""
        params = ", ".join(f"{param}: {self.brief(type_)}" for param, type_ in name.params)
        gives = f": {self.brief(name.type)}" if name.type is not None else ""
        return f"{name.name}({params}){gives}"

    def signature(self, path: str) -> str:
        """The same of the element with a path; of one that is not called, its type; empty where it has neither."""
        section, _, name = path.partition(".")
        world = self.world
        meant: Definition | None = None
        if section in ("functions", "procedures"):
            meant = world.signatures.get(name)
        elif section == "actions":
            meant = next((each for each in world.actions if each.name == name), None)
        elif section == "zones":
            meant = world.zones.get(name)
        elif section in ("constants", "options"):
            meant = world.symbols.get(name)
        elif section == "state":
            meant = next((each for each in world.fields if each.domain < 0 and each.name == name), None)
        told = None if meant is None else self._described(Named(NOWHERE, meant, "read"))
        if told is None:
            return ""
        if isinstance(meant, Signature | ActionInfo):
            return self.called(told)
        return f"{name}: {self.brief(told.type)}" if told.type is not None else ""

    def _is_text(self, type_: Type) -> bool:
        """Whether it is a text of an attribute: their words are a domain without a name of its own."""
        return type_.kind == "member" and "." in self.world.domains[type_.domain].name

    def _several(self, type_: Type | None) -> str:
        if type_ is not None and type_.kind == "int" and not _unbounded(type_):
            return _number(type_, "numbers") + (" or none" if type_.optional else "")
        return self.world.several(type_)


def _parameters(ruleset: Ruleset) -> Iterator[Span]:
    """Where the parameters of everything with parameters are declared."""
    declared: list[Mapping[Word, object]] = [each.of for each in ruleset.functions.values()]
    declared += [each.of for each in ruleset.procedures.values()]
    for kind in ruleset.kinds.values():
        declared += [each.of for each in kind.predicates.values()]
        declared += [each.of for each in kind.procedures.values()]
    declared += [each.parameters for each in every(ruleset, "actions").values()]
    for each in declared:
        yield from (name.span for name in each)


def _declaration(name: NameAt) -> NameAt:
    return NameAt(
        name.declared, name.name, name.sort, "declaration", name.type, name.declared, name.key, changes=name.changes
    )


def _is_written(variable: Variable) -> bool:
    """Whether an author gave the name, one that the language gives elsewhere."""
    span = variable.span
    return span.line > 0 and span.line == span.end_line and span.end_column - span.column == len(variable.name)


def _unbounded(type_: Type) -> bool:
    return type_.low <= INT_MIN and type_.high >= INT_MAX


def _number(type_: Type, word: str) -> str:
    if type_.low <= INT_MIN or type_.high >= INT_MAX:
        from_ = "" if type_.low <= INT_MIN else f" from {type_.low}"
        return f"{word}{from_}" + ("" if type_.high >= INT_MAX else f" up to {type_.high}")
    return f"{word} {type_.low}..{type_.high}" if type_.low != type_.high else f"{word} {type_.low}"
