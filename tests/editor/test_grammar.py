"""The grammar of the extension for VS Code, in the TextMate engine that VS Code has: code is seen where code stands,
and each of its words is what the language's own scanner takes it for. The rulesets are the witnesses."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from yupana.interpreter.language import tokens
from yupana.schemas.compose import compose
from yupana.schemas.fields import CodeRole
from yupana.schemas.source import Code
from yupana.schemas.spanned import Spanned
from yupana.schemas.tree import Word
from yupana.tests.editor import facts, grammar
from yupana.tests.editor.packages import installed
from yupana.tests.found import ROOT

ENGINE = ("vscode-textmate@9", "vscode-oniguruma@2")
GAMES = ("cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro", "chess", "tic_tac_toe")
PROGRAM = Path(__file__).with_name("tokens.mjs")

READ = ("expression", "type", "effects", "body", "event", "move")
"""What is read word by word; what an attribute is, no grammar knows."""

Piece = tuple[int, int, tuple[str, ...]]


def test_the_grammar_is_what_the_tables_say() -> None:
    fresh = grammar.PATH.read_text(encoding="utf-8") == grammar.text()
    assert fresh, "the grammar is stale: python -m yupana.tests.editor.grammar"


def test_the_tables_have_what_authors_write() -> None:
    known = facts.keys()
    assert known["effects"].scalar == known["do"].scalar == "effects"
    assert known["when"].scalar == "expression"
    assert known["of"].names is not None
    assert known["of"].names.scalar == "type"
    assert known["group"].scalar == "data"
    assert known["text"].scalar == "template"  # of a face it is one
    assert {"shuffle", "move", "choose", "option"} <= {*facts.statements()}
    assert {"lines", "count", "neighbors", "after"} <= {*facts.builtins()}


def pieces_of(files: list[Path], modules: Path) -> list[list[list[Piece]]]:
    """Of each file its lines, each cut into pieces: first and last column, from 1, and the scopes."""
    node = shutil.which("node")
    assert node is not None
    asked = [node, str(PROGRAM), str(modules), str(grammar.PATH), *map(str, files)]
    done = subprocess.run(asked, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    found = []
    for lines in json.loads(done.stdout):
        rows = []
        for line in lines:
            column, row = 1, []
            for text, scopes in line:
                row.append((column, column + len(text), tuple(scopes)))
                column += len(text)
            rows.append(row)
        found.append(rows)
    return found


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("engine"), *ENGINE)


def codes(value: Any, role: CodeRole | None = None) -> Iterator[tuple[Code, str]]:
    """Every code of a model, with its role."""
    if isinstance(value, Code):
        yield value, role or "data"
    elif isinstance(value, Spanned):
        for name in type(value).model_fields:
            yield from codes(getattr(value, name), value.roles().get(name))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from codes(each, "expression" if (role, key) == ("move", "then") else role)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from codes(each, role)


def wanted(kind: str, word: str, before: str, after: str) -> str:
    """What a token of the language must be in the grammar: how one of its scopes begins."""
    if kind == "NUMBER":
        return "constant.numeric"
    if kind == "STRING":
        return "string.quoted"
    if kind != "WORD" or before == "." or after == "=":
        return ""
    if before in ("", ";", "_NEWLINE", "_INDENT", "_DEDENT") and after in ("WORD", "STRING"):
        return "keyword" if word in facts.statements() or word in tokens.RESERVED else ""
    if word in facts.constants():
        return "constant.language"
    return "keyword" if word in tokens.RESERVED else ""


def faults_of(code: Code, role: str, rows: list[list[Piece]]) -> Iterator[str]:
    """Of the words of a code those that the grammar sees as something else; nothing for those that it sees right."""
    found = [each for each in tokens.scan(code.text, role in ("effects", "body")).tokens if each[0] != tokens.END]
    kinds = ["", *(kind for kind, _, _ in found), ""]
    for index, (kind, start, end) in enumerate(found):
        if end == start:
            continue
        word, at = code.text[start:end], code.at(start, end)
        scopes = next((each for first, last, each in rows[at.line - 1] if first <= at.column < last), ())
        begin = wanted(kind, word, kinds[index], kinds[index + 2])
        embedded = any(each.startswith("meta.embedded") for each in scopes)
        if not embedded or not any(each.startswith(begin) for each in scopes):
            yield f"{at.file}:{at.line}:{at.column} `{word}` ({role}): {' '.join(scopes)}"


@pytest.mark.parametrize("game", GAMES)
def test_code_is_seen_where_it_stands_and_nowhere_else(game: str, modules: Path) -> None:
    ruleset = compose(game).ruleset
    assert ruleset is not None
    by_file: dict[str, list[tuple[Code, str]]] = {}
    for code, role in codes(ruleset):
        if role in READ and code.span.line:
            by_file.setdefault(code.span.file, []).append((code, role))
    texts: dict[str, list[Word]] = {}
    for word in words_of(ruleset):
        texts.setdefault(word.span.file, []).append(word)
    assert by_file
    assert texts
    files = sorted({*by_file, *texts})
    wrong: list[str] = []
    for file, rows in zip(files, pieces_of([ROOT / each for each in files], modules), strict=True):
        for code, role in by_file.get(file, []):
            wrong += faults_of(code, role, rows)
        for word in texts.get(file, []):
            row = rows[word.span.line - 1]
            scopes = next((each for first, last, each in row if first <= word.span.column < last), ())
            if any(each.startswith("meta.embedded") for each in scopes):
                wrong.append(f"{file}:{word.span.line} a text is taken for code: {' '.join(scopes)}")
    assert not wrong, "\n".join(wrong[:20])


def words_of(value: Any) -> Iterator[Word]:
    """Every text for people that an element has."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            found = getattr(value, name)
            if name == "text" and isinstance(found, Word) and found.span.line:
                yield found
            yield from words_of(found)
    elif isinstance(value, (dict, list, tuple)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from words_of(each)


ODD = Path(__file__).with_name("grammar_cases.yaml")
CASES = {
    "cannot": "keyword.control.claim",
    "number=3": "variable.parameter",
    "'a b'": "string.quoted",
    "c {me.y}": "string.quoted",
    "me.y": "variable.language",
    "for s in": "keyword.control",
    "# every one": "comment",
    "# out of line": "comment",
    "move s to": "keyword.control.statement",
    "top of pile": "keyword.other",
    "draw = 3": "variable.other",
    "draw 3": "keyword.control.statement",
    "win else_not": "keyword.control.statement",
    "else_not": "variable.other",
    "log ''it": "keyword.control.statement",
    "it is {": "string.quoted",
    "over} now": "variable.other",
    " now''": "string.quoted",
    "shuffle deck": "keyword.control.statement",
    "in [1, 2]": "keyword.operator",
    "if it is done": "string.unquoted",
    "over\n": "variable.other",
    "add x": "keyword.control.statement",
    "for-1": "string.unquoted",
    "draw}": "keyword.control.statement",
    "much: int": "entity.name",
    "int 0": "support.type",
    "list[int": "support.type",
    "move it": "keyword.control.statement",
    "Draw in": "string.unquoted",
    "in the dark": "string.unquoted",
    "hand_size} cards": "variable.other",
    "{{really": "constant.character.escape",
    "if so": "string.quoted",
    "If you": "string.unquoted",
    "hand_size} in": "variable.other",
    "do it.": "string.unquoted",
    "for good": "string.unquoted",
    "status: ruling": "entity.name.tag",
}
"""Where a piece of text stands in the file of odd lines, and how the last scope of its first character begins."""


def test_odd_lines_are_read_as_they_are_meant(modules: Path) -> None:
    text = ODD.read_text(encoding="utf-8")
    (rows,) = pieces_of([ODD], modules)
    wrong = []
    for piece, begin in CASES.items():
        assert text.count(piece) == 1, piece
        at = text.index(piece)
        line, column = text.count("\n", 0, at), at - text.rfind("\n", 0, at)
        scopes = next((each for first, last, each in rows[line] if first <= column < last), ())
        if not scopes or not scopes[-1].startswith(begin):
            wrong.append(f"`{piece}` is {' '.join(scopes)}")
    assert not wrong, "\n".join(wrong)
