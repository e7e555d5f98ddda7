"""A game that comes with a link, or goes as a file. What a link holds was made by a stranger: it is looked at before
anything of it is written, and nothing but a ruleset can be in it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError
from yupana.schemas.find import header_values
from yupana.schemas.ranges import wanted_in
from yupana.schemas.source import RulesetError
from yupana.schemas.tree import Word
from yupana.schemas.within import within

from ..authoring.starting import write_folder
from ..compare.model import Change
from ..compare.sides import open_sides
from ..compare.wording import in_one_line, label, lines, side_by_side
from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..renaming.alike import compare_sides
from .begin import about_files
from .files import is_text
from .host import Host
from .papers import PAPERS
from .projects import files_said, target_in

MOST_BYTES, MOST_FILES = 1024 * 1024, 200
"""So much a link may hold, once it is unpacked, and so many files."""

MOST_TOLD, MOST_LINES = 50, 20
"""So many changes of a variant are told one by one, and so many lines of what is longer than one."""

LONGEST_SAID = 200
"""How many characters somebody may say of themselves."""


def register(host: Host) -> None:
    """What can be asked of sharing."""

    @host.method("share/look")
    def look(said: RequestBody) -> Any:
        files = files_said(said)
        if not files:
            raise Refused(400, "There are no files in this link.")
        if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
            raise Refused(413, f"A link holds at most {MOST_FILES} files of {MOST_BYTES:,} bytes together.")
        listed = [{"path": path, "size": len(files[path]), "text": is_text(path)} for path in sorted(files)]
        return {**about_files(files), "files": listed, "author": plain(said.text("author", "", most=None))}

    @host.method("share/changes")
    async def changes(said: RequestBody) -> Any:
        files = files_said(said)
        if sum(map(len, files.values())) > MOST_BYTES or len(files) > MOST_FILES or not about_files(files)["base"]:
            raise Refused(400, "Only a variant changes another game.")
        return await host.aside(lambda: within("Reading this game", lambda: changes_of(files)))

    @host.method("share/make")
    async def make(said: RequestBody) -> Any:
        paper = PAPERS.get(said.text("what"))
        if paper is None:
            raise Refused(404, "The studio cannot make that.")
        params = {"language": said.text("language", ""), "pdf": said.truth("pdf"), "html": said.truth("html")}
        return await host.aside(lambda: paper(host.path, params))


def changes_of(files: Mapping[str, bytes]) -> dict[str, Any]:
    """What a variant changes in its game, element by element, in the game's words: the first of them, and how many
    there are. Nothing of it is played. Raises UsageError where it has faults."""
    with tempfile.TemporaryDirectory(prefix="yupana-") as made:
        folder = Path(made).resolve() / "files"
        write_folder(folder, files)
        path = folder / target_in(folder)
        (extends,) = header_values(path, "extends")
        base = "+".join(str(each.name) for each in wanted_in(Word(extends)))
        try:
            with open_sides(base, str(path)) as (before, after):
                difference = compare_sides(before, after, programs=False).difference
        except RulesetError as fault:
            first = fault.diagnostics[0].message if fault.diagnostics else ""
            raise UsageError(f"It has faults, and cannot be played before they are fixed: {first}.") from None
    told = [{"what": each.kind, "path": each.path, "parts": list(_parts(each))} for each in difference.changes]
    return {"changes": told[:MOST_TOLD], "count": len(told)}


def _parts(change: Change) -> Iterator[str]:
    for part in change.parts if change.kind == "changed" else ():
        if in_one_line(part):
            yield f"{label(part.key)}: {side_by_side(part)}"
        else:
            shown = [f"{each.mark} {each.text}" for each in lines(part)[:MOST_LINES]]
            yield "\n".join([f"{label(part.key)}:", *shown])


def plain(text: str) -> str:
    """What a stranger says of themselves, on one line and no longer than it may be."""
    return "".join(each for each in text if each.isprintable())[:LONGEST_SAID].strip()
