"""The body of one routine of the routine language as instructions: statements, and calls that become part of it."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from . import binary as b
from .binary import I32, I64
from .routine_values import Constant, Local, Signature, Values

if TYPE_CHECKING:
    from .routines import Routines

__all__ = ["Body", "Signature"]


class Body(Values):
    """Writes the code of one function."""

    def __init__(self, routines: Routines, file: str, signature: Signature) -> None:
        super().__init__(routines, file, signature)
        self.declared: set[str] = set()  # the globals that are assigned to
        self.loops: list[tuple[int, int]] = []  # of each loop: the depths of what `break` and `continue` leave
        self.calls: list[tuple[int, str]] = []  # where in the code which routine is called
        self.result: tuple[int, ...] = signature[1]
        self.leave = -1  # the depth of the block that `return` leaves; -1: the function

    def write(self, node: ast.FunctionDef) -> None:
        """Write the whole function."""
        for i, each in enumerate(node.args.args):
            self.bound[each.arg] = Local(i, self.params[i])
        self.declared = _declared(node)
        self.statements(node.body)
        if self.result and not isinstance(node.body[-1], ast.Return):
            self.emit(b.UNREACHABLE)

    # ---------------------------------------------------------------- statements

    def statements(self, nodes: list[ast.stmt]) -> None:
        """One after the other."""
        for node in nodes:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Any statement."""
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass() | ast.Global():
                pass
            case ast.Expr(ast.Call() as call):
                if self.call(call) is not None:
                    self.emit(b.DISCARD)
            case ast.Assign([ast.Name(name)], value):
                self.assign(name, value)
            case ast.AnnAssign(ast.Name(name), ast.Name(word), ast.expr() as value):
                self.keep(name, self.expect(value, I64 if word == "i64" else I32))
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                types = [self.value(each) for each in values]
                for target, type_ in zip(reversed(targets), reversed(types), strict=True):
                    self.keep(self.name_of(target), type_)
            case ast.AugAssign(ast.Name(name), operator, value):
                whole = ast.BinOp(ast.Name(name, ast.Load()), operator, value)
                self.assign(name, ast.fix_missing_locations(ast.copy_location(whole, node)))
            case ast.If(test, then, other):
                self.choose(test, then, other)
            case ast.While(_, _, []):
                self.repeat(node)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds, []), _, []):
                self.count(node, name, bounds)
            case ast.Break():
                self.emit(b.br(self.depth - self.loops[-1][0]))
            case ast.Continue():
                self.emit(b.br(self.depth - self.loops[-1][1]))
            case ast.Return(value):
                self.give(value)
            case _:
                raise self.wrong(node, "the routine language has no such statement")

    def assign(self, name: str, value: ast.expr) -> None:
        """A value into a local or a global."""
        known = self.bound.get(name)
        if isinstance(known, Local):
            self.keep(name, self.expect(value, known.type))
        elif name in self.declared:
            self.expect(value, I32)
            self.emit(b.global_set(self.global_(value, name)))
        else:
            self.keep(name, self.value(value))

    def keep(self, name: str, type_: int) -> None:
        """What is on the stack, into a local."""
        known = self.bound.get(name)
        if not isinstance(known, Local):
            known = self.bound[name] = self.local(type_)
        assert known.type == type_, f"{self.file}: {name} has two types"
        self.emit(b.set_(known.number))

    def choose(self, test: ast.expr, then: list[ast.stmt], other: list[ast.stmt]) -> None:
        """An `if`; when its condition is a constant only one side is written."""
        known = self.fold(test)
        if known is not None:
            self.statements(then if known else other)
            return
        self.test(test)
        self.emit(b.if_())
        self.depth += 1
        self.statements(then)
        if other:
            self.emit(b.ELSE)
            self.statements(other)
        self.close()

    def repeat(self, node: ast.While) -> None:
        """A `while`: its condition is asked before the loop and at the end of each turn."""
        test = node.test
        if self.fold(test) == 0:
            return
        out = self.open(b.block())
        if self.fold(test) is None:
            self.test(test, negated=True)
            self.emit(b.br_if(0))
        again = self.open(b.loop())
        self.turn(out, node)
        if self.fold(test) is None:
            self.test(test)
            self.emit(b.br_if(self.depth - again))
        else:
            self.emit(b.br(self.depth - again))
        self.close()
        self.close()

    def count(self, node: ast.For, name: str, bounds: list[ast.expr]) -> None:
        """A `for` over a range, whose end is worked out once; its variable means nothing after it."""
        if name in _assigned(node):
            raise self.wrong(bounds[0], f"{name} is changed in its own loop")
        first, end = (ast.Constant(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        step = self.fold(bounds[2]) if len(bounds) == 3 else 1
        if step is None:
            raise self.wrong(bounds[2], "the step of a range is a constant")
        self.assign(name, first)
        here = self.bound[name]
        assert isinstance(here, Local)
        limit = self.fold(end)
        if limit is None:
            self.expect(end, here.type)
            held = self.local(here.type)
            self.emit(b.set_(held.number))
            far = b.get(held.number)
        else:
            far = self.constant(limit, here.type)
        goes = b.get(here.number) + far + {(True, I32): b.LT, (False, I32): b.GT, (True, I64): b.LT64,
                                                  (False, I64): b.GT64}[step > 0, here.type]  # fmt: skip
        out = self.open(b.block())
        self.emit(goes + b.EQZ + b.br_if(0))
        again = self.open(b.loop())
        self.turn(out, node)
        add = b.ADD if here.type == I32 else b.ADD64
        self.emit(b.get(here.number) + self.constant(step, here.type) + add + b.set_(here.number))
        self.emit(goes + b.br_if(self.depth - again))
        self.close()
        self.close()
        if limit is None:
            self.free(held)

    def turn(self, out: int, node: ast.While | ast.For) -> None:
        """The body of a loop, in a block of its own if it has a `continue`."""
        continues = _continues(node)
        inside = self.open(b.block()) if continues else -1
        self.loops.append((out, inside))
        self.statements(node.body)
        self.loops.pop()
        if continues:
            self.close()

    def give(self, value: ast.expr | None) -> None:
        """A `return`."""
        if value is not None:
            self.expect(value, self.result[0])
        self.emit(b.RETURN if self.leave < 0 else b.br(self.depth - self.leave))

    def open(self, code: bytes) -> int:
        """Begin a block; gives its depth."""
        self.emit(code)
        self.depth += 1
        return self.depth

    def close(self) -> None:
        """End a block."""
        self.emit(b.END)
        self.depth -= 1

    # ---------------------------------------------------------------- calls

    def call(self, node: ast.Call) -> int | None:
        """A call of an instruction or of a routine; the type that it leaves, None for nothing."""
        name = self.name_of(node.func)
        if self.is_word(name):
            return self.word(name, node)
        params, results = self.routines.signature(name)
        if len(params) != len(node.args):
            raise self.wrong(node, f"{name} takes {len(params)} arguments")
        routine = self.routines.spread(name)
        if routine is not None:
            self.spread(routine.node, node.args, routine.signature, routine.file)
        else:
            for each, type_ in zip(node.args, params, strict=True):
                self.expect(each, type_)
            self.calls.append((len(self.code), name))
        return results[0] if results else None

    def spread(self, node: ast.FunctionDef, given: list[ast.expr], signature: Signature, file: str) -> None:
        """The body of a routine in place of a call of it."""
        params, results = signature
        inner: dict[str, Local | Constant] = {}
        fresh: list[Local] = []
        changed = _assigned(node)
        for each, value, type_ in zip(node.args.args, given, params, strict=True):
            known = self.fold(value)
            same = self.bound.get(value.id) if isinstance(value, ast.Name) else None
            if each.arg not in changed and known is not None:
                inner[each.arg] = Constant(known)
            elif each.arg not in changed and isinstance(same, Local) and same.type == type_:
                inner[each.arg] = same
            else:
                self.expect(value, type_)
                held = self.local(type_)
                self.emit(b.set_(held.number))
                inner[each.arg] = held
                fresh.append(held)
        around = (self.bound, self.result, self.leave, self.loops, self.file, self.declared)
        before = {each.number for each in inner.values() if isinstance(each, Local)}
        self.bound, self.result, self.loops, self.file = inner, results, [], file
        self.declared = _declared(node)
        code = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
        if isinstance(code[0], ast.Return) and code[0].value is not None:
            self.expect(code[0].value, results[0])
        else:
            self.leave = self.open(b.block(results[0] if results else b.NOTHING))
            self.statements(code)
            if results and not isinstance(code[-1], ast.Return):
                self.emit(b.UNREACHABLE)
            self.close()
        fresh.extend([each for each in inner.values() if isinstance(each, Local) and each.number not in before])
        self.bound, self.result, self.leave, self.loops, self.file, self.declared = around
        for held in fresh:
            self.free(held)


# what a routine says of itself never changes, and a small one is spread into many others


@cache
def _assigned(node: ast.FunctionDef | ast.For) -> set[str]:
    """The locals and globals that are assigned to in the body."""
    return {
        each.id
        for part in node.body
        for each in ast.walk(part)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


@cache
def _declared(node: ast.FunctionDef) -> set[str]:
    """The globals that the body assigns to."""
    return {name for each in ast.walk(node) if isinstance(each, ast.Global) for name in each.names}


@cache
def _continues(node: ast.While | ast.For) -> bool:
    """Whether there is a `continue` in the body."""
    return any(isinstance(each, ast.Continue) for part in node.body for each in ast.walk(part))
