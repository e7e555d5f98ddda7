"""The paths that files of a package may have: the same file on every system, inside the folder, and of a known kind."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from yupana.schemas.find import SUFFIXES, VARIANTS
from yupana.schemas.host import is_device_name
from yupana.schemas.manifest import FILE
from yupana.schemas.pictures import FORMATS
from yupana.schemas.table_names import TABLES

from ..authoring.copying import LOCK

DEEPEST = 6
"""So many folders inside each other a package has at most."""
LONGEST = 200
"""So many characters the path of a file has at most."""
_NAME = 200
"""So many bytes of UTF-8 a name has at most: systems have limits of their own."""
PAPERS = ("README.md", "LICENSE", "LICENSE.md", "LICENSE.txt")
"""Files for people that come along."""
WEIGHTS = "weights.json"

_ODD = frozenset('<>:"|?*\\')


def fault_of_path(path: str) -> str:
    """Why a path cannot be that of a file in a package; "" for one that can."""
    if not path or len(path) > LONGEST or any(len(part.encode("utf-8", "replace")) > _NAME for part in path.split("/")):
        return "is too long" if path else "is empty"
    if not path.isprintable() or _ODD & set(path):
        return "has a character that no system, or not every one, takes in a name"
    if unicodedata.normalize("NFC", path) != path:
        return "is written in another form of Unicode than NFC"
    parts = path.split("/")
    if path.startswith("/") or ".." in parts:
        return "leads out of the package"
    if len(parts) > DEEPEST:
        return "lies too deep"
    for part in parts:
        if not part or part.startswith(".") or part.endswith((".", " ")) or part.startswith(" "):
            return "has a part that is hidden, empty, or ends with a dot or blank"
        if is_device_name(part):
            return "has the name of a device"
    return ""


def fault_of_kind(path: str) -> str:
    """Why a file does not belong into a package, by what it is called; "" for one that does."""
    name = path.rpartition("/")[2]
    suffix = f".{name.rpartition('.')[2]}"
    rules = suffix in SUFFIXES or suffix in TABLES or is_picture(path)
    kept = name.endswith((LOCK, WEIGHTS)) or path in PAPERS
    return "" if rules or kept or path == FILE else "is of a kind that no ruleset has"


def is_picture(path: str) -> bool:
    """Whether a file is called a picture."""
    return path.rpartition(".")[2].casefold() in FORMATS


def clash(paths: Iterable[str]) -> str:
    """A path that some system takes for another one of these, or for a folder of one; "" if there is none."""
    files: set[str] = set()
    folders: set[str] = set()
    for path in paths:
        plain = unicodedata.normalize("NFKC", path).casefold()
        parts = plain.split("/")
        above = {"/".join(parts[:length]) for length in range(1, len(parts))}
        if plain in files or plain in folders or above & files:
            return path
        files.add(plain)
        folders |= above
    return ""


def fault_of_name(name: str) -> str:
    """Why a name cannot be that of a package; "" for one that can."""
    if is_device_name(name) or name in (VARIANTS, "texts", "pictures"):
        return "cannot be the name of a package, since it means something else where files lie"
    return ""
