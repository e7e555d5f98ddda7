"""A kit as it is asked for: its parts put together, bounded, with what has to be said about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from yupana.schemas.errors import UsageError

from ..book.errata import errata
from ..book.make import make
from ..book.summary import summary
from ..documents.model import Document
from .boards import Board, board_sheets, boards
from .cards import card_sheets
from .changes import Contents, since
from .components import Component
from .dice import dice
from .effort import minutes, papers
from .fonts import Fonts
from .gallery import Gallery, lying
from .images import printable
from .leaflets import cover_sheets, rulebook_sheets, summary_sheets
from .markers import markers
from .mats import mats
from .model import Kit, Sheet
from .monochrome import without_colours
from .paper import PARTS, TEST, PrintSettings
from .pictures import Picture, pictures
from .printed import printed
from .subject import Subject
from .tokens import carded, token_sheets
from .trial import trial_sheets

MOST_PIECES = 5_000
"""So many cards or pieces a kit holds at most."""
MOST_LETTERS = 10_000
"""So many letters stand on a card or piece at most, with all its rules."""
MOST_SHEETS = 1_000
"""So many sides of paper a kit has at most."""


def make_kit(subject: Subject, settings: PrintSettings, fonts: Fonts, below: Subject | None = None) -> Kit:
    """The whole kit; with a ruleset `below`, what is new or changed beside that.

    Raises UsageError when it would be larger than anybody prints, or has nothing in it.
    """
    made, subject, parts = _made(subject, settings, fonts, below)
    kit = Kit(subject.title, subject.lang, images=made.images, gone=made.gone)
    makers: dict[str, Callable[[], list[Sheet]]] = {
        "cards": lambda: card_sheets(subject, settings, fonts, [each for each in parts if each.is_card]),
        "tokens": lambda: token_sheets(subject, settings, fonts, [each for each in parts if not each.is_card]),
        "boards": lambda: board_sheets(subject, settings, fonts, made.boards),
        "summary": lambda: summary_sheets(subject, settings, fonts, made.summary),
        "rulebook": lambda: rulebook_sheets(settings, fonts, made.book),
        TEST: lambda: trial_sheets(subject, settings, fonts),
    }
    together = _on_one(subject, settings, fonts, parts) if below is not None else []
    for part in settings.only:
        if together and part in ("cards", "tokens"):
            kit.sheets += together if part == "cards" else []
            continue
        kit.sheets += makers[part]()
        if len(kit.sheets) > MOST_SHEETS:
            raise UsageError(f"The kit would have more than {MOST_SHEETS:,} sheets; give larger paper, or `--only`.")
    if not kit.sheets:
        what = "changes nothing" if below is not None else "has nothing to print"
        raise UsageError(f"`{subject.game.name}` {what} of {', '.join(settings.only)}.")
    if settings.only == PARTS:
        kit.sheets = _under_cover(subject, settings, fonts, kit, (parts, [each.title for each in made.boards]))
    if settings.grey:
        without_colours(kit, fonts)
    return kit


def make_pictures(
    subject: Subject, settings: PrintSettings, fonts: Fonts, below: Subject | None = None
) -> tuple[Kit, list[Picture]]:
    """One picture of every card, piece and board of the parts that are wished for, and a kit with what they are made
    of.

    Raises UsageError when there would be too many of them, or none.
    """
    made, subject, parts = _made(subject, settings, fonts, below)
    found = list(pictures(subject, settings, fonts, parts, made.boards))
    if not found:
        raise UsageError(f"`{subject.game.name}` has nothing to make pictures of in {', '.join(settings.only)}.")
    return Kit(subject.title, subject.lang, images=made.images, gone=made.gone), found


def _on_one(subject: Subject, settings: PrintSettings, fonts: Fonts, parts: list[Component]) -> list[Sheet]:
    """One sheet with the cards and pieces that have changed, and its back, where one holds them all."""
    if settings.bleed or not any(each.is_card for each in parts) or all(each.is_card for each in parts):
        return []
    sheets = token_sheets(subject, settings, fonts, parts)
    return sheets if len(sheets) == (1 if settings.backs == "none" else 2) else []


def _made(
    subject: Subject, settings: PrintSettings, fonts: Fonts, below: Subject | None
) -> tuple[Contents, Subject, list[Component]]:
    """What is printed, of which ruleset, and its cards and pieces: what is too full for a piece is a card."""
    made = contents(subject, settings, fonts)
    if below is not None:
        made, subject = since(made, contents(below, settings, fonts)), replace(subject, below=below)
    if "rulebook" in settings.only:
        made.book = make(subject.maker, artist=Gallery) if below is None else _changed(subject, below)
    _bounded(made.pieces)
    parts = [carded(subject, fonts, each) for each in made.pieces]
    return made, subject, [each for each in parts if ("cards" if each.is_card else "tokens") in settings.only]


def _changed(subject: Subject, below: Subject) -> Document | None:
    """What the book says otherwise than that of what lies below; None if it says the same."""
    old, new = (make(each.maker, played=False) for each in (below, subject))
    book = errata(old, new, subject.maker.words, below.title)
    return book if book.chapters else None


def _under_cover(
    subject: Subject, settings: PrintSettings, fonts: Fonts, kit: Kit, held: tuple[list[Component], list[str]]
) -> list[Sheet]:
    """All sheets behind one that says what is in the kit, how much paper it takes and how long it is to be cut."""
    sheets = list[Sheet]()
    for _ in range(2):  # it counts itself
        whole = replace(kit, sheets=[*sheets, *kit.sheets])
        told = subject.say(
            "kit_paper", sheets=papers(whole, both_sides=settings.backs != "none"), minutes=minutes(whole)
        )
        sheets = cover_sheets(subject, settings, fonts, *held, kit.gone, told)
    return [*sheets, *kit.sheets]


def contents(subject: Subject, settings: PrintSettings, fonts: Fonts) -> Contents:
    """All that is printed of a ruleset but its book, as far as it is wished for."""
    wanted = settings.only
    return Contents(
        pieces=_pieces(subject, settings, fonts) if {"cards", "tokens"} & {*wanted} else [],
        boards=all_boards(subject, settings, fonts) if "boards" in wanted else [],
        summary=summary(subject.maker) if "summary" in wanted else [],
        images=printable(subject.look.pictures),
    )


def _pieces(subject: Subject, settings: PrintSettings, fonts: Fonts) -> list[Component]:
    """What lies in zones, the pieces of the look, and markers."""
    return [
        *lying(subject, settings, fonts),
        *dice(subject),
        *printed(subject, fonts, markers(subject, counters=settings.counters)),
    ]


def all_boards(subject: Subject, settings: PrintSettings, fonts: Fonts) -> list[Board]:
    """The boards that are shared, those of players, and that of the table."""
    return [*boards(subject, settings, fonts), *mats(subject, settings, fonts)]


def _bounded(made: Sequence[Component]) -> None:
    for each in made:
        letters = len(each.title) + len(each.text) + sum(len(text) for _, text in each.rules)
        if letters > MOST_LETTERS:
            raise UsageError(f"`{each.name}` has {letters:,} letters on it, and {MOST_LETTERS:,} are the most.")
    many = sum(each.count for each in made)
    if many > MOST_PIECES:
        raise UsageError(f"The kit would have {many:,} cards and pieces, and {MOST_PIECES:,} are the most.")
