"""What a game says at the table (prompts, the log, the look) in other languages.

A file of texts may have `phrases: {own words: other words}`. The own words are a text in quotes in the code of a
ruleset, a line of its look or its report, an announcement, the sentence of an action, or a text of an entry or a
space, as it stands there; the other words may use the same expressions in braces, in any order, and no others. Texts
that stand in these are other words too. So nothing in them can name, show or do what the ruleset's own words do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from .look import Look, LookBoard, LookFace, LookMark, LookPart, LookPiece
from .ruleset import BoardDecl, KindDecl, Players, ReportLine, Ruleset
from .source import Code, Span
from .tree import Word
from .walk import inside, once_for_each, rebuilt

_TEXT = r"""(["'])((?:(?!\1)[^\\\n]|\\.)*)\1"""
_QUOTED = re.compile(rf"{_TEXT}|\#[^\n]*")
"""A text in quotes in code, or (without groups) a comment."""
_SIGN = re.compile(r"\{\{|\}\}|[{}]")
_INSIDE = re.compile(rf"{_TEXT}|[{{}}]")
_BESIDE = re.compile(r"(?<!\w) | (?!\w)")
"""A blank that does not stand between two words."""


def quoted(code: str) -> list[str]:
    """The texts in quotes in code."""
    return [each[2] for each in _texts(code)]


def _texts(code: str) -> Iterator[re.Match[str]]:
    return (each for each in _QUOTED.finditer(code) if each[1])


def own_phrases(ruleset: Ruleset) -> dict[str, Span]:
    """Every phrase of a ruleset, the examples left out, with its place."""
    found: dict[str, Span] = {}
    for phrase, _, span in _phrases(ruleset):
        found.setdefault(phrase, span)
    return found


def as_they_stand(ruleset: Ruleset, phrases: Mapping[str, Word]) -> Iterator[tuple[Word, str, bool]]:
    """The other words of phrases, each with what stands for them in the code, once for each way in which it stands
    there: whether it is a text in quotes."""
    for phrase, sign in {(phrase, sign): None for phrase, sign, _ in _phrases(ruleset) if phrase in phrases}:
        other = phrases[phrase]
        yield other, f"{sign}{_for_quotes(other, sign)}{sign}" if sign else str(other), bool(sign)


def _phrases(ruleset: Ruleset) -> Iterator[tuple[str, str, Span]]:
    """Every phrase with the quotes around it, if any, and its place."""
    for name, section in inside(ruleset):
        if name != "examples":
            for _, each in ((name, section),) if isinstance(section, BaseModel) else inside(section):
                for (phrase, sign), span in _phrases_in(each).items() if isinstance(each, BaseModel) else ():
                    yield phrase, sign, span


@once_for_each
def _phrases_in(declaration: BaseModel) -> dict[tuple[str, str], Span]:
    found: dict[tuple[str, str], Span] = {}

    def note(code: Code, whole: bool) -> Code:
        for each in [(code.text, "")] if whole else [(text[2], text[1]) for text in _texts(code.text)]:
            found.setdefault(each, code.span)
        return code

    _mapped(declaration, note, isinstance(declaration, Look))
    return found


def braces(phrase: str) -> list[tuple[int, int]] | None:
    """Where the expressions in the braces of a phrase stand; None if the braces do not match."""
    found: list[tuple[int, int]] = []
    at = 0
    while (sign := _SIGN.search(phrase, at)) is not None:
        start = at = sign.end()
        if len(sign[0]) > 1:
            continue
        depth = 1 if sign[0] == "{" else 0
        while depth and (inside := _INSIDE.search(phrase, at)) is not None:
            at = inside.end()
            depth += {"{": 1, "}": -1}.get(inside[0], 0)
        if depth or sign[0] == "}":
            return None
        found.append((start, at - 1))
    return found


def expressions_of(phrase: str) -> dict[str, str] | None:
    """The expressions in the braces of a phrase by what they are in all languages: with no blanks but those between
    two words, and with texts in them left empty, whose own expressions are told by where these stand. None if the
    braces do not match."""
    places = braces(phrase)
    if places is None:
        return None
    found = {}
    for start, end in places:
        code = phrase[start:end]
        key = _same_everywhere(code)
        found[key] = code.strip()
        for at, text in enumerate(quoted(code)):
            inside = expressions_of(text)
            if inside is None:
                return None
            found |= {f"{key}:{at}:{each}": told for each, told in inside.items()}
    return found


def expressions(phrase: str) -> frozenset[str] | None:
    """The expressions in the braces of a phrase, as `said` knows them."""
    found = expressions_of(phrase)
    return None if found is None else frozenset(found)


def words_of(phrase: str) -> str:
    """A phrase without its expressions, with the texts that stand in these."""
    out, at = "", 0
    for start, end in braces(phrase) or ():
        inner = [words_of(each) for each in quoted(phrase[start:end])]
        out, at = " ".join([out + phrase[at:start], *inner]), end
    return out + phrase[at:]


def _same_everywhere(code: str) -> str:
    out, at = "", 0
    for text in _texts(code):
        out += _joined(code[at : text.start()]) + '""'
        at = text.end()
    return out + _joined(code[at:])


def _joined(code: str) -> str:
    """Code without blanks, but with one between two words."""
    return _BESIDE.sub("", " ".join(code.split()))


def carried(phrase: str, before: str, after: str) -> list[tuple[int, int, str]]:
    """What changes in a phrase in other words when its own words change from `before` to `after` in names: places in it
    with what is to stand there."""
    old, new, here = braces(before), braces(after), braces(phrase)
    if old is None or new is None or here is None or len(old) != len(new):
        return []
    now = {_same_everywhere(before[a:b]): (before[a:b], after[c:d]) for (a, b), (c, d) in zip(old, new, strict=True)}
    found = []
    for start, end in here:
        code = phrase[start:end]
        was, then = now.get(_same_everywhere(code), ("", ""))
        if was != then and (other := _with_texts(code, was, then)) != code:
            found.append((start, end, other))
    return found


def _with_texts(code: str, was: str, then: str) -> str:
    """An expression that was another, with the texts in it in other words as the code has them."""
    texts = zip(*(_texts(part) for part in (code, was)), strict=True)
    words = iter(list(texts))

    def told(now: re.Match[str]) -> str:
        here, old = next(words)
        inner = here[2]
        for start, end, other in reversed(carried(inner, old[2], now[2])):
            inner = inner[:start] + other + inner[end:]
        return f"{here[1]}{inner}{here[1]}"

    return _QUOTED.sub(told, then)


def translated(ruleset: Ruleset, phrases: Mapping[str, str]) -> Ruleset:
    """The ruleset with its phrases in other words. The code is else the same; its columns may be others."""

    def told(found: re.Match[str]) -> str:
        other = phrases.get(found[2] or "")
        return found[0] if other is None else f"{found[1]}{_for_quotes(other, found[1])}{found[1]}"

    def change(code: Code, whole: bool) -> Code:
        if whole:
            text = phrases.get(code.text, code.text)
        else:
            text = _QUOTED.sub(told, code.text)
        return code if text == code.text else replace(code, text=text)

    changed: Ruleset = _mapped(ruleset, change)
    return changed


def _for_quotes(phrase: str, sign: str, around: str = "") -> str:
    """A phrase as it can stand between these quotes, which may stand in a text between others. The texts in its braces
    stand in the other sort of quotes."""
    out, at, other = "", 0, "'" if sign == '"' else '"'

    def told(found: re.Match[str]) -> str:
        return f"{other}{_for_quotes(found[2], other, sign)}{other}" if found[1] else found[0]

    def plain(found: re.Match[str]) -> str:
        return found[0] if len(found[0]) > 1 else "\\n" if found[0] == "\n" else f"\\{found[0]}"

    for start, end in [*(braces(phrase) or ()), (len(phrase), len(phrase))]:
        out += re.sub(rf"\\.|[\\{sign}{around}\n]", plain, phrase[at:start])
        out, at = out + _QUOTED.sub(told, phrase[start:end]).replace("\n", " "), end
    return out


def _mapped(value: Any, change: Callable[[Code, bool], Code], whole: bool = False) -> Any:
    """The same with all code changed, the examples left out; what does not change stays the very same thing. `whole`
    tells of code that is a phrase as it stands: a line of the look, of the report, an announcement, a sentence, a text
    of an entry or a space."""
    if isinstance(value, Code):
        return change(value, whole)
    if isinstance(value, LookPiece | LookMark):
        return value  # its code is a number or a space, and says nothing
    texts: set[str] = set()
    if isinstance(value, KindDecl | Players | BoardDecl):
        texts = {str(name) for name, type_ in value.attributes.items() if type_.text.rstrip("?") == "text"}
    if isinstance(value, KindDecl) and value.parts is not None:
        texts.discard(str(value.parts.face))  # a drawing

    def part(step: Any, each: Any) -> Any:
        if isinstance(value, BaseModel) and step == "examples":
            return each
        if isinstance(value, LookBoard) and step in ("part", "tint", "raised", "dots"):
            return each  # it says what is there, in no words
        if isinstance(value, LookPart) and step != "cell":
            return each  # the same
        if isinstance(value, LookFace) and (step in ("colour", "icon", "places") or (step == "title" and value.plain)):
            return each  # the same
        if isinstance(value, KindDecl | Players | BoardDecl) and step in ("entries", "seats", "spaces"):
            return rebuilt(each, lambda _, entry: _entry(entry, change, texts))
        said = isinstance(value, ReportLine) and step == "say"
        is_whole = isinstance(value, BaseModel) and (isinstance(each, Look) or said or step in ("announce", "says"))
        return _mapped(each, change, whole or is_whole)

    return rebuilt(value, part)


def _entry(entry: Any, change: Callable[[Code, bool], Code], texts: set[str]) -> Any:
    """An entry, a space or a seat, of whose values some are texts."""
    if entry is None:
        return None
    made = _mapped(entry, change)
    values = rebuilt(entry.values, lambda name, code: change(code, str(name) in texts))
    return made if made.values is values else made.model_copy(update={"values": values})
