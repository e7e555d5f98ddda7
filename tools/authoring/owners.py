"""Which ruleset a file belongs to: what hooks and test runners need, which are given files and not names.

The file with the header (`ruleset:`) tells. Alone in its folder it makes the folder a ruleset, with all files beside it
that hold sections; several of them in one folder, and those in a folder `variants`, are rulesets or overlays of one
file each.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from yupana.schemas.find import SUFFIXES, TEXTS, VARIANTS, files_of, header_of, is_folder, is_ruleset, rulesets_in
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.sheet_texts import tables_named
from yupana.schemas.source import Report
from yupana.schemas.table_names import is_table, split_name


def is_head(file: Path) -> bool:
    """Whether a YAML file holds the header of a ruleset or overlay."""
    return file.suffix in SUFFIXES and header_of(file) is not None


def owner(file: Path) -> Path | None:
    """The folder or file that is the ruleset or overlay of which a YAML file is a part, or which takes entries from a
    table; None if it belongs to none."""
    if not file.is_file():
        return None
    if is_table(file.name):
        return _owner_of_table(file)
    if file.suffix not in SUFFIXES:
        return None
    folder = file.parent
    if folder.name == TEXTS:  # translations: they belong to the ruleset around them
        above = next(iter(files_of(folder.parent)), None)
        return owner(above) if above is not None else None
    beside = files_of(folder)
    heads = [each for each in beside if is_head(each)]
    alone = len(heads) == 1 and folder.name != VARIANTS and all(each in heads or _is_part(each) for each in beside)
    if alone:
        return folder
    return next((head for head in heads if head.name == file.name), None)


def _owner_of_table(file: Path) -> Path | None:
    """The folder or file that is the ruleset or overlay which takes entries from a table; None if none does."""
    for beside in files_of(file.parent):
        text = read_text(beside, beside.name, Report()) or ""
        tree = load_text(text, beside.name, Report()) if file.name in text else None
        if tree is not None and any(split_name(name)[0] == file.name for _, name in tables_named(tree)):
            return owner(beside)
    return None


def owners(files: Iterable[Path], *, variants: bool = False) -> list[Path]:
    """The rulesets and overlays of files and tables, each once, in order; with `variants` also those in their bases."""
    found: dict[Path, None] = {}
    for file in files:
        path = owner(file)
        if path is not None:
            found.setdefault(path)
            if variants:
                found.update(dict.fromkeys(variants_of(path)))
    return list(found)


def variants_of(path: Path) -> list[Path]:
    """The overlays that lie in the folder `variants` of a ruleset."""
    if not is_folder(path):
        return []
    return [each for _, each in rulesets_in(path / VARIANTS) if any(is_head(file) for file in files_of(each))]


def target(path: Path) -> str:
    """How a command names a ruleset that lies at a path."""
    text = path.as_posix()
    return text if path.is_absolute() or "/" in text or text in (".", "..") else f"./{text}"


def _is_part(file: Path) -> bool:
    """Whether a YAML file without a header looks like a part of a ruleset: some key of it is a section."""
    return is_ruleset(file)
