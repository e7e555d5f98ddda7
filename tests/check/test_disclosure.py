"""What is told to somebody who may not see it is found, by whatever way it comes; what all may know is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.check.world import World
from yupana.interpreter.compile import compile_ruleset

BASE = """
ruleset: {name: leaks, title: Leaks, language: 2}
players:
  min: 2
  max: 3
  names: [red, blue, green]
  fields:
    gold: {type: int 0..9, visible: owner}
    bid: {type: int 0..9, visible: "shown or viewer == it"}
    open_bid: int 0..9
    wish: {type: "Card?", visible: owner}
state:
  shown: bool
  noted: {type: int 0..99, visible: none}
  counted: int 0..99
kinds:
  Card:
    attributes: {worth: int}
    entries: {low: {count: 6, worth: 1}, high: {count: 6, worth: 4}}
    fields: {marked: {type: bool, visible: none}}
    start: deck
zones:
  deck: {of: Card, ordered: true, visible: none}
  hand: {of: Card, each: Player, visible: owner}
  pile: {of: Card, visible: none}
  discards: {of: Card}
functions:
  next_of: {of: {p: Player}, gives: Player, is: "(players after p)[0]"}
  best_of: {of: {p: Player}, is: "max([c.worth for c in p.hand])"}
  same: {of: {n: int}, is: n}
  has_high:
    of: {p: Player}
    gives: bool
    is: |
      for c in p.hand:
          if c.worth == 4: return true
      return false
procedures:
  say: {of: {n: int}, effects: 'log "it is {n}"'}
  say_again: {of: {n: int}, effects: do say(n)}
  drop: {of: {c: Card}, effects: move c to discards}
  counted_hand: {of: {p: Player}, gives: int, effects: "return sum(c.worth for c in p.hand)"}
  pick_from: {of: {p: Player}, effects: choose c in p.hand by p as put}
positions:
  kept: {of: [Player.gold, Player.hand]}
  lying: {of: [counted, discards, active]}
actions:
  buy: {menu: shop, when: me.gold > 3, effects: pass}
  call_out: {menu: fair, when: counted > 3, effects: pass}
  act:
    %s
setup:
  - do: |
      shuffle deck
      for p in players: draw 3 from deck to p.hand
flow:
  - turns: turn
    until: size(pile) == 9
"""

LEAKS = {
    "a hand": ('log "{next_of(me).hand}"', "next_of(me).hand"),
    "one's own hand": ('log "{me.hand}"', "me.hand"),
    "a field": ('log "{me.gold}"', "me.gold"),
    "a field of a condition": ('log "{me.bid}"', "me.bid"),
    "the top of a deck": ('log "{top(deck)}"', "top(deck)"),
    "arithmetic": ('log "{me.open_bid + 2 * me.gold}"', "me.open_bid + 2 * me.gold"),
    "a local": ('let n = me.gold; let m = n + 1; log "{m}"', "m"),
    "a function's result": ('log "{best_of(me)}"', "best_of(me)"),
    "an early return": ('log "{has_high(me)}"', "has_high(me)"),
    "a function of an argument": ('log "{same(me.gold)}"', "same(me.gold)"),
    "a procedure's result": ('let n = do counted_hand(me); log "{n}"', "n"),
    "an argument of an argument": ("do say_again(me.gold)", "n"),
    "a condition of a value": ('log "{1 if me.gold > 3 else 0}"', "1 if me.gold > 3 else 0"),
    "a condition of an assignment": ('let n = 0\nif me.gold > 3: n = 1\nlog "{n}"', "n"),
    "a count in a loop": ('let n = 0\nfor c in me.hand:\n    if c.worth > 1: n += 1\nlog "{n}"', "n"),
    "a loop that stops early": (
        'let n = 0\nfor c in me.hand:\n    if c.worth > 1: break\n    n += 1\nlog "{n}"',
        "n",
    ),
    "a hypothetical change": ('log "{after(counted = me.gold; counted)}"', "after(counted = me.gold; counted)"),
    "as another player": ('log "{as_player(next_of(me), me.gold)}"', "as_player(next_of(me), me.gold)"),
    "what another could do": ('log "{can(next_of(me), shop)}"', "can(next_of(me), shop)"),
    "how much one could do": ('let n = options(me, buy); log "{n}"', "n"),
    "how often a position has been": ('log "{times(kept)}"', "times(kept)"),
    "when a position has been": ('let n = ago(kept); log "{n}"', "n"),
    "where a piece is": ('log "{low_1 in next_of(me).hand}"', "low_1 in next_of(me).hand"),
    "whose a piece is": ('log "{holder(low_1, hand)}"', "holder(low_1, hand)"),
    "a field of a piece": ('let c = first(discards)\nif c != none: log "{c.marked}"', "c.marked"),
    "a card before it lies open": (
        'let c = first(me.hand)\nif c != none:\n    log "{c.worth}"\n    move c to discards',
        "c.worth",
    ),
    "another card than the one laid open": (
        'let n = 0\nfor c in me.hand:\n    if c.worth == 1: n += c.worth\n    else: move c to discards\nlog "{n}"',
        "n",
    ),
    "a card laid face down": ('let c = first(me.hand)\nif c != none:\n    move c to pile\n    log "{c}"', "c"),
    "a secret choice": ('choose secretly n in 1..9 as bid; log "{n}"', "n"),
    "the branch of a secret choice": (
        'let n = 0\nchoose secretly:\n    option yes: n = 1\n    option no: n = 2\nlog "{n}"',
        "n",
    ),
    "a question for all": ('choose c in me.hand as put "You hold {me.hand}"', "me.hand"),
    "a question about another": ('choose secretly n in 1..2 "red has {next_of(me).gold}"', "next_of(me).gold"),
    "the purpose of a roll": ('roll d6 as r "against {me.gold}"', "me.gold"),
    "another's hand as options": ("choose secretly c in next_of(me).hand as steal", "next_of(me).hand"),
    "the deck as options": ("choose c in deck as look", "deck"),
    "one's own hand for another": ("choose c in me.hand by next_of(me) as take", "me.hand"),
    "values of a hand as options": ("choose w in [c.worth for c in me.hand] as name", "[c.worth for c in me.hand]"),
}
"""Effects of an action, and what is underlined in them."""

HARMLESS = {
    "sizes": 'log "{size(me.hand)} {size(deck)} {top(deck) == none} {count(p for p in players if size(p.hand) > 1)}"',
    "a card that lies open": 'let c = first(me.hand)\nif c != none:\n    move c to discards\n    log "{c}, {c.worth}"',
    "worth taken before it lies open": (
        'let c = first(me.hand)\nif c != none:\n    let n = c.worth\n    move c to discards\n    log "{n}"'
    ),
    "a card laid open by a procedure": 'let c = first(me.hand)\nif c != none:\n    do drop(c)\n    log "{c}"',
    "a card out of play": 'let c = top(deck)\nif c != none:\n    move c out\n    log "{c}"',
    "each card as it is laid open": 'for c in me.hand:\n    move c to discards\n    log "{c}"',
    "a chosen card that lies open": 'choose c in me.hand as put; move c to discards; log "{c}"',
    "what all know that another could do": 'log "{can(next_of(me), fair)} {options(me, call_out)}"',
    "an open position": 'note kept; log "{times(lying)} {ago(lying)}"',
    "a public choice": 'choose n in 1..me.gold as bid; log "{me} bids {n}"',
    "a public field": 'me.open_bid = me.gold; log "{me.open_bid}"',
    "what the author reveals": 'log "{reveal(me.hand)} {reveal(me.gold) + 1} {same(reveal(me.gold))}"',
    "a revealed local": 'let n = reveal(best_of(me)); log "{n}"; do say(n)',
    "a secret question": 'choose secretly c in me.hand as put "You hold {me.hand}"',
    "one's own cards": "choose c in me.hand as put",
    "one's own cards of a procedure": "for p in players: do pick_from(p)",
    "a drawn card": "let c = top(deck)\nif c != none:\n    move c to me.hand\n    choose secretly d in {c} as keep",
    "a place in the code": 'if me.gold > 3: log "{me} smiles"',
    "a roll": 'roll 2d6 as dice; me.gold = min(9, sum(dice)); log "{dice}"',
    "hidden things that stay hidden": "noted += me.gold; me.wish = first(me.hand)",
}


def _told(key: str, tmp_path: Path) -> list[tuple[str, str]]:
    """(code, what is underlined) of everything that is found."""
    path = tmp_path / "leaks.yaml"
    path.write_text(BASE.replace("%s", key), encoding="utf-8")
    lines = path.read_text(encoding="utf-8").splitlines()
    found = compile_ruleset(str(path)).diagnostics
    return [(each.code, lines[each.span.line - 1][each.span.column - 1 : each.span.end_column - 1]) for each in found]


def _effects(code: str) -> str:
    return "effects: |\n" + "".join(f"      {line}\n" for line in code.split("\n"))


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(name: str, tmp_path: Path) -> None:
    code, underlined = LEAKS[name]
    assert set(_told(_effects(code), tmp_path)) == {("YUP461", underlined)}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_all_may_know_is_left_alone(name: str, tmp_path: Path) -> None:
    assert _told(_effects(HARMLESS[name]), tmp_path) == []


HEADERS = {
    "a parameter that is computed": ("parameters: {n: {is: me.gold}}", ["me.gold"]),
    "a parameter of hidden values": (
        "parameters: {w: {in: '[c.worth for c in me.hand]'}}",
        ["'[c.worth for c in me.hand]'"],
    ),
    "another's cards": ("parameters: {c: {in: next_of(me).hand}}", ["next_of(me).hand"]),
    "an announcement of a hidden value": ("announce: has {me.gold}", ["me.gold"]),
    "an announcement of a secret parameter": (
        "{parameters: {n: {in: 1..3, secret: true}}, announce: 'takes {n}', effects: pass}",
        ["n"],
    ),
    "a secret parameter": ("parameters: {w: {in: '[c.worth for c in me.hand]', secret: true}}", []),
    "a secret action": ("{parameters: {n: {is: me.gold}}, secret: true, effects: pass}", []),
    "a revealed parameter": ("parameters: {n: {is: reveal(me.gold)}}", []),
    "a card, which is told when it lies open": ("parameters: {c: {in: me.hand}}", []),
    "an announcement of a card": ("{parameters: {c: {in: me.hand}}, announce: 'lays {c}', effects: pass}", []),
    "a number up to a hidden one": ("parameters: {n: {in: 1..me.gold}}", []),
    "a condition": ("when: has_high(me)", []),
}
"""The header of an action, and what is underlined in it."""


@pytest.mark.parametrize("name", HEADERS)
def test_the_header_of_an_action(name: str, tmp_path: Path) -> None:
    header, underlined = HEADERS[name]
    text = header if header.startswith("{") else f"{header}\n    effects: pass"
    assert _told(text, tmp_path) == [("YUP461", each) for each in underlined]


def test_it_is_an_error_since_version_3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "leaks.yaml"
    path.write_text(BASE.replace("%s", _effects('log "{me.hand}"')), encoding="utf-8")
    assert [each.severity for each in compile_ruleset(str(path)).diagnostics] == ["warning"]
    monkeypatch.setattr(World, "language", 3)
    compiled = compile_ruleset(str(path))
    assert [each.severity for each in compiled.diagnostics] == ["error"]
    assert compiled.program is None
