"""Plants faults into a copy of any ruleset, each with the diagnostic that it must bring.

Places are found by structure: a number in code becomes a name that is not there, a key of an element is misspelled,
a bracket is left open. Nothing here knows a ruleset. What is planted together stands in different elements, and no
fault makes another one unknowable.
"""

from __future__ import annotations

import random
import re
import shutil
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.reader import read_tree
from yupana.schemas.source import Span
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence, Word
from yupana.tests.found import ROOT

Path_ = tuple[str, ...]

CODE_KEYS = {"is", "when", "effects", "if", "in", "do", "until", "skip", "points", "given", "then", "start", "end"}
CODE_SECTIONS = {"functions", "procedures", "actions", "setup", "flow", "scoring", "invariants", "examples"}
WORDS = {
    "if",
    "in",
    "is",
    "or",
    "and",
    "not",
    "for",
    "do",
    "let",
    "return",
    "else",
    "elif",
    "while",
    "at",
    "from",
    "to",
    "repeat",
    "most",
    "loop",
    "of",
    "by",
    "log",
    "roll",
    "pick",
    "draw",
    "move",
    "choose",
    "offer",
    "any",
    "all",
    "up",
    "one",
    "none",
    "true",
    "false",
    "after",
    "before",
    "where",
    "size",
}
MASKED = re.compile(r'\\?"[^"\n]*"|#[^\n]*')
NUMBER = re.compile(r"(?<![\w.\])\"}-])\b\d+\b(?![\w.(\"])")


@dataclass(frozen=True)
class Fault:
    """One edit of a file and what it must bring: a diagnostic whose code fits `code`, on a line of what is put there
    from the character `at` on (`last`: up to this one), and whose message names `word`."""

    kind: str
    element: Path_
    file: str
    start: int
    end: int
    text: str
    code: str
    at: int | None = 0
    last: int | None = None
    word: str = ""
    breaks: frozenset[str] = frozenset()  # names of whose values nothing is known any more
    needs: frozenset[str] = frozenset()  # names that must be known for it to be found

    def apart(self, other: Fault) -> bool:
        """Whether neither stands in the other's element."""
        if self.file == other.file and self.start < other.end + 2 and other.start < self.end + 2:
            return False
        shorter = min(len(self.element), len(other.element))
        return self.element[:shorter] != other.element[:shorter]


@dataclass
class Place:
    """A value in a file, with its key."""

    path: Path_
    key: Word | None
    value: Node
    owner: Mapping | None  # the mapping that holds it

    @property
    def last(self) -> str:
        return self.path[-1]


@dataclass
class File:
    name: str
    text: str

    @cached_property
    def places(self) -> list[Place]:
        root = read_tree(self.text, self.name).tree
        return [] if root is None else list(_places(root, (), None, None))

    @cached_property
    def lines(self) -> list[int]:
        return [0, *(i + 1 for i, sign in enumerate(self.text) if sign == "\n")]

    def start(self, span: Span) -> int:
        return self.lines[span.line - 1] + span.column - 1

    def end(self, span: Span) -> int:
        return self.lines[span.end_line - 1] + span.end_column - 1

    def raw(self, node: Node) -> str:
        return self.text[self.start(node.span) : self.end(node.span)]


def _places(node: Node, path: Path_, key: Word | None, owner: Mapping | None) -> Iterator[Place]:
    if path:
        yield Place(path, key, node, owner)
    if isinstance(node, Mapping):
        for inner, value in node.items():
            assert isinstance(inner, Word)
            yield from _places(value, (*path, str(inner)), inner, node)
    elif isinstance(node, Sequence):
        for number, value in enumerate(node):
            yield from _places(value, (*path, str(number)), None, None)


def flow(file: File, owner: Mapping | None) -> bool:
    """Whether a mapping is written in braces."""
    return owner is not None and file.text[file.start(owner.span)] == "{"


def element_of(path: Path_) -> Path_:
    """The element that a path stands in: `functions.f`, `kinds.K.entries.e`, `players.fields.f`."""
    match path:
        case ("kinds" | "enums", _, "entries", _, *_):
            return path[:4]
        case ("players" | "boards" | "kinds", "fields", _, *_) | ("rulebook" | "scoring", _, _, *_):
            return path[:3]
        case ("boards" | "kinds", _, "fields" | "attributes", _, *_):
            return path[:4]
    return path[:2]


@dataclass
class Planted:
    """The files of a ruleset and all faults that can be planted in them."""

    folder: Path
    inside: list[str] = field(default_factory=list)

    @cached_property
    def files(self) -> list[File]:
        return [File(name, (self.folder / name).read_text(encoding="utf-8")) for name in self.inside]

    @cached_property
    def elements(self) -> dict[Path_, set[str]]:
        """The words of every element."""
        found: dict[Path_, set[str]] = {}
        for file in self.files:
            for place in file.places:
                if place.path == element_of(place.path):
                    found.setdefault(place.path, set()).update(re.findall(r"\w+", file.raw(place.value)))
        return found

    @cached_property
    def faults(self) -> dict[str, list[Fault]]:
        """By kind, in the order of the files."""
        found: dict[str, list[Fault]] = {}
        for file in self.files:
            for fault in all_faults(file, self):
                found.setdefault(fault.kind, []).append(fault)
        return found

    def unknowable(self, names: frozenset[str]) -> set[str]:
        """The names whose values may be unknown when these are: what mentions them, and what mentions that."""
        unknown = set(names)
        while True:
            more = {path[-1] for path, words in self.elements.items() if unknown & words} - unknown
            if not more:
                return unknown
            unknown |= more

    def choose(self, seed: int) -> list[Fault]:
        """Two to eight faults that are independent of each other, of as many kinds."""
        chance = random.Random(seed)
        chosen: list[Fault] = []
        kinds = sorted(self.faults)
        wanted = chance.randint(2, 8)
        for _ in range(200):
            if len(chosen) == wanted:
                break
            one = chance.choice(self.faults[chance.choice(kinds)])
            if all(one.apart(each) and not self.touched(one, each) and not self.touched(each, one) for each in chosen):
                chosen.append(one)
        return chosen

    def touched(self, fault: Fault, by: Fault) -> bool:
        return bool(fault.needs and by.breaks and fault.needs & self.unknowable(by.breaks))


# ------------------------------------------------------------ the kinds of faults


def all_faults(file: File, whole: Planted) -> Iterator[Fault]:
    """Every fault that can be planted in a file."""
    for place in file.places:
        section = place.path[0]
        if isinstance(place.value, Scalar):
            if (
                (section in CODE_SECTIONS and place.last in CODE_KEYS and place.key is not None)
                or (section == "examples" and place.last in ("then", "given"))
                or "then" in place.path[-2:]
            ):
                yield from in_code(file, place)
            elif section == "examples" and "when" in place.path:
                yield from in_examples(file, place)
            yield from in_declarations(file, place)
            yield from in_texts(file, place)
        yield from in_yaml(file, place)
    yield from added(file, whole)


def _made(kind: str, file: File, place: Place, start: int, end: int, text: str, code: str, **rest: Any) -> Fault:
    element = element_of(place.path)
    return Fault(kind, element, file.name, start, end, text, code, **rest)


def in_code(file: File, place: Place) -> Iterator[Fault]:
    """What can be wrong in a piece of code."""
    raw, start = file.raw(place.value), file.start(place.value.span)
    quoted = raw[:1] in "\"'"
    body = MASKED.sub(lambda found: " " * len(found.group()), raw) if not quoted else raw[:-1].replace('\\"', "  ")
    words = frozenset(re.findall(r"\w+", raw))
    name = element_of(place.path)[-1]
    broken = frozenset([name])
    end = start + len(raw.rstrip())
    in_brackets = place.value.style == "plain" and (place.owner is None or flow(file, place.owner))
    code = "YUP3|YUP114" if in_brackets else "YUP3"

    def put(kind: str, from_: int, to: int, text: str, code: str, **rest: Any) -> Fault:
        return _made(kind, file, place, start + from_, start + to, text, code, breaks=broken, **rest)

    for found in NUMBER.finditer(body):
        if body[max(found.start() - 2, 0) : found.start()] == ".." or body[found.end() : found.end() + 2] == "..":
            continue
        a, b, number = found.start(), found.end(), found.group()
        yield put("unknown name", a, b, "zzq", "YUP401", word="zzq")
        yield put("wrong type", a, b, f"({number} + true)", "YUP41[12]")
        yield put("always fails", a, b, f"({number} // 0)", "YUP420")
        given = _parameters(place)
        if place.path[0] == "functions" and place.last == "is" and given is not None:
            yield put("recursion", a, b, f"{name}({', '.join(given)})", "YUP431", word=name, at=None)
    for found in re.finditer(r"(?<=[\w)\]])\.([a-z_]+)\b(?!\()", body):
        yield put("unknown field", found.end(), found.end(), "zzq", "YUP40[135]", word=found[1] + "zzq", needs=words)
    for found in re.finditer(r"\b([a-z_]+)(?=\()", body):
        if found[1] not in WORDS and " for " not in body[found.end() :].partition("\n")[0]:
            yield put("unknown function", found.end(), found.end(), "zzq", "YUP40[15]", word=found[1] + "zzq")
    for found in re.finditer(r"\)", body):
        yield put("open bracket", found.start(), found.end(), "", code, at=None, last=end)
    for found in re.finditer(r" and ", body):
        yield put("unknown sign", found.start(), found.end(), " && ", "YUP3", at=1)
    for found in re.finditer(r"(?<= )== ", body):
        yield put("one `=`", found.start(), found.end(), "= ", "YUP3", at=None, last=end)
    if place.owner is not None and not quoted and place.last not in ("then",) and place.key is not None:
        yield put("number for code", 0, len(raw.rstrip()), "{a: 1}", "YUP203")


def _parameters(place: Place) -> list[str] | None:
    """The parameters of the function that a code stands in; None if it may give anything but a number."""
    found: list[str] = []
    for key, value in (place.owner or {}).items():
        if key == "of" and isinstance(value, Mapping):
            found = [str(each) for each in value]
        if key == "gives" and isinstance(value, Scalar) and value.text != "int":
            return None
    return found


def in_examples(file: File, place: Place) -> Iterator[Fault]:
    """A step of an example: an option that a player takes."""
    raw, start = file.raw(place.value), file.start(place.value.span)
    option = re.fullmatch(r"([a-z_]+)\((.*)\)", raw)
    if option is None or place.key is None:
        return
    words = frozenset(re.findall(r"\w+", raw))
    key = place.key
    yield _made("unknown player", file, place, file.end(key.span), file.end(key.span), "zzq", "YUP40", word="zzq")
    yield _made("unknown option", file, place, start + option.end(1), start + option.end(1), "zzq", "YUP40",
                word="zzq", needs=words)  # fmt: skip
    close = start + option.end() - 1
    yield _made("option left open", file, place, close, close + 1, "", "YUP441")
    if "=" in option[2]:
        at = start + option.start(2) + option[2].index("=")
        yield _made("unknown parameter", file, place, at, at, "zzq", "YUP4", word="zzq", needs=words)


def in_declarations(file: File, place: Place) -> Iterator[Fault]:
    """Keys and values of elements."""
    value, end = place.value, file.end(place.value.span)
    raw = file.raw(value)
    path, name = place.path, element_of(place.path)[-1]
    broken = frozenset([name])
    plain = value.style == "plain"

    def more(kind: str, code: str, **rest: Any) -> Fault:
        return _made(kind, file, place, end, end, "zzq", code, word="zzq", breaks=broken, **rest)

    if plain and "source" in path[-2:] and path[0] not in ("rulebook", "change"):
        yield _made("unknown rule", file, place, end, end, "zzq", "YUP451", word="zzq")
    if plain and re.fullmatch(r"[A-Za-z]+\??", raw):
        if path[-1] == "type" or (path[0] == "functions" and path[-2] == "of") or path[-2] in ("attributes",):
            cut = 1 if raw.endswith("?") else 0
            yield _made("unknown type", file, place, end - cut, end, "zzq", "YUP404", word="zzq", breaks=broken)
        if path[0] == "zones" and path[-1] in ("of", "each"):
            yield more("unknown kind", "YUP40[45]")
        if path[-1] == "visible" and raw not in ("none", "all"):
            yield more("unknown seer", "YUP401")
        if path[-1] == "per":
            yield more("unknown scope", "YUP405")
        if path[-1] == "status":
            yield _made("unknown status", file, place, end, end, "zzq", "YUP209", word="zzq")
    if path[0] == "kinds" and len(path) == 5 and path[2] == "entries" and path[4] not in ("count", "text", "source"):
        assert place.key is not None
        at = file.end(place.key.span)
        yield _made("unknown attribute", file, place, at, at, "zzq", "YUP403", word="zzq", breaks=broken)
        if plain and re.fullmatch(r"\d+", raw):
            start = file.start(value.span)
            yield _made("unknown value", file, place, start, end, "zzq", "YUP4", word="zzq", breaks=broken)


def in_texts(file: File, place: Place) -> Iterator[Fault]:
    """Texts with braces: the look."""
    value = place.value
    raw, start = file.raw(value), file.start(value.span)
    if place.path[0] == "look" and value.style == "double":
        for found in re.finditer(r"(?<!\{)\{[a-z]+(?=[ .}])", raw):
            at = start + found.end()
            yield _made("unknown in the look", file, place, at, at, "zzq", "YUP40", word="zzq")
        for found in re.finditer(r"\}", raw):
            at = start + found.start()
            yield _made("brace in the look", file, place, at, at + 1, "", "YUP3")


def in_yaml(file: File, place: Place) -> Iterator[Fault]:
    """Faults of YAML, and keys that are misspelled, missing or twice."""
    key, owner = place.key, place.owner
    if key is None or owner is None or place.path[0] not in CODE_SECTIONS | {"constants", "zones"}:
        return
    if len(place.path) != 3 or place.path[0] in ("scoring", "flow", "setup"):
        return
    broken = frozenset([element_of(place.path)[-1]])
    at, end = file.end(key.span), file.start(key.span)
    value = file.start(place.value.span)
    yield _made("misspelled key", file, place, at, at, place.last[-1], "YUP201", word=place.last, breaks=broken)
    words = ("text", "source", "is", "effects", "when", "then")
    if place.last in words and isinstance(place.value, Scalar) and place.value.style == "plain":
        yield _made("alias", file, place, value, file.end(place.value.span), "*zzq", "YUP111", breaks=broken)
        yield _made("tag", file, place, value, value, "!zzq ", "YUP108", breaks=broken)
    if flow(file, owner):
        return
    indent = " " * (key.span.column - 1)
    if place.last in ("text", "source") and isinstance(place.value, Scalar) and place.value.style == "plain":
        again = f"{place.last}: {file.raw(place.value)}\n{indent}"
        fault = _made("key twice", file, place, end, end, again, "YUP107", breaks=broken, last=len(again))
        yield fault
        yield _made("YAML breaks", file, place, end, end, f"zzq: a: b\n{indent}", "YUP101", breaks=broken)
        yield _made("quote left open", file, place, end, end, f'zzq: "a\n{indent}', "YUP101", breaks=broken)
        yield _made("brace left open", file, place, end, end, f"zzq: {{a: b\n{indent}", "YUP101",
                    breaks=broken, last=len(indent) + 12)  # fmt: skip
    if place.last in ("is", "effects") and len(owner) > 1:
        line = file.text.rfind("\n", 0, end) + 1
        if file.text[line:end].strip() == "":
            stop = file.end(place.value.span)
            if not file.text[:stop].endswith("\n"):
                stop = file.text.index("\n", stop) + 1
            stop = _before_comments(file.text, end, stop)
            name = file.text.rfind(f" {place.path[1]}:", 0, file.start(owner.span)) + 1
            yield _made("missing key", file, place, line, stop, "", "YUP202", at=name - line, breaks=broken)


def _before_comments(text: str, start: int, stop: int) -> int:
    """Without blank lines and comments that stand before what comes next."""
    lines = text[start:stop].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        stop -= len(lines.pop())
    return stop


ADDED = [
    ("functions", "{is: zzb + 1}\n  zzb: {is: zza + 1}", "YUP401"),
    ("functions", "{is: zzb() + 1}\n  zzb: {is: zza() + 1}", "YUP431"),
    ("functions", "{is: min(1, 2)}", "YUP114"),
    ("functions", "{gives: int, is: [1]}", "YUP203"),
    ("functions", "{gives: Zzq, is: 1}", "YUP404"),
    ("functions", "{gives: bool, is: 1}", "YUP411"),
    ("functions", "{of: {me: Player}, is: 1}", "YUP40"),
    ("functions", "\tpot", "YUP103"),
    ("functions", "{gives: bool, is: 'if 1 < 2: return true'}", "YUP"),
    ("functions", "{is: '[]'}", "YUP415"),
    ("functions", "{is: none}", "YUP415"),
    ("procedures", "{effects: pass", "YUP101"),
    ("procedures", "{effects: 'let x ='}", "YUP302"),
    ("procedures", "{effects: 'loop: pass'}", "YUP435"),
    ("procedures", "{effects: do zzb()}\n  zzb: {effects: do zza()}", "YUP431"),
    ("procedures", "{effects: break}", "YUP436"),
    ("procedures", "{effects: 'let x = 1; x = true'}", "YUP41"),
    ("actions", "{effects: pass, source: ZZQ-1}", "YUP451"),
    ("actions", "{when: 1, effects: pass}", "YUP411"),
    ("actions", "{parameters: {n: {in: 1..zzq}}, effects: pass}", "YUP401"),
    ("actions", "{when: true}", "YUP202"),
    ("invariants", "{is: 3}", "YUP411"),
    ("invariants", "{is: 1 < 2 <}", "YUP3"),
    ("constants", "{value: zzq}", "YUP401"),
    ("constants", "{valu: 3}", "YUP201"),
    ("examples", "{source: ZZQ-1, then: 1 < 2}", "YUP451"),
    ("examples", "{given: pass, then: 3}", "YUP411"),
    ("state", "{type: Zzq}", "YUP404"),
    ("state", "{type: int, per: zzq}", "YUP405"),
    ("zones", "{of: Zzq}", "YUP40"),
    ("state", "{type: int, start: a: b}", "YUP101"),
]


def added(file: File, whole: Planted) -> Iterator[Fault]:
    """Faulty elements put before the first of a section."""
    first: dict[str, Place] = {}
    for place in file.places:
        if len(place.path) == 2 and place.key is not None and not flow(file, place.owner):
            first.setdefault(place.path[0], place)

    def put(section: str, text: str, code: str, number: object, kind: str, **rest: Any) -> Fault:
        key = first[section].key
        assert key is not None
        here, indent = file.start(key.span), " " * (key.span.column - 1)
        name = f"zza{number}"
        text = re.sub(r"\bzz([ab])\b", rf"zz\g<1>{number}", text).replace("\n  ", f"\n{indent}")
        line = f"{name}: {text}\n{indent}" if not text.startswith("\t") else f"{name}:{text}\n{indent}"
        return Fault(kind, (section, name), file.name, here, here, line, code, **rest)

    for number, (section, text, code) in enumerate(ADDED):
        if section in first and not (section == "functions" and "zzb + 1" in text):
            last = len(text) + 20 if "\n" in text or code == "YUP101" else None
            yield put(section, text, code, number, f"added to {section}", last=last)
    if "procedures" in first or "scoring" in first:
        for number, (log, zone) in enumerate(_hidden(whole)):
            if "procedures" in first:
                effects = f"'{log}'"
                yield put("procedures", f"{{effects: {effects}}}", "YUP461", f"s{number}", "told to all", needs=zone)


def _hidden(whole: Planted) -> Iterator[tuple[str, frozenset[str]]]:
    """Lines that tell all what lies in a zone that not all see."""
    for file in whole.files:
        for place in file.places:
            if place.path[0] == "zones" and len(place.path) == 3 and place.last == "visible":
                assert isinstance(place.value, Scalar)
                assert place.owner is not None
                keys = {str(key): value.text for key, value in place.owner.items() if isinstance(value, Scalar)}
                name = place.path[1]
                words = frozenset([name])
                if keys.get("each") == "Player" and place.value.text == "owner":
                    yield f'for p in players: log "{{p.{name}}}"', words
                elif "each" not in keys and place.value.text == "none":
                    yield f'log "{{first(k for k in {name})}}"', words


# ------------------------------------------------------------ planting


@cache
def planted(target: str) -> Planted:
    """The places of a shipped ruleset: its folder's files, and its overlays'."""
    base, *overlays = target.split("+")
    folder = ROOT / "rulesets" / base
    names = sorted(each.name for each in folder.glob("*.yaml"))
    return Planted(folder, [*names, *(f"variants/{each}.yaml" for each in overlays)])


def copied(target: str, folder: Path) -> str:
    """A copy of a shipped ruleset, and the target that names it."""
    base, *overlays = target.split("+")
    copy = folder / base
    if not copy.exists():
        shutil.copytree(ROOT / "rulesets" / base, copy)
    return "+".join([str(copy), *overlays])


def own(fault: Fault, number: int) -> Fault:
    """The fault with a name of its own for what is not there: what a fault makes unreadable silences its words."""
    letter = "abcdefgh"[number]
    text = re.sub("zzq", lambda found: found.group() + letter, fault.text, flags=re.IGNORECASE)
    return replace(fault, text=text, word=fault.word.replace("zzq", f"zzq{letter}"))


def plant(target: str, folder: Path, faults: list[Fault]) -> list[tuple[Fault, str, range]]:
    """Write the faults into the copy; each with its file and the lines on which it may be told (none: on any)."""
    where: list[tuple[Fault, str, range]] = []
    faults = [own(each, number) for number, each in enumerate(faults)]
    for file in planted(target).files:
        text, shift = file.text, 0
        edits = sorted([each for each in faults if each.file == file.name], key=lambda each: (each.start, each.end))
        spots: list[tuple[Fault, int, int]] = []
        for each in edits:
            start = each.start + shift
            text = text[:start] + each.text + text[each.end + shift :]
            shift += len(each.text) - (each.end - each.start)
            at, last = each.at, each.last
            if at is None:
                spots.append((each, -1, -1))
            else:
                spots.append((each, start + at, start + max(last or at, at)))
        (folder / target.split("+")[0] / file.name).write_text(text, encoding="utf-8")
        lines = [0, *(i + 1 for i, sign in enumerate(text) if sign == "\n")]
        for each, a, b in spots:
            told = range(0) if a < 0 else range(bisect_right(lines, a), bisect_right(lines, b) + 1)
            where.append((each, file.name, told))
    return where


def judged(target: str, folder: Path, faults: list[Fault]) -> list[str]:
    """What is wrong with the diagnostics of a copy with these faults: what is missing and what is too much."""
    name = copied(target, folder)
    where = plant(target, folder, faults)
    left = [each for each in compile_ruleset(name).diagnostics if each.severity == "error"]
    wrong: list[str] = []
    for each, file, lines in where:
        fitting = [
            one for one in left
            if re.match(each.code, one.code) and one.span.file.endswith(f"/{file}")
            and (not lines or one.span.line in lines) and each.word in one.message + one.hint
        ]  # fmt: skip
        if fitting:
            left.remove(fitting[0])
        else:
            place = f"{file}:{lines.start if lines else '?'}"
            wrong.append(f"MISSING {each.kind} {each.code} {place} {'.'.join(each.element)} {each.text!r}")
    wrong += [f"TOO MUCH {one.code} {one.span.file.rpartition('/')[2]}:{one.span.line} {one.message}" for one in left]
    return wrong
