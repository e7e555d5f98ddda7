"""Rules that were once broken without an example noticing: each break, made on a copy, fails the example named here."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples import run_examples
from yupana.tests.found import ROOT


@dataclass(frozen=True)
class Break:
    """A text in a file of a ruleset, what it becomes, and the example that must notice."""

    target: str
    file: str
    before: str
    after: str
    example: str


BREAKS = (
    Break(
        "cargo_empire",
        "game.yaml",
        "for c in City if c.level == 3)",
        "for c in City if c.level >= 2)",
        "posts_count_at_level_3_only",
    ),
    Break("cargo_empire", "game.yaml", "        skip: round == rounds_per_game\n", "", "no_cards_after_the_last_round"),
    Break(
        "cargo_empire",
        "board.yaml",
        "truck_l8: {track: truck, number: 8, reward: transport_card, vp: 2}",
        "truck_l8: {track: truck, number: 8, reward: transport_card, vp: 3}",
        "the_points_of_the_tracks",
    ),
    Break("cargo_empire", "board.yaml", "          - [stockholm, warsaw]\n", "", "the_rails"),
    Break(
        "cargo_empire",
        "components.yaml",
        'met: "any(size(network(c, p)) >= n for c in City)"',
        'met: "count(c for c in City if has_post(c, p)) >= n"',
        "a_network_is_connected",
    ),
    Break(
        "cuzco_kk",
        "actions.yaml",
        "let fresh = {c for c in {h} if c.level == 0}",
        "let fresh = {h}",
        "a_closed_pond_scores_once",
    ),
    Break(
        "cuzco_feld",
        "functions.yaml",
        "return last([p for s in TempleStep for p in players",
        "return first([p for s in TempleStep for p in players",
        "the_highest_priest_wins_the_tie",
    ),
    Break(
        "cuzco_feld",
        "missions.yaml",
        "      if size(palace) > 0:\n          choose mission in palace as new_mission",
        "      if size(palace) > 0 and game_round < 6:\n          choose mission in palace as new_mission",
        "a_new_mission_in_the_last_round_too",
    ),
    Break(
        "cuzco_feld",
        "game.yaml",
        "      - turns: learning\n        source: CFE-II.1\n        order: order()",
        "      - turns: learning\n        source: CFE-II.1\n        order: players",
        "phase_two_goes_in_player_order",
    ),
    Break(
        "cuzco_feld",
        "god_cards.yaml",
        "choose up to 2 t in me.board if t.down as slide_up",
        "choose up to 3 t in me.board if t.down as slide_up",
        "god_02_slides_up_two_at_most",
    ),
    Break(
        "cuzco_feld",
        "functions.yaml",
        "0..5 if me.chasqui == cuzco and me.returned else",
        "0..5 if me.chasqui == cuzco and any(p.returned for p in players) else",
        "only_who_has_returned_turns_the_overlay",
    ),
    Break(
        "cuzco_feld",
        "god_cards.yaml",
        "          me.medals -= 1\n",
        "          me.medals -= 1\n          inti_stack += 1\n",
        "a_medal_card_goes_back_into_its_own_pile",
    ),
    Break(
        "cuzco_feld+pututus",
        "variants/pututus.yaml",
        "for p in reversed(order()):",
        "for p in reversed(list(players)):",
        "the_last_in_player_order_is_served_first",
    ),
)


@pytest.mark.parametrize("one", BREAKS, ids=lambda each: each.example)
def test_the_example_notices(one: Break, tmp_path: Path) -> None:
    base, *overlays = one.target.split("+")
    folder = tmp_path / base
    shutil.copytree(ROOT / "rulesets" / base, folder)
    file = folder / one.file
    text = file.read_text(encoding="utf-8")
    assert text.count(one.before) == 1, "the rule is written otherwise now: adapt the break"
    file.write_text(text.replace(one.before, one.after), encoding="utf-8")
    compiled = compile_ruleset("+".join([str(folder), *overlays]))
    assert compiled.program is not None, compiled.diagnostics
    (result,) = run_examples(compiled, only=[one.example])
    assert not result.ok
