"""Entries from tables: what spreadsheet programs write is understood, and every fault stands at its row and column."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.index.elements import index
from yupana.interpreter.index.references import Declaration
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.compose import SHIPPED, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.json_schema import json_schema
from yupana.schemas.render import render
from yupana.schemas.sheets import MAX_CELL, MAX_COLUMNS, MAX_ROWS, read_sheet
from yupana.schemas.source import Diagnostic, Report, Span
from yupana.schemas.table_names import column_name
from yupana.schemas.texts import languages, load_texts
from yupana.tools.authoring.copying import copied_files
from yupana.tools.renaming.rename import rename

GAME = """\
ruleset: {name: market, title: Market, language: 4}
rulebook: {sections: {"1": One}, rules: {M-1: {section: "1", status: stated, text: Take a card.}}}
players: {min: 2, max: 2, names: [red, blue], fields: {money: {type: int, text: what is left}}}
kinds:
  Card:
    source: M-1
    attributes: {name: text, vp: int, cheap: bool}
    predicates: {met: {of: {p: Player}, gives: bool}}
    actions: {play: {text: Play it}}
    start: deck
    entries:
      from: cards.csv
      extra: {name: Extra, vp: 1, cheap: true, met: "true", play: {effects: me.money += 1}}
zones: {deck: {of: Card, ordered: true}, used: {of: Card}}
flow: [{turns: turn}]
"""
HEAD = "card,name,vp,cheap,met,play.effects,count,source\n"
SOUND = HEAD + 'wagon,"A ""big"" wagon",3,true,p == red,me.money += 3,2,M-1\ncart,Cart,4,false,true,me.money += 4,,\n'
LIKE_YAML = """\
      wagon: {count: 2, name: 'A "big" wagon', vp: 3, cheap: true, met: p == red, play: {effects: me.money += 3},
              source: M-1}
      cart: {name: Cart, vp: 4, cheap: false, met: "true", play: {effects: me.money += 4}}
"""


def market(folder: Path, table: str | bytes, name: str = "cards.csv") -> Path:
    """A game with a table, in a folder of its own."""
    home = folder / "market"
    home.mkdir(exist_ok=True)
    (home / "game.yaml").write_text(GAME.replace("cards.csv", name), encoding="utf-8")
    (home / name).write_bytes(table if isinstance(table, bytes) else table.encode())
    return home


def faults(home: Path) -> list[tuple[str, str, int, int]]:
    """Code, file, line and column of every fault."""
    found = compile_ruleset(home).diagnostics
    return [(each.code, Path(each.span.file).name, each.span.line, each.span.column) for each in found]


def told(home: Path) -> str:
    """All faults as people see them, without the path of the folder."""
    composed = compile_ruleset(home)
    return render(composed.diagnostics, composed.files).replace(f"{home.as_posix()}/", "")


def entries(home: Path) -> dict[str, dict[str, object]]:
    """What the entries of Card give, as plain data."""
    composed = compose(home)
    assert composed.ruleset is not None, told(home)
    return {
        str(name): {
            "count": each.count,
            "source": [*map(str, each.source)],
            "given": {key: code.text for key, code in each.given.items()},
            "play": {key: slot.effects.text for key, slot in each.slots.items() if slot.effects},
        }
        for name, each in composed.ruleset.kinds["Card"].entries.items()
    }


@pytest.fixture
def plain(tmp_path: Path) -> dict[str, dict[str, object]]:
    """What the same entries give when they are written in YAML."""
    home = tmp_path / "in_yaml"
    home.mkdir()
    (home / "game.yaml").write_text(GAME.replace("      from: cards.csv\n", LIKE_YAML), encoding="utf-8")
    return entries(home)


FORMS = {
    "plain": SOUND,
    "byte order mark": b"\xef\xbb\xbf" + SOUND.encode(),
    "utf-16": SOUND.encode("utf-16"),
    "utf-16, big end first": b"\xfe\xff" + SOUND.encode("utf-16-be"),
    "line ends": SOUND.replace("\n", "\r\n"),
    "no last line end": SOUND.rstrip("\n"),
    "semicolons": SOUND.replace(",", ";"),
    "tabs": SOUND.replace(",", "\t"),
    "told separator": "sep=;\n" + SOUND.replace(",", ";"),
    "everything in quotes": "\n".join(
        ",".join(f'"{cell}"' if cell[:1] != '"' else cell for cell in row.split(",")) for row in SOUND.split("\n")[:-1]
    ),
    "blanks": SOUND.replace(",", " ,\u00a0").replace("\n", "  \n"),
    "empty rows and columns": SOUND.replace("\n", ",,,\n,,,,,,,,,,\n"),
    "decimals": SOUND.replace(",", ";").replace(";3;", ";3,0;").replace(";4;", ";4,00;"),
    "truths": SOUND.replace("true,p", "TRUE,p").replace("false,", "FALSE,"),
    "truths of Python": SOUND.replace("true,p", "True,p").replace("false,", "False,"),
    "a truth among conditions": SOUND.replace("true,me", "TRUE,me"),
    "numbers with signs": SOUND.replace(",3,", ",+3,"),
}


@pytest.mark.parametrize("form", FORMS)
def test_what_spreadsheet_programs_write_is_understood(
    form: str, tmp_path: Path, plain: dict[str, dict[str, object]]
) -> None:
    """In every form a table gives the entries that YAML would."""
    assert entries(market(tmp_path, FORMS[form])) == plain
    assert faults(tmp_path / "market") == []


def test_a_table_of_tabs(tmp_path: Path, plain: dict[str, dict[str, object]]) -> None:
    """What ends in .tsv has tabs between its cells, whatever its first row holds."""
    assert entries(market(tmp_path, SOUND.replace(",", "\t"), "cards.tsv")) == plain


def test_line_ends_in_cells_keep_their_places(tmp_path: Path) -> None:
    """Code over several lines in a cell: a fault stands where its word does."""
    table = HEAD + 'wagon,One,3,true,"p == red\r\n  or ""x"" == p\r\n  or p == blu",pass,,\n'
    assert ("YUP401", "cards.csv", 4, 11) in faults(market(tmp_path, table))
    sheet = read_sheet('a,"x ""y""\n  z",b\n', "t.csv")
    cell = sheet.rows[0].cells[1]
    assert cell.text == 'x "y"\n  z'
    assert (cell.at(3, 4).line, cell.at(3, 4).column) == (1, 8)
    assert (cell.at(8, 9).line, cell.at(8, 9).column) == (2, 3)
    assert (sheet.rows[0].cells[2].span.line, sheet.rows[0].cells[2].span.column) == (2, 6)


ROW = "wagon,One,3,true,true,pass,,\n"
FAULTS = {
    "formula": (HEAD + ROW.replace("3", "=B2+1"), "YUP135", 2, 11),
    "formula with a sign": (HEAD + ROW.replace("3", "+B2"), "YUP135", 2, 11),
    "error value": (HEAD + ROW.replace("3", "#REF!"), "YUP136", 2, 11),
    "error value of another language": (HEAD + ROW.replace("3", "#BEZUG!"), "YUP136", 2, 11),
    "error value of Spanish": (HEAD + ROW.replace("One", "#\u00a1VALOR!"), "YUP136", 2, 7),
    "error value of Russian": (HEAD + ROW.replace("One", "#\u0414\u0415\u041b/0!"), "YUP136", 2, 7),
    "column that was too narrow": (HEAD + ROW.replace("One", "#####"), "YUP136", 2, 7),
    "thousand or one": (HEAD + ROW.replace("3", '"1,000"') + ROW.replace("wagon", "cart"), "YUP317", 2, 12),
    "thousand or one, with a point": (HEAD + ROW.replace("3", "1.000"), "YUP317", 2, 11),
    "half of a number": (HEAD.replace(",", ";") + ROW.replace(",", ";").replace("3", "3,5"), "YUP317", 2, 11),
    "percent": (HEAD + ROW.replace("3", "50%"), "YUP317", 2, 11),
    "in powers of ten": (HEAD + ROW.replace("3", "1E+05"), "YUP317", 2, 11),
    "title above the headings": ("My cards,,\n\n" + HEAD + ROW, "YUP133", 1, 1),
    "separator told in a cell": ('"sep=;"\n' + (HEAD + ROW).replace(",", ";"), "YUP133", 1, 2),
    "empty columns before": ("," + HEAD + "," + ROW, "YUP134", 1, 2),
    "wrong type": (HEAD + ROW.replace("3", "red"), "YUP418", 2, 11),
    "no number": (HEAD + ROW.replace("pass,,", "pass,two,"), "YUP204", 2, 28),
    "too many cells": (HEAD + ROW.replace("pass,,", "pass,2,M-1,x"), "YUP134", 2, 34),
    "no name": (HEAD + ROW.replace("wagon", ""), "YUP134", 2, 2),
    "no such name": (HEAD + ROW.replace("wagon", "a wagon"), "YUP206", 2, 1),
    "heading twice": (HEAD.replace("name", "vp") + ROW, "YUP133", 1, 9),
    "no heading": (HEAD.replace("name", "") + ROW, "YUP133", 2, 7),
    "value and keys": (HEAD.replace("met", "play") + ROW, "YUP133", 1, 25),
    "count and counts": (HEAD.replace("source", "count.2") + ROW.replace("pass,,", "pass,1,2"), "YUP133", 1, 43),
    "unknown heading": (HEAD.replace("vp", "vpp") + ROW + ROW.replace("wagon", "cart"), "YUP403", 1, 11),
    "quote not closed": (HEAD + ROW.replace("One", '"One'), "YUP132", 2, 7),
    "text behind a quote": (HEAD + ROW.replace("One", '"One"x'), "YUP132", 2, 12),
    "name twice": (HEAD + ROW + ROW, "YUP212", 3, 1),
    "name in YAML too": (HEAD + ROW.replace("wagon", "extra"), "YUP212", 13, 7),
    "not UTF-8": (SOUND.replace("Cart", "Chariot é").encode("latin-1"), "YUP102", 3, 14),
    "hidden sign": (SOUND.replace("Cart", "Ca\x1brt"), "YUP104", 3, 8),
    "UTF-16 without its mark": (SOUND.encode("utf-16-le"), "YUP102", 1, 1),
    "empty": ("\n,,\n", "YUP133", 1, 1),
    "too many columns": (HEAD + "wagon" + "," * MAX_COLUMNS + "x\n", "YUP131", 2, 206),
    "too many rows": (HEAD + ROW * (MAX_ROWS + 1), "YUP131", MAX_ROWS + 1, 1),
    "too many cells in all": (HEAD + (ROW[:-1] + "," * 40 + "x\n") * 5_000, "YUP131", 2_085, 30),
    "a million lines in a cell": (HEAD + ROW.replace("One", '"x' + "\n" * 1_000_000 + 'x"'), "YUP131", 2, 8),
    "a million quotes in a cell": (HEAD + ROW.replace("One", '"' + '""' * 1_000_000 + '"'), "YUP131", 2, 8),
    "cell too long": (HEAD + ROW.replace("One", "x" * (MAX_CELL + 1)), "YUP131", 2, 7),
}


@pytest.mark.parametrize("what", FAULTS)
def test_every_fault_stands_at_its_row_and_column(what: str, tmp_path: Path) -> None:
    """One fault is told once, at its cell, with nothing that only follows from it."""
    table, code, line, column = FAULTS[what]
    file = "game.yaml" if what == "name in YAML too" else "cards.csv"
    assert faults(market(tmp_path, table)) == [(code, file, line, column)]


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "YUP130"), ("cards.CSV", "YUP130"),
     ("../cards.csv", "YUP130"), ("/etc/cards.csv", "YUP130"), (".cards.csv", "YUP130"), ("cards.xls", "YUP130"),
     ("card.csv", "YUP121")],
)  # fmt: skip
def test_only_a_table_beside_the_ruleset_is_read(name: str, code: str, tmp_path: Path) -> None:
    """A plain name in the same folder; a near one is proposed."""
    home = market(tmp_path, SOUND)
    (home / "game.yaml").write_text(GAME.replace("cards.csv", name), encoding="utf-8")
    assert faults(home) == [(code, "game.yaml", 12, 13 if name else 11)]
    hints = {"card.csv": "did you mean `cards.csv`", "cards.CSV": "must end in small letters: `cards.csv`"}
    assert hints.get(name, "lies in the same folder") in told(home)


def test_a_name_with_a_blank_in_it_has_another_proposed(tmp_path: Path) -> None:
    """As people write names in a spreadsheet; it is one name, and no list of them."""
    assert "hint: write `big_wagon`?" in told(market(tmp_path, HEAD + ROW.replace("wagon", "big wagon")))


def test_a_column_that_nothing_knows_is_to_be_declared_or_left_out(tmp_path: Path) -> None:
    """A heading that is near no attribute: what can be done is told."""
    table = "".join(f"{line},{last}\n" for line, last in zip((HEAD + ROW).splitlines(), ["artist", "Ann"], strict=True))
    assert "hint: declare `artist` in the `attributes` of Card" in told(market(tmp_path, table))


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """A stranger's ruleset cannot show what stands in files that are none of its own."""
    home = market(tmp_path, SOUND)
    (tmp_path / "secret.csv").write_text("secret\n", encoding="utf-8")
    (home / "cards.csv").unlink()
    (home / "cards.csv").symlink_to(tmp_path / "secret.csv")
    assert faults(home) == [("YUP124", "game.yaml", 12, 13)]
    assert "secret" not in "".join(compose(home).files.values())


def test_the_excerpt_is_a_little_table(tmp_path: Path) -> None:
    """The headings, the faulty row, and the cell marked; the number of the row counts cells with line ends once."""
    table = HEAD + 'wagon,"two\nlines",3,true,true,pass,,\ncart,Cart,4,maybe,true,pass,,\n'
    assert told(market(tmp_path, table)).splitlines()[:5] == [
        "cards.csv:4:13: error YUP411: expected true or false, found `maybe`",
        "       A      B      C    D       E      F              G       H",
        "   1 | card   name   vp   cheap   met    play.effects   count   source",
        "   3 | cart   Cart   4    maybe   true   pass",
        "     |                    ^~~~~",
    ]


def test_a_fault_at_the_end_of_a_cell_is_shown_there(tmp_path: Path) -> None:
    """Not at the next one."""
    table = HEAD + "wagon,One,3,true,p ==,pass,,\n"
    assert told(market(tmp_path, table)).splitlines()[3:5] == [
        "   2 | wagon   One    3    true    p ==   pass",
        "     |                                 ^",
    ]


def test_what_cannot_be_seen_is_shown_in_its_cell(tmp_path: Path) -> None:
    lines = told(market(tmp_path, SOUND.replace("Cart", "Ca\u202ert"))).splitlines()
    assert lines[0].startswith("cards.csv:3:8: error YUP104: ")
    assert lines[3].startswith("   3 | cart   Ca\\u202ert   4")


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    ["a,b\n" + ",,,\n" * 900_000, "a" + "," * 3_900_000, "a\n" + "," * 3_900_000 + "x\n", "a\n" + '"",' * 1_300_000,
     "a\n" + "\n" * 3_900_000, 'a\n"' + "\n" * 3_900_000, "a,b\n" + " " * 3_900_000 + "x\n"],
)  # fmt: skip
def test_a_large_table_of_nothing_is_no_work(table: str) -> None:
    """Empty rows and columns that programs have written, and what strangers make of that."""
    begun = time.process_time()
    sheet = read_sheet(table, "t.csv")
    assert sheet.rows[0].cells[0].text == "a"
    assert time.process_time() - begun < 4


@pytest.mark.parametrize("row", ["wagon,3\n", "c{number},x{number}\n"], ids=["the same", "no numbers"])
def test_many_faults_of_a_table_are_told_soon(row: str, tmp_path: Path) -> None:
    """Each with its excerpt; three minutes before, and half of one."""
    home = market(tmp_path, "card,vp\n" + "".join(row.format(number=number) for number in range(5000)))
    begun = time.process_time()
    compiled = compile_ruleset(home)
    told = render(compiled.diagnostics, compiled.files)
    assert told.count("error") > 4000
    assert time.process_time() - begun < 12


def test_the_excerpt_of_a_wide_row_is_cut_around_the_cell() -> None:
    """The name of the entry stays in sight, and wide characters take two columns."""
    row = ["牛車", *(f"a rather long text in cell {number}" for number in range(60))]
    text = ",".join(f"h{number}" for number in range(61)) + "\n" + ",".join(row) + "\n"
    column = len(",".join(row[:40])) + 2
    shown = render(Diagnostic("YUP204", "error", "x", Span("t.csv", 2, column, 2, column + 1)), {"t.csv": text})
    lines = shown.splitlines()
    assert all(len(each) < 125 for each in lines)
    there = lines[3].index("a rather long text in cell 39") + 2  # the name of the entry is wider than it is long
    assert "牛車   …" in lines[3]
    assert lines[1].index("AO") == lines[2].index("h40") == lines[4].index("^") == there
    assert [column_name(each) for each in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


OVERLAY = """\
ruleset: {name: more, title: More, extends: market}
kinds: {Card: {entries: {from: more.csv}}}
change: {kinds: {Card: {entries: {from: better.csv}}}}
remove: {kinds: {Card: {entries: [wagon]}}}
"""


def test_overlays_add_change_and_remove_rows(tmp_path: Path) -> None:
    """By the names of the rows, from tables of their own; what a row leaves out stays as it is."""
    home = market(tmp_path, SOUND)
    variants = home / "variants"
    variants.mkdir()
    (variants / "more.yaml").write_text(OVERLAY, encoding="utf-8")
    (variants / "more.csv").write_text(HEAD + "boat,Boat,9,true,true,pass,3,M-1\n", encoding="utf-8")
    (variants / "better.csv").write_text("card,vp\ncart,7\n", encoding="utf-8")
    composed = compose(f"{home}+more")
    assert composed.ruleset is not None, render(composed.report.in_order(), composed.files)
    found = composed.ruleset.kinds["Card"].entries
    assert [*found] == ["cart", "extra", "boat"]
    assert [found["cart"].given[key].text for key in ("vp", "name")] == ["7", "Cart"]
    (variants / "more.csv").write_text(HEAD + "cart,Boat,9,true,true,pass,3,M-1\n", encoding="utf-8")
    assert [(each.code, each.span.line) for each in compose(f"{home}+more").report.diagnostics] == [("YUP231", 2)]


def declared(home: Path, path: str) -> tuple[Compiled, Declaration]:
    """A ruleset with one of its declarations."""
    compiled = compile_ruleset(home)
    references = index(compiled).references
    assert references is not None
    return compiled, next(each.declaration for each in references.references if each.declaration.path == path)


BOARD = """\
ruleset: {name: ports, title: Ports, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
boards: {harbour: {kind: Port, attributes: {deep: bool}, spaces: {from: ports.csv, east: {deep: true}}, links: {}}}
kinds: {Coin: {attributes: {worth: int}, entries: {from: coins.csv}}}
"""


def test_spaces_of_boards_and_keys_of_keys(tmp_path: Path) -> None:
    """A board has a table too, and a heading with dots goes as deep as it says."""
    (tmp_path / "game.yaml").write_text(BOARD, encoding="utf-8")
    (tmp_path / "ports.csv").write_text('port,deep,players\nwest,FALSE,\nsouth,TRUE,"2, 3"\n', encoding="utf-8")
    (tmp_path / "coins.csv").write_text("coin;worth;count.2;count.3\nbit;5;4;6\n", encoding="utf-8")
    composed = compose(tmp_path)
    assert composed.ruleset is not None, render(composed.report.in_order(), composed.files)
    spaces = composed.ruleset.boards["harbour"].spaces or {}
    assert {str(name): (each.given["deep"].text, each.players) for name, each in spaces.items()} == {
        "west": ("false", None), "south": ("true", [2, 3]), "east": ("true", None)
    }  # fmt: skip
    assert composed.ruleset.kinds["Coin"].entries["bit"].count == {2: 4, 3: 6}
    (tmp_path / "coins.csv").write_text("coin;worth;count.2;count\nbit;5;4;\nbob;6;;3\n", encoding="utf-8")
    composed = compose(tmp_path)
    assert composed.ruleset is not None
    assert [each.count for each in composed.ruleset.kinds["Coin"].entries.values()] == [{2: 4}, 3]


def test_a_table_that_is_edited_is_checked_as_if_anew(tmp_path: Path) -> None:
    """What is kept from one check to the next is never an old row."""
    home = market(tmp_path, SOUND)
    checker = Rechecker(str(home))
    for old, new in (("4", "7"), ("p == red", "p == blue"), ("p == red", "p == ble"), ("cart", "barrow"), (",", ";")):
        for table in (SOUND, SOUND.replace(old, new), "\n" + SOUND.replace(old, new)):
            market(tmp_path, table)
            again, anew = checker.check(), compile_ruleset(str(home))
            assert again.diagnostics == anew.diagnostics
            assert again.program is None or anew.program is not None
            assert again.program == (anew.program and replace(anew.program, elements=(), rules=""))


def test_words_in_other_languages_have_columns(tmp_path: Path) -> None:
    """`text.ja` translates the text of an entry, `title.ja` its name; what translates nothing is told at its cell."""
    table = SOUND.replace("source\n", "source,text,text.ja,title.ja,title.de\n").replace(
        ",M-1\n", ",M-1,Big,大きい,荷車,Wagen\n"
    )
    home = market(tmp_path, table)
    compiled = compile_ruleset(home)
    assert not [each for each in compiled.diagnostics if each.severity == "error"], told(home)
    assert compiled.ruleset is not None
    assert languages(compiled.parts) == ["de", "ja"]
    report = Report()
    texts = load_texts(compiled.ruleset, compiled.parts, "ja", report)
    assert [each.code for each in report.diagnostics] == ["YUP252"]  # what is missing until the language is offered
    assert texts.name("wagon", "wagon", "Card") == "荷車"
    assert texts.text("kinds.Card.entries.wagon", "Big") == "大きい"
    market(tmp_path, table.replace("Big", ""))
    assert [(code, file, line) for code, file, line, _ in faults(home) if code != "YUP252"] == [
        ("YUP251", "cards.csv", 2)
    ]


def test_the_published_schema_knows_tables() -> None:
    """An editor accepts a file of a table among entries, and no other text."""
    file, entry = json_schema()["$defs"]["KindDecl"]["properties"]["entries"]["properties"]["from"]["anyOf"]
    assert [bool(re.search(file["pattern"], each)) for each in ("cards.csv", "cards.tsv", "cards")] == [
        True,
        True,
        False,
    ]
    assert entry == {"$ref": "#/$defs/EntryDecl"}


def test_a_copy_takes_the_tables_along(tmp_path: Path) -> None:
    """In UTF-8, whatever they were in."""
    home = market(tmp_path, SOUND.encode("utf-16"))
    assert copied_files(str(home), "fair")["cards.csv"] == SOUND


def test_an_entry_of_a_table_is_renamed(tmp_path: Path) -> None:
    """In its row, and a column in its heading; a file that cannot be edited in place is told."""
    home = market(tmp_path, SOUND)
    made = rename(*declared(home, "kinds.Card.entries.cart"), "barrow", {})
    assert made.texts[str((home / "cards.csv").resolve())] == SOUND.replace("\ncart", "\nbarrow")
    (home / "cards.csv").write_bytes(SOUND.encode("utf-16"))
    with pytest.raises(UsageError, match=r"cards\.csv"):
        rename(*declared(home, "kinds.Card.entries.cart"), "barrow", {})


def test_the_hash_knows_the_table(tmp_path: Path) -> None:
    """Another table is another ruleset, and its file is one of those that were read."""
    home = market(tmp_path, SOUND)
    before = compose(home)
    assert [Path(each).name for each in before.files] == ["game.yaml", "cards.csv"]
    (home / "cards.csv").write_text(SOUND.replace("4", "5"), encoding="utf-8")
    assert compose(home).hash != before.hash


def test_tables_of_the_shipped_games_mean_what_their_yaml_means(tmp_path: Path) -> None:
    """Cards with conditions, tiles with sets, units with many numbers: as tables they compile to the same program."""
    home = tmp_path / "cargo_empire"
    home.mkdir()
    for file in (SHIPPED / "cargo_empire").glob("*.yaml"):
        (home / file.name).write_bytes(file.read_bytes())
    text = (home / "components.yaml").read_text(encoding="utf-8")
    start, end = text.index("      g01:"), text.index("  # ASSUMED: the title that")
    (home / "components.yaml").write_text(f"{text[:start]}      from: goals.csv\n\n{text[end:]}", encoding="utf-8")
    goals = compose("cargo_empire").ruleset
    assert goals is not None
    rows = ["goal;vp;n;name;met;players"]
    for name, each in goals.kinds["Goal"].entries.items():
        cells = [each.given[key].text.replace('"', '""') for key in ("vp", "n", "name", "met")]
        rows.append(";".join([name, *(f'"{cell}"' for cell in cells), ", ".join(map(str, each.players or ()))]))
    (home / "goals.csv").write_text("\n".join(rows), encoding="utf-8")
    ours, theirs = compile_ruleset(home), compile_ruleset("cargo_empire")
    assert not ours.diagnostics
    assert ours.program is not None
    assert theirs.program is not None
    same = {"hash": "", "places": (), "languages": ()}  # the texts are not copied
    assert replace(ours.program, **same) == replace(theirs.program, **same)
