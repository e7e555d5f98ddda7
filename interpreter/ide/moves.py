"""What may stand at a place of an option that an example takes, or says that it is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..compiled import CheckedRuleset
from ..program import ir
from .offers import Completion, Offer

_CLAIM = re.compile(r"\s*(cannot|never|not\s+asked)\s+")
_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*\(")
CLAIMS = {
    "cannot": "They are asked for something of the kind now, and this is not offered.",
    "not asked": "Nothing of the kind is asked of them now.",
    "never": "There is no such option in any position.",
}
"""What may be said of an option that is not taken."""


def complete_move(compiled: CheckedRuleset, text: str, offset: int, *, waits: bool = False) -> Completion | None:
    """What may stand at an offset of an option, such as `cannot build(city=lima)`; with `waits` a decision by its name
    may stand there, and nothing is claimed."""
    before = text[:offset]
    word = re.findall(r"\w*\Z", before)[0]
    rest = re.match(r"\w*", text[offset:])
    begin, end = offset - len(word), offset + (rest.end() if rest else 0)
    claim = _CLAIM.match(before)
    option = before[claim.end() :] if claim else before
    head = _HEAD.match(option)
    known = compiled.tables.alternatives
    if head is None:
        if not re.fullmatch(r"\s*\w*", option):
            return None
        offers = [] if claim or waits else [Offer(each, "word", text=told) for each, told in CLAIMS.items()]
        names = {each.name for each in compiled.tables.decisions if each is not None and each.name} if waits else ()
        offers += [Offer(each, "scope") for each in sorted(names)]
        return Completion([*_options(known), *offers], begin, end, word)
    inside = [each for each in known if each.name == head[1]]
    given = option[head.end() :]
    name = re.search(r"(\w+)\s*=\s*[^=,]*(?:\[[^\]]*)?\Z", given)
    if name is None:
        named = dict.fromkeys(one for each in inside for one, _ in each.params)
        said = re.findall(r"(\w+)\s*=", given)
        return Completion([Offer(f"{one}=", "parameter") for one in named if one not in said], begin, end, word)
    types = {type_.domain: type_ for each in inside for one, type_ in each.params if one == name[1]}
    return Completion([each for type_ in types.values() for each in _values(compiled, type_)], begin, end, word)


def _options(known: list[ir.Alternative]) -> Iterator[Offer]:
    once = {each.name: each for each in known if each.name}
    yield from (Offer(name, "action") for name in ("pass", "done") if name not in once)
    for name, each in once.items():
        path = f"actions.{each.action}" if each.action else ""
        yield Offer(name, "action", "", path, brackets=tuple(one for one, _ in each.params) or None)


def _values(compiled: CheckedRuleset, type_: ir.ValueType) -> Iterator[Offer]:
    if type_.kind == "bool":
        yield from (Offer(each, "word", fits=True) for each in ("true", "false"))
    elif 0 <= type_.domain < len(compiled.checked.world.domains):
        domain = compiled.checked.world.domains[type_.domain]
        for name in dict.fromkeys([*map(str, domain.group_names), *map(str, domain.names)]):
            yield Offer(name, "member", str(domain.name), fits=True)
