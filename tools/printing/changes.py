"""What a game has that another lacks, or has otherwise: so that whoever printed the one prints only what is new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..documents.model import Block, Chapter, Document, Rule, Rules
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
        book=_book(new.book, old.book) if new.book is not None and old.book is not None else new.book,
        images=new.images,
        gone=[*_gone(new, old), *_old_boards(new, old)],
    )


def _key(piece: Component) -> tuple[str, str, str]:
    return piece.kind, piece.name, piece.owner


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


# ---------------------------------------------------------------- the book


def _book(new: Document, old: Document) -> Document | None:
    """The chapters with what has changed in them."""
    before = {each.anchor: each for each in old.chapters}
    chapters = [kept for each in new.chapters if (kept := _chapter(each, before.get(each.anchor))) is not None]
    return replace(new, chapters=tuple(chapters)) if chapters else None


def _chapter(new: Chapter, old: Chapter | None) -> Chapter | None:
    """What of a chapter is not in the one before; None if all is."""
    if old is None:
        return new
    before = {each.anchor: each for each in old.chapters}
    inside = tuple(kept for each in new.chapters if (kept := _chapter(each, before.get(each.anchor))) is not None)
    known = {rule for block in old.blocks if isinstance(block, Rules) for rule in block.rules}
    blocks = tuple(left for each in new.blocks if (left := _block(each, old.blocks, known)) is not None)
    return replace(new, blocks=blocks, chapters=inside) if blocks or inside else None


def _block(new: Block, old: Sequence[Block], known: set[Rule]) -> Block | None:
    if isinstance(new, Rules):
        rules = tuple(each for each in new.rules if each not in known)
        return Rules(rules) if rules else None
    return None if new in old else new
