"""Messages whose cure works: what is removed, what stands in another section, who may see, what does itself again."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.render import render
from yupana.schemas.source import Diagnostic

BASE = """
ruleset: {name: base, title: Base, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {coins: int 0..99}}
constants: {price: 3}
functions: {toll: {of: {n: int}, is: n + 1}}
kinds:
  Card:
    procedures: {played: {of: {p: Player}}}
    start: deck
    entries: {coin: {played: p.coins += 1}, gem: {played: p.coins += 2}}
zones: {deck: {of: Card}, hand: {of: Card, each: Player, visible: owner}}
actions:
  a1: {source: R-1, effects: me.coins += price}
  a2: {source: [R-1, R-2], effects: me.coins += price}
  a3: {source: R-1, effects: me.coins += price}
  a4: {source: R-1, effects: me.coins += price}
  a5: {source: R-1, effects: me.coins += price}
  a6: {source: R-1, effects: me.coins += price}
  a7: {source: R-1, effects: do coin.played(me)}
flow: [{turns: turn, times: 2}]
rulebook: {rules: {R-1: {section: s, text: One.}, R-2: {section: s, text: Two.}, R-11: {section: s, text: Three.}}}
"""


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the base, in which `mod.yaml` is to be written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    return tmp_path / "mod.yaml"


def told(mod: Path, body: str) -> list[Diagnostic]:
    """What is told of an overlay with this body."""
    mod.write_text("ruleset: {name: mod, title: Mod, extends: base}\n" + body, encoding="utf-8")
    return compile_ruleset("base.yaml+./mod.yaml").diagnostics


def test_a_rule_that_the_overlay_removed_is_no_misspelling(mod: Path) -> None:
    [fault] = told(mod, "remove: {rulebook: {rules: [R-1]}}\n")
    assert fault.code == "YUP452"
    assert fault.message == "`R-1` is removed here, but it is still used in 7 places"
    assert len(fault.related) == 7


def test_every_place_that_uses_what_is_removed_is_told(mod: Path) -> None:
    [fault] = told(mod, "remove: {constants: [price]}\n")
    shown = render(fault, {})
    assert [span.line for span, _ in fault.related] == [13, 14, 15, 16, 17, 18]
    assert "also at" in shown
    assert "base.yaml:18:" in shown


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("remove: {tables: [toll]}", "what is called `toll` stands in `functions`: `remove: {functions: [toll]}`"),
        (
            "change: {actions: {price: 4}}",
            "what is called `price` stands in `constants`: `change: {constants: {price: …}}`",
        ),
        (
            "replace: {constants: {gem: 4}}",
            "what is called `gem` stands in `kinds.Card.entries`: `replace: {kinds: {Card: {entries: {gem: …}}}}`",
        ),
        ("change: {constants: {turn: 4}}", "what is called `turn` stands in `flow`: `change: {flow: {turn: …}}`"),
        ("change: {constants: {prise: 4}}", "did you mean `price`?"),
        ("change: {constants: {nowhere: 4}}", "write it in the section itself to add it"),
    ],
)
def test_what_stands_in_another_section_is_found_there(mod: Path, body: str, hint: str) -> None:
    assert [each.hint for each in told(mod, body + "\n") if each.code == "YUP232"] == [hint]


def hints_of_hidden(mod: Path, *effects: str) -> list[str]:
    """What is advised where effects of an action tell something hidden."""
    lines = "".join(f"      {each}\n" for each in effects)
    return [each.hint for each in told(mod, f"actions:\n  act:\n    effects: |\n{lines}") if each.code == "YUP461"]


@pytest.mark.parametrize("several", ["", "2 ", "up to 2 "])
def test_who_may_see_it_is_to_decide(mod: Path, several: str) -> None:
    """What is advised is a cure."""
    (hint,) = hints_of_hidden(mod, f"choose {several}c in opponent.hand as take")
    assert "`let p = …`, then `choose c in p.hand by p`" in hint
    assert hints_of_hidden(mod, "let p = opponent", f"choose {several}c in p.hand by p as take") == []


def test_what_all_read_is_to_be_revealed(mod: Path) -> None:
    (hint,) = hints_of_hidden(mod, 'log "{me.hand}"')
    assert hint.startswith("write `reveal(…)` around it")
    assert hints_of_hidden(mod, 'log "{reveal(me.hand)}"') == []


ENTRIES = {
    "itself": "coin: {played: do gem.played(p)}",
    "itself by a value": "coin: {played: 'for c in deck: do c.played(p)'}",
    "through a procedure": "coin: {played: do paid(p)}",
    "through an adjustment": "coin: {played: do taken(p)}",
    "through a menu": "coin: {played: offer main}",
}


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
@pytest.mark.parametrize("whole", [False, True], ids=["over", "whole"])
def test_an_entry_that_does_its_own_procedure_again_is_told(mod: Path, entry: str, *, whole: bool) -> None:
    """Whichever element of the circle the search comes to first."""
    more = "\n".join(
        [
            "procedures:",
            "  paid: {of: {p: Player}, effects: do coin.played(p)}",
            "  taken: {of: {p: Player}, adjustable: true, effects: pass}",
            "adjustments: {more: {of: taken, after: do gem.played(p)}}",
        ]
    )
    if whole:
        mod.write_text(BASE.replace("coin: {played: p.coins += 1}", entry) + more, encoding="utf-8")
        found = compile_ruleset("./mod.yaml").diagnostics
    else:
        name, _, value = entry.partition(": ")
        found = told(mod, f"change: {{kinds: {{Card: {{entries: {{{name}: {value}}}}}}}}}\n{more}\n")
    assert "YUP431" in {each.code for each in found}
    assert {each.code for each in found} <= {"YUP431"}
