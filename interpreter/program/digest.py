"""A digest of what decides how a game is played: two programs with the same one play the same games.

What only people read does not count: titles, texts, prompts, what is logged and announced, labels, where things stand
in the files, the names of functions, and what is never reached from the rules (invariants, features, reports).
Functions and what else is listed by number count in the order in which the rules come to them, so it does not matter
how many others there are that only tell something.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from typing import Any

from . import ir
from .codec import at_length
from .ir.node import numbers_of

_TOLD: dict[type, frozenset[str]] = {
    ir.Alternative: frozenset({"source", "announce", "effects"}),
    ir.Decision: frozenset({"name", "prompt", "prompt_args"}),
    ir.Domain: frozenset({"labels"}),
    ir.Fault: frozenset({"text", "args"}),
    ir.Function: frozenset({"name", "memo"}),
    ir.GameOption: frozenset({"text"}),
    ir.Guard: frozenset({"sort", "subject"}),
    ir.Roll: frozenset({"purpose", "values"}),
    ir.Scoring: frozenset({"items", "ties", "report", "together", "place", "teams", "team_domain", "sharing"}),
}
"""The fields that nothing but people read, or that are said apart; texts and places, known by their types, aside."""

_ROWS = {"function": "functions", "decision": "decisions", "alternative": "alternatives", "position": "positions"}
_PROGRAM = (
    "min_players", "max_players", "domains", "families", "zone_ordered", "zone_refill", "game_options", "scoring",
    "player_domain",
)  # fmt: skip


def rules_digest(program: ir.Program, *, counted: bool = False) -> str:
    """The digest, as 64 hexadecimal digits; the same on every machine. With `counted` also of what is counted of games
    beside how they go: invariants and what the items of the scoring give."""
    with at_length():
        said = _Sayer(program).program(counted=counted)
        text = json.dumps(said, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class _Sayer:
    """Says a program as nested lists. What is listed elsewhere is said once, when it is first come to."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._numbers: dict[tuple[str, int], int] = {}
        self._waiting: list[tuple[str, int]] = []
        self._forms: dict[type, list[tuple[str, str]]] = {}

    def program(self, *, counted: bool) -> list[Any]:
        """All that decides play, and what is counted of it."""
        program = self._program
        said = [self._value(getattr(program, name)) for name in _PROGRAM]
        said.append([self._value(each) for each in program.fields if not each.internal])
        said.append([self._number("function", each) for each in (program.init, program.main)])
        said += [[self._value(each) for each in rows] for rows in (program.backs, program.faces) if rows]
        if counted:
            named = (*program.invariants, *program.scoring.items)
            said.append([[name, self._number("function", each)] for name, each in named])
        for what, number in self._waiting:  # which grows meanwhile
            said.append(self._value(self._row(what, number)))
        return said

    def _row(self, what: str, number: int) -> Any:
        if what == "table":
            return self._program.tables[number]
        return getattr(self._program, _ROWS[what])[number]

    def _number(self, what: str, number: int) -> int:
        """The number of what is listed elsewhere, by when it was first come to."""
        if number < 0:
            return -1
        key = what, number
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._numbers)
            self._waiting.append(key)
        return found

    def _form(self, kind: type) -> list[tuple[str, str]]:
        """The fields of a class that count, and for each of what it holds the number ("": a plain value)."""
        form = self._forms.get(kind)
        if form is None:
            numbers, told = {name: what.rstrip("?") for name, what in numbers_of(kind)}, _TOLD.get(kind, ())
            form = [
                (each.name, numbers.get(each.name, ""))
                for each in fields(kind)
                if each.name not in told and numbers.get(each.name) not in ("place", "text")
            ]
            self._forms[kind] = form
        return form

    def _value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            if all(isinstance(each, int | str) for each in value):
                return list(value)
            return [self._value(each) for each in value if not _is_told(each)]
        if not is_dataclass(value):
            return value
        kind = type(value)
        said: list[Any] = [kind.__name__]
        for name, what in self._form(kind):
            inside = getattr(value, name)
            if what in _ROWS or what == "table":
                said.append(self._number(what, inside))
            else:
                said.append(self._value(inside))
        if isinstance(value, ir.Scoring):
            said += [self._number("function", each) for each in value.ties]
            said += ["together"] if value.together else []
            said += [["teams", *value.teams]] if value.teams else []
        return said


def _is_told(node: Any) -> bool:
    """Whether a statement only tells something, or marks a place where a game can be looked at."""
    if isinstance(node, ir.If):
        return all(map(_is_told, (*node.then, *node.other)))
    if isinstance(node, ir.For):
        return all(map(_is_told, node.body))
    return isinstance(node, ir.Log | ir.At)
