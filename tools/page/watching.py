"""The rules change under the tables: the files of a ruleset are looked at, and at each save every table at which it is
played goes on under the new rules, and is told what the save did."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yupana.interpreter.rechecking import garbage_waits
from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError
from yupana.schemas.within import within

from ..compare.recorded import Recorded
from ..targets.rulesets import compile_target
from .edited import Edit, Retold, Workbench, explained, parting, taken_along
from .faults import Refused

if TYPE_CHECKING:
    from .offered import Ready
    from .setting import Setting
    from .table import Table
    from .tables import Tables

__all__ = ["Watch"]

INTERVAL = 0.02
"""How often (seconds) the files are looked at."""

UNSEEN = 1.0
"""How many seconds are waited at most until those at the tables see an edit, before its examples take the processor."""

SETTLED = 0.03
"""How long they must have been still before they are read: an editor may write several."""


@dataclass(slots=True)
class _Taken:
    """A table that was taken along, the game that it `was` before, and where that parts from what it is now."""

    table: Table
    was: Recorded
    parted: dict[str, Any] | None = None


class Watch:
    """Looks at the files of one ruleset for all tables of a server at which it is played."""

    def __init__(self, target: str, tables: Tables) -> None:
        self._target, self._tables = target, tables
        self._bench = Workbench(target)

    async def run(self) -> None:
        """Look on until it is cancelled."""
        edit = await asyncio.to_thread(self._bench.read)
        if edit is not None and all(each.setting.hash == edit.look.compiled.hash for each in self._tables.edited):
            if edit.look.sound is not None:
                await asyncio.to_thread(self._bench.examine, edit)
            edit = None
        while True:  # what was edited before the first look is an edit, too
            if edit is not None:
                with garbage_waits():
                    tables = await self._told_at_once(edit)
                    for each in tables:
                        await each.table.seen(UNSEEN)
                if edit.look.sound is not None:
                    await self._examined(edit, tables)
            await self._wait()
            edit = await asyncio.to_thread(self._bench.read)

    async def _wait(self) -> None:
        """Until files have changed and are still again."""
        while not self._bench.changed_on_disk:
            await asyncio.sleep(INTERVAL)
        await asyncio.sleep(SETTLED)

    async def _told_at_once(self, edit: Edit) -> list[_Taken]:
        """Take the tables along, and tell them what is known at once; they are given."""
        taken, told = [_Taken(each, _recorded(each)) for each in self._tables.edited], edit.told()
        for each in taken:
            try:
                each.parted = await self._taken_along(each.table, edit, told)
            except Refused as fault:
                each.parted = {"at": 0, "why": fault.sentence}
                each.table.tell_of_edit(told, each.parted)
        return taken

    async def _examined(self, edit: Edit, taken: list[_Taken]) -> None:
        """Tell the tables what takes longer to find out."""
        await asyncio.to_thread(self._bench.examine, edit)
        told = edit.told()
        for each in taken:
            if each.parted is not None and not self._bench.changed_on_disk:
                found = await asyncio.to_thread(self._bench.parting, edit, each.was)
                each.parted = explained(each.parted, found)
            each.table.tell_of_edit(told, each.parted)

    async def _taken_along(self, table: Table, edit: Edit, told: Mapping[str, Any]) -> dict[str, Any] | None:
        """Let a table go on under the new rules; where it goes no further than to a decision, that one. Raises
        Refused."""
        if edit.look.sound is None:
            table.tell_of_edit(told, None)
            return None
        opened, setting, found = await asyncio.to_thread(self._stands, table, edit)
        await table.under(opened, setting, found, told)
        return parting(found, table.decisions)

    def _stands(self, table: Table, edit: Edit) -> tuple[Ready, Setting, Retold]:
        shelf, language = self._tables.shelf, table.setting.language
        try:
            target = table.setting.target
            compiled = edit.look.compiled
            if target != self._target:
                compiled = within("Checking the rules", lambda: compile_target(target))
            opened = shelf.renew(target, language, compiled)
        except (UsageError, RulesetError) as fault:
            raise Refused(409, str(fault)) from None
        return opened, *taken_along(opened.game, table.setting, table.decisions)


def _recorded(table: Table) -> Recorded:
    setting = table.setting
    return Recorded("this game", setting.players, setting.seed, dict(setting.options), tuple(table.decisions))
