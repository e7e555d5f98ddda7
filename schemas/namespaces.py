"""The names of a mod that are its own: `own_names: true` in the header of an overlay.

What such an overlay adds to what it extends has its name in front, `mod.g13`, so that another mod may add a `g13` too.
In its own files the bare name is enough. The tree is written anew before overlays are merged, with a sign of its own in
place of the dot (`DOT`), which nobody can write: so a name stays one word for all that reads code and keys, and cannot
be taken for a field of something. People are shown the dot, and write it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from collections.abc import Mapping as Spaces
from dataclasses import dataclass, field, replace

from .dots import DOT
from .parts import ROOT
from .source import Code, Report, Span
from .tree import Mapping, Node, Scalar, Sequence, Word, cite

OWN_NAMES = "own_names"
"""The key of the header."""

_UNTOUCHED = frozenset(("ruleset", "rulebook", "book", "lint", "strength", "options", "players", "boards"))
"""Sections of which no name is the mod's own."""
_READ = frozenset(("players", "boards"))
"""Those of them whose code may name what is the mod's own."""
_TEMPLATES = frozenset(("text", "title", "announce", "say", "says", "name"))
_NOT_CODE = frozenset(("source", "extends", "version"))
_HOLDING = frozenset(("change", "replace", "remove"))
_LOCALS = frozenset(("of", "parameters"))
"""Keys under which names stand that are known inside an element alone."""

_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<comment>\#[^\n]*)|(?P<word>[A-Za-z_]\w*)|[.()]"""
)
_ARGUMENT = re.compile(r" *=(?!=)")
_BRACES = re.compile(r"\{([^{}\n]*)\}")
_COPY = re.compile(r"(\w+?)(_[0-9]+)")
_LONGEST = 200
"""So many letters has the name of an action at most that is looked for among the entries."""
_CARRIED = ("adjustments", "triggers")
_BINDS = frozenset(("let", "for", "pick"))


def has_own_names(tree: Mapping) -> bool:
    """Whether the header of an overlay says that its names are its own."""
    header = tree.get("ruleset")
    told = header.get(OWN_NAMES) if isinstance(header, Mapping) else None
    return isinstance(told, Scalar) and told.text == "true"


@dataclass(slots=True)
class Space:
    """The own names of a mod: those of sections and of what entries carry; of entries by themselves, which may have
    copies and, for the `slots` of their kinds, actions. The zones that are `held` stand behind who has them."""

    mod: str
    names: set[str] = field(default_factory=set)
    entries: set[str] = field(default_factory=set)
    slots: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)

    def called(self, word: str) -> str | None:
        """What one of its names is called in the program."""
        own = word in self.names or self.has_entry(word) or self._is_action(word)
        return f"{self.mod}{DOT}{word}" if own else None

    def _is_action(self, word: str) -> bool:
        """Whether the action of an entry is called so, of which the kind has several: `inn_use`."""
        if len(word) > _LONGEST or not self.slots:
            return False
        cuts = [at for at, letter in enumerate(word) if letter == "_"]
        return any(word[:at] in self.entries and word[at + 1 :] in self.slots for at in cuts)

    def has_entry(self, word: str) -> bool:
        """Whether an entry, or one of its copies, is called so."""
        copy = _COPY.fullmatch(word)
        return word in self.entries or (copy is not None and copy[1] in self.entries)


def space_of(mod: str, tree: Mapping, below: Mapping) -> Space:
    """The names that an overlay adds to what it extends."""
    space = Space(mod)
    for section, value in tree.items():
        if not isinstance(value, Mapping) or section in _UNTOUCHED or ROOT.child(section).kind != "names":
            continue
        old = below.get(section)
        there = set(old) if isinstance(old, Mapping) else set()
        new = [str(name) for name in value if name not in there]
        space.names.update(new)
        if section == "zones":
            each = {str(name) for name, zone in value.items() if isinstance(zone, Mapping) and "each" in zone}
            space.held.update(each.intersection(new))
        if section == "kinds":
            space.names.update(f"{name}Entry" for name in new)
            for name, kind in value.items():
                before = old.get(name) if isinstance(old, Mapping) else None
                space.entries.update(_new(kind, before, "entries"))
                _carried(space, kind, before)
    return space


def prose_in(tree: Mapping) -> Iterator[str]:
    """The attributes that hold texts for people."""
    for section in ("kinds", "boards"):
        held = tree.get(section)
        for kind in held.values() if isinstance(held, Mapping) else ():
            told = kind.get("attributes") if isinstance(kind, Mapping) else None
            for name, type_ in told.items() if isinstance(told, Mapping) else ():
                if isinstance(type_, Scalar) and type_.text.strip() == "text":
                    yield str(name)


def _new(one: Node | None, old: Node | None, key: str) -> Iterator[str]:
    """The names that are new under a key of something."""
    names = one.get(key) if isinstance(one, Mapping) else None
    known = old.get(key) if isinstance(old, Mapping) else None
    if isinstance(names, Mapping):
        yield from (str(name) for name in names if not isinstance(known, Mapping) or name not in known)


def _carried(space: Space, kind: Node, old: Node | None) -> None:
    """The names of what the entries of a kind carry: adjustments, triggers and, where the kind has several, actions."""
    if not isinstance(kind, Mapping):
        return
    entries, before = kind.get("entries"), old.get("entries") if isinstance(old, Mapping) else None
    for name, entry in entries.items() if isinstance(entries, Mapping) else ():
        was = before.get(name) if isinstance(before, Mapping) else None
        for key in _CARRIED:
            space.names.update(_new(entry, was, key))
    for each in (kind, old):
        slots = each.get("actions") if isinstance(each, Mapping) else None
        space.slots.update(map(str, slots if isinstance(slots, Mapping) else ()))


class Renamer:
    """Writes the tree of a ruleset or overlay anew: its `own` names, where it has some, and those of all mods that are
    written with a dot."""

    def __init__(
        self, own: Space | None, spaces: Spaces[str, Space], report: Report, prose: Collection[str] = ()
    ) -> None:
        self.own, self.spaces, self.report = own, spaces, report
        self.templates = {*_TEMPLATES, *prose}
        self.told: set[Span] = set()

    def tree(self, tree: Mapping) -> Mapping:
        """The tree anew."""
        return Mapping([(key, self._section(key, value)) for key, value in tree.items()], tree.span)

    def _section(self, section: str, value: Node) -> Node:
        if section in _HOLDING and isinstance(value, Mapping):
            return Mapping([(key, self._section(key, each)) for key, each in value.items()], value.span)
        if section in _UNTOUCHED and section not in _READ:
            return value
        return self._node(value, (section,), template=section == "look")

    def _node(self, node: Node, path: tuple[str, ...], *, template: bool) -> Node:
        key = path[-1]
        if isinstance(node, Mapping):
            if key in _LOCALS:
                self._locals(node)
            return Mapping(
                [(self._key(each, path), self._node(value, (*path, str(each)), template=template))
                 for each, value in node.items()], node.span,
            )  # fmt: skip
        if isinstance(node, Sequence):
            return Sequence([self._node(each, path, template=template) for each in node], node.span)
        if key in _NOT_CODE:
            return node
        return self._scalar(node, template=template or key in self.templates)

    def _key(self, key: str, path: tuple[str, ...]) -> str:
        """A name where it is declared, or where something is changed or shown that has it."""
        known = self._dotted(key)
        span = key.span if isinstance(key, Word) else None
        if known is None and self.own is not None:
            named = len(path) == 1 and path[0] not in _UNTOUCHED and key in self.own.names
            entry = len(path) >= 2 and path[-1] == "entries" and key in self.own.entries
            carried = len(path) > 4 and path[-1] in _CARRIED and key in self.own.names
            known = self.own.called(key) if named or entry or carried or path[0] == "look" else None
        return key if known is None else Word(known, span) if span is not None else Word(known)

    def _dotted(self, word: str) -> str | None:
        mod, dot, name = word.partition(".")
        space = self.spaces.get(mod) if dot else None
        return None if space is None else space.called(name)

    def _locals(self, node: Mapping) -> None:
        for key in node:
            self._local(str(key), node.key_span(key))

    def _local(self, word: str, span: Span) -> None:
        if self.own is not None and self.own.called(word) is not None and span not in self.told:
            self.told.add(span)
            message = f"{cite(word)} is a name of `{self.own.mod}` itself, and nothing else in it can be called so"
            self.report.error("YUP247", message, span, "give one of the two another name")

    # ------------------------------------------------------------ code

    def _scalar(self, node: Scalar, *, template: bool) -> Node:
        edits = list(self._edits(node.text, 0, node) if not template else self._in_braces(node.text, 0, node))
        if not edits:
            return node
        code = node.code
        length, last = 0, 0
        parts: list[str] = []
        pieces: list[tuple[int, int, int]] = []
        for start, end, word in edits:
            pieces += _pieces(code, last, start, length)
            length += start - last
            place = code.at(start, end)
            pieces.append((length, place.line, place.column))
            parts += (node.text[last:start], word)
            length, last = length + len(word), end
        pieces += _pieces(code, last, len(code.text), length)
        return replace(node, text="".join([*parts, node.text[last:]]), pieces=tuple(pieces), inserted=None)

    def _edits(self, text: str, at: int, node: Scalar) -> Iterator[tuple[int, int, str]]:
        """What is written anew in a piece of code: from, to, and the word."""
        before: list[tuple[str, int, int]] = []  # the words and dots in front, nearest last
        depth = 0
        for found in _TOKEN.finditer(text):
            start, end = found.span()
            if found["comment"] is not None:
                continue
            if found["text"] is not None:
                yield from self._in_braces(found["text"], at + start, node)
                before = []
                continue
            word = found[0]
            if word in "()":
                depth, before = depth + (1 if word == "(" else -1), []
                continue
            behind_dot = bool(before) and before[-1][0] == "." and before[-1][2] == start
            if word != "." and behind_dot:
                holder = before[-2] if len(before) > 1 else ("", 0, 0)
                alone = len(before) < 3 or before[-3][0] != "." or before[-3][2] != holder[1]
                space = self.spaces.get(holder[0])
                known = space is not None and (alone or word in space.held)
                called = space.called(word) if known and space is not None else None
                if called is not None:
                    yield at + holder[1], at + end, called
                elif self.own is not None and (
                    word in self.own.held or (holder[0][:1].isupper() and self.own.has_entry(word))
                ):
                    yield at + start, at + end, str(self.own.called(word))
            elif word != "." and self.own is not None and self.own.called(word) is not None:
                if before and before[-1][0] in _BINDS:
                    self._local(word, node.code.at(at + start, at + end))
                elif depth <= 0 or not _ARGUMENT.match(text, end):  # else it is what an argument is called
                    yield at + start, at + end, str(self.own.called(word))
            before = [*before[-2:], (word, start, end)]

    def _in_braces(self, text: str, at: int, node: Scalar) -> Iterator[tuple[int, int, str]]:
        for found in _BRACES.finditer(text):
            yield from self._edits(found[1], at + found.start(1), node)


def _pieces(code: Code, start: int, end: int, at: int) -> Iterator[tuple[int, int, int]]:
    """The places of what stays, which begins at another place of the text now."""
    part = code.part(start, end)
    for offset, line, column in part.pieces:
        yield at + offset, line, column
