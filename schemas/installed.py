"""The rulesets and overlays that are installed: those that `yupana add` has put into the user's folder, and those that
packages of Python bring as data.

A package of Python names a folder of its own in the entry point group `yupana.rulesets`; the value is written as the
module would be (`my_games.rulesets`), and is a ruleset, or holds some. Nothing of the package is imported or run: where
its files lie stands in what was written when it was installed. What is installed comes from strangers, as any ruleset
may, and takes no name from what comes with the program or lies in the working folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from . import host
from .find import base_of, header_of, is_folder, leads_outside, rulesets_in, text_of
from .manifest import FILE, LONGEST, read_manifest

GROUP = "yupana.rulesets"
"""The group of entry points by which packages of Python bring rulesets."""
MOST = 500
"""So many rulesets are looked at, of the user's folder and of each package of Python."""

_FOLDER = re.compile(r"[A-Za-z_]\w*(?:[./][A-Za-z_]\w*)*", re.ASCII)


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
        return self._said("version")

    @property
    def title(self) -> str:
        """What its header says, or else its name."""
        return self._said("title") or self.name

    def _said(self, key: str) -> str:
        header = header_of(self.path)
        return str(text_of(header, key) or "") if header is not None else ""


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
    own = _added(home / name) if home is not None and name.isidentifier() else None
    return own.path if own is not None else next((each.path for each in _brought() if each.name == name), None)


def overlays_of(base: str) -> list[Installed]:
    """The installed overlays of a ruleset."""
    return [each for each in installed() if each.base == base]


# ---------------------------------------------------------------- the user's own


def added() -> list[Installed]:
    """What the user has added, by name."""
    home = store()
    if home is None or not is_folder(home):
        return []
    try:
        folders = sorted(each for each in home.iterdir() if not each.name.startswith("."))
    except OSError:
        return []
    found = (_added(each) for each in folders[:MOST])
    return [each for each in found if each is not None]


def _added(folder: Path) -> Installed | None:
    try:
        with (folder / FILE).open("rb") as file:
            manifest = read_manifest(file.read(LONGEST + 1))
    except (OSError, ValueError):
        return None
    path = folder / manifest.file if manifest.file else folder
    if manifest.name != folder.name or (path != folder and leads_outside(path, folder)):
        return None
    return Installed(manifest.name, path, base_of(path))


# ---------------------------------------------------------------- packages of Python


def _brought() -> Iterator[Installed]:
    """What packages of Python bring, those of each by name."""
    entries = list(metadata.entry_points(group=GROUP))
    entries.sort(key=lambda each: (each.dist.name if each.dist else "", each.name))
    for entry in entries[:MOST]:
        dist, said = entry.dist, entry.value.strip()
        if dist is None or not _FOLDER.fullmatch(said):
            continue
        home = _folder_of(dist, said.replace(".", "/"))
        if home is None:
            continue
        origin = f"{dist.name} {dist.version}"
        own = _called(home) == home.name
        for name, path in [(home.name, home)] if own else rulesets_in(home)[:MOST]:
            if not leads_outside(path, home.parent) and _called(path) == name:
                yield Installed(name, path, base_of(path), origin)


def _called(path: Path) -> str:
    """The name in the header of a ruleset or overlay, "" where there is none."""
    header = header_of(path)
    return str(text_of(header, "name") or "") if header is not None else ""


def _folder_of(dist: metadata.Distribution, inside: str) -> Path | None:
    """A folder of a distribution, found by what was noted when it was installed; None where it has none, or where it
    leads out of the folder of packages."""
    try:
        files = dist.files or []
        if any(each.as_posix().startswith(f"{inside}/") for each in files):
            site = Path(str(dist.locate_file("")))
            found = site / inside
            return found if is_folder(found) and not leads_outside(found, site) else None
        for root in _edited_in(dist, files):
            found = root / inside
            if is_folder(found) and not leads_outside(found, root):
                return found
    except (OSError, ValueError):
        return None
    return None


def _edited_in(dist: metadata.Distribution, files: list[metadata.PackagePath]) -> Iterator[Path]:
    """The folders in which a package that is being edited may lie: what its `.pth` files name, and where it was
    installed from."""
    for each in files:
        if each.suffix == ".pth":
            for line in str(each.read_text()).splitlines()[:100]:
                if line.strip() and not line.startswith(("import ", "import\t", "#")):
                    yield Path(line.strip())
    told = json.loads(dist.read_text("direct_url.json") or "{}")
    about = told.get("dir_info") if isinstance(told, dict) else None
    if isinstance(about, dict) and about.get("editable") is True:
        url = urlsplit(str(told.get("url")))
        if url.scheme == "file" and url.netloc in ("", "localhost"):
            root = Path(url2pathname(url.path))
            yield root
            yield root / "src"
