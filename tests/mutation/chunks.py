"""Small rulesets with their breaks, read from a text file.

A file is cut into chunks by lines `---`. What stands before the first is a ruleset on which the others lie: a section
that both have is the chunk's. In a chunk, a line `### ELEMENT: WHAT | EXAMPLE …` (anywhere) says that this break
is among those of the ruleset, that these examples notice it, and that nobody does when they are taken away; with
`refused` in place of examples the break does not check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_SECTION = re.compile(r"^(?=[a-z_]+:(?:\s|$))", re.MULTILINE)
_MARKED = re.compile(r"^### (?P<name>.*) \| (?P<by>[\w ]+)$", re.MULTILINE)


class Expected(NamedTuple):
    """A break by its name, and the examples that notice it."""

    name: str
    by: frozenset[str]


class Chunk(NamedTuple):
    """A whole ruleset, its first line in the file, and the breaks that are marked in it."""

    line: int
    text: str
    expected: list[Expected]


def read(path: Path) -> list[Chunk]:
    """The chunks of a file."""
    base, *rest = re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = _sections(base)
    line = 1 + base.count("\n")
    found = []
    for each in rest:
        text = "".join({**sections, **_sections(each)}.values())
        marked = [Expected(one["name"], frozenset(one["by"].split())) for one in _MARKED.finditer(each)]
        found.append(Chunk(line + 1, text, marked))
        line += 1 + each.count("\n")
    return found


def _sections(text: str) -> dict[str, str]:
    return {each.partition(":")[0]: each for each in _SECTION.split(text) if each.partition(":")[0].isidentifier()}


def without(text: str, examples: Iterable[str]) -> str:
    """A ruleset's text without some examples."""
    for each in examples:
        text = re.sub(rf"^  {each}:.*\n(?:    .*\n)*", "", text, flags=re.MULTILINE)
    return text
