"""The entries of a kind as a table for a spreadsheet program, in the form that `entries: {from: FILE}` reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Mapping_
from collections.abc import Sequence as Sequence_
from dataclasses import dataclass, field

from yupana.schemas.compose import Composed, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.kinds import HOLDERS
from yupana.schemas.nearest import did_you_mean
from yupana.schemas.parts import Part
from yupana.schemas.sheet_entries import ENTRY, entries_in
from yupana.schemas.sheets import exchanged
from yupana.schemas.source import Report
from yupana.schemas.texts import languages, load_texts
from yupana.schemas.trace import bracketed
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence

from ..shell.sentences import sentence

Cells = dict[str, str]


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of a kind, or the spaces of a board, and the keys under which they stand."""

    section: str
    element: str
    entries: Mapping

    @property
    def way(self) -> tuple[str, str, str]:
        """The keys that lead to the entries."""
        return self.section, self.element, HOLDERS[self.section]


@dataclass(slots=True)
class Table:
    """A table: the headings, the first of them over the names; and under each name what its cells say by headings."""

    headings: list[str]
    rows: dict[str, Cells] = field(default_factory=dict)

    @property
    def lines(self) -> list[list[str]]:
        """All rows as cells, that of the headings first."""
        keys = self.headings[1:]
        return [self.headings, *([name, *(cells.get(key, "") for key in keys)] for name, cells in self.rows.items())]

    def text(self, separator: str = ",") -> str:
        """The text of separated values."""
        return exchanged(self.lines, separator)


def found_listing(target: str, kind: str) -> tuple[Composed, Listing]:
    """A ruleset with its overlays, and the entries of a kind of it, or the spaces of its board.

    Raises UsageError where there is no such ruleset or kind, or none is listed.
    """
    composed = compose(target)
    if not composed.parts:
        raise UsageError("; ".join(each.message for each in composed.report.diagnostics))
    if composed.ruleset is None or composed.tree is None:
        raise UsageError(f"`{target}` has faults: run `yupana check {target}`.")
    found = listed(composed.tree)
    if kind not in found:
        near = did_you_mean(kind, found) or f"there are {', '.join(f'`{each}`' for each in found) or 'none'}"
        raise UsageError(sentence(f"`{target}` lists no entries of a kind `{kind}`; {near}"))
    return composed, found[kind]


def exported(target: str, kind: str, langs: Sequence_[str] = ()) -> Table:
    """The table of the entries of a kind, or of the spaces of a board, of a ruleset with its overlays, with columns for
    their words in some languages.

    Raises UsageError as `found_listing` does, for a language without texts, and for what a table cannot hold.
    """
    composed, listing = found_listing(target, kind)
    table = table_of(listing.entries, kind.lower())
    for lang in langs:
        _add_words(table, composed, listing, lang)
    return table


def listed(tree: Mapping) -> dict[str, Listing]:
    """The entries of kinds, and the spaces of boards by their kinds (a second board of a kind by its own name), as they
    are listed."""
    found: dict[str, Listing] = {}
    for section, key in HOLDERS.items():
        elements = tree.get(section)
        for name, element in elements.items() if isinstance(elements, Mapping) else ():
            held = element.get(key) if isinstance(element, Mapping) else None
            kind = element.get("kind") if isinstance(element, Mapping) and section == "boards" else None
            if isinstance(held, Mapping):
                listing = Listing(section, str(name), held)
                known = kind.text if isinstance(kind, Scalar) else str(name)
                found[known if known not in found else str(name)] = listing
    return found


def table_of(entries: Mapping, first: str) -> Table:
    """The table of some entries: a row for each, a column for each key that one of them has, in the order in which they
    are met, after one of the names with the heading `first`.

    What is read of it is what the entries say. Raises UsageError for what a table cannot hold.
    """
    rows = {str(name): dict(cells_of(entry, str(name))) for name, entry in entries.items()}
    headings = list(dict.fromkeys(key for cells in rows.values() for key in cells))
    table = Table([first, *headings], rows)
    _must_mean(table)
    return table


def cells_of(node: Node, name: str, way: tuple[str, ...] = (), part: Part = ENTRY) -> Iterator[tuple[str, str]]:
    """The cells of an entry, with their headings. Raises UsageError for what a table cannot hold."""
    heading = ".".join(way)
    if isinstance(node, Scalar):
        if not node.is_empty:
            yield heading, (node.in_cell or node.text).rstrip("\n")
        elif way:
            raise UsageError(f"A table cannot hold `{heading}` of `{name}`: nothing stands there.")
    elif isinstance(node, Mapping):
        if way and not node:
            raise UsageError(f"A table cannot hold `{heading}` of `{name}`: a mapping with nothing in it.")
        for key, value in node.items():
            yield from cells_of(value, name, (*way, str(key)), part.child(str(key)))
    elif isinstance(node, Sequence) and part.kind == "list" and all(_is_item(each) for each in node):
        yield heading, ", ".join(each.text for each in node if isinstance(each, Scalar))
    elif isinstance(node, Sequence) and (code := bracketed(node)) is not None:
        yield heading, code.text
    else:
        raise UsageError(f"A table cannot hold `{heading}` of `{name}`: a list stands there.")


def words_of(composed: Composed, listing: Listing, lang: str) -> dict[str, Mapping_[str, str]]:
    """What a ruleset says of its entries in a language: by `text.ja` and `title.ja` the words, by the names.

    Raises UsageError for a language in which there are no texts.
    """
    known = languages(composed.parts)
    if composed.ruleset is None or lang not in known:
        there = ", ".join(f"`{each}`" for each in known) or "none"
        raise UsageError(f"`{composed.name}` has no texts in a language `{lang}`; there are {there}.")
    texts = load_texts(composed.ruleset, composed.parts, lang, Report())
    path = ".".join(listing.way)
    told = {name: texts.texts.get(f"{path}.{name}") for name in listing.entries}
    kind = f"{listing.element}." if listing.section == "kinds" else ""
    called = {name: texts.names.get(f"{kind}{name}") or texts.names.get(str(name)) for name in listing.entries}
    groups = {f"title.{lang}": called, f"text.{lang}": told}
    return {key: {str(name): str(words) for name, words in each.items() if words} for key, each in groups.items()}


def _add_words(table: Table, composed: Composed, listing: Listing, lang: str) -> None:
    for heading, words in words_of(composed, listing, lang).items():
        has_text = heading.startswith("title.") or any("text" in cells for cells in table.rows.values())
        if has_text:
            table.headings.append(heading)
            for name, told in words.items():
                table.rows[name][heading] = told.rstrip("\n")


def _is_item(node: Node) -> bool:
    return isinstance(node, Scalar) and re.fullmatch(r"[^,\[\]\n]+", node.text) is not None


def _must_mean(table: Table) -> None:
    """Raises UsageError unless what is read of a table is what was written."""
    report = Report()
    found = entries_in(table.text(), "table.csv", report)
    if report.diagnostics:
        raise UsageError(f"These entries cannot be a table: {report.diagnostics[0].message}.")
    again = {str(name): dict(cells_of(entry, str(name))) for name, entry in found.items()}
    for name, cells in table.rows.items():
        for key in {**cells, **again.get(name, {})}:
            if _bare(cells.get(key)) != _bare(again.get(name, {}).get(key)):
                raise UsageError(f"A table cannot hold `{key}` of `{name}` as it is: {cells.get(key)!r}.")


def _bare(cell: str | None) -> str | None:
    """What a cell says, without blanks around it."""
    return None if cell is None else cell.strip()
