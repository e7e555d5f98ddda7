"""`yupana fmt` as it is typed: what it writes, what it leaves alone, and how it ends."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import Yupana

LOOSE = """\
ruleset: {name: demo,title: Demo, language: 1}   # the header
players: {min: 2, max: 2, names: [red,blue], fields: {points: int 0..9}}
actions:
    score: {when: "me.points<9", effects: "me.points+=1"}
flow: [{rounds: round, times: 3, steps: [{turns: turn}]}]
"""
TIDY = """\
ruleset: {name: demo, title: Demo, language: 1}  # the header
players: {min: 2, max: 2, names: [red, blue], fields: {points: int 0..9}}
actions:
  score: {when: me.points < 9, effects: me.points += 1}
flow: [{rounds: round, times: 3, steps: [{turns: turn}]}]
"""
VARIANT = """\
ruleset: {name: long, title: Long, language: 1, extends: demo}
change: {flow: {round: {times: 2*3}}}
"""


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """A ruleset with a variant, neither in order."""
    folder = tmp_path / "demo"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(LOOSE, encoding="utf-8")
    (folder / "variants" / "long.yaml").write_text(VARIANT, encoding="utf-8")
    return folder


def test_a_ruleset_is_formatted_with_its_variants(yupana: Yupana, demo: Path) -> None:
    ran = yupana("fmt", "demo")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "formatted: demo/game.yaml",
        "formatted: demo/variants/long.yaml",
        "2 files formatted",
    ]
    assert (demo / "game.yaml").read_text(encoding="utf-8") == TIDY
    assert "times: 2 * 3" in (demo / "variants" / "long.yaml").read_text(encoding="utf-8")
    assert yupana("fmt", "demo", "--check").out == "2 files already in order\n"
    assert yupana("check", "demo+long").code == 0


def test_check_writes_nothing_and_lists(yupana: Yupana, demo: Path) -> None:
    ran = yupana("fmt", "--check", "demo")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "would change: demo/game.yaml",
        "would change: demo/variants/long.yaml",
        "2 files would change",
    ]
    assert (demo / "game.yaml").read_text(encoding="utf-8") == LOOSE


def test_diff_shows_and_writes_nothing(yupana: Yupana, demo: Path) -> None:
    ran = yupana("fmt", "--diff", "demo/game.yaml")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:2] == ["--- demo/game.yaml", "+++ demo/game.yaml"]
    assert "+  score: {when: me.points < 9, effects: me.points += 1}" in lines
    assert (demo / "game.yaml").read_text(encoding="utf-8") == LOOSE
    assert yupana("fmt", "--diff", "--check", "demo/game.yaml").code == 1


def test_json_is_one_document(yupana: Yupana, demo: Path) -> None:
    document = yupana("fmt", "demo/game.yaml", "--check", "--diff", "--json").document
    assert document["ok"] is False
    assert document["diagnostics"] == []
    (entry,) = document["files"]
    assert (entry["file"], entry["changed"], entry["parsed"]) == ("demo/game.yaml", True, True)
    assert entry["diff"].startswith("--- demo/game.yaml\n+++ demo/game.yaml\n@@ ")
    done = yupana("fmt", "demo/game.yaml", "--json")
    assert (done.code, done.document["ok"]) == (0, True)
    assert (demo / "game.yaml").read_text(encoding="utf-8") == TIDY


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("times: 3", "times: 3 +", "YUP3"),
        ("[red,blue]", "[red,blue", "YUP1"),
        ("me.points+=1", "me.points+=", "YUP3"),
        ("    score:", "\tscore:", "YUP103"),
        ("players:", "ruleset: {}\nplayers:", "YUP107"),
    ],
)
def test_a_file_that_does_not_parse_is_left_alone(yupana: Yupana, demo: Path, old: str, new: str, code: str) -> None:
    faulty = LOOSE.replace(old, new)
    assert faulty != LOOSE
    (demo / "game.yaml").write_text(faulty, encoding="utf-8")
    ran = yupana("fmt", "demo")
    assert ran.code == 1
    assert f"error {code}" in ran.err
    assert "left alone: demo/game.yaml" in ran.err
    assert ran.out.splitlines()[-1] == "1 file formatted, 1 file left alone"
    assert (demo / "game.yaml").read_text(encoding="utf-8") == faulty
    document = yupana("fmt", "demo", "--json").document
    assert document["ok"] is False
    assert document["diagnostics"][0]["code"].startswith(code)


def test_what_only_the_checker_minds_does_not_keep_a_file_from_its_layout(yupana: Yupana, demo: Path) -> None:
    (demo / "game.yaml").write_text(LOOSE.replace("me.points<9", "me.nothing<9"), encoding="utf-8")
    assert yupana("fmt", "demo").code == 0
    assert "when: me.nothing < 9" in (demo / "game.yaml").read_text(encoding="utf-8")


def test_line_ends_and_permissions_stay(yupana: Yupana, demo: Path) -> None:
    path = demo / "game.yaml"
    path.write_bytes(LOOSE.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    assert yupana("fmt", "demo").code == 0
    assert path.read_bytes() == TIDY.replace("\n", "\r\n").encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert yupana("fmt", "demo", "--check").code == 0


def test_a_file_in_order_is_not_written(yupana: Yupana, demo: Path) -> None:
    path = demo / "game.yaml"
    path.write_text(TIDY, encoding="utf-8")
    os.utime(path, (1, 1))
    assert yupana("fmt", "demo/game.yaml").out == "1 file already in order\n"
    assert path.stat().st_mtime == 1


def test_a_folder_is_searched_and_other_yaml_left_out(yupana: Yupana, demo: Path, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "config.yaml").write_text("a:   1\n", encoding="utf-8")
    (tmp_path / "single.yaml").write_text(LOOSE.replace("name: demo", "name: single"), encoding="utf-8")
    (tmp_path / ".hidden").mkdir()
    shutil.copy(demo / "game.yaml", tmp_path / ".hidden" / "game.yaml")
    ran = yupana("fmt", ".", "demo", "--check")
    assert ran.out.splitlines() == [
        "would change: demo/game.yaml",
        "would change: demo/variants/long.yaml",
        "would change: single.yaml",
        "3 files would change",
    ]


def test_attributes_of_the_whole_ruleset_are_known_to_its_files(yupana: Yupana, demo: Path) -> None:
    """What an entry says is code or text by a type that may stand in another file, or in the base of an overlay."""
    kind = "kinds: {City: {attributes: {name: text, size: int}, entries: {a: {name: a+b, size: 1+1}}}}\n"
    (demo / "cities.yaml").write_text(kind, encoding="utf-8")
    more = VARIANT + 'kinds: {City: {entries: {b: {name: "c+d", size: 1+2}}}}\n'
    (demo / "variants" / "long.yaml").write_text(more, encoding="utf-8")
    assert yupana("fmt", "demo+long").code == 0
    assert "a: {name: a+b, size: 1 + 1}" in (demo / "cities.yaml").read_text(encoding="utf-8")
    assert "b: {name: c+d, size: 1 + 2}" in (demo / "variants" / "long.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "said"), [("nowhere", "There is no ruleset `nowhere`"), ("empty", "holds no ruleset")]
)
def test_wrong_usage(yupana: Yupana, tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    ran = yupana("fmt", name)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


def test_a_file_that_cannot_be_read_is_told(yupana: Yupana, demo: Path) -> None:
    (demo / "more.yaml").write_bytes(b"enums: {A: [\xff]}\n")
    ran = yupana("fmt", "demo", "--check")
    assert ran.code == 1
    assert "YUP102" in ran.err


def test_the_shipped_rulesets_can_be_named(yupana: Yupana) -> None:
    ran = yupana("fmt", "tic_tac_toe", "--check", "--json")
    files = [each["file"] for each in ran.document["files"]]
    folder = ROOT / "rulesets" / "tic_tac_toe"
    assert files == [str(folder / "game.yaml"), *map(str, sorted((folder / "variants").glob("*.yaml")))]
