"""Whether the rules are sound as they stand: then the page keeps a version of them."""

from __future__ import annotations

from typing import Any

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.source import RulesetError

from ..page.request_body import RequestBody
from .host import Host


def register(host: Host) -> None:
    """What can be asked of that."""
    known: dict[str, Rechecker] = {}

    @host.method("rules/sound")
    async def sound(said: RequestBody) -> Any:
        target = str(host.path)
        checker = known.setdefault(target, Rechecker(target))
        try:
            found = await host.aside(checker.check)
        except RulesetError:
            return {"sound": False}
        return {"sound": isinstance(found, SoundRuleset)}
