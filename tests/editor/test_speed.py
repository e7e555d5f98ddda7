"""How soon an author sees something: measured through the protocol, as a person types."""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from pathlib import Path

import pytest
from lsprotocol import types
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.editor.client import Editor, File

pytestmark = [pytest.mark.asyncio, pytest.mark.slow, pytest.mark.alone]

EDITS = int(os.environ.get("YUPANA_EDITS", "100"))
PAUSE = 0.12
"""Between two keys of somebody who types quickly (seconds)."""

WORDS = ("turn", "1", " if", "x.", "none", "# so", " and", ": 3", "size(")


async def typed(file: File, dice: random.Random) -> float:
    """Type a word at the end of a line, key by key, and take it back. Seconds from its last key to the diagnostics."""
    rows = file.text.split("\n")
    line = dice.choice([number for number, row in enumerate(rows) if row.strip()])
    word, column = dice.choice(WORDS), len(rows[line])
    for offset, key in enumerate(word):
        file.type(types.Position(line, column + offset), key)
        began = time.perf_counter()
        if offset < len(word) - 1:
            await asyncio.sleep(PAUSE)
    await file.diagnostics()
    seconds = time.perf_counter() - began
    await asyncio.sleep(PAUSE)
    file.type(types.Range(types.Position(line, column), types.Position(line, column + len(word))), "")
    await file.diagnostics()
    await asyncio.sleep(PAUSE)
    return seconds


def whole(folder: Path) -> float:
    """Seconds of a check of everything, warm."""
    compile_ruleset(folder)
    began = time.perf_counter()
    compile_ruleset(folder)
    return time.perf_counter() - began


@pytest.mark.parametrize("name", ["examples_battle.yaml", "markers.yaml", "battle_melee.yaml"])
async def test_diagnostics_are_there_at_once(editor: Editor, name: str) -> None:
    editor.copy("pizarro")
    file = editor.open(f"pizarro/{name}")
    await file.diagnostics()
    dice = random.Random(1)
    taken = [await typed(file, dice) for _ in range(EDITS)]
    median, check = statistics.median(taken), whole(editor.folder / "pizarro")
    most = sorted(taken)[EDITS * 9 // 10]
    told = f"median {median * 1000:.0f} ms, 90 % {most * 1000:.0f} ms, a full check {check * 1000:.0f} ms"
    print(f"{name}: {told}, ratio {median / check:.2f}")
    assert median < 0.15, told
