"""Where the entries of a kind stand in the files of a ruleset, or of the overlay that is named last, and how they are
edited there: in YAML, in a table that it reads, and in its files of texts."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from yupana.schemas.compose import Composed
from yupana.schemas.errors import UsageError
from yupana.schemas.find import files_of, is_folder, leads_outside, shown
from yupana.schemas.kinds import FROM
from yupana.schemas.table_names import is_workbook, split_name
from yupana.schemas.texts import languages, text_file
from yupana.schemas.tree import Node, Scalar, Sequence

from .aliases import Value
from .book_file import BookFile
from .edited_table import texts_of
from .followed_phrases import follow
from .pages import Page
from .separated import SeparatedFile
from .tables import Listing, listed

Way = tuple[str, ...]
TableFile = SeparatedFile | BookFile


class YamlFile(Page):
    """A YAML file; `mark` is the byte order mark that it begins with, if it does."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self.mark = "\ufeff" if data.startswith(BOM_UTF8) else ""
        super().__init__(data.removeprefix(BOM_UTF8).decode("utf-8"), shown(path))


@dataclass(slots=True)
class Home:
    """One place with entries: the keys of a YAML file, and the table that is named there, if one is."""

    page: YamlFile
    way: Way
    table: TableFile | None

    def names(self) -> list[str]:
        """The names of the entries that stand in YAML here."""
        return [each for each in self.page.keys(self.way) if each != FROM]

    def holds(self, name: str) -> bool:
        """Whether an entry stands here."""
        return name in self.names() or (self.table is not None and name in self.table.names())


@dataclass(slots=True)
class Homes:
    """All of them, and the edits. Raises UsageError for what cannot be edited here."""

    composed: Composed
    listing: Listing
    called: set[str]
    """All names of the ruleset when it is edited: what else is called so keeps its words."""
    pages: dict[Path, YamlFile] = field(default_factory=dict)
    tables: dict[Path, TableFile] = field(default_factory=dict)
    _own: list[Home] = field(default_factory=list)
    _changed: list[Home] = field(default_factory=list)

    def __post_init__(self) -> None:
        for path in files_of(self.part):
            page = self.pages[path] = YamlFile(path)
            way = self.listing.way
            for prefix, homes in (((), self._own), (("replace",), self._own), (("change",), self._changed)):
                if page.has((*prefix, *way)):
                    homes.append(Home(page, (*prefix, *way), self._table(page, (*prefix, *way, FROM))))

    @property
    def part(self) -> Path:
        """The folder or file that is edited."""
        return self.composed.parts[-1]

    @property
    def is_overlay(self) -> bool:
        """Whether it is an overlay."""
        return len(self.composed.parts) > 1

    def _table(self, page: YamlFile, way: Way) -> TableFile | None:
        told = page.items(way)
        if not told:
            return None
        name, _ = split_name(told[0])
        folder = self.part if is_folder(self.part) else self.part.parent
        path = folder / name
        if leads_outside(path, folder):
            raise UsageError(f"`{shown(path)}` is a link that leads out of the ruleset's folder.")
        if path not in self.tables:
            data, known = path.read_bytes(), shown(path) + told[0][len(name) :]
            self.tables[path] = BookFile(data, known) if is_workbook(name) else SeparatedFile(data, known)
        return self.tables[path]

    def _home(self, name: str, homes: list[Home]) -> Home | None:
        return next((each for each in homes if each.holds(name)), None)

    # ------------------------------------------------------------ entries

    def set(self, name: str, way: Way, node: Node) -> None:
        """Set what a cell says."""
        home = self._home(name, self._own) or self._home(name, self._changed)
        if home is not None:
            _set(home, name, way, node)
            return
        if not self.is_overlay:
            raise UsageError(f"`{name}` cannot be found in the files of the ruleset.")
        self._head().set(("change", *self.listing.way, name, *way), value_of(node))

    def clear(self, name: str, way: Way) -> None:
        """Take what a cell says away."""
        home = self._home(name, self._own)
        if home is not None:
            _clear(home, name, way)
            return
        changed = self._home(name, self._changed)
        if changed is not None:
            _clear(changed, name, way, all_of_it=True)
        if self.is_overlay and self._is_below(name):
            self._take_away((*self.listing.way, name, *way[:-1]), way[-1])

    def remove(self, name: str) -> None:
        """Take an entry away."""
        home = self._home(name, self._own)
        if home is None and not self.is_overlay:
            raise UsageError(f"`{name}` cannot be found in the files of the ruleset.")
        for each in filter(None, (home, self._home(name, self._changed))):
            if name in each.names():
                each.page.remove((*each.way, name), len(each.way) if each is home else 0)
            elif each.table is not None:
                each.table.remove(name)
        if home is None:
            self._take_away(self.listing.way, name)
        self._forget_words(name)

    def rename(self, former: str, name: str, cells: dict[Way, Node]) -> None:
        """Give an entry, which then has these cells, another name; what an overlay finds in its base goes, and comes
        again under it."""
        home = self._home(former, self._own)
        if home is None:
            self.remove(former)
            self.add(name, None, cells)
            return
        if former in home.names():
            home.page.rename((*home.way, former), name)
        elif home.table is not None:
            home.table.rename(former, name)
        for page, way in self._words_of(former):
            page.rename(way, way[-1].removesuffix(former) + name)
        shared = ("names", former)
        if former in self.called and self.listing.section == "kinds":
            for page in filter(None, map(self._texts, languages([self.part]))):
                if page.has(shared) and not page.has(("names", f"{self.listing.element}.{name}")):
                    page.set(("names", f"{self.listing.element}.{name}"), "".join(page.items(shared) or ()))

    def add(self, name: str, after: str | None, cells: dict[Way, Node]) -> None:
        """Put a new entry behind another one, or before all."""
        home = self._home(after or "", self._own) or next(iter(self._own), None)
        if home is None:
            self._head().set((*self.listing.way, name), _tree(cells))
            self._own.append(Home(self._head(), self.listing.way, None))
        elif home.table is not None and (after is None or after not in home.names()):
            texts = {".".join(way): _cell(node) for way, node in cells.items()}
            home.table.add(name, texts, after=after)
        else:
            first = after is None and not self.is_overlay
            home.page.insert(home.way, name, _tree(cells), after=after, first=first)

    def _is_below(self, name: str) -> bool:
        """Whether an entry comes from what the overlay stands on."""
        return name in self.listing.entries and self._home(name, self._own) is None

    def _head(self) -> YamlFile:
        """The file with the header."""
        return next((each for each in self.pages.values() if each.has(("ruleset",))), next(iter(self.pages.values())))

    def _take_away(self, way: Way, name: str) -> None:
        """Add a name to what the overlay removes."""
        whole = ("remove", *way)
        page = next((each for each in self.pages.values() if each.has(whole)), None) or self._head()
        known = page.items(whole) if page.has(whole) else []
        if known is None:
            raise UsageError(f"`{'.'.join(whole)}` removes keys of single entries: remove `{name}` there by hand.")
        page.set(whole, [*known, name])

    # ------------------------------------------------------------ words in other languages

    def say(self, name: str, heading: str, told: str) -> None:
        """Set the words of an entry in another language: in the table that has a column for them, or in the file of
        texts."""
        home = self._home(name, self._own)
        if home is not None and home.table is not None and heading in home.table.headings():
            (home.table.set if told else home.table.clear)(name, heading, *([told] if told else []))
            return
        what, lang = heading.split(".", 1)
        page = self._texts(lang)
        if page is None:
            there = shown(text_file(self.part, lang))
            raise UsageError(f"`{heading}` of `{name}` cannot be brought back: there is no file of texts `{there}`.")
        way = self._words_at(page, what, name)
        if told:
            page.set(way, told)
        elif page.has(way):
            page.remove(way, 0)

    def _words_at(self, page: YamlFile, what: str, name: str) -> Way:
        if what == "text":
            return ("texts", ".".join((*self.listing.way, name)))
        with_kind = ("names", f"{self.listing.element}.{name}")
        of_kind = self.listing.section == "kinds" and (page.has(with_kind) or self._is_shared(name))
        return with_kind if of_kind else ("names", name)

    def _is_shared(self, name: str) -> bool:
        """Whether an entry of something else has the same name, and its words perhaps without its kind."""
        others = listed(self.composed.tree).values() if self.composed.tree is not None else ()
        return any(name in each.entries for each in others if each.way != self.listing.way)

    def _texts(self, lang: str) -> YamlFile | None:
        path = text_file(self.part, lang)
        if path not in self.pages and path.is_file():
            self.pages[path] = YamlFile(path)
        return self.pages.get(path)

    def follow(self, changed: Mapping[str, str]) -> None:
        """Bring the files of texts after phrases that have changed."""
        for page in filter(None, map(self._texts, languages([self.part]))):
            follow(page, changed)

    def _forget_words(self, name: str) -> None:
        """Take away what files of texts say of an entry that is gone."""
        for page, way in self._words_of(name):
            page.remove(way, 0)

    def _words_of(self, name: str) -> list[tuple[YamlFile, Way]]:
        """Where files of texts say something of an entry that is gone."""
        ways = [("texts", ".".join((*self.listing.way, name)))]
        if self.listing.section == "kinds":
            ways.append(("names", f"{self.listing.element}.{name}"))
        if name not in self.called:
            ways.append(("names", name))
        pages = filter(None, map(self._texts, languages([self.part])))
        return [(page, way) for page in pages for way in ways if page.has(way)]


def _set(home: Home, name: str, way: Way, node: Node) -> None:
    if name in home.names():
        home.page.set((*home.way, name, *way), value_of(node))
    elif home.table is not None:
        home.table.set(name, ".".join(way), _cell(node))


def _clear(home: Home, name: str, way: Way, *, all_of_it: bool = False) -> None:
    if name in home.names():
        home.page.remove((*home.way, name, *way), 0 if all_of_it else len(home.way) + 1)
    elif home.table is not None:
        home.table.clear(name, ".".join(way))


def value_of(node: Node) -> Value:
    """What is written in YAML for a cell."""
    if isinstance(node, Sequence):
        return texts_of(node)
    text = node.text if isinstance(node, Scalar) else ""
    return f"{text}\n" if "\n" in text.rstrip("\n") and not text.endswith("\n") else text


def _cell(node: Node) -> str:
    """What is written in a table for it."""
    return ", ".join(texts_of(node)) if isinstance(node, Sequence) else node.text if isinstance(node, Scalar) else ""


def _tree(cells: dict[Way, Node]) -> Value:
    """What is written in YAML for an entry."""
    made: dict[str, Value] = {}
    for way, node in cells.items():
        inner = made
        for key in way[:-1]:
            below = inner.setdefault(key, {})
            assert isinstance(below, dict)
            inner = below
        inner[way[-1]] = value_of(node)
    return made
