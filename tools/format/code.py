"""Code laid out: blanks between tokens, indentation and line ends of expressions, types and effects.

The tokens are the author's, brackets and texts included; what stands between them is ours, as `show` writes it. A
statement with a comment inside it keeps its own line ends. Code that does not parse has no layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from yupana.interpreter.language import nodes
from yupana.interpreter.language.tokens import Token, scan
from yupana.schemas.block_lines import NAMED, cuts
from yupana.schemas.moves import Move, read_move

from .breaking import STEP, break_line, break_statement, flat_text, unwrapped
from .parsing import CodeRole, parse
from .spacing import pieces

INDENT = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """Code with its new layout: lines without the indentation of the block around them. `block` tells that it must
    stand as lines of its own, because of statements, comments or length."""

    lines: list[str]
    block: bool = False


@dataclass(slots=True)
class _Remark:
    """A `#` comment: where it begins and on which row it stands; `own` if nothing stands before it there."""

    start: int
    text: str
    row: int
    column: int
    own: bool


@dataclass(slots=True)
class _Line:
    """A logical line of effects: one statement, several with `;` between them, or the head of a block."""

    level: int
    tokens: list[Token] = field(default_factory=list)
    before: list[_Remark] = field(default_factory=list)
    after: _Remark | None = None
    verbatim: bool = False  # a comment stands inside it


@lru_cache(maxsize=20_000)
def lay_out(text: str, role: CodeRole, inline: int, width: int, *, block: bool = False) -> Layout | None:
    """Code in its canonical layout, or None if it does not parse.

    Args:
        text: the code.
        role: what it is.
        inline: how many columns there are beside its key.
        width: how many columns there are on lines of its own.
        block: whether the author gave it lines of its own, which a head with its body on one line then keeps.
    """
    if role == "move":
        return _move(text)
    tree = parse(text, role)
    if tree is None:
        return None
    if role == "effects" or (role == "body" and isinstance(tree, tuple)):
        return _effects(text, tree, inline, width, block)
    return _expression(text, role, tree, inline, width)


def _move(text: str) -> Layout | None:
    """An option as a player takes it; it is compared without blanks, and stays on one line."""
    move = read_move(text)
    rest = move.option
    if not rest:
        return Layout([str(move)])
    tree = parse(rest, "expression")
    if tree is None or "#" in rest:
        return None
    return Layout([str(Move(move.claim, flat_text(pieces(rest, scan(rest, lines=False).tokens[:-1], tree))))])


def lay_out_items(text: str, role_of: Callable[[str], CodeRole], width: int, *, named: bool = False) -> Layout | None:
    """A block of lines, each an item; the lines with which one goes on stand further right. None if one of them does
    not parse.

    Args:
        text: the block.
        role_of: what the code of an item is; it is given its name, "" for none.
        width: how many columns there are.
        named: whether each begins with a name (`NAME: CODE`).
    """
    if next(_remarks(text, scan(text, lines=False).tokens[:-1]), None) is not None:
        return Layout(_dedented(text), block=True)
    lines: list[str] = []
    last = 0
    for start, end in cuts(text):
        found = NAMED.match(text, start, end) if named else None
        name, begin = ("", start) if found is None else (found[1], found.end())
        head = f"{name}: " if name else ""
        layout = lay_out(text[begin:end], role_of(name), width - len(head), width - len(head) - STEP)
        if layout is None:
            return None
        lines += [""] if lines and "\n\n" in text[last:start].replace(" ", "") else []
        lines += [head + layout.lines[0], *(" " * STEP + each for each in layout.lines[1:])]
        last = end
    return Layout(lines, block=True)


# ---------------------------------------------------------------- expressions


def _expression(text: str, role: CodeRole, tree: object, inline: int, width: int) -> Layout | None:
    if "\n" in text and len(cuts(text)) > 1:
        return lay_out_items(text, lambda _: role, width)
    tokens = scan(text, lines=False).tokens[:-1]
    if next(_remarks(text, tokens), None) is not None:
        return Layout(_dedented(text), block=True)
    parts = pieces(text, tokens, tree)
    bare = unwrapped(parts)
    if len(bare) < len(parts) and isinstance(parse(flat_text(bare), role), nodes.Expr):
        parts = bare
    flat = flat_text(parts)
    if len(flat) <= inline:
        return Layout([flat])
    lines = break_line(parts, 0, width, free=True)
    return Layout(lines, block=len(lines) > 1 or len(flat) <= width)


def _dedented(text: str) -> list[str]:
    """The lines of the text without their common indentation, and without empty lines around them."""
    rows = [row.rstrip() for row in text.split("\n")]
    while rows and not rows[0]:
        rows.pop(0)
    while rows and not rows[-1]:
        rows.pop()
    lead = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    return [row[lead:] for row in rows]


# ---------------------------------------------------------------- effects


def _effects(text: str, tree: object, inline: int, width: int, block: bool) -> Layout:
    lines, tail = _logical(text)
    plain = all(each.level == 0 and not each.before and each.after is None and not each.verbatim for each in lines)
    if plain and not tail and len(lines) == 1 and not (block and _opens_block(text, _outside(lines[0].tokens))):
        tokens = lines[0].tokens
        flat = flat_text(pieces(text, tokens[:-1] if tokens[-1][0] == ";" else tokens, tree))
        if len(flat) <= inline:
            return Layout([flat])
    out: list[str] = []
    rows = text.split("\n")
    end = -1  # the row on which the last thing ended
    for line in lines:
        indent = " " * (INDENT * line.level)
        for remark in line.before:
            if out and _empty_between(rows, end, remark.row):
                out.append("")
            out.append(indent + remark.text)
            end = remark.row
        first = text.count("\n", 0, line.tokens[0][1])
        if out and _empty_between(rows, end, first):
            out.append("")
        end = text.count("\n", 0, line.tokens[-1][2])
        if line.verbatim:
            new = _as_it_is(text, line, len(indent))
        elif line.tokens[0][0] == "COMMENT":
            new = [indent + text[line.tokens[0][1] : line.tokens[0][2]]]
        else:
            new = [
                each
                for statement in _statements(text, line.tokens)
                for each in break_statement(pieces(text, statement, tree), len(indent), width)
            ]
        if line.after is not None:
            new[-1] = with_comment(new[-1], line.after.text, line.after.column)
        out += new
    out += _tail(out, rows, end, tail)
    return Layout(out, block=True)


def with_comment(line: str, comment: str, column: int) -> str:
    """A line with a comment after it: in the column where it stood, if that is free, else two blanks after."""
    gap = max(column - len(line), 2)
    return f"{line}{' ' * gap}{comment}"


def _empty_between(rows: list[str], end: int, start: int) -> bool:
    """Whether an empty line stands directly before a row; what ended on row `end` is the thing before."""
    return start - 1 > end and not rows[start - 1].strip()


def _tail(out: list[str], rows: list[str], end: int, tail: list[tuple[int, _Remark]]) -> list[str]:
    """The comments after the last statement."""
    lines: list[str] = []
    for level, remark in tail:
        if (out or lines) and _empty_between(rows, end, remark.row):
            lines.append("")
        lines.append(" " * (INDENT * level) + remark.text)
        end = remark.row
    return lines


def _as_it_is(text: str, line: _Line, indent: int) -> list[str]:
    """A statement with its own line ends, moved to its new indentation as a whole."""
    start, end = line.tokens[0][1], line.tokens[-1][2]
    column = start - (text.rfind("\n", 0, start) + 1)
    rows = text[start:end].split("\n")
    moved = [" " * indent + rows[0].rstrip()]
    for row in rows[1:]:
        lead = len(row) - len(row.lstrip())
        moved.append(" " * max(lead + indent - column, indent + 1) + row.strip() if row.strip() else "")
    return moved


def _logical(text: str) -> tuple[list[_Line], list[tuple[int, _Remark]]]:
    """The logical lines of effects, and the comments after the last one with their levels."""
    tokens = scan(text, lines=True).tokens
    lines: list[_Line] = []
    level = 0
    fresh = True
    for token in tokens[:-1]:
        if token[0] == "_NEWLINE":
            fresh = True
        elif token[0] == "_INDENT":
            level += 1
        elif token[0] == "_DEDENT":
            level -= 1
        else:
            if fresh:
                lines.append(_Line(level))
                fresh = False
            lines[-1].tokens.append(token)
    solid = [token for line in lines for token in line.tokens]
    tail: list[tuple[int, _Remark]] = []
    for remark in _remarks(text, solid):
        inside = next((each for each in lines if each.tokens[0][1] < remark.start < each.tokens[-1][2]), None)
        if inside is not None:
            inside.verbatim = True
            continue
        index = next((i for i, each in enumerate(lines) if each.tokens[0][1] > remark.start), len(lines))
        if not remark.own:
            lines[index - 1].after = remark
        else:
            _attach(text, lines, index, remark, tail)
    return lines, tail


def _attach(text: str, lines: list[_Line], index: int, remark: _Remark, tail: list[tuple[int, _Remark]]) -> None:
    """Give a comment on a line of its own to the next statement, or to the block that ends before it."""
    following = lines[index].level if index < len(lines) else 0
    levels: dict[int, int] = {}  # the levels that are open after the line before, with their columns
    for line in lines[:index]:
        levels = {level: column for level, column in levels.items() if level < line.level}
        start = line.tokens[0][1]
        levels[line.level] = start - (text.rfind("\n", 0, start) + 1)
    level = max((each for each, column in levels.items() if column <= remark.column), default=0)
    if index == len(lines):
        tail.append((min(level, tail[-1][0]) if tail else level, remark))
    elif level <= following:
        lines[index].before.append(remark)
    else:
        # it closes a block deeper than what follows: it is kept there, as a line of its own
        lines.insert(index, _Line(level, [("COMMENT", remark.start, remark.start + len(remark.text))]))


def _remarks(text: str, tokens: list[Token]) -> Iterator[_Remark]:
    """The comments, which stand in the gaps between tokens."""
    at = 0
    for start, end in [*((token[1], token[2]) for token in tokens), (len(text), len(text))]:
        for found in _COMMENT.finditer(text, at, max(start, at)):
            line = text.rfind("\n", 0, found.start()) + 1
            yield _Remark(
                found.start(),
                found.group().rstrip(),
                text.count("\n", 0, found.start()),
                found.start() - line,
                not text[line : found.start()].strip(),
            )
        at = end


_COMMENT = re.compile(r"#[^\n]*")


def _statements(text: str, tokens: list[Token]) -> list[list[Token]]:
    """The simple statements of a line; the head of a block with what follows on its line stays whole."""
    outside = _outside(tokens)
    if _opens_block(text, outside):
        return [tokens]
    cuts = {token[1] for token in outside if token[0] == ";"}
    out: list[list[Token]] = [[]]
    for token in tokens:
        if token[1] in cuts and token[0] == ";":
            out.append([])
        else:
            out[-1].append(token)
    return [each for each in out if each]


def _opens_block(text: str, outside: list[Token]) -> bool:
    """Whether a line holds a colon that opens a block; the one of `let name: type` does not."""
    for index, token in enumerate(outside):
        if token[0] == ":" and not (index > 1 and text[outside[index - 2][1] : outside[index - 2][2]] == "let"):
            return True
    return False


def _outside(tokens: list[Token]) -> list[Token]:
    """The tokens outside brackets."""
    out, depth = [], 0
    for token in tokens:
        if token[0] in ("(", "[", "{"):
            depth += 1
        elif token[0] in (")", "]", "}"):
            depth -= 1
        elif depth == 0:
            out.append(token)
    return out
