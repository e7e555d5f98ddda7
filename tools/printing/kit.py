"""A kit as it is asked for: its parts put together, bounded, with what has to be said about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from yupana.schemas.errors import UsageError

from .boards import Board, board_sheets, boards
from .cards import card_sheets
from .components import Component, components
from .fonts import Fonts
from .leaflets import rulebook_sheets, summary_sheets
from .markers import markers
from .mats import mats
from .model import Kit, Sheet
from .paper import Wish
from .subject import Subject
from .tokens import is_too_full, token_sheets

MOST_PIECES = 5_000
"""So many cards or pieces a kit holds at most."""
MOST_SHEETS = 1_000
"""So many sides of paper a kit has at most."""


def make_kit(subject: Subject, wish: Wish, fonts: Fonts) -> Kit:
    """The whole kit. Raises UsageError when it would be larger than anybody prints, or has nothing in it."""
    made = [*components(subject), *markers(subject)]
    _bounded(made)
    made = [replace(each, sort="card") if is_too_full(subject, fonts, each) else each for each in made]
    cards = [each for each in made if each.is_card]
    tokens = [each for each in made if not each.is_card]
    kit = Kit(subject.title, subject.lang)
    kit.images = {name: (each.kind, each.data) for name, each in subject.look.pictures.items()}
    makers: dict[str, Callable[[], list[Sheet]]] = {
        "cards": lambda: card_sheets(subject, wish, fonts, cards),
        "tokens": lambda: token_sheets(subject, wish, fonts, tokens),
        "boards": lambda: board_sheets(subject, wish, fonts, all_boards(subject, wish, fonts)),
        "summary": lambda: summary_sheets(subject, wish, fonts),
        "rulebook": lambda: rulebook_sheets(subject, wish, fonts),
    }
    for part, maker in makers.items():
        if part in wish.only:
            kit.sheets += maker()
            if len(kit.sheets) > MOST_SHEETS:
                raise UsageError(
                    f"The kit would have more than {MOST_SHEETS:,} sheets; give larger paper, or `--only`."
                )
    if not kit.sheets:
        raise UsageError(f"`{subject.game.name}` has nothing to print of {', '.join(wish.only)}.")
    return kit


def all_boards(subject: Subject, wish: Wish, fonts: Fonts) -> list[Board]:
    """The boards that are shared, those of players, and that of the table."""
    return [*boards(subject, wish, fonts), *mats(subject, wish, fonts)]


def _bounded(made: Sequence[Component]) -> None:
    many = sum(each.count for each in made)
    if many > MOST_PIECES:
        raise UsageError(f"The kit would have {many:,} cards and pieces, and {MOST_PIECES:,} are the most.")
