"""The pictures of a game in a folder: one of every card, piece and board, a list, and what Tabletop Simulator reads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from yupana.schemas.icons import CREDIT

from ..shell.extras import need
from ..shell.files import write_text
from .fonts import EXTRA, Fonts
from .kit import make_pictures
from .paper import PrintSettings
from .pictures import Picture, rendered
from .subject import Subject
from .tabletop import name_of, saved_object, sheets

TABLE = "tabletop"
"""The folder for Tabletop Simulator."""


@dataclass(frozen=True, slots=True)
class Written:
    """How many pictures were written, and how many sheets of cards."""

    pictures: int
    decks: int


def write_pictures(
    subject: Subject, settings: PrintSettings, fonts: Fonts, below: Subject | None, folder: Path
) -> Written:
    """Write the pictures of a game into a folder, which is made where it is not there. Raises UsageError."""
    need("pypdfium2", EXTRA)
    kit, made = make_pictures(subject, settings, fonts, below)
    images = list(rendered(kit, fonts, made))
    for picture, image in images:
        _save(folder / picture.file, image)
        if picture.sort != "card" or not picture.count:
            _save(folder / TABLE / name_of(picture.file), image)
    decks: list[tuple[str, list[Picture], str]] = []
    for file, sheet, cards, back in sheets(images):
        _save(folder / TABLE / file, sheet)
        decks.append((file, cards, back))
    told: dict[str, Any] = {"title": kit.title, "language": kit.lang, **({"icons": CREDIT} if subject.icons else {})}
    told["pictures"] = [each.to_json() for each in made if each.count]
    write_text(folder / "kit.json", _json(told))
    name = f"{subject.game.name.replace('+', '_')}.json"
    write_text(folder / TABLE / name, _json(saved_object(kit.title, decks, made)))
    return Written(len(made), len(decks))


def _save(path: Path, image: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    out = BytesIO()
    image.save(out, "PNG", dpi=(300, 300))
    write_text(path, out.getvalue())


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
