"""What a work is given: JSON of the page, read value by value, and whom to tell how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from yupana.schemas.errors import UsageError


class StoppedError(KeyboardInterrupt):
    """Whoever asked for the work wants it no more: what tools of the shell take for Ctrl-C, so that those that can tell
    what is there by then."""


class Progress(Protocol):
    """Told how far a work is; may raise StoppedError."""

    def __call__(self, done: int, total: int, said: str = "", so_far: Any = None) -> None:
        """So much is done, and what is being done; what was found so far, if that is worth showing."""


MOST_FILES, MOST_TEXT = 2_000, 8 * 1024 * 1024


class Params:
    """A mapping. Every way to take a value out of it raises UsageError where it is of another type."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        found = self._values.get(name, default)
        if not isinstance(found, str) or len(found) > 10_000:
            raise UsageError(f"`{name}` is a text.")
        return found

    def number(self, name: str, default: int, least: int = 0, most: int = 2**31 - 1) -> int:
        """A whole number between two others."""
        found = self._values.get(name)
        found = default if found is None else found
        if type(found) is not int or not least <= found <= most:
            raise UsageError(f"`{name}` is a whole number from {least:,} to {most:,}.")
        return found

    def number_or_none(self, name: str, least: int = 0, most: int = 2**31 - 1) -> int | None:
        """The same, or nothing."""
        return None if self._values.get(name) is None else self.number(name, least, least, most)

    def truth(self, name: str, default: bool = False) -> bool:
        """Yes or no."""
        found = self._values.get(name, default)
        if not isinstance(found, bool):
            raise UsageError(f"`{name}` is true or false.")
        return found

    def texts(self, name: str) -> list[str]:
        """A list of texts; empty where it is missing."""
        found = self._values.get(name, [])
        if not isinstance(found, list) or len(found) > 200 or not all(isinstance(each, str) for each in found):
            raise UsageError(f"`{name}` is a list of texts.")
        return found

    def choices(self, name: str) -> dict[str, str]:
        """Texts by name; empty where it is missing."""
        found = self._values.get(name, {})
        if not isinstance(found, dict) or not all(isinstance(each, str) for pair in found.items() for each in pair):
            raise UsageError(f"`{name}` is a mapping of texts.")
        return found

    def files(self, name: str) -> dict[str, str]:
        """The texts of files by their paths, none of which leads out of a folder."""
        found = self._values.get(name, {})
        if (
            not isinstance(found, dict)
            or len(found) > MOST_FILES
            or not all(isinstance(each, str) for pair in found.items() for each in pair)
            or sum(map(len, found.values())) > MOST_TEXT
        ):
            raise UsageError(f"`{name}` is a mapping of texts by paths.")
        for path in found:
            if not path or "\\" in path or "\0" in path or ":" in path or {"..", "", "."} & set(path.split("/")):
                raise UsageError(f"`{path[:80]}` is no path inside of the project.")
        return found


def target_in(folder: Path, name: str) -> str:
    """How a ruleset is called that the page calls so: what lies in the folder by its path there, and else what ships
    with Yupana. Raises UsageError for what lies elsewhere."""
    found = []
    for word in name.split("+"):
        parts = word.replace("\\", "/").split("/")
        if not word or ".." in parts or Path(word).is_absolute() or "\0" in word:
            raise UsageError(f"`{word[:80]}` does not lie in the project.")
        inside = folder / word
        found.append(str(inside) if inside.exists() else word)
    return "+".join(found)


def told_in(folder: Path, found: Any) -> Any:
    """JSON in which paths of the folder are told as the page knows them."""
    if isinstance(found, str):
        for each in dict.fromkeys((str(folder), str(folder.resolve()))):
            found = found.replace(f"{each}/", "").replace(f"{each}\\", "").replace(each, ".")
        return found
    if isinstance(found, Mapping):
        return {told_in(folder, key): told_in(folder, each) for key, each in found.items()}
    if isinstance(found, list | tuple):
        return [told_in(folder, each) for each in found]
    return found
