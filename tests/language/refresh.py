"""Write what the language tests tell anew: `python -m yupana.tests.language.refresh [FILE …]`, then read the diff.

Below each line of a chunk it puts the diagnostics that the line causes, and behind `### fault` the rule fault that an
effect or a question runs into. Values and options are left alone: they are what the language promises.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.tests.language.chunks import TOLD, Chunk, fault, read, written

FOLDER = Path(__file__).parent


def compiled_chunk(chunk: Chunk, folder: Path) -> Compiled:
    """The chunk's ruleset, compiled from a file in the folder."""
    path = folder / "chunk.yaml"
    path.write_text(chunk.text, encoding="utf-8")
    return compile_ruleset(str(path))


def refresh(path: Path) -> bool:
    """Write one file anew; says whether anything changed. Raises ValueError for a diagnostic of the file's base."""
    before = path.read_text(encoding="utf-8")
    lines = before.split("\n")
    below: dict[int, list[str]] = {}
    for chunk in read(path):
        with tempfile.TemporaryDirectory() as folder:
            compiled = compiled_chunk(chunk, Path(folder))
        told = written(chunk, compiled.diagnostics)
        if 0 in told:
            raise ValueError(f"{chunk.name}: {told[0][0]}")
        below |= told
        faults = {each.name: each for each in chunk.examples or [] if each.fault}
        for result in run_examples(compiled, None) if faults and compiled.program is not None else []:
            if result.name in faults:
                at = faults[result.name].line - 1
                lines[at] = f"{lines[at].partition('### fault')[0]}### {fault(chunk, at + 1, result.message)}"
    out: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.startswith(TOLD):
            out.append(line)
        out += below.get(number, [])
    after = "\n".join(out)
    path.write_text(after, encoding="utf-8")
    return after != before


def main() -> int:
    """Refresh the files that are named, or all of the folder."""
    for path in [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.txt")):
        if refresh(path):
            sys.stdout.write(f"{path.name}: written anew\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
