"""The bot `tuned`: it takes what its weights say, and refuses weights of other features."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import Foreseen, Game, load
from yupana.schemas.errors import UsageError
from yupana.tests.bench.engines import NATIVE, PYTHON, there
from yupana.tests.found import game
from yupana.tests.tools.command_line import Yupana
from yupana.tools.bots.random import RandomBot
from yupana.tools.bots.tuned import TunedBot, expected, foreseen
from yupana.tools.bots.weights import SCHEMA, read_weights, weights_of
from yupana.tools.playing.results import shares_of

ENGINES_THERE = [each for each in (PYTHON, NATIVE) if there(each)]

GAME = """\
ruleset: {name: heap, title: Heap, language: 4}
players: {min: 2, max: 3, names: [red, blue, green], fields: {gold: int 0..99, dirt: int 0..99}}
actions:
  dig: {parameters: {n: {in: 1..4}}, effects: me.gold += n; me.dirt += 5 - n}
  rest: {effects: pass}
flow: [{rounds: r, times: 3, steps: [{turns: t}]}]
scoring: {items: {gold: me.gold}}
features: {gold: me.gold, dirt: me.dirt}
"""


def write(folder: Path, text: str = GAME, name: str = "heap") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def weighed(folder: Path, of: Game, weights: Mapping[str, float], name: str = "heap.weights.json", **more: Any) -> Path:
    path = folder / name
    document = {"schema": SCHEMA, "hash": of.program.hash, "features": of.program.features.digest, "weights": weights}
    path.write_text(json.dumps({**document, **more}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("weights", "taken"),
    [((1.0, 0.0), "dig(n=4)"), ((0.0, 1.0), "dig(n=1)"), ((0.0, -1.0), "rest"), ((-1.0, 0.5), "dig(n=1)")],
)
def test_it_takes_what_its_weights_say(weights: tuple[float, float], taken: str, tmp_path: Path) -> None:
    state = load(str(write(tmp_path))).start(players=2)
    assert state.decision is not None
    chosen = TunedBot(1, weights=weights).choose(state, state.option_tuples())
    assert state.decision.options[chosen].text == taken


def test_options_that_are_equally_good_are_all_taken(tmp_path: Path) -> None:
    state = load(str(write(tmp_path))).start(players=3)
    bot = TunedBot(5, weights=(1.0, 1.0))
    assert {bot.choose(state, state.option_tuples()) for _ in range(60)} == {0, 1, 2, 3}


def test_what_partners_have_counts_as_much_as_what_oneself_has() -> None:
    after = Foreseen(-1, False, (3, 1, 5, 2))
    worth = [expected(after, seat, (0, 1, 0, 1), (1.0,)) for seat in range(4)]
    assert worth[0] == worth[2] == pytest.approx(1 / (1 + math.exp(-2.5)))
    assert worth[1] == worth[3] == pytest.approx(1 - worth[0])


@pytest.mark.parametrize("engine", ENGINES_THERE)
def test_what_is_expected_is_the_result_at_the_end(engine: str, tmp_path: Path) -> None:
    state = load(str(write(tmp_path))).on(engine).start(players=2)

    def after(*numbers: int) -> list[float]:
        found = foreseen(state, numbers, state.option_tuples())
        return [expected(each, state.seat, (0, 1), (-9.0, 0.0)) for each in found]

    state.apply("rest")
    state.apply("rest")
    assert after(0, 4) == [pytest.approx(math.exp(-9) / (1 + math.exp(-9))), 0.5]
    for taken in ("dig(n=2)", "rest", "dig(n=2)"):
        state.apply(taken)
    assert state.offers("dig(n=4)")
    assert after(4, 3) == [0.0, 0.5]


@pytest.mark.parametrize("name", ["backgammon", "cargo_empire", "kuhn_poker", "leduc_poker", "reversi", "tic_tac_toe"])
def test_looking_ahead_is_the_same_on_all_engines(name: str) -> None:
    """At every decision of a game: who has won, whether chance was asked, and the features of all."""
    states = [game(name).on(engine).start(seed=2) for engine in ENGINES_THERE]
    bot = RandomBot(1)
    for _ in range(60):
        options = states[0].option_tuples()
        if not options:
            break
        numbers = range(0, len(options), 1 + len(options) // 8)
        found = [foreseen(state, numbers, options) for state in states]
        assert found[0] == found[-1]
        taken = options[bot.below(len(options))]
        for state in states:
            state.apply_tuple(taken)


def test_weights_lie_beside_the_ruleset_and_serve_its_overlays(tmp_path: Path, yupana: Yupana) -> None:
    heap = load(str(write(tmp_path)))
    weighed(tmp_path, heap, {"gold": 2.0, "dirt": -1.0})
    write(
        tmp_path,
        "ruleset: {name: longer, title: Longer, language: 4, extends: heap}\nchange: {flow: {r: {times: 5}}}\n",
        "longer",
    )
    for name in ("heap.yaml", "longer.yaml"):
        assert weights_of(load(str(tmp_path / name)).start()) == (2.0, -1.0)
    ran = yupana("simulate", str(tmp_path / "longer.yaml"), "--games", "8", "--bots", "tuned,random", "--json")
    assert ran.document["seats"][0]["wins"] == 8


def test_weights_of_other_features_are_refused(tmp_path: Path, yupana: Yupana) -> None:
    path = str(write(tmp_path))
    other = load(str(write(tmp_path, GAME.replace("dirt: me.dirt", "dirt: 2 * me.dirt"), "other")))
    file = weighed(tmp_path, other, {"gold": 2.0, "dirt": -1.0})
    for bots in ("tuned", f"tuned:{file}"):
        ran = yupana("simulate", path, "--games", "1", "--bots", bots)
        assert ran.code == 2
        assert "belong to other features than those of" in ran.err
        assert ran.err.count("\n") == 1


def test_the_layout_of_a_feature_does_not_count(tmp_path: Path) -> None:
    plain = load(str(write(tmp_path)))
    spaced = load(
        str(
            write(
                tmp_path, GAME.replace("gold: me.gold, dirt", 'gold: {value: " me . gold ", text: Mine}, dirt'), "two"
            )
        )
    )
    assert plain.program.features.digest == spaced.program.features.digest


FILE = '{"schema": "yupana.weights/1", "hash": "", "features": "", "weights": {"a": 0}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a file of weights"),
        ("[" * 90_000, "is not a file of weights"),
        ("[1]", "is not a file of weights"),
        (FILE.replace("0", '"1"'), "is not a file of weights"),
        (FILE.replace("0", "NaN"), "is not a file of weights"),
        (FILE.replace("weights/1", "weights/9"), "is not a file of weights"),
        (" " * 1_000_001, "is too large"),
    ],
)  # fmt: skip
def test_what_is_no_file_of_weights_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        read_weights(str(path))


def test_there_may_be_no_weights_or_no_features(tmp_path: Path, yupana: Yupana) -> None:
    path = str(write(tmp_path))
    ran = yupana("simulate", path, "--bots", "tuned", "--games", "1")
    assert (ran.code, "There are no weights for" in ran.err) == (2, True)
    bare = str(write(tmp_path, GAME.replace("features: {gold: me.gold, dirt: me.dirt}\n", ""), "bare"))
    ran = yupana("simulate", bare, "--bots", "tuned", "--games", "1")
    assert (ran.code, "names no `features`" in ran.err) == (2, True)
    assert yupana("simulate", path, "--bots", "tuned:nowhere").code == 2


HAND = {
    "checkers": (1, 0.7, 0.05, 0.1, 0.2, 0.02),
    "breakthrough": (1, 0.1, 0.3, 0.1, -0.5),
    "reversi": (0, 2, -0.8, 0.1, 0.2, -0.1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HAND)
def test_it_beats_chance_where_the_weights_make_sense(name: str) -> None:
    """Of 16 games, half in each seat: to win 13 or more by chance happens once in a hundred times."""
    known, won = game(name), 0.0
    for seed in range(16):
        state, own = known.start(players=2, seed=seed), seed % 2
        bots = [TunedBot(seed, weights=HAND[name]) if seat == own else RandomBot(seed) for seat in range(2)]
        while options := state.option_tuples():
            state.apply_tuple(options[bots[state.seat].choose(state, options)])
        won += float(shares_of(state)[own])
    assert won >= 13
