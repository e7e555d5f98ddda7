"""`yupana schema`: the JSON Schema of rulesets, for editors, and of the documents that the commands print."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..documents import DOCUMENTS
from ..documents.schemas import document_schema_text, ruleset_schema_text
from ..shell.files import write_text
from ..shell.options import AsJson
from ..shell.output import answer


def command(
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
    if of is not None and of not in DOCUMENTS:
        raise UsageError(f"There is no document `{of}`; there are {', '.join(f'`{each}`' for each in DOCUMENTS)}.")
    text = ruleset_schema_text() if of is None else document_schema_text(of)
    if output is None:
        sys.stdout.write(text)
        return
    write_text(output, text)
    answer("schema", {"written": str(output)}, f"Wrote {output}", as_json=as_json)
