"""The chunk files (`*.txt`): expressions with their values, and faulty rulesets with the diagnostic on its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import Compiled
from yupana.tests.found import BACK_ENDS, BackEnd
from yupana.tests.language.chunks import Chunk, fault, read, written
from yupana.tests.language.refresh import compiled_chunk, refresh

CHUNKS = [chunk for path in sorted(Path(__file__).parent.glob("*.txt")) for chunk in read(path)]


@pytest.mark.parametrize("chunk", CHUNKS, ids=[chunk.name for chunk in CHUNKS])
def test_chunk(chunk: Chunk, tmp_path: Path) -> None:
    compiled = compiled_chunk(chunk, tmp_path)
    assert written(chunk, compiled.diagnostics) == (chunk.told or {}), chunk.name
    if compiled.program is not None:
        for name in sorted(BACK_ENDS):
            hold(chunk, BACK_ENDS[name], compiled)


def hold(chunk: Chunk, back_end: BackEnd, compiled: Compiled) -> None:
    """The examples and options of a chunk come out as it says."""
    _examples_hold(chunk, back_end, compiled)
    if chunk.options is not None:
        state = back_end.game(compiled).start()
        for decision in chunk.decisions:
            player, _, option = decision.partition(": ")
            assert state.decision is not None
            assert state.decision.player == player
            state.apply(option)
        assert state.decision is not None
        assert [option.text for option in state.decision.options] == chunk.options


def _examples_hold(chunk: Chunk, back_end: BackEnd, compiled: Compiled) -> None:
    """The examples of a chunk come out as it says."""
    results = {each.name: each for each in back_end.examples(compiled, None)}
    faults = {each.name: each for each in chunk.examples or [] if each.fault}
    for name, result in results.items():
        if name in faults:
            assert not result.ok, f"{chunk.file.name}: {name} has no fault"
            wanted = faults[name]
            assert fault(chunk, wanted.line, result.message) == wanted.fault, f"{chunk.file.name}: {name}"
        else:
            assert result.ok, f"{chunk.file.name}: {name}: {result.message}"
    if chunk.examples is not None:
        assert set(results) == {each.name for each in chunk.examples}


def test_what_stands_is_what_refresh_writes(tmp_path: Path) -> None:
    """A chunk whose file tells another column, code, word, hint or related place fails."""
    text = (
        "ruleset: {name: x, title: X, language: 2}\nplayers: {min: 2, max: 2, names: [red, blue]}\n"
        "actions:\n  wait: {effects: pass}\nflow: [{turns: turn, times: 1}]\n"
        "---\n? levle > 2\n###\n---\nme.scroe = 2\n###\n"
    )
    path = tmp_path / "some.txt"
    path.write_text(text, encoding="utf-8")
    assert [written(chunk, compiled_chunk(chunk, tmp_path).diagnostics) == chunk.told for chunk in read(path)] == [
        False,
        False,
    ]
    refresh(path)
    whole = path.read_text(encoding="utf-8")
    assert "? levle > 2\n### 3-7 YUP401: unknown name `levle`\n" in whole
    for chunk in read(path):
        assert written(chunk, compiled_chunk(chunk, tmp_path).diagnostics) == chunk.told


def test_the_reader_refuses_a_chunk_that_proves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    for text in ("state: {}\n---\nred.score = 1\n", "state: {}\n---\n? 1 + 1\n", "state: {}\n---\n# only words\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"chunk|answer"):
            read(path)
