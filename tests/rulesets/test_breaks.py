"""Rules that are broken on purpose are noticed by an example: what is cited as proved is protected.

`breaks/RULESET.yaml` lists the breaks: a file of the ruleset, the text that stands there once, and what it becomes. A
break that no longer fits its file fails too, so that the list stays true.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples import run_examples
from yupana.tests.found import ROOT, faults

BREAKS = Path(__file__).parent / "breaks"


@dataclass(frozen=True, slots=True)
class Break:
    """One rule broken: in a file of the ruleset, `old` becomes `new`."""

    ruleset: str
    name: str
    file: str
    old: str
    new: str
    sample: bool


def _breaks() -> list[Break]:
    found = []
    for path in sorted(BREAKS.glob("*.yaml")):
        for each in YAML(typ="safe").load(path.read_text(encoding="utf-8")):
            sample = bool(each.get("sample", False))
            found.append(Break(path.stem, each["name"], each["file"], each["from"], each["to"], sample))
    return found


def _label(each: Break) -> str:
    return f"{each.ruleset}: {each.name}"


def noticed_by(each: Break, folder: Path) -> list[str]:
    """The examples that fail in a copy of the ruleset in which the rule is broken."""
    copy = folder / each.ruleset
    shutil.copytree(ROOT / "rulesets" / each.ruleset, copy, ignore=shutil.ignore_patterns("variants", "texts"))
    path = copy / each.file
    text = path.read_text(encoding="utf-8")
    assert text.count(each.old) == 1, f"the text to break stands {text.count(each.old)} times in {each.file}"
    path.write_text(text.replace(each.old, each.new), encoding="utf-8")
    compiled = compile_ruleset(str(copy))
    assert not faults(compiled), faults(compiled)
    return [result.name for result in run_examples(compiled) if not result.ok]


@pytest.mark.parametrize("each", [each for each in _breaks() if each.sample], ids=_label)
def test_an_example_notices(each: Break, tmp_path: Path) -> None:
    assert noticed_by(each, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("each", [each for each in _breaks() if not each.sample], ids=_label)
def test_an_example_notices_the_others_too(each: Break, tmp_path: Path) -> None:
    assert noticed_by(each, tmp_path)
