"""`yupana schema`: the JSON Schema of rulesets, for editors, and of the documents that the commands print."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from .common import AsJson, UsageError, echo, print_json, write_text


def schema(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it to a file instead.", dir_okay=True)
    ] = None,
    of: Annotated[
        str | None,
        typer.Option("--of", metavar="DOCUMENT", help="Of what a command prints with --json, such as impact."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the JSON Schema of rulesets, for editors, or that of a document.

    An editor that knows YAML schemas completes and checks with it. In a file of a ruleset, the first line `#
    yaml-language-server: $schema=ruleset.schema.json` names it. What a command prints with `--json` says in its key
    `schema` which document it is: `yupana schema --of impact`.
    """
    text = schema_text() if of is None else _document_schema(of)
    if output is None:
        sys.stdout.write(text)
        return
    write_text(output, text)
    if as_json:
        print_json("schema", {"written": str(output)})
    else:
        echo(f"Wrote {output}")


def _document_schema(name: str) -> str:
    from .documents import DOCUMENTS, document_schema

    if name not in DOCUMENTS:
        raise UsageError(f"There is no document `{name}`; there are {', '.join(f'`{each}`' for each in DOCUMENTS)}.")
    return json.dumps(document_schema(name), indent=2, ensure_ascii=False) + "\n"


def schema_text() -> str:
    """The schema as the text of a JSON file."""
    from yupana.schemas.json_schema import json_schema

    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
