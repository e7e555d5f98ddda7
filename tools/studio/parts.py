"""What a position is made of, to be changed by hand: the values of fields, and where pieces lie; and what a drag says
in the lines of an example's `given`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from yupana.interpreter.examples.differing import Stored, stored_in, zone_name
from yupana.interpreter.game import State
from yupana.schemas.dots import dotted

from ..page.faults import Refused
from ..page.request_body import RequestBody
from .played import Played

STOCK = 40
"""So many things that do not lie on the table are at hand."""

SHOWN = 80
"""So many fields and pieces are told at once; a search finds the others."""

OUT, TABLE = "out", "table"
"""Where something may be carried to besides spaces and players: out of play, or to where nobody's pieces lie."""


def parts_of(played: Played, search: str) -> dict[str, Any]:
    """The fields and pieces in whose names all words of a search stand, as far as there is room for them."""
    words = search.casefold().split()
    state, word = played.state, played.ready.game.machine.named

    def wanted(title: str, place: str) -> bool:
        text = f"{title} {place}".casefold()
        return all(each in text for each in words)

    fields = [each for each in _fields(state, word) if wanted(each["title"], each["place"])]
    pieces = [each for each in _pieces(state, word) if wanted(f"{each['title']} {each['zone']}", each["name"])]
    zones = [{"zone": name, "title": title} for name, title, _ in _zones(state, word)]
    return {
        "fields": fields[:SHOWN], "pieces": pieces[:SHOWN], "zones": zones, "supply": [*islice(_supply(state), STOCK)],
        "more": max(0, len(fields) - SHOWN) + max(0, len(pieces) - SHOWN),
    }  # fmt: skip


def _supply(state: State) -> Iterator[str]:
    """What can be put on the table though it does not lie there: values of spaces, and pieces that are out of play."""
    program = state.game.program
    told = set[str]()
    for field in program.fields:
        domain = program.domains[field.domain] if field.domain >= 0 else None
        scalar = field.shape.kind == "scalar" and field.type.kind == "member" and not field.internal
        if domain is not None and domain.sort == "space" and scalar:
            known = program.domains[field.type.domain]
            if known.sort in ("kind", "enum", "player") and not known.is_of_texts:
                told.update(f"{field.type.domain}:{dotted(known.names[each])}" for each in known.here(state.cells))
    for number, domain in enumerate(program.domains):
        groups = set[int]()
        for index in domain.here(state.cells) if domain.piece_base >= 0 else ():
            group = domain.groups[index] if domain.groups else index
            if state.cells[program.layout.piece_zone + domain.piece_base + index] < 0 and group not in groups:
                groups.add(group)
                told.add(f"{number}:{dotted(domain.names[index])}")
    yield from sorted(told)


def _fields(state: State, word: Any) -> Iterator[dict[str, Any]]:
    program = state.game.program
    for each in stored_in(state.game.machine.printer, state.cells):
        kind = each.field.type
        told: dict[str, Any] = {"place": each.place, "title": _title(each, word), "value": each.value}
        if each.single and kind.kind == "int":
            told |= {"sort": "int", "low": max(each.field.low, -(10**9)), "high": min(each.field.high, 10**9)}
        elif each.single and kind.kind == "bool":
            told |= {"sort": "bool"}
        elif each.single:
            domain = program.domains[kind.domain]
            names = [domain.names[here] for here in domain.here(state.cells)]
            told |= {"sort": "member", "names": [[name, word(name, domain.name)] for name in names]}
        else:
            told |= {"sort": "code"}
        yield {**told, "optional": each.single and kind.optional}


def _title(each: Stored, word: Any) -> str:
    of = "" if each.of is None else f"{word(each.of[1], each.of[0])}: "
    return dotted(f"{of}{word(each.field.name, '')}{f' [{word(each.key, each.key_of)}]' if each.key else ''}")


def _zones(state: State, word: Any) -> Iterator[tuple[str, str, int]]:
    """The zones of a game, with what people call them."""
    program = state.game.program
    for family in program.families:
        domain = program.domains[family.holder] if family.holder >= 0 else None
        for holder in range(1) if domain is None else domain.here(state.cells):
            number = family.first + holder
            of = "" if domain is None else f"{word(domain.names[holder], domain.name)}: "
            yield zone_name(program, number), f"{of}{word(family.name, '')}", number


def _pieces(state: State, word: Any) -> Iterator[dict[str, Any]]:
    program, cells = state.game.program, state.cells
    titles = {number: title for _, title, number in _zones(state, word)}
    for domain in program.domains:
        if domain.piece_base < 0:
            continue
        zones = [
            zone_name(program, each.first + at) for each in program.families if program.domains[each.domain] is domain
            for at in (range(1) if each.holder < 0 else program.domains[each.holder].here(cells))
        ]  # fmt: skip
        for index in domain.here(cells):
            lies = cells[program.layout.piece_zone + domain.piece_base + index]
            yield {
                "name": domain.names[index], "title": f"{word(domain.names[index], domain.name)}",
                "in": zone_name(program, lies), "zone": titles.get(lies, ""), "kind": domain.name, "zones": zones,
            }  # fmt: skip


# ---------------------------------------------------------------- what is wanted, as lines


def lines_of(played: Played, said: RequestBody) -> list[str]:
    """The lines that somebody wants: as they are written (`lines`), a value (`set`), or what is carried somewhere
    (`carry`). Raises Refused."""
    if (wanted := said.inside("set")) is not None:
        return [f"{wanted.text('place')} = {wanted.text('value')}"]
    if (carried := said.inside("carry")) is not None:
        return _carried(played.state, carried)
    lines = [each for each in said.text("lines", most=None).splitlines() if each.strip()]
    if not lines:
        raise Refused(400, "Nothing is said that could be put in place.")
    return lines


def _carried(state: State, said: RequestBody) -> list[str]:
    """What carrying a thing from one place to another says. `thing`, `source` and `target` are written as the page
    marks what it draws: the number of the domain and the name; `members` are the numbers of those that look alike."""
    program = state.game.program
    domain, index = _thing(state, said.text("thing"))
    target = said.text("target")
    known = program.domains[domain]
    if known.piece_base < 0:
        return _value_carried(state, domain, index, said.text("source", ""), target)
    alike = [int(each) for each in said.text("members", "").split() if each.isdecimal()]
    index = next((each for each in alike if each < len(known.names)), index)
    name, lies = known.names[index], state.cells[program.layout.piece_zone + known.piece_base + index]
    if target == OUT:
        return [f"move {name} out"]
    holder = None if target == TABLE else _thing(state, target)
    families = [
        each for each in program.families
        if each.domain == domain and (each.holder < 0 if holder is None else each.holder == holder[0])
    ]  # fmt: skip
    if not families:
        raise Refused(409, f"No zone there takes `{known.name}`: choose where it goes in the list of pieces.")
    same = [each for each in families if each.first <= lies < each.first + each.count]
    if not same and len(families) > 1:
        raise Refused(409, "There are several zones there: choose which one in the list of pieces.")
    family = (same or families)[0]
    return [f"move {name} to {zone_name(program, family.of(-1 if holder is None else holder[1]))}"]


def _value_carried(state: State, domain: int, index: int, source: str, target: str) -> list[str]:
    """A thing that is no piece but the value of a field: it changes places with what stands in the same field there."""
    program, printer = state.game.program, state.game.machine.printer
    if not source:
        return [_value_put(state, domain, index, target)]
    here = _thing(state, source)
    fields = [
        each for each in program.fields
        if not each.internal and each.domain == here[0] and each.shape.kind == "scalar" and each.type.kind == "member"
        and each.type.domain == domain and state.cells[each.of(here[1])][0] == index
    ]  # fmt: skip
    if not fields:
        raise Refused(409, "What is shown here is not the value of one field: set it in the list.")
    field, place = fields[0], program.domains[here[0]].names[here[1]]
    if target in (OUT, TABLE):
        if not field.type.optional:
            raise Refused(409, f"`{place}.{field.name}` is never none.")
        return [f"{place}.{field.name} = none"]
    there = _thing(state, target)
    if there[0] != here[0]:
        raise Refused(409, f"There is no `{field.name}` there.")
    other = program.domains[there[0]].names[there[1]]
    before = printer.value(field.type, state.cells[field.of(there[1])][0], exact=True)
    left = "none" if field.type.optional else before
    return [f"{other}.{field.name} = {program.domains[domain].names[index]}", f"{place}.{field.name} = {left}"]


def _value_put(state: State, domain: int, index: int, target: str) -> str:
    """A thing that lies nowhere yet becomes the value of a field."""
    program = state.game.program
    there = (-1, 0) if target in (OUT, TABLE) else _thing(state, target)
    fields = [
        each for each in program.fields
        if not each.internal and there[0] >= 0 and each.domain == there[0] and each.shape.kind == "scalar"
        and each.type.kind == "member" and each.type.domain == domain
    ]  # fmt: skip
    if len(fields) != 1:
        raise Refused(409, "It is not clear which value that sets: do it in the list.")
    place = program.domains[there[0]].names[there[1]]
    return f"{place}.{fields[0].name} = {program.domains[domain].names[index]}"


def _thing(state: State, key: str) -> tuple[int, int]:
    """A domain and a member by the mark of what is drawn. Raises Refused."""
    number, _, name = key.partition(":")
    domains = state.game.program.domains
    if number.isdecimal() and int(number) < len(domains):
        domain = domains[int(number)]
        names = [dotted(each) for each in domain.names]
        if name in names:
            return int(number), names.index(name)
        if name in domain.group_names:
            return int(number), domain.groups.index(domain.group_names.index(name))
    raise Refused(400, "There is no such thing in this game.")
