"""How soon an author sees something: measured through the protocol, as a person types."""

from __future__ import annotations

import asyncio
import os
import random
import re
import statistics
import time
from pathlib import Path

import pytest
from lsprotocol import types
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.editor.client import Editor, File, units

pytestmark = [pytest.mark.asyncio, pytest.mark.slow, pytest.mark.alone]

EDITS = int(os.environ.get("YUPANA_EDITS", "100"))
PAUSE = 0.12
"""Between two keys of somebody who types quickly (seconds)."""

NAMES = ("rulebook_combat.yaml", "examples_battle.yaml", "markers.yaml", "battle_melee.yaml")
"""The largest files of the largest ruleset, by what is in them: texts, examples, components, rules."""

WORDS = ("turn", "1", " if", "x.", "none", "# so", " and", ": 3", "size(")


def somewhere(file: File, dice: random.Random) -> tuple[types.Position, str]:
    """A place, and what to type there: a word that stood there and is deleted, or another one at the end of a line."""
    rows = file.text.split("\n")
    line = dice.choice([number for number, row in enumerate(rows) if row.strip()])
    words = list(re.finditer(r"[a-z_]+", rows[line]))
    if not words or dice.random() < 0.3:
        return types.Position(line, units(rows[line])), dice.choice(WORDS)
    word = dice.choice(words)
    begin, end = (types.Position(line, units(rows[line][:at])) for at in word.span())
    file.type(types.Range(begin, end), "")
    return begin, word[0]


async def typed(file: File, dice: random.Random, *, ask: bool = False) -> float:
    """Type a word key by key, and restore the file. Seconds from the last key to the diagnostics; with `ask` from a
    key to what could be typed there, at the median of the word's keys."""
    text = file.text
    where, word = somewhere(file, dice)
    answered = list[float]()
    for offset, key in enumerate(word):
        await asyncio.sleep(PAUSE)
        file.type(types.Position(where.line, where.character + offset), key)
        began = time.perf_counter()
        if ask:
            at = types.Position(where.line, where.character + offset + 1)
            await file.editor.client.text_document_completion_async(types.CompletionParams(file.identifier, at))
            answered.append(time.perf_counter() - began)
    await file.diagnostics()
    seconds = statistics.median(answered) if ask else time.perf_counter() - began
    await asyncio.sleep(PAUSE)
    if file.text != text:
        file.restore(text)
        await file.diagnostics()
        await asyncio.sleep(PAUSE)
    return seconds


def whole(folder: Path) -> float:
    """Seconds of a check of everything, warm."""
    compile_ruleset(folder)
    began = time.perf_counter()
    compile_ruleset(folder)
    return time.perf_counter() - began


async def measured(editor: Editor, name: str, *, ask: bool = False) -> float:
    """The median of many edits of a file (seconds); told with its ratio to a full check."""
    editor.copy("pizarro")
    file = editor.open(f"pizarro/{name}")
    await file.diagnostics()
    dice = random.Random(1)
    taken = [await typed(file, dice, ask=ask) for _ in range(EDITS)]
    median, check = statistics.median(taken), whole(editor.folder / "pizarro")
    most = sorted(taken)[EDITS * 9 // 10]
    told = f"median {median * 1000:.0f} ms, 90 % {most * 1000:.0f} ms, a full check {check * 1000:.0f} ms"
    print(f"{name}: {told}, ratio {median / check:.2f}")
    return median


@pytest.mark.parametrize("name", NAMES)
async def test_diagnostics_are_there_at_once(editor: Editor, name: str) -> None:
    assert await measured(editor, name) < 0.15


@pytest.mark.parametrize("name", NAMES)
async def test_completion_is_there_at_once(editor: Editor, name: str) -> None:
    assert await measured(editor, name, ask=True) < 0.05
