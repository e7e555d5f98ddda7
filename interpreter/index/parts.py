"""What an element says, key by key, in canonical words: layout, comments and superfluous brackets do not show.

A key that holds a mapping gives one part for each of its keys, a table one for each cell (by its labels), links one for
each pair of ends; so a part can be compared with the part of the same key in another ruleset. Lists of code are one
part with a line for each item.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel
from yupana.schemas.fields import CodeRole
from yupana.schemas.grids import Grid
from yupana.schemas.ruleset import BoardDecl, KindDecl, LinkDecl, Players, TableDecl
from yupana.schemas.source import Code, Report, Span
from yupana.schemas.spanned import Spanned
from yupana.schemas.walk import held

from ..language import nodes
from ..language.locals import Names, without_names
from ..language.parse import (
    parse_effects,
    parse_event,
    parse_expression,
    parse_function_body,
    parse_template,
    parse_type,
)
from ..language.show import show_effects, show_event, show_expression, show_type

APART = {"source", "text", "steps"}
"""Keys that are not parts: where an element comes from, what it is about, and the steps inside it."""

CHILDREN = {
    "seats", "entries", "fields", "predicates", "procedures", "actions", "adjustments", "triggers", "slots", "links",
    "spaces", "items",
}  # fmt: skip
"""Keys whose values are elements of their own."""

CARRIED = {
    "actions": "actions", "slots": "actions", "adjustments": "adjustments", "triggers": "triggers",
    "procedures": "procedures",
}  # fmt: skip
"""The section as whose elements these children count, though they stand in kinds and their entries."""

_NAMED = ("of", "rows", "columns")
"""Keys whose own keys are called by their places where names do not count."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of code of an element: the part it belongs to, the code, and what was read from it (an expression, a
    type, a text with values, or the statements of effects or of a function)."""

    part: str
    code: Code
    node: nodes.Node | tuple[nodes.Node, ...]

    @property
    def key(self) -> str:
        """The key of the element under which it stands."""
        return self.part.partition(".")[0]


@dataclass(slots=True)
class Parts:
    """The parts of an element as they are collected. `words` hold the canonical values, `spans` where code stands;
    `code` are the keys that hold code, `plain` those that hold texts, `pieces` all code as it was read; `given` says of
    what entries give that is no expression what it is (see `given_otherwise`), None for a text. `nameless` holds key
    and value of the parts that read otherwise once the names of locals are left out; `names` gives what the parameters
    are called there.
    """

    section: str
    given: Mapping[str, CodeRole | None] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    code: set[str] = field(default_factory=set)
    plain: set[str] = field(default_factory=set)
    pieces: list[Piece] = field(default_factory=list)
    names: Names = field(default_factory=dict)
    nameless: dict[str, tuple[str, str]] = field(default_factory=dict)
    _shown: str = ""
    _bare: dict[int, str] = field(default_factory=dict)
    _is_bare: bool = False

    def read(self, model: Spanned) -> None:
        """All parts of an element's model; its children are left out."""
        roles = model.roles()
        for (key, shown, info), value in held(model):
            if _is_default(value, info.default) or (key in APART and self.section != "rules"):
                continue
            if key in CHILDREN and isinstance(value, Mapping):
                for child, each in value.items():
                    if not isinstance(each, BaseModel):
                        self._part(f"{shown}.{child}", roles.get(key), each)
            elif isinstance(model, TableDecl) and key == "cells":
                self._cells(model)
            elif isinstance(model, LinkDecl) and key == "pairs":
                self._pairs(model)
            elif isinstance(value, Grid):
                for part, each in value.parts():
                    self._part(f"{shown}.{part}", "expression", each)
            else:
                self._part(shown, roles.get(key), value)

    # ------------------------------------------------------------ one key

    def _part(self, shown: str, role: CodeRole | None, value: object) -> None:
        self._shown = shown
        if isinstance(value, Mapping):
            for child, each in value.items():
                self._part(f"{shown}.{child}", self._attribute(role, child), each)
        elif isinstance(value, Spanned):
            roles = value.roles()
            for (child, key, info), each in held(value):
                if not _is_default(each, info.default):
                    self._part(f"{shown}.{key}", roles.get(child), each)
        elif isinstance(value, list) and any(isinstance(each, Code | Mapping | BaseModel) for each in value):
            self._say(shown, lambda: "\n".join(self._line(role, each) for each in value))
            self.code.add(shown)
        elif value not in ([], {}) or isinstance(value, bool):
            self._say(shown, lambda: self._words(role, value))
            if isinstance(value, Code) and role is None:
                self.plain.add(shown)
            elif isinstance(value, Code):
                self.spans[shown] = value.span
                self.code.add(shown)

    def _say(self, shown: str, make: Callable[[], str]) -> None:
        """Note a part, with the names of locals and without."""
        self._bare = {}
        self.words[shown] = make()
        first, _, last = shown.partition(".")
        key = f"{first}.{self.names[last]}" if first in _NAMED and last in self.names else shown
        if self._bare or key != shown:
            self._is_bare = True
            self.nameless[shown] = (key, make())
            self._is_bare = False

    def _cells(self, table: TableDecl) -> None:
        (row_name, rows), *_ = table.rows.items()
        column_name, columns = next(iter(table.columns.items())) if table.columns else ("", [])
        for label, row in zip(rows, table.cells, strict=False):
            at, bare = f"cells.{row_name} {label}", f"cells.{self.names[row_name]} {label}"
            cells = {"": row} if not isinstance(row, list) else dict(zip(map(str, columns), row, strict=False))
            for column, cell in cells.items():
                place, there = (f", {column_name} ", f", {self.names[column_name]} ") if column else ("", "")
                self.words[f"{at}{place}{column}"] = str(cell)
                self.nameless[f"{at}{place}{column}"] = f"{bare}{there}{column}", str(cell)

    def _pairs(self, links: LinkDecl) -> None:
        arrow = " > " if links.directed else " - "
        for pair in links.pairs:
            names = [str(each) for each in pair if not isinstance(each, Mapping)]
            rest = [self._words("attribute", each) for each in pair if isinstance(each, Mapping)]
            key = f"pairs.{arrow.join(names)}"
            count = 2
            while key in self.words:
                key, count = f"pairs.{arrow.join(names)} #{count}", count + 1
            self.words[key] = " ".join(rest) or "there"

    # ------------------------------------------------------------ values

    def _attribute(self, role: CodeRole | None, name: object) -> CodeRole | None:
        """What stands under a name in a mapping: of attributes their declarations say it."""
        return self.given.get(str(name), "expression") if role == "attribute" else role

    def _line(self, role: CodeRole | None, value: object) -> str:
        """One item of a list: a mapping as `key: value, …`."""
        if isinstance(value, Spanned):
            roles = value.roles()
            named = {key: (roles.get(child), each) for (child, key, _), each in held(value) if each is not None}
            return ", ".join(f"{shown}: {self._words(inner, each)}" for shown, (inner, each) in named.items())
        if isinstance(value, Mapping):  # in an example `then` is a condition
            inner = {child: "expression" if (role, child) == ("move", "then") else role for child in value}
            return ", ".join(f"{child}: {self._words(inner[child], each)}" for child, each in value.items())
        return self._words(role, value)

    def _words(self, role: CodeRole | None, value: object) -> str:
        """A value in canonical words; the names in it are noted."""
        if isinstance(value, Code):
            return self._code(role, value)
        if isinstance(value, Mapping):
            parts = [f"{child}: {self._words(self._attribute(role, child), each)}" for child, each in value.items()]
            return "{" + ", ".join(parts) + "}"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(self._words(role, each) for each in value) + "]"
        if isinstance(value, BaseModel):
            return "{" + self._line(role, value) + "}"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return " ".join(str(value).split())
        return str(value)

    def _code(self, role: CodeRole | None, code: Code) -> str:
        if self._is_bare and id(code) in self._bare:
            return self._bare[id(code)]
        plain = " ".join(code.text.split())
        if role == "drawing":
            return drawn(code.text)
        node = _PARSERS[role](code, Report()) if role in _PARSERS else None
        if node is None:
            return plain
        if isinstance(node, nodes.Node | tuple) and not self._is_bare:
            self.pieces.append(Piece(self._shown, code, node))
        told = _canonical(node, plain)
        if isinstance(node, nodes.Template):
            node = node if any(isinstance(each, nodes.Expr) for each in node.parts) else None
        bare = without_names(node, self.names)
        if bare != node:
            words = show_expression(bare) if isinstance(bare, nodes.Template) else _canonical(bare, plain)
            self._bare[id(code)] = words
        return told


_PARSERS: dict[CodeRole | None, Callable[[Code, Report], object]] = {
    "expression": parse_expression, "type": parse_type, "effects": parse_effects, "body": parse_function_body,
    "event": parse_event, "template": parse_template,
}  # fmt: skip


def drawn(text: str) -> str:
    """A drawing in canonical words: row by row, without blanks between signs of one letter."""
    rows = [line.split() for line in text.split("\n") if line.strip()]
    return "\n".join([("" if all(len(word) == 1 for word in row) else " ").join(row) for row in rows])


def _canonical(node: object, plain: str) -> str:
    """A piece of code in canonical words; a text with values stays as it is written."""
    if isinstance(node, nodes.TypeExpr):
        return show_type(node)
    if isinstance(node, nodes.Event):
        return show_event(node)
    if isinstance(node, tuple):
        return show_effects(node)
    return show_expression(node) if isinstance(node, nodes.Expr) and not isinstance(node, nodes.Template) else plain


def _is_default(value: object, default: object) -> bool:
    """Whether a key says nothing that would not hold without it; 0 is not false."""
    return value is None or value == [] or (type(value) is type(default) and value == default)


def positions(model: BaseModel | None) -> Names:
    """What the parameters are called where names do not count: by their place. Those of an action show in its options,
    so they keep their names."""
    if isinstance(model, TableDecl):
        return {name: f"$p{number}" for number, name in enumerate(model.axes, 1)}
    value = getattr(model, "of", None)
    return {str(each): f"$p{number}" for number, each in enumerate(value, 1)} if isinstance(value, Mapping) else {}


def given_otherwise(model: BaseModel | None) -> dict[str, CodeRole | None]:
    """What entries of a kind or board (and seats, and links) give that is no expression: attributes that are texts, and
    procedures, which are effects."""
    out: dict[str, CodeRole | None] = dict.fromkeys(text_attributes(model))
    return out | dict.fromkeys(map(str, model.procedures if isinstance(model, KindDecl) else ()), "effects")


def text_attributes(model: BaseModel | None) -> frozenset[str]:
    """The attributes of the seats, a kind, board or kind of links that are texts."""
    if isinstance(model, Players | KindDecl | BoardDecl | LinkDecl):
        return frozenset(
            str(name) for name, code in model.attributes.items() if code.text.strip().rstrip("?") == "text"
        )
    return frozenset()
