"""Reading the chunk files: language tests as plain text, each with its own expected outcome in it.

A file is cut into chunks by lines `---`. What stands before the first is the file's *base*: a ruleset that the other
chunks lie on. There are two sorts of chunk.

A chunk of *lines* (no line begins with a section's name): effects, which run first, and questions

    red.score = 3
    ? red.score + 1          ### 4
    ? 7 // (red.score - 3)   ### fault: division by zero
    ? red.scroe              ### YUP403: unknown field

Effects may end in `### YUPnnn: …` or `### fault: …` as well.

A chunk of *sections* is YAML that is laid over the base: a section that both have is the chunk's.
A mark `# ### YUPnnn: regex` (several: `… ### …`) stands at the end of the line that causes the diagnostic; every
error must be marked and every mark must be met. Without marks the examples in the chunk must pass. After a line
`=== options` may follow decisions to take (`> red: build(at=a1)`) and then exactly the options that are offered.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path

_SECTION = re.compile(r"^(?!else:|loop:)[a-z_]+:(\s|$)")
_MARK = re.compile(r"\s*#?\s*###\s*")
_CODE = re.compile(r"(YUP\d{3}):?\s*(.*)")


@dataclass(frozen=True, slots=True)
class Expected:
    """A diagnostic that a line of a chunk causes: its code and a pattern that its message matches."""

    line: int
    code: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Example:
    """An example that a chunk turns into: its name, and a pattern of the fault it must run into, if any."""

    name: str
    fault: str = ""


@dataclass(slots=True)
class Chunk:
    """One chunk. `text` is a whole ruleset; line i of it (from 1) stands in line `origin[i - 1]` of the file, 0 if it
    stands nowhere. `examples` is None for "all that the ruleset has"."""

    file: Path
    line: int
    text: str = ""
    origin: list[int] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
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


def _lines(path: Path, start: int, body: list[str], base: str) -> Chunk:
    """Effects and questions become the effects of an example; each fault has an example of its own."""
    chunk = Chunk(path, start + 1, base.rstrip("\n") + "\n", examples=[])
    chunk.origin = [0] * base.rstrip("\n").count("\n") + [0]
    done: list[tuple[str, int]] = []
    asked = False
    blocks: list[tuple[Example, list[tuple[str, int]]]] = []
    for number, line in enumerate(body, start + 1):
        if line.startswith("#") or not line.strip():
            continue
        code, *marks = _MARK.split(line)
        mark = " ### ".join(marks).strip()
        question = code.startswith("?")
        code = code[1:].strip() if question else code.rstrip()
        if found := _CODE.match(mark):
            chunk.expected.append(Expected(number, found[1], found[2]))
            done.append((f"let answer_{number} = {code}" if question else code, number))
        elif mark.startswith("fault:") and mark[6:].strip():
            last = f"let answer_{number} = {code}" if question else code
            blocks.append((Example(f"line_{number}", mark[6:].strip()), [*done, (last, number)]))
        elif question and mark:
            asked = True
            done += [
                (f"if not (({code}) == ({mark})):", number),
                (f'    fail "line {number}: not {_quoted(mark)}"', number),
            ]
        elif question or mark:
            raise ValueError(f"{path}:{number}: a question has an answer, effects have none")
        else:
            done.append((code, number))
    if asked:
        blocks.insert(0, (Example(f"chunk_{start + 1}"), done))
    if not blocks and not chunk.expected:
        raise ValueError(f"{path}:{start + 1}: nothing is expected of this chunk")
    if chunk.expected:
        # Faults that are found on checking belong into the rules themselves: here, into an action of the base.
        _insert_action(chunk, done)
        return chunk
    rows = [("examples:", 0)]
    for example, code_lines in blocks:
        chunk.examples = [*(chunk.examples or []), example]
        rows += [(f"  {example.name}:", 0), ("    players: 2", 0), ("    given: |", 0)]
        rows += [("      " + code, number) for code, number in code_lines]
    chunk.text += "\n".join(row for row, _ in rows) + "\n"
    chunk.origin += [number for _, number in rows]
    return chunk


def _insert_action(chunk: Chunk, code_lines: list[tuple[str, int]]) -> None:
    rows = chunk.text.rstrip("\n").split("\n")
    at = rows.index("actions:") + 1
    new = [("  chunk_here:", 0), ("    effects: |", 0), *(("      " + code, number) for code, number in code_lines)]
    chunk.text = "\n".join([*rows[:at], *(row for row, _ in new), *rows[at:]]) + "\n"
    chunk.origin = [0] * at + [number for _, number in new] + [0] * (len(rows) - at)


def _quoted(text: str) -> str:
    """A text that can stand inside the quotes of a text of the language."""
    return text.replace("\\", "").replace('"', "").replace("{", "{{").replace("}", "}}")


def _sections(path: Path, start: int, body: list[str], base: str) -> Chunk:
    cut = next((i for i, line in enumerate(body) if line.rstrip() == "=== options"), len(body))
    # Blank lines in front keep the line numbers of the file.
    text = "\n" * start + "\n".join(body[:cut]) + "\n"
    chunk = Chunk(path, start + 1, text)
    for number, line in enumerate(body[:cut], start + 1):
        for mark in _MARK.split(line)[1:]:
            found = _CODE.match(mark.strip())
            if not found:
                raise ValueError(f"{path}:{number}: `{mark}` is not a code with a message")
            chunk.expected.append(Expected(number, found[1], found[2].strip()))
    if cut < len(body):
        rest = [line.strip() for line in body[cut + 1 :] if line.strip()]
        chunk.decisions = [line[1:].strip() for line in rest if line.startswith(">")]
        chunk.options = [line for line in rest if not line.startswith(">")]
    chunk.text = _laid_over(base, text)
    chunk.origin = list(range(1, start + cut + 1))
    return chunk


def _laid_over(base: str, text: str) -> str:
    """The chunk's text with what only the base has behind it, so that the chunk's lines keep their numbers."""
    above = {name for name, _, _ in _section_starts(text)}
    kept = "".join(
        base[begin:end].rstrip("\n") + "\n" for name, begin, end in _section_starts(base) if name not in above
    )
    return text + kept


def _section_starts(base: str) -> list[tuple[str, int, int]]:
    starts = [(found[1], found.start()) for found in re.finditer(r"^([a-z_]+):", base, re.MULTILINE)]
    ends = [at for _, at in starts[1:]] + [len(base)]
    return [(name, at, end) for (name, at), end in zip(starts, ends, strict=True)]
