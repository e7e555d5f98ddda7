"""Record games of this ruleset that show every way a battle and a siege can end: `python -m tests.games.pizarro.ways`.

Random players hardly ever meet with whole armies, so these two seek each other: a march goes toward the strongest enemy
stack, and what a player weighs is said in `WEIGHTS`. Of each way, and of both scenarios, a short game is kept as
`way_….json`. `refresh` writes the random records beside them.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from typing import Any

from yupana.interpreter.game import State
from yupana.schemas.compose import compose
from yupana.tests.found import game
from yupana.tests.games.records import FOLDER, Record, record_of, write_record

TARGET = "pizarro"
SEEDS = {"campaign": range(1, 31), "occupation": range(1, 4)}
WAYS = {
    "no_units": "has no units left",
    "line_of_retreat": "are in the line of retreat",
    "no_commander": "has no commander left",
    "falls_back": "falls back",
    "commander_struck_down": "flees without its commander",
    "fortress_taken": "takes the fortress",
    "siege_lifted": "lifts the siege",
    "last_round": "the last round is over",
    "besieger_destroyed": "are destroyed",
}
"""What the log says at each end."""
WEIGHTS = {
    "march": 6.0, "halt": 1.0, "leave": 0.05, "leave_commander": 0.03, "pick_up": 3.0, "enter_fortress": 0.2,
    "pass": 0.6, "fight_on": 3.0, "fall_back": 1.0, "press_on": 3.0, "lift": 0.7, "take_marker": 6.0, "attack": 4.0,
    "join": 3.0, "counter_attack": 4.0, "sally": 4.0, "sally_with": 3.0, "come_out": 1.5, "recruit": 4.0,
    "recruit_others": 4.0,
}  # fmt: skip
BIG = 5
"""So many units are worth marching to."""


def roads() -> dict[str, set[str]]:
    """Every zone with its neighbours."""
    ruleset = compose(TARGET).ruleset
    assert ruleset is not None
    near: dict[str, set[str]] = {}
    board = next(each for name, each in ruleset.boards.items() if name == "map")
    links = next(each for name, each in board.links.items() if name == "Road")
    for a, b in links.pairs:
        near.setdefault(str(a), set()).add(str(b))
        near.setdefault(str(b), set()).add(str(a))
    return near


def distances(near: Mapping[str, set[str]], goal: str) -> dict[str, int]:
    """Steps from every zone to the goal."""
    steps = {goal: 0}
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for there in near[here] - steps.keys():
            steps[there] = steps[here] + 1
            queue.append(there)
    return steps


def enemy_of(seen: Mapping[str, Any], player: str) -> str | None:
    """The zone with most units of the enemy's own people, if they are many."""
    prefix = "inca" if player == "spain" else "spanish"
    stationed = seen["zones"]["stationed"]
    stacks = {zone: sum(unit.startswith(prefix) for unit in units) for zone, units in stationed.items()}
    zone = max(stacks, key=lambda each: stacks[each])
    return zone if stacks[zone] >= BIG else None


def weight_of(state: State, option: str, near: Mapping[str, set[str]]) -> float:
    """How much the player likes an option."""
    name = option.partition("(")[0]
    if name == "march" and "with_stack" not in option:
        return 0.15
    if name == "step":
        decision = state.decision
        assert decision is not None
        seen = state.observation(decision.player)
        goal = enemy_of(seen, decision.player)
        if goal is None:
            return 4.0
        steps = distances(near, goal)
        there = option.partition("to=")[2].rstrip(")")
        return 40.0 if steps[there] < steps[seen["fields"]["march_at"]] else 1.0
    if name in ("maneuver", "ride") and "_lr" in option:
        return 0.03
    if name == "announce":
        return 1.0 + 3 * int(option.partition("n=")[2].rstrip(")"))
    return WEIGHTS.get(name, 4.0 if name.startswith(("lay_", "answer_")) else 2.0)


def play(seed: int, scenario: str, near: Mapping[str, set[str]]) -> tuple[Record, set[str]]:
    """One game and the ways in which its combats ended."""
    state = game(TARGET).start(players=2, seed=seed, options={"scenario": scenario})
    draw = random.Random(seed)
    ways: set[str] = set()
    while (decision := state.decision) is not None:
        options = [str(each) for each in decision.options]
        state.apply(draw.choices(options, [weight_of(state, each, near) for each in options])[0])
        ways |= {way for way, said in WAYS.items() if any(said in event.text for event in state.events)}
    return record_of(TARGET, state), ways


def main() -> None:
    """Replace the records of this script."""
    near = roads()
    kept: dict[str, Record] = {}
    for scenario, seeds in SEEDS.items():
        missing = set(WAYS) - kept.keys() | {scenario}
        for seed in seeds:
            if not missing:
                break
            record, ways = play(seed, scenario, near)
            for way in sorted((ways | {scenario}) & missing):
                kept[way] = record
                missing.discard(way)
        if scenario in missing or (scenario == "campaign" and missing):
            raise SystemExit(f"{scenario}: no game found for {', '.join(sorted(missing))}")
    folder = FOLDER / TARGET
    for old in folder.glob("way_*.json"):
        old.unlink()
    by_game: dict[tuple[str, int], tuple[list[str], Record]] = {}
    for way, record in kept.items():
        key = (str(record.options["scenario"]), record.seed)
        by_game.setdefault(key, ([], record))[0].append(way)
    for (scenario, seed), (ways_shown, record) in by_game.items():
        path = folder / f"way_{scenario}_seed_{seed}.json"
        write_record(path, record)
        print(path.name, ", ".join(sorted(ways_shown)))


if __name__ == "__main__":
    main()
