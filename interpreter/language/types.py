"""The types of the language, as the checker sees them.

A `Type` is a value. Numbers carry the interval they are known to lie in, so that a check at run time is made only where
the interval does not already prove it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from yupana.schemas.records import dataclass

INT_MAX = 2**31 - 1
INT_MIN = -INT_MAX
NO_INT = INT_MIN - 1
"""The value that stands for none where a number may be; of members, -1 does."""

Kind = Literal["int", "bool", "member", "text", "list", "set", "map", "none", "empty", "unknown"]


@dataclass(frozen=True, slots=True)
class Type:
    """`domain` is the number of the domain of a member, of a set's members or of a map's keys. `low`/`high` is the
    interval of an int. `element` is what a list or map holds. `bound` is the largest number of elements of a list
    (None: not known). `none` is the type of the word none, `empty` that of `[]` and `{}`."""

    kind: Kind
    domain: int = -1
    optional: bool = False
    low: int = INT_MIN
    high: int = INT_MAX
    element: Type | None = None
    bound: int | None = None

    @property
    def scalar(self) -> bool:
        """Whether a value takes one cell."""
        return self.kind in ("int", "bool", "member", "none")

    @property
    def none(self) -> int:
        """The value that stands for none."""
        return NO_INT if self.kind == "int" else -1

    def required(self) -> Type:
        """The same type without none."""
        return replace(self, optional=False)

    def or_none(self) -> Type:
        """The same type with none."""
        return replace(self, optional=True)

    def widened(self) -> Type:
        """The same type with all knowledge of an int's interval given up, that of ints in a list or map too."""
        if self.kind == "int":
            return replace(self, low=INT_MIN, high=INT_MAX)
        return self if self.element is None else replace(self, element=self.element.widened())


INT = Type("int")
BOOL = Type("bool")
TEXT = Type("text")
NONE_TYPE = Type("none")
EMPTY = Type("empty")
UNKNOWN = Type("unknown")
"""The type of a name whose declaration is faulty: what uses it is silently left out."""


def interval(low: int, high: int) -> Type:
    """An int known to lie in low..high (cut to 32 bits)."""
    return Type("int", low=max(low, INT_MIN), high=min(high, INT_MAX))


def member(domain: int, optional: bool = False) -> Type:
    """A member of a domain."""
    return Type("member", domain=domain, optional=optional)


def list_of(element: Type, bound: int | None = None) -> Type:
    """A list."""
    return Type("list", element=element, bound=bound)


def set_of(domain: int) -> Type:
    """A set of members of a domain."""
    return Type("set", domain=domain)


def map_of(domain: int, element: Type) -> Type:
    """A map from the members of a domain."""
    return Type("map", domain=domain, element=element)


def same_family(a: Type, b: Type) -> bool:
    """Whether values of the two types can be compared for equality or stand in one list (intervals and none aside)."""
    if "unknown" in (a.kind, b.kind):
        return True
    if "none" in (a.kind, b.kind):
        other = b if a.kind == "none" else a
        return other.kind == "none" or other.scalar
    if "empty" in (a.kind, b.kind):
        return a.kind in ("empty", "list", "set") and b.kind in ("empty", "list", "set")
    if a.kind != b.kind:
        return False
    if a.kind in ("member", "set"):
        return a.domain == b.domain
    if a.kind == "list":
        return a.element is None or b.element is None or same_family(a.element, b.element)
    if a.kind == "map":
        return (
            a.domain == b.domain
            and a.element is not None
            and b.element is not None
            and same_family(a.element, b.element)
        )
    return True


def accepts(target: Type, value: Type) -> bool:
    """Whether a value may be stored where `target` is wanted (an int's range is checked when it runs)."""
    if value.kind == "none":
        return target.optional
    if not same_family(target, value):
        return False
    return target.optional or not value.optional or not target.scalar


def join(a: Type, b: Type) -> Type:
    """The type of a value that is one or the other (`same_family` holds)."""
    if a.kind in ("none", "empty"):
        return b.or_none() if a.kind == "none" and b.kind != "none" else b
    if b.kind in ("none", "empty"):
        return a.or_none() if b.kind == "none" else a
    optional = a.optional or b.optional
    if a.kind == "int":
        return Type("int", optional=optional, low=min(a.low, b.low), high=max(a.high, b.high))
    if a.kind == "list":
        element = join(a.element, b.element) if a.element and b.element else a.element or b.element
        bound = max(a.bound, b.bound) if a.bound is not None and b.bound is not None else None
        return Type("list", element=element, bound=bound)
    if a.kind == "map" and a.element and b.element:
        return replace(a, element=join(a.element, b.element))
    return replace(a, optional=optional)
