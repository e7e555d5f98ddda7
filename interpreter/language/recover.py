"""Finding every faulty statement of a block, not only the first.

When the parser is stuck, its line is reported and replaced by one that is right and means nothing (`pass`, or
`if true:` where a body follows), and reading goes on from the start of that line. So each fault is found in the
surroundings it stands in, a faulty head does not hide the faults of its body, and the grammar itself knows nothing of
recovery. The number of faulty lines reported for one block is bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import syntax_messages as say
from .explain import BODY_WORDS, OPERATORS, explain
from .grammar import Source, Steps, Stuck
from .scene import STRUCTURE, line_start
from .tokens import END, Token

if TYPE_CHECKING:
    from .parse import Parser

MOST_FAULTS = 10


def recover(parser: Parser, source: Source, start: str, torn: list[int]) -> None:
    """Report the faults of a block that is known to have one. `torn`: places of brackets that are reported already;
    their lines are passed over."""
    line = Steps(parser, source, start)
    for _ in range(MOST_FAULTS):
        known = len(parser.faults)
        trial = line.copy()
        try:
            trial.advance()
            return
        except Stuck as stuck:
            del parser.faults[known:]
            line.advance(line_start(source.tokens, stuck.index))  # faults on the way are reported: nobody passes again
            source.tokens = _mend(parser, stuck, trial, line, torn)


def _mend(parser: Parser, stuck: Stuck, trial: Steps, line: Steps, torn: list[int]) -> list[Token]:
    """Report what is wrong in a line and return the tokens without it; those before the line stay. `line` is at its
    start, `trial` where the parser is stuck."""
    tokens, first, index = line.source.tokens, line.index, stuck.index
    if stuck.kind == "_INDENT":
        return _unindent(parser, tokens, index)
    if "_INDENT" in trial.choices():
        end = tokens[index - 1][1]
        parser.fault(say.no_body(parser.place(end, end)))
        head = _text(parser, tokens[line_start(tokens, index - 1)])
        filler = [*_option(end), _sign(":", end)] if head == "choose" else []
        opening, closing = [_sign("_INDENT", end), *filler], [_sign("_DEDENT", end)]
        after = _after_statement(tokens, index)
        if after is not None and not filler:
            if tokens[after][0] == "_INDENT":  # it is the first line of the body
                return tokens[:index] + opening + tokens[index:after] + tokens[after + 1 :]
            word, following = _text(parser, tokens[index]), _text(parser, tokens[after])
            if (following in ("elif", "else") and word != "if") or (head == "option" and word != "option"):
                return tokens[:index] + opening + tokens[index:after] + closing + tokens[after:]
        return [*tokens[:index], *opening, _sign("pass", end), _sign("_NEWLINE", end), *closing, *tokens[index:]]
    stop = first
    while tokens[stop][0] not in (*STRUCTURE, END):
        stop += 1
    begin, end = tokens[first][1], tokens[stop - 1][2]
    if stop == first or not any(begin <= place < end for place in torn):
        parser.fault(explain(parser, stuck, line.copy()))
    if stop == first:  # a body with nothing in it, or the end: no line to blame
        place = tokens[index][1]
        return [*tokens[:index], _sign("pass", place), _sign("_NEWLINE", place), *tokens[index:]]
    if index == stop and _goes_on(parser, tokens, first, stop):
        tokens = tokens[: stop + 1] + tokens[_body_end(tokens, stop + 1) + 1 :]
    return tokens[:first] + _stand_in(parser, tokens, line, stop) + tokens[stop:]


def _stand_in(parser: Parser, tokens: list[Token], at: Steps, stop: int) -> list[Token]:
    """A line that can stand where the one at `at` stood, with a body if one follows or an `else` may."""
    first = at.index
    place = tokens[first][1]
    words = [parser.text[begin:end] for _, begin, end in tokens[first:stop]]
    has_body = stop + 1 < len(tokens) and tokens[stop + 1][0] == "_INDENT"
    if has_body and tokens[stop + 2 : stop + 3] and _text(parser, tokens[stop + 2]) == "option":
        line = [_sign("choose", place), _sign(":", place)]
    elif has_body or words[0] in ("if", "elif"):
        line = [_sign("if", place), _sign("true", place), _sign(":", place)]
        line += [] if has_body else [_sign("pass", place)]
    else:
        line = [_sign("pass", place)]
    possible = at.accepts()
    if "option" in possible and "let" not in possible:
        return [*_option(place), _sign(":", place)] + ([] if has_body else [_sign("pass", place)])
    return line


def _goes_on(parser: Parser, tokens: list[Token], first: int, stop: int) -> bool:
    """Whether the indented lines after a faulty one are no body, but the rest of its value."""
    if stop + 1 >= len(tokens) or tokens[stop + 1][0] != "_INDENT" or tokens[stop - 1][0] == ":":
        return False
    return _text(parser, tokens[first]) not in BODY_WORDS


def _unindent(parser: Parser, tokens: list[Token], index: int) -> list[Token]:
    """Without an indentation that opens nothing, and without its end."""
    place = tokens[index][1]
    end = _body_end(tokens, index)
    word = _text(parser, tokens[index + 1])
    line_end = next(each for each in range(index, len(tokens)) if tokens[each][0] == "_NEWLINE")
    if word in OPERATORS and not (word == "if" and tokens[line_end - 1][0] == ":"):
        parser.fault(say.goes_on(word, parser.place(place, place + len(word))))
        return tokens[:index] + tokens[end + 1 :]
    parser.fault(say.too_far_right(parser.place(place, place + 1)))
    return tokens[:index] + tokens[index + 1 : end] + tokens[end + 1 :]


def _after_statement(tokens: list[Token], index: int) -> int | None:
    """The index of what comes after the statement that begins here, with its body; None where none begins."""
    if tokens[index][0] in (*STRUCTURE, END):
        return None
    after = next(each for each in range(index, len(tokens)) if tokens[each][0] == "_NEWLINE") + 1
    has_body = tokens[after][0] == "_INDENT" and tokens[after - 2][0] == ":"
    return _body_end(tokens, after) + 1 if has_body else after


def _body_end(tokens: list[Token], index: int) -> int:
    """The index of the `_DEDENT` that belongs to an `_INDENT`."""
    depth = 0
    while True:
        depth += (tokens[index][0] == "_INDENT") - (tokens[index][0] == "_DEDENT")
        if depth == 0:
            return index
        index += 1


def _sign(kind: str, at: int) -> Token:
    return kind, at, at


def _option(at: int) -> list[Token]:
    return [_sign("option", at), _sign("NAME", at)]


def _text(parser: Parser, token: Token) -> str:
    return parser.text[token[1] : token[2]]
