"""The architecture, read from the imports: arrows go down, tools use the public API only, files stay small."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import networkx
from yupana.tests.found import ROOT

MAX_LINES = 800
"""So long may a file be that holds one idea, whole: where two unrelated changes meet in one, it is too large before."""

FLOORS: tuple[tuple[str, ...], ...] = (
    ("schemas",),
    ("interpreter.language",),
    ("interpreter.typed",),
    ("interpreter.check",),
    ("interpreter.program",),
    ("interpreter.lower",),
    ("interpreter.disclosure",),
    ("interpreter.passes",),
    ("interpreter.backends.protocol",),
    ("interpreter.machine",),
    ("interpreter.backends",),
    ("interpreter.reasons",),
    ("interpreter.compiled",),
    ("interpreter.driver",),
    ("interpreter.play",),
    ("interpreter.view",),
    ("interpreter.incremental.interfaces",),
    ("interpreter.examples",),
    ("interpreter.index",),
    ("interpreter.ide", "interpreter.mutation", "interpreter.stepping"),
    ("interpreter",),
    ("tools.documents", "tools.languages"),
    ("tools.shell",),
    ("tools.bots",),
    ("tools.targets", "tools.authoring", "tools.format", "tools.playing"),
    ("tools.simulation", "tools.testing", "tools.linting", "tools.migrations"),
    ("tools.measures", "tools.packages"),
    ("tools.tuning",),
    ("tools.fuzzing",),
    ("tools.compare",),
    ("tools.plots",),
    ("tools.balance",),
    ("tools.sweep",),
    ("tools.book",),
    ("tools.strength",),
    ("tools.renaming",),
    ("tools.explaining", "tools.terminal"),
    ("tools.debugging",),
    ("tools.drawing", "tools.training"),
    ("tools.page",),
    ("tools.printing",),
    ("tools.editor",),
    ("tools.studio",),
    ("tools.commands",),
    ("tools",),
)
"""From the bottom up. A module belongs to the longest name that it begins with; rooms of one floor may know each other
in one direction only (see `test_no_cycle_between_rooms`)."""

PUBLIC = ("yupana", "yupana.interpreter.game", "yupana.interpreter.compile", "yupana.schemas", "yupana.tools")
"""What a tool may import of this project."""

RESERVED_FOR_TOOLS = {
    "yupana.interpreter.cached": "a program that need not be compiled again, without what compiling loads",
    "yupana.interpreter.compiled": "what compiling gives, without what compiling loads",
    "yupana.interpreter.examples.running": "running examples is part of the public face of a compiled ruleset",
    "yupana.interpreter.examples.beside": "examples that are written while a game is played, which the studio tries",
    "yupana.interpreter.examples.differing": "what two positions differ in, which an example that is made says",
    "yupana.interpreter.program.open": "a game in which all is seen, for who writes its rules",
    "yupana.interpreter.mutation": "breaking a compiled ruleset, and trying what its examples say to it",
    "yupana.interpreter.index.elements": "the index of a ruleset's elements is made for tools",
    "yupana.interpreter.rechecking": "what watches a ruleset checks it again and again",
    "yupana.interpreter.index.references": "the index of references, which the linter and editors ask",
    "yupana.interpreter.index.analysis": "the types that the checker found, which the linter reads",
    "yupana.interpreter.ide.completion": "what may stand at a place of code that is being typed, which editors ask",
    "yupana.interpreter.ide.semantic_model": "what names and expressions are at their places, which editors show",
    "yupana.interpreter.check.builtins": "the table of built-in functions, whose pages editors show",
    "yupana.interpreter.play.questions": "asking a compiled ruleset, which comparing needs",
    "yupana.interpreter.check.interpolation": "what references in texts mean, whose values the book works out",
    "yupana.interpreter.play.coverage": "what a game has come through, which guides the search for faults",
    "yupana.interpreter.machine.hearsay": "what lines say of a decision, which the search for told secrets compares",
    "yupana.interpreter.stepping": "a ruleset made to be stepped through, which is what debugging does",
    "yupana.interpreter.view.look": "drawing templates belong to tools",
    "yupana.interpreter.view.says": "the sentences of options, which a table tells in words",
    "yupana.interpreter.view.scores": "scores as a viewer may know them, which a table shows while a game is played",
    "yupana.interpreter.view.printed": "what is printed on cards, which those who draw them show",
    "yupana.interpreter.view.lines": "the lines of these templates, with what is in them",
    "yupana.interpreter.examples.claims": "whether an example claims anything, which coverage asks",
    "yupana.interpreter.program.turning": "which options turn up what nobody knows, which the page asks back about",
    "yupana.interpreter.program.describing": "what a program has names for, as plain data for those who draw it",
    "yupana.interpreter.view.diagrams": "positions printed as they are written in a ruleset, which the table shows",
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
Import = ast.Import | ast.ImportFrom


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


class Arrow(NamedTuple):
    """An import of this project's own: the module that imports, what it imports, and where."""

    module: str
    other: str
    names: tuple[str, ...]
    line: int
    in_function: bool
    for_types: bool

    def __str__(self) -> str:
        return f"{MODULES[self.module].relative_to(ROOT)}:{self.line}: {self.other}"


_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
"""The fields of Python's own syntax tree that hold statements."""


def _statements(node: ast.AST, in_function: bool, for_types: bool) -> Iterator[tuple[Import, bool, bool]]:
    """Every import under a node: whether it stands in a function, and whether only type checkers see it."""
    guarded = node.body if isinstance(node, ast.If) and _is_type_checking(node.test) else []
    for child in chain.from_iterable(getattr(node, part, ()) for part in _BLOCKS):
        typing = for_types or child in guarded
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, in_function, typing
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _statements(child, in_function or function, typing)


def _is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _arrows(module: str) -> Iterator[Arrow]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node, in_function, for_types in _statements(_tree(module), False, False):
        found: dict[str, list[str]] = {}
        if isinstance(node, ast.Import):
            found = {alias.name: [] for alias in node.names}
        else:
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                is_module = whole.removeprefix("yupana.") in MODULES
                found.setdefault(whole if is_module else base, []).extend([] if is_module else [alias.name])
        for name, names in found.items():
            own = _module_of(name.removeprefix("yupana."))
            if own is not None or name == "yupana" or name.startswith("yupana."):
                yield Arrow(module, own or name, tuple(names), node.lineno, in_function, for_types)


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
def arrows() -> list[Arrow]:
    """Every import there is."""
    return [arrow for module in MODULES for arrow in _arrows(module)]


@cache
def inside() -> list[Arrow]:
    """Those from one module of this project to another."""
    return [arrow for arrow in arrows() if arrow.other in MODULES and arrow.other != arrow.module]


@cache
def running() -> list[Arrow]:
    """Those that are carried out, when a module is loaded or later."""
    return [arrow for arrow in inside() if not arrow.for_types]


def test_the_modules_are_found() -> None:
    assert len(MODULES) > 300
    assert len(running()) > 1000
    assert any(arrow.in_function for arrow in running())
    assert {_room(module) for module in MODULES} == {room for floor in FLOORS for room in floor}


def test_imports_go_down_only() -> None:
    assert [str(arrow) for arrow in inside() if _floor(arrow.other) > _floor(arrow.module)] == []


def test_what_checks_and_what_lowers_know_nothing_of_each_other() -> None:
    """They meet in the typed tree only; imports for type checkers count too."""
    apart = {
        "interpreter.typed": ("interpreter.program", "interpreter.check", "interpreter.lower"),
        "interpreter.check": ("interpreter.program", "interpreter.lower"),
        "interpreter.lower": ("interpreter.check", "interpreter.language.parse"),
    }
    wrong = [
        str(arrow)
        for room, others in apart.items()
        for arrow in inside()
        for other in others
        if f"{arrow.module}.".startswith(f"{room}.") and f"{arrow.other}.".startswith(f"{other}.")
    ]
    assert wrong == []


def test_no_cycle_between_modules() -> None:
    """Counting every import, also those in functions: a cycle that is hidden is still one."""
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for arrow in running():
        graph[arrow.module].add(arrow.other)
    assert _circles(graph) == []


def test_no_cycle_between_modules_while_they_are_loaded() -> None:
    """The checker too: whichever of its modules is imported first, every name is there."""
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for arrow in running():
        if not arrow.in_function:
            graph[arrow.module].add(arrow.other)
    assert _circles(graph) == []


def test_no_cycle_between_rooms() -> None:
    graph: dict[str, set[str]] = {room: set() for floor in FLOORS for room in floor}
    for arrow in inside():
        if _room(arrow.module) != _room(arrow.other):
            graph[_room(arrow.module)].add(_room(arrow.other))
    assert _circles(graph) == []


def _circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one node (Tarjan)."""
    strong = networkx.strongly_connected_components(networkx.DiGraph(graph))
    return sorted(sorted(each) for each in strong if len(each) > 1)


MOST_IN_FUNCTIONS = 32


def test_imports_stand_at_the_top_of_modules() -> None:
    """Few stand in functions, each with its reason beside it or in the line above."""
    found, without = [], []
    for module, path in MODULES.items():
        lines = path.read_text(encoding="utf-8").splitlines()
        for node, in_function, for_types in _statements(_tree(module), False, False):
            if not in_function or for_types:
                continue
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            found.append(place)
            above = lines[node.lineno - 2].strip()
            together = above.startswith(("from ", "import "))  # of several the first has the reason of all
            if "#" not in lines[node.lineno - 1] and not above.startswith("#") and not together:
                without.append(place)
    assert without == []
    assert len(found) <= MOST_IN_FUNCTIONS, found


def test_no_private_name_is_imported() -> None:
    found = [
        f"{arrow}.{name}"
        for arrow in inside()
        for name in (*arrow.names, arrow.other.rpartition(".")[2])
        if name.startswith("_") and not name.startswith("__")
    ]
    assert found == []


def test_only_the_table_knows_the_commands() -> None:
    """A command is imported by its name when it is wanted; what two of them need stands below them."""
    known = [arrow for arrow in inside() if arrow.other.startswith("tools.commands.")]
    assert {arrow.other for arrow in known} == {"tools.commands.table"}


def test_modules_are_imported_by_name_in_two_tables_only() -> None:
    """What is imported so is seen by no test here. Packages of others, which extras bring, are imported so too."""
    found = {
        str(path.relative_to(ROOT))
        for path in MODULES.values()
        if "import_module(" in path.read_text(encoding="utf-8") or "__import__(" in path.read_text(encoding="utf-8")
    }
    assert found == {"tools/commands/table.py", "tools/documents/schemas.py", "tools/shell/extras.py"}


def test_tools_use_the_public_api_only() -> None:
    wrong = []
    for arrow in arrows():
        if not arrow.module.startswith("tools"):
            continue
        name = "yupana." + arrow.other.removeprefix("yupana.") if arrow.other != "yupana" else arrow.other
        if any(name == each or name.startswith(each + ".") for each in RESERVED_FOR_TOOLS):
            continue
        if not any(name == each or (each != "yupana" and name.startswith(each + ".")) for each in PUBLIC):
            wrong.append(str(arrow))
    assert wrong == []


def test_across_packages_imports_are_absolute_and_inside_relative() -> None:
    wrong = []
    for module, path in MODULES.items():
        home = module.partition(".")[0]
        for node in ast.walk(_tree(module)):
            if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith(f"yupana.{home}"):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: `from {node.module}` inside {home}")
    assert wrong == []


def test_no_file_holds_more_than_an_idea_needs() -> None:
    counts = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES.values()}
    assert [f"{path.relative_to(ROOT)}: {count} lines" for path, count in counts.items() if count > MAX_LINES] == []


def test_a_module_says_why_it_exists() -> None:
    assert [module for module in MODULES if not ast.get_docstring(_tree(module))] == []
