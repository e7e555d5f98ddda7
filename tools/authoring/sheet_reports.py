"""What came of an edited table: as a document, and for people."""

from __future__ import annotations

import sys

from yupana.schemas.render import documents, render
from yupana.schemas.tree import Node

from ..shell.files import difference
from ..shell.output import colour_wanted
from .entry_editor import value_of
from .importing import Imported


def document(kind: str, done: Imported, *, written: bool) -> dict[str, object]:
    """The document of `sheet import --json`."""
    edited = done.edited
    cells: dict[str, dict[str, object]] = {
        name: {".".join(way): _plain(node) for way, node in every.items()} for name, every in edited.changed.items()
    }
    for name, words in edited.words.items():
        cells.setdefault(name, {}).update(words)
    return {
        "ok": not done.faults,
        "kind": kind,
        "written": written,
        "added": list(edited.added),
        "removed": edited.removed,
        "renamed": {former: name for name, former in edited.renamed.items()},
        "changed": cells,
        "left": edited.left,
        "files": [
            {"file": each.shown, "diff": "".join(difference(each.shown, each.before, each.after))}
            for each in done.changes
        ],
        "diagnostics": documents(done.faults, done.files),
    }


def _plain(node: Node | None) -> object:
    return "" if node is None else value_of(node)


def tell(done: Imported, *, written: bool, diff: bool) -> None:
    """The difference if it is asked for; faults on standard error; what is left alone; then the sum, and the files."""
    out = sys.stdout
    if done.faults:
        sys.stderr.write(render(done.faults, done.files, colour=colour_wanted(sys.stderr)))
        sys.stderr.write("Nothing was written: fix these faults first.\n")
        return
    for each in done.changes if diff else ():
        out.writelines(difference(each.shown, each.before, each.after))
    out.writelines(f"{each}\n" for each in done.edited.left)
    if not done.changes:
        out.write("The table says what the ruleset says: nothing to do.\n")
        return
    edited = done.edited
    cells = sum(map(len, edited.changed.values())) + sum(map(len, edited.words.values()))
    rows = ((edited.added, "added"), (edited.removed, "removed"), (edited.renamed, "renamed"))
    counts = (*((len(which), "row", how) for which, how in rows), (cells, "cell", "changed"))
    told = ", ".join(f"{number} {what}{'' if number == 1 else 's'} {how}" for number, what, how in counts if number)
    files = " and ".join(each.shown for each in done.changes)
    out.write(f"{told}: {'wrote' if written else 'would write'} {files}\n")
