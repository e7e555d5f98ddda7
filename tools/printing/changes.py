"""What a game has that another lacks, or has otherwise: so that whoever printed the one prints only what is new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..documents.model import Chapter, Document
from .boards import Board
from .components import Component


@dataclass(slots=True)
class Contents:
    """What is printed of a game, before it lies on sheets. `images` are pictures by name; `gone` are the components
    that the game before had, as they are read."""

    pieces: list[Component] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    summary: list[Chapter] = field(default_factory=list)
    book: Document | None = None
    images: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)


def since(new: Contents, old: Contents) -> Contents:
    """What of the contents is new or changed: of what there is more of, so many as there are more."""
    summary = new.summary if new.summary != old.summary else []
    drawn = [(each.name, each.drawing) for each in old.boards]
    return Contents(
        pieces=list(_pieces(new, old)),
        boards=[each for each in new.boards if (each.name, each.drawing) not in drawn],
        summary=summary,
        images=new.images,
        gone=[*_gone(new, old), *_old_boards(new, old)],
    )


def _key(piece: Component) -> tuple[str, str, str, str]:
    return piece.sort, piece.kind, piece.name, piece.owner


def _pieces(new: Contents, old: Contents) -> Iterator[Component]:
    before = {_key(each): each for each in old.pieces}
    for each in new.pieces:
        was = before.get(_key(each))
        if was is None or _face(each, new) != _face(was, old):
            yield each
        elif each.count > was.count:
            yield replace(each, count=each.count - was.count)


def _face(piece: Component, of: Contents) -> tuple[Component, object]:
    return face_of(piece), of.images.get(piece.image)


def face_of(piece: Component) -> Component:
    """What stands on a piece; a colour that only tells sorts apart may be another when there are more of them."""
    return replace(piece, count=0, colour="")


def _gone(new: Contents, old: Contents) -> Iterator[str]:
    """Components of which there are fewer, or that say something else now, with how many are taken out."""
    now = {_key(each): each for each in new.pieces}
    for each in old.pieces:
        same = now.get(_key(each))
        kept = same.count if same is not None and _face(same, new) == _face(each, old) else 0
        if each.count > kept:
            title = each.title if each.whose in ("", each.title) else f"{each.title} ({each.whose})"
            yield f"{each.count - kept} × {title}"


def _old_boards(new: Contents, old: Contents) -> Iterator[str]:
    """Boards that are not there any more, or are drawn otherwise now."""
    now = [(each.name, each.drawing) for each in new.boards]
    yield from dict.fromkeys(each.title for each in old.boards if (each.name, each.drawing) not in now)
