"""The command line: lists the commands and turns every way they can end into an exit code.

0: done; 1: what was checked has faults; 2: wrong usage, one sentence on standard error; 3: an internal
error; 130: interrupted; 143: terminated. A command is imported when it is wanted; this module knows only the table.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from yupana.schemas.errors import UsageError

from .commands.table import COMMANDS, Row, function_of
from .shell.exits import FAULTS, WRONG_USAGE, failed
from .shell.notices import taken, tell
from .shell.output import echo
from .shell.sentences import sentence
from .shell.signals import INTERRUPTED, code_of, is_ending, listen
from .shell.streams import OutputLost, fill_standard_descriptors, flush, guarded


def _version(wanted: bool) -> None:
    if wanted:
        from .shell.extras import version as installed  # only the version needs it

        echo(f"yupana {installed() or '(not installed)'}")
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


class _Listed(TyperCommand):
    """A command as the list of commands knows it. Whoever wants to carry it out, or to see its options, is given a
    context of the command itself, whose module is imported for that."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the command itself."""
        row = next(row for row in COMMANDS if row.name == self.name)
        return whole(row).make_context(info_name, args, parent, **extra)


def whole(row: Row) -> Any:
    """A command with its options."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(row.name, epilog=f"Example: {row.example}")(function_of(row.name))
    return typer.main.get_command(app)


def build() -> typer.Typer:
    """The application with all its commands, none of them imported."""
    app = typer.Typer(
        name="yupana",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        epilog="Example: yupana play tic_tac_toe. Every command explains itself: yupana COMMAND --help.",
    )
    app.callback()(_root)
    for row in COMMANDS:
        app.command(row.name, cls=_Listed, help=row.summary)(_nothing)
    return app


def _nothing() -> None:
    """Stands for a command that is not imported."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line (without the program's name) and return its exit code; nothing is raised."""
    taken()
    with guarded():
        code = _run(arguments)
        flush()
        tell()
        # Typer takes every signal for Ctrl-C
        return code_of(KeyboardInterrupt()) if code == INTERRUPTED else code


def _run(arguments: Sequence[str]) -> int:
    words = [word for word in arguments if word != "--debug"] or ["--help"]
    try:
        result = build()(args=words, prog_name="yupana", standalone_mode=False, obj=run)
        sys.stdout.flush()
    except UsageError as fault:
        return failed(sentence(str(fault)), WRONG_USAGE)
    except (KeyboardInterrupt, typer.Abort) as stop:
        return failed("Interrupted.", code_of(stop))
    except OutputLost as lost:
        return FAULTS if lost.closed else failed(str(lost), WRONG_USAGE)
    except Exception as fault:
        if is_ending():  # an exception that somebody made of the signal
            return failed("Interrupted.", code_of(KeyboardInterrupt()))
        from .shell.failures import tell  # it loads what runs a game, which most commands that fail have loaded

        return tell(fault, arguments, [row.name for row in COMMANDS], debug=len(words) != len(arguments))
    return result if isinstance(result, int) else 0


def main() -> None:
    """The `yupana` command."""
    # A ruleset's trees stay alive while it is compiled: looking through them for garbage time and again finds none.
    gc.set_threshold(100_000, 20, 20)
    fill_standard_descriptors()
    code = listen(lambda: run(sys.argv[1:]))
    gc.freeze()  # the process goes away with all that it holds: no collection looks through that first
    sys.exit(code)


if __name__ == "__main__":
    main()
