"""The chunk files (`*.txt`): expressions with their values, and faulty rulesets with the diagnostic on its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.tests.found import BackEnd
from yupana.tests.language.chunks import Chunk, read

CHUNKS = [chunk for path in sorted(Path(__file__).parent.glob("*.txt")) for chunk in read(path)]


def _origin(chunk: Chunk, line: int) -> int:
    return chunk.origin[line - 1] if 0 < line <= len(chunk.origin) else 0


@pytest.mark.parametrize("chunk", CHUNKS, ids=[chunk.name for chunk in CHUNKS])
def test_chunk(chunk: Chunk, back_end: BackEnd, tmp_path: Path) -> None:
    from yupana.interpreter.compile import compile_ruleset

    path = tmp_path / "chunk.yaml"
    path.write_text(chunk.text, encoding="utf-8")
    compiled = compile_ruleset(str(path))

    wanted = {(mark.line, mark.code) for mark in chunk.expected}
    errors = [each for each in compiled.diagnostics if each.severity == "error"]
    found = {(_origin(chunk, each.span.line), each.code): each.message for each in errors}
    for each in compiled.diagnostics:
        found.setdefault((_origin(chunk, each.span.line), each.code), each.message)
    unexpected = [
        f"{chunk.file.name}:{line}: {code} {found[line, code]}"
        for line, code in sorted({(_origin(chunk, each.span.line), each.code) for each in errors} - wanted)
    ]
    missing = [f"{chunk.file.name}:{line}: no {code}" for line, code in sorted(wanted - set(found))]
    assert not unexpected + missing, "\n".join(missing + unexpected)
    for mark in chunk.expected:
        message = found[mark.line, mark.code]
        assert re.search(mark.pattern, message), f"{chunk.file.name}:{mark.line}: {message!r}"
    if errors:
        return

    _examples(chunk, back_end, compiled)
    if chunk.options is not None:
        state = back_end.game(compiled).start()
        for decision in chunk.decisions:
            player, _, option = decision.partition(": ")
            assert state.decision is not None
            assert state.decision.player == player
            state.apply(option)
        assert state.decision is not None
        assert [option.text for option in state.decision.options] == chunk.options


def _examples(chunk: Chunk, back_end: BackEnd, compiled: object) -> None:
    results = {each.name: each for each in back_end.examples(compiled, None)}  # type: ignore[arg-type]
    patterns = {each.name: each.fault for each in chunk.examples or [] if each.fault}
    for name, result in results.items():
        if name in patterns:
            assert not result.ok, f"{chunk.file.name}: {name} has no fault"
            assert re.search(patterns[name], result.message), f"{chunk.file.name}: {name}: {result.message}"
        else:
            assert result.ok, f"{chunk.file.name}:{_origin(chunk, result.span.line)}: {name}: {result.message}"
    if chunk.examples is not None:
        assert set(results) == {each.name for each in chunk.examples}


def test_the_reader_refuses_a_chunk_that_proves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    for text in ("state: {}\n---\nred.score = 1\n", "state: {}\n---\n? 1 + 1\n", "state: {}\n---\n# only words\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"chunk|answer"):
            read(path)
