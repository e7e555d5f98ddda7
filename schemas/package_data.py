"""The folders of rulesets that packages of Python bring as data.

A package names a folder of its own in the entry point group `yupana.rulesets`; the value is written as the module would
be (`my_games.rulesets`). Nothing of the package is imported or run: where its files lie stands in what was written when
it was installed. That is written by anybody, and what is broken in it makes a package bring nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from .find import is_folder, leads_outside

GROUP = "yupana.rulesets"
"""The group of entry points by which packages of Python bring rulesets."""
MOST = 500
"""So many folders are looked at."""

_FOLDER = re.compile(r"[A-Za-z_]\w*(?:[./][A-Za-z_]\w*)*", re.ASCII)


class DataFolder(NamedTuple):
    """A folder that is a ruleset, or holds some. `origin` is the package that brings it, with its version."""

    origin: str
    folder: Path


def data_folders() -> list[DataFolder]:
    """The folders of all packages, by the names of these; of two packages with one name that which Python finds
    first."""
    found: dict[str, list[DataFolder]] = {}
    for dist in _distributions():
        name, folders = _data_folders(dist)
        found.setdefault(name, folders)
    return [each for name in sorted(found) for each in found[name]][:MOST]


def _distributions() -> Iterator[metadata.Distribution]:
    found = iter(metadata.distributions())
    while True:
        try:
            yield next(found)
        except StopIteration:
            return
        except Exception:  # broken in a way that its reader does not know
            return


def _data_folders(dist: metadata.Distribution) -> tuple[str, list[DataFolder]]:
    """The name of a package, in small letters, and its folders; nothing of one whose data are broken.

    The library raises nearly anything for those: what it takes for granted, a stranger's data need not have.
    """
    try:
        entries = dist.read_text("entry_points.txt") or ""
        if GROUP not in entries:
            return "", []
        about = dist.metadata
        name, version = (str(about[key]).strip() if key in about else "" for key in ("Name", "Version"))
        said = sorted((each.name, each.value.strip()) for each in dist.entry_points if each.group == GROUP)
        homes = [_folder_of(dist, value.replace(".", "/")) for _, value in said if _FOLDER.fullmatch(value)]
        origin = f"{name} {version}".strip()
    except Exception:
        return "", []
    return name.casefold(), [DataFolder(origin, home) for home in homes if name and home is not None]


def _folder_of(dist: metadata.Distribution, inside: str) -> Path | None:
    """A folder of a distribution, found by what was noted when it was installed; None where it has none, or where it
    leads out of the folder of packages."""
    files = dist.files or []
    if any(each.as_posix().startswith(f"{inside}/") for each in files):
        site = Path(str(dist.locate_file("")))
        found = site / inside
        return found if is_folder(found) and not leads_outside(found, site) else None
    for root in _edited_in(dist, files):
        found = root / inside
        if is_folder(found) and not leads_outside(found, root):
            return found
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
