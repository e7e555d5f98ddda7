"""What every ruleset must pass, by being there: shipped ones with their variants, and the language's own.

For every number of players a random game is played, and with the most players it is looked at from all sides;
`-m slow` plays many more and looks at all of them so.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from yupana.interpreter.game import State
from yupana.interpreter.view.look import Look
from yupana.tests.conformance.frames import frame_faults
from yupana.tests.conformance.games import Played, begin, played
from yupana.tests.conformance.hearsay import Heard, listen, look_around, may_be_shown, observed
from yupana.tests.conformance.positions import field_faults, piece_faults
from yupana.tests.found import ROOT, compiled, faults, game, label, sampled, targets

TARGETS = targets()


SLOW_SEEDS = range(100, 125)


@pytest.mark.parametrize("target", sampled(TARGETS), ids=label)
def test_random_games_conform(target: str) -> None:
    """With the fewest players and the most; a variant with the most, and only what its rules have a part in: copies
    and taking back are the same for all rulesets."""
    assert faults(compiled(target)) == []
    program = game(target).program
    if "+" in target:
        record = played(target, program.max_players, 7)
        check_play(record, positions=3)
        check_saves(record, 1)
        check_observations(record, 3)
        check_told(record, 3)
        return
    if (players := program.min_players) < program.max_players:
        check_play(played(target, players, 7), positions=3)
    check_game(played(target, program.max_players, 7), positions=3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW_SEEDS)
@pytest.mark.parametrize("target", TARGETS, ids=label)
def test_many_random_games_conform(target: str, seed: int) -> None:
    for players in range(game(target).min_players, game(target).max_players + 1):
        check_game(played(target, players, seed, keep=80), positions=60)


def check_game(record: Played, positions: int) -> None:
    """All that is asked of one game; the first fault found fails it by its name."""
    check_play(record, positions)
    check_saves(record, max(2, positions // 4))
    check_clones(record, positions)
    check_observations(record, positions)
    check_told(record, positions)
    check_undo(record)


def check_play(record: Played, positions: int) -> None:
    """What a game leads to, and what is offered on the way."""
    print(f"{record.target} with {record.players} players, seed {record.seed}: {len(record.decisions)} decisions")
    check_end(record)
    check_cells(record, positions * 3)
    check_options(record, positions)


def check_end(record: Played) -> None:
    """The game ends, and the end is whole: scores for all, winners among them, a report."""
    end = record.final
    assert end.decision is None
    assert list(end.scores) == list(end.names)
    assert end.winners or end.outcome != "won"
    assert set(end.winners) <= set(end.names)
    assert all(isinstance(line, str) and line for line in end.report)
    for player in end.names:
        items = end.score_items(player)
        assert not items or sum(items.values()) == end.scores[player], f"the items of {player} are not the score"


def check_cells(record: Played, positions: int) -> None:
    """Pieces are conserved, fields are in their ranges, nothing is kept that nobody reads, and the ruleset's own
    invariants hold."""
    program = record.final.game.program
    for taken, state in record.some(positions):
        where = f"after {taken} decisions of seed {record.seed}"
        assert piece_faults(program, state.cells) == [], where
        assert field_faults(program, state.cells) == [], where
        assert frame_faults(record.target, state.cells) == [], where
        assert state.broken_invariants == [], where


def check_options(record: Played, positions: int) -> None:
    """Options are unique as they are printed, and what is printed is read as the option it was."""
    draw = random.Random(record.seed)
    for taken, state in record.some(positions):
        if state.decision is None:
            continue
        offered = state.decision.options
        texts = [option.text for option in offered]
        double = sorted({text for text in texts if texts.count(text) > 1}) if len(set(texts)) < len(texts) else []
        assert not double, f"printed twice after {taken} decisions: {double[:5]}"
        for option in draw.sample(offered, min(3, len(offered))):
            by_object, by_text = state.clone(), state.clone()
            by_object.apply(option)
            by_text.apply(option.text)
            assert by_object.key == by_text.key, f"{option.text} is read as another option"
            exact = by_object.history[-1][1]
            by_exact = state.clone()
            by_exact.apply(exact)
            assert by_exact.key == by_object.key, f"{exact} is read as another option"


def check_saves(record: Played, positions: int) -> None:
    """A game that is written down and resumed is the same game, bit for bit, and goes on the same way."""
    for taken, state in record.some(positions):
        resumed = state.game.resume(state.to_json())
        assert resumed.key == state.key, f"resumed after {taken} decisions, it is another position"
        assert resumed.to_json() == state.to_json()
        if state.decision is not None and resumed.decision is not None:
            assert [each.text for each in resumed.decision.options] == [each.text for each in state.decision.options]


def check_clones(record: Played, positions: int) -> None:
    """What happens to a clone does not happen to the position it was made from."""
    draw = random.Random(record.seed)
    for taken, state in record.some(positions):
        before, options = state.key, list(state.option_tuples())
        clone = state.clone()
        for _ in range(5):
            if clone.over:
                break
            clone.apply_tuple(draw.choice(clone.option_tuples()))
        assert state.key == before, f"a clone made after {taken} decisions is not independent"
        assert list(state.option_tuples()) == options


def check_observations(record: Played, positions: int) -> None:
    """What a player cannot see does not change what the player observes or may choose; where players are shown
    something, they may choose among that."""
    for taken, state in record.some(positions):
        for seat, player in enumerate(state.names):
            seen = observed(state, player)
            for seed in (1, 2):
                other = state.shuffled_for(player, seed)
                assert observed(other, player) == seen, f"after {taken} decisions {player} sees what is hidden"
                if state.seat == seat and not may_be_shown(state):
                    assert _texts(other) == _texts(state), (
                        f"after {taken} decisions hidden things change {player}'s options"
                    )
            assert observed(state, player) == seen


def _texts(state: State) -> list[str]:
    return [] if state.decision is None else [option.text for option in state.decision.options]


def check_told(record: Played, positions: int) -> None:
    """What a player cannot see does not change what the player is shown and told, before a decision and after it."""
    look = Look(compiled(record.target))
    for number, (taken, state) in enumerate(record.some(positions)):
        heard = Heard()
        if number % 4 == 0:  # a whole screen for each viewer takes long
            look_around(state, look, heard)
        listen(state, random.Random(taken), heard)
        assert heard.leaks == [], f"after {taken} decisions of seed {record.seed}"


def check_undo(record: Played) -> None:
    """Taking back every decision leads to the start through the same positions, and taking them again to the end."""
    state = begin(record.target, record.players, record.seed)
    first = state.key
    kept = {taken: position.key for taken, position in record.positions}
    for chosen in record.decisions:
        state.apply_tuple(chosen)
    assert state.key == record.final.key, "the same decisions lead elsewhere"
    for taken in range(len(record.decisions) - 1, -1, -1):
        state.undo(force=True)
        assert taken not in kept or state.key == kept[taken], f"undone to decision {taken}, it is another position"
    assert state.key == first
    for taken in range(1, len(record.decisions) + 1):
        state.redo()
        assert taken not in kept or state.key == kept[taken], f"done again to decision {taken}, it is another position"
    assert state.over


_ELSEWHERE = """
import sys
from yupana.tests.conformance.frames import frame_faults
from yupana.tests.conformance.games import played
from yupana.tests.found import game
which = int(sys.argv[1])
for target in sys.argv[2:]:
    count = (game(target).min_players, game(target).max_players)[which]
    print(target, count, played(target, count, 7).final.key.hex())
"""
ALONE = [target for target in TARGETS if "+" not in target]
VARIANTS = [target for target in TARGETS if "+" in target]


@pytest.mark.slow
@pytest.mark.parametrize("batch", [ALONE, VARIANTS], ids=["alone", "variants"])
@pytest.mark.parametrize("which", [0, -1], ids=["fewest", "most"])
def test_another_process_plays_the_same_with_variants_and_more_players(batch: list[str], which: int) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT / "tests" / ".path")}
    done = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE, str(which), *batch],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    rows = [line.split() for line in done.stdout.splitlines()]
    assert {target for target, _, _ in rows} == set(batch)
    for target, count, key in rows:
        assert played(target, int(count), 7).final.key.hex() == key, f"{target} with {count} players"


def test_the_suite_finds_the_rulesets() -> None:
    """A suite that finds nothing proves nothing."""
    folders = [path for path in (ROOT / "rulesets").iterdir() if path.is_dir() and any(path.glob("*.yaml"))]
    assert {Path(name).name for name in TARGETS if "+" not in name} >= {path.name for path in folders}
