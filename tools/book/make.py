"""Puts the book together: its chapters in the order in which a person wants them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from yupana.schemas.find import VARIANTS, header_of, rulesets_in, shown, text_of
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts, text_file
from yupana.schemas.tree import Scalar

from ..languages.words import Words
from . import parts, play, stories
from .document import Block, Book, Chapter, Line, Paragraph, Rule, Rules, Run, Terms, line
from .figures import Figures
from .maker import Maker
from .names import Names
from .prose import Prose
from .values import code_at

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled


def make_maker(compiled: Compiled, texts: Texts, report: Report) -> Maker:
    """What the chapters are made with, of a compiled ruleset without errors."""
    ruleset = compiled.ruleset
    assert ruleset is not None
    words = Words(texts.lang or "en")
    names = Names(ruleset, texts)
    names.labels.setdefault("Player", words.say("player"))
    figures = Figures(compiled, names, words)
    prose = Prose(ruleset, names, words, figures)
    return Maker(compiled, ruleset, compiled.parts, texts, names, words, figures, prose, report)


def make(maker: Maker) -> Book:
    """The whole book. Faults of texts go to the maker's report."""
    chapters = (
        parts.overview(maker),
        parts.components(maker),
        parts.boards(maker),
        parts.setup(maker),
        rules(maker),
        play.course(maker),
        play.actions(maker),
        play.special(maker),
        parts.tables(maker),
        play.scoring(maker),
        glossary(maker),
        stories.examples(maker),
        variants(maker),
    )
    shown = [each for each in chapters if not each.is_empty]
    numbered = tuple(replace(each, number=str(number)) for number, each in enumerate(shown, 1))
    header = maker.ruleset.ruleset
    facts: list[Line] = [line(_players(maker))]
    if header.designer is not None:
        facts.append(line(maker.say("designer_fact", name=header.designer)))
    return Book(
        title=maker.texts.title or str(header.title),
        name=maker.compiled.name,
        lang=maker.texts.lang or "en",
        facts=tuple(facts),
        chapters=numbered,
        contents=maker.say("contents"),
        footer=line(maker.say("footer", name=maker.compiled.name)),
    )


def _players(maker: Maker) -> str:
    low, high = maker.ruleset.players.min, maker.ruleset.players.max
    if low == high == 1:
        return maker.say("one_player_fact")
    counts = str(low) if low == high else maker.say("e_range", low=low, high=high)
    return maker.say("players_fact", counts=counts)


# ---------------------------------------------------------------- rules


def rules(maker: Maker) -> Chapter:
    """The rules by section, as they are numbered in the rulebook."""
    book = maker.ruleset.rulebook
    sections: dict[str, list[Rule]] = {str(each): [] for each in book.sections}
    used: list[str] = []
    for name, decl in book.rules.items():
        status = ""
        if decl.status != "stated":
            status = maker.say(decl.status)
            if decl.status not in used:
                used.append(decl.status)
        text = line(rule_text(maker, str(name)))
        rule = Rule(str(name), text, status, maker.rule_anchor(str(name)))
        sections.setdefault(str(decl.section), []).append(rule)
    chapters = []
    titles = {str(key): str(title) for key, title in book.sections.items()}
    for section, found in sections.items():
        if found:
            title = maker.texts.section(section, titles.get(section, section))
            numbered = title if title == section else f"{section}  {title}"
            chapters.append(Chapter(numbered, f"section-{section}", (Rules(tuple(found)),)))
    blocks: list[Block] = []
    if used:
        order = [each for each in ("ruling", "assumed", "found") if each in used]
        marks = [maker.say("mark", mark=maker.say(each), meaning=maker.say(f"{each}_means")) for each in order]
        blocks.append(Paragraph(line(maker.say("statuses", marks=maker.words.listed(marks))), "note"))
    return Chapter(maker.say("rules"), "rules", tuple(blocks) if chapters else (), tuple(chapters))


def rule_text(maker: Maker, name: str) -> str:
    """The text of a rule in the book's language, with its values."""
    decl = {str(key): each for key, each in maker.ruleset.rulebook.rules.items()}[name]
    text = maker.texts.rule(name, decl.text)
    return maker.filled(text, code_at(decl.node, "text") if text is decl.text else None)


# ---------------------------------------------------------------- glossary and variants


def glossary(maker: Maker) -> Chapter:
    """The words of the game, in the order of the alphabet."""
    terms = []
    for word, text in maker.ruleset.rulebook.glossary.items():
        told = maker.filled(maker.texts.text(f"rulebook.glossary.{word}", text))
        terms.append((maker.texts.name(str(word), str(word)), line(maker.sentence(told))))
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
        title = str(_translated(maker, path) or text_of(header, "title") or path.stem)
        if path.resolve() in inside:
            title = maker.say("in_this_book", title=title)
        text = "" if maker.texts.lang else str(text_of(header, "text") or "")
        terms.append((title, line(maker.sentence(" ".join(text.split())))))
    return Chapter(maker.say("variants"), "variants", (Terms(tuple(terms)),) if terms else ())


def _translated(maker: Maker, overlay: Path) -> str:
    """The title of an overlay in the language of the book, if its texts give one."""
    path = text_file(overlay, maker.texts.lang) if maker.texts.lang else None
    if path is None or not path.is_file():
        return ""
    text = read_text(path, shown(path), Report())
    tree = load_text(text, shown(path), Report()) if text is not None else None
    title = tree.get("title") if tree is not None else None
    return title.text if isinstance(title, Scalar) else ""


__all__ = ["Run", "make", "make_maker", "rule_text"]
