"""What an example runs must come to its end, unless the example says who is asked for what."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples

BASE = """
ruleset: {name: cards, title: Cards, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {ap: {type: int 0..9, start: 6}}}
kinds: {Card: {entries: {ace: {}, king: {}, jack: {}}, start: hand}}
zones: {hand: {of: Card}, heap: {of: Card}}
procedures:
  lose:
    of: {p: Player}
    effects: |
      p.ap -= 1
      choose card in hand by p as lose
      move card to heap
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
examples:
  one: EXAMPLE
"""


@pytest.mark.parametrize(
    ("example", "message"),
    [
        ("{run: do lose(blue), when: [{blue: lose(card=ace)}], then: ace in heap}", ""),
        (
            "{run: do lose(blue), then: blue.ap == 5}",
            "what was run is not at its end: blue is asked for lose; answer this in `when`, or say that it is meant"
            " so: `waits: {blue: lose}`",
        ),
        ("{run: do lose(blue), then: blue.ap == 5, waits: {blue: lose}}", ""),
        ("{run: do lose(blue), then: blue.ap == 5, waits: {blue: lose(card=king)}}", ""),
        ("{run: do lose(blue), waits: {red: lose}}", "blue is asked for lose, not red for `lose`"),
        ("{run: do lose(blue), waits: {blue: wait}}", "blue is asked for lose, not blue for `wait`"),
        (
            "{run: do lose(blue), when: [{blue: lose(card=ace)}], waits: {blue: lose}}",
            "nothing waits for a decision: it came to its end",
        ),
        ("{when: [{red: wait}]}", ""),  # a game goes on after what is looked at
        ("{when: [{red: wait}], waits: {blue: wait}}", ""),
        ("{when: [{red: wait}], waits: {blue: main}}", ""),
        ("{when: [{red: wait}], waits: {red: wait}}", "blue is asked for main (wait), not red for `wait`"),
        ("{when: [{red: wait}, {blue: wait}], waits: {red: wait}}", "nothing waits for a decision: it came to its end"),
    ],
)
def test_what_is_run_comes_to_its_end(example: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(BASE.replace("EXAMPLE", example), encoding="utf-8")
    compiled = compile_ruleset(path)
    assert compiled.diagnostics == []
    (result,) = run_examples(compiled)
    assert (result.message, result.ok) == (message, not message)


def test_a_broken_rule_whose_effect_is_pending_is_noticed(tmp_path: Path) -> None:
    """The condition alone cannot tell: nothing has left the hand yet."""
    example = (
        "\n    given: red.ap = 1\n    run: |\n      if red.ap > 1:\n          do lose(red)\n    then: size(heap) == 0"
    )
    path = tmp_path / "cards.yaml"
    path.write_text(BASE.replace(" EXAMPLE", example), encoding="utf-8")
    (result,) = run_examples(compile_ruleset(path))
    assert result.ok
    path.write_text(BASE.replace(" EXAMPLE", example).replace("red.ap > 1:", "red.ap > 0:"), encoding="utf-8")
    (result,) = run_examples(compile_ruleset(path))
    assert result.message.startswith("what was run is not at its end: red is asked for lose")


@pytest.mark.parametrize("example", ["{waits: {}}", "{waits: {red: wait, blue: wait}}", "{waits: {green: wait}}"])
def test_one_player_of_the_game_is_asked(example: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(BASE.replace("EXAMPLE", example), encoding="utf-8")
    (fault,) = compile_ruleset(path).diagnostics
    assert fault.code in ("YUP210", "YUP405"), fault
