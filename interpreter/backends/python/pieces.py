"""Emitted source, compiled piece by piece: each function that it defines is one, and a piece that was compiled before
is not compiled again. Of an edited ruleset only what an edit changed is new."""

from __future__ import annotations

import re
from copy import copy
from functools import cached_property, lru_cache
from hashlib import blake2b
from traceback import walk_tb
from types import CodeType, TracebackType
from typing import Any

__all__ = ["Pieces"]

_KEPT = 1 << 13
"""How many pieces are kept compiled; the largest game has some 1,200."""

_HEADS = re.compile(r"(?m)^(?=def )")


def _file(piece: str) -> str:
    return f"<emitted {blake2b(piece.encode(), digest_size=12).hexdigest()}>"


@lru_cache(_KEPT)
def _compiled(piece: str) -> CodeType:
    return compile(piece, _file(piece), "exec")


class Pieces:
    """The pieces of a source text, compiled, in their order. Raises what `compile` raises."""

    def __init__(self, text: str) -> None:
        self._texts = _HEADS.split(text)
        self._codes = [_compiled(each) for each in self._texts]

    def followed_by(self, text: str) -> Pieces:
        """These, and after them those of another text, which may define something anew."""
        more = Pieces(text)
        made = copy(self)
        made._texts, made._codes = [*self._texts, *more._texts], [*self._codes, *more._codes]
        made.__dict__.pop("_first_lines", None)
        return made

    def define(self, space: dict[str, Any]) -> None:
        """Define in a name space what the source defines."""
        for each in self._codes:
            exec(each, space)

    def frames(self, traceback: TracebackType | None) -> list[tuple[str, int]]:
        """The frames of a traceback that are in this source, outermost first: a function's name, and a line of the
        whole text, from 0."""
        begins = self._first_lines
        called = [(frame.f_code, line - 1) for frame, line in walk_tb(traceback)]
        return [(code.co_name, begins[code.co_filename] + at) for code, at in called if code.co_filename in begins]

    @cached_property
    def _first_lines(self) -> dict[str, int]:
        """In which line of the whole text, from 0, each piece begins."""
        found, line = {}, 0
        for each in self._texts:
            found[_file(each)] = line
            line += each.count("\n")
        return found
