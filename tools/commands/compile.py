"""`yupana compile`: writes the lowered program of a ruleset, which runs without the YAML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from yupana.interpreter.program.codec import to_json

from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Target
from ..shell.output import echo, print_json
from ..targets.rulesets import compile_sound


def command(
    name: Target,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")],
    as_json: AsJson = False,
) -> None:
    """Write the whole program of a ruleset to a file.

    It holds layout, functions, tables, texts and source places, and runs without the YAML.
    """
    folder_is_writable(output)
    compiled = compile_sound(name)
    assert compiled.program is not None
    text = json.dumps(to_json(compiled.program), separators=(",", ":"), ensure_ascii=False) + "\n"
    write_text(output, text)
    if as_json:
        print_json(
            "compile",
            {"ruleset": compiled.name, "hash": compiled.hash, "file": str(output), "bytes": len(text.encode())},
        )
    else:
        echo(f"Wrote {output} ({len(text.encode()):,} bytes)")
