"""Which rules say something about an edit, among those that the edited element implements.

An element often implements several rules, and an edit of it concerns few of them. Which ones is known where the element
has one rule, where the condition that changed has a `source` of its own, and where a comment names the rules of a line
(`interpreter/index/citations.py`). Of all else it is guessed, and said to be a guess. What an edit touches is then read
from the lines that came and went, part by part of a condition: names, the words they are made of, the texts and rules
of what they name, and figures. A rule speaks of it when its text has these words or figures, gives the value of one of
the names, or is the source of what is named. Words that all the element's rules share say nothing, so each counts the
more, the fewer of them have it. Where no rule has any, nobody knows, and all are doubted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

from yupana.interpreter.index.elements import Element, Elements, bare, rules_of

from .claims import figures_in
from .lock import Doubt

_SPLIT = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")
_KNOWN = re.compile(r"(\.?)([^\W\d]\w*)")
_SIGN = re.compile(r"[!<>=]=|[<>]")
_LOCAL = re.compile(r"\b(?:let|for|as|pick)\s+([^\W\d]\w*)")
_CLAUSE = re.compile(r"\b(?:and|or|if|else)\b|[:;\n]")
_TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"")

_ENOUGH = 0.5
"""How much of the best rule's weight another one must have to be doubted as well."""

_COMMON = frozenset(
    _SPLIT.findall(
        "a an and are as at be by for from has have in is it its of on or that the their them then they this to with "
        "each if else not let do me true false none return any all there which who when where one other may must own "
        "effects value text int bool player players"
    )
)

_ALSO: Mapping[str, tuple[str, ...]] = {
    "size": ("number", "many", "much"),
    "count": ("number", "many"),
    "sum": ("together", "total"),
    "max": ("highest", "largest", "most", "greatest", "best"),
    "min": ("lowest", "smallest", "fewest", "least"),
    "best": ("highest", "most", "best"),
    "leaders": ("highest", "most", "tie", "first"),
    "shuffle": ("shuffled", "mixed", "random"),
    "draw": ("drawn", "draw", "take", "taken"),
    "win": ("wins", "won", "winner", "victory", "end"),
    "lose": ("loses", "lost", "loser", "out", "end"),
    "roll": ("die", "dice", "throw", "roll"),
    "pick": ("random", "chance"),
    "neighbors": ("next", "adjacent", "neighbour", "beside", "touch"),
    "region": ("connected", "together", "region"),
    "distance": ("far", "away", "distance", "steps"),
    "step": ("step", "next", "forward"),
    "ray": ("line", "straight", "direction", "way"),
    "lines": ("line", "row", "column", "diagonal", "straight"),
    "cost": ("cost", "pay", "price"),
    "limit": ("once", "twice", "times", "most"),
    "!=": ("different", "differ", "other", "another"),
    "==": ("same", "equal", "exactly"),
    "<=": ("exactly", "lower", "most"),
    ">=": ("exactly", "least"),
    "choose": ("choose", "choice", "may"),
}
"""What people write for a word of the language."""


def words_of(text: str) -> set[str]:
    """The words of a text or of names, without their endings, lower case; common ones are left out."""
    return {_stem(each) for each in map(str.lower, _SPLIT.findall(text)) if each not in _COMMON and len(each) > 1}


def _stem(word: str) -> str:
    for ending in ("als", "al", "ies", "ings", "ing", "ers", "er", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


@dataclass(frozen=True, slots=True)
class Edit:
    """One key of an element as it was and as it is (None: not there)."""

    key: str
    old: str | None
    new: str | None


def edits(old: Mapping[str, str], new: Mapping[str, str]) -> list[Edit]:
    """The keys in which two versions of an element differ; which rules their lines cite is no difference."""
    both = [Edit(key, old.get(key), new.get(key)) for key in {**old, **new}]
    return [each for each in both if _bare(each.old) != _bare(each.new)]


def _bare(text: str | None) -> str | None:
    return None if text is None else bare(text)


def line_rules(edit: Edit) -> tuple[set[str], Edit]:
    """The rules that the lines cite which came or went with an edit; and the edit without these lines. Where of lines
    that took the place of others only the ones cite rules, the others were there for the same."""
    before, after = ((each or "").split("\n") for each in (edit.old, edit.new))
    cited: set[str] = set()
    rest: tuple[list[str], list[str]] = ([], [])
    matcher = SequenceMatcher(None, [*map(bare, before)], [*map(bare, after)], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        sides = before[a:b], after[c:d]
        rules = [[rules_of(line) for line in side] for side in sides]
        cited |= {rule for side in rules for each in side for rule in each}
        for number, side in enumerate(sides):
            if any(rules[number]) or not all(rules[1 - number]) or not sides[1 - number]:
                rest[number].extend(line for line, own in zip(side, rules[number], strict=True) if not own)
    if not cited:
        return cited, edit
    old, new = ("\n".join(each) or None for each in rest)
    return cited, Edit(edit.key, old, new)


@dataclass(slots=True)
class Touched:
    """What edits touch: names (of these `known` may be of other elements; the `locals` are the element's own), signs of
    comparison, and numbers that came or went."""

    names: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    locals: set[str] = field(default_factory=set)

    def add(self, edit: Edit, side: int) -> None:
        """Read what went (side 0) or came (1) with an edit."""
        for old, new in _differing(edit.old, edit.new):
            was, now = (_TEXT.sub("", each) for each in (old, new))
            for text in ((was, now)[side],):
                self.names |= set(_NAME.findall(text))
                self.known |= {each for dot, each in _KNOWN.findall(text) if dot or each not in self.locals}
            self.names |= {*_SIGN.findall(was)} ^ {*_SIGN.findall(now)}
            numbers = {int(each) for each in {*_NUMBER.findall(was)} ^ {*_NUMBER.findall(now)}}
            # a 1 in code that comes or goes says nothing: only where it is another number now is it a figure
            self.numbers |= numbers if was and now else numbers - {0, 1}
        if edit.key.partition(".")[0] != "parameters":
            self.names |= set(_NAME.findall(edit.key.partition(".")[2]))
        if edit.key.partition(".")[0] in _ALSO:
            self.names.add(edit.key.partition(".")[0])


def _differing(old: str | None, new: str | None) -> list[tuple[str, str]]:
    """The clauses that came and went."""
    before, after = _clauses(old or ""), _clauses(new or "")
    found = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            found.append((" ".join(before[a:b]), " ".join(after[c:d])))
    return found


def _clauses(text: str) -> list[str]:
    return [" ".join(each.split()) for each in _CLAUSE.split(text) if each.strip()]


class Relevance:
    """Answers for one ruleset. `texts` are the rules' texts with their values, `told` the names of which each gives
    values."""

    def __init__(self, elements: Elements, texts: Mapping[str, str], told: Mapping[str, Iterable[str]]) -> None:
        self.elements, self.texts, self.told = elements, texts, told
        self._words = {rule: words_of(text) for rule, text in texts.items()}
        self._figures = {rule: figures_in(text) for rule, text in texts.items()}

    @cached_property
    def _by_name(self) -> dict[str, list[Element]]:
        found: dict[str, list[Element]] = {}
        for each in self.elements:
            if each.section not in ("examples", "rules", "look", "rulebook", "ruleset"):
                found.setdefault(each.name, []).append(each)
        return found

    def speaking(self, path: str, rules: Sequence[str], found: Sequence[Edit]) -> dict[str, Doubt]:
        """Those of an element's rules that say something about the edits, and whether that is known or guessed; all of
        them when none is known to."""
        doubted: dict[str, Doubt] = {}
        unknown: list[Edit] = [] if found else [Edit("", None, None)]
        for each in found:
            cited = self._cited(path, each, found)
            rest = each
            if not cited:
                cited, rest = line_rules(each)
            doubted |= dict.fromkeys([rule for rule in rules if rule in cited], Doubt.KNOWN)
            if not cited or (rest is not each and (rest.old or rest.new)):
                unknown.append(rest)
        for rule in self._guessed(path, rules, unknown) if unknown else ():
            doubted.setdefault(rule, Doubt.KNOWN if len(rules) == 1 else Doubt.GUESSED)
        return {rule: doubted[rule] for rule in rules if rule in doubted}

    def _guessed(self, path: str, rules: Sequence[str], found: Sequence[Edit]) -> list[str]:
        """Those of an element's rules that have the words and figures of edits; all of them if none has."""
        if len(rules) < 2:
            return list(rules)
        doubted: set[str] = set()
        # each key for itself, and what went apart from what came: what one rule says of one hides no other
        for each, side in [(each, side) for each in found for side in (0, 1)]:
            touched = Touched(locals=self._locals(path))
            touched.add(Edit(each.key, _bare(each.old), _bare(each.new)), side)
            weights = self._weights(touched, rules, path)
            most = max(weights.values(), default=0.0)
            if most > 0:
                doubted |= {rule for rule in rules if weights[rule] >= _ENOUGH * most}
        return [rule for rule in rules if rule in doubted or not doubted]

    def _cited(self, path: str, edit: Edit, found: Sequence[Edit]) -> set[str]:
        """The rules that a condition with a name cites, or cited, for itself."""
        element = self.elements.by_path.get(path)
        beside = f"{edit.key.rpartition('.')[0]}.source"
        said = [element.parts.get(beside)] if element is not None else []
        said += [text for each in found if each.key == beside for text in (each.old, each.new)]
        return {rule for text in said if text for rule in text.strip("[]").split(", ")} - {""}

    def _locals(self, path: str) -> set[str]:
        """The names that an element binds itself."""
        element = self.elements.by_path.get(path)
        if element is None:
            return set()
        bound = {key.split(".")[1] for key in element.parts if key.startswith(("of.", "parameters."))}
        return bound | {name for text in element.parts.values() for name in _LOCAL.findall(text)}

    def _weights(self, touched: Touched, rules: Sequence[str], path: str) -> dict[str, float]:
        weights = dict.fromkeys(rules, 0.0)

        def give(having: list[str], weight: float) -> None:
            for rule in having if len(having) < len(rules) else ():
                weights[rule] += weight / len(having)

        said: set[str] = set()
        for name in touched.names:
            own = words_of(name) | {_stem(each) for each in _ALSO.get(name, ())}
            said |= own
        for word in said:
            give([rule for rule in rules if word in self._words.get(rule, ())], 2.0)
        sources: set[str] = set()
        far: set[str] = set()
        for name in touched.known:
            for element in self._by_name.get(name, ()):
                if element.path != path:
                    sources |= set(element.source)
                    far |= words_of(element.text)
                    if element.section in ("functions", "procedures"):
                        far |= {word for rule in element.source for word in self._words.get(rule, ())}
        far -= said
        give([rule for rule in rules if rule in sources], 1.5)
        for word in far:
            give([rule for rule in rules if word in self._words.get(rule, ())], 0.5)
        for number in touched.numbers:
            give([rule for rule in rules if number in self._figures.get(rule, ())], 3.0)
        give([rule for rule in rules if touched.names & set(self.told.get(rule, ()))], 3.0)
        return weights
