"""The files that Python in the browser is made of: Pyodide, its standard library, packages, and this program.

    pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm    Pyodide as npm brings it
    stdlib.zip                                        its standard library, compiled
    packages.pack, yupana.pack                        archives that `compiling.py` describes
    python.json                                       what there is, see `Manifest`

What is fetched is what `wheels.lock` names, with its digests. Modules are compiled by Pyodide itself while the page is
built, since to compile them takes longer than all the rest of the start.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PYODIDE = HERE.parent / "node_modules" / "pyodide"
WHEELS = HERE / "wheels"
"""What was fetched."""

LOCK = HERE / "wheels.lock"
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64")
"""For which machine: the browser, and another one whose packages are taken for their Python files alone."""

COPIED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PARTS = ("stdlib.zip", "packages.pack", "yupana.pack")

_OWN = ("interpreter", "schemas", HERE.parents[1].name, "rulesets")
_OWN_LEFT_OUT = re.compile(
    r"tools/(editor/vscode|training)/.*|tools/pytest_plugin\.py"
    r"|tools/studio/(?!browser/[a-z_]+\.py)[^/]+/.*|tools/studio/(package.*\.json|build\.mjs|\.npmrc)"
    r"|.*/(__pycache__|node_modules)/.*|.*\.pyc"
)
"""What of this program cannot be wanted in a browser: plugins of other programs, and the page itself."""
_OWN_KEPT = r"yupana/interpreter/backends/wasm/runtime/.*"
"""Sources that are read as data: routines of modules of WebAssembly."""
_OWN_DOCUMENTED = r"yupana/schemas/.*"
"""Code whose documentation becomes that of the schemas of files."""

_PACKAGES_LEFT_OUT = re.compile(
    r".*/tests?/.*|.*\.(pyi|c|h|so)|.*\.data/.*|.*\.dist-info/RECORD"
    r"|networkx/generators/atlas\.dat\.gz"
    r"|fontawesomefree/(?!__init__\.py|static/fontawesomefree/(LICENSE\.txt|svgs/solid/)).*"
)
"""What of packages nobody wants here. Machine code is, where it is WebAssembly."""

_STDLIB_LEFT_OUT = (
    r"(ensurepip|idlelib|pydoc_data|sqlite3|tkinter|turtledemo|unittest|wsgiref|xmlrpc|venv|lib2to3|_pyrepl|dbm|curses"
    r"|test|multiprocessing/dummy|ctypes/macholib)/.*"
    r"|encodings/(cp(?!437)|mac_|iso8859_|koi8|hp_|kz|palmos|ptcp|tis).*"
    r"|(pydoc|turtle|doctest|pdb|bdb|profile|cProfile|pstats|ftplib|poplib|imaplib|smtplib|nntplib|telnetlib|mailbox"
    r"|optparse|plistlib|pickletools|antigravity|this|tabnanny|trace|http/server|__hello__"
    r"|_android_support|_ios_support|_apple_support)\.py"
)


def fetch() -> None:
    """Fetch the packages that the lock names, unless they are there. Raises UsageError."""
    stamp = WHEELS / "fetched"
    if stamp.is_file() and stamp.read_bytes() == LOCK.read_bytes():
        return
    shutil.rmtree(WHEELS, ignore_errors=True)
    words = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary=:all:", "--require-hashes", "--python-version", "3.14", "--implementation", "cp", "--abi",
        "cp314", *(word for each in PLATFORMS for word in ("--platform", each)), "-r", str(LOCK), "-d", str(WHEELS),
    ]  # fmt: skip
    _run(words, "The packages for Python in the browser cannot be fetched")
    stamp.write_bytes(LOCK.read_bytes())


def pack(out: Path) -> None:
    """Make all files in a folder, of what was fetched. What is there already and was made of the same is left as it is.
    Raises UsageError."""
    fetch()
    out.mkdir(parents=True, exist_ok=True)
    before, made_of = _before(out), _made_of()
    wanted = [part for part in PARTS if before.get(part) != made_of[part] or not (out / part).is_file()]
    with tempfile.TemporaryDirectory() as folder:
        _make(wanted, Path(folder), out)
    for name in COPIED:
        shutil.copyfile(PYODIDE / name, out / name)
    about = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    files = {name: _digest((out / name).read_bytes()) for name in (*COPIED, *PARTS)}
    manifest = {"info": about, "files": files, "made_of": made_of}
    (out / "python.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def is_fresh(out: Path) -> bool:
    """Whether what lies in a folder was made of this program as it is now, and is whole."""
    before = _before(out)
    return before.get("yupana.pack") == _own_digest() and all((out / name).is_file() for name in (*COPIED, *PARTS))


def _before(out: Path) -> Mapping[str, str]:
    """Of what the files in a folder were made."""
    try:
        found: dict[str, str] = json.loads((out / "python.json").read_text(encoding="utf-8"))["made_of"]
    except (OSError, ValueError, KeyError):
        return {}
    return found


def _made_of() -> dict[str, str]:
    """Digests of what the parts are made of."""
    pyodide = (PYODIDE / "package.json").read_bytes() + _how()
    return {
        "stdlib.zip": _digest(pyodide + _STDLIB_LEFT_OUT.encode()),
        "packages.pack": _digest(pyodide + LOCK.read_bytes() + _PACKAGES_LEFT_OUT.pattern.encode()),
        "yupana.pack": _own_digest(),
    }


def _how() -> bytes:
    """How modules are compiled."""
    return (HERE / "compiling.py").read_bytes() + (HERE / "pack.mjs").read_bytes()


def _own_digest() -> str:
    digest = hashlib.sha256(_how() + f"{_OWN_KEPT} {_OWN_DOCUMENTED} {_version()}".encode())
    for name, path in _own_files():
        digest.update(f"{name}\0{_digest(path.read_bytes())}\n".encode())
    return digest.hexdigest()


def _version() -> str:
    """The version of this program, which a wheel is told while it is built, and others by what was installed."""
    about = ROOT / "pyproject.toml"
    text = about.read_text(encoding="utf-8") if about.is_file() else ""
    found = re.search(r'^version = "(.*)"$', text, re.MULTILINE)
    return found[1] if found else metadata.version("yupana")


def _own_files() -> Iterator[tuple[str, Path]]:
    """The files of this program that are wanted, by their paths below it."""
    for name in ("__init__.py", "py.typed"):
        yield name, ROOT / name
    for folder in _OWN:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and not _OWN_LEFT_OUT.fullmatch(name):
                yield name, path


def _make(wanted: list[str], folder: Path, out: Path) -> None:
    """Make these parts."""
    plan: list[dict[str, Any]] = []
    if "stdlib.zip" in wanted:
        plan.append({"how": "zipped", "of": str(PYODIDE / "python_stdlib.zip"), "leftOut": _STDLIB_LEFT_OUT})
    if "packages.pack" in wanted:
        _lay_out_packages(folder / "packages")
        plan.append({"how": "pack", "of": str(folder / "packages"), "kept": "", "documented": ""})
    if "yupana.pack" in wanted:
        for name, path in _own_files():
            place = folder / "own" / "yupana" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
        about = folder / "own" / f"yupana-{_version()}.dist-info" / "METADATA"
        about.parent.mkdir()
        about.write_text(f"Metadata-Version: 2.1\nName: yupana\nVersion: {_version()}\n", encoding="utf-8")
        plan.append({"how": "pack", "of": str(folder / "own"), "kept": _OWN_KEPT, "documented": _OWN_DOCUMENTED})
    if not plan:
        return
    for name, each in zip([part for part in PARTS if part in wanted], plan, strict=True):
        each["out"] = str(out / name)
    node = shutil.which("node")
    if node is None:
        raise UsageError("Python for the browser is packed with Node (20 or newer), which is not installed here.")
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    _run([node, str(HERE / "pack.mjs"), str(folder / "plan.json")], "Python for the browser cannot be packed")


def _lay_out_packages(folder: Path) -> None:
    """Unpack what was fetched, but for what nobody wants."""
    for wheel in sorted(WHEELS.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith("wasm32-emscripten.so") or not _PACKAGES_LEFT_OUT.fullmatch(name):
                    archive.extract(name, folder)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _run(words: list[str], what: str) -> None:
    done = subprocess.run(words, cwd=HERE.parent, capture_output=True, text=True)
    if done.returncode:
        raise UsageError(f"{what}: {done.stderr.strip()[-2000:]}")
