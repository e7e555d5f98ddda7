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
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.found import ROOT

Path_ = tuple[str, ...]

CODE_KEYS = {"is", "when", "effects", "if", "in", "do", "until", "skip", "points", "given", "then", "start", "end"}
CODE_SECTIONS = {"functions", "procedures", "actions", "setup", "flow", "scoring", "invariants", "examples"}
WORDS = set(
    "if in is or and not for do let return else elif while at from to repeat most loop of by log roll pick draw move"
    " choose offer any all up one none true false after before let where size".split()
)
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
    key: Node | None
    value: Node
    owner: Node | None  # the mapping that holds it

    @property
    def last(self) -> str:
        return self.path[-1]


@dataclass
class File:
    name: str
    text: str

    @cached_property
    def places(self) -> list[Place]:
        root = YAML(typ="safe", pure=True).compose(self.text)
        return [] if root is None else list(_places(root, (), None, None))

    def raw(self, node: Node) -> str:
        return self.text[node.start_mark.index : node.end_mark.index]


def _places(node: Node, path: Path_, key: Node | None, owner: Node | None) -> Iterator[Place]:
    if path:
        yield Place(path, key, node, owner)
    if isinstance(node, MappingNode):
        for inner, value in node.value:
            yield from _places(value, (*path, str(inner.value)), inner, node)
    elif isinstance(node, SequenceNode):
        for number, value in enumerate(node.value):
            yield from _places(value, (*path, str(number)), None, node)


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
        if isinstance(place.value, ScalarNode):
            if section in CODE_SECTIONS and place.last in CODE_KEYS and place.key is not None:
                yield from in_code(file, place)
            elif section == "examples" and place.last in ("then", "given") or "then" in place.path[-2:]:
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
    raw, start = file.raw(place.value), place.value.start_mark.index
    quoted = raw[:1] in "\"'"
    body = MASKED.sub(lambda found: " " * len(found.group()), raw) if not quoted else raw[:-1].replace('\\"', "  ")
    words = frozenset(re.findall(r"\w+", raw))
    name = element_of(place.path)[-1]
    broken = frozenset([name])
    end = start + len(raw.rstrip())

    def put(kind: str, from_: int, to: int, text: str, code: str, **rest: Any) -> Fault:
        return _made(kind, file, place, start + from_, start + to, text, code, breaks=broken, **rest)

    for found in NUMBER.finditer(body):
        if body[max(found.start() - 2, 0) : found.start()] == ".." or body[found.end() : found.end() + 2] == "..":
            continue
        a, b, number = found.start(), found.end(), found.group()
        yield put("unknown name", a, b, "zzq", "YUP401", word="zzq")
        yield put("wrong type", a, b, f"({number} + true)", "YUP41[12]")
        yield put("always fails", a, b, f"({number} // 0)", "YUP420")
        if place.path[0] == "functions" and place.last == "is":
            given = _parameters(file, place)
            yield put("recursion", a, b, f"{name}({', '.join(given)})", "YUP431", word=name, at=None)
    for found in re.finditer(r"(?<=[\w)\]])\.([a-z_]+)\b(?!\()", body):
        yield put("unknown field", found.end(), found.end(), "zzq", "YUP40[135]", word=found[1] + "zzq", needs=words)
    for found in re.finditer(r"\b([a-z_]+)(?=\()", body):
        if found[1] not in WORDS:
            yield put("unknown function", found.end(), found.end(), "zzq", "YUP40[15]", word=found[1] + "zzq")
    for found in re.finditer(r"\)", body):
        yield put("open bracket", found.start(), found.end(), "", "YUP3", at=None, last=end)
    for found in re.finditer(r" and ", body):
        yield put("unknown sign", found.start(), found.end(), " && ", "YUP3", at=1)
    for found in re.finditer(r"(?<= )== ", body):
        yield put("one `=`", found.start(), found.end(), "= ", "YUP3", at=None, last=end)
    if place.owner is not None and not quoted and place.last not in ("then",) and place.key is not None:
        yield put("number for code", 0, len(raw.rstrip()), "{a: 1}", "YUP203")


def _parameters(file: File, place: Place) -> list[str]:
    assert isinstance(place.owner, MappingNode)
    for key, value in place.owner.value:
        if key.value == "of" and isinstance(value, MappingNode):
            return [each.value for each, _ in value.value]
    return []


def in_examples(file: File, place: Place) -> Iterator[Fault]:
    """A step of an example: an option that a player takes."""
    raw, start = file.raw(place.value), place.value.start_mark.index
    option = re.fullmatch(r"([a-z_]+)\((.*)\)", raw)
    if option is None or place.key is None:
        return
    words = frozenset(re.findall(r"\w+", raw))
    key = place.key
    yield _made("unknown player", file, place, key.end_mark.index, key.end_mark.index, "zzq", "YUP40", word="zzq")
    yield _made("unknown option", file, place, start + option.end(1), start + option.end(1), "zzq", "YUP40",
                word="zzq", needs=words)  # fmt: skip
    close = start + option.end() - 1
    yield _made("option left open", file, place, close, close + 1, "", "YUP3")
    if "=" in option[2]:
        at = start + option.start(2) + option[2].index("=")
        yield _made("unknown parameter", file, place, at, at, "zzq", "YUP4", word="zzq", needs=words)


def in_declarations(file: File, place: Place) -> Iterator[Fault]:
    """Keys and values of elements."""
    value, end = place.value, place.value.end_mark.index
    raw = file.raw(value)
    path, name = place.path, element_of(place.path)[-1]
    broken = frozenset([name])
    plain = value.style is None

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
        if path[-1] == "per" or path[-1] == "menu":
            yield more("unknown scope or menu", "YUP405")
        if path[-1] == "status":
            yield _made("unknown status", file, place, end, end, "zzq", "YUP209", word="zzq")
    if path[0] == "kinds" and len(path) == 5 and path[2] == "entries" and path[4] not in ("count", "text", "source"):
        assert place.key is not None
        at = place.key.end_mark.index
        yield _made("unknown attribute", file, place, at, at, "zzq", "YUP403", word="zzq", breaks=broken)
        if plain and re.fullmatch(r"\d+", raw):
            start = value.start_mark.index
            yield _made("unknown value", file, place, start, end, "zzq", "YUP4", word="zzq", breaks=broken)


def in_texts(file: File, place: Place) -> Iterator[Fault]:
    """Texts with braces: the rules and the look."""
    value = place.value
    raw, start = file.raw(value), value.start_mark.index
    if place.path[0] == "look" and value.style == '"':
        for found in re.finditer(r"(?<!\{)\{[a-z]+(?=[ .}])", raw):
            at = start + found.end()
            yield _made("unknown in the look", file, place, at, at, "zzq", "YUP40", word="zzq")
        for found in re.finditer(r"\}", raw):
            at = start + found.start()
            yield _made("brace in the look", file, place, at, at + 1, "", "YUP3")
    if place.path[:2] == ("rulebook", "rules") and place.last == "text" and value.style == '"':
        at = value.end_mark.index - 1
        yield _made("unknown in a text", file, place, at, at, " {zzq}", "YUP255", word="zzq")


def in_yaml(file: File, place: Place) -> Iterator[Fault]:
    """Faults of YAML, and keys that are misspelled, missing or twice."""
    key, owner = place.key, place.owner
    if key is None or not isinstance(owner, MappingNode) or place.path[0] not in CODE_SECTIONS | {"constants", "zones"}:
        return
    if len(place.path) != 3 or place.path[0] in ("scoring", "flow", "setup"):
        return
    broken = frozenset([element_of(place.path)[-1]])
    at, end = key.end_mark.index, key.start_mark.index
    value = place.value.start_mark.index
    yield _made("misspelled key", file, place, at, at, "zzq", "YUP201", word="zzq", breaks=broken)
    if place.last in ("text", "source", "is", "effects", "when", "then") and isinstance(place.value, ScalarNode):
        if place.value.style is None:
            yield _made("alias", file, place, value, place.value.end_mark.index, "*zzq", "YUP111", breaks=broken)
            yield _made("tag", file, place, value, value, "!zzq ", "YUP108", breaks=broken)
    if owner.flow_style:
        return
    indent = " " * key.start_mark.column
    if place.last in ("text", "source") and isinstance(place.value, ScalarNode) and place.value.style is None:
        again = f"{place.last}: {file.raw(place.value)}\n{indent}"
        fault = _made("key twice", file, place, end, end, again, "YUP107", breaks=broken, last=len(again))
        yield fault
        yield _made("YAML breaks", file, place, end, end, f"zzq: a: b\n{indent}", "YUP101", breaks=broken)
        yield _made("quote left open", file, place, end, end, f'zzq: "a\n{indent}', "YUP101", breaks=broken)
        yield _made("brace left open", file, place, end, end, f"zzq: {{a: b\n{indent}", "YUP101",
                    breaks=broken, last=len(indent) + 12)  # fmt: skip
    if place.last in ("is", "effects") and len(owner.value) > 1:
        line = file.text.rfind("\n", 0, end) + 1
        if file.text[line:end].strip() == "":
            stop = place.value.end_mark.index
            if not file.text[:stop].endswith("\n"):
                stop = file.text.index("\n", stop) + 1
            stop = _before_comments(file.text, end, stop)
            name = file.text.rfind(f" {place.path[1]}:", 0, owner.start_mark.index) + 1
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
        if len(place.path) == 2 and place.key is not None and isinstance(place.owner, MappingNode):
            if not place.owner.flow_style:
                first.setdefault(place.path[0], place)

    def put(section: str, text: str, code: str, number: object, kind: str, **rest: Any) -> Fault:
        assert first[section].key is not None
        mark = first[section].key.start_mark
        indent = " " * mark.column
        name = f"zza{number}"
        text = re.sub(r"\bzz([ab])\b", rf"zz\g<1>{number}", text).replace("\n  ", f"\n{indent}")
        line = f"{name}: {text}\n{indent}" if not text.startswith("\t") else f"{name}:{text}\n{indent}"
        return Fault(kind, (section, name), file.name, mark.index, mark.index, line, code, **rest)

    for number, (section, text, code) in enumerate(ADDED):
        if section in first and not (section == "functions" and "zzb + 1" in text):
            last = 1 if "\n" in text else None
            yield put(section, text, code, number, f"added to {section}", at=0, last=last and len(text))
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
                assert isinstance(place.value, ScalarNode) and isinstance(place.owner, MappingNode)
                keys = {key.value: value.value for key, value in place.owner.value}
                name = place.path[1]
                words = frozenset([name])
                if keys.get("each") == "Player" and place.value.value == "owner":
                    yield f'for p in players: log "{{p.{name}}}"', words
                elif "each" not in keys and place.value.value == "none":
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


def plant(target: str, folder: Path, faults: list[Fault]) -> list[tuple[Fault, str, range]]:
    """Write the faults into the copy; each with its file and the lines on which it may be told (none: on any)."""
    where: list[tuple[Fault, str, range]] = []
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
    left = list(compile_ruleset(name).diagnostics)
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
