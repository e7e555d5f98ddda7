"""What every command shares: exit codes, sentences for wrong usage, finding rulesets, and the two kinds of output.

Guarantees: with `--json` one document and nothing else reaches standard output; a mistake in how a command is used is a
`UsageError` with one sentence; heavy modules (the interpreter, Rich) are imported only when a command needs them.
"""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.game import Game

OK = 0
FAULTS = 1
WRONG_USAGE = 2
INTERNAL = 3
INTERRUPTED = 130

Target = Annotated[
    str, typer.Argument(metavar="NAME", help="A ruleset: its name, a path, or base+overlay.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of players.", show_default="the fewest")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]


class UsageError(Exception):
    """The command was used wrongly; the text is one sentence for the person who typed it (exit code 2)."""


def print_json(document: object) -> None:
    """Print the one document of a `--json` run."""
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def console(*, stderr: bool = False) -> Console:
    """A Rich console that marks nothing up by itself; it colours on a terminal only and respects NO_COLOR."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def colour_wanted(stream: object) -> bool:
    """Whether plain writers may colour what they write to this stream."""
    import os

    is_terminal = getattr(stream, "isatty", lambda: False)()
    return bool(is_terminal) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def leave(code: int) -> NoReturn:
    """End the command with this exit code."""
    raise typer.Exit(code)


def suggestion(word: str, known: Iterable[str]) -> str:
    """` Did you mean …?` for the nearest known words, or nothing."""
    names = list(known)
    near = difflib.get_close_matches(word, names, n=3, cutoff=0.6)
    near += [name for name in names if word and name.startswith(word) and name not in near][: 3 - len(near)]
    if not near:
        return ""
    return f" Did you mean {' or '.join(f'`{each}`' for each in near)}?"


def check_target(target: str) -> None:
    """Refuse a name that is neither a ruleset nor a path, with suggestions.

    Raises UsageError.
    """
    from yupana.schemas.load import list_rulesets

    base = target.split("+")[0]
    known = list_rulesets()
    if base in known or Path(base).exists():
        return
    if "/" in base or base.endswith((".yaml", ".yml")):
        raise UsageError(f"There is no ruleset at `{base}`: no such file or folder.")
    hint = suggestion(base, known) or " `yupana list` names them all."
    raise UsageError(f"There is no ruleset called `{base}`.{hint}")


def compile_target(target: str) -> Compiled:
    """Compile a ruleset for a command that only reads it; its diagnostics may hold errors.

    Raises UsageError when there is no such ruleset.
    """
    check_target(target)
    from yupana.interpreter.compile import compile_ruleset

    return compile_ruleset(target)


def load_game(target: str) -> Game:
    """Load a ruleset to play it.

    Raises UsageError when there is no such ruleset, RulesetError when it has faults.
    """
    check_target(target)
    from yupana.interpreter.game import load

    return load(target)


def player_count(game: Game, players: int | None) -> int:
    """The number of players to play with: the one asked for, or the fewest that make a game among people.

    Raises UsageError when the ruleset does not take so many.
    """
    fewest, most = game.program.min_players, game.program.max_players
    if players is None:
        return min(max(2, fewest), most)
    if not fewest <= players <= most:
        takes = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise UsageError(f"`{game.program.name}` takes {takes} players, not {players}.")
    return players


def game_options(game: Game, pairs: Sequence[str] | None) -> dict[str, int | bool | str]:
    """Read `--option name=value` pairs against the options the ruleset declares.

    Raises UsageError for an unknown name or a value that does not fit.
    """
    declared = {option.name: option for option in game.program.game_options}
    chosen: dict[str, int | bool | str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"An option is given as NAME=VALUE, and `{pair}` has no `=`.")
        option = declared.get(name)
        if option is None:
            hint = suggestion(name, declared) or (
                f" It has: {', '.join(declared)}." if declared else " It has no options."
            )
            raise UsageError(f"`{game.program.name}` has no option `{name}`.{hint}")
        chosen[name] = _option_value(game, name, value)
    return chosen


def _option_value(game: Game, name: str, text: str) -> int | bool | str:
    option = next(each for each in game.program.game_options if each.name == name)
    if option.type.kind == "bool":
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        if text.lower() not in words:
            raise UsageError(f"Option `{name}` is true or false, not `{text}`.")
        return words[text.lower()]
    if option.type.kind == "int":
        try:
            number = int(text)
        except ValueError:
            raise UsageError(f"Option `{name}` is a whole number, not `{text}`.") from None
        if not option.low <= number <= option.high:
            raise UsageError(f"Option `{name}` goes from {option.low} to {option.high}; {number} is outside.")
        return number
    names = game.program.domains[option.type.domain].names
    if text not in names and not (option.type.optional and text == "none"):
        raise UsageError(f"Option `{name}` is one of {', '.join(names)}, not `{text}`.{suggestion(text, names)}")
    return text


def seat_names(game: Game, players: int) -> list[str]:
    """The players' names by seat."""
    return list(game.program.domains[game.program.player_domain].names[:players])


def command_line(command: str, target: str, players: int, seed: int, options: Mapping[str, object]) -> str:
    """A command that repeats a game, as a person would type it."""
    import shlex

    words = ["yupana", command, target, "--players", str(players), "--seed", str(seed)]
    for name, value in options.items():
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["--option", f"{name}={shown}"]
    return shlex.join(words)


def folder_is_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done for it.

    Raises UsageError.
    """
    import os

    folder = path.parent
    if not folder.is_dir():
        raise UsageError(f"Cannot write `{path}`: there is no folder `{folder}`.")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"Cannot write `{path}`: the folder `{folder}` is not writable.")
    if path.is_dir():
        raise UsageError(f"Cannot write `{path}`: it is a folder.")


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises UsageError when it cannot be written.
    """
    folder_is_writable(path)
    from yupana.schemas.record import write_atomic

    try:
        write_atomic(path, text)
    except OSError as fault:
        raise UsageError(f"Cannot write `{path}`: {fault.strerror or fault}.") from None
