"""What no game comes to cannot change how it plays, and is said to be unused; what a game may come to never is."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tests.tools_compare.small import TEXT, difference, edited
from yupana.tools.compare.model import Difference

Edit = tuple[str, str]

ACTION = ("  idle: {effects: pass}", "  idle: {effects: pass}\n  dream: {menu: night, effects: me.coins += 1}")
STATE = ("  pot: {", "  mood: MOOD\n  pot: {")
WRITES = ("me.sold += 1", "me.sold += 1\n      mood = true")
ADJUSTMENT = ("setup:\n", "adjustments:\n  dearer: {of: value_of, value: value + 1, for: turn}\nsetup:\n")
BASE = edited(("    is: price(s.worth, season)", "    is: price(s.worth, season)\n    adjustable: true"))

UNUSED: dict[str, tuple[str, str]] = {
    "an action whose menu nobody offers": (TEXT, edited(ACTION)),
    "such an action with other effects": (edited(ACTION), edited(ACTION).replace("coins += 1}", "coins += 2}")),
    "a function that nobody calls": (TEXT, edited(("value_of(s) > 3 and", "value_of(s) > 4 and"))),
    "what only such a function calls": (
        edited(("  dear: {", "  low: 3\n  dear: {"), ("value_of(s) > 3 and", "value_of(s) > low and")),
        edited(("  dear: {", "  low: 4\n  dear: {"), ("value_of(s) > 3 and", "value_of(s) > low and")),
    ),
    "a procedure that nobody does": (TEXT, edited(("me.coins -= n", "me.coins -= 2 * n"))),
    "a constant that nobody reads": (TEXT, edited(("  fee: 1", "  fee: 1\n  spare: 3"))),
    "an option that nobody reads": (TEXT, edited(("default: false", "default: true"))),
    "a field that nobody names": (TEXT, edited(STATE).replace("MOOD", "int 0..9")),
    "a field that is only set": (
        edited(STATE, WRITES).replace("MOOD", "bool"),
        edited(STATE, WRITES).replace("MOOD", "{type: bool, start: true}"),
    ),
    "an adjustment that is never in force": (BASE, BASE.replace(*ADJUSTMENT)),
    "an adjustment of what nobody calls": (
        edited(('s.grain == oat"}', 's.grain == oat", adjustable: true}')),
        edited(
            ('s.grain == oat"}', 's.grain == oat", adjustable: true}'),
            ("setup:\n", "adjustments:\n  dull: {of: dear, value: not value}\nsetup:\n"),
        ),
    ),
    "a kind of which nothing is in the game": (
        TEXT,
        edited(("boards:\n", "  Cart: {attributes: {load: int}, entries: {cart: {count: 2, load: 3}}}\nboards:\n")),
    ),
    "links that nobody walks": (TEXT, edited(("[farm, town]", "[mill, town, {toll: 2}]"))),
    "an enum": (TEXT, edited(("Grain: [rye, oat]", "Grain: [rye, oat], Wind: [calm, storm]"))),
    "the order of an action that nobody is offered": (
        edited(ACTION),
        edited(("  fetch:\n", "  dream: {menu: night, effects: me.coins += 1}\n  fetch:\n")),
    ),
}

USED: dict[str, tuple[str, str]] = {
    "an action in a menu that effects offer": (
        edited(ACTION, ("me.sold += 1", "me.sold += 1\n      offer night or pass")),
        edited(ACTION, ("me.sold += 1", "me.sold += 1\n      offer night or pass")).replace("+= 1}", "+= 2}"),
    ),
    "an action that comes into a menu": (
        edited(ACTION),
        edited(ACTION).replace("menu: night", "menu: [night, main]"),
    ),
    "an action in the menu of a step": (
        edited(ACTION, ("turns: turn", "{turns: turn, menu: night}")),
        edited(ACTION, ("turns: turn", "{turns: turn, menu: night}")).replace("+= 1}", "+= 2}"),
    ),
    "a function that was called": (
        TEXT,
        edited(("me.coins += value_of(sack)", "me.coins += 1"), ("worth: int}", "worth: int}")),
    ),
    "a condition of an entry": (TEXT, edited(("grain: oat, worth: 3", "grain: oat, worth: 2"))),
    "a table": (TEXT, edited(("[5, 6]", "[5, 7]"))),
    "a field that is added to": (TEXT, edited(("sold: int 0..99", "sold: int 0..9"))),
    "a field that is only set, of bounded numbers": (
        edited(STATE, ("me.sold += 1", "me.sold += 1\n      mood = season")).replace("MOOD", "int 0..9"),
        edited(STATE, ("me.sold += 1", "me.sold += 1\n      mood = season")).replace("MOOD", "int 0..1"),
    ),
    "who sees a field that is only set": (
        edited(STATE, WRITES).replace("MOOD", "bool"),
        edited(STATE, WRITES).replace("MOOD", "{type: bool, visible: none}"),
    ),
    "a field whose beginning is worked out": (TEXT, edited(STATE).replace("MOOD", "{type: int 0..9, start: 9 // fee}")),
    "an adjustment that is in force for good": (
        BASE,
        BASE.replace("setup:\n", "adjustments:\n  dearer: {of: value_of, value: value + 1}\nsetup:\n"),
    ),
    "an adjustment that is activated": (
        BASE.replace(*ADJUSTMENT).replace("me.sold += 1", "me.sold += 1\n      activate dearer"),
        BASE.replace(*ADJUSTMENT)
        .replace("me.sold += 1", "me.sold += 1\n      activate dearer")
        .replace("value + 1", "value + 2"),
    ),
    "a zone where pieces begin": (TEXT, edited(("pile: {of: Sack, ordered: true}", "pile: {of: Sack}"))),
    "who sees a zone": (
        TEXT,
        edited(("store: {of: Sack, each: Player}", "store: {of: Sack, each: Player, visible: owner}")),
    ),
    "an end": (TEXT, edited(("{2: 5, 3: 4}", "{2: 5, 3: 5}"))),
    "a point": (TEXT, edited(("sacks: size(me.store)", "sacks: 2 * size(me.store)"))),
    "a tie-break": (TEXT, edited(("tie_break: [me.sold]", "tie_break: [-me.sold]"))),
    "a constant behind a parameter of its name": (
        edited(
            ("idle: {effects", "idle: {parameters: {fee: {in: 0..fee}}, effects"),
        ),
        edited(
            ("fee: 1", "fee: 2"),
            ("cost: {coins: fee}", "cost: {coins: 1}"),
            ("idle: {effects", "idle: {parameters: {fee: {in: 0..fee}}, effects"),
        ),
    ),
    "what code names that cannot be read": (
        edited(ACTION, ("me.coins -= n", "me.coins -= ")),
        edited(ACTION, ("me.coins -= n", "me.coins -= "), ("me.sold += 1", "me.sold += (1")),
    ),
}


def _found(folder: Path, pair: tuple[str, str]) -> Difference:
    found = difference(folder, pair[1], pair[0])
    assert found.changes
    return found


@pytest.mark.parametrize("case", UNUSED)
def test_what_no_game_comes_to_is_unused(tmp_path: Path, case: str) -> None:
    found = _found(tmp_path, UNUSED[case])
    assert all(each.unused for each in found.changes), [each.path for each in found.changes]
    assert not found.plays


@pytest.mark.parametrize("case", USED)
def test_what_a_game_may_come_to_is_never_called_unused(tmp_path: Path, case: str) -> None:
    found = _found(tmp_path, USED[case])
    assert not any(each.unused for each in found.changes), [each.path for each in found.changes if each.unused]
    assert found.plays


def test_it_is_said_in_every_form(yupana: Yupana, files: Files, tmp_path: Path) -> None:
    files(("value_of(s) > 3 and", "value_of(s) > 4 and"), ("fee: 1", "fee: 2"))
    words = ("diff", "old.yaml", "new.yaml")
    out = " ".join(yupana(*words).out.split())
    assert "2 changes: 2 changed; 1 of them can change how the game plays; 1 is of what no game comes to." in out
    assert "not used in play: no game comes to it" in out
    assert "  - not used in play: no game comes to it" in yupana(*words, "--markdown").out
    changes = yupana(*words, "--json").document["changes"]
    assert [(each["path"], each["plays"], each["unused"]) for each in changes] == [
        ("constants.fee", True, False),
        ("functions.dear", False, True),
    ]
    told = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "1", "-o", "report.html").out
    assert "functions.dear" not in told
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "not used in play: no game comes to it" in report


# ---------------------------------------------------------------- texts

LOG = ("me.sold += 1", 'me.sold += 1\n      log "the fee is {fee}, {sack} is sold"')


@pytest.mark.parametrize(
    ("old", "new", "kinds", "plays"),
    [
        (edited(LOG), edited(LOG).replace("the fee is", "a fee was"), ["changed"], False),
        (edited(LOG), edited(LOG).replace("{fee}, {sack}", "{fee + 1}, {sack}"), ["changed"], True),
        (
            edited(LOG),
            edited(LOG).replace("fee: 1", "due: 1").replace("coins: fee", "coins: due").replace("{fee}", "{due}")
            .replace("coins - fee", "coins - due").replace("first_coins - due", "first_coins - due"),
            ["renamed"],
            False,
        ),
    ],
    ids=["other words", "another value", "a value by its new name among words that stay"],
)  # fmt: skip
def test_words_of_texts_change_nothing_in_play(
    tmp_path: Path, old: str, new: str, kinds: list[str], plays: bool
) -> None:
    found = difference(tmp_path, new.replace("a_fee_is_paid", "a_due"), old.replace("a_fee_is_paid", "a_due"))
    assert [each.kind for each in found.changes] == kinds
    assert found.plays is plays
