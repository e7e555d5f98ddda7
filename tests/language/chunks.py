"""Reading the chunk files: language tests as plain text, each with its own expected outcome in it.

A file is cut into chunks by lines `---`. What stands before the first is the file's *base*: a ruleset that the other
chunks lie on. There are two sorts of chunk.

A chunk of *lines* (no line begins with a section's name): effects, which run first, and questions

    red.score = 3
    ? red.score + 1          ### 4
    ? 7 // (red.score - 3)   ### fault at 3: division by zero

Effects may end in `### fault …` as well: the rule fault that the line runs into, with the column (and, if it is
another line, how far off), word for word.

A chunk of *sections* is YAML that is laid over the base: a section that both have is the chunk's. Without diagnostics
the examples in the chunk must pass. After a line `=== options` may follow decisions to take (`> red: build(at=a1)`)
and then exactly the options that are offered.

In both sorts, the diagnostics that a line causes stand below it, word for word, in lines that begin with `###`:

    ? red.scroe
    ### 7-11 YUP403: unknown field `scroe` of Player
    ###      hint: did you mean `score`?

The numbers are the first and the last column (`7-` when it ends on a later line). All diagnostics of a chunk must stand
there, warnings too (`YUP461 warning: …`), and no others. Below the hint stand related places, by their line counted
from the line of the diagnostic: `see -2:3-7 first declared here`; `see base …` for a line of the base.

`python -m yupana.tests.language.refresh` writes all of it anew: put a bare `###` below the line of a new fault, run it,
and read the diff.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from yupana.schemas.source import Diagnostic, Span

_SECTION = re.compile(r"^(?!else:|loop:)[a-z_]+:(\s|$)")
_MARK = re.compile(r"\s*###\s*")
_FAULT = re.compile(r"fault( at ([+-]\d+:)?\d+)?:")
_RUN_INTO = re.compile(r"\S+?:(\d+):(\d+): rule fault: (.*?)( \(in example line_\d+\))?$", re.MULTILINE)
TOLD = "###"
"""What a line of the file begins with that tells a diagnostic of the line above it."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example that a chunk turns into: its name, its line, and the fault it must run into, if any."""

    name: str
    line: int = 0
    fault: str = ""


@dataclass(slots=True)
class Chunk:
    """One chunk. `text` is a whole ruleset; line i of it (from 1) stands in line `origin[i - 1]` of the file, 0 if it
    stands nowhere, `shift[i - 1]` columns further left than in the text. `told` are the diagnostics that the file tells
    of each line; None: no diagnostic is expected. `examples` is None for "all that the ruleset has"."""

    file: Path
    line: int
    text: str = ""
    origin: list[int] = field(default_factory=list)
    shift: list[int] = field(default_factory=list)
    told: dict[int, list[str]] | None = None
    examples: list[Example] | None = None
    decisions: list[str] = field(default_factory=list)
    options: list[str] | None = None

    @property
    def name(self) -> str:
        """How the test is called."""
        return f"{self.file.stem}:{self.line}"


def read(path: Path) -> list[Chunk]:
    """All chunks of a file but its base. Raises ValueError for a chunk that is written wrongly."""
    lines = path.read_text(encoding="utf-8").split("\n")
    cuts = [-1, *(i for i, line in enumerate(lines) if line.rstrip() == "---"), len(lines)]
    parts = [(start + 1, lines[start + 1 : end]) for start, end in itertools.pairwise(cuts)]
    base = "\n".join(parts[0][1])
    chunks = []
    for start, body in parts[1:]:
        if not any(line.strip() and not line.startswith("#") for line in body):
            raise ValueError(f"{path}:{start + 1}: an empty chunk")
        if any(_SECTION.match(line) for line in body):
            chunks.append(_sections(path, start, body, base))
        else:
            chunks.append(_lines(path, start, body, base))
    return chunks


def _told(body: list[str], start: int) -> tuple[list[tuple[int, str]], dict[int, list[str]] | None]:
    """The lines of a chunk with their numbers, and apart from them what is told of each."""
    rows: list[tuple[int, str]] = []
    told: dict[int, list[str]] = {}
    for number, line in enumerate(body, start + 1):
        if line.startswith(TOLD):
            told.setdefault(rows[-1][0] if rows else start, []).append(line)
        else:
            rows.append((number, line))
    return rows, told or None


def _lines(path: Path, start: int, body: list[str], base: str) -> Chunk:
    """Effects and questions become the effects of an example; each fault has an example of its own."""
    chunk = Chunk(path, start + 1, base.rstrip("\n") + "\n", examples=[])
    rows, chunk.told = _told(body, start)
    done: list[_Row] = []
    asked = False
    blocks: list[tuple[Example, list[_Row]]] = []
    for number, line in rows:
        if line.startswith("#") or not line.strip():
            continue
        code, *marks = _MARK.split(line)
        mark = " ### ".join(marks).strip()
        question = code.startswith("?")
        code = code[1:].strip() if question else code.rstrip()
        answer = f"let answer_{len(done) + 1} = " if question else ""
        plain = _Row("      " + answer + code, number, len("      " + answer) - line.index(code))
        if _FAULT.match(mark):
            blocks.append((Example(f"line_{number}", number, mark), [*done, plain]))
        elif chunk.told is not None:
            done.append(plain)
        elif question and mark:
            asked = True
            done += [
                _Row(f"      if not (({code}) == ({mark})):", number),
                _Row(f'          fail "line {number}: not {_quoted(mark)}"', number),
            ]
        elif question or mark:
            raise ValueError(f"{path}:{number}: a question has an answer, effects have none")
        else:
            done.append(plain)
    if asked:
        blocks.insert(0, (Example(f"chunk_{start + 1}", start + 1), done))
    if not blocks and chunk.told is None:
        raise ValueError(f"{path}:{start + 1}: nothing is expected of this chunk")
    _lay(chunk, chunk.text.rstrip("\n").count("\n") + 1, [])
    if chunk.told is not None:
        # Faults that are found on checking belong into the rules themselves: here, into an action of the base.
        at = chunk.text.split("\n").index("actions:") + 1
        _lay(chunk, at, [_Row("  chunk_here:"), _Row("    effects: |"), *done])
        return chunk
    new = [_Row("examples:")]
    for example, code_rows in blocks:
        chunk.examples = [*(chunk.examples or []), example]
        new += [_Row(f"  {example.name}:"), _Row("    players: 2"), _Row("    given: |"), *code_rows]
    _lay(chunk, len(chunk.origin), new)
    return chunk


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the text of a chunk: its place in the file, and how much further left it stands there."""

    text: str
    number: int = 0
    shift: int = 0


def _lay(chunk: Chunk, at: int, new: list[_Row]) -> None:
    """Put lines into the chunk's text after the first `at` of it."""
    rows = chunk.text.rstrip("\n").split("\n")
    missing = len(rows) - len(chunk.origin)
    chunk.origin += [0] * missing
    chunk.shift += [0] * missing
    chunk.text = "\n".join([*rows[:at], *(row.text for row in new), *rows[at:]]) + "\n"
    chunk.origin[at:at] = [row.number for row in new]
    chunk.shift[at:at] = [row.shift for row in new]


def _quoted(text: str) -> str:
    """A text that can stand inside the quotes of a text of the language."""
    return text.replace("\\", "").replace('"', "").replace("{", "{{").replace("}", "}}")


def _sections(path: Path, start: int, body: list[str], base: str) -> Chunk:
    cut = next((i for i, line in enumerate(body) if line.rstrip() == "=== options"), len(body))
    chunk = Chunk(path, start + 1)
    rows, chunk.told = _told(body[:cut], start)
    if cut < len(body):
        rest = [line.strip() for line in body[cut + 1 :] if line.strip()]
        chunk.decisions = [line[1:].strip() for line in rest if line.startswith(">")]
        chunk.options = [line for line in rest if not line.startswith(">")]
    chunk.text = _laid_over(base, "\n".join(line for _, line in rows) + "\n")
    chunk.origin = [number for number, _ in rows]
    chunk.shift = [0] * len(rows)
    _lay(chunk, 0, [])
    return chunk


def _laid_over(base: str, text: str) -> str:
    """The chunk's text with what only the base has behind it."""
    above = {name for name, _, _ in _section_starts(text)}
    kept = "".join(
        base[begin:end].rstrip("\n") + "\n" for name, begin, end in _section_starts(base) if name not in above
    )
    return text + kept


def _section_starts(base: str) -> list[tuple[str, int, int]]:
    starts = [(found[1], found.start()) for found in re.finditer(r"^([a-z_]+):", base, re.MULTILINE)]
    ends = [at for _, at in starts[1:]] + [len(base)]
    return [(name, at, end) for (name, at), end in zip(starts, ends, strict=True)]


# ---------------------------------------------------------------- what is told


def written(chunk: Chunk, diagnostics: Iterable[Diagnostic]) -> dict[int, list[str]]:
    """The lines that tell these diagnostics, by the line of the file below which they stand.

    Warnings of the base are left out; any other diagnostic of it stands in line 0.
    """
    out: dict[int, list[str]] = {}
    for each in sorted(diagnostics, key=lambda one: (one.span.line, one.span.column, one.code)):
        line, place = _place(chunk, each.span)
        if not line and each.severity != "error":
            continue
        head = f"{TOLD} {place} "
        kind = each.code if each.severity == "error" else f"{each.code} {each.severity}"
        rows = [f"{head}{kind}: {each.message}"]
        further = [f"hint: {each.hint}"] if each.hint else []
        for span, why in each.related:
            there, place = _place(chunk, span)
            further.append(f"see {f'{there - line:+d}' if there else 'base '}:{place} {why}".replace("base :", "base "))
        rows += [TOLD + " " * (len(head) - len(TOLD)) + row for row in further]
        out.setdefault(line, []).extend(rows)
    return out


def fault(chunk: Chunk, number: int, message: str) -> str:
    """How the rule fault that an example ran into stands behind line `number`; the whole message if it is none."""
    found = _RUN_INTO.match(message)
    if not found:
        return message
    line, column = int(found[1]), int(found[2])
    there, place = _place(chunk, Span("", line, column, line, column + 1))
    row = f"{there - number:+d}:" if there != number else ""
    return f"fault at {row}{place.partition('-')[0]}: {found[3]}" if there else f"fault: {found[3]}"


def _place(chunk: Chunk, span: Span) -> tuple[int, str]:
    index = span.line - 1
    if not 0 <= index < len(chunk.origin) or not chunk.origin[index]:
        return 0, f"{span.column}"
    shift = chunk.shift[index]
    first = max(span.column - shift, 1)
    last = str(max(span.end_column - 1 - shift, first)) if span.end_line == span.line else ""
    return chunk.origin[index], f"{first}-{last}"
