"""From a target such as `base+overlay` to one composed ruleset: finding, reading, putting together, validating.

A ruleset is a folder of YAML files or one file; its files are put together section by section. Overlays (see
`overlay`) go on it in the order in which they are named. Everything that is wrong, in any file, ends in one report.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence as Sequence_
from dataclasses import dataclass, field
from pathlib import Path

from .fields import NAME, did_you_mean, place
from .overlay import BLOCKS, Merger
from .parts import ROOT, Part
from .reader import load_text, read_text
from .ruleset import Ruleset
from .source import NOWHERE, Diagnostic, Report, Span
from .tree import Mapping, Node, Scalar, Word
from .validate import validate

SHIPPED = Path(__file__).resolve().parent.parent / "rulesets"
"""The rulesets that come with the program."""

MAX_FILES = 200
"""How many files a ruleset may have."""

_SUFFIXES = (".yaml", ".yml")
_VARIANTS = "variants"


@dataclass(slots=True)
class Composed:
    """A ruleset with its overlays.

    `ruleset` is None when `report` holds errors of YAML, sections or overlays; `partial` is then what could be read,
    for finding more faults in the same run, and `left_out` the names that are missing in it. `name` is `base` or
    `base+overlay`; `hash` is a SHA-256 in hex of all that was read, the same on every machine; `files` gives the text
    of every file by its shown path.
    """

    target: str
    report: Report = field(default_factory=Report)
    name: str = ""
    title: str = ""
    ruleset: Ruleset | None = None
    partial: Ruleset | None = None
    left_out: frozenset[str] = frozenset()
    tree: Mapping | None = None
    hash: str = ""
    files: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Listed:
    """A ruleset that can be loaded by name; `overlays` are the names of its variants."""

    name: str
    title: str
    path: Path
    overlays: list[str]


@dataclass(slots=True)
class _Part:
    """One folder or file that was read: a base or an overlay."""

    path: Path
    tree: Mapping
    name: str
    title: str
    extends: Word | None
    contents: list[tuple[str, str]]  # (path inside the part, text)
    incomplete: bool  # a file of it could not be read

    @property
    def key(self) -> Path:
        return self.path.resolve()


def compose(target: str, search: Sequence_[Path] = ()) -> Composed:
    """Find, read, merge and validate.

    Args:
        target: a ruleset's name, a path, or either with overlays: `base+overlay+…`; an overlay alone brings its base.
        search: folders in which names are looked up first; then come the shipped rulesets and the current folder.

    Never raises for what an author did: look at `.report`.
    """
    composer = _Composer(Composed(target), [*search, SHIPPED, Path()])
    parts = composer.resolve(target)
    result = composer.result
    if parts:
        composer.put_together(parts)
    return result


def list_rulesets(search: Sequence_[Path] = ()) -> list[Listed]:
    """The rulesets in the given folders and the shipped ones, by name; a name that is found twice counts once."""
    found: dict[str, Listed] = {}
    for folder in (*search, SHIPPED):
        if not folder.is_dir():
            continue
        for path in sorted(folder.iterdir()):
            name = path.name if path.is_dir() else path.stem
            if name in found or not _files_of(path):
                continue
            composer = _Composer(Composed(name), [folder])
            part = composer.read(path, str(path))
            if part is None or part.extends is not None or "ruleset" not in part.tree:
                continue
            variants = path / _VARIANTS
            found[name] = Listed(name, part.title, path, _names_in(variants))
    return [found[name] for name in sorted(found)]


def _files_of(path: Path) -> list[Path]:
    """The YAML files of a ruleset: of a folder those directly inside, by name."""
    if path.is_dir():
        try:
            return sorted(each for each in path.iterdir() if each.suffix in _SUFFIXES and each.is_file())
        except OSError:
            return []
    return [path] if path.suffix in _SUFFIXES and path.is_file() else []


def _names_in(folder: Path) -> list[str]:
    """The names of the rulesets or overlays in a folder."""
    if not folder.is_dir():
        return []
    return [each.name if each.is_dir() else each.stem for each in sorted(folder.iterdir()) if _files_of(each)]


@dataclass(slots=True)
class _Composer:
    result: Composed
    search: list[Path]
    read_parts: dict[Path, _Part | None] = field(default_factory=dict)

    def _fault(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        self.result.report.add(Diagnostic(code, "error", message, span or NOWHERE, hint))

    # ------------------------------------------------------------ finding

    def resolve(self, target: str) -> list[_Part]:
        """The base and its overlays, in order; empty if something is not found or does not fit."""
        words = [target] if "+" not in target or Path(target).exists() else target.split("+")
        chain: list[_Part] = []
        for index, word in enumerate(words):
            path, shown = self._find(word, chain[0].path if chain else None)
            if path is None:
                self._unknown(word, chain[0] if chain else None)
                return []
            part = self.read(path, shown)
            if part is None:
                return []
            if index > 0 and part.extends is None:
                self._fault("YUP238", f"`{word}` is no overlay: its header has no `extends`", part.tree.span)
                return []
            if not self._append(chain, part, ()):
                return []
        return chain

    def _append(self, chain: list[_Part], part: _Part, above: tuple[Path, ...]) -> bool:
        """Put a part behind what it extends."""
        if part.key in above:
            self._fault("YUP237", f"`{part.name}` extends itself", part.tree.span)
            return False
        if any(each.key == part.key for each in chain):
            return True
        if part.extends is None:
            if chain:
                self._fault("YUP235", f"`{part.name}` and `{chain[0].name}` are two different rulesets", part.tree.span)
                return False
            chain.append(part)
            return True
        span = part.extends.span
        for index, word in enumerate(part.extends.split("+")):
            # a stranger's file may not reach for files elsewhere: only names are looked up
            if not NAME.fullmatch(word):
                hint = "`extends` holds the name of a ruleset, or `base+overlay`"
                self._fault("YUP206", f"`{word}` cannot be the name of a ruleset", span, hint)
                return False
            below = self._find_below(word, part, chain, is_base=index == 0)
            if below is None:
                self._unknown(word, chain[0] if chain and index else None, span)
                return False
            if not self._append(chain, below, (*above, part.key)):
                return False
        chain.append(part)
        return True

    def _find_below(self, word: str, part: _Part, chain: list[_Part], *, is_base: bool) -> _Part | None:
        """What an overlay's `extends` names: the ruleset it lies in, one already read, or one found by name."""
        for each in chain:
            if each.name == word or each.path.name == word:
                return each
        beside = [part.path.parent]
        if part.path.parent.name == _VARIANTS:
            home = part.path.parent.parent
            beside.append(home)
            found = self.read(home, self._shown(home)) if is_base and _files_of(home) else None
            if found is not None and word in (found.name, home.resolve().name):
                return found
        path, shown = self._find(word, chain[0].path if chain else None, extra=beside)
        return None if path is None else self.read(path, shown)

    def _find(self, word: str, base: Path | None, extra: Sequence_[Path] = ()) -> tuple[Path | None, str]:
        """The folder or file for a name or path, and how it is shown."""
        given = Path(word)
        if _files_of(given) and (given.suffix in _SUFFIXES or os.sep in word or "/" in word or word in (".", "..")):
            return given, word
        if not word or os.sep in word or "/" in word or word in (".", ".."):
            return None, word
        folders = [*extra, *self.search]
        if base is not None and base.is_dir():
            folders.insert(0, base / _VARIANTS)
        for folder in folders:
            for path in (folder / word, *(folder / f"{word}{suffix}" for suffix in _SUFFIXES)):
                if _files_of(path):
                    return path, self._shown(path)
        return None, word

    def _shown(self, path: Path) -> str:
        """A path as people see it: from the current folder if it lies there."""
        try:
            return path.resolve().relative_to(Path.cwd()).as_posix()
        except (ValueError, OSError):
            return str(path)

    def _unknown(self, word: str, base: _Part | None, span: Span | None = None) -> None:
        known: list[str] = []
        for folder in ([base.path / _VARIANTS] if base is not None else []) + self.search:
            known += _names_in(folder)
        path = Path(word)
        if word and path.is_dir():
            self._fault("YUP122", f"the folder `{word}` holds no .yaml file", span)
        elif path.suffix in _SUFFIXES or "/" in word:
            self._fault("YUP121", f"there is no file or folder `{word}`", span)
        else:
            what = f"overlay `{word}` of `{base.name}`" if base is not None else f"ruleset `{word}`"
            hint = did_you_mean(word, known)
            homes = [
                home for home in known if any(word in _names_in(folder / home / _VARIANTS) for folder in self.search)
            ]
            if homes:
                hint = f"`{word}` is an overlay: write `{homes[0]}+{word}`"
            elif not hint:
                names = sorted(dict.fromkeys(known))
                hint = "there are " + ", ".join(f"`{each}`" for each in names) if names else "give a name or a path"
            self._fault("YUP121", f"there is no {what}", span, hint)

    # ------------------------------------------------------------ reading

    def read(self, path: Path, shown: str) -> _Part | None:
        """Read all files of a ruleset or overlay and put their sections together; each folder or file once."""
        key = path.resolve()
        if key not in self.read_parts:
            self.read_parts[key] = self._read(path, shown)
        return self.read_parts[key]

    def _read(self, path: Path, shown: str) -> _Part | None:
        files = _files_of(path)
        if len(files) > MAX_FILES:
            self._fault("YUP123", f"a ruleset has at most {MAX_FILES} files, here are {len(files)}")
            return None
        report = self.result.report
        trees: list[Mapping] = []
        errors = len(report.diagnostics)
        incomplete = False
        contents: list[tuple[str, str]] = []
        first = Span(shown, 1, 1, 1, 1)
        for file in files:
            name = f"{shown.rstrip('/')}/{file.name}" if path.is_dir() else shown
            if not trees:
                first = Span(name, 1, 1, 1, 1)
            text = read_text(file, name, report)
            if text is None:
                incomplete = True
                continue
            self.result.files[name] = text
            contents.append((file.name, text))
            tree = load_text(text, name, report)
            if tree is not None:
                trees.append(tree)
            elif len(report.diagnostics) > errors:
                incomplete = True
        whole = Mapping((), first)
        for tree in trees:
            whole = _union(whole, tree, ROOT, (), report)
        header = whole.get("ruleset")
        plain = path.resolve()
        name = plain.name if plain.is_dir() else plain.stem
        title, extends = name, None
        if isinstance(header, Mapping):
            name = _text_of(header, "name") or name
            title = _text_of(header, "title") or name
            extends = _text_of(header, "extends")
            whole.span = header.span
        return _Part(path, whole, str(name), str(title), extends, contents, incomplete)

    # ------------------------------------------------------------ putting together

    def put_together(self, parts: list[_Part]) -> None:
        """Merge the overlays into the base and validate; fills the result."""
        result = self.result
        base, overlays = parts[0], parts[1:]
        for block in BLOCKS:
            if block in base.tree:
                hint = "only a file whose header says `extends: NAME` is an overlay"
                message = f"`{block}` stands in a ruleset that is no overlay"
                self._fault("YUP234", message, base.tree.key_span(block), hint)
        tree = Mapping([(key, value) for key, value in base.tree.items() if key not in BLOCKS], base.tree.span)
        merger = Merger(result.report)
        for overlay in overlays:
            tree = merger.merge(tree, overlay.tree, overlay.name, self._below(overlay, parts))
        result.name = "+".join(part.name for part in parts)
        result.title = " + ".join(part.title for part in parts)
        result.tree = _with_title(tree, result.title) if overlays else tree
        digest = hashlib.sha256()
        for part in parts:
            for name, text in part.contents:
                label = name if part.path.is_dir() else "file"
                for piece in (label, text):
                    data = piece.encode("utf-8", "surrogatepass")
                    digest.update(len(data).to_bytes(8, "big") + data)
        result.hash = digest.hexdigest()
        validated = validate(result.tree, result.report, incomplete=any(part.incomplete for part in parts))
        result.partial, result.left_out = validated.ruleset, validated.left_out
        result.ruleset = None if result.report.errors else validated.ruleset

    def _below(self, overlay: _Part, parts: list[_Part]) -> frozenset[str]:
        """The names of the overlays that this one extends, directly or not."""
        below: set[str] = set()
        names = {part.name: part for part in parts}
        waiting = list(overlay.extends.split("+")) if overlay.extends else []
        while waiting:
            name = waiting.pop()
            if name in names and name not in below:
                below.add(name)
                extends = names[name].extends
                waiting += extends.split("+") if extends else []
        return frozenset(below)


def _text_of(mapping: Mapping, key: str) -> Word | None:
    node = mapping.get(key)
    return node.word if isinstance(node, Scalar) and not node.is_empty else None


def _with_title(tree: Mapping, title: str) -> Mapping:
    """The tree with the title of the whole composition."""
    header = tree.get("ruleset")
    old = header.get("title") if isinstance(header, Mapping) else None
    if not isinstance(header, Mapping) or not isinstance(old, Scalar):
        return tree
    new = Scalar(title, "double", old.span)
    renamed = Mapping([(key, new if key == "title" else value) for key, value in header.items()], header.span)
    return Mapping([(key, renamed if key == "ruleset" else value) for key, value in tree.items()], tree.span)


def _union(left: Mapping, right: Mapping, part: Part, path: tuple[str, ...], report: Report) -> Mapping:
    """The sections of two files of one ruleset; a name that stands in both is a fault."""
    result: dict[str, Node] = dict(left)
    for key, value in right.items():
        old = left.get(key)
        inner = part.child(key)
        here = (*path, str(key))
        in_block = here[0] in BLOCKS
        mergeable = (inner.kind in ("names", "element") and (not path or inner.kind == "names")) or in_block
        if old is None:
            result[key] = value
        elif mergeable and key != "ruleset" and isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = _union(old, value, inner, here, report)
        else:
            first = left.key_span(key)
            hint = f"the first is in {first.file}:{first.line}; keep one of them, or give one another name"
            message = f"`{'.'.join(here)}` stands in two files of this ruleset"
            report.add(Diagnostic("YUP212", "error", message, place(key) or value.span, hint))
    return Mapping(result.items(), left.span)
