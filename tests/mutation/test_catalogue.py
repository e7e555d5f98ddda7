"""Every kind of break is made, told in the author's words, noticed by the example that is about it, and missed
without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import Mutant, Trials, mutants_of
from yupana.tests.mutation.chunks import Chunk, read, without

FILES = sorted(Path(__file__).parent.glob("catalogue*.yaml"))
CHUNKS = [(path, chunk) for path in FILES for chunk in read(path)]


def broken(folder: Path, text: str) -> tuple[Trials, dict[str, Mutant]]:
    """The trials of a ruleset and its breaks by name."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    compiled = compile_ruleset(folder)
    assert not [each for each in compiled.diagnostics if each.severity == "error"], compiled.diagnostics
    return Trials(compiled), {each.name: each for each in mutants_of(compiled)}


@pytest.mark.parametrize(("path", "chunk"), CHUNKS, ids=[f"{path.stem}:{chunk.line}" for path, chunk in CHUNKS])
def test_the_marked_breaks_are_noticed_by_their_examples_alone(path: Path, chunk: Chunk, tmp_path: Path) -> None:
    trials, found = broken(tmp_path / "small", chunk.text)
    assert chunk.expected
    absent = [each.name for each in chunk.expected if each.name not in found]
    assert not absent, "\n".join(["not made:", *absent, "but:", *found])
    for examples in dict.fromkeys([each.by for each in chunk.expected]):
        names = [each.name for each in chunk.expected if each.by == examples]
        verdicts = {name: trials.verdict(found[name]) for name in names}
        if examples == {"refused"}:
            assert {each.outcome for each in verdicts.values()} == {"refused"}, verdicts
            continue
        assert {each.outcome for each in verdicts.values()} <= {"noticed", "endless"}, verdicts
        assert {each.by for each in verdicts.values()} <= examples, verdicts
        less, others = broken(tmp_path / f"without_{'_'.join(sorted(examples))}", without(chunk.text, examples))
        unnoticed = {name: less.verdict(others[name]) for name in names}
        assert {each.outcome for each in unnoticed.values()} <= {"missed", "same"}, unnoticed
