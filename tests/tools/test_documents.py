"""What the commands print with `--json` is what `yupana schema --of` says, and none is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tools.documents import DOCUMENTS
from yupana.tools.documents.schemas import document_schema

RULES = """\
ruleset: {name: race, title: Race, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int 0..9}}
actions:
  add: {source: R-1, parameters: {n: {in: 1..2}}, effects: me.score += n}
  boom: {when: me.score > 5, effects: "if me.score > 6: fail \\"too many\\""}
flow: [{turns: turn, until: me.score >= 6}]
scoring: {items: {points: {points: me.score}}}
invariants: {few: all(p.score < 9 for p in players)}
rulebook: {sections: {R: Rules}, rules: {R-1: {section: R, text: Add.}, R-2: {section: R, text: More.}}}
examples:
  adds: {source: R-1, when: [{red: add(n=2)}], then: red.score == 2}
  wrong: {source: R-1, when: [{red: add(n=2)}], then: red.score == 3}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "fast.yaml").write_text(RULES.replace("in: 1..2", "in: 1..3"), encoding="utf-8")
    fair = RULES.replace("me.score > 5", "me.score > 9") + "features: {points: me.score}\n"
    (tmp_path / "fair.yaml").write_text(fair, encoding="utf-8")
    (tmp_path / "old.yaml").write_text(RULES.replace("language: 3", "language: 1"), encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(RULES.replace("me.score += n", "me.scor += n"), encoding="utf-8")
    (tmp_path / "cards.csv").write_text("card,count\njack_card,3\nqueen_card,2\nking_card,2\n", encoding="utf-8")
    return tmp_path


COMMANDS = [
    ("list", "list"),
    ("check", "check race.yaml"),
    ("check", "check bad.yaml"),
    ("test", "test race.yaml"),
    ("test", "test bad.yaml"),
    ("strength", "strength tic_tac_toe"),
    ("lint", "lint race.yaml"),
    ("lint", "lint bad.yaml"),
    ("lint", "lint tic_tac_toe"),
    ("fmt", "fmt --check --diff race.yaml"),
    ("migrate", "migrate --check old.yaml"),
    ("faults", "pack bad.yaml"),
    ("new", "new game"),
    ("schema", "schema -o s.json"),
    ("sheet", "sheet export leduc_poker Card -o cards.csv"),
    ("sheet-import", "sheet import leduc_poker Card cards.csv --diff"),
    ("compile", "compile race.yaml -o race.json"),
    ("export", "export race.yaml -o race.html"),
    ("print", "print tic_tac_toe -o kit.pdf --only tokens"),
    ("codes", "explain"),
    ("code", "explain YUP401"),
    ("code", "explain YUL001"),
    ("elements", "explain race.yaml"),
    ("element", "explain race.yaml actions.add"),
    ("uses", "explain race.yaml actions.add --uses"),
    ("graph", "graph race.yaml"),
    ("graph", "graph cargo_empire --what board --board map"),
    ("graph", "graph race.yaml --what uses"),
    ("rulebook", "rulebook race.yaml -o book.html"),
    ("rulebook", "rulebook tic_tac_toe -o book.md"),
    ("faults", "rulebook bad.yaml"),
    ("rulebook-check", "rulebook check race.yaml"),
    ("rulebook-check", "rulebook check cargo_empire+short"),
    ("play", "play tic_tac_toe --auto --seed 1"),
    ("simulate", "simulate tic_tac_toe --games 5"),
    ("simulate", "simulate race.yaml --games 5"),
    ("balance", "balance tic_tac_toe --games 6 --bots random --tournament random,first"),
    ("balance", "balance race.yaml fast.yaml --games 6 --bots random --only-games"),
    ("sweep", "sweep tic_tac_toe --vary actions.mark.title=a,b --games 2"),
    ("tune", "tune fair.yaml --games 100"),
    ("fuzz", "fuzz race.yaml --decisions 300"),
    ("fuzz", "fuzz tic_tac_toe --decisions 300"),
    ("perft", "perft race.yaml --depth 2"),
    ("diff", "diff race.yaml fast.yaml"),
    ("diff", "diff cargo_empire cargo_empire+short"),
    ("impact", "impact race.yaml fast.yaml --games 4"),
]


def _hold(kind: str, text: str) -> dict[str, object]:
    document: dict[str, object] = json.loads(text)
    assert document["schema"] == f"yupana.{kind}/{DOCUMENTS[kind].version}"
    jsonschema.validate(document, document_schema(kind), cls=jsonschema.Draft202012Validator)
    return document


@pytest.mark.parametrize(("kind", "line"), COMMANDS, ids=[line.replace(" ", "_") for _, line in COMMANDS])
def test_a_document_is_as_its_schema_says(kind: str, line: str, folder: Path, yupana: Yupana) -> None:
    done = yupana(*line.split(), "--json")
    assert done.code in (0, 1), done.err
    _hold(kind, done.out)


@pytest.mark.parametrize("game", ["race.yaml", "tic_tac_toe"])
def test_stats_are_as_their_schema_says(folder: Path, yupana: Yupana, game: str) -> None:
    pytest.importorskip("duckdb")
    assert yupana("simulate", game, "--games", "9", "--rows", "games.parquet").code in (0, 1)
    for more in ([], ["--sql", "select * from games"]):
        done = yupana("stats", "games.parquet", *more, "--json")
        assert done.code == 0, done.err
        _hold("stats", done.out)


def test_a_replay_is_as_its_schema_says(folder: Path, yupana: Yupana) -> None:
    from yupana.interpreter.game import load

    state = load("tic_tac_toe").start(2, 7)
    for number in range(3):
        state.apply(state.decision.options[number])  # type: ignore[union-attr]
    (folder / "save.json").write_text(state.to_json(), encoding="utf-8")
    done = yupana("replay", "save.json", "--json")
    assert done.code == 0, done.err
    _hold("replay", done.out)


def test_statistics_of_rows_are_as_their_schema_says(folder: Path, yupana: Yupana) -> None:
    written = yupana("simulate", "race.yaml", "--games", "5", "--rows", "games.parquet", "--json")
    _hold("simulate", written.out)
    done = yupana("stats", "games.parquet", "--json")
    assert done.code == 0, done.err
    _hold("stats", done.out)


def test_a_watch_is_as_its_schema_says(folder: Path) -> None:
    from yupana.tools.documents import stamp
    from yupana.tools.testing.looks import document
    from yupana.tools.testing.watching import Watcher

    watcher = Watcher("race.yaml")
    first = watcher.look()
    (folder / "race.yaml").write_text(RULES.replace("score == 3", "score == 2"), encoding="utf-8")
    for look in (first, watcher.look()):
        assert look is not None
        _hold("watch", json.dumps(stamp("watch", document(look))))


def test_packages_are_as_their_schemas_say(folder: Path, yupana: Yupana, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_DATA", str(folder / "data"))
    header = "ruleset: {name: gale, title: Gale, version: 1.0, language: 4, extends: tic_tac_toe}\n"
    (folder / "gale.yaml").write_text(header, encoding="utf-8")
    lines = {"pack": "pack gale.yaml", "add": "add gale-1.0.yupana", "list": "list", "remove": "remove gale"}
    for kind, line in lines.items():
        done = yupana(*line.split(), "--json")
        assert done.code == 0, done.err
        _hold(kind, done.out)


def test_every_document_is_tried_here() -> None:
    assert {kind for kind, _ in COMMANDS} | {"replay", "watch", "stats", "pack", "add", "remove"} == set(DOCUMENTS)


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_the_schema_is_printed(kind: str, yupana: Yupana) -> None:
    done = yupana("schema", "--of", kind)
    assert done.code == 0
    schema = json.loads(done.out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == f"yupana.{kind}/{DOCUMENTS[kind].version}"


def test_a_document_that_is_not_there(yupana: Yupana) -> None:
    done = yupana("schema", "--of", "impct")
    assert done.code == 2
    assert re.fullmatch(r"There is no document `impct`; there are .*\n", done.err)
