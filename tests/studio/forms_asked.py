"""Projects of one game for forms: as a variant of it, and as a copy of one's own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.find import SHIPPED
from yupana.schemas.versions import CURRENT
from yupana.tests.studio.asked import Asked
from yupana.tools.format.files import format_targets

QUICK = ("stepping_stones", "tic_tac_toe")
GAMES = tuple(sorted(each.name for each in SHIPPED.iterdir() if (each / "game.yaml").is_file()))

HEADER = "ruleset:\n  name: mine\n  title: Mine\n  version: 0.1\n  language: {}\n  extends: {}\n"


class Project:
    """A project, asked what its page asks; `folder` holds its files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = Asked(folder)

    def ask(self, method: str, **params: Any) -> Any:
        """What is answered, in English."""
        return self.asked.ask(method, language="en", **params)

    def preview(self, *edits: dict[str, Any]) -> Any:
        """What edits do."""
        return self.ask("forms/preview", edits={str(at): each for at, each in enumerate(edits)})

    def write(self, found: Any) -> None:
        """Apply what a preview shows, as the page does."""
        for path, text in found["files"].items():
            self.asked.ask("files/write", path=path, text=text)

    def texts(self) -> dict[str, str]:
        """What its files say."""
        return {str(each): each.read_text(encoding="utf-8") for each in sorted(self.folder.rglob("*.yaml"))}

    def holds_what_it_promises(self, found: Any) -> None:
        """What was written is laid out well, and sound where that was said."""
        faults = [each.message for each in compile_ruleset(self.folder).diagnostics if each.severity == "error"]
        assert found["sound"] == (not faults), (found["does"], faults)
        unlike = [each.shown for each in format_targets([str(self.folder)]) if each.changes]
        assert not unlike, (found["does"], unlike)

    def there_and_back(self, edit: dict[str, Any], back: dict[str, Any]) -> Any:
        """Apply an edit and its inverse: the files say byte for byte what they said."""
        before = self.texts()
        found = self.preview(edit)
        assert found["files"], (edit, found["does"])
        self.write(found)
        self.holds_what_it_promises(found)
        again = self.preview(back)
        self.write(again)
        assert self.texts() == before, edit
        return found


def variant(folder: Path, game: str) -> Project:
    """A variant that says nothing yet."""
    folder.mkdir()
    (folder / "mine.yaml").write_text(HEADER.format(CURRENT, game), encoding="utf-8")
    return Project(folder)


def copy(folder: Path, game: str) -> Project:
    """A copy of a game that comes with Yupana."""
    shutil.copytree(SHIPPED / game, folder)
    return Project(folder)


def both(folder: Path, game: str) -> Iterator[Project]:
    """A variant and a copy."""
    yield variant(folder / "variant", game)
    yield copy(folder / game, game)


def set_to(field: dict[str, Any], value: str | None) -> dict[str, Any]:
    """The edit that gives a field a value."""
    return {"do": "set", "path": field["path"], **({"clear": True} if value is None else {"value": value})}


def other_value(field: dict[str, Any]) -> str | None:
    """Another legal value of a field; None where the test knows none."""
    value = field["value"]
    match field["sort"]:
        case "int" if value is not None and value.lstrip("-").isdigit():
            number = int(value) + 1
            return str(number if field["high"] is None or number <= field["high"] else number - 2)
        case "bool":
            return "false" if value == "true" else "true"
        case "choice":
            return next((each for each, _ in field["choices"] if each != value), None)
        case "text":
            return "A: {b} [c]."  # short: a line that becomes too long is broken for good
    return None
