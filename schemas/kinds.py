"""Models of kinds: fields, entries, and what every entry of a kind gives for itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .actions import ActionSlot, AdjustmentDecl, TriggerDecl
from .element import Datum, Element
from .fields import (
    BY_SHAPE,
    ONE_OF,
    AttributeText,
    ConditionText,
    ConstantText,
    ExpressionText,
    Flag,
    Name,
    Number,
    PlainText,
    TypeText,
)
from .source import Code
from .spanned import Spanned
from .tree import Mapping, Node
from .walk import names

FROM = "from"
"""Among the entries of a kind, and the spaces of a board: the key that names the file of a table with more of them."""

EACH = "each"
"""Among the entries of a kind: the key that stands for an entry for every combination of values."""

HOLDERS = {"kinds": "entries", "boards": "spaces"}
"""The sections whose elements have entries, and under which key."""
HOLDING_BLOCKS = ("change", "replace")
"""The blocks of an overlay in which such sections stand as in a ruleset."""


def named_by(values: Iterable[str]) -> str:
    """What an entry is called that is called by its values."""
    return "_".join(each.replace("-", "minus_") for each in values)


class FieldDecl(Datum):
    """A field of the state; the short form is its type alone."""

    noun: ClassVar[str] = "a field"
    short_key: ClassVar[str | None] = "type"

    type: TypeText
    start: ConstantText | None = None
    per: Name | None = None
    visible: ExpressionText | None = None
    back: Annotated[Literal["false", "true", "until it moves"], ONE_OF] = "false"
    means: ConditionText | None = None


class OpenElement(Element):
    """An element whose keys that the model does not know are attributes (`values`)."""

    noun: ClassVar[str] = "an entry"
    open_keys: ClassVar[bool] = True
    may_be_empty: ClassVar[bool] = True

    @property
    def given(self) -> dict[str, Code]:
        """The attributes by their names."""
        return {str(name): code for name, code in vars(self)["values"].items()}

    @classmethod
    def keys(cls) -> dict[str, bool]:
        """All but `values`, which no author writes."""
        return {key: needed for key, needed in super().keys().items() if key != "values"}

    @classmethod
    def arrange(cls, node: Mapping) -> Mapping:
        """The keys that the model does not know are attributes."""
        known = cls.keys()
        values = Mapping([(key, value) for key, value in node.items() if key not in known], node.span)
        rest = [(key, value) for key, value in node.items() if key in known]
        return Mapping([*rest, ("values", values)], node.span)


class EntryDecl(OpenElement):
    """One entry of a kind: `count`, `players`, `start`, `adjustments` and `triggers` are known words, the rest are
    attributes and what else the kind lets every entry give (`values`); what is given as a mapping with keys of an
    action is one (`slots`)."""

    noun: ClassVar[str] = "an entry"
    open_model: ClassVar[type[Spanned] | None] = ActionSlot

    count: Annotated[Number | dict[Number, Number], BY_SHAPE] | None = None
    players: list[Number] | None = None
    start: Name | None = None
    values: dict[Name, AttributeText] = Field(default_factory=dict)

    def called_by(self, name: str) -> tuple[str, ...]:
        """The values that make up its name, as in what `each` stands for; nothing where it is called otherwise."""
        values = [code.text.strip() for code in self.given.values()]
        first = next(iter(self.given), "")
        for many in range(len(values), 0, -1):
            if name in (called := named_by(values[:many]), f"{first}_{called}"):
                return tuple(values[:many])
        return ()

    slots: dict[Name, ActionSlot] = Field(default_factory=dict)
    adjustments: dict[Name, AdjustmentDecl] = Field(default_factory=dict)
    triggers: dict[Name, TriggerDecl] = Field(default_factory=dict)

    @classmethod
    def keys(cls) -> dict[str, bool]:
        """All but `values` and `slots`, which no author writes."""
        return {key: needed for key, needed in super().keys().items() if key not in ("values", "slots")}

    @classmethod
    def arrange(cls, node: Mapping) -> Mapping:
        """The keys that the model does not know are attributes, conditions, effects and actions."""
        known = cls.keys()
        more = [(key, value) for key, value in node.items() if key not in known]
        slots = Mapping([(key, value) for key, value in more if _is_action(value)], node.span)
        values = Mapping([(key, value) for key, value in more if not _is_action(value)], node.span)
        rest = [(key, value) for key, value in node.items() if key in known]
        return Mapping([*rest, ("values", values), *([("slots", slots)] if slots else [])], node.span)


def _is_action(node: Node) -> bool:
    return isinstance(node, Mapping) and any(key in names(ActionSlot) for key in node)


class PredicateDecl(Element):
    """An attribute of a kind that is a condition with parameters; each entry gives its own."""

    noun: ClassVar[str] = "a predicate"
    of: dict[Name, TypeText] = Field(default_factory=dict)
    gives: TypeText | None = None


class ProcedureSlot(Element):
    """Effects with parameters that every entry of a kind gives for itself."""

    noun: ClassVar[str] = "a procedure of a kind"
    may_be_empty: ClassVar[bool] = True

    of: dict[Name, TypeText] = Field(default_factory=dict)
    gives: TypeText | None = None
    depth: Number | None = None


class PartsDecl(Spanned):
    """The parts of tiles: each tile shows a face, drawn with signs, and what is of one sign there and hangs together is
    a part, an entity of a kind of its own."""

    noun: ClassVar[str] = "the parts of tiles"

    of: Name
    face: Name
    signs: dict[PlainText, Annotated[AttributeText | dict[Name, AttributeText], BY_SHAPE]]
    match: Name
    laid: Name
    turn: Name | None = None
    shown: Name | None = None

    @property
    def shown_by(self) -> str:
        """The attribute that says how parts are drawn."""
        return str(self.shown or self.match)

    def said_by(self, sign: Name) -> dict[Name, Code]:
        """What a sign says of a part: a value alone is that of the attribute by which sides match."""
        said = self.signs[sign]
        return said if isinstance(said, dict) else {self.match: said}


class KindDecl(Element):
    """A kind of things: listed entries, or so many for each player."""

    noun: ClassVar[str] = "a kind"
    attributes: dict[Name, TypeText] = Field(default_factory=dict)
    defaults: dict[Name, AttributeText] = Field(default_factory=dict)
    predicates: dict[Name, PredicateDecl] = Field(default_factory=dict)
    procedures: dict[Name, ProcedureSlot] = Field(default_factory=dict)
    actions: dict[Name, ActionSlot] = Field(default_factory=dict)
    counting: ConditionText | None = Field(default=None, alias="while")
    whose: ExpressionText | None = None
    visible: ExpressionText | None = None
    per_player: Number | None = None
    alike: Flag = False
    start: Name | None = None
    parts: PartsDecl | None = None
    entries: dict[Name, EntryDecl] = Field(default_factory=dict)
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)
