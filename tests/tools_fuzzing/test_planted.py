"""Mistakes that random play hardly meets are found within a small budget, shrunk to the fewest decisions, and written
as an example that fails for them; where they are mended nothing is found."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.game import load
from yupana.schemas.host import can_copy_processes
from yupana.schemas.record import read_save
from yupana.tests.tools_fuzzing.planted import ALL, DEAD_END, INVARIANT, LEAK, LOCK, SWAMP, Planted
from yupana.tools.cli import run
from yupana.tools.fuzzing.explorer import Explorer
from yupana.tools.fuzzing.finish import example
from yupana.tools.fuzzing.plan import Origin, Plan, Taken
from yupana.tools.fuzzing.run import Search, search
from yupana.tools.fuzzing.signs import Sign
from yupana.tools.fuzzing.unreached import unreached
from yupana.tools.simulation import workers

Learnt = tuple[Sign, Origin, list[Taken]]

BUDGET = 15_000


def look(target: str, decisions: int = BUDGET, seed: int = 2) -> Search:
    return search(Plan(target, (2,), decisions=decisions, seconds=0.0, seed=seed), 1, lambda *_: None)


@cache
def found_in(planted: Planted) -> Search:
    """What is found in a ruleset with a mistake; looked for once."""
    with TemporaryDirectory() as folder:
        return look(planted.write(Path(folder)))


@pytest.fixture(params=ALL, ids=lambda each: each.name)
def planted(request: pytest.FixtureRequest) -> Planted:
    found: Planted = request.param
    return found


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers begin as copies, with what a test has put in place; also where a test before has left a thread."""
    if not can_copy_processes():
        pytest.skip("workers are started afresh here, without what is put in place")
    monkeypatch.setattr(workers, "copies", lambda: True)


def test_it_is_found_and_shrunk(planted: Planted) -> None:
    found = found_in(planted)
    assert [each.sort for each in found.findings] == [planted.sort]
    (finding,) = found.findings
    assert planted.words in finding.words
    assert len(finding.decisions) == len(finding.taken) == planted.fewest
    assert planted.sort in ("leak", "endless") or Path(finding.place.split(":")[0]).name == f"{planted.name}.yaml"


@pytest.mark.slow
def test_mended_nothing_is_found(planted: Planted, tmp_path: Path) -> None:
    assert look(planted.write(tmp_path, mend=True), BUDGET // 3).findings == []


def test_its_example_shows_it(planted: Planted, tmp_path: Path) -> None:
    """Pasted into a copy, it fails for what was found; of what no example can show it leads to the position."""
    target = planted.write(tmp_path)
    (finding,) = found_in(planted).findings
    path = Path(target)
    path.write_text(path.read_text(encoding="utf-8") + example(finding, 1), encoding="utf-8")
    (result,) = run_examples(compile_ruleset(target))
    if planted.sort in ("leak", "endless"):
        assert result.ok, result.message
    else:
        assert planted.words in result.message
        planted.write(tmp_path, mend=True)
        mended = path.read_text(encoding="utf-8") + example(finding, 1)
        path.write_text(mended, encoding="utf-8")
        (result,) = run_examples(compile_ruleset(target))
        assert planted.words not in result.message


def test_its_save_leads_there(tmp_path: Path) -> None:
    for planted in (INVARIANT, LEAK, SWAMP):
        target = planted.write(tmp_path)
        (finding,) = found_in(planted).findings
        state = load(Path(target)).resume(finding.save)
        assert state.ply == planted.fewest
        assert planted is not INVARIANT or state.broken_invariants == ["money_is_kept"]


def test_random_play_does_not_find_it(tmp_path: Path) -> None:
    """The same number of decisions without guidance: the lock needs eight right ones of six each in a row."""
    game, played, seed = load(Path(LOCK.write(tmp_path))), 0, 0
    while played < BUDGET:
        seed += 1
        state, draw = game.start(seed=seed), random.Random(seed)
        while options := state.option_tuples():
            state.apply_tuple(draw.choice(options))
            played += 1


@pytest.mark.usefixtures("copied")
def test_workers_tell_each_other_what_they_have_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stretch begins with what all have reached before it."""
    file, learn = tmp_path / "learnt.txt", Explorer.learn

    def noted(self: Explorer, signs: Sequence[Learnt]) -> None:
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{len(signs)}\n")
        learn(self, signs)

    monkeypatch.setattr(Explorer, "learn", noted)
    found = search(Plan("tic_tac_toe", (2,), 1, decisions=3000), 2, lambda *_: None)
    assert found.decisions >= 3000
    assert sum(map(int, file.read_text(encoding="utf-8").split())) > 0


@pytest.mark.usefixtures("copied")
def test_workers_play_as_many_decisions_as_are_asked_for_however_slow_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time of each stretch is over when half of its decisions were played."""
    work = Explorer.work
    monkeypatch.setattr(
        Explorer, "work", lambda self, decisions, until=0.0: work(self, decisions // 2 if decisions > 10 else decisions)
    )
    assert search(Plan("tic_tac_toe", (2,), 1, decisions=3000), 2, lambda *_: None).decisions >= 3000


@pytest.mark.slow
def test_the_same_plan_finds_the_same(tmp_path: Path) -> None:
    target = LOCK.write(tmp_path)
    one, two = found_in(LOCK), look(target)
    assert one.signs.keys() == two.signs.keys()
    assert [(each.taken, each.origin, each.after) for each in one.findings] == [
        (each.taken, each.origin, each.after) for each in two.findings
    ]
    assert look(target, seed=3).findings[0].after != one.findings[0].after


def test_what_cannot_be_reached_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ends.yaml"
    path.write_text(ENDS, encoding="utf-8")
    game = load(path)
    found = look(str(path))
    missing = {(each.what, each.name, each.line) for each in unreached(found, game.ruleset)}
    assert missing == {("element", "action win", 8), ("rule", "E-2", 23), ("element", "procedure cheer", 14)}
    path.write_text(ENDS.replace("money > 5", "money == 5"), encoding="utf-8")
    assert unreached(look(str(path)), load(path).ruleset) == []


ENDS = """\
ruleset: {name: ends, title: Ends, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
state: {money: int 0..5}
flow: [{turns: turn, order: players, times: 30, menu: main}]
actions:
  earn: {source: E-1, menu: main, effects: "money = min(5, money + 1)"}
  lose: {source: E-1, menu: main, effects: money = 0}
  win:
    source: E-2
    menu: main
    when: money > 5
    effects: do cheer()
procedures:
  cheer:
    source: E-2
    effects: |
      log "money"
      end game
rulebook:
  sections: {E: Ends}
  rules:
    E-1: {section: E, text: Earn or lose.}
    E-2: {section: E, text: Who has money wins.}
"""


def test_what_a_player_has_seen_is_no_secret_to_them(tmp_path: Path) -> None:
    """Who buried a card knows which one it was, though nobody sees it any more; nobody else does."""
    path = tmp_path / "buried.yaml"
    path.write_text(BURIED, encoding="utf-8")
    assert look(str(path), 6_000).findings == []
    path.write_text(BURIED.replace("for c in me.buried", "for p in players for c in p.buried"), encoding="utf-8")
    (finding,) = look(str(path), 6_000).findings
    assert finding.sort == "leak"
    assert [text.partition("(")[0] for _, text in finding.decisions] == ["bury"]
    assert finding.words.startswith(f"after `{finding.decisions[0][1]}` blue may ")
    assert "`laugh`, and might" in finding.words


BURIED = """\
ruleset: {name: buried, title: Buried, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {vp: {type: int 0..99, start: 0}}}
scoring: {items: {vp: {points: me.vp}}}
enums: {Light: [sun, moon]}
kinds:
  Card:
    attributes: {light: Light}
    start: deck
    entries: {day: {count: 6, light: sun}, night: {count: 6, light: moon}}
zones:
  hand: {of: Card, each: Player, visible: owner}
  buried: {of: Card, each: Player, visible: none}
  deck: {of: Card, ordered: true, visible: none}
setup:
  - do: |
      shuffle deck
      for p in players:
          draw 3 from deck to p.hand
flow: [{turns: turn, order: players, times: 8, menu: main}]
actions:
  wait: {menu: main, effects: pass}
  bury: {menu: main, parameters: {card: {in: me.hand}}, effects: move card to me.buried}
  laugh: {menu: main, when: "any(c.light == sun for c in me.buried)", effects: me.vp += 1}
"""


def test_an_endless_game_hides_nothing_else(tmp_path: Path) -> None:
    """Time is not spent where nothing leads out, and what breaks an invariant is not told as never carried out."""
    path = tmp_path / "flood.yaml"
    path.write_text(FLOOD, encoding="utf-8")
    found = look(str(path), 40_000)
    assert sorted([each.sort for each in found.findings]) == ["endless", "fault", "invariant"]
    assert all(len(each.decisions) <= 14 for each in found.findings)
    assert unreached(found, load(path).ruleset) == []


FLOOD = """\
ruleset: {name: flood, title: Flood, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {vp: {type: int 0..99, start: 0}}}
scoring: {items: {vp: {points: me.vp}}}
state: {water: int 0..4, dikes: int 0..9, boats: int 0..9}
flow: [{turns: turn, order: players, until: turn >= 12 and water < 4, menu: main}]
actions:
  rain: {menu: main, when: water < 4, effects: water += 1}
  bail: {menu: main, when: 0 < water < 4, effects: "water -= 1"}
  dike: {menu: main, when: water == 0 and dikes < 9, effects: dikes += 1}
  rest: {menu: main, effects: pass}
  sink: {menu: main, when: dikes >= 5 and water < 4, effects: me.vp = 7}
  boat: {menu: main, when: boats < 9, effects: boats += 1}
  race: {menu: main, when: boats >= 6 and water < 4, effects: "me.vp = 1 // (9 - boats)"}
invariants: {dry: all(p.vp != 7 for p in players)}
"""


@pytest.mark.slow
def test_a_tie_comes_up(tmp_path: Path) -> None:
    """At random one game of some eight hundred is one, and the budget is four hundred games."""
    path = tmp_path / "far.yaml"
    path.write_text(FAR, encoding="utf-8")
    found = look(str(path))
    assert {each[4] for each in found.signs if each[0] == "end"} == {"won", "draw"}


FAR = """\
ruleset: {name: far, title: Far, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {vp: {type: int 0..99999, start: 0}}}
scoring: {items: {vp: {points: me.vp}}}
flow: [{turns: turn, order: players, times: 20, menu: main}]
actions:
  take: {menu: main, parameters: {n: {in: 1..300}}, effects: me.vp += n}
"""


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)

    def yupana(*words: str) -> tuple[int, str, str]:
        code = run(("fuzz", "dead_end.yaml", *words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    DEAD_END.write(tmp_path)
    code, out, err = yupana("--decisions", "2000", "--json", "-o", "found")
    assert (code, err) == (1, "")
    (finding,) = json.loads(out)["findings"]
    assert finding["sort"] == "fault"
    assert [each["option"] for each in finding["decisions"]] == ["take"] * 6
    files = [tmp_path / each for each in finding["files"]]
    assert [each.name for each in files] == ["fuzz_1_fault.save.json", "fuzz_1_fault.example.yaml"]
    assert files[1].read_text(encoding="utf-8") == finding["example"]
    assert len(read_save(files[0]).decisions) == 6
    code, out, err = yupana("--decisions", "2000", "--workers", "2", "--json")
    # so many and no stretch of seconds more, whatever the number of workers
    assert 2000 <= json.loads(out)["decisions"] < 2100
    code, out, err = yupana("--decisions", "2000", "--workers", "2")
    assert (code, err) == (1, "")
    assert "there is nothing to choose from" in out
    assert "      red: take\n" in out
    DEAD_END.write(tmp_path, mend=True)
    code, out, err = yupana("--decisions", "2000")
    assert (code, "nothing is wrong" in out) == (0, True)
    for wrong in ("--minutes 1 --seconds 3", "--seconds 0", "--option huge=1 --decisions 9", "--players 7"):
        code, out, err = yupana(*wrong.split())
        assert (code, out, err.count("\n")) == (2, "", 1), wrong
