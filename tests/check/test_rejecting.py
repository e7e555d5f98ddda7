"""What players may not do: `cannot`, `not asked` and `never` each hold for one reason, and a failing one says which."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
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
        ("red: never play(card=crate_1)", ""),
        ("blue: never play(card=red)", ""),
        ("blue: 'never play(card=ace, times=crate)'", ""),
        ("red: never pass", "red is asked now, and this is not offered: `cannot pass` says that"),
        ("red: never play(card=ace)", "red is asked now, and this is not offered: `cannot play(card=ace)` says that"),
        ("red: never play(card=king_1)", "red may do this: play(card=king_1)"),
        ("red: cannot plya(card=ace)", "there is no option `plya`"),
        ("blue: not asked play(crad=ace)", "`play` has no parameter `crad`"),
        ("red: cannot play(card=queen)", "`queen` cannot be the card of `play`"),
        ("red: cannot play(card=blue)", "`blue` cannot be the card of `play`: `never play(card=blue)` says that"),
    ],
)
def test_each_word_holds_for_its_reason_only(when: str, told: str, tmp_path: Path) -> None:
    assert message(tmp_path, f"{{{when}}}") == told


@pytest.mark.parametrize(
    ("when", "code", "said", "hint", "word"),
    [
        ("red: never plya(card=ace)", "YUP405", "unknown option `plya`", "did you mean `play`?", "plya"),
        ("red: never play(crad=ace)", "YUP405", "unknown parameter `crad`", "did you mean `card`?", "crad"),
        ("blue: never  play(card=aec)", "YUP401", "unknown name `aec`", "did you mean `ace`?", "aec"),
        ("red: 'never play(card=ace, times=two)'", "YUP401", "unknown name `two`", "", "two"),
    ],
)
def test_a_misspelling_proves_nothing(when: str, code: str, said: str, hint: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(BASE.replace("WHEN", f"{{{when}}}").replace("GIVEN", "pass"), encoding="utf-8")
    (fault,) = compile_ruleset(path).diagnostics
    assert (fault.code, fault.message, fault.hint) == (code, said, hint)
    line = path.read_text(encoding="utf-8").split("\n")[fault.span.line - 1]
    assert line[fault.span.column - 1 : fault.span.end_column - 1] == word


def test_an_overlay_proves_what_it_removes(tmp_path: Path) -> None:
    base = BASE.replace("WHEN", "{red: buy}").replace("GIVEN", "pass")
    (tmp_path / "cards.yaml").write_text(base, encoding="utf-8")
    mod = tmp_path / "mod.yaml"
    mod.write_text(
        "ruleset: {name: mod, title: Mod, language: 3, extends: cards}\n"
        "remove: {actions: swap, kinds: {Card: {entries: ace}}}\n"
        "change: {actions: {play: {parameters: {card: {if: true}}}}}\n"
        "examples: {two: {when: [{red: never swap}, {red: never play(card=ace)}]}}\n",
        encoding="utf-8",
    )
    compiled = compile_ruleset(mod)
    assert compiled.diagnostics == []
    assert [each.message for each in run_examples(compiled)] == ["", ""]


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
