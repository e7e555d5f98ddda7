"""`why not` of what a loop that ends early does not reach: the condition of its end, and where it came to it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yupana

RULESET = """
ruleset: {name: slides, title: Slides, language: 3}
players: {min: 2, max: 2, names: [red, blue]}
boards:
  grid:
    kind: Square
    square: {columns: 3, rows: 5}
    fields: {mark: Player?, wet: bool}
state: {here: {type: Square, start: a5}}
actions:
  go:
    parameters: {to: {in: "[t for t in ray(here, north) while t.mark == none until t.wet if t != a4]"}}
    effects: here = to
  come:
    parameters: {to: {in: "[step(t, east) for t in ray(here, north) until t.wet if t != a4]"}}
    effects: pass
  look:
    when: any(t.wet for t in ray(here, north) until t.mark != none)
    effects: pass
  wait: {effects: pass}
setup: %s
flow: [{turns: turn}]
"""

ANSWERS = [
    ("a3.mark = red", "go(to=a2)", "`t.mark == none` does not hold: `t.mark` is red (with t=a3)"),
    ("a3.mark = red", "go(to=a3)", "`t.mark == none` does not hold: `t.mark` is red (with t=a3)"),
    ("a3.wet = true", "go(to=a2)", "`t.wet` holds, which rules it out (with t=a3)"),
    ("a3.wet = true", "go(to=a4)", "`t != a4` does not hold (with t=a4)"),
    ("a3.wet = true", "go(to=b5)", "b5 is not among `ray(here, north)`, which is [a4, a3, a2, a1]"),
    ("a3.wet = true", "come(to=b4)", "`t != a4` does not hold (with t=a4)"),
    ("a3.wet = true", "come(to=b2)", "`t.wet` holds, which rules it out (with t=a3)"),
    ("a4.mark = red", "look", "`t.wet` does not hold (with t=a4)"),
]


@pytest.mark.parametrize(("scene", "option", "reason"), ANSWERS)
def test_the_end_of_a_loop_is_a_reason(scene: str, option: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "slides.yaml"
    path.write_text(RULESET % scene, encoding="utf-8")
    state = yupana.load(str(path)).start(players=2, seed=1)
    assert reason in state.why_not(option)
