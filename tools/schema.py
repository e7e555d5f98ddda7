"""`yupana schema`: the JSON Schema of rulesets, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from .common import AsJson, print_json, write_text


def schema(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it to a file instead.", dir_okay=True)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the JSON Schema of rulesets, for editors.

    An editor that knows YAML schemas completes and checks with it. In a file of a ruleset, the first line `#
    yaml-language-server: $schema=ruleset.schema.json` names it.
    """
    from yupana.schemas.json_schema import json_schema

    document = json_schema()
    if output is None:
        print_json(document)
        return
    write_text(output, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    if as_json:
        print_json({"written": str(output)})
    else:
        typer.echo(f"Wrote {output}")
