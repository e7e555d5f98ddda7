"""The one walk over the models of a ruleset: what a declaration may hold, what it holds, and what stands in that.

A *step* leads from a value to a part of it: the name of an attribute of a model, a name in a mapping, a number from 0
in a list. Code, words and numbers have no parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, ForwardRef, NamedTuple, TypeAlias, TypeVar
from weakref import ref

from pydantic import BaseModel
from pydantic.fields import FieldInfo

Step: TypeAlias = Any
Path: TypeAlias = tuple[Step, ...]


class Attribute(NamedTuple):
    """One attribute of a model: its name, the `key` that an author writes, and how it is declared."""

    name: str
    key: str
    info: FieldInfo


_ATTRIBUTES: dict[type, tuple[Attribute, ...]] = {}
_NAMES: dict[type, dict[str, str]] = {}


def attributes(model: type[BaseModel]) -> tuple[Attribute, ...]:
    """The attributes of a model, in the order in which they are declared."""
    known = _ATTRIBUTES.get(model)
    if known is None:
        if any(isinstance(info.annotation, ForwardRef) for info in model.model_fields.values()):
            model.model_rebuild()  # what it holds was declared after it
        known = tuple([Attribute(name, info.alias or name, info) for name, info in model.model_fields.items()])
        _ATTRIBUTES[model] = known
    return known


def names(model: type[BaseModel]) -> Mapping[str, str]:
    """Their names, each with the key that an author writes."""
    known = _NAMES.get(model)
    if known is None:
        known = _NAMES[model] = {each.name: each.key for each in attributes(model)}
    return known


def held(value: BaseModel) -> Iterator[tuple[Attribute, Any]]:
    """The attributes of a declaration, each with what it holds."""
    return ((each, getattr(value, each.name)) for each in attributes(type(value)))


def inside(value: object) -> Iterator[tuple[Step, Any]]:
    """The parts of a value, each with the step that leads there."""
    if isinstance(value, BaseModel):
        for name in names(type(value)):
            yield name, getattr(value, name)
    elif isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from enumerate(value)


def parts(value: object, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """A value and everything in it, each with its path, those around others before these."""
    yield path, value
    for step, part in inside(value):
        yield from parts(part, (*path, step))


GONE = object()
"""In place of a part: that it is not there."""


def rebuilt(value: Any, part: Callable[[Step, Any], Any]) -> Any:
    """A model, mapping or list with what `part` makes of each part, or without those of a mapping or list that are
    `GONE`. Where all stay what they are it is the very same thing."""
    if not isinstance(value, BaseModel | Mapping | list):
        return value
    old = list(inside(value))
    new = [(step, part(step, each)) for step, each in old]
    changed = [(step, made) for (step, made), (_, was) in zip(new, old, strict=True) if made is not was]
    if not changed:
        return value
    if isinstance(value, BaseModel):
        return value.model_copy(update=dict(changed))
    left = [(step, made) for step, made in new if made is not GONE]
    return dict(left) if isinstance(value, Mapping) else [made for _, made in left]


Model = TypeVar("Model")
Found = TypeVar("Found")


def once_for_each(work: Callable[[Model], Found]) -> Callable[[Model], Found]:
    """What works something out of a declaration or a tree alone, once for each as long as that is there: they stay what
    they are, and most of a ruleset that is being edited are the same ones as before."""
    known: dict[int, tuple[ref[Model], Found]] = {}

    @wraps(work)
    def found(model: Model) -> Found:
        number = id(model)
        there = known.get(number)
        if there is not None and there[0]() is model:
            return there[1]
        made = work(model)
        known[number] = (
            ref(model, lambda gone: known.pop(number, None) if known.get(number, (gone,))[0] is gone else None),
            made,
        )
        return made

    return found


def beside(old: object, new: object) -> list[tuple[Step, Any, Any]] | None:
    """The parts of two values pair by pair; None where they are no two models of one class, mappings with the same
    names in the same order, or lists of the same length."""
    if isinstance(old, BaseModel):
        is_alike = type(old) is type(new)
    elif isinstance(old, Mapping):
        is_alike = isinstance(new, Mapping) and list(old) == list(new)
    else:
        is_alike = isinstance(old, list) and isinstance(new, list) and len(old) == len(new)
    if not is_alike:
        return None
    return [(step, one, other) for (step, one), (_, other) in zip(inside(old), inside(new), strict=True)]
