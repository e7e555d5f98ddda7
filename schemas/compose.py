"""From a target such as `base+overlay` to one composed ruleset: finding, reading, putting together, validating.

A ruleset is a folder of YAML files or one file; its files are put together section by section. Overlays (see
`overlay`) go on it in the order in which they are named. Everything that is wrong, in any file, ends in one report.
"""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Sequence as Sequence_
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from pydantic import ValidationError

from .amount import Amount
from .dots import DOT, dotted
from .fields import NAME
from .find import (
    SHIPPED,
    SUFFIXES,
    VARIANTS,
    base_of,
    files_of,
    find,
    is_folder,
    is_ruleset,
    links_outside,
    names_in,
    places_of,
    rulesets_in,
    shown,
)
from .installed import damaged, installed, place_of, told_of_changes
from .left_out import NOTHING, LeftOut
from .listing import Listed, list_rulesets
from .model_cache import ModelCache, ReadingContext
from .namespaces import OWN_NAMES, Renamer, Space, has_own_names, prose_in, space_of
from .nearest import did_you_mean, some_of
from .old_endings import SINCE, OldEnding, modern_endings, repeated_steps
from .overlay import BLOCKS, Merger, Touch, union
from .overlay_tree import with_title
from .parts import ROOT
from .products import with_products
from .ranges import Release, release_of, wanted_in
from .reader import read_text
from .recover import read_what_can_be_read
from .removals import Removal, emptied_menus, names_removed
from .ruleset import Header, Ruleset
from .sheet_attributes import with_attributes
from .sheet_entries import Tables, with_tables
from .source import NOWHERE, Report, Span
from .targets import spelled
from .tree import Mapping, Word, cite
from .validate import told_of, validate
from .versions import modernize, tell, unknown_version, version_of

MAX_FILES = 200
"""How many files a ruleset may have."""

__all__ = ["MAX_FILES", "SHIPPED", "Composed", "Listed", "compose", "list_rulesets"]


@dataclass(slots=True)
class Composed:
    """A ruleset with its overlays.

    `ruleset` is None when `report` holds errors of YAML, sections or overlays; `partial` is then what could be
    read, for finding more faults in the same run, and `left_out` what is missing in it (None if that is not known:
    a whole file could not be read). `name` is `base` or `base+overlay`; `hash` is a SHA-256 in hex of all that was
    read, the same on every machine; `files` gives the text of every file by its shown path, those of the base
    first; `parts` are the folders and files that were put together, the base first; `removed` tells where an
    overlay has taken a name away, `emptied` where it has taken the last action of a menu; `touches` is all that
    overlays did; `versions` are those of the parts that say one, by their names; `missed` are the places where a
    name would have been found before, had something been there.
    """

    target: str
    report: Report = field(default_factory=Report)
    name: str = ""
    title: str = ""
    ruleset: Ruleset | None = None
    partial: Ruleset | None = None
    left_out: LeftOut | None = NOTHING
    tree: Mapping | None = None
    hash: str = ""
    files: dict[str, str] = field(default_factory=dict)
    parts: list[Path] = field(default_factory=list)
    removed: dict[str, Removal] = field(default_factory=dict)
    emptied: dict[str, Removal] = field(default_factory=dict)
    touches: list[Touch] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    missed: list[Path] = field(default_factory=list)


@dataclass(slots=True)
class _Part:
    """One folder or file that was read: a base or an overlay."""

    path: Path
    tree: Mapping
    name: str
    title: str
    release: Release
    contents: list[tuple[str, str]]  # (path inside the part, text)
    left_out: LeftOut | None  # what could not be read; None if it is not known what is missing
    lost: set[tuple[str, int, str]] = field(default_factory=set)  # its keys: file, line of what they belong to, key
    files: dict[str, str] = field(default_factory=dict)  # the text of each by its shown path

    @property
    def key(self) -> Path:
        return self.path.resolve()

    @property
    def extends(self) -> Word | None:
        return self.release.extends


def compose(target: str | Path, kept: ModelCache | None = None) -> Composed:
    """Find, read, merge and validate.

    Args:
        target: a ruleset's name, a path, or either with overlays: `base+overlay+…`; an overlay alone brings its base.
            A `Path` is one file or folder, whatever its name.
        kept: what is known from readings before; what did not change since is not read again.

    Never raises for what an author did: look at `.report`.
    """
    composer = _Composer(Composed(spelled(target)), kept)
    with nullcontext() if kept is None else kept.reading():
        parts = composer.resolve(target)
        if parts:
            composer.put_together(parts)
    return composer.result


@dataclass(slots=True)
class _Composer:
    result: Composed
    kept: ModelCache | None = None
    search: list[Path] = field(default_factory=lambda: [SHIPPED, Path()])
    read_parts: dict[Path, _Part | None] = field(default_factory=dict)
    amount: Amount = field(default_factory=Amount)

    @property
    def report(self) -> Report:
        """What is wrong so far."""
        return self.result.report

    # ------------------------------------------------------------ finding

    def resolve(self, target: str | Path) -> list[_Part]:
        """The base and its overlays, in order; empty if something is not found or does not fit."""
        whole = spelled(target)
        alone = isinstance(target, Path) or os.path.exists(whole.replace("\0", ""))
        words = [whole] if alone else whole.split("+")
        chain: list[_Part] = []
        named: set[Path] = set()
        for index, word in enumerate(words):
            path, name = self._find(word, chain[0].path if chain else None)
            if path is None or (is_folder(path) and not is_ruleset(path)):
                self._unknown(word if path is None else str(path), chain[0] if chain else None)
                return []
            part = self.read(path, name)
            if part is None:
                return []
            if index > 0 and part.extends is None:
                self.report.error("YUP238", f"`{word}` is not an overlay: its header has no `extends`", part.tree.span)
                return []
            if part.key in named:
                self.report.error("YUP240", f"`{word}` is given twice", part.tree.span, "name each overlay once")
                return []
            named.add(part.key)
            if not self._append(chain, part, (), part.tree.span):
                return []
        return chain

    def _append(self, chain: list[_Part], part: _Part, above: tuple[Path, ...], named_at: Span) -> bool:
        """Put a part behind what it extends; `named_at` is where it is asked for: in an overlay's `extends`, or its own
        header."""
        if part.key in above:
            around = [each.name for key in above[above.index(part.key) :] if (each := self.read_parts[key]) is not None]
            way = f": {' → '.join([*around, part.name])}" if len(around) > 1 else ""
            hint = "one of them must do without the other" if way else ""
            self.report.error("YUP237", f"`{part.name}` extends itself{way}", part.tree.span, hint)
            return False
        if any(each.key == part.key for each in chain):
            return True
        if part.extends is None:
            if chain:
                message = f"`{part.name}` and `{chain[0].name}` are two different rulesets"
                hint = f"an overlay of `{chain[0].name}` says `extends: {chain[0].name}`"
                self.report.error("YUP235", message, named_at, hint)
                return False
            chain.append(part)
            return True
        span = part.extends.span
        for index, wanted in enumerate(wanted_in(part.extends)):
            word = wanted.name
            # a stranger's file may not reach for files elsewhere: only names are looked up
            if not NAME.fullmatch(word):
                hint = "`extends` holds the name of a ruleset, or `base+overlay`"
                self.report.error("YUP206", f"{cite(word)} cannot be the name of a ruleset", span, hint)
                return False
            below = self._find_below(word, part, chain, is_base=index == 0)
            if below is None:
                self._unknown(word, chain[0] if chain and index else None, span, part.name)
                return False
            if not self._append(chain, below, (*above, part.key), span):
                return False
            if unfit := part.release.unfit(wanted, below.release):
                self.report.add(unfit)
        same = next((each for each in chain if each.name == part.name), None)
        if same is not None:
            message = f"this overlay has the name of {'its base' if same is chain[0] else 'another overlay'}"
            hint = f"`{part.name}` is taken; give one of the two another `name:` in its header"
            self.report.error("YUP241", message, part.tree.span, hint, (same.tree.span, "this one has it too"))
            return False
        chain.append(part)
        return True

    def _find_below(self, word: str, part: _Part, chain: list[_Part], *, is_base: bool) -> _Part | None:
        """What an overlay's `extends` names: the ruleset it lies in, one already read, or one found by name."""
        for each in chain:
            if each.name == word or each.path.name == word:
                return each
        beside = [part.path.parent]
        if part.path.parent.name == VARIANTS:
            home = part.path.parent.parent
            beside.append(home)
            found = self.read(home, shown(home)) if is_base and files_of(home) else None
            if found is not None and word in (found.name, home.resolve().name):
                return found
        path, name = self._find(word, chain[0].path if chain else None, beside)
        return None if path is None else self.read(path, name)

    def _find(self, word: str, base: Path | None, beside: Sequence_[Path] = ()) -> tuple[Path | None, str]:
        """Overlays lie in the folder `variants` of their base, everything else in the folders that are searched, or it
        is installed."""
        folders = [*([base / VARIANTS] if base is not None else []), *beside, *self.search]
        path, name = find(word, folders)
        self.result.missed += takewhile(lambda place: place != path, places_of(word, folders))
        added = place_of(word) if path is None and NAME.fullmatch(word) else None
        return (path, name) if added is None else (added, shown(added))

    def _unknown(self, word: str, base: _Part | None, span: Span = NOWHERE, needed: str = "") -> None:
        """Tell that a word names nothing, and what it could have named; `needed` is the overlay that extends it."""
        path = Path(word.replace("\0", ""))
        if word and is_folder(path):
            below = [f"`{path.as_posix()}/{name}`" for name, each in rulesets_in(path) if is_ruleset(each)]
            what = "ruleset" if files_of(path) else ".yaml file"
            hint = f"it holds {', '.join(below[:5])}" if below else ""
            self.report.error("YUP122", f"the folder `{word}` holds no {what}", span, hint)
        elif word and path.suffix not in SUFFIXES and os.path.isfile(path):
            self.report.error("YUP122", f"`{word}` is not a .yaml file", span)
        elif path.suffix in SUFFIXES or "/" in word:
            self.report.error("YUP121", f"there is no file or folder {cite(word)}", span)
        elif not word and base is not None:
            self.report.error(
                "YUP121", "a name is missing beside a `+`", span, f"an overlay is named so: `{base.name}+NAME`"
            )
        else:
            what = f"overlay {cite(word)} of `{base.name}`" if base is not None else f"ruleset {cite(word)}"
            self.report.error("YUP121", f"there is no {what}", span, self._advice(word, base, needed))

    def _advice(self, word: str, base: _Part | None, needed: str) -> str:
        if word in damaged():
            return "what was added under this name is damaged: `yupana add FILE --replace` puts it back"
        known = names_in(base.path / VARIANTS) if base is not None else []
        for folder in self.search:
            for name, path in rulesets_in(folder):
                if base is None and word in names_in(path / VARIANTS):
                    return f"`{word}` is an overlay: write `{name}+{word}`"
                if base_of(path) != ("" if base is None else base.name):
                    continue
                known.append(name)
        known += [each.name for each in installed() if each.base == ("" if base is None else base.name)]
        near = did_you_mean(word, known)
        nothing = "give a name or a path" if base is None else f"`{base.name}` has no overlays"
        if needed and not near:
            return f"`{needed}` needs it: add it first (`yupana add FILE`), or put it beside `{needed}`"
        return near or (f"there are {some_of(sorted(set(known)))}" if known else nothing)

    # ------------------------------------------------------------ reading

    def read(self, path: Path, shown_as: str) -> _Part | None:
        """Read all files of a ruleset or overlay and put their sections together; each folder or file once."""
        key = path.resolve()
        if key not in self.read_parts:
            self.read_parts[key] = self._read(path, shown_as)
        return self.read_parts[key]

    def _is_too_much(self, what: str, here: Span) -> bool:
        if what:
            self.report.error("YUP123", f"a ruleset holds at most {what} in all its files, and here are more", here)
        return bool(what)

    def _read(self, path: Path, shown_as: str) -> _Part | None:
        for link in links_outside(path):
            # not as `shown`, which follows the link
            inside = f"{shown_as.rstrip('/')}/{link.relative_to(path).as_posix()}" if is_folder(path) else str(link)
            message = "this file is a link that leads out of the ruleset's folder"
            self.report.error("YUP124", message, Span(inside, 1, 1, 1, 1), "put the file itself into the folder")
        files = files_of(path)
        if len(files) > MAX_FILES:
            self.report.error("YUP123", f"a ruleset has at most {MAX_FILES} files, here are {len(files)}")
            return None
        report = self.result.report
        trees: list[Mapping] = []
        left_out = NOTHING
        lost: set[tuple[str, int, str]] = set()
        unknown = False
        contents: list[tuple[str, str]] = []
        texts: dict[str, str] = {}
        tables = Tables()
        first = Span(shown_as, 1, 1, 1, 1)
        for file in files:
            name = f"{shown_as.rstrip('/')}/{file.name}" if is_folder(path) else shown_as
            if not trees:
                first = Span(name, 1, 1, 1, 1)
            text = read_text(file, name, report)
            if text is None:
                unknown = True
                continue
            self.result.files[name] = texts[name] = text
            if DOT in text:
                line = text[: text.index(DOT)].count("\n") + 1
                column = text.index(DOT) - text.rfind("\n", 0, text.index(DOT))
                message = f"the sign U+{ord(DOT):04X} cannot stand in a ruleset"
                report.error("YUP104", message, Span(name, line, column, line, column + 1), "write a dot: `mod.name`")
                text = dotted(text)
            contents.append((file.name, text))
            if self._is_too_much(self.amount.read([text]), first):
                return None
            read = read_what_can_be_read(text, name, report)
            left_out |= read.left_out
            lost.update((name, line, key) for line, key in read.lost)
            if read.tree is not None:
                tree = with_tables(read.tree, path, name, tables, report)
                trees.append(tree if self.kept is None else self.kept.with_kept(name, tree))
            elif not read.whole:
                unknown = True
        self.result.files |= tables.files
        contents += tables.contents
        if self._is_too_much(self.amount.read(tables.files.values()) or self.amount.hold(trees), first):
            return None
        if tables.left_out is not None:
            left_out |= tables.left_out
        whole = Mapping((), first)
        for tree in trees:
            whole = union(whole, tree, ROOT, (), report)
        header = whole.get("ruleset")
        plain = path.resolve()
        name = plain.name if plain.is_dir() else plain.stem
        title = name
        if isinstance(header, Mapping):
            name = header.word("name") or name
            title = header.word("title") or name
            whole.span = header.span
        future = unknown_version(whole)
        if future is not None:
            report.add(future)  # the rest is read as if it were of the newest version that there is
        modern = modernize(whole, present=None if self.kept is None else self.kept.present)
        tell(modern, version_of(whole), report)
        whole = modern.tree
        missing = None if unknown or tables.left_out is None else left_out
        release = release_of(str(name), header, whole.span)
        report.extend(told_of_changes(path, str(name), whole.span))
        return _Part(path, whole, str(name), str(title), release, contents, missing, lost, texts | tables.files)

    # ------------------------------------------------------------ putting together

    def _check_header(self, overlay: _Part) -> None:
        """Report the faults of an overlay's header, of which nothing goes into the ruleset that is put together."""
        context, header = ReadingContext(), overlay.tree.get("ruleset")
        try:
            Header.model_validate(header, context=context)
        except ValidationError as error:  # what lacks a title is called by its file's name
            faults = [each for each in error.errors(include_url=False) if each["type"] != "missing"]
            self.report.extend(told_of(each, header) for each in faults if isinstance(header, Mapping))
        self.report.extend(context.faults)

    def put_together(self, parts: list[_Part]) -> None:
        """Merge the overlays into the base and validate; fills the result."""
        result = self.result
        base, overlays = parts[0], parts[1:]
        for block in BLOCKS:
            if block in base.tree:
                hint = "only a file whose header says `extends: NAME` is an overlay"
                message = f"only an overlay can have `{block}`"
                self.report.error("YUP234", message, base.tree.key_span(block), hint)
        if has_own_names(base.tree):
            header = base.tree["ruleset"]
            assert isinstance(header, Mapping)
            message = f"only an overlay can have `{OWN_NAMES}`"
            self.report.error("YUP234", message, header.key_span(OWN_NAMES), "nobody else names what is in a ruleset")
        trees = self._modern_endings(parts)
        trees = [self._with_products(part, tree, trees[:number])
                 for number, (part, tree) in enumerate(zip(parts, trees, strict=True))]  # fmt: skip
        trees = self._own_names(parts, trees)
        tree = Mapping([(key, value) for key, value in trees[0].items() if key not in BLOCKS], base.tree.span)
        merger = Merger(result.report, parts[0].left_out)
        for overlay, modern in zip(overlays, trees[1:], strict=True):
            self._check_header(overlay)
            tree = merger.merge(tree, modern, overlay.name, self._below(overlay, parts))
            below, own = merger.missing, overlay.left_out
            merger.missing = None if below is None or own is None else below | own
        releases = [part.release for part in parts]
        result.report.extend(fault for each in releases for fault in each.refused(releases))
        result.versions = {each.name: str(each.version) for each in releases if each.version}
        result.removed = names_removed(merger.touches)
        result.touches = merger.touches
        result.emptied = emptied_menus(trees[0], tree, result.removed)
        result.name = "+".join(part.name for part in parts)
        result.parts = [part.path for part in parts]
        for part in reversed(parts):  # in their order, whichever was read first
            result.files = part.files | result.files
        result.title = " + ".join(part.title for part in parts)
        tree = with_attributes(tree, result.report)
        result.tree = with_title(tree, result.title) if overlays else tree
        digest = hashlib.sha256()
        for part in parts:
            for name, text in part.contents:
                is_named = part.path.is_dir() or name != part.path.name
                label = unicodedata.normalize("NFC", name) if is_named else "file"
                for piece in (label, text):
                    data = piece.encode("utf-8", "surrogatepass")
                    digest.update(len(data).to_bytes(8, "big") + data)
        result.hash = digest.hexdigest()
        missing = [part.left_out for part in parts]
        incomplete = any(each != NOTHING for each in missing)
        lost = set[tuple[str, int, str]]().union(*(part.lost for part in parts))
        validated = validate(result.tree, result.report, incomplete=incomplete, lost=lost, kept=self.kept)
        result.partial = validated.ruleset
        result.left_out = validated.left_out
        for each in missing:
            result.left_out = None if each is None or result.left_out is None else result.left_out | each
        result.ruleset = None if result.report.errors else validated.ruleset

    def _own_names(self, parts: list[_Part], trees: list[Mapping]) -> list[Mapping]:
        """The trees with the names of the mods that have names of their own."""
        spaces: dict[str, Space] = {}
        for part, tree in zip(parts[1:], trees[1:], strict=True):
            if has_own_names(part.tree):
                names = self._below(part, parts)
                below = trees[0]
                for each, other in zip(parts[1:], trees[1:], strict=True):
                    below = union(below, other, ROOT, (), Report()) if each.name in names else below
                spaces[part.name] = space_of(part.name, tree, below)
        if not spaces:
            return trees
        prose = {name for tree in trees for name in prose_in(tree)}
        return [
            Renamer(spaces.get(part.name), spaces, self.report, prose).tree(tree)
            for part, tree in zip(parts, trees, strict=True)
        ]

    def _with_products(self, part: _Part, tree: Mapping, others: list[Mapping]) -> Mapping:
        made = with_products(tree, others, self.report)
        return made if made is tree or self.kept is None else self.kept.with_kept(f"{part.path}: each", made)

    def _modern_endings(self, parts: list[_Part]) -> list[Mapping]:
        """The trees of the parts, with what ends the steps in older ones said in the present way."""
        if all(version_of(part.tree) >= SINCE for part in parts):
            return [part.tree for part in parts]
        repeated = {name for part in parts for name in repeated_steps(part.tree)}
        trees: list[Mapping] = []
        for part in parts:
            found: list[OldEnding] = []
            old = version_of(part.tree) < SINCE
            trees.append(modern_endings(part.tree, repeated, found) if old else part.tree)
            self.report.extend(each.diagnostic() for each in found)
        return trees

    def _below(self, overlay: _Part, parts: list[_Part]) -> frozenset[str]:
        """The names of the overlays that this one extends, directly or not."""
        below: set[str] = set()
        names = {part.name: part for part in parts}
        waiting = [overlay]
        while waiting:
            extends = waiting.pop().extends
            for wanted in wanted_in(extends) if extends else ():
                if wanted.name in names and wanted.name not in below:
                    below.add(wanted.name)
                    waiting.append(names[wanted.name])
        return frozenset(below)
