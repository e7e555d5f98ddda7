"""Entries as a spreadsheet: read, written back with faults at their cells, brought in from files and given out."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.sheets import exchanged
from yupana.tests.studio.forms_asked import GAMES, Project, copy, variant
from yupana.tools.authoring.workbooks import workbook
from yupana.tools.page.faults import Refused


def _lines(read: Any) -> list[list[str]]:
    many = len(read["rows"][0]) if read["rows"] else len(read["columns"])
    return [[each["key"] for each in read["columns"]][:many], *read["rows"]]


def _read(project: Project, kind: str = "Find") -> list[list[str]]:
    return _lines(project.ask("sheet/read", kind=kind))


def _write(project: Project, lines: list[list[str]], kind: str = "Find") -> Any:
    found = project.ask("sheet/write", kind=kind, lines=lines)
    project.write(found)
    return found


def test_a_table_says_what_its_columns_are_in_the_words_of_people(tmp_path: Path) -> None:
    read = variant(tmp_path / "mine", "three_tides").ask("sheet/read", kind="Find")
    by_key = {each["key"]: each for each in read["columns"]}
    assert by_key["count"]["title"] == "How many"
    assert by_key["count"]["sort"] == "int"
    assert by_key["sort"]["sort"] == "choice"
    assert ["shell", "Shell"] in by_key["sort"]["choices"]
    assert set(read["states"]) == {""}
    assert read["rows"][0][0] == "cockle"


def test_a_table_that_says_the_same_writes_nothing(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    found = _write(project, _read(project))
    assert found["sound"]
    assert not found["files"]
    assert not any(found["counts"].values())


@pytest.mark.parametrize("make", [variant, copy])
def test_cells_rows_and_names_there_and_back(make: Any, tmp_path: Path) -> None:
    project = make(tmp_path / "mine", "three_tides")
    before, lines = project.texts(), _read(project)
    head = lines[0]
    edited = [list(row) for row in lines]
    edited[1][head.index("count")] = "6"
    edited.insert(2, ["whelk_of_gold", *edited[1][1:]])
    found = _write(project, edited)
    assert found["sound"]
    assert found["counts"]["changed"] == 1
    assert found["counts"]["added"] == 1
    assert project.ask("sheet/read", kind="Find")["states"].count("new") == (1 if make is variant else 0)
    project.holds_what_it_promises(found)
    again = _write(project, lines)
    assert again["sound"]
    assert project.texts() == before


def test_a_fault_stands_at_its_cell(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    lines = _read(project)
    row, column = 3, lines[0].index("sort")
    lines[row][column] = "submarine"
    found = _write(project, lines)
    assert not found["sound"]
    assert not found["files"]
    assert any((each.get("row"), each.get("cell")) == (row, column) for each in found["faults"])
    assert all(each["code"].startswith("YUP") and each["message"] for each in found["faults"])


def test_two_rows_of_one_name_are_a_fault_at_the_second(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    lines = _read(project)
    lines[2][0] = lines[1][0]
    found = _write(project, lines)
    assert [(each["row"], each["cell"]) for each in found["faults"] if each["code"] == "YUP212"] == [(2, 0)]


def test_rows_that_are_gone_go_from_a_copy_and_are_removed_by_a_variant(tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "cargo_empire")
    lines = _read(project, "CityCard")
    found = project.ask("sheet/write", kind="CityCard", lines=[*lines[:-1]])
    assert found["counts"]["removed"] == 1


def test_entries_in_a_table_of_the_ruleset_are_edited_there(tmp_path: Path) -> None:
    project = copy(tmp_path / "three_tides", "three_tides")
    lines, text = _read(project), (tmp_path / "three_tides" / "game.yaml").read_text(encoding="utf-8")
    start = text.index("    entries:\n", text.index("  Find:"))
    end = text.index("\n\n", start)
    (tmp_path / "three_tides" / "finds.csv").write_text(exchanged(lines), encoding="utf-8")
    (tmp_path / "three_tides" / "game.yaml").write_text(
        text[:start] + "    entries: {from: finds.csv}" + text[end:], encoding="utf-8"
    )
    project = Project(tmp_path / "three_tides")
    lines = _read(project)
    lines[1][lines[0].index("count")] = "8"
    found = _write(project, lines)
    assert found["sound"]
    assert list(found["files"]) == ["finds.csv"]
    assert _read(project) == lines
    cell = {"do": "set", "path": ["kinds", "Find", "entries", "cockle", "count"], "value": "4"}
    assert list(project.preview(cell)["files"]) == ["finds.csv"], "a form finds it there too"


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx"])
def test_files_of_spreadsheet_programs_are_brought_in(ending: str, tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", "three_tides")
    lines = _read(project)
    if ending == ".xlsx":
        pytest.importorskip("openpyxl", reason="the extra `sheets` is not installed")
        data: bytes = workbook(lines, "Find", ending)
    else:
        data = ("\ufeff" + exchanged(lines, "\t" if ending == ".tsv" else ";")).encode()
    packed = base64.b64encode(data).decode()
    assert project.ask("sheet/import", name=f"Cards{ending}", base64=packed)["lines"] == lines
    given = project.ask("sheet/export", kind="Find", ending=ending)
    assert given["name"] == f"find{ending}"
    assert project.ask("sheet/import", name=given["name"], base64=given["base64"])["lines"] == lines


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("sheet/read", {"kind": "Nothing"}), ("sheet/write", {"kind": "Find", "lines": []}),
        ("sheet/write", {"kind": "Find", "lines": "a"}), ("sheet/write", {"kind": "Find", "lines": [[1]]}),
        ("sheet/import", {"name": "cards.exe", "base64": ""}),
        ("sheet/import", {"name": "cards.xlsx", "base64": "AAAA"}),
        ("sheet/export", {"kind": "Find", "ending": ".doc"}),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(method: str, params: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(Refused):
        variant(tmp_path / "mine", "three_tides").ask(method, **params)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_kinds_are_tables_or_say_why_not(game: str, tmp_path: Path) -> None:
    project = variant(tmp_path / "mine", game)
    for each in project.ask("sheet/kinds")["kinds"]:
        try:
            lines = _read(project, each["kind"])
        except Refused:
            continue  # a list of lists, say, which a table cannot hold
        found = project.ask("sheet/write", kind=each["kind"], lines=lines)
        assert found["sound"], each["kind"]
        assert not found["files"], each["kind"]
