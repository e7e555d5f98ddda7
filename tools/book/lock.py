"""The lock of a rulebook: what every rule's text, and what implements it, was when somebody accepted them.

A ruleset's folder holds it as `rulebook.lock`, a ruleset or overlay that is one file `short.yaml` as
`short.rulebook.lock` beside it. It is YAML, a line for the text and for each element, and is reviewed like code:

    B-1:
      text: 3f2a9c01d2e4
      words: 90c1d27fa6b8
      constants.posts: 77aa01bc93f0

Behind the rules stands under `was` what these digests stand for, so that it can be told what has changed since:

    was:
      B-1 3f2a9c01d2e4:
        text: A board holds 4 posts.
      constants.posts 77aa01bc93f0:
        value: "4"

Under `translated` stands by language and path, for each translation, a digest of it and of the words that it was made
from (see `translated.py`).

Lines that cite rules (`interpreter/index/citations.py`) keep these there, so that it is known whose line has changed.

What is compared is the text as it is printed, with its values, and the elements in canonical code: formatting, comments
and the names of locals do not count. `words` stands for a text without its values, where it has some: a text of which
only the values have changed follows the game, whatever the rule cites, and is not stale. An overlay's lock holds only
the rules that it changes; for all others what lies below it is the measure.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from yupana.interpreter.index.elements import Element, Elements
from yupana.schemas.find import is_folder, shown
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Report, Span
from yupana.schemas.tree import Mapping as Node
from yupana.schemas.tree import Scalar

from .claims import says_the_same

TEXT = "text"
WORDS = "words"
WAS = "was"
TRANSLATED = "translated"
HEAD = (
    "# The rules as they were accepted: a digest of each text, and of every element that implements it.\n"
    "# Under `was` stands what the digests stand for.\n"
    "# `yupana rulebook check NAME` compares, and writes it with --accept; review it like code.\n"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A rule as it is or was: a digest of its text, of each element by its path, and of the text without the values
    that it takes from the ruleset (the same as that of the text if it takes none)."""

    text: str
    elements: Mapping[str, str] = field(default_factory=dict)
    words: str = ""

    def same_code(self, other: Mark) -> bool:
        """Whether what implements the rule is the same, whatever it is called."""
        return sorted(self.elements.values()) == sorted(other.elements.values())

    def changed_elements(self, before: Mark) -> list[str]:
        """The elements that are new or different, and those that are gone."""
        old = list(before.elements.values())
        changed = []
        for path, digest in self.elements.items():
            if digest in old:
                old.remove(digest)
            else:
                changed.append(path)
        gone = [path for path, digest in before.elements.items() if digest in old and path not in self.elements]
        return changed + gone


Was = Mapping[str, Mapping[str, str]]
"""What digests stand for: by `PATH DIGEST` the parts of an element, by `RULE DIGEST` the text of a rule."""


class Doubt(Enum):
    """Whether a rule has to do with what changed in an element that implements it, and how that is known: because
    nothing else can be meant, by what cites the rule there, or by words that both have."""

    KNOWN = "known"
    GUESSED = "guessed"


Speaks = Callable[[str, str, Mapping[str, str], Mapping[str, str]], "Doubt | None"]
"""Whether a rule says something about what changed in an element: rule, path, the parts as they were and are."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rules that differ from what was accepted. `stale_text`: only the words changed; `stale_code`: only what
    implements it, or more of it than the values in the text; `changed`: both, or just these values; `new`: never
    accepted; `gone`: accepted, and no longer there; `reworded`: the same words with other stops or capitals;
    `guessed`: those of `stale_code` of which only words tell that they are meant."""

    stale_text: list[str]
    stale_code: dict[str, list[str]]
    changed: list[str]
    new: list[str]
    gone: list[str]
    reworded: list[str] = field(default_factory=list)
    guessed: list[str] = field(default_factory=list)

    @property
    def stale(self) -> list[str]:
        """All stale rules, those whose text changed first."""
        return [*self.stale_text, *self.stale_code]


def lock_file(part: Path) -> Path:
    """Where the lock of a ruleset's or overlay's folder or file stands."""
    return part / "rulebook.lock" if is_folder(part) else part.with_name(f"{part.stem}.rulebook.lock")


def digest(text: str) -> str:
    """Twelve digits that stand for a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def implementing(elements: Elements) -> dict[str, list[Element]]:
    """The elements by the rule they cite, examples left out; an element without a source of its own belongs to those
    of the nearest around it."""
    found: dict[str, list[Element]] = {}
    for element in elements:
        if element.section not in ("examples", "rules"):
            for rule in sources(elements, element):
                found.setdefault(rule, []).append(element)
    return found


def sources(elements: Elements, element: Element) -> tuple[str, ...]:
    """The rules of an element, or of the nearest element around it that has some."""
    here: Element | None = element
    while here is not None and not here.source:
        here = elements.by_path.get(here.within) if here.within is not None else _around(elements, here)
    return here.source if here is not None else ()


def _around(elements: Elements, element: Element) -> Element | None:
    """The section that an item of it stands in, where the section is an element too (`scoring`)."""
    parent = elements.by_path.get(element.section)
    return parent if parent is not None and parent.path != element.path else None


def marks(elements: Elements, texts: Mapping[str, str], words: Mapping[str, str]) -> dict[str, Mark]:
    """Every rule as it is now. `texts` gives the texts of the rules with their values, `words` the same without."""
    cited = implementing(elements)
    result: dict[str, Mark] = {}
    for rule, text in texts.items():
        own: dict[str, str] = {}
        for element in cited.get(rule, ()):
            own[element.path] = element_digest(element)
        result[rule] = Mark(digest(" ".join(text.split())), own, digest(" ".join(words[rule].split())))
    return result


def element_digest(element: Element) -> str:
    """The digest of what an element says, whatever its locals are called, and in whatever order its keys are read."""
    parts = sorted(element.meaning.items(), key=lambda part: part[0].partition(".")[0])
    whole = "\n".join(f"{key}: {value}" for key, value in parts)
    return digest(f"{element.section}\n{whole}")


def contents(elements: Elements, texts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What the digests of all marks stand for."""
    cited = implementing(elements)
    found = {f"{rule} {digest(' '.join(text.split()))}": {TEXT: " ".join(text.split())} for rule, text in texts.items()}
    for rule in texts:
        for element in cited.get(rule, ()):
            found[f"{element.path} {element_digest(element)}"] = element.cited_parts(texts)
    return found


def compare(
    now: Mapping[str, Mark],
    accepted: Mapping[str, Mark],
    told: Mapping[str, Set[str]],
    was: Was | None = None,
    speaks: Speaks | None = None,
) -> Comparison:
    """What differs. `told` are the names of which a rule's text gives values: a text of which only the values changed
    has followed these, and nothing else. Where `was` knows an element as it was and as it is, `speaks` says whether
    the rule has to do with what changed in it."""

    def doubtful(rule: str, mark: Mark, before: Mark) -> dict[str, Doubt]:
        paths = mark.changed_elements(before)
        if was is None or speaks is None:
            return dict.fromkeys(paths, Doubt.KNOWN)
        kept = {}
        for path in paths:
            old = was.get(f"{path} {before.elements.get(path, '')}")
            new = was.get(f"{path} {mark.elements.get(path, '')}")
            there = path in before.elements and path in mark.elements
            if old is None or new is None:  # what came or went is the rule's own; what no lock holds may be
                kept[path] = Doubt.GUESSED if there else Doubt.KNOWN
            elif doubt := speaks(rule, path, old, new):
                kept[path] = doubt
        return kept

    def stale(rule: str, paths: Mapping[str, Doubt]) -> None:
        result.stale_code[rule] = list(paths)
        if Doubt.KNOWN not in paths.values():
            result.guessed.append(rule)

    result = Comparison([], {}, [], [], [rule for rule in accepted if rule not in now])
    for rule, mark in now.items():
        before = accepted.get(rule)
        if before is None:
            result.new.append(rule)
        elif before.text == mark.text and not before.same_code(mark):
            if paths := doubtful(rule, mark, before):
                stale(rule, paths)
        elif before.text != mark.text and before.words != mark.words and before.same_code(mark):
            said = [(was or {}).get(f"{rule} {each.text}", {}).get(TEXT) for each in (before, mark)]
            same = said[0] is not None and said[1] is not None and says_the_same(said[0], said[1])
            (result.reworded if same else result.stale_text).append(rule)
        elif before.text != mark.text:
            names = told.get(rule, frozenset())
            doubts = doubtful(rule, mark, before)
            untold = {path: each for path, each in doubts.items() if names.isdisjoint(path.split("."))}
            if before.words == mark.words and untold:
                stale(rule, untold)
            else:
                result.changed.append(rule)
    return result


# ---------------------------------------------------------------- files


def read_lock(path: Path, report: Report) -> tuple[dict[str, Mark], Was]:
    """The marks of a lock file and what they stand for; empty without one, or after reporting what is wrong with it."""
    if not path.is_file():
        return {}, {}
    name = shown(path)
    found = Report()
    text = read_text(path, name, found)
    tree = load_text(text, name, found) if text is not None else None
    if found.diagnostics:
        first = found.diagnostics[0]
        report.error("YUP263", f"the lock cannot be read: {first.message}", first.span, _HINT)
        return {}, {}
    result: dict[str, Mark] = {}
    was: dict[str, dict[str, str]] = {}
    for rule, node in (tree or {}).items():
        if rule == TRANSLATED and isinstance(node, Node):
            continue
        if rule == WAS and isinstance(node, Node):
            for key, parts in node.items():
                if isinstance(parts, Node):
                    was[str(key)] = {str(part): each.text for part, each in parts.items() if isinstance(each, Scalar)}
            continue
        entry = _entry(node)
        if entry is None:
            span = tree.key_span(rule) if tree is not None else Span(name, 1, 1, 1, 1)
            report.error("YUP263", f"`{rule}` has no digests here", span, _HINT)
        else:
            result[str(rule)] = entry
    return result, was


_HINT = "fix it, or delete it and write it anew with `yupana rulebook check NAME --accept`"


def _entry(node: object) -> Mark | None:
    if not isinstance(node, Node) or not all(isinstance(each, Scalar) for each in node.values()):
        return None
    digests = {str(key): each.text for key, each in node.items() if isinstance(each, Scalar)}
    if TEXT not in digests:
        return None
    text = digests.pop(TEXT)
    return Mark(text, words=digests.pop(WORDS, text), elements=digests)


def written(
    marks: Mapping[str, Mark], order: Sequence[str], was: Was, translated: Mapping[str, Mapping[str, str]] | None = None
) -> str:
    """The text of a lock file, its rules in the order of the rulebook, with what their digests stand for, and what is
    known of each translation by language and path."""
    places = {rule: number for number, rule in enumerate(order)}
    lines = [HEAD]
    for rule in sorted(marks, key=lambda each: (places.get(each, len(places)), each)):
        mark = marks[rule]
        lines.append(f"{_key(rule)}:\n  {TEXT}: {_word(mark.text)}\n")
        lines += [f"  {WORDS}: {_word(mark.words)}\n"] if mark.words != mark.text else []
        lines += [f"  {_key(path)}: {_word(value)}\n" for path, value in sorted(mark.elements.items())]
    for number, (lang, texts) in enumerate(sorted((translated or {}).items())):
        lines += [f"{TRANSLATED}:\n"] if not number else []
        lines += [f"  {_key(lang)}:\n", *(f"    {_key(path)}: {_word(texts[path])}\n" for path in sorted(texts))]
    wanted = {f"{rule} {mark.text}" for rule, mark in marks.items()}
    wanted |= {f"{path} {value}" for mark in marks.values() for path, value in mark.elements.items()}
    lines += [f"{WAS}:\n"] if wanted & was.keys() else []
    for name in sorted(wanted & was.keys()):
        lines.append(f"  {_key(name)}:" + ("\n" if was[name] else " {}\n"))
        lines += [f"    {_key(part)}: {_value(value)}\n" for part, value in was[name].items()]
    return "".join(lines)


def _key(name: str) -> str:
    """A name as a key: in quotes if YAML could take it for something else."""
    return name if _PLAIN.fullmatch(name) and name not in _RESERVED else json.dumps(name, ensure_ascii=False)


_PLAIN = re.compile(r"[A-Za-z][\w./-]*(?: [\w./-]+)*")
_RESERVED = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n", WAS, TRANSLATED))


def _value(text: str) -> str:
    """A text as a value: several lines as a block, so that a change of one shows as one."""
    if "\n" in text and _BLOCK.fullmatch(text):
        return "|-\n" + "\n".join(f"      {line}" if line else "" for line in text.split("\n"))
    return json.dumps(text, ensure_ascii=False)


_BLOCK = re.compile(r"\S[^\t\r\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]*\S")


def _word(value: str) -> str:
    """A digest as a text: digits alone, or digits around an `e`, would be numbers."""
    return value if any(each in "abcdf" for each in value) else f'"{value}"'
