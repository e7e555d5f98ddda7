"""What the rules of the linter read: one ruleset, analysed once, with the questions that several rules ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.analysis import Analysis, analyse
from yupana.interpreter.index.elements import TELLING, Element, Elements, Piece
from yupana.interpreter.index.references import Declaration, References
from yupana.interpreter.language import nodes
from yupana.interpreter.language.nodes import Assign, Attribute, Do, Index, Name
from yupana.interpreter.language.trees import descend
from yupana.schemas.compose import compose
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Span
from yupana.schemas.steps import Step

from ..targets.rulesets import own_files
from .census import take_census
from .zone_use import zone_use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yupana.schemas.compose import Composed

    from .census import Census
    from .zone_use import ZoneUse

Item = TypeVar("Item")

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class Progress(Protocol):
    """Goes through items and tells somebody how far it is."""

    def __call__(self, what: str, items: Sequence[Item]) -> Iterator[Item]:
        """The same items."""
        ...


def no_progress(what: str, items: Sequence[Item]) -> Iterator[Item]:
    """Goes through the items and tells nobody."""
    yield from items


class Study:
    """One ruleset without errors under the linter. `progress` is told of long work."""

    def __init__(
        self,
        target: str,
        compiled: SoundRuleset,
        *,
        deep: bool = False,
        seed: int = 1,
        progress: Progress = no_progress,
    ) -> None:
        self.target = target
        self.compiled = compiled
        self.ruleset: Ruleset = compiled.ruleset
        self.deep = deep
        self.seed = seed
        self.progress = progress
        self.analysis: Analysis = analyse(compiled)
        self.elements: Elements = self.analysis.elements

    # ------------------------------------------------------------ code

    @cached_property
    def code(self) -> list[tuple[Element, str, object]]:
        """All code of the rules: its element, the part it stands in, and what was read from it."""
        return [
            (element, piece.part, piece.node)
            for element in self.elements
            if element.section not in TELLING
            for piece in element.pieces
        ]

    @cached_property
    def nodes(self) -> list[tuple[Element, Piece, tuple[nodes.Node, ...]]]:
        """Every piece of code of all elements with all its nodes, those that stand first first."""
        return [(element, piece, tuple(descend(piece.node))) for element in self.elements for piece in element.pieces]

    @cached_property
    def zones(self) -> ZoneUse:
        """Where pieces come from and go to."""
        return zone_use(self)

    def excerpt(self, span: Span) -> str:
        """The words of the author at a place, on one line."""
        lines = self.compiled.files.get(span.file, "").split("\n")[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(lines).split())

    # ------------------------------------------------------------ what is used

    @cached_property
    def composed(self) -> Composed:
        """How the ruleset was put together."""
        return compose(self.target)

    @cached_property
    def own_files(self) -> frozenset[str]:
        """The files of the last part of the target: of the overlay, when it is one."""
        return own_files(self.composed, self.compiled)

    @cached_property
    def words_of_variants(self) -> frozenset[str]:
        """All words of the overlays that lie beside the ruleset: what they use has its use."""
        words: set[str] = set()
        for part in self.composed.parts[:1]:
            folder = part / "variants" if part.is_dir() else None
            for path in sorted(folder.rglob("*.y*ml")) if folder is not None and folder.is_dir() else ():
                if path.is_file():
                    words |= set(_WORD.findall(path.read_text(encoding="utf-8", errors="replace")))
        return frozenset(words)

    @cached_property
    def live(self) -> frozenset[str]:
        """The paths of the elements that somebody comes to: all that is not a function, procedure, constant or
        adjustment, and of those what these use, directly or through others."""
        return self._reached(self.elements)

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The same without what only examples, the look, invariants and features come to: the game itself."""
        return self._reached([each for each in self.elements if each.section not in TELLING])

    def _reached(self, elements: Iterable[Element]) -> frozenset[str]:
        live: set[str] = set()
        queue = [each.path for each in elements if not self._waits_to_be_used(each)]
        while queue:
            path = queue.pop()
            if path in live:
                continue
            live.add(path)
            element = self.elements.by_path[path]
            queue += element.uses - self._adjusted_by(element)
        return frozenset(live)

    def _waits_to_be_used(self, element: Element) -> bool:
        if element.section in ("adjustments", "triggers"):
            return getattr(element.model, "lasts", False)
        return element.section in ("functions", "procedures", "constants")

    def _adjusted(self, element: Element) -> set[str]:
        """What an adjustment is about: to be adjusted is no use."""
        name = str(getattr(element.model, "of", ""))
        return {f"functions.{name}", f"procedures.{name}"}

    def users(self, path: str) -> list[Element]:
        """The elements that the game comes to and that use one, what is inside itself left out."""
        inside = f"{path}."
        return [
            each
            for each in self.elements.users(path)
            if each.path in self.live and not each.path.startswith(inside) and path not in self._adjusted_by(each)
        ]

    def _adjusted_by(self, element: Element) -> set[str]:
        """What an element only waits for: a function to be adjusted, a procedure to be carried out."""
        if element.section == "triggers":
            return {each for each in self.elements.sets_off(element) if each.rpartition(".")[0].endswith("procedures")}
        return self._adjusted(element) if element.section == "adjustments" else set()

    @cached_property
    def values(self) -> frozenset[str]:
        """The paths of the elements that stand as a value in some code under their bare name (not as a type)."""
        bare = [node for _, _, inside in self.nodes for node in inside if isinstance(node, Name)]
        return frozenset(path for node in bare for path in self.meant(node))

    @cached_property
    def _named(self) -> dict[Span, set[str]]:
        named: dict[Span, set[str]] = {}
        for each in self.references.references:
            if each.declaration.sort == "element":
                named.setdefault(each.span, set()).add(each.declaration.path)
        return named

    def meant(self, node: Name | Attribute | Do) -> set[str]:
        """The paths of the elements that a name, what stands behind a dot, or the procedure of a call means."""
        return self._named.get(node.span if isinstance(node, Name) else node.name_span, set())

    @property
    def references(self) -> References:
        """Every place where something is named."""
        return self.elements.references

    @cached_property
    def read(self) -> frozenset[Declaration]:
        """What is read or called somewhere; `x += 1` alone does not read x, and `x = x + 1` does not either."""
        written = {(each.declaration, each.span) for each in self.references.references if each.kind == "write"}
        written |= self._read_to_write
        return frozenset(
            each.declaration
            for each in self.references.references
            if each.kind in ("read", "call") and (each.declaration, each.span) not in written
        )

    @property
    def _read_to_write(self) -> set[tuple[Declaration, Span]]:
        """What is read in the value that it is given, and where."""
        at: dict[Span, list[Declaration]] = {}
        for each in self.references.references:
            at.setdefault(each.span, []).append(each.declaration)
        found = set()
        for node in (node for _, _, inside in self.nodes for node in inside if isinstance(node, Assign)):
            target = {each for span in _spans(node.target) for each in at.get(span, ())}
            inside = {span for each in descend(node.value) for span in _spans(each)}
            found |= {(each, span) for span in inside for each in at.get(span, ()) if each in target}
        return found

    @cached_property
    def ruled(self) -> frozenset[str]:
        """The paths of what is read by rules, and not only by examples, the look and the like."""
        there = self.read
        return frozenset(
            each.declaration.path
            for each in self.references.references
            if each.declaration in there
            and each.kind == "read"
            and each.element.partition(".")[0] not in TELLING
            and each.declaration.sort == "element"
        )

    @cached_property
    def below(self) -> Study | None:
        """What the last overlay is laid on; None for a ruleset, or where that has faults."""
        if len(self.composed.parts) < 2:
            return None
        target = "+".join(str(each) for each in self.composed.parts[:-1])
        compiled = compile_ruleset(target)
        return Study(target, compiled) if isinstance(compiled, SoundRuleset) else None

    @property
    def header(self) -> Span:
        """Where the last part of the target begins: of the overlay, when it is one."""
        file = next(iter(sorted(self.own_files)), "")
        return Span(file, 1, 1, 1, 1)

    @cached_property
    def locals_read(self) -> frozenset[Span]:
        """Where the names of locals and parameters stand that are read somewhere."""
        return frozenset(each.span for each in self.read if each.sort == "local")

    @cached_property
    def menus(self) -> frozenset[str]:
        """The menus that somebody offers: a step of the flow, or effects."""
        offered: set[str] = set()
        for _, _, inside in self.nodes:
            offered |= {node.menu for node in inside if isinstance(node, nodes.Offer)}
        for element in self.elements:
            if element.section in ("flow", "setup"):
                menu = element.model.offers if isinstance(element.model, Step) else None
                offered |= {menu} if menu is not None else set()
        return frozenset(offered)

    # ------------------------------------------------------------ deep

    @cached_property
    def census(self) -> Census:
        """What came up in playouts."""
        return take_census(self)


def _spans(node: object) -> Iterator[Span]:
    """Where that is named which a place holds: `ap` of `me.ap`, `pot` of `pot`, `posts` of `lima.posts[wool]`."""
    if isinstance(node, Name):
        yield node.span
    elif isinstance(node, Attribute):
        yield node.name_span
    elif isinstance(node, Index):
        yield from _spans(node.value)
