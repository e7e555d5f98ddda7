"""`yupana export`: a game as one HTML file that stands alone."""

from __future__ import annotations

from ..page.export import exported
from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Output, Target
from ..shell.output import answer
from ..targets.rulesets import compile_sound


def command(
    name: Target,
    output: Output,
    as_json: AsJson = False,
) -> None:
    """Write a game as one HTML file to play in a browser.

    The file needs neither a server nor a network: people share the screen, bots think in it, hands stay hidden, and
    saved games go to `yupana play --resume` and back. The ruleset's languages are all in it.
    """
    folder_is_writable(output)
    compiled = compile_sound(name)
    data = exported(name)
    write_text(output, data)
    document = {"ruleset": compiled.name, "hash": compiled.hash, "file": str(output), "bytes": len(data)}
    answer("export", document, f"Wrote {output} ({len(data):,} bytes)", as_json=as_json)
