"""Where an extension is made: the places that know one existing example of each kind of extension.

`places` are the files that whoever adds another of its kind writes in; `also` are files that know this one example
for a reason of their own, so that a new one need not be there. `test_extension.py` searches all code for the
example and finds no other; `interpreter/README.md` shows the same files to people.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Extension:
    """One existing example of a kind of extension.

    `names` are its identifiers in the code, `strings` the texts by which tables and the grammar know it. `goal` is
    how many files a new one may touch, tests and pages aside. A place that ends in `/` stands for one file of a folder.
    `same_word` are files in which the word means something else.
    """

    kind: str
    example: str
    goal: int
    names: tuple[str, ...]
    strings: tuple[str, ...]
    places: dict[str, str]
    also: dict[str, str] = field(default_factory=dict)
    same_word: tuple[str, ...] = ()
    over: int = 0
    """How many files more than the goal it takes today; 0 when the goal is reached."""


EXTENSIONS: tuple[Extension, ...] = (
    Extension(
        "built-in",
        "abs",
        goal=4,
        names=(),
        strings=("abs",),
        places={
            "interpreter/check/builtins_values.py": "the row: signature, meaning, example",
            "interpreter/program/operations.py": "the operation: operands, result, meaning, faults, cost",
            "interpreter/backends/python/emit_operations.py": "what the back end writes for it",
            "interpreter/backends/wasm/emit_operations.py": "the same for the native back end, and so for pages",
        },
        also={
            "tools/linting/ranges.py": "the linter knows that its result is not negative",
            "interpreter/backends/wasm/": "ranges and vectors know it, so that it is quick",
        },
    ),
    Extension(
        "effect",
        "shuffle",
        goal=8,
        names=("Shuffle",),
        strings=("shuffle",),
        places={
            "interpreter/language/grammar.lark": "its syntax",
            "interpreter/language/node_effects.py": "its node in the syntax tree, its words, and how it is written",
            "interpreter/check/pieces.py": "its types",
            "interpreter/lower/": "what it becomes in the program",
            "interpreter/program/ir/statements.py": "its statement: operands, what it reads and writes, what it costs",
            "interpreter/backends/python/emit_statements.py": "what the back end writes for it",
            "interpreter/backends/wasm/emit_statements.py": "the same for the native back end, and so for pages",
        },
        also={
            "interpreter/language/build_effects.py": "a method of this name is a habit from other languages",
            "interpreter/backends/python/host.py": "shuffling itself, with the random generator",
            "interpreter/language/words.py": "what editors say of the word",
            "interpreter/machine/events.py": "players are told that something was shuffled",
            "interpreter/machine/moves.py": "a seat that remembers what lies where no longer knows the order",
            "interpreter/backends/wasm/": "shuffling itself, and the event that tells of it",
            "tools/page/client/module/story.js": "people at an exported page are told that something was shuffled",
            "tools/page/client/module/memory.js": "and a seat there no longer knows the order",
            "tools/book/relevance.py": "words of a rulebook that go with it",
        },
    ),
    Extension(
        "flow step",
        "phase",
        goal=4,
        names=("PhaseStep", "Phase", "phase"),
        strings=("phase",),
        places={
            "schemas/steps.py": "the model: its keys, their meaning, what the step does",
            "interpreter/typed/flow.py": "its node in the typed tree",
            "interpreter/check/flow.py": "its types",
            "interpreter/lower/flow.py": "what it becomes in the program",
        },
        also={"tools/drawing/turns.py": "the colour of its box; one without a colour is white"},
        same_word=("interpreter/language/messages.py",),
    ),
    Extension(
        "geometry",
        "hex",
        goal=3,
        names=("HexGrid", "HexRow", "hex"),
        strings=("hex",),
        places={
            "schemas/grids.py": "the model: spaces, names, neighbours, turns, the look of a cell",
            "schemas/ruleset.py": "the key of a board",
        },
    ),
    Extension(
        "command",
        "perft",
        goal=3,
        names=("perft",),
        strings=("perft",),
        places={
            "tools/commands/perft.py": "options in, a call, a way to show the answer",
            "tools/commands/table.py": "its name, its summary, an example",
            "tools/documents/registry.py": "the shape of what `--json` prints",
        },
    ),
    Extension(
        "lint rule",
        "YUL012",
        goal=2,
        names=("magic_numbers",),
        strings=("YUL012",),
        places={
            "tools/linting/magic_numbers.py": "its page, and the function that finds",
            "tools/linting/rules.py": "its place among the others",
        },
    ),
    Extension(
        "message",
        "YUP401",
        goal=1,
        names=("UNKNOWN_NAME",),
        strings=("YUP401",),
        places={"interpreter/language/messages.py": "code, page and words; what finds the fault calls it"},
    ),
    Extension(
        "editor feature",
        "lenses",
        goal=2,
        names=("lenses",),
        strings=("lenses",),
        places={
            "tools/editor/lenses.py": "which requests of an editor it answers, and how",
            "tools/editor/serving.py": "its place among the others",
        },
        also={"tools/studio/client/editor/": "the studio's editor shows them, as other editors do"},
    ),
    Extension(
        "pass",
        "inline",
        goal=2,
        names=("inline",),
        strings=("inline",),
        places={
            "interpreter/passes/inline.py": "from program to program",
            "interpreter/passes/__init__.py": "its place in the order, with the reason for it",
        },
        same_word=("tools/format/code.py",),
    ),
    Extension(
        "back end",
        "python",
        goal=2,
        names=("PYTHON", "PythonBackEnd"),
        strings=(),
        places={
            "interpreter/backends/python/": "the folder with all that it is",
            "interpreter/backends/registry.py": "its name, by which it is chosen",
        },
        also={"interpreter/backends/wasm/backend.py": "what only people ask for is answered by the Python machine"},
    ),
)
