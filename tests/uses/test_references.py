"""The index of references: what is named where, so exactly that a name can be replaced there."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.check.builtin_table import BUILTINS
from yupana.interpreter.check.world import WORDS
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.index.elements import Elements, index
from yupana.interpreter.index.references import Reference, References
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.source import Span
from yupana.tests.found import shipped
from yupana.tests.uses.twins import TWINS

QUICK = ("tic_tac_toe", "cargo_empire")
RULESETS = [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in shipped()]
NO_CODE = {"rules", "rulebook", "book", "ruleset"}


def _text(compiled: Compiled, span: Span) -> str:
    line = compiled.files[span.file].split("\n")[span.line - 1]
    return line[span.column - 1 : span.end_column - 1] if span.line == span.end_line else "<lines>"


def _uses(elements: Elements) -> References:
    assert elements.references is not None
    return elements.references


@pytest.mark.parametrize("name", RULESETS)
def test_at_every_reference_stands_the_name(name: str) -> None:
    compiled = compile_ruleset(name)
    references = _uses(index(compiled)).references
    assert len(references) > 150
    for each in references:
        declared = each.declaration
        word = declared.name or declared.path.split(".", 1 if declared.path.startswith("rules.") else -1)[-1]
        text = _text(compiled, each.span)
        if declared.sort == "menu" and not text:  # a step that offers the main menu does not say so
            continue
        one_of_many = text.rpartition("_")[0] == word  # the third of five
        generated = text.endswith(f"_{word.lower()}")  # of a kind with so many for each player
        assert text == word or one_of_many or generated, each


@pytest.mark.parametrize("name", RULESETS)
def test_every_name_in_code_has_its_reference(name: str) -> None:
    elements = index(compile_ruleset(name))
    known = {each.span for each in _uses(elements).references}
    for element in elements:
        for piece in element.pieces if element.section not in NO_CODE else ():
            if piece.part == "visible" and piece.code.text.strip() in ("owner", "all", "none"):
                continue
            for node in descend(piece.node):
                word = isinstance(node, nodes.Name) and (node.name in (*WORDS, "Player") or node.name in BUILTINS)
                if isinstance(node, nodes.Name) and not word:
                    assert node.span in known, (element.path, node)


# ---------------------------------------------------------------- what is asked


@pytest.fixture
def twins(tmp_path: Path) -> References:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS, encoding="utf-8")
    return _uses(index(compile_ruleset(file)))


def _at(uses: References, text: str, word: str) -> list[Reference]:
    """What is named at the first such word behind a text of the ruleset."""
    offset = TWINS.index(word, TWINS.index(text))
    line = TWINS.count("\n", 0, offset) + 1
    column = offset - TWINS.rfind("\n", 0, offset)
    return uses.at(uses.references[0].span.file, line, column)


def test_what_stands_at_a_place(twins: References) -> None:
    (grabbed,) = _at(twins, "me.coins += heap", "heap")
    assert (grabbed.kind, grabbed.declaration.sort, grabbed.declaration.path) == ("read", "local", "actions.grab")
    assert [each.kind for each in twins.of(grabbed.declaration)] == ["declaration", "read", "read"]
    (worth,) = _at(twins, "is: w.worth", "worth")
    assert (worth.declaration.sort, worth.declaration.path) == ("part", "kinds.Ware")
    assert [each.element for each in twins.of(worth.declaration)] == [
        "kinds.Ware", "kinds.Ware.entries.wool", "kinds.Ware.entries.salt", "functions.price",
    ]  # fmt: skip
    (calm,) = _at(twins, "sea = calm", "calm")
    assert (calm.declaration.path, calm.declaration.name) == ("enums.Sea", "calm")


def test_what_is_done_with_what_is_named(twins: References) -> None:
    assert [each.kind for each in _at(twins, "mood = calm", "mood")] == ["write"]
    assert sorted(each.kind for each in _at(twins, "me.coins += heap", "coins")) == ["read", "write"]
    assert [each.kind for each in _at(twins, "price(w)", "price")] == ["call"]
    assert [each.kind for each in _at(twins, "price: {of", "price")] == ["declaration"]
    assert _at(twins, "the stock of", "stock") == []
    assert twins.only_written("actions.soothe") == {"state.mood"}
    assert twins.only_written("actions.grab") == set()


def test_what_calls_what(twins: References) -> None:
    (price,) = _at(twins, "price: {of", "price")
    assert [each.element for each in twins.of(price.declaration) if each.kind == "call"] == ["actions.sell"]
    calls = [each.declaration.path for each in twins.within("examples.selling") if each.kind == "call"]
    assert calls == ["actions.sell"]
