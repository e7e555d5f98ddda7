"""What the machine says of its own accord (dice, shuffles, draws), in other languages than English."""

from __future__ import annotations

from collections.abc import Mapping

EVENT_WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "rolls": "{who} würfelt {dice}: {values}",
        "rolls_for": "{who} würfelt {dice} ({why}): {values}",
        "rolled": "gewürfelt {dice}: {values}",
        "rolled_for": "gewürfelt {dice} ({why}): {values}",
        "shuffled": "{zone}: gemischt",
        "drawn": "{what}: gezogen aus {source} nach {zone}",
        "gone": "{what}: aus dem Spiel gezogen",
        "of": "{zone} von {holder}",
    },
    "ja": {
        "rolls": "{who}が{dice}を振る： {values}",
        "rolls_for": "{who}が{dice}を振る（{why}）： {values}",
        "rolled": "{dice}を振る： {values}",
        "rolled_for": "{dice}を振る（{why}）： {values}",
        "shuffled": "{zone}を混ぜる",
        "drawn": "{what}： {source}から{zone}へ",
        "gone": "{what}： ゲームから除く",
        "of": "{holder}の{zone}",
    },
}
"""By language (`pt` serves for `pt-BR`), then by the keys of `events.WORDS`."""


def event_words(lang: str | None) -> Mapping[str, str]:
    """The words of a language; none for English and for languages that nobody has written them in."""
    return EVENT_WORDS.get((lang or "").partition("-")[0], {})
