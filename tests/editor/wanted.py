"""Every word of a file as completion meets it: what stands at a place, and whether it is offered once it is deleted.

The names that a file gives are no such words: nobody can know them before they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yupana.interpreter.language.tokens import WORD, closing_brace, scan
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.find import TEXTS
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Scalar
from yupana.tests.found import ROOT
from yupana.tools.editor.completion import completed
from yupana.tools.editor.lines import Lines
from yupana.tools.editor.lines import Place as At
from yupana.tools.editor.projects import Project, Snapshot, View
from yupana.tools.editor.schema_nodes import SchemaNode, spots, tree_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """A word that stands in a file, from one offset to another. `kind` is the sort of the place."""

    file: Path
    start: int
    end: int
    word: str
    kind: str


@dataclass(frozen=True, slots=True)
class Game:
    """A shipped ruleset or overlay with its files, checked once."""

    project: Project
    snapshot: Snapshot
    files: tuple[Path, ...]

    def view(self, file: Path, text: str) -> View:
        """A file of it that says something else."""
        return View(file, Lines(text, "utf-16"), self.project, self.snapshot)


@cache
def opened(target: str) -> Game:
    """A ruleset of `rulesets/` by its path there, with its texts in other languages."""
    path = ROOT / "rulesets" / target
    snapshot = Snapshot(Rechecker(path).check(), "utf-16")
    assert snapshot.compiled.checked is not None
    files = [path] if path.is_file() else sorted([*path.glob("*.yaml"), *path.glob(f"{TEXTS}/*.yaml")])
    return Game(Project(path, snapshot), snapshot, tuple(files))


# ---------------------------------------------------------------- the words of a file

_WHOLE = re.compile(r"[\w./ -]+")
_FREE = frozenset(
    ["title", "text", "designer", "because", "why", "name", "group", "language", "glossary", "components", "names",
     "rolls", "sections", "glyphs", "colours", "pictures", "enums", "kind", "phase", "rounds", "turns", "repeat",
     "simultaneous", "parts"]
)  # fmt: skip
"""Keys under which people write what they like, or give names."""

_NAMED = frozenset(
    ["defaults", "set", "cost", "options", "when", "waits", "by_players", "colours", "shapes", "glyphs", "boards", "at",
     "links", "entries", "components", "predicates", "procedures", "actions", "values", "attributes"]
)  # fmt: skip
"""Keys below which stand names that others have given."""

_HOLDERS = frozenset(("KindDecl", "BoardDecl", "LinkDecl", "Players"))
_OWN = frozenset(["entries", "attributes", "predicates", "procedures", "actions", "links"])
"""What these name, they give."""

_BINDERS = frozenset(("let", "for", "as", "option", "pick", "choose"))
"""Words behind which names are given in code."""


def words_of(game: Game, file: Path) -> Iterator[Wanted]:
    """Every word of a file that something could offer."""
    text = file.read_text(encoding="utf-8")
    lines = Lines(text, "utf-16")
    view = game.view(file, text)
    tree = tree_of(text, view.shown)
    assert tree is not None
    given = _given(game, view.shown)
    for spot in spots(tree, game.snapshot.attributes):
        for span, word, kind in _in_spot(spot, translated=file.parent.name == TEXTS):
            start = lines.offset(At(span.line, span.column))
            end = start + len(word)
            if (span.line, span.column) not in given and text[start:end] == word:
                yield Wanted(file, start, end, word, kind)


def _given(game: Game, shown: str) -> set[tuple[int, int]]:
    """Where the names that a file gives stand."""
    uses = game.snapshot.elements.references
    assert uses is not None
    return {(each.span.line, each.span.column) for each in uses.in_file(shown) if each.kind == "declaration"}


def _in_spot(spot: SchemaNode, *, translated: bool) -> Iterator[tuple[Span, str, str]]:
    kind = "texts" if translated else f"{spot.section} {spot.shape.model}.{spot.shape.key}"
    if spot.key is not None and (translated or _is_known(spot)):
        yield spot.key.span, str(spot.key), f"key {kind}"
    if not isinstance(spot.value, Scalar) or spot.value.is_empty:
        return
    code, role = spot.value.code, spot.role
    if translated or role in ("text", "template"):
        yield from ((*each, f"template {kind}") for each in _braced(code))
    elif role == "data":
        if not _is_free(spot):
            span = spot.value.span
            first = span.column + (spot.value.style != "plain")
            yield Span(span.file, span.line, first, span.line, span.end_column), spot.value.text, f"data {kind}"
    else:
        yield from ((*each, f"{role} {kind}") for each in _in_code(code, 0, len(code.text)))


def _is_free(spot: SchemaNode) -> bool:
    """Whether people write what they like here: words, names that are new, numbers, labels of a table."""
    assert isinstance(spot.value, Scalar)
    keys = {spot.shape.key, *spot.path[-2:], *[each for each in spot.keys[-2:] if not each.isdigit()]}
    shape, text = (spot.shape.model, spot.shape.key), spot.value.text
    if shape[0] == "TableDecl" or shape == ("LookBoard", "at") or keys & _FREE or re.fullmatch(r"[-+]?\d+", text):
        return True
    return shape != ("AcceptedBreak", "break") and not _WHOLE.fullmatch(text)


def _is_known(spot: SchemaNode) -> bool:
    """Whether a key is one of the language, or one that somebody else has given as a name."""
    if spot.keys[0] in BLOCKS and spot.keys[0] != "replace":
        return True
    fields = spot.owner.element.fields_by_key() if spot.owner.element is not None else {}
    if str(spot.key) in fields:
        return True
    around = spot.owner.path[-1] if spot.owner.path else ""
    if spot.owner.element is not None:
        return True
    if len(spot.path) == 2 or (spot.shape.model in _HOLDERS and spot.shape.key in _OWN):
        return False
    return around in _NAMED or spot.owner.key == "when"


def _braced(code: Code) -> Iterator[tuple[Span, str]]:
    text, at = code.text, 0
    while (at := text.find("{", at)) >= 0:
        end = closing_brace(text, at, len(text))
        if text.startswith("{{", at) or end is None:
            at += 2
            continue
        yield from [*_in_code(code, at + 1, end)][: 2 if text.startswith("counted(", at + 1) else None]
        at = end


def _in_code(code: Code, start: int, end: int) -> Iterator[tuple[Span, str]]:
    before = ""
    for kind, first, last in scan(code.text, False, start, end).tokens:
        word = code.text[first:last]
        walks = before == "(" and code.text.startswith(" from ", last)
        if kind == WORD and before not in _BINDERS and not walks:
            yield code.at(first, last), word
        before = word


# ---------------------------------------------------------------- whether it is offered


def is_offered(game: Game, wanted: Wanted, text: str) -> str:
    """Whether a word is offered after it was deleted, after the half of it was typed again and after all of it was: at
    which of these it is not, or nothing."""
    word = wanted.word
    for when, typed in (("deleted", ""), ("begun", word[: (len(word) + 1) // 2]), ("whole", word)):
        view = game.view(wanted.file, text[: wanted.start] + typed + text[wanted.end :])
        place = view.lines.place(wanted.start + len(typed))
        found = completed(view, place, "")
        labels = {each.label for each in found.items}
        if not labels & {word, f"{word}=", f"{word}()"} and not (found.is_incomplete and when != "whole"):
            return when
    return ""
