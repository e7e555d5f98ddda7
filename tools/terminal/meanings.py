"""What a name stands for: `show NAME` at the table.

What is said of it is that of every table (`book/meanings.py`). Where things are is taken from the observation of
whoever asks, so that nothing hidden is told: what a kind of card says is public, where a card lies is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.text import Text
from yupana.schemas.nearest import nearest

from ..book.meanings import NUMBERED
from ..book.meanings import Meanings as Said
from ..shell.colours import FAINT, STRESSED, WARNING

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset
    from yupana.interpreter.game import Game, State
    from yupana.schemas.texts import Texts

    from ..languages.words import Words
    from .paint import Painter
    from .rules import Rules

MOST_RULES = 6
"""So many rules are told in full; of more only the numbers."""


class Meanings:
    """Looks up what a name of the ruleset stands for."""

    def __init__(
        self, compiled: SoundRuleset, game: Game, texts: Texts, rules: Rules, paint: Painter, words: Words
    ) -> None:
        self._said = Said(compiled.ruleset, game, texts, words, paint.word)
        self._rules, self._paint, self._words = rules, paint, words

    @cached_property
    def names(self) -> list[str]:
        """Everything that can be asked for."""
        said = self._said
        return sorted({*said.members, *said.elements, *said.glossary, *self._rules.ids})

    @cached_property
    def _by_word(self) -> Mapping[str, str]:
        """Names by what people may type for them: without regard to case, or in the language of the table."""
        found = {self._paint.word(name).casefold(): name for name in self.names}
        return {**found, **{name.casefold(): name for name in self.names}}

    def of(self, wanted: str, state: State, viewer: int | None) -> list[Text]:
        """What a name stands for, and where it is as seat `viewer` (-1: none) sees it (None: hands are open)."""
        folded = NUMBERED.sub("", wanted.casefold())
        name = self._by_word.get(folded)
        if name is None:
            begun = [each for each in self._by_word if each.startswith(folded)]
            name = self._by_word[begun[0]] if len(begun) == 1 else None
            if name is None:
                return self._unknown(wanted, sorted({self._by_word[each] for each in begun}))
        if name in self._rules.ids:
            return self._rules.find(name)
        return [
            *self._title(name),
            *map(self._line, self._said.told(name)),
            *self._places(name, state, viewer),
            *self._cited(name),
        ]

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
        kinds = self._said.kinds(name)
        title.append(f"  {', '.join(kinds)}" if kinds else "", FAINT)
        return [title]

    def _cited(self, name: str) -> list[Text]:
        ids = self._said.cited(name)
        if len(ids) > MOST_RULES:
            return [Text(self._words.say("rules_about", ids=", ".join(ids)), FAINT)]
        return self._rules.told(ids) if ids else []

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
                if path.partition(".")[0] in self._said.members.get(name, ()):
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
                    count = sum(NUMBERED.sub("", str(each)) == name for each in pieces)
                    if count:
                        where = f"{self._paint.word(zone)} {self._paint.word(holder)}".strip()
                        yield self._words.say("lies_in", count=count, zone=where)

    def _line(self, text: str) -> Text:
        line = Text("  ")
        line.append_text(self._paint(text))
        return line


def _plain(value: Any) -> str:
    """A value of an observation."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "-"
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else str(value)
