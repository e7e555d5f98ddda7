"""The commands: what they are called, what they are for, and how they are typed.

The module of a command has its name, and is imported when the command is carried out or asked to explain itself:
listing the commands imports none of them. In each module the function `command` is what Typer makes the command of;
the summary here is the first paragraph of its docstring, which a test holds it to.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple


class Row(NamedTuple):
    """A command: its name, a line about it, and an example that works when it is typed."""

    name: str
    summary: str
    example: str


COMMANDS = (
    Row("list", "List the rulesets and their overlays, by group.", "yupana list"),
    Row("pack", "Put a ruleset or an overlay into one file, for `yupana add`.", "yupana pack my_game"),
    Row("add", "Check a package and install it for you.", "yupana add my_game-1.0.yupana"),
    Row("remove", "Take away a ruleset or an overlay that was added.", "yupana remove my_game"),
    Row("check", "Find all faults of rulesets.", "yupana check tic_tac_toe"),
    Row("test", "Run a ruleset's examples; report rule coverage.", "yupana test tic_tac_toe"),
    Row(
        "strength",
        "Break a ruleset in every small way; tell which breaks no example notices.",
        "yupana strength tic_tac_toe",
    ),
    Row("lint", "Find what is likely to be a mistake in a ruleset that has no faults.", "yupana lint tic_tac_toe"),
    Row("play", "Play a game in the terminal.", "yupana play tic_tac_toe --bots o=random"),
    Row(
        "export",
        "Write a game as one HTML file to play in a browser.",
        "yupana export tic_tac_toe -o tic_tac_toe.html",
    ),
    Row("serve", "Play games on a page in the browser, with people and bots.", "yupana serve tic_tac_toe"),
    Row("studio", "Write, play and prove rules on a page in the browser.", "yupana studio ./my_game"),
    Row(
        "simulate",
        "Play many games with bots: wins, scores, length.",
        "yupana simulate tic_tac_toe --games 100 --seed 1 --bots random",
    ),
    Row(
        "sweep",
        "Play a ruleset with other values in some places, and measure every point.",
        "yupana sweep my_game --vary hand_size=4..8 --games 200",
    ),
    Row("balance", "Whether a game is balanced and worth playing, by bots.", "yupana balance tic_tac_toe --quick"),
    Row(
        "stats",
        "Statistics of games that `simulate --rows` has written, and questions to them in SQL.",
        "yupana stats games.parquet",
    ),
    Row(
        "tune",
        "Fit weights of a ruleset's features by self-play; tell what matters in the game.",
        "yupana tune my_game --games 3000",
    ),
    Row(
        "debug",
        "Step through the rules of a game line by line, forwards and back.",
        "yupana debug tic_tac_toe --example x_begins_and_squares_are_taken_once",
    ),
    Row("replay", "Go through a saved game step by step.", "yupana replay tic_tac_toe-1.save.json --to 3"),
    Row("perft", "Count the legal decision sequences of every length up to one.", "yupana perft tic_tac_toe --depth 4"),
    Row(
        "fuzz",
        "Look for faults, broken invariants, games without an end, leaks, and what is never reached.",
        "yupana fuzz tic_tac_toe --decisions 20000",
    ),
    Row("diff", "What is different between two rulesets.", "yupana diff tic_tac_toe ./my_tic_tac_toe"),
    Row("impact", "What an edit does to a game.", "yupana impact my_game@HEAD my_game -o impact.html"),
    Row("fmt", "Give rulesets their canonical layout.", "yupana fmt tic_tac_toe --check"),
    Row("explain", "Explain a code such as YUP101 or YUL001, or an element of a ruleset.", "yupana explain YUP101"),
    Row("rulebook", "Write the rulebook of a ruleset, or check it.", "yupana rulebook tic_tac_toe -o tic_tac_toe.html"),
    Row(
        "print",
        "Write a game as sheets to print, cut out and lay on a table.",
        "yupana print tic_tac_toe -o tic_tac_toe.pdf",
    ),
    Row(
        "graph",
        "Draw a ruleset: its turn structure, a board, its zones with what moves between them, or what uses what.",
        "yupana graph tic_tac_toe --what flow -o flow.svg",
    ),
    Row(
        "schema",
        "Print the JSON Schema of rulesets, for editors, or that of a document.",
        "yupana schema --output ruleset.schema.json",
    ),
    Row(
        "sheet",
        "Write the entries of a kind as a table for a spreadsheet program, or bring the edited table back.",
        "yupana sheet export my_game Card -o cards.xlsx",
    ),
    Row("new", "Make a small ruleset to start from.", "yupana new my_game"),
    Row("watch", "Check, and run the examples an edit concerns, at every save.", "yupana watch my_game"),
    Row("migrate", "Bring rulesets to the present version of the language.", "yupana migrate tic_tac_toe --check"),
    Row("lsp", "Help an editor with rules: the language server, over the standard streams.", "yupana lsp"),
    Row("hook", "Run a command for the rulesets that files belong to.", "yupana hook check my_game/game.yaml"),
    Row(
        "compile",
        "Write the whole program of a ruleset to a file.",
        "yupana compile tic_tac_toe -o tic_tac_toe.program.json",
    ),
)


def function_of(name: str) -> Callable[..., Any]:
    """The function that is the command of this name; its module is imported now."""
    function: Callable[..., Any] = import_module(f".{name}", __package__).command
    return function
