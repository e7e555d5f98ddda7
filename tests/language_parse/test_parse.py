"""Places, bounds and robustness of the parser."""

from __future__ import annotations

import gzip
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.language import grammar, nodes, parse
from yupana.interpreter.language.actions import ACTIONS
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


def test_an_open_brace_at_the_end_of_a_text_is_a_fault() -> None:
    for text in ("coins: {", "coins: {a ", "coins: {a #", "coins: {a\n"):
        report = Report()
        assert parse.parse_template(_code(text), report) is None
        assert [each.code for each in report.diagnostics] == ["YUP320"], text


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


def _hostile(characters: int) -> list[str]:
    """About so many characters of each sort of hostile code."""
    return [
        "x y\n" * (characters // 5),
        "x = 1\n" * (characters // 6) + "x y\n" * 20,
        "log 'a'\n" * (characters // 11) + "if x:\n" * 15,
        ")" * characters,
        "x = [" + "None, " * (characters // 6) + "]",
        "{a b}" * (characters // 5),
        "{a}" * (characters // 3),
        "{" * (characters + 1),
        '"' * (characters + 1),
        "x = '" * (characters // 5),
        " " * characters + "\t",
        "a\n \n" * (characters // 4),
    ]


@pytest.mark.parametrize("text", _hostile(25_000), ids=lambda text: repr(text[:12]))
def test_hostile_code_takes_bounded_time(text: str) -> None:
    """A quarter of what may be; where the time grew with the square of the length, it would be a sixteenth."""
    _read_in_time(text, 4)


@pytest.mark.slow
@pytest.mark.parametrize("text", _hostile(99_000), ids=lambda text: repr(text[:12]))
def test_the_longest_hostile_code_takes_bounded_time(text: str) -> None:
    _read_in_time(text, 15)


def _read_in_time(text: str, seconds: float) -> None:
    for read in (parse.parse_expression, parse.parse_effects, parse.parse_template, parse.parse_function_body):
        report, before = Report(), time.process_time()
        found = read(_code(text), report)
        assert (found is None) == bool(report.diagnostics)
        assert len(report.diagnostics) <= parse.MOST_FAULTS
        assert time.process_time() - before < seconds, read.__name__


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


# ---------------------------------------------------------------- the grammar


def test_the_kept_analysis_belongs_to_the_grammar() -> None:
    """After a change of grammar.lark: `grammar.keep()`."""
    with gzip.open(grammar.ANALYSED) as file:
        kept = file.readline()
    assert kept.split()[0] == grammar._mark().split()[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "kept",
    [None, b"", b"no analysis", gzip.compress(b"of another grammar\nnot a pickle", mtime=0)],
    ids=["none", "empty", "damaged", "another"],
)
def test_without_its_analysis_the_grammar_is_analysed_anew(
    kept: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "grammar.lark.gz"
    if kept is not None:
        file.write_bytes(kept)
    text = "choose c in hand by me or pass\nif region(h from a) and x: y = -3"
    before, tree = grammar._parser(), _effects(text)
    monkeypatch.setattr(grammar, "ANALYSED", file)
    made = grammar._parser.__wrapped__()
    assert made.rules == before.rules
    monkeypatch.setattr(grammar, "_parser", lambda: made)
    parse.RECENT.forget()
    assert _effects(text) == tree
    grammar.keep()
    with gzip.open(file) as written:
        assert written.readline() == grammar._mark()


def test_every_rule_has_its_action_and_every_action_its_rule() -> None:
    """But for the rules that only hand on what they hold."""
    named = {str(rule.alias or rule.origin.name) for rule in grammar._parser().rules if not _hands_on(rule)}
    assert {name for name in named if not name.startswith("_")} == set(ACTIONS)


def _hands_on(rule: Any) -> bool:
    return bool(rule.options.expand1 and len(rule.expansion) == 1 and not rule.alias)


def test_what_was_read_lately_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tree and its faults are given again, each for its place; of too much nothing is kept."""
    assert _effects("x = 1 + 7")[0] is _effects("x = 1 + 7")[0]
    assert _effects("x = 1 + 7")[0] is not _effects("x = 1 + 7", line=2)[0]
    for _ in range(2):
        report = Report()
        assert parse.parse_effects(_code("x y z"), report) is None
        assert [each.code for each in report.diagnostics] == ["YUP301"]
    monkeypatch.setattr(parse, "MOST_RECENT", 100)
    monkeypatch.setattr(parse, "RECENT", kept := parse.RecentTrees())
    trees = [_effects(f"x = {number} + 1" if number % 10 else f"x = {[number] * 100}") for number in range(30)]
    assert sum(len(code.text) for _, code in kept._trees) <= 100
    assert len(kept._trees) == 9
    assert _effects("x = 29 + 1") is trees[29]
    assert _effects("x = 21 + 1") is trees[21]
    assert _effects("x = 11 + 1") is not trees[11]


def test_threads_do_not_read_each_others_code() -> None:
    def read(number: int) -> list[str]:
        text = "\n".join(f"let n{number}_{line} = f(a, b, c) + {line}" for line in range(60))
        found = _effects(text, line=number)
        return [each.name for each in found if isinstance(each, nodes.Let)]

    with ThreadPoolExecutor(8) as pool:
        for number, names in enumerate(pool.map(read, range(1, 25)), start=1):
            assert names == [f"n{number}_{line}" for line in range(60)]


# ---------------------------------------------------------------- layout


def test_trees_are_equal_whatever_the_layout() -> None:
    first = _effects("if a:\n  x = 1; y = 2\nelse: z = 3")
    second = _effects("if (a):  # why\n\n     x = (1)\n     y = 2\nelse:\n z = 3\n")
    assert without_places(first) == without_places(second)
