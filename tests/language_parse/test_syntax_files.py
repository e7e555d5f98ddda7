"""Every form that is accepted, every fault with its place and words: as the text files of this folder say."""

from __future__ import annotations

import pytest
from yupana.interpreter.language.messages import MESSAGE_CODES
from yupana.tests.language_parse.chunk_files import FILES, Chunk, outcome, read

CHUNKS = [chunk for file in FILES for chunk in read(file)]


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: chunk.name)
def test_chunk(chunk: Chunk) -> None:
    assert outcome(chunk) == chunk.outcome


@pytest.mark.parametrize("file", FILES)
def test_a_file_holds_one_sort(file: str) -> None:
    refused = file == "refused.txt"
    for chunk in read(file):
        assert ("YUP3" in chunk.outcome) == refused, chunk.name


def test_every_code_is_shown() -> None:
    shown = "".join(chunk.outcome for chunk in read("refused.txt"))
    by_size = {"YUP318"}  # faults of size are tested in test_parse.py
    assert {code for code in MESSAGE_CODES if code.startswith("YUP3") and code not in shown} == by_size
