"""Versions of the language: which words a file may use, and what later stages see of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.schemas import old_endings
from yupana.schemas.compose import Composed, compose
from yupana.schemas.element import Element
from yupana.schemas.json_schema import json_schema
from yupana.schemas.spanned import Spanned
from yupana.schemas.versions import CURRENT, OLDEST, PARSED, RENAMED
from yupana.tests.found import ROOT

GAME = """\
ruleset: {name: storm, title: Storm, language: VERSION}
players: {min: 2, max: 2, names: [red, blue], fields: {n: int}}
functions:
  damage: {of: {s: int}, is: s, adjustable: true}
adjustments:
  fury: {of: damage, value: value + 1, for: game, KEY: me}
actions:
  hit: {effects: "activate fury; me.n += damage(1)"}
flow: [{rounds: r, times: 2, steps: [{turns: t}]}]
"""


def write(folder: Path, version: int | str, key: str, **overlay: str) -> Path:
    file = folder / "storm.yaml"
    file.write_text(GAME.replace("VERSION", str(version)).replace("KEY", key))
    for name, text in overlay.items():
        (folder / f"{name}.yaml").write_text(text)
    return file


def codes(composed: Composed) -> list[tuple[str, str, int, int]]:
    return [(each.code, each.severity, each.span.line, each.span.column) for each in composed.report.in_order()]


@pytest.mark.parametrize(
    ("version", "key", "told"),
    [
        (1, "holds", [("YUP214", "warning", 6, 51)]),
        (1, "applies_to", []),
        (2, "holds", [("YUP214", "error", 6, 51)]),
        (2, "applies_to", []),
        (1, "applies_to: all, holds", [("YUP201", "error", 6, 68)]),
        (CURRENT + 1, "applies_to", [("YUP213", "error", 1, 48)]),
        (CURRENT + 1, "anything", [("YUP213", "error", 1, 48), ("YUP201", "error", 6, 51)]),
        (0, "applies_to", [("YUP213", "error", 1, 48)]),
        (-1, "applies_to", [("YUP213", "error", 1, 48)]),
        ("two", "applies_to", [("YUP204", "error", 1, 48)]),
    ],
)
def test_what_is_told_about_a_version(tmp_path: Path, version: int | str, key: str, told: list[object]) -> None:
    composed = compose(str(write(tmp_path, version, key)))
    assert codes(composed) == told
    if not any("error" in str(each) for each in told):
        assert composed.ruleset is not None
        (adjustment,) = composed.ruleset.adjustments.values()
        assert adjustment.applies_to == "me"
        assert adjustment.key_span("applies_to").column == 51


def test_the_replacement_is_told(tmp_path: Path) -> None:
    (warning,) = compose(str(write(tmp_path, 1, "holds"))).report.diagnostics
    assert warning.message == "from version 2 on the key `holds` of an adjustment is called `applies_to`"
    assert warning.hint == "write `applies_to` (it says for whom, `for` says how long), or run `yupana migrate`"
    assert (warning.span.end_line, warning.span.end_column) == (6, 56)


def test_without_a_version_a_file_is_of_the_first(tmp_path: Path) -> None:
    file = write(tmp_path, 1, "holds")
    file.write_text(file.read_text().replace(", language: 1", ""))
    assert codes(compose(str(file))) == [("YUP214", "warning", 6, 51)]


OVERLAY = "ruleset: {name: NAME, title: O, language: VERSION, extends: storm}\n"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("change: {adjustments: {fury: {holds: all}}}", (2, 31)),
        ("replace: {adjustments: {fury: {of: damage, value: 2, for: game, holds: all}}}", (2, 65)),
        ("remove: {adjustments: {fury: [holds]}}", (2, 31)),
        ("remove: {adjustments: {fury: holds}}", (2, 30)),
        ("adjustments: {calm: {of: damage, value: 0, for: r, holds: all}}", (2, 52)),
    ],
)
@pytest.mark.parametrize("base", [(1, "holds"), (2, "applies_to")])
def test_an_overlay_is_read_by_its_own_version(
    tmp_path: Path, text: str, place: tuple[int, int], base: tuple[int, str]
) -> None:
    header = OVERLAY.replace("NAME", "over")
    file = write(tmp_path, *base, over=header.replace("VERSION", "1") + text + "\n")
    composed = compose(str(file.with_name("over.yaml")))
    over = [each for each in composed.report.diagnostics if each.span.file.endswith("over.yaml")]
    assert [(each.severity, each.span.line, each.span.column) for each in over] == [("warning", *place)]
    assert composed.ruleset is not None
    assert all(each.applies_to == "all" for name, each in composed.ruleset.adjustments.items() if name != "fury")
    assert composed.ruleset.adjustments["fury"].applies_to == ("me" if "calm" in text else "all")  # type: ignore[index]

    file.with_name("over.yaml").write_text(header.replace("VERSION", "2") + text + "\n")
    report = compose(str(file.with_name("over.yaml"))).report
    assert [each.code for each in report.errors] == ["YUP214"]


def test_the_table_of_changes_is_sound() -> None:
    assert [each.since for each in RENAMED] == sorted(each.since for each in RENAMED)
    for each in RENAMED:
        assert OLDEST < each.since <= CURRENT
        assert issubclass(each.model, Spanned)
        assert each.new in each.model.keys()  # noqa: SIM118
        assert each.old not in each.model.keys()  # noqa: SIM118
        assert each.old not in Element.keys()  # noqa: SIM118
    for each in PARSED:
        assert OLDEST < each.since <= CURRENT
        assert each.key in each.model.keys()  # noqa: SIM118
        assert each.new in each.words
        assert each.old not in each.words
    assert OLDEST < old_endings.SINCE <= CURRENT


def test_the_reference_says_what_every_version_changed() -> None:
    section = (ROOT / "interpreter" / "LANGUAGE.md").read_text(encoding="utf-8").partition("## 11. Versions")[2]
    told = [int(number) for number in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)]
    assert told == sorted(told)
    assert set(told) == set(range(OLDEST, CURRENT + 1))


@pytest.mark.parametrize(("version", "severity"), [(1, "warning"), (2, "warning"), (3, "error")])
def test_a_word_that_became_several_is_read_as_the_strictest(tmp_path: Path, version: int, severity: str) -> None:
    file = write(tmp_path, version, "applies_to")
    example = "examples: {e: {when: [{red: 'reject hit'}, {red: hit}, {red: reject}, {then: reject == 1}]}}\n"
    file.write_text(file.read_text() + example)
    composed = compose(str(file))
    assert codes(composed) == [("YUP214", severity, 10, 30)]
    if composed.ruleset is not None:
        moves = [code.text for each in composed.ruleset.examples["e"].when for code in each.values()]
        assert moves == ["cannot hit", "hit", "reject", "reject == 1"]


def test_editors_show_old_keys_as_such() -> None:
    keys = json_schema()["$defs"]["AdjustmentDecl"]["properties"]
    assert keys["holds"]["deprecated"] is True
    assert "applies_to" in keys["holds"]["description"]
    assert keys["holds"]["enum"] == keys["applies_to"]["enum"]
    assert "deprecated" not in keys["applies_to"]
