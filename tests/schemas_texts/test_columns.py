"""Words of a language in a table alone: what is missing for it to be offered is told, with the file for it."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset

GAME = """\
ruleset: {name: cards, title: Cards, language: 4}
players: {min: 2, max: 2, names: [x, o]}
kinds: {Card: {attributes: {vp: int}, entries: {from: cards.csv}, start: deck}}
zones: {deck: {of: Card, ordered: true}}
state: {n: int 0..9}
actions: {go: {text: Go on, effects: n += 1}}
flow: [{turns: turn, until: n > 5}]
"""


def told(path: Path) -> list[str]:
    return [each.message for each in compile_ruleset(path).diagnostics if each.code == "YUP252"]


def test_a_column_of_names_alone_says_what_is_missing_and_where_it_goes(tmp_path: Path) -> None:
    game, texts = tmp_path / "cards.yaml", tmp_path / "texts"
    game.write_text(GAME, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("card,vp,title.de\nwagon,5,Wagen\n", encoding="utf-8")
    (message,) = told(game)
    assert message.startswith("not translated into `de`: 1 texts; until they are, `de` is not offered: write `")
    assert message.endswith("texts/cards.de.yaml`")
    texts.mkdir()
    (texts / "cards.de.yaml").write_text("texts: {actions.go: Weiter}\n", encoding="utf-8")
    compiled = compile_ruleset(game)
    assert told(game) == []
    assert compiled.program is not None
    assert compiled.program.languages == ("de",)
