"""Faults in code: names, types, arguments, brackets, indentation; and in the options of examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from yupana.schemas.tree import Mapping, Scalar

from .places import ALL_OPTIONS, Fault, File, Place, Whole, made

CODE_KEYS = {
    "is", "when", "effects", "if", "in", "do", "until", "skip", "points", "given", "then", "start", "end", "value",
    "instead", "before", "after", "announce",
}  # fmt: skip
CODE_SECTIONS = {
    "functions", "procedures", "actions", "adjustments", "setup", "flow", "scoring", "invariants", "features",
    "examples",
}  # fmt: skip
WORDS = {
    "if", "in", "is", "or", "and", "not", "for", "do", "let", "return", "else", "elif", "while", "at", "from", "to",
    "repeat", "most", "loop", "of", "by", "log", "roll", "pick", "draw", "move", "choose", "offer", "any", "all",
    "up", "one", "none", "true", "false", "after", "before", "where", "size",
}  # fmt: skip
EFFECTS = {"effects", "given", "do", "start", "end", "instead", "before", "after", "run"}
STATEMENT = re.compile(r"^ *(let|return|for|if)\b.*[^,]$", re.M)
OTHER_LANGUAGES = [
    (" or ", " || "), (" != ", " <> "), (" >= ", " => "), (r"(?<=\w )not (?!in\b)", "!"), (r"\belif ", "else if "),
    (r"(?<=\w) \* (?=\w)", " ** "), (r" // ", " / "),
]  # fmt: skip
MASKED = re.compile(r'\\?"[^"\n]*"|#[^\n]*')
NUMBER = re.compile(r"(?<![\w.\])\"}-])\b\d+\b(?![\w.(\"])")
OWN = re.compile(r"\b(?:for|let|choose|as|option|each|to|or)\s+(\w+)|\b(\w+)\s+in\b|\b(\w+)\s*=(?!=)|(\w+):")
"""Words to which a piece of code may give a meaning of its own."""


def is_code(place: Place, whole: Whole) -> bool:
    """Whether code stands here."""
    if whole.is_predicate(place.path):
        return True
    section = place.path[0]
    return (
        (section in CODE_SECTIONS and place.last in CODE_KEYS and place.key is not None)
        or (section == "examples" and place.last in ("then", "given"))
        or "then" in place.path[-2:]
    )


def in_code(file: File, place: Place, whole: Whole) -> Iterator[Fault]:
    """What can be wrong in a piece of code."""
    assert isinstance(place.value, Scalar)
    raw, start = file.raw(place.value), file.start(place.value.span)
    quoted = raw[:1] in "\"'"
    body = MASKED.sub(lambda found: " " * len(found.group()), raw) if not quoted else raw[:-1].replace('\\"', "  ")
    words = frozenset(re.findall(r"\w+", raw))
    end = start + len(raw.rstrip())
    in_brackets = place.value.style == "plain" and (place.owner is None or file.in_braces(place.owner))
    code = "YUP3|YUP114" if in_brackets else "YUP3"

    def put(kind: str, from_: int, to: int, text: str, code: str, **rest: Any) -> Fault:
        return made(kind, file, place, start + from_, start + to, text, code, breaks=frozenset([place.name]), **rest)

    yield from _names(body, put, words, place, whole)
    yield from _arguments(body, put, words, whole, "YUP414|YUP114" if in_brackets else "YUP414")
    for found in re.finditer(r"\)", body):
        yield put("open bracket", found.start(), found.end(), "", code, at=None, last=end)
    for found in re.finditer(r" and ", body):
        yield put("unknown sign", found.start(), found.end(), " && ", "YUP3", at=1)
    for found in re.finditer(r"(?<= )== ", body):
        yield put("one `=`", found.start(), found.end(), "= ", "YUP3", at=None, last=end)
    for sign, other in OTHER_LANGUAGES:
        for found in re.finditer(sign, body):
            yield put("sign of another language", found.start(), found.end(), other, code, at=None, last=end)
    if place.owner is not None and not quoted and place.last != "then" and place.key is not None:
        fault = put("number for code", 0, len(raw.rstrip()), "{a: 1}", "YUP203")
        yield replace(fault, breaks=fault.breaks | {ALL_OPTIONS})
    free = "none" not in raw  # of what guards something else it is told too that this may be none
    if place.value.style == "plain" and "\n" not in raw and place.last in ("when", "if", "until", "skip") and free:
        yield put("not a condition", 0, len(raw.rstrip()), "3", "YUP411")
    if place.value.style == "literal" and (place.last in EFFECTS or STATEMENT.search(body)):
        yield from _lines(body, put)


def _names(body: str, put: Any, words: frozenset[str], place: Place, whole: Whole) -> Iterator[Fault]:
    name = place.name
    for found in NUMBER.finditer(body):
        if body[max(found.start() - 2, 0) : found.start()] == ".." or body[found.end() : found.end() + 2] == "..":
            continue
        a, b, number = found.start(), found.end(), found.group()
        yield put("unknown name", a, b, "zzq", "YUP401", word="zzq")
        yield put("wrong type", a, b, f"({number} + true)", "YUP41[12]")
        yield put("always fails", a, b, f"({number} // 0)", "YUP420")
        given = _parameters(place)
        if place.path[0] == "functions" and place.path[2:] == ("is",) and given is not None:
            yield put("recursion", a, b, f"{name}({', '.join(given)})", "YUP431", word=name, at=None)
    for found in re.finditer(r"(?<=[\w)\]])\.([a-z_]+)\b(?!\()", body):
        yield put("unknown field", found.end(), found.end(), "zzq", "YUP40[135]", word=found[1] + "zzq", needs=words)
    for found in re.finditer(r"\b([a-z_]+)(?=\()", body):
        if found[1] not in WORDS and " for " not in body[found.end() :].partition("\n")[0]:
            yield put("unknown function", found.end(), found.end(), "zzq", "YUP40[135]", word=found[1] + "zzq")
    own = {each for groups in OWN.findall(body) for each in groups if each} | set(_given(place))
    for found in re.finditer(r"(?<![\w.$])([A-Za-z_]\w*)\b(?!\s*[(=:]|\.\.|\w)", body):
        if found[1] in whole.names and found[1] not in own and found[1] not in WORDS:
            at = found.end()
            yield put("misspelled name", at, at, "zzq", "YUP40[1345]", word=found[1] + "zzq", needs=words)


def _arguments(body: str, put: Any, words: frozenset[str], whole: Whole, code: str) -> Iterator[Fault]:
    """A call with an argument too many or too few."""
    for found in re.finditer(r"(?<![\w.])([a-z_]\w*)\(", body):
        if found[1] not in whole.signatures:
            continue
        many, last = whole.signatures[found[1]], _closing(body, found.end())
        if last < 0:
            continue
        commas = list(_commas(body, found.end(), last))
        say = {"needs": words, "at": None}
        yield put("too many arguments", last, last, ", 1" if many else "1", code, **say)
        if commas:
            yield put("too few arguments", commas[-1], last, "", code, **say)
        elif many == 1:
            yield put("no argument", found.end(), last, "", code, **say)


def _closing(body: str, at: int) -> int:
    """Where the bracket that is open at a place is closed."""
    depth = 0
    for place in range(at, len(body)):
        if body[place] in "([{":
            depth += 1
        elif body[place] in ")]}":
            if depth == 0:
                return place if body[place] == ")" else -1
            depth -= 1
    return -1


def _commas(body: str, at: int, last: int) -> Iterator[int]:
    """The commas between the arguments of a call."""
    depth = 0
    for place in range(at, last):
        depth += (body[place] in "([{") - (body[place] in ")]}")
        if body[place] == "," and depth == 0:
            yield place


def _lines(body: str, put: Any) -> Iterator[Fault]:
    """Wrong indentation of statements."""
    at, depth, before, indents = 0, 0, "", [0]
    for line in body.split("\n"):
        content = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if content and depth == 0 and before and content[0] not in "|>":
            last = at + len(line)
            if before[-1] not in ":([{,|>" and indent == indents[-1] and not re.match(r"(elif|else|and|or)\b", content):
                yield put("too much indentation", at, at, "  ", "YUP3", last=last - at)
                yield put("a tab before", at + indent, at + indent, "\t", "YUP3|YUP103", last=last - at)
            elif before[-1] == ":" and indent > indents[-1]:
                yield put("no indentation", at, at + indent - indents[-1], "", "YUP3", at=None)
        if content:
            if depth == 0:
                indents = [*(each for each in indents if each < indent), indent]
            depth += sum(content.count(each) for each in "([{") - sum(content.count(each) for each in ")]}")
            before = content if depth == 0 else ""
        at += len(line) + 1


def _given(place: Place) -> list[str]:
    """The parameters of the element that a code stands in."""
    for key, value in (place.owner or {}).items():
        if key == "of" and isinstance(value, Mapping):
            return [str(each) for each in value]
    return []


def _parameters(place: Place) -> list[str] | None:
    """The parameters of the function that a code stands in; None if it may give anything but a number."""
    for key, value in (place.owner or {}).items():
        if key == "gives" and isinstance(value, Scalar) and value.text != "int":
            return None
    return _given(place)


def in_examples(file: File, place: Place) -> Iterator[Fault]:
    """A step of an example: an option that a player takes."""
    raw, start = file.raw(place.value), file.start(place.value.span)
    option = re.fullmatch(r"([a-z_]+)\((.*)\)", raw)
    if option is None or place.key is None:
        return
    words = frozenset(re.findall(r"\w+", raw))
    key = file.end(place.key.span)
    yield made("unknown player", file, place, key, key, "zzq", "YUP40", word="zzq")
    at = start + option.end(1)
    yield made("unknown option", file, place, at, at, "zzq", "YUP40", word="zzq", needs=words | {ALL_OPTIONS})
    close = start + option.end() - 1
    yield made("option left open", file, place, close, close + 1, "", "YUP441")
    if "=" in option[2]:
        at = start + option.start(2) + option[2].index("=")
        yield made("unknown parameter", file, place, at, at, "zzq", "YUP4", word="zzq", needs=words)
        if re.fullmatch(r"[a-z_]\w*", option[2].rpartition("=")[2]):
            yield made("unknown value", file, place, close, close, "zzq", "YUP4", word="zzq", needs=words)
