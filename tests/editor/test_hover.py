"""What stands beside the pointer: types and ranges, the author's words, pages of the language."""

from __future__ import annotations

import pytest
from yupana.tests.editor.asked import hover
from yupana.tests.editor.client import Editor

pytestmark = pytest.mark.asyncio


async def test_types_and_ranges_of_names_and_expressions(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    assert "**cubes** · field of City: a number 0..3" in await hover(file, "cubes -=")
    assert "**start** · parameter: a City" in await hover(file, "start, me")
    assert await hover(file, "!=", "destination ") == "True or false"
    assert "me: a Player" in await hover(file, "me.posts")
    assert await hover(file, "actions") != ""
    assert await hover(file, "# What a player") == ""


async def test_a_function_is_told_with_its_text_its_rules_and_who_uses_it(editor: Editor) -> None:
    editor.copy("cargo_empire")
    told = await hover(editor.open("cargo_empire/actions.yaml"), "has_post(")
    assert "has_post(c: City, p: Player): bool" in told
    assert "> **CAR-3.1** The player whose turn it is chooses a starting city" in told
    assert "`actions.deliver`" in told


async def test_keys_words_of_the_language_and_built_ins_have_pages(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    file = editor.open("cuzco_kk/functions.yaml")
    assert "**gives**" in await hover(file, "gives")
    assert "neighbors(s: Space" in await hover(file, "neighbors(")
    assert "The smallest number" in await hover(file, "min(")
    assert "The connected part" in await hover(file, "region(")
    assert await hover(file, "if size", into=1) != ""
    assert "a set of Hex" in await hover(file, "area if", "temples_in")


async def test_the_entry_of_a_card_and_what_it_cites(editor: Editor) -> None:
    editor.copy("cuzco_feld")
    file = editor.open("cuzco_feld/god_cards.yaml")
    told = await hover(file, "god_01")
    assert "Use one study tile and one farm tile ability doubled" in told
    assert "- god: `illapa`" in told
    assert "CFE-GOD-01" in told
    assert (await hover(file, "CFE-R15")).startswith("> **CFE-R15**")
    assert "· one of God" in await hover(file, "illapa", "god: ")
    assert "attribute of GodCard" in await hover(file, "god:", "count: 4")


@pytest.mark.slow
async def test_locals_and_tables_of_the_largest_game(editor: Editor) -> None:
    editor.copy("pizarro")
    file = editor.open("pizarro/fatigue.yaml")
    assert "**r** · local: a number 1..6" in await hover(file, "r + modifier")
    assert "**fatigue** · table" in await hover(file, "fatigue(r")
    assert "a set of Unit" in await hover(file, "us) > 0")
    assert "`let name[: type] = value`" in (await hover(file, "let us")).replace("```yupana\n", "`").replace(
        "\n```", "`"
    )


async def test_an_overlay_and_a_rule_whose_text_names_a_constant(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    file = editor.open("cuzco_kk/variants/seven_ap.yaml")
    assert "A player has 7 AP in a turn" in await hover(file, "V7-1", "CKK-3.2, ")
    assert "**change** Overlay only" in await hover(file, "change")
    told = await hover(file, "ap_per_turn: {")
    assert "- value: `7`" in told
    assert "constant: a number 7" in await hover(file, "ap_per_turn}")


async def test_what_was_edited_since_tells_nothing_wrong(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    assert "field of City" in await hover(file, "cubes -=")
    file.type(file.at("do pay(truck, trucks)"), "do pay(train, (\n      ")
    assert "field of City" in await hover(file, "cubes -=")
    assert await hover(file, "train, (", into=3) == ""
