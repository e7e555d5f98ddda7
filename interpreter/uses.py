"""What is declared in a ruleset, and every place where it is used: the one index of uses.

It is made once from the names of the typed tree, so a use is one of a declaration, whatever else is spelled like it.
Asked by declaration it gives the places (what a tool needs to find references, or to rename), asked by place the
declaration, asked by element what stands in it; which element uses which follows from that, and so does who calls whom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from yupana.schemas.book import ExampleDecl
from yupana.schemas.moves import read_move
from yupana.schemas.source import Code, Span
from yupana.schemas.steps import Step

from .compiled import Compiled
from .examples import names_in_examples
from .look import Look
from .machine.printing import read_option
from .meanings import Declaration as Declaration
from .meanings import Meanings, Models, Places, end_of, start_of
from .meanings import Reference as Reference
from .typed.names import Named

_WORD = re.compile(r"[A-Za-z_]\w*")


class Uses:
    """All references of a compiled ruleset. `models` are its elements by path."""

    def __init__(self, compiled: Compiled, models: Models, spans: Mapping[str, Span]) -> None:
        ruleset, checked, tables = compiled.ruleset, compiled.checked, compiled.tables
        assert ruleset is not None
        assert checked is not None
        assert tables is not None
        self._places = Places(models)
        self._meanings = Meanings(ruleset, checked.world, tables, models, spans, self._places)
        self.references: list[Reference] = sorted(
            dict.fromkeys(self._all(compiled, models)), key=lambda each: (each.span.file, start_of(each.span))
        )
        self._by_element: dict[str, list[Reference]] = {}
        self._by_declaration: dict[Declaration, list[Reference]] = {}
        for each in self.references:
            self._by_element.setdefault(each.element, []).append(each)
            self._by_declaration.setdefault(each.declaration, []).append(each)

    # ------------------------------------------------------------ asking

    def of(self, declaration: Declaration) -> list[Reference]:
        """All places of a declaration, its own among them, in order of files and places."""
        return self._by_declaration.get(declaration, [])

    def within(self, path: str) -> list[Reference]:
        """All that is named in an element, in order; what is inside of its children is theirs."""
        return self._by_element.get(path, [])

    def at(self, file: str, line: int, column: int) -> list[Reference]:
        """What is named at a place: several references where a name stands for several things (what a menu holds)."""
        return [
            each
            for each in self.references
            if each.span.file == file and start_of(each.span) <= (line, column) <= end_of(each.span)
        ]

    def elements_of(self, declaration: Declaration) -> frozenset[str]:
        """The paths of the elements that are used where a declaration is: of a menu, its actions."""
        if declaration.sort == "menu":
            return self._meanings.menus.get(declaration.name, frozenset())
        return frozenset() if declaration.sort == "local" else frozenset([declaration.path])

    def used_by(self, path: str) -> set[str]:
        """The paths of the elements that one uses directly, without itself."""
        found: set[str] = set()
        for each in self.within(path):
            gives_own = each.kind == "write" and each.declaration.sort == "part"  # an entry its attributes
            if each.kind != "declaration" and not gives_own:
                found |= self.elements_of(each.declaration)
        return found - {path}

    def only_written(self, path: str) -> set[str]:
        """The paths of what an element only gives values, and otherwise does nothing with."""
        found = {each.declaration.path: True for each in self.within(path) if each.kind == "write"}
        for each in self.within(path):
            if each.kind in ("read", "call"):
                found.pop(each.declaration.path, None)
        return set(found)

    def giving(self, option: str) -> frozenset[str]:
        """The paths of the elements that give an option of this name: an action, or what holds a choice or branch."""
        return self._meanings.options.get(option, frozenset())

    # ------------------------------------------------------------ making

    def _all(self, compiled: Compiled, models: Models) -> Iterator[Reference]:
        assert compiled.checked is not None
        yield from self._meanings.declared()
        for named in (*compiled.checked.world.names, *_names_around(compiled)):
            for element in self._places.at(named.span):
                declaration = self._meanings.of(named.meant, element)
                if declaration is None:
                    continue
                if declaration.sort == "local":
                    yield Reference(declaration, declaration.span, "declaration", declaration.path)
                yield Reference(declaration, named.span, named.use, element)
        for path, model in models.items():
            if isinstance(model, ExampleDecl):
                for entry in model.when:
                    for player, code in entry.items():
                        if player != "then":
                            yield from self._option(path, code)
            elif isinstance(model, Step) and model.offers is not None and getattr(model, "menu", None) is None:
                menu = self._meanings.menu(model.offers)
                span = model.span if model.name is None else model.name.span
                yield Reference(menu, replace(span, end_line=span.line, end_column=span.column), "read", path)

    def _option(self, path: str, code: Code) -> Iterator[Reference]:
        """What a player does in an example: an option by its name, and its values by what its parameters may be."""
        text = read_move(code.text).option
        written = read_option(text)
        if written is None:
            return
        start = code.text.find(written.name)
        span = code.at(start, start + len(written.name))
        for giver in sorted(self.giving(written.name)):
            yield Reference(self._meanings.option(giver, written.name), span, "call", path)
        for name, value in written.arguments.items():
            found = re.search(rf"\b{re.escape(name)}\s*=", code.text)
            after = start if found is None else found.end()
            for word in _WORD.findall(value):
                place = re.compile(rf"\b{word}\b").search(code.text, after)
                for entity in self._meanings.values(written.name, name, word):
                    if place is not None:
                        yield Reference(entity, code.at(*place.span()), "read", path)


def _names_around(compiled: Compiled) -> Sequence[Named]:
    """What the names in the examples and the look mean; found when compiling, unless not all of it was read then."""
    if compiled.around is not None:
        return compiled.around
    return [*names_in_examples(compiled), *Look(compiled).names]
