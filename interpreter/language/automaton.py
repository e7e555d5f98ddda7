"""The LALR(1) automaton over the tables of grammar.lark: tokens in, a tree of nodes out.

It is our own loop, not Lark's, because thousands of small texts are read at every start, and because it settles whether
a word is a name or a word of the grammar: a word is whatever can stand in its place, and of two readings the word of
the grammar, unless what follows shows that it is a name (`end = 3`, `choose by in s`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import build_effects, build_expressions  # noqa: F401  (they fill ACTIONS)
from .actions import ACTIONS, Builder
from .tables import NODE, PASS_ON, load_tables
from .tokens import END, RESERVED, WORD, Token

_TABLES = load_tables()
ROWS = _TABLES.rows
GOTOS = _TABLES.gotos

_Step = tuple[str, int, int, Callable[..., Any], tuple[tuple[int, bool], ...], bool]


def _nothing(*_: Any) -> Any:
    return None


RULES: list[_Step] = [
    (rule.origin, rule.size, rule.what, ACTIONS[rule.action] if rule.what == NODE else _nothing, rule.keep, rule.plain)
    for rule in _TABLES.rules
]

# words that mean something only together with the next one, or with a bracket right after them
_TOGETHER = {
    "or": ("pass", "_OR_PASS"),
    "until": ("pass", "_UNTIL_PASS"),
    "up": ("to", "_UP_TO"),
    "top": ("of", "_TOP_OF"),
    "bottom": ("of", "_BOTTOM_OF"),
}
_PAIRS = frozenset(kind for _, kind in _TOGETHER.values())
_WITH_BRACKET = {"region": "_REGION_CALL", "costs": "_COSTS_CALL", "after": "_AFTER_CALL"}
_DIE = re.compile(r"d[0-9]{1,6}")

# what can follow a name and cannot follow a word that begins a statement or a part of one
_AFTER_NAME = frozenset(
    ["=", "+=", "-=", ".", ",", ")", "+", "*", "//", "%", "|", "&", "==", "!=", "<", "<=", ">", ">="]
)
_WORD_AFTER_NAME = frozenset(["in", "and", "or", "else"])


@dataclass(frozen=True, slots=True)
class Position:
    """How far the automaton has come: the token it is at, and its stack (a state more than values and their places)."""

    index: int
    states: list[int]
    values: list[Any]
    starts: list[int]
    ends: list[int]


class Stuck(Exception):  # noqa: N818  (it is no error of ours)
    """The token at the position, read as `kind`, cannot stand where it is."""

    def __init__(self, kind: str, position: Position) -> None:
        super().__init__(kind)
        self.kind = kind
        self.position = position


def run(builder: Builder, tokens: list[Token], start: str, at: Position | None = None, stop: int = -1) -> Any:
    """Shift and reduce until the start symbol stands; its value. Raises Stuck.

    With `at` it goes on from there; only faults are of use then, for a list that grew after that position stays grown.
    With `stop` it raises Stuck before that token at the latest.
    """
    rows, gotos, rules, text = ROWS, GOTOS, RULES, builder.text
    final = _TABLES.ends[start]
    at = at or Position(0, [_TABLES.starts[start]], [], [], [])
    index = at.index
    states, values, starts, ends = list(at.states), list(at.values), list(at.starts), list(at.ends)
    state = states[-1]
    while True:
        token = tokens[index]
        kind = token[0]
        if index == stop:
            raise Stuck(kind, Position(index, states, values, starts, ends))
        following = index + 1
        if kind == WORD:
            kind = read_word(text, tokens, index, rows[state])
            if kind in _PAIRS:
                token = (kind, token[1], tokens[following][2])
                following += 1
        while True:
            action = rows[state].get(kind)
            if action is None:
                raise Stuck(kind, Position(index, states, values, starts, ends))
            if action >= 0:
                break
            origin, size, what, make, keep, plain = rules[~action]
            if what == PASS_ON:
                states[-1] = state = gotos[states[-2]][origin]
            else:
                first, last = starts[-size], ends[-1]
                if plain:
                    value = values[-size:]
                else:
                    value = _kept(values, len(values) - size, keep)
                if what == NODE:
                    value = make(builder, value, first, last)
                del states[-size:], values[-size:], starts[-size:], ends[-size:]
                state = gotos[states[-1]][origin]
                states.append(state)
                values.append(value)
                starts.append(first)
                ends.append(last)
            if state == final and kind == END:
                return values[-1]
        state = action
        states.append(state)
        values.append(token)
        starts.append(token[1])
        ends.append(token[2])
        index = following


def _kept(values: list[Any], base: int, keep: tuple[tuple[int, bool], ...]) -> list[Any]:
    """The values that a rule keeps. A list at the front is added to in place: nothing else holds it."""
    if keep and keep[0] == (0, True):
        kept: list[Any] = values[base]
        keep = keep[1:]
    else:
        kept = []
    for at, over in keep:
        if over:
            kept.extend(values[base + at])
        else:
            kept.append(values[base + at])
    return kept


def read_word(text: str, tokens: list[Token], index: int, row: dict[str, int]) -> str:
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
    if word in _TOGETHER:
        second, kind = _TOGETHER[word]
        if next_word == second and (kind in row or word in RESERVED):
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


def _is_name(text: str, tokens: list[Token], index: int, row: dict[str, int]) -> bool:
    """Whether a word of the grammar is a name here, where both could stand: what follows tells."""
    _, _, end = tokens[index]
    follower, start, stop = tokens[index + 1]
    next_word = text[start:stop] if follower == WORD else ""
    if "*" in row:  # after a value; a name follows only in `choose 2 by in s`
        return next_word == "in"
    if follower == "[":  # `draw[k] = 3`, but `shuffle [a, b]`
        return start == end and "let" in row
    if next_word == "or":  # `choose or pass: …`
        _, start, stop = tokens[index + 2]
        return text[start:stop] != "pass"
    return follower in _AFTER_NAME or next_word in _WORD_AFTER_NAME


def acceptable(states: list[int]) -> set[str]:
    """The kinds of token that can come next, truly: each is tried on a copy of the stack."""
    return {kind for kind in ROWS[states[-1]] if _accepts(states, kind)}


def position_before(builder: Builder, tokens: list[Token], start: str, at: Position | None, index: int) -> Position:
    """The position before a token that can be reached, with nothing reduced on account of that token: there alone all
    that could stand in its place is known. Faults on the way are not reported."""
    known = len(builder.faults)
    try:
        run(builder, tokens, start, at, stop=index)
    except Stuck as stuck:
        return stuck.position
    finally:
        del builder.faults[known:]
    raise AssertionError("the whole text was read before the token")


def _accepts(states: list[int], kind: str) -> bool:
    stack = list(states)
    while True:
        action = ROWS[stack[-1]].get(kind)
        if action is None:
            return False
        if action >= 0:
            return True
        origin, size = RULES[~action][:2]
        del stack[len(stack) - size :]
        stack.append(GOTOS[stack[-1]][origin])
        if kind == END and stack[-1] in _TABLES.ends.values() and len(stack) == 2:
            return True
