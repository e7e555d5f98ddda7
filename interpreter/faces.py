"""Which examples need another look after an edit: those whose own text has changed, and those that mention something
that has another face now.

The face of a declaration is what other code can see of it: its types and names, not the code inside. What a face
mentions belongs to it, so that whatever is built on a changed declaration counts as changed too. Names are compared as
words, wherever they stand: an example may be looked at in vain, and is never left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Span

from .check.world import World
from .compiled import Compiled

INSIDE: Mapping[str, frozenset[str]] = {
    "functions": frozenset(["body"]),
    "procedures": frozenset(["effects"]),
    "actions": frozenset(["when", "cost", "announce", "effects"]),
    "adjustments": frozenset(["when", "value", "instead", "before", "after", "at"]),
}
"""Keys whose code nothing outside can see."""

DECLARED = (
    "options", "constants", "enums", "kinds", "boards", "tables", "state", "zones", "functions", "procedures",
    "actions", "adjustments",
)  # fmt: skip
"""Sections of declarations by name."""

_WORD = re.compile(r"\w+")

Face = tuple[Any, frozenset[str]]
"""What can be seen, and the names that it gives."""


AROUND = frozenset(["examples", "look", "lint", "book"])
"""Sections that the rules do not see."""


class SoundExamples:
    """The examples of a ruleset that were sound when they were last looked at, and the faces that they saw."""

    def __init__(self) -> None:
        self._ruleset: Ruleset | None = None
        self._checked: Compiled | None = None
        self._faces: dict[tuple[str, str], Face] = {}
        self._sound: dict[str, Any] = {}
        self._words: dict[str, frozenset[str]] = {}
        self._said: dict[str, Any] = {}
        self._next: dict[tuple[str, str], Face] = {}

    def checked(self, ruleset: Ruleset) -> Compiled | None:
        """What checking these rules gives, if they are where and what they were, and had no fault."""
        before = self._ruleset
        if before is None or self._checked is None:
            return None
        names = [name for name in type(ruleset).model_fields if name not in AROUND]
        return self._checked if all(getattr(before, name) == getattr(ruleset, name) for name in names) else None

    def keep_checked(self, ruleset: Ruleset, checked: Compiled, sound: bool) -> None:
        """What checking these rules gave."""
        self._ruleset, self._checked = (ruleset, checked) if sound else (None, None)

    def doubtful(self, ruleset: Ruleset, world: World) -> list[str]:
        """The names of the examples that need another look, in order."""
        self._next = dict(_faces(ruleset, world))
        changed = _changed(self._faces, self._next)
        self._said = {str(name): _said(decl) for name, decl in ruleset.examples.items()}
        return [name for name, said in self._said.items() if self._is_doubtful(name, said, changed)]

    def _is_doubtful(self, name: str, said: Any, changed: set[str]) -> bool:
        if self._sound.get(name) != said:
            self._words[name] = frozenset(_words(said))
            return True
        words = self._words[name]
        return "never" in words or not changed.isdisjoint(words)  # what is never offered depends on everything

    def keep(self, faulty: Sequence[str]) -> None:
        """All examples but the faulty ones are sound now."""
        self._faces = self._next
        self._sound = {name: said for name, said in self._said.items() if name not in faulty}


def _changed(old: Mapping[tuple[str, str], Face], new: Mapping[tuple[str, str], Face]) -> set[str]:
    """The names of all that looks different, and of what is built on that."""
    found: set[str] = set()
    rest: dict[tuple[str, str], tuple[frozenset[str], frozenset[str]]] = {}
    for key in {*old, *new}:
        faces = [each[key] for each in (old, new) if key in each]
        names = frozenset().union(*[face[1] for face in faces])
        if len(faces) == 2 and faces[0] == faces[1]:
            rest[key] = names, frozenset(_words(faces[1][0]))
        else:
            found |= names
    before = -1
    while before != len(found):
        before = len(found)
        for key, (names, mentioned) in list(rest.items()):
            if not found.isdisjoint(mentioned):
                found |= names
                del rest[key]
    return found


def _faces(ruleset: Ruleset, world: World) -> Iterator[tuple[tuple[str, str], Face]]:
    for section in DECLARED:
        hidden = INSIDE.get(section, frozenset())
        for name, decl in getattr(ruleset, section).items():
            seen: tuple[Any, ...] = (_said(decl, hidden),)
            signature = world.signatures.get(str(name)) if section in ("functions", "procedures") else None
            if signature is not None:
                result = signature.result
                shown = None if result is None else (world.show(result), result.low, result.high)
                seen = (*seen, shown, signature.waits, ("procedure", str(name)) in world.acting)
            yield (section, str(name)), (seen, frozenset((str(name), *_keys(decl))))
    for domain in world.domains:
        yield ("domain", domain.name), (tuple(domain.names), frozenset((domain.name, *domain.names)))
    said = _said(ruleset.players)
    yield ("players", ""), (said, frozenset(_words(said)))
    scopes = tuple(world.steps)
    yield ("scopes", ""), (scopes, frozenset(scopes))


def _said(value: Any, hidden: frozenset[str] = frozenset()) -> Any:
    """What a part of a ruleset says, wherever it stands."""
    if isinstance(value, Code):
        return value.text
    if isinstance(value, BaseModel):
        names = [name for name in type(value).model_fields if name not in hidden and name not in ("source", "text")]
        return tuple([(name, _said(getattr(value, name), hidden)) for name in names])
    if isinstance(value, Mapping):
        return tuple([(str(key), _said(inside, hidden)) for key, inside in value.items()])
    if isinstance(value, list | tuple):
        return tuple([_said(each, hidden) for each in value])
    return None if isinstance(value, Span) else value if isinstance(value, int) else str(value)


def _keys(value: Any) -> Iterator[str]:
    """The names that an author gave inside a declaration: keys of mappings, and the words of plain lists."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _keys(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, inside in value.items():
            yield str(key)
            yield from _keys(inside)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _words(str(each)) if isinstance(each, str) else _keys(each)


def _words(said: Any) -> Iterator[str]:
    """All words of what is said."""
    if isinstance(said, str):
        yield from _WORD.findall(said)
    elif isinstance(said, tuple):
        for each in said:
            yield from _words(each)
