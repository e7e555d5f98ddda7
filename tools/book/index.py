"""The index of a rulebook: the words of the game, and the rules and chapters in which each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..documents.model import (
    Block,
    Card,
    Chapter,
    Grid,
    Items,
    Line,
    Paragraph,
    Rules,
    Run,
    Terms,
    joined,
    line,
    plain_text,
)
from .maker import Maker
from .names import headed

INDEX = "index"
"""The anchor of the part that becomes the index when all other chapters are there."""
MOST = 6
"""A word that stands in more rules than this is looked up by chapters."""
MOST_CHAPTERS = 7
"""A word of more chapters than this is everywhere, and the glossary is all that is told of it."""

_LATIN = re.compile(r"[\u0000-\u024f]*")


class _Place(NamedTuple):
    """Something that a word may stand in: a rule or what else is in a chapter, with the chapter's title."""

    anchor: str
    name: str
    chapter: str
    title: str
    text: str


def placed() -> Chapter:
    """Where the index will be."""
    return Chapter("", INDEX, (Terms(()),))


def with_index(maker: Maker, chapters: Sequence[Chapter]) -> list[Chapter]:
    """The chapters; the one that is to be the index lists the words, with links to where they stand."""
    found = [each for chapter in chapters for each in _places(chapter, chapter) if not _is_index(chapter)]
    words = dict.fromkeys(_words(maker), found)
    terms = []
    for word, places in sorted({**_actions(maker, found), **words}.items(), key=lambda each: each[0].casefold()):
        where = _where(word, places)
        if where:
            terms.append((word, where))
    block = Terms(tuple(terms))
    return [
        replace(each, blocks=(block,)) if _is_index(each) else each for each in chapters if terms or not _is_index(each)
    ]


def _is_index(chapter: Chapter) -> bool:
    return chapter.blocks == (Terms(()),)


def _words(maker: Maker) -> set[str]:
    """The words of the glossary, and what kinds of things, options and tables are called."""
    ruleset, names = maker.ruleset, maker.names
    found = {maker.texts.name(str(word), str(word), "glossary") for word in ruleset.rulebook.glossary}
    declared: Iterable[object] = (*ruleset.kinds, *ruleset.options, *ruleset.tables)
    found |= {names.of(str(each)) for each in declared if not maker.is_hidden(str(each))}
    known: dict[str, str] = {}
    for each in sorted(found):  # a word of which only the first letter is another is the same
        known.setdefault(each.casefold(), each)
    return {headed(each) if each[:1].islower() else each for each in known.values() if len(each) > 1}


def _actions(maker: Maker, found: Sequence[_Place]) -> dict[str, list[_Place]]:
    """What actions are called, each with the places of the rules that it stands on: elsewhere their words may mean
    anything."""
    words: dict[str, list[_Place]] = {}
    for name, decl in maker.ruleset.actions.items():
        if not maker.is_hidden(str(name)):
            own = set(map(str, decl.source))
            words.setdefault(maker.names.heading(str(name)), []).extend(each for each in found if each.name in own)
    return words


def _places(chapter: Chapter, whole: Chapter) -> Iterator[_Place]:
    said = [text for block in chapter.blocks for text in _said(block)]
    told = (chapter.anchor, f"§ {whole.number}", whole.anchor, whole.title)
    if any(said):
        yield _Place(told[0], "", told[2], told[1], " ".join([chapter.title, *said]))
    for block in chapter.blocks:
        for rule in block.rules if isinstance(block, Rules) else ():
            yield _Place(rule.anchor, rule.name, told[2], told[1], plain_text(rule.text))
    for each in chapter.chapters:
        yield from _places(each, whole)


def _said(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield plain_text(block.text)
        case Items():
            yield from (plain_text(item.text) for item in block.items)
        case Grid():
            yield from (plain_text(cell) for row in (block.head, *block.rows) for cell in row)
        case Card():
            yield from (text for each in block.inside for text in _said(each))


def _where(word: str, places: Sequence[_Place]) -> Line:
    """Links to the rules that a word stands in; where they are many to their chapters."""
    pattern = _pattern(word)
    rules = [each for each in places if each.name and pattern.search(each.text)]
    inside = {each.chapter for each in rules}
    others = [each for each in places if not each.name and each.chapter not in inside and pattern.search(each.text)]
    if len(rules) > MOST:
        chapters = list(dict.fromkeys((each.chapter, each.title) for each in places if pattern.search(each.text)))
        if len(chapters) > MOST_CHAPTERS:
            counts = {each: sum(place.chapter == each[0] for place in rules) for each in chapters}
            most = sorted(chapters, key=lambda each: -counts[each])[:MOST_CHAPTERS]
            chapters = [each for each in chapters if each in most]
        return joined([line(Run(title, "place", anchor)) for anchor, title in chapters], ", ")
    links = [line(Run(each.name, "place", each.anchor)) for each in rules]
    links += [
        line(Run(title, "place", anchor)) for anchor, title in dict.fromkeys((e.chapter, e.title) for e in others)
    ]
    return joined(links[:MOST_CHAPTERS], ", ")


def _pattern(word: str) -> re.Pattern[str]:
    """The word as a word of a sentence, also in the plural where its language forms one so."""
    if _LATIN.fullmatch(word):
        return re.compile(rf"(?<!\w){re.escape(word)}(?:s|es|n|en|e)?(?!\w)", re.IGNORECASE)
    return re.compile(re.escape(word))
