"""Makes `import yupana` work in a checkout on a system without symbolic links: `python tests/link.py`, once.

The development link `tests/.path/yupana` leads to the root of the project. Where git cannot make links (Windows
without developer mode) it leaves a text file in its place; this puts a junction there, or, if that cannot be either, a
small package that stands for the root. Where the link is a link, nothing is done.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = '''\
"""Stands for the root of the project where there are no links; `tests/link.py` wrote it."""

from pathlib import Path

_root = Path(__file__).resolve().parents[3]
__path__ = [str(_root)]
__file__ = str(_root / "__init__.py")
exec(compile((_root / "__init__.py").read_text(encoding="utf-8"), __file__, "exec"))
'''


def make(root: Path = ROOT) -> str:
    """Put something in place of the link that leads to the root; tells what."""
    place = root / "tests" / ".path" / "yupana"
    if place.is_dir() and (place / "__init__.py").is_file():
        return "nothing to do"
    if place.is_symlink() or place.is_file():
        place.unlink()
    place.parent.mkdir(parents=True, exist_ok=True)
    for how, link in (("a link", _link), ("a junction", _junction)):
        try:
            link(root, place)
        except (OSError, ImportError, AttributeError, NotImplementedError):
            continue
        return how
    place.mkdir()
    (place / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    return "a package that stands for the root (type checkers need a link or junction)"


def _link(root: Path, place: Path) -> None:
    os.symlink(os.path.join("..", ".."), place, target_is_directory=True)


def _junction(root: Path, place: Path) -> None:
    import _winapi  # of Windows only

    _winapi.CreateJunction(str(root), str(place))  # type: ignore[attr-defined]


if __name__ == "__main__":
    sys.stdout.write(f"tests/.path/yupana: {make()}\n")
