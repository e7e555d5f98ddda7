"""Writes a program down as plain JSON data and reads it back.

The form follows `ir` field by field: an object is the list of its fields in order, fields at the end that hold their
default are left out, and an object of a family (expressions, statements, terminators) starts with its class's name.
Reading is driven by the types declared in `ir`: whatever does not fit them is refused, so a decoded program holds
ints, texts and known nodes only. Reading back what was written gives an equal program. A digest over all of it tells
when a file was changed in a way that its form does not show.
"""

from __future__ import annotations

import dataclasses
import gc
import hashlib
import json
import sys
import types
import typing
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from yupana.schemas.errors import YupanaError

from . import ir

_FAMILIES = (ir.Expr, ir.Stmt, ir.Terminator)
_MARK = "yupana program"
_DEEPEST = 20_000
"""Enough of Python's stack for every expression an author can write; deeper data is refused."""


class ProgramFileError(YupanaError):
    """The data is not a program of this version: it was cut off, changed by hand, or made by another release."""


class _Misfit(Exception):  # noqa: N818
    """Data that does not have the declared form (inside this module only). `path` leads to it, the last step first."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.path: list[str] = []

    def within(self, step: str) -> _Misfit:
        """The same, found one step further in."""
        self.path.append(step)
        return self

    def __str__(self) -> str:
        return f"{''.join(reversed(self.path)).removeprefix('.')}: {self.args[0]}"


def to_json(program: ir.Program) -> list[Any]:
    """The program as lists, ints and texts, ready for `json.dump`."""
    with at_length():
        data = _coder(ir.Program).write(program)
    return [_MARK, ir.FORMAT, _digest(data), data]


def from_json(data: object) -> ir.Program:
    """The program that `to_json` wrote. Raises ProgramFileError for anything else."""
    if not isinstance(data, list) or len(data) < 2 or data[0] != _MARK:
        raise ProgramFileError("this is not a compiled program; compile the ruleset again")
    if data[1] != ir.FORMAT:
        raise ProgramFileError(
            f"the compiled program has form {data[1]!r}, this release reads form {ir.FORMAT}; compile the ruleset again"
        )
    if len(data) != 4:
        raise ProgramFileError("the compiled program is damaged (it was cut off); compile the ruleset again")
    try:
        with at_length():
            program = _coder(ir.Program).read(data[3])
            changed = data[2] != _digest(data[3])
    except _Misfit as misfit:
        raise ProgramFileError(f"the compiled program is damaged ({misfit}); compile the ruleset again") from None
    except RecursionError:
        raise ProgramFileError("the compiled program is damaged (nested too deep)") from None
    if changed:
        raise ProgramFileError("the compiled program was changed after it was made; compile the ruleset again")
    assert isinstance(program, ir.Program)
    return program


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


class at_length:  # noqa: N801 - reads as words of the language
    """Lets a deep expression be walked, and no garbage be looked for among many nodes that all stay."""

    def __enter__(self) -> None:
        self._limit = sys.getrecursionlimit()
        self._collects = gc.isenabled()
        sys.setrecursionlimit(max(self._limit, _DEEPEST))
        gc.disable()

    def __exit__(self, *_: object) -> None:
        sys.setrecursionlimit(self._limit)
        if self._collects:
            gc.enable()


# ---------------------------------------------------------------- one declared type


class _Coder(NamedTuple):
    """Writes values of one declared type down, and reads them back; what does not fit is a misfit."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


_coders: dict[Any, _Coder] = {}


def _coder(hint: Any) -> _Coder:
    if hint not in _coders:
        # A family refers to itself: put a forward reference in the table before looking inside.
        _coders[hint] = _Coder(lambda value: _coders[hint].write(value), lambda value: _coders[hint].read(value))
        _coders[hint] = _made(hint)
    return _coders[hint]


def _made(hint: Any) -> _Coder:
    if hint in (int, str, bool):
        return _Coder(_same, _exact(hint))
    if typing.get_origin(hint) is Literal:
        return _Coder(_same, _word(frozenset(typing.get_args(hint))))
    if hint in _FAMILIES:
        return _family(hint)
    if dataclasses.is_dataclass(hint):
        return _object(typing.cast(type, hint), ())
    arguments = typing.get_args(hint)
    if isinstance(hint, types.UnionType):
        inside = [each for each in arguments if each is not type(None)]
        return _optional(_coder(inside[0])) if len(inside) == 1 else _Coder(_plain, _table)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return _Coder(list, _row_of(arguments[0])) if arguments[0] in (int, str) else _many(_coder(arguments[0]))
    return _few([_coder(each) for each in arguments])


def _same(value: Any) -> Any:
    return value


def _exact(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _Misfit(f"{kind.__name__} expected, {_short(value)} found")
        return value

    return read


def _word(words: frozenset[str]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise _Misfit(f"{_short(value)} is not a word of the form")
        return value

    return read


def _optional(one: _Coder) -> _Coder:
    write, read = one
    return _Coder(
        lambda value: None if value is None else write(value), lambda value: None if value is None else read(value)
    )


def _row_of(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _Misfit(f"a list expected, {_short(value)} found")
        for each in value:
            if type(each) is not kind:
                raise _Misfit(f"{kind.__name__} expected, {_short(each)} found")
        return tuple(value)

    return read


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _table(value: Any) -> tuple[Any, ...]:
    """A table of numbers or of rows."""
    if type(value) is list and value and type(value[0]) is list:
        return tuple(map(_row_of(int), value))
    row: tuple[Any, ...] = _row_of(int)(value)
    return row


def _many(one: _Coder) -> _Coder:
    write, read_one = one

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _Misfit(f"a list expected, {_short(value)} found")
        out: list[Any] = []
        try:
            for each in value:
                out.append(read_one(each))
        except _Misfit as misfit:
            raise misfit.within(f"[{len(out)}]") from None
        return tuple(out)

    return _Coder(lambda values: [write(each) for each in values], read)


def _few(parts: list[_Coder]) -> _Coder:
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(parts):
            raise _Misfit(f"a list of {len(parts)} expected, {_short(value)} found")
        return tuple([part.read(each) for part, each in zip(parts, value, strict=True)])

    return _Coder(lambda values: [part.write(each) for part, each in zip(parts, values, strict=True)], read)


_REQUIRED = object()


def _object(cls: type, tag: tuple[str, ...]) -> _Coder:
    """A class of the form: its fields in order, behind its name when it is one of a family."""
    hints = typing.get_type_hints(cls)
    names = [each.name for each in dataclasses.fields(cls)]
    parts = [_coder(hints[name]) for name in names]
    defaults = [_default(each) for each in dataclasses.fields(cls)]
    # How many fields can never be left out: those up to the last one without a default.
    needed = max((i + 1 for i, default in enumerate(defaults) if default is _REQUIRED), default=0)
    before = len(tag)
    writers = [(name, part.write) for name, part in zip(names, parts, strict=True)]
    readers = [part.read for part in parts]

    def write(value: Any) -> list[Any]:
        last = len(defaults)
        while last > needed and getattr(value, names[last - 1]) == defaults[last - 1]:
            last -= 1
        out: list[Any] = list(tag)
        for name, part in writers[:last]:
            out.append(part(getattr(value, name)))
        return out

    def read(value: Any) -> Any:
        if type(value) is not list or not needed + before <= len(value) <= len(readers) + before:
            raise _Misfit(f"{cls.__name__} does not have the form {_short(value)}")
        out: list[Any] = []
        try:
            for part, each in zip(readers, value[before:] if before else value, strict=False):
                out.append(part(each))
        except _Misfit as misfit:
            raise misfit.within(f".{names[len(out)]}") from None
        return cls(*out)

    return _Coder(write, read)


def _default(each: dataclasses.Field[Any]) -> Any:
    if each.default_factory is not dataclasses.MISSING:
        return each.default_factory()
    return _REQUIRED if each.default is dataclasses.MISSING else each.default


def _family(family: type) -> _Coder:
    # what lowering has on the way to a program is not part of the closed form
    kinds: list[type] = family.__subclasses__()
    classes = {each.__name__: each for each in kinds if each.__module__.startswith(f"{ir.__name__}.")}
    members = {name: _object(cls, (name,)) for name, cls in classes.items()}
    writers = {cls: members[name].write for name, cls in classes.items()}

    def read(value: Any) -> Any:
        if type(value) is not list or not value or type(value[0]) is not str:
            raise _Misfit(f"a node expected, {_short(value)} found")
        one = members.get(value[0])
        if one is None:
            raise _Misfit(f"there is no node {_short(value[0])} here")
        return one.read(value)

    return _Coder(lambda value: writers[type(value)](value), read)


def _short(value: object) -> str:
    text = repr(value) if isinstance(value, (str, int, bool)) or value is None else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."
