"""Packages in the user's folder: put there whole or not at all, after a check, and taken away again.

Nothing that is there already is hidden: neither what comes with the program nor another package loses its name.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from yupana.schemas.compose import SHIPPED, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.fields import NAME
from yupana.schemas.find import VARIANTS, base_of, header_values, is_folder, names_in, rulesets_in
from yupana.schemas.installed import Installed, added, damaged, installed, manifest_in, place_of
from yupana.schemas.manifest import FILE, MOST_BYTES, Manifest, changes
from yupana.schemas.ranges import Wanted, newer, wanted_in
from yupana.schemas.tree import Word, cite
from yupana.schemas.within import within

from ..authoring.starting import write_folder
from ..shell.files import file_is_readable
from .archive import Package, PackageError, read_archive
from .packing import FaultyError, check_all
from .placing import own_store, put, take_away

_ADDRESS = re.compile(r"https?:/", re.IGNORECASE)

MOST_ARCHIVE = MOST_BYTES + 4 * 1024 * 1024
"""So many bytes a package has at most as a file."""


@dataclass(frozen=True, slots=True)
class Added:
    """What `add` did. `before` is the version that was there, "" for none; `done` is False where the same was there.
    `unfit` are the installed overlays that were written for other versions."""

    manifest: Manifest
    path: Path
    before: str
    done: bool
    unfit: tuple[str, ...] = ()


def open_package(path: Path) -> Package:
    """The package that a file is. Raises UsageError."""
    if _ADDRESS.match(str(path)):
        raise UsageError("That is an address: download the file, and name it where it lies then.")
    file_is_readable(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_ARCHIVE + 1)
    except OSError as fault:
        raise UsageError(f"Cannot read `{path}`: {fault.strerror or fault}.") from None
    if len(data) > MOST_ARCHIVE:
        raise PackageError(f"`{path}` is no package: it is larger than {MOST_ARCHIVE:,} bytes.")
    return read_archive(data)


def add(package: Package, *, older: bool = False) -> Added:
    """Check a package and install it for this user. What is there under its name is replaced by a newer version, and,
    when `older` is meant so, by any.

    Raises UsageError for what is not taken, FaultyError for rules with faults.
    """
    manifest = package.manifest
    _check_name(manifest)
    _check_needs(manifest)
    within(f"The package is refused: checking `{manifest.name}`", lambda: _check_rules(package))
    with own_store() as home:
        folder = home / manifest.name
        there = manifest_in(folder)
        if there is not None:
            changed = changes(there, folder)
            if there == manifest and not changed:
                return Added(manifest, folder, there.version, done=False)
            _check_update(manifest, there, changed, older=older)
        elif is_folder(folder) and not older:
            raise UsageError(
                f"`{folder}` holds no package, or a damaged one: `--replace` puts `{manifest.name}` in its place."
            )
        put(folder, {FILE: manifest.to_json().encode(), **package.files})
        unfit = tuple(each.name for each in installed() if not _fits(each, manifest))
    return Added(manifest, folder, there.version if there is not None else "", done=True, unfit=unfit)


def remove(name: str) -> tuple[str, list[str]]:
    """Take away what the user has added under a name; gives its version, "" where nothing tells that any more, and the
    names of what needs it.

    Raises UsageError when nothing of the user's has the name.
    """
    with own_store() as home:
        mine = name in [*(each.name for each in added()), *damaged()]
        folder = home / name
        if not mine:
            raise UsageError(_not_there(name))
        if not (folder / FILE).is_file():
            raise UsageError(f"`{folder}` has no {FILE}, so it may be something else: if not, delete it yourself.")
        there = manifest_in(folder)
        needing = [each.name for each in installed() if any(wanted.name == name for wanted in _wanted(each))]
        take_away(folder)
    return there.version if there is not None else "", needing


# ---------------------------------------------------------------- what is refused


def _check_name(manifest: Manifest) -> None:
    name, base = manifest.name, base_name(manifest)
    variants = [each.path for each in manifest.files if each.path.startswith(f"{VARIANTS}/")]
    plain = name.casefold()
    if plain in (each.casefold() for each in names_in(SHIPPED)):
        raise UsageError(f"`{name}` comes with yupana, and no package takes its name.")
    below = place_of(base) if base and not (SHIPPED / base).is_dir() else SHIPPED / base
    if base and below is not None and plain in (each.casefold() for each in names_in(below / VARIANTS)):
        raise UsageError(f"`{base}` has an overlay `{name}` of its own, and no package takes its name.")
    own = {variant.split("/")[1].removesuffix(".yaml").removesuffix(".yml") for variant in variants}
    for each in installed():
        if each.base == name and each.name in own:
            told = f"It has an overlay `{each.name}`, and another of that name is installed"
            raise UsageError(f"{told}: remove that first.")
        if each.origin and each.name.casefold() == plain:
            raise UsageError(f"The Python package {each.origin} brings a `{each.name}` already.")
        if each.name != name and each.name.casefold() == plain:
            raise UsageError(f"`{each.name}` is installed, and some systems take it for `{name}`.")


def _check_needs(manifest: Manifest) -> None:
    """See that all that a package extends is there, in a version for which it was written."""
    wanted = wanted_in(Word(manifest.extends)) if manifest.extends else []
    lacking: list[str] = []
    for number, each in enumerate(wanted):
        if not NAME.fullmatch(each.name):
            break  # a stranger's file may not reach for files elsewhere; that this is no name is told with its place
        found = compose("+".join([wanted[0].name, each.name] if number else [each.name]))
        version = found.versions.get(str(each.name), "")
        if not found.parts:
            lacking.append(f"{cite(str(each))} is not here")
        elif not each.holds(version):
            lacking.append(f"{cite(str(each))} is not here, but version {version}" if version else
                           f"{cite(str(each))} is not here, but one that says no version")  # fmt: skip
        if number == 0 and lacking:
            break  # where its base lies is not known
    if lacking:
        told = " and ".join(lacking)
        raise UsageError(f"`{manifest.name}` {manifest.version} needs what is not there: {told}. Add that first.")


def base_name(manifest: Manifest) -> str:
    """The ruleset that a package is an overlay of, "" for a ruleset."""
    return str(wanted_in(Word(manifest.extends))[0].name) if manifest.extends else ""


def _check_update(new: Manifest, old: Manifest, changed: Sequence[str], *, older: bool) -> None:
    if base_name(new) != base_name(old):
        kind = f"an overlay of `{base_name(old)}`" if old.extends else "a ruleset"
        raise UsageError(f"`{old.name}` is installed already and is {kind}, not the same as this: remove it first.")
    if older or newer(new.version, old.version):
        return
    if new == old:
        told = f"`{new.name}` {old.version} is installed already, and {cite(changed[0])} is not as it was then"
    elif new.version == old.version:
        told = f"`{new.name}` {old.version} is installed already, with other files"
    else:
        told = f"`{new.name}` {old.version} is installed already and is newer than {new.version}"
    raise UsageError(f"{told}: `--replace` puts this one in its place.")


def _check_rules(package: Package) -> None:
    """Check what is in a package, as a ruleset, in a folder of its own."""
    manifest = package.manifest
    with tempfile.TemporaryDirectory(prefix="yupana-") as made:
        folder = Path(made).resolve() / manifest.name
        write_folder(folder, package.files)
        path = folder / manifest.file if manifest.file else folder
        _check_header(path, manifest)
        try:
            check_all(compose(path))
        except FaultyError as fault:
            fault.name = manifest.name
            raise fault.told_from(made) from None


def _check_header(path: Path, manifest: Manifest) -> None:
    """See that a package is what its manifest says, by the header of its rules."""
    told = {"name": manifest.name, "version": manifest.version, "extends": manifest.extends}
    for key, in_header in zip(told, header_values(path, *told), strict=True):
        if in_header != told[key]:
            raise PackageError(f"The package is refused: its {FILE} says another `{key}` than the header of its rules.")
    heads = [each for _, each in rulesets_in(path / VARIANTS)] if is_folder(path) else []
    if any(base_of(each) != manifest.name for each in heads):
        raise PackageError(f"The package is refused: what lies in its folder {VARIANTS} is no overlay of it.")


def _wanted(each: Installed) -> list[Wanted]:
    """What something installed extends."""
    (extends,) = header_values(each.path, "extends")
    return wanted_in(Word(extends)) if extends else []


def _fits(each: Installed, below: Manifest) -> bool:
    return all(wanted.name != below.name or wanted.holds(below.version) for wanted in _wanted(each))


def _not_there(name: str) -> str:
    for each in installed():
        if each.name == name:
            return f"`{name}` comes with the Python package {each.origin}: remove that with pip."
    if name in names_in(SHIPPED):
        return f"`{name}` comes with yupana and stays."
    there = [f"`{each.name}`" for each in added()]
    return f"Nothing called `{name}` is installed" + (f"; there is {', '.join(there)}." if there else ".")
