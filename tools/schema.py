"""`yupana schema`: the JSON Schema of rulesets, for editors."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from .common import AsJson, echo, print_json, write_text


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
    if output is None:
        sys.stdout.write(schema_text())
        return
    write_text(output, schema_text())
    if as_json:
        print_json({"written": str(output)})
    else:
        echo(f"Wrote {output}")


def schema_text() -> str:
    """The schema as the text of a JSON file."""
    from yupana.schemas.json_schema import json_schema

    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
