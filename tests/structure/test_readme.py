"""`interpreter/README.md` is true: what it names exists, no room is missing, "How to add" names the right files."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from yupana.tests.found import ROOT
from yupana.tests.structure.extension import EXTENSIONS, Extension
from yupana.tests.structure.test_extension import by_kind
from yupana.tests.structure.test_imports import arrows

PAGE = (ROOT / "interpreter" / "README.md").read_text(encoding="utf-8")
_TOP = ("schemas/", "tools/", "tests/", "rulesets/")
_TICKED = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"([\w/]+(?:\.(?:py|lark|md|txt)|/))(?:::([\w.]+))?")
PROTOCOL = "interpreter.backends.protocol"
"""What the machine asks of a back end; it lies below both."""
HEADINGS = {
    "built-in": "A built-in function",
    "effect": "An effect",
    "flow step": "A step of the flow",
    "geometry": "A geometry of boards",
    "command": "A command",
    "lint rule": "A rule of the linter",
    "message": "A message",
    "editor feature": "A feature of editors",
    "pass": "A pass",
    "back end": "A back end",
}


def _from_top(path: str) -> str:
    return path if path.startswith(_TOP) else f"interpreter/{path}"


def _named(text: str) -> list[tuple[str, str]]:
    """Every path in a text, as seen from the top, with the name behind it."""
    found = (_PATH.fullmatch(each) for each in _TICKED.findall(text))
    return [(_from_top(match[1]), match[2] or "") for match in found if match is not None and match[1] != "/"]


@cache
def _defined(path: Path) -> frozenset[str]:
    """The names that a module defines at its top, and the members of its classes behind a dot."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        own = _names_of(node)
        names |= own
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{inner}" for each in node.body for inner in _names_of(each)}
    return frozenset(names)


def _names_of(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
            return {node.name}
        case ast.Assign():
            return {each.id for each in node.targets if isinstance(each, ast.Name)}
        case ast.AnnAssign(target=ast.Name() as target):
            return {target.id}
    return set()


def test_what_the_page_names_exists() -> None:
    named = _named(PAGE)
    assert len(named) > 60
    missing = [path for path, _ in named if not (ROOT / path).exists()]
    assert missing == []
    assert [f"{path}::{name}" for path, name in named if name and name not in _defined(ROOT / path)] == []


def _rooms() -> list[str]:
    """The rooms of the table, from the bottom up, as seen from the top."""
    rows = [line for line in PAGE.split("\n") if line.startswith("| `")]
    return [_from_top(_TICKED.findall(row)[0]) for row in rows]


def test_no_room_is_missing_and_none_is_there_twice() -> None:
    inside = {f"interpreter/{each.parent.name}/" for each in (ROOT / "interpreter").glob("*/__init__.py")}
    assert sorted(_rooms()) == sorted({*inside, "schemas/", "tools/"})


def test_rooms_know_only_those_above_them_on_the_page() -> None:
    rooms = [each.rstrip("/").replace("/", ".") for each in _rooms()]

    def place(module: str) -> int:
        return next((number for number, room in enumerate(rooms) if f"{module}.".startswith(f"{room}.")), -1)

    wrong = [
        str(each)
        for each in arrows()
        if not each.for_types and each.other != PROTOCOL and place(each.other) > place(each.module) >= 0
    ]
    assert wrong == []


def _section(extension: Extension) -> str:
    _, _, rest = PAGE.partition(f"### {HEADINGS[extension.kind]}\n")
    assert rest, extension.kind
    return rest.partition("\n### ")[0]


@pytest.mark.parametrize("extension", EXTENSIONS, ids=by_kind)
def test_how_to_add_names_the_places_of_the_table(extension: Extension) -> None:
    section = _section(extension)
    items = "\n".join(line for line in section.split("\n") if line.startswith(("- ", "  ")))
    assert sorted({path for path, _ in _named(items)}) == sorted(extension.places)
    assert f"For example `{extension.example}`" in section
    assert (f"(the goal is {extension.goal})" in section) == bool(extension.over)
