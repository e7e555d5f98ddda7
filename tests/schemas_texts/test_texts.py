"""Texts in other languages: where they stand, what is read, what is refused, what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.schemas.compose import Composed, compose
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts, elements, languages, load_texts, own_names, own_texts, text_file

GAME = """\
ruleset: {name: mine, title: Mine, text: A small game.}
players: {min: 2, max: 2, names: [red, blue], fields: {money: {type: int, text: What one has.}}}
kinds:
  Town: {entries: {lima: {text: A town by the sea.}, quito: {}}}
actions:
  build: {text: Build a house., effects: me.money -= 1}
  rest: {effects: pass}
flow:
  - rounds: day
    text: Three days.
    times: 3
    steps:
      - {turns: turn, text: One action each.}
      - {do: pass, text: Nothing happens.}
rulebook:
  sections: {"1": Money, "2": Towns}
  rules:
    B-1: {section: "1", text: Everybody has money.}
    B-2: {section: "2", text: There are towns.}
  glossary: {House: What is built.}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def load(target: str, lang: str) -> tuple[Texts, Report, Composed]:
    composed = compose(target)
    assert composed.ruleset is not None, composed.report.diagnostics
    report = Report()
    return load_texts(composed.ruleset, composed.parts, lang, report), report, composed


def told(report: Report) -> list[tuple[str, str, int, int]]:
    return [(each.code, each.message, each.span.line, each.span.column) for each in report.in_order()]


def test_every_text_and_name_has_a_path(here: Path) -> None:
    ruleset = compose("mine").ruleset
    assert ruleset is not None
    assert list(own_texts(ruleset)) == [
        "ruleset.text",
        "players.fields.money",
        "kinds.Town.entries.lima",
        "actions.build",
        "flow.day",
        "flow.day.turn",
        "flow.day.2",
        "rulebook.glossary.House",
    ]
    assert {"red", "lima", "Town", "Town.lima", "build", "day", "turn", "money", "House"} <= own_names(ruleset)
    assert "What is built." not in own_names(ruleset)


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("choose 3 cards in Town as give", {"cards", "give"}),
        ("choose up to 2 a in Town, b in Town if b not in [a]", {"a", "b"}),
        ("choose:\n    option both: x in 1..2, y in 1..2:\n        pass", {"both", "x", "y"}),
    ],
)
def test_what_is_chosen_has_names_too(here: Path, statement: str, names: set[str]) -> None:
    game = here / "mine" / "game.yaml"
    lines = "".join(f"          {line}\n" for line in statement.split("\n"))
    game.write_text(GAME.replace("{do: pass, text: Nothing happens.}", f"text: It is.\n        do: |\n{lines}"))
    ruleset = compose("mine").ruleset
    assert ruleset is not None
    assert names <= own_names(ruleset)
    assert "not" not in own_names(ruleset)
    assert [path for path, _ in elements(ruleset)][:3] == ["players", "players.fields.money", "kinds.Town"]


def test_the_directions_of_a_board_are_names(here: Path) -> None:
    board = "boards: {sea: {kind: Wave, hex: {hexagon: 2}}}\n"
    (here / "mine" / "game.yaml").write_text(GAME + board, encoding="utf-8")
    ruleset = compose("mine").ruleset
    assert ruleset is not None
    assert {"southeast", "WaveDirection.west"} <= own_names(ruleset)
    assert "north" not in own_names(ruleset)


def test_what_the_rows_and_columns_of_a_table_are_called_are_names(here: Path) -> None:
    table = "tables: {price: {rows: {size: [1, 2]}, columns: {age: [1, 2]}, cells: [[1, 2], [3, 4]]}}\n"
    (here / "mine" / "game.yaml").write_text(GAME + table, encoding="utf-8")
    ruleset = compose("mine").ruleset
    assert ruleset is not None
    assert {"price", "size", "age"} <= own_names(ruleset)


def test_what_is_there_is_read_and_the_rest_falls_back(here: Path) -> None:
    write(
        here / "mine/texts/de.yaml",
        'title: Meins\nsections: {"1": Geld}\nrules: {B-1: "Jeder hat Geld: viel."}\n'
        "names: {lima: Lima, Town.quito: Quito (Stadt)}\ntexts: {actions.build: Baue ein Haus., flow.day.2: Nichts.}\n",
    )
    texts, report, composed = load("mine", "de")
    assert texts.title == "Meins"
    assert (texts.rule("B-1", "own"), texts.rule("B-2", "own")) == ("Jeder hat Geld: viel.", "own")
    assert (texts.section("1", "own"), texts.section("2", "own")) == ("Geld", "own")
    assert texts.name("quito", "own", "Town") == "Quito (Stadt)"
    assert texts.name("quito", "own", "Other") == "own"
    assert texts.name("lima", "own", "Town") == "Lima"
    assert texts.text("flow.day.2", "own") == "Nichts."
    assert texts.missing["rules"] == ["B-2"]
    assert texts.missing["sections"] == ["2"]
    assert texts.missing["texts"] == ["ruleset.text", "rulebook.glossary.House"]  # those that players read
    assert texts.missing_count == 4
    assert told(report) == [("YUP252", "not translated into `de`: 1 sections, 1 rules, 2 texts", 1, 1)]
    assert report.diagnostics[0].severity == "warning"
    assert languages(composed.parts) == ["de"]


def test_its_own_language_needs_no_file(here: Path) -> None:
    texts, report, _ = load("mine", "")
    assert texts.rule("B-1", "own") == "own"
    assert not report.diagnostics


@pytest.mark.parametrize("lang", ["fr", "../../etc/passwd", "d", "de.yaml", "a/b", "\0", "x" * 5000])
def test_a_language_that_is_not_there_is_told(here: Path, lang: str) -> None:
    write(here / "mine/texts/de.yaml", "title: Meins\n")
    texts, report, _ = load("mine", lang)
    assert [each.code for each in report.diagnostics] == ["YUP253"]
    assert "`de`" in report.diagnostics[0].hint
    assert texts.rules == {}


@pytest.mark.parametrize(("target", "file"), [("mine", "texts/fr.yaml"), ("mine/game.yaml", "texts/game.fr.yaml")])
def test_where_the_first_texts_are_to_stand_is_told(here: Path, target: str, file: str) -> None:
    _, report, _ = load(target, "fr")
    assert report.diagnostics[0].hint == f"write `{file}`"


@pytest.mark.parametrize(
    ("file", "code", "message", "line", "column"),
    [
        ("rules: {B-3: Neu.}\n", "YUP251", "the ruleset has no rule `B-3`", 1, 9),
        (
            "title: M\ntexts:\n  actions.biuld: x\n",
            "YUP251",
            "the ruleset has no element with a text `actions.biuld`",
            3,
            3,
        ),
        ("texts: {actions.rest: x}\n", "YUP251", "the ruleset has no element with a text `actions.rest`", 1, 9),
        ("names: {litte: x}\n", "YUP251", "the ruleset has no name `litte`", 1, 9),
        ("sections: {3: x}\n", "YUP251", "the ruleset has no section of the rulebook `3`", 1, 12),
        ("rulse: {B-1: x}\n", "YUP250", "unknown key `rulse` of a file of texts", 1, 1),
        ("rules: [B-1]\n", "YUP250", "expected a mapping, found a list", 1, 1),
        ("title: {de: x}\n", "YUP250", "expected a text, found a mapping", 1, 1),
        ("rules: {B-1: [x]}\n", "YUP250", "expected a text, found a list", 1, 9),
        ("rules: {B-1: }\n", "YUP250", "expected a text, found nothing", 1, 9),
        ("rules: {B-1: x, B-1: y}\n", "YUP107", "the key `B-1` is written twice", 1, 17),
    ],
)
def test_a_fault_has_its_place(here: Path, file: str, code: str, message: str, line: int, column: int) -> None:
    write(here / "mine/texts/de.yaml", file)
    _, report, _ = load("mine", "de")
    faults = [each for each in told(report) if each[0] != "YUP252"]
    assert [(each[0], each[2], each[3]) for each in faults] == [(code, line, column)]
    if code != "YUP107":
        assert faults[0][1] == message


def test_a_slip_is_mended(here: Path) -> None:
    write(here / "mine/texts/de.yaml", "texts: {actions.biuld: x}\n")
    _, report, _ = load("mine", "de")
    assert next(each.hint for each in report.diagnostics if each.code == "YUP251") == "did you mean `actions.build`?"


def test_files_that_cannot_be_read_are_told(here: Path) -> None:
    (here / "mine/texts").mkdir()
    (here / "mine/texts/de.yaml").write_bytes(b"title: \xff\n")
    _, report, _ = load("mine", "de")
    assert [each.code for each in report.in_order() if each.severity == "error"] == ["YUP102"]


# ---------------------------------------------------------------- overlays and single files


def overlay(here: Path, body: str) -> None:
    write(here / "mine/variants/short.yaml", f"ruleset: {{name: short, title: Short, extends: mine}}\n{body}")


def test_an_overlay_has_its_own_texts_beside_those_of_its_base(here: Path) -> None:
    overlay(here, 'rulebook: {rules: {S-1: {section: "1", text: It is short.}}}\n')
    write(here / "mine/texts/de.yaml", "title: Meins\nrules: {B-1: Geld., B-2: Orte.}\n")
    write(here / "mine/texts/short.de.yaml", "title: Kurz\nrules: {S-1: Es ist kurz., B-2: Kurze Orte.}\n")
    texts, report, composed = load("mine+short", "de")
    assert text_file(composed.parts[1], "de") == Path("mine/texts/short.de.yaml")
    assert texts.title == "Meins + Kurz"
    assert dict(texts.rules) == {"B-1": "Geld.", "B-2": "Kurze Orte.", "S-1": "Es ist kurz."}
    assert not report.errors
    assert languages(composed.parts[:1]) == ["de"]


def missing(here: Path) -> list[tuple[str, str, str]]:
    _, report, _ = load("mine+short", "de")
    return [(each.span.file, each.message, each.hint) for each in report.in_order() if each.code == "YUP252"]


def test_what_an_overlay_lacks_is_told_at_its_own_texts(here: Path) -> None:
    overlay(here, 'rulebook: {rules: {S-1: {section: "1", text: It is short.}}}\n')
    write(here / "mine/texts/de.yaml", "title: Meins\nsections: {1: Geld, 2: Orte}\nrules: {B-1: x, B-2: y}\n")
    assert [each[0] for each in missing(here)] == ["mine/texts/de.yaml"]  # an overlay without a file owes none
    assert "rules" not in missing(here)[0][1]
    write(here / "mine/texts/short.de.yaml", "title: Kurz\n")
    assert [(file, hint) for file, _, hint in missing(here)] == [
        ("mine/texts/de.yaml", "the first is texts: ruleset.text"),
        ("mine/texts/short.de.yaml", "the first is rules: S-1"),
    ]


def test_an_overlay_that_says_a_rule_anew_is_not_told_in_the_old_words(here: Path) -> None:
    overlay(here, "change: {rulebook: {rules: {B-1: {text: Nobody has money.}}}}\nremove: {actions: [build]}\n")
    write(here / "mine/texts/de.yaml", "rules: {B-1: Jeder hat Geld.}\ntexts: {actions.build: Baue.}\n")
    texts, report, _ = load("mine+short", "de")
    assert "B-1" not in texts.rules
    assert "B-1" in texts.missing["rules"]
    assert texts.title == "Mine + Short"
    assert not report.errors  # what the overlay takes away is no fault of the base's texts
    assert dict(load("mine", "de")[0].rules) == {"B-1": "Jeder hat Geld."}


def test_a_ruleset_in_one_file_has_its_texts_beside_it(here: Path) -> None:
    write(here / "solo.yaml", GAME.replace("name: mine", "name: solo"))
    write(here / "texts/solo.pt-BR.yaml", "title: Sozinho\n")
    write(here / "texts/other.de.yaml", "title: Fremd\n")
    texts, _, composed = load("solo.yaml", "pt-BR")
    assert texts.title == "Sozinho"
    assert languages(composed.parts) == ["pt-BR"]
