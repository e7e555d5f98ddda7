"""Text files of syntax tests: a line `--- kind title` opens a chunk, its source follows, then `===` and its outcome.

`kind` is expression, effects, type, body or template. The outcome of a source is the outline of its tree (see
`trees.outline`; one line for each statement), or its diagnostics, one to a line:
`line:column-line:column CODE message | hint`. `python tests/language_parse/chunk_files.py` writes the outcomes anew;
the change is then read as a diff.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yupana.interpreter.language import parse
from yupana.schemas.source import Code, Report, Span
from yupana.tests.language_parse.trees import outline

FOLDER = Path(__file__).parent
FILES = ("accepted.txt", "refused.txt")

_PARSERS: dict[str, Any] = {
    "expression": parse.parse_expression,
    "effects": parse.parse_effects,
    "type": parse.parse_type,
    "body": parse.parse_function_body,
    "template": parse.parse_template,
}


@dataclass(frozen=True)
class Chunk:
    """One source and what is to come of it."""

    file: str
    line: int
    kind: str
    title: str
    source: str
    outcome: str

    @property
    def name(self) -> str:
        """For the list of tests."""
        return f"{self.file}:{self.line} {self.title}"


def read(file: str) -> list[Chunk]:
    """The chunks of a file of this folder."""
    chunks: list[Chunk] = []
    lines = (FOLDER / file).read_text(encoding="utf-8").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("--- ")]
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        _, kind, title = lines[start].split(" ", 2)
        body = lines[start + 1 : stop]
        middle = body.index("===")
        source, outcome = "\n".join(body[:middle]), "\n".join(body[middle + 1 :]).strip("\n")
        chunks.append(Chunk(file, start + 1, kind, title, source.replace("→", "\t"), outcome))
    return chunks


def outcome(chunk: Chunk) -> str:
    """What really comes of the source."""
    report = Report()
    origins = tuple((number + 1, 1) for number in range(chunk.source.count("\n") + 1))
    tree = _PARSERS[chunk.kind](Code(chunk.source, Span("test", 1, 1, 1, 1), origins), report)
    if report.diagnostics:
        assert tree is None
        lines = []
        for each in report.in_order():
            span = each.span
            place = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"
            lines.append(f"{place} {each.code} {each.message} | {each.hint}".rstrip(" |"))
        return "\n".join(lines)
    return "\n".join(outline(each) for each in tree) if isinstance(tree, tuple) else outline(tree)


def _refresh() -> None:
    for file in FILES:
        head = (FOLDER / file).read_text(encoding="utf-8").split("--- ", 1)[0]
        parts = [head]
        for each in read(file):
            source = each.source.replace("\t", "→")
            parts.append(f"--- {each.kind} {each.title}\n{source}\n===\n{outcome(each)}\n\n")
        (FOLDER / file).write_text("".join(parts).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    _refresh()
