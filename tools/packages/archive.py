"""A package as one file: a zip archive with a manifest. The same files make the same bytes, on every system and at any
time; what is read may have been made by anybody to do harm.
"""

from __future__ import annotations

import hashlib
import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError
from yupana.schemas.errors import UsageError
from yupana.schemas.manifest import FILE, LONGEST, MOST_BYTES, MOST_FILES, Manifest, PackedFile, read_manifest
from yupana.schemas.opened import MAX_BYTES
from yupana.schemas.pictures import FORMATS, LARGEST, kind_of
from yupana.schemas.tree import cite

from .paths import clash, fault_of_kind, fault_of_name, fault_of_path, is_picture

SUFFIX = ".yupana"
MOST_RATIO = 100
"""A file that is so many times as long as it is packed is refused: no text is."""
_EASY = 16 * 1024
"""Files up to this length may be packed as well as can be."""
_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the first that the format knows."""
_END, _END_SIZE = b"PK\x05\x06", 22
_DIRECTORY = 1024 * 1024
"""So many bytes the list of an archive has at most."""


class PackageError(UsageError):
    """A file is no package, or one that is not taken: says why in a sentence."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package: its manifest, and its files by their paths."""

    manifest: Manifest
    files: Mapping[str, bytes]


def package_of(name: str, title: str, version: str, extends: str, file: str, files: Mapping[str, bytes]) -> Package:
    """The package of some files. Raises PackageError for files that none has."""
    if told := fault_of_name(name):
        raise PackageError(f"`{name}` {told}.")
    for path, data in files.items():
        if told := fault_of_path(path) or fault_of_kind(path):
            raise PackageError(f"A package cannot have the file {cite(path)}: it {told}.")
        if len(data) > MAX_BYTES:
            raise PackageError(f"A package cannot have the file {cite(path)}: it is larger than {MAX_BYTES:,} bytes.")
    if other := clash(files):
        raise PackageError(f"Some systems take {cite(other)} for another file of the same name; call it otherwise.")
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        raise PackageError(f"A package has at most {MOST_FILES:,} files of {MOST_BYTES:,} bytes together.")
    listed = [PackedFile(path=path, size=len(files[path]), sha256=_digest(files[path])) for path in sorted(files)]
    try:
        manifest = Manifest(name=name, title=title, version=version, extends=extends, file=file, files=listed)
    except ValidationError as fault:
        key = fault.errors(include_url=False)[0]["loc"][0]
        raise PackageError(f"No package can be made of this: the `{key}` in its header is too long.") from None
    return Package(manifest, files)


def archive_of(package: Package) -> bytes:
    """The bytes of a package. Nothing is compressed: libraries that do so differ in their bytes."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_STORED) as archive:
        manifest = package.manifest.to_json().encode()
        for path, data in ((FILE, manifest), *sorted(package.files.items())):
            info = zipfile.ZipInfo(path, _BEGINNING)
            info.create_system, info.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, data)
    return memory.getvalue()


def read_archive(data: bytes) -> Package:
    """The package that a file holds, all of it read and held against its manifest.

    Raises PackageError for one that is damaged, forged, or made to harm who unpacks it.
    """
    _check_end(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [each for each in archive.infolist() if not _is_folder(each)]
            _check_entries(entries)
            # the names that were checked: newer Pythons take others from what stands behind these
            files = {each.orig_filename: _content(archive, each) for each in entries}
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, ValueError, OSError) as fault:
        if isinstance(fault, PackageError):
            raise
        raise PackageError("This is no package, or a damaged one: it cannot be unpacked.") from None
    return _checked(files)


def _check_end(data: bytes) -> None:
    """See that the list of an archive is where it has to be, and of a size that can be read."""
    if data[:2] != b"PK" or data[-_END_SIZE : -_END_SIZE + 4] != _END:
        raise PackageError("This is no package: it is not a zip archive, or not a whole one and nothing else.")
    disk, first, here, count, size, start, comment = struct.unpack("<4H2LH", data[-_END_SIZE + 4 :])
    if disk or first or comment or here != count or start + size + _END_SIZE != len(data):
        raise PackageError("This is no package: its list of files is not where it has to be.")
    if count > MOST_FILES + 1 or size > _DIRECTORY:
        raise PackageError(f"This is no package: it has more than {MOST_FILES:,} files.")


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry only stands for a folder, as other programs write; refused where its name is odd."""
    if not entry.orig_filename.endswith("/") or entry.file_size:
        return False
    if told := fault_of_path(entry.orig_filename.removesuffix("/")):
        raise PackageError(f"The package is refused: {cite(entry.orig_filename)} {told}.")
    return True


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    for each in entries:
        path = each.orig_filename
        kind = stat.S_IFMT(each.external_attr >> 16)
        told = fault_of_path(path) or fault_of_kind(path)
        if kind not in (0, stat.S_IFREG):
            told = "is a link or a device, and no file"
        elif each.flag_bits & 0x1:
            told = "is locked with a password"
        elif each.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            told = "is packed in a way that is not known here"
        elif each.file_size > (LONGEST if path == FILE else MAX_BYTES):
            told = f"is larger than {MAX_BYTES:,} bytes"
        elif each.file_size > _EASY and each.file_size > MOST_RATIO * each.compress_size:
            told = "is packed as no file of a ruleset is"
        if told:
            raise PackageError(f"The package is refused: {cite(path)} {told}.")
    if other := clash(each.orig_filename for each in entries):
        raise PackageError(f"The package is refused: {cite(other)} is there twice, or is a file and a folder.")
    if sum(each.file_size for each in entries) > MOST_BYTES + LONGEST:
        raise PackageError(f"The package is refused: its files are larger than {MOST_BYTES:,} bytes together.")


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        data = file.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        raise PackageError(f"The package is refused: {cite(entry.orig_filename)} is not as long as it says.")
    return data


def _checked(files: dict[str, bytes]) -> Package:
    """The package of files that hold what its manifest says."""
    if FILE not in files:
        raise PackageError(f"This is no package: it has no {FILE}.")
    try:
        manifest = read_manifest(files.pop(FILE))
    except ValueError as fault:
        raise PackageError(f"The package is refused: {fault}.") from None
    if told := fault_of_name(manifest.name):
        raise PackageError(f"The package is refused: `{manifest.name}` {told}.")
    listed = {each.path: each for each in manifest.files}
    if len(listed) < len(manifest.files) or listed.keys() != files.keys():
        other = sorted(listed.keys() ^ files.keys()) or [manifest.files[0].path]
        raise PackageError(f"The package is refused: {cite(other[0])} is not in both the package and its {FILE}.")
    for path, data in files.items():
        if len(data) != listed[path].size or _digest(data) != listed[path].sha256:
            raise PackageError(f"The package is damaged: {cite(path)} is not what its {FILE} says.")
        if is_picture(path) and (kind_of(data) != FORMATS[path.rpartition(".")[2].casefold()] or len(data) > LARGEST):
            raise PackageError(f"The package is refused: {cite(path)} is no picture that can be shown, or too large.")
    if manifest.file and manifest.file not in files:
        raise PackageError(f"The package is refused: it has no file {cite(manifest.file)}.")
    return Package(manifest, files)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
