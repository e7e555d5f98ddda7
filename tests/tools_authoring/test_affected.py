"""What an edit changed, and the examples it concerns."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import Elements, index
from yupana.tools.testing.affected import affected, changes

GAME = """\
ruleset: {name: shop, title: Shop, language: 1}
players: {min: 2, max: 2, names: [red, blue], fields: {money: {type: int 0..99, start: 9}}}
constants: {price: 3, gift: 2}
kinds:
  Ware: {entries: {wool: {}, salt: {}}, attributes: {worth: int}, defaults: {worth: 4}}
functions:
  paid: {of: {n: int}, is: n * price}
  doubled: {of: {n: int}, gives: int, is: n, adjustable: true}
  thank: {is: 0}
triggers:
  thanked: {on: beg, do: me.money += thank()}
adjustments:
  feast: {of: doubled, value: value * 2}
actions:
  buy: {parameters: {n: {in: 1..3}}, effects: me.money -= paid(n)}
  beg: {text: Ask for a gift, effects: me.money += gift}
flow: [{rounds: day, times: 2, steps: [{turns: turn}]}]
scoring: {items: {money: me.money}}
examples:
  buying: {when: [{red: buy(n=2)}], then: red.money == 3}
  begging: {when: [{red: beg}], then: red.money == 11}
  worth: {then: wool.worth == 4}
  feasting: {then: doubled(2) == 4}
"""

EVERY = ["buying", "begging", "worth", "feasting"]


def indexed(folder: Path, text: str) -> Elements:
    file = folder / "shop.yaml"
    file.write_text(text)
    compiled = compile_ruleset(file)
    assert compiled.program is not None, compiled.diagnostics
    assert compiled.ruleset is not None
    return index(compiled)


@pytest.mark.parametrize(
    ("old", "new", "changed", "concerned"),
    [
        ("price: 3", "price: 2", ["constants.price"], ["buying"]),
        ("gift: 2", "gift: 1", ["constants.gift"], ["begging"]),
        ("n * price", "(n  *  price)", [], []),
        ("n * price", "n * price + 0", ["functions.paid"], ["buying"]),
        ("Ask for a gift", "Ask", ["actions.beg"], []),
        ("defaults: {worth: 4}", "defaults: {worth: 5}", ["kinds.Ware"], ["worth"]),
        ("wool: {}", "wool: {worth: 4}", ["kinds.Ware.entries.wool"], ["worth"]),
        ("value: value * 2", "value: value * 3", ["adjustments.feast"], ["feasting"]),
        ("do: me.money +=", "do: me.money -=", ["triggers.thanked"], ["begging"]),
        ("thank: {is: 0}", "thank: {is: 1 - 1}", ["functions.thank"], ["begging"]),
        ("times: 2", "times: 3", ["flow.day"], EVERY),
        ("start: 9", "start: 8", ["players.fields.money"], EVERY),
        ("red.money == 11", "red.money == 12", ["examples.begging"], ["begging"]),
    ],
)
def test_what_an_edit_concerns(tmp_path: Path, old: str, new: str, changed: list[str], concerned: list[str]) -> None:
    assert GAME.count(old) == 1
    before, after = indexed(tmp_path, GAME), indexed(tmp_path, GAME.replace(old, new))
    found = changes(before, after)
    assert [each.path for each in found] == changed
    assert {each.how for each in found} <= {"changed"}
    assert affected(found, before, after) == concerned


def test_what_is_new_and_what_is_gone(tmp_path: Path) -> None:
    before = indexed(tmp_path, GAME)
    after = indexed(tmp_path, GAME.replace("gift: 2}", "gift: 2, more: 1}").replace("  beg:", "  ask:").replace(
        "[{red: beg}]", "[{red: ask}]"
    ).replace("on: beg", "on: ask"))  # fmt: skip
    found = {(each.path, each.how) for each in changes(before, after)}
    assert found == {
        ("constants.more", "new"), ("actions.ask", "new"), ("actions.beg", "gone"), ("examples.begging", "changed"),
        ("triggers.thanked", "changed"),
    }  # fmt: skip
    assert affected(changes(before, after), before, after) == ["begging"]


def test_another_order_is_a_change(tmp_path: Path) -> None:
    """Options and entities come in the order of their declaration."""
    before = indexed(tmp_path, GAME)
    after = indexed(tmp_path, GAME.replace("{wool: {}, salt: {}}", "{salt: {}, wool: {}}"))
    assert {each.path for each in changes(before, after)} >= {"kinds.Ware.entries.wool", "kinds.Ware.entries.salt"}
    assert affected(changes(before, after), before, after) == ["worth"]
