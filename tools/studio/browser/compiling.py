"""Makes one archive of files of Python, each compiled. It runs inside of Pyodide, whose Python the archive is for.

An archive is a gzip stream of: the length of its index in four bytes (the lowest first), the index in JSON (a list of
[path, length] in the order of the contents), and the contents one behind the other.

Sources are left out, but for those that are read as data, and so is the documentation in code that no code asks for.
"""

from __future__ import annotations

import ast
import gzip
import importlib.util
import io
import json
import marshal
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

SITE = f"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
"""Where the files lie when they are used."""


def pack(root: str, kept: str, documented: str) -> bytes:
    """An archive of all files under a folder.

    Args:
        kept: a regular expression; sources whose path matches stay sources.
        documented: a regular expression; the documentation in code stays where the path matches.
    """
    contents = _contents(Path(root), kept, documented)
    index = json.dumps([[path, len(data)] for path, data in contents], separators=(",", ":")).encode()
    whole = len(index).to_bytes(4, "little") + index + b"".join([data for _, data in contents])
    return gzip.compress(whole, 9, mtime=0)


def zipped(archive: bytes, left_out: str) -> bytes:
    """The archive of the standard library with its modules compiled, but for those that a regular expression names."""
    unwanted, out = re.compile(left_out), io.BytesIO()
    whole = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
    with zipfile.ZipFile(io.BytesIO(archive)) as given, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in sorted(given.namelist()):
            if name.endswith("/") or unwanted.fullmatch(name):
                continue
            data = given.read(name)
            if name.endswith(".py"):
                data, name = _compiled(data, f"{whole}/{name}", False), name + "c"
            made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _contents(root: Path, kept: str, documented: str) -> list[tuple[str, bytes]]:
    sources, documents = re.compile(kept), re.compile(documented)
    found: list[tuple[str, bytes]] = []
    for path in sorted(each for each in root.rglob("*") if each.is_file()):
        name, data = path.relative_to(root).as_posix(), path.read_bytes()
        if path.suffix == ".py" and not sources.fullmatch(name):
            data, name = _compiled(data, f"{SITE}/{name}", documents.fullmatch(name) is not None), name + "c"
        found.append((name, data))
    return found


def _compiled(source: bytes, path: str, documented: bool) -> bytes:
    """A module as Python reads it from a file, without asking when its source was changed."""
    code: Any = source
    if not documented:
        code = ast.parse(source)
        for each in ast.walk(code):
            if isinstance(each, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                _undocument(each)
    made = compile(code, path, "exec", dont_inherit=True, optimize=0)
    # never compared with a source: the flag says that a digest stands behind it, and that nobody need look at it
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(made)


def _undocument(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    while node.body and _is_text(node.body[0]):
        del node.body[0]
    if not node.body and not isinstance(node, ast.Module):
        node.body.append(ast.Pass(lineno=node.lineno, col_offset=0, end_lineno=node.lineno, end_col_offset=0))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
