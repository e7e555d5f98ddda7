"""The pictures of a game for Tabletop Simulator: sheets of cards, and a saved object with its decks, pieces and boards.

The formats are those of its public documentation (kb.tabletopsimulator.com, "Custom Decks", "Save File Format"): a
sheet holds up to ten cards by seven, the number of a card is a hundred times that of its sheet and its place there, and
the numbers of a deck are in the order of the cards in it. A saved object leaves empty what is said of a whole game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from ..shell.extras import needed
from .fonts import EXTRA
from .pictures import Picture

ACROSS, DOWN, LEAST = 10, 7, 2
MOST_CARDS = ACROSS * DOWN - 1
"""The last place of a sheet is left free: some versions show the back there."""
LARGEST = 4096
"""So many pixels a sheet is wide and high at most."""
UNIT = 25.4
"""A unit of a table is about an inch; a card of the usual size is 2.2 units wide."""
STRIDE = 0x9E3779
"""It is odd, so its multiples with different numbers are different GUIDs."""
STEP, ROW = 3.0, 10
"""How far things lie apart on the table, and how many in a row."""
CIRCLE, BOX = 2, 0
"""The forms of tiles."""
BLANK = (
    "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Table", "Sky", "Note", "LuaScript",
    "LuaScriptState", "XmlUI",
)  # fmt: skip
"""What a whole game says, and a saved object leaves empty."""
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
"""The colour with which pictures are multiplied: they keep their own."""


def sheets(made: Sequence[tuple[Picture, Any]]) -> Iterator[tuple[str, Any, list[Picture], str]]:
    """The sheets of cards of one kind, size and back: the file of each, its pixels, its cards, and their back."""
    reader = needed("PIL.Image", EXTRA)
    groups: dict[tuple[str, tuple[float, float], str], list[tuple[Picture, Any]]] = {}
    for picture, image in made:
        if picture.sort == "card" and picture.count:
            groups.setdefault((picture.kind, picture.size, picture.back), []).append((picture, image))
    number = 0
    for (kind, _, back), cards in groups.items():
        for first in range(0, len(cards), MOST_CARDS):
            number += 1
            here = cards[first : first + MOST_CARDS]
            wide, high = here[0][1].size
            across, down = grid_of(len(here))
            share = min(1.0, LARGEST / across / wide, LARGEST / down / high)
            size = int(wide * share), int(high * share)
            sheet = reader.new("RGB", (size[0] * across, size[1] * down), "white")
            for at, (_, image) in enumerate(here):
                sheet.paste(image.convert("RGB").resize(size), (at % across * size[0], at // across * size[1]))
            yield f"{number:02}_{kind.lower()}.png", sheet, [each for each, _ in here], back


def saved_object(
    title: str, decks: Sequence[tuple[str, list[Picture], str]], others: Sequence[Picture]
) -> dict[str, Any]:
    """What is saved: all decks, then all pieces and boards, in rows on the table. Pictures are named as they lie in the
    folder, without their folders."""
    objects: list[dict[str, Any]] = []
    numbers = count(1)
    for number, (file, cards, back) in enumerate(decks, 1):
        objects.append(_deck(number, file, cards, back, _place(len(objects)), numbers))
    for each in others:
        if each.count and each.sort != "card":
            objects.append(_thing(each, _place(len(objects)), numbers))
    blank = dict.fromkeys(BLANK, "")
    return {"SaveName": title, **blank, "Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "TabStates": {},
        "ObjectStates": objects}  # fmt: skip


def grid_of(many: int) -> tuple[int, int]:
    """How many cards beside and below one another a sheet with so many has: at least two each way, and a place is free
    at its end."""
    return max(LEAST, min(ACROSS, many + 1)), max(LEAST, -(-(many + 1) // ACROSS))


def name_of(file: str) -> str:
    """What a picture is called in the one folder in which Tabletop Simulator looks for pictures."""
    return file.replace("/", "-")


def _place(number: int) -> dict[str, float]:
    x, z = (number % ROW - ROW / 2) * STEP, number // ROW * STEP * 1.5
    return {"posX": x, "posY": 1.5, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}


def _object(
    number: int, name: str, title: str, place: dict[str, float], scale: tuple[float, float], **more: Any
) -> dict[str, Any]:
    """A thing with its place and title; `number` tells it apart from all others: no two have the same GUID."""
    turned = {**place, "scaleX": round(scale[0], 3), "scaleY": 1.0, "scaleZ": round(scale[1], 3)}
    plain = {"Description": "", "ColorDiffuse": WHITE, "Locked": False}
    plain |= dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), True)
    guid = f"{number * STRIDE % 0x1000000:06x}"
    return {"GUID": guid, "Name": name, "Transform": turned, "Nickname": title, **plain, **more}


def _deck(
    number: int, file: str, cards: Sequence[Picture], back: str, place: dict[str, float], guids: Iterator[int]
) -> dict[str, Any]:
    """A deck; of cards that are there more than once so many."""
    across, down = grid_of(len(cards))
    look = {"FaceURL": file, "BackURL": name_of(back), "NumWidth": across, "NumHeight": down}
    custom = {str(number): {**look, "BackIsHidden": True, "UniqueBack": False, "Type": 0}}
    scale = cards[0].size[0] / 63.0, cards[0].size[1] / 88.0
    face_down = {**place, "rotZ": 180.0}
    inside, numbers = list[dict[str, Any]](), list[int]()
    for at, card in enumerate(cards):
        for _ in range(card.count):
            numbers.append(number * 100 + at)
            inside.append(
                _object(
                    next(guids),
                    "Card",
                    card.title,
                    face_down,
                    scale,
                    CardID=numbers[-1],
                    CustomDeck=custom,
                    SidewaysCard=False,
                    Hands=True,
                    HideWhenFaceDown=True,
                )
            )
    if len(inside) == 1:
        return inside[0]
    return _object(
        next(guids), "DeckCustom", cards[0].kind, face_down, scale, DeckIDs=numbers, CustomDeck=custom,
        ContainedObjects=inside, SidewaysCard=False, HideWhenFaceDown=True,
    )  # fmt: skip


def _thing(each: Picture, place: dict[str, float], guids: Iterator[int]) -> dict[str, Any]:
    """A piece, or several upon each other; or a board."""
    image: dict[str, Any] = {"ImageURL": name_of(each.file), "ImageSecondaryURL": name_of(each.back), "WidthScale": 0.0}
    wide, high = each.size[0] / UNIT, each.size[1] / UNIT
    if each.sort == "board":
        return _object(
            next(guids),
            "Custom_Board",
            each.title,
            place,
            (high / 10, high / 10),
            CustomImage={**image, "ImageScalar": 1.0},
        )
    form = CIRCLE if each.form in ("disc", "figure") else BOX
    tile = {"Type": form, "Thickness": 0.1, "Stackable": each.count > 1, "Stretch": True}
    custom = {**image, "ImageScalar": 1.0, "CustomTile": tile}
    if each.count == 1:
        return _object(next(guids), "Custom_Tile", each.title, place, (wide / 2, high / 2), CustomImage=custom)
    return _object(
        next(guids), "Custom_Tile_Stack", each.title, place, (wide / 2, high / 2), CustomImage=custom, Number=each.count
    )
