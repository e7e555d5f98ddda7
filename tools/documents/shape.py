"""A JSON document made of what was found out, by its shape: every key is asked of a value by the same name."""

from __future__ import annotations

import math
from functools import cache
from types import NoneType, UnionType
from typing import Any, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

_Shape = TypeVar("_Shape")

DIGITS = 6
"""So many decimals a number has at most."""


def shaped(shape: type[_Shape], value: object = None, **said: Any) -> _Shape:
    """The document of a shape, a `TypedDict`: each key holds what is `said` of it, or else what the value has under
    this name, in the shape that the key has. A key that need not be there is there when it is said.

    Parts are made in the same way; numbers are rounded, and null where they are not finite; sequences become lists.
    """
    made: dict[str, Any] = {}
    known: Any = shape
    for key, hint in _hints(known).items():
        if key in said:
            made[key] = said[key]
        elif get_origin(hint) is not NotRequired:
            made[key] = _part(hint, getattr(value, key))
    return made  # type: ignore[return-value]  # a TypedDict is a dict


@cache
def _hints(shape: Any) -> dict[str, Any]:
    return get_type_hints(shape, include_extras=True)


def _part(hint: Any, value: Any) -> Any:
    """A value in the shape of a key."""
    origin, inner = get_origin(hint), [each for each in get_args(hint) if each is not NoneType]
    if value is None:
        return None
    if origin in (Union, UnionType):
        return _part(inner[0], value)
    if origin is list:
        return [_part(inner[0], each) for each in value]
    if origin is dict:
        return {str(key): _part(inner[1], each) for key, each in value.items()}
    if is_typeddict(hint):
        return shaped(hint, value)
    if isinstance(value, float):
        return round(value, DIGITS) if math.isfinite(value) else None
    return value
