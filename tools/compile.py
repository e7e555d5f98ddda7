"""`yupana compile`: writes the lowered program of a ruleset, which runs without the YAML."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from .common import (
    FAULTS,
    AsJson,
    Target,
    colour_wanted,
    compile_target,
    echo,
    folder_is_writable,
    leave,
    print_json,
    write_text,
)


def compile_(
    name: Target,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")],
    as_json: AsJson = False,
) -> None:
    """Write the whole program of a ruleset to a file.

    It holds layout, functions, tables, texts and source places, and runs without the YAML.
    """
    folder_is_writable(output)
    compiled = compile_target(name)
    if compiled.program is None:
        from yupana.schemas.render import render

        sys.stderr.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stderr)))
        leave(FAULTS)

    from yupana.interpreter.program.codec import to_json

    text = json.dumps(to_json(compiled.program), separators=(",", ":"), ensure_ascii=False) + "\n"
    write_text(output, text)
    if as_json:
        print_json(
            "compile",
            {"ruleset": compiled.name, "hash": compiled.hash, "file": str(output), "bytes": len(text.encode())},
        )
    else:
        echo(f"Wrote {output} ({len(text.encode()):,} bytes)")
