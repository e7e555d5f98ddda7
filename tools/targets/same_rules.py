"""Whether a run that was begun goes on: it does wherever the same program is played and the same is counted, whatever
happened to texts, comments, layout and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from yupana.interpreter.game import Game

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
    then, here = there.get("elements"), now["elements"]
    if not isinstance(then, Mapping) or not then:
        return ""
    changed = [path for path in here if path in then and then[path] != here[path]]
    told = [_told(changed, "changed"), _told((path for path in here if path not in then), "new")]
    told.append(_told((path for path in then if path not in here), "gone"))
    return "; ".join(filter(None, told))


def _told(paths: Iterable[str], what: str) -> str:
    names = list(paths)
    if not names:
        return ""
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return f"{', '.join(f'`{each}`' for each in names[:_MOST])}{more} {'is' if len(names) == 1 else 'are'} {what}"
