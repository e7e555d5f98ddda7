"""Which changes leave the program as it is: what is written out that held anyhow, or said in other words. By the digest
that lets a saved game go on, two rulesets with the same one play every game alike.

A change is one of these if the program is the same with it as without it, both put upon the changes before it (so where
every change is one, the two rulesets have one program) and taken from the new ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yupana.interpreter.game import Game

from .between import Between

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset

    from .model import Change, Difference
    from .sides import Side

MOST = 12
"""So many changes are put upon each other one by one."""

_WORK = 1_500
"""So large may all these programs be together, in functions: they take a second or two then."""


def note_same_programs(old: Side, new: Side, difference: Difference) -> None:
    """Note of each change whether it leaves the program as it is, as far as that can be found out in bounded work."""
    playing = [each for each in difference.changes if each.plays]
    if not playing or not _played(old) or not _played(new):
        return
    if _played(old) == _played(new):
        _note(playing)
        return
    if not old.compiled.played or not new.compiled.played:
        return  # somebody edits, and does not wait for all that lies in between
    between = Between(old, new, difference, 3 * MOST)
    units = between.units
    if (len(units) < 2 and not difference.pairing.names) or len(units) > MOST:
        return
    every = frozenset(range(len(units)))
    whole = between.make(every)
    if whole is None or len(whole.program.functions) * len(units) > _WORK:
        return
    last, done = _rules(between.make(frozenset())), frozenset[int]()
    if last and last == _rules(whole):
        _note(playing)
        return
    for number, unit in enumerate(units):  # each comes after those that it needs
        done |= {number}
        then = _rules(between.make(done))
        if then and then == last:
            rest = between.without(every, {number})
            if _rules(between.make(rest)) == _rules(between.make(rest | {number})) != "":
                _note(unit.changes)
        last = then


def _note(changes: list[Change] | tuple[Change, ...]) -> None:
    for each in changes:
        each.same_program = each.plays


def _played(side: Side) -> str:
    """The digest of what decides play; empty where there is no program."""
    compiled = side.compiled
    return compiled.played or ("" if compiled.program is None else Game(compiled.program).rules)


def _rules(made: SoundRuleset | None) -> str:
    """What is played by a ruleset in between; empty where it does not hold together."""
    return "" if made is None else Game(made.program).rules
