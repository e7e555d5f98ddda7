"""`can` and `options`: what a player could choose, asked of the very code that makes the options.

The generator of an action becomes a function that gives a number where it would make an option. So the conditions of
an action, its costs and its limit stand in one place, and no back end needs an operation for it. The player who acts is
another one meanwhile, on a copy of the state, which is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..program import ir, limits
from ..typed import nodes as typed
from ..typed.declared import ActionInfo
from .builtins import arg, builtin, value
from .frame import Frame
from .tables import Tables

PLAYER = ir.Shape("scalar", 1, 0)
TRUTH = ir.Shape("scalar", 1, -2)


@builtin("can", "options")
def _asked(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    word, tables = node.builtin.name, frame.tables
    player = value(frame, node, 0)
    found = tuple([ir.Call(_of_action(tables, each, word), ()) for each in arg(node, 1, typed.Actions).actions])
    whole = _any(found) if word == "can" else _sum(found)
    as_player = ir.Store(ir.CELL_ME, None, ir.Local(0), ir.SCALAR)
    number = tables.new_function()
    tables.functions[number] = ir.Function(
        f"{frame.name}_{word}_{number}", (0,), (PLAYER,), TRUTH if word == "can" else ir.SCALAR,
        frame.place(node.span), (as_player, ir.Return(whole)),
    )  # fmt: skip
    return ir.Call(number, (player,), copy=True)


def _any(found: Sequence[ir.Expr]) -> ir.Expr:
    return found[0] if len(found) == 1 else ir.Op("or", tuple(found))


def _sum(found: Sequence[ir.Expr]) -> ir.Expr:
    whole = found[0]
    for each in found[1:]:
        whole = ir.Op("add", (whole, each))  # no more than the allowance of work, and so in 32 bits
    return whole


def _of_action(tables: Tables, action: ActionInfo, word: str) -> int:
    """The function that says whether (`can`) or how many options an action has for who acts."""
    number = tables.asked_for.get((action, word))
    if number is None:
        number = tables.asked_for[action, word] = tables.new_function()
        _make(tables, action, word)
    return number


def still_offered(tables: Tables, action: ActionInfo) -> int:
    """The function that says whether who acts is offered an action with these values of its parameters."""
    return _of_action(tables, action, "still")


def same(slots: Sequence[ir.Shape], offered: Sequence[ir.Expr], wanted: Sequence[ir.Expr]) -> ir.Expr:
    """Whether the values of an option are the wanted ones, which are locals."""
    equal: list[ir.Expr] = []
    for one, other in zip(offered, wanted, strict=True):
        assert isinstance(other, ir.Local)
        kind = slots[other.slot].kind
        equal.append(ir.Op("eq" if kind == "scalar" else f"{kind}_eq", (one, other)))
    return ir.Op("and", tuple(equal)) if equal else ir.Const(1)


def again(tables: Tables, action: ActionInfo) -> None:
    """Make the functions that were asked for of an action anew, whose options are others now."""
    for (asked, word), number in tables.asked_for.items():
        if asked == action:
            tables.functions[number] = None
            _make(tables, action, word)


def finish(tables: Tables) -> None:
    """Make the functions that were asked for before the options of their actions were there."""
    for action, word in tables.asked_for:
        _make(tables, action, word)


def _make(tables: Tables, action: ActionInfo, word: str) -> None:
    generator, number = tables.functions[tables.generator[action]], tables.asked_for[action, word]
    if generator is None or tables.functions[number] is not None:
        return  # not yet, or faulty
    made = Counting(list(generator.locals), word in ("can", "still"))
    params: tuple[int, ...] = ()
    if word == "still":
        params = made.wanted = tuple([made.slot(tables.loose_shape(each)) for each in action.params.values()])
    body = made.statements(generator.body)
    last = ir.Return(ir.Const(0) if made.first else ir.Local(made.count))
    tables.functions[number] = replace(
        generator, name=f"{word}_{action.name}", params=params, locals=tuple(made.locals),
        result=TRUTH if made.first else ir.SCALAR, body=(*made.before, *body, last), generator=False,
    )  # fmt: skip


@dataclass(slots=True)
class Counting:
    """The body of a generator while it becomes one that counts; `first`: the first option is enough, and
    if there are slots `wanted`, the first with these values. Options that are alike count once: `seen` holds the keys
    of those that were counted."""

    locals: list[ir.Shape]
    first: bool
    count: int = -1
    before: list[ir.Stmt] = field(default_factory=list)
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    wanted: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.first:
            self.count = self.slot(ir.SCALAR)
            self.before.append(ir.SetLocal(self.count, ir.Const(0)))

    def slot(self, shape: ir.Shape) -> int:
        """A new local."""
        self.locals.append(shape)
        return len(self.locals) - 1

    def statements(self, body: Sequence[ir.Stmt]) -> tuple[ir.Stmt, ...]:
        """Statements of a generator."""
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, node: ir.Stmt) -> tuple[ir.Stmt, ...]:
        """One statement: conditions become plain ones, options are counted."""
        match node:
            case ir.Guard():
                return (ir.If(node.test, self.statements(node.body)),)
            case ir.For():
                return (replace(node, body=self.statements(node.body)),)
            case ir.Emit():
                if not self.first:
                    return self.counted(node)
                found = ir.Return(ir.Const(1))
                wanted = tuple([ir.Local(each) for each in self.wanted])
                return (ir.If(same(self.locals, node.args, wanted), (found,)),) if wanted else (found,)
        return (node,)

    def counted(self, node: ir.Emit) -> tuple[ir.Stmt, ...]:
        """One option more, if none like it was counted."""
        one_more = ir.SetLocal(self.count, ir.Op("add", (ir.Local(self.count), ir.Const(1))))
        if node.alike is None:
            return (one_more,)
        if node.alternative not in self.seen:
            length = len(node.alike.args) if isinstance(node.alike, ir.Op) else 0
            key = ir.Shape("list", length, of=ir.SCALAR)
            self.seen[node.alternative] = self.slot(key), self.slot(ir.Shape("list", limits.LIST, of=key))
            self.before.append(ir.SetLocal(self.seen[node.alternative][1], ir.ConstList(())))
        key_slot, all_slot = self.seen[node.alternative]
        key_, seen = ir.Local(key_slot), ir.Local(all_slot)
        new = ir.Op("not", (ir.Op("list_has", (seen, key_)),))
        return (
            ir.SetLocal(key_slot, node.alike),
            ir.If(new, (ir.SetLocal(all_slot, ir.Op("list_add", (seen, key_))), one_more)),
        )
