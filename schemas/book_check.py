"""Whether what the section `book` names is there: sections of the rulebook, kinds, boards, tables, examples."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .left_out import NOTHING, LeftOut
from .nearest import did_you_mean
from .ruleset import Ruleset
from .source import Report
from .texts import own_names
from .tree import Word, cite

_SECTION = "section of the rulebook"
_CELL = re.compile(r"[a-z]+[0-9]+")
"""What the cells of a generated board are called, such as `c4`."""


def check_book(ruleset: Ruleset, report: Report, left_out: LeftOut = NOTHING) -> None:
    """Report every name of the book section that the ruleset does not have, nor may have in what is left out."""
    book = ruleset.book
    kinds = {str(each) for each in ruleset.kinds}
    boards = {str(each): str(decl.kind) for each, decl in ruleset.boards.items()}
    used = {str(rule.section) for rule in ruleset.rulebook.rules.values()}
    known: dict[str, tuple[str, Iterable[str]]] = {
        "entries": ("kind", kinds),
        "board": ("board", boards),
        "spaces": ("board", boards),
        "rules": (_SECTION, {*map(str, ruleset.rulebook.sections), *used}),
        "table": ("table", {str(each) for each in ruleset.tables}),
        "example": ("example", {str(each) for each in ruleset.examples}),
        "examples": (_SECTION, {*map(str, ruleset.rulebook.sections), *used}),
    }

    def unknown(what: str, word: Word, name: str, there: Iterable[str]) -> None:
        may_be = left_out.may_hold if what == _SECTION else left_out.may_declare
        if any(may_be(each) for each in (name, *name.split("."))):
            return
        message = f"there is no {what} {cite(name)}"
        report.error("YUP264", message, word.span, did_you_mean(name, there))

    for chapter in book.chapters.values():
        for part in chapter.holds:
            head, _, name = part.partition(" ")
            if name and name not in known[head][1]:
                unknown(known[head][0], part, name, known[head][1])
    for name in book.components:
        if name[:1].isupper() and name not in kinds:
            unknown("kind", name, str(name), kinds)
    for kind, entries in book.entries.items():
        attributes = _attributes(ruleset, str(kind))
        if attributes is None:
            unknown("kind", kind, str(kind), {*kinds, *boards.values()})
            continue
        for column in entries.columns or ():
            if column not in attributes:
                unknown(f"attribute of {kind}", column, str(column), attributes)
    names = own_names(ruleset) | {str(each) for each in ruleset.zones}
    is_grid = any(decl.grid is not None for decl in ruleset.boards.values())
    for word in (*book.names, *book.hidden):
        if word not in names and not (is_grid and _CELL.fullmatch(word)):
            unknown("name", word, str(word), names)


def _attributes(ruleset: Ruleset, kind: str) -> set[str] | None:
    """The attributes of a kind, of the spaces of a board or of the seats; None if there is no such kind."""
    if kind == "Player":
        return {str(each) for each in ruleset.players.attributes}
    for name, decl in ruleset.kinds.items():
        if str(name) == kind:
            return {str(each) for each in decl.attributes}
    for board in ruleset.boards.values():
        if str(board.kind) == kind:
            return {str(each) for each in board.attributes}
    return None
