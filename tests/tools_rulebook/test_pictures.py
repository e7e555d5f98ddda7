"""Pictures of boards: room for what stands on links, and long lines of spaces folded where they can be followed."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change

BOX = re.compile(r'<rect x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="[0-9.]+" rx="6"([^>]*)/>')


def test_a_link_with_a_label_is_seen_on_both_sides_of_it(depot: Path, yupana: Yupana) -> None:
    change(depot, "\nbook:\n", "\nlook: {boards: {map: {at: {east: [0, 0], west: [1, 0], south: [2, 0]}}}}\nbook:\n")
    yupana("rulebook", "depot", "-o", "book.md")
    drawn = (depot.parent / "book.map.svg").read_text(encoding="utf-8")
    boxes = sorted((float(x), float(width)) for x, _, width, _ in BOX.findall(drawn))
    gaps = [right[0] - (left[0] + left[1]) for left, right in itertools.pairwise(boxes)]
    assert len(gaps) == 2
    assert min(gaps) >= 40, gaps


LINE = """\
ruleset: {name: line, title: Line, language: 3}
players: {min: 1, max: 1, names: [red]}
boards:
  way:
    kind: Stop
    spaces: {a: {}, b: {}, c: {}, d: {}, e: {}, u: {}, v: {}, f: {}, g: {}, h: {}}
    links:
      Step:
        directed: true
        pairs: [[a, b], [b, c], [c, d], [d, e], [e, u], [e, v], [u, f], [v, f], [f, g], [g, h]]
state: {n: {type: int, start: 0}}
flow: [{do: n = 1}]
scoring: {items: {luck: {points: 0}}}
"""


def test_a_long_line_goes_on_behind_a_space_that_is_shown_again(tmp_path: Path, yupana: Yupana) -> None:
    (tmp_path / "line.yaml").write_text(LINE, encoding="utf-8")
    yupana("rulebook", "line.yaml", "-o", "book.md")
    drawn = (tmp_path / "book.way.svg").read_text(encoding="utf-8")
    boxes = BOX.findall(drawn)
    again = [each for each in boxes if "dasharray" in each[3]]
    assert len(boxes) == 11
    assert len(again) == 1  # `e`: behind it the line divides, so it is folded there and not where there is no room
    names = re.findall(r'font-weight="600">([^<]*)<', drawn)
    assert sorted(each.casefold() for each in names) == list("abcdeefghuv")
    # no link leads from the first line to the second
    ends = [list(map(float, re.findall(r"-?[0-9.]+", each))) for each in re.findall(r'<path d="(M[^"]*)" fill', drawn)]
    middle = (min(float(y) for _, y, _, _ in again) + min(float(y) for _, y, _, _ in boxes)) / 2
    assert all((each[1] < middle) == (each[-1] < middle) for each in ends), (middle, ends)


def test_counters_show_the_signs_and_colours_of_the_look(depot: Path, yupana: Yupana) -> None:
    """What has no colour itself has that of what it belongs to; what the look does not know is not drawn."""
    change(depot, "\nbook:\n", "\nlook: {colours: {red: red, wool: '#112233'}, glyphs: {wool_card: W}}\nbook:\n")
    change(depot, "overview: {holds: overview}", "overview: {holds: [overview, counters]}")
    yupana("rulebook", "depot", "-o", "book.md")
    drawn = (depot.parent / "book.counters.svg").read_text(encoding="utf-8")
    assert re.findall(r">([^<>]+)</text>", drawn) == ["Red", "Wool", "W", "Wool card"]
    fills = re.findall(r'<rect [^>]* fill="([^"]+)"', drawn)
    assert len(fills) == 3
    assert fills[0] != fills[1] == fills[2] != "#ffffff"


def test_the_faces_of_tiles_are_drawn_and_not_spelt(yupana: Yupana, tmp_path: Path) -> None:
    yupana("rulebook", "puna", "-o", "book.md")
    text = (tmp_path / "book.md").read_text(encoding="utf-8")
    assert "ooooo" not in text
    assert "**parts**" not in text
    drawn = (tmp_path / "book.faces-Tile.svg").read_text(encoding="utf-8")
    names = re.findall(r'font-weight="600">([^<]*)<', drawn)
    assert len(names) == len(set(names)) == 24
    assert drawn.count("<polygon") > 24 * 20
