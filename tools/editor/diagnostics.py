"""What is wrong, as an editor shows it: of each file what every ruleset that reads it says, each thing once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from yupana.schemas.opened import real
from yupana.schemas.render import cell_name
from yupana.schemas.source import Diagnostic, Span
from yupana.schemas.table_names import is_workbook, split_name

from ..linting.finding import Finding
from .lines import Lines, Shift
from .outcomes import Remark
from .projects import Project

Found = dict[str, list[types.Diagnostic]]
"""Diagnostics by the real path of their file."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found, and the versions of the open files that it was found in, with what they say."""

    found: Found
    versions: Mapping[str, int]
    lines: Mapping[str, Lines]

    def at(self, path: str, newest: Seen) -> list[types.Diagnostic]:
        """What was found in a file, where it is in the newest that is known of that file: what was edited since is left
        out, as it is looked at again soon."""
        found, old, new = self.found.get(path, []), self.lines.get(path), newest.lines.get(path)
        if not found or old is None or new is None or self.versions[path] == newest.versions[path]:
            return found
        shift = Shift(old, new)
        places = [(copy(each), shift.untouched(_span(each.range, old, path))) for each in found]
        moved = [(each, span) for each, span in places if span is not None]
        for each, span in moved:
            each.range = new.range(span)
        return [each for each, _ in moved]


_NEVER = Seen({}, {}, {})
_NOWHERE = types.Range(types.Position(0, 0), types.Position(0, 0))
_SEVERITY = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "advice": types.DiagnosticSeverity.Information,
}


class Shown:
    """What the client shows. `publish` tells it of one file: its real path, and its version where it is open."""

    def __init__(self, publish: Callable[[str, list[types.Diagnostic], int | None], None]) -> None:
        self._publish = publish
        self._seen: dict[int, Seen] = {}
        self._last: Found = {}

    @staticmethod
    def found(project: Project, encoding: str) -> Seen:
        """What is known of a project now."""
        with project.taking:
            opened = [(path, name) for path, name in project.shown.items() if path in project.versions]
            lines = {path: Lines(project.texts.get(name, ""), encoding) for path, name in opened}
            return Seen(Shown._found_in(project, encoding), project.versions, lines)

    @staticmethod
    def _found_in(project: Project, encoding: str) -> Found:
        lines = {file: Lines(text, encoding) for file, text in project.texts.items() if not is_workbook(file)}
        name = "" if project.current is None else project.current.name
        found: Found = {}
        everything: list[Diagnostic | Finding] = [*project.diagnostics, *project.findings]
        for each in everything:
            file, _ = split_name(each.span.file)
            told = diagnostic(each, lines)
            if is_workbook(each.span.file):  # nobody edits it as text: the cell is told, the line means nothing
                cell = cell_name(project.texts.get(each.span.file, ""), each.span)
                told.message, told.range = f"{cell}: {told.message}" if cell else told.message, _NOWHERE
            found.setdefault(real(Path(file)), []).append(told)
        for remark in (each for outcome in project.outcomes.values() for each in outcome.remarks):
            path = real(Path(remark.span.file))
            others = "" if path in project.own else f"With {name}: "  # it is not so in the base
            found.setdefault(path, []).append(_remark(remark, others, lines))
        return found

    def show(self, project: Project, seen: Seen) -> None:
        """Tell what was found in the files of a project: in its own, in others that are open, and of what it is on
        the faults, which are faults of its own too. Of open files it is always told, with their version: the client
        knows by it that they were looked at."""
        before = self._seen.get(id(project))
        kept = {path: each for path, each in seen.found.items() if path in project.own or path in seen.versions}
        for path in seen.found.keys() - kept.keys():
            if faults := [each for each in seen.found[path] if each.severity == types.DiagnosticSeverity.Error]:
                kept[path] = faults
        self._seen[id(project)] = Seen(kept, seen.versions, seen.lines)
        self._tell({*(before.found if before is not None else ()), *kept, *seen.lines})

    def forget(self, still: Iterable[Project]) -> None:
        """Take back what was told of projects of which nothing is open any more."""
        open_now = {id(each) for each in still}
        gone = [self._seen.pop(each) for each in [*self._seen] if each not in open_now]
        self._tell({path for each in gone for path in each.found})

    def _tell(self, paths: Iterable[str]) -> None:
        for path in sorted(paths):
            newest = max(self._seen.values(), key=lambda each: each.versions.get(path, 0), default=_NEVER)
            every = [told for each in self._seen.values() for told in each.at(path, newest)]
            once = {(each.code, each.message, str(each.range)): each for each in every}
            told = sorted(once.values(), key=lambda each: (each.range.start.line, each.range.start.character))
            version = newest.versions.get(path)
            if version is not None or self._last.get(path, []) != told:
                self._last[path] = told
                self._publish(path, told, version)


def diagnostic(found: Diagnostic | Finding, lines: Mapping[str, Lines]) -> types.Diagnostic:
    """What was found, as the client knows it."""
    finding = isinstance(found, Finding)
    hint = f"\n{found.hint}" if found.hint else ""
    told = types.Diagnostic(
        range=shown_range(found.span, lines),
        severity=_SEVERITY[found.level if isinstance(found, Finding) else found.severity],
        code=found.code,
        source="yupana lint" if finding else "yupana",
        message=found.message + hint,
    )
    related = [] if isinstance(found, Finding) else [each for each in found.related if each[0].file]
    if related:
        told.related_information = [
            types.DiagnosticRelatedInformation(
                types.Location(Path(span.file).absolute().as_uri(), shown_range(span, lines)), message
            )
            for span, message in related
        ]
    return told


def _remark(remark: Remark, before: str, lines: Mapping[str, Lines]) -> types.Diagnostic:
    return types.Diagnostic(
        range=shown_range(remark.span, lines),
        severity=_SEVERITY["error" if remark.source == "yupana test" else "advice"],
        source=remark.source,
        message=before + remark.message,
    )


def _span(found: types.Range, lines: Lines, path: str) -> Span:
    return Span(path, *lines.read(found.start), *lines.read(found.end))


def shown_range(span: Span, lines: Mapping[str, Lines]) -> types.Range:
    """A span as a client counts it; what is missing is shown by the character where it is missing."""
    text = lines.get(span.file)
    if text is None or span.line < 1:
        start = types.Position(max(span.line - 1, 0), max(span.column - 1, 0))
        return types.Range(start, start)
    if (span.line, span.column) != (span.end_line, span.end_column):
        return text.range(span)
    at_end = span.column > len(text.row(span.line))
    begin = max(span.column - 1, 1) if at_end else span.column
    return types.Range(text.position(span.line, begin), text.position(span.line, begin + 1))
