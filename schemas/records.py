"""Classes of plain records, made quickly: the trees of the language and the program have some three hundred.

`dataclass` is that of the standard library for who checks types. At run time the same, but for what takes a third of
the time in which a process of Yupana is there: functions that are written and compiled for each class, though they do
the same in all. Nothing watches at run time that a record is not changed; who checks types sees to it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True) -> Callable[[type], type]:
        """Make a class one of records: `frozen` for who checks types, `slots` and `eq` as ever."""

        def made(kind: type) -> type:
            kind = dataclasses.dataclass(slots=slots, eq=False, repr=False)(kind)
            kind.__repr__ = _shown
            if eq:
                kind.__eq__, kind.__hash__ = _equals, _hash
            return kind

        return made


_GETTERS: dict[type, Callable[[object], object]] = {}


def _values(record: object) -> object:
    """The values of a record's fields: of one field its value, of several a tuple."""
    kind = record.__class__
    get = _GETTERS.get(kind)
    if get is None:
        known: Any = kind
        names = [each.name for each in dataclasses.fields(known)]
        get = _GETTERS[kind] = attrgetter(*names) if names else type
    return get(record)


def _equals(self: object, other: object) -> bool:
    return _values(self) == _values(other) if self.__class__ is other.__class__ else NotImplemented


def _hash(self: object) -> int:
    return hash(_values(self))


def _shown(self: Any) -> str:
    inner = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self))
    return f"{self.__class__.__qualname__}({inner})"
