"""The expressions of routines as instructions: constants folded, addresses split, conditions as branches."""

from __future__ import annotations

import ast
import operator
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...machine.faults import InternalError
from . import binary as b
from .binary import I32, I64

if TYPE_CHECKING:
    from .routines import Routines

Signature: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The types of parameters and of results."""


@dataclass(frozen=True, slots=True)
class Local:
    """A local of the function that is written."""

    number: int
    type: int


@dataclass(frozen=True, slots=True)
class Constant:
    """A parameter of a routine that is spread whose argument is constant."""

    value: int


_FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
}  # fmt: skip

_TURNED: dict[type[ast.unaryop], Callable[[int], int]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip

_COMPARED: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
}  # fmt: skip


class Values:
    """Writes expressions."""

    def __init__(self, routines: Routines, file: str, signature: Signature) -> None:
        self.routines = routines
        self.file = file
        self.params = signature[0]
        self.code = bytearray()
        self.locals: list[int] = []
        self.depth = 0  # blocks that are open
        self.bound: dict[str, Local | Constant] = {}
        self._free: dict[int, list[Local]] = {I32: [], I64: []}

    @abstractmethod
    def call(self, node: ast.Call) -> int | None:
        """A call; the type of what it leaves on the stack."""

    def emit(self, code: bytes) -> None:
        """Write instructions."""
        self.code += code

    def local(self, type_: int) -> Local:
        """A local that nobody uses."""
        if self._free[type_]:
            return self._free[type_].pop()
        self.locals.append(type_)
        return Local(len(self.params) + len(self.locals) - 1, type_)

    def free(self, local: Local) -> None:
        """Let a local be used again."""
        self._free[local.type].append(local)

    def wrong(self, node: ast.AST, message: str) -> InternalError:
        """A mistake in a routine, which is ours."""
        return InternalError(f"{self.file}:{getattr(node, 'lineno', 0)}: {message}")

    def name_of(self, node: ast.expr) -> str:
        """A name where nothing else may stand."""
        if isinstance(node, ast.Name):
            return node.id
        raise self.wrong(node, "a name is needed here")

    # ---------------------------------------------------------------- what is known before anything runs

    def fold(self, node: ast.expr) -> int | None:
        """The value of a constant expression, None for any other."""
        match node:
            case ast.Constant(int(value)):
                return int(value)
            case ast.Name(name):
                bound = self.bound.get(name)
                if bound is not None:
                    return bound.value if isinstance(bound, Constant) else None
                return self.routines.constant(name) if self.routines.place(name) is None else None
            case ast.UnaryOp(kind, operand):
                known = self.fold(operand)
                return None if known is None else _TURNED[type(kind)](known)
            case ast.BinOp(left, kind, right):
                a, c = self.fold(left), self.fold(right)
                return None if a is None or c is None else _FOLDED[type(kind)](a, c)
            case ast.Compare(left, [kind], [right]):
                a, c = self.fold(left), self.fold(right)
                return None if a is None or c is None else int(_COMPARED[type(kind)](a, c))
            case ast.BoolOp(kind, parts):
                return self._fold_all([self.fold(each) for each in parts], isinstance(kind, ast.And))
        return None

    @staticmethod
    def _fold_all(values: list[int | None], all_: bool) -> int | None:
        """`and` and `or`: the first value that decides, when all before it are known."""
        for each in values:
            if each is None:
                return None
            if bool(each) != all_:
                return int(not all_)
        return int(all_)

    def type_of(self, node: ast.expr) -> int | None:
        """The type of an expression; None for a constant, which takes any."""
        if self.fold(node) is not None:
            return None
        match node:
            case ast.Name(name):
                known = self.bound.get(name)
                return known.type if isinstance(known, Local) else I32
            case ast.BinOp(left, _, right) | ast.IfExp(_, left, right):
                return self.type_of(left) or self.type_of(right)
            case ast.UnaryOp(ast.USub() | ast.Invert(), operand):
                return self.type_of(operand)
            case ast.Call(ast.Name(name)):
                if name in LOADS:
                    return LOADS[name][0]
                if name in WORDS:
                    return WORDS[name].result
                return self.routines.signature(name)[1][0]
        return I32

    # ---------------------------------------------------------------- values

    def constant(self, value: int, type_: int) -> bytes:
        """A constant of a type."""
        bits = 32 if type_ == I32 else 64
        if not -(1 << bits - 1) <= value < 1 << bits:
            raise InternalError(f"{self.file}: the number {value} is too large for its type")
        return b.const(value) if type_ == I32 else b.const64(value)

    def expect(self, node: ast.expr, type_: int) -> int:
        """A value of this type."""
        known = self.fold(node)
        if known is not None:
            self.emit(self.constant(known, type_))
        elif self.value(node) != type_:
            raise self.wrong(node, "this value has the wrong type")
        return type_

    def value(self, node: ast.expr) -> int:
        """Any value; gives its type."""
        known = self.fold(node)
        if known is not None:
            self.emit(self.constant(known, I32))
            return I32
        match node:
            case ast.Name(name):
                return self._named(node, name)
            case ast.UnaryOp(ast.Not()) | ast.Compare() | ast.BoolOp():
                self.test(node)
                return I32
            case ast.UnaryOp(ast.USub(), operand):
                return self._pair(ast.Constant(0), ast.Sub, operand)
            case ast.UnaryOp(ast.Invert(), operand):
                return self._pair(operand, ast.BitXor, ast.Constant(-1))
            case ast.BinOp(left, kind, right):
                return self._pair(left, type(kind), right)
            case ast.IfExp(test, then, other):
                return self._either(test, then, other)
            case ast.Call():
                result = self.call(node)
                if result is not None:
                    return result
        raise self.wrong(node, "the routine language knows nothing like this")

    def _named(self, node: ast.Name, name: str) -> int:
        known = self.bound.get(name)
        if isinstance(known, Local):
            self.emit(b.get(known.number))
            return known.type
        self.emit(b.global_get(self.global_(node, name)))
        return I32

    def global_(self, node: ast.expr, name: str) -> int:
        """The number of a global that is read or written here."""
        number = self.routines.place(name)
        if number is None:
            raise self.wrong(node, f"nothing is called {name}")
        return number

    def _pair(self, left: ast.expr, kind: type[ast.operator], right: ast.expr) -> int:
        type_ = self.type_of(left) or self.type_of(right) or I32
        self.expect(left, type_)
        self.expect(right, type_)
        self.emit(BINARY[kind][type_])
        return type_

    def _either(self, test: ast.expr, then: ast.expr, other: ast.expr) -> int:
        """One of two values; both are worked out when that costs nothing."""
        known = self.fold(test)
        if known is not None:
            return self.value(then if known else other)
        type_ = self.type_of(then) or self.type_of(other) or I32
        if self._plain(then) and self._plain(other):
            self.expect(then, type_)
            self.expect(other, type_)
            self.test(test)
            self.emit(b.SELECT)
            return type_
        self.test(test)
        self.emit(b.if_(type_))
        self.nested(lambda: self.expect(then, type_))
        self.emit(b.ELSE)
        self.nested(lambda: self.expect(other, type_))
        self.emit(b.END)
        return type_

    def _plain(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) or self.fold(node) is not None

    def nested(self, write: Callable[[], object]) -> None:
        """Write inside of one more block."""
        self.depth += 1
        write()
        self.depth -= 1

    # ---------------------------------------------------------------- conditions

    def test(self, node: ast.expr, negated: bool = False) -> None:
        """Something that is not 0 when the condition holds (or, `negated`, when it does not)."""
        match node:
            case ast.UnaryOp(ast.Not(), operand) if self.fold(node) is None:
                self.test(operand, not negated)
            case ast.Compare(left, [kind], [right]) if self.fold(node) is None:
                self._compare(left, _OPPOSITE[type(kind)] if negated else type(kind), right)
            case ast.Compare(left, [first, second], [middle, right]) if self._plain(middle):
                parts: list[ast.expr] = [ast.Compare(left, [first], [middle]), ast.Compare(middle, [second], [right])]
                self._join(parts, True, negated)
            case ast.BoolOp(kind, parts) if self.fold(node) is None:
                self._join(parts, isinstance(kind, ast.And), negated)
            case _:
                type_ = self.value(node)
                if type_ == I64:
                    self.emit(b.EQZ64 if negated else b.const64(0) + b.NE64)
                elif negated:
                    self.emit(b.EQZ)

    def _compare(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> None:
        type_ = self.type_of(left) or self.type_of(right) or I32
        self.expect(left, type_)
        if self.fold(right) == 0 and kind is ast.Eq:
            self.emit(b.EQZ if type_ == I32 else b.EQZ64)
            return
        self.expect(right, type_)
        self.emit(COMPARISONS[kind][type_])

    def _join(self, parts: list[ast.expr], all_: bool, negated: bool) -> None:
        """Several conditions, of which the later ones are asked only if need be; negated, each of them is."""
        known = self.fold(parts[0]) if parts else None
        if not parts:
            self.emit(b.const(int(all_ != negated)))
            return
        if known is not None:
            if bool(known) != all_:
                self.emit(b.const(int(bool(known) != negated)))
            else:
                self._join(parts[1:], all_, negated)
            return
        self.test(parts[0], negated)
        if len(parts) == 1:
            return
        self.emit(b.if_(I32))
        settled = b.const(int(all_ == negated))
        if all_ != negated:
            self.nested(lambda: self._join(parts[1:], all_, negated))
            self.emit(b.ELSE + settled)
        else:
            self.emit(settled + b.ELSE)
            self.nested(lambda: self._join(parts[1:], all_, negated))
        self.emit(b.END)

    # ---------------------------------------------------------------- instructions

    def is_word(self, name: str) -> bool:
        """Whether it is an instruction."""
        return name in WORDS or name in LOADS or name in STORES

    def word(self, name: str, node: ast.Call) -> int | None:
        """An instruction by its name."""
        if name in LOADS:
            type_, load = LOADS[name]
            self.emit(load(self.address(node.args[0])))
            return type_
        if name in STORES:
            type_, store = STORES[name]
            offset = self.address(node.args[0])
            self.expect(node.args[1], type_)
            self.emit(store(offset))
            return None
        word = WORDS[name]
        if len(word.operands) != len(node.args):
            raise self.wrong(node, f"{name} takes {len(word.operands)} operands")
        for each, type_ in zip(node.args, word.operands, strict=True):
            self.expect(each, type_)
        self.emit(word.code)
        return word.result

    def address(self, node: ast.expr) -> int:
        """The part of an address that is not constant; gives the constant part."""
        offset, parts = self._terms(node)
        if not parts:
            self.emit(b.const(offset))
            return 0
        for i, each in enumerate(parts):
            self.expect(each, I32)
            if i:
                self.emit(b.ADD)
        if offset < 0:
            self.emit(b.const(offset) + b.ADD)
            return 0
        return offset

    def _terms(self, node: ast.expr) -> tuple[int, list[ast.expr]]:
        """A sum as its constant part and the others."""
        known = self.fold(node)
        if known is not None:
            return known, []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            a, left = self._terms(node.left)
            c, right = self._terms(node.right)
            return a + c, left + right
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            less = self.fold(node.right)
            if less is not None:
                a, left = self._terms(node.left)
                return a - less, left
        return 0, [node]


# ----------------------------------------------------------------
# The words that are instructions: what each takes, what it gives, and how it is written in a module.


class Word(NamedTuple):
    """An instruction by the name of a function: types of its operands, of what it gives, and its code."""

    operands: tuple[int, ...]
    result: int | None
    code: bytes


WORDS: dict[str, Word] = {
    "ctz32": Word((I32,), I32, b.CTZ),
    "clz32": Word((I32,), I32, b.CLZ),
    "popcnt32": Word((I32,), I32, b.POPCNT),
    "ctz64": Word((I64,), I32, b.CTZ64 + b.WRAP),
    "clz64": Word((I64,), I32, b.CLZ64 + b.WRAP),
    "popcnt64": Word((I64,), I32, b.POPCNT64 + b.WRAP),
    "lt_u": Word((I32, I32), I32, b.LT_U),
    "le_u": Word((I32, I32), I32, b.LE_U),
    "gt_u": Word((I32, I32), I32, b.GT_U),
    "ge_u": Word((I32, I32), I32, b.GE_U),
    "lt_u64": Word((I64, I64), I32, b.LT_U64),
    "udiv": Word((I32, I32), I32, b.DIV_U),
    "urem": Word((I32, I32), I32, b.REM_U),
    "urem64": Word((I64, I64), I64, b.REM_U64),
    "udiv64": Word((I64, I64), I64, b.DIV_U64),
    "shr_u": Word((I32, I32), I32, b.SHR_U),
    "shr_s64": Word((I64, I64), I64, b.SHR64),
    "rotl": Word((I32, I32), I32, b.ROTL),
    "rotr": Word((I32, I32), I32, b.ROTR),
    "rotl64": Word((I64, I64), I64, b.ROTL64),
    "i64": Word((I32,), I64, b.EXTEND),
    "u64": Word((I32,), I64, b.EXTEND_U),
    "root": Word((I64,), I32, b.ROOT),
    "low": Word((I64,), I32, b.WRAP),
    "memcopy": Word((I32, I32, I32), None, b.MEMORY_COPY),
    "memfill": Word((I32, I32, I32), None, b.MEMORY_FILL),
    "unreachable": Word((), None, b.UNREACHABLE),
}
"""Instructions whose operands are all values."""


LOADS = {"load": (I32, b.load), "load8": (I32, b.load8), "load64": (I64, b.load64), "load_u64": (I64, b.load64_32)}
"""Instructions that read at an address: what they give, and their code with the constant part of the address."""

STORES = {"store": (I32, b.store), "store8": (I32, b.store8), "store64": (I64, b.store64)}
"""Instructions that write at an address."""

Pair = dict[int, bytes]

BINARY: dict[type[ast.operator], Pair] = {
    ast.Add: {I32: b.ADD, I64: b.ADD64},
    ast.Sub: {I32: b.SUB, I64: b.SUB64},
    ast.Mult: {I32: b.MUL, I64: b.MUL64},
    ast.FloorDiv: {I32: b.DIV, I64: b.DIV64},
    ast.Mod: {I32: b.REM, I64: b.REM64},
    ast.BitAnd: {I32: b.AND, I64: b.AND64},
    ast.BitOr: {I32: b.OR, I64: b.OR64},
    ast.BitXor: {I32: b.XOR, I64: b.XOR64},
    ast.LShift: {I32: b.SHL, I64: b.SHL64},
    ast.RShift: {I32: b.SHR, I64: b.SHR_U64},
}

COMPARISONS: dict[type[ast.cmpop], Pair] = {
    ast.Eq: {I32: b.EQ, I64: b.EQ64},
    ast.NotEq: {I32: b.NE, I64: b.NE64},
    ast.Lt: {I32: b.LT, I64: b.LT64},
    ast.LtE: {I32: b.LE, I64: b.LE64},
    ast.Gt: {I32: b.GT, I64: b.GT64},
    ast.GtE: {I32: b.GE, I64: b.GE64},
}
