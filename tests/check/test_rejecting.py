"""What players may not do: `cannot`, `not asked` and `never` each hold for one reason, and a failing one says which."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples import run_examples
from yupana.schemas.moves import Move, read_move

BASE = """
ruleset: {name: cards, title: Cards, language: 3}
players: {min: 2, max: 2, names: [red, blue]}
kinds:
  Card: {entries: {ace: {}, king: {count: 2}}, start: hand}
  Crate: {entries: {crate: {count: 4}}, start: shop, alike: true, fields: {wet: bool}}
zones: {hand: {of: Card}, heap: {of: Card}, shop: {of: Crate}, hold: {of: Crate}}
actions:
  play: {parameters: {card: {in: hand, if: card != ace}, times: {in: 1..2}}, effects: move card to heap}
  buy: {parameters: {what: {in: shop, if: not what.wet}}, effects: move what to hold}
  swap: {parameters: {one: {in: shop}, other: {in: shop, if: other != one}}, effects: pass}
  ask:
    effects: |
      choose n in 1..2 by blue as answer
      me.n = n
flow: [{turns: turn, times: 1}]
examples:
  one: {given: GIVEN, when: [WHEN]}
""".replace("names: [red, blue]}", "names: [red, blue], fields: {n: int 0..9}}")


def message(folder: Path, when: str, given: str = "pass") -> str:
    path = folder / "cards.yaml"
    path.write_text(BASE.replace("WHEN", when).replace("GIVEN", given), encoding="utf-8")
    compiled = compile_ruleset(path)
    assert compiled.diagnostics == []
    (result,) = run_examples(compiled)
    assert result.ok == (not result.message)
    return result.message


@pytest.mark.parametrize(
    ("when", "told"),
    [
        # asked, and not offered
        ("red: 'cannot play(card=ace, times=1)'", ""),
        ("red: 'cannot play(card=king_1, times=9)'", ""),
        ("red: cannot pass", ""),
        ("red: cannot done", ""),
        ("red: cannot play(card=king_1)", "red may do this: play(card=king_1)"),
        ("red: cannot play", "red may do this: play"),
        (
            "blue: cannot play(card=ace)",
            "red is asked for main (play, buy, swap, ask): `not asked play(card=ace)` says that blue is not asked",
        ),
        ("red: ask}, {red: cannot play", "blue is asked for answer: `not asked play` says that red is not asked"),
        (
            "red: cannot answer(n=1)",
            "red is asked for main (play, buy, swap, ask): `not asked answer(n=1)` says that red is not asked for this",
        ),
        ("red: buy}, {blue: buy}, {red: cannot buy", "nobody is asked: `not asked buy` says that red is not asked"),
        # not asked
        ("blue: not asked play(card=ace)", ""),
        ("blue: not asked", ""),
        ("red: not asked answer", ""),
        ("red: ask}, {red: not asked play}, {red: not asked answer}, {red: not asked", ""),
        ("red: buy}, {blue: buy}, {blue: not asked", ""),
        ("red: not asked", "red is asked for main (play, buy, swap, ask)"),
        ("red: not asked play(card=king_1)", "red may do this: play(card=king_1)"),
        (
            "red: not asked play(card=ace)",
            "red is asked now, and this is not offered: `cannot play(card=ace)` says that",
        ),
        # no such option
        ("red: never plya(card=ace)", ""),
        ("red: never play(crad=ace)", ""),
        ("blue: never play(card=queen)", ""),
        ("blue: 'never play(card=ace, times=two)'", ""),
        ("red: never pass", "red is asked now, and this is not offered: `cannot pass` says that"),
        ("red: never play(card=ace)", "red is asked now, and this is not offered: `cannot play(card=ace)` says that"),
        ("red: never play(card=king_1)", "red may do this: play(card=king_1)"),
        ("red: cannot plya(card=ace)", "there is no option `plya`: `never plya(card=ace)` says that"),
        ("blue: not asked play(crad=ace)", "`play` has no parameter `crad`: `never play(crad=ace)` says that"),
        ("red: cannot play(card=queen)", "`queen` cannot be the card of `play`: `never play(card=queen)` says that"),
    ],
)
def test_each_word_holds_for_its_reason_only(when: str, told: str, tmp_path: Path) -> None:
    assert message(tmp_path, f"{{{when}}}") == told


@pytest.mark.parametrize(
    ("given", "when", "told"),
    [
        ("pass", "cannot buy(what=crate_2)", "red may do this: buy(what=crate_2)"),
        ("pass", "cannot buy(what=crate)", "red may do this: buy(what=crate)"),
        ("move crate_1 to hold", "cannot buy(what=crate_1)", ""),
        ("move crate_1 to hold", "cannot buy(what=crate_3)", "red may do this: buy(what=crate_3)"),
        ("crate_3.wet = true", "cannot buy(what=crate_3)", ""),
        ("crate_3.wet = true", "cannot buy(what=crate_4)", "red may do this: buy(what=crate_4)"),
        ("pass", "cannot swap(one=crate_3)", "red may do this: swap(one=crate_3)"),
        (
            "pass",
            "cannot swap(one=crate_3, other=crate_4)",
            "red may do this: swap(one=crate_3, other=crate_4)",
        ),
        ("pass", "cannot swap(one=crate_3, other=crate_3)", ""),
    ],
)
def test_a_piece_is_judged_by_those_it_cannot_be_told_from(given: str, when: str, told: str, tmp_path: Path) -> None:
    assert message(tmp_path, f'{{red: "{when}"}}', given) == told


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("take", Move("", "take")),
        (" take(n=1) ", Move("", "take(n=1)")),
        ("cannot take", Move("cannot", "take")),
        ("cannot   take(n=1)", Move("cannot", "take(n=1)")),
        ("not  asked", Move("not asked", "")),
        ("not asked take", Move("not asked", "take")),
        ("never take", Move("never", "take")),
        ("cannot", Move("", "cannot")),  # an option may be called so
        ("never", Move("", "never")),
        ("never(n=1)", Move("", "never(n=1)")),
        ("cannotake", Move("", "cannotake")),
        ("not askedtake", Move("", "not askedtake")),
    ],
)
def test_how_a_move_is_read(text: str, read: Move) -> None:
    assert read_move(text) == read
    assert read_move(str(read)) == read
