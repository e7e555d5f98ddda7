"""Record games that end because the board is full (CKK-R24): `python -m tests.games.cuzco_kk.ways`.

Random players never get there, so these work together: of some options of each kind the one is taken after which the
fewest tiles can still be placed. `refresh` runs this script too.
"""

from __future__ import annotations

import random

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game, State
from yupana.interpreter.play.questions import with_questions
from yupana.schemas.source import Code, Span
from yupana.tests.games.records import FOLDER, Record, record_of, write_record

TARGET = "cuzco_kk"
SEED = 1
ROOMS = {
    "sum([size(triple_turns(h)) for h in Hex if open_to_tiles(h)])": 3.0,
    "sum([size(double_crops(h)) for h in Hex if open_to_tiles(h) and any(p.doubles > 0 for p in players)])": 0.3,
    "sum([p.incas for p in players])": 1.5,
    "count(h for h in Hex if open_to_tiles(h))": 1.0,
}
"""What shows how much room is left, and what it weighs."""
LOOKED_AT = {
    "place_triple": 40, "place_double": 40, "place_single": 20, "enter": 25, "walk": 12, "set_pond": 12,
    "build_temple": 6, "leave": 0, "use_token": 0, "draw_card": 0, "take_face_up": 0, "propose": 0,
}  # fmt: skip
"""So many options of a kind are tried."""
OTHERS = 4


def _asking() -> tuple[Game, list[tuple[int, float]]]:
    codes = [Code(text, Span("rooms", 1, 1, 1, 1 + len(text)), ((1, 1),)) for text in ROOMS]
    game, questions = with_questions(compile_ruleset(TARGET), codes)
    for question in questions:
        if question.function < 0:
            raise SystemExit("\n".join(str(fault) for fault in question.faults))
    return game, [(question.function, weight) for question, weight in zip(questions, ROOMS.values(), strict=True)]


def _choose(state: State, questions: list[tuple[int, float]], draw: random.Random) -> str:
    decision = state.decision
    assert decision is not None
    kinds: dict[str, list[str]] = {}
    for text in decision.texts:
        kinds.setdefault(text.partition("(")[0], []).append(text)
    if kinds.keys() & {"place_double", "place_single"}:  # what is one's own goes first
        kinds.pop("place_triple", None)
    tried = [
        text
        for kind, texts in kinds.items()
        for text in draw.sample(texts, min(len(texts), LOOKED_AT.get(kind, OTHERS)))
    ] or list(decision.texts)

    def room(text: str) -> float:
        after = state.clone()
        after.apply(text)
        return sum(weight * after.ask(number) for number, weight in questions) + draw.random() / 10

    return tried[0] if len(tried) == 1 else min(tried, key=room)


def play(players: int) -> Record:
    """One game in which all fill the board."""
    game, questions = _asking()
    state = game.start(players=players, seed=SEED)
    draw = random.Random(SEED)
    while not state.over:
        state.apply(_choose(state, questions, draw))
    return record_of(TARGET, state)


def main() -> None:
    """Replace the records of this script."""
    for players, name in ((2, "way_blocked_board_two"), (4, "way_blocked_board")):
        record = play(players)
        path = FOLDER / TARGET / f"{name}.json"
        write_record(path, record)
        print(path.name, len(record.decisions))


if __name__ == "__main__":
    main()
