"""What every command shares: exit codes, sentences for wrong usage, finding rulesets, and the two kinds of output.

Guarantees: with `--json` one document and nothing else reaches standard output; a mistake in how a command is used is a
`UsageError` with one sentence; heavy modules (the interpreter, Rich) are imported only when a command needs them.
"""

from __future__ import annotations

import difflib
import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from yupana.schemas.errors import UsageError as UsageError

from .streams import takes_all

if TYPE_CHECKING:
    from rich.console import Console
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.game import Game
    from yupana.schemas.source import Diagnostic

OK = 0
FAULTS = 1
WRONG_USAGE = 2
INTERNAL = 3
INTERRUPTED = 130

DEFAULT_LIMIT = 100_000
"""After how many decisions a game of bots is given up."""

Target = Annotated[
    str, typer.Argument(metavar="NAME", help="A ruleset: its name, a path, or base+overlay.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="Number of players.", show_default="2, or as few as can play")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]


def finite(seconds: float | None) -> float | None:
    """A number of seconds that a command can wait; for options. Raises UsageError."""
    import math

    if seconds is not None and not (math.isfinite(seconds) and 0 <= seconds <= 3600):
        raise UsageError("A time is a number of seconds from 0 to 3600.")
    return seconds


def internal_error(fault: BaseException, again: str = "") -> str:
    """What people are told of an error that is Yupana's own; `again` is the command that shows its traceback."""
    told = " ".join(f"{type(fault).__name__}: {fault}".split())[:300]
    seen = f"what this prints: {again}" if again else "what was typed"
    return (
        f"Internal error: {told}\nThis is an error in yupana, not in your ruleset. Please report it to its authors, "
        f"with the ruleset and {seen}"
    )


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    text = text.strip()
    ends = text.endswith((".", "?", "!", "…", "。", "？", "！"))
    stop = "。" if unicodedata.east_asian_width(text[-1:] or " ") in "WF" else "."
    return text[:1].upper() + text[1:] + ("" if ends else stop)


def print_json(kind: str, document: Mapping[str, object]) -> None:
    """Print the one document of a `--json` run; `kind` is its name in `documents`."""
    from .documents import stamp

    sys.stdout.write(json_text(stamp(kind, document), indent=2) + "\n")
    sys.stdout.flush()


def json_text(document: object, indent: int | None = None) -> str:
    """A document as JSON for standard output, in characters that the stream has."""
    from yupana.schemas.plain import plain_json

    return plain_json(json.dumps(document, indent=indent, ensure_ascii=False), ascii_only=not takes_all(sys.stdout))


def echo(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def console(*, stderr: bool = False) -> Console:
    """A Rich console that marks nothing up by itself; it colours on a terminal only and respects NO_COLOR."""
    from .plain_console import PlainConsole

    return PlainConsole(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def colour_wanted(stream: object) -> bool:
    """Whether plain writers may colour what they write to this stream."""
    import os

    from yupana.schemas.host import takes_ansi

    is_terminal = getattr(stream, "isatty", lambda: False)()
    return bool(is_terminal) and not os.environ.get("NO_COLOR") and takes_ansi(stream)


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


_NOT_FOUND = frozenset(("YUP121", "YUP122"))
"""The codes of a target that names nothing."""


def compile_target(target: str, *, whole: bool = True) -> Compiled:
    """Compile a ruleset for a command that only reads it; its diagnostics may hold errors. With `whole` false an
    unchanged ruleset comes from the cache, without its declarations.

    Raises UsageError when there is no such ruleset.
    """
    from yupana.interpreter.compile import compile_program, compile_ruleset

    tell_of_namesake(target)
    compiled = compile_ruleset(target) if whole else compile_program(target)
    must_be_there(target, compiled.diagnostics)
    return compiled


_told: set[Path] = set()


def tell_of_namesake(target: str) -> None:
    """Say on standard error which ruleset is meant when one beside the user has the name of one that comes with it."""
    from yupana.schemas.find import SHIPPED, is_folder

    name = target.partition("+")[0]
    here, shipped = Path(name), SHIPPED / name
    if name.isidentifier() and is_folder(here) and is_folder(shipped) and not here.samefile(shipped):
        if here.resolve() in _told:  # a command may compile it several times
            return
        _told.add(here.resolve())
        sys.stderr.write(f"`{name}` is the ruleset that comes with yupana; `./{name}` is the one in this folder.\n")


def load_game(target: str) -> Game:
    """Load a ruleset to play it.

    Raises UsageError when there is no such ruleset, RulesetError when it has faults.
    """
    from yupana.interpreter.game import load
    from yupana.schemas.source import RulesetError

    tell_of_namesake(target)
    try:
        return load(target)
    except RulesetError as fault:
        must_be_there(target, fault.diagnostics)
        raise


def must_be_there(target: str, diagnostics: Sequence[Diagnostic]) -> None:
    """A name without a ruleset is wrong usage, not a fault of a file."""
    for each in diagnostics:
        if each.code in _NOT_FOUND and not (each.span.file and each.span.line):
            raise UsageError(sentence("; ".join(filter(None, (each.message, each.hint)))))


def player_count(game: Game, players: int | None) -> int:
    """The number of players to play with: the one asked for, or two if that many can play.

    Raises UsageError when the ruleset does not take so many.
    """
    fewest, most = game.min_players, game.max_players
    if players is None:
        return min(max(2, fewest), most)
    if not fewest <= players <= most:
        takes = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise UsageError(f"`{game.program.name}` takes {takes} players, not {players}.")
    return players


def game_options(pairs: Sequence[str] | None) -> dict[str, str]:
    """Take `--option name=value` pairs apart; whether the ruleset knows them is for `Game.start` to say.

    Raises UsageError.
    """
    chosen: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"An option is given as NAME=VALUE, and `{pair}` has no `=`.")
        if name in chosen:
            raise UsageError(f"Option `{name}` is given twice.")
        chosen[name] = value
    return chosen


def seat_names(game: Game, players: int) -> list[str]:
    """The players' names by seat."""
    return list(game.program.domains[game.program.player_domain].names[:players])


def command_line(command: str, target: str, players: int, seed: int, options: Mapping[str, str]) -> str:
    """A command that repeats a game, as a person would type it."""
    from yupana.schemas.host import quote

    words = ["yupana", command, target, "--players", str(players), "--seed", str(seed)]
    for name, value in options.items():
        words += ["--option", f"{name}={value}"]
    return quote(words)


def folder_is_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done for it.

    Raises UsageError.
    """
    reason = _cannot_write(path)
    if reason:
        raise UsageError(f"Cannot write `{path}`: {reason}.")


def _cannot_write(path: Path) -> str:
    """Why nothing can be written under a path, as far as can be told before; or nothing."""
    import os

    from yupana.schemas.files import is_written_into

    try:
        if is_written_into(path):  # a device or pipe: it stays, and what is written goes into it
            return ""
        if path.is_dir():
            return "it is a folder"
        real = Path(os.path.realpath(path))
        if real.is_symlink():
            return "its links lead in a loop"
        folder = real.parent
        shown = path.parent if folder == path.parent.resolve() else folder
        if not folder.is_dir():
            return f"there is no folder `{shown}`"
        if not os.access(folder, os.W_OK):
            return f"the folder `{shown}` is not writable"
        if real.exists() and not os.access(real, os.W_OK):
            return "it may only be read"
    except (OSError, ValueError, RuntimeError) as fault:
        return _reason(fault)
    return ""


def _reason(fault: Exception) -> str:
    return getattr(fault, "strerror", None) or "no file can have such a name"


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all; into a device or pipe, as it is there.

    Raises UsageError when it cannot be written.
    """
    from yupana.schemas.files import is_written_into, write_atomic, write_into

    folder_is_writable(path)
    try:
        if is_written_into(path):
            write_into(path, text)
        else:
            write_atomic(path, text)
    except (OSError, ValueError) as fault:
        raise UsageError(f"Cannot write `{path}`: {_reason(fault)}.") from None


def claim_text(path: Path, text: str, *, private: bool = False) -> None:
    """Write a file under a name that nothing has yet, in one step.

    Raises FileExistsError when something has it, UsageError when it cannot be written.
    """
    from yupana.schemas.files import write_new

    folder_is_writable(path)
    try:
        write_new(path, text, private=private)
    except FileExistsError:
        raise
    except (OSError, ValueError) as fault:
        raise UsageError(f"Cannot write `{path}`: {_reason(fault)}.") from None


def typed_path(text: str) -> Path:
    """The path that a person typed, with `~` for a home folder.

    Raises UsageError for what no path can be.
    """
    if "\0" in text:
        raise UsageError("A file's name cannot hold the character NUL.")
    try:
        return Path(text).expanduser()
    except (RuntimeError, OSError, ValueError):
        raise UsageError(f"There is no home folder `{text.split('/')[0]}`.") from None
