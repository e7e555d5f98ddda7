"""Whole games, counts and roll-outs inside of the module come to what they come to decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from yupana.interpreter.backends.protocol import Batch, Bulk
from yupana.interpreter.backends.wasm import bulk, memory_layout
from yupana.interpreter.backends.wasm.backend import NATIVE
from yupana.interpreter.game import Game, PlayedGame, RuleFault, State, load
from yupana.interpreter.machine.bulk import LongWork
from yupana.tests.found import shipped
from yupana.tools.bots.greedy import ranked
from yupana.tools.playing.perft import count_leaves, divide
from yupana.tools.simulation.playouts import Plan, Playout, play_one, play_some

pytest.importorskip("wasmtime")

RISKY = """
ruleset: {name: risky, title: Risky, language: 2}
players: {min: 1, max: 3, names: [red, blue, green], fields: {stones: int 0..12, rest: int 0..99}}
actions:
  take:
    parameters: {many: {in: "1..3"}}
    effects: |
      roll 1d6 as r
      me.stones += sum(r) + many - 1
  wait: {effects: me.rest += 1}
flow: [{turns: turn, until: any(p.stones >= 11 for p in players)}]
invariants:
  seven: all(p.stones != 7 or p.rest != 2 for p in players)
  little_rest: count(p for p in players if p.rest > 4) == 0
scoring: {items: {stones: me.stones}, tie_break: [me.rest]}
"""


@pytest.fixture
def risky(tmp_path: Path) -> Game:
    path = tmp_path / "risky.yaml"
    path.write_text(RISKY, encoding="utf-8")
    return load(path)


def _both(game: Game, plan: Plan) -> list[Playout]:
    """The games of a plan, which are the same in the module and on the Python machine."""
    native = game.on(NATIVE)
    wanted = [play_one(game, plan, index) for index in range(plan.games)]
    assert list(play_some(native, plan, 0, plan.games)) == wanted
    return wanted


def _plan(name: str, games: int, players: int, *bots: str, **more: int) -> Plan:
    return Plan(name, players, games, 5, (bots * players)[:players], **more)


@pytest.mark.parametrize("bots", [("random",), ("greedy",), ("random", "greedy"), ("first", "random")])
def test_games_of_every_end(risky: Game, bots: tuple[str, ...]) -> None:
    """By themselves, by a broken invariant, by a rule fault, and at the limit."""
    for players in (1, 2, 3):
        for every, limit in ((1, 100), (2, 9), (0, 100)):
            _both(risky, _plan("risky", 25, players, *bots, invariants=every, limit=limit))


def test_all_ends_are_there(risky: Game) -> None:
    """The games of this file come to every end that there is."""
    played = _both(risky, _plan("risky", 60, 2, "random")) + _both(risky, _plan("risky", 9, 2, "random", limit=2))
    said = " ".join([each.fault for each in played])
    for words in ("seven does not hold", "outside 0..12", "not over after 2 decisions"):
        assert words in said
    assert any(each.finished for each in played)


@pytest.mark.parametrize(("name", "games", "bots"), [
    ("tic_tac_toe", 20, ("greedy", "random")), ("cargo_empire", 2, ("random",)), ("cargo_empire", 1, ("greedy",)),
    ("kuhn_poker", 20, ("greedy", "first")), ("backgammon", 1, ("random",)), ("hex", 2, ("random",)),
])  # fmt: skip
def test_shipped_games(name: str, games: int, bots: tuple[str, ...]) -> None:
    played = _both(load(name), _plan(name, games, 2, *bots, limit=400))
    assert any(each.finished for each in played)


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_all_shipped_games(name: str) -> None:
    game = load(name)
    for players in range(game.min_players, game.max_players + 1):
        for every in (1, 0):
            _both(game, _plan(name, 4, players, "random", invariants=every, limit=3_000))
        _both(game, _plan(name, 1, players, "greedy", "random", invariants=7, limit=60))


def test_games_that_nobody_judges_take_the_same_decisions() -> None:
    game = load("kuhn_poker").on(NATIVE)
    cells, translation = game.machine.new_state(2, 1), game.machine.translation
    assert isinstance(translation, Bulk)

    def played(judged: bool) -> list[PlayedGame]:
        batch = Batch(cells, 5, 0, 30, ("random", "random"), 100, judged=judged)
        return [each for games in translation.play(batch) for each in games]

    judged, not_judged = played(True), played(False)
    assert any(any(each.scores) for each in judged)
    assert not_judged == [each._replace(winners=(), sides=0, scores=(0, 0), draw=False) for each in judged]


def test_stopping_and_going_on_makes_no_difference(risky: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls of one decision each, and room for two rows at a time."""

    class Slowly:
        done = False

        def __iter__(self) -> Iterator[int]:
            while not self.done:
                yield 1

    game = load("tic_tac_toe")
    monkeypatch.setattr(bulk, "Batches", Slowly)
    monkeypatch.setattr(memory_layout, "ROWS_BYTES", 8 * bulk.row_words(risky.program) + 4)
    _both(risky, _plan("risky", 11, 2, "random", "greedy"))
    assert _deep(game.start(), 3) == 504
    assert game.on(NATIVE).start().long_work.count(3) == 504  # type: ignore[union-attr]


def test_parts_of_a_run(risky: Game) -> None:
    plan = _plan("risky", 12, 3, "random")
    native = risky.on(NATIVE)
    whole = list(play_some(native, plan, 0, 12))
    assert [*play_some(native, plan, 0, 5), *play_some(native, plan, 5, 5), *play_some(native, plan, 5, 12)] == whole


def test_who_does_not_know_a_bot_is_not_asked(risky: Game) -> None:
    assert risky.on(NATIVE).playouts(("random", "clever"), 3, players=2) is None
    assert risky.on("python").playouts(("random", "random"), 3, players=2) is None
    assert risky.on("python").start().long_work is None


# ---------------------------------------------------------------- counting


def _deep(state: State, depth: int) -> int:
    """Counted decision by decision."""
    if depth == 1:
        return len(state.option_tuples())
    total = 0
    for option in state.option_tuples():
        after = state.clone()
        after.apply_tuple(option)
        total += _deep(after, depth - 1)
    return total


@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 4), ("chess", 3), ("kuhn_poker", 5), ("cargo_empire", 3)])
def test_sequences_are_counted(name: str, depth: int) -> None:
    state = load(name).on(NATIVE).start(players=2, seed=3)
    key = state.key
    for each in range(1, depth + 1):
        wanted = _deep(state, each)
        assert state.long_work is not None
        assert state.long_work.count(each) == wanted == count_leaves(state, each)
    assert sum(divide([state], depth).values()) == wanted
    assert state.key == key


def test_a_fault_on_the_way_of_a_count(risky: Game) -> None:
    """There is no number, and counting decision by decision says what is wrong."""
    state = risky.on(NATIVE).start(players=1, seed=1)
    while state.points[0] < 8:
        state.apply_tuple(state.option_tuples()[0])
    assert state.long_work is not None
    assert state.long_work.count(4) is None
    assert state.long_work.count(1) == 4
    with pytest.raises(RuleFault, match=r"outside 0\.\.12"):
        count_leaves(state, 4)


# ---------------------------------------------------------------- roll-outs


def _on(work: LongWork, games: int, bot: str = "random", seed: int = 1) -> list[PlayedGame]:
    batches = list(work.playouts((bot, "random"), games, seed) or ())
    played = [each for batch in batches for each in batch]
    assert [each.decisions for each in played] == [each for batch in batches for each in batch.decisions]
    assert {batch.failed for batch in batches} == {-1}
    return played


def test_games_that_go_on_from_a_decision() -> None:
    """They begin where the state stands, which stays as it is; each has chance and choices of its own."""
    state = load("cargo_empire").on(NATIVE).start(players=2, seed=4)
    for _ in range(30):
        state.apply_tuple(state.option_tuples()[0])
    key, work = state.key, state.long_work
    assert work is not None
    played = _on(work, 6, seed=2)
    assert played == _on(work, 6, seed=2)
    assert played[:2] != _on(work, 2, seed=3)
    assert len({each.scores for each in played}) > 3
    assert all(each.ended == 0 and each.decisions < 200 and each.winners for each in played)
    assert state.key == key


def test_a_won_position_is_won_in_all_games() -> None:
    """x is to move and wins with every move but one; the bot that looks ahead always does."""
    state = load("tic_tac_toe").on(NATIVE).start()
    for space in ("a1", "b1", "a2", "b2"):
        state.apply(f"mark(space={space})")
    work = state.long_work
    assert work is not None
    assert [each.winners for each in _on(work, 20, "greedy")] == [(0,)] * 20
    assert {each.winners for each in _on(work, 40)} > {(0,)}


def test_only_some_options_are_ranked() -> None:
    state = load("chess").on(NATIVE).start(seed=3)
    options, work = state.option_tuples(), state.long_work
    assert work is not None
    every = work.ranks(range(len(options)))
    assert every == ranked(load("chess").on("python").start(seed=3), range(len(options)), options)
    some = range(1, len(options), 3)
    assert every is not None
    assert work.ranks(some) == [every[number] for number in some]
    assert work.ranks([]) == []
