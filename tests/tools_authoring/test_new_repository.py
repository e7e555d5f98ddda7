"""`yupana new --repository`: what it writes works as it stands."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from yupana.tests.tools.command_line import Yupana
from yupana.tools.commands.table import COMMANDS

EXPECTED = {
    ".github/workflows/rules.yml", ".gitignore", ".pre-commit-config.yaml", "README.md", "yupana.schema.json",
    "my_game/examples.yaml", "my_game/game.yaml", "my_game/rulebook.yaml",
}  # fmt: skip


@pytest.fixture
def repository(yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    ran = yupana("new", "my_game", "--repository", "--json")
    assert ran.code == 0
    assert set(ran.document["files"]) == EXPECTED
    folder = tmp_path / "my_game"
    assert {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()} == EXPECTED
    monkeypatch.chdir(folder)
    return folder


def steps(repository: Path) -> list[dict[str, Any]]:
    workflow = YAML(typ="safe").load((repository / ".github/workflows/rules.yml").read_text())
    found: list[dict[str, Any]] = workflow["jobs"]["rules"]["steps"]
    return found


def commands(repository: Path) -> list[list[str]]:
    """Every call of yupana in the workflow, as words."""
    lines = [line.strip() for step in steps(repository) for line in step.get("run", "").splitlines()]
    return [shlex.split(line.partition(" >> ")[0])[1:] for line in lines if line.startswith("yupana ")]


def test_the_workflow_checks_everything(repository: Path) -> None:
    assert [words[0] for words in commands(repository)] == ["check", "lint", "rulebook", "fmt", "test", "diff"]
    text = (repository / ".github/workflows/rules.yml").read_text()
    assert "{name}" not in text
    # nothing of a stranger's pull request is put into a command
    assert "${{" not in text


def test_every_command_of_the_workflow_runs(repository: Path, yupana: Yupana) -> None:
    _git(repository)
    for words in commands(repository):
        ran = yupana(*(word.replace("HEAD^1", "HEAD~1") for word in words))
        assert ran.code == 0, f"{words}: {ran.out}{ran.err}"


def test_the_diff_of_a_pull_request_is_a_summary(repository: Path, yupana: Yupana) -> None:
    _git(repository)
    (step,) = [step for step in steps(repository) if "diff" in step.get("run", "")]
    assert step["if"] == "github.event_name == 'pull_request'"
    (words,) = [words for words in commands(repository) if words[0] == "diff"]
    ran = yupana(*words)
    assert ran.code == 0, ran.err
    assert "most_at_once" in ran.out


def _git(repository: Path) -> None:
    """Two commits: as after the merge of a pull request."""
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=repository, check=True)
    game = repository / "my_game" / "game.yaml"
    game.write_text(game.read_text().replace("most_at_once: 3", "most_at_once: 4"))
    examples = repository / "my_game" / "examples.yaml"
    examples.write_text(examples.read_text().replace("cannot take(number=4)", "cannot take(number=5)"))
    subprocess.run(["git", *who, "commit", "-qam", "two"], cwd=repository, check=True)


def test_the_hooks_call_what_there_is(repository: Path, yupana: Yupana) -> None:
    config = YAML(typ="safe").load((repository / ".pre-commit-config.yaml").read_text())
    files = [str(each.relative_to(repository)) for each in sorted(repository.rglob("*.y*ml"))]
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    assert len(hooks) == 5
    assert {hook["language"] for hook in hooks} == {"system"}, "it is in no index that pip could ask"
    tables = [hook["id"] for hook in hooks if re.search(hook["files"], "my_game/cards.csv")]
    assert tables == ["yupana-check", "yupana-lint", "yupana-rulebook", "yupana-test"]
    for hook in hooks:
        given = [each for each in files if re.search(hook["files"], each)]
        assert given == ["my_game/examples.yaml", "my_game/game.yaml", "my_game/rulebook.yaml"]
        ran = yupana(*shlex.split(hook["entry"])[1:], *given)
        assert ran.code == 0, f"{hook['id']}: {ran.out}{ran.err}"


def test_git_checks_every_commit_once_the_hook_is_installed(
    repository: Path, yupana: Yupana, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one command, where no index and no pre-commit are at hand."""
    assert "Git says: not a git repository" in yupana("hook", "install").err
    subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
    assert yupana("hook", "install").code == 0
    assert yupana("hook", "install").code == 0, "its own it may write anew"
    hook = repository / ".git/hooks/pre-commit"
    assert hook.stat().st_mode & 0o111
    subprocess.run(["git", "add", "-A"], cwd=repository, check=True)
    assert yupana("hook", "commit").code == 0
    game = repository / "my_game" / "game.yaml"
    whole = game.read_text()
    game.write_text(whole.replace("most_at_once: 3", "most_at_once: 30"))
    assert yupana("hook", "commit").code == 1
    assert game.read_text() == whole.replace("most_at_once: 3", "most_at_once: 30"), "nothing is laid out unasked"
    hook.write_text("#!/bin/sh\nmake test\n")
    ran = yupana("hook", "install")
    assert (ran.code, "is another one" in ran.err, hook.read_text()) == (2, True, "#!/bin/sh\nmake test\n")


def test_the_command_that_installs_the_hook_is_printed(yupana: Yupana) -> None:
    ran = yupana("new", "my_game", "--repository")
    assert "To have every commit checked: cd my_game && git init && yupana hook install" in ran.out


def test_the_readme_names_commands_that_there_are(repository: Path) -> None:
    text = (repository / "README.md").read_text()
    named = set(re.findall(r"`yupana (\w+)", text)) | set(re.findall(r"^    yupana (\w+)", text, re.MULTILINE))
    assert named >= {"check", "test", "watch", "fmt", "lint", "diff", "schema", "migrate"}
    assert named <= {name for name, _, _ in COMMANDS}


def test_editors_find_the_schema(repository: Path, yupana: Yupana) -> None:
    schema = json.loads((repository / "yupana.schema.json").read_text())
    assert schema == yupana("schema").document
    for file in (repository / "my_game").glob("*.yaml"):
        first = file.read_text().splitlines()[0]
        found = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert found, file
        assert (file.parent / found[1]).resolve() == repository / "yupana.schema.json"
        assert first.replace("# ", "    # ", 1) in (repository / "README.md").read_text()


def test_the_ruleset_is_clean_and_covered(repository: Path, yupana: Yupana) -> None:
    assert yupana("check", "./my_game").out == "./my_game: no faults\n"
    assert yupana("test", "my_game", "--strict").code == 0
