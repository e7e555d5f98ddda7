"""Puts the book together: its chapters in the order in which a person wants them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from yupana.schemas.carried import every
from yupana.schemas.find import VARIANTS, header_of, rulesets_in, shown
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Report
from yupana.schemas.steps import Step
from yupana.schemas.texts import Texts, elements, text_file
from yupana.schemas.tree import Scalar

from ..documents.model import Chapter, Document, Line, Paragraph, Rule, Rules, Terms, line
from ..languages.words import Words
from .chapters import Binder
from .exhibits import Artist
from .figures import Figures
from .index import with_index
from .maker import Maker, plain
from .names import Names
from .prose import Prose

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset


_BETWEEN_PEOPLE = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
"""What stands between those who made a game."""


def make_maker(compiled: SoundRuleset, texts: Texts, report: Report) -> Maker:
    """What the chapters are made with, of a compiled ruleset without errors."""
    ruleset = compiled.ruleset
    words = Words(texts.lang or "en")
    names = Names(ruleset, texts)
    names.labels.setdefault("Player", words.say("player"))
    figures = Figures(compiled, names, words)
    figures.foresee(_texts(ruleset, texts))
    prose = Prose(ruleset, names, words, figures)
    return Maker(compiled, ruleset, compiled.parts, texts, names, words, figures, prose, report)


def _texts(ruleset: Ruleset, texts: Texts) -> Iterator[str]:
    """What the values of a book stand in: its texts, the constants, how often steps and actions may come."""
    yield from (rule.text for rule in ruleset.rulebook.rules.values())
    yield from (*ruleset.rulebook.glossary.values(), *ruleset.book.components.values())
    yield from (chapter.text for chapter in ruleset.book.chapters.values() if chapter.text is not None)
    yield from (*texts.rules.values(), *texts.texts.values())
    yield from (f"{{{name}}}" for name in ruleset.constants)
    codes = [each.limit.times for each in every(ruleset, "actions").values() if each.limit is not None]
    codes += [each.code("times") for _, each in elements(ruleset) if isinstance(each, Step)]
    yield from (f"{{{code.text}}}" for code in codes if code is not None)


def make(maker: Maker, *, played: bool = True, artist: Artist | None = None) -> Document:
    """The whole book. Faults of texts go to the maker's report. Without `played` no game is begun for it and no example
    played: there are no pictures of positions; without an `artist` none of components, and boards are drawn plainly."""
    made = Binder(maker, rules, glossary, variants, played, artist and artist(maker)).chapters()
    told = [_seen(maker, each) for each in _explained(maker, made)]
    numbered = [replace(each, number=str(number)) for number, each in enumerate(told, 1)]
    header = maker.ruleset.ruleset
    facts: list[Line] = [line(_players(maker))]
    if header.designer is not None:
        people = [each for each in _BETWEEN_PEOPLE.split(header.designer) if each]
        facts.append(line(maker.say("designer_fact", name=maker.words.listed(people))))
    return Document(
        title=maker.texts.title or str(header.title),
        name=maker.compiled.name,
        lang=maker.texts.lang or "en",
        facts=tuple(facts),
        chapters=tuple(with_index(maker, numbered)),
        contents=maker.say("contents"),
        footer=line(maker.say("footer", name=maker.texts.title or str(header.title))),
    )


def _seen(maker: Maker, chapter: Chapter) -> Chapter:
    """A chapter and those in it; what they say of the rules on which they stand is a sentence."""
    cites = maker.around("see_rules", "rules", chapter.cites) if chapter.cites else ()
    return replace(chapter, cites=cites, chapters=tuple(_seen(maker, each) for each in chapter.chapters))


def _players(maker: Maker) -> str:
    low, high = maker.ruleset.players.min, maker.ruleset.players.max
    if low == high == 1:
        return maker.say("one_player_fact")
    counts = str(low) if low == high else maker.say("e_range", low=low, high=high)
    return maker.say("players_fact", counts=counts)


# ---------------------------------------------------------------- rules


STATUSES = ("ruling", "computed", "assumed", "found")
"""What a rule may be that its source does not simply state."""


def rules(maker: Maker, sections: list[str]) -> list[Chapter]:
    """The rules of some sections, as they are numbered in the rulebook."""
    chapters = []
    titles = plain(maker.ruleset.rulebook.sections)
    for section in sections:
        found = []
        for name, decl in plain(maker.ruleset.rulebook.rules).items():
            if str(decl.section) == section:
                status = maker.say(decl.status) if decl.status != "stated" else ""
                found.append(Rule(name, line(maker.rule_text(name)), status, maker.rule_anchor(name)))
        title = maker.texts.section(section, titles.get(section, section))
        if found:
            chapters.append(Chapter(title, f"section-{section}", (Rules(tuple(found)),)))
    return chapters


def _explained(maker: Maker, chapters: list[Chapter]) -> list[Chapter]:
    """The chapters; the first that holds rules says before them what their marks mean, if there are any."""
    printed = [each for chapter in chapters for each in _rules(chapter)]
    used = [each for each in STATUSES if any(rule.status == maker.say(each) for rule in printed)]
    first = next((number for number, each in enumerate(chapters) if _rules(each)), None)
    if first is not None and used:
        marks = [maker.say("mark", mark=maker.say(each), meaning=maker.say(f"{each}_means")) for each in used]
        note = Paragraph(line(maker.say("statuses", marks=maker.words.listed(marks))), "note")
        blocks = chapters[first].blocks
        at = next((number for number, each in enumerate(blocks) if isinstance(each, Rules)), len(blocks))
        chapters[first] = replace(chapters[first], blocks=(*blocks[:at], note, *blocks[at:]))
    return chapters


def _rules(chapter: Chapter) -> list[Rule]:
    """The rules of a chapter and of the chapters in it."""
    own = [rule for block in chapter.blocks if isinstance(block, Rules) for rule in block.rules]
    return [*own, *(rule for inside in chapter.chapters for rule in _rules(inside))]


# ---------------------------------------------------------------- glossary and variants


def glossary(maker: Maker) -> Chapter:
    """The words of the game, in the order of the alphabet."""
    terms = []
    for word, text in maker.ruleset.rulebook.glossary.items():
        told = maker.filled(maker.texts.text(f"rulebook.glossary.{word}", text))
        terms.append((maker.texts.name(str(word), str(word), "glossary"), line(maker.sentence(told))))
    terms.sort(key=lambda each: each[0].casefold())
    return Chapter(maker.say("glossary"), "glossary", (Terms(tuple(terms)),) if terms else ())


def variants(maker: Maker) -> Chapter:
    """The overlays that lie in the ruleset's folder, and those that are in this book."""
    base = maker.parts[0] if maker.parts else Path()
    found = [path for _, path in rulesets_in(base / VARIANTS)] if base.is_dir() else []
    inside = [each.resolve() for each in maker.parts[1:]]
    known = {each.resolve() for each in found}
    found += [each for each in maker.parts[1:] if each.resolve() not in known]
    terms = []
    for path in found:
        header = header_of(path)
        if header is None:
            continue
        given = _translated(maker, path)
        title = given.get("title") or str(header.word("title") or path.stem)
        if path.resolve() in inside:
            title = maker.say("in_this_book", title=title)
        text = given.get("text", "") if maker.texts.lang else str(header.word("text") or "")
        terms.append((title, line(maker.sentence(" ".join(text.split())))))
    return Chapter(maker.say("variants"), "variants", (Terms(tuple(terms)),) if terms else ())


def _translated(maker: Maker, overlay: Path) -> dict[str, str]:
    """An overlay's title and what it says of itself in the language of the book, as far as its texts give them."""
    path = text_file(overlay, maker.texts.lang) if maker.texts.lang else None
    if path is None or not path.is_file():
        return {}
    text = read_text(path, shown(path), Report())
    tree = load_text(text, shown(path), Report()) if text is not None else None
    found = {key: tree.get(key) for key in ("title", "text")} if tree is not None else {}
    return {key: each.text for key, each in found.items() if isinstance(each, Scalar)}
