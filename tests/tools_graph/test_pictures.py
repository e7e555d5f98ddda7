"""Every kind of picture of every shipped ruleset can be read: well-formed, nothing on anything else, all declared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from yupana.tests.found import ROOT, compiled, shipped
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_graph import mermaid, picture
from yupana.tools.drawing.boards import MOST, board_names
from yupana.tools.drawing.parts import HIGHEST, WIDEST

BASES = [name for name in shipped() if "+" not in name]


@pytest.fixture(autouse=True)
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many pictures are drawn of one ruleset: it is compiled once."""
    monkeypatch.setattr("yupana.tools.commands.graph.compile_sound", compiled)


def pictures(name: str) -> list[tuple[str, ...]]:
    """The arguments of every picture that a ruleset has."""
    ruleset = compiled(name).ruleset
    assert ruleset is not None
    found: list[tuple[str, ...]] = [("--what", "flow"), ("--what", "uses")]
    if ruleset.zones:
        found.append(("--what", "zones"))
    return found + [("--what", "board", "--board", each) for each in board_names(compiled(name))]


LARGE = 150_000
"""A ruleset of more characters is drawn with all that it uses, and in all forms, in slow runs only."""


def large(name: str) -> bool:
    return sum(len(path.read_bytes()) for path in (ROOT / "rulesets" / name).glob("*.yaml")) > LARGE


def quick_pictures(name: str) -> list[tuple[str, ...]]:
    """Of a large ruleset all but what uses what."""
    return [each for each in pictures(name) if not (large(name) and "uses" in each)]


@pytest.mark.parametrize("name", BASES)
def test_a_chart_can_be_read(yupana: Yupana, tmp_path: Path, name: str) -> None:
    for arguments in quick_pictures(name):
        if arguments[1] in ("zones", "uses"):
            check_chart(yupana, tmp_path, name, arguments)


@pytest.mark.slow
@pytest.mark.parametrize("name", BASES)
def test_what_uses_what_can_be_read(yupana: Yupana, tmp_path: Path, name: str) -> None:
    check_chart(yupana, tmp_path, name, ("--what", "uses"))
    check_both(yupana, tmp_path, name, ("--what", "uses"))


def check_chart(yupana: Yupana, tmp_path: Path, name: str, arguments: tuple[str, ...]) -> None:
    """Every box of the data is drawn with its words, and no arrow, label or box lies on a box; a picture that would be
    too large is drawn in parts, each arrow in one."""
    document, parts = drawn_in_parts(yupana, tmp_path, name, arguments)
    words = {_BESIDE.sub("", each.words) for drawn in parts for each in drawn.boxes}
    assert words == {" / ".join(each["lines"]) for each in document["boxes"]}
    if len(parts) == 1:
        assert len(parts[0].boxes) == len(document["boxes"])
    assert sum(len(each.arrows) for each in parts) == len(document["arrows"])
    for each in parts:
        assert picture.faults_of(each) == []
        assert each.texts[0].startswith(document["title"])


_BESIDE = re.compile(r" / see part \d+$")


def drawn_in_parts(
    yupana: Yupana, tmp_path: Path, name: str, arguments: tuple[str, ...]
) -> tuple[Any, list[picture.Picture]]:
    """The data of a picture, and its parts as they were drawn, none of them too large for a screen."""
    folder = tmp_path / "-".join(arguments)
    folder.mkdir()
    document = yupana("graph", name, *arguments, "-o", str(folder / "chart.svg"), "--json").document
    files = sorted(folder.iterdir(), key=lambda each: (len(each.name), each.name))
    parts = [picture.read(each.read_text(encoding="utf-8")) for each in files]
    assert all(each.width <= WIDEST and each.height <= HIGHEST for each in parts)
    return document, parts


@pytest.mark.parametrize("name", BASES)
def test_the_turn_structure_can_be_read(yupana: Yupana, tmp_path: Path, name: str) -> None:
    """Every block lies inside the one that it belongs to, with its lines; blocks beside each other do not meet. What is
    in parts has every block in one of them."""
    document, (drawn, *more) = drawn_in_parts(yupana, tmp_path, name, ("--what", "flow"))
    if more:
        texts = [text for each in (drawn, *more) for text in each.texts]
        assert all(heading in texts for heading in _headings(document["blocks"]))
        return
    boxes = iter(drawn.boxes)

    def compare(blocks: list[dict[str, Any]], outer: picture.Rect) -> None:
        bottom = outer.top
        for block in blocks:
            rect = next(boxes)
            assert rect.left >= outer.left
            assert rect.right <= outer.right
            assert bottom <= rect.top
            assert rect.bottom <= outer.bottom
            assert rect.words.split(" / ")[0] == block["heading"]
            assert [each.strip() for each in block["lines"]] == rect.words.split(" / ")[1 : 1 + len(block["lines"])]
            compare(block["inner"], rect)
            bottom = rect.bottom

    compare(document["blocks"], picture.Rect(0, 0, drawn.width, drawn.height))
    assert next(boxes, None) is None


@pytest.mark.parametrize("name", [pytest.param(each, marks=pytest.mark.slow if large(each) else ()) for each in BASES])
def test_svg_and_mermaid(yupana: Yupana, tmp_path: Path, name: str) -> None:
    for arguments in quick_pictures(name):
        check_both(yupana, tmp_path, name, arguments)


@pytest.mark.slow
@pytest.mark.parametrize("name", [each for each in shipped() if "+" in each])
def test_svg_and_mermaid_of_variants(yupana: Yupana, tmp_path: Path, name: str) -> None:
    for arguments in pictures(name):
        check_both(yupana, tmp_path, name, arguments)


def check_both(yupana: Yupana, tmp_path: Path, name: str, arguments: tuple[str, ...]) -> None:
    """The picture stands alone; the flowchart has a node for every box and every arrow between declared nodes."""
    file = tmp_path / "picture.svg"
    document = yupana("graph", name, *arguments, "-o", str(file), "--json").document
    text = file.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert not re.search(r"(?:href|src)=|<script|@import|url\(http", text)
    ran = yupana("graph", name, *arguments)
    if "board" in arguments and len(document["boxes"]) > MOST:
        assert ran.code == 2
        assert ran.err.endswith("too many for Mermaid: give an .svg file.\n")
        return
    assert ran.code == 0
    chart = mermaid.read(ran.out)
    if "boxes" in document:
        assert len(chart.nodes) == len(document["boxes"])
        assert len(chart.arrows) == len(document["arrows"])
    else:
        assert len(chart.nodes) + len(chart.groups) == _count(document["blocks"])


def _headings(blocks: list[dict[str, Any]]) -> list[str]:
    return [heading for each in blocks for heading in (each["heading"], *_headings(each["inner"]))]


def _count(blocks: list[dict[str, Any]]) -> int:
    return len(blocks) + sum(_count(each["inner"]) for each in blocks)


def test_a_board_shows_its_spaces_and_their_neighbours(yupana: Yupana) -> None:
    document = yupana("graph", "tic_tac_toe", "--what", "board", "--json").document
    assert [each["key"] for each in document["boxes"]] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert len(document["arrows"]) == 12


def test_the_same_picture_every_time(yupana: Yupana, tmp_path: Path) -> None:
    for name, what in (("cuzco_kk", "flow"), ("cuzco_kk", "zones"), ("cargo_empire", "uses"), ("cuzco_kk", "board")):
        files = [tmp_path / f"{what}_{number}.svg" for number in range(2)]
        for each in files:
            assert yupana("graph", name, "--what", what, "-o", str(each)).code == 0
        assert files[0].read_bytes() == files[1].read_bytes()


def test_a_title_that_is_longer_than_its_picture_is_whole(yupana: Yupana, tmp_path: Path) -> None:
    """Bold letters of the widest common fonts take eight and a half pixels each at this size, on average."""
    title = "Orchard: the order of play"
    small = "ruleset: {name: small, title: Orchard, language: 4}\nplayers: {min: 1, max: 1, names: [red]}\n"
    (tmp_path / "small.yaml").write_text(small + "flow: [do: pass]\n", encoding="utf-8")
    assert yupana("graph", str(tmp_path / "small.yaml"), "-o", str(tmp_path / "small.svg")).code == 0
    root = ElementTree.fromstring((tmp_path / "small.svg").read_text(encoding="utf-8"))
    assert title in "".join(root.itertext())
    assert float(root.get("width", "0")) >= 18 + 8.5 * len(title)
