"""Texts that speak of what is not there: rules by ids that no rule has, and things that an overlay has removed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from yupana.interpreter.index.elements import Element, Elements, comments
from yupana.schemas.find import shown
from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Span

from .lock import sources
from .maker import Maker
from .names import spaced
from .numerals import HIDDEN, hidden
from .printed_texts import Finding, PrintedText, printed_texts
from .relevance import words_of

_PLAYED = ("kinds", "tables", "actions", "zones", "boards", "enums", "options", "state", "players", "constants")
"""The sections whose things people speak of by their names."""
_COUNTED = re.compile(r"(.*)_(0[0-9]+)")
_NUMBER = re.compile(r"(?<![\w.\-])(0[0-9]+)(?![\w-]|\.\d)(?:\s*(?:to|–|-|and|bis|und)\s*(0[0-9]+))?")


def check_ids(maker: Maker, elements: Elements) -> None:
    """Report ids of rules in texts, and behind lines of code, where there is no such rule: it was removed, has another
    id, or was never there; and rules that a line cites and the element around it does not."""
    rules = [str(each) for each in maker.ruleset.rulebook.rules]
    heads = {each.partition("-")[0] for each in rules if "-" in each}
    if not heads:
        return
    pattern = re.compile(rf"(?<![\w{{/.-])(?:{'|'.join(map(re.escape, sorted(heads)))})-(?:\w[\w.-]*\w|\w)(?![\w-])")
    for text in printed_texts(maker):
        plain = hidden(text.text)
        for match in pattern.finditer(plain):
            name = match[0]
            if not any(_within(name, rule) for rule in rules):
                message = f"`{text.path}` names {name}, and there is no such rule"
                hint = did_you_mean(name, rules) or "name the rule that is meant, or leave it out"
                maker.report.add(Diagnostic("YUP269", "warning", message, text.at(*match.span()), hint))
    for element in elements:
        cited = sources(elements, element)
        for piece in element.pieces:
            for word, span in comments(piece.code):
                if word in rules and word not in cited:
                    message = f"a line of `{element.path}` cites {word}, and its `source` does not"
                    hint = f"add {word} to the `source` of `{element.path}`, or leave it out here"
                    maker.report.add(Diagnostic("YUP270", "warning", message, span, hint))
                elif pattern.fullmatch(word) and not any(_within(word, rule) for rule in rules):
                    message = f"a line of `{element.path}` cites {word}, and there is no such rule"
                    hint = did_you_mean(word, rules) or "cite the rule that is meant, or leave it out"
                    maker.report.add(Diagnostic("YUP269", "warning", message, span, hint))


def _within(name: str, rule: str) -> bool:
    """Whether an id is a rule's, or that of a part of the rulebook with the rule in it (`PIZ-8.1` of `PIZ-8.1-b`)."""
    return rule == name or (rule.startswith(name) and not rule[len(name)].isalnum())


def speaking_of_removed(
    texts: Sequence[PrintedText], maker: Maker, elements: Elements, below: Maker, elements_below: Elements
) -> Iterator[Finding]:
    """The texts of a base that still speak of what an overlay has removed."""
    gone = [
        each
        for each in elements_below
        if each.section in _PLAYED
        and each.path not in elements.by_path
        and not _is_inside(each, elements, elements_below)
    ]
    if not gone:
        return
    there = _words_there(maker, elements)
    named = {each.path: words_of(spaced(each.name)) for each in gone}
    only = {path: names for path, names in named.items() if names and names - there}
    suffixes = _numbered(elements)
    lost = {number: each for number, each in _numbered(elements_below).items() if number not in suffixes}
    for text in texts:
        if text.is_name or text.lang:
            continue
        plain = hidden(text.text)
        said = words_of(plain)
        path = next((path for path, names in only.items() if names <= said), None)
        if path is not None:
            yield _first_mention(text, path, plain, named[path] - there, maker)
            continue
        for match in _NUMBER.finditer(plain):
            for number in filter(None, match.groups()):
                each = lost.get(number)
                if each is not None and words_of(spaced(_kind(each))) & said:
                    yield _finding(text, each.path, match[0], text.at(*match.span()), maker)
                    break


def _is_inside(each: Element, elements: Elements, below: Elements) -> bool:
    """Whether what it stands in is gone as well, and is told for it."""
    return each.within is not None and each.within not in elements.by_path and each.within in below.by_path


def _words_there(maker: Maker, elements: Elements) -> set[str]:
    """The words of all that there is, of what is said of it, and of the glossary and texts that an overlay gives."""
    found: set[str] = set()
    for each in elements:
        if each.section not in ("rules", "examples"):
            found |= words_of(spaced(each.name)) | words_of(each.text)
            found |= {word for key in each.parts for word in words_of(spaced(key.rpartition(".")[2]))}
    for word in maker.ruleset.rulebook.glossary:
        found |= words_of(str(word))
    for members in maker.ruleset.enums.values():
        found |= {word for each in members for word in words_of(spaced(str(each)))}
    return found


def _numbered(elements: Elements) -> dict[str, Element]:
    """The entries with a number at the end of their name that begins with 0, by this number."""
    found: dict[str, Element] = {}
    for each in elements:
        match = _COUNTED.fullmatch(each.name) if ".entries." in each.path else None
        if match is not None:
            found.setdefault(match[2], each)
    return found


def _kind(entry: Element) -> str:
    return entry.path.split(".")[1]


def _first_mention(text: PrintedText, path: str, plain: str, lost: set[str], maker: Maker) -> Finding:
    """Told at the first word that nothing else has."""
    match = next((each for each in re.finditer(r"[^\W\d_]+", plain) if words_of(each[0]) & lost), None)
    at = text.at(*match.span()) if match is not None else text.span
    return _finding(text, path, match[0] if match is not None else "", at, maker)


def _finding(text: PrintedText, path: str, word: str, at: Span, maker: Maker) -> Finding:
    where = shown(Path(maker.parts[-1]))
    message = f"`{text.path}` still speaks of `{word.replace(HIDDEN, '')}`, and `{path}` is removed ({where})"
    return (
        text.path,
        path,
        Diagnostic("YUP266", "warning", message, at, "say the text anew in the overlay, or remove it"),
    )
