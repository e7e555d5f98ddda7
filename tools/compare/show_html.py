"""A difference as a part of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .html import Child, Markup, join, tag
from .model import SECTIONS, Change, Difference, PartChange
from .wording import UNUSED, in_one_line, label, lines, side_by_side, touched

if TYPE_CHECKING:
    from .sides import Side

_MOST = 12


def difference_html(old: Side, new: Side, difference: Difference) -> Markup:
    """The changes, section by section."""
    rows: list[Child] = []
    for section, title in SECTIONS.items():
        changes = difference.of(section)
        if changes:
            rows.append(tag("h3", title))
            rows += [_change(old, new, each, ran=difference.ran) for each in changes]
    return join(*rows)


def names(paths: Sequence[str], most: int = _MOST) -> Markup:
    """Names as code; those beyond the first few can be unfolded."""
    shown: list[Child] = []
    for number, path in enumerate(paths[:most]):
        shown += [", " if number else None, tag("code", path)]
    if len(paths) > most:
        rest: list[Child] = []
        for number, path in enumerate(paths[most:]):
            rest += [", " if number else None, tag("code", path)]
        more = tag("summary", f"and {len(paths) - most} more")
        return join(*shown, " ", tag("details", more, *rest, class_="more"))
    return join(*shown)


def _change(old: Side, new: Side, change: Change, *, ran: bool) -> Markup:
    side = old if change.new is None else new
    title: list[Child] = [tag("span", change.kind, class_=f"kind {change.kind}"), " "]
    if change.kind == "renamed" and change.old is not None:
        title += [tag("code", change.old.path), " is now "]
    title += [
        tag("code", change.path, class_="path"),
        " ",
        tag("span", side.place(change.element.span), class_="place"),
    ]
    if change.plays:
        title += [" ", tag("span", "plays", class_="plays", title="This change can make the game play differently.")]
    body = [_whole(change)] if change.kind in ("added", "removed") else [_part(each) for each in change.parts]
    if change.unused:
        body.append(tag("p", UNUSED, class_="part"))
    return tag("section", tag("h4", *title), *body, _concerned(change, ran=ran), class_=f"change {change.kind}")


def _whole(change: Change) -> Markup:
    sign = "new" if change.kind == "added" else "old"
    rows: list[Child] = []
    for part in change.parts:
        value = part.new or part.old or ""
        text = f"{label(part.key)}: {value}" if "\n" not in value else f"{label(part.key)}:\n{_indented(value)}"
        rows += [tag("span", text, class_=sign), "\n"]
    found: list[Child] = [tag("p", change.where, class_="part")] if change.where else []
    found += [tag("pre", *rows)] if rows else []
    if change.inside:
        found.append(tag("p", "with ", names([each.path.removeprefix(change.path + ".") for each in change.inside])))
    return join(*found)


def _indented(value: str) -> str:
    return "\n".join("    " + row for row in value.split("\n"))


def _part(part: PartChange) -> Markup:
    name = tag("span", label(part.key), class_="key-name")
    if part.moved or part.key == "source":
        return tag("p", name, ": ", side_by_side(part), class_="part")
    if in_one_line(part) and part.old is not None and part.new is not None and "pairs." not in part.key:
        return tag("p", name, ": ", tag("del", part.old), " → ", tag("ins", part.new), class_="part")
    if in_one_line(part):
        return tag("p", name, ": ", side_by_side(part), class_="part")
    rows: list[Child] = []
    for line in lines(part):
        side = {"-": "old", "+": "new", " ": "same"}[line.mark]
        words = [tag("b", word) if changed and line.mark != " " else word for word, changed in line.words]
        rows += [tag("span", f"{line.mark} ", *words, class_=side), "\n"]
    return join(tag("p", name, ":", class_="part"), tag("pre", *rows))


def _concerned(change: Change, *, ran: bool) -> Markup:
    concerned = change.concerned
    rows: list[tuple[str, Sequence[str]]] = [("named anew in", change.followers)]
    if change.kind != "renamed":
        rows += [
            ("cited by" if change.element.section == "rules" else "used by", concerned.direct),
            ("through these", concerned.through),
            ("rules", concerned.rules),
            ("rules of what depends on it", concerned.rules_through),
            (touched(change, ran=ran), concerned.examples),
        ]
    told: list[Child] = [tag("div", tag("dt", word), tag("dd", names(paths))) for word, paths in rows if paths]
    return tag("dl", *told, class_="concerned") if told else Markup("")
