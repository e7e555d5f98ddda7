"""What every named element of a ruleset has."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, Field

from .fields import PlainText, Strings, fault
from .spanned import Spanned
from .tree import Mapping, Word
from .walk import inside, names, once_for_each


def one_of(node: Mapping, *keys: str) -> None:
    """Refuses a mapping that has none, or more than one, of the keys."""
    found = [key for key in node if key in keys]
    words = ", ".join(f"`{key}`" for key in keys[:-1]) + f" or `{keys[-1]}`"
    if not found:
        raise fault("YUP202", f"one of {words} is missing here", None)
    if len(found) > 1:
        raise fault("YUP210", f"only one of {words} can stand here", node.key_span(found[1]))


class Element(Spanned):
    """Anything with a name in a ruleset: it may cite rules and carry a text."""

    source: Strings = Field(default_factory=list)
    text: PlainText | None = None


class Datum(Element):
    """An element of few words, which mostly stands on one line: what it is comes before what it cites and its text."""

    @classmethod
    def keys(cls) -> dict[str, bool]:  # noqa: D102
        found = super().keys()
        return {**{key: found.pop(key) for key in list(found) if key not in names(Element)}, **found}


def cited(value: object) -> Iterator[Word]:
    """Every rule id that an element or anything inside it cites."""
    if isinstance(value, Element):
        yield from value.source
    for _, part in inside(value):
        if isinstance(part, Element):
            yield from _cited_in(part)
        elif isinstance(part, BaseModel | dict | list) and part:
            yield from cited(part)


@once_for_each
def _cited_in(element: Element) -> list[Word]:
    return list(cited(element))
