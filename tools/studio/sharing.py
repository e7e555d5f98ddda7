"""A game that comes with a link, or goes as a file. What a link holds was made by a stranger: it is looked at before
anything of it is written, and nothing but a ruleset can be in it."""

from __future__ import annotations

from typing import Any

from ..page.faults import Refused
from ..page.request_body import RequestBody
from .begin import about_files
from .files import is_text
from .host import Host
from .papers import PAPERS
from .projects import files_said

MOST_BYTES, MOST_FILES = 1024 * 1024, 200
"""So much a link may hold, once it is unpacked, and so many files."""

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

    @host.method("share/make")
    async def make(said: RequestBody) -> Any:
        work = PAPERS.get(said.text("what"))
        if work is None:
            raise Refused(404, "The studio cannot make that.")
        params = {"target": host.target, "language": said.text("language", ""), "pdf": said.truth("pdf")}
        return await host.aside(lambda: work(host.folder, {**params, "html": said.truth("html")}, _unheard))


def plain(text: str) -> str:
    """What a stranger says of themselves, on one line and no longer than it may be."""
    return "".join(each for each in text if each.isprintable())[:LONGEST_SAID].strip()


def _unheard(done: int, total: int, said: str) -> None:
    pass
