"""Where the entries of a kind stand in the files of a ruleset, or of the overlay that is named last, and how they are
edited there: in YAML, in a table that it reads, and in its files of texts.

Each file is edited from its end to its beginning as far as that goes, so that it need not be parsed for every edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Sequence as Sequence_
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from yupana.schemas.compose import Composed, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import files_of, is_folder, leads_outside, shown
from yupana.schemas.kinds import FROM
from yupana.schemas.phrases import expressions, own_phrases, quoted
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.table_names import is_workbook, split_name
from yupana.schemas.texts import languages, text_file
from yupana.schemas.tree import Mapping as Mapping_
from yupana.schemas.tree import Node, Scalar, Sequence

from .csv_file import CsvFile
from .edited_table import same, texts_of
from .parsed_yaml import Value
from .tables import Listing, listed
from .workbook_file import WorkbookFile
from .yaml_file import YamlFile

KeyPath = tuple[str, ...]
TableFile = CsvFile | WorkbookFile
Place = tuple[YamlFile, KeyPath]
"""A path in a file."""


@dataclass(slots=True)
class Block:
    """One place with entries: the keys of a YAML file, and the table that is named there, if one is."""

    file: YamlFile
    path: KeyPath
    table: TableFile | None

    def has_key(self, name: str) -> bool:
        """Whether an entry stands in YAML here."""
        return name != FROM and self.file.has((*self.path, name))

    def holds(self, name: str) -> bool:
        """Whether an entry stands here."""
        return self.has_key(name) or (self.table is not None and self.table.has(name))

    def set(self, name: str, path: KeyPath, node: Node) -> None:
        """Set what a cell of an entry that stands here says."""
        if self.has_key(name):
            self.file.set((*self.path, name, *path), value_of(node))
        elif self.table is not None:
            self.table.set(name, ".".join(path), _cell(node))

    def clear(self, name: str, path: KeyPath, *, with_entry: bool = False) -> None:
        """Take what a cell says away, and an entry that says nothing then if that is wanted."""
        if self.has_key(name):
            self.file.remove((*self.path, name, *path), 0 if with_entry else len(self.path) + 1)
        elif self.table is not None:
            self.table.clear(name, ".".join(path))


@dataclass(slots=True)
class EntryEditor:
    """All of them, and the edits. Raises UsageError for what cannot be edited here."""

    composed: Composed
    listing: Listing
    called: AbstractSet[str]
    """All names of the ruleset when it is edited: what else is called so keeps its words."""
    files: list[YamlFile] = field(default_factory=list)
    texts: dict[str, YamlFile] = field(default_factory=dict)
    """Its files of texts by their languages."""
    base: Listing | None = None
    """The entries of what an overlay lies on."""
    tables: dict[Path, TableFile] = field(default_factory=dict)
    _own: list[Block] = field(default_factory=list)
    _changing: list[Block] = field(default_factory=list)
    _shared: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for path in files_of(self.part):
            file, way = YamlFile(path), self.listing.way
            self.files.append(file)
            for prefix, blocks in (((), self._own), (("replace",), self._own), (("change",), self._changing)):
                if file.has((*prefix, *way)):
                    blocks.append(Block(file, (*prefix, *way), self._table(file, (*prefix, *way, FROM))))
        if self.is_overlay:
            below = compose("+".join(map(str, self.composed.parts[:-1]))).tree
            lists = listed(below).values() if below is not None else ()
            self.base = next((each for each in lists if each.way == self.listing.way), None)
        others = listed(self.composed.tree).values() if self.composed.tree is not None else ()
        self._shared = {str(name) for each in others if each.way != self.listing.way for name in each.entries}
        for lang in languages([self.part]):
            path = text_file(self.part, lang)
            if path.is_file():
                self.texts[lang] = YamlFile(path)

    @property
    def part(self) -> Path:
        """The folder or file that is edited."""
        return self.composed.parts[-1]

    @property
    def is_overlay(self) -> bool:
        """Whether it is an overlay."""
        return len(self.composed.parts) > 1

    def _table(self, file: YamlFile, path: KeyPath) -> TableFile | None:
        named = file.items(path)
        if not named:
            return None
        name, _ = split_name(named[0])
        folder = self.part if is_folder(self.part) else self.part.parent
        place = folder / name
        if leads_outside(place, folder):
            raise UsageError(f"`{shown(place)}` is a link that leads out of the ruleset's folder.")
        if place not in self.tables:
            data, known = place.read_bytes(), shown(place) + named[0][len(name) :]
            self.tables[place] = WorkbookFile(data, known) if is_workbook(name) else CsvFile(data, known)
        return self.tables[place]

    def _block(self, name: str, blocks: list[Block]) -> Block | None:
        return next((each for each in blocks if each.holds(name)), None)

    # ------------------------------------------------------------ entries

    def change(self, changed: Mapping[str, Mapping[KeyPath, Node | None]]) -> None:
        """Set what cells of entries say, or (None) take that away."""
        steps = []
        for name, cells in changed.items():
            cleared = [(name, path, node) for path, node in cells.items() if node is None]
            steps.append([*cleared, *((name, path, node) for path, node in cells.items() if node is not None)])
        new: dict[str, dict[KeyPath, Node]] = {}
        gone: dict[KeyPath, list[str]] = {}
        # what follows one another in an entry may need it to be parsed again: all entries come to that together
        for row in zip_longest(*steps):
            for name, path, node in sorted(filter(None, row), key=lambda each: self._place_of(each[0], each[1])):
                own, changing = self._block(name, self._own), self._block(name, self._changing)
                if node is None:
                    self._clear(name, path, own, changing, gone)
                elif own is None and self._is_of_base(name, path, node):
                    self._leave(name, path, changing)
                elif block := own or changing:
                    block.set(name, path, node)
                elif self.is_overlay:
                    new.setdefault(name, {})[path] = node
                else:
                    raise UsageError(f"`{name}` cannot be found in the files of the ruleset.")
        self._take_away(gone)
        if new:
            order = [name for name in changed if name in new]
            self._head().set_all(("change", *self.listing.way), {name: _tree(new[name]) for name in order})

    def _clear(
        self, name: str, path: KeyPath, own: Block | None, changing: Block | None, gone: dict[KeyPath, list[str]]
    ) -> None:
        """Take what a cell says away; what an overlay must take away of its base is noted."""
        if own is not None:
            own.clear(name, path)
            return
        if changing is not None:
            changing.clear(name, path, with_entry=True)
        if self.is_overlay and name in self.listing.entries and self._said_below(name, path) is not None:
            gone.setdefault((*self.listing.way, name, *path[:-1]), []).append(path[-1])

    def _said_below(self, name: str, path: KeyPath) -> Node | None:
        """What the base says in a cell."""
        node: Node | None = self.base.entries.get(name) if self.base is not None else None
        for key in path:
            node = node.get(key) if isinstance(node, Mapping_) else None
        return node

    def _is_of_base(self, name: str, path: KeyPath, node: Node) -> bool:
        """Whether the base says it, so that an overlay need not."""
        below = self._said_below(name, path)
        return below is not None and same(below, node)

    def _leave(self, name: str, path: KeyPath, changing: Block | None) -> None:
        """Leave a cell as the base has it."""
        if changing is not None:
            changing.clear(name, path, with_entry=True)
        self._give_back(("remove", *self.listing.way, name, *path[:-1]), path[-1])

    def _give_back(self, whole: KeyPath, word: str) -> bool:
        """Take a name from what the overlay removes. Whether it stood there."""
        for file in self.files:
            known = file.items(whole) or []
            if word in known:
                left = [each for each in known if each != word]
                if left:
                    file.set(whole, left)
                else:
                    file.remove(whole, 0)
                return True
        return False

    def restore(self, name: str) -> bool:
        """An entry of the base that was taken away is there again. Whether it was taken away here."""
        return self._give_back(("remove", *self.listing.way), name)

    def _place_of(self, name: str, path: KeyPath = ()) -> tuple[int, int]:
        """By what edits are sorted: the file in which a cell of an entry stands, and the last in it first."""
        for number, block in enumerate((*self._own, *self._changing)):
            if block.has_key(name):
                whole = (*block.path, name, *path)
                return number, -(block.file.position(whole) or block.file.position((*block.path, name)))
        return -1, 0

    def remove(self, names: Sequence_[str]) -> None:
        """Take entries away."""
        below = [name for name in names if self._block(name, self._own) is None]
        words: list[Place] = []
        for name in sorted(names, key=self._place_of):
            own = self._block(name, self._own)
            if own is None and not self.is_overlay:
                raise UsageError(f"`{name}` cannot be found in the files of the ruleset.")
            for each in filter(None, (own, self._block(name, self._changing))):
                if each.has_key(name):
                    adds = self.is_overlay and each.path[0] != "replace"
                    each.file.remove((*each.path, name), len(each.path) if each is own and not adds else 0)
                    if not each.file.has(each.path):
                        (self._own if each is own else self._changing).remove(each)
                elif each.table is not None:
                    each.table.remove(name)
            words += self._words_of(name)
        if below:
            self._take_away({self.listing.way: below})
        for file, path in sorted(words, key=_from_the_end):
            file.remove(path, 0)

    def rename(self, renamed: Mapping[str, tuple[str, dict[KeyPath, Node]]]) -> None:
        """Give entries, which have a former name and then these cells, other names; what an overlay finds in its base
        goes, and comes again under the new one."""
        words: list[tuple[YamlFile, KeyPath, str]] = []
        shared: list[tuple[str, str]] = []
        for name, (former, cells) in sorted(renamed.items(), key=lambda each: self._place_of(each[1][0])):
            block = self._block(former, self._own)
            if block is None:
                self.remove([former])
                self.add({name: (None, cells)})
                continue
            if block.has_key(former):
                block.file.rename((*block.path, former), name)
            elif block.table is not None:
                block.table.rename(former, name)
            words += [(file, path, path[-1].removesuffix(former) + name) for file, path in self._words_of(former)]
            if former in self.called and self.listing.section == "kinds":
                shared.append((former, name))
        for file, path, word in sorted(words, key=lambda each: _from_the_end(each[:2])):
            file.rename(path, word)
        for former, name in shared:
            old, own = ("names", former), ("names", f"{self.listing.element}.{name}")
            for file in self.texts.values():
                if file.has(old) and not file.has(own):
                    file.set(own, "".join(file.items(old) or ()))

    def add(self, added: Mapping[str, tuple[str | None, dict[KeyPath, Node]]]) -> None:
        """Put new entries behind others, or (None) before all."""
        runs: list[tuple[str | None, list[str]]] = []
        for name, (after, _) in added.items():
            if runs and after == runs[-1][1][-1]:
                runs[-1][1].append(name)
            else:
                runs.append((after, [name]))
        for after, names in sorted(runs, key=lambda each: self._place_of(each[0] or "")):
            self._add(after, {name: added[name][1] for name in names})

    def _add(self, after: str | None, entries: Mapping[str, dict[KeyPath, Node]]) -> None:
        """Put entries in that follow one another."""
        values = {name: _tree(cells) for name, cells in entries.items()}
        block = self._block(after or "", self._own) or next(iter(self._own), None)
        if block is None:
            self._head().set_all(self.listing.way, values)
            self._own.append(Block(self._head(), self.listing.way, None))
        elif block.table is not None and (after is None or not block.has_key(after)):
            for name, cells in entries.items():
                block.table.add(name, {".".join(path): _cell(node) for path, node in cells.items()}, after=after)
                after = name
        else:
            block.file.insert(block.path, values, after=after, first=after is None and not self.is_overlay)

    def _head(self) -> YamlFile:
        """The file with the header."""
        return next((each for each in self.files if each.has(("ruleset",))), next(iter(self.files)))

    def _take_away(self, gone: Mapping[KeyPath, list[str]]) -> None:
        """Add names to what the overlay removes, by the paths to what holds them."""
        together: dict[tuple[int, KeyPath], tuple[YamlFile, dict[str, Value]]] = {}
        for path, names in gone.items():
            whole = ("remove", *path)
            file = next((each for each in self.files if each.has(whole)), None) or self._head()
            known = file.items(whole) if file.has(whole) else []
            if known is None:
                place = ".".join(whole)
                raise UsageError(f"`{place}` removes keys of single entries: remove `{names[0]}` there by hand.")
            together.setdefault((id(file), whole[:-1]), (file, {}))[1][whole[-1]] = [*known, *names]
        for (_, path), (file, values) in together.items():
            file.set_all(path, values)

    # ------------------------------------------------------------ words in other languages

    def say(self, words: Mapping[str, Mapping[str, str]]) -> None:
        """Set the words of entries in other languages, by their headings: in the table that has a column for them, or
        in the file of texts."""
        told: dict[tuple[str, str], dict[str, Value]] = {}
        gone: list[Place] = []
        for name, by_heading in words.items():
            block = self._block(name, self._own)
            table = block.table if block is not None else None
            for heading, text in by_heading.items():
                if table is not None and heading in table.headings():
                    table.set(name, heading, text) if text else table.clear(name, heading)
                    continue
                what, lang = heading.split(".", 1)
                file = self.texts.get(lang)
                if file is None:
                    there = shown(text_file(self.part, lang))
                    raise UsageError(
                        f"`{heading}` of `{name}` cannot be brought back: there is no file of texts `{there}`."
                    )
                path = self._words_at(file, what, name)
                if text:
                    told.setdefault((lang, path[0]), {})[path[1]] = text
                elif file.has(path):
                    gone.append((file, path))
        for (lang, group), texts in told.items():
            self.texts[lang].set_all((group,), texts)
        for file, path in sorted(gone, key=_from_the_end):
            file.remove(path, 0)

    def _words_at(self, file: YamlFile, what: str, name: str) -> KeyPath:
        if what == "text":
            return ("texts", ".".join((*self.listing.way, name)))
        with_kind = ("names", f"{self.listing.element}.{name}")
        of_kind = self.listing.section == "kinds" and (file.has(with_kind) or name in self._shared)
        return with_kind if of_kind else ("names", name)

    def follow(self, changed: Mapping[str, str]) -> None:
        """Bring the files of texts after phrases that have changed, so that none is left with words for what nobody
        says any more."""
        for file in self.texts.values():
            there = file.keys(("phrases",))
            for phrase in reversed([each for each in there if each in changed]):
                now, text = changed[phrase], "".join(file.items(("phrases", phrase)) or ())
                if now and now not in there and (expressions(text) or frozenset()) <= (expressions(now) or frozenset()):
                    file.rename(("phrases", phrase), now)
                else:
                    file.remove(("phrases", phrase), 0)

    def _words_of(self, name: str) -> list[Place]:
        """Where files of texts say something of an entry that is gone."""
        paths: list[KeyPath] = [("texts", ".".join((*self.listing.way, name)))]
        if self.listing.section == "kinds":
            paths.append(("names", f"{self.listing.element}.{name}"))
        if name not in self.called:
            paths.append(("names", name))
        return [(file, path) for file in self.texts.values() for path in paths if file.has(path)]


def _from_the_end(place: Place) -> tuple[str, int]:
    file, path = place
    return file.shown, -file.position(path)


def changed_phrases(before: Ruleset, after: Ruleset, cells: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The phrases that nothing of a ruleset says any more, with what is said in place of each; an empty text where
    nothing is.

    Args:
        before: the ruleset as it was.
        after: the ruleset with the edit.
        cells: what changed cells said and say.
    """
    old, new = own_phrases(before), own_phrases(after)
    found = dict.fromkeys((each for each in old if each not in new), "")
    for was, now in cells:
        gone = [each for each in _phrases_in(was) if each in found]
        come = [each for each in _phrases_in(now) if each in new and each not in old]
        if len(gone) == len(come):
            found.update(zip(gone, come, strict=True))
    return found


def _phrases_in(cell: str) -> Iterator[str]:
    """What a cell may say at the table: all of it, or its texts in quotes."""
    yield cell
    yield from quoted(cell)


def value_of(node: Node) -> Value:
    """What is written in YAML for a cell."""
    if isinstance(node, Sequence):
        return texts_of(node)
    text = node.text if isinstance(node, Scalar) else ""
    return f"{text}\n" if "\n" in text.rstrip("\n") and not text.endswith("\n") else text


def _cell(node: Node) -> str:
    """What is written in a table for it."""
    return ", ".join(texts_of(node)) if isinstance(node, Sequence) else node.text if isinstance(node, Scalar) else ""


def _tree(cells: Mapping[KeyPath, Node]) -> Value:
    """What is written in YAML for an entry."""
    made: dict[str, Value] = {}
    for path, node in cells.items():
        inner = made
        for key in path[:-1]:
            below = inner.setdefault(key, {})
            assert isinstance(below, dict)
            inner = below
        inner[path[-1]] = value_of(node)
    return made
