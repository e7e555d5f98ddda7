"""Which element of the new ruleset is which of the old one: by their names, unnamed steps by what they do, and renamed
ones by everything else being equal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING

from yupana.interpreter.language.prose import in_code

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element, Elements

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_NAMES = re.compile(r"\[?[\w, ]*\]?")
_COUNTED = re.compile(r"(.+)(_[0-9]+)")
_SAME_STEP = 0.5
"""How much of an unnamed step must be as it was to be taken for the same."""


@dataclass
class Pairing:
    """`pairs` gives the old path for every new one that was there; `renamed` the new paths among them with a new name;
    `names` the new name for every old one."""

    pairs: dict[str, str]
    renamed: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)

    def translated(self, text: str, *, code: bool, is_text: bool = False) -> str:
        """Old code with the new names in it; the words of its texts stay (`is_text`: all of it is such a text, without
        quotes). What is no code is left as it is unless it is a list of names."""
        if not self.names or not (code or _NAMES.fullmatch(text)):
            return text
        return in_code(lambda piece: _WORD.sub(lambda found: self._name(found.group()), piece), text, is_text=is_text)

    def _name(self, word: str) -> str:
        counted = _COUNTED.fullmatch(word)
        if word not in self.names and counted and counted[1] in self.names:
            return self.names[counted[1]] + counted[2]
        return self.names.get(word, word)

    def source(self, element: Element) -> tuple[str, ...]:
        """The rules that an old element cites, in the new names."""
        return tuple([self._rules.get(rule, rule) for rule in element.source])

    @cached_property
    def _rules(self) -> dict[str, str]:
        """The new ids of rules that have one, by their old ones."""
        head = "rules."
        found = [(self.pairs[path], path) for path in self.renamed if path.startswith(head)]
        return {was.removeprefix(head): path.removeprefix(head) for was, path in found}

    def parts(self, element: Element) -> dict[str, str]:
        """The parts of an old element in the new names."""
        if not self.names:
            return element.parts
        return {
            self.translated(key, code=True): self._value(element, key, value) for key, value in element.parts.items()
        }

    def meaning(self, element: Element) -> dict[str, tuple[str, str]]:
        """The same without the names of locals, by the keys of the parts."""
        return {
            self.translated(key, code=True): (
                self.translated(element.meaning_of(key)[0], code=True),
                self._value(element, key, element.meaning_of(key)[1]),
            )
            for key in element.parts
        }

    def _value(self, element: Element, key: str, value: str) -> str:
        if key in element.plain:
            return value
        return self.translated(value, code=key in element.code, is_text=element.holds_text(key))


def pair(old: Elements, new: Elements, known: Mapping[str, str] | None = None) -> Pairing:
    """Find out which is which. `known` are the old paths of elements, by their new ones, that are known to have another
    name, besides those that are found here."""
    pairs = {path: path for path in new.by_path if path in old.by_path and not _is_unnamed_step(new.by_path[path])}
    pairing = Pairing(pairs)
    _take_known(old, new, pairing, known or {})
    gone, come = _left(old, pairs.values()), _left(new, pairs)
    _find_renamed(old, new, pairing, gone, come)
    _pair_steps(old, new, pairing)
    return pairing


def _is_unnamed_step(element: Element) -> bool:
    return element.section in ("setup", "flow") and element.name.isdigit()


def _left(elements: Elements, paired: Iterable[str]) -> dict[str, Element]:
    """The named elements that have no partner."""
    known = set(paired)
    return {each.path: each for each in elements if each.path not in known and not _is_unnamed_step(each)}


# ---------------------------------------------------------------- unnamed steps


def _pair_steps(old: Elements, new: Elements, pairing: Pairing) -> None:
    """Unnamed steps of the same parent, in order; a step in between shifts the numbers of the others."""
    ours, theirs = _unnamed(new), _unnamed(old)
    for (section, parent), steps in sorted(ours.items(), key=lambda item: item[0][1].count(".")):
        before = theirs.get((section, pairing.pairs.get(parent, "-") if parent else ""), [])
        _match(before, steps, pairing)


def _unnamed(elements: Elements) -> dict[tuple[str, str], list[Element]]:
    """The unnamed steps by their section and parent."""
    found: dict[tuple[str, str], list[Element]] = {}
    for each in elements:
        if _is_unnamed_step(each):
            found.setdefault((each.section, each.within or ""), []).append(each)
    return found


def _match(theirs: list[Element], ours: list[Element], pairing: Pairing) -> None:
    before, after = [_content(each) for each in theirs], [_content(each) for each in ours]
    free_old, free_new = set(range(len(theirs))), set(range(len(ours)))
    for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        for i in range(block.size):
            pairing.pairs[ours[block.b + i].path] = theirs[block.a + i].path
            free_old.discard(block.a + i)
            free_new.discard(block.b + i)
    likeness = [
        (SequenceMatcher(None, before[i], after[j], autojunk=False).ratio(), -abs(i - j), i, j)
        for i in free_old
        for j in free_new
    ]
    for ratio, _, i, j in sorted(likeness, reverse=True):
        if ratio >= _SAME_STEP and i in free_old and j in free_new:
            pairing.pairs[ours[j].path] = theirs[i].path
            free_old.discard(i)
            free_new.discard(j)


def _content(step: Element) -> str:
    return "\n".join([step.text, *(f"{key}: {value}" for key, value in step.parts.items())])


# ---------------------------------------------------------------- renamed


def _find_renamed(
    old: Elements, new: Elements, pairing: Pairing, gone: Mapping[str, Element], come: Mapping[str, Element]
) -> None:
    """Elements that are equal in everything but names that are gone and names that have come."""
    tops_old = [each for each in gone.values() if each.within not in gone]
    tops_new = [each for each in come.values() if each.within not in come]
    if not tops_old or not tops_new:
        return
    masks_old, masks_new = _names(gone.values()), _names(come.values())
    candidates: dict[tuple[object, ...], list[Element]] = {}
    for each in tops_old:
        candidates.setdefault(_signature(old, each, masks_old), []).append(each)
    for each in tops_new:
        same = candidates.get(_signature(new, each, masks_new), [])
        same = [one for one in same if _users(old, one, masks_old) == _users(new, each, masks_new)]
        if not same:
            continue
        near = get_close_matches(each.name, [one.name for one in same], n=1, cutoff=0.0)
        chosen = next((one for one in same if one.name in near), same[0])
        candidates[_signature(old, chosen, masks_old)].remove(chosen)
        _take(old, new, pairing, chosen, each)


def _take_known(old: Elements, new: Elements, pairing: Pairing, known: Mapping[str, str]) -> None:
    """Note the renamings that are known."""
    taken = set(pairing.pairs.values())
    for path, was in known.items():
        before, after = old.by_path.get(was), new.by_path.get(path)
        if before is None or after is None or path in pairing.pairs or was in taken:
            continue
        pairing.pairs[path] = was
        if before.name != after.name:
            pairing.names[before.name] = after.name
            pairing.renamed.append(path)


def _names(elements: Iterable[Element]) -> frozenset[str]:
    return frozenset(each.name for each in elements)


def _take(old: Elements, new: Elements, pairing: Pairing, before: Element, after: Element) -> None:
    """Note a renaming, with everything inside the element."""
    pairing.pairs[after.path] = before.path
    if before.name != after.name:
        pairing.names[before.name] = after.name
    pairing.renamed.append(after.path)
    inside_old = [each for each in old if each.path.startswith(before.path + ".")]
    inside_new = [each for each in new if each.path.startswith(after.path + ".")]
    for one, other in zip(inside_old, inside_new, strict=False):
        pairing.pairs[other.path] = one.path
        if one.name != other.name:
            pairing.names[one.name] = other.name


def _signature(elements: Elements, top: Element, names: frozenset[str]) -> tuple[object, ...]:
    """Everything an element and those inside it say, with the names in question left blank."""
    inside = [each for each in elements if each.path.startswith(top.path + ".")]
    return (
        top.section,
        *(
            (
                _blank(each.path.removeprefix(top.path), names) if each is not top else "",
                tuple(["?" if rule in names else rule for rule in each.source]),
                each.text,
                tuple(sorted(_masked(each, key, names) for key in each.parts)),
            )
            for each in (top, *inside)
        ),
    )


def _masked(element: Element, key: str, names: frozenset[str]) -> tuple[str, str]:
    bare, value = element.meaning_of(key)
    return _blank(bare, names), _blank(value, names) if key in element.code or _NAMES.fullmatch(value) else value


def _blank(text: str, names: frozenset[str]) -> str:
    def blank(found: re.Match[str]) -> str:
        counted = _COUNTED.fullmatch(found.group())
        if found.group() in names:
            return "?"
        return "?" + counted[2] if counted and counted[1] in names else found.group()

    return _WORD.sub(blank, text)


def _users(elements: Elements, element: Element, names: frozenset[str]) -> list[str]:
    return sorted(_blank(each.path, names) for each in elements.users(element.path) if not _is_unnamed_step(each))
