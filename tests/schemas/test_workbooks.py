"""Workbooks as tables: cells are read as a person sees them, what cannot be is told at its cell, and a hostile file
costs no more than a sentence."""

from __future__ import annotations

import io
import time
import zipfile
from datetime import date, datetime, timedelta
from pathlib import Path

import openpyxl
import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.program import cache
from yupana.schemas import workbook_parts, workbooks
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import tables_beside
from yupana.schemas.sheet_files import book_digests
from yupana.schemas.sheets import MAX_COLUMNS, MAX_ROWS, read_sheet
from yupana.schemas.source import Report
from yupana.schemas.texts import languages, load_texts
from yupana.tests.schemas.books import ods, row, saved, shared, text, valued, with_part, xlsx, zipped
from yupana.tests.schemas.test_sheets import HEAD, LIKE_YAML, SOUND, declared, entries, faults, market, plain, told
from yupana.tools.authoring.copying import copied_files
from yupana.tools.compare.revisions import take_out
from yupana.tools.renaming.rename import rename
from yupana.tools.testing.watching import Watcher

__all__ = ["LIKE_YAML", "plain"]

ROWS = [[cell.text for cell in each.cells] for each in read_sheet(SOUND, "cards.csv").rows]
TYPED: list[list[object]] = [
    [{"true": True, "false": False}.get(x, int(x) if x.isdigit() else x) for x in y] for y in ROWS
]


def cells(data: bytes, shown: str = "cards.xlsx") -> list[list[str]]:
    """What the cells of a workbook say."""
    book = workbooks.read_book(data, shown)
    assert book.unread is None, book.unread
    return [[cell.text for cell in each.cells] for each in read_sheet(book.text, shown).rows]


def as_ods(rows: list[list[object]]) -> bytes:
    """The rows as an OpenDocument workbook."""

    def one(value: object) -> str:
        if isinstance(value, bool):
            return valued("boolean", str(value).lower(), str(value).upper())
        return valued("float", str(value), f"{value},0") if isinstance(value, int) else text(str(value))

    return ods(*(row(*map(one, each)) for each in rows))


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods", "cards.xlsx#Cards", "cards.ods#Cards"])
@pytest.mark.parametrize("typed", [True, False])
def test_a_workbook_gives_the_entries_that_yaml_would(
    name: str, typed: bool, tmp_path: Path, plain: dict[str, dict[str, object]]
) -> None:
    """With numbers and truth values as such, or all as texts; by the first sheet or by its name."""
    rows = TYPED if typed else [list(each) for each in ROWS]
    data = xlsx(rows, [["other"]]) if "xlsx" in name else as_ods(rows)
    file, _, _ = name.partition("#")
    home = market(tmp_path, data, file)
    game = home / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace(file, name), encoding="utf-8")
    assert entries(home) == plain
    assert faults(home) == []


def test_cells_of_xlsx_are_read_as_a_person_sees_them() -> None:
    """Numbers by their formats, results of formulas, readings left out, and what merged cells show in each of them."""
    book = openpyxl.Workbook()
    sheet = book.active
    for each in (["a", 4.0, 0.1 + 0.2, True], ["1.0", 7, 0.5, False], ["=2", 1.5, 1e20, " x "], ["x\r\ny_x0041_"]):
        sheet.append(each)
    sheet["A3"].data_type = "s"
    sheet["B2"].number_format, sheet["C2"].number_format = "000", "0.0%"
    sheet["B3"].number_format = '"d" 0.0'
    sheet.row_dimensions[2].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet.merge_cells("D1:D3")
    assert cells(saved(book)) == [
        ["a", "4", "0.3", "true"], ["1.0", "007", "50.0%", "true"], ["=2", "1.5", "1e+20", "true"], ["x\nyA"],
    ]  # fmt: skip
    sheet_xml = "xl/worksheets/sheet1.xml"
    told = (
        '<c r="A1" t="inlineStr"><is><r><t>牛</t></r><rPh sb="0" eb="1"><t>うし</t></rPh><r><t>車</t></r></is></c>'
        '<c><f>B7</f><v>5</v></c><c t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c t="str"><f>""</f><v></v></c>'
        '<c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>B7*2</f></c>'
    )
    data = with_part(xlsx([["x"]]), sheet_xml, f"<worksheet><sheetData><row>{told}</row></sheetData></worksheet>")
    assert cells(data) == [["牛車", "5", "ab", "", "#DIV/0!", "=B7*2"]]
    strings = "<si><t>one</t></si><si><r><t>a </t></r><r><t>b</t></r><rPh sb='0' eb='1'><t>no</t></rPh></si>"
    numbers = "".join(f'<c t="s"><v>{number}</v></c>' for number in (1, 0, 1))
    data = shared(with_part(data, sheet_xml, f"<x:w xmlns:x='y'><x:row>{numbers}</x:row></x:w>"), strings)
    assert cells(data) == [["a b", "one", "a b"]]


def test_cells_of_ods_are_read_as_a_person_sees_them() -> None:
    """Repeated rows and cells, notes left out, line ends and blanks in a text, formulas with and without a result."""
    note = "<office:annotation><text:p>a note</text:p></office:annotation>"
    made = "of:=[.B7]"
    data = ods(
        row("a", valued("float", "4", "4,00"), valued("float", "7", "007"), valued("percentage", "0.5", "50 %"),
            valued("float", "1", "WAHR")),
        row("<table:table-cell/>", given='table:number-rows-repeated="3"'),
        row(text("x<text:s text:c=\"2\"/>y<text:line-break/>z"), text("two", 'table:number-columns-repeated="2"')),
        row(
            text("b\nc").replace("<text:p>b", f"{note}<text:p>b"),
            valued("float", "3", "3", f'table:formula="{made}"'),
            f'<table:table-cell table:formula="{made}"/>',
            text("#DIV/0!", 'table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"'),
            text("#N/A"),
        ),
        row(valued("float", "x", "007"), valued("percentage", "x", "50 %")),
        row(text("high", 'table:number-rows-spanned="2"'), text("wide", 'table:number-columns-spanned="2"'),
            "<table:covered-table-cell/>"),
        row("<table:covered-table-cell/>", "y"),
        row("<table:table-cell/>", given='table:number-rows-repeated="1048000"'),
        before='<table:table table:name="Old" table:style-name="ta1"><table:table-row/></table:table>',
        after='<table:table table:name="More"/>',
        styles='<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style>',
    )  # fmt: skip
    assert cells(data, "c.ods") == [
        ["a", "4", "007", "50%", "true"], ["x  y\nz", "two", "two"], ["b\nc", "3", "=[.B7]", "#DIV/0!", "#N/A"],
        ["x", "50 %"], ["high", "wide", "wide"], ["high", "y"],
    ]  # fmt: skip
    assert [each.number for each in read_sheet(workbooks.read_book(data, "c.ods").text, "c.ods").rows] == [
        1,
        5,
        6,
        7,
        8,
        9,
    ]


def row_of(value: object) -> list[list[object]]:
    return [[*each] for each in ROWS[:1]] + [["wagon", "One", value, True, "true", "pass"]]


FAULTS = {
    "formula": ("=B2+1", "YUP135", "C2"),
    "date": (date(2024, 3, 4), "YUP137", "C2"),
    "time": (datetime(2024, 3, 4, 5, 6), "YUP137", "C2"),
    "duration": (timedelta(hours=30), "YUP137", "C2"),
    "error": ("#REF!", "YUP136", "C2"),
    "wrong type": ("red", "YUP418", "C2"),
    "fraction": (2.5, "YUP317", "C2"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_stands_at_its_cell(what: str, tmp_path: Path) -> None:
    """One fault, with nothing that only follows from it, at the letters and the number that the program shows."""
    value, code, cell = FAULTS[what]
    home = market(tmp_path, xlsx(row_of(value)), "cards.xlsx")
    assert [(code, file) for code, file, _, _ in faults(home)] == [(code, "cards.xlsx")]
    assert told(home).startswith(f"cards.xlsx:{cell}: error {code}: ")


def test_the_excerpt_names_the_sheet_and_the_cell(tmp_path: Path) -> None:
    """Rows count as in the sheet, empty ones too, whatever line ends are in the cells before."""
    rows = [ROWS[0], ["wagon", "two\nlines", 3, True, "true", "pass"], [], ["cart", "Cart", 4, "maybe", "true", "pass"]]
    home = market(tmp_path, xlsx([["no"]], rows), "cards.xlsx")
    game = home / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("cards.xlsx", "cards.xlsx#More"), encoding="utf-8")
    assert told(home).splitlines()[:5] == [
        "cards.xlsx#More:D4: error YUP411: expected true or false, found `maybe`",
        "       A      B      C    D       E      F              G       H",
        "   1 | card   name   vp   cheap   met    play.effects   count   source",
        "   4 | cart   Cart   4    maybe   true   pass",
        "     |                    ^~~~~",
    ]


def test_what_office_leaves_beside_an_open_table_is_none(tmp_path: Path) -> None:
    """It names who has the table open, and is no workbook."""
    home = market(tmp_path, xlsx(TYPED), "cards.xlsx")
    (home / "~$cards.xlsx").write_bytes(b"\x05Anna" + bytes(160))
    assert [each.name for each in tables_beside(home)] == ["cards.xlsx"]
    assert "~$cards.xlsx" not in copied_files(str(home), "fair")
    game = home / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("cards.xlsx", "card.xlsx"), encoding="utf-8")
    assert "did you mean `cards.xlsx`?" in told(home)


def test_a_sheet_that_is_not_there(tmp_path: Path) -> None:
    """It is told where it is named, with the sheets that there are, or the one that was meant."""
    for wanted, hint in (("Crads", "did you mean `Cards`?"), ("x", "there are `Cards`, `More`")):
        home = market(tmp_path, xlsx(TYPED, [[]]), "cards.xlsx")
        game = home / "game.yaml"
        game.write_text(
            game.read_text(encoding="utf-8").replace("cards.xlsx", f"cards.xlsx#{wanted}"), encoding="utf-8"
        )
        assert faults(home) == [("YUP139", "game.yaml", 12, 13)]
        assert hint in told(home)


def test_a_hidden_sheet_is_not_the_first() -> None:
    book = openpyxl.Workbook()
    book.active.append(["hidden"])
    book.create_sheet("Seen").append(["seen"])
    book.active.sheet_state = "hidden"
    assert cells(saved(book)) == [["seen"]]
    assert cells(saved(book), "c.xlsx#Sheet") == [["hidden"]]


def test_without_its_package_a_workbook_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence, with what installs it, where the file is named."""
    home = market(tmp_path, xlsx(TYPED), "cards.xlsx")
    monkeypatch.setattr(workbook_parts, "sax", None)
    workbooks.read_book.cache_clear()
    try:
        assert faults(home) == [("YUP139", "game.yaml", 12, 13)]
        assert "pip install 'yupana[sheets]'" in told(home)
    finally:
        workbooks.read_book.cache_clear()


# ---------------------------------------------------------------- hostile files

_SHEET = "xl/worksheets/sheet1.xml"


def sheet(inside: str, after: str = "") -> bytes:
    """A workbook whose sheet holds this."""
    head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return with_part(xlsx([["a"]]), _SHEET, f"{head}<sheetData>{inside}</sheetData>{after}</worksheet>")


_MERGE = '<mergeCell ref="A1:CA9000"/>'
_CELL = '<c r="{}" t="inlineStr"><is><t>x</t></is></c>'
_EXPANDING = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'
_OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>'
HOSTILE = {
    "nothing": (b"", "cards.xlsx", "is not a file"),
    "text": (b"card,vp\n", "cards.ods", "is not a file"),
    "old or with a password": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "cards.xlsx", "is not a file"),
    "cut off": (xlsx([["a"]])[:-60], "cards.xlsx", "is not a file"),
    "another zip": (zipped({"a.txt": "x"}), "cards.xlsx", "no part"),
    "another zip, ods": (zipped({"a.txt": "x"}), "cards.ods", "no part"),
    "no XML": (with_part(xlsx([["a"]]), _SHEET, "no XML"), "cards.xlsx", "damaged"),
    "an encoding that is none": (
        with_part(xlsx([["a"]]), _SHEET, '<?xml version="1.0" encoding="klingon"?><a/>'), "cards.xlsx", "damaged"),
    "an encoding of many bytes": (
        with_part(xlsx([["a"]]), _SHEET, '<?xml version="1.0" encoding="shift_jis"?><a/>'), "cards.xlsx", "damaged"),
    "the other format": (ods(row("a")), "cards.xlsx", "another format"),
    "the other format, ods": (xlsx([["a"]]), "cards.ods", "another format"),
    "open tags": (with_part(xlsx([["a"]]), _SHEET, "<a>" * 200_000), "cards.xlsx", "damaged"),
    "bomb of bytes": (with_part(xlsx([["a"]]), _SHEET, b" " * (64 << 20)), "cards.xlsx", "unpacks to more"),
    "bomb of tags": (sheet("<c/>" * 610_000), "cards.xlsx", "too many cells"),
    "entities": (with_part(xlsx([["a"]]), _SHEET, _EXPANDING), "cards.xlsx", "damaged"),
    "another file": (with_part(xlsx([["a"]]), _SHEET, _OUTSIDE), "cards.xlsx", "damaged"),
    "far below": (sheet(f'<row r="1048576">{_CELL.format("A1048576")}</row>'), "cards.xlsx", "at most 10000 rows"),
    "far beside": (sheet(f'<row r="1">{_CELL.format("XFD1")}</row>'), "cards.xlsx", "at most 200 columns"),
    "repeated rows": (
        ods(row("x", given='table:number-rows-repeated="999999999"')), "cards.ods", "at most 10000 rows"),
    "many cells": (ods(row(*("x" * 100), given='table:number-rows-repeated="9000"')), "cards.ods", "100,000 cells"),
    "repeated cells": (
        ods(row(text("x", 'table:number-columns-repeated="999999999"'))), "cards.ods", "at most 200 columns"),
    "too many merged": (
        sheet(
            "".join(f'<row r="{n}">{_CELL.format(f"A{n}")}{_CELL.format(f"CA{n}")}</row>' for n in range(1, 9000)),
            f"<mergeCells>{_MERGE * 9}</mergeCells>",
        ), "cards.xlsx", "are merged"),
    "a long text many times": (
        shared(sheet('<row><c t="s"><v>0</v></c></row>' * 9000), f"<si><t>{'x' * 19_000}</t></si>"),
        "cards.xlsx", "characters"),
    "no such text": (sheet('<row><c t="s"><v>77</v></c></row>'), "cards.xlsx", "names a text"),
    "link to nowhere": (
        with_part(xlsx([["a"]]), "xl/_rels/workbook.xml.rels", "<Relationships/>"), "cards.xlsx", "no sheet"),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_workbook_is_told_in_one_sentence(what: str, tmp_path: Path) -> None:
    """Where it is named, soon, and without much memory."""
    data, name, words = HOSTILE[what]
    begun = time.process_time()
    home = market(tmp_path, data, name)
    assert [(file, line, column) for _, file, line, column in faults(home)] == [("game.yaml", 12, 13)]
    assert words in told(home)
    assert time.process_time() - begun < 8


def styled(codes: str, uses: str) -> bytes:
    """A workbook with a number in a cell, and with these formats."""
    links = "xl/_rels/workbook.xml.rels"
    styles = f"<styleSheet><numFmts>{codes}</numFmts><cellXfs>{uses}</cellXfs></styleSheet>"
    data = with_part(sheet('<row r="1"><c r="A1" s="0"><v>7</v></c></row>'), "xl/styles.xml", styles)
    assert b"styles" in zipfile.ZipFile(io.BytesIO(data)).read(links)
    return data


_FORM = '<numFmt numFmtId="200" formatCode="{}"/>'
_BLANK = "<text:p><text:s/></text:p>"
_MANY = 'table:number-{}-repeated="999999999"'
_NESTED = f"<si>{'<t>' * 100_000}{'x' * 4_000_000}{'</t>' * 100_000}</si>"
NO_WORK = {
    "a blank cell a thousand million times": (
        ods(row("x", f'<table:table-cell {_MANY.format("columns")}>{_BLANK}</table:table-cell>',
                given='table:number-rows-repeated="2"')), "cards.ods", [["x"], ["x"]]),
    "blank cells in rows without end": (
        ods(row("x"), row(f'<table:table-cell office:value-type="string">{_BLANK}</table:table-cell>',
                          given=_MANY.format("rows"))), "cards.ods", [["x"]]),
    "both": (
        ods(row("x"), row(f'<table:table-cell {_MANY.format("columns")}>{_BLANK}</table:table-cell>',
                          given=_MANY.format("rows"))), "cards.ods", [["x"]]),
    "the code of a format of a million brackets": (
        styled(_FORM.format("[" * 1_000_000), '<xf numFmtId="200"/>'), "cards.xlsx", [["7"]]),
    "one long code for many styles": (
        styled(_FORM.format("_d" * 100_000), '<xf numFmtId="200"/>' * 200_000), "cards.xlsx", [["7"]]),
    "a text in a hundred thousand pieces": (
        shared(sheet('<row><c t="s"><v>1</v></c></row>'), f"<si>{'<t>xxxxxxxxxx</t>' * 200_000}</si><si><t>y</t></si>"),
        "cards.xlsx", [["y"]]),
    "a cell in a hundred thousand pieces": (
        sheet(f'<row><c r="A1"><v>7</v><is>{"<t>xxxxxxxxxx</t>" * 200_000}</is></c></row>'), "cards.xlsx", [["7"]]),
    "a text that ends a hundred thousand times": (
        shared(sheet('<row><c t="s"><v>1</v></c></row>'), f"{_NESTED}<si><t>y</t></si>"), "cards.xlsx", [["y"]]),
    "a paragraph that ends a hundred thousand times": (
        ods(row("y"), f"<table:shapes>{'<text:p>' * 99_000}{'x' * 4_000_000}{'</text:p>' * 99_000}</table:shapes>"),
        "cards.ods", [["y"]]),
}  # fmt: skip


@pytest.mark.parametrize("what", NO_WORK)
def test_what_is_small_in_a_file_costs_little(what: str) -> None:
    """Whatever it stands for: of what no table holds, nothing is unfolded."""
    data, name, rows = NO_WORK[what]
    begun = time.process_time()
    assert cells(data, name) == rows
    assert time.process_time() - begun < 4


def test_parts_are_packed_as_the_formats_say() -> None:
    """Other packings unpack a chunk of a few bytes to hundreds of millions before anybody can count them."""
    with zipfile.ZipFile(io.BytesIO(ods(row("x")))) as known:
        held = known.read("content.xml")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("content.xml", held)
    unread = workbooks.read_book(made.getvalue(), "cards.ods").unread
    assert unread is not None
    assert "cannot be unpacked" in unread[1]


def test_dates_are_told_a_few_times() -> None:
    """And not ten thousand times two hundred."""
    data = ods(row(valued("date", "2026-01-01", "x").replace("office:value=", "office:date-value="),
                   given='table:number-rows-repeated="9000"'))  # fmt: skip
    assert len(workbooks.read_book(data, "cards.ods").faults) == 20


def test_a_merge_of_the_whole_sheet_is_no_work(tmp_path: Path) -> None:
    """Only cells of the table are filled."""
    data = sheet(f'<row r="1">{_CELL.format("A1")}</row>', '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')
    assert cells(data) == [["x"]]
    assert MAX_ROWS * MAX_COLUMNS > workbook_parts.MAX_MERGED


def test_cells_that_nobody_could_see_are_told(tmp_path: Path) -> None:
    home = market(tmp_path, xlsx(row_of("a\u202eb")), "cards.xlsx")
    assert [code for code, *_ in faults(home)] == ["YUP104"]


# ---------------------------------------------------------------- what reads the files of a ruleset


def test_a_workbook_is_a_part_of_the_ruleset(tmp_path: Path) -> None:
    """In the hash by what it says, not by how it was packed; watched; copied byte by byte."""
    home = market(tmp_path, xlsx(TYPED), "cards.xlsx")
    before = compose(home)
    assert [Path(each).name for each in before.files] == ["game.yaml", "cards.xlsx"]
    watcher = Watcher(str(home))
    assert watcher.read() is not None
    market(tmp_path, with_part(xlsx(TYPED), "docProps/app.xml", "<x/>"), "cards.xlsx")
    assert watcher.read() is None
    assert compose(home).hash == before.hash
    other = [[7 if cell == 4 else cell for cell in each] for each in TYPED]
    market(tmp_path, xlsx(other), "cards.xlsx")
    assert watcher.changed_on_disk()
    look = watcher.read()
    assert look is not None
    assert look.sound
    assert compose(home).hash != before.hash
    assert copied_files(str(home), "fair")["cards.xlsx"] == (home / "cards.xlsx").read_bytes()
    with pytest.raises(UsageError, match=r"cards\.xlsx"):
        rename(*declared(home, "kinds.Card.entries.cart"), "barrow", {})


def test_the_program_of_an_unchanged_workbook_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the file is another one, also where it was edited while it was compiled."""
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    home = market(tmp_path, xlsx(TYPED), "cards.xlsx")
    target = str(home)
    compiled = compile_ruleset(target)
    assert compiled.program is not None
    cache.store(target, compiled.program, compiled.diagnostics, compiled.files, book_digests(compiled.files))
    found = cache.load(target)
    assert found is not None
    assert found[2] == compiled.files
    (home / "cards.xlsx").write_bytes(xlsx([[7 if cell == 4 else cell for cell in each] for each in TYPED]))
    assert cache.load(target) is None
    cache.store(target, compiled.program, compiled.diagnostics, compiled.files, book_digests(compiled.files))
    assert cache.load(target) is None


def test_words_in_other_languages_may_stand_in_a_workbook(tmp_path: Path) -> None:
    rows = [[*ROWS[0], "text", "text.ja"], [*TYPED[1], "Big", "大きい"]]
    home = market(tmp_path, xlsx([["no"]], rows), "cards.xlsx")
    game = home / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("cards.xlsx", "cards.xlsx#More"), encoding="utf-8")
    ruleset = compose(home).ruleset
    assert ruleset is not None
    assert languages([home]) == ["ja"]
    assert load_texts(ruleset, [home], "ja", Report()).text("kinds.Card.entries.wagon", "Big") == "大きい"


def test_a_revision_holds_its_workbooks(tmp_path: Path) -> None:
    """`diff NAME@REV` reads a workbook as it was."""
    from subprocess import run

    home = market(tmp_path, xlsx(TYPED), "cards.xlsx")
    for words in (("init", "-q"), ("add", "."), ("-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "x")):
        run(["git", "-C", str(home), *words], check=True, capture_output=True)
    then = compose(home).hash
    (home / "cards.xlsx").write_bytes(xlsx([[7 if cell == 4 else cell for cell in each] for each in TYPED]))
    into = tmp_path / "old"
    into.mkdir()
    assert compose(take_out(str(home), "HEAD", into)).hash == then != compose(home).hash


def test_texts_and_lists_are_what_the_attributes_want(tmp_path: Path) -> None:
    """`1.0` is that text, in a column of texts; a list needs no brackets, and a fault in it stands at its word."""
    (tmp_path / "g.yaml").write_text(
        "ruleset: {name: g, title: G, language: 4}\nplayers: {min: 1, max: 1, names: [red]}\n"
        "enums: {Good: [wool, salt]}\nconstants: {basic: {type: 'list[Good]', is: '[salt]'}}\n"
        "kinds: {Card: {attributes: {name: text, vp: int, goods: 'list[Good]', all: {type: 'set[Good]'}},\n"
        "  entries: {from: c.csv}}}\n",
        encoding="utf-8",
    )
    table = tmp_path / "c.csv"
    rows = ('a,1.0,"4,0","wool, salt",wool', 'b,2.0,3.0,[wool],"{salt, wool}"', "c,TRUE,1,wool,")
    table.write_text("\n".join(("c,name,vp,goods,all", *rows)), encoding="utf-8")
    composed = compose(tmp_path / "g.yaml")
    assert composed.tree is not None
    found = composed.partial.kinds["Card"].entries if composed.partial is not None else {}
    assert [[code.text for code in each.given.values()] for each in found.values()] == [
        ["1.0", "4", "[wool, salt]", "{wool}"], ["2.0", "3", "[wool]", "{salt, wool}"], ["TRUE", "1", "[wool]"],
    ]  # fmt: skip
    table.write_text('c,goods\na,"wool, slat"\n', encoding="utf-8")
    fault = next(each for each in compile_ruleset(tmp_path / "g.yaml").diagnostics if "slat" in each.message)
    assert (fault.span.line, fault.span.column, fault.span.end_column) == (2, 10, 14)


def test_a_faulty_heading_leaves_the_other_columns(tmp_path: Path) -> None:
    """All that is wrong comes in one run."""
    table = HEAD.replace("name", "a..b") + "wagon,One,red,true,p == blu,pass,,\n"
    assert [(code, line, column) for code, _, line, column in faults(market(tmp_path, table))] == [
        ("YUP133", 1, 6), ("YUP418", 2, 11), ("YUP401", 2, 25),
    ]  # fmt: skip


def test_a_mark_makes_a_text_of_a_formula(tmp_path: Path) -> None:
    """As people type it in spreadsheet programs; the place of a fault is that of its word."""
    sheet = read_sheet("a,'=1+1,''@SUM(,'x,'#N/A\n", "t.csv")
    assert [(cell.text, cell.is_formula, cell.is_error) for cell in sheet.rows[0].cells[1:]] == [
        ("=1+1", False, False), ("'@SUM(", False, False), ("'x", False, False), ("#N/A", False, False),
    ]  # fmt: skip
    assert sheet.rows[0].cells[1].at(0, 1).column == 4
