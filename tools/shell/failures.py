"""What people are told of an exception that ends a command, and its exit code: a faulty ruleset, a mistyped command, a
file that cannot be had, or an error of Yupana's own."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable, Sequence

from yupana.interpreter.game import RuleFault
from yupana.schemas.host import quote
from yupana.schemas.render import render
from yupana.schemas.source import RulesetError

from .exits import FAULTS, INTERNAL, WRONG_USAGE, failed
from .output import colour_wanted
from .sentences import internal_error, sentence


def tell(fault: Exception, arguments: Sequence[str], commands: Iterable[str], *, debug: bool) -> int:
    """Tell of an exception that is no `UsageError`, and give the exit code. `arguments` are what was typed."""
    told = getattr(fault, "format_message", None)
    if told is not None:  # how Typer's exceptions about the command line tell what is wrong
        command = next((word for word in arguments if word in commands), "")
        return failed(f"{told().rstrip('.?')}. See `yupana {command}{' ' if command else ''}--help`.", WRONG_USAGE)
    if isinstance(fault, RulesetError):
        texts = _texts(each.span.file for each in fault.diagnostics)
        sys.stderr.write(render(fault.diagnostics, texts, colour=colour_wanted(sys.stderr)))
        return FAULTS
    if isinstance(fault, RuleFault):
        return failed(str(fault), FAULTS)
    if isinstance(fault, OSError) and fault.strerror and not debug:  # the system's answer: no error in this program
        about = f"`{str(fault.filename)[:200]}`: " if fault.filename is not None else ""
        return failed(f"{about}{sentence(fault.strerror)}", WRONG_USAGE)
    if debug:
        traceback.print_exception(fault)
    again = "" if debug else quote(["yupana", *arguments, "--debug"])
    return failed(internal_error(fault, again), INTERNAL)


def _texts(files: Iterable[str]) -> dict[str, str]:
    """The texts of the files in which there are faults, for excerpts; what cannot be read is left out."""
    # most runs end without a fault and need nothing that reads files of a ruleset
    from yupana.schemas.sheet_files import told_text

    return {file: text for file in set(files) if (text := told_text(file))}
