"""Any name of a shipped ruleset can be another one, means the same then, and can be what it was, to the byte."""

from __future__ import annotations

import dataclasses
import random
import re
import shutil
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import index
from yupana.interpreter.index.references import Declaration
from yupana.schemas.errors import UsageError
from yupana.tests.found import ROOT
from yupana.tools.renaming.naming import name_of, refusal
from yupana.tools.renaming.occurrences import element, part
from yupana.tools.renaming.rename import rename

QUICK = ("tic_tac_toe", "leduc_poker", "stepping_stones")
SLOW = (*QUICK, "backgammon", "chess", "cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro", "quoridor")
GAMES = [(each, 2) for each in QUICK] + [pytest.param(each, 4, marks=pytest.mark.slow) for each in SLOW]


def declarations(folder: Path) -> list[Declaration]:
    """All that has a name."""
    elements = index(compile_ruleset(folder))
    assert elements.references is not None
    every = dict.fromkeys(each.declaration for each in elements.references.references)
    return [each for each in every if not refusal(elements, each)]


def renamed(folder: Path, declaration: Declaration, new: str) -> None:
    """Write what a renaming makes of the files."""
    for path, text in rename(compile_ruleset(folder), declaration, new, {}).texts.items():
        Path(path).write_text(text, encoding="utf-8")


def said(folder: Path) -> str:
    """The program of a ruleset without its places and digests, and without what new names have before the old ones."""
    program = compile_ruleset(folder).program
    assert program is not None, compile_ruleset(folder).diagnostics
    features = dataclasses.replace(program.features, digest="")
    whole = repr(dataclasses.replace(program, hash="", rules="", elements=(), places=(), features=features))
    return re.sub(r"zq_|Zq|(?<=_)zq(?=[a-z])", "", whole)


def files(folder: Path) -> dict[str, bytes]:
    """What all files hold."""
    return {str(each): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


@pytest.mark.parametrize(("game", "count"), GAMES)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_there_and_back(game: str, count: int, seed: int, tmp_path: Path) -> None:
    folder = tmp_path / game
    shutil.copytree(ROOT / "rulesets" / game, folder)
    before, program = files(folder), said(folder)
    for declaration in random.Random(f"{game}-{seed}").sample(declarations(folder), count):
        old = name_of(declaration)
        new = ("Zq" if old[:1].isupper() else "zq_") + old
        renamed(folder, declaration, new)
        assert files(folder) != before
        assert said(folder) == program, declaration
        back = next(each for each in declarations(folder) if name_of(each) == new)
        renamed(folder, back, old)
        assert files(folder) == before, declaration


def test_a_faulty_ruleset_can_be_renamed_in(tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("order: players", "order: playrs"), encoding="utf-8")
    (line,) = [each for each in declarations(folder) if each.path == "functions.full_line" and each.sort == "element"]
    renamed(folder, line, "is_line")
    assert file.read_text(encoding="utf-8").count("is_line") == 8
    assert [each.code for each in compile_ruleset(folder).diagnostics] == ["YUP401"]


def test_a_name_that_is_taken_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", folder)
    before = files(folder)
    for declaration in declarations(folder):
        if declaration.path == "functions.full_line" and declaration.sort == "element":
            with pytest.raises(UsageError, match="cannot be called"):
                renamed(folder, declaration, "no_square_left")
    assert files(folder) == before


PRODUCTS = """\
ruleset: {name: game, title: Cards, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
enums: {Suit: [clubs, hearts]}
kinds:
  Card:
    attributes: {suit: Suit, rank: int}
    entries: {each: {suit: Suit, rank: 2..3}, hearts_2: {rank: 9}, joker: {}}
actions: {go: {when: clubs_2.suit == clubs, effects: pass}}
flow: [{turns: turn, times: 1}]
"""


def test_the_enum_of_a_product_follows_and_what_it_makes_has_no_name_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    file = folder / "game.yaml"
    file.write_text(PRODUCTS, encoding="utf-8")
    program = said(folder)
    (enum,) = [each for each in declarations(folder) if each.path == "enums.Suit" and each.sort == "element"]
    renamed(folder, enum, "Colour")
    assert "each: {suit: Colour, rank" in file.read_text(encoding="utf-8")
    assert said(folder).replace("Colour", "Suit") == program
    entries = [each.path for each in declarations(folder) if each.path.startswith("kinds.Card.entries.")]
    assert entries == ["kinds.Card.entries.hearts_2", "kinds.Card.entries.joker"]
    (more,) = [each for each in declarations(folder) if each.path == entries[0]]
    with pytest.raises(UsageError, match="another meaning"):  # it adds to what `each` makes
        renamed(folder, more, "cups_2")


def test_a_board_whose_edges_are_spaces_may_be_called_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "fences.yaml"
    path.write_bytes((ROOT / "tests/language/56_edges_and_corners.yaml").read_bytes())
    program = said(path)
    (board,) = (each for each in declarations(path) if each.path == "boards.meadow" and not each.name)
    renamed(path, board, "zq_meadow")
    text = path.read_text(encoding="utf-8")
    assert "edges: zq_meadow" in text
    assert "corners: {of: zq_meadow, rim: false}" in text
    assert said(path) == program


PRINTED = """
ruleset: {name: printed, title: Printed, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {rolled: {type: "list[int 1..6, 3]"}}}
enums: {Good: [grain, ore]}
kinds: {Card: {attributes: {good: Good}, start: hand_of_all, entries: {mill: {good: ore}}}}
zones: {hand_of_all: {of: Card}}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
look:
  player: "{me.rolled}"
  colours: {ore: grey}
  icons: {ore: gem, Card: scroll}
  faces:
    Card: {colour: it.good, icon: it.good, title: "{it}", back: {colour: ore, icon: Card}}
    mill: {title: none}
  zones: {hand_of_all: fan}
  dice: [Player.rolled, rolled]
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Card", "Sheet"),
        ("ore", "iron"),
        ("hand_of_all", "row"),
        ("rolled", "thrown"),
        ("good", "ware"),
        ("mill", "forge"),
    ],
)
def test_what_is_printed_goes_by_the_new_name(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "printed.yaml"
    file.write_text(PRINTED, encoding="utf-8")
    declared = next(each for each in declarations(file) if name_of(each) == old)
    renamed(file, declared, new)
    assert compile_ruleset(file).diagnostics == []
    assert file.read_text(encoding="utf-8") == re.sub(rf"\b{old}\b", new, PRINTED)


DRAWN = """
ruleset: {name: drawn, title: Drawn, language: 4}
players: {min: 2, max: 2, names: [white, black]}
enums: {Terrain: [meadow, rock]}
boards:
  hills: {kind: Hill, spaces: {top: {}, foot: {}}, fields: {hut: Player?, terrain: Terrain, height: int 0..3}}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
look:
  boards:
    hills:
      at: {top: [0, 0], foot: [2, 2]}
      size: [1, 1]
      seats: {white: bottom, black: left}
      checks: [meadow, black]
      ground: rock
      tint: it.terrain
      raised: it.height
      dots: [top]
      regions: {all_of_it: {of: [top, foot], colour: white}}
      marks: [{of: "{h for h in Hill if h.hut == white}", colour: black, as: line}]
  colours: {meadow: yellowgreen, rock: tan}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [("white", "ivory"), ("meadow", "pasture"), ("foot", "valley"), ("Hill", "Mound"), ("hut", "cabin")],
)
def test_a_board_is_drawn_by_the_new_name(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "drawn.yaml"
    file.write_text(DRAWN, encoding="utf-8")
    declared = next(each for each in declarations(file) if name_of(each) == old)
    renamed(file, declared, new)
    assert compile_ruleset(file).diagnostics == []
    assert file.read_text(encoding="utf-8") == re.sub(rf"\b{old}\b", new, DRAWN)


CHOSEN = """
ruleset: {name: chosen, title: Chosen, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {seeds: {type: int 0..9, start: 3}}}
zones: {bowl: {of: Bean}, tray: {of: Bean, each: Player}}
kinds: {Bean: {entries: {black: {}, white: {}}, start: bowl}}
actions:
  sow:
    effects: |
      choose n in 1..3 as take "How many?"
      me.seeds += n
flow: [{turns: turn, times: 1}]
look:
  mats:
    field:
      each: Player
      size: [4, 2]
      parts:
        sown: {stock: me.seeds, piece: bead, at: [0, 0], size: [4, 1]}
        on_tray: {zone: tray, at: [0, 1], size: [2, 1]}
        every_bean: {of: Bean, rows: [[black, white]], at: [2, 1], size: [2, 1], cell: "{it}"}
  pieces: {bead: {count: 3, each: Player}}
  says: {take: "take {n}"}
"""


@pytest.mark.parametrize(
    ("path", "name", "new", "then"),
    [
        ("actions.sow", "take", "pick_up", "says: {pick_up: "),
        ("zones.tray", "", "plate", "{zone: plate, "),
        ("kinds.Bean", "", "Pea", "{of: Pea, "),
        ("kinds.Bean.entries.black", "", "dark", "rows: [[dark, white]]"),
        ("players.fields.seeds", "", "grains", "{stock: me.grains, "),
    ],
)
def test_the_look_follows_what_is_called_otherwise(path: str, name: str, new: str, then: str, tmp_path: Path) -> None:
    """The sentence of a choice goes with its name, and a mat with all that lies on it."""
    file = tmp_path / "chosen.yaml"
    file.write_text(CHOSEN, encoding="utf-8")
    assert not compile_ruleset(file).diagnostics
    renamed(file, part(path, name) if name else element(path), new)
    assert then in file.read_text(encoding="utf-8")
    assert not compile_ruleset(file).diagnostics
