"""What a name of a ruleset stands for, in the words of the ruleset: for every table at which it is played.

A card, tile, space or action is told by its text, its printed values and the rules it cites. All of that is public;
where things lie is not told here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from yupana.schemas.carried import every
from yupana.schemas.ruleset import ActionDecl, OpenElement, Ruleset
from yupana.schemas.texts import elements

from ..languages.words import Words
from .names import Names, spaced

if TYPE_CHECKING:
    from yupana.interpreter.game import Game
    from yupana.schemas.element import Element
    from yupana.schemas.texts import Texts

NUMBERED = re.compile(r"#\d+$")
"""What tells pieces of one kind apart that are alike."""

_COPY = re.compile(r"_\d+$")
_PLAIN = re.compile(r"\w+")
MOST_VALUES = 3
"""So many printed values are told in a line."""
_NAME = re.compile(r"[a-z]\w*")

_PATHS = (
    "kinds.", "boards.", "actions.", "adjustments.", "triggers.", "zones.", "state.", "players.", "tables.", "options.",
)  # fmt: skip
"""What players meet at the table; functions and steps are the author's own."""


class Meanings:
    """The names of a ruleset and what is said of them. `word` gives a name as it is shown."""

    def __init__(
        self, ruleset: Ruleset | None, game: Game, texts: Texts, words: Words, word: Callable[[str], str]
    ) -> None:
        self._ruleset, self._game, self._texts, self._words = ruleset, game, texts, words
        self.word = word

    @cached_property
    def _called(self) -> Callable[[str], str]:
        """A name in the words of the book."""
        return spaced if self._ruleset is None else Names(self._ruleset, self._texts).of

    @cached_property
    def elements(self) -> Mapping[str, list[tuple[str, Element]]]:
        """Elements with their paths by the last part of the path."""
        found: dict[str, list[tuple[str, Element]]] = {}
        for path, element in elements(self._ruleset) if self._ruleset is not None else ():
            if path.startswith(_PATHS):
                found.setdefault(path.rpartition(".")[2], []).append((path, element))
        return found

    @cached_property
    def members(self) -> Mapping[str, list[str]]:
        """The kinds or enums that a name is a member of. Pieces of one kind that are alike go by their common name."""
        found: dict[str, list[str]] = {}
        domains = self._game.program.domains
        # what an entry is, its kind says; that its name is a value too is nothing new to a player
        entries = {f"{domain.name}Entry" for domain in domains if domain.group_names}
        for domain in domains:
            if domain.name in entries:
                continue
            for name in dict.fromkeys(NUMBERED.sub("", each) for each in (*domain.group_names, *domain.names)):
                found.setdefault(name, []).append(domain.name)
        return found

    @cached_property
    def glossary(self) -> Mapping[str, str]:
        """The words that the rulebook explains."""
        if self._ruleset is None:
            return {}
        book = self._ruleset.rulebook.glossary
        return {str(word): self._texts.text(f"rulebook.glossary.{word}", str(text)) for word, text in book.items()}

    @cached_property
    def actions(self) -> frozenset[str]:
        """The names of all actions."""
        return frozenset(map(str, every(self._ruleset, "actions"))) if self._ruleset is not None else frozenset()

    def kinds(self, name: str) -> list[str]:
        """What it is one of, as it is shown."""
        found = [self.word(kind) for kind in self.members.get(name, ())]
        return [*found, self._words.say("an_action")] if name in self.actions else found

    # ------------------------------------------------------------ what it says

    def _said_of(self, name: str) -> list[tuple[str, Element]]:
        """The elements of this name; of one of several copies those of what it is a copy of."""
        copied = "" if name in self.elements or name not in self.members else _COPY.sub("", name)
        return self.elements.get(copied or name, [])

    def told(self, name: str) -> Iterator[str]:
        """What is said of it, line by line; a line that belongs to the one before is set in."""
        if name in self.glossary:
            yield self.glossary[name]
        for path, element in self._said_of(name):
            if element.text is not None:
                yield self._texts.text(path, str(element.text))
            if isinstance(element, OpenElement):
                yield from self._attributes(_owner(path), element)
            if isinstance(element, ActionDecl):
                yield from self._action(element)

    def printed(self, name: str) -> list[str]:
        """The names among its printed values."""
        codes = (
            code.text for _, one in self._said_of(name) if isinstance(one, OpenElement) for code in one.given.values()
        )
        return [each for code in codes for each in _NAME.findall(code) if each in self.members and each != name]

    def gist(self, name: str) -> str:
        """What matters of it in a line: its text, or else the first printed values that its name does not tell."""
        said = self._said_of(name)
        texts = [self._texts.text(path, str(one.text)) for path, one in said if one.text is not None]
        if texts:
            return texts[0]
        entries = [(path, one) for path, one in said if isinstance(one, OpenElement)]
        values = [part for path, one in entries for part in self._values(_owner(path), one, spaced(name).split())]
        return ", ".join(values[:MOST_VALUES])

    def _values(self, kind: str, entry: OpenElement, told: Collection[str]) -> Iterator[str]:
        """The printed numbers, names and truths, each behind what it is, but for those that are `told` already."""
        declared = self._declared(kind)
        for attribute, code in entry.given.items():
            value = code.text.strip()
            if attribute not in declared or declared[attribute].rstrip("?") == "text" or not _PLAIN.fullmatch(value):
                continue
            words = spaced(value).split()
            if value == "true":
                yield self._shown_as(attribute)
            elif value not in ("false", "none") and not set(words) <= set(told):
                what, said = self._shown_as(attribute), self._shown_as(value)
                yield said if said.startswith(what) else f"{what} {said}"

    def _shown_as(self, name: str) -> str:
        shown = self.word(name)
        return self._called(name) if shown == name else shown

    def _attributes(self, kind: str, entry: OpenElement) -> Iterator[str]:
        """The printed values of an entry, and the text of whatever they refer to."""
        declared = self._declared(kind)
        for attribute, code in entry.given.items():
            if attribute not in declared:
                continue  # a condition, not something that is printed on it
            value = code.text.strip().strip("{}[]\"'").strip()
            if attribute == "name" or len(attribute) == 1:
                continue  # it is called so; a letter says nothing to who plays
            if declared[attribute].rstrip("?") == "text":
                yield value
            else:
                shown = _NAME.sub(lambda found: self._shown(found.group()), value)
                yield f"{self._shown_as(str(attribute))}: {shown or self._words.say('nothing')}"
                yield from [f"  {text}" for text in self._referred(value) if text != shown]

    def _shown(self, word: str) -> str:
        """A word of a value as it is shown, if it is a name or a truth."""
        return self.word(word) if word in self.members or word in ("true", "false") else word

    def _declared(self, kind: str) -> Mapping[str, str]:
        """The types of the attributes of a kind, of the spaces of a board, or of the seats."""
        assert self._ruleset is not None
        ruleset = self._ruleset
        if kind == "Player":
            return {str(name): type_.text for name, type_ in ruleset.players.attributes.items()}
        kinds = {str(name): each.attributes for name, each in ruleset.kinds.items()}
        boards = {str(name): each.attributes for name, each in ruleset.boards.items()}
        return {str(name): type_.text for name, type_ in {**boards, **kinds}.get(kind, {}).items()}

    def _referred(self, value: str) -> list[str]:
        """The texts of an entry that an attribute names."""
        found = []
        for path, element in self.elements.get(value, ()):
            if isinstance(element, OpenElement):
                types = self._declared(_owner(path))
                found += [
                    code.text for name, code in element.given.items() if types.get(name, "").rstrip("?") == "text"
                ]
                found += [self._texts.text(path, str(element.text))] if element.text is not None else []
        return found

    def _action(self, action: ActionDecl) -> Iterator[str]:
        if action.cost:
            price = ", ".join(f"{code.text} {self.word(str(field))}" for field, code in action.cost.items())
            yield f"{self._words.say('cost')}: {price}"

    def cited(self, name: str) -> list[str]:
        """The rules that the elements cite, those of their kind where they cite none themselves."""
        found: list[str] = []
        kinds: list[str] = []
        for path, element in self._said_of(name):
            found += [str(each) for each in element.source]
            if isinstance(element, OpenElement):
                kind = _owner(path)
                kinds += [str(each) for _, one in self.elements.get(kind, ()) for each in one.source]
        return list(dict.fromkeys(found or kinds))


def _owner(path: str) -> str:
    """The kind or board that declares the attributes of an entry, or that of the seats."""
    first, second = path.split(".")[:2]
    return "Player" if first == "players" else second
