"""What a name stands for: `show NAME` at the table.

A card, tile, space, action or rule is told by the words of the ruleset: its text, its attributes, the rules it cites.
Where things are is taken from the observation of whoever asks, so that nothing hidden is told: what a kind of card says
is public, where a card lies is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.text import Text
from yupana.schemas.carried import every
from yupana.schemas.nearest import nearest
from yupana.schemas.ruleset import ActionDecl, OpenElement
from yupana.schemas.texts import elements

from ..shell.colours import FAINT, STRESSED, WARNING

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.game import Game, State
    from yupana.schemas.element import Element
    from yupana.schemas.texts import Texts

    from ..languages.words import Words
    from .paint import Painter
    from .rules import Rules

_NUMBERED = re.compile(r"#\d+$")
_PATHS = (
    "kinds.", "boards.", "actions.", "adjustments.", "triggers.", "zones.", "state.", "players.", "tables.", "options.",
)  # fmt: skip
"""What players meet at the table; functions and steps are the author's own."""

MOST_RULES = 6
"""So many rules are told in full; of more only the numbers."""


class Meanings:
    """Looks up what a name of the ruleset stands for."""

    def __init__(
        self, compiled: Compiled, game: Game, texts: Texts, rules: Rules, paint: Painter, words: Words
    ) -> None:
        self._ruleset, self._game, self._texts = compiled.ruleset, game, texts
        self._rules, self._paint, self._words = rules, paint, words

    @cached_property
    def _elements(self) -> Mapping[str, list[tuple[str, Element]]]:
        """Elements by the last part of their path."""
        found: dict[str, list[tuple[str, Element]]] = {}
        for path, element in elements(self._ruleset) if self._ruleset is not None else ():
            if path.startswith(_PATHS):
                found.setdefault(path.rpartition(".")[2], []).append((path, element))
        return found

    @cached_property
    def _members(self) -> Mapping[str, list[str]]:
        """The kinds or enums that a name is a member of. Pieces of one kind that are alike go by their common name."""
        found: dict[str, list[str]] = {}
        domains = self._game.program.domains
        # what an entry is, its kind says; that its name is a value too is nothing new to a player
        entries = {f"{domain.name}Entry" for domain in domains if domain.group_names}
        for domain in domains:
            if domain.name in entries:
                continue
            for name in dict.fromkeys(_NUMBERED.sub("", each) for each in (*domain.group_names, *domain.names)):
                found.setdefault(name, []).append(domain.name)
        return found

    @cached_property
    def _glossary(self) -> Mapping[str, str]:
        if self._ruleset is None:
            return {}
        book = self._ruleset.rulebook.glossary
        return {str(word): self._texts.text(f"rulebook.glossary.{word}", str(text)) for word, text in book.items()}

    @cached_property
    def names(self) -> list[str]:
        """Everything that can be asked for."""
        return sorted({*self._members, *self._elements, *self._glossary, *self._rules.ids})

    @cached_property
    def _by_word(self) -> Mapping[str, str]:
        """Names by what people may type for them: without regard to case, or in the language of the table."""
        found = {self._paint.word(name).casefold(): name for name in self.names}
        return {**found, **{name.casefold(): name for name in self.names}}

    def of(self, wanted: str, state: State, viewer: int | None) -> list[Text]:
        """What a name stands for, and where it is as seat `viewer` (-1: none) sees it (None: hands are open)."""
        folded = _NUMBERED.sub("", wanted.casefold())
        name = self._by_word.get(folded)
        if name is None:
            begun = [each for each in self._by_word if each.startswith(folded)]
            name = self._by_word[begun[0]] if len(begun) == 1 else None
            if name is None:
                return self._unknown(wanted, sorted({self._by_word[each] for each in begun}))
        if name in self._rules.ids:
            return self._rules.find(name)
        return [*self._title(name), *self._told(name), *self._places(name, state, viewer), *self._cited(name)]

    def _unknown(self, wanted: str, begun: list[str]) -> list[Text]:
        say = self._words.say
        near = nearest(wanted.casefold(), self._by_word)
        if len(begun) > 1:
            hint = say("which_name", names=self._words.alternatives(begun[:8] + (["…"] if len(begun) > 8 else [])))
        else:
            hint = say("near_name", name=self._by_word[near]) if near else ""
        return [Text(f"{say('no_name', name=wanted)} {hint}".strip(), WARNING)]

    def _title(self, name: str) -> list[Text]:
        shown = self._paint.word(name)
        title = Text(shown if shown == name else f"{shown} ({name})", STRESSED)
        kinds = [self._paint.word(kind) for kind in self._members.get(name, ())]
        kinds += [self._words.say("an_action")] if name in self._action_names else []
        title.append(f"  {', '.join(kinds)}" if kinds else "", FAINT)
        return [title]

    @property
    def _action_names(self) -> set[str]:
        return {str(each) for each in every(self._ruleset, "actions")} if self._ruleset is not None else set()

    # ------------------------------------------------------------ what it says

    def _told(self, name: str) -> Iterator[Text]:
        if name in self._glossary:
            yield self._line(self._glossary[name])
        for path, element in self._elements.get(name, ()):
            if element.text is not None:
                yield self._line(self._texts.text(path, str(element.text)))
            if isinstance(element, OpenElement):
                yield from self._attributes(_owner(path), element)
            if isinstance(element, ActionDecl):
                yield from self._action(element)

    def _attributes(self, kind: str, entry: OpenElement) -> Iterator[Text]:
        """The printed values of an entry, and the text of whatever they refer to."""
        declared = self._declared(kind)
        for attribute, code in entry.given.items():
            if attribute not in declared:
                continue  # a condition, not something that is printed on it
            value = code.text.strip().strip("{}[]\"'").strip()
            if declared[attribute].rstrip("?") == "text":
                yield self._line(value)
            else:
                yield self._line(f"{self._paint.word(attribute)}: {value or self._words.say('nothing')}")
                for text in self._referred(value):
                    yield self._line(f"  {text}")

    def _declared(self, kind: str) -> Mapping[str, str]:
        """The types of the attributes of a kind, of the spaces of a board, or of the seats."""
        assert self._ruleset is not None
        ruleset = self._ruleset
        if kind == "Player":
            return {str(name): type_.text for name, type_ in ruleset.players.attributes.items()}
        decl = next((each for name, each in ruleset.kinds.items() if name == kind), None) or next(
            (each for name, each in ruleset.boards.items() if name == kind), None
        )
        return {str(name): type_.text for name, type_ in decl.attributes.items()} if decl is not None else {}

    def _referred(self, value: str) -> list[str]:
        """The texts of an entry that an attribute names."""
        found = []
        for path, element in self._elements.get(value, ()):
            if isinstance(element, OpenElement):
                types = self._declared(_owner(path))
                found += [
                    code.text for name, code in element.given.items() if types.get(name, "").rstrip("?") == "text"
                ]
                found += [self._texts.text(path, str(element.text))] if element.text is not None else []
        return found

    def _action(self, action: ActionDecl) -> Iterator[Text]:
        if action.cost:
            price = ", ".join(f"{code.text} {self._paint.word(str(field))}" for field, code in action.cost.items())
            yield self._line(f"{self._words.say('cost')}: {price}")

    def _cited(self, name: str) -> Iterator[Text]:
        """The rules that the elements cite, those of their kind where they cite none themselves."""
        found: list[str] = []
        kinds: list[str] = []
        for path, element in self._elements.get(name, ()):
            found += [str(each) for each in element.source]
            if isinstance(element, OpenElement):
                kind = _owner(path)
                kinds += [str(each) for _, one in self._elements.get(kind, ()) for each in one.source]
        ids = list(dict.fromkeys(found or kinds))
        if not ids:
            return
        if len(ids) > MOST_RULES:
            yield Text(self._words.say("rules_about", ids=", ".join(ids)), FAINT)
        else:
            yield from self._rules.told(ids)

    # ------------------------------------------------------------ where it is

    def _places(self, name: str, state: State, viewer: int | None) -> Iterator[Text]:
        """What stands in or on it, and where it is, as far as the viewer sees that."""
        seats = range(len(state.names)) if viewer is None else (viewer,)
        lines: dict[str, None] = {}
        for seat in seats:
            observed = state.observation(seat)
            lines.update(dict.fromkeys(self._held(name, observed)))
            lines.update(dict.fromkeys(self._zones(name, observed)))
        for line in lines:
            yield self._line(line)

    def _held(self, name: str, observed: Mapping[str, Any]) -> Iterator[str]:
        """The values of fields and the pieces in zones that belong to the name."""
        for path, value in observed["fields"].items():
            field = path.rpartition(".")[2]
            if isinstance(value, Mapping) and "." in path and value.get(name) not in (None, 0, False, []):
                if path.partition(".")[0] in self._members.get(name, ()):
                    yield f"{self._paint.word(field)}: {_plain(value[name])}"
            elif path == name:
                yield _plain(value)
        for zone, held in observed["zones"].items():
            if isinstance(held, Mapping) and held.get(name):
                yield f"{self._paint.word(zone)}: {_plain(held[name])}"
            elif zone == name and not isinstance(held, Mapping):
                yield _plain(held)

    def _zones(self, name: str, observed: Mapping[str, Any]) -> Iterator[str]:
        """The zones in which the viewer sees pieces of this name."""
        for zone, held in observed["zones"].items():
            for holder, pieces in held.items() if isinstance(held, Mapping) else (("", held),):
                if isinstance(pieces, list):
                    count = sum(_NUMBERED.sub("", str(each)) == name for each in pieces)
                    if count:
                        where = f"{self._paint.word(zone)} {self._paint.word(holder)}".strip()
                        yield self._words.say("lies_in", count=count, zone=where)

    def _line(self, text: str) -> Text:
        line = Text("  ")
        line.append_text(self._paint(text))
        return line


def _owner(path: str) -> str:
    """The kind or board that declares the attributes of an entry, or that of the seats."""
    first, second = path.split(".")[:2]
    return "Player" if first == "players" else second


def _plain(value: Any) -> str:
    """A value of an observation."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "-"
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else str(value)
