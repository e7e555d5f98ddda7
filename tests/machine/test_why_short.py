"""What `why not` says of a cost that is too high and of a limit that is reached."""

from __future__ import annotations

from pathlib import Path

import pytest
import yupana

RULESET = """
ruleset: {name: shop, title: Shop, language: 3}
players:
  min: 2
  max: 2
  names: [red, blue]
  fields:
    ap: {type: int 0..99, start: 6}
    grain_stock: {type: int 0..99, start: 2}
    debt: {type: int 0..9, start: 1, visible: none}
enums: {Colour: [brown, white]}
state: {hidden_price: {type: int 0..9, start: 7, visible: none}}
functions:
  dear: {of: {n: int}, gives: int, is: n * 2}
  secret_price: {of: {}, gives: int, is: hidden_price}
actions:
  build: {cost: {ap: 90 + dear(4) + 1}, effects: pass}
  buy: {parameters: {n: {in: 1..5}, price: {is: dear(n)}}, cost: {ap: n, grain_stock: price}, effects: pass}
  borrow: {cost: {debt: 5}, effects: pass}
  guess: {cost: {ap: secret_price}, effects: pass}
  rest: {limit: {times: 2, per: turn}, effects: pass}
  pray: {limit: {per: long_year}, effects: pass}
  use: {parameters: {c: {in: Colour}}, limit: {times: 1 + 1, per: turn, of: c}, effects: pass}
  try: {limit: {times: hidden_price - 6, per: turn}, effects: pass}
  wait: {effects: pass}
flow:
  - rounds: long_year
    times: 3
    steps: [{turns: turn, order: players, menu: main, play: until_pass}]
"""


@pytest.fixture(name="state")
def state_(tmp_path: Path) -> yupana.State:
    """A game that begins with red's turn."""
    (tmp_path / "shop.yaml").write_text(RULESET, encoding="utf-8")
    return yupana.load(tmp_path / "shop.yaml").start(2, 1)


@pytest.mark.parametrize(
    ("first", "text", "reason"),
    [
        ([], "build", "it costs 99 ap, red has 6; "),
        ([], "buy(n=2)", "it costs 4 grain stock, red has 2 (with n=2); "),
        (["buy(n=1, price=2)"], "buy(n=1)", "it costs 2 grain stock, red has 0 (with n=1); "),
        (["rest", "rest"], "rest", "already done 2 of 2 times in this turn; "),
        (["pray"], "pray", "already done in this long year; "),
        (["use(c=white)", "use(c=white)"], "use(c=white)", "already done 2 of 2 times in this turn (with c=white); "),
    ],
)
def test_the_numbers_are_told(state: yupana.State, first: list[str], text: str, reason: str) -> None:
    for each in first:
        state.apply(each)
    before = state.key
    assert f"is not offered: {reason}" in state.why_not(text)
    assert state.key == before


@pytest.mark.parametrize(
    ("first", "text", "reason"),
    [
        ([], "borrow", "it costs more debt than red has; "),
        ([], "guess", "it costs more ap than red has; "),
        (["try"], "try", "already done as often as the limit of this turn allows; "),
    ],
)
def test_what_is_hidden_is_not_told_by_the_way(state: yupana.State, first: list[str], text: str, reason: str) -> None:
    for each in first:
        state.apply(each)
    said = state.why_not(text)
    assert f"is not offered: {reason}" in said
    assert "7" not in said.partition(";")[0]
