"""Where a bot finds no position that agrees with all that it has seen it plays on, and that is said, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana

CARDS = ", ".join(f"c{n}: {{worth: {n}}}" for n in range(1, 61))
UNFIT = f"""\
ruleset: {{name: unfit, title: Unfit, language: 4}}
players: {{min: 2, max: 2, names: [red, blue]}}
kinds: {{Card: {{attributes: {{worth: int}}, start: deck, entries: {{{CARDS}}}}}}}
zones: {{deck: {{of: Card, ordered: true, visible: none}}, hand: {{of: Card, each: Player, visible: owner}}}}
actions:
  try: {{parameters: {{n: {{in: 1..60, if: "any(c.worth == n for c in next(me).hand)"}}}}, effects: pass}}
  skip: {{effects: pass}}
setup:
  - do: |
      shuffle deck
      for p in players: draw 1 from deck to p.hand
constants: {{turns: 2}}
flow: [{{turns: turn, times: turns}}]
features: {{cards: size(me.hand)}}
"""
"""An option says which card the other player holds, which no memory concludes from."""

SAID = "agrees with all that it had seen, and played on by what it saw then."


@pytest.fixture
def unfit(tmp_path: Path) -> str:
    path = tmp_path / "unfit.yaml"
    path.write_text(UNFIT, encoding="utf-8")
    return str(path)


def test_simulate_says_so_for_any_number_of_workers(unfit: str, yupana: Yupana) -> None:
    arguments = ("--games", "2", "--seed", "1", "--bots", "mcts:2", "--json")
    one, two = (yupana("simulate", unfit, *arguments, "--workers", workers) for workers in ("1", "2"))
    times = one.document["unfit"]
    assert times == two.document["unfit"] > 0
    assert one.err == two.err == f"In {times} positions a bot found none that {SAID}\n"


@pytest.mark.parametrize(
    "command",
    [
        ("play", "--auto", "--seed", "1", "--bots", "mcts:2"),
        ("sweep", "--vary", "turns=1,2", "--games", "2", "--bots", "mcts:2"),
        ("balance", "--games", "4", "--bots", "mcts:2", "--only-games"),
    ],
    ids=lambda each: each[0],
)
def test_so_do_all_that_play(command: tuple[str, ...], unfit: str, yupana: Yupana) -> None:
    name, *arguments = command
    ran = yupana(name, unfit, *arguments, "--json")
    assert ran.document["unfit"] > 0
    assert ran.err.count(SAID) == 1


def test_fuzz_says_where_it_could_not_look(unfit: str, yupana: Yupana) -> None:
    ran = yupana("fuzz", unfit, "--decisions", "300", "--seed", "1", "--workers", "1", "--json")
    assert ran.document["unfit"] > 0
    assert "whether they are told a secret was not looked at there" in ran.err


def test_nothing_is_said_where_positions_are_found(yupana: Yupana) -> None:
    ran = yupana("simulate", "kuhn_poker", "--games", "2", "--seed", "1", "--bots", "mcts:2", "--json")
    assert "unfit" not in ran.document
    assert ran.err == ""
