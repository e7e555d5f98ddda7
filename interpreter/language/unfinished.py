"""Code in which somebody is typing, read so that what stands around the cursor is understood.

A name that nobody can give (`MARK`) stands in for the word at the cursor. Where the code cannot be read as it stands,
what follows the cursor is left out and the grammar itself says how the rest may end; lines above that cannot be read
are passed over.
"""

from __future__ import annotations

import re
from typing import Any

from yupana.schemas.records import dataclass
from yupana.schemas.source import Code, Span

from .grammar import Source, Steps, Stuck, parse
from .parse import MAX_DEPTH, Parser
from .scene import line_start
from .tokens import WORD, Scan, Token, scan

MARK = "_here"
MOST = 20_000
"""Of longer code (in characters) nothing is said."""

_TRIES = 6
_MOST_ADDED = 40
_ENDS = (")", "]", "}", "=", "_NEWLINE", "_DEDENT", ":", ",", "to", "from", "in", "else", "as", "NAME", "_INDENT")
"""What ends what is begun, the shortest first."""

_LETTERS = re.compile(r"[A-Za-z0-9_]*\Z")
_REST = re.compile(r"[A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What is known of a place in code. `tree` is the code with the mark, as far as it can be read (None: not at all);
    `choices` are the kinds of token that the grammar takes there (`NAME`, `KEYWORD`, words and signs as they are
    written); `before` are the tokens of the statement before it, `after` the sign behind it; `word` is what of the
    word there is typed, and begins at the offset `begin`."""

    tree: Any
    choices: frozenset[str]
    before: tuple[str, ...]
    word: str
    begin: int
    end: int
    after: str = ""


def read_unfinished(text: str, offset: int, start: str) -> Unfinished | None:
    """What stands around an offset of code that is read from a start symbol; None in a comment, in the words of a text,
    and where nothing can be made of the code."""
    if len(text) > MOST or "\t" in text[:offset]:
        return None
    begin = offset - len(_LETTERS.findall(text[:offset])[0])
    found = _REST.match(text, offset)
    end = found.end() if found else offset
    lines = start == "effects"
    inside = _string_around(text, begin, lines)
    if inside is not None:
        return _in_string(text, begin, end, offset, start, inside)
    front = text[:begin] + MARK
    tokens = scan(front, lines).tokens
    at = _mark_in(tokens, begin)
    if at is None:
        return None
    steps = _up_to(front, begin, start, lines)
    word = text[begin:offset]
    if steps is None:
        return Unfinished(None, frozenset(), _statement(front, tokens, at), word, begin, end)
    rest = _without_brackets(text, end)
    choices = steps.accepts()
    tree = _whole(front + rest, start, lines) or _with_clauses(front, rest, start, lines) or _ended(steps, choices)
    following = scan(text[end:], False).tokens[0]
    after = text[end + following[1] : end + following[2]]
    return Unfinished(tree, choices, _statement(front, tokens, at), word, begin, end, after)


def _mark_in(tokens: list[Token], begin: int) -> int | None:
    return next((at for at, each in enumerate(tokens) if each[0] == WORD and each[1] == begin), None)


def _statement(text: str, tokens: list[Token], at: int) -> tuple[str, ...]:
    """The tokens of the statement before one."""
    first = line_start(tokens, at)
    return tuple(text[begin:end] for _, begin, end in tokens[first:at])


# ---------------------------------------------------------------- texts with values in them


def _string_around(text: str, offset: int, lines: bool) -> tuple[int, int] | None:
    """The quoted text that holds an offset; also one that is not closed in its line."""
    for kind, first, end in scan(text, lines).tokens:
        if first >= offset:
            return None
        if offset < end + (kind == "BAD") and text[first] in "\"'" and kind in ("STRING", "BAD"):
            return first, end
    return None


def brace_around(text: str, offset: int) -> int | None:
    """Where the brace opens in which an offset of a template lies."""
    depth: list[int] = []
    for at in range(offset):
        if text[at] == "{":
            depth.append(at)
        elif text[at] == "}" and depth:
            depth.pop()
    return depth[0] if depth and not text.startswith("{{", depth[0]) else None


def _in_string(
    text: str, begin: int, end: int, offset: int, start: str, inside: tuple[int, int]
) -> Unfinished | None:
    """A place in the braces of a text: the code up to there, with the expression alone as the text."""
    first, _ = inside
    brace = brace_around(text[first:], begin - first)
    if brace is None:
        return None
    brace += first
    inner = read_unfinished(text[brace + 1 : end], offset - brace - 1, "expression")
    if inner is None:
        return None
    front = f'{text[:first]}"{{{text[brace + 1 : begin]}{MARK}'
    endings = ("", ")", "]", "))")
    trees = (_whole(f'{front}{ending}}}"', start, start == "effects") for ending in endings)
    tree = next((each for each in trees if each is not None), None)
    return Unfinished(tree, inner.choices, inner.before, inner.word, begin, end)


# ---------------------------------------------------------------- reading


def _code(text: str) -> Code:
    return Code(text, Span("", 1, 1, 1, 1))


def _sound(scanned: Scan) -> bool:
    return scanned.depth <= MAX_DEPTH and scanned.blocks <= MAX_DEPTH


def _whole(text: str, start: str, lines: bool) -> Any:
    """The tree of a code without faults; else None."""
    scanned = scan(text, lines)
    if not _sound(scanned) or scanned.brackets:
        return None
    parser = Parser(_code(text))
    try:
        found = parse(parser, Source(text, scanned.tokens), start)
    except Stuck:
        return None
    return None if parser.faults else found


def _up_to(text: str, begin: int, start: str, lines: bool) -> Steps | None:
    """A parse that is at the token which begins at an offset; lines before it that cannot be read are passed over."""
    for _ in range(_TRIES):
        scanned = scan(text, lines)
        at = next((number for number, each in enumerate(scanned.tokens) if each[1] == begin), None)
        while at is not None and scanned.tokens[at][0] in ("_INDENT", "_DEDENT", "_NEWLINE"):
            at += 1
        if at is None or not _sound(scanned):
            return None
        steps = Steps(Parser(_code(text)), Source(text, scanned.tokens), start)
        try:
            if at:
                steps.advance(at)
            return steps
        except Stuck as stuck:
            if not lines:
                return None
            place = scanned.tokens[min(stuck.index, len(scanned.tokens) - 1)][1]
            passed = _passed_over(text, place, begin)
            if passed is None:
                return None
            begin += len(passed) - len(text)
            text = passed
    return None


def _passed_over(text: str, place: int, begin: int) -> str | None:
    """The text in which the line of a place says nothing; None for that of the mark."""
    first = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    if first <= begin and (end < 0 or begin < end):  # it is the line before that does not go on like this
        end = first - 1
        first = text.rfind("\n", 0, max(end, 0)) + 1
        if end <= 0 or not text[first:end].strip():
            return None
    row = text[first:end]
    depth = len(row) - len(row.lstrip())
    below = text[end + 1 :]
    deeper = len(below) - len(below.lstrip(" ")) > depth
    filler = "if true:" if deeper else "pass"
    return None if row.strip() == filler else text[:first] + row[:depth] + filler + text[end:]


def _without_brackets(text: str, end: int) -> str:
    """What follows the word at the cursor, without the brackets of its call."""
    if not text.startswith("(", end):
        return text[end:]
    depth = 0
    for at in range(end, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return text[at + 1 :]
    return ""


def _with_clauses(front: str, rest: str, start: str, lines: bool) -> Any:
    """What the code says with the clauses behind the mark, in which names may be declared: `sum(x. for x in …)`."""
    found = re.match(r"[^()\[\]{}\n]*?\bfor\b", rest)
    return None if found is None else _whole(f"{front} {rest[found.end() - 3 :]}", start, lines)


def _ended(steps: Steps, choices: frozenset[str]) -> Any:
    """The tree of what is read so far and the mark, with what must follow; None where the mark cannot stand there."""
    if "NAME" not in choices:
        return None
    try:
        if "let" in choices:  # a statement that is no more than a value is none
            for kind in ("let", "NAME", "="):
                steps.take(kind, "")
        steps.take("NAME", MARK)
        for _ in range(_MOST_ADDED):
            choices = steps.accepts()
            if "$END" in choices:
                return steps.end()
            following = next((each for each in _ENDS if each in choices), None) or min(choices, default="")
            if not following:
                return None
            steps.take(following, "")
    except Stuck:
        return None
    return None
