"""The rulesets and overlays that are installed: those that `yupana add` has put into the user's folder, and those that
packages of Python bring as data (see `brought`).

What is installed comes from strangers, as any ruleset may, and takes no name from what comes with the program or lies
in the working folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import host
from .find import base_of, header_values, is_folder, leads_outside, rulesets_in
from .manifest import FILE, LONGEST, Manifest, changes, read_manifest
from .package_data import MOST, data_folders
from .source import Diagnostic, Span
from .tree import cite

_BEFORE = ".before"


@dataclass(frozen=True, slots=True)
class Installed:
    """A ruleset or overlay that is installed. `origin` is the package of Python that brings it, with its version; ""
    where the user has added it. `base` is what an overlay extends, "" for a ruleset."""

    name: str
    path: Path
    base: str
    origin: str = ""

    @property
    def version(self) -> str:
        """What its header says, "" for nothing."""
        return header_values(self.path, "version")[0]

    @property
    def title(self) -> str:
        """What its header says, or else its name."""
        return header_values(self.path, "title")[0] or self.name


def store() -> Path | None:
    """Where the user's own lie, each in a folder with its name; None where there is no such folder."""
    data = host.data_folder()
    return data / "rulesets" if data is not None else None


def installed() -> list[Installed]:
    """All that is installed, by name; of two with one name, the user's own, or that of the first package."""
    found: dict[str, Installed] = {}
    for each in (*added(), *_brought()):
        found.setdefault(each.name, each)
    return [found[name] for name in sorted(found)]


def place_of(name: str) -> Path | None:
    """Where what is installed under a name lies, or None."""
    home = store()
    own = _added(name, place_in(home, name)) if home is not None and name.isidentifier() else None
    return own.path if own is not None else next((each.path for each in _brought() if each.name == name), None)


def overlays_of(base: str) -> list[Installed]:
    """The installed overlays of a ruleset."""
    return [each for each in installed() if each.base == base]


# ---------------------------------------------------------------- the user's own


def added() -> list[Installed]:
    """What the user has added, by name."""
    return [found for name, folder in _folders() if (found := _added(name, folder)) is not None]


def damaged() -> list[str]:
    """The names of the user's folders in which no package lies any more."""
    return [name for name, folder in _folders() if _added(name, folder) is None]


def changes_in(path: Path) -> list[str]:
    """The files of what the user has added that are not as they were then, by their paths in its folder; none for what
    lies elsewhere. `path` is what was found under a name."""
    home = store()
    if home is None or not path.is_relative_to(home):
        return []
    folder = home / path.relative_to(home).parts[0]
    manifest = manifest_in(folder)
    return changes(manifest, folder) if manifest is not None else []


def told_of_changes(path: Path, name: str, span: Span) -> list[Diagnostic]:
    """What is told of the files of something that the user has added when they are not as they were then."""
    changed = changes_in(path)
    if not changed:
        return []
    message = f"`{name}` is not as it was added: {cite(changed[0])} has changed, is gone or is new"
    hint = "`yupana add FILE --replace` puts it back as its package has it"
    return [Diagnostic("YUP246", "warning", message, span, hint)]


def manifest_in(folder: Path) -> Manifest | None:
    """The manifest in a folder, if there is one that can be read."""
    try:
        with (folder / FILE).open("rb") as file:
            return read_manifest(file.read(LONGEST + 1))
    except (OSError, ValueError):
        return None


def before_of(folder: Path) -> Path:
    """Where the package of a folder lies while another version takes its place."""
    return folder.with_name(f".{folder.name}{_BEFORE}")


def place_in(home: Path, name: str) -> Path:
    """Where the package of a name lies: where it was put while another version took its place, if that was not
    finished."""
    folder = home / name
    before = before_of(folder)
    return before if is_folder(before) and not is_folder(folder) else folder


def _folders() -> list[tuple[str, Path]]:
    home = store()
    if home is None or not is_folder(home):
        return []
    try:
        names = {each.name.removeprefix(".").removesuffix(_BEFORE) for each in home.iterdir() if _is_package(each.name)}
    except OSError:
        return []
    found = ((name, place_in(home, name)) for name in sorted(names)[:MOST])
    return [(name, folder) for name, folder in found if is_folder(folder)]


def _is_package(name: str) -> bool:
    return not name.startswith(".") or name.endswith(_BEFORE)


def _added(name: str, folder: Path) -> Installed | None:
    manifest = manifest_in(folder)
    if manifest is None or manifest.name != name:
        return None
    path = folder / manifest.file if manifest.file else folder
    if path != folder and leads_outside(path, folder):
        return None
    return Installed(name, path, base_of(path))


# ---------------------------------------------------------------- packages of Python


def _brought() -> Iterator[Installed]:
    """What packages of Python bring, those of each by name."""
    for origin, home in data_folders():
        own = header_values(home, "name") == [home.name]
        for name, path in [(home.name, home)] if own else rulesets_in(home)[:MOST]:
            if not leads_outside(path, home.parent) and header_values(path, "name") == [name]:
                yield Installed(name, path, base_of(path), origin)
