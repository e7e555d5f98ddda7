"""`yupana pack`: a ruleset or an overlay as one file to give away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..packages.archive import SUFFIX, archive_of
from ..packages.packing import FaultyError, pack
from ..packages.paths import fault_of_kind
from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Target
from ..shell.output import answer
from ..targets.rulesets import tell_faults


def command(
    name: Target,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file.", show_default=f"NAME-VERSION{SUFFIX}"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a ruleset or an overlay into one file, for `yupana add`.

    Of base+overlay it is the overlay. Variants, texts, tables and pictures come along. The header must say a version,
    and there must be no faults. The same files always make the same bytes.
    """
    if output is not None:
        if output.is_file() and not fault_of_kind(output.name):
            raise UsageError(f"`{output}` may be a part of a ruleset and stays: call the package NAME{SUFFIX}.")
        folder_is_writable(output)
    try:
        package = pack(name)
    except FaultyError as fault:
        tell_faults(fault.diagnostics, fault.files, as_json=as_json)
    manifest = package.manifest
    path = output or Path(f"{manifest.name}-{manifest.version}{SUFFIX}")
    data = archive_of(package)
    write_text(path, data)
    document: dict[str, object] = {"name": manifest.name, "version": manifest.version, "extends": manifest.extends}
    document |= {"file": str(path), "bytes": len(data), "files": sorted(package.files)}
    many = f"{len(package.files)} file{'' if len(package.files) == 1 else 's'}"
    line = f"Wrote {path}: {manifest.name} {manifest.version}, {many}, {len(data):,} bytes."
    answer("pack", document, line, as_json=as_json)
