"""Which documents there are, and what is derived from their shapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Kind(NamedTuple):
    """A document: the version of its shape, the module and name of its type, and what prints it. `guessed`: it says,
    as `unfit`, in how many positions none was found that agrees with all that a seat had seen, if there were any."""

    version: int
    module: str
    type: str
    command: str
    guessed: bool = False


DOCUMENTS: dict[str, Kind] = {
    "faults": Kind(1, "checking", "Check", "yupana rulebook …, pack or add --json of a ruleset with faults"),
    "check": Kind(1, "checking", "Check", "yupana check NAME… --json"),
    "test": Kind(1, "checking", "Test", "yupana test NAME --json"),
    "watch": Kind(1, "checking", "Watch", "yupana watch NAME --json, one document on a line for each look"),
    "lint": Kind(1, "checking", "Lint", "yupana lint NAME… --json"),
    "strength": Kind(1, "checking", "Strength", "yupana strength NAME --json, and yupana watch after an edit"),
    "fmt": Kind(1, "checking", "Format", "yupana fmt NAME… --json"),
    "migrate": Kind(1, "checking", "Migrate", "yupana migrate NAME… --json"),
    "list": Kind(1, "telling", "List", "yupana list --json"),
    "pack": Kind(1, "telling", "Pack", "yupana pack NAME --json"),
    "add": Kind(1, "telling", "Add", "yupana add FILE --json"),
    "remove": Kind(1, "telling", "Remove", "yupana remove NAME --json"),
    "new": Kind(1, "telling", "New", "yupana new NAME --json"),
    "schema": Kind(1, "telling", "Written", "yupana schema -o FILE --json"),
    "compile": Kind(1, "telling", "Compile", "yupana compile NAME -o FILE --json"),
    "export": Kind(1, "telling", "Compile", "yupana export NAME -o FILE --json"),
    "print": Kind(1, "telling", "Print", "yupana print NAME -o FILE --json"),
    "codes": Kind(1, "telling", "Codes", "yupana explain --json"),
    "code": Kind(1, "telling", "CodePage", "yupana explain CODE --json"),
    "elements": Kind(1, "telling", "ElementTitles", "yupana explain NAME --json"),
    "element": Kind(1, "telling", "ElementPage", "yupana explain NAME ELEMENT --json"),
    "uses": Kind(1, "telling", "UsesPage", "yupana explain NAME ELEMENT --uses --json"),
    "graph": Kind(1, "telling", "Graph", "yupana graph NAME --json"),
    "sheet": Kind(1, "telling", "Sheet", "yupana sheet export NAME KIND --json"),
    "sheet-import": Kind(1, "telling", "SheetImport", "yupana sheet import NAME KIND FILE --json"),
    "rulebook": Kind(1, "telling", "Rulebook", "yupana rulebook NAME --json"),
    "rulebook-check": Kind(1, "telling", "RulebookCheck", "yupana rulebook check NAME --json"),
    "play": Kind(1, "playing", "Play", "yupana play NAME --auto --json", guessed=True),
    "replay": Kind(1, "playing", "Replay", "yupana replay FILE --json"),
    "simulate": Kind(1, "playing", "Simulate", "yupana simulate NAME --json", guessed=True),
    "sweep": Kind(1, "balancing", "Sweep", "yupana sweep NAME --vary NAME=VALUES --json", guessed=True),
    "balance": Kind(1, "balancing", "Balance", "yupana balance NAME --json", guessed=True),
    "stats": Kind(1, "playing", "Stats", "yupana stats FILE… --json"),
    "tune": Kind(1, "playing", "Tune", "yupana tune NAME --json", guessed=True),
    "perft": Kind(1, "playing", "Perft", "yupana perft NAME --json"),
    "fuzz": Kind(1, "playing", "Fuzz", "yupana fuzz NAME --json", guessed=True),
    "diff": Kind(1, "comparing", "Diff", "yupana diff OLD NEW --json"),
    "impact": Kind(1, "comparing", "Impact", "yupana impact OLD NEW --json", guessed=True),
}


def name_of(kind: str) -> str:
    """What a document of the kind says in `schema`."""
    return f"yupana.{kind}/{DOCUMENTS[kind].version}"


def stamp(kind: str, document: Mapping[str, object]) -> dict[str, object]:
    """The document with its `schema` before everything else."""
    return {"schema": name_of(kind), **document}
