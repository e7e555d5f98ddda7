"""What stands at a path of a ruleset: a mapping of named things, an element with known keys, steps, a list, or a value.

Read off the models, so that merging files and overlays needs no table of its own.
"""

from __future__ import annotations

import types
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from .fields import ONE_OR_MANY, OneOrMany
from .ruleset import Ruleset
from .spanned import Spanned
from .steps import Step


@dataclass(frozen=True)
class Part:
    """One place of a ruleset.

    `names`: a mapping of named things, each an `item`; `element`: a mapping with the keys of `model`; `steps`: a list
    of steps, found by their names; `list`: any other list; `value`: what is taken or left whole.
    """

    kind: Literal["names", "element", "steps", "list", "value"]
    model: type[Spanned] | None = None
    item: Part | None = None
    many: OneOrMany = ONE_OR_MANY
    """Of a list: what a single value or a block of lines stands for."""

    def child(self, key: str) -> Part:
        """What stands under a key or name."""
        if self.kind == "names" and self.item is not None:
            return self.item
        if self.kind == "element" and self.model is not None:
            known = _fields(self.model)
            if key not in known and self.model.open_model is not None:
                return Part("element", self.model.open_model)
            return known.get(key, VALUE)
        return VALUE

    @property
    def short_key(self) -> str | None:
        """The key whose value may stand alone for the whole element."""
        return self.model.short_key if self.model is not None else None


VALUE = Part("value")


@cache
def _fields(model: type[Spanned]) -> dict[str, Part]:
    found = {}
    for key, info in model.fields_by_key().items():
        part = part_of(info.annotation)
        many = [each for each in info.metadata if isinstance(each, OneOrMany)]
        found[key] = replace(part, many=many[0]) if many and part.kind == "list" else part
    return found


def model_of(annotation: Any) -> type[Spanned] | None:
    """The model of an element that is one of several kinds, told apart by a key; None for any other type."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    first = next(iter(get_args(annotation)), None) if get_origin(annotation) in (Union, types.UnionType) else None
    parents = first.__mro__ if isinstance(first, type) and issubclass(first, Spanned) else ()
    return next(
        (each for each in parents if issubclass(each, Spanned) and "alternatives" in vars(each) and each.alternatives),
        None,
    )


def part_of(annotation: Any) -> Part:
    """The part that a field's type describes."""
    origin = get_origin(annotation)
    arguments = get_args(annotation)
    if origin is Annotated:
        return part_of(arguments[0])
    if origin in (Union, types.UnionType):
        members = [each for each in arguments if each is not type(None)]
        return part_of(members[0]) if len(members) == 1 else VALUE
    if origin is dict:
        return Part("names", item=part_of(arguments[1]))
    if origin is list:
        item = model_of(arguments[0])
        return Part("steps", item=Part("element", item)) if item is Step else Part("list")
    if isinstance(annotation, type) and issubclass(annotation, Spanned):
        return Part("element", annotation)
    return VALUE


ROOT = Part("element", Ruleset)
