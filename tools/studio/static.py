"""The studio as a folder of files that any web server hands out, with Python in a worker of the browser.

Which files there are, and a digest of all of them, stands in `files.json`; the page keeps them for when there is no
network (`client/worker/service.js`).
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from pathlib import Path

from yupana.schemas.errors import UsageError

from .browser.packing import is_fresh, pack
from .building import BUILT, need_built
from .policy import policy

LISTED = "files.json"
_HOST = re.compile(r'<meta name="host" content="[a-z]*">')
_VERSION = "__VERSION__"


def build_static(folder: Path) -> None:
    """Write the page to a folder, which may hold an older one but nothing else. It is there whole or not at all.
    Raises UsageError, OSError."""
    need_built()
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"`{folder}` is a file: the studio is written to a folder.")
    if folder.is_dir() and any(folder.iterdir()) and not _is_ours(folder):
        raise UsageError(f"`{folder}` holds other files: the studio is written to a folder of its own.")
    if not is_fresh(BUILT / "python"):
        pack(BUILT / "python")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as place:
        made, old = Path(place) / "new", Path(place) / "old"
        _make(made)
        if folder.exists():
            folder.rename(old)
        made.rename(folder)


def _is_ours(folder: Path) -> bool:
    """Whether a folder holds what was written here, and nothing else."""
    try:
        listed = json.loads((folder / LISTED).read_text(encoding="utf-8"))
        known = {LISTED, "service.js", *listed["files"]}
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return "version" in listed and {_name(each, folder) for each in folder.rglob("*") if each.is_file()} <= known


def _make(folder: Path) -> None:
    shutil.copytree(BUILT, folder)
    index, service = folder / "index.html", folder / "service.js"
    html = index.read_text(encoding="utf-8")
    own = f'<meta http-equiv="Content-Security-Policy" content="{policy(compiles=True, ancestors=None)}">'
    html, many = _HOST.subn(f'{own}\n<meta name="host" content="worker">', html)
    assert many == 1
    index.write_text(html, encoding="utf-8")
    names = sorted(_name(each, folder) for each in folder.rglob("*") if each.is_file())
    digest = hashlib.sha256()
    for name in names:
        digest.update(f"{name}\0{hashlib.sha256((folder / name).read_bytes()).hexdigest()}\n".encode())
    version = digest.hexdigest()[:16]
    service.write_text(service.read_text(encoding="utf-8").replace(_VERSION, version), encoding="utf-8")
    listed = {"version": version, "files": [each for each in names if each != service.name]}
    (folder / LISTED).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()
