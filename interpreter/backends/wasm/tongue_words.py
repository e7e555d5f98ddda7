"""The words of the tongue that are instructions: what each takes, what it gives, and how it is written in a module."""

from __future__ import annotations

import ast
from typing import NamedTuple

from . import binary as b
from .binary import I32, I64


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
