"""No game in the interpreter: none of the words of the shipped rulesets stands in the engine's code."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

from yupana.schemas.compose import compose
from yupana.tests.found import ROOT, shipped

ENGINE = ("interpreter", "schemas", "tools")

COMMON = frozenset((Path(__file__).parent / "plain_words.txt").read_text(encoding="utf-8").split())
"""Plain words that rulesets use as names and that programs use with their everyday meaning."""


def _words() -> dict[str, str]:
    """Every name of a kind, entity, action, zone or ruleset that is no plain word, with the ruleset it is from."""
    out: dict[str, str] = {}
    for target in shipped():
        composed = compose(target)
        if composed.ruleset is None:
            continue
        ruleset = composed.ruleset
        names = {target.partition("+")[0], *target.split("+")[1:]}
        names |= {*ruleset.kinds, *ruleset.enums, *ruleset.actions, *ruleset.zones, *ruleset.boards}
        for kind in ruleset.kinds.values():
            names |= set(kind.entries)
        for board in ruleset.boards.values():
            names |= {board.kind, *(board.spaces or {}), *board.links, *board.shapes}
        for name in names:
            out.setdefault(_squeezed(name), target)
    return {word: target for word, target in out.items() if len(word) > 3 and word not in COMMON}


def _squeezed(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _engine_words(path: Path) -> dict[str, int]:
    """Every name and every word of a text in a Python file, with a line where it stands. Comments and docstrings give
    examples and are left out; so is the documentation of diagnostics, which is prose."""
    out: dict[str, int] = {}
    previous = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.NAME:
            out.setdefault(_squeezed(token.string), token.start[0])
        elif token.type == tokenize.STRING and previous not in (tokenize.NEWLINE, tokenize.INDENT, tokenize.NL):
            text = token.string.strip("rbfRBF\"'")
            if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text):
                out.setdefault(_squeezed(text), token.start[0])
        if token.type not in (tokenize.COMMENT,):
            previous = token.type
    return out


def _every_word(path: Path) -> list[str]:
    """Every word of a file, in comments and prose too."""
    return re.findall(r"\w+", _squeezed(path.read_text(encoding="utf-8")))


FILES = [path for room in ENGINE for path in sorted((ROOT / room).rglob("*.py"))]


def test_no_game_in_the_engine() -> None:
    words = _words()
    assert len(words) > 50
    said = [path for path in FILES if not words.keys().isdisjoint(_every_word(path))]
    assert said
    found = [
        f"{path.relative_to(ROOT)}:{line}: `{word}` is a word of {words[word]}"
        for path in said
        for word, line in _engine_words(path).items()
        if word in words
    ]
    assert found == []


SHOWN_IN_HELP = {"tools/commands/table.py": "tic_tac_toe", "tools/cli.py": "tic_tac_toe"}
"""The examples of `--help` must work when they are typed, so they name one ruleset, the smallest."""


SKIPPED = frozenset(("__pycache__", "node_modules", "built"))
"""Folders of what was fetched or made."""


def test_no_ruleset_is_named_in_the_engine() -> None:
    """Not even in comments, examples or other files of the engine."""
    parts = {part for target in shipped() for part in target.split("+")}
    names = sorted(name for name in parts if len(name) > 5 and name not in COMMON)
    found: list[str] = []
    for room in ENGINE:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix not in {".py", ".lark", ".json", ".md"} or not SKIPPED.isdisjoint(path.parts):
                continue
            text = path.read_text(encoding="utf-8")
            where = path.relative_to(ROOT).as_posix()
            said = [name for name in names if name in text and re.search(rf"\b{name}\b", text)]
            found.extend(f"{where}: {name}" for name in said if name != SHOWN_IN_HELP.get(where))
    assert found == []
