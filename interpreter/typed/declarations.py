"""All that a ruleset declares, resolved. Names and sizes only: where in a state a value lies is not known here."""

from __future__ import annotations

from collections.abc import Mapping

from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Span

from .chains import ChainInfo, TriggerInfo
from .declared import (
    ActionInfo,
    Attribute,
    DomainInfo,
    FieldInfo,
    OptionInfo,
    PositionInfo,
    Signature,
    StepInfo,
    ZoneInfo,
)

Values = tuple[int, ...] | tuple[tuple[int, ...], ...]


class Declarations:
    """Domains, fields, zones, steps and all else, each with its number where it has one. `tables` are the values of
    attributes, boards, tables and constants, by the numbers that declarations hold."""

    def __init__(self, ruleset: Ruleset, files: Mapping[str, str]) -> None:
        self.ruleset = ruleset
        self.files = files
        self._lines: dict[str, list[str]] = {}
        self.domains: list[DomainInfo] = []
        self.entries_named: set[int] = set()  # the entries of kinds that something names, which a program has to know
        self.options: dict[str, OptionInfo] = {}
        self.fields: list[FieldInfo] = []
        self.zones: dict[str, ZoneInfo] = {}
        self.zone_count = 0
        self.piece_count = 0
        self.tables: list[Values] = []
        self.signatures: dict[str, Signature] = {}
        self.positions: dict[str, PositionInfo] = {}
        self.steps: dict[str, StepInfo] = {}
        self.actions: list[ActionInfo] = []
        self.team: Attribute | None = None  # the attribute of the seats that says to which team each belongs
        self.outcomes: FieldInfo | None = None  # who has won, lost or drawn; there when a rule says so
        self.extra_turns: dict[str, FieldInfo] = {}  # how many turns more (`again`) and less (`skip`) each player has
        self.triggers: dict[str, TriggerInfo] = {}
        self.chain: ChainInfo | None = None  # there when there is a trigger
        self.loses = False  # whether a rule says that somebody has lost

    @property
    def language(self) -> int:
        """The version of the language that the ruleset is written for."""
        return int(self.ruleset.ruleset.language)

    def table(self, values: Values) -> int:
        """The number of new constant values."""
        self.tables.append(values)
        return len(self.tables) - 1

    def read_from(self, ruleset: Ruleset, files: Mapping[str, str]) -> None:
        """The same declarations of a ruleset in which only other parts differ."""
        self.ruleset, self.files, self._lines = ruleset, files, {}

    def excerpt(self, span: Span) -> str:
        """The author's words at a span, on one line."""
        text = self.files.get(span.file)
        if text is None or span.line <= 0:
            return ""
        if span.file not in self._lines:
            self._lines[span.file] = text.splitlines()
        lines = self._lines[span.file][span.line - 1 : span.end_line]
        if not lines:
            return ""
        if len(lines) == 1:
            lines[0] = lines[0][span.column - 1 : span.end_column - 1]
        else:
            lines[0] = lines[0][span.column - 1 :]
            lines[-1] = lines[-1][: span.end_column - 1]
        return " ".join(" ".join(lines).split())[:160]
