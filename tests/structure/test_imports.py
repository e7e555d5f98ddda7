"""The architecture, read from the imports: arrows go down, tools use the public API only, files stay small."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from yupana.tests.found import ROOT

MAX_LINES = 450

FLOORS: tuple[tuple[str, ...], ...] = (
    ("schemas",),
    ("interpreter.language",),
    ("interpreter.check", "interpreter.program"),
    ("interpreter.machine",),
    ("interpreter",),
    ("tools",),
)
"""From the bottom up. A module belongs to the longest name that it begins with; rooms of one floor may know each other
in one direction only (see `test_no_cycle_between_rooms`)."""

PUBLIC = ("yupana", "yupana.interpreter.game", "yupana.interpreter.compile", "yupana.schemas", "yupana.tools")
"""What a tool may import of this project."""

RESERVED_FOR_TOOLS = {
    "yupana.interpreter.examples": "running examples is part of the public face of a compiled ruleset",
    "yupana.interpreter.elements": "the index of a ruleset's elements is made for tools",
    "yupana.interpreter.analysis": "the types that the checker found, which the linter reads",
    "yupana.interpreter.questions": "asking a compiled ruleset, which comparing needs",
    "yupana.interpreter.look": "drawing templates belong to tools",
    "yupana.interpreter.program.codec": "writing the compiled program down",
    "yupana.interpreter.language": "the syntax tree with its parser and printer, which authoring tools read",
}
"""What tools may import besides, each with its reason; nothing is added here without one."""


def _modules() -> dict[str, Path]:
    out = {}
    for room in ("schemas", "interpreter", "tools"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            out[name.removesuffix(".__init__")] = path
    return out


MODULES = _modules()


def _imports(module: str) -> Iterator[tuple[str, int, bool]]:
    """(imported module, line, at run time when the module is loaded) of every import of this project's own modules."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lazy = {id(child) for node in ast.walk(tree) if _is_lazy(node) for child in ast.walk(node)}
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        for name in names:
            own = _module_of(name.removeprefix("yupana."))
            if own is not None:
                yield own, getattr(node, "lineno", 0), id(node) not in lazy
            elif name == "yupana" or name.startswith("yupana."):
                yield name, getattr(node, "lineno", 0), id(node) not in lazy


def _is_lazy(node: ast.AST) -> bool:
    """Inside a function, or under `if TYPE_CHECKING:`."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def _module_of(name: str) -> str | None:
    """The module of this project that `from a.b import c` means: a.b.c if it is one, else a.b."""
    if name in MODULES:
        return name
    parent = name.rpartition(".")[0]
    return parent if parent in MODULES else None


def _room(module: str) -> str:
    rooms = [room for floor in FLOORS for room in floor]
    return max((room for room in rooms if module == room or module.startswith(room + ".")), key=len)


def _floor(module: str) -> int:
    room = _room(module)
    return next(i for i, floor in enumerate(FLOORS) if room in floor)


@cache
def arrows() -> list[tuple[str, str, int, bool]]:
    """(module, imported module, line, at run time when the module is loaded) of every import there is."""
    return [(module, other, line, at_load) for module in MODULES for other, line, at_load in _imports(module)]


def test_the_modules_are_found() -> None:
    assert len(MODULES) > 30
    assert len(arrows()) > 60


def test_imports_go_down_only() -> None:
    upward = [
        f"{MODULES[module].relative_to(ROOT)}:{line}: {module} imports {other}, which is above it"
        for module, other, line, _ in arrows()
        if other in MODULES and _floor(other) > _floor(module)
    ]
    assert upward == []


def test_no_cycle_between_modules() -> None:
    """Counting every import, also those in functions and for types only: a cycle that is hidden is still one."""
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for module, other, _, at_load in arrows():
        if other in MODULES and other != module and at_load and MODULES[module].name != "__init__.py":
            graph[module].add(other)
    cycles = [" -> ".join(cycle) for cycle in _cycles(graph)]
    assert cycles == []


def test_no_cycle_between_rooms() -> None:
    graph: dict[str, set[str]] = {room: set() for floor in FLOORS for room in floor}
    for module, other, _, _ in arrows():
        if other in MODULES and _room(module) != _room(other) and module not in ("interpreter", "schemas", "tools"):
            graph[_room(module)].add(_room(other))
    assert [" -> ".join(cycle) for cycle in _cycles(graph)] == []


def _cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """One cycle for every place where a depth-first walk meets itself."""
    state: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        state[node] = 1
        path.append(node)
        for other in sorted(graph[node]):
            if state.get(other) == 1:
                found.append([*path[path.index(other) :], other])
            elif other not in state:
                visit(other)
        path.pop()
        state[node] = 2

    for node in sorted(graph):
        if node not in state:
            visit(node)
    return found


def test_tools_use_the_public_api_only() -> None:
    wrong = []
    for module, other, line, _ in arrows():
        if _room(module) != "tools":
            continue
        name = "yupana." + other.removeprefix("yupana.") if other != "yupana" else other
        if any(name == each or name.startswith(each + ".") for each in RESERVED_FOR_TOOLS):
            continue
        if not any(name == each or (each != "yupana" and name.startswith(each + ".")) for each in PUBLIC):
            wrong.append(f"{MODULES[module].relative_to(ROOT)}:{line}: {name}")
    assert wrong == []


def test_across_packages_imports_are_absolute_and_inside_relative() -> None:
    wrong = []
    for module, path in MODULES.items():
        home = module.partition(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith(f"yupana.{home}"):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: `from {node.module}` inside {home}")
    assert wrong == []


@pytest.mark.parametrize("module", sorted(MODULES))
def test_files_are_small(module: str) -> None:
    count = len(MODULES[module].read_text(encoding="utf-8").splitlines())
    assert count <= MAX_LINES, f"{MODULES[module].relative_to(ROOT)} has {count} lines"


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_says_why_it_exists(module: str) -> None:
    text = ast.get_docstring(ast.parse(MODULES[module].read_text(encoding="utf-8")))
    assert text, f"{MODULES[module].relative_to(ROOT)} has no docstring"
