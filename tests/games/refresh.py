"""Write the recorded games anew: `python -m tests.games.refresh [RULESET …]` (all of `rulesets/` without a name).

Random games are played over a range of seeds, with the smallest and the largest number of players. Two games are of
one *way to end* when their last action, their number of winners, whether a tie was broken, and what the report says
(but for names and numbers) are the same. Of each way the shortest game is kept, up to a handful. The old records are
replaced. Beside them lie games of `FURTHER`, and those that the ruleset's own `ways.py` plays on purpose.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

from yupana.tests.found import game, play_randomly, shipped
from yupana.tests.games.records import FOLDER, Record, record_of, write_record

SEEDS = range(1, 121)
ENOUGH = 2_500
"""So many decisions are played for one ruleset and number of players: many short games, or a few long ones."""
PER_COUNT = 4
LIMIT = 20_000
FURTHER: dict[str, list[tuple[str, int, int, dict[str, bool]]]] = {
    "cargo_empire": [("way_bonus_moves_three_players", 3, 2, {})],
    "cuzco_feld": [("way_three_players_seed_1", 3, 1, {})],
    "cuzco_feld+pututus": [("way_three_players_seed_1", 3, 1, {})],
    "cuzco_kk": [
        ("way_three_players_seed_1", 3, 1, {}),
        ("way_extra_turn_seed_3", 2, 3, {"trigger_player_extra_turn": True}),
        ("way_extra_turn_seed_3_four", 4, 3, {"trigger_player_extra_turn": True}),
    ],
    "night_market": [("way_musicians_for_musicians", 2, 148, {}), ("way_musicians_three_players", 3, 144, {})],
}
"""Random games that are kept besides: name, number of players, seed, options."""


def ways_to_end(target: str) -> list[Record]:
    """One short record for each way to end that random games of this ruleset find."""
    kept: list[Record] = []
    loaded = game(target)
    for players in sorted({loaded.min_players, loaded.max_players}):
        found: dict[tuple[object, ...], Record] = {}
        played = 0
        for seed in SEEDS:
            if played > (ENOUGH if "+" not in target else 0):
                break
            state = loaded.start(players=players, seed=seed)
            played += play_randomly(state, seed, LIMIT)
            record = record_of(target, state)
            way = _way(record, state.names)
            if way not in found or len(record.decisions) < len(found[way].decisions):
                found[way] = record
        kept += sorted(found.values(), key=lambda each: (len(each.decisions), each.seed))[:PER_COUNT]
    return kept


def _way(record: Record, names: tuple[str, ...]) -> tuple[object, ...]:
    last = record.decisions[-1][1].partition("(")[0] if record.decisions else ""
    scores = list(record.outcome["scores"].values())
    said = {re.sub(rf"\b({'|'.join(names)})\b|-?\d+", "_", line) for line in record.outcome["report"]}
    return (
        record.outcome["over"],
        last,
        len(record.outcome["winners"]),
        scores.count(max(scores)) > 1,
        frozenset(said),
    )


def refresh(target: str) -> list[Path]:
    """Replace the records of one ruleset; the files written."""
    folder = FOLDER / target
    for old in folder.glob("*_players_seed_*.json"):
        old.unlink()
    written = []
    for record in ways_to_end(target):
        path = folder / f"{record.players}_players_seed_{record.seed}.json"
        write_record(path, record)
        written.append(path)
    for name, players, seed, options in FURTHER.get(target, []):
        state = game(target).start(players=players, seed=seed, options=options)
        play_randomly(state, seed, LIMIT)
        path = folder / f"{name}.json"
        write_record(path, record_of(target, state))
        written.append(path)
    if (folder / "ways.py").is_file():
        import_module(f"yupana.tests.games.{target}.ways").main()
    return written


def main(names: list[str]) -> int:
    """The command; 2 when a name is not a ruleset of `rulesets/`."""
    known = shipped()
    if unknown := [name for name in names if name not in known]:
        print(f"not a ruleset here: {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    for target in names or known:
        for path in refresh(target):
            print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
