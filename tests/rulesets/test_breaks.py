"""Rules that are broken on purpose are noticed by an example: what is cited as proved is protected.

`breaks/RULESET.yaml` lists the breaks of a ruleset and of its overlays, each one of

    - name: what is broken
      file: the file of the ruleset
      from: the text that stands there once
      to: what it becomes
      overlays: [the overlays it is tried with]      # without: the ruleset alone
      example: the one that must notice              # without: any may
      sample: true                                   # takes part in the quick suite

A break that no longer fits its file fails too, so that the list stays true.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.tests.found import ROOT, faults

BREAKS = Path(__file__).parent / "breaks"
KEYS = {"name", "file", "from", "to", "overlays", "example", "sample"}


@dataclass(frozen=True, slots=True)
class Break:
    """One rule broken: in a file of the ruleset, `old` becomes `new`."""

    ruleset: str
    name: str
    file: str
    old: str
    new: str
    overlays: tuple[str, ...]
    example: str | None
    sample: bool


def _breaks() -> list[Break]:
    found = []
    for path in sorted(BREAKS.glob("*.yaml")):
        for each in YAML(typ="safe").load(path.read_text(encoding="utf-8")):
            assert set(each) <= KEYS, f"{path.name}: {each['name']} has {sorted(set(each) - KEYS)}"
            found.append(
                Break(
                    path.stem, each["name"], each["file"], each["from"], each["to"],
                    tuple(each.get("overlays", [])), each.get("example"), bool(each.get("sample", False)),
                )
            )  # fmt: skip
    return found


def _label(each: Break) -> str:
    return f"{'+'.join([each.ruleset, *each.overlays])}: {each.name}"


def unnoticed(each: Break, folder: Path) -> str:
    """Nothing, or what is said of a rule that can be broken in a copy of its ruleset without an example failing."""
    copy = folder / each.ruleset
    shutil.copytree(ROOT / "rulesets" / each.ruleset, copy, ignore=shutil.ignore_patterns("texts"))
    path = copy / each.file
    text = path.read_text(encoding="utf-8")
    assert text.count(each.old) == 1, f"the text to break stands {text.count(each.old)} times in {each.file}"
    path.write_text(text.replace(each.old, each.new), encoding="utf-8")
    compiled = compile_ruleset("+".join([str(copy), *each.overlays]))
    assert not faults(compiled), faults(compiled)
    results = run_examples(compiled, only=[each.example] if each.example else None)
    assert results, f"there is no example {each.example}"
    if any(not result.ok for result in results):
        return ""
    return f"{each.example} does not notice it" if each.example else "no example notices it"


@pytest.mark.parametrize("each", [each for each in _breaks() if each.sample], ids=_label)
def test_an_example_notices(each: Break, tmp_path: Path) -> None:
    assert not unnoticed(each, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("each", [each for each in _breaks() if not each.sample], ids=_label)
def test_an_example_notices_the_others_too(each: Break, tmp_path: Path) -> None:
    assert not unnoticed(each, tmp_path)


def test_names_are_unique_and_every_game_has_breaks() -> None:
    labels = [_label(each) for each in _breaks()]
    assert len(set(labels)) == len(labels)
    games = {path.parent.name for path in (ROOT / "rulesets").glob("*/examples*.yaml")}
    assert {each.ruleset for each in _breaks()} >= games


def test_a_break_that_breaks_nothing_is_found(tmp_path: Path) -> None:
    """The proof itself can fail: a rule that says the same in other words is noticed by no example."""
    example = "everybody_gets_the_same"
    same = Break("cuzco_kk", "same", "game.yaml", "shuffle deck\n", "shuffle  deck\n", (), example, False)
    assert unnoticed(same, tmp_path) == f"{example} does not notice it"
