"""A kit as it is asked for: its parts put together, bounded, with what has to be said about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from yupana.schemas.errors import UsageError

from ..book.make import make
from ..book.summary import summary
from .boards import Board, board_sheets, boards
from .cards import card_sheets
from .changes import Contents, since
from .components import Component, components
from .faces import faced
from .fonts import Fonts
from .images import printable
from .leaflets import cover_sheets, rulebook_sheets, summary_sheets
from .markers import markers
from .mats import mats
from .model import Kit, Sheet
from .paper import PARTS, PrintSettings
from .pieces import pieces
from .subject import Subject
from .tokens import is_too_full, token_sheets

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
    made = contents(subject, settings, fonts)
    if below is not None:
        made, subject = since(made, contents(below, settings, fonts)), replace(subject, below=below)
    _bounded(made.pieces)
    parts = [replace(each, sort="card") if is_too_full(subject, fonts, each) else each for each in made.pieces]
    kit = Kit(subject.title, subject.lang, images=made.images, gone=made.gone)
    makers: dict[str, Callable[[], list[Sheet]]] = {
        "cards": lambda: card_sheets(subject, settings, fonts, [each for each in parts if each.is_card]),
        "tokens": lambda: token_sheets(subject, settings, fonts, [each for each in parts if not each.is_card]),
        "boards": lambda: board_sheets(subject, settings, fonts, made.boards),
        "summary": lambda: summary_sheets(subject, settings, fonts, made.summary),
        "rulebook": lambda: rulebook_sheets(settings, fonts, made.book),
    }
    if settings.only == PARTS:
        kit.sheets += cover_sheets(subject, settings, fonts, parts, [each.title for each in made.boards], made.gone)
    for part in settings.only:
        kit.sheets += makers[part]()
        if len(kit.sheets) > MOST_SHEETS:
            raise UsageError(f"The kit would have more than {MOST_SHEETS:,} sheets; give larger paper, or `--only`.")
    if all(sheet.part == "cover" for sheet in kit.sheets):
        what = "changes nothing" if below is not None else "has nothing to print"
        raise UsageError(f"`{subject.game.name}` {what} of {', '.join(settings.only)}.")
    return kit


def contents(subject: Subject, settings: PrintSettings, fonts: Fonts) -> Contents:
    """All that is printed of a ruleset, as far as it is wished for."""
    wanted = settings.only
    return Contents(
        pieces=_pieces(subject, settings, fonts) if {"cards", "tokens"} & {*wanted} else [],
        boards=all_boards(subject, settings, fonts) if "boards" in wanted else [],
        summary=summary(subject.maker) if "summary" in wanted else [],
        book=make(subject.maker) if "rulebook" in wanted else None,
        images=printable(subject.look.pictures),
    )


def _pieces(subject: Subject, settings: PrintSettings, fonts: Fonts) -> list[Component]:
    """What lies in zones, the pieces of the look, and markers."""
    lying = faced(subject, settings, fonts, components(subject))
    return [*lying, *pieces(subject, settings, fonts), *markers(subject)]


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
