"""A difference as chapters of a document: an entry for each change, with what it says and what it concerns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from yupana.schemas.host import quote

from ..documents.model import Block, Changed, Chapter, Delta, Document, Entry, Names, Paragraph, Run, line, prose
from .model import SECTIONS, Change, Difference, PartChange
from .wording import SAME, UNUSED, counted, headline, in_one_line, label, lines, side_by_side, touched

if TYPE_CHECKING:
    from .sides import Side

_PLAYS = ("plays", "This change can make the game play differently.")


def between(old: Side, new: Side) -> str:
    """What the two are called; by what was typed where that is the same."""
    if old.called == new.called:
        return f"{old.target} → {new.target}"
    return f"{old.called} → {new.called}"


def difference_document(old: Side, new: Side, difference: Difference) -> Document:
    """The whole difference."""
    said = Paragraph(line(headline(difference)))
    return Document(between(old, new), chapters=changes(old, new, difference), lead=(said,),
                    advice=prose(_advice(old, new, difference)))  # fmt: skip


def _advice(old: Side, new: Side, difference: Difference) -> str:
    """What the author should do about it, or that nothing needs doing."""
    if not difference.changes:
        return "Nothing needs doing: both say the same."
    playing = [each for each in difference.changes if each.plays]
    if not playing:
        return "Nothing needs trying: what changed does not change how the game plays."
    examples = dict.fromkeys(name for each in playing for name in each.concerned.examples)
    what = f"{counted(len(playing), 'change')} can change how the game plays"
    if difference.ran and examples:
        few = ", ".join([*examples][:_FEW]) + (f" and {len(examples) - _FEW} more" if len(examples) > _FEW else "")
        return f"Look at {counted(len(examples), 'example')} that come out differently ({few}): {what}."
    command = quote(["yupana", "impact", old.target, new.target])
    touching = f" and may touch {counted(len(examples), 'example')}" if examples else ""
    return f"See what it does to games with `{command}`: {what}{'' if difference.ran else touching}."


_FEW = 4
"""So many examples are named before all else."""


def changes(old: Side, new: Side, difference: Difference) -> tuple[Chapter, ...]:
    """The changes, a chapter for each section."""
    found = {title: difference.of(section) for section, title in SECTIONS.items()}
    return tuple(
        Chapter(title, blocks=tuple(_change(old, new, each, ran=difference.ran) for each in some))
        for title, some in found.items()
        if some
    )


def _change(old: Side, new: Side, change: Change, *, ran: bool) -> Entry:
    side = old if change.new is None else new
    name = Run(change.path, "name")
    was = "" if change.old is None or change.kind != "renamed" else change.old.path
    before = Run(was, "name") if was not in ("", change.path) else None
    title = line(before, " is now ", name) if before is not None else line(name)
    whole = change.kind in ("added", "removed")
    inside = [*(_whole(change) if whole else map(_part, change.parts))]
    inside += [Paragraph(line(UNUSED), "part")] if change.unused else []
    inside += [Paragraph(line(SAME), "part")] if change.same_program else []
    inside += [Names(word, tuple(names), most) for word, names, most in _concerned(change, ran=ran) if names]
    badge = _PLAYS if change.plays else ("", "")
    place = side.place(change.element.span)
    return Entry(title, change.kind, change.kind, place, inside=tuple(inside), badge=badge)


def _whole(change: Change) -> Iterator[Block]:
    """An element that came or went: all it says, a line for each key, and what is inside it."""
    mark = "+" if change.kind == "added" else "-"
    said: list[str] = []
    for part in change.parts:
        first, *more = (part.new or part.old or "").split("\n")
        said += [f"{label(part.key)}:", *(f"    {each}" for each in (first, *more))] if more else []
        said += [] if more else [f"{label(part.key)}: {first}"]
    if change.where:
        yield Paragraph(prose(change.where), "part")
    if said:
        yield Delta(tuple((mark, ((each, False),)) for each in said))
    if change.inside:
        yield Names("with", tuple(each.path.removeprefix(change.path + ".") for each in change.inside))


def _part(part: PartChange) -> Block:
    name = label(part.key)
    listed = bool(part.moved) or part.key == "source"
    if not listed and not in_one_line(part):
        return Delta(tuple((each.mark, each.words) for each in lines(part)), name)
    if listed or part.old is None or part.new is None or "pairs." in part.key:
        return Changed(name, side_by_side(part))
    return Changed(name, side_by_side(part), part.old, part.new)


def _concerned(change: Change, *, ran: bool) -> Sequence[tuple[str, Sequence[str], int]]:
    """What is concerned: a word, the names, and how many of them a terminal shows."""
    concerned = change.concerned
    rows: list[tuple[str, Sequence[str], int]] = [("named anew in", change.followers, 8)]
    if change.kind != "renamed":
        rows += [
            ("cited by" if change.element.section == "rules" else "used by", concerned.direct, 8),
            ("through these", concerned.through, 8),
            ("rules", concerned.rules, 8),
            ("rules of what depends on it", concerned.rules_through, 8),
            (f"{touched(change, ran=ran)}:", concerned.examples, 4),
        ]
    return rows
