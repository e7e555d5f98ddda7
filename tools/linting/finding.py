"""What a rule of the linter gives: findings, each with its code, its element, its place, and perhaps a safe fix."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from yupana.schemas.codes import CodeDoc
from yupana.schemas.source import Span

if TYPE_CHECKING:
    from .study import Study

Level = Literal["warning", "advice"]
"""A warning is a fault in all likelihood; an advice is something to look at."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A safe fix: the lines `first` to `last` of a file (from 1) are replaced by `lines`; when they no longer read
    `old` nothing is done."""

    file: str
    first: int
    last: int
    old: tuple[str, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule found: `at` is the path of the element it is about."""

    code: str
    level: Level
    at: str
    message: str
    span: Span
    hint: str = ""
    edit: Edit | None = None

    def to_json(self) -> dict[str, object]:
        """The form that `lint --json` prints."""
        return {
            "code": self.code,
            "level": self.level,
            "element": self.at,
            **self.span.to_json(),
            "message": self.message,
            "hint": self.hint,
            "fixable": self.edit is not None,
        }


class Found(NamedTuple):
    """What the function of a rule gives; the rule adds its code and level."""

    at: str
    message: str
    span: Span
    hint: str = ""
    edit: Edit | None = None


class Rule(NamedTuple):
    """One rule: its code, its level, its page, and the function that finds. A deep rule plays games to find out."""

    code: str
    level: Level
    doc: CodeDoc
    find: Callable[[Study], Iterable[Found]]
    deep: bool = False

    def findings(self, study: Study) -> list[Finding]:
        """All that it finds, in the order of the files."""
        found = [Finding(self.code, self.level, *each) for each in self.find(study)]
        return sorted(found, key=lambda each: (each.span.file, each.span.line, each.span.column, each.message))


def rule(
    code: str, level: Level, title: str, meaning: str, example: str, fix: str, *, deep: bool = False
) -> Callable[[Callable[[Study], Iterable[Found]]], Rule]:
    """The function below is the rule with this code, level and page."""
    return lambda find: Rule(code, level, CodeDoc(title, meaning, example, fix), find, deep)
