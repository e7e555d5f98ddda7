"""`yupana diff`: its forms, its exit codes, revisions of a repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tests.tools_compare.small import TEXT, edited


def test_people_read_what_changed_and_what_it_concerns(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 2"), ("value_of(sack) > 0", "dear(sack)"))
    ran = yupana("diff", "old.yaml", "new.yaml")
    assert ran.code == 0, ran.err
    rows = [row.rstrip() for row in ran.out.split("\n")]
    for row in (
        "old.yaml → new.yaml",
        "2 changes: 2 changed; 2 of them can change how the game plays.",
        "Constants",
        "  ~ constants.fee  new.yaml:13",
        "      value: 1 → 2",
        "Actions",
        "      parameter sack, if: value_of(sack) > 0 → dear(sack)",
        "      rules M-2, M-3",
    ):
        assert row in rows
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("form", [[], ["--markdown"]])
def test_an_added_step_says_where_it_goes(yupana: Yupana, files: Files, form: list[str]) -> None:
    files(("      - turns: turn\n", "      - turns: turn\n      - phase: night\n        do: pot += 1\n"))
    ran = yupana("diff", "old.yaml", "new.yaml", *form)
    assert ran.code == 0, ran.err
    assert "at the end, after flow.season.turn" in ran.out


def test_exit_code_tells_of_differences_only_when_asked(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 2"))
    assert yupana("diff", "old.yaml", "new.yaml").code == 0
    assert yupana("diff", "old.yaml", "new.yaml", "--exit-code").code == 1
    same = yupana("diff", "old.yaml", "old.yaml", "--exit-code")
    assert (same.code, same.out.split("\n")[0]) == (0, "Nothing needs doing: both say the same.")


def test_json_is_one_document_of_the_form_that_is_described(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 2"), ("  idle: {effects: pass}\n", "  idle: {effects: pass}\n  nap: {effects: pass}\n"))
    document = yupana("diff", "old.yaml", "new.yaml", "--json").document
    assert list(document)[-7:] == ["old", "new", "same", "plays", "counts", "examples_run", "changes"]
    assert (document["same"], document["plays"]) == (False, True)
    assert document["counts"] == {"added": 1, "removed": 0, "changed": 1, "renamed": 0}
    fee, nap = document["changes"]
    assert nap["where"] == "at the end, after actions.idle"
    assert fee == {
        "kind": "changed",
        "section": "constants",
        "path": "constants.fee",
        "old_path": "constants.fee",
        "name": "fee",
        "file": "new.yaml",
        "line": 13,
        "old_file": "old.yaml",
        "old_line": 13,
        "plays": True,
        "unused": False,
        "same_program": False,
        "parts": [{"key": "value", "old": "1", "new": "2", "code": False, "moved": []}],
        "where": None,
        "inside": [],
        "followers": [],
        "direct": ["actions.fetch"],
        "through": ["flow.season.turn"],
        "rules": [],
        "rules_through": ["M-2"],
        "examples": ["a_fee_is_paid"],
    }
    assert (nap["kind"], nap["path"], nap["old_path"], nap["old_file"]) == ("added", "actions.nap", None, None)


def test_markdown_has_headings_and_fenced_code(yupana: Yupana, files: Files) -> None:
    files(("me.sold += 1", "me.sold += 2"))
    text = yupana("diff", "old.yaml", "new.yaml", "--markdown").out
    assert text.startswith("## old.yaml → new.yaml\n")
    assert "### Actions\n\n- **changed** `actions.sell`" in text
    assert "    ```diff\n" in text
    assert "    - me.sold += 1\n    + me.sold += 2\n" in text


def test_two_forms_at_once_are_refused(yupana: Yupana, files: Files) -> None:
    files()
    ran = yupana("diff", "old.yaml", "new.yaml", "--json", "--markdown")
    assert (ran.code, ran.out) == (2, "")


def test_what_is_not_there_and_what_is_faulty(yupana: Yupana, files: Files, tmp_path: Path) -> None:
    files()
    ran = yupana("diff", "old.yaml", "nothing_here")
    assert (ran.code, ran.out) == (2, "")
    assert "nothing_here" in ran.err
    (tmp_path / "bad.yaml").write_text(TEXT.replace("effects: pass", "efects: pass"), encoding="utf-8")
    ran = yupana("diff", "old.yaml", "bad.yaml")
    assert ran.code == 1
    assert "bad.yaml" in ran.err
    assert "efects" in ran.err


def test_code_that_does_not_compile_can_still_be_compared(yupana: Yupana, files: Files) -> None:
    files(("me.sold += 1", "me.slod += 1"))
    ran = yupana("diff", "old.yaml", "new.yaml")
    assert ran.code == 0
    assert "me.slod += 1" in ran.out


def test_an_overlay_is_compared_with_its_base(yupana: Yupana) -> None:
    document = yupana("diff", "cargo_empire", "cargo_empire+short", "--json").document
    assert [each["path"] for each in document["changes"] if each["plays"]] == [
        "constants.rounds_per_game",
        "constants.posts_on_board",
    ]
    assert "ruleset" not in [each["section"] for each in document["changes"]], "the title of an overlay is no change"


# ---------------------------------------------------------------- revisions


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a ruleset of two files and an overlay, at its second commit."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "work"
    folder = home / "games" / "mill"
    (folder / "variants").mkdir(parents=True)
    head, rest = TEXT.split("rulebook:\n")
    (folder / "game.yaml").write_text(head, encoding="utf-8")
    (folder / "book.yaml").write_text("rulebook:\n" + rest, encoding="utf-8")
    overlay = "ruleset: {name: rich, title: Rich, language: 1, extends: mill}\nchange: {constants: {first_coins: 9}}\n"
    (folder / "variants" / "rich.yaml").write_text(overlay, encoding="utf-8")
    _git(home, "init", "-q", "-b", "main")
    _commit(home)
    (folder / "game.yaml").write_text(edited(("fee: 1", "fee: 2")).split("rulebook:\n")[0], encoding="utf-8")
    _commit(home)
    monkeypatch.chdir(home)
    return home


def _git(home: Path, *words: str) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(home), *who, *words], check=True, capture_output=True)


def _commit(home: Path) -> None:
    _git(home, "add", "-A")
    _git(home, "commit", "-q", "-m", "a step")


def test_a_ruleset_is_compared_with_itself_as_it_was(yupana: Yupana, repository: Path) -> None:
    ran = yupana("diff", "games/mill@HEAD~1", "games/mill", "--json")
    assert ran.code == 0, ran.err
    (change,) = ran.document["changes"]
    assert change["path"] == "constants.fee"
    assert change["old_file"] == "HEAD~1:games/mill/game.yaml"
    assert change["file"] == "games/mill/game.yaml"
    assert ran.document["old"]["revision"] == "HEAD~1"
    assert yupana("diff", "games/mill@HEAD", "games/mill", "--exit-code").code == 0


def test_overlays_come_from_the_same_revision(yupana: Yupana, repository: Path) -> None:
    rich = repository / "games" / "mill" / "variants" / "rich.yaml"
    rich.write_text(rich.read_text(encoding="utf-8").replace("9", "20"), encoding="utf-8")
    ran = yupana("diff", "games/mill+rich@HEAD", "games/mill+rich", "--json")
    (change,) = ran.document["changes"]
    assert (change["path"], change["parts"][0]["old"]) == ("constants.first_coins", "9")
    alone = yupana("diff", "games/mill/variants/rich.yaml@HEAD~1", "games/mill/variants/rich.yaml", "--json")
    paths = {each["path"] for each in alone.document["changes"]}
    assert paths == {"constants.fee", "constants.first_coins"}, "the base is as old as the overlay"


def test_what_was_deleted_since_can_be_compared(yupana: Yupana, repository: Path) -> None:
    (repository / "games" / "mill" / "variants" / "rich.yaml").unlink()
    assert yupana("diff", "games/mill/variants/rich.yaml@HEAD", "games/mill", "--json").code == 0


@pytest.mark.parametrize("revision", ["nope", "--help", "HEAD:games", "-1", "HEAD --exec=x"])
def test_a_revision_that_is_none_is_refused_in_a_sentence(yupana: Yupana, repository: Path, revision: str) -> None:
    ran = yupana("diff", f"games/mill@{revision}", "games/mill")
    assert (ran.code, ran.out) == (2, "")
    assert revision in ran.err
    assert len(ran.err.strip().split("\n")) == 1


@pytest.mark.parametrize("folder", [".", "games"])
def test_tables_come_from_the_same_revision(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    """Of a ruleset that is one file too, whose tables lie beside it."""
    home = tmp_path / "repository"
    (home / folder).mkdir(parents=True, exist_ok=True)
    text = "ruleset: {name: fair, title: Fair, language: 4}\nplayers: {min: 1, max: 1, names: [red]}\n"
    kinds = "kinds: {Card: {attributes: {vp: int}, entries: {from: cards.csv}}}\n"
    (home / folder / "fair.yaml").write_text(text + kinds, encoding="utf-8")
    for vp in (2, 3):
        (home / folder / "cards.csv").write_text(f"card,vp\nwagon,{vp}\n", encoding="utf-8")
        if vp == 2:
            _git(home, "init", "-q", "-b", "main")
        _commit(home)
    monkeypatch.chdir(home)
    ran = yupana("diff", f"{folder}/fair.yaml@HEAD~1", f"{folder}/fair.yaml", "--json")
    assert ran.code == 0, ran.err
    assert [each["path"] for each in ran.document["changes"]] == ["kinds.Card.entries.wagon"]


def test_outside_a_repository_there_is_no_revision(yupana: Yupana, files: Files) -> None:
    files()
    ran = yupana("diff", "old.yaml@HEAD", "old.yaml")
    assert (ran.code, ran.out) == (2, "")


def test_links_in_a_repository_are_not_followed(yupana: Yupana, repository: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("rulebook: {sections: {m: SECRET}}\n", encoding="utf-8")
    book = repository / "games" / "mill" / "book.yaml"
    book.unlink()
    book.symlink_to(secret)
    _commit(repository)
    ran = yupana("diff", "games/mill@HEAD", "games/mill@HEAD~1")
    assert "SECRET" not in ran.out + ran.err
    assert "rules.M-1" in ran.out
