"""Statistics over many games: the contract's document, and the same result for any number of workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.backends.wasm import embedding, host
from yupana.interpreter.game import Game
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import Yupana
from yupana.tools.bots.numbers import game_seed
from yupana.tools.bots.random import RandomBot
from yupana.tools.simulation import chunks
from yupana.tools.simulation.playouts import Plan, Playout


def test_the_document_is_the_contracts(yupana: Yupana) -> None:
    ran = yupana("simulate", "tic_tac_toe", "--games", "30", "--seed", "1", "--bots", "random", "--json")
    assert ran.code == 0, ran.err
    document = ran.document
    rates = ["games_per_second", "decisions_per_second"]
    shares = ["results", "seats", "length", "actions", "invariants_every", "faults"]
    keys = ["schema", "engine", "games", "finished", "decisions", *rates, *shares]
    assert list(document) == keys
    assert document["engine"] in ("python", "native")
    assert (document["games"], document["finished"], document["faults"]) == (30, 30, [])
    seat = {"bot", "wins", "shared_wins", "draws", "win_share", "mean_score", "min", "max"}
    assert [set(each) for each in document["seats"]] == [seat] * 2
    assert document["actions"] == {"mark": document["decisions"]}
    assert 5 <= document["length"]["min"] <= document["length"]["mean"] <= document["length"]["max"] <= 9


def _played(document: Any) -> Any:
    """All but what depends on the clock and on what ran the rules."""
    return {key: document[key] for key in document if key not in ("engine", "games_per_second", "decisions_per_second")}


def test_all_engines_play_the_same_games(yupana: Yupana) -> None:
    run = ("simulate", "stepping_stones", "--games", "6", "--json", "--engine")
    python, native = yupana(*run, "python").document, yupana(*run, "native").document
    assert (python["engine"], native["engine"]) == ("python", "native")
    assert _played(native) == _played(python)
    workers = yupana(*run, "native", "--workers", "2").document
    assert workers["engine"] == "native"
    assert _played(workers) == _played(python)
    assert yupana(*run, "auto").document["engine"] == "native"


def test_without_its_package_the_native_engine_is_refused_and_auto_is_python(
    yupana: Yupana, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    host._package.cache_clear()
    try:
        for command in ("simulate", "play", "perft", "test"):
            ran = yupana(command, "tic_tac_toe", "--engine", "native")
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.count("\n") == 1
            assert "pip install 'yupana[native]'" in ran.err
        assert yupana("simulate", "tic_tac_toe", "--games", "2", "--json").document["engine"] == "python"
    finally:
        host._package.cache_clear()


SMALL = """
ruleset: {name: small, title: Small, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int}}
actions: {add: {parameters: {n: {in: 1..3}}, effects: me.score += n}}
flow: [{turns: turn, until: me.score >= 5}]
examples: {three: {when: [{red: add(n=3)}], then: red.score == 3}}
"""


def test_rules_without_room_in_a_module_are_played_in_python(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    simulate = ("simulate", "small.yaml", "--games", "3", "--json")
    assert yupana(*simulate).document["engine"] == "native"
    monkeypatch.setattr(embedding, "MODULE_MOST", 2**10)
    assert yupana(*simulate).document["engine"] == "python"
    for begin in ([], ["--from", "three"]):
        assert yupana("perft", "small.yaml", "--depth", "2", *begin, "--json").document["leaves"] == 9
    assert yupana("impact", "small.yaml", "small.yaml", "--games", "2", "--replays", "0", "--json").code == 0
    for command in ("simulate", "perft", "play", "test", "impact"):
        both = ("small.yaml", "small.yaml") if command == "impact" else ("small.yaml",)
        ran = yupana(command, *both, "--engine", "native")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran.err
        assert "the engine python plays them" in ran.err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep to the limit")
def test_where_addresses_are_few_many_games_are_played_in_python(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))

    run = [sys.executable, "-m", "yupana", "simulate", "tic_tac_toe", "--games", "2", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}
    for engine, code, said in (("auto", 0, b""), ("native", 2, b"16 GiB of addresses")):
        ran = subprocess.run([*run, "--engine", engine], capture_output=True, preexec_fn=few, env=environment)
        assert ran.returncode == code, ran.stderr
        assert said in ran.stderr
        assert ran.stderr.count(b"\n") == bool(code)
        assert code or json.loads(ran.stdout)["engine"] == "python"


def test_wins_alone_shared_wins_and_draws_are_told_apart(yupana: Yupana) -> None:
    document = yupana("simulate", "tic_tac_toe", "--games", "100", "--json").document
    results, seats = document["results"], document["seats"]
    assert results["drawn"] > 0
    assert results["won"] == sum(seat["wins"] for seat in seats) == 100 - results["drawn"]
    assert [seat["shared_wins"] for seat in seats] == [0, 0]
    assert [seat["draws"] for seat in seats] == [results["drawn"]] * 2
    assert sum(seat["win_share"] for seat in seats) == pytest.approx(1)
    assert seats[0]["win_share"] == pytest.approx((seats[0]["wins"] + results["drawn"] / 2) / 100)
    people = yupana("simulate", "tic_tac_toe", "--games", "100").out
    assert f"won by one player {results['won']}, shared 0, drawn {results['drawn']}" in people
    assert f"{seats[0]['win_share']:.1%}".replace("%", " %") in people


THREE = """
ruleset: {name: three, title: Three, language: 2}
players: {min: 1, max: 3, names: [red, blue, green], fields: {stones: int 0..9}}
actions: {take: {effects: me.stones += 1}}
flow:
  - turns: turn
scoring: {items: {stones: me.stones}, winners: "WINNERS"}
"""


@pytest.mark.parametrize(
    ("winners", "players", "result", "shares"),
    [
        ("[blue]", 3, "won", [0, 1, 0]),
        ("[red, green]", 3, "shared", [0.5, 0, 0.5]),
        ("[p for p in players]", 3, "drawn", [1 / 3] * 3),
        ("[p for p in players if p.stones > 5]", 3, "drawn", [1 / 3] * 3),
        ("[p for p in players if p.stones > 5]", 1, "lost", [0]),
    ],
)
def test_shares_of_the_win(
    yupana: Yupana, tmp_path: Path, winners: str, players: int, result: str, shares: list[float]
) -> None:
    (tmp_path / "three.yaml").write_text(THREE.replace("WINNERS", winners), encoding="utf-8")
    document = yupana("simulate", "three.yaml", "--players", str(players), "--games", "4", "--json").document
    assert document["results"] == {"won": 0, "shared": 0, "drawn": 0, "lost": 0, result: 4}
    assert [seat["win_share"] for seat in document["seats"]] == pytest.approx(shares, abs=1e-6)
    alone, together = (sum(seat[key] for seat in document["seats"]) for key in ("wins", "shared_wins"))
    assert (alone, together) == ({"won": 4}.get(result, 0), {"shared": 8}.get(result, 0))


def test_points_are_told_where_the_rules_have_any(yupana: Yupana) -> None:
    without = yupana("simulate", "tic_tac_toe", "--games", "3", "--json").document
    assert all(each["mean_score"] is each["min"] is each["max"] is None for each in without["seats"])
    assert "win share" in (told := yupana("simulate", "tic_tac_toe", "--games", "3").out)
    assert "score" not in told
    assert "mean score" in yupana("simulate", "cargo_empire", "--games", "1").out


def test_workers_do_not_change_the_result(yupana: Yupana) -> None:
    def simulate(workers: str, seed: str) -> dict[str, object]:
        ran = yupana("simulate", "tic_tac_toe", "--games", "40", "--seed", seed, "--workers", workers, "--json")
        return {key: value for key, value in ran.document.items() if not key.endswith("_per_second")}

    alone = simulate("1", "7")
    assert simulate("2", "7") == alone
    assert simulate("1", "8") != alone


def test_games_of_a_run_have_seeds_of_their_own_and_the_first_has_the_runs() -> None:
    seeds = [game_seed(5, index) for index in range(1000)]
    assert seeds[0] == 5
    assert len(set(seeds)) == 1000
    assert all(0 <= seed < 2**31 for seed in seeds)
    assert not set(seeds) & {game_seed(6, index) for index in range(1000)}


def test_people_read_a_table(yupana: Yupana) -> None:
    ran = yupana("simulate", "tic_tac_toe", "--games", "5", "--bots", "random,first")
    assert ran.code == 0
    assert "5 games, 5 finished" in ran.out
    assert "first" in ran.out
    assert "\x1b" not in ran.out
    assert ran.err == ""


def test_a_game_without_end_is_a_fault_with_the_command_that_repeats_it(yupana: Yupana) -> None:
    ran = yupana("simulate", "tic_tac_toe", "--games", "2", "--limit", "3", "--json")
    assert ran.code == 1
    first, second = ran.document["faults"]
    assert first["message"] == "not over after 3 decisions"
    words = second["command"].split()
    again = yupana(*words[1:], "--limit", "3", "--json")
    assert again.document["faults"][0]["seed"] == second["seed"]


def test_ctrl_c_reports_what_is_finished(yupana: Yupana, monkeypatch: pytest.MonkeyPatch) -> None:
    play = chunks.play_some

    def interrupted(game: Game, plan: Plan, first: int, end: int, added: Any) -> Iterator[Playout]:
        yield from play(game, plan, first, min(end, 5), added)
        if end > 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(chunks, "play_some", interrupted)
    ran = yupana("simulate", "tic_tac_toe", "--games", "1000", "--json")
    assert ran.code == 130
    assert (ran.document["games"], ran.document["finished"], ran.document["interrupted"]) == (5, 5, True)
    people = yupana("simulate", "tic_tac_toe", "--games", "1000")
    assert "Interrupted: 5 of 1000 games were played." in people.err
    assert "5 games, 5 finished" in people.out


def test_random_bots_take_the_numbers_of_splitmix64() -> None:
    """Every engine must come to the same choices: the upper halves of numbers that others have published."""
    bot, state = RandomBot(1234567), None
    drawn = [bot.choose(state, range(2**32)) for _ in range(5)]
    published = [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    assert drawn == [each >> 32 for each in published]
    assert RandomBot(2**64 + 7).choose(state, range(1000)) == RandomBot(7).choose(state, range(1000))
