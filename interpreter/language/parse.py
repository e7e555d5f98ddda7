"""From code in a ruleset to the syntax tree.

The five public functions take a `Code` and a `Report`. They never raise: faulty code gives diagnostics (YUP3xx) at its
exact places, and None. A fault in one statement does not hide the faults of the next. Nesting and length are bounded,
so that no later pass can run out of stack.

The tables (tables.py) come from grammar.lark; `_Parser.run` is the usual loop of an LALR(1) parser over them. It is our
own because thousands of small texts are read at every start, and because it settles, token by token, whether a word is
a name or a word of the grammar: a word is what can stand in its place, and of two readings the word of the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from yupana.schemas.source import Code, Diagnostic, Report, Span

from . import nodes, syntax_messages
from .build import ACTIONS, FOREIGN_VALUES
from .tables import NODE, PASS_ON, load_tables
from .tokens import END, RESERVED, WORD, Scan, Token, scan

__all__ = ["parse_effects", "parse_expression", "parse_function_body", "parse_template", "parse_type"]

MAX_LENGTH = 100_000
MAX_DEPTH = 60
MAX_BLOCKS = 20


def parse_expression(code: Code, report: Report) -> nodes.Expr | None:
    """The expression that is the whole code (it may run over several lines), or None after reporting what is wrong."""
    simple = _simple_expression(code)
    if simple is not None:
        return simple
    found: nodes.Expr | None = _parse(code, report, "expression", lines=False)
    return found


def parse_effects(code: Code, report: Report) -> tuple[nodes.Stmt, ...] | None:
    """The statements of the code, at least one, or None after reporting what is wrong with each faulty one."""
    found: tuple[nodes.Stmt, ...] | None = _parse(code, report, "effects", lines=True)
    return found


def parse_type(code: Code, report: Report) -> nodes.TypeExpr | None:
    """The type that is the whole code, or None after reporting what is wrong."""
    found: nodes.TypeExpr | None = _parse(code, report, "type_text", lines=False)
    return found


def parse_function_body(code: Code, report: Report) -> nodes.Expr | tuple[nodes.Stmt, ...] | None:
    """A block of statements if the code has any, else the expression that it is; None after reporting what is wrong."""
    if _is_block(code.text):
        return parse_effects(code, report)
    return parse_expression(code, report)


def parse_template(code: Code, report: Report) -> nodes.Template | None:
    """A text without quotes around it, with expressions in braces (`{{` for a brace), or None after reporting."""
    parser = _Parser(code)
    if len(code.text) > MAX_LENGTH:
        report.add(syntax_messages.too_long(MAX_LENGTH, code.span))
        return None
    found = parser.template(0, len(code.text), code.at(0, len(code.text)), False)
    report.extend(parser.faults)
    return None if parser.faults else found


# ---------------------------------------------------------------- short ways

_SIMPLE = re.compile(r" *(?:([0-9]{1,9})|([A-Za-z_][A-Za-z0-9_]*)(?:\.([A-Za-z_][A-Za-z0-9_]*))?)\s*")


def _simple_expression(code: Code) -> nodes.Expr | None:
    """A number, a name, `a.b` or a fixed value alone, which most expressions of a ruleset are; else None."""
    found = _SIMPLE.fullmatch(code.text)
    if found is None:
        return None
    number, name, field = found.groups()
    if number is not None:
        return nodes.Int(code.at(*found.span(1)), int(number))
    span = code.at(*found.span(2))
    if name in RESERVED:
        if field is not None or name not in ("none", "true", "false"):
            return None
        return nodes.NoneLit(span) if name == "none" else nodes.Bool(span, name == "true")
    if name in FOREIGN_VALUES:
        return None
    value = nodes.Name(span, name)
    if field is None:
        return value
    return nodes.Attribute(code.at(found.start(2), found.end(3)), value, field, code.at(*found.span(3)))


_STATEMENT_WORDS = re.compile(
    r"(?:\s|\#[^\n]*\n)*(?:(?:let|return|for|if|do|while|break|continue|pass|loop|elif|else)\b(?!\s*[=.,(+*])"
    r"|(?:repeat|move|draw|shuffle|add|remove|roll|pick|choose|offer|activate|deactivate|end|log|fail)[ ]+"
    r"(?!(?:and|or|in|not|if|else|from|after)\b)[A-Za-z0-9_\"'])"
)


def _is_block(text: str) -> bool:
    if _STATEMENT_WORDS.match(text):
        return True
    depth = 0
    for kind, _, _ in scan(text, lines=False).tokens:
        if kind in ("(", "[", "{"):
            depth += 1
        elif kind in (")", "]", "}"):
            depth -= 1
        elif depth == 0 and kind in ("=", "+=", "-="):
            return True
    return False


# ---------------------------------------------------------------- the parser

_TABLES = load_tables()
_ROWS = _TABLES.rows
_GOTOS = _TABLES.gotos

_Step = tuple[str, int, int, Callable[..., Any] | None, tuple[tuple[int, bool], ...], bool]
_RULES: list[_Step] = [
    (rule.origin, rule.size, rule.what, ACTIONS[rule.action] if rule.what == NODE else None, rule.keep, rule.plain)
    for rule in _TABLES.rules
]

_TOGETHER = {
    "or": ("pass", "_OR_PASS"),
    "until": ("pass", "_UNTIL_PASS"),
    "up": ("to", "_UP_TO"),
    "top": ("of", "_TOP_OF"),
    "bottom": ("of", "_BOTTOM_OF"),
}
_WITH_BRACKET = {"region": "_REGION_CALL", "costs": "_COSTS_CALL", "after": "_AFTER_CALL"}
_DIE = re.compile(r"d[0-9]{1,6}")
_NAME_BEFORE = frozenset(["=", "+=", "-=", ".", ",", "+", "*", "//", "%", "|", "&", "==", "!=", "<", "<=", ">", ">="])
_NAME_BEFORE_WORD = frozenset(["in", "and", "or", "else"])


class _Stuck(Exception):
    """The token at `index` cannot stand where it is; `states` is the stack of the automaton."""

    def __init__(self, index: int, kind: str, states: list[int]) -> None:
        super().__init__(kind)
        self.index = index
        self.kind = kind
        self.states = states


class _Parser:
    """Reads one code; collects its faults."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.text = code.text
        self.faults: list[Diagnostic] = []
        if "\n" in code.text or len(code.origins) > 1:
            self.place: Callable[[int, int], Span] = code.at
        else:
            line, column = code.origins[0] if code.origins else (code.span.line, code.span.column)
            file = code.span.file
            self.place = lambda start, end: Span(file, line, column + start, line, column + end)

    def fault(self, diagnostic: Diagnostic) -> None:
        """Report a fault."""
        self.faults.append(diagnostic)

    def parse(self, start: str, lines: bool) -> Any:
        """The result for a start symbol, or None when there are faults."""
        scanned = scan(self.text, lines)
        self.check_scan(scanned)
        try:
            return self.run(scanned.tokens, start)
        except _Stuck as stuck:
            self.stuck(scanned.tokens, stuck)
            return None

    def stuck(self, tokens: list[Token], stuck: _Stuck) -> None:
        _, start, end = tokens[stuck.index]
        self.fault(syntax_messages.unexpected(f"`{self.text[start:end]}`", "", self.place(start, end)))

    def check_scan(self, scanned: Scan) -> None:
        for at in scanned.tabs[:1]:
            self.fault(syntax_messages.tab(self.place(at, at + 1)))
        if not scanned.tabs:
            for at in scanned.uneven[:1]:
                self.fault(syntax_messages.uneven(self.place(at, at + 1)))
        for at in scanned.open_brackets[-1:]:
            self.fault(syntax_messages.open_bracket(self.text[at], self.place(at, at + 1)))
        if scanned.depth > MAX_DEPTH:
            self.fault(syntax_messages.too_deep(MAX_DEPTH, self.place(0, len(self.text))))

    def run(self, tokens: list[Token], start: str) -> Any:
        """Shift and reduce until the start symbol stands. Raises _Stuck."""
        rows, gotos, rules, text = _ROWS, _GOTOS, _RULES, self.text
        state = _TABLES.starts[start]
        final = _TABLES.ends[start]
        states = [state]
        values: list[Any] = []
        starts: list[int] = []
        ends: list[int] = []
        index = 0
        while True:
            token = tokens[index]
            kind = token[0]
            index += 1
            if kind is WORD:
                kind = self.word(tokens, index - 1, rows[state])
                if kind in _PAIRS:
                    token = (kind, token[1], tokens[index][2])
                    index += 1
            while True:
                action = rows[state].get(kind)
                if action is None:
                    raise _Stuck(index - 1, kind, states)
                if action >= 0:
                    break
                origin, size, what, function, keep, plain = rules[~action]
                if size:
                    first, last = starts[-size], ends[-1]
                    if what == PASS_ON:
                        value = values[keep[0][0] - size]
                    elif plain:
                        value = values[-size:]
                        if what == NODE:
                            value = function(self, value, first, last)
                    else:
                        base = len(values) - size
                        if keep and keep[0] == (0, True):  # a list that grows
                            value = values[base]
                            kept = keep[1:]
                        else:
                            value = []
                            kept = keep
                        for at, over in kept:
                            if over:
                                value.extend(values[base + at])
                            else:
                                value.append(values[base + at])
                        if what == NODE:
                            value = function(self, value, first, last)
                    del states[-size:], values[-size:], starts[-size:], ends[-size:]
                else:
                    first = last = ends[-1] if ends else 0
                    value = function(self, [], first, last) if what == NODE else []
                state = gotos[states[-1]][origin]
                states.append(state)
                values.append(value)
                starts.append(first)
                ends.append(last)
                if state == final and kind == END:
                    return value
            state = action
            states.append(state)
            values.append(token)
            starts.append(token[1])
            ends.append(token[2])

    def word(self, tokens: list[Token], index: int, row: dict[str, int]) -> str:
        """What a word is where it stands: a word of the grammar or `NAME` and its like."""
        _, start, end = tokens[index]
        text = self.text
        word = text[start:end]
        next_kind, next_start, next_end = tokens[index + 1]
        if "NAME" in row:
            if len(row) == 1:  # after a dot or before a new name
                return word if word in RESERVED and tokens[index - 1][0] != "." else "NAME"
            if next_kind == "=" and "KEYWORD" in row:
                return "KEYWORD"
            if word in RESERVED:
                if word == "or" and text[next_start:next_end] == "pass":
                    return "_OR_PASS"
                return word
            if word in _TOGETHER:
                second, kind = _TOGETHER[word]
                if kind in row and text[next_start:next_end] == second:
                    return kind
            if word in _WITH_BRACKET and next_kind == "(" and _WITH_BRACKET[word] in row:
                return _WITH_BRACKET[word]
            if "DIE" in row and _DIE.fullmatch(word):
                return "DIE"
            if word not in row or next_kind in _NAME_BEFORE:
                return "NAME"
            if next_kind is WORD and text[next_start:next_end] in _NAME_BEFORE_WORD:
                return "NAME"
            if next_kind == ")" and word not in ("out", "pass", "break", "continue"):
                return "NAME"
            return word
        if word in _TOGETHER:
            second, kind = _TOGETHER[word]
            if kind in row and next_kind is WORD and text[next_start:next_end] == second:
                return kind
        if "DIE" in row and _DIE.fullmatch(word):
            return "DIE"
        return word if word in row or word in RESERVED else "NAME"

    def template(self, start: int, end: int, span: Span, quoted: bool) -> nodes.Template:
        """Text and expressions in turn; neighbouring pieces of text are one piece, empty ones are left out."""
        text = self.text
        parts: list[str | nodes.Expr] = []
        plain: list[str] = []
        at = start
        while at < end:
            character = text[at]
            if character == "{" and text[at : at + 2] != "{{":
                close = self.closing_brace(at, end)
                if close is None:
                    self.fault(syntax_messages.open_brace(self.place(at, at + 1)))
                    break
                if plain:
                    parts.append("".join(plain))
                    plain = []
                inner = self.inner(at + 1, close)
                if inner is not None:
                    parts.append(inner)
                at = close + 1
            elif character in "{}" and text[at + 1 : at + 2] == character and at + 1 < end:
                plain.append(character)
                at += 2
            elif quoted and character == "\\" and text[at + 1] in "\\\"'n":
                plain.append("\n" if text[at + 1] == "n" else text[at + 1])
                at += 2
            else:
                plain.append(character)
                at += 1
        if plain:
            parts.append("".join(plain))
        return nodes.Template(span, tuple(parts))

    def closing_brace(self, at: int, end: int) -> int | None:
        depth = 0
        for kind, start, _ in scan(self.text, False, at, end).tokens:
            if kind == "{":
                depth += 1
            elif kind == "}":
                depth -= 1
                if depth == 0:
                    return start
        return None

    def inner(self, start: int, end: int) -> nodes.Expr | None:
        tokens = scan(self.text, False, start, end).tokens
        if len(tokens) == 1:
            self.fault(syntax_messages.empty_braces(self.place(start - 1, end + 1)))
            return None
        try:
            found: nodes.Expr = self.run(tokens, "expression")
        except _Stuck as stuck:
            self.stuck(tokens, stuck)
            return None
        return found


_PAIRS = frozenset(kind for _, kind in _TOGETHER.values())


def _parse(code: Code, report: Report, start: str, lines: bool) -> Any:
    if len(code.text) > MAX_LENGTH:
        report.add(syntax_messages.too_long(MAX_LENGTH, code.span))
        return None
    parser = _Parser(code)
    found = parser.parse(start, lines)
    if not parser.faults and found is not None:
        deep = _too_deep(found)
        if deep is not None:
            parser.fault(syntax_messages.too_deep(MAX_DEPTH, deep))
    report.extend(parser.faults)
    return None if parser.faults else found


def _too_deep(found: Any) -> Span | None:
    """The span of a node that lies below more than MAX_DEPTH others, or None. Level by level, so not recursive itself."""
    level: list[Any] = [found]
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for each in level:
            if isinstance(each, tuple):
                level.extend(part for part in each if isinstance(part, nodes.Node | tuple))
            else:
                for name in _CHILDREN[type(each)]:
                    child = getattr(each, name)
                    if isinstance(child, nodes.Node | tuple):
                        below.append(child)
        if not below:
            return None
        level = below
    return next((each.span for each in level if isinstance(each, nodes.Node)), None)


_CHILDREN: dict[type, tuple[str, ...]] = {
    each: tuple(field.name for field in fields(each) if "Expr" in str(field.type) or "tuple" in str(field.type) or "Template" in str(field.type))
    for each in vars(nodes).values()
    if isinstance(each, type) and issubclass(each, nodes.Node)
}
