"""Errata: what a rulebook says otherwise than an older one, rules, lines of tables and texts, old beside new."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

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
    rules: dict[str, str] = field(default_factory=dict)
    grids: list[Grid] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    pictures: dict[str, Picture] = field(default_factory=dict)


def errata(old: Document, new: Document, words: Words, since: str) -> Document:
    """What the new rulebook says otherwise than the old one; `since` is what that was."""
    before, now = _told(old.chapters), _told(new.chapters)
    chapters = [each for each in (_rules(before, now, words), *_chapters(before, now, words)) if each is not None]
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
            told.rules |= {rule.name: _rule(rule) for rule in block.rules}
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


def _rule(rule: Rule) -> str:
    return f"{_text(rule.text)} ({rule.status})" if rule.status else _text(rule.text)


# ---------------------------------------------------------------- what has changed


def _rules(before: Mapping[str, _Told], now: Mapping[str, _Told], words: Words) -> Chapter | None:
    """The rules, wherever they stand."""
    old = {name: text for each in before.values() for name, text in each.rules.items()}
    new = {name: text for each in now.values() for name, text in each.rules.items()}
    changes = [(name, old.get(name, ""), new.get(name, "")) for name in dict.fromkeys([*new, *old])]
    changes = [each for each in changes if each[1] != each[2]]
    return Chapter(words.say("rules"), "errata-rules", (_table(changes, words),)) if changes else None


def _chapters(before: Mapping[str, _Told], now: Mapping[str, _Told], words: Words) -> Iterator[Chapter]:
    """Tables, texts and pictures, chapter by chapter; of those that are called alike the one says what the other is
    about."""
    empty = _Told("")
    for key in dict.fromkeys([*now, *before]):
        if key.endswith(_ABOUT):
            continue
        old, new = before.get(key, empty), now.get(key, empty)
        blocks: list[Block] = []
        changes = [*_of_lines(old.lines, new.lines), *_of_grids(old.grids, new.grids, words)]
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
    """The cells of tables that have changed, each with its line and its column; whole lines that are new or gone."""
    colon = words.say("colon")
    for number in range(max(len(old), len(new))):
        was = _rows(old[number]) if number < len(old) else {}
        now = _rows(new[number]) if number < len(new) else {}
        for label in dict.fromkeys([*now, *was]):
            before, after = was.get(label, {}), now.get(label, {})
            if label not in was or label not in now:
                there = "; ".join(f"{head}{colon}{cell}" if head else cell for head, cell in (before or after).items())
                yield (label, "", there or label) if label in now else (label, there or label, "")
                continue
            for head in dict.fromkeys([*after, *before]):
                if before.get(head, "") != after.get(head, ""):
                    told = f"{label}{words.say('comma')}{head}" if head else label
                    yield told, before.get(head, "") or "–", after.get(head, "") or "–"


def _rows(grid: Grid) -> dict[str, dict[str, str]]:
    """The cells of every line by what heads their columns; lines that begin alike have a number."""
    heads = [_text(each) for each in grid.head]
    found: dict[str, dict[str, str]] = {}
    for row in grid.rows:
        label = _text(row[0]) if row else ""
        number = 2
        while label in found:
            label, number = f"{_text(row[0])} ({number})", number + 1
        cells = {}
        for at, cell in enumerate(row[1:], 1):
            text = _text(cell)
            if text:
                cells[heads[at] if at < len(heads) else ""] = text
        found[label] = cells
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
    a, b = _WORDS.findall(old), _WORDS.findall(new)
    left: list[Line] = []
    right: list[Line] = []
    for tag, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        said, says = "".join(a[i:j]), "".join(b[k:m])
        left.append(line(said) if tag == "equal" else line(strong(said)))
        right.append(line(says) if tag == "equal" else line(strong(says)))
    return line(*left), line(*right)
