"""The smallest edit of the files of a ruleset, or of its last overlay, that makes a thing say something else.

Paths lead through the sections by names (`constants.rows.value`), to a step by its section and its name wherever it
stands (`flow.turn.times`). Of an overlay, what it adds itself is edited there; what it finds in its base is written
under `change:`, `remove:` or `replace:`, and no longer where it says again what the base says.
"""

from __future__ import annotations

from collections.abc import Mapping as Mapping_
from dataclasses import dataclass, field
from pathlib import Path

from yupana.schemas.compose import Composed, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import files_of
from yupana.schemas.opened import real
from yupana.schemas.overlay_tree import long_form, step_name
from yupana.schemas.parts import ROOT, Part
from yupana.schemas.steps import STEP_WORDS
from yupana.schemas.texts import languages, text_file
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence

from ..authoring.parsed_yaml import Value
from ..authoring.yaml_file import YamlFile
from ..format.page import format_text
from ..format.roles import Attributes

Way = tuple[str, ...]


def below(composed: Composed) -> Mapping | None:
    """What the last overlay lies on; None for a ruleset without overlays."""
    if len(composed.parts) < 2:
        return None
    return compose("+".join(map(str, composed.parts[:-1]))).tree


def found(tree: Node | None, way: Way) -> Node | None:
    """What a ruleset says at a path; None where it says nothing."""
    node, part = tree, ROOT
    for key in way:
        if isinstance(node, Sequence) and part.kind == "steps":
            node, part = _step(node, key), part.item or part
            continue
        node = long_form(node, part) if node is not None and part.kind == "element" else node
        node = node.get(key) if isinstance(node, Mapping) else None
        part = part.child(key)
        if node is None:
            return None
    return node


def _step(steps: Sequence, name: str) -> Node | None:
    for step in steps:
        if step_name(step) == name:
            return step
        inner = step.get("steps") if isinstance(step, Mapping) else None
        deeper = _step(inner, name) if isinstance(inner, Sequence) else None
        if deeper is not None:
            return deeper
    return None


def part_at(way: Way) -> tuple[Part, int]:
    """What kind of place a path leads to, and how many of its keys lead to the named thing that it is part of."""
    part, named = ROOT, 0
    for number, key in enumerate(way, 1):
        through = part.kind in ("names", "steps")
        part = (part.item or part) if part.kind == "steps" else part.child(key)
        if through and part.kind == "element":
            named = number
    return part, named or min(len(way), 1)


def told(node: Node | None) -> Value | None:
    """What a node says, as it would be written."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {str(key): each for key, value in node.items() if (each := told(value)) is not None}
    if isinstance(node, Sequence):
        texts = [each.text for each in node if isinstance(each, Scalar)]
        if len(texts) == len(node):
            return texts
        raise UsageError("A list of lists cannot be written by a form: edit it where it stands.")
    return None


def is_same(node: Node | None, value: Value) -> bool:
    """Whether a node says a value."""
    try:
        said = told(node)
    except UsageError:
        return False
    if isinstance(said, list) != isinstance(value, list) and not isinstance(said, dict):
        said = said if isinstance(said, list) or said is None else [said]
        value = [value] if isinstance(value, str) else value
    return said.strip() == value.strip() if isinstance(said, str) and isinstance(value, str) else said == value


@dataclass(slots=True)
class Rewriter:
    """The files of the last part of what was composed, and edits of them. Raises UsageError for what is to be edited by
    hand."""

    composed: Composed
    files: list[YamlFile] = field(default_factory=list)
    texts: list[YamlFile] = field(default_factory=list)
    base: Mapping | None = None

    def __post_init__(self) -> None:
        part = self.composed.parts[-1]
        self.files = [YamlFile(each) for each in files_of(part)]
        self.texts = [YamlFile(each) for lang in languages([part]) if (each := text_file(part, lang)).is_file()]
        self.base = below(self.composed)

    @property
    def is_overlay(self) -> bool:
        """Whether it is an overlay."""
        return len(self.composed.parts) > 1

    # ------------------------------------------------------------ edits

    def set(self, way: Way, value: Value) -> None:
        """Say something at a path."""
        _, named = part_at(way)
        if not self._is_below(way[:named]):
            self._write((), way, value)
            return
        replacing = self._file(("replace", *way[:named]))
        if replacing is not None:
            self._write(("replace",), way, value)
            return
        self._give_back(way)
        if is_same(found(self.base, way), value):
            self._forget(way)
        elif part_at(way[:-1])[0].kind == "names" and found(self.base, way) is None:
            self._write((), way, value)  # a name that the base lacks is added
        else:
            self._write(("change",), way, value)

    def clear(self, way: Way) -> None:
        """Say nothing at a path any more."""
        _, named = part_at(way)
        if not self._is_below(way[:named]):
            self._drop((), way)
            return
        if self._file(("replace", *way[:named])) is not None:
            self._drop(("replace",), way)
            return
        self._forget(way)
        self._drop((), way)
        if found(self.base, way) is not None:
            self._take_away(way)

    def add(self, way: Way, value: Value) -> None:
        """A new thing with a name."""
        if found(self.composed.tree, way) is not None:
            raise UsageError(f"There is something with the name `{way[-1]}` already.")
        self._home(way).set(self._where(self._home(way), way), value)

    def remove(self, way: Way) -> None:
        """Take a named thing away."""
        for block in ("change", "replace"):
            self._drop((block,), way)
        if self._is_below(way):
            self._drop((), way)
            self._take_away(way)
        else:
            self._drop((), way)
            self._forget_words(way)

    def restore(self, way: Way) -> None:
        """What an overlay took away is there again."""
        if not self._give_back(way):
            raise UsageError(f"`{way[-1]}` is not removed here.")

    @property
    def is_removed(self) -> list[Way]:
        """All that the overlay takes away."""
        return [way for file in self.files for way in _names_below(file, ("remove",))]

    def changed(self, way: Way) -> bool:
        """Whether the overlay says something of a thing of its base."""
        places = (("change",), ("replace",), ()) if self._is_below(way) else ()
        return any(self._file((*block, *way)) is not None for block in places)

    # ------------------------------------------------------------ what comes of them

    def results(self) -> dict[Path, str]:
        """The files that say something else now, laid out as they were: one that was laid out well is so again."""
        changed = [each for each in (*self.files, *self.texts) if each.text != each.before]
        if not changed:
            return {}
        attributes = Attributes.of(self.composed.ruleset or self.composed.partial)
        for file in changed:
            if format_text(file.before, attributes) == file.before:
                file.text = format_text(file.text, attributes)
        return {each.path: each.after for each in changed if each.after != each.raw}

    # ------------------------------------------------------------ places

    def _is_below(self, way: Way) -> bool:
        """Whether the base has it."""
        return self.is_overlay and found(self.base, way) is not None

    def _where(self, file: YamlFile, way: Way, block: Way = ()) -> Way:
        """A path in a file: where a step stands in lists, it is found by its number. In a block of an overlay it has
        its name."""
        if way[0] not in ("flow", "setup") or block or len(way) < 2:
            return (*block, *way)
        at = _numbered(file, (way[0],), way[1])
        if at is None:
            raise UsageError(f"There is no step `{way[1]}` in `{file.shown}` that could be edited.")
        return (*at, *way[2:])

    def _file(self, way: Way) -> YamlFile | None:
        block, rest = ((way[0],), way[1:]) if way[0] in ("change", "replace", "remove") else ((), way)
        for each in self.files:
            if rest[:1] in (("flow",), ("setup",)) and not block and len(rest) > 1:
                at = _numbered(each, (rest[0],), rest[1])
                if at is not None and (len(rest) == 2 or each.has((*at, *rest[2:]))):
                    return each
            elif each.has(way):
                return each
        return None

    def _home(self, way: Way) -> YamlFile:
        """Where something is written that stands nowhere yet: beside what is like it."""
        for length in range(len(way) - 1, 0, -1):
            file = self._file(way[:length])
            if file is not None:
                return file
        return next((each for each in self.files if each.has(("ruleset",))), self.files[0])

    def _write(self, block: Way, way: Way, value: Value) -> None:
        part, named = part_at(way[: part_at(way)[1]])
        key = way[named:]
        file = self._file((*block, *way[:named])) or self._home((*block, *way))
        thing = self._where(file, way[:named], block)
        short = part.short_key
        items = file.items(thing)
        is_short = short is not None and items is not None and file.has(thing)
        others = [each for group in (part.model.exclusive if part.model else ()) if key[0] in group
                  for each in group if each != key[0]]  # fmt: skip
        if is_short and key == (short,) and not isinstance(value, dict):
            file.set(thing, value)
        elif is_short and short is not None:
            known: dict[str, Value] = {} if short in others or items is None else {short: _alone(items)}
            file.set(thing, {**known, **_nested(key, value)})
        elif key == (short,) and block and not file.has(thing) and not isinstance(value, dict):
            file.set(thing, value)
        else:
            file.set((*thing, *key), value)
            for other in others:
                file.remove((*thing, other), len(thing))

    def _drop(self, block: Way, way: Way) -> None:
        """Write no more what stands at a path."""
        file = self._file((*block, *way))
        if file is None:
            return
        _, named = part_at(way)
        if way[0] in ("flow", "setup") and not block and len(way) == 2:
            *above, number = self._where(file, way)
            file.remove_item(tuple(above), int(number))
            return
        place = self._where(file, way, block)
        keep = 0 if block or self.is_overlay or len(way) <= named else len(place) - (len(way) - named)
        file.remove(place, keep)
        part, _ = part_at(way[:named])
        thing = place[: len(place) - (len(way) - named)]
        if part.short_key is not None and file.keys(thing) == [part.short_key] and len(way) > named:
            left = file.items((*thing, part.short_key))
            if left is not None:
                file.set(thing, _alone(left))

    def _forget(self, way: Way) -> None:
        self._drop(("change",), way)
        _, named = part_at(way)
        file = self._file(("change", *way[:named]))
        part, _ = part_at(way[:named])
        if file is not None and way[named:] == (part.short_key,) and file.items(("change", *way[:named])) is not None:
            file.remove(("change", *way[:named]), 0)

    def _take_away(self, way: Way) -> None:
        whole = ("remove", *way[:-1])
        file = self._file(whole) or self._home(whole)
        known = file.items(whole) if file.has(whole) else []
        if known is None:
            raise UsageError(f"`{'.'.join(whole)}` removes keys of single things: remove `{way[-1]}` there by hand.")
        if way[-1] not in known:
            file.set(whole, [*known, way[-1]])

    def _give_back(self, way: Way) -> bool:
        """Take what an overlay removes from its list. Whether it stood there."""
        whole = ("remove", *way[:-1])
        for file in self.files:
            known = file.items(whole) or []
            if way[-1] in known:
                left = [each for each in known if each != way[-1]]
                if left:
                    file.set(whole, left)
                else:
                    file.remove(whole, 0)
                return True
        return False

    def _forget_words(self, way: Way) -> None:
        """Files of texts say nothing of what is gone."""
        path = ".".join(way)
        for file in self.texts:
            for key in reversed(file.keys(("texts",))):
                if key == path or key.startswith(f"{path}."):
                    file.remove(("texts", key), 0)


def _alone(items: list[str]) -> Value:
    return items[0] if len(items) == 1 else items


def _nested(key: Way, value: Value) -> dict[str, Value]:
    for each in reversed(key):
        value = {each: value}
    assert isinstance(value, dict)
    return value


def _numbered(file: YamlFile, steps: Way, name: str) -> Way | None:
    """Where a step stands in the lists of a file."""
    for number in range(file.size(steps)):
        at = (*steps, str(number))
        if any(file.items((*at, word)) == [name] for word in STEP_WORDS if file.has((*at, word))):
            return at
        deeper = _numbered(file, (*at, "steps"), name)
        if deeper is not None:
            return deeper
    return None


def _names_below(file: YamlFile, way: Way) -> list[Way]:
    names = [] if way == ("remove",) else file.items(way)
    if names:
        return [(*way[1:], each) for each in names]
    return [each for key in file.keys(way) for each in _names_below(file, (*way, key))]


def changed_texts(files: Mapping_[Path, str]) -> dict[str, str | bytes]:
    """The texts of files as those that are open."""
    return {real(path): text.removeprefix("\ufeff") for path, text in files.items()}
