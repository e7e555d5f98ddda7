"""`yupana strength` as a person and a program use it: what it says, what it takes, how it ends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.errors import UsageError
from yupana.tests.tools.command_line import Yupana
from yupana.tools.strength.running import strength_of

STRICT = "`me.money >= price` has `>` for `>=`"
WITH_THE_LAST = "  with_the_last: {source: S-1, given: red.money = 2, when: [{red: buy}], then: red.goods == 1}\n"
EVERYTHING = {
    "constants.price", "players.fields.money", "actions.buy", "flow.day", "flow.day.turn", "scoring.items.goods",
}  # fmt: skip
ITS_LAST_WORD = (
    "17 of 28 breaks are noticed (60.7 %), 0 accepted, 11 missed; 0 refused by check, 0 never seen to matter."
)


def _named(document: Any, element: str, what: str) -> Any:
    return next(each for each in document["results"] if (each["element"], each["what"]) == (element, what))


def test_what_nobody_notices_is_told_in_the_words_of_the_author(yupana: Yupana, stall: Path) -> None:
    ran = yupana("strength", "stall.yaml")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert f"S-1 (stall.yaml:7), actions.buy: {STRICT}; 1 example comes through here, and does not notice." in lines
    assert any(re.fullmatch("stall.yaml:12, flow.day: .*`3`.*; 1 example .* does not notice.", line) for line in lines)
    assert any(line.startswith("S-3 (stall.yaml:13), scoring.items.goods: `me` is") for line in lines)
    assert any(line.endswith("; no example comes here.") for line in lines)
    counts = re.fullmatch(
        r"(\d+) of (\d+) breaks are noticed \(([\d.]+) %\), 0 accepted, (\d+) missed;"
        r" (\d+) refused by check, (\d+) never seen to matter\.",
        lines[-1],
    )
    document = yupana("strength", "stall.yaml", "--json").document
    assert counts is not None
    assert [int(counts[at]) for at in (1, 2, 4, 5, 6)] == [
        document[name] for name in ("noticed", "breaks", "missed", "refused", "same")
    ]
    assert float(counts[3]) == int(1000 * document["figure"]) / 10


def test_the_tables_have_the_weakest_first(yupana: Yupana, stall: Path) -> None:
    rows = [line.split() for line in yupana("strength", "stall.yaml").out.splitlines()]
    tables = [row for row in rows if row[:1] in (["S-1"], ["S-3"], ["stall.yaml"]) and len(row) == 5]
    document = yupana("strength", "stall.yaml", "--json").document
    assert [row[0] for row in tables] == ["S-3", "S-1", "stall.yaml"]
    for name, *figures in tables:
        told = {**document["rules"], **document["files"]}[name]
        assert figures == [str(told[key]) for key in ("breaks", "noticed", "missed", "accepted")]


def test_a_long_path_leaves_room_for_the_figures(yupana: Yupana, stall: Path) -> None:
    far = stall.parent / ("a_folder_with_a_long_name_" * 3) / "stalls"
    far.mkdir(parents=True)
    stall.rename(far / stall.name)
    rows = [line.split() for line in yupana("strength", str(far / stall.name)).out.splitlines()]
    assert [len(row) for row in rows if row[:1] == ["stalls/stall.yaml"]] == [5]


def test_rules_without_a_gap_are_shown_when_asked_for(yupana: Yupana, stall: Path) -> None:
    gapless = ("strength", "stall.yaml", "--only", "constants.price")
    assert "S-1" not in yupana(*gapless).out
    assert "S-1 " in yupana(*gapless, "--all").out


def test_a_long_table_is_cut(yupana: Yupana, stall: Path) -> None:
    rules = "".join(f"    T-{n}: {{section: S, text: Still a point.}}\n" for n in range(24))
    text = stall.read_text(encoding="utf-8").replace("    S-1: {sec", f"{rules}    S-1: {{sec")
    cited = ", ".join(f"T-{n}" for n in range(24))
    stall.write_text(text.replace("source: S-3,", f"source: [{cited}],"), encoding="utf-8")
    ran = yupana("strength", "stall.yaml")
    assert "… and 5 more rules with breaks that are missed; --all shows them" in ran.out
    assert "more rules" not in yupana("strength", "stall.yaml", "--all").out


def test_an_example_that_notices_closes_the_gap(yupana: Yupana, stall: Path) -> None:
    before = _named(yupana("strength", "stall.yaml", "--json").document, "actions.buy", STRICT)
    with stall.open("a", encoding="utf-8") as file:
        file.write(WITH_THE_LAST)
    after = _named(yupana("strength", "stall.yaml", "--json").document, "actions.buy", STRICT)
    assert (before["outcome"], before["by"], before["reached"]) == ("missed", "", 1)
    assert (after["outcome"], after["by"], after["reached"]) == ("noticed", "with_the_last", 2)


def test_the_document_adds_up(yupana: Yupana, stall: Path) -> None:
    document = yupana("strength", "stall.yaml", "--json").document
    outcomes = [each["outcome"] for each in document["results"]]
    assert document["breaks"] == document["noticed"] + document["missed"] + document["accepted"] > 20
    assert document["noticed"] == outcomes.count("noticed") + outcomes.count("endless") > 10
    assert document["missed"] == outcomes.count("missed") > 5
    assert document["figure"] == pytest.approx(document["noticed"] / document["breaks"], abs=1e-6)
    of_goods = [each for each in document["results"] if "S-3" in each["rules"]]
    missed = [each for each in of_goods if each["outcome"] == "missed"]
    assert document["rules"]["S-3"] == {
        "breaks": len(of_goods), "noticed": 0, "missed": len(missed), "accepted": 0,
    }  # fmt: skip
    assert document["files"]["stall.yaml"]["breaks"] == document["breaks"]
    first = document["results"][0]
    assert (first["file"], first["line"], first["rules"], first["sort"]) == ("stall.yaml", 2, [], "number")
    assert document["idle"] == []


@pytest.mark.parametrize(
    ("only", "elements"),
    [
        (("S-3",), {"scoring.items.goods"}),
        (("rules.S-3",), {"scoring.items.goods"}),
        (("actions.buy",), {"actions.buy"}),
        (("buy",), {"actions.buy"}),
        (("actions",), {"actions.buy"}),
        (("flow",), {"flow.day", "flow.day.turn"}),
        (("flow.day",), {"flow.day", "flow.day.turn"}),
        (("turn", "S-3"), {"flow.day.turn", "scoring.items.goods"}),
        (("rest",), set()),
        (("stall.yaml",), EVERYTHING),
    ],
)
def test_only_what_is_named_is_broken(
    yupana: Yupana, stall: Path, only: tuple[str, ...], elements: set[str]
) -> None:  # fmt: skip
    words = [word for each in only for word in ("--only", each)]
    document = yupana("strength", "stall.yaml", *words, "--json").document
    assert {each["element"] for each in document["results"]} == elements


def test_where_nothing_can_be_broken(yupana: Yupana, stall: Path) -> None:
    ran = yupana("strength", "stall.yaml", "--only", "rest")
    assert ran.out.strip() == (
        "Nothing needs doing: nothing was broken that an example could notice.\n\n"
        "There is nothing here that an example could notice; 0 refused by check, 0 never seen to matter."
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("actions.bui", " Did you mean `actions.buy` or `actions.rest`?"),
        ("pricee", " Did you mean `price`?"),
        ("S-33", " Did you mean `S-3`?"),
        ("a_purchase", ""),
        ("", ""),
    ],
)
def test_a_name_that_is_not_there(yupana: Yupana, stall: Path, name: str, hint: str) -> None:
    ran = yupana("strength", "stall.yaml", "--only", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"There is no rule, no element and no file `{name}`.{hint}\n"


@pytest.mark.slow
def test_a_sample_is_the_same_for_the_same_seed(yupana: Yupana, stall: Path) -> None:
    def drawn(seed: str) -> list[tuple[str, str]]:
        document = yupana("strength", "stall.yaml", "--sample", "6", "--seed", seed, "--json").document
        return [(each["element"], each["what"]) for each in document["results"]]

    every = [(e["element"], e["what"]) for e in yupana("strength", "stall.yaml", "--json").document["results"]]
    assert len(drawn("1")) == 6
    assert drawn("1") == drawn("1") != drawn("2")
    assert drawn("1") == [each for each in every if each in drawn("1")], "they are in the order of the files"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_examples_that_fail_are_named(yupana: Yupana, stall: Path, workers: str) -> None:
    stall.write_text(stall.read_text(encoding="utf-8").replace("red.money == 2", "red.money == 3"), encoding="utf-8")
    ran = yupana("strength", "stall.yaml", "--workers", workers)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "`a_purchase` does not" in ran.err
    assert "yupana test stall.yaml" in ran.err


def test_a_ruleset_with_faults_is_not_broken_further(yupana: Yupana, stall: Path) -> None:
    stall.write_text(stall.read_text(encoding="utf-8").replace("me.goods += 1", "me.good += 1"), encoding="utf-8")
    ran = yupana("strength", "stall.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert "did you mean `goods`?" in ran.err


def test_a_ruleset_without_examples_misses_all(yupana: Yupana, stall: Path) -> None:
    stall.write_text(stall.read_text(encoding="utf-8").partition("examples:")[0], encoding="utf-8")
    document = yupana("strength", "stall.yaml", "--json").document
    assert document["missed"] == document["breaks"] > 0
    assert document["figure"] == 0


def test_an_overlay_is_broken_with_its_base(yupana: Yupana, stall: Path, tmp_path: Path) -> None:
    overlay = "ruleset: {name: dear, title: Dear, language: 4, extends: stall}\n"
    overlay += "change: {constants: {price: {value: 4}}}\nremove: {examples: [a_purchase]}\n"
    overlay += "examples: {dear: {when: [{red: buy}], then: red.money == 0}}\n"
    (tmp_path / "dear.yaml").write_text(overlay, encoding="utf-8")
    document = yupana("strength", "./stall.yaml+./dear.yaml", "--json").document
    strict = _named(document, "actions.buy", STRICT)
    assert (strict["outcome"], strict["by"]) == ("noticed", "dear")
    assert _named(document, "constants.price", "`4` is `5`")["outcome"] == "noticed"


def test_workers_find_the_same(stall: Path) -> None:
    with stall.open("a", encoding="utf-8") as file:
        file.write(WITH_THE_LAST)
    compiled = compile_ruleset(str(stall))
    told: list[tuple[int, int]] = []
    alone = strength_of(compiled, str(stall))
    both = strength_of(compiled, str(stall), workers=2, progress=lambda done, total: told.append((done, total)))
    assert alone == both
    breaks = len(alone.results)
    assert (told[0], told[-1]) == ((0, breaks), (breaks, breaks))


def test_workers_do_not_break_other_files_than_those_that_were_read(
    stall: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yupana.tools.simulation.workers.copies", lambda: False)  # a copy reads no file
    compiled = compile_ruleset(str(stall))
    with stall.open("a", encoding="utf-8") as file:
        file.write(WITH_THE_LAST)
    with pytest.raises(UsageError, match="were changed meanwhile"):
        strength_of(compiled, str(stall), workers=2)
