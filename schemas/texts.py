"""A ruleset's texts in other languages: where they stand, how they are read, and what is missing.

Beside a ruleset lies a folder `texts` with a file for each language, `texts/ja.yaml`; a ruleset or overlay that is one
file `short.yaml` has `texts/short.ja.yaml` (for an overlay in a folder `variants`, beside that folder). A file gives

    title: …                         # of the ruleset
    text: …                          # of an overlay: what a book says of it among the variants
    sections: {"1": …}               # the titles of the rulebook's sections
    rules: {B-1: …}                  # the rules
    names: {lima: …, City.lima: …}   # what players read for a name of the ruleset, if need be with its kind; a word of
                                     # the glossary as `glossary.WORD` where another thing has the same name
    texts: {actions.build: …}        # the text of an element; also ruleset.text, rulebook.glossary.WORD and those of
                                     # the book: book.chapters.NAME.title, book.chapters.NAME.text, book.components.NAME
    phrases: {"{me} builds": …}      # what the game says: prompts, the log, the look (see phrases.py)

The words of entries may also stand in their table, in columns such as `text.ja` and `title.ja` (see `sheet_texts`).
Whatever is left out falls back to the ruleset's own words. Nothing in such a file can change a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from .carried import every, given_effects
from .dots import DOT, dotted
from .element import Element
from .fields import place
from .find import TEXTS, VARIANTS, header_of, home_of, is_folder, leads_outside, shown
from .nearest import did_you_mean
from .phrases import expressions_of, own_phrases, words_of
from .reader import load_text, read_text
from .ruleset import Ruleset
from .sheet_texts import languages_in_tables, texts_in_tables
from .source import NOWHERE, Code, Diagnostic, Report, Span
from .steps import Step
from .tree import Mapping, Scalar, Word, cite, shape
from .walk import held, once_for_each, rebuilt

FOLDER = TEXTS
MAX_LANGUAGES = 60
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
READ = ("ruleset.", "actions.", "options.", "scoring.", "rulebook.", "book.")
"""Where the texts stand that players read (the others are for authors): only these are counted when missing."""
_LABEL = re.compile(r"\b(?:as|option)\s+([a-z_][a-z0-9_]*)")
_CHOICE = re.compile(r"\b(?:choose|option)\b.*")
_CHOSEN = re.compile(r"\b(?!not\b)([a-z_][a-z0-9_]*)\s+in\b")
_WHAT = {
    "rules": "rule",
    "sections": "section of the rulebook",
    "names": "name",
    "texts": "element with a text",
    "phrases": "phrase",
}
_GROUPS = tuple(_WHAT)
_ALONE = ("title", "text")


@dataclass(slots=True)
class Texts:
    """The texts of a ruleset in one language.

    `lang` is empty for the ruleset's own words. `missing` holds, for the sections, rules and texts, what is not
    translated. `rule`, `section`, `name` and `text` give the translation, or the words they are given for want of it.
    A name may be written as one for a single thing and one for several, with `|` between: the second is in `plurals`.
    """

    lang: str = ""
    title: Word | None = None
    rules: dict[str, Word] = field(default_factory=dict)
    sections: dict[str, Word] = field(default_factory=dict)
    names: dict[str, Word] = field(default_factory=dict)
    plurals: dict[str, Word] = field(default_factory=dict)
    texts: dict[str, Word] = field(default_factory=dict)
    phrases: dict[str, Word] = field(default_factory=dict)
    missing: dict[str, list[str]] = field(default_factory=dict)

    def rule(self, rule: str, own: str) -> str:
        """The text of a rule."""
        return self.rules.get(rule, own)

    def section(self, section: str, own: str) -> str:
        """The title of a section of the rulebook."""
        return self.sections.get(section, own)

    def name(self, name: str, own: str, kind: str = "") -> str:
        """What people read for a name, perhaps one of several kinds' that share it."""
        return self.names.get(f"{kind}.{name}") or self.names.get(name) or own

    def several(self, name: str) -> str:
        """What people read for several things of that name; empty where it is not said."""
        return self.plurals.get(name, "")

    def text(self, path: str, own: str) -> str:
        """The text at a path."""
        return self.texts.get(path, own)

    @property
    def missing_count(self) -> int:
        """How many texts are not translated."""
        return sum(len(each) for each in self.missing.values())

    @property
    def suffices(self) -> bool:
        """Whether so much is translated that the language is one of the game: at least half of what players read."""
        told = len(self.sections) + len(self.rules) + len(self.texts) + len(self.phrases)
        return told > 0 and told >= self.missing_count


def elements(ruleset: Ruleset) -> Iterator[tuple[str, Element]]:
    """Every element of a ruleset with its path: sections, keys and names with dots between. Steps go by the name of
    their scope, or else by their number from 1."""
    for path, section in _sections(ruleset):
        yield from _inside(section, path)


def told_in(ruleset: Ruleset, texts: Table[str, Word]) -> Ruleset:
    """The ruleset with the texts of its elements in other words, given by their paths."""
    told = {id(each): texts[path] for path, each in elements(ruleset) if each.text is not None and path in texts}

    def change(value: Any) -> Any:
        made = rebuilt(value, lambda _, part: change(part))
        return made.model_copy(update={"text": told[id(value)]}) if id(value) in told else made

    changed: Ruleset = change(ruleset) if told else ruleset
    return changed


def _sections(ruleset: Ruleset) -> Iterator[tuple[str, object]]:
    """The sections in which there are elements, each with its key; or all that stands in one, each with its path."""
    for (name, key, _), section in held(ruleset):
        if name not in ("look", "rulebook", "book"):
            yield from _below(section, key) if isinstance(section, dict | list) else ((key, section),)


def _inside(value: object, path: str) -> Iterator[tuple[str, Element]]:
    if isinstance(value, BaseModel):
        if isinstance(value, Element):
            yield path, value
        for (name, key, _), part in held(value):
            # these stand in the step or entry itself
            is_same = name == ("steps" if isinstance(value, Step) else "slots")
            yield from _inside(part, path if is_same else f"{path}.{key}")
    else:
        for inner, part in _below(value, path):
            yield from _inside(part, inner)


def _below(value: object, path: str) -> Iterator[tuple[str, object]]:
    """What stands in a mapping or list at a path, each with its own."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield f"{path}.{key}", each
    elif isinstance(value, list):
        for number, each in enumerate(value, 1):
            step = each.name if isinstance(each, Step) else None
            yield f"{path}.{step or number}", each


@once_for_each
def _texts_in(declaration: BaseModel) -> list[tuple[str, Word]]:
    """The texts in a declaration, its own among them, with what of their paths comes behind its own."""
    return [(path, element.text) for path, element in _inside(declaration, "") if element.text is not None]


def own_texts(ruleset: Ruleset) -> dict[str, Word]:
    """Every text of a ruleset by its path, the rulebook's rules and sections left out."""
    found: dict[str, Word] = {}
    if ruleset.ruleset.text is not None:
        found["ruleset.text"] = ruleset.ruleset.text
    for path, section in _sections(ruleset):
        if isinstance(section, BaseModel):
            found.update((path + below, text) for below, text in _texts_in(section))
    for word, text in ruleset.rulebook.glossary.items():
        found[f"rulebook.glossary.{word}"] = text
    for name, chapter in ruleset.book.chapters.items():
        for key, told in (("title", chapter.title), ("text", chapter.text)):
            if told is not None:
                found[f"book.chapters.{name}.{key}"] = told
    for name, told in ruleset.book.components.items():
        found[f"book.components.{name}"] = told
    return found


@once_for_each
def own_names(ruleset: Ruleset) -> frozenset[str]:
    """Every name of a ruleset that players may read: alone, and of entries and fields also with their kind."""
    return frozenset(_own_names(ruleset))


def _own_names(ruleset: Ruleset) -> set[str]:
    found = {*map(str, ruleset.players.called), *map(str, ruleset.options), *map(str, ruleset.constants)}
    for word in ruleset.rulebook.glossary:
        found.update((str(word), f"glossary.{word}"))
    found.update((*map(str, ruleset.look.sheets), *map(str, ruleset.look.pieces)))
    for section in (
        ruleset.tables, ruleset.state, ruleset.zones, ruleset.positions, ruleset.functions, ruleset.procedures,
    ):  # fmt: skip
        found.update(map(str, section))
    for names in (every(ruleset, "adjustments"), every(ruleset, "triggers"), ruleset.examples, ruleset.scoring.items):
        found.update(map(str, names))
    for action, decl in every(ruleset, "actions").items():
        found.update((str(action), *map(str, decl.parameters), *map(str, decl.menu)))
    for path, element in (*_inside(ruleset.setup, "setup"), *_inside(ruleset.flow, "flow")):
        if isinstance(element, Step):
            found.add(path.rpartition(".")[2])
            if element.passing is not None:
                found.add(str(element.passing))
    for name, table in ruleset.tables.items():
        found.update(table.axes)
        if table.columns is None:
            found.add(f"{name}.value")
    found.update(("pass", "done", "choose"))
    if ruleset.players.line is not None and ruleset.players.line.choose:
        found.add("line")
    for code in _effects(ruleset):
        found.update(_LABEL.findall(code.text))
        for choice in _CHOICE.findall(code.text):
            found.update(_CHOSEN.findall(choice))
    _members(found, "Player", ruleset.players.called, ruleset.players.fields, ruleset.players.attributes)
    for enum, words in ruleset.enums.items():
        _members(found, enum, words)
    for kind, declared in ruleset.kinds.items():
        _members(found, kind, declared.entries, declared.fields, declared.attributes, declared.predicates)
        _members(found, kind, declared.procedures, declared.actions)
        if declared.per_player is not None:
            _members(found, kind, [f"{owner}_{kind.lower()}" for owner in ruleset.players.called])
    for board_name, board in ruleset.boards.items():
        found.add(str(board_name))
        _members(found, board.kind, board.spaces or {}, board.fields, board.attributes, board.shapes)
        if board.grid is not None:
            _members(found, f"{board.kind}Direction", list(board.grid.directions()))
        of = ruleset.boards.get(board.corners.of) if board.corners is not None else None
        if of is not None and of.grid is not None:  # by where they lie corners are called
            found.update(of.grid.vertices())
        for link, links in board.links.items():
            _members(found, link, links.fields, links.attributes)
    return found


def _effects(ruleset: Ruleset) -> Iterator[Code]:
    """All code in which somebody may be asked to choose."""
    for _, element in (*_inside(ruleset.setup, "setup"), *_inside(ruleset.flow, "flow")):
        if isinstance(element, Step):
            codes = map(element.code, ("decide", "fixed", "do", "start", "end"))
            yield from (code for code in codes if code is not None)
    yield from (each.effects for each in ruleset.procedures.values())
    yield from (each.effects for each in every(ruleset, "actions").values())
    for adjustment in every(ruleset, "adjustments").values():
        yield from (each for each in (adjustment.instead, adjustment.before, adjustment.after) if each is not None)
    yield from (each.do for each in every(ruleset, "triggers").values())
    yield from given_effects(ruleset)


def _members(found: set[str], kind: str, *groups: Sequence[str] | dict[Word, object] | object) -> None:
    """Adds a kind and what belongs to it."""
    found.add(str(kind))
    for group in groups:
        for each in group if isinstance(group, dict | list) else ():
            found.update((str(each), f"{kind}.{each}"))


# ---------------------------------------------------------------- files


def text_file(part: Path, lang: str) -> Path:
    """Where the texts of a ruleset's or overlay's folder or file stand, whether they are there or not."""
    if is_folder(part):
        return part / FOLDER / f"{lang}.yaml"
    home = part.parent.parent if part.parent.name == VARIANTS else part.parent
    return home / FOLDER / f"{part.stem}.{lang}.yaml"


def languages_to_read(parts: Sequence[Path], report: Report) -> list[str]:
    """The same as `languages`, as far as a ruleset may have them; that there are more goes to the report."""
    found = languages(parts)
    if len(found) > MAX_LANGUAGES:
        here = Span(shown(text_file(parts[-1], found[MAX_LANGUAGES])), 1, 1, 1, 1)
        told = f"a ruleset has texts in at most {MAX_LANGUAGES} languages"
        report.error("YUP123", told, here)
    return found[:MAX_LANGUAGES]


def languages(parts: Sequence[Path]) -> list[str]:
    """The languages in which a ruleset, put together from these folders and files, has texts besides its own."""
    found: set[str] = set()
    for part in parts:
        found |= languages_in_tables(part)
        pattern = text_file(part, "*")
        try:
            inside = list(pattern.parent.iterdir()) if is_folder(pattern.parent) else []
        except OSError:
            continue
        before = pattern.name.partition("*")[0]
        for each in inside:
            lang = each.name.removeprefix(before).removesuffix(".yaml")
            if each.suffix != ".yaml" or not each.name.startswith(before) or not _LANGUAGE.fullmatch(lang):
                continue
            if not leads_outside(each, home_of(part) or part.parent):  # `compose` tells of the others
                found.add(lang)
    return sorted(found)


def load_texts(
    ruleset: Ruleset,
    parts: Sequence[Path],
    lang: str,
    report: Report,
    doubted: Callable[[str, str], bool] = lambda group, name: False,
) -> Texts:
    """The texts of a composed ruleset in a language.

    Args:
        ruleset: the composed ruleset, whose rules and names the texts are for.
        parts: the folders and files it was put together from, the base first (`Composed.parts`); what a later one
            says of the same thing counts.
        lang: a language such as `ja` or `pt-BR`; the empty text gives the ruleset's own words.
        report: takes what is wrong with the files, and a warning for each file in which texts of its own folder or
            file are missing; who has no file in the language owes it nothing.
        doubted: whether a text's group and name may be those of something in a part of the ruleset that is faulty; that
            it is not there is then not told.

    Never raises for what an author did.
    """
    texts = Texts(lang)
    if not lang:
        return texts
    known = languages(parts)
    if lang not in known:
        hint = did_you_mean(lang, known) or (
            f"there are {', '.join(f'`{each}`' for each in known)}"
            if known
            else f"write `{FOLDER}/{cite(text_file(parts[-1], lang).name)[1:-1]}`"
        )
        report.add(
            Diagnostic("YUP253", "error", f"the ruleset has no texts in the language {cite(lang)}", NOWHERE, hint)
        )
        return texts
    last = NOWHERE
    titles: list[str] = []
    columns: dict[int, Span] = {}
    reader = _Reader(ruleset, report, [each.resolve() for each in parts], doubted)
    for number, part in enumerate(parts):
        path = text_file(part, lang)
        reader.part, texts.title = number, None
        if path.is_file():
            name = shown(path)
            last = Span(name, 1, 1, 1, 1)
            text = read_text(path, name, report)
            tree = load_text(text, name, report) if text is not None else None
            if tree is not None:
                reader.read(tree, texts)
        in_table = texts_in_tables(part, lang)
        reader.read(in_table, texts)
        words = next((name for _, names in in_table.items() if isinstance(names, Mapping) for name in names), None)
        if isinstance(words, Word):
            columns[number] = words.span
        titles.append(texts.title or _own_title(part))
    texts.title = Word(" + ".join(titles), last)
    _count(ruleset, texts)
    for number, part in enumerate(parts):
        path = text_file(part, lang)
        if path.is_file():
            _tell_missing(reader, texts, number, Span(shown(path), 1, 1, 1, 1))
        elif number in columns:
            where = "" if texts.suffices else f"; until they are, `{lang}` is not offered"
            _tell_missing(reader, texts, number, columns[number], f"{where}: write `{FOLDER}/{path.name}`")
    return texts


def _tell_missing(reader: _Reader, texts: Texts, part: int, file: Span, more: str = "") -> None:
    """Report what is not translated of the words of one folder or file, at its own texts; `more` is added to it."""
    own: dict[str, list[str]] = {}
    for group, names in texts.missing.items():
        known = reader.known(group)
        own[group] = [each for each in names if reader.home(known[each]) == part]
    told = ", ".join(f"{len(each)} {group}" for group, each in own.items() if each)
    if told:
        hint = "the first is " + next(f"{group}: {each[0]}" for group, each in own.items() if each)
        message = f"not translated into `{texts.lang}`: {told}{more}"
        reader.report.add(Diagnostic("YUP252", "warning", message, file, hint))


def _own_title(part: Path) -> str:
    """The title of a folder or file in its own words."""
    header = header_of(part)
    title = header.word("title") if header is not None else None
    return str(title or part.stem)


def _is_said(phrase: str) -> bool:
    """Whether there are words in a phrase, those of expressions left out."""
    return re.search(r"[^\W\d_]{2}", words_of(phrase)) is not None


def _count(ruleset: Ruleset, texts: Texts) -> None:
    """What is not translated."""
    book = ruleset.rulebook
    texts.missing = {
        "sections": [str(each) for each in book.sections if each not in texts.sections],
        "rules": [str(each) for each in book.rules if each not in texts.rules],
        "texts": [path for path in own_texts(ruleset) if path.startswith(READ) and path not in texts.texts],
        "phrases": [phrase for phrase in own_phrases(ruleset) if _is_said(phrase) and phrase not in texts.phrases],
    }


@dataclass(slots=True)
class _Reader:
    """Reads the files of one language. `homes` are the folders and files of the ruleset, `part` the number of the one
    whose texts are read: what a later one says anew is not translated by an earlier one's texts."""

    ruleset: Ruleset
    report: Report
    homes: list[Path]
    doubted: Callable[[str, str], bool]
    part: int = 0
    groups: dict[str, dict[str, Span]] = field(default_factory=dict)
    _home_of: dict[str, int] = field(default_factory=lambda: {NOWHERE.file: 0})

    def read(self, tree: Mapping, texts: Texts) -> None:
        """Put what the file says into the texts."""
        for key, node in tree.items():
            if key == "title" and isinstance(node, Scalar) and not node.is_empty:
                texts.title = node.word
            elif key in _GROUPS and isinstance(node, Mapping):
                self.group(key, node, getattr(texts, key), texts.plurals)
            elif key == "text" and isinstance(node, Scalar) and not node.is_empty:
                continue  # of the variant itself, whatever it is put together with: read by who lists the variants
            elif key in (*_GROUPS, *_ALONE):
                wanted = "a text" if key in _ALONE else "a mapping"
                self.report.error("YUP250", f"expected {wanted}, found {shape(node)}", tree.key_span(key))
            else:
                hint = did_you_mean(key, (*_GROUPS, *_ALONE)) or "there are " + ", ".join(
                    f"`{each}`" for each in (*_ALONE, *_GROUPS)
                )
                self.report.error("YUP250", f"unknown key {cite(key)} of a file of texts", tree.key_span(key), hint)

    def _of_mods(self, known: Iterable[str]) -> dict[str, str]:
        """What may be written for names of mods that are their own: with the dot, and in the texts of the mod itself
        the name alone."""
        found: dict[str, str] = {}
        header = header_of(self.homes[self.part])
        mod = (header.word("name") if header is not None else None) or self.homes[self.part].stem
        for each in known:
            if DOT in each:
                found[dotted(each)] = each
                found[each.replace(f"{mod}{DOT}", "")] = each
        return found

    def group(self, key: str, node: Mapping, into: dict[str, Word], plurals: dict[str, Word]) -> None:
        """One of the mappings."""
        known = self.known(key)
        alias = self._of_mods(known)
        for written, value in node.items():
            span = place(written) or node.span
            name = written if written in known else alias.get(str(written), written)
            if not isinstance(value, Scalar) or value.is_empty:
                self.report.error("YUP250", f"expected a text, found {shape(value)}", span)
            elif name in known:
                if key == "phrases" and not self.sayable(str(name), value):
                    continue
                if self.home(known[name]) <= self.part:
                    into[str(name)] = value.word
                    one, both, several = value.text.partition("|") if key == "names" else ("", "", "")
                    if both:
                        into[str(name)] = Word(one.strip(), value.span)
                        plurals[str(name)] = Word(several.strip(), value.span)
            elif self.part < len(self.homes) - 1 or self.doubted(key, str(name)):
                continue  # an overlay may have taken away what its base has texts for
            else:
                hint = did_you_mean(name, known)
                self.report.error("YUP251", f"the ruleset has no {_WHAT[key]} {cite(name)}", span, hint)

    def home(self, own: Span) -> int:
        """The number of the folder or file in which the ruleset's own words stand."""
        if own.file not in self._home_of:
            file = Path(own.file).resolve()
            self._home_of[own.file] = next((i for i, each in enumerate(self.homes) if each in (file, file.parent)), 0)
        return self._home_of[own.file]

    def sayable(self, own: str, value: Scalar) -> bool:
        """Whether the words for a phrase use only what stands in its braces; else that is reported."""
        allowed, used = expressions_of(own) or {}, expressions_of(value.text)
        if used is None:
            self.report.error("YUP250", "the braces of this phrase do not match", value.span)
            return False
        if other := sorted(used[each] for each in used.keys() - allowed.keys()):
            there = ", ".join(f"`{{{each}}}`" for each in sorted(allowed.values())) or "nothing"
            wrong = f"`{{{other[0]}}}` does not stand in the phrase that this is for"
            self.report.error("YUP250", wrong, value.span, f"in braces there can be {there}")
        elif dropped := ", ".join(sorted(f"`{{{allowed[each]}}}`" for each in allowed.keys() - used.keys())):
            message = f"the phrase that this is for says {dropped} too"
            self.report.add(Diagnostic("YUP254", "warning", message, value.span, "players do not read it here"))
        return not other

    def known(self, key: str) -> dict[str, Span]:
        """What there may be texts for, with the place of the ruleset's own words; each group is gathered once."""
        if key not in self.groups:
            self.groups[key] = self._gathered(key)
        return self.groups[key]

    def _gathered(self, key: str) -> dict[str, Span]:
        book = self.ruleset.rulebook
        if key == "rules":
            return {str(rule): decl.text.span for rule, decl in book.rules.items()}
        if key == "sections":
            return {str(section): title.span for section, title in book.sections.items()}
        if key == "names":
            return dict.fromkeys(own_names(self.ruleset), NOWHERE)
        if key == "phrases":
            return own_phrases(self.ruleset)
        return {path: text.span for path, text in own_texts(self.ruleset).items()}
