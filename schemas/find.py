"""Where rulesets lie: the folders and files that names and paths stand for.

Nothing here raises for a path that cannot be looked at: it holds no ruleset then.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from .reader import load_text, read_text
from .source import Report
from .table_names import TABLES
from .tree import Mapping

SHIPPED = Path(__file__).resolve().parent.parent / "rulesets"
"""The rulesets that come with the program."""

SUFFIXES = (".yaml", ".yml")
UNSEEN = (".", "~$")
"""How the names of files begin that nobody made: hidden ones, and those by which Office says that it has one open."""
VARIANTS = "variants"
TEXTS = "texts"

_HEADER = re.compile(r"^(ruleset|[\"']ruleset[\"']) *:", re.MULTILINE)
_NEXT_SECTION = re.compile(r"^[^\s#]", re.MULTILINE)


def is_folder(path: Path) -> bool:
    """Whether it is a folder that can be looked at."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def files_of(path: Path) -> list[Path]:
    """The YAML files of a ruleset: of a folder those directly inside, by name. Hidden files are none of them, and
    links that lead out of the ruleset are not followed."""
    home, files = home_of(path), _yaml_files(path)
    away = () if home is None else _leading_outside(files, home)
    return [each for each in files if each not in away]


def tables_beside(path: Path) -> list[Path]:
    """The tables that a ruleset or overlay may name: those directly in its folder, by name. Hidden files are none, and
    links that lead out of the ruleset are not followed."""
    folder = path if is_folder(path) else path.parent
    files = _files_in(folder, TABLES)
    away = _leading_outside(files, home_of(path) or folder)
    return [each for each in files if each not in away]


def sources_of(path: Path) -> list[Path]:
    """All that a ruleset or overlay may be made of: its YAML files and the tables beside them."""
    return [*files_of(path), *tables_beside(path)]


def links_outside(path: Path) -> list[Path]:
    """The files of a ruleset, its texts with them, that are links to somewhere outside of it."""
    home = home_of(path)
    if home is None:
        return []
    texts = _yaml_files(path / TEXTS) if is_folder(path) else []
    return _leading_outside([*_yaml_files(path), *texts], home)


def home_of(path: Path) -> Path | None:
    """The folder that the files of a ruleset or overlay may not lead out of: an overlay's is that of its base. None for
    a file that is named by itself."""
    if path.parent.name == VARIANTS:
        return path.parent.parent
    return path if is_folder(path) else None


def leads_outside(file: Path, home: Path) -> bool:
    """Whether a file lies, through links, outside of the folder it seems to lie in: a stranger's ruleset could show
    what stands in files that are none of its own."""
    return bool(_leading_outside([file], home))


def _leading_outside(files: Iterable[Path], home: Path) -> list[Path]:
    """Those of some files; of the folders that they seem to lie in it is asked once where they are."""
    whole, folders, found = os.path.join(os.path.realpath(home), ""), dict[str, str](), []
    for each in files:
        folder, name = os.path.split(each)
        if folder not in folders:
            folders[folder] = os.path.realpath(folder)
        real = os.path.join(folders[folder], name)
        is_plain = name not in ("", ".", "..") and not os.path.islink(real)
        if not (real if is_plain else os.path.realpath(real)).startswith(whole):
            found.append(each)
    return found


def by_name(path: Path) -> str:
    """The key by which files are sorted: the same order on systems whose paths are compared without case, or whose
    names are stored in another form of Unicode."""
    return unicodedata.normalize("NFC", path.name)


def _yaml_files(path: Path) -> list[Path]:
    try:
        if not path.is_dir():
            return [path] if path.suffix in SUFFIXES and path.is_file() else []
    except (OSError, ValueError):
        return []
    return _files_in(path, SUFFIXES)


def _files_in(folder: Path, suffixes: tuple[str, ...]) -> list[Path]:
    try:
        inside = (each for each in folder.iterdir() if each.suffix in suffixes and not each.name.startswith(UNSEEN))
        return sorted((each for each in inside if each.is_file()), key=by_name)
    except (OSError, ValueError):
        return []


_KEY = re.compile(r"^[\"']?([A-Za-z_]+)[\"']?\s*:", re.MULTILINE)


def top_keys(text: str) -> list[str]:
    """The keys at the beginning of lines, without reading the text as YAML."""
    return _KEY.findall(text)


def is_ruleset(path: Path) -> bool:
    """Whether a file, or some file of a folder, looks like a part of a ruleset: it has a section of one, or is empty.
    Other YAML files (of a website, of a workflow) may lie in a folder too."""
    from .overlay import section_names  # the models of all sections, which finding and listing rulesets do without

    sections = section_names()
    for file in _yaml_files(path):
        text = read_text(file, file.name, Report())
        keys = set(top_keys(text or ""))
        if not keys or keys & sections:
            return True
    return False


def rulesets_in(folder: Path) -> list[tuple[str, Path]]:
    """The rulesets or overlays in a folder: name and path, by name; hidden files are none."""
    if not is_folder(folder):
        return []
    try:
        inside = sorted((each for each in folder.iterdir() if not each.name.startswith(".")), key=by_name)
    except OSError:
        return []
    return [(each.name if is_folder(each) else each.stem, each) for each in inside if files_of(each)]


def names_in(folder: Path) -> list[str]:
    """The names of the rulesets or overlays in a folder."""
    return list(dict.fromkeys(name for name, _ in rulesets_in(folder)))


def find(word: str, folders: Sequence[Path]) -> tuple[Path | None, str]:
    """The folder or file that a path or name stands for, and how it is shown; names are looked up in the folders."""
    for path in places_of(word, folders):
        if (found := _ruleset_at(path)) is not None:
            as_given = found == Path(word) and (_is_path(word) or found.suffix in SUFFIXES)
            return found, word if as_given else shown(found)
    return None, word


def _is_path(word: str) -> bool:
    return os.sep in word or "/" in word or word in (".", "..")


def places_of(word: str, folders: Sequence[Path]) -> list[Path]:
    """The places that a path or name may stand for, that which goes before the others first."""
    if not word or "\0" in word:
        return []
    given = Path(word)
    if _is_path(word):
        return [given]
    named = [folder / f"{word}{suffix}" for folder in folders for suffix in ("", *SUFFIXES)]
    return [given, *named] if given.suffix in SUFFIXES else named


def _ruleset_at(path: Path) -> Path | None:
    """The path if there are files of a ruleset; of a repository with a single ruleset in it, that one."""
    if _yaml_files(path):
        return path
    inside = [each for _, each in rulesets_in(path) if is_ruleset(each)]
    return inside[0] if len(inside) == 1 else None


def shown(path: Path) -> str:
    """A path as people see it: from the current folder if it lies there."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError, RuntimeError):  # outside of it, or links that lead in a loop
        return str(path)


def header_of(path: Path) -> Mapping | None:
    """The header of the ruleset or overlay: read without the rest, unless it can only be told from it by reading
    all."""
    texts: list[str] = []
    for file in files_of(path):
        texts.append(read_text(file, file.name, Report()) or "")
        if (start := _HEADER.search(texts[-1])) is not None:
            end = _NEXT_SECTION.search(texts[-1], start.end())
            if (header := _header_in(texts[-1][start.start() : end.start() if end else None])) is not None:
                return header
    found = (_header_in(text) for text in texts if "ruleset" in text)
    return next((each for each in found if each is not None), None)


def _header_in(text: str) -> Mapping | None:
    tree = load_text(text, "", Report())
    header = tree.get("ruleset") if tree is not None else None
    return header if isinstance(header, Mapping) else None


def header_values(path: Path, *keys: str) -> list[str]:
    """What the header of a ruleset or overlay says under some keys, "" where it says nothing."""
    header = header_of(path)
    return ["" if header is None else str(header.word(key) or "") for key in keys]


def base_of(path: Path) -> str:
    """The name of the ruleset that an overlay extends, of what it extends the first; "" for what is no overlay."""
    (extends,) = header_values(path, "extends")
    return re.split(r"[\s+<>=!~]", extends.strip(), maxsplit=1)[0]
