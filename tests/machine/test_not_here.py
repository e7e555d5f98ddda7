"""What is not in a game is refused by its name: where effects write or move it, and where somebody asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game, RuleFault

TEXT = """
ruleset: {name: parts, title: Parts, language: 4}
players: {min: 2, max: 3, names: [red, blue, green], fields: {gold: int 0..9}}
options: {side: {type: int 2..4, default: 4}}
boards:
  grid: {kind: Cell, square: {columns: side, rows: side}, fields: {stone: Player?, seen: "map[Player, int]"}}
kinds: {Man: {start: box, entries: {man: {count: 2}, extra: {players: [3]}}}}
zones: {box: {of: Man}, spot: {of: Man, each: Cell}}
state: {aim: {type: Cell, start: a1}}
functions: {corner: {of: {}, is: c3}}
procedures: {claim: {of: {at: Cell}, effects: at.stone = me}}
actions:
  put: {effects: c3.stone = me}
  see: {effects: "c3.seen[red] += 1"}
  go: {effects: move man_1 to c3.spot}
  all: {effects: move all box to c3.spot}
  take: {effects: move extra to a1.spot}
  gain: {effects: green.gold += 1}
  local: {effects: "let x = c3; x.stone = me"}
  chosen: {effects: "let x = c3 if me.gold == 0 else a1; x.stone = me"}
  given: {effects: do claim(c3)}
  listed: {effects: "for x in [a1, c3]: x.stone = me"}
  kept: {effects: "aim = c3; aim.stone = me"}
  found: {effects: corner().stone = me}
  both: {effects: "for m in [man_1, extra]: move m to a1.spot"}
  into: {effects: "let x = c3; move man_1 to x.spot"}
  careful: {effects: "let x = c3\\nif x in Cell: x.stone = me"}
  ask: {effects: "me.gold = 1 if c3 in Cell and green in Player and extra in Man and c3.stone == none else 2"}
  mark: {parameters: {at: {in: Cell}, who: {in: Player}}, effects: at.stone = who}
flow: [{turns: turn, until: active == none}]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("parts") / "parts.yaml"
    path.write_text(TEXT, encoding="utf-8")
    compiled = compile_ruleset(path)
    assert not compiled.diagnostics
    assert compiled.program is not None
    return Game(compiled.program, compiled.ruleset)


@pytest.mark.parametrize(
    ("option", "missing"),
    [("put", "c3"), ("see", "c3"), ("go", "c3"), ("all", "c3"), ("take", "extra"), ("gain", "green"),
     ("local", "c3"), ("chosen", "c3"), ("given", "c3"), ("listed", "c3"), ("kept", "c3"), ("found", "c3"),
     ("both", "extra"), ("into", "c3")],
)
def test_a_name_of_what_is_not_there_is_a_fault_where_it_is_written_or_moved(
    game: Game, option: str, missing: str
) -> None:
    with pytest.raises(RuleFault, match=f"`{missing}` is not in this game"):
        game.start(2, options={"side": 2}).apply(option)
    game.start(3, options={"side": 3}).apply(option)


def test_what_is_not_there_may_be_asked_about(game: Game) -> None:
    state = game.start(2, options={"side": 2})
    state.apply("careful")
    state.apply("ask")
    assert state.cells != game.start(2, options={"side": 2}).cells


def test_why_not_says_that_it_is_not_there(game: Game) -> None:
    state = game.start(2, options={"side": 2})
    for asked, missing in (("mark(at=c3, who=red)", "c3"), ("mark a1 green", "green"), ("mark c3", "c3")):
        assert state.why_not(asked).startswith(f"`{missing}` is not in this game"), asked
    assert "is not in this game" not in game.start(3).why_not("mark(at=c3, who=green)")
