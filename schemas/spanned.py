"""`Spanned`, the base of all ruleset models: an element of a ruleset, and where it and each of its keys stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Any, ClassVar, Self, get_args

from pydantic import BaseModel, ConfigDict, PrivateAttr, ValidationInfo, model_validator
from pydantic.fields import FieldInfo

from .fields import CodeRole, Reader, fault, place
from .model_cache import ReadingContext
from .nearest import nearest
from .quoting import corrected_pair
from .source import Diagnostic, Fix, Hint, Span, fixes_of
from .tree import FALSE_BLANK, Mapping, Node, Scalar, Sequence, Word, cite, shape
from .walk import attributes, names

_OTHERWISE = {
    "do": ("effects",), "effects": ("do",), "effect": ("effects", "do"), "condition": ("when", "if"), "if": ("when",),
    "expect": ("then",), "result": ("then",), "default": ("start",), "initial": ("start",), "minimum": ("min",),
    "maximum": ("max",), "cards": ("kinds",), "pieces": ("kinds",), "components": ("kinds",), "turns": ("flow",),
    "rounds": ("flow",), "phases": ("flow",), "score": ("scoring",), "variables": ("state",), "fields": ("state",),
    "globals": ("state",), "game": ("ruleset",), "header": ("ruleset",), "moves": ("actions",), "map": ("boards",),
}  # fmt: skip
"""What others call a key, or what it is called elsewhere in a ruleset: the keys that it may stand for."""


def refuse_unknown(
    node: Mapping, keys: Collection[str], noun: str, info: ValidationInfo, shown: Collection[str] = ()
) -> Mapping:
    """Tells of unknown keys; goes on with the key that was meant where it is clear, so that a slip is told once. The
    hint shows all keys, or those that are `shown`."""
    if all(key in keys for key in node):
        return node
    kept: list[tuple[Word, Node]] = []
    meant: list[tuple[str, Node]] = []
    for key, value in node.items():
        word = key if isinstance(key, Word) else Word(key)
        if word in keys:
            kept.append((word, value))
            continue
        near = next((each for each in _OTHERWISE.get(word, ()) if each in keys), "") or nearest(word, keys)
        message = f"unknown key {cite(word)} of {noun}" + (f"; did you mean `{near}`?" if near else "")
        hint = f"{noun} may have " + ", ".join(f"`{each}`" for each in shown or keys)
        hint = Hint(hint, Fix(word, near)) if near else hint
        if blank := FALSE_BLANK.search(word):
            hint = f"YAML does not accept a blank in it (U+{ord(blank.group()):04X}); write an ordinary space"
        if " " in word and isinstance(value, Scalar) and value.is_empty:  # half a value, not a key
            better = corrected_pair(kept[-1][1], word.span) if kept else ""
            hint = "inside `{ }` a `,` ends a value; if this belongs to the one before, "
            hint = Hint(hint + (better or "put it all in quotes"), *fixes_of(better))
        elif word[:1] in "<>=!~":  # half a range of versions
            hint = "inside `{ }` a `,` ends a value: put the range of versions with its name into quotes"
        elif " " in word and (better := corrected_pair(value, word.span)):
            hint = Hint(f"YAML reads a `: ` as the end of a key; if this is code, {better}", *fixes_of(better))
        if not isinstance(info.context, ReadingContext):
            raise fault("YUP201", message, place(word), hint)
        info.context.faults.append(Diagnostic("YUP201", "error", message, word.span, hint))
        if near and near not in node and all(near != each for each, _ in kept):
            kept.append((Word(near, word.span), value))
        elif near:
            meant.append((near, value))
    for near, value in meant:
        kept = [(key, _with_more(old, value) if key == near else old) for key, old in kept]
    return Mapping(kept, node.span)


def _with_more(old: Node, more: Node) -> Node:
    """A mapping with what stands under a key that is misspelled; what is there already stays."""
    if not isinstance(old, Mapping) or not isinstance(more, Mapping):
        return old
    known = [(key, _with_more(value, more[key]) if key in more else value) for key, value in old.items()]
    return Mapping([*known, *((key, value) for key, value in more.items() if key not in old)], old.span)


class Spanned(BaseModel):
    """An element of a ruleset: its attributes, and where it and each of its keys stand in the author's files."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    noun: ClassVar[str] = "this"
    """What messages call an element of this model."""
    open_keys: ClassVar[bool] = False
    """Whether keys that the model does not name are allowed (`arrange` puts them where they belong)."""
    open_model: ClassVar[type[Any] | None] = None
    """What may stand under a key that the model does not name, beside single values."""
    short_key: ClassVar[str | None] = None
    """The key whose value may be written alone, in place of the mapping."""
    may_be_empty: ClassVar[bool] = False
    """Whether `name:` with nothing behind it is allowed: an element with no keys."""
    exclusive: ClassVar[tuple[frozenset[str], ...]] = ()
    """Groups of keys of which an element has at most one; an overlay that gives one takes the others away."""
    alternatives: ClassVar[tuple[type[Any], ...]] = ()
    """The models of which every such element has one, if it is not this one itself."""

    _node: Mapping = PrivateAttr(default_factory=Mapping)

    @classmethod
    def roles(cls) -> dict[str, CodeRole]:
        """What the code is that stands under each attribute that holds code, in it or in a list or mapping there."""
        return _roles(cls)

    @classmethod
    def arrange(cls, node: Mapping) -> Mapping:
        """Bring what an author may write into the form of the model."""
        return node

    def examine(self, node: Mapping) -> None:
        """Check what no single key shows; raises `fault(…)`."""

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, node: Any, handler: Callable[[Any], Self], info: ValidationInfo) -> Self:
        context = info.context
        if not isinstance(context, ReadingContext) or context.kept is None or not isinstance(node, Mapping):
            return cls._made(node, handler, info)
        known = context.kept.model(cls, node)
        if known is not None:
            found: Self = known
            return found
        before = len(context.faults)
        element = cls._made(node, handler, info)
        if len(context.faults) == before:
            context.kept.keep(cls, node, element)
        return element

    @classmethod
    def _made(cls, node: Any, handler: Callable[[Any], Self], info: ValidationInfo) -> Self:
        if isinstance(node, Scalar) and node.is_empty and cls.may_be_empty:
            node = Mapping((), node.span)
        elif isinstance(node, (Scalar, Sequence)) and cls.short_key is not None:
            if isinstance(node, Scalar) and node.is_empty:
                raise fault("YUP208", "this has no value", None, "give it one, or leave the key out")
            node = Mapping([(Word(cls.short_key, node.span), node)], node.span)
        if not isinstance(node, Mapping):
            if isinstance(node, (dict, cls)):
                return handler(node)
            if isinstance(node, Scalar) and node.is_empty:
                raise fault("YUP208", "this has no value", None, "write its keys on the next lines, or leave it out")
            blank = FALSE_BLANK.search(node.text) if isinstance(node, Scalar) else None
            hint = (
                f"YAML does not accept a blank in it (U+{ord(blank.group()):04X}); write an ordinary space"
                if blank
                else ""
            )
            message = f"expected a mapping (`key: value`), found {shape(node)}"
            raise fault("YUP203", message, place(node), hint)
        arranged = cls.arrange(node if cls.open_keys else refuse_unknown(node, cls.keys(), cls.noun, info))
        element = handler(arranged)
        element._node = arranged
        element.examine(arranged)
        return element

    @classmethod
    def keys(cls) -> dict[str, bool]:
        """The keys an author may write, in the order in which they are read best, and whether each is needed."""
        return {each.key: each.info.is_required() for each in attributes(cls)}

    @classmethod
    def in_order(cls, written: Collection[str]) -> list[str]:
        """The keys of an element, in the order in which they are read best, as `fmt` writes them.

        They stay as they are written where that order is the author's: with attributes among them, with a key that is
        not known (it may be no such element), or with several of which an overlay gives one, since the last counts.
        """
        kind = max(cls.alternatives or (cls,), key=lambda each: len({*each.keys()}.intersection(written)))
        known = [key for key in kind.keys() if key in written]  # noqa: SIM118  (a method of the models, not of a dict)
        several = any(len(group.intersection(written)) > 1 for group in kind.exclusive)
        return list(written) if kind.open_keys or several or len(known) < len(written) else known

    @classmethod
    def fields_by_key(cls) -> dict[str, FieldInfo]:
        """The fields by the keys an author may write; of a model with `alternatives`, those of all of them."""
        found: dict[str, FieldInfo] = {}
        for kind in cls.alternatives or (cls,):
            infos = {each.key: each.info for each in attributes(kind)}
            for key in kind.keys():  # noqa: SIM118  (a method of the models, not of a dict)
                found.setdefault(key, infos[key])
        return found

    @property
    def span(self) -> Span:
        """The whole element."""
        return self._node.span

    @property
    def node(self) -> Mapping:
        """The part of the source tree the element was read from."""
        return self._node

    def _key(self, name: str) -> str:
        return names(type(self)).get(name, name)

    def has(self, name: str) -> bool:
        """Whether the author wrote this key (given as the key or as the attribute)."""
        return self._key(name) in self._node

    def key_span(self, name: str) -> Span:
        """Where a key stands (given as the key or as the attribute); the whole element if it is not written."""
        return self._node.key_span(self._key(name))

    def value_span(self, name: str) -> Span:
        """Where the value of a key stands; the whole element if the key is not written."""
        return self._node.value_span(self._key(name))


@cache
def _roles(model: type[Spanned]) -> dict[str, CodeRole]:
    found = {}
    for name, _, info in attributes(model):
        for each in (*info.metadata, *_inside(info.annotation)):
            if isinstance(each, Reader) and each.role is not None:
                found[name] = each.role
    return found


def _inside(annotation: Any) -> Iterator[Any]:
    """What an annotation is made of."""
    yield annotation
    for each in get_args(annotation) if not isinstance(annotation, type) or get_args(annotation) else ():
        yield from _inside(each)
