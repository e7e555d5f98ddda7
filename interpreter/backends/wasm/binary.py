"""The binary format of WebAssembly: numbers, instructions, functions and sections, written down directly.

What is here knows nothing of programs. A `Module` gives out the number of a function before its body is there, so that
calls need no second pass. The format is that of the core specification 2.0; beyond what its first version had, bulk
memory and a few instructions on vectors of 128 bits are used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

I32 = 0x7F
I64 = 0x7E
V128 = 0x7B
NOTHING = 0x40
"""The type of a block that leaves no value."""

PAGE = 65536


def uleb(value: int) -> bytes:
    """An unsigned number."""
    if value < 128:
        return _SMALL[value]
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def sleb(value: int) -> bytes:
    """A signed number."""
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value & 127)
    return bytes(out)


_SMALL = [bytes((value,)) for value in range(128)]

# ---------------------------------------------------------------- instructions without operands

UNREACHABLE, RETURN, DISCARD, SELECT, END, ELSE = b"\x00", b"\x0f", b"\x1a", b"\x1b", b"\x0b", b"\x05"

EQZ, EQ, NE, LT, LT_U, GT, GT_U, LE, LE_U, GE, GE_U = (bytes((0x45 + i,)) for i in range(11))
EQZ64, EQ64, NE64, LT64, LT_U64, GT64, GT_U64, LE64, LE_U64, GE64, GE_U64 = (bytes((0x50 + i,)) for i in range(11))
CLZ, CTZ, POPCNT, ADD, SUB, MUL, DIV, DIV_U, REM, REM_U, AND, OR, XOR, SHL, SHR, SHR_U, ROTL, ROTR = (
    bytes((0x67 + i,)) for i in range(18)
)
CLZ64, CTZ64, POPCNT64, ADD64, SUB64, MUL64, DIV64, DIV_U64, REM64, REM_U64, AND64, OR64, XOR64, SHL64, SHR64, \
    SHR_U64, ROTL64, ROTR64 = (bytes((0x79 + i,)) for i in range(18))  # fmt: skip
ROOT = bytes((0xBA, 0x9F, 0xAB))  # the square root of an i64 below 2**52 as an i32, rounded down: exact by way of f64
WRAP, EXTEND, EXTEND_U = b"\xa7", b"\xac", b"\xad"

MEMORY_COPY, MEMORY_FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"

# ---------------------------------------------------------------- instructions with operands


def const(value: int) -> bytes:
    """A number of 32 bits, signed or not."""
    known = _CONSTS.get(value)
    if known is None:
        signed = value - 2**32 if value >= 2**31 else value
        known = b"\x41" + sleb(signed)
        if len(_CONSTS) < 100_000:
            _CONSTS[value] = known
    return known


_CONSTS: dict[int, bytes] = {}


def const64(value: int) -> bytes:
    """A number of 64 bits, signed or not."""
    return b"\x42" + sleb(value - 2**64 if value >= 2**63 else value)


def _numbered(code: bytes) -> Callable[..., bytes]:
    """An instruction with a number behind it, of a local or how far behind an address; the small ones are made once."""
    known = [code + uleb(number) for number in range(512)]

    def instruction(number: int = 0) -> bytes:
        return known[number] if number < 512 else code + uleb(number)

    return instruction


get = _numbered(b"\x20")
"""The value of a local."""
set_ = _numbered(b"\x21")
"""Into a local."""
tee = _numbered(b"\x22")
"""Into a local, and left."""
global_get = _numbered(b"\x23")
"""The value of a global."""
global_set = _numbered(b"\x24")
"""Into a global."""
br = _numbered(b"\x0c")
"""To the block so many further out."""
br_if = _numbered(b"\x0d")
"""The same, when the value on the stack is not 0."""
call = _numbered(b"\x10")
"""Call a function."""

load = _numbered(b"\x28\x02")
"""Four bytes, signed, from the address on the stack plus an offset."""
load64 = _numbered(b"\x29\x02")
"""Eight bytes; they need not be aligned."""
load64_32 = _numbered(b"\x35\x02")
"""Four bytes, not signed, as eight."""
load8 = _numbered(b"\x2d\x00")
"""One byte, not signed."""
store = _numbered(b"\x36\x02")
"""Four bytes."""
store64 = _numbered(b"\x37\x02")
"""Eight bytes; they need not be aligned."""
store64_32 = _numbered(b"\x3e\x02")
"""The lower four bytes of eight."""
store8 = _numbered(b"\x3a\x00")
"""The lowest byte."""


def block(type_: int = NOTHING) -> bytes:
    """The beginning of a block that a branch to it leaves."""
    return b"\x02" + bytes((type_,))


def loop(type_: int = NOTHING) -> bytes:
    """The beginning of a block that a branch to it begins again."""
    return b"\x03" + bytes((type_,))


def if_(type_: int = NOTHING) -> bytes:
    """The beginning of a block that is done when the value on the stack is not 0."""
    return b"\x04" + bytes((type_,))


def br_table(depths: Sequence[int], other: int) -> bytes:
    """To one of several blocks, by the number on the stack."""
    return b"".join((b"\x0e", uleb(len(depths)), *map(uleb, depths), uleb(other)))


def call_indirect(type_: int) -> bytes:
    """Call the function of the table whose number is on the stack."""
    return b"\x11" + uleb(type_) + b"\x00"


# ---------------------------------------------------------------- vectors of four numbers


def _vector(number: int) -> bytes:
    return b"\xfd" + uleb(number)


SPLAT, NOT_LANES, AND_LANES, OR_LANES = (_vector(number) for number in (0x11, 0x4D, 0x4E, 0x50))
EQ_LANES, NE_LANES, LT_LANES, GT_LANES, LE_LANES, GE_LANES = (
    _vector(number) for number in (0x37, 0x38, 0x39, 0x3B, 0x3D, 0x3F)
)
NARROW_16, NARROW_32 = _vector(0x65), _vector(0x85)
"""Two vectors of lanes of 16 or 32 bits as one of lanes half as wide; all ones stay all ones."""
BITS_8, BITS_16, BITS_32 = _vector(0x64), _vector(0x84), _vector(0xA4)
"""The uppermost bits of lanes of 8, 16 or 32 bits."""


store_lanes = _numbered(_vector(0x0B) + b"\x02")
"""Store the vector on the stack at the address below it."""
load_lanes = _numbered(_vector(0x00) + b"\x02")
"""Four numbers from the address on the stack plus an offset; they need not be aligned."""


def lanes(*values: int) -> bytes:
    """Four numbers."""
    return _vector(0x0C) + b"".join([value.to_bytes(4, "little", signed=True) for value in values])


# ---------------------------------------------------------------- modules


@dataclass(slots=True)
class Function:
    """A function of a module: types of parameters and results, of its other locals, and its code without the `end`."""

    name: str
    params: tuple[int, ...]
    results: tuple[int, ...]
    locals: list[int] = field(default_factory=list)
    code: bytes | bytearray = b""

    def encoded(self) -> bytes:
        """As it stands in the code section."""
        groups: list[list[int]] = []
        for each in self.locals:
            if groups and groups[-1][1] == each:
                groups[-1][0] += 1
            else:
                groups.append([1, each])
        head = b"".join([uleb(len(groups)), *[uleb(count) + bytes((type_,)) for count, type_ in groups]])
        return uleb(len(head) + len(self.code) + 1) + head + self.code + END


FUNCTION_MOST = {"bytes": 7_654_321, "variables": 50_000, "parameters": 1_000}
"""What hosts of modules take of one function; all but its bytes without what every one has."""

PAGES_MOST = 2**32 // PAGE
"""Pages of a memory with addresses of 32 bits."""


class Module:
    """A module that is being made: one memory, functions, globals, constant bytes."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.table: list[int] = []  # numbers of the functions that are called by number
        self._types: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self._globals: list[bytes] = []
        self._exports: list[bytes] = []
        self._data: list[bytes] = []
        self._custom: list[tuple[str, bytes]] = []
        self.pages = (1, 1)

    def type(self, params: Sequence[int], results: Sequence[int]) -> int:
        """The number of a type of functions."""
        return self._types.setdefault((tuple(params), tuple(results)), len(self._types))

    def function(self, name: str, params: Sequence[int], results: Sequence[int]) -> int:
        """The number of a new function, whose code may come later."""
        self.functions.append(Function(name, tuple(params), tuple(results)))
        return len(self.functions) - 1

    def global_(self, type_: int, value: int) -> int:
        """The number of a new global that can change."""
        value_code = const(value) if type_ == I32 else const64(value)
        self._globals.append(bytes((type_, 1)) + value_code + END)
        return len(self._globals) - 1

    def export(self, name: str, function: int) -> None:
        """Let a function be called from outside."""
        self._exports.append(_name(name) + b"\x00" + uleb(function))

    def export_global(self, name: str, number: int) -> None:
        """Let a global be seen from outside."""
        self._exports.append(_name(name) + b"\x03" + uleb(number))

    def data(self, address: int, content: bytes) -> None:
        """What lies in the memory from the start."""
        if content:
            self._data.append(b"\x00" + const(address) + END + uleb(len(content)) + content)

    def custom(self, name: str, content: bytes) -> None:
        """A section for whoever reads the file."""
        self._custom.append((name, content))

    def beyond(self) -> str:
        """What of it is more than hosts take, such as "a function of 60,000 variables"; "" when nothing is."""
        if self.pages[1] > PAGES_MOST:
            return f"a memory of {self.pages[1] * PAGE / 2**30:.1f} GiB"
        for each in self.functions:
            sizes = {"bytes": len(each.code), "variables": len(each.locals), "parameters": len(each.params)}
            for what, size in sizes.items():
                if size > FUNCTION_MOST[what]:
                    return f"a function of {size:,} {what}"
        return ""

    def encode(self) -> bytes:
        """The whole."""
        types = [self.type(each.params, each.results) for each in self.functions]
        low, high = self.pages
        out = [b"\x00asm\x01\x00\x00\x00"]
        out.append(_section(1, [
            b"\x60" + uleb(len(params)) + bytes(params) + uleb(len(results)) + bytes(results)
            for params, results in self._types
        ]))  # fmt: skip
        out.append(_section(3, [uleb(each) for each in types]))
        if self.table:
            out.append(_section(4, [b"\x70\x01" + uleb(len(self.table)) * 2]))
        out.append(_section(5, [b"\x01" + uleb(low) + uleb(high)]))
        out.append(_section(6, self._globals))
        out.append(_section(7, [_name("memory") + b"\x02\x00", *self._exports]))
        if self.table:
            out.append(
                _section(9, [b"\x00" + const(0) + END + uleb(len(self.table)) + b"".join(map(uleb, self.table))])
            )
        out.append(_section(10, [each.encoded() for each in self.functions]))
        out.append(_section(11, self._data))
        for name, content in self._custom:
            whole = _name(name) + content
            out.append(b"\x00" + uleb(len(whole)) + whole)
        return b"".join(out)

    def names(self) -> None:
        """Write the names of the functions down, for whoever looks into the module."""
        rows = [uleb(number) + _name(each.name) for number, each in enumerate(self.functions)]
        content = uleb(len(rows)) + b"".join(rows)
        self.custom("name", b"\x01" + uleb(len(content)) + content)


def _name(name: str) -> bytes:
    data = name.encode()
    return uleb(len(data)) + data


def _section(number: int, rows: Sequence[bytes]) -> bytes:
    if not rows:
        return b""
    content = uleb(len(rows)) + b"".join(rows)
    return bytes((number,)) + uleb(len(content)) + content
