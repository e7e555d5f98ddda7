"""Checking a ruleset again and again while it is being edited.

Guarantee: what it gives is what `compile_ruleset` gives. What did not change is not read again: elements that say what
they said are the same models, code that stands where it stood keeps its syntax tree, rules are checked when something
changed that they see, and an example when it did, or something that it uses looks different now.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from yupana.schemas.compose import Composed, compose
from yupana.schemas.model_cache import ModelCache
from yupana.schemas.source import Diagnostic, Report
from yupana.schemas.stepwise import at_once
from yupana.schemas.within import Interrupted

from .compile import compile_composed
from .compiled import Compiled
from .incremental.quick_check import Edit, FaultsOfCode, faults_of, quick_check
from .incremental.quick_check import QuickCheck as QuickCheck
from .incremental.revision import LastRevision


@contextmanager
def garbage_waits() -> Iterator[None]:
    """While this lasts nobody looks for garbage: what a check makes lives until the next one, and looking for garbage
    in it is a third of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


_OF_CODE = ("YUP3", "YUP4")
"""How the codes of the faults begin that are found in code and name other places."""


def _names_places(fault: Diagnostic) -> bool:
    """Whether a fault names other places, which may have moved."""
    return bool(fault.related) or any(each.span is not None for each in fault.fixes)


class Rechecker:
    """Remembers what the last check of a ruleset read."""

    def __init__(self, target: str | Path) -> None:
        self.target = target
        self._forget()

    def _forget(self) -> None:
        self._models = ModelCache()
        self._last = LastRevision()

    def check(self, early: Callable[[QuickCheck | None], None] | None = None) -> Compiled:
        """The ruleset as its files are now. `early` is told what is wrong, or at least what is wrong with the code that
        was edited, before the whole is checked, and None where that cannot be said; what it raises ends the check, and
        nothing is lost. Where it is given, and all that is wrong with a faulty ruleset is known at once, nothing more
        is made of it."""
        return at_once(self._checking(wanted_early=early is not None), early)

    def checking(self) -> Generator[QuickCheck | None, None, Compiled]:
        """The same in two steps: after the first it gives what `early` would be told, if there is a second."""
        return self._checking(wanted_early=True)

    def _checking(self, *, wanted_early: bool) -> Generator[QuickCheck | None, None, Compiled]:
        try:
            with garbage_waits():
                composed = compose(self.target, self._models)
                now = composed.ruleset or composed.partial
                edit = self._last.rules.edit_to(now) if now is not None and wanted_early else None
                if wanted_early:
                    of_code = self._faults_of_code(composed, edit)
                    found = None if edit is None or of_code is None else self._at_once(composed, edit, of_code)
                    if found is None:
                        yield quick_check(composed, of_code)
                    elif any(each.severity == "error" for each in found.diagnostics):
                        return found
                    else:
                        yield QuickCheck(found.diagnostics, composed.files, composed.ruleset, whole=True)
                return compile_composed(composed, self._last)
        except Interrupted:  # what is half done is kept by nobody
            self._forget()
            raise

    def _faults_of_code(self, composed: Composed, edit: Edit | None) -> FaultsOfCode | None:
        """What is wrong with the code that was edited, where that is all that an edit has changed, or all but values;
        None where more is another. Beside sections that cannot be read it is not asked about code that was edited."""
        last, now = self._last.rules.last, composed.ruleset or composed.partial
        if last is None or now is None or edit is None or edit.otherwise:
            return None
        if composed.ruleset is None and (edit.codes or edit.values):
            return None
        return faults_of(last, now, composed.files, edit)

    def _at_once(self, composed: Composed, edit: Edit, of_code: FaultsOfCode) -> Compiled | None:
        """All that is wrong with a ruleset after an edit that concerns nobody beside the code that it changes, without
        anything that was made of it. None where it may concern others, or faults would name places that have moved."""
        now = composed.ruleset or composed.partial
        if now is None or not edit.changes:
            return None
        if composed.ruleset is not None and edit.fewer:
            return None
        if composed.left_out is not None and not all(map(composed.left_out.may_declare, edit.fewer)):
            return None  # what uses it is at fault
        faults, unseen = of_code
        concerns_others = not (all(map(edit.holds, faults)) if faults else unseen)
        if edit.values and not concerns_others:
            of_values = self._last.rules.faults_of_values(now, composed.files)
            faults, concerns_others = [*faults, *(of_values or ())], of_values is None
        if concerns_others:
            return None
        report = Report()
        report.extend(composed.report.diagnostics)
        found = compile_composed(replace(composed, report=report), self._last.after(faults))
        if edit.moved and any(each.code.startswith(_OF_CODE) and _names_places(each) for each in found.diagnostics):
            return None
        return Compiled.of(found, ruleset=None, program=None, readable=None)
