"""From names to declarations and back, across the files of a ruleset, its overlays and its texts."""

from __future__ import annotations

import pytest
from yupana.tests.editor.asked import definition, highlights, references, type_definition
from yupana.tests.editor.client import Editor
from yupana.tests.found import ROOT

pytestmark = pytest.mark.asyncio


def where(file: str, text: str) -> str:
    """The name of a file of a ruleset and the first of its lines (from 1) that begins with a text."""
    lines = (ROOT / "rulesets" / file).read_text(encoding="utf-8").split("\n")
    return f"{file}:{next(number for number, each in enumerate(lines, 1) if each.lstrip().startswith(text))}"


async def test_names_lead_to_their_declarations(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    assert await definition(file, "has_post(") == [f"{where('cargo_empire/functions.yaml', 'has_post:')}: has_post"]
    assert await definition(file, "start, me") == [f"{where('cargo_empire/actions.yaml', 'start: {')}: start"]
    assert await definition(file, "CAR-3.1") == [f"{where('cargo_empire/rulebook.yaml', 'CAR-3.1:')}: CAR-3.1"]
    assert await definition(file, "cubes -=") == [f"{where('cargo_empire/board.yaml', 'cubes:')}: cubes"]
    (kind,) = await type_definition(file, "start, me")
    assert kind.endswith(": City")
    assert await definition(file, "effects") == []


async def test_a_text_of_the_rulebook_leads_to_what_stands_in_its_braces(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/rulebook.yaml")
    assert await definition(file, "rounds_per_game") == [
        f"{where('cargo_empire/game.yaml', 'rounds_per_game:')}: rounds_per_game"
    ]
    assert [line for line, _ in await highlights(file, "rounds_per_game")] == [49, 50, 341]


async def test_what_is_read_and_written_in_the_file(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    assert await highlights(file, "bonus =") == [(file.line("bonus ="), "write"), (file.line("bonus +="), "write")]
    found = await highlights(file, "start, me")
    assert (file.line("start: {"), "write") in found
    assert (file.line("start.cubes"), "read") in found
    assert await highlights(file, "CAR-3.1") == [
        (file.line("CAR-3.1, CAR-R02, CAR-3.2"), ""),
        (file.line("post: {"), ""),
    ]


async def test_an_overlay_leads_to_its_base_and_its_base_to_it(editor: Editor) -> None:
    editor.copy("cargo_empire")
    overlay = editor.open("cargo_empire/variants/dear_ships.yaml")
    declared = f"{where('cargo_empire/game.yaml', 'ships_per_leg:')}: ships_per_leg"
    assert await definition(overlay, "ships_per_leg") == [declared]
    (example,) = await definition(overlay, "a_ship_joins_any_two_ports")
    assert (
        example == f"{where('cargo_empire/examples.yaml', 'a_ship_joins_any_two_ports:')}: a_ship_joins_any_two_ports"
    )
    base = editor.open("cargo_empire/game.yaml")
    found = await references(base, "ships_per_leg")
    assert {each.partition(":")[0] for each in found} == {
        "cargo_empire/examples.yaml", "cargo_empire/functions.yaml", "cargo_empire/game.yaml",
        "cargo_empire/rulebook.yaml", "cargo_empire/texts/de.yaml", "cargo_empire/texts/dear_ships.de.yaml",
        "cargo_empire/variants/dear_ships.yaml", "cargo_empire/variants/fjords.yaml",
    }  # fmt: skip
    assert found == await references(overlay, "ships_per_leg")
    assert {each.rpartition(" ")[2] for each in found} == {"ships_per_leg"}
    without = await references(base, "ships_per_leg", own=False)
    assert declared not in without


async def test_what_an_overlay_takes_away_leads_to_where_it_was(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    file = editor.open("cuzco_kk/variants/seven_ap.yaml")
    (taken,) = await definition(file, "six_points_and_no_more")
    assert taken == f"{where('cuzco_kk/examples_start.yaml', 'six_points_and_no_more:')}: six_points_and_no_more"
    assert await definition(file, "place_single") == [
        f"{where('cuzco_kk/actions.yaml', 'place_single:')}: place_single"
    ]
    assert await definition(file, "village, ", into=1) == [f"{where('cuzco_kk/board.yaml', 'Terrain: [')}: village"]


@pytest.mark.slow
async def test_texts_in_another_language(editor: Editor) -> None:
    editor.copy("cuzco_feld")
    file = editor.open("cuzco_feld/texts/ja.yaml")
    assert await definition(file, "CFE-0.1") == [f"{where('cuzco_feld/rulebook.yaml', 'CFE-0.1:')}: CFE-0.1"]
    (constant,) = await definition(file, "rounds_per_game")
    assert constant.endswith(": rounds_per_game")
    assert constant.startswith("cuzco_feld/")
    found = await references(file, "CFE-0.1")
    assert any(each.startswith("cuzco_feld/texts/ja.yaml:18") for each in found)
    assert any(each.startswith("cuzco_feld/game.yaml:16") for each in found)


@pytest.mark.slow
async def test_uses_of_what_a_card_does(editor: Editor) -> None:
    editor.copy("pizarro")
    file = editor.open("pizarro/fatigue.yaml")
    assert await references(file, "fatigue_step", own=False) != []
    assert len(await references(file, "lost =")) == 4
    uses = await references(file, "PIZ-9-a")
    assert "pizarro/fatigue.yaml:16: PIZ-9-a" in uses
