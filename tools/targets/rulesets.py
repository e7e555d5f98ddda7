"""The ruleset that a person has named, compiled with its declarations, for commands that only read it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.examples.running import position_in
from yupana.interpreter.game import State
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.compose import Composed
from yupana.schemas.find import shown, sources_of
from yupana.schemas.reader import read_text
from yupana.schemas.render import documents, render
from yupana.schemas.source import Diagnostic, Report, RulesetError

from ..shell.exits import FAULTS, leave
from ..shell.output import colour_wanted, print_json
from .names import must_be_there, tell_of_namesake


def compile_target(target: str, checker: Rechecker | None = None) -> Compiled:
    """Compile a ruleset; its diagnostics may hold errors. Raises UsageError when there is no such ruleset. What a
    `checker` knows from the time before is not checked again."""
    tell_of_namesake(target)
    compiled = compile_ruleset(target) if checker is None else checker.check()
    must_be_there(target, compiled.diagnostics)
    return compiled


def compile_sound(target: str) -> SoundRuleset:
    """Compile a ruleset that must have no errors: else they are shown on standard error, and the command ends.

    Raises UsageError when there is no such ruleset.
    """
    compiled = compile_target(target)
    if not isinstance(compiled, SoundRuleset):
        tell_faults(compiled.diagnostics, compiled.files, as_json=False)
    return compiled


def tell_faults(diagnostics: Sequence[Diagnostic], files: Mapping[str, str], *, as_json: bool) -> NoReturn:
    """Show faults that end a command: as a document on standard output, or on standard error."""
    if as_json:
        print_json("faults", {"ok": False, "diagnostics": documents(diagnostics, files)})
    else:
        sys.stderr.write(render(diagnostics, files, colour=colour_wanted(sys.stderr)))
    leave(FAULTS)


def own_files(composed: Composed, compiled: Compiled) -> frozenset[str]:
    """The files of the last part of a target: of the overlay, when it is one."""
    if len(composed.parts) < 2:
        return frozenset(compiled.files)
    return frozenset(shown(each) for each in sources_of(composed.parts[-1]))


def position_file(compiled: SoundRuleset, shown: str, path: Path, engine: str = "python") -> State:
    """The position that a file describes as an example does, on an engine. Its faults are shown on standard error, and
    the command ends. Raises UsageError for one that cannot be set up."""
    report = Report()
    text = read_text(path, shown, report)
    try:
        if text is None:
            raise RulesetError(report.in_order())
        return position_in(compiled, shown, text, engine)
    except RulesetError as fault:
        files = {**compiled.files, shown: text or ""}
        sys.stderr.write(render(fault.diagnostics, files, colour=colour_wanted(sys.stderr)))
        leave(FAULTS)
