"""Whether a run that was begun goes on: it does wherever the same program is played and the same is counted, whatever
happened to texts, comments, layout and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from yupana.interpreter.game import Changes, Game

KEYS = ("rules", "elements")
"""What `identity` gives: the digest that is compared, and what tells what was changed."""
_MOST = 4


def identity(game: Game) -> dict[str, Any]:
    """By what a run knows its game again, as plain data."""
    return {"rules": game.counted, "elements": dict(game.elements)}


def is_same(there: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a run of then (`there`) plays what is played now."""
    return bool(there.get("rules") == now["rules"])


def what_changed(there: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Which elements are not what they were: `constants.a is changed; actions.b is new`; empty where nobody knows."""
    then = there.get("elements")
    changes = Changes.between(then if isinstance(then, Mapping) and then else None, now["elements"])
    told = [_sentence(getattr(changes, what), what) for what in ("changed", "new", "gone")]
    return "; ".join(filter(None, told))


def _sentence(names: Sequence[str], what: str) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return f"{', '.join(f'`{each}`' for each in names[:_MOST])}{more} {'is' if len(names) == 1 else 'are'} {what}"
