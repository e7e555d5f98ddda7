"""What is called is used, though a parameter has its name; an argument's name in an example is no use of a function."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import Elements, index

SHOP = """\
ruleset: {name: shop, title: Shop, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {money: {type: int 0..9, start: 5}}}
functions: {price: {of: {p: Player}, is: 3, source: R-1}}
actions:
  buy: {text: Buy, parameters: {price: {in: "[price(me)]"}}, cost: {money: price}, effects: pass}
flow: [{turns: turn, times: 1}]
scoring: {items: {money: {text: Money, points: me.money}}}
rulebook: {sections: {"1": All}, rules: {R-1: {section: "1", text: It costs three.}}}
examples: {one: {when: [{red: buy(price=3)}]}}
"""


def write(folder: Path) -> Path:
    path = folder / "shop.yaml"
    path.write_text(SHOP)
    return path


def elements(folder: Path) -> Elements:
    compiled = compile_ruleset(write(folder))
    assert compiled.diagnostics == []
    assert compiled.ruleset is not None
    return index(compiled)


def test_a_call_behind_a_parameter_of_its_name_is_a_use(tmp_path: Path) -> None:
    assert "actions.buy" in {each.path for each in elements(tmp_path).users("functions.price")}


def test_an_argument_of_an_option_is_no_use_of_a_function(tmp_path: Path) -> None:
    users = {each.path for each in elements(tmp_path).users("functions.price")}
    assert "examples.one" not in users
    assert "examples.one" in {each.path for each in elements(tmp_path).users("actions.buy")}
