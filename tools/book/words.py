"""The rulebook's own words, those between the ruleset's texts, in one language.

A language is a table of phrases with places in braces; what a table lacks is said in English. Nothing here knows what
a phrase is about: `prose`, `figures` and the chapters put values into it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .phrases import ENGLISH, LANGUAGES


@dataclass(frozen=True, slots=True)
class Words:
    """The phrases of one language."""

    lang: str = "en"

    def say(self, phrase: str, **values: str | int) -> str:
        """A phrase with its values."""
        table = LANGUAGES.get(self.lang) or LANGUAGES.get(self.lang.partition("-")[0]) or ENGLISH
        return (table.get(phrase) or ENGLISH[phrase]).format(**values)

    def listed(self, items: Sequence[str]) -> str:
        """`a, b and c`; `nothing` for an empty list."""
        if not items:
            return self.say("nothing")
        if len(items) == 1:
            return items[0]
        return self.say("and", first=self.say("comma").join(items[:-1]), last=items[-1])

    def alternatives(self, items: Sequence[str]) -> str:
        """`a, b or c`."""
        if len(items) < 2:
            return "".join(items)
        return self.say("or", first=self.say("comma").join(items[:-1]), last=items[-1])

    def by_players(self, values: Mapping[int, str]) -> str:
        """What holds for most numbers of players, and behind it in brackets what holds for the others."""
        groups: dict[str, list[int]] = {}
        for count, value in values.items():
            groups.setdefault(value, []).append(count)
        if not groups:
            return ""
        most = max(groups, key=lambda value: len(groups[value]))  # the first of equals
        if len(groups) == 1:
            return most
        others = self.say("comma").join(
            self.say("with_one_player", value=value)
            if counts == [1]
            else self.say("with_players", value=value, counts=self.alternatives([str(each) for each in counts]))
            for value, counts in groups.items()
            if value != most
        )
        return self.say("but", value=most, others=others)
