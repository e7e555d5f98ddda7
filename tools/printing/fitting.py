"""Texts set into rooms: broken into lines where their language allows it, made smaller until they fit, never cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..documents.drawing import Text
from .fonts import Fonts

LEADING = 1.28
"""How far lines are apart, of the height of the font."""
RISE = 0.98
"""How far the base line of the first line lies below the top of its room: what stands highest fits above it."""
LONG = 600
"""So many letters are a long text."""
_NOT_FIRST = "、。，．・：；？！”’）」』】〕》〉ー々〜…‥ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)]}%"
_NOT_LAST = "「『（【〔《〈“‘([{"
INK, FAINT = "#26241f", "#6f6a5c"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text to be set: `share` is its size of that of the whole; `above` is the room above it in lines."""

    text: str
    share: float = 1.0
    bold: bool = False
    colour: str = INK
    above: float = 0.0
    centred: bool = False


@dataclass(frozen=True, slots=True)
class Set:
    """Lines that have been set, and how high they are; `rest` are the paragraphs that had no room."""

    lines: tuple[Text, ...]
    height: float
    size: float
    rest: tuple[Paragraph, ...] = ()


def wrapped(fonts: Fonts, text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """A text as lines that are not wider than this; a word that is wider than a line is broken."""
    lines: list[str] = []
    for row in text.split("\n"):
        lines += _wrapped(fonts, " ".join(row.split()), size, width, bold)
    return lines


def _wrapped(fonts: Fonts, text: str, size: float, width: float, bold: bool) -> list[str]:
    lines, now, wide = [], "", 0.0
    for word in words_of(text):
        more = fonts.width(word, size, bold=bold)
        if wide + fonts.width(word.rstrip(), size, bold=bold) <= width + 1e-6:
            now, wide = now + word, wide + more
            continue
        if now:
            lines.append(now.rstrip())
        now, wide = "", 0.0
        for each in word:  # a word alone, letter by letter
            step = fonts.width(each, size, bold=bold)
            if now and each != " " and wide + step > width + 1e-6:
                lines.append(now.rstrip())
                now, wide = "", 0.0
            now, wide = now + each, wide + step
    return [*lines, now.rstrip()] if now.strip() or not lines else lines


def words_of(text: str) -> Iterator[str]:
    """What cannot be broken: words with the blank behind them, single characters of languages without blanks, and with
    each what may not stand apart from it."""
    now = ""
    for at, each in enumerate(text):
        now += each
        following = text[at + 1] if at + 1 < len(text) else ""
        if each in _NOT_LAST or (following and following in _NOT_FIRST):
            continue
        ends = each in " -–/" or _is_wide(each) or _is_wide(following or "a")
        if ends and following != " ":
            yield now
            now = ""
    if now:
        yield now


def _is_wide(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\uffef" or character >= "\U00020000"


def set_text(fonts: Fonts, paragraphs: Iterable[Paragraph], width: float, size: float) -> Set:
    """Paragraphs one below the other from (0, 0), of a size, as high as they come."""
    lines: list[Text] = []
    y = 0.0
    for number, each in enumerate(paragraphs):
        own = size * each.share
        y += each.above * own if number else 0.0
        for row in wrapped(fonts, each.text, own, width, bold=each.bold):
            wide = fonts.width(row, own, bold=each.bold)
            x = (width - wide) / 2 if each.centred else 0.0
            lines.append(Text(x, y + own * RISE, row, own, each.colour, each.bold))
            y += own * LEADING
    return Set(tuple(lines), y, size)


def fitted(
    fonts: Fonts, paragraphs: Iterable[Paragraph], width: float, height: float, most: float, least: float
) -> Set:
    """Paragraphs in the largest size between `most` and `least` in which they fit and no word has to be broken; what
    does not fit even in the least is the `rest`."""
    wanted = [each for each in paragraphs if each.text.strip()]
    longest = max((_longest(fonts, each) for each in wanted), default=0.0)
    size = max(least, min(most, width / longest if longest else most))
    if sum(len(each.text) for each in wanted) > LONG and set_text(fonts, wanted, width, least).height > height:
        size = least  # what does not fit in the least size is not tried in the others
    while True:
        done = set_text(fonts, wanted, width, size)
        if done.height <= height + 1e-6:
            return done
        if size <= least:
            return _as_far(fonts, wanted, width, height, least)
        size = max(least, size * 0.95)


def _longest(fonts: Fonts, paragraph: Paragraph) -> float:
    """How wide the longest word is, of a size of 1."""
    words = (word.rstrip() for row in paragraph.text.split("\n") for word in words_of(" ".join(row.split())))
    return max((fonts.width(each, paragraph.share, bold=paragraph.bold) for each in words), default=0.0) + 1e-6


def _as_far(fonts: Fonts, paragraphs: list[Paragraph], width: float, height: float, size: float) -> Set:
    """As many lines as have room, and the rest as paragraphs."""
    room, kept = height, list[Paragraph]()
    for number, each in enumerate(paragraphs):
        own = size * each.share
        room -= each.above * own if number else 0.0
        rows = wrapped(fonts, each.text, own, width, bold=each.bold)
        many = max(0, min(len(rows), int((room + 1e-6) / (own * LEADING))))
        if number == 0 and many == 0:
            many = 1  # something is set on every card, so that all ends
        if many:
            kept.append(Paragraph("\n".join(rows[:many]), each.share, each.bold, each.colour, each.above, each.centred))
        room -= many * own * LEADING
        if many < len(rows):
            left = Paragraph(_joined(rows[many:]), each.share, each.bold, each.colour, 0.0, each.centred)
            done = set_text(fonts, kept, width, size)
            return Set(done.lines, done.height, size, (left, *paragraphs[number + 1 :]))
    done = set_text(fonts, kept, width, size)
    return Set(done.lines, done.height, size)


def _joined(rows: list[str]) -> str:
    """Lines as one text again: between characters of languages without blanks nothing stands."""
    text = ""
    for each in rows:
        apart = text and each and not (_is_wide(text[-1]) or _is_wide(each[0]))
        text += (" " if apart else "") + each
    return text


def label(
    fonts: Fonts,
    text: str,
    x: float,
    y: float,
    width: float,
    height: float,
    most: float,
    least: float = 1.2,
    *,
    bold: bool = False,
    colour: str = INK,
    centred: bool = True,
) -> Set:
    """A text in the middle of a rectangle, as large as it fits; its lines are where they belong on the sheet."""
    done = fitted(fonts, [Paragraph(text, bold=bold, colour=colour, centred=centred)], width, height, most, least)
    top = y + (height - done.height) / 2
    lines = tuple(Text(x + each.x, top + each.y, each.text, each.size, each.colour, each.bold) for each in done.lines)
    return Set(lines, done.height, done.size, done.rest)
