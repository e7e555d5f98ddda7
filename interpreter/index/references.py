"""What is declared in a ruleset, and every place where it is used: the one index of uses.

It is made once from the names of the typed tree, so a use is one of a declaration, whatever else is spelled like it.
Asked by declaration it gives the places (what a tool needs to find references, or to rename), asked by place the
declaration, asked by element what stands in it; which element uses which follows from that, and so does who calls whom.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from pydantic import BaseModel
from yupana.schemas.book import ExampleDecl
from yupana.schemas.moves import read_move
from yupana.schemas.source import Code, Span
from yupana.schemas.steps import Step

from ..compiled import CheckedRuleset
from ..examples.running import names_in_examples
from ..machine.printing import read_option
from ..typed.names import Named
from ..typed.values import Variable
from ..view.look import Look
from .definitions import Declaration as Declaration
from .definitions import Models, Places, Resolver, end_of, start_of
from .definitions import Reference as Reference

_WORD = re.compile(r"[A-Za-z_]\w*")


class References:
    """All references of a compiled ruleset. `models` are its elements by path."""

    def __init__(self, compiled: CheckedRuleset, models: Models, spans: Mapping[str, Span]) -> None:
        ruleset, checked, tables = compiled.ruleset, compiled.checked, compiled.tables
        self._places = Places(models)
        self._meanings = Resolver(ruleset, checked.world, tables, models, spans, self._places)
        self._named: dict[str, list[Named]] = {}
        for each in (*checked.world.names, *_names_around(compiled)):
            home = each.meant.span.file if isinstance(each.meant, Variable) else ""
            for file in {each.span.file, home or each.span.file}:  # a parameter may stand in another file
                self._named.setdefault(file, []).append(each)
        self._models: dict[str, list[tuple[str, BaseModel]]] = {}
        for path, model in models.items():
            if isinstance(model, ExampleDecl | Step):
                for file in {spans[path].file, *_files_of(model)}:
                    self._models.setdefault(file, []).append((path, model))
        self._declared: dict[str, list[Reference]] = {}
        for reference in self._meanings.declared():
            self._declared.setdefault(reference.span.file, []).append(reference)
        self._read: dict[str, list[Reference]] = {}
        self._of_options: dict[tuple[str, str], list[Declaration]] = {}

    @cached_property
    def references(self) -> list[Reference]:
        """All of them, in order of files and places."""
        files = sorted(self._named.keys() | self._models.keys() | self._declared.keys())
        return [each for file in files for each in self.in_file(file)]

    @cached_property
    def _by_element(self) -> dict[str, list[Reference]]:
        found: dict[str, list[Reference]] = {}
        for each in self.references:
            found.setdefault(each.element, []).append(each)
        return found

    @cached_property
    def _by_declaration(self) -> dict[Declaration, list[Reference]]:
        found: dict[Declaration, list[Reference]] = {}
        for each in self.references:
            found.setdefault(each.declaration, []).append(each)
        return found

    # ------------------------------------------------------------ asking

    def of(self, declaration: Declaration) -> list[Reference]:
        """All places of a declaration, its own among them, in order of files and places."""
        return self._by_declaration.get(declaration, [])

    def within(self, path: str) -> list[Reference]:
        """All that is named in an element, in order; what is inside of its children is theirs."""
        return self._by_element.get(path, [])

    def at(self, file: str, line: int, column: int) -> list[Reference]:
        """What is named at a place: several references where a name stands for several things (what a menu holds)."""
        place = line, column
        return [each for each in self.in_file(file) if start_of(each.span) <= place <= end_of(each.span)]

    def in_file(self, file: str) -> list[Reference]:
        """All that is named in a file, in order; known without a look at the others."""
        if file not in self._read:
            every = dict.fromkeys(each for each in self._all(file) if each.span.file == file)
            self._read[file] = sorted(every, key=lambda each: start_of(each.span))
        return self._read[file]

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

    def named(self, word: str) -> frozenset[Declaration]:
        """What a word may mean where entities, kinds and boards are named without saying of which."""
        return frozenset(self._meanings.named(word))

    def meant(self, names: Iterable[Named], element: str = "") -> Iterator[Reference]:
        """The references that names beside the code of the elements are, such as those in texts for people."""
        for each in names:
            declaration = self._meanings.of(each.meant, element)
            if declaration is not None:
                yield Reference(declaration, each.span, each.use, element)

    # ------------------------------------------------------------ making

    def _all(self, file: str) -> Iterator[Reference]:
        yield from self._declared.get(file, ())
        for named in self._named.get(file, ()):
            for element in self._places.at(named.span):
                declaration = self._meanings.of(named.meant, element)
                if declaration is None:
                    continue
                if declaration.sort == "local":
                    yield Reference(declaration, declaration.span, "declaration", declaration.path)
                yield Reference(declaration, named.span, named.use, element)
        for path, model in self._models.get(file, ()):
            if isinstance(model, ExampleDecl):
                for entry in model.when:
                    for player, code in entry.items():
                        if player != "then":
                            yield from self._option(path, code)
            elif isinstance(model, Step) and model.offers is not None and getattr(model, "menu", None) is None:
                menu = self._meanings.menu(model.offers)
                span = model.span if model.name is None else model.name.span
                yield Reference(menu, replace(span, end_line=span.line, end_column=span.column), "read", path)

    @cached_property
    def _variables(self) -> dict[str, list[Named]]:
        """Where locals are named, by their names."""
        found: dict[str, list[Named]] = {}
        for each in (each for named in self._named.values() for each in named):
            if isinstance(each.meant, Variable):
                found.setdefault(str(each.meant.name), []).append(each)
        return found

    def _locals(self, giver: str, name: str) -> list[Declaration]:
        """The locals of an element that are called so."""
        if (giver, name) not in self._of_options:
            every = [self._meanings.of(each.meant, giver) for each in self._variables.get(name, ())]
            known = dict.fromkeys(each for each in every if each is not None and each.path == giver)
            self._of_options[giver, name] = list(known)
        return self._of_options[giver, name]

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
            if found is not None:
                for giver, where in sorted(self._meanings.places_of(written.name)):
                    given = self._meanings.parameter(giver, name, self._locals(giver, name), where)
                    if given is not None:
                        yield Reference(given, code.at(found.start(), found.start() + len(name)), "read", path)
            for word in _WORD.findall(value):
                place = re.compile(rf"\b{word}\b").search(code.text, after)
                for entity in self._meanings.values(written.name, name, word):
                    if place is not None:
                        yield Reference(entity, code.at(*place.span()), "read", path)


def _files_of(model: ExampleDecl | Step) -> Iterator[str]:
    """The files in which what is done in an example stands, or the name of a step."""
    if isinstance(model, Step):
        yield model.span.file if model.name is None else model.name.span.file
    else:
        yield from {code.span.file for entry in model.when for code in entry.values()}


def _names_around(compiled: CheckedRuleset) -> Sequence[Named]:
    """What the names in the examples and the look mean; found when compiling, unless not all of it was read then."""
    if compiled.around is not None:
        return compiled.around
    return [*names_in_examples(compiled), *Look(compiled).names]
