"""What counts as a difference, and where it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools_compare.small import TEXT, difference, edited, only, told, values


@pytest.mark.parametrize(
    "edits",
    [
        [("value_of(s) > 3 and s.grain == oat", "( value_of( s )>3 )  and (s.grain==oat)")],
        [
            (
                "    effects: draw 1 from pile to me.store",
                "    effects: |\n      # what is next\n      draw 1 from pile to me.store",
            )
        ],
        [("  fee: 1\n", "  fee: {value: 1}   # a coin\n")],
        [("text: What there is.", 'text: "What\n          there is."')],
        [
            (
                "  first_coins: {value: 3, source: M-1}\n  free_visits: 0\n",
                "  free_visits: 0\n  first_coins: {source: [M-1], value: 3}\n",
            )
        ],
        [("language: 1}", "language: 1}\n# nothing else")],
        [("then: red.sold == 1", "seed: 1\n    then: [red.sold == 1]")],
    ],
)
def test_layout_is_no_difference(tmp_path: Path, edits: list[tuple[str, str]]) -> None:
    assert told(difference(tmp_path, edited(*edits))) == []


def test_what_counts_of_a_position_is_code(tmp_path: Path) -> None:
    """Its parts are expressions, and blanks in them mean nothing."""
    at = "rulebook:\n  sections"
    old = TEXT.replace(at, f'positions: {{seen: {{of: ["Player .sold", pot]}}}}\n{at}')
    assert old != TEXT
    assert told(difference(tmp_path, old.replace("Player .sold", "Player.sold"), old)) == []
    assert told(difference(tmp_path, old.replace(", pot]", "]"), old)) == ["changed positions.seen"]


def test_what_an_entry_does_is_code(tmp_path: Path) -> None:
    """Its layout and the names of its locals do not count; what changes in it does."""
    slot, rye = ("    start: pile\n", "    procedures: {grind: {}}\n    start: pile\n"), "grain: rye, worth: 2"
    entry = f'{rye}, grind: "let n = 2\\nme.coins += n"'
    oat = ("grain: oat, worth: 3", "grain: oat, worth: 3, grind: pass")
    old = edited(slot, (rye, entry), oat)
    for again in ('"let n  =  2   # two\\nme.coins += (n)"', '"let more = 2\\nme.coins += more"'):
        new = edited(slot, (rye, f"{rye}, grind: {again}"), oat)
        assert told(difference(tmp_path, new, old)) == []
    change = only(difference(tmp_path, edited(slot, (rye, entry.replace("= 2", "= 3")), oat), old))
    assert change.path == "kinds.Sack.entries.rye_sack"
    assert values(change) == {"values.grind": ("let n = 2\nme.coins += n", "let n = 3\nme.coins += n")}


@pytest.mark.parametrize(
    ("old", "new", "path", "parts"),
    [
        ("fee: 1", "fee: 0", "constants.fee", {"value": ("1", "0")}),
        ("free_visits: 0", "free_visits: 1", "constants.free_visits", {"value": ("0", "1")}),
        ("{2: 5, 3: 4}", "{2: 5, 3: 6}", "constants.most_rounds", {"by_players.3": ("4", "6")}),
        ("default: false", "default: true", "options.harsh", {"default": ("false", "true")}),
        ("[rye, oat]", "[rye, oat, corn]", "enums.Grain", {"members": ("rye, oat", "rye, oat, corn")}),
        ("count: 6", "count: 7", "kinds.Sack.entries.rye_sack", {"count": ("6", "7")}),
        ("rye, worth: 2", "rye, worth: 1", "kinds.Sack.entries.rye_sack", {"values.worth": ("2", "1")}),
        ("[3, 4]", "[3, 9]", "tables.price", {"cells.worth 2, rounds 3+": ("4", "9")}),
        ("{toll: 1}", "{toll: 4}", "boards.valley.links.Path", {"pairs.mill - farm": ("{toll: 1}", "{toll: 4}")}),
        ("farm: {}", "farm: {wet: true}", "boards.valley.spaces.farm", {"values.wet": (None, "true")}),
        ("{coins: fee}", "{coins: fee + 1}", "actions.fetch", {"cost.coins": ("fee", "fee + 1")}),
        ("size(pile) > 0", "size(pile) > 1", "actions.fetch", {"when": ("size(pile) > 0", "size(pile) > 1")}),
        (
            "value_of(sack) > 0",
            "dear(sack)",
            "actions.sell",
            {"parameters.sack.if": ("value_of(sack) > 0", "dear(sack)")},
        ),
        ("times: most_rounds", "times: 4", "flow.season", {"times": ("most_rounds", "4")}),
        ("sacks: size(me.store)", "sacks: 0", "scoring.items.sacks", {"points": ("size(me.store)", "0")}),
        ("[me.sold]", "[me.sold, -number(me)]", "scoring", {"tie_break": ("me.sold", "me.sold\n-number(me)")}),
        ("Coins count.", "Coins and sacks count.", "rules.M-3", {"text": ("Coins count.", "Coins and sacks count.")}),
        ("m: The mill", "m: Of the mill", "rulebook", {"sections.m": ("The mill", "Of the mill")}),
        ("text: What was paid", "text: The pot", "state.pot", {"text": ("What was paid", "The pot")}),
        ("ordered: true}", "ordered: true, visible: none}", "zones.pile", {"visible": (None, "none")}),
        ("source: M-2\n    of:", "source: [M-2, M-1]\n    of:", "functions.value_of", {"source": ("M-2", "M-2, M-1")}),
        (
            "then: red.sold == 1",
            "then: red.sold == 2",
            "examples.selling_pays",
            {"then": ("red.sold == 1", "red.sold == 2")},
        ),
        ("title: The mill", "title: Mills", "ruleset", {"title": ("The mill", "Mills")}),
    ],
)
def test_a_single_edit_is_one_change_at_its_place(
    tmp_path: Path, old: str, new: str, path: str, parts: dict[str, tuple[str | None, str | None]]
) -> None:
    change = only(difference(tmp_path, edited((old, new))))
    assert (change.kind, change.path) == ("changed", path)
    assert values(change) == parts
    assert change.new is not None
    rows = (tmp_path / "new.yaml").read_text(encoding="utf-8").split("\n")
    line = change.new.span.line - 1
    assert change.element.name in " ".join(rows[max(line - 1, 0) : line + 1])


def test_changed_effects_are_told_line_by_line(tmp_path: Path) -> None:
    change = only(difference(tmp_path, edited(("me.sold += 1", "if harsh: me.sold += 2"))))
    (part,) = change.parts
    assert part.key == "effects"
    assert part.code
    assert part.new is not None
    assert "if harsh:\n    me.sold += 2" in part.new


def test_links_come_and_go_one_by_one(tmp_path: Path) -> None:
    change = only(difference(tmp_path, edited(("[farm, town]]", "[mill, town]]"))))
    assert values(change) == {"pairs.farm - town": ("there", None), "pairs.mill - town": (None, "there")}


def test_what_comes_and_goes_is_told_once_with_what_is_inside(tmp_path: Path) -> None:
    found = difference(tmp_path, edited(("kinds:\n", "kinds:\n  Cart:\n    entries: {big: {count: 2}, small: {}}\n")))
    change = only(found)
    assert (change.kind, change.path) == ("added", "kinds.Cart")
    assert [each.path for each in change.inside] == ["kinds.Cart.entries.big", "kinds.Cart.entries.small"]
    back = difference(tmp_path, TEXT, old=edited(("  dear:", "  rare: {is: 1}\n  dear:")))
    assert told(back) == ["removed functions.rare"]


def test_a_step_in_between_shifts_no_other(tmp_path: Path) -> None:
    found = difference(tmp_path, edited(("setup:\n", "setup:\n  - pot = 0\n")))
    assert told(found) == ["added setup.1"]
    found = difference(tmp_path, edited(("setup:\n", "setup:\n  - pot = 7\n"), ("do: shuffle pile", "do: pass")))
    assert told(found) == ["added setup.1", "changed setup.2"]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("setup:\n", "setup:\n  - pot = 0\n", "at the beginning, before setup.2"),
        ("  - pot = free_visits\n", "  - pot = free_visits\n  - pot += 1\n", "at the end, after setup.2"),
        ("  - pot = free", "  - pot += 1\n  - pot = free", "after setup.1, before setup.3"),
        ("  idle: {", "  nap: {effects: pass}\n  idle: {", "after actions.sell, before actions.idle"),
        ("  fee: 1\n", "  fee: 1\n  toll: fee\n", None),
        ("{type: bool, default: false}\n", "{type: bool, default: false}\n  calm: {type: bool, default: true}\n", None),
    ],
)
def test_what_comes_into_an_order_is_told_with_its_place(tmp_path: Path, old: str, new: str, where: str | None) -> None:
    change = only(difference(tmp_path, edited((old, new))))
    assert change.kind == "added"
    assert change.where == where


@pytest.mark.parametrize(
    ("edits", "path", "moved"),
    [
        (
            [("  idle: {effects: pass}\n", ""), ("actions:\n", "actions:\n  idle: {effects: pass}\n")],
            "actions",
            ("idle",),
        ),
        (
            [
                ("      oat_sack: {count: 4, grain: oat, worth: 3}\n", ""),
                ("entries:\n", "entries:\n      oat_sack: {count: 4, grain: oat, worth: 3}\n"),
            ],
            "kinds.Sack",
            ("oat_sack",),
        ),
        ([("{mill: {wet: true}, farm: {}", "{farm: {}, mill: {wet: true}")], "boards.valley", ("mill",)),
    ],
)
def test_order_counts_where_options_follow_it(
    tmp_path: Path, edits: list[tuple[str, str]], path: str, moved: tuple[str, ...]
) -> None:
    change = only(difference(tmp_path, edited(*edits)))
    assert change.path == path
    (part,) = change.parts
    assert part.moved in (moved, tuple(each for each in str(part.new).split(", ") if each not in moved)[:1])


def test_what_depends_on_a_change_is_told_directly_and_through_others(tmp_path: Path) -> None:
    concerned = only(difference(tmp_path, edited(("[3, 4]", "[3, 9]")))).concerned
    assert concerned.direct == ["functions.value_of"]
    assert concerned.through == ["functions.dear", "actions.sell", "flow.season.turn"]
    assert concerned.rules_through == ["M-2", "M-3"]
    assert concerned.examples == ["selling_pays"]
    concerned = only(difference(tmp_path, edited(("fee: 1", "fee: 2")))).concerned
    assert "actions.fetch" in concerned.direct
    assert "a_fee_is_paid" in concerned.examples


def test_an_entry_concerns_what_goes_through_its_kind(tmp_path: Path) -> None:
    concerned = only(difference(tmp_path, edited(("count: 6", "count: 7")))).concerned
    assert {"zones.pile", "zones.store", "functions.value_of"} <= set(concerned.direct)
    assert concerned.rules == ["M-1"], "an entry that cites nothing implements the rules of its kind"


def test_a_rule_concerns_what_cites_it(tmp_path: Path) -> None:
    concerned = only(difference(tmp_path, edited(("Coins count.", "Coins are counted.")))).concerned
    assert concerned.direct == ["actions.sell", "scoring"]


def test_only_what_rules_need_can_change_how_it_plays(tmp_path: Path) -> None:
    assert not difference(
        tmp_path, edited(("Coins count.", "Money counts."), ("text: What was paid", "text: Pot"))
    ).plays
    assert not difference(tmp_path, edited(("then: red.sold == 1", "then: red.sold > 0"))).plays
    assert difference(tmp_path, edited(("fee: 1", "fee: 2"))).plays


def test_an_old_and_a_new_rule_of_an_element_are_both_concerned(tmp_path: Path) -> None:
    change = only(difference(tmp_path, edited(("value: 3, source: M-1", "value: 4, source: M-3"))))
    assert change.concerned.rules == ["M-3", "M-1"]
