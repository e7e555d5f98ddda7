"""A difference for people on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from .model import SECTIONS, Change, Difference, PartChange
from .wording import UNUSED, headline, in_one_line, label, lines, side_by_side, sign, touched

if TYPE_CHECKING:
    from rich.console import Console

    from .sides import Side

_COLOURS = {"added": "green", "removed": "red", "changed": "yellow", "renamed": "cyan"}
_MOST = 8


def show(out: Console, old: Side, new: Side, difference: Difference) -> None:
    """Print the changes, section by section."""
    out.print(Text.assemble((old.target, "bold"), " → ", (new.target, "bold")))
    out.print(headline(difference))
    for section, title in SECTIONS.items():
        changes = difference.of(section)
        if changes:
            out.print()
            out.print(Text(title, "bold underline" if out.is_terminal else "bold"))
            for change in changes:
                _show_change(out, old, new, change, ran=difference.ran)


def some(names: Sequence[str], most: int = _MOST) -> str:
    """The first few names of a list, and how many more there are."""
    if len(names) <= most + 1:
        return ", ".join(names)
    return ", ".join(names[:most]) + f" and {len(names) - most} more"


def _show_change(out: Console, old: Side, new: Side, change: Change, *, ran: bool) -> None:
    side = old if change.new is None else new
    name = change.path
    if change.kind == "renamed" and change.old is not None:
        name = f"{change.old.path} is now {change.path}"
    place = side.place(change.element.span)
    out.print(Text.assemble("  ", (f"{sign(change)} {name}", _COLOURS[change.kind]), (f"  {place}", "dim")))
    if change.kind in ("added", "removed"):
        _show_whole(out, change)
    else:
        for part in change.parts:
            _show_part(out, part)
    if change.unused:
        out.print(Text(f"      {UNUSED}"))
    for word, names in _concerned(change, ran=ran):
        out.print(Text(f"      {word} {names}", "dim"))


def _show_whole(out: Console, change: Change) -> None:
    """An element that came or went: all it says, a line for each key, and what is inside it."""
    mark = "+" if change.kind == "added" else "-"
    style = _COLOURS[change.kind]
    if change.where:
        out.print(Text(f"      {change.where}"))
    for part in change.parts:
        rows = (part.new or part.old or "").split("\n")
        if len(rows) == 1:
            out.print(Text(f"      {mark} {label(part.key)}: {rows[0]}", style))
        else:
            out.print(Text(f"      {mark} {label(part.key)}:", style))
            for row in rows:
                out.print(Text(f"      {mark}     {row}", style))
    if change.inside:
        out.print(Text(f"      with {some([each.path.removeprefix(change.path + '.') for each in change.inside])}"))


def _show_part(out: Console, part: PartChange) -> None:
    if part.moved or part.key == "source" or in_one_line(part):
        out.print(f"      {label(part.key)}: {side_by_side(part)}")
        return
    out.print(f"      {label(part.key)}:")
    for line in lines(part):
        colour = {"-": "red", "+": "green", " ": ""}[line.mark]
        text = Text(f"        {line.mark} ", colour)
        for word, changed in line.words:
            text.append(word, f"{colour} bold" if changed and line.mark != " " else colour)
        out.print(text)


def _concerned(change: Change, *, ran: bool) -> list[tuple[str, str]]:
    """What is concerned, each in a line; what is not there is not told."""
    concerned = change.concerned
    told: list[tuple[str, str]] = []
    if change.followers:
        told.append(("named anew in", some(change.followers)))
    if change.kind == "renamed":
        return told
    if concerned.direct:
        word = "cited by" if change.element.section == "rules" else "used by"
        told.append((word, some(concerned.direct)))
    if concerned.through:
        told.append(("through these", some(concerned.through)))
    if concerned.rules:
        told.append(("rules", some(concerned.rules)))
    if concerned.rules_through:
        told.append(("rules of what depends on it", some(concerned.rules_through)))
    if concerned.examples:
        told.append(
            (
                touched(change, ran=ran) + ":",
                some(concerned.examples, 4),
            )
        )
    return told
