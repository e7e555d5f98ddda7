"""Lines as items: what belongs together is together, and every character knows its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yupana.schemas.block_lines import code_items, cuts, row_items, text_items
from yupana.schemas.compose import compose
from yupana.schemas.reader import load_text
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping, Node, Scalar


def block(text: str) -> Scalar:
    tree = load_text(text, "f.yaml", Report())
    assert tree is not None
    node = tree["key"]
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a\nb", ["a", "b"]),
        ("  a\n\n  # no\n  b  # yes", ["a", "b"]),
        ("a\n  b\nc", ["a\n  b", "c"]),
        ("f(a,\nb)\nc", ["f(a,\nb)", "c"]),
        ('f("(", a)\nb', ['f("(", a)', "b"]),
        ("f('#', a)  # (\nb", ["f('#', a)", "b"]),
        ("a and\nb\nor c\nnot d", ["a and\nb\nor c", "not d"]),
        ("a\nnot in b\nin_play(c)", ["a\nnot in b", "in_play(c)"]),
        ("a +\nb\nit.and_so\n- c", ["a +\nb", "it.and_so\n- c"]),
        ("a\n-b\n-(c)\n-1", ["a", "-b", "-(c)", "-1"]),
        ("a)\nb", ["a)", "b"]),
        ("", []),
        ("# only\n\n", []),
    ],
)
def test_what_cannot_stand_alone_belongs_to_the_line_before(text: str, items: list[str]) -> None:
    assert [text[start:end] for start, end in cuts(text)] == items


@given(st.text("ab ()[{\n#\"'+,:-|"))
def test_items_are_in_order_and_nothing_but_comments_and_blanks_lies_between(text: str) -> None:
    last = 0
    for start, end in cuts(text):
        assert last <= start < end
        assert all(not row.strip() or row.lstrip().startswith("#") for row in text[last:start].split("\n")[1:])
        last = end


def leaves(node: Node) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    return [leaf for each in (node.values() if isinstance(node, Mapping) else node) for leaf in leaves(each)]


@pytest.mark.parametrize("items", [code_items, text_items, row_items])
@given(words=st.lists(st.sampled_from(["a", "bb(", ")", "x: c", "and", "  d", "", "#e"]), min_size=1, max_size=8))
def test_every_character_is_where_the_file_has_it(items: object, words: list[str]) -> None:
    text = "x: 1\nkey: |2\n" + "".join(f"  {word}\n" for word in words)
    rows = text.split("\n")
    for leaf in leaves(items(block(text))):  # type: ignore[operator]
        for at, sign in enumerate(leaf.text):
            place = leaf.code.at(at, at + 1)
            assert sign == "\n" or rows[place.line - 1][place.column - 1] == sign


def test_a_row_is_a_name_and_its_code() -> None:
    first, second, third = row_items(block("key: |\n  red: take(a: 1,\n    b)\n  then: x == 1\n  pass\n"))
    assert isinstance(first, Mapping)
    assert isinstance(second, Mapping)
    assert isinstance(third, Scalar)
    assert [(str(key), leaf.text) for key, leaf in zip(first, leaves(first), strict=True)] == [
        ("red", "take(a: 1,\n  b)")
    ]
    assert list(second) == ["then"]
    assert second.key_span("then").line == 4
    assert third.text == "pass"


BASE = """\
ruleset: {name: base, title: Base, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
triggers:
  gain: {on: Player.money changes, do: pass}
flow: [{turns: turn, times: 1, do: pass}]
scoring:
  tie_break: |
    me.money
    max(me.money, 1)
"""


@pytest.mark.parametrize("more", ["|\n    min(me.money, 2)\n    3", '["min(me.money, 2)", 3]'])
def test_an_overlay_adds_to_a_list_however_both_are_written(tmp_path: Path, more: str) -> None:
    base, over = tmp_path / "base.yaml", tmp_path / "over.yaml"
    base.write_text(BASE)
    over.write_text(f"ruleset: {{name: over, extends: base}}\nscoring:\n  tie_break: {more}\n")
    composed = compose(str(over))
    assert composed.report.diagnostics == []
    assert composed.ruleset is not None
    found = [code.text for code in composed.ruleset.scoring.tie_break]  # type: ignore[union-attr]
    assert found == ["me.money", "max(me.money, 1)", "min(me.money, 2)", "3"]
