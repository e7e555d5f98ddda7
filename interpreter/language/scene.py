"""The place where the parser is stuck, as those see it who say why: the tokens around, and what could stand there."""

from __future__ import annotations

from collections.abc import Callable

from yupana.schemas.records import dataclass
from yupana.schemas.source import Span

from .tokens import END, Token

STRUCTURE = ("_NEWLINE", "_INDENT", "_DEDENT")
"""The tokens that are no words or signs."""

OPENS = ("(", "[", "{")
CLOSES = (")", "]", "}")


@dataclass(frozen=True, slots=True)
class Scene:
    """The place of a fault: the tokens, the one that is stuck, and what could stand there."""

    text: str
    place: Callable[[int, int], Span]
    tokens: list[Token]
    index: int
    kind: str
    expected: frozenset[str]

    def word(self, offset: int = 0) -> str:
        """The text of the token `offset` places on; empty off the ends of the line."""
        at = self.index + offset
        if not 0 <= at < len(self.tokens):
            return ""
        kind, start, end = self.tokens[at]
        return "" if kind in STRUCTURE else self.text[start:end]

    @property
    def span(self) -> Span:
        """Where the stuck token stands."""
        _, start, end = self.tokens[self.index]
        return self.place(start, end)

    def ends(self, offset: int) -> tuple[int, int]:
        """Where the token `offset` places on begins and ends in the text."""
        _, start, end = self.tokens[self.index + offset]
        return start, end

    def since(self, offset: int) -> Span:
        """From the token `offset` places on to the end of the stuck one."""
        return self.place(self.ends(offset)[0], self.ends(0)[1])

    def after(self, offset: int) -> Span:
        """From behind the token `offset` places on to the end of the stuck one."""
        return self.place(self.ends(offset)[1], self.ends(0)[1])

    @property
    def statement(self) -> list[str]:
        """The words and signs before the stuck token of its statement: of the line, or of what follows a `:` or `;`."""
        depth, found = 0, list[str]()
        for word in self.line:
            depth += (word in OPENS) - (word in CLOSES)
            if word in (":", ";") and not depth:
                found = []
            else:
                found.append(word)
        return found

    @property
    def opened(self) -> int | None:
        """The offset of the innermost bracket that is open here; None outside of all."""
        depth = 0
        for offset in range(-1, line_start(self.tokens, self.index) - self.index - 1, -1):
            word = self.word(offset)
            depth += (word in CLOSES) - (word in OPENS)
            if depth < 0:
                return offset
        return None

    @property
    def at_end(self) -> bool:
        """Whether the line or the code ends here."""
        return self.kind == END or self.kind in STRUCTURE

    @property
    def line(self) -> list[str]:
        """The words and signs of the line before the stuck token."""
        start = line_start(self.tokens, self.index)
        return [self.text[first:last] for _, first, last in self.tokens[start : self.index]]

    @property
    def after_value(self) -> bool:
        """Whether a value has just ended."""
        return "*" in self.expected

    @property
    def needs_value(self) -> bool:
        """Whether a value must begin."""
        return "NUMBER" in self.expected


def line_start(tokens: list[Token], index: int) -> int:
    """The index of the first token of the line that the token stands in, or that it ends."""
    while index > 0 and tokens[index - 1][0] not in STRUCTURE:
        index -= 1
    return index
