"""Recorded games are played again, decision by decision: scores, winners and the exact final position must be the same.

A ruleset or variant of `rulesets/` without a record fails. A record is kept for each way to end that random games find.
`python -m tests.games.refresh` writes the records anew; the difference is then to be reviewed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.tests.found import game, shipped
from yupana.tests.games.records import FOLDER, Record, outcome_of, read_record, records_of

BASES = sorted({target for target in shipped() if "+" not in target})
RECORDS = sorted(FOLDER.glob("*/*.json"))
FIRST = {each.parent: each for each in reversed(RECORDS)}
ONE_EACH = [
    each if FIRST[each.parent] == each else pytest.param(each, marks=pytest.mark.slow) for each in RECORDS
]  # fmt: skip
"""The first record of each ruleset; the others are slow."""


def _name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("target", shipped())
def test_there_is_a_record(target: str) -> None:
    assert records_of(target), f"{target} has no recorded game; run python -m tests.games.refresh {target}"


@pytest.mark.parametrize("path", RECORDS, ids=_name)
def test_a_record_belongs_to_a_ruleset(path: Path) -> None:
    record = read_record(path)
    assert record.target in shipped(), f"{path} is of {record.target}, which is not there"
    assert path.parent.name == record.target


@pytest.mark.parametrize("path", ONE_EACH, ids=_name)
def test_it_is_played_again_to_the_same_end(path: Path) -> None:
    record = read_record(path)
    state = game(record.target).start(players=record.players, seed=record.seed, options=record.options)
    for number, (player, option) in enumerate(record.decisions, 1):
        assert state.decision is not None, f"{path.name}: the game ends before decision {number}"
        assert state.decision.player == player, f"{path.name}: decision {number} is {state.decision.player}'s"
        state.apply(option)
    assert outcome_of(state) == record.outcome


def test_a_record_that_was_changed_is_noticed(tmp_path: Path) -> None:
    """The comparison can fail: a record with another score is another record."""
    if not RECORDS:
        pytest.skip("nothing is recorded yet")
    document = json.loads(RECORDS[0].read_text(encoding="utf-8"))
    document["outcome"]["key"] = "0" * 64
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    record = read_record(path)
    assert isinstance(record, Record)
    state = game(record.target).start(players=record.players, seed=record.seed, options=record.options)
    for _, option in record.decisions:
        state.apply(option)
    assert outcome_of(state) != record.outcome
