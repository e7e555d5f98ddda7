"""A ruleset of one's own that begins as another one: its files under a new name, comments and variants with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import (
    TEXTS,
    UNSEEN,
    VARIANTS,
    files_of,
    is_folder,
    leads_outside,
    rulesets_in,
    sources_of,
    tables_beside,
)
from yupana.schemas.reader import load_text
from yupana.schemas.sheet_files import sheet_text
from yupana.schemas.source import Report
from yupana.schemas.table_names import SEPARATED, WORKBOOKS
from yupana.schemas.tree import Mapping, Scalar

from .edits import Edit, apply

LOCK = "rulebook.lock"


def copied_files(source: str, name: str) -> dict[str, str | bytes]:
    """The texts of all files of a copy, and the contents of workbooks, by their paths in its folder.

    Raises UsageError where there is no such ruleset without faults, and for one with overlays.
    """
    composed = compose(source)
    if not composed.parts:
        raise UsageError("; ".join(each.message for each in composed.report.diagnostics))
    if composed.ruleset is None:
        raise UsageError(f"`{source}` cannot be copied before its faults are fixed: run `yupana check {source}`.")
    if len(composed.parts) > 1:
        raise UsageError(f"A copy is made of a ruleset without overlays, unlike `{source}`; its variants come along.")
    home = composed.parts[0]
    old = composed.name
    if not is_folder(home):
        return {"game.yaml": _renamed(home, old, name)}
    files = {path.relative_to(home).as_posix(): _renamed(path, old, name) for path in files_in(home)}
    return files | {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8") for path in locks_in(home)}


def locks_in(home: Path) -> list[Path]:
    """What holds the texts of a ruleset and its variants as they were accepted."""
    found = (lock for folder in (home, home / VARIANTS) for lock in sorted(folder.glob(f"*{LOCK}")))
    return [lock for lock in found if not lock.name.startswith(UNSEEN) and not leads_outside(lock, home)]


def files_in(home: Path) -> Iterator[Path]:
    """The files of rules in the folder of a ruleset: its own, its texts and its variants."""
    yield from sources_of(home)
    yield from files_of(home / TEXTS)
    yield from tables_beside(home / VARIANTS)
    for _, variant in rulesets_in(home / VARIANTS):
        yield from files_of(variant)
        if is_folder(variant):
            yield from tables_beside(variant)
            yield from files_of(variant / TEXTS)


def _renamed(path: Path, old: str, new: str) -> str | bytes:
    """The text of a file, with the new name where its header says the old one: as its own or as what it extends."""
    if path.suffix in WORKBOOKS:
        return path.read_bytes()
    if path.suffix in SEPARATED:
        return sheet_text(path, path.name, Report()) or ""
    text = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    tree = load_text(text, path.name, Report())
    header = tree.get("ruleset") if tree is not None else None
    if not isinstance(header, Mapping):
        return text
    key = "extends" if "extends" in header else "name"
    node = header.get(key)
    if not isinstance(node, Scalar):
        return text
    base = re.match(r"\w*", node.text)
    if base is None or base[0] != old:
        return text
    span = node.code.at(0, len(old))
    return apply(text, [Edit.at(span, new)])
