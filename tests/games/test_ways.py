"""The recorded games show the ends they are kept for, not merely some end."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.game import State
from yupana.tests.found import game
from yupana.tests.games.moorfire.ways import WAYS as TOGETHER
from yupana.tests.games.pizarro.ways import SEEDS, WAYS
from yupana.tests.games.records import FOLDER, Record, read_record


def _again(path: Path) -> tuple[Record, State, str]:
    """A record played again: it, its end, and all that was said."""
    record = read_record(path)
    state = game(record.target).start(players=record.players, seed=record.seed, options=record.options)
    for _, option in record.decisions:
        state.apply(option)
    return record, state, "\n".join(event.text for event in state.events)


def test_every_end_of_a_battle_and_of_a_siege() -> None:
    """PIZ-10.2, PIZ-10.3, PIZ-10.4: each end stands in the log of a recorded game, and both scenarios are played."""
    shown: set[str] = set()
    for path in sorted((FOLDER / "pizarro").glob("way_*.json")):
        record, _, said = _again(path)
        shown |= {way for way, words in WAYS.items() if words in said} | {record.options["scenario"]}
    assert shown == {*WAYS, *SEEDS}


@pytest.mark.parametrize("name", ["way_blocked_board", "way_blocked_board_two"])
def test_a_board_on_which_nothing_fits_ends_the_game(name: str) -> None:
    """CKK-R24: triples are left, nobody placed the last one, and still all have counted."""
    _, state, _ = _again(FOLDER / "cuzco_kk" / f"{name}.json")
    fields = state.observation(state.names[0])["fields"]
    assert state.over
    assert fields["triples"] > 0
    assert fields["closer"] is not None
    assert all(fields["Player.scored"].values())


def test_the_last_triple_ends_the_game() -> None:
    """CKK-12.1: in the other records the supply is empty."""
    paths = sorted(set((FOLDER / "cuzco_kk").glob("*.json")) - set((FOLDER / "cuzco_kk").glob("way_blocked*.json")))
    assert len(paths) >= 4
    for path in paths[:4]:
        _, state, _ = _again(path)
        assert state.observation(state.names[0])["fields"]["triples"] == 0


def test_every_way_to_win_or_lose_together() -> None:
    """MOR-12 to MOR-16: the report of a recorded game says how it ended, and who has won or lost."""
    for name, words in TOGETHER.items():
        record, state, _ = _again(FOLDER / "moorfire" / f"{name}.json")
        assert any(words in line for line in state.report)
        assert state.winners == (["ida", "jon"] if name == "way_sluices" else [])
        assert record.outcome["winners"] == state.winners
