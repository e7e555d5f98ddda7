"""A small game with a picture, texts and a table, an overlay of it, and a user's folder of its own for each test."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.schemas.small_pictures import PNG
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana

__all__ = ["store", "work", "yupana"]

GAME = """\
ruleset: {name: inn, title: The Inn, version: VERSION, language: 4, group: Ours}
players: {min: 2, max: 2, names: [red, blue], fields: {coins: {type: int 0..9, start: 6}}}
constants: {rounds: 4, wage: 1}
kinds:
  Card: {attributes: {price: int}, start: shop, entries: {from: cards.csv}}
zones:
  shop: {of: Card}
  built: {of: Card, each: Player}
actions:
  buy: {text: Buy a card, parameters: {card: {in: shop}}, cost: {coins: card.price}, effects: move card to me.built}
  earn: {text: Take a coin, when: me.coins < 9, effects: me.coins += wage}
flow: [{rounds: round, times: rounds, steps: [{turns: turn}]}]
scoring: {items: {cards: count(c for c in me.built)}}
look: {pictures: {mill: pictures/mill.png}}
"""
PICTURE = PNG
WIND = """\
ruleset: {name: wind, title: Wind, version: VERSION, language: 4, extends: inn}
actions: {blow: {text: The wind blows, effects: me.coins = 0}}
"""


@pytest.fixture
def store(yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this user's packages go: nothing is there yet."""
    monkeypatch.setenv("YUPANA_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "rulesets"


@pytest.fixture
def work(store: Path, tmp_path: Path) -> Path:
    """The folder in which commands run, with an author's rulesets in a folder beside it."""
    ruleset(tmp_path / "desk" / "inn")
    overlay(tmp_path / "desk" / "wind.yaml")
    return tmp_path


def ruleset(folder: Path, version: str = "1.0", **changes: str) -> None:
    text = GAME.replace("VERSION", version)
    for old, new in changes.items():
        text = text.replace(f"name: {old},", f"name: {new},")
    files = {
        "game.yaml": text.encode(),
        "cards.csv": b"card,price\nmill,3\noven,2\n",
        "texts/de.yaml": b"title: Das Gasthaus\ntexts: {actions.buy: Kaufen, actions.earn: Verdienen}\n",
        "pictures/mill.png": PICTURE,
        "README.md": b"# The Inn\n",
        "notes.txt": b"not for others",
        "pictures/draft.png": b"not named",
        "variants/short.yaml": b"ruleset: {name: short, title: Short, version: 1.0, language: 4, extends: inn}\n"
        b"change: {constants: {rounds: 2}}\n",
        "variants/large/game.yaml": b"ruleset: {name: large, title: Large, language: 4, extends: inn}\n"
        b"kinds: {Card: {entries: {from: more.csv}}}\n",
        "variants/large/more.csv": b"card,price\nbarn,4\n",
    }
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def overlay(path: Path, version: str = "1.0", text: str = WIND) -> None:
    path.write_text(text.replace("VERSION", version), encoding="utf-8")
