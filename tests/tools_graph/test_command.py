"""`yupana graph` as a person and a program use it: what it draws, where it writes, what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_graph import mermaid, picture

ODD = """\
ruleset: {name: odd, title: "Odd <b>&\\"signs\\"</b> #1", language: 2}
players: {min: 2, max: 2, names: [red, blue]}
kinds:
  Card:
    entries: {low: {count: 3}}
    start: deck
zones:
  deck: {of: Card, ordered: true, visible: none, refill: discards}
  discards: {of: Card, ordered: true}
  hand: {of: Card, each: Player, visible: owner}
actions:
  take:
    text: "Take a \\"card\\" & <keep> it `now` \\\\ later; end"
    when: size(deck) > 0
    effects: draw 1 from deck to me.hand
  give:
    parameters: {card: {in: me.hand}}
    effects: move card to discards
flow:
  - rounds: day
    times: 3
    text: "<script>alert(1)</script> ]] end"
    steps: [{turns: turn, pass: {name: rest, if: size(me.hand) > 0}}]
scoring: {items: {cards: {points: size(me.hand), text: "Cards & \\"more\\" <than> that"}}}
"""


@pytest.fixture
def odd(tmp_path: Path) -> str:
    path = tmp_path / "odd.yaml"
    path.write_text(ODD, encoding="utf-8")
    return str(path)


def test_zones_and_what_moves(yupana: Yupana, odd: str) -> None:
    document = yupana("graph", odd, "--what", "zones", "--json").document
    assert (document["what"], document["title"]) == ("zones", 'Odd <b>&"signs"</b> #1: what moves between the zones')
    assert [each["lines"] for each in document["boxes"]][:3] == [
        ["deck", "Card, in order, hidden"],
        ["discards", "Card, in order"],
        ["hand of each player", "Card, seen by the owner"],
    ]
    moves = {(each["from"], each["to"]): each["label"] for each in document["arrows"]}
    assert moves["deck", "hand"] == ["take"]
    assert moves["hand", "discards"] == ["give"]
    assert moves["discards", "deck"] == ["refill, shuffled"]


def test_the_order_of_play(yupana: Yupana, odd: str) -> None:
    document = yupana("graph", odd, "--json").document
    day, end = document["blocks"]
    assert (day["sort"], day["heading"], day["lines"][1]) == ("rounds", "rounds day", "times: 3")
    (turn,) = day["inner"]
    assert turn["lines"] == ["one of: take, give", "or rest if size(me.hand) > 0"]
    assert end["lines"] == ['cards: Cards & "more" <than> that']


@pytest.mark.parametrize("what", ["flow", "zones", "uses"])
def test_signs_of_a_text_stay_text(yupana: Yupana, odd: str, tmp_path: Path, what: str) -> None:
    mermaid.read(yupana("graph", odd, "--what", what).out)
    file = tmp_path / "odd.svg"
    yupana("graph", odd, "--what", what, "-o", str(file))
    text = file.read_text(encoding="utf-8")
    assert "<script>" not in text
    assert picture.read(text).texts[0].startswith('Odd <b>&"signs"</b> #1: ')


def test_a_page_for_documents(yupana: Yupana, odd: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.md"
    yupana("graph", odd, "--what", "zones", "-o", str(file))
    heading, empty, fence, *chart, last = file.read_text(encoding="utf-8").splitlines()
    assert heading == '# Odd \\<b\\>\\&"signs"\\</b\\> \\#1: what moves between the zones'
    assert (empty, fence, last) == ("", "```mermaid", "```")
    mermaid.read("\n".join(chart))
    bare = tmp_path / "odd.mmd"
    yupana("graph", odd, "--what", "zones", "-o", str(bare))
    assert bare.read_text(encoding="utf-8").splitlines() == chart


def test_around_an_element(yupana: Yupana, odd: str) -> None:
    near = yupana("graph", odd, "--what", "uses", "--around", "take", "--json").document
    assert {each["key"] for each in near["boxes"]} == {"actions.take", "zones.deck", "zones.hand", "flow.day.turn"}
    assert {(each["from"], each["to"]) for each in near["arrows"]} >= {
        ("actions.take", "zones.deck"),
        ("actions.take", "zones.hand"),
        ("flow.day.turn", "actions.take"),
    }
    far = yupana("graph", odd, "--what", "uses", "--around", "take", "--depth", "2", "--json").document
    assert {each["key"] for each in far["boxes"]} > {each["key"] for each in near["boxes"]}


def test_data_and_a_file_at_once(yupana: Yupana, odd: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.svg"
    document = yupana("graph", odd, "-o", str(file), "--json").document
    assert document["file"] == str(file)
    assert file.is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--what", "zone"), "`--what` is flow, board, zones or uses, not `zone`. Did you mean `zones`?"),
        (("--around", "take"), "`--around` goes with `--what uses`."),
        (("--board", "map"), "`--board` goes with `--what board`."),
        (("--what", "board"), "`odd` has no board."),
        (("--what", "uses", "--around", "tak"), "There is no element `tak`. Did you mean `take`?"),
        (("-o", "odd.png"), "`odd.png` must end with .svg, .html, .mmd or .md."),
        (("-o", "nowhere/odd.svg"), "nowhere"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_what_it_refuses(yupana: Yupana, odd: str, arguments: tuple[str, ...], words: str) -> None:
    ran = yupana("graph", odd, *arguments)
    assert ran.code == 2
    assert words in ran.err
    assert ran.out == ""


def test_several_boards_and_one_that_is_not_there(yupana: Yupana) -> None:
    ran = yupana("graph", "cargo_empire", "--what", "board")
    assert (ran.code, ran.err) == (2, "There are several boards: give `--board map` or `--board tracks`.\n")
    ran = yupana("graph", "cargo_empire", "--what", "board", "--board", "mapp")
    assert (ran.code, ran.err) == (2, "There is no board `mapp`. Did you mean `map`?\n")
    assert yupana("graph", "tic_tac_toe", "--what", "zones").err == "`tic_tac_toe` has no zones.\n"


def test_a_faulty_ruleset_and_none(yupana: Yupana, odd: str) -> None:
    Path(odd).write_text(ODD.replace("draw 1 from deck", "draw 1 from dek"), encoding="utf-8")
    ran = yupana("graph", odd)
    assert (ran.code, ran.out) == (1, "")
    assert "YUP4" in ran.err
    assert yupana("graph", "no_such_game").code == 2


def test_zones_and_what_moves_are_called_as_people_call_them(yupana: Yupana) -> None:
    document = yupana("graph", "cargo_empire", "--what", "zones", "--json").document
    told = [line for box in document["boxes"] for line in box["lines"]]
    told += [line for arrow in document["arrows"] for line in arrow["label"]]
    assert {"goal deck", "private cities of each player", "City card, in order", "draw transport"} <= set(told)
    assert [each for each in told if "_" in each] == []
