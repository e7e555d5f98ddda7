"""Record games for every way to win or lose together: `python -m tests.games.moorfire.ways`.

Random players lose in few ways and never win, so bots play that look ahead. `refresh` runs this script too.
"""

from __future__ import annotations

from yupana.tests.found import game
from yupana.tests.games.records import FOLDER, record_of, write_record
from yupana.tools.bots.seats import seat_bots

TARGET = "moorfire"
WAYS = {
    "way_sluices": "All sluices are open",
    "way_village": "The village burns",
    "way_farms": "farms are lost",
    "way_caught": "is caught by the fire",
    "way_night": "Night has fallen",
}
"""The records, and what the report of each says; of all that it says, this is the only end."""
DROUGHTS = ("mild", "dry", "parched")
SEEDS = range(1, 60)


def main() -> None:
    """Write a record for each of the ways, the first that is found."""
    left = dict(WAYS)
    for number in SEEDS:
        state = game(TARGET).start(players=2, seed=number, options={"drought": DROUGHTS[number % 3]})
        bots = seat_bots(["mcts:200"] * 2, number)
        while options := state.option_tuples():
            state.apply_tuple(options[bots[state.seat].choose(state, options)])
        ends = [name for name, words in WAYS.items() if any(words in line for line in state.report)]
        if len(ends) == 1 and left.pop(ends[0], None) is not None:
            write_record(FOLDER / TARGET / f"{ends[0]}.json", record_of(TARGET, state))
        if not left:
            return
    raise SystemExit(f"not found: {', '.join(left)}")


if __name__ == "__main__":
    main()
