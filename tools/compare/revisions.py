"""Rulesets as they were: `NAME@REV` is a ruleset in a revision of the git repository it lies in.

Only YAML files, tables and, where they are asked for, pictures are taken out of the repository, by their contents in
git (no hook, filter or link has a say), into a folder that is deleted afterwards. The files of a stranger's repository
can do no more here than any ruleset can.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from yupana.schemas.errors import UsageError
from yupana.schemas.find import SHIPPED, SUFFIXES, VARIANTS, find, is_folder
from yupana.schemas.table_names import TABLES

from ..shell.git import git

MAX_FILES = 1_000
MAX_BYTES = 4 * 1024 * 1024
PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_EXTENDS = re.compile(r"^ +extends: *[\"']?([\w+]+)|\bextends: *[\"']?([\w+]+)", re.MULTILINE)


class NotThereError(UsageError):
    """A revision that is there does not have a ruleset."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit of a repository; `name` is how the person called it."""

    root: Path
    name: str
    commit: str


def split(target: str) -> tuple[str, str]:
    """The target and the revision of `target@revision`; what lies there under the whole name has no revision."""
    if os.path.exists(target.replace("\0", "")):
        return target, ""
    name, at, revision = target.rpartition("@")
    return (name, revision) if at else (target, "")


def take_out(target: str, revision: str, into: Path, *, pictures: bool = False) -> str:
    """Write the files of a target as they were in a revision below a folder; gives the target to read there. With
    `pictures` those that lie in its folder too.

    Raises UsageError when there is no git, no repository, no such revision, or no such ruleset in it.
    """
    words = target.split("+")
    found: list[str] = []
    taken: set[tuple[str, str]] = set()
    base: Path | None = None
    for word in words:
        path = _place(word, base)
        if path is None:
            if base is None:
                raise UsageError(f"There is no ruleset `{word}`, so nothing says in which repository to look for it.")
            found.append(word)  # an overlay by name: it lies in the folder of its base, or is told to be missing
            continue
        known = _revision(path, revision)
        inside = _inside(path, known)
        home = inside.parent.parent if inside.parent.name == VARIANTS else inside
        names = list(_take(known, home, into, taken, PICTURES if pictures else ()))
        if not any(each == inside or inside in each.parents for each in names):
            raise NotThereError(f"There is no `{word}` in the revision `{revision}`.")
        _bases(known, names, home, into, taken)
        base = base or path
        found.append(str(into / inside))
    return "+".join(found)


def committed(path: str, revision: str) -> str:
    """The day of a revision of the repository that a ruleset lies in. Raises UsageError as `take_out` does."""
    known = _revision(Path(path), revision)
    return _git(known.root, "show", "-s", "--format=%cs", known.commit).decode().strip()


def _place(word: str, base: Path | None) -> Path | None:
    """Where a ruleset or overlay lies now, or would lie: one that has been deleted since is looked for as well."""
    beside = [base / VARIANTS] if base is not None else []
    path, _ = find(word, [*beside, SHIPPED, Path()])
    if path is not None:
        return path
    given = Path(word)
    if "/" in word or given.suffix in SUFFIXES:
        return given if is_folder(given.parent) else None
    return SHIPPED / word if base is None and re.fullmatch(r"\w+", word) else None


def _git(folder: Path, *words: str) -> bytes:
    return git(folder, *words, missing="A revision can only be read where git is installed.")


def _revision(path: Path, revision: str) -> Revision:
    folder = path if is_folder(path) else path.parent
    while not is_folder(folder) and folder != folder.parent:
        folder = folder.parent
    root = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").rstrip("\n"))
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    except UsageError:
        raise UsageError(f"The repository of `{path.name}` has no revision `{revision}`.") from None
    return Revision(root.resolve(), revision, commit.decode().strip())


def _inside(path: Path, revision: Revision) -> PurePosixPath:
    try:
        return PurePosixPath(path.resolve().relative_to(revision.root).as_posix())
    except ValueError:
        raise UsageError(f"`{path}` does not lie in a repository of git.") from None


def _take(
    revision: Revision, home: PurePosixPath, into: Path, taken: set[tuple[str, str]], pictures: Sequence[str] = ()
) -> Iterator[PurePosixPath]:
    """Write the files of rulesets below a path of a revision (or the file it is), and pictures with these endings;
    gives their paths there."""
    listed = _git(revision.root, "ls-tree", "-r", "-l", "-z", "--full-tree", revision.commit, "--", f":(literal){home}")
    if home.suffix in SUFFIXES:  # a file's tables lie beside it
        folder = [f":(literal){home.parent}/"] if home.parent.name else []
        deep = ["-r"] if pictures else []  # they may lie in a folder of their own
        beside = _git(revision.root, "ls-tree", *deep, "-l", "-z", "--full-tree", revision.commit, "--", *folder)
        wanted = tuple(map(str.encode, (*TABLES, *pictures)))
        listed += b"\0".join(row for row in beside.split(b"\0") if row.endswith(wanted))
    count = 0
    for row in listed.split(b"\0"):
        head, _, name = row.partition(b"\t")
        parts = head.split()
        if len(parts) != 4 or parts[0] not in (b"100644", b"100755"):
            continue  # links and submodules are no files of a ruleset
        path = PurePosixPath(name.decode("utf-8", "surrogateescape"))
        if path.suffix not in (*SUFFIXES, *TABLES, *pictures) or path.is_absolute() or ".." in path.parts:
            continue
        count += 1
        if count > MAX_FILES:
            raise UsageError(f"`{home}` has more than {MAX_FILES} files in the revision `{revision.name}`.")
        if int(parts[3]) > MAX_BYTES:
            raise UsageError(f"`{path}` is larger than {MAX_BYTES >> 20} MiB in the revision `{revision.name}`.")
        yield path
        key = (str(revision.root), str(path))
        if key not in taken:
            taken.add(key)
            file = into / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_git(revision.root, "cat-file", "blob", parts[2].decode()))


def _bases(
    revision: Revision, names: list[PurePosixPath], home: PurePosixPath, into: Path, taken: set[tuple[str, str]]
) -> None:
    """Of an overlay that lies outside its base, take the base out as well: it is as old as the overlay."""
    for path in names:
        if VARIANTS in path.parts:
            continue
        text = (into / path).read_text(encoding="utf-8", errors="replace")
        for found in _EXTENDS.finditer(text[:4000]):
            word = (found[1] or found[2]).split("+")[0]
            place, _ = find(word, [revision.root / home.parent, SHIPPED])
            if place is not None and revision.root in place.resolve().parents:
                inside = _inside(place, revision)
                if into / inside != into / home:
                    list(_take(revision, inside, into, taken))
                    near = into / home.parent / inside.name
                    if not near.exists():
                        near.symlink_to(into / inside)
