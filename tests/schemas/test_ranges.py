"""Versions in headers: what is one, which ones an overlay was written for, and what it does not go with."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.schemas.compose import Composed, compose
from yupana.schemas.find import base_of
from yupana.tools.authoring.copying import copied_files

GAME = """
players: {min: 1, max: 1, names: [red], fields: {place: int 0..9}}
constants: {goal: 3, other: 1}
actions: {walk: {effects: me.place += 1}}
flow: [{rounds: round, until: any(p.place >= goal for p in players), steps: [{turns: turn}]}]
scoring: {items: {place: me.place}}
"""


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the ruleset `race`, of version 1.10."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race" / "variants").mkdir(parents=True)
    of_version(tmp_path / "race", "1.10")
    return tmp_path / "race"


def of_version(race: Path, version: str) -> None:
    said = f"version: {version}, " if version else ""
    (race / "game.yaml").write_text(f"ruleset: {{name: race, title: Race, {said}language: 4}}{GAME}")


def overlay(race: Path, name: str, header: str = "", extends: str = "race", number: str = "other") -> None:
    text = f"ruleset: {{name: {name}, title: {name}, language: 4, extends: {extends}{header}}}\n"
    (race / "variants" / f"{name}.yaml").write_text(f"{text}change: {{constants: {{{number}: 5}}}}\n")


def faults(composed: Composed) -> list[tuple[str, int]]:
    return [(each.code, each.span.line) for each in composed.report.in_order()]


LONG = "9" * 5000


@pytest.mark.parametrize("header", [f", version: '{LONG}'", f", not_with: other >={LONG}"])
def test_numbers_that_nobody_can_read_are_told(race: Path, header: str) -> None:
    overlay(race, "long", header)
    assert [code for code, _ in faults(compose("race+long"))] == ["YUP242" if "version" in header else "YUP243"]
    overlay(race, "far", extends=f"race >={LONG}")
    assert [code for code, _ in faults(compose("race+far"))] == ["YUP243"]


@pytest.mark.parametrize("version", ["1", "1.0", "2.0.1rc1", "1.0.dev3", "2026.1", "1.10"])
def test_a_version_is_kept_as_it_is_written(race: Path, version: str) -> None:
    of_version(race, version)
    assert compose("race").versions == {"race": version}


@pytest.mark.parametrize("version", ["first", "v1.0", "1.0+mine", "1,5", "-1", '"1 0"', '"1.0 "', '" 1.0"', r'"1.0\n"'])
def test_what_is_no_version_is_told(race: Path, version: str) -> None:
    (race / "game.yaml").write_text(
        f"ruleset:\n  name: race\n  title: Race\n  version: {version}\n  language: 4\n{GAME}"
    )
    (fault,) = compose("race").report.errors
    assert (fault.code, fault.span.line, fault.span.column) == ("YUP242", 4, 12)
    assert fault.hint


@pytest.mark.parametrize(
    ("extends", "fits"),
    [
        ("race", True), ("race >=1.2", True), ('"race >=1.2,<2"', True), ("race>=1.2", True), ("race ~=1.4", True),
        ("race ==1.*", True), ("race ==1.10.0", True), ("race >=1.11", False), ("race <1.9", False),
        ("race !=1.10", False),
    ],
)  # fmt: skip
def test_an_overlay_is_for_some_versions_of_its_base(race: Path, extends: str, fits: bool) -> None:
    overlay(race, "short", extends=extends)
    composed = compose("race+short")
    assert faults(composed) == ([] if fits else [("YUP244", 1)])
    if not fits:
        (fault,) = composed.report.errors
        assert "this is race 1.10" in fault.message
        assert fault.related[0][0].file == "race/game.yaml"
    assert base_of(race / "variants" / "short.yaml") == "race"


def test_a_ruleset_without_a_version_is_of_version_0(race: Path) -> None:
    of_version(race, "")
    overlay(race, "short", extends="race >=1.2")
    overlay(race, "long", extends="race <1")
    assert "says no version" in compose("race+short").report.errors[0].message
    assert not compose("race+long").report.errors
    assert compose("race").versions == {}


def test_what_is_not_finished_fits_what_it_will_be_after(race: Path) -> None:
    overlay(race, "short", extends="race >=1.2")
    for version, fits in (("1.3rc1", True), ("1.2rc1", False)):
        of_version(race, version)
        assert faults(compose("race+short")) == ([] if fits else [("YUP244", 1)])


def test_every_part_of_a_chain_may_have_a_range(race: Path) -> None:
    overlay(race, "short", ", version: 2.0", number="goal")
    overlay(race, "shorter", extends="race >=1 + short >=2", number="goal")
    overlay(race, "shortest", extends="race >=1+short <2")
    assert compose("race+shorter").name == "race+short+shorter"
    assert not compose("race+shorter").report.errors, "it may touch what it extends"
    assert [each.message for each in compose("race+shortest").report.errors] == [
        "`shortest` is written for short <2, and this is short 2.0"
    ]


@pytest.mark.parametrize(
    "text", ["race 1.2", "race >", "race >=one", "race ===1.0", "race >=1.2 <2", "race >=1+short x"]
)
def test_what_is_no_range_is_told_where_it_stands(race: Path, text: str) -> None:
    overlay(race, "short")
    overlay(race, "long", extends=text)
    assert ("YUP243", 1) in faults(compose("race+long"))


def test_half_a_range_in_brackets_is_explained(race: Path) -> None:
    overlay(race, "short", extends="race >=1.2,<2")
    (fault,) = compose("race+short").report.errors
    assert (fault.code, "quotes" in fault.hint) == ("YUP201", True)
    overlay(race, "short", ", not_with: [long >=1,<2]")
    (fault,) = compose("race+short").report.errors
    assert (fault.code, "quotes" in fault.hint) == ("YUP243", True)


@pytest.mark.parametrize("order", ["race+short+long", "race+long+short"])
@pytest.mark.parametrize(
    ("said", "refused"),
    [("long", True), ("[far, long]", True), ("long <2", True), ("long >=2", False), ("[longer]", False)],
)
def test_an_overlay_says_what_it_does_not_go_with(race: Path, order: str, said: str, refused: bool) -> None:
    overlay(race, "short", f", not_with: {said}", number="goal")
    overlay(race, "long", ", version: 1.1")
    composed = compose(order)
    assert faults(composed) == ([("YUP245", 1)] if refused else [])
    assert [each.message for each in composed.report.errors] == ["`short` does not go with long 1.1"] * refused


def test_a_base_may_refuse_an_overlay_too(race: Path) -> None:
    overlay(race, "short")
    text = (race / "game.yaml").read_text().replace("language: 4", "language: 4, not_with: short")
    (race / "game.yaml").write_text(text)
    assert faults(compose("race")) == []
    assert faults(compose("race+short")) == [("YUP245", 1)]


def test_a_copy_keeps_the_range_of_its_overlays(race: Path) -> None:
    overlay(race, "short", extends='"race >=1.2,<2"')
    assert 'extends: "mine >=1.2,<2"' in copied_files("race", "mine")["variants/short.yaml"]


def test_a_saved_game_tells_with_which_versions_it_was_played(race: Path) -> None:
    overlay(race, "short", ", version: 2.0", number="goal")
    game = load("race+short")
    saved = game.start(players=1, seed=1).to_json()
    assert '"race": "1.10"' in saved
    assert game.resume(saved).to_json() == saved
    of_version(race, "1.11")
    assert load("race+short").take_up(saved).told() == []  # the rules are the same
    overlay(race, "short", ", version: 2.0", number="other")
    (told,) = load("race+short").take_up(saved).told()
    assert "it was played with race 1.10, short 2.0, and here is race 1.11, short 2.0" in told
    of_version(race, "1.10")
    assert load("race+short").take_up(saved).told()[0].startswith("The rules have changed since this game was saved: ")
