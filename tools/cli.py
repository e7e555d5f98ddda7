"""The command line: lists the commands and turns every way they can end into an exit code.

0: done; 1: what was checked has faults; 2: wrong usage, one sentence on standard error; 3: an internal
error; 130: interrupted; 143: terminated. Every command is one module of this package; this one knows only their names.
"""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from yupana.schemas.host import quote

from . import (
    check,
    compile,
    diff,
    explain,
    fmt,
    graph,
    hook,
    impact,
    lint,
    list,
    migrate,
    new,
    perft,
    play,
    replay,
    rulebook,
    schema,
    simulate,
    test,
    watch,
)
from .common import FAULTS, INTERNAL, WRONG_USAGE, UsageError, colour_wanted, echo, internal_error, sentence
from .signals import INTERRUPTED, code_of, is_ending, listen
from .streams import OutputLost, fill_standard_descriptors, flush, guarded

COMMANDS: tuple[tuple[str, Callable[..., Any], str], ...] = (
    ("list", list.list_, "yupana list"),
    ("check", check.check, "yupana check tic_tac_toe"),
    ("test", test.run, "yupana test tic_tac_toe"),
    ("lint", lint.lint, "yupana lint tic_tac_toe"),
    ("play", play.play, "yupana play tic_tac_toe --bots o=random"),
    ("simulate", simulate.simulate, "yupana simulate tic_tac_toe --games 100 --seed 1 --bots random"),
    ("replay", replay.replay, "yupana replay tic_tac_toe-1.save.json --to 3"),
    ("perft", perft.perft, "yupana perft tic_tac_toe --depth 4"),
    ("diff", diff.diff, "yupana diff tic_tac_toe ./my_tic_tac_toe"),
    ("impact", impact.impact, "yupana impact my_game@HEAD my_game -o impact.html"),
    ("fmt", fmt.fmt, "yupana fmt tic_tac_toe --check"),
    ("explain", explain.explain, "yupana explain YUP101"),
    ("rulebook", rulebook.rulebook, "yupana rulebook tic_tac_toe -o tic_tac_toe.html"),
    ("graph", graph.graph, "yupana graph tic_tac_toe --what flow -o flow.svg"),
    ("schema", schema.schema, "yupana schema --output ruleset.schema.json"),
    ("new", new.new, "yupana new my_game"),
    ("watch", watch.watch, "yupana watch my_game"),
    ("migrate", migrate.migrate, "yupana migrate tic_tac_toe --check"),
    ("hook", hook.hook, "yupana hook check my_game/game.yaml"),
    ("compile", compile.compile_, "yupana compile tic_tac_toe -o tic_tac_toe.program.json"),
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            echo(f"yupana {version('yupana')}")
        except PackageNotFoundError:
            echo("yupana (not installed)")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an internal error.")] = False,
) -> None:
    """Board games from rules written in YAML: check them, test them, play them, simulate them.

    A ruleset is named by its name (`yupana list`), by a path, or as base+overlay.
    """


def build() -> typer.Typer:
    """The application with all its commands."""
    app = typer.Typer(
        name="yupana",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        epilog="Example: yupana play tic_tac_toe. Every command explains itself: yupana COMMAND --help.",
    )
    app.callback()(_root)
    for name, function, example in COMMANDS:
        app.command(name, epilog=f"Example: {example}")(function)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line (without the program's name) and return its exit code; nothing is raised."""
    with guarded():
        code = _run(arguments)
        flush()
        # Typer takes every signal for Ctrl-C
        return code_of(KeyboardInterrupt()) if code == INTERRUPTED else code


def _run(arguments: Sequence[str]) -> int:
    words = [word for word in arguments if word != "--debug"] or ["--help"]
    try:
        result = build()(args=words, prog_name="yupana", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as fault:
        return _say(sentence(str(fault)), WRONG_USAGE)
    except (KeyboardInterrupt, typer.Abort) as stop:
        return _say("Interrupted.", code_of(stop))
    except OutputLost as lost:
        return FAULTS if lost.closed else _say(str(lost), WRONG_USAGE)
    except Exception as fault:
        if is_ending():  # an exception that somebody made of the signal
            return _say("Interrupted.", code_of(KeyboardInterrupt()))
        return _other(fault, arguments, debug=len(words) != len(arguments))
    return result if isinstance(result, int) else 0


def _other(fault: Exception, arguments: Sequence[str], *, debug: bool) -> int:
    """The exit code of an exception that is no `UsageError`: a faulty ruleset, a mistyped command, or our fault."""
    told = getattr(fault, "format_message", None)
    if told is not None:  # how Typer's exceptions about the command line tell what is wrong
        command = next((word for word in arguments if any(word == name for name, _, _ in COMMANDS)), "")
        return _say(f"{told().rstrip('.?')}. See `yupana {command}{' ' if command else ''}--help`.", WRONG_USAGE)

    from yupana.interpreter.game import RuleFault
    from yupana.schemas.source import RulesetError

    if isinstance(fault, RulesetError):
        from yupana.schemas.render import render

        texts = _texts(each.span.file for each in fault.diagnostics)
        sys.stderr.write(render(fault.diagnostics, texts, colour=colour_wanted(sys.stderr)))
        return FAULTS
    if isinstance(fault, RuleFault):
        return _say(str(fault), FAULTS)
    if isinstance(fault, OSError) and fault.strerror and not debug:  # the system's answer: no error in this program
        about = f"`{str(fault.filename)[:200]}`: " if fault.filename is not None else ""
        return _say(f"{about}{sentence(fault.strerror)}", WRONG_USAGE)
    if debug:
        import traceback

        traceback.print_exception(fault)
    again = "" if debug else quote(["yupana", *arguments, "--debug"])
    return _say(internal_error(fault, again), INTERNAL)


def _texts(files: Iterable[str]) -> dict[str, str]:
    """The texts of the files in which there are faults, for excerpts; what cannot be read is left out."""
    texts = {}
    for file in set(files):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            texts[file] = Path(file).read_text(encoding="utf-8-sig")
    return texts


def _say(sentence: str, code: int) -> int:
    sys.stderr.write(sentence.rstrip() + "\n")
    return code


def main() -> None:
    """The `yupana` command."""
    # A ruleset's trees stay alive while it is compiled: looking through them for garbage time and again finds none.
    gc.set_threshold(100_000, 20, 20)
    fill_standard_descriptors()
    sys.exit(listen(lambda: run(sys.argv[1:])))


if __name__ == "__main__":
    main()
