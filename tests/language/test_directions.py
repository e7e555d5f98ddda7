"""What holds of directions and lines on every grid: laws that relate the built-ins to each other, on random boards, on
boards with gaps, and where not all spaces are in the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.interpreter.check.boards import Boards
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.typed.declared import DomainInfo
from yupana.tests.found import BackEnd, faults

LAWS = {
    "there_and_back": "all(step(step(s, d), opposite(d)) == s for s in S for d in SDirection if step(s, d) != none)",
    "steps_are_single_steps": "all(step(s, d, n) == walk(s, d, n) for s in S for d in SDirection for n in 0..9)",
    "back_is_opposite": "all(step(s, d, -n) == step(s, opposite(d), n) for s in S for d in SDirection for n in 0..9)",
    "none_stays_none": (
        "all(step(nowhere, d) == none and step(nowhere, d, n) == none for d in SDirection for n in -9..9)"
    ),
    "a_ray_is_its_steps": (
        "all(ray(s, d) == [t for n in 1..99 while step(s, d, n) != none for t in [step(s, d, n)] if t != none] "
        "for s in S for d in SDirection)"
    ),
    "a_ray_is_cut": (
        "all(ray(s, d, n) == slice(ray(s, d), 0, n) and ray(s, d, 2) == slice(ray(s, d), 0, 2) "
        "for s in S for d in SDirection for n in -1..4)"
    ),
    "toward_is_in_the_ray": "all((toward(a, b) == d) == (b in ray(a, d)) for a in S for b in S for d in SDirection)",
    "between_is_before": (
        "all(between(a, b) == [t for t in ray(a, d) while t != b] for a in S for d in SDirection for b in ray(a, d))"
    ),
    "between_is_nothing": "all(between(a, b) == [] for a in S for b in S if toward(a, b) == none)",
    "lines_are_straight": (
        "all(s in line and size(line) == n and [line[0]] + ray(line[0], d, n - 1) == line "
        "for s in S for n in 2..4 for line in lines(s, n) for d in [toward(line[0], line[1])] if d != none)"
    ),
    "lines_are_all_there": (
        "all(2 * size(lines(s, n)) == count(size(ray(s, d)) >= k and size(ray(s, opposite(d))) >= n - 1 - k "
        "for d in SDirection for k in 0..n - 1) for s in S for n in 2..4)"
    ),
    "each_line_comes_once": (
        "all(count(one == other for other in lines(s, n)) == 1 for s in S for n in -1..5 for one in lines(s, n))"
    ),
    "a_known_length_gives_the_same": (
        "all(lines(s, 0) == lines(s, same(0)) and lines(s, 1) == lines(s, same(1)) and lines(s, 2) == "
        "lines(s, same(2)) and lines(s, 3) == lines(s, same(3)) and lines(s, 5) == lines(s, same(5)) for s in S)"
    ),
    "every_place_is_found": (
        "all(at(s.X, s.Y) == s for s in S) and count(at(x, y) != none for x in -9..9 for y in -9..9) == size(S)"
    ),
    "one_turns_all_round": (
        "all(number(turned(d, n)) == (number(d) + n) % size(SDirection) for d in SDirection for n in -9..9)"
    ),
}


def ruleset(board: str, axes: tuple[str, str]) -> str:
    """A ruleset whose examples are the laws, for two players and for three."""
    lines = [
        "ruleset: {name: laws, title: Laws, language: 3}",
        "players: {min: 2, max: 3, names: [red, blue, green]}",
        f"boards: {{grid: {{kind: S, {board}}}}}",
        "state: {nowhere: S?}",
        "functions:",
        "  same: {of: {n: int}, is: n}",
        "  walk:",
        "    of: {s: S, d: SDirection, n: int}",
        "    gives: S?",
        "    is: |",
        "      let here: S? = s",
        "      for i in 1..n: here = step(here, d)",
        "      return here",
        "actions: {wait: {effects: pass}}",
        "flow: [{turns: turn}]",
        "examples:",
    ]
    for players in (2, 3):
        for name, law in LAWS.items():
            said = law.replace("s.X", f"s.{axes[0]}").replace("s.Y", f"s.{axes[1]}")
            lines += [f"  {name}_{players}:", f"    players: {players}", "    then: |", f"      {said}"]
    return "\n".join([*lines, ""])


def hold(text: str, path: Path, back_end: BackEnd) -> None:
    """All laws hold in the ruleset."""
    path.write_text(text, encoding="utf-8")
    what = compile_ruleset(str(path))
    assert faults(what) == []
    assert [each.name for each in back_end.examples(what, None) if not each.ok] == []


SQUARES = st.builds(
    lambda columns, rows, diagonal: f"square: {{columns: {columns}, rows: {rows}, diagonal: {str(diagonal).lower()}}}",
    st.integers(1, 6), st.integers(1, 5), st.booleans(),
)  # fmt: skip


@st.composite
def hexes(draw: st.DrawFn) -> str:
    """Rows of a hex board, which may have gaps between them."""
    numbers = draw(st.lists(st.integers(-3, 4), min_size=1, max_size=4, unique=True))
    rows = []
    for number in numbers:
        low = draw(st.integers(-3, 2))
        rows.append(f"{{r: {number}, q: {low}..{low + draw(st.integers(0, 4))}}}")
    return f"hex: {{rows: [{', '.join(rows)}]}}"


FEW = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(board=SQUARES)
def test_laws_of_squares(board: str, tmp_path: Path, back_end: BackEnd) -> None:
    hold(ruleset(board, ("column", "row")), tmp_path / "laws.yaml", back_end)


@FEW
@given(board=hexes())
def test_laws_of_hexes(board: str, tmp_path: Path, back_end: BackEnd) -> None:
    hold(ruleset(board, ("q", "r")), tmp_path / "laws.yaml", back_end)


@pytest.mark.parametrize("board", ["square: {columns: 4, rows: 4}", "hex: {rows: [{r: 0, q: 0..3}, {r: 1, q: 0..3}]}"])
def test_what_is_not_in_the_game_ends_every_line(
    board: str, tmp_path: Path, back_end: BackEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No ruleset can say it of a grid by itself, but what it becomes must be right when one can."""
    directions = Boards._directions

    def absent(self: Boards, spaces: DomainInfo) -> None:
        directions(self, spaces)
        everything = list(range(spaces.size))
        spaces.present = [everything, everything, [each for each in everything if each not in (2, 5)], everything[:-4]]

    monkeypatch.setattr(Boards, "_directions", absent)
    hold(ruleset(board, ("column", "row") if "square" in board else ("q", "r")), tmp_path / "laws.yaml", back_end)
