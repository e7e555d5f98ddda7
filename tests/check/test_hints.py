"""What a diagnostic proposes is what the author most likely meant."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset

BASE = """
ruleset: {name: hints, title: Hints, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
functions: {price_now: {is: 3}}
actions:
  buy:
    parameters:
      number: {in: 1..3}
      price: {is: number + 1}
    cost: {money: PRICE}
    effects: pass
flow: [{turns: turn, times: 1}]
"""


def _diagnostics(text: str, folder: Path) -> list[tuple[str, str]]:
    path = folder / "hints.yaml"
    path.write_text(text, encoding="utf-8")
    return [(each.message, each.hint) for each in compile_ruleset(path).diagnostics]


def test_a_mistyped_parameter_is_found_before_a_function(tmp_path: Path) -> None:
    assert _diagnostics(BASE.replace("PRICE", "price"), tmp_path) == []
    assert _diagnostics(BASE.replace("PRICE", "prce"), tmp_path) == [("unknown name `prce`", "did you mean `price`?")]


def test_a_value_cut_in_two_by_a_comma_wants_quotes(tmp_path: Path) -> None:
    text = BASE.replace("PRICE", "price").replace("{is: 3}", "{is: 3, or 4}")
    ((message, hint),) = _diagnostics(text, tmp_path)
    assert message == "unknown key `or 4` of a function"
    assert hint.endswith('write `is: "3, or 4"`')


def test_a_choice_with_a_body_is_a_list_of_options(tmp_path: Path) -> None:
    effects = "effects: |\n      choose one:\n          me.money += 1"
    text = BASE.replace("PRICE", "price").replace("effects: pass", effects)
    ((_, hint),) = _diagnostics(text, tmp_path)
    assert hint == "different things to do stand below `choose:`, each after `option`"


def test_in_code_that_is_folded_over_lines_a_fault_is_where_it_stands(tmp_path: Path) -> None:
    text = BASE.replace("PRICE", "price").replace(
        "functions: {price_now: {is: 3}}",
        "functions:\n  price_now:\n    is: >-\n      1 +\n      2 + nosuch\n"
        "  other:\n    is: 1 +\n      1 +\n      absent\n"
        '  quoted: {is: "1 +\n    \\x31 + missing"}',
    )
    path = tmp_path / "folded.yaml"
    path.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    found = {}
    for each in compile_ruleset(path).diagnostics:
        span = each.span
        assert span.line == span.end_line
        found[lines[span.line - 1][span.column - 1 : span.end_column - 1]] = each.message
    assert found == {word: f"unknown name `{word}`" for word in ("nosuch", "absent", "missing")}


def test_a_reference_in_a_text_that_is_folded_is_told_where_it_stands(tmp_path: Path) -> None:
    text = BASE.replace("PRICE", "price") + (
        "rulebook:\n  sections: {S: One}\n  glossary:\n    box: >-\n      one line\n      and {in_word} more\n"
        "  rules:\n    S-1:\n      section: S\n      text: >-\n        one line\n        and {in_rule} more\n"
        "book:\n  components:\n    box: >-\n      one line\n      and {in_part} more\n"
        "  chapters:\n    start:\n      text: >-\n        one line\n        and {in_chapter} more\n"
        "      holds: overview\n"
    )
    path = tmp_path / "folded.yaml"
    path.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    spans = [each.span for each in compile_ruleset(path).diagnostics if each.code == "YUP255"]
    found = [lines[span.line - 1][span.column - 1 : span.end_column - 1] for span in spans]
    assert sorted(found) == ["in_chapter", "in_part", "in_rule", "in_word"]


def test_lines_that_begin_with_tabs_hide_what_stands_below_them_and_nothing_else(tmp_path: Path) -> None:
    """A key whose lines cannot be read is left out alone; what others say of it is no fault of theirs."""
    text = BASE
    for key in ("parameters", "cost", "effects"):
        text = text.replace(f"    {key}:", f"\t{key}:")
    told = _diagnostics(text.replace("times: 1}", "times: nosuch}"), tmp_path)
    assert [message for message, _ in told] == [*["a file cannot contain tabs"] * 3, "unknown name `nosuch`"]


def test_a_file_in_another_encoding_says_so(tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_bytes(BASE.encode("utf-16"))
    (told,) = compile_ruleset(path).diagnostics
    assert (told.message, told.hint) == ("this file is UTF-16, not UTF-8", "save the file with the encoding UTF-8")


def test_a_line_that_begins_with_a_tab_is_told_once(tmp_path: Path) -> None:
    players = "players:\n\tmin: 2\n    max: 2\n    names: [red, blue]\n    fields: {money: int 0..9}\n"
    text = "".join(players if line.startswith("players") else line for line in BASE.splitlines(keepends=True))
    (told, *_) = _diagnostics(text.replace("PRICE", "price"), tmp_path)
    assert told[0] == "a file cannot contain tabs"
    assert not any("missing" in message for message, _ in _diagnostics(text, tmp_path))
