"""The comparison itself: from the elements of two rulesets to the list of changes.

Values are compared in canonical words (see `interpreter.element_parts`), so layout, comments and superfluous brackets
make no difference; a change of order counts only where the order means something in play or in print.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from yupana.interpreter.index.elements import Element
from yupana.interpreter.language.prose import without_words
from yupana.schemas.ruleset import TableDecl

from .model import SECTIONS, Change, Concerned, Difference, PartChange
from .pairing import Pairing, pair
from .usage import usage

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element, Elements

_ORDERED_PARTS = ("of", "parameters", "pairs")
_ORDERED_CHILDREN = ("entries", "spaces", "items")
_ORDERED_SECTIONS = ("actions", "setup", "flow")
_FOR_EACH = {"value": "by_players.", "count": "count."}
"""What is said once for all numbers of players, and the keys under which it is said for each."""


def compare(
    old: Elements, new: Elements, *, titles: bool = True, known: Mapping[str, str] | None = None, alone: bool = False
) -> Difference:
    """All changes from the old ruleset to the new one. Without `titles` a change of the title is left out: it only
    tells which overlays there are. `known` gives old paths by new ones, where it is known that something has another
    name only. `alone`: only what each says is compared, and nothing is told of what that concerns, which wants rulesets
    that were checked and takes most of the time."""
    pairing = pair(old, new, known)
    comparison = _Comparison(old, new, pairing, alone)
    changes = comparison.changes(titles=titles)
    order = {section: number for number, section in enumerate(SECTIONS)}
    changes.sort(key=lambda each: order.get(each.element.section, len(order)))
    return Difference(changes, pairing)


class _Comparison:
    def __init__(self, old: Elements, new: Elements, pairing: Pairing, alone: bool = False) -> None:
        self.old, self.new, self.pairing, self.alone = old, new, pairing, alone
        self.reach_old, self.reach_new = Reach(old), Reach(new)
        self.inside_old, self.inside_new = _by_parent(old), _by_parent(new)

    def changes(self, *, titles: bool) -> list[Change]:
        pairs = self.pairing.pairs
        kept = set(pairs.values())
        found: list[Change] = []
        renamed = {
            path: Change("renamed", self.old.by_path[pairs[path]], self.new.by_path[path])
            for path in self.pairing.renamed
        }
        for element in self.new:
            if element.path in renamed:
                found.append(renamed[element.path])
            if element.path not in pairs:
                if element.within is None or element.within in pairs:
                    inside = [each for each in self.new if each.path.startswith(element.path + ".")]
                    added = Change("added", None, element, _parts_of(element, new=True), inside)
                    added.where = self._where(element)
                    found.append(added)
                continue
            before = self.old.by_path[pairs[element.path]]
            parts = self._parts(before, element)
            if not titles and element.section == "ruleset":
                parts = [part for part in parts if part.key != "title"]
            if parts:
                only_named = all(part.key == "renamed" for part in parts)
                found.append(Change("renamed" if only_named else "changed", before, element, parts))
            elif renamed and (before.meaning != element.meaning or before.source != element.source):
                self._follow(element, before, renamed)
        for element in self.old:
            if element.path not in kept and (element.within is None or element.within in kept):
                inside = [each for each in self.old if each.path.startswith(element.path + ".")]
                change = Change("removed", element, None, _parts_of(element, new=False), inside)
                _put(found, change, self.old, pairs)
        found += self._section_orders()
        if self.alone:
            return found
        if any(each.matters for each in found):
            self._find_unused(found)
        for change in found:
            self._concern(change)
        return found

    def _find_unused(self, found: list[Change]) -> None:
        """Note what no game comes to."""
        used = usage(self.old, self.new, self.pairing.pairs)
        for change in found:
            path = change.path
            if not change.matters:
                continue
            if path not in self.old.by_path and path not in self.new.by_path:  # the order of a section
                kept = [
                    [each for each in (text or "").split(", ") if f"{path}.{each}" in used.used[1]]
                    for part in change.parts
                    for text in (part.old, part.new)
                ]
                change.unused = path == "actions" and kept[0] == kept[1]
            else:
                known = used.used[0 if change.new is None else 1]
                is_seen = path in used.only_set[1] and any(part.key == "visible" for part in change.parts)
                change.unused = path not in known and not is_seen

    def _where(self, element: Element) -> str | None:
        """Where a step or action was put among its neighbours, told by what was there before; nothing of what stands
        alone, or in a section whose order means nothing."""
        if element.section not in _ORDERED_SECTIONS:
            return None
        row = [each for each in self.inside_new[element.within or ""] if each.section == element.section]
        at, known = row.index(element), self.pairing.pairs
        before = [each for each in row[:at] if each.path in known]
        after = [each for each in row[at + 1 :] if each.path in known]
        if not before and not after:
            return None
        if not after:
            return f"at the end, after {before[-1].path}"
        if not before:
            return f"at the beginning, before {after[0].path}"
        return f"after {before[-1].path}, before {after[0].path}"

    def _concern(self, change: Change) -> None:
        reach = self.reach_old if change.new is None else self.reach_new
        change.concerned = reach.of(change.element, behaves=change.matters)
        if change.kind == "renamed":
            change.concerned.examples = []
        elif change.old is not None and change.new is not None:
            # what an element no longer cites, it was there for
            gone = [rule for rule in change.old.source if rule not in change.concerned.rules]
            change.concerned.rules += gone

    def _follow(self, element: Element, before: Element, renamed: dict[str, Change]) -> None:
        """An element in which only names changed is told of under what was renamed."""
        for change in renamed.values():
            assert change.old is not None
            if element.path != change.path and not element.path.startswith(change.path + "."):
                inside = f"{change.old.path}."
                cites = change.old.section == "rules" and change.old.name in before.source
                if cites or any(path == change.old.path or path.startswith(inside) for path in before.uses):
                    change.followers.append(element.path)

    # ------------------------------------------------------------ parts

    def _parts(self, before: Element, after: Element) -> list[PartChange]:
        """The keys of an element that differ."""
        found = [] if self._says_the_same(before, after) else self._said(before, after)
        found += _axes(before, after)
        source = self.pairing.source(before)
        if source != after.source:
            found.append(PartChange("source", ", ".join(source) or None, ", ".join(after.source) or None))
        if before.text != after.text:
            found.append(PartChange("text", before.text or None, after.text or None))
        for prefix in _ORDERED_CHILDREN:
            ours = [each.name for each in self.inside_new.get(after.path, ()) if f".{prefix}." in each.path]
            theirs = [each.name for each in self.inside_old.get(before.path, ()) if f".{prefix}." in each.path]
            found += _order(prefix, [self.pairing.names.get(each, each) for each in theirs], ours)
        return found

    def _says_the_same(self, before: Element, after: Element) -> bool:
        """Whether all keys have the same values in the same order: so it is with nearly all elements, and that is
        seen at once."""
        if self.pairing.names:
            return False
        return before.parts == after.parts and [*before.parts] == [*after.parts]

    def _said(self, before: Element, after: Element) -> list[PartChange]:
        """The keys that say something else, or in another order."""
        meant = self.pairing.meaning(before)
        called = {after.meaning_of(key)[0]: key for key in after.parts}  # what only has another name is one part
        keys = {key: called.get(bare, key) for key, (bare, _) in meant.items()}
        translated = {keys[key]: value for key, value in self.pairing.parts(before).items()}
        was, now = dict(meant.values()), after.meaning
        meant = {keys[key]: value for key, value in meant.items()}
        found: list[PartChange] = []
        code = before.code | after.code
        for key in merged(list(translated), list(after.parts)):
            old, new = translated.get(key), after.parts.get(key)
            bare = after.meaning_of(key)[0] if new is not None else meant[key][0]
            if old != new and was.get(bare) != now.get(bare):
                told = key in before.plain | after.plain
                if key in code:
                    told = self._same_but_words(after, key, was.get(bare), now.get(bare))
                found.append(PartChange(key, old, new, key in code, told=told))
        found = _by_number(found)
        for prefix in _ORDERED_PARTS if was != now or list(was) != list(now) else ():
            found += _order(prefix, _keys(translated, prefix), _keys(after.parts, prefix))
        return found

    def _same_but_words(self, element: Element, key: str, old: str | None, new: str | None) -> bool:
        """Whether only the words of texts are different in a piece of code."""
        if old is None or new is None:
            return False
        words = element.holds_text(key)
        return without_words(old, is_text=words) == without_words(new, is_text=words)

    def _section_orders(self) -> list[Change]:
        """The order of actions is the order of options; steps follow each other."""
        found: list[Change] = []
        back = self.pairing.pairs
        for section in _ORDERED_SECTIONS:
            parents = [path for path in self.inside_new if path and path.startswith(f"{section}.")]
            for parent in ["", *parents] if section != "actions" else [""]:
                here = [e for e in self.inside_new.get(parent, ()) if e.section == section and e.path in back]
                before = back.get(parent, "-") if parent else ""
                there = [e for e in self.inside_old.get(before, ()) if e.section == section]
                if len(here) < 2 or len(there) < 2:
                    continue
                as_new = {back[each.path]: each.name for each in here}
                order = _order("order", [as_new[e.path] for e in there if e.path in as_new], [e.name for e in here])
                if order:
                    element = self.new.by_path[parent] if parent else Element(section, section, section, here[0].span)
                    old = self.old.by_path[before] if before else element
                    found.append(Change("changed", old, element, order))
        return found


def _axes(before: Element, after: Element) -> list[PartChange]:
    """The rows and columns of a table that are called otherwise."""
    if not isinstance(before.model, TableDecl) or not isinstance(after.model, TableDecl):
        return []
    pairs = zip(before.model.axes, after.model.axes, strict=False)
    return [PartChange("renamed", old, new, told=True) for old, new in pairs if old != new]


def _by_number(found: list[PartChange]) -> list[PartChange]:
    """What was the same for all numbers of players and is said for each of them now, or the other way round, is told
    for those for which it is another."""
    for alone, each in _FOR_EACH.items():
        one = next((part for part in found if part.key == alone and None in (part.old, part.new)), None)
        several = [part for part in found if part.key.startswith(each)]
        if one is None or not all(None in (part.old, part.new) for part in several) or not several:
            continue
        gone = one.new is None
        whole = one.old if gone else one.new
        told = [replace(part, old=whole) if gone else replace(part, new=whole) for part in several]
        told = [part for part in told if part.old != part.new]
        found = [part for part in found if part is not one and part not in several] + told
    return found


def _by_parent(elements: Elements) -> dict[str, list[Element]]:
    """The elements directly inside each element, and under "" those inside none."""
    found: dict[str, list[Element]] = {}
    for each in elements:
        found.setdefault(each.within or "", []).append(each)
    return found


def merged(old: list[str], new: list[str]) -> list[str]:
    """The keys of both: in the new order, what is gone where it stood."""
    result: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag in ("delete", "replace"):
            result += [key for key in old[a:b] if key not in new]
        if tag != "delete":
            result += [key for key in new[c:d] if key not in result]
    return result


def _keys(parts: dict[str, str], prefix: str) -> list[str]:
    """The names below a key, in order."""
    names = [key.split(".")[1] for key in parts if key.startswith(prefix + ".")]
    return list(dict.fromkeys(names))


def _order(key: str, old: list[str], new: list[str]) -> list[PartChange]:
    """Whether the names that are in both follow each other as before."""
    before, after = [each for each in old if each in new], [each for each in new if each in old]
    if before == after:
        return []
    kept = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    stay = {after[block.b + i] for block in kept for i in range(block.size)}
    label = key if key == "order" else f"order of {key}"
    return [PartChange(label, ", ".join(before), ", ".join(after), moved=tuple(e for e in after if e not in stay))]


def _parts_of(element: Element, *, new: bool) -> list[PartChange]:
    """All an element says, as it came or went."""
    said = {**element.parts, **({"text": element.text} if element.text else {})}
    if element.source:
        said["source"] = ", ".join(element.source)
    return [
        PartChange(key, None if new else value, value if new else None, key in element.code)
        for key, value in said.items()
    ]


def _put(found: list[Change], change: Change, old: Elements, pairs: dict[str, str]) -> None:
    """Put what was removed behind what stood before it, as far as that is told of."""
    paths = list(old.by_path)
    back = {before: after for after, before in pairs.items()}
    for path in reversed(paths[: paths.index(change.path)]):
        for number, each in enumerate(found):
            if each.path in (path, back.get(path)):
                found.insert(number + 1, change)
                return
    found.insert(0, change)


# ---------------------------------------------------------------- reach
#
# What a change of one element concerns: what uses it, what depends on it through others, rules and examples.


_MEMBERS = (".seats.", ".entries.", ".spaces.", ".links.")
_NO_DEPENDENTS = {"rules", "rulebook", "book", "look"}


class Reach:
    """Answers for one ruleset. What stands in a list of things is used by whatever goes through the list."""

    def __init__(self, elements: Elements) -> None:
        self.elements = elements
        self.order = {each.path: number for number, each in enumerate(elements)}
        rules = [each.name for each in elements if each.section == "rules"]
        self.rule_order = {name: number for number, name in enumerate(rules)}

    def of(self, element: Element, *, behaves: bool) -> Concerned:
        """What depends on an element. With `behaves` false only a text of it changed, on which nothing depends."""
        if element.section == "rules":
            return self._of_rule(element)
        rules = set(element.source)
        if element.within is not None and not rules:
            rules = set(self.elements.by_path[element.within].source)
        direct: set[str] = set()
        through: set[str] = set()
        if behaves and element.section not in _NO_DEPENDENTS and element.section != "examples":
            seeds = [element.path]
            if element.within is not None and any(part in element.path for part in _MEMBERS):
                seeds.append(element.within)
            for seed in seeds:
                direct |= {each.path for each in self.elements.users(seed)}
                through |= {each.path for each in self.elements.dependents(seed)}
            through -= {*direct, element.path}
            direct -= {element.path}
        examples = [
            each.name
            for each in self.elements
            if each.section == "examples" and (each.path in direct | through or rules & set(each.source))
        ]
        if element.section == "examples":
            examples = []
        used, passed_on = self._descriptions(direct), self._descriptions(through)
        other = {rule for path in (*used, *passed_on) for rule in self.elements.by_path[path].source} - rules
        return Concerned(used, passed_on, self._in_order(rules), self._in_order(other), examples)

    def _of_rule(self, element: Element) -> Concerned:
        """A rule of the rulebook concerns what cites it."""
        citing = [each for each in self.elements if element.name in each.source]
        direct = [each.path for each in citing if each.section != "examples"]
        return Concerned(direct, [], [], [], [each.name for each in citing if each.section == "examples"])

    def _descriptions(self, paths: set[str]) -> list[str]:
        kept = [path for path in paths if self.elements.by_path[path].section not in ("examples", "look")]
        return sorted(kept, key=self.order.__getitem__)

    def _in_order(self, rules: set[str]) -> list[str]:
        return sorted(rules, key=lambda rule: (self.rule_order.get(rule, len(self.rule_order)), rule))
