"""What players read: the rulebook, and for each player a summary of the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from yupana.schemas.icons import CREDIT

from ..book.names import headed
from ..documents.colours import ink_on
from ..documents.drawing import Box, Mark, Text
from ..documents.drawing import line as rule
from ..documents.model import Chapter, Document, Item, Items, Paragraph, joined, line
from .components import Component
from .fitting import INK, label
from .fonts import Fonts
from .model import Piece, Sheet
from .paper import PrintSettings
from .subject import Subject
from .tokens import sort_of
from .typeset import SIZES, Flow

MARGIN = 16.0
"""What stays free around pages of text."""
BAND = 12.0


def cover_sheets(
    subject: Subject,
    settings: PrintSettings,
    fonts: Fonts,
    pieces: Sequence[Component],
    boards: Sequence[str],
    gone: Sequence[str],
    paper: str,
) -> list[Sheet]:
    """What is in the kit, how it is printed, and a line by which to see that it came out at its size."""
    say = subject.say
    flow = Flow(fonts, settings.paper, max(MARGIN, settings.margin), "cover", subject.title)
    flow.heading(subject.title, 0)
    told = subject.ruleset.ruleset.text
    if told is not None:
        flow.block(Paragraph(line(" ".join(subject.maker.texts.text("ruleset.text", told).split()))))
    how = "kit_one_side" if settings.backs == "none" else f"kit_over_{settings.backs}"
    for phrase in (
        "kit_full_size",
        how,
        "kit_cut",
        *(("kit_fold",) if any(each.sort == "die" for each in pieces) else ()),
    ):
        flow.block(Paragraph(line(say(phrase))))
    flow.block(Paragraph(line(paper)))
    flow.space(3.0)
    y = flow.room(8.0)
    flow.add(*_ruler(flow.margin, y, min(100, int(flow.width) // 10 * 10)))
    for title, listed in (("components", [*_counted(subject, pieces), *dict.fromkeys(boards)]), ("kit_gone", gone)):
        if listed:
            flow.heading(say(title), 1)
            flow.block(Items(tuple(Item(line(each)) for each in listed)))
    if subject.icons:
        flow.space(3.0)
        flow.block(Paragraph(line(say("icons_of", credit=CREDIT)), "note"))
    empty = Sheet(*settings.paper, "cover", say("kit_behind"))
    return flow.sheets if settings.backs == "none" or len(flow.sheets) % 2 == 0 else [*flow.sheets, empty]


def _counted(subject: Subject, pieces: Sequence[Component]) -> list[str]:
    """How many pieces there are of each sort."""
    many: Counter[str] = Counter()
    for each in pieces:
        many[sort_of(subject, each) or headed(subject.maker.names.several(each.kind))] += each.count
    return [f"{number} × {title}" for title, number in many.items()]


def _ruler(x: float, y: float, long: int) -> Iterator[Mark]:
    """A line that is so many millimetres long, with a mark every ten."""
    yield rule(x, y + 3, x + long, y + 3, INK, 0.3)
    for at in range(0, long + 1, 10):
        yield rule(x + at, y + (0 if at % 50 == 0 else 1.5), x + at, y + 3, INK, 0.3)
    yield Text(x + long + 2, y + 4, f"{long} mm", 3.4)


def rulebook_sheets(settings: PrintSettings, fonts: Fonts, document: Document | None) -> list[Sheet]:
    """A rulebook, as `yupana rulebook` writes it. It is set again until its contents and its index know the pages."""
    pages: dict[str, int] = {}
    if document is None:
        return []
    while True:
        margin = max(MARGIN, settings.margin)
        flow = Flow(fonts, settings.paper, margin, "rulebook", document.title, document.title, pages=pages)
        flow.heading(document.title, 0)
        flow.line(joined(document.facts, " · "))
        flow.blocks(document.lead)
        if document.contents and len(document.chapters) > 1:
            flow.contents(document.contents, document.chapters)
        for each in document.chapters:
            flow.chapter(each)
        if flow.begun == pages:
            return flow.sheets
        pages = flow.begun


def summary_sheets(subject: Subject, settings: PrintSettings, fonts: Fonts, chapters: list[Chapter]) -> list[Sheet]:
    """A summary for every player, in their colour."""
    sheets: list[Sheet] = []
    for seat in subject.seats if chapters else ():
        made = _on_few(subject, settings, fonts, seat, chapters)
        sheets += made
        if settings.backs != "none" and len(made) % 2:
            sheets.append(Sheet(*settings.paper, "summary", subject.say("kit_behind")))
    return sheets


def _on_few(subject: Subject, settings: PrintSettings, fonts: Fonts, seat: str, chapters: list[Chapter]) -> list[Sheet]:
    """The summary of a player in the largest letters in which it is on one side; else in those for both."""
    margin = max(MARGIN, settings.margin)
    name, colour = subject.maker.names.heading(seat, "Player"), subject.colours.get(seat, "#6f6a5c")
    title = subject.say("kit_summary", title=subject.title)
    for sides, size in product((1, 2), SIZES):
        flow = Flow(fonts, settings.paper, margin, "summary", title, body=size, whole=sides == 1)
        y, wide = flow.room(BAND + 2), flow.width
        flow.add(Box(margin, y, wide, BAND, colour, "", 0.2, 2.0))
        told = label(fonts, f"{name} · {title}", margin + 4, y, wide - 8, BAND, 5.5, bold=True, colour=ink_on(colour))
        flow.add(*told.lines)
        for each in chapters:
            flow.chapter(each, 1)
        if len(flow.sheets) <= sides:
            break
    for sheet in flow.sheets:
        sheet.pieces.append(Piece("summary", seat, 0, 0, *settings.paper))
    return flow.sheets
