"""Brings an edited table back into the files that its entries stand in: YAML, or a table that the ruleset reads.

Of `base+overlay` only the overlay's own files are edited: what it adds is edited where it stands, what it finds in its
base is changed (`change:`) or taken away (`remove:`) by name. Before anything is written the edited files are read
again: they must say what the table says, and nothing else may be different.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.compose import Composed, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.files import write_together
from yupana.schemas.find import shown
from yupana.schemas.opened import opened, real
from yupana.schemas.source import Diagnostic
from yupana.schemas.table_names import is_workbook
from yupana.schemas.texts import own_names
from yupana.schemas.tree import Mapping, Node, Scalar

from ..format.files import attributes_of
from ..format.page import format_text
from ..shell.files import folder_is_writable
from .edited_table import Edited, errors_of, leaves, new_among, read_edited, same, text_of
from .entry_editor import EntryEditor, changed_phrases
from .tables import Listing, found_listing, words_of


@dataclass(slots=True)
class FileChange:
    """A file before and after: as texts, and what it holds and is to hold."""

    path: Path
    shown: str
    before: str
    after: str
    held: bytes
    data: str | bytes


@dataclass(slots=True)
class Imported:
    """What comes of a table. `faults` keep everything from being written; `files` hold the texts for their excerpts."""

    edited: Edited
    changes: list[FileChange] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def imported(target: str, kind: str, path: Path, sheet: str = "") -> Imported:
    """What has to be written into the files of a ruleset, or of its last overlay, so that a kind has the entries of an
    edited table, of a workbook perhaps in a sheet with this name.

    Raises UsageError where there is no such kind, and for what cannot be brought back.
    """
    composed, listing = found_listing(target, kind)
    known = shown(path) + (f"#{sheet}" if sheet else "")
    edited = read_edited(path, known, composed, listing)
    result = Imported(edited, faults=edited.faults, files={**composed.files, **edited.files})
    if result.faults or edited.is_nothing:
        return result
    editor = EntryEditor(composed, listing, own_names(edited.after) if edited.after is not None else set())
    _apply(edited, editor)
    if composed.ruleset is not None and edited.after is not None:
        editor.follow(changed_phrases(composed.ruleset, edited.after, _changed_cells(edited, listing)))
    result.changes = _changes(target, editor)
    _prove(target, composed, listing, result)
    return result


def write_changes(changes: Sequence[FileChange]) -> None:
    """Write the files, all of them or none. Raises UsageError where one cannot be written, or is another by now."""
    for each in changes:
        folder_is_writable(each.path)
        if each.path.read_bytes() != each.held:
            raise UsageError(f"`{each.shown}` was changed meanwhile: nothing was written, try again.")
    try:
        write_together({each.path: each.data for each in changes})
    except OSError as fault:
        names = " and ".join(f"`{each.shown}`" for each in changes)
        raise UsageError(f"Cannot write {names}: {fault.strerror or fault}. Nothing is different now.") from None


def _apply(edited: Edited, editor: EntryEditor) -> None:
    editor.remove(edited.removed)
    editor.rename({name: (old, dict(leaves(edited.entries[name]))) for name, old in edited.renamed.items()})
    editor.change(edited.changed)
    editor.add(edited.added)
    editor.say(edited.words)


def _changed_cells(edited: Edited, listing: Listing) -> Iterator[tuple[str, str]]:
    """What changed cells said and say."""
    for name, changes in edited.changed.items():
        known = dict(leaves(listing.entries[edited.renamed.get(name, name)]))
        yield from ((text_of(known.get(way)), text_of(node)) for way, node in changes.items())


def _changes(target: str, editor: EntryEditor) -> list[FileChange]:
    changes: list[FileChange] = []
    attributes = None
    for file in (*editor.files, *editor.texts.values()):
        if file.text == file.before:
            continue
        if attributes is None:
            attributes = attributes_of(target)
        if format_text(file.before, attributes) == file.before:  # what was laid out stays so
            file.text = format_text(file.text, attributes)
        after, held = file.after, (file.mark + file.raw).encode()
        changes.append(FileChange(file.path, file.shown, file.raw, after, held, file.mark + after))
    for path, table in editor.tables.items():
        if table.after != table.data:
            changes.append(FileChange(path, table.shown, table.before, table.text, table.data, table.after))
    return changes


# ---------------------------------------------------------------- the proof


def _prove(target: str, before: Composed, listing: Listing, result: Imported) -> None:
    """The edited files must say what the table says. Raises UsageError where they cannot be made to; faults that they
    have go to the result."""
    edited = result.edited
    texts = {
        real(each.path): each.data if is_workbook(each.path.name) else each.after.removeprefix("\ufeff")
        for each in result.changes
    }
    with opened(texts):
        after = compose(target)
        compiled = compile_ruleset(target)
    faults = errors_of(compiled)
    result.faults = new_among(faults, before) if faults else []
    result.files |= compiled.files
    if result.faults or after.tree is None:
        return
    found = _entries(after.tree, listing)
    wrong = _first_difference(edited.entries, found)
    if wrong or _rest(after.tree, listing) != _rest(before.tree or Mapping(), listing):
        what = wrong or "something beside the entries"
        raise UsageError(f"{what} would not say what the table says: edit it by hand where it stands.")
    with opened(texts):
        for heading in {heading for words in edited.words.values() for heading in words}:
            now = words_of(after, Listing(listing.section, listing.element, found), heading.split(".", 1)[1])[heading]
            for name, words in edited.words.items():
                if heading in words and now.get(name, "").strip() != words[heading]:
                    raise UsageError(f"`{heading}` of `{name}` cannot be brought back: edit it in the file of texts.")


def _entries(tree: Mapping, listing: Listing) -> Mapping:
    node: Node = tree
    for key in listing.way:
        node = node.get(key, Mapping()) if isinstance(node, Mapping) else Mapping()
    return node if isinstance(node, Mapping) else Mapping()


def _first_difference(wanted: Mapping, found: Mapping) -> str:
    for name in {**wanted, **found}:
        if name not in wanted or name not in found:
            return f"`{name}`"
        one, two = dict(leaves(wanted[name])), dict(leaves(found[name]))
        for way in {**one, **two}:
            if way not in one or way not in two or not same(one[way], two[way]):
                return f"`{'.'.join(way)}` of `{name}`"
    return ""


def _rest(node: Node, listing: Listing, way: tuple[str, ...] | None = None) -> object:
    """What a tree says without the entries."""
    inner = listing.way if way is None else way
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {
            str(key): None if inner == (key,) else _rest(value, listing, inner[1:] if inner[:1] == (key,) else ("",))
            for key, value in node.items()
        }
    return [_rest(each, listing, ("",)) for each in node]
