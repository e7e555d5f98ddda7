"""The linter and the shipped rulesets: it says nothing about any of them, and with games played nothing either.

What it says about a shipped ruleset is real, and then the ruleset is mended; or a false alarm, and then the linter is;
or meant, and then the ruleset allows it with a reason.
"""

from __future__ import annotations

import pytest
from yupana.tests.found import shipped
from yupana.tests.tools.command_line import Yupana

BASES = [name for name in shipped() if "+" not in name]
OVERLAYS = [name for name in shipped() if "+" in name]


def told(yupana: Yupana, name: str, *more: str) -> list[str]:
    """What the command says about a ruleset, as an author would read it."""
    (document,) = yupana("lint", name, *more, "--json").document["rulesets"]
    return [f"{each['code']} {each['element']}: {each['message']}" for each in document["findings"]]


@pytest.mark.parametrize("name", BASES)
def test_no_false_alarm(yupana: Yupana, name: str) -> None:
    assert told(yupana, name) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OVERLAYS)
def test_no_false_alarm_about_variants(yupana: Yupana, name: str) -> None:
    assert told(yupana, name) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BASES, *OVERLAYS])
def test_nothing_to_say_after_playing(yupana: Yupana, name: str) -> None:
    assert told(yupana, name, "--deep") == []
