"""Errata: what a rulebook says otherwise than an older one, rules, lines of tables and texts, old beside new."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest

from ..documents.model import (
    Block,
    Card,
    Chapter,
    Document,
    Grid,
    Items,
    Line,
    Paragraph,
    Picture,
    Row,
    Rule,
    Rules,
    Terms,
    line,
    strong,
)
from ..languages.words import Words

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
ALIKE = 0.45
"""Two lines that share so much of their words are one line that was changed."""

_ABOUT = ("variants", "summary", "index")
"""What the anchors of chapters end with that tell of others."""

Change = tuple[str, str, str]
"""What it is, and how it was and is; empty where it is not there."""


@dataclass
class _Told:
    """What a chapter says, apart from the chapters in it."""

    title: str
    rules: dict[str, Rule] = field(default_factory=dict)
    grids: list[Grid] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    pictures: dict[str, Picture] = field(default_factory=dict)


def errata(old: Document, new: Document, words: Words, since: str, pieces: Picture | None = None) -> Document:
    """What the new rulebook says otherwise than the old one; `since` is what that was, and `pieces` the components that
    are others now."""
    before, now = _told(old.chapters), _told(new.chapters)
    drawn = None if pieces is None else Chapter(words.say("exhibits"), "errata-exhibits", (pieces,))
    rules = _of_rules(before, now)
    said = {(_text(was.text), _text(fresh.text)) for was, fresh in rules.values()}
    every = (_rules(rules, words), drawn, *_chapters(before, now, words, said))
    chapters = [each for each in every if each is not None]
    none = () if chapters else (Paragraph(line(words.say("errata_none"))),)
    return Document(
        title=words.say("errata", title=new.title),
        name=new.name,
        lang=new.lang,
        facts=(line(words.say("errata_since", what=since)),),
        lead=none,
        chapters=tuple(chapters),
    )


def _told(chapters: Iterable[Chapter]) -> dict[str, _Told]:
    found: dict[str, _Told] = {}
    for chapter in chapters:
        told = found.setdefault(chapter.anchor or chapter.title, _Told(chapter.title))
        for block in chapter.blocks:
            _read(block, told)
        found |= {key: each for key, each in _told(chapter.chapters).items() if key not in found}
    return found


def _read(block: Block, told: _Told) -> None:
    match block:
        case Rules():
            told.rules |= {rule.name: rule for rule in block.rules}
        case Grid():
            told.grids.append(block)
        case Paragraph():
            told.lines.append(_text(block.text))
        case Terms():
            told.lines += [f"{word}: {_text(text)}" if text else word for word, text in block.terms]
        case Items():
            for item in block.items:
                told.lines += [_text(item.text)] if item.text else []
                for each in item.inside:
                    _read(each, told)
        case Picture():
            told.pictures[block.name] = block
        case Card() | Row():
            for each in block.inside:
                _read(each, told)


def _text(text: Line) -> str:
    return "".join(run.text for run in text if run.style != "rule").strip()


# ---------------------------------------------------------------- what has changed


def _of_rules(before: Mapping[str, _Told], now: Mapping[str, _Told]) -> dict[str, tuple[Rule, Rule]]:
    """The rules that are others now, wherever they stand; one without a text is not there."""
    old, new = ({name: rule for told in each.values() for name, rule in told.rules.items()} for each in (before, now))
    none = Rule("", ())
    pairs = {name: (old.get(name, none), new.get(name, none)) for name in dict.fromkeys([*new, *old])}
    return {name: (was, now) for name, (was, now) in pairs.items() if (was.text, was.status) != (now.text, now.status)}


def _rules(changed: Mapping[str, tuple[Rule, Rule]], words: Words) -> Chapter | None:
    def told(rule: Rule) -> str:
        text = _text(rule.text)
        return words.say("brackets", text=text, inside=rule.status) if rule.status else text

    changes = [(name, told(was), told(now)) for name, (was, now) in changed.items()]
    return Chapter(words.say("rules"), "errata-rules", (_table(changes, words),)) if changes else None


def _chapters(
    before: Mapping[str, _Told], now: Mapping[str, _Told], words: Words, said: Collection[tuple[str, str]]
) -> Iterator[Chapter]:
    """Tables, texts and pictures, chapter by chapter, but for what is `said` of the rules already; of chapters that are
    called alike the one says what the other is about."""
    empty = _Told("")
    for key in dict.fromkeys([*now, *before]):
        if key.endswith(_ABOUT):
            continue
        old, new = before.get(key, empty), now.get(key, empty)
        blocks: list[Block] = []
        changes = [*_of_lines(old.lines, new.lines), *_of_grids(old.grids, new.grids, words)]
        changes = [each for each in changes if each[1:] not in said]
        if changes:
            blocks.append(_table(changes, words))
        for name, drawn in new.pictures.items():
            was = old.pictures.get(name)
            if was is not None and was.svg != drawn.svg:
                blocks.append(Row((_captioned(was, words, "errata_was"), _captioned(drawn, words, "errata_now"))))
            elif was is None and old is not empty:
                blocks.append(drawn)
        if blocks:
            yield Chapter(new.title or old.title, f"errata-{key}", tuple(blocks))


def _captioned(picture: Picture, words: Words, phrase: str) -> Picture:
    name = f"{picture.name}-{phrase}"
    return Picture(name, picture.svg, words.say(phrase), picture.wide, drawing=picture.drawing)


def _of_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Lines that are new or gone; a line that became a like one is one change."""
    gone = [each for each in old if each not in new]
    for each in new:
        if each in old:
            continue
        like = max(gone, key=lambda was: _alike(was, each), default="")
        if like and _alike(like, each) >= ALIKE:
            gone.remove(like)
            yield "", like, each
        else:
            yield "", "", each
    for each in gone:
        yield "", each, ""


def _alike(old: str, new: str) -> float:
    return SequenceMatcher(None, _WORDS.findall(old), _WORDS.findall(new), autojunk=False).ratio()


def _of_grids(old: Sequence[Grid], new: Sequence[Grid], words: Words) -> Iterator[Change]:
    """The cells of tables that have changed, each with its line and its column; whole lines that are new or gone, or
    that have no name of their own."""
    nothing = Grid((), ())
    for was, now in zip_longest(old, new, fillvalue=nothing):
        before, after = _rows(was), _rows(now)
        labels = [each for rows in (before, after) for each in {row.label for row in rows.values()}]
        named = len(labels) == len(before) + len(after)
        for key in dict.fromkeys([*after, *before]):
            row, fresh = before.get(key), after.get(key)
            if row is None or fresh is None or not named:
                sides = [each.whole(words, named=named) if each is not None else "" for each in (row, fresh)]
                label = (fresh or row or _Row("", "", {})).told(words) if named else ""
                if sides[0] != sides[1]:
                    yield label, sides[0], sides[1]
                continue
            for head in dict.fromkeys([*fresh.cells, *row.cells]):
                if row.cells.get(head, "") != fresh.cells.get(head, ""):
                    label = fresh.told(words)
                    told = f"{label}{words.say('comma')}{head}" if head else label
                    yield told, row.cells.get(head, "") or "–", fresh.cells.get(head, "") or "–"


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a table: what heads its first column and what stands there, and the other cells by their heads."""

    head: str
    label: str
    cells: Mapping[str, str]

    def told(self, words: Words) -> str:
        """What it is about: a number by itself says nothing."""
        alone = bool(self.label) and not any(each.isalpha() for each in self.label)
        return f"{self.head} {self.label}" if alone and self.head != words.say("names") else self.label

    def whole(self, words: Words, *, named: bool) -> str:
        """All its cells, but for its name where that stands beside them."""
        colon = words.say("colon")
        cells = dict(self.cells) if named else {self.head: self.label, **self.cells}
        told = [f"{head}{colon}{cell}" if head else cell for head, cell in cells.items() if cell]
        return words.say("errata_cells").join(told) or self.label


def _rows(grid: Grid) -> dict[str, _Row]:
    """The lines by what they are about, else by what they begin with; those that begin alike have a number."""
    heads = [_text(each) for each in grid.head]
    found: dict[str, _Row] = {}
    for at, row in enumerate(grid.rows):
        label = _text(row[0]) if row else ""
        key, number = (grid.keys[at] if grid.keys else label), 2
        while key in found:
            key, number = f"{label} ({number})", number + 1
        cells = [(heads[n] if n < len(heads) else "", _text(cell)) for n, cell in enumerate(row)][1:]
        found[key] = _Row(heads[0] if heads else "", label, {head: text for head, text in cells if text})
    return found


# ---------------------------------------------------------------- old beside new


def _table(changes: Sequence[Change], words: Words) -> Grid:
    """Changes line by line: what it is, how it was, how it is; the words that differ stand out."""
    named = any(name for name, _, _ in changes)
    rows = []
    for name, old, new in changes:
        left, right = _beside(old, new)
        left, right = left or line(words.say("errata_missing")), right or line(words.say("errata_gone"))
        rows.append((*([line(strong(name))] if named else []), left, right))
    head = [*(["errata_where"] if named else []), "errata_was", "errata_now"]
    return Grid(tuple(line(words.say(each)) for each in head), tuple(rows))


def _beside(old: str, new: str) -> tuple[Line, Line]:
    """Both texts; where both are there, the words that differ are strong."""
    if not old or not new:
        return line(old), line(new)
    pieces = _pieces(_WORDS.findall(old), _WORDS.findall(new))
    left = [line(said) if same else line(strong(said)) for same, said, _ in pieces]
    right = [line(says) if same else line(strong(says)) for same, _, says in pieces]
    return line(*left), line(*right)


def _pieces(old: Sequence[str], new: Sequence[str]) -> list[tuple[bool, str, str]]:
    """Two texts piece by piece: whether they say the same there, and what each says. Between two words that differ a
    blank differs too, so that several of them are one piece."""
    found: list[tuple[bool, str, str]] = []
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (tag, i, j, k, m) in enumerate(steps):
        said, says = "".join(old[i:j]), "".join(new[k:m])
        same = tag == "equal" and not (said.isspace() and 0 < number < len(steps) - 1)
        if found and not same and not found[-1][0]:
            _, before, then = found.pop()
            said, says = before + said, then + says
        found.append((same, said, says))
    return found
