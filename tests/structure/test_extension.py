"""An extension touches few files: one existing example of each kind is known in the places of a table, and in no other.

The table is in `extension.py`. What fails here is a new place that must know the example (a ladder of cases, a list
kept by hand): put what it says into the row or the model of the example, or give the table a reason.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from yupana.tests.found import ROOT
from yupana.tests.structure.extension import EXTENSIONS, Extension

ROOMS = ("interpreter", "schemas", "tools")
_NAMES = ("id", "attr", "name", "arg", "module", "asname")
"""The fields of Python's own syntax tree that hold identifiers."""


_SCRIPT = re.compile(
    r"""/\*.*?\*/|(?<!:)//[^\n]*|"(?P<double>(?:[^"\\\n]|\\.)*)"|'(?P<single>(?:[^'\\\n]|\\.)*)'|(?P<name>[A-Za-z_]\w*)""",
    re.S,
)
"""Comments, strings and identifiers of a source of JavaScript; what stands in a template counts as code."""


def words_of(text: str, suffix: str = ".py") -> tuple[frozenset[str], frozenset[str]]:
    """The identifiers of a source, and its strings as far as an opening bracket; of a grammar every word is both. A key
    of an object of JavaScript is a string, too.

    Docstrings and comments do not count: `abs` in a sentence is no place that must be kept.
    """
    if suffix == ".lark":
        words = frozenset(re.findall(r"[A-Za-z_]\w*", text))
        return words, words
    if suffix != ".py":
        found = [each.groupdict() for each in _SCRIPT.finditer(text)]
        told = {each["double"] or each["single"] for each in found if each["double"] or each["single"]}
        keys = set(re.findall(r"[{,]\s*([A-Za-z_]\w*)\s*:", text))
        return frozenset(each["name"] for each in found if each["name"]), frozenset(told | keys)
    names: set[str] = set()
    strings: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        names.update(
            part for key in _NAMES if isinstance(each := getattr(node, key, None), str) for part in each.split(".")
        )
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value.partition("(")[0])
    return frozenset(names), frozenset(strings)


@cache
def _sources() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in sorted(Path(ROOT / room).rglob("*"))
        if path.suffix in (".py", ".lark", ".js", ".mjs") and not {"node_modules", "built"} & {*path.parts}
    }


@cache
def _words_in(path: str) -> tuple[frozenset[str], frozenset[str]]:
    return words_of(_sources()[path], Path(path).suffix)


def known_in(extension: Extension) -> set[str]:
    """Every file that knows the example."""
    wanted = re.compile("|".join(map(re.escape, [*extension.names, *extension.strings])))
    found = set()
    for path, text in _sources().items():
        if wanted.search(text):
            names, strings = _words_in(path)
            if names & set(extension.names) or strings & set(extension.strings):
                found.add(path)
    return found


def is_place(path: str, places: dict[str, str]) -> bool:
    """Whether a file is one of the places, or in one of the folders among them."""
    return path in places or any(each.endswith("/") and path.startswith(each) for each in places)


def by_kind(extension: Extension) -> str:
    """The name of a test."""
    return extension.kind


@pytest.mark.parametrize("extension", EXTENSIONS, ids=by_kind)
def test_an_extension_is_known_in_its_places_only(extension: Extension) -> None:
    known = known_in(extension)
    expected = {**extension.places, **extension.also, **dict.fromkeys(extension.same_word, "")}
    more = sorted(path for path in known if not is_place(path, expected))
    assert more == [], f"these files know the {extension.kind} `{extension.example}` too: a new one would touch them"


@pytest.mark.parametrize("extension", EXTENSIONS, ids=by_kind)
def test_no_place_is_out_of_date(extension: Extension) -> None:
    known = known_in(extension)
    single = [*extension.places, *extension.also, *extension.same_word]
    assert [path for path in single if not path.endswith("/") and path not in known] == []


@pytest.mark.parametrize("extension", EXTENSIONS, ids=by_kind)
def test_a_new_one_touches_few_files(extension: Extension) -> None:
    assert max(len(extension.places) - extension.goal, 0) == extension.over, "set `over` to what is left"


def test_the_search_finds_identifiers_and_strings_but_no_prose() -> None:
    names, strings = words_of('"""A hex in prose."""\nif shape.hex is Hexes and kind == "square(r)": pass  # graph\n')
    assert {"shape", "hex", "Hexes", "kind"} <= names
    assert "square" in strings
    assert not {"prose", "graph"} & (names | strings)
    assert "shuffle" in words_of('shuffle_stmt: "shuffle" zone', ".lark")[1]
    names, strings = words_of('/** A hex. */ const a = {abs: (b) => b.hexes === "square"};  // graph', ".js")
    assert {"hexes"} <= names
    assert {"abs", "square"} <= strings
    assert not {"hex", "graph"} & (names | strings)
