"""Two rulesets in which things have other names: the old one is read as if it had the new names, so that only what
means something else is a difference.

`compare.pairing` finds by their words what elements were renamed. Where that leaves something over, or where what has
another name is a part of an element (a seat, a member, the kind of a board's spaces, a parameter, a menu), the old
ruleset is renamed here as an editor would do it: by what names mean, and only where less is different then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from yupana.interpreter.compiled import CheckedRuleset
from yupana.interpreter.index.elements import Elements, index
from yupana.interpreter.index.references import Declaration
from yupana.schemas.errors import UsageError
from yupana.schemas.opened import opened

from ..compare.differences import compare
from ..compare.model import SECTIONS, Change, Difference, PartChange
from ..compare.same_play import note_same_programs
from ..compare.sides import Side, read
from ..compare.touched import narrow, run_old_examples
from .naming import Naming, name_of, refusal
from .occurrences import as_declared, labels
from .rename import rename

_LIKE = 0.5
"""So much of what two elements say must be the same for one to be the other's new name where nobody else names them:
else that one went and another came is the likelier."""

MOST = 12
"""So many things are tried to be renamed: two rulesets with more new names than that are not alike."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What has a name, as the index of uses knows it, and how often it is named in which elements."""

    declaration: Declaration
    places: Counter[str] = field(default_factory=Counter)

    @property
    def home(self) -> tuple[str, str]:
        """Its sort, and what it is in."""
        each = self.declaration
        return each.sort, each.path.rpartition(".")[0] if each.sort == "element" else each.path

    @property
    def around(self) -> Counter[str]:
        """Where it is named, with itself and what is inside of it left blank."""
        own = self.declaration.path if self.declaration.sort == "element" else ""
        found: Counter[str] = Counter()
        for place, number in self.places.items():
            found["" if own and (place == own or place.startswith(f"{own}.")) else place] += number
        return found

    @property
    def is_named(self) -> bool:
        """Whether something else names it."""
        return any(self.around)


Known = dict[Declaration, _Named]
"""What has a name, as every ruleset that is made of the same files knows it."""


@dataclass(frozen=True, slots=True)
class Alike:
    """All changes from one ruleset to another, and the old one in the names of the new one (`side`). `known` gives the
    paths that its elements had by those that they have there, where these are others."""

    side: Side
    difference: Difference
    known: Mapping[str, str] = field(default_factory=dict)


def compare_sides(old: Side, new: Side, *, programs: bool = False) -> Alike:
    """All changes from the old ruleset to the new one, but for what only has another name; what leaves the program as
    it is is noted."""
    alike = _compared(old, new, programs=programs)
    note_same_programs(alike.side, new, alike.difference)
    return alike


def _compared(old: Side, new: Side, *, programs: bool) -> Alike:
    titles = old.compiled.name == new.compiled.name
    difference = compare(old.elements, new.elements, titles=titles)
    if all(each.kind == "renamed" for each in difference.changes) or _names_stay(difference):
        return Alike(old, difference)
    renamed = _Renamed(old, new, programs)
    renamed.find()
    if not renamed.made:
        return Alike(old, difference)
    difference = compare(renamed.side.elements, new.elements, titles=titles)
    told = [change for made, before in renamed.made if (change := _change(made, before, new.elements)) is not None]
    order = {section: number for number, section in enumerate(SECTIONS)}
    difference.changes += told
    difference.changes.sort(key=lambda each: order.get(each.element.section, len(order)))
    return Alike(renamed.side, difference, renamed.known(old.elements))


_NAME = re.compile(r"[A-Za-z_]\w*")


def _names_stay(difference: Difference) -> bool:
    """Whether what is different names what it named, so that nothing can have another name: nearly all edits are so,
    and to look for names takes longer than all else."""
    return all(
        each.kind == "changed" and all(
            part.key == "text" or set(_NAME.findall(part.old or "")) == set(_NAME.findall(part.new or ""))
            for part in each.parts
        )
        for each in difference.changes
    )  # fmt: skip


def as_told(old: Side, new: Side, alike: Alike, difference: Difference) -> Difference:
    """The changes that were found by their words alone and whose examples were run, counted as `diff --run` counts
    them. They stay as they are where what only has another name lets old games go another way: then the games that are
    compared are not those of one game with other names."""
    renamed, told = alike.side, alike.difference
    if renamed is old or told.plays != difference.plays:
        return difference
    narrow(told, run_old_examples(renamed.sound, new.sound, told.pairing), renamed.elements, new.elements)
    return told


@dataclass(slots=True)
class _Renamed:
    """The old side as more and more of it is renamed; `made` are the renamings, each with what was there before it."""

    side: Side
    new: Side
    programs: bool
    made: list[tuple[Naming, Elements]] = field(default_factory=list)
    _texts: dict[str, str] = field(default_factory=dict)

    def find(self) -> None:
        """Rename what can be renamed."""
        tried: set[tuple[Declaration, str]] = set()
        come = _known(self.new)
        while len(tried) < MOST:
            here = _known(self.side)
            both = self.side.elements, self.new.elements
            pair = next((each for each in _candidates(here, come, both) if each not in tried), None)
            if pair is None:
                return
            tried.add(pair)
            self._try(*pair)

    def known(self, elements: Elements) -> dict[str, str]:
        """The paths of elements before all renamings, by those after them, where these are others."""
        found = {}
        for each in elements:
            path = each.path
            for made, _ in self.made:
                path = made.path(path)
            if path != each.path:
                found[path] = each.path
        return found

    def _try(self, declaration: Declaration, name: str) -> None:
        elements = self.side.elements
        if refusal(elements, declaration):
            return
        try:
            done = rename(self.side.compiled, declaration, name, self._texts, alone=True)
        except UsageError:
            return
        texts = {**self._texts, **done.texts}
        with opened(texts):
            then = read(self.side.where, programs=self.programs)
        if not isinstance(then, CheckedRuleset):
            return
        after = index(then)
        if _unlike(after, self.new.elements) < _unlike(elements, self.new.elements):
            kept = replace(then, hash=self.side.compiled.hash)
            self.side, self._texts = replace(self.side, compiled=kept, elements=after), texts
            self.made.append((done.naming, elements))


def _known(side: Side) -> Known:
    elements, found = side.elements, dict[Declaration, _Named]()
    uses = elements.references
    named = [(each.declaration, each.element) for each in uses.references]
    named += [(each, each.path) for each, _ in labels(side.compiled, elements)]
    for each, where in named:
        declared = as_declared(elements, each)
        if declared.sort != "local" or not declared.span.line:  # a parameter
            found.setdefault(declared, _Named(each)).places[where] += 1
    return found


def _candidates(old: Known, new: Known, both: tuple[Elements, Elements]) -> list[tuple[Declaration, str]]:
    """What is gone, with what has come in its place: of the same sort, in the same home, and named as often in the same
    elements; where no other element names them, it must say much the same. What is most alike comes first."""
    come = [each for declared, each in new.items() if declared not in old]
    found: list[tuple[float, Declaration, str]] = []
    for other in come:
        matcher = SequenceMatcher(None, [], _words(other, both[1]), autojunk=False)
        for each in (one for declared, one in old.items() if declared not in new):
            if each.home == other.home and each.around == other.around:
                like = _likeness(each, matcher, both[0])
                if each.is_named or like >= _LIKE:
                    found.append((like, each.declaration, name_of(other.declaration)))
    return [(each, name) for _, each, name in sorted(found, key=lambda one: -one[0])]


def _likeness(each: _Named, matcher: SequenceMatcher[str], elements: Elements) -> float:
    """How much of two things is said by both; what is no element says nothing else than its name."""
    matcher.set_seq1(_words(each, elements))
    most = matcher.quick_ratio()
    return matcher.ratio() if most >= _LIKE else most


def _words(each: _Named, elements: Elements) -> list[str]:
    """What an element says, word by word."""
    element = elements.by_path.get(each.declaration.path) if each.declaration.sort == "element" else None
    return [] if element is None else " ".join((*element.meaning.values(), element.text)).split()


def _unlike(old: Elements, new: Elements) -> int:
    """How many elements are not alike in both."""
    both = old.by_path.keys() & new.by_path.keys()
    changed = sum(old.by_path[path].meaning != new.by_path[path].meaning for path in both)
    return changed + len(old.by_path.keys() ^ new.by_path.keys())


def _change(made: Naming, before: Elements, after: Elements) -> Change | None:
    """What is told of a renaming."""
    declared = made.declaration
    path = made.path(declared.path)
    old, new = before.by_path.get(declared.path), after.by_path.get(path)
    uses = before.references
    if declared.sort == "menu":
        first = next((each.element for each in uses.references if each.declaration == declared), "")
        old = before.by_path.get(first)
        new = None if old is None else after.by_path.get(old.path)
    if old is None or new is None:
        return None
    change = Change("renamed", old, new)
    if declared.sort != "element":
        change.parts = [PartChange("renamed", made.old, made.new)]
    named = {each.element for each in uses.references if as_declared(before, each.declaration) == declared}
    inside = f"{declared.path}."
    change.followers = [
        then
        for each in before
        if each.path in named and each is not old and not each.path.startswith(inside)
        if (then := made.path(each.path)) in after.by_path
    ]
    return change
