"""What the grammar of the editors knows of rulesets: read off the models, the grammar of code and the tables of words.

A key has one shape whatever the element that it stands in, since a TextMate grammar sees no more of the way to it than
that: where models differ, the shape allows for all of them.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from yupana.interpreter.check.builtins import BUILTINS
from yupana.interpreter.check.comprehensions import WORDS as REDUCTIONS
from yupana.interpreter.check.world import WORDS as NAMES_OF_THE_LANGUAGE
from yupana.interpreter.language import node_effects
from yupana.interpreter.language.grammar import GRAMMAR
from yupana.interpreter.language.lexer import TOGETHER
from yupana.interpreter.language.tokens import RESERVED
from yupana.schemas.fields import Reader
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.parts import model_of
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.spanned import Spanned

ROLES = ("effects", "event", "move", "expression", "type", "template", "drawing", "data")
"""What a scalar may be; of several, the first counts."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand under a key: a scalar of a role, items, elements by their names (`names`), keys of an element."""

    scalar: str = ""
    item: Shape | None = None
    names: Shape | None = None
    element: bool = False

    def __or__(self, other: Shape) -> Shape:
        """What allows for both."""
        roles = [each for each in ROLES if each in (self.scalar, other.scalar)]
        return Shape(
            roles[0] if roles else "",
            _either(self.item, other.item),
            _either(self.names, other.names),
            self.element or other.element,
        )


def _either(one: Shape | None, other: Shape | None) -> Shape | None:
    return one | other if one is not None and other is not None else one or other


@cache
def keys() -> dict[str, Shape]:
    """The shape of every key that the models name, and of the blocks of overlays."""
    found: dict[str, Shape] = dict.fromkeys(BLOCKS, Shape(element=True))
    found["remove"] = Shape("data")
    for model in _models():
        for key, info in model.fields_by_key().items():
            annotation: Any = info.annotation
            for each in info.metadata:
                annotation = Annotated[annotation, each]
            shape = _shape(annotation)
            found[key] = found[key] | shape if key in found else shape
    return dict(sorted(found.items()))


def _models() -> Iterator[type[Spanned]]:
    """Every model that a file of a ruleset may have elements of."""
    seen: set[type[Spanned]] = set()
    waiting: list[Any] = [Ruleset]
    while waiting:
        annotation = waiting.pop()
        model = model_of(annotation) or annotation
        if isinstance(model, type) and issubclass(model, Spanned) and model not in seen:
            seen.add(model)
            yield model
            waiting += [info.annotation for info in model.fields_by_key().values()]
            waiting += [model.open_model] if model.open_model is not None else []
        waiting += [each for each in get_args(annotation) if not isinstance(each, (str, Reader))]


def _shape(annotation: Any) -> Shape:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        readers = [each for each in arguments[1:] if isinstance(each, Reader)]
        return Shape(_role(readers[0])) if readers else _shape(arguments[0])
    element = model_of(annotation) or annotation
    if isinstance(element, type) and issubclass(element, Spanned):
        if element.short_key is None:
            return Shape(element=True)
        short = element.fields_by_key()[element.short_key]
        whole: Any = short.annotation
        for each in short.metadata:
            whole = Annotated[whole, each]
        return replace(_shape(whole), element=True)
    if origin in (Union, types.UnionType):
        found = Shape()
        for each in arguments:
            found |= Shape() if each is type(None) else _shape(each)
        return found
    if origin is dict:
        return Shape(names=_shape(arguments[1]))
    if origin is list:
        item = _shape(arguments[0])
        # a single value may stand for a list of one, and an overlay names the steps that it changes
        return Shape(item.scalar, item, item if item.element else None)
    return Shape("data")


def _role(reader: Reader) -> str:
    if reader.role is None or reader.role == "attribute":  # which is data as far as one can see
        return "data"
    return "effects" if reader.role == "body" else reader.role


def statements() -> list[str]:
    """The words that begin a statement, but for those that are never names."""
    forms = [each.forms for each in vars(node_effects).values() if hasattr(each, "forms")]
    return sorted({"option", *(word for each in forms for word in each)} - RESERVED)


def clauses() -> list[str]:
    """The words that stand inside statements and walks and may be names elsewhere."""
    pairs = {word for pair in TOGETHER.values() for word in pair.split()}
    written = {*_words_of("statements"), *_words_of("expressions, from loose to tight"), *pairs}
    return sorted(written - RESERVED - {*statements()} | {"pass"})


def reserved() -> list[str]:
    """The words that are never names, without the constants."""
    return sorted(RESERVED - {*constants()})


def constants() -> list[str]:
    """The values that the grammar knows."""
    return ["false", "none", "true"]


def own_names() -> list[str]:
    """The names that the language gives a meaning."""
    return sorted({*NAMES_OF_THE_LANGUAGE} - {*constants()})


def builtins() -> list[str]:
    """The functions that the language has."""
    # words that the grammar reads together with their bracket
    bracketed = {found.lower() for line in _lines() for found in re.findall(r"_([A-Z]+)_CALL", line)}
    return sorted({*BUILTINS, *REDUCTIONS, *bracketed})


def types_of_values() -> list[str]:
    """The types that have a word of their own."""
    return sorted({*_words_of("types"), "bool", "text"})


def happenings() -> list[str]:
    """The words of what a trigger waits for."""
    return sorted({word for line in _lines() for word in re.findall(r'"([a-z]+)"', line) if "-> event_" in line})


def _words_of(section: str, pattern: str = r'"([a-z]+)"') -> set[str]:
    """The words in quotes that a section of the grammar of code writes."""
    inside, found = False, set[str]()
    for line in _lines():
        if line.startswith("// ---"):
            inside = line.strip("/- ") == section
        elif inside:
            found.update(re.findall(pattern, line))
    assert found, f"the grammar has no section `{section}`"
    return found


def _lines() -> list[str]:
    return GRAMMAR.read_text(encoding="utf-8").splitlines()
