"""An example written into the files of a project: behind the last of them, or where the first goes, and laid out as
`yupana fmt` lays it out where the file is laid out so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.elements import index
from yupana.schemas.find import files_of
from yupana.schemas.opened import file_text, real

from ..authoring.edits import Edit, apply, end_of_block
from ..authoring.owners import is_head
from ..format.page import format_text
from ..format.roles import Attributes
from ..format.tree import UnknownLayoutError
from ..page.faults import Refused

FILE = "examples.yaml"
"""The file of the first example of a ruleset of several files."""


def free_name(compiled: SoundRuleset, wanted: str) -> str:
    """The name, or the next with a number that no example has."""
    word = re.sub(r"\W+", "_", wanted.lower()).strip("_") or "example"
    word = word if word[0].isalpha() else f"example_{word}"
    taken = set(map(str, compiled.ruleset.examples))
    number, free = 2, word
    while free in taken:
        free, number = f"{word}_{number}", number + 1
    return free


def as_entry(name: str, text: str, remark: str = "") -> str:
    """An example as it stands under `examples:`."""
    lines = [f"  # {remark}"] if remark else []
    return "\n".join([*lines, f"  {name}:", *[f"    {each}".rstrip() for each in text.rstrip("\n").split("\n")]])


def written(compiled: SoundRuleset, folder: Path, name: str, text: str, remark: str = "") -> dict[str, Any]:
    """What writing an example changes: the `path` of a file, relative to the folder, its whole new `text`, what it said
    `before`, and the `line` where the example stands. Raises Refused where there is no place for it."""
    body = as_entry(name, text, remark)
    path, edit = _place(compiled, body)
    before = file_text(path) if path.is_file() else ""
    after = apply(before, [edit])
    attributes = Attributes.of(compiled.ruleset)
    after = _laid_out(before, after, attributes)
    found = re.search(rf"^( *){re.escape(name)}:", after, re.M)
    line = after.count("\n", 0, found.start()) + 1 if found else 1
    try:
        shown = path.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        raise Refused(409, "The examples lie in a file that does not belong to this project.") from None
    return {"path": shown, "text": after, "before": before, "line": line, "name": name}


def laid_out(compiled: SoundRuleset, name: str, text: str) -> str:
    """An example as it will stand, by itself."""
    body = f"examples:\n{as_entry(name, text)}\n"
    return _laid_out("", body, Attributes.of(compiled.ruleset)).partition("\n")[2]


def _laid_out(before: str, after: str, attributes: Attributes) -> str:
    try:
        if before and format_text(before, attributes) != before:
            return after
        return format_text(after, attributes)
    except UnknownLayoutError:
        return after


def _place(compiled: SoundRuleset, body: str) -> tuple[Path, Edit]:
    """The file of the examples and the edit that adds one. Raises Refused where it is written too strangely."""
    files = [*files_of(compiled.parts[-1])]
    own = {real(each) for each in files}
    known = [each for each in index(compiled) if each.section == "examples" and real(Path(each.span.file)) in own]
    if known:
        last = max(known, key=lambda one: (one.span.file, one.span.line))
        path = Path(last.span.file)
        indent = last.span.column - 1
        rows = re.split(r"\r\n|\r|\n", file_text(path))
        if rows[last.span.line - 1][:indent].strip():
            raise Refused(409, f"The examples of `{path.name}` stand in braces; write this one by hand.")
        line = end_of_block(rows, last.span.line, indent)
        body = "\n".join(" " * indent + each[2:] for each in body.split("\n"))
        end = len(rows[line - 1]) + 1
        return path, Edit(line, end, line, end, "\n" + body)
    head = next((each for each in files if is_head(each)), None)
    if head is None:
        raise Refused(409, "This project has no file with the header of a ruleset.")
    if len(files) > 1:
        path = head.with_name(FILE)
        if not path.is_file():
            return path, Edit(1, 1, 1, 1, f"examples:\n{body}\n")
    else:
        path = head
    rows = re.split(r"\r\n|\r|\n", file_text(path))
    end = len(rows[-1]) + 1
    lead = "\n" if rows[-1] else ""
    return path, Edit(len(rows), end, len(rows), end, f"{lead}\nexamples:\n{body}\n")
