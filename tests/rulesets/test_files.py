"""Which section of a shipped ruleset stands in which file, as the guide says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.schemas.reader import load_text
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping
from yupana.tests.found import ROOT

FOLDERS = sorted(
    path.parent for path in (ROOT / "rulesets").glob("*/game.yaml") if len(list(path.parent.glob("*.yaml"))) > 1
)
HOME = {
    **dict.fromkeys(("ruleset", "options", "flow", "scoring", "invariants", "features"), ("game",)),
    "boards": ("board", "map"),
    "book": ("book",),
    "look": ("look",),
    "rulebook": ("rulebook",),
    "examples": ("examples",),
}
"""How the files that hold a section are called, or what their names begin with."""
HELP = {
    "rulebook": set[str](),
    "book": set[str](),
    "examples": {"functions", "procedures"},
    "look": {"functions", "enums"},
    "board": {"kinds", "enums"},
    "map": {"kinds", "enums"},
}
"""What else may stand in such a file."""


def _subject(path: Path) -> str:
    return path.stem.partition("_")[0] if path.stem.startswith(("rulebook_", "examples_")) else path.stem


def misplaced(folder: Path) -> list[str]:
    """The sections of a ruleset that stand where nobody looks for them."""
    found = []
    for path in sorted(folder.glob("*.yaml")):
        subject = _subject(path)
        tree = load_text(path.read_text(encoding="utf-8"), path.name, Report())
        for section in map(str, tree if isinstance(tree, Mapping) else ()):
            own = {section for section, homes in HOME.items() if subject in homes}
            stray = subject in HELP and section not in HELP[subject] | own
            if stray or subject not in HOME.get(section, (subject,)):
                found.append(f"{path.name}: {section}")
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_section_stands_where_the_guide_says(folder: Path) -> None:
    assert misplaced(folder) == []


def test_what_stands_elsewhere_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("ruleset: {name: g, title: G}\nrulebook: {}\nstate: {}\n", encoding="utf-8")
    (tmp_path / "examples_end.yaml").write_text("examples: {}\nactions: {}\nfunctions: {}\n", encoding="utf-8")
    (tmp_path / "siege.yaml").write_text("state: {}\nflow: []\n", encoding="utf-8")
    assert misplaced(tmp_path) == ["examples_end.yaml: actions", "game.yaml: rulebook", "siege.yaml: flow"]
