"""Write the recorded games anew: `python -m tests.games.refresh [RULESET …]` (all of `rulesets/` without a name).

For each number of players random games are played over a range of seeds. Two games are of one *way to end* when the
same player count, number of winners and last action go together with the same tie broken or not; one game is kept for
each way, the shortest, up to a handful. Records that are there already for another game are replaced.
"""

from __future__ import annotations

import sys
from pathlib import Path

from yupana.tests.found import game, play_randomly, shipped
from yupana.tests.games.records import FOLDER, Record, record_of, write_record

SEEDS = range(1, 7)
PER_TARGET = 6
LIMIT = 20_000


def ways_to_end(target: str) -> list[Record]:
    """One short record for each way to end that random games of this ruleset find."""
    found: dict[tuple[object, ...], Record] = {}
    loaded = game(target)
    counts = sorted({loaded.min_players, loaded.max_players})
    seeds = SEEDS if "+" not in target else SEEDS[:1]
    for players in counts:
        for seed in seeds:
            state = loaded.start(players=players, seed=seed)
            play_randomly(state, seed, LIMIT)
            record = record_of(target, state)
            last = record.decisions[-1][1].partition("(")[0] if record.decisions else ""
            scores = list(record.outcome["scores"].values())
            top = scores.count(max(scores))
            way = (players, state.over, last, len(record.outcome["winners"]), top > 1)
            if way not in found or len(record.decisions) < len(found[way].decisions):
                found[way] = record
    kept = sorted(found.values(), key=lambda each: (each.players, len(each.decisions), each.seed))
    return kept[:PER_TARGET] if len(kept) <= PER_TARGET else _spread(kept)


def _spread(records: list[Record]) -> list[Record]:
    """A handful of them, some for every number of players."""
    counts = sorted({each.players for each in records})
    share = max(1, PER_TARGET // len(counts))
    return [record for count in counts for record in [each for each in records if each.players == count][:share]]


def refresh(target: str) -> list[Path]:
    """Replace the records of one ruleset; the files written."""
    folder = FOLDER / target
    for old in folder.glob("*.json"):
        old.unlink()
    written = []
    for record in ways_to_end(target):
        path = folder / f"{record.players}_players_seed_{record.seed}.json"
        write_record(path, record)
        written.append(path)
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
