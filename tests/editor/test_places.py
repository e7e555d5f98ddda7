"""What stands at a place of a YAML file that is being typed, whatever is wrong with the file."""

from __future__ import annotations

import pytest

pytest.importorskip("lsprotocol", reason="lsprotocol is not installed")

from yupana.tools.editor.caret import read_at

KEYS = {
    "¦": "",
    "a:\n  ¦": "a",
    "a:\n  b: 3\n  ¦\nc: 1": "a",
    "a:\n  b: 3\n¦\nc: 1": "",
    "a:\n  b:\n    i¦\n    is: 3": "a.b",
    "a:\n  b: {in: s, ¦}": "a.b",
    "a:\n  b: {¦}": "a.b",
    "a: {b: 1}\n¦": "",
    "a:\n  b: {c: 1}\n  ¦\n  d: 2": "a",
    "a:\n  b: [c,\n    d]\n\n  ¦": "a",
    "a:\n  b: {c: 1,\n    ¦": "a.b",
    "a:\n  b: {in: s, i¦\n  c: 3": "a.b",
    "a:\n  - x: 3\n    ¦": "a.0",
    "a:\n- x: 3\n- y: 4\n  ¦\nb: 1": "a.1",
    "a:\n  do: |\n    let x = 3\n  ¦": "a",
    'a:\n  broken: "\n  b:\n    ¦\n  c: 1': "a.b",
}

VALUES = {
    "a:\n  b: x.¦": ("a.b", "x.¦"),
    "a:\n  b: ¦": ("a.b", "¦"),
    'a:\n  b: "x == ¦"': ("a.b", "x == ¦"),
    'a:\n  b: "x == ¦\n  c: 3': ("a.b", "x == ¦"),
    "a: {b: x, c: y.¦}": ("a.c", "y.¦"),
    "a: {b: x, c: ¦}": ("a.c", "¦"),
    "a: {type: list[¦": ("a.type", "list[¦"),
    "a: [x, ¦]": ("a.1", "¦"),
    "a: [x, y¦z]": ("a.1", "y¦z"),
    "a:\n  - x\n  - ¦\nb: 1": ("a.1", "¦"),
    "a:\n  - red: m¦": ("a.0.red", "m¦"),
    "a:\n  do: |\n    let x = 3\n    if x.¦\n  c: 1": ("a.do", "let x = 3\nif x.¦"),
    "a:\n  do: |\n    let x = 3\n    ¦\n  c: 1": ("a.do", "let x = 3\n¦"),
    "a:\n  is:\n    x +\n    y.¦": ("a.is", "x +\n    y.¦"),
    "# no: [\na: x¦": ("a", "x¦"),
}


def _at(text: str) -> tuple[str, int]:
    return text.replace("¦", ""), text.index("¦")


@pytest.mark.parametrize("text", KEYS)
def test_the_mapping_of_a_key(text: str) -> None:
    spot = read_at(*_at(text)).caret
    assert spot is not None
    assert spot.is_key
    assert ".".join(spot.path) == KEYS[text]


@pytest.mark.parametrize("text", VALUES)
def test_the_key_and_the_text_of_a_value(text: str) -> None:
    spot = read_at(*_at(text)).caret
    assert spot is not None
    assert not spot.is_key
    found = f"{spot.text[: spot.offset]}¦{spot.text[spot.offset :]}".rstrip("\n")
    assert (".".join(spot.path), found) == VALUES[text]


@pytest.mark.parametrize("text", ["# ¦", "a: 1 # x ¦", "a:¦ 1"])
def test_nothing_stands_in_a_comment_or_on_a_colon(text: str) -> None:
    spot = read_at(*_at(text)).caret
    assert spot is None or spot.is_key


def test_the_keys_and_values_of_the_rest_are_known() -> None:
    read = read_at("a:\n  b: {c: 1, d: x y}\n  e: |\n    f\n    g\n  h: [1,\n", 0)
    assert read.values == {("a", "b", "c"): "1", ("a", "b", "d"): "x y", ("a", "e"): "f\ng", ("a", "h", "0"): "1"}
    assert list(read.below(("a",))) == ["b", "e", "h"]
