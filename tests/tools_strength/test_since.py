"""`yupana strength --since`: only what an edit touched is broken."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_authoring.edits import edit

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def known(made: Path) -> Path:
    """A ruleset that was committed."""
    git(made.parent, "init", "-q")
    git(made.parent, "add", "-A")
    git(made.parent, "commit", "-q", "-m", "a step")
    return made


def touched(yupana: Yupana) -> tuple[set[str], set[str]]:
    """The elements and the rules that are broken."""
    ran = yupana("strength", "./my_game", "--since", "HEAD", "--json")
    assert ran.code == 0, ran.err
    results: list[dict[str, Any]] = ran.document["results"]
    return {each["element"] for each in results}, {rule for each in results for rule in each["rules"]}


def test_an_element_that_was_edited_is_broken_alone(yupana: Yupana, known: Path) -> None:
    whole = yupana("strength", "./my_game", "--json").document["results"]
    edit(known / "game.yaml", "stones -= number", "stones -= 1 * number")
    assert touched(yupana) == ({"actions.take"}, {"R-2"})
    found = yupana("strength", "./my_game", "--since", "HEAD", "--json").document["results"]
    assert {each["what"] for each in whole if each["element"] == "actions.take" and "number" not in each["what"]} <= {
        each["what"] for each in found
    }
    ran = yupana("strength", "./my_game", "--since", "HEAD")
    assert ran.out.startswith("Write an example for R-2 first: ")
    assert "Touched since `HEAD`: actions.take.\n" in ran.out
    assert "flow.round" not in ran.out


def test_what_is_only_laid_out_anew_is_not_touched(yupana: Yupana, known: Path) -> None:
    edit(known / "game.yaml", "last = me", "last   = me  # he took it")
    (known / "game.yaml").write_text("\n\n" + (known / "game.yaml").read_text())
    assert touched(yupana) == (set(), set())


def test_rules_are_broken_whose_examples_were_changed_or_removed(yupana: Yupana, known: Path) -> None:
    edit(known / "examples.yaml", "then: last == red", "then: last != yellow")
    elements, rules = touched(yupana)
    assert elements == {"scoring.items.last_stone"}
    assert rules == {"R-3"}
    out = yupana("strength", "./my_game", "--since", "HEAD").out
    assert "Touched since `HEAD`: rules whose examples have changed: R-3.\n" in out
    text = (known / "examples.yaml").read_text()
    (known / "examples.yaml").write_text(text[: text.index("  the_last_stone_wins")])
    assert touched(yupana) == ({"scoring.items.last_stone"}, {"R-3"})


def test_a_new_example_touches_nothing(yupana: Yupana, known: Path) -> None:
    with (known / "examples.yaml").open("a") as file:
        file.write("\n  again: {source: [R-2], players: 2, then: stones == 12}\n")
    assert touched(yupana) == (set(), set())


def test_nothing_touched_is_one_sentence(yupana: Yupana, known: Path) -> None:
    ran = yupana("strength", "./my_game", "--since", "HEAD")
    said = "Nothing that could be broken has changed in `./my_game` since `HEAD`, nor an example of it.\n"
    assert (ran.code, ran.out, ran.err) == (0, said, "")
    assert yupana("strength", "./my_game", "--since", "HEAD", "--json").document["breaks"] == 0


def test_what_cannot_be_looked_up_is_one_sentence(yupana: Yupana, known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = yupana("strength", "./my_game", "--since", "nowhere")
    said = "The repository of `my_game` has no revision `nowhere`.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", said)
    ran = yupana("strength", "./my_game", "--since", "")
    said = "An edit is looked for since a revision of git, such as HEAD.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", said)
    monkeypatch.setenv("PATH", str(known))
    ran = yupana("strength", "./my_game", "--since", "HEAD")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "A revision can only be read where git is installed.\n"


def test_of_what_is_new_all_is_touched(yupana: Yupana, known: Path) -> None:
    """A ruleset that the revision does not have is broken everywhere, as if nobody had asked since when."""
    shutil.copytree(known, known.with_name("new"))
    whole = yupana("strength", "./new", "--json").document["breaks"]
    assert whole
    assert yupana("strength", "./new", "--since", "HEAD", "--json").document["breaks"] == whole


def test_what_was_faulty_then_is_told_with_its_place(yupana: Yupana, known: Path) -> None:
    edit(known / "game.yaml", "players: {min: 2", "players: {mni: 2")
    git(known.parent, "commit", "-q", "-a", "-m", "a slip")
    edit(known / "game.yaml", "players: {mni: 2", "players: {min: 2")
    ran = yupana("strength", "./my_game", "--since", "HEAD")
    assert (ran.code, ran.out) == (1, "")
    assert "HEAD:my_game/game.yaml:10:" in ran.err
    assert "Traceback" not in ran.err


def test_examples_that_fail_are_told_whatever_was_touched(yupana: Yupana, known: Path) -> None:
    edit(known / "game.yaml", "stones -= number", "stones -= 2 * number")
    ran = yupana("strength", "./my_game", "--since", "HEAD")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("The ruleset can be broken when all its examples hold; `taking_two`")
