"""The lexer that Lark's parser reads from: the tokens of a code, each as what can stand in its place.

Whether a word is a name or a word of the grammar depends on where it stands, so the lexer asks the state of the parser:
a word is whatever can stand there, and of two readings the word of the grammar, unless what follows shows that it is a
name (`end = 3`, `choose by in s`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lark import Token as LarkToken
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState

from .tokens import END, RESERVED, WORD, Token

# words that mean something only together with the next one, or with a bracket right after them
_PAIRED = {
    "or": ("pass", "_OR_PASS"),
    "until": ("pass", "_UNTIL_PASS"),
    "up": ("to", "_UP_TO"),
    "top": ("of", "_TOP_OF"),
    "bottom": ("of", "_BOTTOM_OF"),
}
TOGETHER = {kind: f"{word} {second}" for word, (second, kind) in _PAIRED.items()}
"""These pairs of words by their kinds."""

_PAIRS = frozenset(kind for _, kind in _PAIRED.values())
_WITH_BRACKET = {"region": "_REGION_CALL", "costs": "_COSTS_CALL", "after": "_AFTER_CALL"}
_DIE = re.compile(r"d[0-9]{1,6}")
_CARRYING = frozenset(["NAME", "KEYWORD", "NUMBER", "STRING", "DIE"])

# what can follow a name and cannot follow a word that begins a statement or a part of one
_AFTER_NAME = frozenset(
    ["=", "+=", "-=", ".", ",", ")", "+", "*", "//", "%", "|", "&", "==", "!=", "<", "<=", ">", ">="]
)
_AFTER_VALUE = _AFTER_NAME - {"=", "+=", "-="} | {"-", "(", "[", "]", "}"}
_WORDS_AFTER_VALUE = frozenset(["in", "not", "and", "else", "for", "if", "while"])
_WORD_AFTER_NAME = frozenset(["in", "and", "or", "else"])


@dataclass(slots=True)
class Source:
    """What Lark is given to parse: tokens that `tokens.scan` cut, and the index of the one that is read."""

    text: str
    tokens: list[Token]
    index: int = 0


class Sign(LarkToken):
    """A token that carries no value: a sign, a word of the grammar, an end of a line."""

    __slots__ = ()


def token(terminal: str, text: str, at: int) -> LarkToken:
    """A token that stands nowhere."""
    return (LarkToken if terminal in _CARRYING else Sign)(terminal, text, at, end_pos=at + len(text))


class CodeLexer(Lexer):
    """Reads a `Source` from its index on. The index stays at a token until the parser has taken it, so after a fault it
    tells which token could not stand where it is."""

    __future_interface__ = 2  # Lark hands over the state of the parser, and any object as the text

    def __init__(self, conf: LexerConf) -> None:
        self._terminals = {each.pattern.value: each.name for each in conf.terminals}
        self._kinds = {name: kind for kind, name in self._terminals.items()}
        self._rows: dict[Any, frozenset[str]] = {}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[LarkToken]:
        """The tokens, each settled when the parser asks for it."""
        source: Any = lexer_state.text
        text, tokens, rows, terminals = source.text, source.tokens, self._rows, self._terminals
        while True:
            index = source.index
            kind, start, end = tokens[index]
            if kind == END:
                return
            index += 1
            if kind == WORD:
                row = rows.get(parser_state.position)
                if row is None:
                    row = rows[parser_state.position] = self._row(parser_state)
                kind = _read_word(text, tokens, index - 1, row)
                if kind in _PAIRS:
                    end = tokens[index][2]
                    index += 1
            if kind in _CARRYING:
                yield LarkToken(kind, text[start:end], start, end_pos=end)
            else:
                yield Sign(terminals.get(kind, kind), text[start:end], start, end_pos=end)
            source.index = index

    def _row(self, parser_state: Any) -> frozenset[str]:
        """The kinds of token that the parser's state has an entry for."""
        actions = parser_state.parse_conf.states[parser_state.position]
        return frozenset(self._kinds.get(name, name) for name in actions if name.isupper())


def _read_word(text: str, tokens: list[Token], index: int, row: frozenset[str]) -> str:
    """What a word is where it stands: itself, `NAME`, `KEYWORD`, `DIE`, or one of the kinds for words together."""
    _, start, end = tokens[index]
    word = text[start:end]
    follower, next_start, next_end = tokens[index + 1]
    if len(row) == 1 and "NAME" in row:  # a new name, or a field after a dot
        return word if word in RESERVED and tokens[index - 1][0] != "." else "NAME"
    if word == "step" and "step" in row and follower != WORD:  # `end step` of a step of that name
        return "NAME"
    if follower == "=" and "KEYWORD" in row:
        return "KEYWORD"
    next_word = text[next_start:next_end] if follower == WORD else ""
    if word in _PAIRED:
        second, kind = _PAIRED[word]
        together = next_word == second and (kind in row or word in RESERVED)
        if together and not (second == "pass" and _goes_on(text, tokens, index + 2)):  # `pass` alone can be a name
            return kind
    if word in RESERVED:
        return word
    if follower == "(" and word in _WITH_BRACKET and _WITH_BRACKET[word] in row:
        return _WITH_BRACKET[word]
    if "DIE" in row and _DIE.fullmatch(word):
        return "DIE"
    if word not in row or ("NAME" in row and _is_name(text, tokens, index, row)):
        return "NAME"
    return word


def _goes_on(text: str, tokens: list[Token], index: int) -> bool:
    """Whether a token goes on with a value before it, so that `pass` is the name of one: `until pass.done]`."""
    kind, start, end = tokens[min(index, len(tokens) - 1)]
    word = text[start:end] if kind == WORD else ""
    if word in ("or", "until"):  # of `or pass until pass` both are parts
        _, start, end = tokens[index + 1]
        return text[start:end] != "pass"
    return kind in _AFTER_VALUE or word in _WORDS_AFTER_VALUE


def word_is(text: str, tokens: list[Token], index: int, word: str) -> bool:
    """Whether a token is this word."""
    _, start, end = tokens[index]
    return text[start:end] == word


def _is_name(text: str, tokens: list[Token], index: int, row: frozenset[str]) -> bool:
    """Whether a word of the grammar is a name here, where both could stand: what follows tells."""
    _, _, end = tokens[index]
    follower, start, stop = tokens[index + 1]
    next_word = text[start:stop] if follower == WORD else ""
    if "*" in row:  # after a value; a name follows only in `choose 2 by in s`
        return next_word == "in"
    if follower == "[":  # `draw[k] = 3`, but `shuffle [a, b]`
        return start == end and "let" in row
    if word_is(text, tokens, index, "next"):  # `next turn ends`, but `next changes`, `next` alone
        return next_word in ("", "begins", "changes", "ends", "enters", "leaves")
    if next_word == "or":  # `choose or pass: …`
        _, start, stop = tokens[index + 2]
        return text[start:stop] != "pass"
    return follower in _AFTER_NAME or next_word in _WORD_AFTER_NAME
