"""The author's guide: every file in it does what it says, and every command prints what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.docs.pages import GUIDE, Block, chapters, commands, matches, put_into
from yupana.tests.docs.walk import Reader
from yupana.tools.format.files import format_targets

CHAPTERS = chapters(GUIDE)


@pytest.mark.parametrize("title", CHAPTERS, ids=[title.split(".")[0] for title in CHAPTERS])
def test_a_chapter_of_the_guide(title: str, tmp_path: Path) -> None:
    reader = Reader(GUIDE, tmp_path)
    reader.follow(CHAPTERS[title])
    assert not reader.faults, "\n".join(reader.faults)


def test_the_files_of_the_guide_are_laid_out_as_fmt_lays_them_out(tmp_path: Path) -> None:
    """But for those that a chapter lays out, and those that have faults."""
    for blocks in CHAPTERS.values():
        formats = [each.words.split()[2] for block in blocks if block.language == "console" for each in commands(block)
                   if each.words.startswith("yupana fmt ")]  # fmt: skip
        for block in blocks:
            if block.language == "yaml" and not block.codes and block.target not in formats:
                path = tmp_path / Path(block.target).name
                path.write_text(block.text, encoding="utf-8")
                (file,) = format_targets([str(path)])
                assert file.after == block.text, f"{GUIDE.name}:{block.line}"


def test_a_reader_tells_of_everything_that_is_not_so(tmp_path: Path) -> None:
    header = "ruleset: {name: a, title: A, language: 1}\n"
    seats = "players: {min: 1, max: 1, names: [red]}\n"
    reader = Reader(GUIDE, tmp_path)
    reader.follow(
        [
            Block("yaml", header + seats, 1, "file", "a.yaml", ("YUP401",)),
            Block("yaml", header, 2, "file", "b.yaml"),
            Block("yaml", header, 3, "into", "c.yaml"),
            Block("console", "$ yupana check a.yaml\nb.yaml: no faults\n$ ls\n", 4),
            Block("yaml", header + seats, 8, "file", "d.yaml"),
        ]
    )
    assert [each.split(":")[1] for each in reader.faults] == ["1", "2", "3", "5", "7"]


def test_dots_stand_for_anything() -> None:
    assert matches(["a", "…", "d"], ["a", "b", "c", "d"]) == ""
    assert matches(["took … ms"], ["took 12 ms"]) == ""
    assert matches(["a", "…"], ["a"]) == ""
    assert "it prints" in matches(["a", "…", "d"], ["a", "b", "c"])
    assert "it prints" in matches(["a"], ["a", "b"])


def test_sections_take_the_place_of_their_namesakes() -> None:
    assert put_into("# top\na: 1\nb: 2\n", "b:\n  c: 3\nd: 4\n") == "# top\na: 1\nb:\n  c: 3\nd: 4\n"
