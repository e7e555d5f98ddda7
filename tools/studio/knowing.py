"""A ruleset as a feature of the studio knows it: checked again only where its files have changed since."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from yupana.interpreter.compiled import CheckedRuleset, Compiled
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.compose import Composed, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.opened import opened
from yupana.schemas.source import Diagnostic

from .host import Host


class Known:
    """The ruleset of a host."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._checker: Rechecker | None = None
        self._now: tuple[Compiled, Composed] | None = None
        host.changed.append(lambda paths: self._forget())

    def _forget(self) -> None:
        self._now = None

    @property
    def target(self) -> str:
        """How commands name it."""
        return str(self.host.path)

    def _recheck(self) -> Compiled:
        if self._checker is None:
            self._checker = Rechecker(self.host.path)
        return self._checker.check()

    def now(self) -> tuple[CheckedRuleset, Composed]:
        """The ruleset as its files are. Raises UsageError where it cannot be read."""
        if self._now is None:
            self._now = self._recheck(), compose(self.host.path)
        return _readable(*self._now)

    def fresh(self) -> tuple[CheckedRuleset, Composed]:
        """The same as files that are open say it."""
        return _readable(self._recheck(), compose(self.host.path))

    def faults_with(self, files: Mapping[str, str | bytes]) -> tuple[Compiled, list[Diagnostic]]:
        """The ruleset with other texts of its files, and the errors that it has then."""
        with opened(files):
            after = self._recheck()
        return after, [each for each in after.diagnostics if each.severity == "error"]

    def path_of(self, place: Path) -> str:
        """How the page names a file of the project."""
        return place.resolve().relative_to(self.host.folder.resolve()).as_posix()


def _readable(compiled: Compiled, composed: Composed) -> tuple[CheckedRuleset, Composed]:
    if not isinstance(compiled, CheckedRuleset):
        first = next((each for each in compiled.diagnostics if each.severity == "error"), None)
        raise UsageError(first.message if first is not None else "There is no ruleset here.")
    return compiled, composed
