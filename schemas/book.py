"""The sections that no rule needs to run: rulebook, examples, look, lint."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .element import Element
from .fields import (
    ONE_OF,
    ONE_OR_MANY,
    CodeText,
    Flag,
    Name,
    Number,
    PlainText,
    Reader,
    RuleId,
    Spanned,
    Value,
    fault,
    read_text,
)
from .tree import Mapping, Sequence, Word

LintCode = Annotated[Word, Reader(read_text, {"type": "string", "pattern": "^YUL[0-9]{3}$"})]
"""The code of a finding of `yupana lint`."""
Term = Annotated[Word, Reader(read_text, {"type": "string", "pattern": "\\S"})]
"""A word or words that the glossary explains."""


class RuleDecl(Spanned):
    """One rule of the rulebook, in our words."""

    noun: ClassVar[str] = "a rule"
    section: PlainText
    status: Annotated[Literal["stated", "ruling", "assumed", "found"], ONE_OF] = "stated"
    text: PlainText
    data: Flag = False


class Rulebook(Spanned):
    """The rules as numbered text, to which everything else refers."""

    noun: ClassVar[str] = "the rulebook"
    sections: dict[RuleId, PlainText] = Field(default_factory=dict)
    rules: dict[RuleId, RuleDecl] = Field(default_factory=dict)
    glossary: dict[Term, PlainText] = Field(default_factory=dict)


class ExampleDecl(Element):
    """`when` holds one-key mappings: a player's name and what they do, or `then` and a condition; `waits` a player and
    what they are asked for in the end: the decision by its name, or an option of it."""

    noun: ClassVar[str] = "an example"
    players: Number | None = None
    seed: Number = 1
    options: dict[Name, Value] = Field(default_factory=dict)
    given: CodeText | None = None
    run: CodeText | None = None
    rolls: list[Number] = Field(default_factory=list)
    when: list[dict[Name, CodeText]] = Field(default_factory=list)
    then: Annotated[list[CodeText], ONE_OR_MANY] = Field(default_factory=list)
    waits: dict[Name, CodeText] = Field(default_factory=dict)

    def examine(self, node: Mapping) -> None:  # noqa: D102
        waits = node.get("waits")
        if isinstance(waits, Mapping) and len(waits) != 1:
            hint = "for example `waits: {red: take}`"
            raise fault("YUP210", "one player and what they are asked for stands here", waits.span, hint)
        moves = node.get("when")
        for move in moves if isinstance(moves, Sequence) else ():
            if isinstance(move, Mapping) and len(move) != 1:
                hint = "begin each with a `- ` of its own"
                raise fault("YUP210", "one player and what they do, or `then`, stands here", move.span, hint)


class LookBoard(Spanned):
    """How the terminal draws a board: one template for each line of a cell; `at` places listed spaces (column, row)."""

    noun: ClassVar[str] = "the look of a board"
    cell: list[CodeText] = Field(default_factory=list)
    at: dict[Name, list[Number]] = Field(default_factory=dict)
    width: Number | None = None


class Look(Spanned):
    """Things only tools read: boards, panels (title and lines of text), glyphs and colours of entities."""

    noun: ClassVar[str] = "the look section"
    boards: dict[Name, LookBoard] = Field(default_factory=dict)
    table: list[CodeText] = Field(default_factory=list)
    player: list[CodeText] = Field(default_factory=list)
    colours: dict[Name, PlainText] = Field(default_factory=dict)
    glyphs: dict[Name, PlainText] = Field(default_factory=dict)


class Allowance(Spanned):
    """A finding of `yupana lint` that stands: `at` is the path of an element, which covers what is inside it."""

    noun: ClassVar[str] = "an allowance"
    code: LintCode
    at: PlainText
    why: PlainText


class Lint(Spanned):
    """What `yupana lint` need not tell of again, each with the reason."""

    noun: ClassVar[str] = "the lint section"
    allow: list[Allowance] = Field(default_factory=list)
