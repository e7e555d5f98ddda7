"""The server goes on and on: its memory stays flat, and no edit, however broken, ends it."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
import pytest
from lsprotocol import types
from yupana.tests.editor.client import Editor, File

pytestmark = [pytest.mark.asyncio, pytest.mark.slow, pytest.mark.alone]

EDITS = int(os.environ.get("YUPANA_EDITS", "10000"))
MINUTES = float(os.environ.get("YUPANA_MINUTES", "10"))
SCRAPS = (
    "x", " ", "\n", "\n    ", ":", '"', "'", "{", "}", "[", "]", "(", ")", "- ", "#", "|", ">", "&a", "*a", "!!x", "\t",
    "if ", "else:", "for x in ", "end ", "do ", "let y = ", " == none", "0..", "é", "𝄞", "\u2028", "\x00", "%", "---\n",
    "effects: |\n", "change:\n", "source: [", "extends: chess", "<<: *b",
)  # fmt: skip


def resident(editor: Editor) -> int:
    """The memory of the server (KiB)."""
    server = editor.client._server
    assert server is not None
    status = Path(f"/proc/{server.pid}/status")
    if not status.is_file():
        pytest.skip("the memory of a process is read from /proc")
    return int(next(line for line in status.read_text().splitlines() if line.startswith("VmRSS")).split()[1])


def somewhere(file: File, dice: random.Random) -> types.Position:
    rows = file.text.split("\n")
    line = dice.randrange(len(rows))
    return types.Position(line, dice.randint(0, len(rows[line])))


ASKED = (
    types.TEXT_DOCUMENT_COMPLETION, types.TEXT_DOCUMENT_HOVER, types.TEXT_DOCUMENT_DEFINITION,
    types.TEXT_DOCUMENT_REFERENCES, types.TEXT_DOCUMENT_SIGNATURE_HELP, types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.TEXT_DOCUMENT_CODE_LENS, types.TEXT_DOCUMENT_FOLDING_RANGE,
    types.TEXT_DOCUMENT_FORMATTING, types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, types.TEXT_DOCUMENT_PREPARE_RENAME,
)  # fmt: skip
"""What is asked while the fuzzer types."""

REFUSED = -32803
"""The code of an answer that says in a sentence why there is none."""


def asked(file: File, method: str, where: types.Position) -> Any:
    """The parameters of a request."""
    kind = types.METHOD_TO_TYPES[method][2]
    given: dict[str, Any] = {
        "text_document": file.identifier, "position": where, "context": types.ReferenceContext(True),
        "options": types.FormattingOptions(2, True),
    }  # fmt: skip
    names = {each.name for each in attrs.fields(kind) if each.default is attrs.NOTHING}
    return kind(**{name: value for name, value in given.items() if name in names})


def faults(file: File) -> list[types.Diagnostic]:
    """What was told last that is wrong."""
    return [each for each in file.last() if each.severity == types.DiagnosticSeverity.Error]


async def answers(file: File, methods: Iterable[str], dice: random.Random) -> list[Any]:
    """What the server answers to some questions about places somewhere in a file."""
    waiting = [
        file.editor.client.protocol.send_request_async(method, asked(file, method, somewhere(file, dice)))
        for method in methods
    ]
    return await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 60)


@pytest.mark.parametrize("name", ["cuzco_kk/actions.yaml", "pizarro/battle_melee.yaml"])
async def test_memory_stays_flat(editor: Editor, name: str) -> None:
    """Faulty edits and sound ones, with what editors ask meanwhile."""
    editor.copy(name.partition("/")[0])
    file = editor.open(name)
    await file.diagnostics()
    dice, early = random.Random(1), 0
    await answers(file, 50 * [types.TEXT_DOCUMENT_REFERENCES], dice)  # overlays are known from then on
    for number in range(EDITS):
        where = somewhere(file, dice)
        scrap = dice.choice(SCRAPS[:24])
        file.type(where, scrap)
        if number % 5 == 0:
            await file.diagnostics()
        if number % 25 == 0:
            await answers(file, dice.sample(ASKED, 3), dice)
        lines = scrap.split("\n")
        end = types.Position(where.line + len(lines) - 1, len(lines[-1]) + (where.character if len(lines) == 1 else 0))
        file.type(types.Range(where, end), "")
        if number % 10 == 0:
            await file.diagnostics()
            editor.published.clear()
        if number == EDITS // 4:
            early = resident(editor)
    await file.diagnostics()
    late = resident(editor)
    print(f"{name}: after a quarter of {EDITS} edits {early // 1024} MiB, at the end {late // 1024} MiB")
    assert late < early * 1.1


@pytest.mark.parametrize("name", ["tic_tac_toe", "cargo_empire"])
async def test_no_edit_ends_the_server(editor: Editor, name: str) -> None:
    editor.copy(name)
    paths = sorted((editor.folder / name).rglob("*.yaml"))
    files = [editor.open(path.relative_to(editor.folder).as_posix()) for path in paths[:6]]
    whole = {each.uri: each.text for each in files}
    dice, until, clip, undo = random.Random(os.urandom(8)), time.monotonic() + MINUTES * 30, "", dict[str, list[str]]()
    while time.monotonic() < until:
        file = dice.choice(files)
        undo.setdefault(file.uri, []).append(file.text)
        how = dice.random()
        if how < 0.5:
            for key in dice.choice(SCRAPS):
                file.type(somewhere(file, dice), key)
        elif how < 0.7:
            begin, end = sorted((somewhere(file, dice), somewhere(file, dice)), key=lambda at: (at.line, at.character))
            if end.line - begin.line > 12:
                end = types.Position(begin.line + 3, 0)
            clip = file.text.split("\n")[begin.line]
            file.type(types.Range(begin, end), "")
        elif how < 0.85:
            file.type(somewhere(file, dice), clip)
        elif undo[file.uri] and how < 0.97:
            file.restore(undo[file.uri].pop())
        else:
            file.restore(whole[file.uri])
        del undo[file.uri][:-20]
        if len(file.text) > 3 * len(whole[file.uri]) + 2000:
            file.restore(whole[file.uri])
        answered = await answers(file, dice.sample(ASKED, 3), dice)
        wrong = [each for each in answered if isinstance(each, Exception) and getattr(each, "code", 0) != REFUSED]
        assert wrong == []
        assert editor.complaints == []
    for file in files:
        file.restore(whole[file.uri])
        await file.diagnostics()
        until = time.monotonic() + 20
        while faults(file) and time.monotonic() < until:  # what is told early may still say what was
            await asyncio.sleep(0.2)
        assert faults(file) == []
