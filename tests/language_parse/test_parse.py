"""Places, bounds and robustness of the parser."""

from __future__ import annotations

import time
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.language import nodes, parse, tables
from yupana.schemas.source import Code, Report, Span
from yupana.tests.language_parse.trees import without_places


def _code(text: str, line: int = 1, column: int = 1) -> Code:
    origins = tuple((line + number, column) for number in range(text.count("\n") + 1))
    return Code(text, Span("game.yaml", line, column, line, column), origins)


def _effects(text: str, **place: int) -> tuple[nodes.Stmt, ...]:
    report = Report()
    found = parse.parse_effects(_code(text, **place), report)
    assert found is not None, report.diagnostics
    return found


def _expression(text: str) -> nodes.Expr:
    report = Report()
    found = parse.parse_expression(_code(text), report)
    assert found is not None, report.diagnostics
    return found


def _every(tree: Any) -> list[nodes.Node]:
    if isinstance(tree, tuple):
        return [node for each in tree for node in _every(each)]
    if not isinstance(tree, nodes.Node):
        return []
    return [tree, *(node for field in fields(tree) for node in _every(getattr(tree, field.name)))]


def _cut(text: str, span: Span) -> str:
    lines = text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


# ---------------------------------------------------------------- places


def test_places_in_a_block() -> None:
    text = 'let n = me.ap + 1\nif n > 3:\n    for c in hand if ok(c):\n        move c to z  # gone\n\nlog "got {n}"\n'
    cut = {_cut(text, node.span) for node in _every(_effects(text))}
    assert cut >= {
        "let n = me.ap + 1",
        "me.ap + 1",
        "me.ap",
        "me",
        "if n > 3:\n    for c in hand if ok(c):\n        move c to z",
        "for c in hand if ok(c):\n        move c to z",
        "ok(c)",
        "move c to z",
        'log "got {n}"',
        '"got {n}"',
        "n",
    }


def test_names_have_places_of_their_own() -> None:
    text = "choose c in s\nlet r = do p(m.level)\noffer menu\nend turn\nroll 2d6 as dice"
    found = [
        _cut(text, getattr(node, field.name))
        for node in _every(_effects(text))
        for field in fields(node)
        if field.name in ("name_span", "menu_span")
    ]
    assert found == ["c", "r", "p", "level", "menu", "turn", "dice"]


def test_brackets_belong_to_what_holds_them() -> None:
    text = "((a + b)) * c"
    product = _expression(text)
    assert isinstance(product, nodes.Binary)
    assert _cut(text, product.span) == text
    assert _cut(text, product.left.span) == "a + b"


def test_places_in_a_block_scalar() -> None:
    """The lines of a scalar stand where its origins say; a fault is shown there."""
    code = Code("x = 1\n  y = = 2", Span("game.yaml", 7, 12, 9, 1), ((8, 5), (9, 5)))
    report = Report()
    assert parse.parse_effects(code, report) is None
    spans = [(each.span.line, each.span.column) for each in report.in_order()]
    assert spans == [(9, 7), (9, 11)]


def test_places_inside_a_text() -> None:
    text = "one\nand {me.money + 1} coins"
    report = Report()
    found = parse.parse_template(_code(text), report)
    assert found is not None
    assert [_cut(text, node.span) for node in _every(found.parts)][:2] == ["me.money + 1", "me.money"]


@pytest.mark.parametrize(
    "text", ["7", "  lisbon ", "none", "true", "false", "a.b", "City.lisbon", "x.if", "d6", "region"]
)
def test_the_short_way_gives_the_same(text: str) -> None:
    short = parse._simple_expression(_code(text))
    assert short is not None
    found = parse._parse(_code(text), Report(), "expression", lines=False)
    assert short == found


# ---------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100 + "a" + ")" * 100,
        " + ".join("a" * 100),
        "not " * 100 + "a",
        "-" * 100 + "a",
        "a" + ".b" * 100,
        "a" + "[0]" * 100,
        "a if b else " * 100 + "c",
        "[" * 5000,
        "f(" * 3000 + ")" * 3000,
    ],
    ids=lambda text: text[:12],
)
def test_deep_expressions_are_refused(text: str) -> None:
    report = Report()
    assert parse.parse_expression(_code(text), report) is None
    assert [each.code for each in report.diagnostics] == ["YUP318"]


def test_wide_expressions_are_welcome() -> None:
    assert isinstance(_expression("[" + ", ".join(str(number) for number in range(5000)) + "]"), nodes.ListLit)
    assert len(_effects("x = 1\n" * 3000)) == 3000


def test_deep_statements_are_refused() -> None:
    text = "".join("  " * depth + "if a:\n" for depth in range(30)) + "  " * 30 + "pass"
    report = Report()
    assert parse.parse_effects(_code(text), report) is None
    assert [each.code for each in report.diagnostics] == ["YUP318"]


@pytest.mark.parametrize("read", [parse.parse_expression, parse.parse_effects, parse.parse_type, parse.parse_template])
def test_long_code_is_refused(read: Any) -> None:
    report = Report()
    assert read(_code("a" * 100_001), report) is None
    assert [each.code for each in report.diagnostics] == ["YUP318"]


@pytest.mark.parametrize(
    "text",
    [
        "x y\n" * 20_000,
        "x = 1\n" * 16_000 + "x y\n" * 20,
        "log 'a'\n" * 9_000 + "if x:\n" * 15,
        ")" * 99_000,
        "x = [" + "None, " * 16_000 + "]",
        "{a b}" * 19_000,
        "{a}" * 33_000,
        "{" * 99_001,
        '"' * 99_001,
        "x = '" * 19_000,
        " " * 99_000 + "\t",
        "a\n \n" * 24_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_code_takes_bounded_time(text: str) -> None:
    for read in (parse.parse_expression, parse.parse_effects, parse.parse_template, parse.parse_function_body):
        report, before = Report(), time.process_time()
        found = read(_code(text), report)
        assert (found is None) == bool(report.diagnostics)
        assert len(report.diagnostics) <= parse.MOST_FAULTS
        assert time.process_time() - before < 15, read.__name__


_PIECES = [
    *(
        "a",
        "me",
        "3",
        "d6",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "+",
        "-",
        "==",
        "=",
        "+=",
        ".",
        "..",
        ",",
        ":",
        ";",
        "?",
        '"',
        "'",
    ),
    *('"t"', '"{a}"', "if", "else", "elif", "for", "in", "not", "or", "and", "let", "do", "return", "none", "pass"),
    *(
        "choose",
        "option",
        "move",
        "to",
        "out",
        "by",
        "as",
        "offer",
        "roll",
        "up",
        "loop",
        "repeat",
        "at",
        "most",
        "while",
    ),
    *(
        "after(",
        "region(",
        "costs(",
        "from",
        "all",
        "int",
        "list",
        "\n",
        "\n    ",
        "\n        ",
        "#c\n",
        "\t",
        "é",
        "!",
        "\\",
    ),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=25).map(" ".join) | st.text(max_size=40))
def test_nothing_that_is_written_breaks_the_parser(text: str) -> None:
    for read in (
        parse.parse_expression,
        parse.parse_effects,
        parse.parse_type,
        parse.parse_function_body,
        parse.parse_template,
    ):
        report = Report()
        found = read(_code(text), report)
        assert (found is None) == bool(report.errors), (read.__name__, text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["x = 1", "if a:", "    y = 2", "x y", "for c in s:", "    move c z", ""]), max_size=8))
def test_faults_are_found_line_by_line(lines: list[str]) -> None:
    """A line that is wrong by itself is reported, whatever stands around it."""
    report = Report()
    parse.parse_effects(_code("\n".join(lines)), report)
    reported = {each.span.line for each in report.diagnostics}
    wrong = {number + 1 for number, line in enumerate(lines) if line in ("x y", "    move c z")}
    assert (
        wrong <= reported or len(report.diagnostics) >= 10 or any(each.code == "YUP307" for each in report.diagnostics)
    )


# ---------------------------------------------------------------- tables


def test_the_tables_belong_to_the_grammar() -> None:
    """After a change of grammar.lark: `python -m yupana.interpreter.language.tables`."""
    before = tables.TABLES.read_text(encoding="utf-8")
    assert tables.as_text(tables.build_data()) == before


def test_tables_without_their_file_are_made_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    kept = tables.load_tables()
    monkeypatch.setattr(tables, "TABLES", tmp_path / "none.json")
    assert tables.load_tables.__wrapped__() == kept


def test_trees_are_equal_whatever_the_layout() -> None:
    first = _effects("if a:\n  x = 1; y = 2\nelse: z = 3")
    second = _effects("if (a):  # why\n\n     x = (1)\n     y = 2\nelse:\n z = 3\n")
    assert without_places(first) == without_places(second)
