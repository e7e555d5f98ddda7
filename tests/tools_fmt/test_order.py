"""The keys of elements, shuffled: one layout, one meaning, one program; and no other order is taken for a layout."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.reader import load_text
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Report
from yupana.schemas.spanned import Spanned
from yupana.tests.found import ROOT, compiled
from yupana.tests.tools_fmt.test_rulesets import _differing, _other_program
from yupana.tools.format.files import attributes_of, same_meaning
from yupana.tools.format.page import format_text, write_tree
from yupana.tools.format.roles import Attributes, Place
from yupana.tools.format.tree import Branch, read_comments, read_tree

NOBODY = Attributes()
FILES = sorted(path for path in (ROOT / "rulesets").rglob("*.yaml") if path.parent.name != "texts")


@cache
def _attributes(path: Path) -> Attributes:
    return attributes_of(str(path if path.parent.name == "variants" else path.parent))


def _is_element(place: Place, branch: Branch) -> bool:
    model = place._as("mapping").annotation
    return (
        branch.is_map
        and isinstance(model, type)
        and issubclass(model, Spanned)
        and model is not Ruleset
        and not model.open_keys
    )


def _shuffle(branch: Branch, place: Place, dice: random.Random) -> None:
    """Throw the keys of all elements about. Empty lines between them go: the first key has none above it."""
    for entry in branch.entries:
        if isinstance(entry.value, Branch):
            _shuffle(entry.value, place.item() if entry.key is None else place.child(entry.key.text), dice)
    if _is_element(place, branch):
        for entry in branch.entries:
            entry.gap = False
            for comment in entry.lead:
                comment.gap = False
        dice.shuffle(branch.entries)


def _shuffled(path: Path, dice: random.Random) -> tuple[str, str]:
    """A file without empty lines in its elements, in order and shuffled."""
    place = Place(_attributes(path))
    root = read_tree(path.read_text(encoding="utf-8"))
    assert root is not None
    _shuffle(root, place, dice)
    shuffled = write_tree(root, place)
    return format_text(shuffled, place.attributes), shuffled


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(FILES), st.randoms(use_true_random=False))
def test_shuffled_keys_come_in_order_again(path: Path, dice: random.Random) -> None:
    place = Place(_attributes(path))
    text = path.read_text(encoding="utf-8")
    laid_out, shuffled = _shuffled(path, dice)
    without_gaps = [line for line in text.split("\n") if line]
    assert [line for line in laid_out.split("\n") if line] == without_gaps
    assert format_text(laid_out, place.attributes) == laid_out
    assert read_comments(laid_out) == read_comments(text)
    report = Report()
    first, other, last = (load_text(each, "file", report) for each in (text, shuffled, laid_out))
    assert report.diagnostics == []
    assert same_meaning(other, last, place) is None
    assert same_meaning(first, last, place) is None
    assert (same_meaning(first, other, place) is None) == ([*_lines(shuffled)] == [*_lines(text)])


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


@pytest.mark.parametrize("target", ["tic_tac_toe", "cargo_empire+short"])
def test_a_ruleset_with_shuffled_keys_is_the_same_program(target: str, tmp_path: Path) -> None:
    base, *overlays = target.split("+")
    shutil.copytree(ROOT / "rulesets" / base, tmp_path / base)
    for path in (ROOT / "rulesets" / base).rglob("*.yaml"):
        if path.parent.name == "texts":  # what is translated stands in the author's order
            continue
        copy = tmp_path / base / path.relative_to(ROOT / "rulesets" / base)
        copy.write_text(_shuffled(path, random.Random(path.name))[1], encoding="utf-8")
        assert copy.read_text(encoding="utf-8") != path.read_text(encoding="utf-8")
    before, after = compiled(target), compile_ruleset("+".join([str(tmp_path / base), *overlays]))
    assert after.diagnostics == []
    assert _differing(before.ruleset, after.ruleset) is None
    assert before.program is not None
    assert after.program is not None
    assert _other_program(before.program, after.program) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("actions: {a: {text: A, effects: pass}}", "actions: {a: {effects: pass, text: A}}"),  # not the canonical one
        ("actions: {b: {effects: pass}, a: {effects: pass}}", "actions: {a: {effects: pass}, b: {effects: pass}}"),
        ("kinds: {Card: {entries: {a: {source: A, n: 1}}}}", "kinds: {Card: {entries: {a: {n: 1, source: A}}}}"),
        ("setup: pass\nflow: []", "flow: []\nsetup: pass"),
        ("actions: {a: {effects: pass, text: A}}", "actions: {a: {text: A, when: true, effects: pass}}"),
        ("actions: {a: {effects: pass, text: A}}", "actions: {a: {effects: pass}}"),
        ("actions: {a: {effects: pass, text: A}}", "actions: {a: {text: B, effects: pass}}"),
        ("actions: {a: {efects: pass, text: A}}", "actions: {a: {text: A, efects: pass}}"),
    ],
)
def test_no_other_order_and_nothing_else_is_a_layout(before: str, after: str) -> None:
    report = Report()
    old, new = load_text(before, "file", report), load_text(after, "file", report)
    assert report.diagnostics == []
    assert same_meaning(old, new, Place(NOBODY)) is not None
