"""What an effect changes must be in the game: a space beyond the size that was chosen, or a piece of games of another
number of players, cannot be written, moved or be given anything. Its cells are there, so nothing else tells.

A name is tested where it stands. Through a variable, a parameter, a field or an attribute comes what is not there only
if something is named somewhere that may be missing; in rules that name nothing of the kind, nothing else is tested. To
ask about what is not there is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..language.types import BOOL
from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.declared import DomainInfo
from ..typed.rules import Rules
from ..typed.tree import descend
from .core import lower
from .frame import Frame
from .tables import Tables


def note_named(tables: Tables, rules: Rules) -> None:
    """Note the domains of which rules name a member that some games do not have, otherwise than where it is changed,
    read or asked about; and those of which an attribute gives one."""
    partial = {
        number
        for number, each in enumerate(tables.domains)
        if any(len(form) < each.size for form in _forms(tables, each))
    }
    if not partial:
        return
    parts = (getattr(rules, name) for name in type(rules).__dataclass_fields__)
    every = chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in parts)
    for node in chain.from_iterable(descend(each) for each in every if isinstance(each, typed.Node)):
        for each in _passed_on(node):
            if isinstance(each, typed.Fixed) or (isinstance(each, typed.Member) and _may_be_missing(tables, each)):
                tables.named |= {each.type.domain} & partial


def _passed_on(node: typed.Node) -> Iterator[typed.Node]:
    """What stands in a piece of code where its value goes on."""
    match node:
        case typed.Comparison() | typed.Field():
            return
        case typed.Inside():
            yield node.group
        case _:
            for name in node.parts:
                value = getattr(node, name)
                yield from (value,) if isinstance(value, typed.Node) else value or ()


def there(frame: Frame, node: code.Stmt) -> list[ir.Stmt]:
    """The tests that stand in front of an effect."""
    made: list[ir.Stmt] = []
    for each in _changed(node):
        if isinstance(each, typed.Expr) and _is_tested(frame, each):
            domain = frame.tables.domains[each.type.domain]
            here = typed.Inside(each.span, BOOL, each, typed.set_of_domain(each.span, domain))
            kind = ir.ValueType("member", each.type.domain)
            text = frame.tables.text(ir.Text(("`", "` is not in this game"), (kind,)))
            values: tuple[ir.Expr, ...] = (lower(frame, each),)
            if isinstance(each, typed.Member):
                text, values = frame.tables.plain_text(f"`{domain.names[each.index]}` is not in this game"), ()
            fault = ir.Fault(frame.place(each.span), text, values)
            made.append(ir.If(ir.Op("not", (lower(frame, here),)), (fault,)))
    return made


def _is_tested(frame: Frame, node: typed.Expr) -> bool:
    if isinstance(node, typed.Member):
        return _may_be_missing(frame.tables, node)
    single = node.type.kind == "member" and not node.type.optional
    return single and node.type.domain in frame.tables.named


def _may_be_missing(tables: Tables, node: typed.Member) -> bool:
    return any(node.index not in form for form in _forms(tables, node.domain))


def _forms(tables: Tables, domain: DomainInfo) -> list[list[int]]:
    """What is in the game, in each form that there is; none where all always are."""
    players = tables.declared.ruleset.players
    return domain.present if domain.axes else domain.present[players.min : players.max + 1]


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
