"""What is told at once of an edit, as all that is wrong, is all that is wrong; and many edits are told of at once."""

from __future__ import annotations

import contextlib
import random
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.incremental import quick_check as quick
from yupana.interpreter.incremental.quick_check import QuickCheck
from yupana.interpreter.language.parse import RecentTrees
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas import reread
from yupana.schemas.model_cache import ModelCache
from yupana.schemas.source import Diagnostic
from yupana.schemas.spanned import Spanned
from yupana.schemas.walk import inside, parts
from yupana.tests.check.test_rechecking import edited
from yupana.tests.found import ROOT

Told = list[tuple[object, ...]]


def said(diagnostics: list[Diagnostic]) -> Told:
    return [(each.code, each.message, each.span, each.hint) for each in diagnostics]


def at_once(checker: Rechecker) -> tuple[Told | None, Told]:
    """What is told at once as all that is wrong, and what there is in the end."""
    early: list[QuickCheck | None] = []
    compiled = checker.check(early.append)
    whole = [each for each in early if each is not None and each.whole]
    if not early:  # there is no more to come
        return said(compiled.diagnostics), said(compiled.diagnostics)
    return (said(whole[0].faults) if whole else None), said(compiled.diagnostics)


@dataclass
class Asked:
    """What is worked out again: codes read, elements read, elements of rules checked."""

    counts: Counter[str] = field(default_factory=Counter)

    def counted(self, patch: pytest.MonkeyPatch, what: str, owner: Any, name: str) -> None:
        before = getattr(owner, name)

        def counting(*given: Any, **named: Any) -> Any:
            self.counts[what] += 1
            return before(*given, **named)

        patch.setattr(owner, name, counting)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    found = Asked()
    found.counted(monkeypatch, "codes", RecentTrees, "keep")
    found.counted(monkeypatch, "elements", ModelCache, "keep")
    found.counted(monkeypatch, "checked", quick, "_check")
    return found


MOST = {"codes": 4, "elements": 20, "checked": 2}
"""So much at most is worked out again after an edit of one line that is told of at once, in however large a game; but
of a declaration that was not touched for long all elements are read again."""


def largest_declaration(folder: Path) -> int:
    """How many elements the declaration of a ruleset holds that holds most: a kind its entries, for one."""
    ruleset = compile_ruleset(folder).ruleset
    sections = [part for _, part in inside(ruleset) if isinstance(part, dict)]
    return max((sum(isinstance(each, Spanned) for _, each in parts(found)) for section in sections
                for found in section.values()), default=0)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "edits", "most"),
    [
        ("tic_tac_toe", 40, 4),
        ("stepping_stones", 30, 1),
        *[
            pytest.param(name, 1000, 150, marks=pytest.mark.slow)
            for name in ("cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro")
        ],
    ],
)
def test_it_is_all_that_is_wrong(
    name: str, edits: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Asked,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """After each edit what was kept and asked again is what a check from nothing gives; how much is worked out again
    is bounded, and printed with how many edits are told of at once. (Every fiftieth time the whole file is read, of
    which more is worked out: not here.)"""
    monkeypatch.setattr(reread, "TIMES", 10 * edits)
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    there = Path(shutil.copytree(ROOT / "rulesets" / name, tmp_path / name))
    checker, dice, soon, largest = Rechecker(there), random.Random(7), 0, Counter[str]()
    checker.check()
    for _ in range(edits):
        path = dice.choice(sorted(there.glob("*.yaml")))
        before = edited(path, dice)
        asked.counts.clear()
        early, late = at_once(checker)
        again = Counter(asked.counts)
        whole = said(compile_ruleset(there).diagnostics)
        assert late == whole
        assert early is None or early == whole
        soon += early is not None
        if early is not None and path.read_text(encoding="utf-8").count("\n") == before.count("\n"):
            largest |= again
        path.write_text(before, encoding="utf-8")
        checker.check()
    with capsys.disabled() if edits >= 1000 else contextlib.nullcontext():
        print(f"\n{name}: {soon} of {edits} edits were told of at once; at most {dict(largest)} again", end="")
    assert soon >= most
    bounds = {**MOST, "elements": MOST["elements"] + largest_declaration(there)}
    assert all(largest[what] <= bound for what, bound in bounds.items()), largest


RULES = """\
ruleset: {name: prices, title: Prices, language: 4}
players: {min: 1, max: 1, names: [red]}
kinds:
  Card:
    attributes: {cost: int 0..9}
    entries:
      a: {cost: 1}
      b: {cost: 2}
state: {money: int 0..99}
functions:
  price: {of: {c: Card}, is: c.cost + 1}
actions:
  buy:
    menu: main
    parameters: {c: {in: Card}}
    when: money >= price(c)
    effects: money -= price(c)
flow: [{turns: turn, menu: main, until: money == 0}]
examples:
  it_costs: {given: money = 5, run: money -= price(a), then: money == 3}
"""


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("state:", "\nstate:", []),  # everything below moves
        ("cost: 2", "cost: 3", []),  # a value
        ("cost: 2", "cost: 12", ["YUP4"]),
        ("cost: 2", "cosst: 2", ["YUP4", "YUP2"]),
        ("cost + 1", "cost + 2", []),  # a number in code
        ("cost + 1", "coust + 1", ["YUP4"]),  # a slip in code
        ("money >= price(c)", "money > price(c)", []),
        ("given: money = 5", "given: money == 5", ["YUP"]),  # what stands around the rules
        ("kinds:", "kinds: [", ["YUP1"]),  # what cannot be read
        ("title: Prices", "title: Prices, titel: Prices", ["YUP2"]),
    ],
)
def test_an_edit_that_concerns_nobody_else_is_told_at_once(
    old: str, new: str, codes: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "prices.yaml"
    path.write_text(RULES, encoding="utf-8")
    checker = Rechecker(path)
    assert checker.check().diagnostics == []
    assert RULES.count(old) == 1
    path.write_text(RULES.replace(old, new), encoding="utf-8")
    early, late = at_once(checker)
    assert late == said(compile_ruleset(path).diagnostics)
    assert bool(late) == bool(codes)
    assert early is None or early == late


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("money >= price(c)", "money >= price(c) and money > 0 or price(c) == 1"),
        ("effects: money -= price(c)", "effects: |\n      let paid = price(c)\n      money -= paid"),  # all below moves
        ("effects: money -= price(c)", "effects: |\n      let paid = price(cc)\n      money -= paid"),  # with a slip
        ("{cost: 2}", "{coust: 2}"),  # no attribute at all
    ],
)
def test_code_with_other_parts_that_calls_and_changes_the_same_is_told_at_once(
    old: str, new: str, tmp_path: Path
) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(RULES, encoding="utf-8")
    checker = Rechecker(path)
    checker.check()
    assert RULES.count(old) == 1
    path.write_text(RULES.replace(old, new), encoding="utf-8")
    early, late = at_once(checker)
    assert early == late == said(compile_ruleset(path).diagnostics)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c.cost + 1", "c.cost + money"),
        ("cost: int 0..9", "cost: int 0..5"),
        ("money -= price(c)", "win"),  # the first that says who wins
        ("money -= price(c)", "money -= 1"),  # nothing is called any more
        ("money -= price(c)", "|\n      money -= price(c)\n      choose d in Card"),  # somebody has to choose
    ],
)
def test_of_an_edit_that_others_may_see_nothing_is_said_to_be_all(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(RULES, encoding="utf-8")
    checker = Rechecker(path)
    checker.check()
    path.write_text(RULES.replace(old, new), encoding="utf-8")
    early, _ = at_once(checker)
    assert early is None


HIDDEN = """\
ruleset: {name: hidden, title: Hidden, language: 4}
players:
  min: 2
  max: 2
  names: [red, blue]
  fields: {purse: {type: int 0..9, visible: owner}, open: int 0..9}
procedures:
  pay: {of: {p: Player, n: int}, effects: "p.open = 0"}
  count: {effects: 'log "so {me.open}"'}
actions:
  go: {menu: main, effects: "do pay(me, me.purse); do count(); me.open += 1"}
flow: [{turns: turn, menu: main, until: me.open == 9}]
"""


@pytest.mark.parametrize(
    ("old", "new", "is_early"),
    [
        ("so {me.open}", "so {me.open + 1} of {me.open}", True),
        ("so {me.open}", "so {me.purse}", True),  # all are told what is hidden, just here
        ('"p.open = 0"', "'log \"{n}\"'", False),  # what is hidden comes from who calls
        ("p.open = 0", "p.open = n", False),
    ],
)
def test_where_hidden_values_go_is_asked_again(old: str, new: str, is_early: bool, tmp_path: Path) -> None:
    path = tmp_path / "hidden.yaml"
    path.write_text(HIDDEN, encoding="utf-8")
    checker = Rechecker(path)
    assert checker.check().diagnostics == []
    assert HIDDEN.count(old) == 1
    path.write_text(HIDDEN.replace(old, new), encoding="utf-8")
    early, late = at_once(checker)
    assert late == said(compile_ruleset(path).diagnostics)
    assert early == (late if is_early else None)


def test_who_uses_what_is_gone_is_told_of_beside_keys_that_are_written_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the line with a function's name is taken away, its keys are those of the function above, once more."""
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    path, fee = tmp_path / "prices.yaml", "  fee:\n    of: {c: Card}\n    is: 1\n"
    text = RULES.replace("functions:\n", f"functions:\n{fee}").replace("  price: {of", "  price:\n    of")
    text = text.replace("of: {c: Card}, is: c.cost + 1}", "of: {c: Card}\n    is: c.cost + fee(c)")
    path.write_text(text, encoding="utf-8")
    checker = Rechecker(path)
    assert checker.check().diagnostics == []
    path.write_text(text.replace("  price:\n", ""), encoding="utf-8")
    early, late = at_once(checker)
    assert {each[0] for each in late} == {"YUP107", "YUP401"}
    assert late == said(compile_ruleset(path).diagnostics)
    assert early is None or early == late
