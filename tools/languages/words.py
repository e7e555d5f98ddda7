"""What Yupana says by itself, between a ruleset's texts, in one language.

Nothing here knows what a phrase is about: whoever says it puts values into its braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yupana.schemas.wording import numeral

from .catalogue import phrases


@dataclass(frozen=True, slots=True)
class Words:
    """The phrases of one language."""

    lang: str = "en"

    def say(self, phrase: str, **values: str | int) -> str:
        """A phrase with its values."""
        return phrases(self.lang)[phrase].format(
            **{name: numeral(each) if isinstance(each, int) else each for name, each in values.items()}
        )

    def has(self, phrase: str) -> bool:
        """Whether there is such a phrase."""
        return phrase in phrases(self.lang)

    def listed(self, items: Sequence[str]) -> str:
        """`a, b and c`; `nothing` for an empty list."""
        if not items:
            return self.say("nothing")
        if len(items) == 1:
            return items[0]
        joint = "and" if len(items) == 2 else "and_more"
        return self.say(joint, first=self.say("comma").join(items[:-1]), last=items[-1])

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
