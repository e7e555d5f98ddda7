"""The projects of a user on this machine: a folder each, beside each other in one; and one that was named by its
path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from yupana.schemas.errors import UsageError
from yupana.schemas.find import VARIANTS, find, header_values, home_of, is_folder, leads_outside, rulesets_in
from yupana.schemas.manifest import MOST_BYTES, MOST_FILES
from yupana.schemas.tree import cite

from ..authoring.starting import write_folder
from ..packages.paths import fault_of_kind, fault_of_path
from ..page.faults import Refused
from ..page.request_body import RequestBody
from .files import content_of, is_text, paths_in, place_of
from .host import Host

NAMED = re.compile(r"[a-z][a-z0-9_]{0,60}")
"""How projects are called: so that no system takes two names for one."""


class Place(NamedTuple):
    """Where a project lies: its folder, and where in it the ruleset or overlay is."""

    folder: Path
    target: str = "."


class Projects:
    """The projects in a folder. `given` is one that lies elsewhere, and is called ""."""

    def __init__(self, root: Path, given: Place | None = None) -> None:
        self.root = root
        self.given = given

    def place(self, name: str) -> Place | None:
        """Where a project of a name lies; None where there is none."""
        if not name:
            return self.given
        folder = self.root / name
        if not NAMED.fullmatch(name) or not is_folder(folder) or leads_outside(folder, self.root):
            return None
        return Place(folder, target_in(folder))

    def listed(self) -> list[dict[str, Any]]:
        """All of them, those that were edited last first."""
        found = [self._about(each.name, Place(each, target_in(each))) for each in self._folders()]
        found.sort(key=lambda each: -each["edited"])
        return ([] if self.given is None else [self._about("", self.given)]) + found

    def make(self, name: str, files: Mapping[str, bytes]) -> Place:
        """Make a project of some files. Raises Refused, UsageError."""
        if not NAMED.fullmatch(name):
            raise Refused(400, "The name of a project is small letters, digits and _, a letter first.")
        folder = self.root / name
        if folder.exists():
            raise Refused(409, f"There is a project {cite(name)} already.")
        if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
            raise Refused(413, f"A project has at most {MOST_FILES:,} files of {MOST_BYTES:,} bytes together.")
        for path in files:
            place_of(folder, path)
        self.root.mkdir(parents=True, exist_ok=True)
        write_folder(folder, files)
        return Place(folder, target_in(folder))

    def remove(self, name: str) -> None:
        """Take away a project with its files. Raises Refused where there is none, or where its folder holds something
        that is none of these."""
        place = self.place(name) if name else None
        if place is None:
            raise Refused(404, "There is no such project.")
        files = {place.folder / each for each in paths_in(place.folder)}
        others = [
            each for each in place.folder.rglob("*") if each not in files and (each.is_symlink() or not each.is_dir())
        ]
        if others:
            raise Refused(409, f"`{place.folder}` holds other files too, such as {cite(others[0].name)}: it stays.")
        for each in files:
            each.unlink(missing_ok=True)
        for each in sorted((each for each in place.folder.rglob("*")), reverse=True):
            each.rmdir()
        place.folder.rmdir()

    def register(self, host: Host) -> None:
        """What can be asked of projects."""

        @host.method("projects/list")
        def listed(said: RequestBody) -> Any:
            return {"projects": self.listed(), "folder": str(self.root)}

        @host.method("projects/make")
        def make(said: RequestBody) -> Any:
            name = said.text("name")
            self.make(name, files_said(said))
            return {"project": name}

        @host.method("projects/remove")
        def remove(said: RequestBody) -> Any:
            name = said.text("name")
            self.remove(name)
            return {"project": name}

    def _folders(self) -> list[Path]:
        return [path for _, path in rulesets_in(self.root) if path.is_dir() and self.place(path.name)]

    def _about(self, name: str, place: Place) -> dict[str, Any]:
        path = place.folder if place.target == "." else place.folder / place.target
        title, extends, own = header_values(path, "title", "extends", "name")
        times = [(place.folder / each).stat().st_mtime for each in paths_in(place.folder)]
        return {
            "project": name, "title": title or own or place.folder.name, "base": extends,
            "edited": max(times, default=0.0), "where": str(path),
        }  # fmt: skip


def files_said(said: RequestBody) -> dict[str, bytes]:
    """The files of a request, by their paths: texts in `files`, others as base64 in `binary`. Raises Refused."""
    found: dict[str, bytes] = {}
    for key, what in (("files", "text"), ("binary", "base64")):
        given = said.inside(key) or RequestBody({})
        if len(given.names()) > MOST_FILES:
            raise Refused(413, f"A project has at most {MOST_FILES:,} files.")
        for path in given.names():
            if told := fault_of_path(path) or fault_of_kind(path):
                raise Refused(400, f"A ruleset cannot have the file {cite(path[:200])}: it {told}.")
            found[path] = content_of(RequestBody({what: given.text(path, most=None)}))
            if what == "text" and not is_text(path):
                raise Refused(400, f"{cite(path)} is no text.")
    return found


def target_in(folder: Path) -> str:
    """Where in the folder of a project the ruleset or overlay lies: it is the folder, unless the only one in it is a
    variant."""
    if any(header_values(folder, "name", "extends")):
        return "."
    inside = [path for _, path in rulesets_in(folder / VARIANTS)]
    return inside[0].relative_to(folder).as_posix() if len(inside) == 1 else "."


def place_named(name: str) -> Place | None:
    """Where a ruleset of the user's own lies that was named by its path; None for a name. Raises UsageError."""
    if not re.search(r"[/\\]|^\.|\.ya?ml$", name):
        return None
    path, _ = find(name, ())
    if path is None:
        raise UsageError(f"There is no ruleset at `{name}`.")
    path = path.resolve()
    folder = home_of(path) or path.parent
    return Place(folder, "." if folder == path else path.relative_to(folder).as_posix())
