"""From code in a ruleset to the syntax tree.

The six public functions take a `Code` and a `Report`. They never raise: faulty code gives diagnostics (YUP3xx) at its
exact places, and None. A fault in one statement does not hide the faults of the next. Nesting and length are bounded,
so that no later pass can run out of stack.

The stages: tokens.py cuts the text; Lark parses the tokens by grammar.lark (grammar.py, with the lexer of lexer.py),
calling the actions of actions.py and build_*.py, which make the nodes; explain.py and recover.py work only when
something is wrong, with Lark's interactive parser.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from yupana.schemas.block_lines import cuts
from yupana.schemas.source import Code, Diagnostic, Report, Span

from . import nodes, syntax_messages
from .build_expressions import FOREIGN_VALUES
from .explain import explain
from .grammar import Source, Steps, Stuck, parse
from .recover import recover
from .tokens import RESERVED, Scan, closing_brace, scan
from .trees import all_slots

__all__ = [
    "RECENT", "Reading", "parse_effects", "parse_event", "parse_expression", "parse_function_body", "parse_template",
    "parse_type",
]  # fmt: skip

MAX_LENGTH = 100_000
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
MAX_DEPTH = 60
MAX_BLOCKS = 20
MOST_FAULTS = 40
MOST_RECENT = 1_000_000
"""Of how many characters of code the trees are kept: a few times a large ruleset's."""


class RecentTrees:
    """The trees of what was read last in this process, by start symbol and code, each with its faults: a ruleset is
    read again after every edit, its code by the checker and by those who show and compare its elements, and a variant's
    is that of its base. Code at another place is other code. What was not read for longest is forgotten first."""

    def __init__(self) -> None:
        self._trees: dict[tuple[str, Code], tuple[Any, tuple[Diagnostic, ...]]] = {}
        self._characters = 0
        self._keeps = threading.Lock()

    def get(self, key: tuple[str, Code]) -> tuple[Any, tuple[Diagnostic, ...]] | None:
        """What was read of a code, if it is known."""
        known = self._trees.pop(key, None)
        if known is not None:
            self._trees[key] = known
        return known

    def keep(self, key: tuple[str, Code], read: tuple[Any, tuple[Diagnostic, ...]]) -> None:
        """Keep what was read of a code, in place of what was not read for longest."""
        with self._keeps:
            self._characters += 0 if key in self._trees else len(key[1].text)
            self._trees[key] = read
            while self._characters > MOST_RECENT and (oldest := next(iter(self._trees), None)) is not None:
                if self._trees.pop(oldest, None) is not None:
                    self._characters -= len(oldest[1].text)

    def forget(self) -> None:
        """Nothing was read yet."""
        with self._keeps:
            self._trees, self._characters = {}, 0


RECENT = RecentTrees()


@dataclass(slots=True)
class Reading(Report):
    """A report on rules of which some code is read as other trees, whatever it says: those of a mutant."""

    trees: Mapping[Code, Any] = field(default_factory=dict)

    def fresh(self) -> Report:  # noqa: D102
        return Reading(trees=self.trees)


def _instead(code: Code, report: Report) -> Any:
    """What a code is read as, whatever it says; None where it is read as it is."""
    return report.trees.get(code) if isinstance(report, Reading) else None


def parse_expression(code: Code, report: Report) -> nodes.Expr | None:
    """The expression that is the whole code, or None after reporting what is wrong. It may run over several lines; of
    several that could each stand alone (`schemas.block_lines`) each is a condition, and all must hold."""
    if len(code.text) < _SHORT and _instead(code, report) is None:
        simple = _simple_expression(code)
        if simple is not None:
            return simple
    if _DATE.fullmatch(code.text):
        report.add(syntax_messages.date(code.text, code.span))
        return None
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


def parse_event(code: Code, report: Report) -> nodes.Event | None:
    """What sets off a trigger, which is the whole code, or None after reporting what is wrong."""
    found: nodes.Event | None = _parse(code, report, "event_text", lines=False)
    return found


def parse_function_body(code: Code, report: Report) -> nodes.Expr | tuple[nodes.Stmt, ...] | None:
    """A block of statements if the code has any, else the expression that it is; None after reporting what is wrong."""
    found: nodes.Expr | tuple[nodes.Stmt, ...] | None = _instead(code, report)
    if found is not None:
        return found
    if _is_block(code.text):
        return parse_effects(code, report)
    return parse_expression(code, report)


def parse_template(code: Code, report: Report) -> nodes.Template | None:
    """A text without quotes around it, with expressions in braces (`{{` for a brace), or None after reporting."""
    found: nodes.Template | None = _cached(
        code, report, "template", lambda parser: parser.template(0, len(code.text), code.at(0, len(code.text)), False)
    )
    return found


# ---------------------------------------------------------------- short ways

_SHORT = 80
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


_FIRST = ("let", "return", "for", "if", "do", "while", "break", "continue", "pass", "loop", "elif", "else")
_STATEMENT_WORDS = re.compile(
    rf"(?:\s|\#[^\n]*\n)*(?:(?:{'|'.join(_FIRST)})\b(?!\s*[=.,(+*])"
    rf"|(?:{'|'.join(word for word in nodes.FORMS if word not in _FIRST)})[ ]+"
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


class Parser:
    """Reads one code; collects its faults. It is the builder of the actions."""

    def __init__(self, code: Code) -> None:
        self.text, self.pieces = code.text, code.pieces
        self.faults: list[Diagnostic] = []
        self.tokens_read = 0
        self.place: Callable[[int, int], Span] = code.at
        if "\n" not in code.text and not code.pieces:  # most code is one line; its places are quickly found
            line, column = code.origins[0] if code.origins else (code.span.line, code.span.column)
            file = code.span.file
            self.place = lambda start, end: Span(file, line, column + start, line, column + max(start, end))

    def fault(self, diagnostic: Diagnostic) -> None:
        """Report a fault; of very many in one code, the first."""
        if diagnostic.code == syntax_messages.UNEXPECTED and not diagnostic.hint:
            span = diagnostic.span
            if "\n" not in self.text and any(each[1:] == (span.line, span.column) for each in self.pieces[1:]):
                diagnostic = replace(diagnostic, hint=syntax_messages.ONE_LINE)
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(diagnostic)

    def parse(self, start: str, lines: bool) -> Any:
        """The result for a start symbol, or None when there are faults."""
        scanned = scan(self.text, lines)
        self.tokens_read += len(scanned.tokens)
        torn = self._check_scan(scanned)
        if self.faults and not torn:
            return None
        source = Source(self.text, scanned.tokens)
        known = len(self.faults)
        try:
            return parse(self, source, start)
        except Stuck as stuck:
            if lines:
                del self.faults[known:]
                recover(self, source, start, torn)
            elif not torn:
                self.fault(explain(self, stuck, Steps(self, source, start)))
            return None
        finally:
            if torn:
                self._forget_around(torn, known, scanned if lines else None)

    def _forget_around(self, torn: list[int], known: int, lines: Scan | None) -> None:
        """Around a bracket without its partner, things may be read as what they are not: of the statement that it
        stands in (or the whole expression) nothing more is said. Faults are new from the `known`th on."""
        if lines is None:
            del self.faults[known:]
            return
        rows: set[int] = set()
        begin = 0
        for kind, first, end in lines.tokens:
            if kind == "_NEWLINE":
                if any(begin <= each <= end for each in torn):
                    rows.update(range(self.place(begin, begin).line, self.place(end, end).line + 1))
                begin = end
            elif begin < first and not self.text[begin:first].strip():
                begin = first
        self.faults[known:] = [each for each in self.faults[known:] if each.span.line not in rows]

    def _check_scan(self, scanned: Scan) -> list[int]:
        """Report what is wrong with lines, brackets and nesting; the places of brackets without a partner."""
        for at in scanned.tabs[:1]:
            self.fault(syntax_messages.tab(self.place(at, at + 1)))
        if scanned.tabs:
            return []
        for at in scanned.uneven[:1]:
            self.fault(syntax_messages.uneven(self.place(at, at + 1)))
        if scanned.depth > MAX_DEPTH or scanned.blocks > MAX_BLOCKS:
            limit = MAX_DEPTH if scanned.depth > MAX_DEPTH else MAX_BLOCKS
            self.fault(syntax_messages.too_deep(limit, self.place(0, len(self.text))))
        if self.faults:
            return []
        torn: list[int] = []
        for opened, closed in scanned.brackets:
            if opened < 0:
                self.fault(syntax_messages.close_bracket(self.text[closed], self.place(closed, closed + 1)))
            elif closed < 0:
                self.fault(syntax_messages.open_bracket(self.text[opened], self.place(opened, opened + 1)))
            else:
                pair = self.text[opened], self.text[closed]
                self.fault(syntax_messages.wrong_bracket(*pair, self.place(closed, closed + 1)))
            torn += [opened, closed]
        return torn

    # ------------------------------------------------------------ texts

    def template(self, start: int, end: int, span: Span, quoted: bool) -> nodes.Template:
        """Text and expressions in turn; neighbouring pieces of text are one piece, empty ones are left out."""
        text = self.text
        parts: list[str | nodes.Expr] = []
        plain = ""
        at = start
        while at < end:
            found = _SPECIAL.search(text, at, end)
            if found is None:
                plain += text[at:end]
                break
            sign, here = found.group(), found.start()
            plain += text[at:here]
            at = found.end()
            if sign in ("{{", "}}"):
                plain += sign[0]
            elif sign == "{":
                close = closing_brace(text, here, end)
                if close is None:
                    self.fault(syntax_messages.open_brace(self.place(here, here + 1)))
                    break
                if plain:
                    parts.append(plain)
                    plain = ""
                inner = self._inner(here + 1, close, (here, close + 1))
                if inner is not None:
                    parts.append(inner)
                at = close + 1
            else:
                plain += sign if not quoted else "\n" if sign[1] == "n" else sign[1]
        if plain:
            parts.append(plain)
        return nodes.Template(span, tuple(parts))

    def conditions(self, places: list[tuple[int, int]]) -> nodes.Expr | None:
        """Expressions that stand at places of the text, joined by `and`; None when there are faults."""
        read = [self._inner(start, end, (start, end)) for start, end in places]
        whole: nodes.Expr | None = None
        for each in read:
            if each is None:
                return None
            whole = each if whole is None else nodes.Binary(whole.span.to(each.span), "and", whole, each)
        return whole

    def _inner(self, start: int, end: int, around: tuple[int, int]) -> nodes.Expr | None:
        """The expression between two places of the text, which are `around` it with what it stands in."""
        if len(self.faults) >= MOST_FAULTS:
            return None
        scanned = scan(self.text, False, start, end)
        self.tokens_read += len(scanned.tokens)
        if len(scanned.tokens) == 1:
            self.fault(syntax_messages.empty_braces(self.place(*around)))
            return None
        known = len(self.faults)
        torn = self._check_scan(scanned)
        if len(self.faults) > known and not torn:
            return None
        known = len(self.faults)
        source = Source(self.text, scanned.tokens)
        try:
            found: nodes.Expr = parse(self, source, "expression")
        except Stuck as stuck:
            if not torn:
                self.fault(explain(self, stuck, Steps(self, source, "expression")))
            return None
        finally:
            if torn:
                self._forget_around(torn, known, None)
        return found


_SPECIAL = re.compile(r"\{\{|\}\}|\{|\\[\\\"'n]")


def _parse(code: Code, report: Report, start: str, lines: bool) -> Any:
    def read(parser: Parser) -> Any:
        several = cuts(parser.text) if start == "expression" and "\n" in parser.text else []
        found = parser.conditions(several) if len(several) > 1 else parser.parse(start, lines)
        if found is not None and not parser.faults and parser.tokens_read > MAX_DEPTH:
            deep = _too_deep(found)
            if deep is not None:
                parser.fault(syntax_messages.too_deep(MAX_DEPTH, deep))
        return found

    return _cached(code, report, start, read)


def _cached(code: Code, report: Report, start: str, read: Callable[[Parser], Any]) -> Any:
    """What is read of a code, or was read of it before."""
    other = _instead(code, report)
    if other is not None:
        return other
    if len(code.text) > MAX_LENGTH:
        report.add(syntax_messages.too_long(MAX_LENGTH, code.span))
        return None
    key = (start, code)
    known = RECENT.get(key)
    if known is not None:
        report.extend(known[1])
        return known[0]
    parser = Parser(code)
    found = read(parser)
    report.extend(parser.faults)
    found = None if parser.faults else found
    RECENT.keep(key, (found, tuple(parser.faults)))
    return found


def _too_deep(found: Any) -> Span | None:
    """The span of a node that lies below more than MAX_DEPTH others, or None. Level by level, not recursive itself."""
    level: list[Any] = [found]
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for each in level:
            if isinstance(each, tuple):
                level.extend(part for part in each if isinstance(part, nodes.Node | tuple))
            else:
                for name in all_slots(type(each)):
                    child = getattr(each, name)
                    if isinstance(child, nodes.Node | tuple):
                        below.append(child)
        if not below:
            return None
        level = below
    return next((each.span for each in level if isinstance(each, nodes.Node)), None)
