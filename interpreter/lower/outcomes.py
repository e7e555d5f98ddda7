"""Who has won, lost or drawn because a rule says so: what `win`, `lose` and `draw` become, and who wins then.

A cell of each player holds what was said of them: 0 nothing, `WON`, `DRAWN`, or when they lost, as the number of
decisions that had been taken then plus one. So those who lose in the same moment are known. Where all play together,
the same is said of all.
"""

from __future__ import annotations

from collections.abc import Callable

from yupana.schemas.source import NOWHERE

from ..language.types import BOOL, INT_MAX, Type, list_of, member
from ..program import ir
from .core import stored
from .endings import GAME, say
from .frame import Frame
from .tables import Tables
from .teams import EVERYONE, of_sides, sides, team_of

WON, DRAWN = -1, -2
_PLAYERS = ir.Load(ir.CELL_PLAYERS, None, ir.SCALAR)
_NOW = ir.Op("add", (ir.Load(ir.CELL_PLY, None, ir.SCALAR), ir.Const(1)))

Test = Callable[[ir.Expr], ir.Expr]


def outcome(tables: Tables, player: ir.Expr) -> ir.Load:
    """What was said of a player."""
    info = tables.declared.outcomes
    assert info is not None
    return stored(tables, info, player)


def has_lost(tables: Tables, player: ir.Expr) -> ir.Expr:
    """Whether a player has lost; nobody has where no rule says so."""
    return ir.Op("gt", (outcome(tables, player), ir.Const(0))) if tables.declared.loses else ir.Const(0)


def is_in(tables: Tables, player: ir.Expr) -> ir.Expr:
    """Whether a player has not lost."""
    return ir.Op("le", (outcome(tables, player), ir.Const(0)))


def standing(tables: Tables, player: ir.Expr) -> ir.Expr:
    """A number that is larger the longer a player was in the game, and largest for who has not lost."""
    return ir.Choice(has_lost(tables, player), outcome(tables, player), ir.Const(INT_MAX))


def declare(frame: Frame, word: str, player: ir.Expr | None, *, team: bool = False) -> list[ir.Stmt]:
    """`win`, `lose` or `draw`; `team`: of a team, not of a player. A draw is said of those of whom nothing was said: it
    takes no win back. What is said of a player is said of the team."""
    tables = frame.tables
    if tables.declared.ruleset.players.together:
        return _said_of_all(frame, ir.Const(WON) if word == "win" else _NOW)
    if player is None:
        slot = frame.slot(member(0), NOWHERE)
        each = ir.Local(slot)
        nothing_said = ir.Op("eq", (outcome(tables, each), ir.Const(0)))
        drawn = ir.If(nothing_said, (_store(tables, each, ir.Const(DRAWN)),))
        return [ir.For(slot, EVERYONE, (drawn,)), *say(GAME)]
    if tables.declared.team is not None:
        return _said_of_team(frame, word, player if team else team_of(tables, player))
    if word == "win":
        return [_store(tables, player, ir.Const(WON)), *say(GAME)]
    who = frame.slot(member(0), NOWHERE)
    lost = _store(tables, ir.Local(who), _NOW)
    once = [ir.SetLocal(who, player), ir.If(is_in(tables, ir.Local(who)), (lost,))]  # whoever has lost does not again
    if tables.declared.ruleset.players.max <= 2:
        return [*once, *say(GAME)]
    return [*once, _one_left(frame)]


def _one_left(frame: Frame) -> ir.Stmt:
    """The end of the game, where all but one have lost."""
    left = _count(frame, lambda each: is_in(frame.tables, each))
    return ir.If(ir.Op("le", (left, ir.Const(1))), tuple(say(GAME)))


def _said_of_team(frame: Frame, word: str, team: ir.Expr) -> list[ir.Stmt]:
    """`win` or `lose` of a team: of all who are in it."""
    tables, declared = frame.tables, frame.tables.declared.team
    assert declared is not None
    which, slot = frame.slot(declared.type, NOWHERE), frame.slot(member(0), NOWHERE)
    each = ir.Local(slot)
    said = _store(tables, each, ir.Const(WON) if word == "win" else _NOW)
    test = ir.Op("eq", (team_of(tables, each), ir.Local(which)))
    if word == "lose":
        test = ir.Op("and", (test, is_in(tables, each)))
    of_all = [ir.SetLocal(which, team), ir.For(slot, EVERYONE, (ir.If(test, (said,)),))]
    return [*of_all, *say(GAME)] if word == "win" else [*of_all, _one_left(frame)]


def _said_of_all(frame: Frame, value: ir.Expr) -> list[ir.Stmt]:
    """The same of everybody, which ends the game."""
    slot = frame.slot(member(0), NOWHERE)
    return [ir.For(slot, EVERYONE, (_store(frame.tables, ir.Local(slot), value),)), *say(GAME)]


def together(frame: Frame, won: ir.Expr) -> list[ir.Stmt]:
    """Who wins of those who play together: all or nobody, as it was said last, else where it holds that they have."""
    tables, slot = frame.tables, frame.slot(member(0), NOWHERE)
    everyone = ir.Comp("list", (ir.Clause(slot, EVERYONE, None),), ir.Local(slot))
    nobody = ir.Op("list", ())
    first: list[ir.Stmt] = []
    if tables.declared.outcomes is not None:
        of_all = outcome(tables, ir.Const(0))
        first = [
            ir.If(ir.Op("eq", (of_all, ir.Const(WON))), (ir.Return(everyone),)),
            ir.If(ir.Op("gt", (of_all, ir.Const(0))), (ir.Return(nobody),)),
        ]
    return [*first, ir.If(won, (ir.Return(everyone),)), ir.Return(nobody)]


def winners(frame: Frame, by_scores: Callable[[ir.Expr], ir.Expr]) -> list[ir.Stmt]:
    """Who wins: those of whom it was said; who drew; the last who has not lost; of all that have lost those who lost
    last. Otherwise `by_scores` says it, of those that have not lost."""
    tables = frame.tables

    def listed(test: Test) -> ir.Expr:
        slot = frame.slot(member(0), NOWHERE)
        return ir.Comp("list", (ir.Clause(slot, EVERYONE, test(ir.Local(slot))),), ir.Local(slot))

    def given(word: int) -> list[ir.Stmt]:
        chosen = frame.slot(list_of(member(0)), NOWHERE)
        some = ir.Op("gt", (ir.Op("list_size", (ir.Local(chosen),)), ir.Const(0)))
        found = listed(lambda each: ir.Op("eq", (outcome(tables, each), ir.Const(word))))
        return [ir.SetLocal(chosen, found), ir.If(some, (ir.Return(ir.Local(chosen)),))]

    left = frame.slot(list_of(member(0)), NOWHERE)
    size = sides(frame, ir.Local(left))
    slot = frame.slot(member(0), NOWHERE)
    last = ir.Comp("max", (ir.Clause(slot, EVERYONE, None),), outcome(tables, ir.Local(slot)))
    alone = ir.Op("eq", (_PLAYERS, ir.Const(1)))
    at_last = listed(lambda each: ir.Op("eq", (outcome(tables, each), last)))
    nobody = (ir.If(alone, (ir.Return(ir.Op("list", ())),)), ir.Return(at_last))
    return [
        *given(WON),
        *given(DRAWN),
        ir.SetLocal(left, listed(lambda each: is_in(tables, each))),
        ir.If(ir.Op("eq", (size, ir.Const(0))), nobody),
        ir.If(ir.Op("lt", (size, _two_or_alone(tables))), (ir.Return(ir.Local(left)),)),
        ir.Return(by_scores(ir.Local(left))),
    ]


def _two_or_alone(tables: Tables) -> ir.Expr:
    """So many at least are left where a game is not decided by who is left: two, of a game for one that one."""
    return ir.Const(2) if tables.declared.team is not None else ir.Op("min", (ir.Const(2), _PLAYERS))


def is_draw(tables: Tables) -> int:
    """The function that says whether it is a draw: it was said and is shared, all who have not lost share the win, or
    those who lost last do, or nobody wins of several. Who play together never draw."""
    frame = Frame(tables, "is_draw", "is_draw", BOOL)
    number = tables.reserved("is_draw")
    if tables.declared.ruleset.players.together:
        frame.function([ir.Return(ir.Const(0))], -1, number)
        return number
    if tables.declared.outcomes is None:
        frame.function([ir.Return(shared_by_all(frame, _count(frame, lambda _: ir.Const(1))))], -1, number)
        return number
    won = _count(frame, lambda each: ir.Op("eq", (outcome(tables, each), ir.Const(WON))))
    drawn = _count(frame, lambda each: ir.Op("eq", (outcome(tables, each), ir.Const(DRAWN))))
    left = _count(frame, lambda each: is_in(tables, each))
    none, some = ir.Op("eq", (won, ir.Const(0))), ir.Op("ge", (drawn, _two_or_alone(tables)))
    shared = sides(frame, ir.Call(tables.reserved("winners"), ()))
    several = ir.Op("ne", (shared, ir.Const(1)))
    at_last = ir.Op("gt", (shared, ir.Const(1)))
    all_left = ir.Op("and", (several, _all_or_none(shared, left)))
    value = ir.Choice(ir.Op("eq", (left, ir.Const(0))), at_last, all_left)
    frame.function([ir.If(ir.Op("and", (none, some)), (ir.Return(ir.Const(1)),)), ir.Return(value)], -1, number)
    return number


def sharing(tables: Tables) -> int:
    """The function that says by how many teams a win or a draw is shared."""
    frame = Frame(tables, "sharing", "sharing", Type("int"))
    won = ir.Call(tables.reserved("winners"), ())
    nobody = ir.Op("eq", (ir.Op("list_size", (won,)), ir.Const(0)))
    every = _count(frame, lambda _: ir.Const(1))  # where nobody wins, it is a draw of all
    return frame.function([ir.If(nobody, (ir.Return(every),)), ir.Return(sides(frame, won))], -1)


def _all_or_none(some: ir.Expr, many: ir.Expr) -> ir.Expr:
    """Whether all share the win, or nobody wins, in a game for several."""
    several = ir.Op("gt", (_PLAYERS, ir.Const(1)))
    return ir.Op("and", (several, ir.Op("eq", (ir.Op("mod", (some, many)), ir.Const(0)))))


def shared_by_all(frame: Frame, many: ir.Expr = _PLAYERS) -> ir.Expr:
    """The same of the winners, among so many sides, where no rule says who has won, lost or drawn."""
    return _all_or_none(sides(frame, ir.Call(frame.tables.reserved("winners"), ())), many)


def _store(tables: Tables, player: ir.Expr, value: ir.Expr) -> ir.Stmt:
    cell = outcome(tables, player)
    return ir.Store(cell.base, cell.index, value, cell.shape)


def _count(frame: Frame, test: Test) -> ir.Expr:
    """Of how many sides something holds."""
    slot = frame.slot(member(0), NOWHERE)
    counted = of_sides(frame.tables, ir.Local(slot))
    return ir.Comp("count", (ir.Clause(slot, EVERYONE, counted),), test(ir.Local(slot)))
