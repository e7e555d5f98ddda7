"""What the mats of a look keep: the fields on their tracks and in their stocks, zones, and sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from yupana.schemas.source import Code

from .subject import Subject

_WORD = re.compile(r"[A-Za-z_]\w*")


def words_of(code: Code) -> list[str]:
    """The names in code."""
    return _WORD.findall(code.text)


@dataclass(frozen=True, slots=True)
class Keeping:
    """How a field is kept on mats: with pieces that the look names (`pieces`), a marker of each player on one track
    (`track`, which begins anew after so many `steps`, if that is known), or a number is kept beside its name
    (`number`)."""

    how: str
    shared: bool
    steps: int = 0


def kept_on_mats(subject: Subject) -> Mapping[str, Keeping]:
    """The words in the code of the tracks and stocks, each with how what it means is kept."""
    found: dict[str, Keeping] = {}
    for mat in subject.look.mats:
        for part in mat.parts:
            code = part.look.track or part.look.stock
            if code is not None:
                own = part.look.piece is not None
                how = "pieces" if own else "track" if part.sort == "track" else "number"
                last = "" if part.look.to is None else part.look.to.text.strip()
                steps = int(last) - part.look.first + 1 if last.isdecimal() else 0
                for word in words_of(code):
                    found.setdefault(word, Keeping(how, not mat.owned, steps))
    return found


def kept_in_places(subject: Subject) -> set[tuple[str, str]]:
    """The fields of things of which the places of a mat tell where they are, as in `[c for c in Cursor if c.space ==
    it.number]`, each behind its kind."""
    cells = [words_of(code) for mat in subject.look.mats for part in mat.parts for code in part.look.cell]
    pieces = {each.name for each in subject.game.program.domains if each.piece_base >= 0}
    return {
        (str(kind), str(name))
        for kind, decl in subject.ruleset.kinds.items()
        for name in decl.fields
        if str(kind) not in pieces and any(str(kind) in words and str(name) in words for words in cells)
    }


def zones_on_mats(subject: Subject) -> set[str]:
    """The zones that have a part of a mat, or whose size a stock tells."""
    looks = [part.look for mat in subject.look.mats for part in mat.parts]
    told = {word for look in looks if look.stock is not None for word in words_of(look.stock)}
    return {str(look.zone) for look in looks if look.zone is not None} | told.intersection(
        map(str, subject.ruleset.zones)
    )


def sheets_on_mats(subject: Subject) -> set[str]:
    """The sheets that are parts of mats."""
    return {part.name for mat in subject.look.mats for part in mat.parts if part.sort == "of"}
