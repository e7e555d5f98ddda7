"""What many games come to: the same however they are added up, in any order, and in no more room for more games."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from yupana.interpreter.backends.wasm import memory_layout
from yupana.interpreter.game import Game, load
from yupana.tests.bench.scale import peak
from yupana.tests.found import shipped
from yupana.tools.simulation.chunks import play_chunk
from yupana.tools.simulation.crew import Crew
from yupana.tools.simulation.playouts import Plan, Playout, play_all, play_some
from yupana.tools.simulation.run import play_plan
from yupana.tools.simulation.tally import FAULTS_KEPT, Tally

pytest.importorskip("wasmtime")

LONG = """
ruleset: {name: long, title: Long, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {stones: int}}
actions: {take: {parameters: {many: {in: 1..2}}, effects: me.stones += many}}
flow: [{turns: turn, until: sum(p.stones for p in players) >= 6144}]
"""


def _one_by_one(game: Game, plan: Plan) -> Tally:
    tally = Tally(plan.players)
    for each in play_some(game, plan, 0, plan.games):
        tally.add(each)
    return tally


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_the_engine_adds_up_is_what_its_games_come_to(mixed: Game, players: int) -> None:
    """Games of all results, games that fail in three ways, negative scores."""
    bots = ("random", "greedy", "random", "first")[:players]
    for limit, every in ((100_000, 1), (12, 3), (100_000, 0)):
        plan = Plan("mixed", players, 200, 3, bots, limit=limit, invariants=every)
        wanted = _one_by_one(mixed, plan)
        assert wanted.finished
        assert wanted.faults
        assert play_chunk(mixed, plan, 0, 200).tally == wanted
    assert len({result for result, _ in wanted.came}) > 1


def test_very_long_games_are_counted_too(tmp_path: Path) -> None:
    """Some are longer than what the engine counts by itself, some are not."""
    path = tmp_path / "long.yaml"
    path.write_text(LONG, encoding="utf-8")
    game, plan = load(path).on("native"), Plan("long", 2, 20, 3, ("random",) * 2)
    wanted = _one_by_one(game, plan)
    assert min(wanted.lengths) < memory_layout.SUMS_LENGTHS < max(wanted.lengths)
    assert play_chunk(game, plan, 0, 20).tally == wanted


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_of_every_shipped_game(name: str) -> None:
    game = load(name).on("native")
    for players in range(game.min_players, game.max_players + 1):
        plan = Plan(name, players, 20, 3, ("random",) * players, limit=3000, invariants=0)
        assert play_chunk(game, plan, 0, 20).tally == _one_by_one(game, plan)


def _tally(playouts: list[Playout], players: int) -> Tally:
    tally = Tally(players)
    for each in playouts:
        tally.add(each)
    return tally


def test_order_and_parts_make_no_difference(mixed: Game) -> None:
    played = list(play_some(mixed, Plan("mixed", 3, 120, 3, ("random",) * 3, limit=9), 0, 120))
    wanted = _tally(played, 3)
    mixer = random.Random(1)
    for _ in range(5):
        mixer.shuffle(played)
        at = mixer.randrange(121)
        parts = _tally(played[:at], 3), _tally(played[at:], 3)
        parts[1].merge(parts[0])
        assert parts[1] == _tally(played, 3) == wanted


def test_of_many_faults_the_first_are_kept() -> None:
    played = [Playout(index, 1, 3, {"take": 3}, fault="wrong") for index in range(3 * FAULTS_KEPT)]
    random.Random(1).shuffle(played)
    tally = _tally(played, 2)
    assert [each.index for each in tally.faults] == list(range(FAULTS_KEPT))
    assert (tally.games, tally.finished, tally.actions) == (3 * FAULTS_KEPT, 0, {"take": 9 * FAULTS_KEPT})


def test_a_tally_as_plain_data(mixed: Game) -> None:
    tally = play_chunk(mixed, Plan("mixed", 3, 60, 3, ("random",) * 3, limit=14), 0, 60).tally
    assert tally.faults
    assert Tally.from_plain(json.loads(json.dumps(tally.to_plain()))) == tally


@pytest.mark.parametrize(("lengths", "median"), [
    ([], None), ([4], 4), ([4, 7], 5.5), ([4, 4, 7], 4), ([4, 4, 7, 9], 5.5), ([1, 4, 4, 9], 4),
])  # fmt: skip
def test_the_length_in_the_middle(lengths: list[int], median: float | None) -> None:
    tally = _tally([Playout(0, 1, each, {}, (0,), (0,)) for each in lengths], 1)
    assert tally.median() == median


def test_workers_play_what_was_loaded_though_its_file_has_changed(mixed: Game, tmp_path: Path) -> None:
    (tmp_path / "mixed.yaml").write_text("gone", encoding="utf-8")
    plan = Plan(str(tmp_path / "mixed.yaml"), 2, 60, 3, ("random",) * 2)
    assert play_plan(mixed, plan, Crew(2)).tally == play_plan(mixed, plan, Crew(1)).tally == _one_by_one(mixed, plan)
    assert sorted(play_all(mixed, plan, 2), key=lambda each: each.index) == list(play_all(mixed, plan, 1))


@pytest.fixture
def _traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("_traced")
@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc_poker"])
def test_more_games_take_no_more_room(name: str) -> None:
    game = load(name).on("native")

    def most(games: int) -> int:
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        assert play_plan(game, Plan(name, 2, games, 1, ("random",) * 2), Crew()).tally.games == games
        return tracemalloc.get_traced_memory()[1] - before

    most(2_000)
    assert most(50_000) < most(2_000) + 100_000


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--rows", "games.parquet")])
def test_a_million_games_take_no_more_memory_than_a_thousand(more: tuple[str, ...]) -> None:
    pytest.importorskip("resource")
    assert peak("--games", "1000000", *more) < 1.5 * peak("--games", "1000", *more) + 40
