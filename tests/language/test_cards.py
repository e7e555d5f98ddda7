"""What holds of entries that carry rules, for any cards, wherever they lie: all copies of an entry inherit what it
carries, the name of an entry says what its copies say one by one, and fmt keeps all of it."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.found import BackEnd, faults
from yupana.tools.format.page import format_text
from yupana.tools.format.roles import Attributes

LAWS = {
    "a_copy_has_an_entry": "all(c == c.entry and c in c.entry and size(c.entry) >= 1 for c in C)",
    "copies_make_the_kind": "sum(size(e) for e in CEntry) == size(C) and all(c.entry == e for e in CEntry for c in e)",
    "a_name_in_a_zone_counts_its_copies": (
        "all((count(e in z) == count(c in z for c in e)) and (e in z) == any(c in z for c in e) "
        "for e in CEntry for p in players for z in [list(p.house), list(heap)])"
    ),
    "every_copy_lies_in_one_place": (
        "all(count(e in heap) + sum(count(e in p.house) for p in players) == size(e) for e in CEntry)"
    ),
    "attributes_are_inherited": "all(c.worth == e.worth for e in CEntry for c in e)",
    "predicates_are_inherited": "all(c.rich(n) == (e.worth > n) for e in CEntry for c in e for n in -1..4)",
    "procedures_are_inherited": (
        "all(after(red.money = 0; do c.earn(red, 2); red.money) == 2 * e.worth + e.more for e in CEntry for c in e)"
    ),
    "adjustments_count_for_every_copy": (
        "all(as_player(p, price(3)) == 3 + sum(c.raise for c in p.house) for p in players)"
    ),
}


@st.composite
def entries(draw: st.DrawFn) -> list[tuple[int, int, int, int]]:
    """How many copies each entry has, what it is worth, what it gives beside that, and what it adds to the price."""
    one = st.tuples(st.integers(1, 3), st.integers(0, 4), st.integers(0, 2), st.integers(0, 3))
    copies, *rest = draw(one)
    return [(copies + 1, *rest), *draw(st.lists(one, max_size=4))]  # a kind with no several copies has no entries


def ruleset(cards: list[tuple[int, int, int, int]], moved: list[tuple[int, bool]]) -> str:
    """A ruleset whose examples are the laws, with some cards moved to the players."""
    names = [
        f"card_{number}_{copy + 1}" if copies > 1 else f"card_{number}"
        for number, (copies, *_) in enumerate(cards)
        for copy in range(copies)
    ]
    lines = [
        "ruleset: {name: laws, title: Laws, language: 4}",
        "players: {min: 2, max: 2, names: [red, blue], fields: {money: int}}",
        "functions: {price: {of: {n: int}, gives: int, is: n, adjustable: true}}",
        "kinds:",
        "  C:",
        "    attributes: {worth: int, more: int, raise: int}",
        "    predicates: {rich: {of: {n: int}}}",
        "    procedures: {earn: {of: {p: Player, n: int}}}",
        "    defaults: {rich: worth > n, earn: p.money += n * worth}",
        "    while: it in me.house",
        "    start: heap",
        "    entries:",
    ]
    for number, (copies, worth, more, raised) in enumerate(cards):
        lines += [
            f"      card_{number}:",
            f"        worth: {worth}",
            f"        more: {more}",
            f"        raise: {raised}",
        ]
        lines += [f"        count: {copies}"] if copies > 1 or number % 2 else []
        lines += ['        earn: "p.money += n * worth; p.money += more"'] if more else []
        lines += [f"        adjustments: {{up_{number}: {{of: price, value: value + raise}}}}"] if raised else []
    lines += [
        "zones: {heap: {of: C}, house: {of: C, each: Player}}",
        "actions: {wait: {effects: pass}}",
        "flow: [{turns: turn}]",
        "examples:",
    ]
    for name, law in LAWS.items():
        lines += [f"  {name}:", "    given: |", "      pass"]
        for at, is_red in moved:
            card = names[at % len(names)]
            lines.append(f"      for c in C if c == {card}: move c to {'red' if is_red else 'blue'}.house")
        lines.append(f'    then: "{law}"')
    return "\n".join([*lines, ""])


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(cards=entries(), moved=st.lists(st.tuples(st.integers(0, 20), st.booleans()), max_size=6))
def test_laws_of_cards(
    cards: list[tuple[int, int, int, int]], moved: list[tuple[int, bool]], tmp_path: Path, back_end: BackEnd
) -> None:
    path = tmp_path / "laws.yaml"
    text = ruleset(cards, moved)
    path.write_text(text, encoding="utf-8")
    what = compile_ruleset(str(path))
    assert faults(what) == []
    assert [(each.name, each.message) for each in back_end.examples(what, None) if not each.ok] == []
    attributes = Attributes.of(what.ruleset)
    shown = format_text(text, attributes)
    assert format_text(shown, attributes) == shown
    path.write_text(shown, encoding="utf-8")
    again = compile_ruleset(str(path))
    assert [(each.name, each.message) for each in back_end.examples(again, None) if not each.ok] == []
