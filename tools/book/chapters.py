"""The chapters that an author chooses: every part of a chapter is made by name, and put together under its heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from ..documents.model import Block, Chapter, Line, Paragraph, line
from . import entries, parts, play, stories
from .exhibits import Artwork, exhibited
from .index import placed
from .maker import Maker, plain
from .names import headed
from .plays import Plays
from .summary import summary

if TYPE_CHECKING:
    from yupana.schemas.book import BookChapter

USUAL: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("overview", ("overview",)),
    ("components", ("components", "exhibits", "entries")),
    ("boards", ("boards",)),
    ("setup", ("setup", "start", "numbers")),
    ("rules", ("rules",)),
    ("tables", ("tables",)),
    ("scoring", ("scoring",)),
    ("examples", ("examples",)),
    ("glossary", ("glossary",)),
    ("variants", ("variants",)),
)
"""The chapters of a book whose author chooses none: all that is written for readers, nothing that is told from code."""

_PLURAL = {"tables": "tables", "boards": "many_boards", "entries": "components", "rules": "rules"}
"""What a chapter without a title is called that holds all of a sort and nothing else."""

_UNDER_A_HEADING = ("board", "spaces", "entries", "table", "boards", "tables")
"""Parts that keep their own heading when they begin a chapter that has a title and further parts; so do several
sections of rules."""


@dataclass(slots=True)
class Binder:
    """Makes the chapters of one book; `played` is whether positions are drawn. `sections` makes the rules of some
    sections; it and the two others stand with what they are about."""

    maker: Maker
    sections: Callable[[Maker, list[str]], list[Chapter]]
    glossary: Callable[[Maker], Chapter]
    variants: Callable[[Maker], Chapter]
    played: bool = True
    artwork: Artwork | None = None
    named: dict[str, set[str]] = field(default_factory=dict)
    _plays: Plays | None = None

    @property
    def plays(self) -> Plays:
        """Where examples are played: all that this book prints, at once."""
        if self._plays is None:
            named = self.named.get("example", set())
            of_rules = [
                stories.shown_by(self.maker, each).values() for each in sorted(self.named.get("examples", set()))
            ]
            free = self._free_examples() if self._prints("examples") else []
            wanted = dict.fromkeys([*sorted(named), *chain.from_iterable(of_rules), *free])
            self._plays = Plays(self.maker, self.played, wanted, self.artwork)
        return self._plays

    def _prints(self, part: str) -> bool:
        chosen = plain(self.maker.ruleset.book.chapters).values()
        return any(part in map(str, each.holds) for each in chosen) if chosen else True

    def _free_examples(self) -> list[str]:
        """Those of `examples`: in a book of chosen chapters those that no part names, else some that show much."""
        if not self.maker.ruleset.book.chapters:
            return stories.telling(self.maker)
        return self._others("example", [str(each) for each in self.maker.ruleset.examples])

    def chapters(self) -> list[Chapter]:
        """All chapters in order; those that are empty are left out."""
        chosen = plain(self.maker.ruleset.book.chapters)
        if not chosen:
            made = [self._whole(name, self.maker.say(name), held) for name, held in USUAL]
            return self._marked(each for each in made if not each.is_empty)
        for chapter in chosen.values():
            for part in chapter.holds:
                head, _, name = part.partition(" ")
                if name:
                    self.named.setdefault(head, set()).add(name)
                if name and head == "examples":  # their rules stand beside them
                    self.named.setdefault("rules", set()).add(name)
        made = [self._chosen(name, chapter) for name, chapter in chosen.items()]
        return self._marked(each for each in made if not each.is_empty)

    def _marked(self, made: Iterable[Chapter]) -> list[Chapter]:
        """The chapters; the first with pictures before and after says how what has changed is marked there."""
        chapters, after = list(made), self.maker.say("then")
        for number, each in enumerate(chapters):
            if any(picture.caption == after for block in each.blocks for picture in stories.pictures(block)):
                note = Paragraph(line(self.maker.say("red_edge")), "note")
                chapters[number] = replace(each, blocks=(note, *each.blocks))
                break
        return chapters

    def _chosen(self, name: str, decl: BookChapter) -> Chapter:
        maker = self.maker
        title = maker.texts.text(f"book.chapters.{name}.title", decl.title) if decl.title is not None else ""
        chapter = self._whole(name, title, tuple(map(str, decl.holds)))
        if decl.text is None:
            return chapter
        told = maker.texts.text(f"book.chapters.{name}.text", decl.text).split("\n\n")
        opening = [Paragraph(line(maker.filled(each))) for each in told if each.strip()]
        return replace(chapter, blocks=(*opening, *chapter.blocks))

    def _whole(self, name: str, title: str, held: Iterable[str]) -> Chapter:
        """A chapter of some parts: the first opens it, the others have headings of their own."""
        made = [(part, chapter) for part in held for chapter in self._part(part) if not chapter.is_empty]
        if not made:
            return Chapter(title or headed(name), f"chapter-{name}")
        blocks: list[Block] = []
        below: list[Chapter] = []
        cites: Line = ()
        heads = [part.partition(" ")[0] for part, _ in made]
        if not title and len(made) > 1 and len({*heads}) == 1 and all(" " not in part for part, _ in made):
            title = self.maker.say(_PLURAL.get(heads[0], heads[0]))
        if not title and len(made) > 1 and {*heads} == {"example"}:
            title = self.maker.say("examples")
        headed_first = heads[0] in _UNDER_A_HEADING or heads.count("rules") > 1
        for number, (head, (_, chapter)) in enumerate(zip(heads, made, strict=True)):
            if head == "example":
                if below:
                    below[-1] = replace(below[-1], blocks=(*below[-1].blocks, *chapter.blocks))
                else:
                    blocks += chapter.blocks
            elif number == 0 and (len(made) == 1 or not title or not headed_first):
                title = title or chapter.title
                blocks += chapter.blocks
                below += chapter.chapters
                cites = chapter.cites
            else:
                below.append(chapter)
        return Chapter(title or headed(name), f"chapter-{name}", tuple(blocks), tuple(below), cites=cites)

    # ------------------------------------------------------------ parts

    def _part(self, part: str) -> list[Chapter]:
        """What one part gives: a chapter, or for a part in the plural one for each of its sort."""
        maker = self.maker
        head, _, name = part.partition(" ")
        match head:
            case "rules":
                return self.sections(maker, [name] if name else self._others("rules", maker.sections()))
            case "entries":
                return [entries.entries(maker, each) for each in ([name] if name else self._kinds())]
            case "board" | "boards":
                every = [str(each) for each in maker.ruleset.boards]
                named = [name] if name else self._others("board", every)
                return [parts.board(maker, each, self.artwork) for each in named]
            case "spaces":
                return [entries.spaces(maker, name)]
            case "table" | "tables":
                every = [str(each) for each in maker.ruleset.tables]
                return [parts.table(maker, each) for each in ([name] if name else self._others("table", every))]
            case "example":
                return [stories.example(maker, self.plays, name)]
            case "examples" if name:
                return [stories.examples_of(maker, self.plays, name)]
            case "examples":
                return [stories.examples(maker, self.plays, self._free_examples())]
            case "exhibits":
                shown = exhibited(maker, self.artwork.components()) if self.artwork is not None else None
                return [Chapter(maker.say("exhibits"), "exhibits", () if shown is None else (shown,))]
            case "index":
                return [replace(placed(), title=maker.say("index"))]
            case "summary":
                told = tuple(replace(each, anchor=f"summary-{each.anchor}") for each in summary(maker))
                return [Chapter(maker.say("summary"), "summary", (), told)]
            case "start":
                return [Chapter(maker.say("start"), "start", tuple(self.plays.start()))]
            case "glossary":
                return [self.glossary(maker)]
            case "variants":
                return [self.variants(maker)]
        return [_ALONE[head](maker)]

    def _others(self, head: str, every: Iterable[str]) -> list[str]:
        """Those that no part names and the book does not hide."""
        named = self.named.get(head, set())
        return [each for each in every if each not in named and not self.maker.is_hidden(each)]

    def _kinds(self) -> list[str]:
        kinds = [str(name) for name, decl in self.maker.ruleset.kinds.items() if decl.entries]
        return self._others("entries", kinds)


_ALONE: dict[str, Callable[[Maker], Chapter]] = {
    "overview": parts.overview,
    "components": entries.components,
    "setup": parts.setup,
    "numbers": parts.numbers,
    "scoring": play.scoring,
    "counters": parts.counters,
    "icons": parts.icons,
    "zones": parts.zones,
    "turns": play.course,
    "actions": play.actions,
    "special": play.special,
}
