"""The rulebook with how well each of its rules is protected, as one page that stands alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from yupana.schemas.source import Report
from yupana.schemas.texts import load_texts

from ..book.make import make_maker, rules
from ..book.maker import plain
from ..compare.sides import without_folders
from ..documents.html import to_html
from ..documents.model import (
    Block,
    Card,
    Chapter,
    Details,
    Document,
    Entry,
    Grid,
    Item,
    Items,
    Line,
    Paragraph,
    Row,
    Rule,
    Run,
    line,
    prose,
)
from ..documents.report_file import STYLE
from .model import Result, Strength
from .report import advice, counted, percent, seen_by, sentence_of_idle

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset

_STYLE = STYLE + Path(__file__).with_name("style.css").read_text(encoding="utf-8")

WEAKEST = 20
"""So many rules with open breaks are named at the top at once; the others are folded away."""

_BANDS = ((1.0, "whole"), (0.95, "mostly"), (0.8, "fair"), (0.6, "poor"), (0.0, "weak"))
"""By the share of breaks that are noticed or accepted: how a band looks that stands beside the figures."""


def page(compiled: SoundRuleset, strength: Strength) -> str:
    """The page, for a compiled ruleset without errors and what came of breaks of it."""
    return to_html(document(compiled, strength), _STYLE)


def document(compiled: SoundRuleset, strength: Strength) -> Document:
    """The page as a document."""
    return _Page(compiled, strength).whole()


class _Page:
    def __init__(self, compiled: SoundRuleset, strength: Strength) -> None:
        self.ruleset, self.strength = compiled.ruleset, strength
        self.texts = load_texts(compiled.ruleset, compiled.parts, "", Report())
        self.maker = make_maker(compiled, self.texts, Report())
        self.by_rule = strength.by_rule()
        self.files = {
            each.span.file: without_folders(each.span.file, compiled.parts) for each in strength if each.span.file
        }

    def whole(self) -> Document:
        chapters = [*self.rulebook(), *self.of_no_rule()]
        return Document(
            f"How well {self.texts.title or self.ruleset.ruleset.title} is protected",
            self.strength.ruleset,
            facts=(line("Every small break of the rules, and which example notices"),),
            chapters=tuple(chapters),
            advice=prose(advice(self.strength)),
            lead=tuple(self.summary()),
        )

    # ------------------------------------------------------------ summary

    def summary(self) -> Iterator[Block]:
        """The figures, then the rules that need an example most."""
        found = self.strength
        tried = found.breaks
        figures = (
            ("noticed or accepted", percent(found.figure),
             f"of {counted(tried, 'break')} that an example could notice"),
            ("noticed", str(found.noticed), "an example fails"),
            ("missed", str(found.missed), "no example notices"),
            ("accepted", str(found.accepted), "missed, with a reason"),
            ("not counted", str(len(found.results) - tried), f"{found.count('refused')} refused by the check, "
             f"{len(found.unseen)} never seen to matter"),
        )  # fmt: skip
        cards = [
            Card(name, (Paragraph(line(figure), "figure"), Paragraph(line(Run(told, "small")))))
            for name, figure, told in figures
        ]
        yield Row(tuple(cards))
        weak = [name for name, each in self.by_rule.items() if each.figure < 1]
        if weak:
            yield self.weakest(weak[:WEAKEST], "Weakest rules first")
        if len(weak) > WEAKEST:
            yield Details(f"and {len(weak) - WEAKEST} more", (self.weakest(weak[WEAKEST:]),))
        if found.idle:
            told = [Item(prose(sentence_of_idle(each))) for each in found.idle]
            yield Details(f"{len(told)} accepted for nothing", (Items(tuple(told)),))
        if found.unseen:
            told = [Item(self.place(each)) for each in found.unseen]
            why = prose("Neither an example nor play at random shows that these matter; they are in no figure.")
            yield Details(f"{len(told)} never seen to matter", (Paragraph(why), Items(tuple(told))))
        if found.results:
            yield self.files_of()

    def weakest(self, names: Sequence[str], caption: str = "") -> Grid:
        """Rules with links to them."""
        return self.table("rule", [(self.link(name), self.by_rule[name]) for name in names], caption)

    def files_of(self) -> Details:
        """The same by file."""
        rows = [(line(Run(self.files.get(name, name), "name")), each) for name, each in self.strength.by_file().items()]
        return Details("By file", (self.table("file", rows),))

    def table(self, what: str, rows: Iterable[tuple[Line, Strength]], caption: str = "") -> Grid:
        """Parts of the ruleset with their figures."""
        head = (what, "breaks", "missed", "accepted", "figure")
        cells = [
            (name, *(line(str(number)) for number in (each.breaks, each.missed, each.accepted)),
             line(percent(each.figure)))
            for name, each in rows
        ]  # fmt: skip
        return Grid(tuple(map(line, head)), tuple(cells), frozenset((1, 2, 3, 4)), caption)

    def link(self, name: str) -> Line:
        """A rule, by its number and how it begins."""
        if name not in plain(self.ruleset.rulebook.rules):
            return line(Run(name, target=_NO_RULE))
        said = self.maker.rule_text(name)
        begins = said if len(said) <= 60 else f"{said[:59].rstrip()}…"
        return line(Run(name, target=self.maker.rule_anchor(name)), " ", Run(begins, "small"))

    # ------------------------------------------------------------ rules

    def rulebook(self) -> Iterator[Chapter]:
        """Every rule of the rulebook, in its order."""
        every = plain(self.ruleset.rulebook.rules)
        sections = [*plain(self.ruleset.rulebook.sections), *(str(each.section) for each in every.values())]
        for section in dict.fromkeys(sections):
            for chapter in rules(self.maker, [section]):
                (found,) = chapter.blocks
                yield Chapter(chapter.title, chapter.anchor, tuple([self.rule(each) for each in found.rules]))  # type: ignore[union-attr]

    def rule(self, rule: Rule) -> Entry:
        """A rule: its number, its text, its figures, and what is missed."""
        found = self.by_rule.get(rule.name, Strength(self.strength.ruleset, ()))
        text = line(rule.text, *((" ", Run(f"({rule.status})", "small")) if rule.status else ()))
        return self.entry(line(rule.name), found, text, rule.anchor)

    def of_no_rule(self) -> Iterator[Chapter]:
        """Breaks where no rule of the rulebook is implemented, by element."""
        known, rows = set(plain(self.ruleset.rulebook.rules)), dict[str, list[Result]]()
        for each in self.strength:
            if known.isdisjoint(each.rules):
                rows.setdefault(each.element, []).append(each)
        found = {name: Strength(self.strength.ruleset, tuple(row)) for name, row in rows.items()}
        told = [
            self.entry(line(Run(name or "outside any element", "name")), each)
            for name, each in found.items() if each.count("missed")
        ]  # fmt: skip
        if told:
            yield Chapter("Where no rule is named", _NO_RULE, tuple(told))

    def entry(self, title: Line, found: Strength, text: Line = (), anchor: str = "") -> Entry:
        """Something with its figures and what is missed in it."""
        inside: list[Block] = []
        if missed := [each for each in found if each.is_open]:
            inside.append(Items(tuple([Item(self.break_(each)) for each in missed])))
        accepted = [each for each in found if each.outcome == "missed" and each.accepted]
        if accepted:
            told = [Item(line(self.break_(each), ". Accepted: ", prose(each.accepted))) for each in accepted]
            inside.append(Details(f"{len(accepted)} accepted", (Items(tuple(told)),)))
        lead = (text,) if text else ()
        return Entry(title, "", _band(found), _figures(found), lead, tuple(inside), anchor=anchor)

    def break_(self, each: Result) -> Line:
        """A break that was missed, in the author's words, and where it is."""
        return line(self.place(each), f"; {seen_by(each)}")

    def place(self, each: Result) -> Line:
        """A break, in the author's words, and where it is."""
        where = f"{self.files.get(each.span.file, each.span.file)}:{each.span.line}"
        return line(Run(where, "small"), " ", Run(each.element, "name"), ": ", prose(each.what))


_NO_RULE = "no-rule"


def _band(found: Strength) -> str:
    if not found.breaks:
        return "untried"
    return next(name for least, name in _BANDS if found.figure >= least)


def _figures(found: Strength) -> str:
    """`11 of 12 breaks noticed, 1 accepted: 100 %`."""
    tried = found.breaks
    if not tried:
        return "nothing that an example could notice" if found.results else "no break of it was tried"
    accepted = f", {found.accepted} accepted" if found.accepted else ""
    noticed = found.noticed
    return f"{noticed} of {counted(tried, 'break')} noticed{accepted}: {percent(found.figure)}"
