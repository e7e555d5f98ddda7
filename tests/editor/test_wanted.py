"""What really stands in the shipped files is offered where it stands, once it is deleted, begun and typed again."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

from yupana.tests.editor.wanted import Wanted, is_offered, opened, words_of

TARGETS = ("cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro", "pizarro/variants/lancers.yaml")


def missed(target: str, most: int, seed: int) -> tuple[float, list[str]]:
    """The share of the words of a ruleset that are offered, and those that are not of the words that were tried: at
    most so many of each kind of place, which count for all of it."""
    game = opened(target)
    texts = {file: file.read_text(encoding="utf-8") for file in game.files}
    kinds: dict[str, list[Wanted]] = defaultdict(list)
    for file in game.files:
        for each in words_of(game, file):
            kinds[each.kind].append(each)
    chance, offered, told = random.Random(seed), 0.0, list[str]()
    for kind, every in sorted(kinds.items()):
        tried = every if len(every) <= most else chance.sample(every, most)
        faults = [(each, fault) for each in tried if (fault := is_offered(game, each, texts[each.file]))]
        offered += len(every) * (1 - len(faults) / len(tried))
        for each, fault in faults:
            line = texts[each.file].count("\n", 0, each.start) + 1
            told.append(f"{kind}: `{each.word}` {fault} in {each.file.name}:{line}")
    return offered / sum(map(len, kinds.values())), told


@pytest.mark.parametrize(
    ("target", "floor"),
    [
        ("leduc_poker", 0.99),
        ("cargo_empire", 0.99),
        pytest.param("cuzco_kk/variants/pond_ties.yaml", 0.99, marks=pytest.mark.slow),
    ],
)
def test_the_true_word_is_offered(target: str, floor: float) -> None:
    share, told = missed(target, 1, 1)
    assert share >= floor, "\n".join(told)


@pytest.mark.slow
def test_each_kind_of_place_has_its_own_offers() -> None:
    """What was not offered once: a seat, an option's value, a part of the book, a sheet's cell, a break, a base."""
    game = opened("pizarro")
    wanted = {
        "key examples ExampleDecl.when", "data book BookChapter.holds", "data book BookEntries.columns",
        "data book BookDecl.hidden", "data strength AcceptedBreak.in", "data strength AcceptedBreak.break",
        "data examples ExampleDecl.options", "move examples ExampleDecl.waits",
    }  # fmt: skip
    found: dict[str, Wanted] = {}
    for file in game.files:
        for each in words_of(game, file):
            found.setdefault(each.kind, each)
    assert wanted <= found.keys()
    told = {kind: is_offered(game, found[kind], found[kind].file.read_text(encoding="utf-8")) for kind in wanted}
    assert told == dict.fromkeys(wanted, "")


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_of_many_words_of_every_kind_the_true_one_is_offered(target: str) -> None:
    share, told = missed(target, 40, 2)
    print(f"{target}: {share:.4f}", *told, sep="\n")
    assert share >= 0.99
