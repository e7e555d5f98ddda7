"""What is named in an effect must be in the game: a space beyond the size that was chosen, or a piece of games of
another number of players, cannot be written, moved or be given anything. Its cells are there, so nothing else tells.

Only names are tested: all other members come from what is in the game. To ask about what is not there is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..language.types import BOOL
from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from .core import lower
from .frame import Frame


def there(frame: Frame, node: code.Stmt) -> list[ir.Stmt]:
    """The tests that stand in front of an effect."""
    made: list[ir.Stmt] = []
    for each in _changed(node):
        if isinstance(each, typed.Member) and any(each.index not in form for form in each.domain.present if form):
            here = typed.Inside(each.span, BOOL, each, typed.set_of_domain(each.span, each.domain))
            text = frame.tables.plain_text(f"`{each.domain.names[each.index]}` is not in this game")
            fault = ir.Fault(frame.place(each.span), text)
            made.append(ir.If(ir.Op("not", (lower(frame, here),)), (fault,)))
    return made


def _changed(node: code.Stmt) -> Iterator[typed.Node | None]:
    """Whose field an effect writes, what it moves, and whose zone it is moved to."""
    match node:
        case code.Assign() | code.AddTo():
            target = node.target
            while isinstance(target, typed.MapEntry | typed.ListEntry):
                target = target.map if isinstance(target, typed.MapEntry) else target.list
            if isinstance(target, typed.Field):
                yield target.holder
        case code.Effect():
            for each in node.operands:
                yield each.holder if isinstance(each, typed.Zone) else each
