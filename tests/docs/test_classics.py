"""The guide's tables of games: what the small ones show, and of which kind all are."""

from __future__ import annotations

import re
from pathlib import Path

from yupana.schemas.compose import list_rulesets

GUIDE = Path(__file__).parents[2] / "rulesets" / "README.md"


def _named(head: str, column: int) -> set[str]:
    """The names in a column of the table that begins with this line."""
    table = GUIDE.read_text(encoding="utf-8").partition(f"{head}\n")[2].partition("\n\n")[0]
    return {name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[column])}


def test_the_guide_says_of_every_small_game_what_it_shows() -> None:
    assert _named("| ruleset | what it shows |", 1) == {each.name for each in list_rulesets() if each.group}


def test_the_guide_says_of_every_game_of_which_kind_it_is() -> None:
    assert _named("| kind | shipped rulesets | read |", 2) == {each.name for each in list_rulesets()}
