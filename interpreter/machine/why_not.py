"""Answers the question why an option is not offered: the condition that fails, in the author's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from yupana.schemas.dots import dotted

from ..backends.protocol import Bound, OptionTuple
from ..program import ir
from .faults import Trap
from .machine import Machine
from .options import Decision
from .printing import Printer, Written, each_of, read_option, squeezed
from .words import phrase, scope_name

_WORDS = re.compile(r"[^\s,()]+")


class Search:
    """What a back end's search reports to: the option that is wanted, and the furthest it got."""

    def __init__(self, wanted: int, fixed: dict[int, Callable[[Any], bool]]) -> None:
        self.wanted = wanted
        self.fixed = fixed
        self.depth = 0
        self.found = False
        self.reached = (-1, -1)
        self.place = -1
        self.short: tuple[Any, ...] = ()
        self.missing = -1
        self.bound: dict[int, Any] = {}
        self.other: tuple[Any, ...] | None = None

    def takes(self, parameter: int, value: Any) -> bool:
        """Whether a loop goes on with this value of its parameter (-1: of another alternative)."""
        test = self.fixed.get(parameter)
        return test is None or test(value)

    def fail(self, place: int, bound: Bound, short: tuple[Any, ...] = ()) -> None:
        """A condition does not hold. `short`: of a cost or limit its sort and subject, and both numbers if all may
        know them."""
        if self._further(bound):
            self.place, self.short, self.missing = place, short, -1

    def absent(self, parameter: int, bound: Bound) -> None:
        """A wanted value is not among those of a loop."""
        if parameter in self.fixed and self._further(bound):
            self.place, self.short, self.missing = -1, (), parameter

    def emit(self, alternative: int, values: tuple[Any, ...]) -> None:
        """An option came out."""
        if alternative != self.wanted:
            return
        if all(test(values[i]) for i, test in self.fixed.items()):
            self.found = True
        elif self.other is None:
            self.other = values

    def _further(self, bound: Bound) -> bool:
        known = {i: value for alternative, i, value in bound if alternative == self.wanted}
        reached = (len(known), self.depth)
        if reached <= self.reached:
            return False
        self.reached, self.bound = reached, known
        return True


class Reasons(Protocol):
    """What knows the rules behind the conditions."""

    def why(self, machine: Machine, cells: ir.Cells, search: Search, wanted: Mapping[int, Any]) -> str | None:
        """Why the option that a search was for is missing, for who decides; None when nothing better is known than what
        the search has found. `wanted`: the values that were asked for, by the parameter's number."""

    def plain(self) -> tuple[bytes, dict[str, Any]]:
        """These rules as a module and plain data, for a host that answers by itself."""


def explain(
    machine: Machine,
    cells: ir.Cells,
    decision: Decision | None,
    tuples: Sequence[OptionTuple],
    text: str,
    reasons: Reasons | None = None,
) -> str:
    """Why the option written in `text` is not offered, or that it is."""
    if decision is None:
        return phrase(machine, "why_over")
    written = read_option(text)
    printer, program = machine.printer, machine.program
    if written is not None and (shown := _offered(printer, decision, tuples, written)):
        return phrase(machine, "why_offered", text=text, option=shown)
    known = program.decisions[cells[ir.CELL_DECISION]]
    here = [(answer.alternative, program.alternatives[answer.alternative]) for answer in known.answers]
    wanted = [(number, each) for number, each in here if written is not None and dotted(each.name) == written.name]
    if written is not None and wanted and written.arguments:
        meant = [(number, written, text) for number, _ in wanted]
    else:
        meant = _loosely(printer, here, text)
        for _, likely, _ in meant:
            if shown := _offered(printer, decision, tuples, likely):
                return phrase(machine, "why_offered", text=text, option=shown)
        if not meant and written is not None:
            meant = [(number, written, text) for number, _ in wanted]
    if not meant:
        return _not_meant(machine, [each for _, each in here], decision, text)
    answers = [_explain_one(machine, cells, decision.player, reasons, *each) for each in meant]
    return max(answers, key=lambda answer: answer[0])[1]


def _offered(printer: Printer, decision: Decision, tuples: Sequence[OptionTuple], written: Written) -> str:
    """The first option offered that is as it was written; "" if there is none."""
    pairs = zip(tuples, decision.texts, strict=True)
    return next((shown for each, shown in pairs if printer.fits(written, each, shown)), "")


def _not_meant(machine: Machine, known: Sequence[ir.Alternative], decision: Decision, text: str) -> str:
    """Why a text is no option of any alternative of the decision."""
    words = _WORDS.findall(text)
    called = next((each for each in known if words and each.name == words[0]), None)
    if called is not None:
        return phrase(machine, "why_not_read", text=text, action=called.name, parameters=_parameters(machine, called))
    if words and re.fullmatch(r"\w+", words[0]):
        names = ", ".join(sorted({each.name for each in known}))
        return phrase(machine, "why_other_decision", player=decision.player, name=words[0], names=names)
    return phrase(machine, "why_no_option", text=text, option=decision.texts[0])


def _parameters(machine: Machine, known: ir.Alternative) -> str:
    names = ", ".join([name for name, _ in known.params])
    return phrase(machine, "why_parameters", names=names) if names else phrase(machine, "why_no_parameters")


def never(printer: Printer, text: str) -> str:
    """Why no position of the game can offer what is written, because of its names and values alone; "" if one may."""
    written = read_option(text)
    if written is None:
        return f"`{text}` does not read as an option"
    named = [each for each in printer.program.alternatives if dotted(each.name) == written.name]
    if not named and written.name in ("pass", "done"):  # where nothing of the kind is offered, that is said
        return ""
    if not named:
        return f"there is no option `{written.name}`"
    reasons = [_never(printer, each, written) for each in named]
    return "" if "" in reasons else reasons[0]


def _never(printer: Printer, known: ir.Alternative, written: Written) -> str:
    kinds = dict(known.params)
    for name, value in written.arguments.items():
        if name not in kinds:
            return f"`{dotted(known.name)}` has no parameter `{name}`"
        if not _readable(printer, kinds[name], value):
            return f"`{value}` cannot be the {name} of `{dotted(known.name)}`"
    return ""


def _loosely(
    printer: Printer, known: Sequence[tuple[int, ir.Alternative]], text: str
) -> list[tuple[int, Written, str]]:
    """Options that may be meant by bare words (`build b2`): perhaps a name, then values, each for the first parameter
    left that can have it. Nothing if no alternative takes all words."""
    words = _WORDS.findall(text)
    found = []
    for number, each in known:
        values = words[1:] if words and words[0] == each.name else words
        arguments: dict[str, str] = {}
        left = list(each.params)
        for word in values:
            at = next((i for i, (_, kind) in enumerate(left) if "=" not in word and _readable(printer, kind, word)), -1)
            if at < 0:
                break
            arguments[left.pop(at)[0]] = word
        else:
            if arguments:
                shown = ", ".join([f"{name}={value}" for name, value in arguments.items()])
                found.append((number, Written(dotted(each.name), arguments), f"{dotted(each.name)}({shown})"))
    return found


def _explain_one(
    machine: Machine, cells: ir.Cells, player: str, reasons: Reasons | None, number: int, written: Written, text: str
) -> tuple[tuple[int, int], str]:
    printer, known = machine.printer, machine.program.alternatives[number]
    names = [name for name, _ in known.params]
    fixed: dict[int, Callable[[Any], bool]] = {}
    wanted: dict[int, Any] = {}
    for name, value in written.arguments.items():
        if name not in names:
            parameters = _parameters(machine, known)
            action = dotted(known.name)
            return (-2, 0), phrase(machine, "why_no_parameter", action=action, name=name, parameters=parameters)
        at = names.index(name)
        if not _readable(printer, known.params[at][1], value):
            return (-2, 1), phrase(machine, "why_no_value", value=value, name=name, action=dotted(known.name))
        fixed[at] = _matcher(printer, known.params[at][1], value)
        exact = printer.read_value(known.params[at][1], value)
        if exact is not None:
            wanted[at] = exact
            if (gone := _not_here(machine, cells, known.params[at][1], exact)) is not None:
                return (-2, 1), phrase(machine, "why_not_here", value=gone)
    search = Search(number, fixed)
    try:
        machine.search(cells[:], search)
    except Trap as trap:
        return (-2, 2), phrase(machine, "why_fault", text=text, fault=trap.message)
    reason = None if reasons is None else reasons.why(machine, cells, search, wanted)
    reason = reason or _reason(machine, search, known, player)
    return search.reached, phrase(machine, "why_not_offered", text=text, reason=reason)


def too_little(
    machine: Machine, sort: str, name: str, numbers: Sequence[int], player: str, given: str, place: str
) -> str:
    """What a cost or a limit says: how much is there and how much it takes (no numbers: not everybody may know)."""
    kind = machine.program.domains[machine.program.player_domain].name if sort == "cost" else ""
    shown = scope_name(machine, name) if sort == "limit" else machine.named(name, kind)
    if sort == "cost":
        if not numbers:
            return phrase(machine, "why_cost_hidden", resource=shown, player=player, given=given, place=place)
        have, cost = map(str, numbers)
        return phrase(
            machine, "why_cost", cost=cost, resource=shown, player=player, have=have, given=given, place=place
        )
    if not numbers:
        return phrase(machine, "why_limit_hidden", scope=shown, given=given, place=place)
    if list(numbers) == [1, 1]:
        return phrase(machine, "why_limit_once", scope=shown, given=given, place=place)
    used, most = map(str, numbers)
    return phrase(machine, "why_limit", used=used, most=most, scope=shown, given=given, place=place)


def _reason(machine: Machine, search: Search, known: ir.Alternative, player: str) -> str:
    def named(i: int, value: Any) -> str:
        name, kind = known.params[i]
        return f"{name}={machine.printer.value(kind, value)}"

    bound = ", ".join([named(i, value) for i, value in sorted(search.bound.items())])
    given = phrase(machine, "why_with", values=bound) if bound else ""
    if search.place >= 0:
        place = machine.program.places[search.place]
        where = f"{place.file}:{place.line}"
        if search.short:
            sort, subject, *numbers = search.short
            return too_little(machine, sort, machine.printer.text(subject, ()), numbers, player, given, where)
        return phrase(machine, "why_condition", condition=place.excerpt.strip(), given=given, place=where)
    if search.missing >= 0:
        return phrase(machine, "why_missing", name=known.params[search.missing][0], given=given)
    return otherwise(machine, search, known)


def otherwise(machine: Machine, search: Search, known: ir.Alternative) -> str:
    """What is offered instead of an option, if anything."""
    if search.other is None:
        return phrase(machine, "why_nothing")
    there = [
        f"{name}={machine.printer.value(kind, value)}"
        for (name, kind), value in zip(known.params, search.other, strict=True)
    ]
    return phrase(machine, "why_only", values=", ".join(there))


def _not_here(machine: Machine, cells: ir.Cells, kind: ir.ValueType, value: Any) -> str | None:
    """The first of the members in a value that are not in this game; None where all are."""
    if kind.kind != "member":
        return None
    domain = machine.program.domains[kind.domain]
    here = domain.here(cells)
    gone = [each for each in (each_of(value) if kind.many else (value,)) if each >= 0 and each not in here]
    return domain.names[gone[0]] if gone else None


def _readable(printer: Printer, kind: ir.ValueType, text: str) -> bool:
    if printer.read_value(kind, text) is not None:
        return True
    if kind.kind != "member":
        return False
    names = printer.program.domains[kind.domain].group_names
    return all(part.partition("#")[0] in names for part in text.strip("[]").split(","))


def _matcher(printer: Printer, kind: ir.ValueType, text: str) -> Callable[[Any], bool]:
    plain = ",".join([part.partition("#")[0] for part in text.split(",")]) if "#" in text else text
    if "#" in text and text.endswith("]"):
        plain += "]"

    def fits(value: Any) -> bool:
        return plain in (squeezed(printer.value(kind, value)), squeezed(printer.value(kind, value, True)))

    return fits
