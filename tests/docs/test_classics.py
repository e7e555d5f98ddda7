"""The guide's table of the classics."""

from __future__ import annotations

import re
from pathlib import Path

from yupana.schemas.compose import list_rulesets

GUIDE = Path(__file__).parents[2] / "rulesets" / "README.md"


def test_the_guide_says_of_every_classic_what_it_shows() -> None:
    table = GUIDE.read_text(encoding="utf-8").partition("| ruleset | what it shows |\n")[2].partition("\n\n")[0]
    told = {name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert told == {each.name for each in list_rulesets() if each.group.startswith("Classics")}
