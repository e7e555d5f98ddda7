"""Writes into the guide what its commands print now: `python -m yupana.tests.docs.refresh`, then read the diff.

A command whose lines still match (with its `…`) is left as it is, and so is one that has a `…` and no longer matches:
that one is for a person to fix.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from yupana.tests.docs.pages import GUIDE, chapters, commands, matches
from yupana.tests.docs.walk import Reader


def main() -> int:
    """Refresh the guide; exit 1 when something is left that does not match."""
    lines = GUIDE.read_text(encoding="utf-8").split("\n")
    edits: list[tuple[int, int, list[str]]] = []
    left: list[str] = []
    for blocks in chapters(GUIDE).values():
        with tempfile.TemporaryDirectory() as folder:
            reader = Reader(GUIDE, Path(folder))
            reader.follow(blocks)
        left += [each for each in reader.faults if "$ yupana" not in each]
        for block in blocks:
            for command in commands(block) if block.language == "console" else []:
                printed = reader.printed.get(command.line)
                if printed is None or not matches(command.printed, printed):
                    continue
                if any("…" in line for line in command.printed):
                    left.append(f"{GUIDE.name}:{command.line}: $ {command.words}\n" + matches(command.printed, printed))
                else:
                    edits.append((command.line, len(command.printed), printed))
    for line, count, printed in sorted(edits, reverse=True):
        lines[line : line + count] = printed
    GUIDE.write_text("\n".join(lines), encoding="utf-8")
    sys.stdout.write("".join(f"{each}\n" for each in left) + f"{len(edits)} commands refreshed\n")
    return int(bool(left))


if __name__ == "__main__":
    raise SystemExit(main())
