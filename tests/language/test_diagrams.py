"""Positions as text diagrams: what is printed is read again, and who sees what in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.examples.running import position_in, run_examples
from yupana.interpreter.game import Game, State
from yupana.interpreter.machine.observation import holders, pieces_in
from yupana.interpreter.machine.zones import Zones
from yupana.interpreter.rechecking import Rechecker
from yupana.interpreter.view.diagrams import UNSEEN, Drawn, as_yaml
from yupana.schemas.source import RulesetError

RULES = """
ruleset: {name: boards, title: Boards, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
enums: {Ground: [sand, salt, rock], Mark: [x, plus, dot]}
kinds:
  Man: {attributes: {owner: Player}, entries: {white_man: {owner: red}, black_man: {owner: blue}, king: {owner: red}}}
  Stone:
    start: heap
    entries: {pebble: {count: 3}, rock_stone: {count: 2}, gem: {}}
boards:
  grid:
    kind: Square
    square: {columns: 4, rows: 3, bottom: first}
    fields:
      man: Man?
      mark: Mark?
      height: {type: int -3..12, start: 2}
      depth: int?
      wet: bool
      ground: Ground
      secret: {type: Player?, visible: none}
  field:
    kind: Hex
    hex: {hexagon: 2}
    fields: {lord: Player?, level: int 0..9}
  slope:
    kind: Cell
    hex: {rhombus: 3}
    fields: {at: "Square?"}
zones:
  heap: {of: Stone}
  on: {of: Stone, each: Hex, ordered: true}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 2}]
look:
  boards: {field: {rows: up}}
  glyphs: {red: r, blue: "#", white_man: "♙", black_man: "♟", dot: o, plus: +, gem: +}
"""


@cache
def boards() -> tuple[Compiled, Game, Drawn]:
    path = Path(__file__).with_name("boards_drawn.yaml")
    path.write_text(RULES, encoding="utf-8")
    try:
        compiled = compile_ruleset(path)
    finally:
        path.unlink()
    assert compiled.program is not None, compiled.diagnostics
    return compiled, Game(compiled.program, compiled.ruleset), Drawn(compiled)


def everything(state: State) -> dict[str, Any]:
    """The fields as they are stored, and of each zone the entries of its pieces in order."""
    program, cells = state.game.machine.program, state.cells
    found: dict[str, Any] = {}
    for field in program.fields:
        if field.domain >= 0 and not field.internal:
            spaces = holders(program, field.domain, cells)
            found[field.name] = [int(cells[field.base + space * field.shape.cells]) for space in spaces]
    for family in program.families:
        if family.holder >= 0:
            names = program.domains[family.domain].names
            zones = [pieces_in(program, cells, family.first + number) for number in range(family.count)]
            found[family.name] = [[names[each].rstrip("_123") for each in zone] for zone in zones]
    return found


@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.data())
def test_what_is_printed_gives_the_same_fields(data: st.DataObject) -> None:
    compiled, game, drawn = boards()
    state = game.start(seed=1)
    program, cells = game.program, state.cells
    for field in program.fields:
        if field.domain < 0 or field.internal or field.type.kind not in ("int", "bool", "member"):
            continue
        size = len(program.domains[field.domain].names)
        low, high = {"depth": (-40, 40), "height": (-3, 12), "level": (0, 9), "wet": (0, 1)}.get(
            field.name, (0, len(program.domains[max(field.type.domain, 0)].names) - 1)
        )
        none = -(2**31) if field.type.kind == "int" else -1
        value = st.integers(low, high) | (st.just(none) if field.type.optional else st.nothing())
        for space in range(size):
            cells[field.base + space] = data.draw(value)
    (family,) = [each for each in program.families if each.holder >= 0]
    zones = Zones(program)
    for piece in data.draw(st.lists(st.integers(0, 5), unique=True)):
        zones.move_top(cells, piece, family.first + data.draw(st.integers(0, family.count - 1)))
    text = as_yaml(drawn.of(state, None), alone=False)
    again = position_in(compiled, "position.yaml", text)
    assert everything(again) == everything(state), text
    assert as_yaml(drawn.of(again, None), alone=False) == text


def test_what_is_not_seen_is_not_drawn_and_cannot_be_read() -> None:
    compiled, game, drawn = boards()
    shown = drawn.of(game.start(seed=1), 0, "grid.secret")
    assert set("".join(shown.values())) >= {UNSEEN}
    assert UNSEEN not in "".join(drawn.of(game.start(seed=1), 0, "grid.man").values())
    with pytest.raises(RulesetError, match="`\\?` stands for nothing"):
        position_in(compiled, "position.yaml", as_yaml(shown, alone=False))


def test_pieces_that_are_elsewhere_are_not_taken_from_there(tmp_path: Path) -> None:
    path = tmp_path / "stones.yaml"
    path.write_text(
        RULES.replace("name: boards", "name: stones").replace("zones:\n", "zones:\n  box: {of: Stone}\n")
        + "setup:\n  - do: move gem to Hex.a1.on\n  - phase: heap_up\n    do: move pebble_1 to box\n"
        + "  - position:\n      field.on: |\n        b p p p\n"
        + "examples: {none_is_left: {then: 1 > 0}}\n",
        encoding="utf-8",
    )
    (result,) = run_examples(compile_ruleset(path))
    assert result.faulted
    assert "no `pebble` is left that can be drawn" in result.message


BASE = """
ruleset: {name: base, title: Base, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
boards: {grid: {kind: Square, square: {columns: 2, rows: 2}, fields: {mark: Player?}}}
setup:
  - phase: marks
    position: |
      x.
      .o
actions: {wait: {effects: pass}}
flow: [{turns: turn}]
look: {glyphs: {red: x, blue: o}}
examples:
  drawn:
    position: 1 xo
    then: a1.mark == red and b1.mark == blue and b2.mark == none
  set_up:
    then: a1.mark == red and b2.mark == blue and a2.mark == none
"""


FORMS = """
ruleset: {name: sizes, title: Sizes, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
options: {side: {type: int 2..4, default: 4}}
kinds: {Stone: {entries: {pebble: {count: 4}}}}
boards: {grid: {kind: Square, square: {columns: side, rows: side}, fields: {mark: Player?}}}
zones: {on: {of: Stone, each: Square}}
setup:
  - position: {grid.mark: 2 .r.., grid.on: 1 p..p}
actions: {wait: {effects: pass}}
flow: [{turns: turn}]
examples:
  whole:
    position: {grid.mark: 4 bbbb}
    then: d4.mark == blue and b2.mark == none and size(d1.on) == 1
  small:
    options: {side: 2}
    position:
      grid.mark: |
        .r
        b.
      grid.on: |
        pp
        ..
    then: b1.mark == red and a2.mark == blue and size(b1.on) == 1 and count(s for s in Square) == 4
"""


def test_a_drawing_may_be_of_a_smaller_form_of_the_board(tmp_path: Path) -> None:
    path = tmp_path / "sizes.yaml"
    path.write_text(FORMS, encoding="utf-8")
    compiled = compile_ruleset(path)
    assert compiled.program is not None, compiled.diagnostics
    assert [each.message for each in run_examples(compiled)] == ["", ""]
    state = Game(compiled.program, compiled.ruleset).start(options={"side": 3})
    assert Drawn(compiled).of(state, None) == {
        "grid.mark": "1 . . .\n2 . r .\n3 . . .\n  a b c",
        "grid.on": "1 p . .\n2 . . .\n3 . . .\n  a b c",
    }


@pytest.mark.parametrize(
    "change",
    [
        "change: {setup: {marks: {position: 1 .x}}, examples: {drawn: {position: 2 xo}}}",
        "replace: {setup: {marks: {phase: marks, position: 1 .x}}}",
        "setup: [{position: 1 .x}]",
        "change: {look: {glyphs: {red: w}}, setup: {marks: {position: 1 .w}}, examples: {drawn: {position: 2 wo}}}",
    ],
)
def test_an_overlay_changes_the_set_up_and_examples(tmp_path: Path, change: str) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    over = f"ruleset: {{name: over, title: Over, extends: base, language: 4}}\n{change}\n"
    (tmp_path / "over.yaml").write_text(over, encoding="utf-8")
    compiled = compile_ruleset(tmp_path / "over.yaml")
    assert compiled.program is not None, compiled.diagnostics
    state = Game(compiled.program, compiled.ruleset).start()
    marks = {"a1": None, "b1": "red", "a2": None, "b2": None}
    assert state.observation("red")["fields"]["Square.mark"] == marks
    drawn, set_up = run_examples(compiled)
    assert not set_up.ok
    assert drawn.ok == ("drawn" not in change)


def test_glyphs_that_change_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "base.yaml"
    path.write_text(BASE, encoding="utf-8")
    checker = Rechecker(path)
    assert checker.check().diagnostics == []
    path.write_text(BASE.replace("{red: x, blue: o}", "{red: o, blue: x}"), encoding="utf-8")
    swapped = checker.check()
    assert [each.ok for each in run_examples(swapped)] == [False, False]
    path.write_text(BASE.replace("red: x, ", ""), encoding="utf-8")
    assert [each.code for each in checker.check().diagnostics] == ["YUP446", "YUP446"]
