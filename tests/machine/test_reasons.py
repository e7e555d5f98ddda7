"""`why not` in the words of the rules: down to the part that decides, and no further than a seat sees."""

from __future__ import annotations

from pathlib import Path

import pytest
import yupana

RULESET = """
ruleset: {name: steps, title: Steps, language: 3}
players:
  min: 2
  max: 2
  names: [red, blue]
  fields:
    ap: {type: int 0..9, start: 3}
    plan: {type: int 0..9, start: 4, visible: owner}
constants: {most: 5}
state:
  trap: {type: int 0..9, start: 7, visible: none}
enums: {Colour: [brown, white]}
kinds:
  Card:
    attributes: {worth: int}
    predicates: {usable: {of: {p: Player}}}
    entries:
      ace: {worth: 9, usable: p.ap > 5, text: An ace needs a rich player, source: S-9}
      two: {worth: 2, usable: "true", start: pile}
      three: {worth: 3, usable: p.ap > worth, start: pile}
zones:
  pile: {of: Card}
  hand: {of: Card, each: Player, visible: owner}
boards:
  grid:
    kind: Square
    square: {columns: 3, rows: 3}
    fields: {mark: Player?, level: int 0..9}
functions:
  free: {of: {s: Square}, source: S-1, text: A square is free, is: s.mark == none and not crowded(s)}
  crowded:
    of: {s: Square}
    source: S-2
    is: any(n.mark != none for n in neighbors(s))
  calm: {of: {s: Square}, is: all(n.level < 2 for n in neighbors(s))}
  low:
    of: {s: Square}
    source: S-3
    is: |
      let here = s.level
      if here > most:
          return false
      let twice = here * 2
      return twice < 3
  goals:
    of: {s: Square}
    text: Where one may go
    source: S-4
    gives: list[Square]
    is: |
      let near = neighbors(s)
      if s.mark != none:
          return []
      return [n for n in near if n.level == 0]
  heights: {of: {s: Square}, gives: "list[int]", is: "[n.level for n in neighbors(s) if n.mark == none]"}
  above: {of: {n: int}, is: n > most}
  looped:
    of: {s: Square}
    text: No mark before
    is: |
      for each in Square:
          if each.mark != none: return false
      return true
  sound:
    of: {s: Square}
    source: S-1
    requires:
      unmarked: {is: s.mark == none, source: S-2, text: No mark stands there}
      quiet: not crowded(s)
      flat: {is: s.level < 3, text: The square is flat}
    is: s != a1
actions:
  found:
    requires:
      sound: sound(at)
      poor: {is: me.ap < 3 or at == c1, source: [S-4, S-7], text: Only the poor found}
    parameters: {at: {in: Square}}
    effects: pass
  put: {source: S-7, parameters: {at: {in: Square, if: free(at)}}, effects: at.mark = me}
  rest: {parameters: {at: {in: Square, if: calm(at)}}, effects: pass}
  dig: {parameters: {at: {in: Square, if: low(at)}}, effects: pass}
  go: {parameters: {start: {in: Square}, to: {in: goals(start)}}, effects: pass}
  match: {parameters: {at: {in: Square}, n: {in: heights(at)}}, effects: pass}
  rise: {parameters: {n: {in: 0..9, if: above(n) or n == 3}}, effects: pass}
  use: {parameters: {card: {in: Card, if: card.usable(me)}}, effects: pass}
  lay: {parameters: {card: {in: me.hand, if: card.worth > 2}}, effects: pass}
  take: {parameters: {card: {in: pile, if: card.worth > me.plan}}, effects: pass}
  spy: {when: trap > 8, parameters: {at: {in: Square, if: at.level > 0}}, effects: pass}
  both: {when: trap > 8 and foe(me).plan > 8, effects: pass}
  rob: {parameters: {card: {in: Card, if: card in foe(me).hand and card.worth > 2}}, effects: pass}
  mark_all: {parameters: {at: {in: Square, if: looped(at)}}, effects: pass}
  pick: {effects: choose s in Square if s.level > 0 or s == a1 by me as picked}
flow:
  - turns: turn
    until: me.ap > 8
rulebook:
  sections: {S: Steps}
  rules:
    S-1: {section: S, text: A mark goes on a free square.}
    S-2: {section: S, text: No mark lies beside another.}
    S-3: {section: S, text: "Nobody digs deeper than {most}."}
    S-4: {section: S, text: One goes to a flat neighbour.}
    S-7: {section: S, text: A player puts a mark.}
    S-9: {section: S, text: Aces are for the rich.}
"""
FOE = "  foe: {of: {p: Player}, gives: Player, is: '(players after p)[0]'}\n"


@pytest.fixture(name="folder")
def folder_(tmp_path: Path) -> Path:
    """A folder with the ruleset."""
    text = RULESET.replace("functions:\n", "functions:\n" + FOE, 1)
    text = text.replace(
        "flow:\n", "setup: 'b2.mark = red; c3.level = 2; a3.level = 6; move ace to red.hand'\nflow:\n", 1
    )
    (tmp_path / "steps.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def _state(folder: Path, *changes: tuple[str, str]) -> yupana.State:
    path = folder / "steps.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return yupana.load(path).start(2, 1)


ANSWERS = {
    # the part of a conjunction, with its value; the rule and the text of the function around it
    "put(at=b2)": "A square is free: `s.mark == none` does not hold: `s.mark` is red (with s=b2); {28}. "
    "S-1: A mark goes on a free square.",
    # a function that must not hold, and the member that makes it so
    "put(at=b1)": "A square is free: `n.mark != none` holds, which rules it out: `n.mark` is red (with n=b2); {32}. "
    "S-2: No mark lies beside another.",
    # the member for which `all` fails
    "rest(at=b3)": "`n.level < 2` does not hold: `n.level` is 6 (with n=a3); {33}.",
    # a test that leads to `return false`, and a `let` on the way; the number in the rule is filled in
    "dig(at=a3)": "`here > most` holds, which rules it out: `most` is 5 (with here=6); {39}. "
    "S-3: Nobody digs deeper than 5.",
    "dig(at=c3)": "`twice < 3` does not hold (with twice=4); {42}. S-3: Nobody digs deeper than 5.",
    # conditions with names: their own text and rule, else those of the function around them
    "found(at=b2)": "No mark stands there: `s.mark == none` does not hold: `s.mark` is red (with s=b2); {33}. "
    "S-2: No mark lies beside another.",
    "found(at=a2)": "`n.mark != none` holds, which rules it out: `n.mark` is red (with n=b2); {33}. "
    "S-2: No mark lies beside another.",
    "found(at=a3)": "The square is flat: `s.level < 3` does not hold: `s.level` is 6 (with s=a3); {33}. "
    "S-1: A mark goes on a free square.",
    "found(at=a1)": "`s != a1` does not hold (with s=a1); {33}. S-1: A mark goes on a free square.",
    "found(at=c3)": "Only the poor found: `me.ap < 3 or at == c1` does not hold: `me.ap` is 3 (with at=c3); {33}. "
    "S-4: One goes to a flat neighbour. S-7: A player puts a mark.",
    # a value that is not in a list: the list's condition, its candidates, an early end
    "go(start=b3, to=a3)": "Where one may go: a3 is not among `goals(start)`: `n.level == 0` does not hold: "
    "`n.level` is 6 (with n=a3)",
    "go(start=a1, to=c3)": "Where one may go: c3 is not among `neighbors(s)`, which is [b1, a2] (with s=a1); {49}. "
    "S-4: One goes to a flat neighbour.",
    "go(start=b2, to=b1)": "Where one may go: b1 is not among `goals(start)`: `s.mark != none` holds, which "
    "rules it out: `s.mark` is red (with s=b2)",
    "match(at=c3, n=5)": "5 is not among `heights(at)`, which is [0, 0] (with at=c3)",
    # all parts of a disjunction
    "rise(n=4)": "`above(n) or n == 3` does not hold: `above(n)` is false (with n=4)",
    # what an entry says for itself, with its text and rule
    "use(card=ace)": "An ace needs a rich player: `p.ap > 5` does not hold: `p.ap` is 3 (with p=red); {20}. "
    "S-9: Aces are for the rich.",
    "use(card=three)": "`p.ap > worth` does not hold: `p.ap` is 3 (with p=red, worth=3)",
    # a loop cannot be followed: the function itself
    "mark_all(at=a1)": "`looped(at)` does not hold (with at=a1)",
    # what one sees oneself may be told
    "take(card=two)": "`card.worth > me.plan` does not hold: `card.worth` is 2, `me.plan` is 4 (with card=two)",
    "lay(card=two)": "two is not among `me.hand`, which is [ace]; ",
}


@pytest.mark.parametrize("option", ANSWERS)
def test_the_part_that_decides_is_told(option: str, folder: Path) -> None:
    state = _state(folder)
    before = state.key
    said = state.why_not(option)
    wanted = ANSWERS[option]
    wanted, _, rest = wanted.partition("{")
    assert said.startswith(f"`{option}` is not offered: {wanted}"), said
    if rest:
        _, _, rules = rest.partition("}")
        assert said.endswith(rules), said
    assert state.key == before


def test_the_place_is_that_of_the_part(folder: Path) -> None:
    state = _state(folder)
    lines = (folder / "steps.yaml").read_text(encoding="utf-8").splitlines()
    wanted = next(number for number, line in enumerate(lines, 1) if "return twice < 3" in line)
    assert f"steps.yaml:{wanted}." in state.why_not("dig(at=c3)")


def test_what_is_chosen_in_effects_is_explained_too(folder: Path) -> None:
    state = _state(folder)
    state.apply("pick")
    said = state.why_not("picked(s=b2)")
    assert "`s.level > 0 or s == a1` does not hold: `s.level` is 0 (with s=b2)" in said


@pytest.mark.parametrize("option", ["spy(at=a1)", "both", "rob(card=two)", "rob(card=ace)", "rob", "take(card=two)"])
def test_what_a_seat_cannot_see_makes_no_difference(option: str, folder: Path) -> None:
    """The answer is the same whatever is hidden."""
    here = _state(folder, ("start: 4, visible: owner", "start: 4, visible: none")).why_not(option)
    changes = [
        ("start: 7, visible: none", "start: 9, visible: none"),
        ("move ace to red.hand", "move two to blue.hand"),
    ]
    if option == "take(card=two)":
        changes = [("start: 4, visible: none", "start: 6, visible: none")]
    there = _state(folder, *changes).why_not(option)
    assert here == there
    assert "not offered" in here


def test_an_open_condition_is_told_before_what_is_hidden(folder: Path) -> None:
    assert "`at.level > 0` does not hold: `at.level` is 0 (with at=a1)" in _state(folder).why_not("spy(at=a1)")


def test_where_only_one_hidden_condition_can_have_failed_it_is_named(folder: Path) -> None:
    said = _state(folder).why_not("spy(at=c3)")
    assert "`trap > 8` does not hold; " in said
    assert "7" not in said.partition(";")[0]


def test_of_several_hidden_conditions_none_is_named(folder: Path) -> None:
    assert _state(folder).why_not("both") == "`both` is not offered: it depends on what red cannot see."


def test_a_ruleset_from_the_cache_gives_the_same_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(folder / "cache"))
    first = _state(folder).why_not("put(at=b1)")
    again = yupana.load(folder / "steps.yaml")
    assert again.ruleset is None
    assert again.start(2, 1).why_not("put(at=b1)") == first


def test_a_ruleset_that_was_edited_meanwhile_is_not_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that are played are not those of the file any more."""
    monkeypatch.setenv("YUPANA_CACHE", str(folder / "cache"))
    _state(folder)
    state = yupana.load(folder / "steps.yaml").start(2, 1)
    path = folder / "steps.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("n.mark != none for", "n.level > 8 for"), encoding="utf-8")
    assert "`free(at)` does not hold (with at=b1)" in state.why_not("put(at=b1)")
