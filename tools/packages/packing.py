"""From a ruleset or overlay, as it lies in its folder, to a package: with its variants, texts, tables and pictures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from yupana.interpreter.compile import compile_composed
from yupana.interpreter.compiled import Compiled
from yupana.schemas.compose import Composed, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import (
    UNSEEN,
    VARIANTS,
    files_of,
    header_values,
    home_of,
    is_folder,
    leads_outside,
    rulesets_in,
    tables_beside,
)
from yupana.schemas.opened import MAX_BYTES
from yupana.schemas.pictures import home_of_picture
from yupana.schemas.source import Diagnostic, Span
from yupana.schemas.table_names import TABLES, split_name
from yupana.schemas.texts import text_file

from ..authoring.copying import LOCK, files_in, locks_in
from ..targets.names import must_be_there
from .archive import Package, package_of
from .paths import PAPERS, WEIGHTS


class FaultyError(Exception):
    """What is to be packed or installed has faults: all of them, with the texts that they stand in."""

    def __init__(self, name: str, compiled: list[Compiled]) -> None:
        super().__init__(name)
        self.name = name
        self.diagnostics: list[Diagnostic] = []
        self.files: dict[str, str] = {}
        for each in compiled:
            self.diagnostics += [fault for fault in each.diagnostics if fault not in self.diagnostics]
            self.files |= each.files

    def told_from(self, folder: str) -> FaultyError:
        """The same with all places as they are seen from a folder."""
        before = folder.rstrip(os.sep) + os.sep
        self.files = {name.removeprefix(before): text for name, text in self.files.items()}
        self.diagnostics = [_told_from(each, before) for each in self.diagnostics]
        return self


def _told_from(fault: Diagnostic, before: str) -> Diagnostic:
    def seen(span: Span) -> Span:
        return replace(span, file=span.file.removeprefix(before))

    related = tuple((seen(span), message) for span, message in fault.related)
    return replace(fault, span=seen(fault.span), related=related)


def pack(target: str) -> Package:
    """The package of a target's last part: of the ruleset, or of the overlay of `base+overlay`.

    Raises UsageError for what cannot be packed, FaultyError for what has faults.
    """
    composed = compose(target)
    must_be_there(target, composed.report.diagnostics)
    check_all(composed)
    path = composed.parts[-1]
    name, version, title, extends = header_values(path, "name", "version", "title", "extends")
    own = name or composed.name.rpartition("+")[2]
    if not name:
        raise UsageError(f"`{own}` says no name, by which a package is called: write `name: {own}` in its header.")
    if not version:
        raise UsageError(
            f"`{own}` says no version, by which packages are told apart: write `version: 1.0` in its header."
        )
    found = {place: each for each, place in files_to_pack(composed)}
    files = {place: _read(each) for place, each in sorted(found.items())}
    return package_of(name, title or name, version, extends, "" if is_folder(path) else path.name, files)


def check_all(composed: Composed) -> None:
    """Check a ruleset or overlay with each of its variants. Raises FaultyError."""
    several = [composed, *(compose(each) for each in _variants(composed.parts[-1]))] if composed.parts else [composed]
    compiled = [compile_composed(each) for each in several]
    faulty = [each for each in compiled if each.program is None]
    if faulty:
        raise FaultyError(composed.name, faulty)


def _variants(path: Path) -> list[Path]:
    return [each for _, each in rulesets_in(path / VARIANTS)] if is_folder(path) else []


def files_to_pack(composed: Composed) -> Iterator[tuple[Path, str]]:
    """The files of the last part of a composition, each with its path in a package. Of the tables those that are read;
    nothing that lies elsewhere, behind a link."""
    path = composed.parts[-1]
    several = [composed, *(compose(each) for each in _variants(path))]
    read = {Path(split_name(name)[0]).resolve() for one in several for name in one.files}
    home = home_of(path) or path.parent
    for each, place in (*_own(path), *(found for one in several for found in _pictures(one, path))):
        if not leads_outside(each, home) and (each.suffix not in TABLES or each.resolve() in read):
            yield each, place


def _own(path: Path) -> Iterator[tuple[Path, str]]:
    """The files of a ruleset or overlay but for its pictures."""
    if is_folder(path):
        weights = [each for each in path.glob(f"{VARIANTS}/*{WEIGHTS}") if not each.name.startswith(UNSEEN)]
        for each in (*files_in(path), *locks_in(path), *_there(path, *PAPERS, WEIGHTS), *weights):
            yield each, each.relative_to(path).as_posix()
        return
    own = f"{path.stem}.{LOCK}", f"{path.stem}.{WEIGHTS}"
    for each in (*files_of(path), *tables_beside(path), *_there(path.parent, *own)):
        yield each, each.name
    pattern = text_file(path, "*")
    for each in pattern.parent.glob(pattern.name):
        yield each, f"{pattern.parent.name}/{each.name}"


def _there(home: Path, *names: str) -> list[Path]:
    return [home / name for name in names if (home / name).is_file()]


def _pictures(composed: Composed, path: Path) -> Iterator[tuple[Path, str]]:
    """The pictures that the files of a part, or its variants, name. All of them have been read without a fault."""
    ruleset = composed.ruleset
    own = path.resolve()
    for name in ruleset.look.pictures.values() if ruleset is not None else ():
        file = Path(name.span.file).resolve()
        if own == file or own in file.parents:
            yield home_of_picture(name.span, composed.parts) / str(name), PurePosixPath(name).as_posix()


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise UsageError(f"Cannot read `{path}`: {fault.strerror or fault}.") from None
