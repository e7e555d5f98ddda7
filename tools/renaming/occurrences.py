"""Where names stand in one ruleset: in code (from the index of uses), in texts for people, and beside code, where other
parts of a file call something by its name: rules by `source`, the look, the book, and the blocks of an overlay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel
from yupana.interpreter.check.interpolation import names_in_figures, own_texts
from yupana.interpreter.compiled import CheckedRuleset
from yupana.interpreter.index.elements import Element, Elements, comments
from yupana.interpreter.index.references import Declaration
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.element import cited
from yupana.schemas.find import files_of, shown
from yupana.schemas.kinds import EACH, HOLDERS, HOLDING_BLOCKS
from yupana.schemas.moves import read_move
from yupana.schemas.opened import file_text
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.parts import ROOT, Part
from yupana.schemas.reader import load_text
from yupana.schemas.source import NOWHERE, Report, Span
from yupana.schemas.steps import BESIDE
from yupana.schemas.tree import Mapping as Tree
from yupana.schemas.tree import Node, Scalar, Sequence, Word

Occurrence = tuple[Declaration, Span]
"""A declaration, and a place where it is called by its name."""

_PARTS = ("attributes", "defaults", "shapes", "spaces", "names")
_PARAMETERS = ("parameters", "of")
_GIVEN = ("predicates", "procedures")
"""What a kind declares besides attributes for its entries to give."""
_LISTS = re.compile(r"\.(?:entries|seats|spaces)\.")


def element(path: str) -> Declaration:
    """An element by its path."""
    return Declaration("element", path, "", NOWHERE)


def part(path: str, name: str) -> Declaration:
    """A part of an element."""
    return Declaration("part", path, name, NOWHERE)


def section(name: str) -> Declaration:
    """A section of the rulebook."""
    return part("rulebook", name)


def parameter(path: str, name: str) -> Declaration:
    """A parameter of an element, whichever overlay declares it."""
    return Declaration("local", path, name, NOWHERE)


def as_declared(elements: Elements, declaration: Declaration) -> Declaration:
    """A declaration as it is known in every ruleset that is made of the same files: without its place, unless it is a
    local that is declared in code."""
    if declaration.sort != "local":
        return Declaration(declaration.sort, declaration.path, declaration.name, NOWHERE)
    model = elements.by_path[declaration.path].model if declaration.path in elements.by_path else None
    if any(word == declaration.name and word.span == declaration.span for word in _parameters(model)):
        return parameter(declaration.path, declaration.name)
    return declaration


def _parameters(model: BaseModel | None) -> Iterator[Word]:
    for key in _PARAMETERS:
        known = getattr(model, key, None)
        if isinstance(known, Mapping):
            yield from (each for each in known if isinstance(each, Word))


def occurrences(compiled: CheckedRuleset, elements: Elements, below: Elements) -> Iterator[Occurrence]:
    """Every place where something is named in a ruleset, and in the blocks of its last part, if that is an overlay;
    `below` is what is declared without overlays."""
    uses, checked, ruleset = elements.references, compiled.checked, elements.ruleset
    for each in uses.references:
        yield as_declared(elements, each.declaration), each.span
    for each in uses.meant(names_in_figures(checked.world, own_texts(ruleset))):
        yield as_declared(elements, each.declaration), each.span
    yield from _given(elements)
    yield from _axes(compiled, elements)
    yield from _rulebook(compiled, elements)
    yield from _book(compiled, elements)
    yield from _look(compiled, elements)
    yield from _boards(elements)
    yield from _examples(elements)
    yield from labels(compiled, elements)
    if len(compiled.parts) > 1:
        yield from _Blocks((below, elements)).of(compiled.parts[-1])


# ---------------------------------------------------------------- beside code


def _given(elements: Elements) -> Iterator[Occurrence]:
    """What a kind and its entries give for the predicates and procedures that it declares."""
    for kind, decl in elements.ruleset.kinds.items():
        for key in (*decl.defaults, *(each for entry in decl.entries.values() for each in entry.values)):
            for sort in _GIVEN:
                if key in getattr(decl, sort) and isinstance(key, Word):
                    yield element(f"kinds.{kind}.{sort}.{key}"), key.span


def _axes(compiled: CheckedRuleset, elements: Elements) -> Iterator[Occurrence]:
    """The enums of which `each` stands for all members."""
    for tree in (each for path in compiled.parts for each in trees_of(path)):
        for block in (tree, *map(tree.get, HOLDING_BLOCKS)):
            kinds = block.get("kinds") if isinstance(block, Tree) else None
            for kind in kinds.values() if isinstance(kinds, Tree) else ():
                entries = kind.get(HOLDERS["kinds"]) if isinstance(kind, Tree) else None
                told = entries.get(EACH) if isinstance(entries, Tree) else None
                for value in told.values() if isinstance(told, Tree) else ():
                    if isinstance(value, Scalar) and value.text.strip() in elements.ruleset.enums:
                        yield element(f"enums.{value.text.strip()}"), value.span


def _rulebook(compiled: CheckedRuleset, elements: Elements) -> Iterator[Occurrence]:
    for rule in cited(elements.ruleset):
        if isinstance(rule, Word):
            yield element(f"rules.{rule}"), rule.span
    rules = elements.ruleset.rulebook.rules
    for each in elements:
        for piece in each.pieces:
            for word, span in comments(piece.code):
                if word in rules:
                    yield element(f"rules.{word}"), span
    for name in elements.ruleset.rulebook.sections:
        if isinstance(name, Word):
            yield section(name), name.span
    for decl in elements.ruleset.rulebook.rules.values():
        if isinstance(decl.section, Word):
            yield section(decl.section), decl.section.span


def _book(compiled: CheckedRuleset, elements: Elements) -> Iterator[Occurrence]:
    book = elements.ruleset.book
    named = {
        "board": "boards.{}", "spaces": "boards.{}", "table": "tables.{}", "example": "examples.{}",
        "entries": "kinds.{}",
    }  # fmt: skip
    for chapter in book.chapters.values():
        for word in chapter.holds:
            head, _, name = word.partition(" ")
            if name and head in ("rules", "examples"):
                yield section(name), within(compiled, word.span, name)
            elif name and head in named:
                yield element(named[head].format(name)), within(compiled, word.span, name)
    for name in (*book.components, *book.entries):
        if isinstance(name, Word) and name[:1].isupper():
            yield from _words(elements, [name])
    for kind, entries in book.entries.items():
        for column in entries.columns or ():
            for home in _kinds(elements, str(kind)):
                yield part(home.path, column), column.span
    for name in book.entries:
        if isinstance(name, Word) and name != "Player":
            yield element(f"book.entries.{name}"), name.span


def book_names(elements: Elements) -> Iterator[Occurrence]:
    """What the book calls otherwise, or hides, as far as bare names say it."""
    book = elements.ruleset.book
    yield from _words(elements, [each for each in (*book.names, *book.hidden) if isinstance(each, Word)])


def _kinds(elements: Elements, kind: str) -> Iterator[Declaration]:
    if kind == "Player":
        yield element("players")
    else:
        yield from elements.references.named(kind)


def _boards(elements: Elements) -> Iterator[Occurrence]:
    """The boards whose edges or corners are the spaces of others."""
    for board in elements.ruleset.boards.values():
        if board.between is not None:
            yield element(f"boards.{board.between.of}"), board.between.of.span


def _look(compiled: CheckedRuleset, elements: Elements) -> Iterator[Occurrence]:
    look = elements.ruleset.look
    named = (look.colours, look.glyphs, look.shapes, look.icons, look.pictures, look.pieces, look.faces)
    yield from _words(elements, [each for every in named for each in every])
    yield from _pieces(compiled, elements)
    for face in look.faces.values():
        if face.back is not None:
            yield from _words(elements, [each for each in (face.back.icon, face.back.colour) if each is not None])
    for zone in (*look.zones, *look.room):
        yield element(f"zones.{zone}"), zone.span
    yield from _fields(compiled, elements, look.dice)
    for name, board in look.boards.items():
        yield element(f"boards.{name}"), name.span
        sides, regions = board.sides, board.regions.values()
        colours = (board.ground, *board.checks, sides.top, sides.bottom, sides.left, sides.right)
        painted = (
            *colours,
            *(each.colour for each in regions),
            *(each.colour for each in board.marks),
            *(each.colour for each in board.backdrop),
        )
        spaces = (*board.at, *board.seats, *(space for each in regions for space in each.of))
        yield from _words(elements, [*spaces, *(each for each in painted if each is not None)])
        for link in board.links:
            yield element(f"boards.{name}.links.{link}"), link.span
    for sheet in look.sheets.values():
        yield from _words(elements, [sheet.of, *(each for row in sheet.rows for each in row)])
    for lying in look.parts.values():
        shown = (lying.of, lying.piece, *(each for row in lying.rows for each in row))
        yield from _words(elements, [each for each in shown if each is not None])
        if lying.zone is not None:
            yield element(f"zones.{lying.zone}"), lying.zone.span
    for said in look.says:
        if isinstance(said, Word):
            for each in _decisions(elements, said):
                yield each, said.span
    yield from _words(elements, [each.ground for each in look.mats.values() if each.ground is not None])


def _pieces(compiled: CheckedRuleset, elements: Elements) -> Iterator[Occurrence]:
    ruleset = elements.ruleset
    for piece in ruleset.look.pieces.values():
        yield from _words(elements, [*piece.holds, *([piece.covers] if piece.covers is not None else [])])
        for name, board in ruleset.boards.items():
            if piece.covers is not None and piece.covers in board.shapes:
                yield part(f"boards.{name}", piece.covers), piece.covers.span
        yield from _fields(compiled, elements, piece.stands_for)


def _fields(compiled: CheckedRuleset, elements: Elements, words: Iterable[Word]) -> Iterator[Occurrence]:
    """What the names of fields mean, bare or with their kinds."""
    for word in words:
        kind, _, field = word.rpartition(".")
        yield from _words(elements, [Word(kind, within(compiled, word.span, kind))] if kind else [])
        for home, path, declared in elements.ruleset.held:
            if field in declared and kind in ("", home):
                yield element(f"{path}.{field}"), within(compiled, word.span, field) if kind else word.span


def _words(elements: Elements, words: Iterable[str]) -> Iterator[Occurrence]:
    """What bare names mean: entities, kinds and boards."""
    for word in words:
        for each in elements.references.named(word):
            if isinstance(word, Word):
                yield as_declared(elements, each), word.span


def _examples(elements: Elements) -> Iterator[Occurrence]:
    for decl in elements.ruleset.examples.values():
        for name in decl.options:
            yield element(f"options.{name}"), name.span
        for player, code in decl.waits.items():
            if isinstance(player, Word):
                yield from _words(elements, [player])
            found = re.match(r"\s*([A-Za-z]\w*)", read_move(code.text).option)
            if found is not None:
                start = code.text.find(found[1])
                for each in _decisions(elements, found[1]):
                    yield each, code.at(start, start + len(found[1]))
        for entry in decl.when:
            for player in entry:
                if isinstance(player, Word) and player != "then":
                    yield from _words(elements, [player])


def _decisions(elements: Elements, word: str) -> Iterator[Declaration]:
    """What a player may be asked for by a word: an option, or a decision by its name."""
    uses = elements.references
    for giver in sorted(uses.giving(word)):
        yield element(giver) if giver.rpartition(".")[2] == word else part(giver, word)
    for each in elements:
        if each.name == word and each.section in ("procedures", "actions", "flow", "setup"):
            yield element(each.path)


def labels(compiled: CheckedRuleset, elements: Elements) -> Iterator[Occurrence]:
    """Where choices in code say what their options are called."""
    for each in elements:
        for piece in each.pieces:
            for node in descend(piece.node):
                if isinstance(node, nodes.Branch):
                    yield part(each.path, node.label), node.label_span
                elif isinstance(node, nodes.Choose) and node.label is not None:
                    yield part(each.path, node.label), _label(compiled, node)
        passing = getattr(each.model, "passing", None)
        if isinstance(passing, Word) and passing.span != NOWHERE:
            yield part(each.path, passing), passing.span


def _label(compiled: CheckedRuleset, node: nodes.Choose) -> Span:
    """Where the name behind `as` stands."""
    assert node.label is not None
    for line in range(node.span.end_line, node.span.line - 1, -1):
        row = compiled.files[node.span.file].split("\n")[line - 1]
        first = node.span.column - 1 if line == node.span.line else 0
        last = node.span.end_column - 1 if line == node.span.end_line else len(row)
        found = [*re.finditer(rf"\bas\s+({re.escape(node.label)})\b", row[:last])]
        if found and found[-1].start() >= first:
            return Span(node.span.file, line, found[-1].start(1) + 1, line, found[-1].end(1) + 1)
    return NOWHERE


def within(compiled: CheckedRuleset, span: Span, name: str) -> Span:
    """Where a name stands last within a span of one line; the span itself where it does not."""
    rows = compiled.files.get(span.file, "").split("\n")
    if span.line != span.end_line or not 0 < span.line <= len(rows):
        return span
    start = rows[span.line - 1].rfind(name, span.column - 1, span.end_column - 1)
    return span if start < 0 else Span(span.file, span.line, start + 1, span.line, start + len(name) + 1)


# ---------------------------------------------------------------- the blocks of overlays


def trees_of(path: Path) -> Iterator[Tree]:
    """What the files of a ruleset or overlay hold, as far as they can be read."""
    for file in files_of(path):
        name = shown(file)
        tree = load_text(file_text(file), name, Report())
        if tree is not None:
            yield tree


class _Blocks:
    """Finds what an overlay changes, replaces, removes and adds to."""

    def __init__(self, known: Iterable[Elements]) -> None:
        self.known = [*known]
        self.steps: dict[str, str] = {}
        for each in (one for elements in self.known for one in elements):
            self._step(each)

    def _step(self, each: Element) -> None:
        if each.section in ("flow", "setup") and not each.name.isdigit():
            self.steps[each.name] = each.path

    def of(self, path: Path) -> Iterator[Occurrence]:
        """All mentions in the blocks of an overlay."""
        for tree in trees_of(path):
            for key, node in tree.items():
                if key in BLOCKS:
                    yield from self._in(node, ROOT, "")
                elif key != "ruleset":
                    yield from self._in(Tree([(key, node)], tree.span), ROOT, "")

    def _in(self, node: Node, at: Part, path: str) -> Iterator[Occurrence]:
        if isinstance(node, Tree):
            for key, value in node.items():
                word = key if isinstance(key, Word) else Word(key, NOWHERE)
                if at.kind == "steps":
                    if word in self.steps:
                        yield element(self.steps[word]), word.span
                        yield from self._in(value, at.item or at, self.steps[word])
                    continue
                inner = f"{path}.{word}" if path else str(word)
                if at.kind == "names":
                    yield from self._named(path, word)
                else:
                    yield from self._own(at, path, word)
                yield from self._in(value, at.child(word), inner)
        elif isinstance(node, Sequence):
            for each in node:
                if isinstance(each, Tree) and at.kind == "steps":
                    yield from self._beside(each)
                elif isinstance(each, Scalar):
                    yield from self._listed(at, path, each.word)
        elif at.kind in ("names", "steps", "list"):
            yield from self._listed(at, path, node.word)

    def _beside(self, step: Tree) -> Iterator[Occurrence]:
        """The step before or after which one is added."""
        for key in BESIDE:
            where = step.get(key)
            if isinstance(where, Scalar) and where.text in self.steps:
                yield element(self.steps[where.text]), where.span

    def _listed(self, at: Part, path: str, word: Word) -> Iterator[Occurrence]:
        if at.kind == "steps":
            if word in self.steps:
                yield element(self.steps[word]), word.span
        elif at.kind == "names":
            yield from self._named(path, word)
        elif at.kind == "element":
            yield from self._own(at, path, word)
        elif path.startswith("enums.") or path == "players.names":
            yield part(path.removesuffix(".names"), word), word.span

    def _own(self, at: Part, path: str, word: Word) -> Iterator[Occurrence]:
        """What an entry, seat or space gives for something that its kind declares."""
        if path and word not in (() if at.model is None else at.model.fields_by_key()):
            home = _LISTS.split(path)[0]
            declared = [f"{home}.{sort}.{word}" for sort in _GIVEN]
            for each in (f"{path}.{word}", *declared):
                yield element(each), word.span
            if not any(each in elements.by_path for each in declared for elements in self.known):
                yield part(home, word), word.span

    def _named(self, path: str, word: Word) -> Iterator[Occurrence]:
        """A name under a key of named things."""
        home, _, key = path.rpartition(".")
        if path == "rulebook.rules":
            yield element(f"rules.{word}"), word.span
        elif path == "rulebook.sections":
            yield section(word), word.span
        elif path in ("look.boards", "look.links"):
            yield element(f"boards.{word}"), word.span
        elif path.startswith(("look.", "book.")):
            for each in self.known:
                yield from _words(each, [word])
        elif home and key in _PARTS:
            yield part(home, word), word.span
            yield element(f"{path}.{word}"), word.span
        elif home and key in _PARAMETERS:
            yield parameter(home, word), word.span
        else:
            yield element(f"{path}.{word}"), word.span
