"""The two kinds of output: text for people, and with `--json` one document and nothing else on standard output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping

from yupana.schemas.host import takes_ansi
from yupana.schemas.plain import plain_json

from ..documents import stamp
from ..documents.registry import DOCUMENTS
from .notices import positions
from .streams import takes_all


def print_json(kind: str, document: Mapping[str, object]) -> None:
    """Print the one document of a `--json` run; `kind` is its name in `documents`."""
    if DOCUMENTS[kind].guessed and (unfit := positions()):
        document = {**document, "unfit": unfit}
    sys.stdout.write(json_text(stamp(kind, document), indent=2) + "\n")
    sys.stdout.flush()


def answer(kind: str, document: Mapping[str, object], *lines: str, as_json: bool) -> None:
    """Print what a command has come to: the one document of its `--json`, or lines of text."""
    if as_json:
        print_json(kind, document)
    else:
        for line in lines:
            echo(line)


def json_text(document: object, indent: int | None = None) -> str:
    """A document as JSON for standard output, in characters that the stream has."""
    return plain_json(json.dumps(document, indent=indent, ensure_ascii=False), ascii_only=not takes_all(sys.stdout))


def echo(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def colour_wanted(stream: object) -> bool:
    """Whether plain writers may colour what they write to this stream."""
    is_terminal = getattr(stream, "isatty", lambda: False)()
    return bool(is_terminal) and not os.environ.get("NO_COLOR") and takes_ansi(stream)
