"""What players read: the rulebook, and for each player a summary of the turn."""

from __future__ import annotations

from yupana.schemas.carried import every

from ..book.maker import plain
from ..book.play import course, scoring
from ..documents.model import Chapter, Document, Terms, joined, line
from .fonts import Fonts
from .model import Box, Piece, Sheet
from .paper import Wish
from .setting import label
from .subject import Subject, ink_on
from .typeset import Flow

MARGIN = 16.0
"""What stays free around pages of text."""
SIZES = (3.4, 3.1, 2.8, 2.5)
"""A summary has the largest of these letters in which it is on one page; else it has several pages."""
BAND = 12.0


def rulebook_sheets(subject: Subject, wish: Wish, fonts: Fonts, document: Document | None) -> list[Sheet]:
    """A rulebook, as `yupana rulebook` writes it."""
    if document is None:
        return []
    margin = max(MARGIN, wish.margin)
    flow = Flow(fonts, wish.paper, margin, "rulebook", subject.say("rules"), document.title)
    flow.heading(document.title, 0)
    flow.line(joined(document.facts, " · "))
    for each in document.chapters:
        flow.chapter(each)
    return flow.sheets


def summary_sheets(subject: Subject, wish: Wish, fonts: Fonts, chapters: list[Chapter]) -> list[Sheet]:
    """A summary for every player, in their colour."""
    sheets: list[Sheet] = []
    for seat in subject.seats if chapters else ():
        made = _on_few(subject, wish, fonts, seat, chapters)
        sheets += made
        if wish.backs != "none" and len(made) % 2:
            sheets.append(Sheet(*wish.paper, "summary", subject.say("kit_behind")))
    return sheets


def _on_few(subject: Subject, wish: Wish, fonts: Fonts, seat: str, chapters: list[Chapter]) -> list[Sheet]:
    margin = max(MARGIN, wish.margin)
    name, colour = subject.maker.names.heading(seat, "Player"), subject.colours.get(seat, "#6f6a5c")
    title = subject.say("kit_summary", title=subject.title)
    for size in SIZES:
        flow = Flow(fonts, wish.paper, margin, "summary", title, body=size)
        y, wide = flow.room(BAND + 2), flow.width
        flow.add(Box(margin, y, wide, BAND, colour, "", 0.2, 2.0))
        told = label(fonts, f"{name} · {title}", margin + 4, y, wide - 8, BAND, 5.5, bold=True, colour=ink_on(colour))
        flow.add(*told.lines)
        for each in chapters:
            flow.chapter(each, 1)
        if len(flow.sheets) == 1:
            break
    for sheet in flow.sheets:
        sheet.pieces.append(Piece("summary", seat, 0, 0, *wish.paper))
    return flow.sheets


def summary(subject: Subject) -> list[Chapter]:
    """What a player keeps in mind: the course of the game, what may be done, and what counts."""
    maker = subject.maker
    terms = []
    for name, action in plain(every(subject.ruleset, "actions")).items():
        told = maker.text(f"actions.{name}", action)
        if told and not maker.is_hidden(name):
            terms.append((maker.names.heading(name), line(maker.sentence(told))))
    actions = Chapter(maker.say("actions"), "actions", (Terms(tuple(terms)),) if terms else ())
    return [each for each in (course(maker), actions, scoring(maker)) if not each.is_empty]
