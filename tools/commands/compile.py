"""`yupana compile`: writes the lowered program of a ruleset, which runs without the YAML."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from yupana.interpreter.game import Game
from yupana.interpreter.program.codec import to_json
from yupana.schemas.errors import UsageError

from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Output, Target
from ..shell.output import answer
from ..shell.sentences import suggestion
from ..targets.rulesets import compile_sound

FORMS = ("program", "wasm")


def command(
    name: Target,
    output: Output,
    to: Annotated[
        str, typer.Option("--to", metavar="FORM", help="program (plain data), or wasm: one WebAssembly module.")
    ] = "program",
    as_json: AsJson = False,
) -> None:
    """Write the whole program of a ruleset to a file.

    As plain data it holds layout, functions, tables, texts and source places, and runs without the YAML. With
    `--to wasm` it is a WebAssembly module with its texts, which needs neither Yupana nor Python: Node, a browser or
    any other host plays it (interpreter/backends/wasm/INTERFACE.md).
    """
    if to not in FORMS:
        hint = suggestion(to, FORMS) or f" There are {' and '.join(FORMS)}."
        raise UsageError(f"A ruleset is not compiled to `{to[:40]}`.{hint}")
    folder_is_writable(output)
    compiled = compile_sound(name)
    if to == "wasm":
        data = Game(compiled.program).module()
    else:
        text = json.dumps(to_json(compiled.program), separators=(",", ":"), ensure_ascii=False) + "\n"
        data = text.encode()
    write_text(output, data)
    document = {"ruleset": compiled.name, "hash": compiled.hash, "file": str(output), "bytes": len(data)}
    answer("compile", document, f"Wrote {output} ({len(data):,} bytes)", as_json=as_json)
