"""The files of a project: read, written whole or not at all, taken away and renamed, inside its folder only."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError
from yupana.schemas.find import UNSEEN, leads_outside
from yupana.schemas.host import claim
from yupana.schemas.manifest import MOST_BYTES, MOST_FILES
from yupana.schemas.opened import MAX_BYTES
from yupana.schemas.table_names import WORKBOOKS
from yupana.schemas.tree import cite

from ..packages.paths import DEEPEST, fault_of_kind, fault_of_path, is_picture
from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..shell.files import write_text
from .host import Host


def register(host: Host) -> None:
    """What can be asked of files. A `stamp` stands for what a file holds: who writes says over what (`over`; "" for no
    file), and is refused where the disk holds something else meanwhile."""

    @host.method("files/list")
    def listed(said: RequestBody) -> Any:
        return {"files": [_about(host.folder, each) for each in paths_in(host.folder)]}

    @host.method("files/all")
    def every(said: RequestBody) -> Any:
        held = [(path, _held(host.folder / path) or b"") for path in paths_in(host.folder)]
        return {"files": [{"path": path, "stamp": stamp_of(data), **said_of(path, data)} for path, data in held]}

    @host.method("files/read")
    def read(said: RequestBody) -> Any:
        path = said.text("path")
        data = _held(place_of(host.folder, path))
        if data is None and said.truth("maybe"):
            return {"path": path, "stamp": ""}
        if data is None:
            raise Refused(404, f"There is no file {cite(path)}.")
        return {"path": path, "stamp": stamp_of(data), **said_of(path, data)}

    @host.method("files/write")
    def write(said: RequestBody) -> Any:
        path = said.text("path")
        place, data = place_of(host.folder, path), content_of(said)
        _is_room(host.folder, path, len(data))
        _is_still(place, path, said)
        with _tried(path):
            place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, data)
        host.say_changed(path)
        return {"path": path, "stamp": stamp_of(data)}

    @host.method("files/remove")
    def remove(said: RequestBody) -> Any:
        path = said.text("path")
        place = place_of(host.folder, path)
        _is_still(place, path, said)
        with _tried(path):
            place.unlink(missing_ok=True)
        _without_empty(host.folder, place.parent)
        host.say_changed(path)
        return {"path": path}

    @host.method("files/rename")
    def rename(said: RequestBody) -> Any:
        old, new = said.text("path"), said.text("to")
        place, target = place_of(host.folder, old), place_of(host.folder, new)
        data = _held(place)
        if data is None:
            raise Refused(404, f"There is no file {cite(old)}.")
        if target.exists():
            raise Refused(409, f"There is a file {cite(new)} already.")
        with _tried(new):
            target.parent.mkdir(parents=True, exist_ok=True)
            claim(place, target)
        _without_empty(host.folder, place.parent)
        host.say_changed(old, new)
        return {"path": new, "stamp": stamp_of(data)}


def paths_in(folder: Path) -> Iterator[str]:
    """The files of a project, by name, as paths with `/`: those of kinds that a ruleset has."""
    for count, path in enumerate(sorted(_paths_in(folder, folder, 1))):
        if count == MOST_FILES:
            return
        yield path


def place_of(folder: Path, path: str) -> Path:
    """Where a file of a project lies. Raises Refused for what cannot be one or leads out of the folder."""
    if told := fault_of_path(path) or fault_of_kind(path):
        raise Refused(400, f"A project cannot have the file {cite(path[:200])}: it {told}.")
    place = folder / path
    if leads_outside(place, folder) or place.is_dir():
        raise Refused(400, f"A project cannot have the file {cite(path)}: something else lies there.")
    return place


def content_of(said: RequestBody) -> bytes:
    """What is to be written: `text`, or `base64` of what is none. Raises Refused."""
    packed = said.text("base64", "", most=2 * MAX_BYTES)
    if packed:
        try:
            data = base64.b64decode(packed, validate=True)
        except (binascii.Error, ValueError):
            raise Refused(400, "`base64` is not what it says.") from None
    else:
        data = said.text("text", most=MAX_BYTES).encode()
    if len(data) > MAX_BYTES:
        raise Refused(413, f"A file has at most {MAX_BYTES:,} bytes.")
    return data


def said_of(path: str, data: bytes) -> dict[str, str]:
    """What a file holds, for a page: as `text` where it is one, else as `base64`."""
    if is_text(path):
        try:
            return {"text": data.decode("utf-8")}
        except UnicodeDecodeError:
            pass
    return {"base64": base64.b64encode(data).decode()}


def is_text(path: str) -> bool:
    """Whether a file is a text by its kind."""
    return not is_picture(path) and Path(path).suffix not in WORKBOOKS


def stamp_of(data: bytes) -> str:
    """What stands for the content of a file."""
    return hashlib.sha256(data).hexdigest()[:20]


def _paths_in(home: Path, folder: Path, depth: int) -> Iterator[str]:
    try:
        inside = list(os.scandir(folder))
    except OSError:
        return
    for each in inside:
        path = Path(each.path)
        if each.name.startswith(UNSEEN):
            continue
        if each.is_dir(follow_symlinks=False):
            if depth < DEEPEST:
                yield from _paths_in(home, path, depth + 1)
        elif each.is_file() and not leads_outside(path, home):
            name = path.relative_to(home).as_posix()
            if not fault_of_path(name) and not fault_of_kind(name):
                yield name


def _about(folder: Path, path: str) -> dict[str, Any]:
    data = _held(folder / path) or b""
    return {"path": path, "size": len(data), "stamp": stamp_of(data), "text": "text" in said_of(path, data)}


@contextmanager
def _tried(path: str) -> Iterator[None]:
    """What the disk refuses is told of as a refusal. Raises Refused."""
    try:
        yield
    except OSError as fault:
        raise Refused(400, f"The disk does not take {cite(path)}: {fault.strerror or fault}.") from None


def _held(place: Path) -> bytes | None:
    """What a file holds; nothing where there is none. Raises UsageError for one that cannot be read."""
    try:
        with place.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise UsageError(f"Cannot read {cite(place.name)}: {fault.strerror or fault}.") from None


def _is_still(place: Path, path: str, said: RequestBody) -> None:
    """See that a file holds what who writes believes. Raises Refused where it does not."""
    over = said.text("over", "*")
    if over == "*":
        return
    data = _held(place)
    if over != ("" if data is None else stamp_of(data)):
        raise Refused(409, f"{cite(path)} was changed on the disk meanwhile.")


def _is_room(folder: Path, path: str, size: int) -> None:
    """Raises Refused where a project would become larger than one may be."""
    there = {each: (folder / each).stat().st_size for each in paths_in(folder)} | {path: size}
    if len(there) > MOST_FILES or sum(there.values()) > MOST_BYTES:
        raise Refused(413, f"A project has at most {MOST_FILES:,} files of {MOST_BYTES:,} bytes together.")


def _without_empty(home: Path, folder: Path) -> None:
    """Take away folders that hold nothing any more."""
    while folder != home and folder.is_relative_to(home):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
