"""`.pre-commit-hooks.yaml`: every hook calls what there is, on the files of a commit."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.authoring.owners import owner, owners
from yupana.tools.commands.hook import HOOKS as KNOWN
from yupana.tools.commands.table import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
HOOKS: list[dict[str, Any]] = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text())


def committed(hook: dict[str, Any], folder: Path) -> list[str]:
    """The files that pre-commit gives a hook: those of the commit that `files` lets through."""
    listed = subprocess.run(["git", "ls-files", "-c"], cwd=folder, capture_output=True, text=True, check=True)
    return [each for each in listed.stdout.splitlines() if re.search(hook["files"], each)]


@pytest.fixture
def repository(made: Path, tmp_path: Path) -> Path:
    """A git repository with a ruleset, an overlay of it, and YAML that is none."""
    (made / "variants").mkdir()
    (made / "variants" / "long.yaml").write_text(
        "ruleset: {name: long, title: Long, language: 1, extends: my_game}\n"
        "change: {constants: {most_at_once: 4}}\n"
        "remove: {examples: [taking_two]}\n"
    )
    (tmp_path / "docker-compose.yml").write_text("services: {}\n")
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_the_hooks_are_those_of_the_issue() -> None:
    names = ["check", "fmt", "lint", "rulebook", "test"]
    assert [each["id"] for each in HOOKS] == [f"yupana-{name}" for name in names]
    for each in HOOKS:
        assert each["language"] == "python"
        assert {"name", "description", "entry", "files", "require_serial"} <= set(each)
        program, command, hook = shlex.split(each["entry"])
        assert (program, command) == ("yupana", "hook")
        assert hook in KNOWN
        assert hook in {row.name for row in COMMANDS}


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: str(hook["id"]))
def test_a_hook_passes_a_sound_ruleset(hook: dict[str, Any], yupana: Yupana, repository: Path) -> None:
    files = committed(hook, repository)
    assert "docker-compose.yml" in files
    ran = yupana(*shlex.split(hook["entry"])[1:], *files)
    assert ran.code == 0, ran.out + ran.err


@pytest.mark.parametrize("hook", ["yupana-check", "yupana-test"])
def test_a_hook_fails_on_a_fault_in_any_file_of_the_ruleset(hook: str, yupana: Yupana, repository: Path) -> None:
    edit(repository / "my_game" / "game.yaml", "stones -= number", "stonse -= number")
    (entry,) = [shlex.split(each["entry"])[1:] for each in HOOKS if each["id"] == hook]
    ran = yupana(*entry, "my_game/rulebook.yaml", "docker-compose.yml")
    assert ran.code == 1
    assert "unknown name `stonse`" in ran.out


def test_a_fault_of_a_base_shows_in_its_overlays(yupana: Yupana, repository: Path) -> None:
    edit(repository / "my_game" / "game.yaml", "  most_at_once: 3", "  most_at_one_time: 3")
    edit(repository / "my_game" / "game.yaml", "1..most_at_once", "1..most_at_one_time")
    ran = yupana("hook", "check", "my_game/game.yaml")
    assert ran.code == 1
    assert "./my_game: no faults" in ran.out
    assert "my_game/variants/long.yaml: 1 error" in ran.out


def test_files_that_belong_to_nothing_are_passed_over(yupana: Yupana, repository: Path) -> None:
    assert yupana("hook", "check", "docker-compose.yml", "gone.yaml").code == 0
    assert yupana("hook", "check").code == 0
    assert yupana("hook", "chekc", "docker-compose.yml").code == 2


def test_the_owner_of_a_file(repository: Path) -> None:
    game = repository / "my_game"
    assert owner(game / "rulebook.yaml") == owner(game / "game.yaml") == game
    assert owner(game / "variants" / "long.yaml") == game / "variants" / "long.yaml"
    assert owner(repository / "docker-compose.yml") is None
    (game / "texts").mkdir()
    (game / "texts" / "eo.yaml").write_text("title: Mia ludo\n")
    assert owner(game / "texts" / "eo.yaml") == game
    assert owners([game / "game.yaml", game / "rulebook.yaml"], variants=True) == [
        game, game / "variants" / "long.yaml",
    ]  # fmt: skip


def test_a_table_belongs_to_what_takes_entries_from_it(yupana: Yupana, repository: Path) -> None:
    game, cards = repository / "my_game", repository / "my_game" / "cards.csv"
    cards.write_text("card,vp\nruby,3\n")
    assert owners([cards]) == []
    (game / "cards.yaml").write_text("kinds: {Card: {attributes: {vp: int 0..9}, entries: {from: cards.csv}}}\n")
    assert owners([cards, repository / "gone.csv"], variants=True) == [game, game / "variants" / "long.yaml"]
    assert yupana("hook", "check", "my_game/cards.csv").code == 0
    cards.write_text("card,vp\nruby,30\n")
    ran = yupana("hook", "check", "my_game/cards.csv")
    assert ran.code == 1
    assert "cards.csv:2:6: error" in ran.out
    patterns = {each["id"]: re.search(each["files"], "my_game/cards.csv") for each in HOOKS}
    assert [name for name, found in patterns.items() if not found] == ["yupana-fmt"]


def test_a_ruleset_of_one_file_may_lie_among_other_yaml(repository: Path) -> None:
    header = "ruleset: {name: one, title: One, language: 1}\n"
    single = repository / "one.yaml"
    single.write_text(header)
    assert owner(single) == single  # beside docker-compose.yml, which holds no section
    assert owner(repository / "docker-compose.yml") is None
    second = repository / "two.yaml"
    second.write_text(header.replace("one", "two"))
    assert [owner(single), owner(second)] == [single, second]
