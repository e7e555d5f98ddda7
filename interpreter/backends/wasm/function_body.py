"""The code of one function of a module while it is written: locals, labels, and how values are held.

Every value is one value of WebAssembly. A scalar is an i32, a set of up to 64 members an i64. Everything else is the
address of words in the memory: of a list its length and then its elements, of a map or a larger set its cells.
"""

from __future__ import annotations

from ...program.ir import SCALAR, Shape
from . import binary as wasm
from .binary import I32, I64


def in_one_word(shape: Shape) -> bool:
    """Whether values of the shape are sets that lie in one i64."""
    return shape.kind == "set" and shape.size <= 64


def type_of(shape: Shape) -> int:
    """The type of values of a shape."""
    return I64 if in_one_word(shape) else I32


def is_pointer(shape: Shape) -> bool:
    """Whether values of the shape are addresses."""
    return shape.kind != "scalar" and not in_one_word(shape)


def stride_of(shape: Shape) -> int:
    """How many bytes an element of a shape takes in a list."""
    return 8 if in_one_word(shape) else 4


def element_of(shape: Shape) -> Shape:
    """The shape of a list's elements; of a list that is always empty a number."""
    return shape.of or SCALAR


class Label:
    """A block that can be left, or a loop that can be begun again: how deep it lies. As a context it ends behind what
    is written inside."""

    __slots__ = ("body", "depth")

    def __init__(self, body: Body) -> None:
        self.body = body
        self.depth = body.depth

    def __enter__(self) -> Label:
        return self

    def __exit__(self, *_: object) -> None:
        self.body.end()


class Body:
    """Code that grows. `params` are the types of the first locals."""

    def __init__(self, params: tuple[int, ...] = ()) -> None:
        self.code = bytearray()
        self.params = params
        self.locals: list[int] = []
        self.depth = 0
        self.loops: list[int] = []  # how deep those lie that are being written

    def put(self, *parts: bytes) -> None:
        """Append instructions."""
        for each in parts:
            self.code += each

    def local(self, type_: int = I32) -> int:
        """A new local."""
        self.locals.append(type_)
        return len(self.params) + len(self.locals) - 1

    def keep(self, *code: bytes, type_: int = I32) -> int:
        """A new local with the value that code leaves (none: that on the stack)."""
        self.put(*code)
        number = self.local(type_)
        self.code += wasm.set_(number)
        return number

    def add(self, local: int, amount: int) -> None:
        """Add to a number in a local."""
        self.put(wasm.get(local), wasm.const(amount), wasm.ADD, wasm.set_(local))

    def drop_lowest(self, local: int) -> None:
        """Take the lowest bit that is set out of a word in a local."""
        self.put(wasm.get(local), wasm.get(local), wasm.const64(1), wasm.SUB64, wasm.AND64, wasm.set_(local))

    def block(self, type_: int = wasm.NOTHING) -> Label:
        """Begin a block."""
        return self._begin(wasm.block(type_))

    def loop(self) -> Label:
        """Begin a loop."""
        label = self._begin(wasm.loop())
        self.loops.append(self.depth)
        return label

    def if_(self, *test: bytes, type_: int = wasm.NOTHING) -> Label:
        """Begin what is done when the number that code leaves (none: that on the stack) is not 0."""
        self.put(*test)
        return self._begin(wasm.if_(type_))

    def else_(self) -> None:
        """What is done otherwise."""
        self.code += wasm.ELSE

    def _begin(self, code: bytes) -> Label:
        self.code += code
        self.depth += 1
        return Label(self)

    def end(self) -> None:
        """End the innermost block, loop or if."""
        self.code += wasm.END
        if self.loops and self.loops[-1] == self.depth:
            self.loops.pop()
        self.depth -= 1

    def br(self, label: Label) -> None:
        """To the end of a block, or the beginning of a loop."""
        self.code += wasm.br(self.depth - label.depth)

    def br_if(self, label: Label, *test: bytes) -> None:
        """The same if the number that code leaves (none: that on the stack) is not 0."""
        self.put(*test)
        self.code += wasm.br_if(self.depth - label.depth)

    def br_unless(self, label: Label, *test: bytes) -> None:
        """The same if it is 0."""
        self.br_if(label, *test, wasm.EQZ)
