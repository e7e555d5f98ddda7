"""`yupana add`: a package that somebody has given away is checked and installed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..packages.adding import add, base_name, open_package
from ..packages.packing import FaultyError
from ..shell.options import AsJson
from ..shell.output import answer
from ..targets.rulesets import tell_faults


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file that `yupana pack` has written.", show_default=False)
    ],
    replace: Annotated[
        bool, typer.Option("--replace", help="Take it in place of a version that is newer, or the same one changed.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a package and install it for you.

    Its rules can then be named like those that come with yupana; an overlay as base+overlay. A newer version takes the
    place of an older one. Nothing in a package is run, and it can hide no other ruleset.
    """
    package = open_package(file)
    try:
        done = add(package, older=replace)
    except FaultyError as fault:
        tell_faults(fault.diagnostics, fault.files, as_json=as_json)
    manifest, base = done.manifest, base_name(done.manifest)
    target = f"{base}+{manifest.name}" if base else manifest.name
    document = {"name": manifest.name, "version": manifest.version, "before": done.before, "done": done.done}
    document |= {"target": target, "folder": str(done.path), **({"unfit": list(done.unfit)} if done.unfit else {})}
    line = f"{manifest.name} {manifest.version} is installed already."
    if done.done:
        more = f" in place of {done.before}." if done.before else f". Now try: yupana play {target}"
        line = f"Installed {manifest.name} {manifest.version}{more}"
    unfit = (f"`{each}` is installed and was written for another version of {manifest.name}." for each in done.unfit)
    answer("add", document, line, *unfit, as_json=as_json)
