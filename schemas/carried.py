"""What entries of kinds carry: actions, adjustments and triggers that stand in an entry and count as if they stood in
the section of that name, in the order in which everything is written.

An action that a kind lets its entries give is called as the entry, or `ENTRY_ACTION` where the kind has several. What
an entry says of itself (its rules, its text) is said of what it carries, unless that says it itself. Another section
whose elements may stand in entries needs a row in `_found` and a key of `EntryDecl`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .kinds import EntryDecl, KindDecl
from .ruleset import ActionDecl, ActionSlot, AdjustmentDecl, Ruleset, TriggerDecl
from .source import Code, Span
from .tree import Word
from .walk import names, once_for_each


@dataclass(frozen=True, slots=True)
class Carried:
    """One element that an entry carries: the section as whose element it counts, its name, its declaration as of that
    section, its path, whose it is, and the path of what its text belongs to. `common` is what its kind says of all that
    are alike (None: nothing)."""

    section: str
    name: Word
    decl: Any
    path: str
    kind: Word
    entry: Word
    told: str
    common: ActionSlot | None = None

    @property
    def span(self) -> Span:
        """Where its name stands."""
        return self.name.span


_OWN: tuple[tuple[str, type[Any]], ...] = (("adjustments", AdjustmentDecl), ("triggers", TriggerDecl))
"""The sections that an entry may have of its own."""


def carried(ruleset: Ruleset, section: str) -> list[Carried]:
    """All elements of a section that entries carry, in order of declaration."""
    return [each for each in _carried(ruleset) if each.section == section]


@once_for_each
def _carried(ruleset: Ruleset) -> list[Carried]:
    return [*_found(ruleset)]


def _found(ruleset: Ruleset) -> Iterator[Carried]:
    holders: list[tuple[Word, str, Mapping[Any, EntryDecl], KindDecl | None]] = [
        (name, f"kinds.{name}.entries", kind.entries, kind) for name, kind in ruleset.kinds.items()
    ]
    for board_name, board in ruleset.boards.items():
        holders.append((board.kind, f"boards.{board_name}.spaces", board.spaces or {}, None))
    for kind_name, path, entries, kind in holders:
        for entry_name, entry in entries.items():
            home = f"{path}.{entry_name}"
            for section, model in _OWN:
                for name, each in getattr(entry, section).items():
                    made = _with_words(each, entry, model)
                    at = f"{home}.{section}.{name}"
                    told = at if each.text or not entry.text else home
                    yield Carried(section, name, made, at, kind_name, entry_name, told)
            for slot, own in entry.slots.items():
                if kind is not None and slot in kind.actions:
                    several = len(kind.actions) > 1
                    name = Word(f"{entry_name}_{slot}" if several else entry_name, slot.span)
                    common = kind.actions[slot]
                    made = _action(own, common, entry)
                    at = f"{home}.{slot}"
                    told = at if own.text else home if entry.text else f"kinds.{kind_name}.actions.{slot}"
                    yield Carried("actions", name, made, at, kind_name, entry_name, told, common)


def _with_words(own: Any, entry: EntryDecl, model: type[Any], **more: Any) -> Any:
    """An element with the rules and the text of its entry where it has none, and with what is given anew."""
    keys = {key: getattr(own, key) for key in names(model)} | more
    keys["source"] = keys["source"] or list(entry.source)
    keys["text"] = keys["text"] or entry.text
    made = model.model_construct(own.model_fields_set | {key for key, value in more.items() if value}, **keys)
    made._node = own.node
    return made


def _action(own: ActionSlot, common: ActionSlot, entry: EntryDecl) -> ActionDecl:
    """The action of an entry, with what its kind says of all of them: its `when` and its effects are not in it, for
    both may say some."""
    source = list(dict.fromkeys([*(own.source or entry.source), *common.source]))
    made: ActionDecl = _with_words(
        own,
        entry,
        ActionDecl,
        source=source,
        text=own.text or entry.text or common.text,
        menu=own.menu or common.menu or [Word("main")],
        parameters={**common.parameters, **own.parameters},
        requires={**common.requires, **own.requires},
        cost={**common.cost, **own.cost},
        limit=own.limit or common.limit,
        secret=own.secret or common.secret,
        announce=own.announce or common.announce,
        says=own.says or common.says,
        effects=own.effects or common.effects,
    )
    return made


def every(ruleset: Ruleset, section: str) -> dict[Word, Any]:
    """All elements of a section by name, those that entries carry among the others where they are written. Of two of
    the same name the first counts."""
    own: dict[Word, Any] = dict(getattr(ruleset, section))
    more = carried(ruleset, section)
    if not more:
        return own
    order = {file: number for number, file in enumerate(ruleset.files)}

    def place(name: Word) -> tuple[int, int, int]:
        span = name.span
        return order.get(span.file, len(order)), span.line, span.column

    rows = list(own.items())
    following: dict[int, list[Carried]] = {}
    for each in more:
        before = [number for number, (name, _) in enumerate(rows) if place(name) < place(each.name)]
        following.setdefault(max(before, default=-1), []).append(each)
    result: dict[Word, Any] = {}
    for number in range(-1, len(rows)):
        if number >= 0:
            result.setdefault(*rows[number])
        for each in sorted(following.get(number, ()), key=lambda one: place(one.name)):
            result.setdefault(each.name, each.decl)
    return result


def path_of_text(ruleset: Ruleset, section: str, name: str) -> str:
    """The path of what the text of an element belongs to: of one that an entry carries, perhaps the entry."""
    if name in getattr(ruleset, section):
        return f"{section}.{name}"
    return next((each.told for each in carried(ruleset, section) if each.name == name), f"{section}.{name}")


def given_effects(ruleset: Ruleset) -> Iterator[Code]:
    """The effects that entries give for procedures of their kinds, and those common to the actions of a kind."""
    for kind in ruleset.kinds.values():
        yield from (each.effects for each in kind.actions.values() if each.effects is not None)
        for values in (kind.defaults, *(each.values for each in kind.entries.values())):
            yield from (code for name, code in values.items() if name in kind.procedures)


def menus(ruleset: Ruleset) -> dict[str, list[str]]:
    """The menus of every action, by its path."""
    found = {f"actions.{name}": list(map(str, decl.menu)) for name, decl in ruleset.actions.items()}
    return found | {each.path: list(map(str, each.decl.menu)) for each in carried(ruleset, "actions")}
