"""Messages of the Debug Adapter Protocol: each is JSON behind a header that says how long it is. What is taken from a
request, whatever stands there, and what an answer is made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError, Span

from ..shell.framing import next_length
from .opening import Wanted

Arguments = dict[str, Any]


def messages(stream: BinaryIO) -> Iterator[dict[str, Any] | str]:
    """The messages of a stream, until it ends; for one that cannot be read, a sentence that says why."""
    while (length := next_length(stream)) is not None:
        if isinstance(length, str):
            yield length
            continue
        body = stream.read(length)
        if len(body) < length:
            return
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            yield "A message is not JSON."
            continue
        yield message if isinstance(message, dict) else "A message is not an object."


class Writer:
    """Writes messages, from any thread; what nobody reads any more is dropped."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = Lock()
        self._number = 0
        self.lost = False

    def write(self, message: dict[str, Any]) -> None:
        """Write a message, which gets its number here."""
        with self._lock:
            self._number += 1
            body = json.dumps({"seq": self._number, **message}).encode()
            try:
                self._stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
                self._stream.flush()
            except (OSError, ValueError):
                self.lost = True


# ---------------------------------------------------------------- requests


def number_in(arguments: Arguments, name: str) -> int:
    """A number that is not negative; 0 where there is none."""
    found = arguments.get(name)
    if isinstance(found, str) and found.isdecimal() and len(found) < 20:  # some editors have only texts
        found = int(found)
    return found if type(found) is int and 0 <= found < 2**63 else 0


def text_in(arguments: Arguments, name: str) -> str:
    """A text; "" where there is none."""
    found = arguments.get(name)
    return found if isinstance(found, str) else ""


def list_in(arguments: Arguments, name: str) -> list[Any]:
    """A list; empty where there is none."""
    found = arguments.get(name)
    return found if isinstance(found, list) else []


def path_in(arguments: Arguments) -> str:
    """The path of the source that is meant."""
    source = arguments.get("source")
    return text_in(source, "path") if isinstance(source, dict) else ""


def conditions_in(row: Arguments) -> tuple[str, str]:
    """The condition of a breakpoint, and how often it has to be met."""
    return text_in(row, "condition").strip(), text_in(row, "hitCondition").strip()


def wanted_in(arguments: Arguments) -> Wanted:
    """What a launch asks for. Raises UsageError when it does not say."""
    ruleset, options = text_in(arguments, "ruleset"), arguments.get("options")
    if not ruleset:
        raise UsageError("A launch says which `ruleset`, and which `example` of it, if any.")
    return Wanted(
        ruleset,
        text_in(arguments, "example") or None,
        text_in(arguments, "save") or None,
        number_in(arguments, "players") or None,
        number_in(arguments, "seed") if "seed" in arguments else 1,
        options if isinstance(options, dict) else {},
    )


# ---------------------------------------------------------------- answers


def refusal(text: str) -> Arguments:
    """That a request cannot be answered, and why."""
    return {"success": False, "message": text, "body": {"error": {"id": 1, "format": text.replace("{", "{{")}}}


def faults_in(fault: RulesetError) -> str:
    """The first fault of a ruleset, and how many more there are."""
    errors = [each for each in fault.diagnostics if each.severity == "error"]
    if not errors:
        return str(fault)
    first, more = errors[0], len(errors) - 1
    rest = f" There {'is' if more == 1 else 'are'} {more} more." if more else ""
    return f"{first.span.file}:{first.span.line}: {first.code} {first.message}.{rest}"


def source_of(file: str) -> Arguments:
    """A file, as an editor finds it."""
    path = Path(file).resolve()
    return {"name": path.name, "path": str(path)}


def place_of(span: Span) -> Arguments:
    """A place in a file."""
    if not span.file:
        return {"line": 0, "column": 0}
    return {
        "source": source_of(span.file),
        "line": span.line,
        "column": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def targets_of(texts: list[str], start: int, length: int) -> Arguments:
    """Texts that may stand in place of `length` characters, from `start` on."""
    return {"targets": [{"label": each, "start": start, "length": length} for each in texts[:200]]}
