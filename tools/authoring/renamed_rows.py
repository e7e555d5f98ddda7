"""Rows of an edited table that were there before under another name: who renames a row means the same thing still, with
its comments, its translations and what no column shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Cells = Mapping[tuple[str, ...], str]


def renamed_rows(old: Mapping[str, Cells], new: Mapping[str, Cells]) -> dict[str, str]:
    """The names that rows had before, by those that they have now.

    Args:
        old: what the rows said before in the columns that the table has, in their order.
        new: what they say now.

    A row has another name if it says all that exactly one row said that is gone, or if it stands alone where one row is
    gone and says at least half of it.
    """
    gone, come = [name for name in old if name not in new], [name for name in new if name not in old]
    found: dict[str, str] = {}
    for name in come:
        alike = [each for each in gone if old[each] == new[name]]
        if len(alike) == 1 and old[alike[0]] and sum(new[each] == new[name] for each in come) == 1:
            found[name] = alike[0]
    places = {where: names for where, names in _between(list(new), old).items() if len(names) == 1}
    for where, names in _between(list(old), new).items():
        if len(names) != 1 or where not in places:
            continue
        before, name = names[0], places[where][0]
        same = sum(new[name].get(way) == told for way, told in old[before].items())
        if name not in found and before not in found.values() and 2 * same >= max(len(old[before]), len(new[name]), 1):
            found[name] = before
    return found


def _between(names: Sequence[str], others: Mapping[str, Cells]) -> dict[tuple[str, str], list[str]]:
    """The names that are not among others, by the nearest ones before and behind them that are."""
    groups: dict[tuple[str, str], list[str]] = {}
    before, waiting = "", list[str]()
    for name in (*names, ""):
        if name and name not in others:
            waiting.append(name)
            continue
        if waiting:
            groups[before, name] = waiting
        before, waiting = name, []
    return groups
