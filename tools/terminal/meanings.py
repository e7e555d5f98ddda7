"""What a name stands for: `show NAME` at the table.

What is said of it is that of every table (`book/meanings.py`). Where things are is taken from the observation of
whoever asks, so that nothing hidden is told: what a kind of card says is public, where a card lies is not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.text import Text
from yupana.schemas.nearest import nearest
from yupana.schemas.wording import numeral

from ..book.meanings import NUMBERED
from ..book.meanings import Meanings as Said
from ..book.names import Names
from ..shell.colours import FAINT, STRESSED, WARNING
from .menu import spoken

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
        self._called = Names(compiled.ruleset, texts).of

    @cached_property
    def names(self) -> list[str]:
        """Everything that can be asked for."""
        said = self._said
        members = [name for name, kinds in said.members.items() if not all("." in kind for kind in kinds)]  # no texts
        return sorted({*members, *said.elements, *said.glossary, *self._rules.ids})

    @cached_property
    def by_word(self) -> Mapping[str, str]:
        """Names by what people may type for them: without regard to case, as they are written, as they are shown, or in
        the language of the table. What several are called stands for that of which the others are copies."""
        names = sorted(self.names, key=len, reverse=True)
        called = {spoken(self._called(name)): name for name in names}
        shown = {spoken(self._paint.word(name)): name for name in names}
        return {**called, **shown, **{spoken(name): name for name in self.names}}

    def known(self, wanted: str, *, begun: bool = True) -> str:
        """The name that is meant, which may be `begun` where it is the only one; nothing where there is none."""
        folded = spoken(NUMBERED.sub("", wanted))
        if folded in self.by_word:
            return self.by_word[folded]
        words = [word for word in self.by_word if begun and word.startswith(folded)]
        least = min(words, key=len, default="")
        there = {
            self.by_word[word] for word in words if not word.startswith(least)
        }  # what goes on with it is less near
        return self.by_word[least] if least and not there else ""

    def _begun(self, folded: str) -> list[str]:
        return sorted({self._word(name) for word, name in self.by_word.items() if word.startswith(folded)})

    def _word(self, name: str) -> str:
        """What a name is called, if it can be typed so."""
        called = self._called(name)
        return called if self.by_word.get(spoken(called)) == name else name

    def akin(self, name: str) -> list[str]:
        """The names that are printed on what has this name: the space of a card, the sort of a tile."""
        return self._said.printed(name)

    def gist(self, name: str) -> str:
        """What matters of it in a few words; nothing where its name says all."""
        return self._said.gist(name) if name in self._said.members else ""

    def of(self, wanted: str, state: State, viewer: int | None, others: Collection[str] = ()) -> list[Text]:
        """What a name stands for, and where it is as seat `viewer` (-1: none) sees it (None: hands are open). `others`
        are what else might have been meant."""
        name = self.known(wanted)
        if not name:
            return self.unknown(wanted, others)
        if name in self._rules.ids:
            return self._rules.find(name)
        return [
            *self._title(name),
            *map(self._line, self._said.told(name)),
            *self._places(name, state, viewer),
            *self._cited(name),
        ]

    def unknown(self, wanted: str, others: Collection[str]) -> list[Text]:
        """That nothing is called so, with what might have been meant."""
        hint = self.meant(wanted, others)
        return [Text(f"{self._words.say('no_name', name=wanted)} {hint}".strip(), WARNING)]

    def meant(self, wanted: str, others: Collection[str]) -> str:
        """What might have been meant by a name that there is not; nothing where nothing is near."""
        say, folded = self._words.say, spoken(NUMBERED.sub("", wanted))
        begun = self._begun(folded) if folded else []
        if len(begun) > 1:
            return say("which_name", names=self._words.alternatives(begun[:8] + (["…"] if len(begun) > 8 else [])))
        near = nearest(folded, [*self.by_word, *map(spoken, others)])
        return say("near_name", name=self._word(self.by_word[near]) if near in self.by_word else near) if near else ""

    def _title(self, name: str) -> list[Text]:
        shown = self._paint.word(name)
        alone = self.by_word.get(spoken(shown)) == name
        title = Text(shown if alone else f"{shown} ({name})", STRESSED)
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
            yield Text.assemble("  ", self._paint.label(line))

    def _held(self, name: str, observed: Mapping[str, Any]) -> Iterator[str]:
        """The values of fields and the pieces in zones that belong to the name."""
        for path, value in observed["fields"].items():
            field = path.rpartition(".")[2]
            if isinstance(value, Mapping) and "." in path and _something(value.get(name)):
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


def _something(value: Any) -> bool:
    """Whether a value says anything: not what is nothing, or nothing for everybody."""
    return any(map(_something, value.values())) if isinstance(value, Mapping) else value not in (None, 0, False, [])


def _plain(value: Any) -> str:
    """A value of an observation; of many what says anything."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items() if _something(each)) or "-"
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "-"
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else numeral(value) if isinstance(value, int) else str(value)
