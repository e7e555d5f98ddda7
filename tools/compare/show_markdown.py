"""A difference as Markdown, for the text of a pull request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .model import SECTIONS, Change, Difference, PartChange
from .wording import UNUSED, headline, in_one_line, label, lines, side_by_side, touched

if TYPE_CHECKING:
    from .sides import Side

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#&~])")
_MOST = 12


def markdown(old: Side, new: Side, difference: Difference, *, level: int = 2) -> str:
    """The changes as Markdown; headings begin at the level."""
    rows = [f"{'#' * level} {plain(old.target)} → {plain(new.target)}", "", plain(headline(difference)), ""]
    for section, title in SECTIONS.items():
        changes = difference.of(section)
        if changes:
            rows += [f"{'#' * (level + 1)} {title}", ""]
            for change in changes:
                rows += _change(old, new, change, ran=difference.ran)
            rows.append("")
    return "\n".join(rows).rstrip() + "\n"


def plain(text: str) -> str:
    """A text in which nothing is marked up."""
    return _plain(" ".join(text.split()))


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.replace("\n", " "))


def prose(text: str) -> str:
    """A sentence in which nothing is marked up but the code between backquotes."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return plain(text)
    return "".join(quoted(each) if number % 2 else _plain(each) for number, each in enumerate(pieces))


def quoted(text: str) -> str:
    """A short piece of code or a name."""
    text = " ".join(text.split())
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{gap}{text}{gap}{fence}"


def block(language: str, rows: Sequence[str], indent: str = "") -> list[str]:
    """A fenced block."""
    longest = max((len(run) for row in rows for run in re.findall("`+", row)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{indent}{fence}{language}", *(f"{indent}{row}".rstrip() for row in rows), f"{indent}{fence}"]


def _change(old: Side, new: Side, change: Change, *, ran: bool) -> list[str]:
    side = old if change.new is None else new
    name = quoted(change.path)
    if change.kind == "renamed" and change.old is not None:
        name = f"{quoted(change.old.path)} is now {name}"
    place = side.place(change.element.span)
    rows = [f"- **{change.kind}** {name}" + (f" ({quoted(place)})" if place else "")]
    if change.kind in ("added", "removed"):
        rows += _whole(change)
    else:
        for part in change.parts:
            rows += _part(part)
    return rows + ([f"  - {UNUSED}"] if change.unused else []) + _concerned(change, ran=ran)


def _whole(change: Change) -> list[str]:
    mark = "+" if change.kind == "added" else "-"
    said: list[str] = []
    for part in change.parts:
        values = (part.new or part.old or "").split("\n")
        if len(values) == 1:
            said.append(f"{mark} {label(part.key)}: {values[0]}")
        else:
            said += [f"{mark} {label(part.key)}:", *(f"{mark}     {each}" for each in values)]
    rows = [f"  - {plain(change.where)}"] if change.where else []
    rows += ["", *block("diff", said, "  "), ""] if said else []
    if change.inside:
        rows.append(f"  - with {_some([each.path.removeprefix(change.path + '.') for each in change.inside])}")
    return rows


def _part(part: PartChange) -> list[str]:
    name = plain(label(part.key))
    if part.moved or part.key == "source":
        return [f"  - {name}: {plain(side_by_side(part))}"]
    if in_one_line(part) and part.old is not None and part.new is not None and not part.key.startswith("pairs."):
        return [f"  - {name}: {quoted(part.old)} → {quoted(part.new)}"]
    if in_one_line(part):
        return [f"  - {name}: {plain(side_by_side(part))}"]
    rows = [f"{line.mark} {line.text}" for line in lines(part)]
    return [f"  - {name}:", "", *block("diff", rows, "    "), ""]


def _some(names: Sequence[str], most: int = _MOST) -> str:
    shown = ", ".join(quoted(each) for each in names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")


def _concerned(change: Change, *, ran: bool) -> list[str]:
    concerned = change.concerned
    rows: list[str] = []
    if change.followers:
        rows.append(f"  - named anew in {_some(change.followers)}")
    if change.kind == "renamed":
        return rows
    if concerned.direct:
        word = "cited by" if change.element.section == "rules" else "used by"
        rows.append(f"  - {word} {_some(concerned.direct)}")
    if concerned.through:
        rows.append(f"  - through these {_some(concerned.through)}")
    if concerned.rules:
        rows.append(f"  - rules {_some(concerned.rules)}")
    if concerned.rules_through:
        rows.append(f"  - rules of what depends on it {_some(concerned.rules_through)}")
    if concerned.examples:
        word = touched(change, ran=ran)
        rows.append(f"  - {word}: {_some(concerned.examples)}")
    return rows
