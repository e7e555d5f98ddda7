"""What an edited table says otherwise than the entries of a ruleset, and whether the ruleset is sound with it.

The table is checked as if the ruleset read it, so every fault stands at its cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Mapping_
from collections.abc import Sequence as Sequence_
from dataclasses import dataclass, field, replace
from pathlib import Path

from yupana.interpreter.compile import compile_composed
from yupana.interpreter.compiled import Compiled
from yupana.schemas.compose import Composed
from yupana.schemas.parts import Part
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.sheet_attributes import with_attributes
from yupana.schemas.sheet_entries import ENTRY, TEXT_HEADING, entries_in
from yupana.schemas.sheet_files import sheet_text
from yupana.schemas.sheets import Row, read_sheet
from yupana.schemas.source import Diagnostic, Report, Span
from yupana.schemas.trace import bracketed
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence, Word, cite
from yupana.schemas.validate import validate

from .tables import Listing, words_of

Way = tuple[str, ...]


@dataclass(slots=True)
class Edited:
    """What is different: rows that are new (each with the one before it), rows that are gone, rows with another name
    (the former by the new one), and cells by row and key (None for one that is empty now); `words` are cells with words
    of other languages, by row and heading. `faults` keep all that from being brought back, `files` hold the text of the
    table, `after` is the ruleset with it, and `left` tells what is not looked at."""

    added: dict[str, tuple[str | None, dict[Way, Node]]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    changed: dict[str, dict[Way, Node | None]] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    entries: Mapping = field(default_factory=Mapping)
    faults: list[Diagnostic] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    after: Ruleset | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether the table says what the ruleset says."""
        return not (self.added or self.removed or self.renamed or self.changed or self.words)


def read_edited(path: Path, shown: str, composed: Composed, listing: Listing) -> Edited:
    """Compare a table with the entries that it was made of. Raises UsageError for words in a language without texts."""
    result, report = Edited(), Report()
    text = sheet_text(path, shown, report)
    if text is not None:
        result.files[shown] = text
        _compare(result, read_sheet(text, shown).rows, entries_in(text, shown, report), composed, listing)
        report.extend(_rows_twice(read_sheet(text, shown).rows))
        if not read_sheet(text, shown).rows:
            hint = "its first row holds the headings, as `card,count,vp`"
            report.error("YUP133", "this table is empty", Span(shown, 1, 1, 1, 1), hint)
    report.extend(result.faults)
    result.faults = report.in_order()
    if not result.faults:
        result.faults = _faults_with(result, composed, listing)
    return result


def _rows_twice(rows: tuple[Row, ...]) -> Iterator[Diagnostic]:
    seen: dict[str, Row] = {}
    for row in rows[1:]:
        name = row.cells[0]
        if name.text in seen:
            first = (seen[name.text].cells[0].span, "the first one stands here")
            message = f"there are two rows with the name {cite(name.text)}"
            yield Diagnostic("YUP212", "error", message, name.span, "keep one of them", (first,))
        elif name.text:
            seen[name.text] = row


def _compare(result: Edited, rows: tuple[Row, ...], read: Mapping, composed: Composed, listing: Listing) -> None:
    tree = composed.tree
    if tree is None or not rows:
        return
    meant = _listed(with_attributes(_with(tree, listing, read), Report()), listing)
    columns = {tuple(cell.text.split(".")) for cell in rows[0].cells[1:] if not TEXT_HEADING.fullmatch(cell.text)}
    result.renamed = renamed_rows(_cells(listing.entries, columns), _cells(meant, columns))
    missing: dict[str, None] = {}
    items: list[tuple[Word, Node]] = []
    before: str | None = None
    for name, entry in meant.items():
        old = listing.entries.get(result.renamed.get(name, name))
        told = dict(leaves(entry))
        if old is None:
            result.added[str(name)] = (before, told)
            items.append((_word(name), entry))
        else:
            known = dict(leaves(old))
            missing |= dict.fromkeys(".".join(way) for way in known if way not in columns)
            now = {way: node for way, node in known.items() if way not in columns or way in told}
            changes: dict[Way, Node | None] = {way: None for way in known if way in columns and way not in told}
            for way, node in told.items():
                if way not in known or not same(known[way], node):
                    changes[way] = now[way] = node
            if changes:
                result.changed[str(name)] = changes
            items.append((_word(name), nested(now, entry)))
        before = str(name)
    known_as = {*result.renamed.values()}
    result.removed = [str(name) for name in listing.entries if name not in meant and name not in known_as]
    result.entries = Mapping(items, listing.entries.span)
    _tell_left(result, list(missing), [str(name) for name in meant], listing)
    _compare_words(result, rows, composed, listing)


def _cells(entries: Mapping, columns: set[Way]) -> dict[str, dict[Way, str]]:
    """What the rows say in some columns."""
    return {
        str(name): {way: ", ".join(texts_of(node)) for way, node in leaves(entry) if way in columns}
        for name, entry in entries.items()
    }


def _tell_left(result: Edited, missing: list[str], order: list[str], listing: Listing) -> None:
    if missing:
        columns = ", ".join(f"`{each}`" for each in missing)
        result.left.append(f"There is no column {columns}: what the ruleset says there stays.")
    both = [name for name in order if name in listing.entries]
    if both != [str(name) for name in listing.entries if name in set(both)]:
        result.left.append("The rows that were there before keep their order.")


def _compare_words(result: Edited, rows: tuple[Row, ...], composed: Composed, listing: Listing) -> None:
    for number, head in enumerate(rows[0].cells):
        found = TEXT_HEADING.fullmatch(head.text)
        if found is None:
            continue
        known = words_of(composed, listing, found[2])[head.text]
        for row in rows[1:]:
            name = row.cells[0].text
            told = row.cells[number].text if number < len(row.cells) else ""
            if told == known.get(result.renamed.get(name, name), "").strip():
                continue
            result.words.setdefault(name, {})[head.text] = told
            entry = result.entries.get(name)
            if told and found[1] == "text" and isinstance(entry, Mapping) and "text" not in entry:
                message = f"{cite(name)} has no text that could be translated"
                hint = "write its text into the column `text`"
                result.faults.append(Diagnostic("YUP251", "error", message, row.cells[number].span, hint))


def _faults_with(result: Edited, composed: Composed, listing: Listing) -> list[Diagnostic]:
    """What is wrong with the ruleset when the table is read in the place of its entries. What only its files of texts
    say of rows that are gone is left out: it goes with them."""
    if composed.tree is None or result.is_nothing:
        return []
    report = Report()
    tree = _with(composed.tree, listing, result.entries)
    validated = validate(tree, report)
    made = replace(composed, report=report, tree=tree, files={**composed.files, **result.files})
    made.partial, made.left_out = validated.ruleset, validated.left_out
    made.ruleset = None if report.errors else validated.ruleset
    result.after = made.ruleset
    found = [each for each in errors_of(compile_composed(made)) if each.code != "YUP251"]
    return new_among(found, composed) if found else []


def errors_of(compiled: Compiled) -> list[Diagnostic]:
    """What keeps a ruleset from running."""
    return [each for each in compiled.diagnostics if each.severity == "error"]


def new_among(faults: list[Diagnostic], before: Composed) -> list[Diagnostic]:
    """Those of some faults that a ruleset does not have as it is."""
    unedited = replace(before, report=Report(list(before.report.diagnostics)), files=dict(before.files))
    known = {(each.code, each.message) for each in errors_of(compile_composed(unedited))}
    return [each for each in faults if (each.code, each.message) not in known]


# ---------------------------------------------------------------- trees


def leaves(node: Node, way: Way = (), part: Part = ENTRY) -> Iterator[tuple[Way, Node]]:
    """What stands in the cells of an entry, by the keys that lead there."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from leaves(value, (*way, key), part.child(str(key)))
    elif not (isinstance(node, Scalar) and node.is_empty):
        yield way, node


def nested(cells: dict[Way, Node], like: Node) -> Mapping:
    """The entry with these cells, at the place of another one."""
    groups: dict[str, dict[Way, Node]] = {}
    for way, node in cells.items():
        groups.setdefault(way[0], {})[way[1:]] = node
    items = [(_word(key), each[()] if () in each else nested(each, _first(each)))
             for key, each in groups.items()]  # fmt: skip
    return Mapping(items, like.span)


def _first(cells: dict[Way, Node]) -> Node:
    return next(iter(cells.values()))


def texts_of(node: Node) -> list[str]:
    """The items of a list, or the text that stands alone for one."""
    return (
        [each.text.strip() for each in node if isinstance(each, Scalar)] if isinstance(node, Sequence) else _alone(node)
    )


def _alone(node: Node) -> list[str]:
    return [node.text.strip()] if isinstance(node, Scalar) else []


def text_of(node: Node | None) -> str:
    """What a cell holds; nothing for none."""
    return ", ".join(texts_of(node)) if node is not None else ""


def same(old: Node, new: Node) -> bool:
    """Whether a cell says what it said."""
    if isinstance(old, Scalar) and isinstance(new, Scalar):
        known = {old.text.strip(), (old.in_cell or old.text).strip()}
        return bool(known & {new.text.strip(), (new.in_cell or new.text).strip()})
    if isinstance(old, Sequence) and isinstance(new, Scalar) and (code := bracketed(old)) is not None:
        return new.text.strip() == code.text or texts_of(old) == texts_of(new)
    return texts_of(old) == texts_of(new)


def _word(name: str) -> Word:
    return name if isinstance(name, Word) else Word(name)


def _listed(tree: Mapping, listing: Listing) -> Mapping:
    node: Node = tree
    for key in listing.way:
        node = node[key] if isinstance(node, Mapping) else Mapping()
    return node if isinstance(node, Mapping) else Mapping()


def _with(tree: Mapping, listing: Listing, entries: Mapping, way: Way | None = None) -> Mapping:
    """The tree with other entries in a listing."""
    first, *rest = listing.way if way is None else way
    items: list[tuple[str, Node]] = []
    for key, value in tree.items():
        inner = _with(value, listing, entries, tuple(rest)) if rest and isinstance(value, Mapping) else entries
        items.append((key, inner if key == first else value))
    return Mapping(items, tree.span)


# ---------------------------------------------------------------- other names

Cells = Mapping_[tuple[str, ...], str]


def renamed_rows(old: Mapping_[str, Cells], new: Mapping_[str, Cells]) -> dict[str, str]:
    """The names that rows had before, by those that they have now: who renames a row means the same thing still, with
    its comments, its translations and what no column shows.

    Args:
        old: what the rows said before in the columns that the table has, in their order.
        new: what they say now.

    A row has another name if it says all that exactly one row said that is gone, or if it stands alone where one row is
    gone and says at least half of it.
    """
    gone, come = [name for name in old if name not in new], [name for name in new if name not in old]
    found: dict[str, str] = {}
    for name in come:
        alike = [each for each in gone if old[each] == new[name]]
        if len(alike) == 1 and old[alike[0]] and sum(new[each] == new[name] for each in come) == 1:
            found[name] = alike[0]
    places = {where: names for where, names in _between(list(new), old).items() if len(names) == 1}
    for where, names in _between(list(old), new).items():
        if len(names) != 1 or where not in places:
            continue
        before, name = names[0], places[where][0]
        same = sum(new[name].get(way) == told for way, told in old[before].items())
        if name not in found and before not in found.values() and 2 * same >= max(len(old[before]), len(new[name]), 1):
            found[name] = before
    return found


def _between(names: Sequence_[str], others: Mapping_[str, Cells]) -> dict[tuple[str, str], list[str]]:
    """The names that are not among others, by the nearest ones before and behind them that are."""
    groups: dict[tuple[str, str], list[str]] = {}
    before, waiting = "", list[str]()
    for name in (*names, ""):
        if name and name not in others:
            waiting.append(name)
            continue
        if waiting:
            groups[before, name] = waiting
        before, waiting = name, []
    return groups
