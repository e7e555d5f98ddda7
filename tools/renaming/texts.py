"""Texts in other languages when something is renamed: they are found by names, paths and phrases of the ruleset."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from yupana.interpreter.check.interpolation import names_in_figures
from yupana.interpreter.compiled import CheckedRuleset
from yupana.interpreter.index.elements import Elements
from yupana.schemas.compose import Composed
from yupana.schemas.errors import UsageError
from yupana.schemas.find import files_of, shown
from yupana.schemas.opened import file_text, real
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.phrases import carried, own_phrases
from yupana.schemas.reader import load_text
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Report, Span
from yupana.schemas.texts import languages, own_names, text_file
from yupana.schemas.tree import Mapping as Tree
from yupana.schemas.tree import Node, Scalar, Sequence, Word

from ..authoring.edits import Edit
from .naming import Naming
from .occurrences import as_declared, element, section


def texts_edits(compiled: CheckedRuleset, elements: Elements, after: Composed, made: Naming) -> dict[str, set[Edit]]:
    """The edits of the files of texts that belong to the last part of a ruleset, and of what its book calls things.
    `after` is the ruleset as it is when
    its own files are edited. Raises UsageError where two things would share their words in a language."""
    found: dict[str, set[Edit]] = {}
    renamed = after.ruleset or after.partial
    if renamed is None:
        return found
    if renamed.book.names or renamed.book.hidden:
        for file in files_of(compiled.parts[-1]):
            name, text = shown(file), file_text(file)
            tree = load_text(text, name, Report())
            if tree is not None:
                found[real(file)] = {*_File(tree, name, text, compiled, elements, renamed, made).book()}
    for lang in languages(compiled.parts[-1:]):
        file = text_file(compiled.parts[-1], lang)
        if not file.is_file():
            continue
        name, text = shown(file), file_text(file)
        tree = load_text(text, name, Report())
        if tree is not None:
            made_here = {*_File(tree, name, text, compiled, elements, renamed, made).edits()}
            if made_here:
                found[real(file)] = made_here
    return found


class _File:
    """One file of texts."""

    def __init__(
        self,
        tree: Tree,
        name: str,
        text: str,
        compiled: CheckedRuleset,
        elements: Elements,
        renamed: Ruleset,
        made: Naming,
    ) -> None:
        self.tree, self.name, self.rows, self.made = tree, name, re.split(r"\r\n|\r|\n", text), made
        self.compiled, self.elements, self.renamed = compiled, elements, renamed

    def edits(self) -> Iterator[Edit]:
        """All edits."""
        made = self.made
        for word in self._keys("rules"):
            if element(f"rules.{word}") in made.forms:
                yield self._key(word, made.new)
        for word in self._keys("sections"):
            if section(word) in made.forms:
                yield self._key(word, made.new)
        for word in self._keys("texts"):
            if made.path(word) != word:
                yield self._key(word, made.path(word))
        yield from self._names(self.tree.get("names"))
        yield from self._phrases()
        yield from self._figures()

    def _keys(self, group: str) -> list[Word]:
        node = self.tree.get(group)
        return [each for each in node if isinstance(each, Word)] if isinstance(node, Tree) else []

    def _stands(self, span: Span) -> str:
        if span.line != span.end_line or span.line > len(self.rows):
            return ""
        return self.rows[span.line - 1][span.column - 1 : span.end_column - 1]

    def _key(self, word: Word, new: str) -> Edit:
        span, there = word.span, self._stands(word.span)
        said = there.replace(word, new) if word in there else json.dumps(new, ensure_ascii=False)
        return Edit.at(span, said)

    # ------------------------------------------------------------ names

    def book(self) -> Iterator[Edit]:
        """The edits of what the book calls otherwise, or hides, and of what an overlay has for it."""
        for within in (self.tree, *(self.tree.get(each) for each in BLOCKS)):
            book = within.get("book") if isinstance(within, Tree) else None
            if isinstance(book, Tree):
                yield from self._names(book.get("names"))
                for key in ("names", "hidden"):
                    yield from self._listed(book.get(key))

    def _listed(self, node: Node | None) -> Iterator[Edit]:
        """A name in a list, as in `_names`."""
        if not isinstance(node, Sequence):
            return
        before, after = self._known(self.elements.ruleset), self._known(self.renamed)
        words = [each.word for each in node if isinstance(each, Scalar)]
        now = dict(self._pairs(before - after, after - before))
        for word in words:
            if word in now:
                yield self._key(word, now[word])
        for old, new in self._spelled():
            for word in words:
                if word == old and word not in now and new in after and new not in words:
                    lead = self.rows[word.span.line - 1][: word.span.column - 1]
                    both = f"{word}\n{lead}{new}" if lead.strip() == "-" else f"{word}, {new}"
                    yield self._key(word, both if old in after else new)

    @staticmethod
    def _known(ruleset: Ruleset) -> AbstractSet[str]:
        """The names that texts for people may give other words."""
        return own_names(ruleset) | {str(each) for each in ruleset.zones}

    def _names(self, node: Node | None) -> Iterator[Edit]:
        """A name of one thing gets its new name; one of several things stays, and the new one stands beside it."""
        if not isinstance(node, Tree):
            return
        before, after = self._known(self.elements.ruleset), self._known(self.renamed)
        for old, new in self._pairs(before - after, after - before):
            if (word := node.key(old)) is not None:
                yield self._key(word, new)
        gone = {old for old, _ in self._pairs(before - after, after - before)}
        for old, new in self._spelled():
            word, value = node.key(old), node.get(old)
            if word is None or old in gone or not isinstance(value, Scalar) or new not in after:
                continue
            if new in before:
                other = node.get(new)
                if not isinstance(other, Scalar) or other.text != value.text:
                    raise UsageError(f"In {self.name} `{new}` is the name of something else, which is said otherwise.")
                if old not in after:
                    yield from self._away(word, value)
            elif old in after:
                yield self._beside(word, value, new)

    def _spelled(self) -> Iterator[tuple[str, str]]:
        seen = {(old, new) for forms in self.made.forms.values() for old, new in forms.items()}
        yield from sorted(seen)

    def _pairs(self, gone: AbstractSet[str], come: AbstractSet[str]) -> list[tuple[str, str]]:
        """The names that went and what they are now: `lima`, `City.lima`, and what belongs to a kind."""
        found: list[tuple[str, str]] = []
        for name in sorted(gone):
            kind, dot, own = name.rpartition(".")
            for old, new in self._spelled():
                kinds = [kind, new] if kind == old else [kind]
                names = [own, new] if own == old else [own]
                then = next(
                    (f"{k}{dot}{n}" for k in reversed(kinds) for n in reversed(names) if f"{k}{dot}{n}" in come), None
                )
                if then is not None:
                    found.append((name, then))
                    break
        return found

    def _beside(self, word: Word, value: Scalar, new: str) -> Edit:
        """An entry more behind one that has the same words."""
        row = self.rows[word.span.line - 1]
        indent = row[: word.span.column - 1]
        lines = self.rows[word.span.line - 1 : value.span.end_line - (value.span.end_column == 1)]
        if indent.strip():  # in braces
            said = self._stands(value.span) or json.dumps(value.text, ensure_ascii=False)
            at = value.span
            return Edit(at.end_line, at.end_column, at.end_line, at.end_column, f", {new}: {said}")
        first = lines[0].replace(str(word), new, 1)
        last = word.span.line + len(lines) - 1
        end = len(self.rows[last - 1]) + 1
        return Edit(last, end, last, end, "\n" + "\n".join([first, *lines[1:]]))

    def _away(self, word: Word, value: Scalar) -> Iterator[Edit]:
        """Take an entry out whose words another one has too."""
        row = self.rows[word.span.line - 1]
        last = value.span.end_line - (value.span.end_column == 1)
        if not row[: word.span.column - 1].strip() and word.span.line > 1:
            above = len(self.rows[word.span.line - 2]) + 1
            yield Edit(word.span.line - 1, above, last, len(self.rows[last - 1]) + 1, "")
            return
        comma = row.rfind(",", 0, word.span.column - 1)
        if comma >= 0 and not row[comma + 1 : word.span.column - 1].strip():
            yield Edit(word.span.line, comma + 1, value.span.end_line, value.span.end_column, "")

    # ------------------------------------------------------------ phrases

    def _phrases(self) -> Iterator[Edit]:
        """What a game says is found by what it says in the ruleset, in whose braces names stand."""
        node = self.tree.get("phrases")
        old, new = [*own_phrases(self.elements.ruleset)], [*own_phrases(self.renamed)]
        if not isinstance(node, Tree) or len(old) != len(new):
            return
        for before, after in zip(old, new, strict=True):
            word, value = node.key(before), node.get(before)
            if before == after or word is None or not isinstance(value, Scalar):
                continue
            yield self._key(word, after)
            for start, end, then in carried(value.text, before, after):
                at = value.code.at(start, end)
                yield Edit.at(at, then)

    # ------------------------------------------------------------ references to values

    def _figures(self) -> Iterator[Edit]:
        checked, uses = self.compiled.checked, self.elements.references
        nodes = [self.tree.get(group) for group in ("rules", "texts")]
        codes = [
            each.code for node in nodes if isinstance(node, Tree) for each in node.values() if isinstance(each, Scalar)
        ]
        for each in uses.meant(names_in_figures(checked.world, codes)):
            declared = as_declared(self.elements, each.declaration)
            if declared in self.made.forms:
                there = self._stands(each.span)
                new = self.made.spelled(declared, there)
                if new is not None:
                    at = each.span
                    yield Edit.at(at, new)
