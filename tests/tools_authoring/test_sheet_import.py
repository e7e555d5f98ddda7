"""An edited table is brought back: what was edited changes, and nothing else, byte for byte."""

from __future__ import annotations

import csv
import difflib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.schemas.compose import compose, list_rulesets
from yupana.schemas.errors import UsageError
from yupana.schemas.sheets import MAX_CELL, read_sheet
from yupana.schemas.workbooks import read_book
from yupana.tests.schemas.books import saved, with_part, xlsx
from yupana.tests.schemas.test_sheets import market
from yupana.tests.tools.command_line import Yupana
from yupana.tools.authoring.importing import Imported, imported, write_changes
from yupana.tools.authoring.tables import exported, listed
from yupana.tools.authoring.workbooks import workbook

QUICK = ("leduc_poker", "kuhn_poker+ace", "cuzco_kk+drum", "chess+los_alamos")
EVERY = [*(x.name for x in list_rulesets()), *(f"{x.name}+{y}" for x in list_rulesets() for y in x.overlays)]
ENDINGS = (".csv", ".tsv", ".xlsx", ".ods")

Rows = list[list[str]]


def written(rows: Rows, file: Path) -> Path:
    """A table as a file, in the format that its name says."""
    if file.suffix in (".xlsx", ".ods"):
        file.write_bytes(workbook(rows, "Cards", file.suffix))
    else:
        made = io.StringIO()
        csv.writer(made, delimiter="\t" if file.suffix == ".tsv" else ",", lineterminator="\n").writerows(rows)
        file.write_text(made.getvalue(), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(x, marks=pytest.mark.slow) for x in EVERY if x not in QUICK)])
def test_there_and_back_changes_nothing(name: str, tmp_path: Path) -> None:
    """Every kind of every ruleset and overlay, in every format, with its words in other languages."""
    composed = compose(name)
    assert composed.tree is not None
    langs = ["ja"] if all((each if each.is_dir() else each.parent.parent).joinpath("texts", "ja.yaml").is_file()
                          for each in composed.parts) else []  # fmt: skip
    assert composed.ruleset is not None
    kinds = [str(name) for name, each in composed.ruleset.kinds.items() if each.entries]
    boards = [str(name) for name, each in composed.ruleset.boards.items() if each.spaces]
    assert [each.element for each in listed(composed.tree).values()] == [*kinds, *boards]
    for kind in listed(composed.tree):
        table = exported(name, kind, langs)
        for ending in ENDINGS:
            file = tmp_path / f"t{ending}"
            data = workbook(table.lines, kind, ending) if ending in (".xlsx", ".ods") else table.text(
                "\t" if ending == ".tsv" else ",").encode()  # fmt: skip
            file.write_bytes(data)
            done = imported(name, kind, file)
            assert (done.faults, done.changes, done.edited.left) == ([], [], []), (kind, ending)
            assert done.edited.is_nothing, (kind, ending)


GAME = """\
ruleset: {name: market, title: Market, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int}}
enums: {Good: [wool, salt]}
kinds:
  Card:
    attributes: {name: text, vp: int, goods: "list[Good]"}   # what is printed
    predicates: {met: {of: {p: Player}, gives: bool}}
    defaults: {met: "true"}
    actions: {play: {text: Play it}}
    alike: true
    start: deck
    entries:
      # the first of all
      wagon: {vp: 3, name: A wagon, goods: "[wool]"}  # in the box

      # both carts
      # are slow
      cart: {vp: 4, name: "Cart: big", met: p == red, players: [2]}
      mule:
        vp: 5   # too much?
        name: Mule
        play:
          effects: |
            me.money += 1
            me.money += 2
        count: 2
      # what comes last
zones: {deck: {of: Card, ordered: true}}
actions: {rest: {text: Rest, effects: pass}}
flow: [{turns: turn}]
"""
HEAD = ["card", "vp", "name", "goods", "met", "players", "play.effects", "count"]
WAGON = ["wagon", "3", "A wagon", "[wool]", "", "", "", ""]
CART = ["cart", "4", "Cart: big", "", "p == red", "2", "", ""]
MULE = ["mule", "5", "Mule", "", "", "", "me.money += 1\nme.money += 2", "2"]
TABLE = [HEAD, WAGON, CART, MULE]


def put(row: list[str], **cells: str) -> list[str]:
    """A row with other cells."""
    return [cells.get(head.replace(".", "_"), cell) for head, cell in zip(HEAD, row, strict=True)]


def changes(before: str, after: str) -> list[str]:
    """The lines that differ, with `-` and `+` before them."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [each for each in lines if not each.startswith(("---", "+++", "@@"))]


EDITS: dict[str, tuple[Rows, list[str]]] = {
    "nothing": (TABLE, []),
    "a number, as a program shows it": ([HEAD, put(WAGON, vp="3.0"), put(CART, vp="4.0"), put(MULE, vp="5.0")], []),
    "a list without brackets": ([HEAD, put(WAGON, goods="wool"), CART, MULE], []),
    "a cell in brackets": (
        [HEAD, put(WAGON, vp="7"), CART, MULE],
        ['-      wagon: {vp: 3, name: A wagon, goods: "[wool]"}  # in the box',
         '+      wagon: {vp: 7, name: A wagon, goods: "[wool]"}  # in the box'],
    ),
    "a cell on a line of its own": (
        [HEAD, WAGON, CART, put(MULE, vp="6")],
        ["-        vp: 5   # too much?", "+        vp: 6   # too much?"],
    ),
    "a text that needs quotes": (
        [HEAD, put(WAGON, name="A: b, c"), CART, MULE],
        ['-      wagon: {vp: 3, name: A wagon, goods: "[wool]"}  # in the box',
         '+      wagon: {vp: 3, name: "A: b, c", goods: "[wool]"}  # in the box'],
    ),
    "a list": (
        [HEAD, put(WAGON, goods="wool, salt"), CART, MULE],
        ['-      wagon: {vp: 3, name: A wagon, goods: "[wool]"}  # in the box',
         '+      wagon: {vp: 3, name: A wagon, goods: "[wool, salt]"}  # in the box'],
    ),
    "code on several lines": (
        [HEAD, WAGON, CART, put(MULE, play_effects="me.money += 1\nme.money += 3\nme.money += 4")],
        ["-            me.money += 2", "+            me.money += 3", "+            me.money += 4"],
    ),
    "new cells": (
        [HEAD, put(WAGON, players="2", met="true"), CART, put(MULE, players="2")],
        ['-      wagon: {vp: 3, name: A wagon, goods: "[wool]"}  # in the box',
         '+      wagon: {vp: 3, name: A wagon, goods: "[wool]", met: true, players: [2]}  # in the box',
         "+        players: [2]"],
    ),
    "cells that are empty now": (
        [HEAD, WAGON, put(CART, met="", players=""), put(MULE, count="", play_effects="")],
        ['-      cart: {vp: 4, name: "Cart: big", met: p == red, players: [2]}',
         '+      cart: {vp: 4, name: "Cart: big"}',
         "-        play:", "-          effects: |", "-            me.money += 1", "-            me.money += 2",
         "-        count: 2"],
    ),
    "a row is gone": (
        [HEAD, WAGON, MULE],
        ["-      # both carts", "-      # are slow",
         '-      cart: {vp: 4, name: "Cart: big", met: p == red, players: [2]}'],
    ),
    "the first row is gone": (
        [HEAD, CART, MULE],
        ["-      # the first of all", '-      wagon: {vp: 3, name: A wagon, goods: "[wool]"}  # in the box', "-"],
    ),
    "the last row is gone": (
        [HEAD, WAGON, CART],
        ["-      mule:", "-        vp: 5   # too much?", "-        name: Mule", "-        play:",
         "-          effects: |", "-            me.money += 1", "-            me.money += 2", "-        count: 2"],
    ),
    "a row between": (
        [HEAD, WAGON, ["boat", "1", "Boat", "salt", "", "", "", ""], CART, MULE],
        ['+      boat: {vp: 1, name: Boat, goods: "[salt]"}'],
    ),
    "a row before all": (
        [HEAD, ["boat", "1", "Boat", "", "", "", "", ""], WAGON, CART, MULE],
        ["+      boat: {vp: 1, name: Boat}"],
    ),
    "rows at the end, like what is there": (
        [*TABLE, ["boat", "1", "Boat", "", "", "2", "pass", "3"], ["raft", "1", "Raft", "", "", "", "", ""]],
        ["+      boat:", "+        vp: 1", "+        name: Boat", "+        players: [2]",
         "+        play: {effects: pass}", "+        count: 3",
         "+      raft:", "+        vp: 1", "+        name: Raft"],
    ),
    "another name": (
        [HEAD, WAGON, ["dray", *CART[1:]], MULE],
        ['-      cart: {vp: 4, name: "Cart: big", met: p == red, players: [2]}',
         '+      dray: {vp: 4, name: "Cart: big", met: p == red, players: [2]}'],
    ),
    "another name, and a little more": (
        [HEAD, WAGON, ["dray", "5", *CART[2:]], MULE],
        ['-      cart: {vp: 4, name: "Cart: big", met: p == red, players: [2]}',
         '+      dray: {vp: 5, name: "Cart: big", met: p == red, players: [2]}'],
    ),
    "another name in another place": (
        [HEAD, WAGON, CART, ["boat", "1", "Boat", "", "", "", "", ""], ["donkey", *MULE[1:]]],
        ['+      boat: {vp: 1, name: Boat}', "-      mule:", "+      donkey:"],
    ),
    "another row in the place of one": (
        [HEAD, WAGON, ["boat", "1", "Boat", "salt", "p == red", "", "", ""], MULE],
        ["-      # both carts", "-      # are slow",
         '-      cart: {vp: 4, name: "Cart: big", met: p == red, players: [2]}',
         '+      boat: {vp: 1, name: Boat, goods: "[salt]", met: p == red}'],
    ),
    "another name with fewer columns": (
        [row[:3] for row in ([HEAD, WAGON, CART, ["donkey", *MULE[1:]]])],
        ["-      mule:", "+      donkey:"],
    ),
    "fewer columns": (
        [row[:3] for row in ([HEAD, put(WAGON, vp="9"), CART, MULE])],
        ['-      wagon: {vp: 3, name: A wagon, goods: "[wool]"}  # in the box',
         '+      wagon: {vp: 9, name: A wagon, goods: "[wool]"}  # in the box'],
    ),
}  # fmt: skip


def brought(folder: Path, rows: Rows, game: str = GAME, ending: str = ".csv") -> tuple[Imported, str]:
    """What comes of a table, and the file of the game afterwards."""
    home = folder / "game.yaml"
    home.write_bytes(game.encode())
    done = imported(str(home), "Card", written(rows, folder / f"t{ending}"))
    for each in done.changes:
        each.path.write_bytes(each.data if isinstance(each.data, bytes) else each.data.encode())
    return done, home.read_bytes().decode()


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
@pytest.mark.parametrize("what", EDITS)
def test_an_edit_changes_its_own_lines(what: str, ending: str, tmp_path: Path) -> None:
    """Comments, order and layout of all else stay; a second import finds nothing to do."""
    rows, expected = EDITS[what]
    done, after = brought(tmp_path, rows, ending=ending)
    assert done.faults == []
    found = changes(GAME, after)
    assert sorted(found) == sorted(expected), "\n".join(found)
    again = imported(str(tmp_path / "game.yaml"), "Card", tmp_path / f"t{ending}")
    assert again.changes == []


@pytest.mark.parametrize("comma", ["", ","])
@pytest.mark.parametrize("comment", ["", "  # one"])
def test_the_last_row_in_brackets_takes_its_own_comment_along(comment: str, comma: str, tmp_path: Path) -> None:
    """And leaves that of the row before it, though the comma between the two stands in front of it."""
    start, end = GAME.index("    entries:\n"), GAME.index("zones:")
    wagon, cart = f"      wagon: {{vp: 3}},{comment}", f"      cart: {{vp: 4}}{comma}  # three"
    game = f"{GAME[:start]}    entries: {{\n{wagon}\n      # two\n{cart}\n    }}\n{GAME[end:]}"
    done, after = brought(tmp_path, [["card", "vp"], ["wagon", "3"]], game)
    assert done.faults == []
    kept = wagon if comment or comma else wagon[:-1]
    assert after == f"{GAME[:start]}    entries: {{\n{kept}\n    }}\n{GAME[end:]}"


@pytest.mark.parametrize("said", ["A-1", "[A-1]"])
def test_what_stands_alone_for_a_list_stays_alone(said: str, tmp_path: Path) -> None:
    rules = "rulebook:\n  sections: {a: All}\n  rules: {A-1: {section: a, text: One.}, A-2: {section: a, text: Two.}}\n"
    game = rules + GAME.replace("players: [2]", f"source: {said}")
    head = [each.replace("players", "source") for each in HEAD]
    done, after = brought(tmp_path, [head, WAGON, put(CART, players="A-2"), MULE], game)
    assert done.faults == []
    assert after == rules + GAME.replace("players: [2]", f"source: {said.replace('1', '2')}")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_marks_stay(end: str, tmp_path: Path) -> None:
    """Also blanks on empty lines, and a last line without an end."""
    game = "\ufeff" + GAME.replace("box\n\n", "box\n   \n").removesuffix("\n").replace("\n", end)
    rows, expected = EDITS["a cell in brackets"]
    _, after = brought(tmp_path, rows, game)
    assert after == game.replace("wagon: {vp: 3", "wagon: {vp: 7")
    rows, expected = EDITS["a row between"]
    _, after = brought(tmp_path, rows, game)
    assert after == game.replace("# in the box" + end, "# in the box" + end + expected[0][1:] + end)


FAULTS: dict[str, tuple[Rows, str, int]] = {
    "renamed column": ([["card", "points", *HEAD[2:]], WAGON, CART, MULE], "YUP403", 1),
    "wrong type": ([HEAD, put(WAGON, vp="red"), CART, MULE], "YUP418", 2),
    "unknown name": ([HEAD, WAGON, put(CART, met="p == blu"), MULE], "YUP401", 3),
    "two rows of one name": ([HEAD, WAGON, CART, MULE, WAGON], "YUP212", 6),
    "no name": ([HEAD, ["", *WAGON[1:]], CART, MULE], "YUP134", 2),
    "no name of a thing": ([HEAD, ["a wagon", *WAGON[1:]], CART, MULE], "YUP206", 2),
    "formula": ([HEAD, put(WAGON, vp="=B3+1"), CART, MULE], "YUP135", 2),
    "cell too long": ([HEAD, put(WAGON, name="x" * (MAX_CELL + 1)), CART, MULE], "YUP131", 2),
    "empty": ([[]], "YUP133", 1),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_stands_at_its_cell_and_nothing_is_written(what: str, tmp_path: Path) -> None:
    rows, code, line = FAULTS[what]
    done, after = brought(tmp_path, rows)
    assert (code, "t.csv", line) in [(each.code, Path(each.span.file).name, each.span.line) for each in done.faults]
    assert done.changes == []
    assert after == GAME


def test_what_others_name_cannot_go(tmp_path: Path) -> None:
    """An example that names a card keeps it."""
    game = GAME + "examples: {one: {players: 2, then: mule_1.vp == 5}}\n"
    done, after = brought(tmp_path, [HEAD, WAGON, CART], game)
    assert [(each.code, Path(each.span.file).name) for each in done.faults] == [("YUP401", "game.yaml")]
    assert after == game


def test_what_is_left_alone_is_told(tmp_path: Path) -> None:
    done, _ = brought(tmp_path, [row[:3] for row in (HEAD, CART, WAGON, MULE)])
    assert done.edited.left == [
        "There is no column `met`, `players`, `goods`, `play.effects`, `count`: what the ruleset says there stays.",
        "The rows that were there before keep their order.",
    ]


# ---------------------------------------------------------------- tables that the ruleset reads

SEPARATED = 'card;vp;name\n\nwagon; 3 ;"A ""big"" wagon"\n"cart";"4";Cart  \nmule;5;"two\nlines"\n'
READS = GAME[: GAME.index("      # the first")] + "      from: cards.csv\n" + GAME[GAME.index("zones:") :]
OTHER = [["card", "vp", "name"], ["wagon", "3", 'A "big" wagon'], ["cart", "4", "Cart"], ["mule", "5", "two\nlines"]]

SEPARATED_EDITS: dict[str, tuple[Callable[[Rows], object], str, str]] = {
    "nothing": (lambda rows: None, "", ""),
    "a cell": (lambda rows: rows[1].__setitem__(1, "7"), "wagon; 3 ;", "wagon;7;"),
    "a cell with its own sign": (lambda rows: rows[3].__setitem__(2, 'a;b "c"'), '"two\nlines"', '"a;b ""c"""'),
    "a row": (lambda rows: rows.insert(2, ["boat", "1", "Boat"]), '"cart"', 'boat;1;Boat\n"cart"'),
    "the last row": (lambda rows: rows.append(["boat", "", "'=x"]), 'lines"\n', "lines\"\nboat;;'=x\n"),
    "a row is gone": (lambda rows: rows.pop(2), '"cart";"4";Cart  \n', ""),
    "an empty cell": (lambda rows: rows[2].__setitem__(2, ""), "Cart  ", ""),
    "another name": (lambda rows: rows[2].__setitem__(0, "dray"), '"cart"', "dray"),
}


@pytest.mark.parametrize("form", ["utf-8", "utf-8-sig", "utf-16", "crlf", "no last end"])
@pytest.mark.parametrize("what", SEPARATED_EDITS)
def test_a_table_that_is_read_is_edited_cell_by_cell(what: str, form: str, tmp_path: Path) -> None:
    """Separators, quotes, blanks, line ends and encoding of all else stay."""
    edit, old, new = SEPARATED_EDITS[what]
    text, expected = SEPARATED, SEPARATED.replace(old, new, 1) if old else SEPARATED
    if form == "crlf":
        text, expected = text.replace("\n", "\r\n"), expected.replace("\n", "\r\n")
    if form == "no last end":
        text, expected = text.removesuffix("\n"), expected.removesuffix("\n")
    encoding = form if form.startswith("utf") else "utf-8"
    table = tmp_path / "cards.csv"
    table.write_bytes(text.encode(encoding))
    rows = [list(each) for each in OTHER]
    edit(rows)
    done, game = brought(tmp_path, rows, READS)
    assert done.faults == []
    assert game == READS
    assert table.read_bytes().decode(encoding) == expected


@pytest.mark.parametrize(("sign", "said", "head"), [
    (",", "A; =1+1", "sep=,\n"), (",", "=1+1; A", ""), (";", "A, =1+1", "sep=;\n"), (",", "A; -1 B", ""),
])  # fmt: skip
def test_a_part_of_a_text_is_run_by_no_program_that_takes_another_separator(
    sign: str, said: str, head: str, tmp_path: Path
) -> None:
    """The file says then which sign it is, and is read as before."""
    (tmp_path / "cards.csv").write_text(f"card{sign}name\nwagon{sign}Wagon\n", encoding="utf-8")
    for _ in range(2):
        done, _ = brought(tmp_path, [["card", "name"], ["wagon", f"'{said}" if said[0] == "=" else said]], READS)
        assert done.faults == []
        after = (tmp_path / "cards.csv").read_text(encoding="utf-8")
        assert after.startswith(f"{head}card{sign}name\n")


def test_a_new_column_comes_behind_the_others(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(SEPARATED, encoding="utf-8")
    brought(tmp_path, [[*row, cell] for row, cell in zip(OTHER, ("count", "", "2", ""), strict=True)], READS)
    after = (tmp_path / "cards.csv").read_text(encoding="utf-8")
    assert after == SEPARATED.replace("vp;name", "vp;name;count").replace("Cart  ", "Cart  ;2")


def test_entries_in_yaml_and_in_a_table(tmp_path: Path) -> None:
    """Each row is edited where it stands."""
    (tmp_path / "cards.csv").write_text("card,vp\nwagon,3\n", encoding="utf-8")
    game = READS.replace("cards.csv\n", "cards.csv\n      cart: {vp: 4}\n")
    done, after = brought(tmp_path, [["card", "vp"], ["wagon", "5"], ["boat", "1"], ["cart", "6"], ["raft", "2"]], game)
    assert [each.path.name for each in done.changes] == ["game.yaml", "cards.csv"]
    assert changes(game, after) == ["-      cart: {vp: 4}", "+      cart: {vp: 6}", "+      raft: {vp: 2}"]
    assert (tmp_path / "cards.csv").read_text(encoding="utf-8") == "card,vp\nwagon,5\nboat,1\n"


BOOK_EDITS: dict[str, tuple[Callable[[Rows], object], Callable[[Rows], object]]] = {
    "nothing": (lambda rows: None, lambda rows: None),
    "a cell": (lambda rows: rows[1].__setitem__(1, "7"), lambda rows: rows[1].__setitem__(1, "7")),
    "a text": (lambda rows: rows[2].__setitem__(2, "<&> '=1"), lambda rows: rows[2].__setitem__(2, "<&> '=1")),
    "an empty cell": (lambda rows: rows[2].__setitem__(2, ""), lambda rows: rows[2].pop()),
    "a row is gone": (lambda rows: rows.pop(2), lambda rows: rows.pop(2)),
    "another name": (lambda rows: rows[2].__setitem__(0, "dray"), lambda rows: rows[2].__setitem__(0, "dray")),
    "a new row": (lambda rows: rows.insert(1, ["boat", "1", "Boat"]), lambda rows: rows.append(["boat", "1", "Boat"])),
    "a new column": (
        lambda rows: [row.append(cell) for row, cell in zip(rows, ("count", "", "2", ""), strict=True)],
        lambda rows: [rows[0].append("count"), rows[2].append("2")],
    ),
}


@pytest.mark.parametrize("what", BOOK_EDITS)
def test_a_workbook_that_is_read_is_edited_cell_by_cell(what: str, tmp_path: Path) -> None:
    """The other parts of the file stay byte for byte, formats of cells too; new rows come last."""
    edit, meant = BOOK_EDITS[what]
    book = openpyxl.Workbook()
    for row in OTHER:
        book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
    book.active["B2"].number_format = "0.00"
    book.create_sheet("More").append(["x"])
    before = saved(book)
    (tmp_path / "cards.xlsx").write_bytes(before)
    rows, expected = [list(each) for each in OTHER], [list(each) for each in OTHER]
    edit(rows)
    meant(expected)
    done, game = brought(tmp_path, rows, READS.replace("cards.csv", "cards.xlsx"))
    assert done.faults == []
    assert game == READS.replace("cards.csv", "cards.xlsx")
    after = (tmp_path / "cards.xlsx").read_bytes()
    found = read_sheet(read_book(after, "cards.xlsx").text, "cards.xlsx").rows
    assert [[cell.text for cell in row.cells] for row in found] == expected
    assert openpyxl.load_workbook(io.BytesIO(after)).worksheets[0]["B2"].number_format == "0.00"
    with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as new:
        changed = [each for each in old.namelist() if old.read(each) != new.read(each)]
        assert old.namelist() == new.namelist()
    assert changed == ([] if what == "nothing" else ["xl/worksheets/sheet1.xml"])


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods"])
def test_a_workbook_that_cannot_be_edited_is_told(name: str, tmp_path: Path) -> None:
    """A formula is not overwritten, and OpenDocument is left to its own program."""
    told = '<c r="A1" t="str"><v>card</v></c><c r="B1" t="str"><v>vp</v></c>'
    formula = '<c r="A2" t="str"><v>wagon</v></c><c r="B2"><f>1+2</f><v>3</v></c>'
    inside = f'<worksheet><sheetData><row r="1">{told}</row><row r="2">{formula}</row></sheetData></worksheet>'
    data = with_part(xlsx([["x"]]), "xl/worksheets/sheet1.xml", inside)
    (tmp_path / name).write_bytes(
        data if name.endswith("xlsx") else workbook([["card", "vp"], ["wagon", "3"]], "C", ".ods")
    )
    with pytest.raises(UsageError, match=name.replace(".", r"\.")):
        brought(tmp_path, [["card", "vp"], ["wagon", "7"]], READS.replace("cards.csv", name))


# ---------------------------------------------------------------- overlays

OVERLAY = """\
ruleset: {name: more, title: More, language: 4, extends: market}
kinds:
  Card:
    entries:
      boat: {vp: 1, name: Boat}  # new
change:
  kinds: {Card: {entries: {cart: {vp: 9}}}}
"""
MORE = [HEAD, WAGON, put(CART, vp="9"), MULE, ["boat", "1", "Boat", "", "", "", "", ""]]
OVER: dict[str, tuple[Rows, list[str]]] = {
    "nothing": (MORE, []),
    "what it adds": (
        [*MORE[:4], ["boat", "2", "Boat", "", "", "", "", ""]],
        ["-      boat: {vp: 1, name: Boat}  # new", "+      boat: {vp: 2, name: Boat}  # new"]),
    "what it changes": (
        [HEAD, WAGON, put(CART, vp="8"), *MORE[3:]],
        ["-  kinds: {Card: {entries: {cart: {vp: 9}}}}", "+  kinds: {Card: {entries: {cart: {vp: 8}}}}"]),
    "what the base says": (
        [HEAD, put(WAGON, vp="7"), put(CART, vp="9", name="Dray"), *MORE[3:]],
        ["-  kinds: {Card: {entries: {cart: {vp: 9}}}}",
         "+  kinds: {Card: {entries: {cart: {vp: 9, name: Dray}, wagon: {vp: 7}}}}"]),
    "a row of the base is gone": (
        [HEAD, *MORE[2:]], ["+remove:", "+  kinds: {Card: {entries: [wagon]}}"]),
    "a row that it changes is gone": (
        [HEAD, WAGON, *MORE[3:]],
        ["-change:", "-  kinds: {Card: {entries: {cart: {vp: 9}}}}", "+remove:",
         "+  kinds: {Card: {entries: [cart]}}"]),
    "a cell of the base is empty": (
        [HEAD, WAGON, put(CART, vp="9", met=""), *MORE[3:]],
        ["+remove:", "+  kinds: {Card: {entries: {cart: [met]}}}"]),
    "its own row is gone": (
        MORE[:4],
        ["-kinds:", "-  Card:", "-    entries:", "-      boat: {vp: 1, name: Boat}  # new"]),
    "another name for what it adds": (
        [*MORE[:4], ["ship", "1", "Boat", "", "", "", "", ""]],
        ["-      boat: {vp: 1, name: Boat}  # new", "+      ship: {vp: 1, name: Boat}  # new"]),
    "another name for a row of the base": (
        [HEAD, ["coach", *WAGON[1:]], *MORE[2:]],
        ['+      coach: {vp: 3, name: A wagon, goods: "[wool]"}', "+remove:", "+  kinds: {Card: {entries: [wagon]}}"]),
    "another name for a row that it changes": (
        [HEAD, WAGON, ["dray", "9", *CART[2:]], *MORE[3:]],
        ['+      dray: {vp: 9, name: "Cart: big", met: p == red, players: [2]}',
         "-change:", "-  kinds: {Card: {entries: {cart: {vp: 9}}}}", "+remove:",
         "+  kinds: {Card: {entries: [cart]}}"]),
    "a new row": (
        [*MORE, ["raft", "1", "Raft", "", "", "", "", ""]], ["+      raft: {vp: 1, name: Raft}"]),
}  # fmt: skip


@pytest.mark.parametrize("what", OVER)
def test_an_overlay_says_what_is_different(what: str, tmp_path: Path) -> None:
    """Its base stays as it is: what comes from there is changed and removed by name."""
    rows, expected = OVER[what]
    (tmp_path / "market").mkdir()
    base, over = tmp_path / "market" / "game.yaml", tmp_path / "market" / "variants" / "more.yaml"
    over.parent.mkdir()
    base.write_text(GAME, encoding="utf-8")
    over.write_text(OVERLAY, encoding="utf-8")
    table = written(rows, tmp_path / "t.csv")
    done = imported(f"{base.parent}+more", "Card", table)
    assert done.faults == []
    for each in done.changes:
        assert each.path == over
        over.write_text(str(each.data), encoding="utf-8")
    found = changes(OVERLAY, over.read_text(encoding="utf-8"))
    assert sorted(found) == sorted(expected), "\n".join(found)
    assert imported(f"{base.parent}+more", "Card", table).changes == []


# ---------------------------------------------------------------- words in other languages


def test_words_go_back_into_the_files_of_texts(tmp_path: Path, yupana: Yupana) -> None:
    """A new one, another one and one less; what is said of a row that is gone goes with it."""
    home = tmp_path / "market"
    (home / "texts").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, encoding="utf-8")
    texts = home / "texts" / "ja.yaml"
    before = "title: 市場\nnames:  # of cards\n  wagon: 荷車\n  Card.cart: 大八車\n  mule: ラバ\n"
    texts.write_text(before, encoding="utf-8")
    file = tmp_path / "t.xlsx"
    assert yupana("sheet", "export", str(home), "Card", "--lang", "ja", "-o", str(file)).code == 0
    assert "nothing to do" in yupana("sheet", "import", str(home), "Card", str(file)).out
    rows = [[*row, word] for row, word in zip(TABLE, ("title.ja", "牛車", "車", ""), strict=True)]
    ran = yupana("sheet", "import", str(home), "Card", str(written(rows, file)), "--diff")
    assert (ran.code, texts.read_text(encoding="utf-8")) == (0, before)
    assert "+  wagon: 牛車" in ran.out
    assert yupana("sheet", "import", str(home), "Card", str(file)).out.startswith("3 cells changed: wrote ")
    after = "title: 市場\nnames: # of cards\n  wagon: 牛車\n  Card.cart: 車\n"
    assert texts.read_text(encoding="utf-8") in (after, after.replace(": #", ":  #"))
    assert yupana("sheet", "import", str(home), "Card", str(written([*rows[:2], rows[3]], file))).code == 0
    assert "cart" not in texts.read_text(encoding="utf-8")
    assert yupana("check", str(home)).code == 0


NAMED = """\
ruleset: {name: market, title: Market, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
kinds:
  Card: {start: deck, attributes: {vp: int}, entries: {wagon: {vp: 3, text: Big}, cart: {vp: 4}, mule: {vp: 5}}}
  Place: {entries: {wagon: {}}}
zones: {deck: {of: Card}}
actions: {rest: {effects: pass}}
flow: [{turns: turn}]
"""
WORDS = """\
names:
  wagon: 荷車  # both
  Card.cart: 大八車
  mule: ラバ
texts: {kinds.Card.entries.wagon: 大きい}
"""
NAME_EDITS: dict[str, tuple[Rows, list[str]]] = {
    "a name of its own": (
        [["card", "vp"], ["wagon", "3"], ["cart", "4"], ["donkey", "5"]], ["-  mule: ラバ", "+  donkey: ラバ"]),
    "a name with its kind": (
        [["card", "vp"], ["wagon", "3"], ["dray", "4"], ["mule", "5"]],
        ["-  Card.cart: 大八車", "+  Card.dray: 大八車"]),
    "a name that something else has, too": (
        [["card", "vp"], ["coach", "3"], ["cart", "4"], ["mule", "5"]],
        ["+  Card.coach: 荷車", "-texts: {kinds.Card.entries.wagon: 大きい}",
         "+texts: {kinds.Card.entries.coach: 大きい}"]),
    "gone": ([["card", "vp"], ["wagon", "3"], ["cart", "4"]], ["-  mule: ラバ"]),
    "gone, and something else has it": (
        [["card", "vp"], ["cart", "4"], ["mule", "5"]], ["-texts: {kinds.Card.entries.wagon: 大きい}"]),
    "other words for one of two": (
        [["card", "title.ja"], ["wagon", "車"], ["cart", "大八車"], ["mule", "ラバ"]], ["+  Card.wagon: 車"]),
}  # fmt: skip


@pytest.mark.parametrize("what", NAME_EDITS)
def test_words_follow_their_row(what: str, tmp_path: Path) -> None:
    """Under another name, away, and never away from something else that is called so."""
    rows, expected = NAME_EDITS[what]
    home = tmp_path / "market"
    (home / "texts").mkdir(parents=True)
    (home / "game.yaml").write_text(NAMED, encoding="utf-8")
    texts = home / "texts" / "ja.yaml"
    texts.write_text(WORDS, encoding="utf-8")
    table = written(rows, tmp_path / "t.csv")
    done = imported(str(home), "Card", table)
    assert done.faults == []
    for each in done.changes:
        each.path.write_text(str(each.data), encoding="utf-8")
    assert sorted(changes(WORDS, texts.read_text(encoding="utf-8"))) == sorted(expected)
    again = imported(str(home), "Card", table)
    assert (again.changes, again.faults) == ([], [])


SAYS = """\
ruleset: {name: market, title: Market, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {n: int}}
kinds:
  Card:
    start: deck
    attributes: {name: text}
    actions: {play: {text: Play}}
    entries:
      wagon: {name: A wagon, play: {effects: 'log "rolls {me.n} far"'}}
      cart: {name: A cart, play: {effects: pass}}
      mule: {name: A mule, play: {effects: pass}}
zones: {deck: {of: Card}}
flow: [{turns: turn}]
"""
SAID = """\
phrases:
  A wagon: 荷車  # big
  rolls {me.n} far: "{me.n}進む"
  A cart: 大八車
  A mule: ラバ
"""
SAY = ["card", "name", "play.effects"]
ROLLS = 'log "rolls {me.n} far"'
PHRASE_EDITS: dict[str, tuple[Rows, list[str]]] = {
    "another text": (
        [SAY, ["wagon", "The wagon", ROLLS], ["cart", "A cart", "pass"], ["mule", "A mule", "pass"]],
        ["-  A wagon: 荷車  # big", "+  The wagon: 荷車  # big"]),
    "another text in code": (
        [SAY, ["wagon", "A wagon", 'log "goes {me.n}"'], ["cart", "A cart", "pass"], ["mule", "A mule", "pass"]],
        ['-  rolls {me.n} far: "{me.n}進む"', '+  goes {me.n}: "{me.n}進む"']),
    "another text that tells less": (
        [SAY, ["wagon", "A wagon", 'log "goes on"'], ["cart", "A cart", "pass"], ["mule", "A mule", "pass"]],
        ['-  rolls {me.n} far: "{me.n}進む"']),
    "a text that something else says, too": (
        [SAY, ["wagon", "A wagon", ROLLS], ["cart", "A mule", "pass"], ["mule", "A mule", "pass"]],
        ["-  A cart: 大八車"]),
    "texts that change places": (
        [SAY, ["wagon", "A wagon", ROLLS], ["cart", "A mule", "pass"], ["mule", "A cart", "pass"]], []),
    "gone": ([SAY, ["wagon", "A wagon", ROLLS], ["cart", "A cart", "pass"]], ["-  A mule: ラバ"]),
}  # fmt: skip


@pytest.mark.parametrize("what", PHRASE_EDITS)
def test_translations_follow_what_is_said(what: str, tmp_path: Path, yupana: Yupana) -> None:
    """So that no edit of a table leaves words for what nobody says any more."""
    rows, expected = PHRASE_EDITS[what]
    home = tmp_path / "market"
    (home / "texts").mkdir(parents=True)
    (home / "game.yaml").write_text(SAYS, encoding="utf-8")
    texts = home / "texts" / "ja.yaml"
    texts.write_text(SAID, encoding="utf-8")
    done = imported(str(home), "Card", written(rows, tmp_path / "t.csv"))
    assert done.faults == []
    for each in done.changes:
        each.path.write_text(str(each.data), encoding="utf-8")
    assert sorted(changes(SAID, texts.read_text(encoding="utf-8"))) == sorted(expected)
    assert yupana("check", str(home)).code == 0


def test_words_for_no_text_are_told_at_their_cell(tmp_path: Path) -> None:
    home = tmp_path / "market"
    (home / "texts").mkdir(parents=True)
    (home / "game.yaml").write_text(NAMED, encoding="utf-8")
    (home / "texts" / "ja.yaml").write_text(WORDS, encoding="utf-8")
    rows = [["card", "vp", "text.ja"], ["wagon", "3", "大きい"], ["cart", "4", "小さい"], ["mule", "5", ""]]
    (fault,) = imported(str(home), "Card", written(rows, tmp_path / "t.csv")).faults
    assert (fault.code, Path(fault.span.file).name, fault.span.line, fault.span.column) == ("YUP251", "t.csv", 3, 8)


# ---------------------------------------------------------------- what stands in two places, and lists

TIED = """ruleset: {name: market, title: Market, language: 4}
rulebook:
  sections: {"1": One}
  rules: {M-1: {section: "1", text: a, status: stated}, M-2: {section: "1", text: b, status: stated}}
players: {min: 2, max: 3, names: [red, blue, green]}
kinds:
  Card:
    attributes: {vp: int, name: text}
    defaults: {name: '""'}
    start: deck
    entries:
      # all
      wagon: &all {vp: 3, name: Wagon}  # the first
      cart: *all
      mule: {vp: &five 5}
      donkey: {vp: *five}
      boat:
        vp: 1
        source:
          # why
          - M-1   # one
          - M-2
        count: 2
      raft:
        vp: 1
        players: [2, 3]  # no more
zones: {deck: {of: Card}}
actions: {rest: {effects: pass}}
flow: [{turns: turn}]
"""
TIED_HEAD = ["card", "vp", "name", "source", "count", "count.2", "count.3", "players"]
TIED_ROWS = {
    "wagon": ["3", "Wagon"], "cart": ["3", "Wagon"], "mule": ["5"], "donkey": ["5"],
    "boat": ["1", "", "M-1, M-2", "2"], "raft": ["1", "", "", "", "", "", "2, 3"],
}  # fmt: skip
TIED_EDITS: dict[str, tuple[dict[str, list[str]], list[str]]] = {
    "nothing": ({}, []),
    "what an alias stands for": (
        {"wagon": ["4", "Wagon"]},
        ["-      wagon: &all {vp: 3, name: Wagon}  # the first", "-      cart: *all",
         "+      wagon: &all {vp: 4, name: Wagon}  # the first", "+      cart: {vp: 3, name: Wagon}"]),
    "an alias": ({"cart": ["4", "Wagon"]}, ["-      cart: *all", "+      cart: {vp: 4, name: Wagon}"]),
    "an alias that is one cell": (
        {"donkey": ["6"]}, ["-      donkey: {vp: *five}", "+      donkey: {vp: 6}"]),
    "what is gone": (
        {"mule": []},
        ["-      mule: {vp: &five 5}", "-      donkey: {vp: *five}", "+      donkey: {vp: 5}"]),
    "one item of a list is gone": ({"boat": ["1", "", "M-1", "2"]}, ["-          - M-2"]),
    "the first item of a list is gone": (
        {"boat": ["1", "", "M-2", "2"]}, ["-          # why", "-          - M-1   # one"]),
    "items in another order": (
        {"boat": ["1", "", "M-2, M-1", "2"]},
        ["-          - M-2", "+          - M-2"]),
    "an item in brackets": (
        {"raft": ["1", "", "", "", "", "", "2"]},
        ["-        players: [2, 3]  # no more", "+        players: [2]  # no more"]),
    "a count for each number of players": (
        {"boat": ["1", "", "M-1, M-2", "", "1", "2"]},
        ["-        count: 2", "+        count:", "+          2: 1", "+          3: 2"]),
}  # fmt: skip


@pytest.mark.parametrize("what", TIED_EDITS)
def test_what_stands_in_two_places_changes_in_one(what: str, tmp_path: Path) -> None:
    """And of a list what is in it still keeps its comments."""
    edits, expected = TIED_EDITS[what]
    rows = [TIED_HEAD, *([name, *row] for name, row in (TIED_ROWS | edits).items() if row)]
    done, after = brought(tmp_path, rows, TIED)
    assert done.faults == []
    found = changes(TIED, after)
    assert sorted(found) == sorted(expected), "\n".join(found)
    assert imported(str(tmp_path / "game.yaml"), "Card", tmp_path / "t.csv").changes == []


def test_words_in_a_column_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("card,vp,title.ja\nwagon,3,荷車\n", encoding="utf-8")
    brought(tmp_path, [["card", "vp", "title.ja"], ["wagon", "3", "牛車"]], READS)
    assert (tmp_path / "cards.csv").read_text(encoding="utf-8") == "card,vp,title.ja\nwagon,3,牛車\n"


# ---------------------------------------------------------------- any cell

SIGNS = st.text(st.sampled_from([*"ab1.,;:#'\"=+-@{}[]|>&*!%?\\ \n\t牛é"]), max_size=12)
CELLS = st.one_of(
    SIGNS,
    st.sampled_from(["1.0", "007", "true", "TRUE", "null", "~", "1,5", "3/4", "2024-01-02", "=1+1", "'=1", "''", "#N/A",
                     "yes", "0x1F", "- a", "? b", "a: b", "a #b", "---", "'", '"', "<<"]),
)  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cell=CELLS, new=CELLS, ending=st.sampled_from(ENDINGS))
def test_any_text_comes_back_as_it_is(cell: str, new: str, ending: str, tmp_path: Path) -> None:
    """From a cell into YAML, out of it, and back, whatever it looks like, in a row that was there and in a new one."""
    told = [" ".join(each.replace("\t", " ").split(" ")).strip() for each in (cell, new)]
    rows = [HEAD, put(WAGON, name=told[0]), CART, MULE, ["boat", "1", told[1], "", "", "", "", ""]]
    lines = [[mark(each) if ending in (".csv", ".tsv") else each for each in row] for row in rows]
    done, after = brought(tmp_path, lines, ending=ending)
    assert done.faults == []
    found = exported(str(tmp_path / "game.yaml"), "Card").rows
    assert [found[name].get("name", "") for name in ("wagon", "boat")] == [each.strip() for each in told]
    assert set(changes(GAME, after)) >= {each for each in changes(GAME, after) if "cart" in each} == set()


def mark(cell: str) -> str:
    """A text as people write it that is no formula."""
    from yupana.schemas.sheets import protected

    return protected(cell)


# ---------------------------------------------------------------- the command


def test_as_data_a_fault_says_its_cell(tmp_path: Path, yupana: Yupana) -> None:
    """Lines and columns are those of the text that a workbook stands for, which nobody sees."""
    heads = ["card", "name", "vp", "cheap", "met", "play.effects"]
    rows: list[list[object]] = [
        heads,
        ["wagon", "two\nlines", 3, True, "true", "pass"],
        ["cart", "Cart", 4, "maybe", "true", "pass"],
    ]
    home = market(tmp_path, xlsx(rows), "cards.xlsx")
    done = yupana("check", str(home), "--json")
    assert [each["cell"] for each in done.document["diagnostics"]] == ["D3"]
    (home / "more.yaml").write_text("constants: {a: b}\n", encoding="utf-8")
    done = yupana("test", str(home), "--json")
    assert [each.get("cell") for each in done.document["diagnostics"]] == ["D3", None]


def test_the_command_says_what_it_did(tmp_path: Path, yupana: Yupana) -> None:
    home = tmp_path / "game.yaml"
    home.write_text(GAME, encoding="utf-8")
    file = written(EDITS["a cell in brackets"][0], tmp_path / "t.csv")
    ran = yupana("sheet", "import", str(home), "Card", str(file), "--diff")
    assert (ran.code, home.read_text(encoding="utf-8")) == (0, GAME)
    assert "+      wagon: {vp: 7" in ran.out
    assert "1 cell changed: would write " in ran.out
    document = yupana("sheet", "import", str(home), "Card", str(file), "--json").document
    assert (document["ok"], document["written"], document["changed"]) == (True, True, {"wagon": {"vp": "7"}})
    assert "vp: 7" in home.read_text(encoding="utf-8")
    ran = yupana("sheet", "import", str(home), "Card", str(written(FAULTS["wrong type"][0], file)))
    assert (ran.code, "Nothing was written" in ran.err) == (1, True)


def test_files_that_cannot_be_written_stay_all_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that somebody else has changed since it was read."""
    (tmp_path / "cards.csv").write_text("card,vp\nwagon,3\n", encoding="utf-8")
    game = READS.replace("cards.csv\n", "cards.csv\n      cart: {vp: 4}\n")
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    table = written([["card", "vp"], ["wagon", "5"], ["cart", "6"]], tmp_path / "t.csv")
    done = imported(str(tmp_path / "game.yaml"), "Card", table)

    def refuse(source: Path, target: Path) -> None:
        if Path(target).name == "cards.csv":
            raise PermissionError(13, "it is open elsewhere")
        source.rename(target)

    monkeypatch.setattr("yupana.schemas.host.os.replace", refuse)
    with pytest.raises(UsageError, match="it is open elsewhere"):
        write_changes(done.changes)
    monkeypatch.undo()
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == game
    (tmp_path / "cards.csv").write_text("card,vp\nwagon,8\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"cards\.csv` was changed meanwhile"):
        write_changes(done.changes)
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == game


@pytest.mark.parametrize(
    "words",
    [("import", "chess", "Man"), ("import", "chess", "Man", "x.txt"), ("import", "chess", "Man", "nowhere.csv"),
     ("export", "chess", "Man", "x.csv"), ("import", "chess", "Man", "x.csv", "-o", "y"), ("bring", "chess", "Man")],
)  # fmt: skip
def test_wrong_usage_is_told_in_one_sentence(words: tuple[str, ...], yupana: Yupana) -> None:
    ran = yupana("sheet", *words)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
