"""Code in mid-edit: what the grammar takes at a place, and what is understood of the code around it."""

from __future__ import annotations

import pytest
from yupana.interpreter.language import nodes
from yupana.interpreter.language.unfinished import MARK, Unfinished, read_unfinished


def read(text: str, start: str = "effects") -> Unfinished | None:
    return read_unfinished(text.replace("¦", ""), text.index("¦"), start)


def marked(tree: object) -> bool:
    """Whether the mark stands in a tree."""
    if isinstance(tree, tuple):
        return any(marked(each) for each in tree)
    if isinstance(tree, nodes.Name | nodes.Attribute) and tree.name == MARK:
        return True
    names = {slot for kind in type(tree).__mro__ for slot in getattr(kind, "__slots__", ())}
    return isinstance(tree, nodes.Node) and any(marked(getattr(tree, name)) for name in names if name != "span")


@pytest.mark.parametrize(
    "text",
    [
        "¦",
        "if x.¦",
        "if x.¦:\n  move a to b",
        "let p = me\nif p.¦\nmove a to b",
        "for c in ¦",
        "for c in cities:\n  let d = c\n  ¦\nmove a to b",
        "move all x.¦",
        "move x to ¦",
        "do pay(¦",
        "do pay(me, [a, ¦",
        "me.money += ¦",
        "me.mon¦ey += 3",
        "let a = (3\nlet b = a.¦",
        "if a:\n  b +\n  c.¦",
        "choose c in ¦",
        'log "{me} has {x.¦"',
        "let n = sum(c.¦ for c in cities)",
        "let n = sum(c.¦ for c in cities",
        "x = 3; ¦",
        "if a == b and ¦",
        "choose:\n  option go if ¦",
    ],
)
def test_the_mark_stands_in_what_is_understood(text: str) -> None:
    found = read(text)
    assert found is not None
    assert marked(found.tree), found.tree


@pytest.mark.parametrize(
    ("text", "there", "missing"),
    [
        ("¦", "let if move do NAME", "to and"),
        ("move x ¦", "to out and", "NAME let if"),
        ("x.¦", "NAME", "let and"),
        ("let y = ¦", "NAME do", "let to"),
        ("offer menu ¦", "to", "NAME"),
        ("for x ¦", "in", "NAME"),
        ("do pay(¦", "NAME KEYWORD", "let"),
    ],
)
def test_the_grammar_says_what_may_come(text: str, there: str, missing: str) -> None:
    found = read(text)
    assert found is not None
    assert set(there.split()) <= found.choices
    assert found.choices.isdisjoint(missing.split())


@pytest.mark.parametrize("text", ["# x ¦", 'log "words ¦"', "let x = 3  # c.¦", "\tx¦"])
def test_nothing_is_said_in_comments_and_words(text: str) -> None:
    assert read(text) is None


def test_loops_before_a_place_keep_their_names() -> None:
    found = read("for c in cities:\n  let d = ((\n  c.¦")
    assert found is not None
    (loop,) = found.tree
    assert isinstance(loop, nodes.For)
    assert loop.name == "c"
