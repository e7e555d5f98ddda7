"""A file that is read again after an edit says what it says to somebody who reads all of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.schemas.model_cache import ModelCache
from yupana.schemas.reader import Loaded, trees_of
from yupana.schemas.reread import TIMES
from yupana.schemas.tree import Mapping, Node, Scalar
from yupana.tests.found import ROOT

LINES = (
    "a: 1", "b: [1, 2]", "c:", "- x", "-", "  d: |", "    text", "  e: >-", "  f: 'open", "  shut'", "# words", "",
    "  - g: 1", "    h: 2", "  - - i", "    - j", "? k", ": l", "  m: {n: 1,", "   o: 2}", "...", "---", "%TAG ! x",
    "p: &q 1", "r: *q", "  more words", "a:", "  d:", "s: !t", 'u: "v', 'w"', "x: |+", "  y?: z?", "- - -", "  '1': 2",
    "\ue000: 1", "  z: Word?, other", " one: 1",
)  # fmt: skip


def told(loaded: Loaded) -> list[object]:
    """Everything that a reading says, with every place."""
    return [*loaded.diagnostics, loaded.unread, *(() if loaded.tree is None else parts(loaded.tree))]


def parts(node: Node) -> Iterator[object]:
    """What stands in a tree, in order."""
    yield type(node).__name__
    yield node.span
    if isinstance(node, Scalar):
        yield node.text, node.style, node.lines[node.span.line - 1 : node.span.end_line], node.code
        return
    if isinstance(node, Mapping):
        yield [(key, getattr(key, "span", None)) for key in node]
    for each in node.values() if isinstance(node, Mapping) else node:
        yield from parts(each)


def nodes(node: Node) -> Iterator[int]:
    """Which values a tree holds."""
    yield id(node)
    if not isinstance(node, Scalar):
        for each in node.values() if isinstance(node, Mapping) else node:
            yield from nodes(each)


def fresh(text: str) -> Loaded:
    trees_of.cache_clear()
    return trees_of("a.yaml")(text)


def same_as_fresh(texts: list[str]) -> int:
    """Read the texts one after another; of how many something was the very part that it was before."""
    trees_of.cache_clear()
    read, shared, before = trees_of("a.yaml"), 0, set[int]()
    loaded = [read(text) for text in texts]
    for each, text in zip(loaded, texts, strict=True):
        assert told(each) == told(fresh(text)), text
        now = set() if each.tree is None else set(nodes(each.tree))
        shared += bool(now & before)
        before = now
    return shared


@given(st.lists(st.sampled_from(LINES), max_size=12), st.data())
@settings(max_examples=100, deadline=None)
def test_small_texts_line_by_line(lines: list[str], data: st.DataObject) -> None:
    texts = ["\n".join(lines)]
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(lines)))
        gone, new = data.draw(st.integers(0, 2)), data.draw(st.lists(st.sampled_from(LINES), max_size=2))
        lines = [*lines[:at], *new, *lines[at + gone :]]
        texts.append("\n".join(lines))
    same_as_fresh(texts)


WELL = """\
a: 1
actions:
  one:
    - set: x
      to: |
        words

        more
    -
    - other: [1, 2]
  two: {text: "one
    two"}
  # about three
  three:
k: &k
  - 1
  - one: 2
l: *k
b:
- c: 1
  d: 2
- e
- *k
m: {n: *k}
"""


@given(st.lists(st.tuples(st.integers(0, 24), st.integers(0, 2), st.sampled_from(LINES)), min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_edits_of_what_is_well_formed(edits: list[tuple[int, int, str]]) -> None:
    texts, lines = [WELL], WELL.split("\n")
    for at, gone, new in edits:
        deep = len(lines[at]) - len(lines[at].lstrip()) if at < len(lines) else 0
        for put in (new, " " * deep + new.strip()):
            changed = [*lines[:at], put, *lines[at + gone :]]
            texts.append("\n".join(changed))
        lines = changed
    same_as_fresh(texts)


@pytest.mark.parametrize("file", ["pizarro/examples_battle.yaml", "cuzco_feld/game.yaml", "cuzco_kk/rulebook.yaml"])
def test_large_files(file: str) -> None:
    path, dice = Path(ROOT, "rulesets", file), random.Random(file)
    lines = path.read_text(encoding="utf-8").split("\n")
    texts = ["\n".join(lines)]
    for _ in range(12):
        at = dice.randrange(len(lines))
        changed = list(lines)
        match dice.randrange(4):
            case 0:
                changed[at] += " # now"
            case 1:
                changed.insert(at, "")
            case 2:
                del changed[at]
            case _:
                changed[at] = changed[at].replace(" and ", " or ") + "x"
        texts += ["\n".join(changed), "\n".join(lines)]
    assert same_as_fresh(texts) > 12


def test_what_stays_keeps_few_states_of_the_lines_of_its_file() -> None:
    trees_of.cache_clear()
    kept, read = ModelCache(), trees_of("a.yaml")
    lines = [f"k{number}: text" for number in range(3 * TIMES)]
    for at in range(len(lines)):
        lines[at] += "s"
        loaded = read("\n".join(lines)).tree
        assert loaded is not None
        tree = kept.with_kept("a.yaml", loaded)
    assert len({id(each.lines) for each in tree.values() if isinstance(each, Scalar)}) <= TIMES + 1
