"""The proof of secrecy can fail: leaks are planted behind the checker, in rules (by `reveal`) and in the machine.

Each plant must be heard by the comparison it belongs to. Its harmless twin, the same rule with what all may know, must
not be.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.game import Game, State
from yupana.interpreter.machine import events, state, story, telling
from yupana.interpreter.machine.observation import Observation
from yupana.interpreter.machine.telling import Event
from yupana.interpreter.view import templates as looks
from yupana.interpreter.view.look import Look
from yupana.tests.conformance.hearsay import Heard, listen, look_around
from yupana.tests.found import faults

RULES = """
ruleset: {name: plants, title: Plants, language: 3}
players:
  min: 2
  max: 3
  names: [red, blue, green]
  fields:
    gold: {type: int 0..40, start: 5, visible: owner}
    marks: {type: "set[Suit]", visible: owner}
    bought: {type: "list[int, 3]", visible: owner}
    prices: {type: "map[Suit, int]", visible: owner}
    mood: {type: "Suit?", visible: owner}
    sly: {type: bool, visible: owner}
state:
  noted: {type: int 0..99, visible: none}
  open_sum: int 0..99
enums:
  Suit: [sun, moon]
kinds:
  Card:
    attributes: {worth: int}
    entries: {low: {count: 4, worth: 1}, high: {count: 4, worth: 4}}
    fields: {marked: {type: bool, visible: none}}
    start: deck
zones:
  deck: {of: Card, ordered: true, visible: none}
  hand: {of: Card, each: Player, visible: owner}
  pile: {of: Card, visible: none}
  discards: {of: Card}
functions:
  other: {of: {p: Player}, gives: Player, is: "(players after p)[0]"}
procedures:
  pick: {of: {p: Player}, effects: choose c in p.hand by p or pass}
actions:
  act: %s
  grow:
    effects: |
      me.gold += 1
      noted += 1
      for c in me.hand: c.marked = true
  take: {parameters: {card: {in: me.hand}}, effects: "move card to discards; open_sum += card.worth"}
setup:
  - do: |
      shuffle deck
      for p in players: draw 2 from deck to p.hand
flow:
  - turns: turn
    times: 2
look:
  player: [%s]
"""

Plant = tuple[str, str, str]
"""The sort of comparison that must hear it, the action that leaks, and its twin."""


def _line(leak: str, twin: str) -> Plant:
    """A line of the log that holds a value."""
    return "dealt anew", f"{{effects: 'log \"{{reveal({leak})}}\"'}}", f"{{effects: 'log \"{{{twin}}}\"'}}"


def _asked(leak: str, twin: str) -> Plant:
    """A choice of the next player."""
    return "the next question", f"{{effects: '{leak}'}}", f"{{effects: '{twin}'}}"


LEAKS: dict[str, Plant] = {
    # lines of the log
    "a field in the log": _line("me.gold", "open_sum"),
    "a field of the next player": _line("other(me).gold", "size(other(me).hand)"),
    "a field of the game": _line("noted", "open_sum"),
    "a field of a piece": _line("low_1.marked", "low_1.worth"),
    "a set": _line("size(me.marks)", "size(Suit)"),
    "a list": _line("sum(me.bought)", "size(players)"),
    "a map": _line("me.prices[moon]", "number(me)"),
    "a member": _line("me.mood", "sun"),
    "a bool": _line("me.sly", "open_sum > 3"),
    "a hand": _line("me.hand", "discards"),
    "the order of a hidden zone": _line("top(deck)", "size(deck)"),
    "the rank of a hidden card": _line("count(c for c in deck if c.worth == 1 and c != top(deck))", "size(deck)"),
    "where one of alike pieces is": _line("low_1 in me.hand", "low_1 in discards"),
    "the first by its number": _line("[number(c) for c in me.hand]", "[number(c) for c in discards]"),
    "a count in a hand": _line("count(c for c in me.hand if c.worth > 1)", "count(c for c in discards if c.worth > 1)"),
    "a sum over all hands": _line(
        "sum(sum(c.worth for c in p.hand) for p in players)", "sum(size(p.hand) for p in players)"
    ),
    "being reached": (
        "dealt anew",
        "{effects: 'if me.gold > 5: log \"rich\"'}",
        "{effects: 'if open_sum > 5: log \"rich\"'}",
    ),
    "the purpose of a roll": (
        "dealt anew",
        "{effects: 'roll d6 as r \"against {reveal(me.gold)}\"'}",
        "{effects: 'roll d6 as r \"against {open_sum}\"'}",
    ),
    # questions, and what is offered to somebody
    "a question": _asked('choose n in 1..2 "With {reveal(me.gold)}?"', 'choose n in 1..2 "With {open_sum}?"'),
    "a question to another": _asked(
        'choose n in 1..2 by other(me) "Of {reveal(sum(c.worth for c in me.hand))}?"',
        'choose n in 1..2 by other(me) "Of {size(me.hand)}?"',
    ),
    "a hand offered to another": _asked("choose c in reveal(me.hand) by other(me) or pass", "do pick(other(me))"),
    "so many options": _asked(
        "choose n in 0..reveal(me.gold) by other(me)", "choose n in 0..size(me.hand) by other(me)"
    ),
    "as many options as high cards": _asked(
        "choose n in 0..reveal(count(c for c in me.hand if c.worth > 1)) by other(me)",
        "choose n in 0..size(discards) by other(me)",
    ),
    # announcements
    "an announcement of what a card is worth": (
        "another option",
        "{parameters: {card: {in: me.hand}}, announce: 'hides {reveal(card.worth)}', effects: move card to pile}",
        "{parameters: {card: {in: me.hand}}, announce: 'hides {card}', effects: move card to pile}",
    ),
    "an announcement of a secret number": (
        "another option",
        "{parameters: {n: {in: 0..2, secret: true}}, announce: 'pays {reveal(n)}', effects: me.gold -= n}",
        "{parameters: {n: {in: 0..2, secret: true}}, announce: 'pays', effects: me.gold -= n}",
    ),
    "an announcement of a field": (
        "dealt anew",
        "{announce: 'has {reveal(me.gold)}', effects: pass}",
        "{announce: 'has {open_sum}', effects: pass}",
    ),
    "what is told of a secret choice": (
        "another option",
        "{effects: 'choose secretly n in 0..2 as bid; me.gold += n; log \"bids {reveal(n)}\"'}",
        "{effects: 'choose secretly n in 0..2 as bid; me.gold += n; log \"bids\"'}",
    ),
}


def _compiled(folder: Path, action: str, look: str = "") -> Compiled:
    path = folder / "plants.yaml"
    path.write_text(RULES % (action, look), encoding="utf-8")
    compiled = compile_ruleset(str(path))
    assert faults(compiled) == []
    return compiled


def _heard(compiled: Compiled) -> Heard:
    """What is heard in a few random games at every number of players, at every position."""
    assert compiled.program is not None
    game, look, heard = Game(compiled.program, compiled.ruleset), Look(compiled), Heard(forgiving=False)
    assert look.faults == []
    for players in (2, 3):
        draw = random.Random(players)
        position = game.start(players=players, seed=players)
        while not position.over:
            look_around(position, look, heard)
            listen(position, draw, heard, everybody=True)
            offered = position.option_tuples()
            planted = [each for each in offered if compiled.program.alternatives[each[0]].name == "act"]
            position.apply_tuple(draw.choice(planted if planted and draw.random() < 0.6 else offered))
    return heard


def _sorts(heard: Heard) -> set[str]:
    return {leak.partition(":")[0] for leak in heard.leaks}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_heard(name: str, tmp_path: Path) -> None:
    sort, leak, _ = LEAKS[name]
    heard = _heard(_compiled(tmp_path, leak))
    assert any(sort in each for each in _sorts(heard)), _sorts(heard)


@pytest.mark.parametrize("name", LEAKS)
def test_its_harmless_twin_is_not(name: str, tmp_path: Path) -> None:
    sort, _, twin = LEAKS[name]
    heard = _heard(_compiled(tmp_path, twin))
    assert heard.leaks == []
    assert sum(count for each, count in heard.compared.items() if sort in each) >= 10
    assert heard.compared["impossible"] < heard.compared["dealt anew"] / 4


# ---------------------------------------------------------------- leaks of the machine

HIDE = "{parameters: {card: {in: me.hand}}, effects: move card to pile}"
DRAW = "{effects: draw 1 from deck to me.hand}"
BID = "{effects: choose secretly n in 0..2 as bid; me.gold += n}"


def _tell_all(machine: Any, taken: Any, after: Any) -> tuple[Event, ...]:
    return (Event(machine.printer.option(taken.option)),)


def _and_a_sum(machine: Any, cells: Any, viewer: int, decision: Any) -> Observation:
    shown = _observe(machine, cells, viewer, decision)
    return {**shown, "fields": {**shown["fields"], "sum": sum(cells)}}


_observe = state.observe

MACHINE: dict[str, tuple[str, str, Any, str, Any]] = {
    "options are told with hidden pieces": (HIDE, "another option", telling, "is_hidden", lambda *_: False),
    "secret choices are told": (BID, "another option", story, "announce", _tell_all),
    "all options are told to all": (HIDE, "another option", story, "announce", _tell_all),
    "everybody is told what was drawn": (DRAW, "dealt anew", events, "sees_zone", lambda *_: True),
    "an observation holds what depends on hidden cells": (HIDE, "observation", state, "observe", _and_a_sum),
}


@pytest.mark.parametrize("name", MACHINE)
def test_a_leak_of_the_machine_is_heard(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    action, sort, module, word, instead = MACHINE[name]
    compiled = _compiled(tmp_path, action)
    assert _heard(compiled).leaks == []
    monkeypatch.setattr(module, word, instead)
    assert sort in _sorts(_heard(compiled))


LOOKS = {
    "a field of a player": '"{me.gold}"',
    "a field of the game": '"{noted}"',
    "a hand": '"{me.hand}"',
    "a count in a hand": '"{count(c for c in me.hand if c.worth > 1)}"',
    "the order of a hidden zone": '"{top(deck)}"',
}


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_that_shows_what_is_hidden_is_noticed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = _compiled(tmp_path, DRAW, LOOKS[name])
    assert _heard(compiled).leaks == []
    monkeypatch.setattr(looks, "secret_parts", lambda _: set())
    assert "look" in _sorts(_heard(compiled))


def test_a_spectator_and_the_others_do_not_see_a_lone_hidden_value_in_the_look(tmp_path: Path) -> None:
    """What one player alone has cannot be exchanged with anybody's; it is hidden nevertheless."""
    compiled = _compiled(tmp_path, DRAW, '"{me.gold}", "{noted}"')
    assert compiled.program is not None
    position: State = Game(compiled.program, compiled.ruleset).start(players=2, seed=1)
    look = Look(compiled)
    assert look.panel(position, 0, 0) == ["5", "?"]
    assert look.panel(position, 0, 1) == ["?", "?"]
    assert look.panel(position, 0, -1) == ["?", "?"]


@pytest.mark.parametrize("line", ["{1 if low_1 == top(deck) else 0}", "{0 * me.gold}", "{low_1 in deck}"])
def test_what_was_worked_out_from_something_hidden_is_not_shown_though_it_is_mostly_the_same(
    line: str, tmp_path: Path
) -> None:
    """Were it shown where some positions that look alike agree in it, its absence elsewhere would tell them apart."""
    compiled = _compiled(tmp_path, DRAW, f'"{line}"')
    assert compiled.program is not None
    position: State = Game(compiled.program, compiled.ruleset).start(players=2, seed=1)
    assert Look(compiled).panel(position, 1, -1) == ["?"]
