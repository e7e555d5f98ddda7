"""What a game says, in other words: which phrases there are, what may stand for them, and that nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset, in_other_words
from yupana.interpreter.game import Game, Retelling
from yupana.interpreter.view.look import Look
from yupana.schemas.compose import compose
from yupana.schemas.phrases import expressions, own_phrases
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts, load_texts
from yupana.schemas.tree import Word

GAME = """\
ruleset: {name: mine, title: Mine, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
kinds:
  Town: {attributes: {label: text, worth: int}, entries: {lima: {label: by the sea, worth: 2}}}
actions:
  build: {effects: 'log "{me} builds in {lima.label} for {lima.worth}"'}
flow:
  - rounds: day
    times: 1
    steps: [{turns: turn, start: 'choose t in Town as visit "Which town?"'}]
look:
  table: ["money: {[p.money for p in players]}"]
examples:
  one: {then: 'lima.label == lima.label'}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine" / "texts").mkdir(parents=True)
    (tmp_path / "mine" / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def read(here: Path, phrases: str) -> tuple[Texts, Report]:
    path = here / "mine" / "texts" / "ja.yaml"
    path.write_text(f"phrases:\n{phrases}", encoding="utf-8")
    composed, report = compose("./mine"), Report()
    assert composed.ruleset is not None
    return load_texts(composed.ruleset, composed.parts, "ja", report), report


def test_prompts_the_log_the_look_and_texts_of_entries_are_phrases(here: Path) -> None:
    ruleset = compose("./mine").ruleset
    assert ruleset is not None
    assert list(own_phrases(ruleset)) == [
        "by the sea",
        "{me} builds in {lima.label} for {lima.worth}",
        "Which town?",
        "money: {[p.money for p in players]}",
    ]


def test_texts_of_spaces_are_phrases_too(here: Path) -> None:
    board = "boards: {sea: {kind: Bay, attributes: {label: text}, spaces: {cove: {label: a cove}}}}\n"
    (here / "mine" / "game.yaml").write_text(GAME + board, encoding="utf-8")
    compiled = compile_ruleset("./mine")
    assert compiled.program is not None
    assert "a cove" in own_phrases(compiled.ruleset)
    other = in_other_words(compiled, {"a cove": "eine Bucht"})
    assert other.ruleset.boards["sea"].spaces["cove"].values["label"].text == "eine Bucht"


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("no braces", set()),
        ("{a} and {b + 1}, {{not this}}", {"a", "b+1"}),
        ("{p.name  if x else {y}}", {"p.name if x else{y}"}),
        ("{'a {b}' if c else \"}}\"}{{", {'""if c else""', '""if c else"":0:b'}),
        ("{open", None),
        ("closed}", None),
    ],
)
def test_the_expressions_of_a_phrase(phrase: str, found: set[str] | None) -> None:
    assert expressions(phrase) == found


def test_texts_of_elements_are_said_in_other_words_too(here: Path) -> None:
    told = GAME.replace("build: {", "build: {text: Build a house., ")
    (here / "mine" / "game.yaml").write_text(told, encoding="utf-8")
    compiled = compile_ruleset("./mine")
    assert compiled.program is not None
    other = in_other_words(compiled, {}, {"actions.build": Word("ein Haus bauen"), "actions.none": Word("nichts")})
    assert other.ruleset.actions[Word("build")].text == "ein Haus bauen"
    assert other.program is not None
    assert other.program.rules == compiled.program.rules
    assert in_other_words(compiled, {}, {}) is compiled


def test_the_game_says_them_and_is_else_the_same(here: Path) -> None:
    texts, report = read(
        here,
        "  Which town?: どの町？\n"
        "  by the sea: 海辺\n"
        "  '{me} builds in {lima.label} for {lima.worth}': '{lima.worth}で{me}が{lima.label}に建てる'\n"
        "  'money: {[p.money for p in players]}': 'お金：{[p.money for p in players]}'\n",
    )
    assert report.diagnostics == []
    compiled = compile_ruleset("./mine")
    other = in_other_words(compiled, texts.phrases)
    assert compiled.program is not None
    assert other.program is not None
    own, new = (Game(each).start(players=2, seed=1) for each in (compiled.program, other.program))
    assert own.decision is not None
    assert new.decision is not None
    assert (own.decision.prompt, new.decision.prompt) == ("Which town?", "どの町？")
    said = []
    for state in (own, new):
        state.apply("visit(t=lima)")
        state.apply("build")
        said.append([event.text for event in state.events][-1])
    assert said == ["red builds in by the sea for 2", "2でredが海辺に建てる"]
    assert own.key == new.key
    assert new.game.resume(own.to_json()).key == new.key
    assert Look(other).panel(new, None, 0)[:1] == ["お金：0, 0"]


def test_what_has_happened_is_told_in_other_words_too(here: Path) -> None:
    effects = [
        'log "{me} builds in {lima.label} for {lima.worth}"', 'log "rest"', 'log "work {me}"',
        'roll d6 as r "throw {me}"',
    ]  # fmt: skip
    game = GAME.replace("'" + effects[0] + "'", "'" + "; ".join(effects) + "'")
    (here / "mine" / "game.yaml").write_text(game, encoding="utf-8")
    compiled = compile_ruleset("./mine")
    other = in_other_words(compiled, {
        "rest": "休む", "work {me}": "休む", "throw {me}": "{me}の番",
        "{me} builds in {lima.label} for {lima.worth}": "{lima.worth}で{me}が{lima.label}に建てる",
    })  # fmt: skip
    assert compiled.program is not None
    assert other.program is not None
    state = Game(compiled.program).start(players=2, seed=1)
    retelling = Retelling(Game(other.program))
    for option in ("visit(t=lima)", "build"):
        state.apply(option)
        told = [each.text for each in state.told_by(retelling).events]
    assert told[:3] == ["2でredがby the seaに建てる", "休む", "休む"]
    assert told[3].startswith("rolled d6 (redの番): ")
    state.undo(force=True)
    assert state.told_by(retelling).events == []


def test_the_report_is_said_in_other_words_too(here: Path) -> None:
    game = here / "mine" / "game.yaml"
    report = "scoring: {report: [{if: me == red, say: '{me} has {me.money}'}, All go home.]}\n"
    game.write_text(GAME + report, encoding="utf-8")
    texts, _ = read(here, "  '{me} has {me.money}': '{me}は{me.money}円'\n  All go home.: 皆が帰る。\n")
    compiled = in_other_words(compile_ruleset("./mine"), texts.phrases)
    assert compiled.program is not None
    assert Game(compiled.program).start(players=2, seed=1).report == ["Redは0円", "皆が帰る。", "皆が帰る。"]


@pytest.mark.parametrize(
    ("phrases", "code", "message"),
    [
        ("  Which twon?: どの町？\n", "YUP251", "the ruleset has no phrase `Which twon?`"),
        ("  Which town?: '{me}は？'\n", "YUP250", "`{me}` does not stand in the phrase that this is for"),
        ("  Which town?: '{町'\n", "YUP250", "the braces of this phrase do not match"),
    ],
)
def test_what_cannot_be_said(here: Path, phrases: str, code: str, message: str) -> None:
    texts, report = read(here, phrases)
    assert (code, message) in [(each.code, each.message) for each in report.diagnostics]
    assert texts.phrases == {}


def test_a_phrase_that_leaves_something_out_is_told_and_is_said(here: Path) -> None:
    own = "{me} builds in {lima.label} for {lima.worth}"
    texts, report = read(here, f"  '{own}': '{{me}}が建てる'\n")
    told = [(each.severity, each.message) for each in report.diagnostics if each.code == "YUP254"]
    assert told == [("warning", "the phrase that this is for says `{lima.label}`, `{lima.worth}` too")]
    assert texts.phrases == {own: "{me}が建てる"}


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        ("{'reich' if me.money > 0 else 'arm: {me.money}'} {me}", []),
        ("{me}: {'reich' if  me.money>0 else 'arm'}", ["YUP254"]),
        ("{me}: {'{me.money}' if me.money > 0 else 'arm: {me.money}'}", ["YUP250"]),
        ("{me}: {'reich' if me.money > 1 else 'arm: {me.money}'}", ["YUP250"]),
        ("{me}: {me.money}", ["YUP250"]),
        ("{me}: {'reich' if me.money > 0 else 'arm: {me.money'}", ["YUP250"]),
    ],
)
def test_texts_in_braces_are_other_words_too(here: Path, told: str, codes: list[str]) -> None:
    own = "{me} is {'rich' if me.money > 0 else 'poor: {me.money}'}"
    (here / "mine" / "game.yaml").write_text(GAME.replace("Which town?", own.replace("'", "''")), encoding="utf-8")
    texts, report = read(here, f'  "{own}": "{told}"\n')
    assert [each.code for each in report.diagnostics if each.code != "YUP252"] == codes
    assert own in {*texts.phrases, *texts.missing["phrases"]}


COUNTED = "{me} has {counted(me.money, 'coin', 'coins')}"


@pytest.mark.parametrize(
    ("own", "told", "said"),
    [
        ("Which town?", '"Welche" l\'été \\', '"Welche" l\'été \\'),
        ("Which town?", "Welche\nStadt?", "Welche\nStadt?"),
        (COUNTED, """{me}: {counted( me.money,\n "l'or", 'Ta"ler')}""", 'red: 0 Ta"ler'),
        (COUNTED, """{me}: {counted(me.money, "or", "l'or")}""", "red: 0 l'or"),
    ],
)
@pytest.mark.parametrize("sign", ["'", '"'])
def test_quotes_and_signs_may_stand_anywhere_in_other_words(
    here: Path, own: str, told: str, said: str, sign: str
) -> None:
    own = own.replace("'", "'" if sign == '"' else '"')
    code = json.dumps(f"choose t in Town as visit {sign}{own}{sign}")
    game = GAME.replace("'choose t in Town as visit \"Which town?\"'", code)
    (here / "mine" / "game.yaml").write_text(game, encoding="utf-8")
    texts, _ = read(here, f"  {json.dumps(own)}: {json.dumps(told)}\n")
    compiled = compile_ruleset("./mine")
    assert [each.code for each in compiled.diagnostics if each.severity == "error"] == []
    other = in_other_words(compiled, texts.phrases)
    assert other.program is not None
    state = Game(other.program).start(players=2, seed=1)
    assert state.decision is not None
    assert state.decision.prompt == said


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("{me}: {counted(me.money, 'Taler', '')}", "`counted` takes a number and the words for one and for several"),
        ("{me}: {counted(me.mo ney, 'Taler', 'Taler')}", "does not stand in the phrase that this is for"),
        ("{me}: {counted(me.money, 'Taler', 'Ta{{\"ler')}", ""),
        ("{me}: {counted(me.money, 'Taler', 'Ta{{}ler')}", "the braces of this phrase do not match"),
    ],
)
def test_what_cannot_be_read_is_told_where_it_stands(here: Path, told: str, message: str) -> None:
    (here / "mine" / "game.yaml").write_text(GAME.replace("Which town?", COUNTED.replace("'", "''")), encoding="utf-8")
    read(here, f'  Which town?: Welche?\n  "{COUNTED}": {json.dumps(told)}\n')
    found = [each for each in compile_ruleset("./mine").diagnostics if each.code == "YUP250"]
    assert [(each.span.file, each.span.line, message in each.message) for each in found] == (
        [("mine/texts/ja.yaml", 3, True)] if message else []
    )
    assert all(each.hint for each in found if "braces" not in each.message)


def test_what_is_missing_is_counted_but_not_what_has_no_words(here: Path) -> None:
    texts, report = read(here, "  Which town?: どの町？\n")
    assert texts.missing["phrases"] == [
        "by the sea",
        "{me} builds in {lima.label} for {lima.worth}",
        "money: {[p.money for p in players]}",
    ]
    assert [each.code for each in report.diagnostics] == ["YUP252"]
