"""What a ruleset may say: one Pydantic model for every section.

The models are strict (an unknown key is refused) and hold declarations only: names are not resolved here and code is
kept as `Code`, text with its place. The YAML loader hands scalars over as `Scalar` and mappings as `Mapping`
(see `load`), so that every element knows its span and the span of each of its keys.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from .fields import ByPlayers, CodeText, Cell, Flag, Name, Number, PlainText, RuleId, Strings, Value, Spanned

__all__ = ["Ruleset"]


class Element(Spanned):
    """Anything with a name in a ruleset: it may cite rules and carry a text."""

    source: Strings = Field(default_factory=list)
    text: PlainText | None = None


class Header(Spanned):
    """`ruleset:`"""

    name: Name
    title: PlainText
    language: Number = 1
    text: PlainText | None = None
    extends: PlainText | None = None
    designer: PlainText | None = None


class FieldDecl(Element):
    """A field of the state; the short form is its type alone."""

    type: CodeText
    start: CodeText | None = None
    per: Name | None = None
    visible: CodeText | None = None


class Players(Element):
    min: Number
    max: Number
    names: list[Name]
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)


class OptionDecl(Element):
    type: CodeText
    default: CodeText


class ConstantDecl(Element):
    """`value` is an int, a bool, a name or a list of ints; or `by_players` gives one for each number of players."""

    value: Value | list[Value] | None = None
    by_players: dict[int, Value] | None = None


class EntryDecl(Element):
    """One entry of a kind: `count`, `players` and `start` are known words, the rest are attributes (`values`)."""

    count: Number | dict[int, Number] | None = None
    players: list[Number] | None = None
    start: Name | None = None
    values: dict[Name, CodeText] = Field(default_factory=dict)


class PredicateDecl(Element):
    of: dict[Name, CodeText] = Field(default_factory=dict)
    gives: CodeText | None = None


class KindDecl(Element):
    attributes: dict[Name, CodeText] = Field(default_factory=dict)
    defaults: dict[Name, CodeText] = Field(default_factory=dict)
    entries: dict[Name, EntryDecl] = Field(default_factory=dict)
    per_player: Number | None = None
    alike: Flag = False
    start: Name | None = None
    predicates: dict[Name, PredicateDecl] = Field(default_factory=dict)
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)


class HexRow(Spanned):
    r: Number
    q: CodeText  # a range a..b


class HexGrid(Spanned):
    rows: list[HexRow]


class SquareGrid(Spanned):
    columns: Number
    rows: Number
    diagonal: Flag = False


class Area(Spanned):
    cells: list[Cell]
    set: dict[Name, CodeText]


class LinkDecl(Element):
    attributes: dict[Name, CodeText] = Field(default_factory=dict)
    pairs: list[list[Value | dict[Name, CodeText]]]
    directed: Flag = False
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)


class BoardDecl(Element):
    """Exactly one of `hex`, `square`, `spaces` gives the spaces."""

    kind: Name
    hex: HexGrid | None = None
    square: SquareGrid | None = None
    spaces: dict[Name, EntryDecl] | None = None
    attributes: dict[Name, CodeText] = Field(default_factory=dict)
    defaults: dict[Name, CodeText] = Field(default_factory=dict)
    areas: list[Area] = Field(default_factory=list)
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)
    links: dict[Name, LinkDecl] = Field(default_factory=dict)
    shapes: dict[Name, list[list[Number]]] = Field(default_factory=dict)


class TableDecl(Element):
    """`rows` and `columns` hold one key each: its name and the labels. `cells` is one row of values for every row label
    (a flat list when there are no columns); a value is an int, or a text that matches `parts`."""

    rows: dict[Name, list[Value]]
    columns: dict[Name, list[Value]] | None = None
    parts: PlainText | None = None
    clamp: Flag = False
    cells: list[Value | list[Value]]


class ZoneDecl(Element):
    of: Name
    each: Name | None = None
    ordered: Flag = False
    visible: CodeText | None = None
    refill: Name | None = None


class FunctionDecl(Element):
    """`is` (attribute `body`) is an expression or a pure block."""

    of: dict[Name, CodeText] = Field(default_factory=dict)
    gives: CodeText | None = None
    body: CodeText = Field(alias="is")
    adjustable: Flag = False


class ProcedureDecl(Element):
    of: dict[Name, CodeText] = Field(default_factory=dict)
    gives: CodeText | None = None
    effects: CodeText
    adjustable: Flag = False


class ParameterDecl(Spanned):
    """`in` (attribute `items`) with an optional `if` (attribute `test`), or `is` (attribute `value`)."""

    items: CodeText | None = Field(default=None, alias="in")
    test: CodeText | None = Field(default=None, alias="if")
    value: CodeText | None = Field(default=None, alias="is")


class LimitDecl(Spanned):
    per: Name
    times: CodeText | None = None
    of: Name | None = None


class ActionDecl(Element):
    menu: Strings = Field(default_factory=lambda: ["main"])
    parameters: dict[Name, ParameterDecl] = Field(default_factory=dict)
    when: CodeText | None = None
    cost: dict[Name, CodeText] = Field(default_factory=dict)
    limit: LimitDecl | None = None
    effects: CodeText


class AdjustmentDecl(Element):
    """What a card or marker changes: `of` a function (`value`) or of a procedure (`instead`, `before`, `after`)."""

    of: Name
    when: CodeText | None = None
    value: CodeText | None = None
    instead: CodeText | None = None
    before: CodeText | None = None
    after: CodeText | None = None
    duration: Name | None = Field(default=None, alias="for")
    at: CodeText | None = None
    holds: Literal["me", "all"] = "all"
    stacks: Flag = False


class PassDecl(Spanned):
    name: Name = "pass"
    test: CodeText | None = Field(default=None, alias="if")


class StepDecl(Element):
    """One step of `setup` or `flow`. Exactly one of `rounds`, `turns`, `phase` names it, or it is a bare `do`."""

    rounds: Name | None = None
    turns: Name | None = None
    phase: Name | None = None
    do: CodeText | None = None
    start: CodeText | None = None
    end: CodeText | None = None
    times: CodeText | None = None
    until: CodeText | None = None
    steps: list[StepDecl] | None = None
    order: CodeText | None = None
    skip: CodeText | None = None
    menu: Name | None = None
    play: Literal["one", "until_pass"] = "one"
    pass_: PassDecl | None = Field(default=None, alias="pass")


class ScoreItem(Element):
    points: CodeText


class Scoring(Element):
    items: dict[Name, ScoreItem] = Field(default_factory=dict)
    tie_break: list[CodeText] = Field(default_factory=list)
    winners: CodeText | None = None
    report: list[CodeText] = Field(default_factory=list)


class Invariant(Element):
    test: CodeText = Field(alias="is")


class RuleDecl(Spanned):
    section: PlainText
    status: Literal["stated", "ruling", "assumed", "found"] = "stated"
    text: PlainText
    data: Flag = False


class Rulebook(Spanned):
    sections: dict[RuleId, PlainText] = Field(default_factory=dict)
    rules: dict[RuleId, RuleDecl] = Field(default_factory=dict)


class ExampleDecl(Element):
    """`when` holds one-key mappings: a player's name and what he does, or `then` and a condition."""

    players: Number | None = None
    seed: Number = 1
    options: dict[Name, Value] = Field(default_factory=dict)
    given: CodeText | None = None
    run: CodeText | None = None
    rolls: list[Number] = Field(default_factory=list)
    when: list[dict[Name, CodeText]] = Field(default_factory=list)
    then: CodeText | list[CodeText] = Field(default_factory=list)


class LookBoard(Spanned):
    """How the terminal draws a board: one template for each line of a cell; `at` places listed spaces (column, row)."""

    cell: list[CodeText] = Field(default_factory=list)
    at: dict[Name, list[Number]] = Field(default_factory=dict)
    width: Number | None = None


class Look(Spanned):
    """Things only tools read: boards, panels (title and lines of text), glyphs and colours of entities."""

    boards: dict[Name, LookBoard] = Field(default_factory=dict)
    table: list[CodeText] = Field(default_factory=list)
    player: list[CodeText] = Field(default_factory=list)
    colours: dict[Name, PlainText] = Field(default_factory=dict)
    glyphs: dict[Name, PlainText] = Field(default_factory=dict)


class Ruleset(Spanned):
    """A whole composed ruleset."""

    ruleset: Header
    players: Players
    options: dict[Name, OptionDecl] = Field(default_factory=dict)
    constants: dict[Name, ConstantDecl] = Field(default_factory=dict)
    enums: dict[Name, list[Name]] = Field(default_factory=dict)
    kinds: dict[Name, KindDecl] = Field(default_factory=dict)
    boards: dict[Name, BoardDecl] = Field(default_factory=dict)
    tables: dict[Name, TableDecl] = Field(default_factory=dict)
    state: dict[Name, FieldDecl] = Field(default_factory=dict)
    zones: dict[Name, ZoneDecl] = Field(default_factory=dict)
    functions: dict[Name, FunctionDecl] = Field(default_factory=dict)
    procedures: dict[Name, ProcedureDecl] = Field(default_factory=dict)
    actions: dict[Name, ActionDecl] = Field(default_factory=dict)
    adjustments: dict[Name, AdjustmentDecl] = Field(default_factory=dict)
    setup: list[StepDecl] = Field(default_factory=list)
    flow: list[StepDecl] = Field(default_factory=list)
    scoring: Scoring = Field(default_factory=Scoring)
    invariants: dict[Name, Invariant] = Field(default_factory=dict)
    rulebook: Rulebook = Field(default_factory=Rulebook)
    examples: dict[Name, ExampleDecl] = Field(default_factory=dict)
    look: Look = Field(default_factory=Look)
