"""The templates of a look as functions of a program: each logs its line, for who runs it to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ..lower.assemble import with_tables
from ..lower.frame import Frame
from ..lower.lowering import shown, whole_text
from ..lower.tables import Tables
from ..program import ir
from ..program.facts import ProgramFacts
from ..program.hidden import secret_parts
from ..typed.nodes import Text, Variable

Plain: TypeAlias = "list[tuple[int, bool] | tuple[int, bool, list[int]]]"
"""Templates by their functions, each with whether it may touch something hidden and, if any, which values dice show."""


@dataclass(slots=True)
class Template:
    """A template with its parameters, of which one may be `me`; `dice`: which of its values dice show. Once it is
    lowered, it has a function, and it is known whether it may touch something hidden."""

    text: Text
    params: tuple[Variable, ...]
    me: Variable | None
    dice: frozenset[int] = frozenset()
    function: int = -1
    hidden: bool = False


@dataclass(slots=True)
class Templates:
    """All templates of a look. `tints`, `heights`, `dots` and `marks` are of boards, `grounds` of sheets: each is a
    value alone; so are `spots` of boards with tiles, a value for each sign of a face. `amounts` are of the
    parts of mats: numbers."""

    cells: dict[str, list[Template]] = field(default_factory=dict)
    tints: dict[str, list[Template]] = field(default_factory=dict)
    heights: dict[str, list[Template]] = field(default_factory=dict)
    dots: dict[str, list[Template]] = field(default_factory=dict)
    marks: dict[str, list[Template]] = field(default_factory=dict)
    spots: dict[str, list[Template]] = field(default_factory=dict)
    labels: dict[str, list[Template]] = field(default_factory=dict)
    sheets: dict[str, list[Template]] = field(default_factory=dict)
    grounds: dict[str, list[Template]] = field(default_factory=dict)
    amounts: dict[str, list[Template]] = field(default_factory=dict)
    table: list[Template] = field(default_factory=list)
    player: list[Template] = field(default_factory=list)

    def every(self) -> list[Template]:
        """Every line."""
        named = [each for of in self._named().values() for each in of.values()]
        return [line for lines in (*named, self.table, self.player) for line in lines]

    def _named(self) -> dict[str, dict[str, list[Template]]]:
        """Those that belong to something with a name: a board, a kind of links, a sheet, a part of a mat."""
        return {
            "cells": self.cells, "tints": self.tints, "heights": self.heights, "dots": self.dots, "marks": self.marks,
            "spots": self.spots, "labels": self.labels, "sheets": self.sheets, "grounds": self.grounds,
            "amounts": self.amounts,
        }  # fmt: skip

    def plain(self) -> dict[str, dict[str, Plain] | Plain]:
        """Where which functions stand, once they are lowered, as plain data: `cells` and the like by board, `labels` by
        link, `sheets` and `grounds` by name, `amounts` by part, `table` and `player`."""

        def listed(lines: Sequence[Template]) -> Plain:
            return [
                (line.function, line.hidden, sorted(line.dice)) if line.dice else (line.function, line.hidden)
                for line in lines
            ]

        return {
            **{key: {name: listed(lines) for name, lines in each.items()} for key, each in self._named().items()},
            "table": listed(self.table), "player": listed(self.player),
        }  # fmt: skip


def with_lines(base: ir.Program, tables: Tables, lines: Templates) -> ir.Program:
    """The program with a function for each line. It takes what the line is about, the viewer's seat and, on a sheet
    that each player has, the owner's. One that may touch something hidden logs each of its pairs of braces `apart`
    first."""
    for line in lines.every():
        line.function = _lower(tables, line)
    facts = ProgramFacts(with_tables(base, tables))
    secret = secret_parts(base)
    for line in lines.every():
        line.hidden = not secret.isdisjoint(facts.function(line.function).reads)
        if line.hidden:
            line.function = _lower(tables, line, apart=True)
    return with_tables(base, tables)


def _lower(tables: Tables, line: Template, *, apart: bool = False) -> int:
    """The function of a template, which logs it; before that each pair of braces `apart`, so that it is known what was
    read for it."""
    frame = Frame(tables, "look", "look")
    frame.begin(line.params)
    statements: list[ir.Stmt] = []
    if line.me is not None:
        statements.append(ir.Store(ir.CELL_ME, None, frame.read(line.me), ir.SCALAR))
    braces = [shown(frame, each) for each in line.text.values]
    for listed in braces if apart else ():
        kinds, values = zip(*listed, strict=True)
        statements.append(ir.Log(tables.text(ir.Text(("",) * (len(kinds) + 1), kinds)), values))
    whole = ir.Log(*whole_text(frame, line.text, braces))
    return frame.function([*statements, whole], frame.place(line.text.span))
