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
    words = {word: [each for each in found if _pattern(word).search(each.text)] for word in _words(maker)}
    actions = {word: where for word, where in _actions(maker, found).items() if not _holds(word, words)}
    terms = []
    for word, places in sorted({**actions, **words}.items(), key=lambda each: each[0].casefold()):
        if places:
            terms.append((word, _where(places)))
    block = Terms(tuple(terms))
    return [
        replace(each, blocks=(block,)) if _is_index(each) else each for each in chapters if terms or not _is_index(each)
    ]


def _is_index(chapter: Chapter) -> bool:
    return chapter.blocks == (Terms(()),)


def _words(maker: Maker) -> set[str]:
    """The words of the glossary, and what kinds of things, options and tables are called; but for the kind of which
    another word speaks: who looks for a god looks for the god cards."""
    ruleset, names = maker.ruleset, maker.names
    found = {maker.texts.name(str(word), str(word), "glossary") for word in ruleset.rulebook.glossary}
    kinds, others = ({names.of(str(each)) for each in declared if not maker.is_hidden(str(each))} for declared in (
        ruleset.kinds, (*ruleset.options, *ruleset.tables)
    ))  # fmt: skip
    begun = {" ".join(each.casefold().split()[:-1]) for each in found | kinds}
    found |= {each for each in kinds if each.casefold() not in begun} | others
    known: dict[str, str] = {}
    for each in sorted(found):  # a word of which only the first letter is another is the same
        known.setdefault(each.casefold(), each)
    return {headed(each) if each[:1].islower() else each for each in known.values() if len(each) > 1}


def _actions(maker: Maker, found: Sequence[_Place]) -> dict[str, list[_Place]]:
    """What actions are called, each with the places of the rules that it stands on, if one of these calls it so:
    elsewhere its words may mean anything. Nobody looks for it where examples are."""
    ruleset, words = maker.ruleset, dict[str, list[_Place]]()
    parts = [str(part).partition(" ") for each in ruleset.book.chapters.values() for part in each.holds]
    shown = {section for part, _, section in parts if part == "examples"}
    sections = {str(name): str(rule.section) for name, rule in ruleset.rulebook.rules.items()}
    for name, decl in ruleset.actions.items():
        if not maker.is_hidden(str(name)):
            own = {each for each in map(str, decl.source) if sections.get(each) not in shown}
            words.setdefault(maker.names.heading(str(name)), []).extend(each for each in found if each.name in own)
    return {word: own for word, own in words.items() if any(_pattern(word).search(each.text) for each in own)}


def _holds(action: str, words: Iterable[str]) -> bool:
    """Whether the name of an action holds one of the words: that is looked up."""
    return any(_pattern(word).search(action) for word in words if word.casefold() != action.casefold())


def _places(chapter: Chapter, whole: Chapter) -> Iterator[_Place]:
    told = whole.anchor, whole.title
    said = [text for block in chapter.blocks if not isinstance(block, Card) for text in _said(block)]
    if said:
        yield _Place(chapter.anchor, "", *told, " ".join([chapter.title, *said]))
    for block in chapter.blocks:
        for rule in block.rules if isinstance(block, Rules) else ():
            yield _Place(rule.anchor, rule.name, *told, plain_text(rule.text))
        if isinstance(block, Card):
            yield _Place(block.anchor, "", *told, " ".join([block.title, *_said(block)]))
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


def _where(places: Sequence[_Place]) -> Line:
    """Links to the rules among some places; where they are many to the first place in each of their chapters."""
    firsts: dict[str, _Place] = {}
    for each in places:
        firsts.setdefault(each.chapter, each)
    rules = [each for each in places if each.name]
    inside = [each.chapter for each in rules]
    if len(rules) > MOST:
        most = sorted(firsts, key=lambda each: -inside.count(each))[:MOST_CHAPTERS]
        links = [line(Run(each.title, "place", each.anchor)) for name, each in firsts.items() if name in most]
    else:
        links = [line(Run(each.name, "place", each.anchor)) for each in rules]
        links += [line(Run(each.title, "place", each.anchor)) for name, each in firsts.items() if name not in inside]
    return joined(links[:MOST_CHAPTERS], ", ")


def _pattern(word: str) -> re.Pattern[str]:
    """The word as a word of a sentence, also in the plural where its language forms one so."""
    if _LATIN.fullmatch(word):
        return re.compile(rf"(?<!\w){re.escape(word)}(?:s|es|n|en|e)?(?!\w)", re.IGNORECASE)
    return re.compile(re.escape(word))
