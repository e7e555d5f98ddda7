"""Packages in the user's folder: put there whole or not at all, after a check, and taken away again.

Nothing that is there already is hidden: neither what comes with the program nor another package loses its name.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from yupana.schemas import host
from yupana.schemas.compose import SHIPPED, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import VARIANTS, base_of, header_of, is_folder, names_in, rulesets_in, text_of
from yupana.schemas.installed import Installed, added, installed, place_of, store
from yupana.schemas.manifest import FILE, MOST_BYTES, Manifest, read_manifest
from yupana.schemas.ranges import newer, wanted_in
from yupana.schemas.tree import Word

from ..authoring.starting import write_folder
from ..shell.files import file_is_readable, make_folder
from ..shell.temporary import temporary_folder
from .archive import Package, PackageError, read_archive
from .packing import FaultyError, check_all

MOST_ARCHIVE = MOST_BYTES + 4 * 1024 * 1024
"""So many bytes a package has at most as a file."""


@dataclass(frozen=True, slots=True)
class Added:
    """What `add` did. `before` is the version that was there, "" for none; `done` is False where the same was there."""

    manifest: Manifest
    path: Path
    before: str
    done: bool


def open_package(path: Path) -> Package:
    """The package that a file is. Raises UsageError."""
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
    _check_rules(package)
    home = _store()
    with _alone(home):
        folder = home / manifest.name
        there = _manifest_of(folder)
        if there is not None:
            if there == manifest:
                return Added(manifest, folder, there.version, done=False)
            _check_update(manifest, there, older=older)
        files = {FILE: manifest.to_json().encode(), **package.files}
        try:
            _install(folder, files)
        except OSError as fault:
            raise UsageError(f"Cannot install `{manifest.name}`: {fault.strerror or fault}.") from None
    return Added(manifest, folder, there.version if there is not None else "", done=True)


def remove(name: str) -> tuple[Manifest, list[str]]:
    """Take away what the user has added under a name; gives what it was, and the names of what needs it.

    Raises UsageError when nothing of the user's has the name.
    """
    home = _store()
    with _alone(home):
        folder = home / name
        there = _manifest_of(folder) if name in [each.name for each in added()] else None
        if there is None:
            raise UsageError(_not_there(name))
        needing = [each.name for each in installed() if each.name != name and name in _needs(each)]
        try:
            with temporary_folder(home, f".{name}") as aside:
                host.replace(folder, aside / name)
        except OSError as fault:
            raise UsageError(f"Cannot remove `{name}`: {fault.strerror or fault}.") from None
    return there, needing


# ---------------------------------------------------------------- what is refused


def _check_name(manifest: Manifest) -> None:
    name, base = manifest.name, base_name(manifest)
    plain = name.casefold()
    if plain in (each.casefold() for each in names_in(SHIPPED)):
        raise UsageError(f"`{name}` comes with yupana, and no package takes its name.")
    below = place_of(base) if base and not (SHIPPED / base).is_dir() else SHIPPED / base
    if base and below is not None and plain in (each.casefold() for each in names_in(below / VARIANTS)):
        raise UsageError(f"`{base}` has an overlay `{name}` of its own, and no package takes its name.")
    for each in installed():
        if each.origin and each.name.casefold() == plain:
            raise UsageError(f"The Python package {each.origin} brings a `{each.name}` already.")
        if each.name != name and each.name.casefold() == plain:
            raise UsageError(f"`{each.name}` is installed, and some systems take it for `{name}`.")


def base_name(manifest: Manifest) -> str:
    """The ruleset that a package is an overlay of, "" for a ruleset."""
    return str(wanted_in(Word(manifest.extends))[0].name) if manifest.extends else ""


def _check_update(new: Manifest, old: Manifest, *, older: bool) -> None:
    if base_name(new) != base_name(old):
        kind = f"an overlay of `{base_name(old)}`" if old.extends else "a ruleset"
        raise UsageError(f"`{old.name}` is installed already and is {kind}, not the same as this: remove it first.")
    if older or newer(new.version, old.version):
        return
    if new.version == old.version:
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
    header = header_of(path)
    for key, own in (("name", manifest.name), ("version", manifest.version), ("extends", manifest.extends)):
        if header is None or str(text_of(header, key) or "") != own:
            raise PackageError(f"The package is refused: its {FILE} says another `{key}` than the header of its rules.")
    heads = [each for _, each in rulesets_in(path / VARIANTS)] if is_folder(path) else []
    if any(base_of(each) != manifest.name for each in heads):
        raise PackageError(f"The package is refused: what lies in its folder {VARIANTS} is no overlay of it.")


# ---------------------------------------------------------------- the folder


def _store() -> Path:
    home = store()
    if home is None:
        raise UsageError("There is no home folder to install in; the environment variable YUPANA_DATA names another.")
    make_folder(home)
    return home


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """While this lasts, no other program installs or removes. Raises UsageError when one does."""
    with host.locked_folder(home) as alone:
        if not alone:
            raise UsageError("Another program is installing just now; try again when it is done.")
        yield


def _manifest_of(folder: Path) -> Manifest | None:
    try:
        return read_manifest((folder / FILE).read_bytes())
    except (OSError, ValueError):
        return None


def _install(folder: Path, files: dict[str, bytes]) -> None:
    """Put files into a folder, in the place of what is there; that comes back if they cannot be written."""
    with temporary_folder(folder.parent, f".{folder.name}") as aside:
        old = aside / folder.name
        if is_folder(folder):
            host.replace(folder, old)
        try:
            write_folder(folder, files)
        except BaseException:
            if is_folder(old):
                host.replace(old, folder)
            raise


def _needs(each: Installed) -> set[str]:
    """The names that something installed extends."""
    header = header_of(each.path)
    extends = text_of(header, "extends") if header is not None else None
    return {str(wanted.name) for wanted in wanted_in(extends)} if extends else set()


def _not_there(name: str) -> str:
    for each in installed():
        if each.name == name:
            return f"`{name}` comes with the Python package {each.origin}: remove that with pip."
    if name in names_in(SHIPPED):
        return f"`{name}` comes with yupana and stays."
    there = [f"`{each.name}`" for each in added()]
    return f"Nothing called `{name}` is installed" + (f"; there is {', '.join(there)}." if there else ".")
