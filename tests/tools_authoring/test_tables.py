"""Entries written as a table are the same entries when the table is read in their place."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pytest
from yupana.schemas.compose import compose, list_rulesets
from yupana.schemas.errors import UsageError
from yupana.schemas.find import SHIPPED
from yupana.schemas.sheet_entries import entries_in
from yupana.schemas.sheet_files import sheet_text
from yupana.schemas.sheets import read_sheet
from yupana.schemas.source import NOWHERE, Report, Span
from yupana.schemas.texts import Texts, load_texts
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence
from yupana.schemas.workbooks import read_book
from yupana.tests.schemas.books import xlsx
from yupana.tests.schemas.test_sheets import SOUND, market
from yupana.tests.tools.command_line import Yupana
from yupana.tools.authoring.tables import exported, listed, table_of
from yupana.tools.authoring.workbooks import workbook
from yupana.tools.linting.examine import apply_edits
from yupana.tools.linting.finding import Edit, Finding

QUICK = ("leduc_poker", "chess", "cargo_empire")
NAMES = [*QUICK, *(pytest.param(x.name, marks=pytest.mark.slow) for x in list_rulesets() if x.name not in QUICK)]


def plain(node: Node) -> object:
    """What a tree says, without its places; a single item is a list of one, as the models take it."""
    if isinstance(node, Scalar):
        return node.text.strip()
    if isinstance(node, Sequence):
        return [plain(each) for each in node] if len(node) != 1 else plain(node[0])
    return {str(key): plain(value) for key, value in node.items()}


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back_changes_nothing(name: str) -> None:
    """Every kind with entries of every ruleset, with each sign between the cells."""
    tree = compose(name).tree
    assert tree is not None
    for kind, listing in listed(tree).items():
        table = table_of(listing.entries, kind.lower())
        texts = [
            (table.text(separator), shown) for separator, shown in ((",", "t.csv"), (";", "t.csv"), ("\t", "t.tsv"))
        ]
        for ending in (".xlsx", ".ods"):
            book = read_book(workbook(table.lines, kind, ending), f"t{ending}")
            assert (book.unread, book.faults) == (None, ())
            texts.append((book.text, f"t{ending}"))
        for text, shown in texts:
            report = Report()
            found = entries_in(text, shown, report)
            assert not report.diagnostics
            assert plain(found) == plain(listing.entries), kind


def test_a_ruleset_with_a_table_in_place_of_its_entries(tmp_path: Path, yupana: Yupana) -> None:
    """A written file is read back by the ruleset, which then means the same; its table is the same again."""
    text = (SHIPPED / "leduc_poker" / "game.yaml").read_text(encoding="utf-8")
    start, end = text.index("      jack_card:"), text.index("\nzones:")
    (tmp_path / "game.yaml").write_text(f"{text[:start]}      from: cards.csv\n{text[end:]}", encoding="utf-8")
    for file in (SHIPPED / "leduc_poker").glob("*.yaml"):
        if file.name != "game.yaml":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    ran = yupana("sheet", "export", "leduc_poker", "Card", "-o", str(tmp_path / "cards.csv"))
    assert ran.code == 0, ran.err
    assert yupana("check", str(tmp_path)).code == 0
    assert exported(str(tmp_path), "Card") == exported("leduc_poker", "Card")


def test_a_text_beyond_ascii_is_marked_for_spreadsheet_programs(tmp_path: Path, yupana: Yupana) -> None:
    """Without the mark they would take it for an older encoding."""
    (tmp_path / "g.yaml").write_text(
        "ruleset: {name: g, title: G, language: 4}\nplayers: {min: 1, max: 1, names: [red]}\n"
        "kinds: {Card: {attributes: {name: text}, entries: {a: {name: 牛}}}}\n",
        encoding="utf-8",
    )
    assert yupana("sheet", "export", str(tmp_path / "g.yaml"), "Card", "-o", str(tmp_path / "c.tsv")).code == 0
    assert (tmp_path / "c.tsv").read_bytes() == "\ufeffcard\tname\na\t牛\n".encode()


def test_the_fixes_of_the_linter_leave_tables_alone(tmp_path: Path) -> None:
    """They replace whole lines, and a row is one line with all of an entry."""
    table = tmp_path / "cards.csv"
    table.write_text("card,vp\nwagon,3\n", encoding="utf-8")
    span = Span(str(table), 2, 1, 2, 6)
    finding = Finding("YUL001", "advice", "kinds.Card", "x", span, edit=Edit(str(table), 2, 2, ("wagon,3",)))
    assert apply_edits("chess", [finding]) == []
    assert table.read_text(encoding="utf-8") == "card,vp\nwagon,3\n"


def test_what_cannot_be_written_is_told(tmp_path: Path, yupana: Yupana) -> None:
    """In one sentence: another kind, another file, and what a cell cannot hold."""
    ran = yupana("sheet", "export", "leduc_poker", "Crad")
    assert (ran.code, ran.err.endswith("; did you mean `Card`?\n")) == (2, True)
    assert yupana("sheet", "export", "leduc_poker", "Card", "-o", str(tmp_path / "cards.txt")).code == 2
    assert yupana("sheet", "improt", "leduc_poker", "Card").code == 2
    listed = Mapping([("a", Mapping([("name", Sequence([Scalar("x", "double", NOWHERE)]))]))])
    with pytest.raises(UsageError, match="a list stands there"):
        table_of(listed, "card")


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".ods"])
def test_no_text_becomes_something_else(ending: str, tmp_path: Path, yupana: Yupana) -> None:
    """What looks like a formula, a date or a number of another country, and what XML and CSV have signs for."""
    words = [
        "=1+1",
        "'=1",
        "+A1",
        "+cmd|' /C calc'!A0",
        "-2+3+cmd|' /C calc'!A0",
        "-(1+1)",
        "x;=1+1",
        "3/4",
        "1-2",
        "007",
        "1,5",
        "1.0",
        "true",
        "a, b",
        'a "b"',
        "a  b",
        "<&>",
        "#N/A",
        "牛",
    ]
    names = "\n".join(f"      e{number}: {{name: {json.dumps(each)}}}" for number, each in enumerate(words))
    (tmp_path / "g.yaml").write_text(
        "ruleset: {name: g, title: G, language: 4}\nplayers: {min: 1, max: 1, names: [red]}\n"
        f"kinds:\n  Card:\n    attributes: {{name: text}}\n    entries:\n{names}\n",
        encoding="utf-8",
    )
    file = tmp_path / f"c{ending}"
    assert yupana("sheet", "export", str(tmp_path / "g.yaml"), "Card", "-o", str(file)).code == 0
    text = sheet_text(file, file.name, Report())
    assert text is not None
    assert [row.cells[1].text for row in read_sheet(text, file.name).rows] == ["name", *words]


def test_a_workbook_is_made_for_people(tmp_path: Path) -> None:
    """The headings bold and in sight, texts as texts also in new rows, numbers as numbers, columns that can be read."""
    lines = [["card", "n", "text"], ["a", "4", "x" * 100], ["b", "", "y"]]
    sheet = openpyxl.load_workbook(io.BytesIO(workbook(lines, "Card: a/b", ".xlsx"))).active
    assert (sheet.title, sheet.freeze_panes) == ("Card_ a_b", "B2")
    assert [cell.font.bold for cell in sheet[1]] == [True, True, True]
    assert [cell.number_format for cell in sheet[2]] == ["@", "General", "@"]
    assert [cell.value for cell in sheet[2]] == ["a", 4, "x" * 100]
    assert [sheet.column_dimensions[each].width for each in "ABC"] == [6, 6, 60]


def test_words_in_other_languages_are_columns(yupana: Yupana) -> None:
    """Those that there are; a language without texts is told."""
    rows = yupana("sheet", "export", "leduc_poker", "Card", "--lang", "ja", "--json").document["rows"]
    assert rows[0][-1] == "title.ja"
    assert rows[1][-1] == load_texts_of("leduc_poker").name("jack_card", "", "Card")
    ran = yupana("sheet", "export", "leduc_poker", "Card", "--lang", "jp")
    assert (ran.code, "`ja`" in ran.err) == (2, True)


def load_texts_of(name: str) -> Texts:
    composed = compose(name)
    assert composed.ruleset is not None
    return load_texts(composed.ruleset, composed.parts, "ja", Report())


@pytest.mark.parametrize("words", [("fmt",), ("migrate",), ("lint", "--fix"), ("check",), ("explain", "cart")])
def test_commands_leave_workbooks_alone(words: tuple[str, ...], tmp_path: Path, yupana: Yupana) -> None:
    """No command takes one for a text, and each can read a ruleset that has one."""
    rows = [[cell.text for cell in each.cells] for each in read_sheet(SOUND, ".csv").rows]
    home = market(tmp_path, xlsx(rows), "cards.xlsx")
    before = (home / "cards.xlsx").read_bytes()
    ran = yupana(words[0], str(home), *words[1:])
    assert ran.code in (0, 1), ran.err
    assert "Traceback" not in ran.err
    assert (home / "cards.xlsx").read_bytes() == before
