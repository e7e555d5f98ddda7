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
from typing import Any, Literal, TypeAlias

from yupana.schemas.errors import YupanaError

from . import ir

Encoder: TypeAlias = Callable[[Any], Any]
Decoder: TypeAlias = Callable[[Any], Any]

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
    with _at_length():
        data = _encoder(ir.Program)(program)
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
        with _at_length():
            program = _decoder(ir.Program)(data[3])
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


class _at_length:  # noqa: N801 - reads as words of the language
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


# ---------------------------------------------------------------- the classes of the program form


@dataclasses.dataclass(frozen=True)
class _Form:
    """What is known of one class: its fields' names and types, and the defaults that may be left out."""

    make: type
    names: tuple[str, ...]
    hints: tuple[Any, ...]
    defaults: tuple[Any, ...]  # _REQUIRED where there is none


_REQUIRED = object()


def _form_of(cls: type) -> _Form:
    hints = typing.get_type_hints(cls)
    names, kinds, defaults = [], [], []
    for each in dataclasses.fields(cls):
        names.append(each.name)
        kinds.append(hints[each.name])
        if each.default is not dataclasses.MISSING:
            defaults.append(each.default)
        elif each.default_factory is not dataclasses.MISSING:
            defaults.append(each.default_factory())
        else:
            defaults.append(_REQUIRED)
    return _Form(cls, tuple(names), tuple(kinds), tuple(defaults))


def _members(family: type) -> dict[str, type]:
    out: dict[str, type] = {}
    each: type
    for each in family.__subclasses__():
        # the checker has statements of its own on the way to a program; they are not part of the closed form
        if each.__module__.startswith(f"{ir.__name__}."):
            out[each.__name__] = each
    return out


# ---------------------------------------------------------------- writing


_encoders: dict[Any, Encoder] = {}


def _encoder(hint: Any) -> Encoder:
    known = _encoders.get(hint)
    if known is not None:
        return known
    # A family refers to itself: put a forward reference in the table before looking inside.
    _encoders[hint] = lambda value: _encoders[hint](value)
    made = _make_encoder(hint)
    _encoders[hint] = made
    return made


def _make_encoder(hint: Any) -> Encoder:
    if hint in (int, str, bool) or typing.get_origin(hint) is Literal:
        return _same
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _family_encoder(hint) if hint in _FAMILIES else _object_encoder(hint, ())
    inner = _optional(hint)
    if inner is not None:
        encode = _encoder(inner)
        return lambda value: None if value is None else encode(value)
    if isinstance(hint, types.UnionType):  # a table of numbers or of rows
        return _plain
    arguments = typing.get_args(hint)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        if arguments[0] in (int, str):
            return list
        encode = _encoder(arguments[0])
        return lambda values: [encode(value) for value in values]
    parts = [_encoder(argument) for argument in arguments]
    return lambda values: [encode(value) for encode, value in zip(parts, values, strict=True)]


def _same(value: Any) -> Any:
    return value


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _object_encoder(cls: type, tag: tuple[str, ...]) -> Encoder:
    form = _form_of(cls)
    fields = [(name, _encoder(hint)) for name, hint in zip(form.names, form.hints, strict=True)]
    # How many fields can never be left out: those up to the last one without a default.
    needed = max((i + 1 for i, default in enumerate(form.defaults) if default is _REQUIRED), default=0)
    defaults = form.defaults
    before = len(tag)

    def encode(value: Any) -> list[Any]:
        last = len(defaults)
        while last > needed and getattr(value, fields[last - 1][0]) == defaults[last - 1]:
            last -= 1
        out: list[Any] = list(tag)
        for name, part in fields[:last]:
            out.append(part(getattr(value, name)))
        assert len(out) == last + before
        return out

    return encode


def _family_encoder(family: type) -> Encoder:
    members = {cls: _object_encoder(cls, (name,)) for name, cls in _members(family).items()}
    return lambda value: members[type(value)](value)


# ---------------------------------------------------------------- reading


_decoders: dict[Any, Decoder] = {}


def _decoder(hint: Any) -> Decoder:
    known = _decoders.get(hint)
    if known is not None:
        return known
    _decoders[hint] = lambda value: _decoders[hint](value)
    made = _make_decoder(hint)
    _decoders[hint] = made
    return made


def _make_decoder(hint: Any) -> Decoder:
    if hint in (int, str, bool):
        return _exact(hint)
    if typing.get_origin(hint) is Literal:
        return _word(frozenset(typing.get_args(hint)))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _family_decoder(hint) if hint in _FAMILIES else _object_decoder(hint, 0)
    inner = _optional(hint)
    if inner is not None:
        decode = _decoder(inner)
        return lambda value: None if value is None else decode(value)
    if isinstance(hint, types.UnionType):
        return _table
    arguments = typing.get_args(hint)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        if arguments[0] in (int, str):
            return _row_of(arguments[0])
        return _many(_decoder(arguments[0]))
    return _few([_decoder(argument) for argument in arguments])


def _exact(kind: type) -> Decoder:
    def decode(value: Any) -> Any:
        if type(value) is not kind:
            raise _Misfit(f"{kind.__name__} expected, {_short(value)} found")
        return value

    return decode


def _word(words: frozenset[str]) -> Decoder:
    def decode(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise _Misfit(f"{_short(value)} is not a word of the form")
        return value

    return decode


def _row_of(kind: type) -> Decoder:
    def decode(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _Misfit(f"a list expected, {_short(value)} found")
        for each in value:
            if type(each) is not kind:
                raise _Misfit(f"{kind.__name__} expected, {_short(each)} found")
        return tuple(value)

    return decode


def _table(value: Any) -> tuple[Any, ...]:
    if type(value) is list and value and type(value[0]) is list:
        return tuple(map(_row_of(int), value))
    row: tuple[Any, ...] = _row_of(int)(value)
    return row


def _many(decode_one: Decoder) -> Decoder:
    def decode(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _Misfit(f"a list expected, {_short(value)} found")
        out: list[Any] = []
        try:
            for each in value:
                out.append(decode_one(each))
        except _Misfit as misfit:
            raise misfit.within(f"[{len(out)}]") from None
        return tuple(out)

    return decode


def _few(parts: list[Decoder]) -> Decoder:
    def decode(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(parts):
            raise _Misfit(f"a list of {len(parts)} expected, {_short(value)} found")
        return tuple([part(each) for part, each in zip(parts, value, strict=True)])

    return decode


def _object_decoder(cls: type, skip: int) -> Decoder:
    form = _form_of(cls)
    decoders = tuple(_decoder(hint) for hint in form.hints)
    needed = max((i + 1 for i, default in enumerate(form.defaults) if default is _REQUIRED), default=0)
    least, most = needed + skip, len(decoders) + skip

    def decode(value: Any) -> Any:
        if type(value) is not list or not least <= len(value) <= most:
            raise _Misfit(f"{cls.__name__} does not have the form {_short(value)}")
        fields = value[skip:] if skip else value
        out: list[Any] = []
        try:
            for part, each in zip(decoders, fields, strict=False):
                out.append(part(each))
        except _Misfit as misfit:
            raise misfit.within(f".{form.names[len(out)]}") from None
        return cls(*out)

    return decode


def _family_decoder(family: type) -> Decoder:
    members = {name: _object_decoder(cls, 1) for name, cls in _members(family).items()}

    def decode(value: Any) -> Any:
        if type(value) is not list or not value or type(value[0]) is not str:
            raise _Misfit(f"a node expected, {_short(value)} found")
        one = members.get(value[0])
        if one is None:
            raise _Misfit(f"there is no node {_short(value[0])} here")
        return one(value)

    return decode


def _optional(hint: Any) -> Any:
    """The type inside `X | None`, or None when the hint is something else."""
    if isinstance(hint, types.UnionType):
        inside = [each for each in typing.get_args(hint) if each is not type(None)]
        if len(inside) == 1:
            return inside[0]
    return None


def _short(value: object) -> str:
    text = repr(value) if isinstance(value, (str, int, bool)) or value is None else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."
