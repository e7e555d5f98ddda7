"""The chunk files hold on the native engine too, which runs their questions as well as their effects."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.backends.wasm.module_maker import Maker
from yupana.tests.engines.trying import ENGINES
from yupana.tests.language.chunks import Chunk
from yupana.tests.language.refresh import compiled_chunk
from yupana.tests.language.test_chunks import CHUNKS, hold

SOUND = [each for each in CHUNKS if each.told is None]
QUICK = ("beginnings.txt", "directions.txt")
"""A sample: where functions are begun from outside, and what is looked at of several members at once."""

pytestmark = pytest.mark.skipif("native" not in ENGINES, reason="wasmtime is not installed")


def everything(maker: Maker) -> list[int]:
    """All functions that do not wait, so that whatever is asked is asked of the module; it asks only what a game asks
    from outside, and leaves the rest to the Python machine."""
    return [number for number, each in enumerate(maker.program.functions) if not (each.waits or each.generator)]


@pytest.mark.parametrize(
    "chunk",
    [pytest.param(each, marks=[pytest.mark.slow] * (each.file.name not in QUICK), id=each.name) for each in SOUND],
)
def test_chunk_on_the_native_engine(chunk: Chunk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Maker, "callable", everything)
    compiled = compiled_chunk(chunk, tmp_path)
    if compiled.program is not None:
        hold(chunk, ENGINES["native"], compiled)
