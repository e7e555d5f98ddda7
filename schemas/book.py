"""The sections that no rule needs to run: rulebook, book, examples, lint, strength."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .diagrams import Drawn, Position, drawings
from .element import Element
from .fields import (
    LINES,
    ONE_OF,
    ONE_OR_MANY,
    ROWS,
    EffectsText,
    ExpressionText,
    Flag,
    MoveText,
    Name,
    Number,
    Percent,
    PlainText,
    Reader,
    RuleId,
    Value,
    fault,
    read_text,
)
from .nearest import did_you_mean
from .spanned import Spanned
from .tree import Mapping, Sequence, Word, cite

LintCode = Annotated[Word, Reader(read_text, {"type": "string", "pattern": "^(YUL[0-9]{3}|YUP266)$"})]
"""The code of a finding of `yupana lint`, or of one of `yupana rulebook check` that may be meant so."""
Term = Annotated[Word, Reader(read_text, {"type": "string", "pattern": "\\S"})]
"""A word or words that the glossary explains."""


class RuleDecl(Spanned):
    """One rule of the rulebook, in our words."""

    noun: ClassVar[str] = "a rule"
    section: PlainText
    status: Annotated[Literal["stated", "ruling", "computed", "assumed", "found"], ONE_OF] = "stated"
    data: Flag = False
    text: PlainText


class Rulebook(Spanned):
    """The rules as numbered text, to which everything else refers."""

    noun: ClassVar[str] = "the rulebook"
    sections: dict[RuleId, PlainText] = Field(default_factory=dict)
    glossary: dict[Term, PlainText] = Field(default_factory=dict)
    rules: dict[RuleId, RuleDecl] = Field(default_factory=dict)


def read_part(node: object) -> Word:
    """A part of a chapter of the printed book, such as `rules 3` or `setup`."""
    text = read_text(node)
    head, *names = text.split()
    hint = did_you_mean(head, (*ALONE, *NAMED)) or "there are " + ", ".join(f"`{each}`" for each in (*ALONE, *NAMED))
    if head not in ALONE and head not in NAMED:
        raise fault("YUP264", f"{cite(text)} is not a part of a book", text.span, hint)
    if head not in NAMED and names:
        raise fault("YUP264", f"`{head}` takes no name", text.span)
    if len(names) > 1 or (not names and head not in ALONE):
        raise fault("YUP264", f"`{head}` wants {NAMED[head]}", text.span, f"write `{head} NAME`")
    return Word(" ".join(text.split()), text.span)


ALONE = (
    *("overview", "components", "entries", "boards", "setup", "numbers", "rules", "tables", "scoring", "glossary"),
    *("variants", "examples", "counters", "zones", "turns", "actions", "special", "start", "summary", "index", "icons"),
    "exhibits",
)
"""The parts of a book that need no name. Those in the plural hold everything of their sort that no other part names;
`entries` and `rules` likewise."""

NAMED = {
    "entries": "the name of a kind",
    "board": "the name of a board",
    "spaces": "the name of a board",
    "rules": "a section of the rulebook",
    "table": "the name of a table",
    "example": "the name of an example",
    "examples": "a section of the rulebook",
}
"""The parts that take a name, and the name of what."""

_PART = f"^({'|'.join((*ALONE, *NAMED))})( \\S+)?$"
BookPart = Annotated[Word, Reader(read_part, {"type": "string", "pattern": _PART})]


class BookChapter(Spanned):
    """A chapter of the printed book: an opening text and parts, in the order in which they are printed."""

    noun: ClassVar[str] = "a chapter"
    title: PlainText | None = None
    text: PlainText | None = None
    holds: Annotated[list[BookPart], ONE_OR_MANY] = Field(default_factory=list)


class BookEntries(Spanned):
    """How the entries of a kind, or the spaces of a board, are printed."""

    noun: ClassVar[str] = "the table of a kind"
    columns: Annotated[list[Name], ONE_OR_MANY] | None = None
    names: Flag = True
    rules: Flag = False


class BookDecl(Spanned):
    """How the rulebook is printed."""

    noun: ClassVar[str] = "the book section"
    chapters: dict[Name, BookChapter] = Field(default_factory=dict)
    components: dict[Name, PlainText] = Field(default_factory=dict)
    names: dict[Term, PlainText] = Field(default_factory=dict)
    entries: dict[Name, BookEntries] = Field(default_factory=dict)
    hidden: list[Term] = Field(default_factory=list)


class ExampleDecl(Element):
    """`when` holds one-key mappings: a player's name and what they do, or `then` and a condition; `waits` a player and
    what they are asked for in the end: the decision by its name, or an option of it."""

    noun: ClassVar[str] = "an example"
    seed: Number = 1
    players: Number | None = None
    options: dict[Name, Value] = Field(default_factory=dict)
    before: EffectsText | None = None
    position: Position | None = None
    given: EffectsText | None = None
    run: EffectsText | None = None
    rolls: list[Number] = Field(default_factory=list)
    when: Annotated[list[dict[Name, MoveText]], ROWS] = Field(default_factory=list)
    then: Annotated[list[ExpressionText], LINES] = Field(default_factory=list)
    waits: dict[Name, MoveText] = Field(default_factory=dict)

    @property
    def drawn(self) -> Drawn:
        """The position that is drawn in it."""
        return drawings(self.position)

    def examine(self, node: Mapping) -> None:  # noqa: D102
        waits = node.get("waits")
        if isinstance(waits, Mapping) and len(waits) != 1:
            hint = "for example `waits: {red: take}`"
            raise fault("YUP210", "expected one player and what they are asked for", waits.span, hint)
        moves = node.get("when")
        for move in moves if isinstance(moves, Sequence) else ():
            if isinstance(move, Mapping) and len(move) != 1:
                hint = "begin each with a `- ` of its own"
                raise fault("YUP210", "expected one player and what they do, or `then`", move.span, hint)


class Allowance(Spanned):
    """A finding of `yupana lint` or `yupana rulebook check` that stands: `at` is the path of an element, which covers
    what is inside it."""

    noun: ClassVar[str] = "an allowance"
    code: LintCode
    at: PlainText
    why: PlainText


class Lint(Spanned):
    """What `yupana lint` and `yupana rulebook check` need not tell of again, each with the reason."""

    noun: ClassVar[str] = "the lint section"
    allow: list[Allowance] = Field(default_factory=list)


class AcceptedBreak(Spanned):
    """A break that no example need notice: `in` (attribute `element`) is the path of what it changes, `break`
    (attribute `what`) its words, as `yupana strength` tells them."""

    noun: ClassVar[str] = "an accepted break"
    element: PlainText = Field(alias="in")
    what: PlainText = Field(alias="break")
    because: PlainText


class StrengthDecl(Spanned):
    """What `yupana strength` need not tell of again, each with the reason; how many percent of the breaks must be
    noticed or accepted."""

    noun: ClassVar[str] = "the strength section"
    at_least: Percent | None = None
    accept: list[AcceptedBreak] = Field(default_factory=list)
