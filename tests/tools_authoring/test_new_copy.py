"""`yupana new --from`: a ruleset of one's own that begins as another one."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.tests.tools.command_line import Yupana


def test_a_copy_has_variants_texts_and_locks_and_its_own_name(yupana: Yupana, tmp_path: Path) -> None:
    assert yupana("new", "mine", "--from", "rock_paper_scissors", "--into", str(tmp_path)).code == 0
    mine = tmp_path / "mine"
    assert (mine / "texts" / "ja.yaml").is_file()
    for overlay in ("", "+five_hands"):
        changed = yupana("diff", f"rock_paper_scissors{overlay}", f"{mine}{overlay}", "--json").document["changes"]
        assert [each["path"] for each in changed] == ["ruleset"]
        assert compile_ruleset(f"{mine}{overlay}").name == f"mine{overlay}"
    ran = yupana("rulebook", "check", f"{mine}+five_hands")
    assert (ran.code, "new since" in ran.out) == (0, False)


def test_what_is_copied_keeps_its_comments(yupana: Yupana, tmp_path: Path) -> None:
    assert yupana("new", "mine", "--from", "tic_tac_toe", "--into", str(tmp_path)).code == 0
    copied = (tmp_path / "mine" / "game.yaml").read_text(encoding="utf-8")
    original = (Path(__file__).parents[2] / "rulesets" / "tic_tac_toe" / "game.yaml").read_text(encoding="utf-8")
    assert copied == original.replace("  name: tic_tac_toe\n", "  name: mine\n")


def test_a_single_file_may_extend_and_be_quoted(yupana: Yupana, tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    game.write_text('ruleset: {title: T, "name": "old"}   # ours\nplayers: {min: 1, max: 1, names: [a]}\n')
    assert yupana("new", "mine", "--from", str(game), "--into", str(tmp_path)).code == 0
    copied = (tmp_path / "mine" / "game.yaml").read_text()
    assert copied.startswith('ruleset: {title: T, "name": "mine"}   # ours\n')


def test_in_a_repository_every_file_names_the_schema(yupana: Yupana, tmp_path: Path) -> None:
    assert yupana("new", "mine", "--from", "hex", "--repository", "--into", str(tmp_path)).code == 0
    inside = tmp_path / "mine" / "mine"
    first = "# yaml-language-server: $schema="
    assert (inside / "game.yaml").read_text().startswith(f"{first}../yupana.schema.json\n")
    assert (inside / "variants" / "swap.yaml").read_text().startswith(f"{first}../../yupana.schema.json\n")
    assert not (inside / "rulebook.lock").read_text().startswith(first)
    assert yupana("check", f"{inside}+swap").code == 0


def test_what_cannot_be_copied_is_told(yupana: Yupana, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("ruleset: {name: broken, title: B}\nplayers: [1]\n")
    for source, told in (
        ("no_such_game", "There is no ruleset `no_such_game`."),
        ("hex+swap", "A copy is made of a ruleset without overlays, unlike `hex+swap`"),
        (str(broken), "cannot be copied before its faults are fixed"),
    ):
        ran = yupana("new", "mine", "--from", source, "--into", str(tmp_path))
        assert ran.code == 2
        assert told in ran.err
        assert not (tmp_path / "mine").exists()
