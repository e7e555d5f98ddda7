"""Answers the question why an option is not offered: the condition that fails, in the author's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from yupana.schemas.dots import dotted

from ..backends.protocol import Bound, OptionTuple
from ..program import ir
from .faults import Trap
from .heard import heard
from .heard import written as in_exact_form
from .machine import Machine
from .options import Decision
from .printing import Printer, Written, each_of, read_option, squeezed
from .speech import headed
from .words import phrase, scope_name


class WhyNot(NamedTuple):
    """Why an option is not offered: as people read it, and in the author's code with all that is known of it."""

    said: str
    exact: str


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

    def why(self, machine: Machine, cells: ir.Cells, search: Search, wanted: Mapping[int, Any]) -> WhyNot | None:
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
) -> WhyNot:
    """Why the option written in `text` is not offered, or that it is."""
    if decision is None:
        return WhyNot(phrase(machine, "why_over"), phrase(machine, "why_over"))
    written = read_option(text)
    printer, program = machine.printer, machine.program
    if written is not None and (found := _offered(machine, decision, tuples, written, text)):
        return found
    known = program.decisions[cells[ir.CELL_DECISION]]
    here = [(answer.alternative, program.alternatives[answer.alternative]) for answer in known.answers]
    wanted = [(number, each) for number, each in here if written is not None and dotted(each.name) == written.name]
    if written is not None and wanted and written.arguments:
        meant = [(number, written, text) for number, _ in wanted]
    else:
        meant = _loosely(printer, here, text)
        if found := _likely(machine, decision, tuples, meant, text):
            return found
        if not meant and written is not None:
            meant = [(number, written, text) for number, _ in wanted]
    if not meant:
        said = [(number, heard(printer, number, text)) for number, _ in here]
        meant = [(number, each, in_exact_form(each)) for number, each in said if each is not None]
        if found := _likely(machine, decision, tuples, meant, text):
            return found
    if not meant:
        return _not_meant(machine, here, decision, text)
    answers = [_explain_one(machine, cells, decision.player, reasons, *each) for each in meant]
    return max(answers, key=lambda answer: answer[0])[1]


def _offered(
    machine: Machine, decision: Decision, tuples: Sequence[OptionTuple], written: Written, text: str
) -> WhyNot | None:
    """That an option as it was written is offered; None if there is none."""
    for each, shown in zip(tuples, decision.texts, strict=True):
        if machine.printer.fits(written, each, shown):
            said = phrase(machine, "told_offered", option=machine.printer.sentence(each))
            return WhyNot(said, phrase(machine, "why_offered", text=text, option=shown))
    return None


def _likely(
    machine: Machine, decision: Decision, tuples: Sequence[OptionTuple],
    meant: Sequence[tuple[int, Written, str]], text: str,
) -> WhyNot | None:  # fmt: skip
    """That one of the options that may be meant is offered; None if there is none."""
    found = (_offered(machine, decision, tuples, each, text) for _, each, _ in meant)
    return next((each for each in found if each is not None), None)


def _not_meant(
    machine: Machine, known: Sequence[tuple[int, ir.Alternative]], decision: Decision, text: str
) -> WhyNot:  # fmt: skip
    """Why a text is no option of any alternative of the decision."""
    words = _WORDS.findall(text)
    called = next((each for _, each in known if words and each.name == words[0]), None)
    number = next((number for number, each in known if each is called), known[0][0])
    said = phrase(machine, "told_not_read", text=text, option=machine.printer.partly(number, {}, {}))
    if called is not None:
        parameters = _parameters(machine, called)
        return WhyNot(said, phrase(machine, "why_not_read", text=text, action=called.name, parameters=parameters))
    if words and re.fullmatch(r"\w+", words[0]):
        player = decision.player
        names = sorted({each.name for _, each in known})
        told = "; ".join(dict.fromkeys([machine.printer.partly(number, {}, {}) for number, _ in known]))
        return WhyNot(
            headed(phrase(machine, "told_other", player=person(machine, player), names=told)),
            phrase(machine, "why_other_decision", player=player, name=words[0], names=", ".join(names)),
        )
    return WhyNot(said, phrase(machine, "why_no_option", text=text, option=decision.texts[0]))


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
) -> tuple[tuple[int, int], WhyNot]:
    printer, known = machine.printer, machine.program.alternatives[number]
    names = [name for name, _ in known.params]
    fixed: dict[int, Callable[[Any], bool]] = {}
    wanted: dict[int, Any] = {}
    shown: dict[int, str] = {}
    misread = phrase(machine, "told_not_read", text=text, option=printer.partly(number, {}, {}))
    for name, value in written.arguments.items():
        if name not in names:
            parameters = _parameters(machine, known)
            action = dotted(known.name)
            exact = phrase(machine, "why_no_parameter", action=action, name=name, parameters=parameters)
            return (-2, 0), WhyNot(misread, exact)
        at = names.index(name)
        kind = known.params[at][1]
        if not _readable(printer, kind, value):
            exact = phrase(machine, "why_no_value", value=value, name=name, action=dotted(known.name))
            return (-2, 1), WhyNot(misread, exact)
        fixed[at] = _matcher(printer, kind, value)
        whole = printer.read_value(kind, value)
        if whole is None:
            shown[at] = _grouped(printer, kind.domain, value)
            continue
        wanted[at], shown[at] = whole, printer.said(kind, whole) or printer.speech.nothing
        if (gone := _not_here(machine, cells, kind, whole)) >= 0:
            said = phrase(machine, "told_not_here", value=printer.speech.member(kind.domain, gone))
            name = machine.program.domains[kind.domain].names[gone]
            return (-2, 1), WhyNot(said, phrase(machine, "why_not_here", value=name))
    search = Search(number, fixed)
    option = printer.partly(number, shown, wanted)
    try:
        machine.search(cells[:], search)
    except Trap as trap:
        exact = phrase(machine, "why_fault", text=text, fault=trap.message)
        return (-2, 2), WhyNot(phrase(machine, "told_fault", option=option), exact)
    reason = None if reasons is None else reasons.why(machine, cells, search, wanted)
    reason = reason or _reason(machine, search, known, player)
    return search.reached, WhyNot(
        phrase(machine, "told_not_offered", option=option, reason=reason.said).strip(),
        phrase(machine, "why_not_offered", text=text, reason=reason.exact),
    )


def too_little(
    machine: Machine, sort: str, name: str, numbers: Sequence[int], player: str, given: str, place: str
) -> WhyNot:
    """What a cost or a limit says: how much is there and how much it takes (no numbers: not everybody may know)."""

    def told(key: str, **values: str) -> WhyNot:
        said = {**values, "player": person(machine, player)}
        exact = {**values, "player": player, "given": given, "place": place}
        return WhyNot(phrase(machine, f"told_{key}", **said), phrase(machine, f"why_{key}", **exact))

    kind = machine.program.domains[machine.program.player_domain].name if sort == "cost" else ""
    shown = scope_name(machine, name) if sort == "limit" else machine.named(name, kind)
    if sort == "cost":
        if not numbers:
            return told("cost_hidden", resource=shown)
        have, cost = map(str, numbers)
        return told("cost", cost=cost, resource=shown, have=have)
    if not numbers:
        return told("limit_hidden", scope=shown)
    if list(numbers) == [1, 1]:
        return told("limit_once", scope=shown)
    used, most = map(str, numbers)
    return told("limit", used=used, most=most, scope=shown)


def person(machine: Machine, name: str) -> str:
    """What people read for a player."""
    return machine.named(name, machine.program.domains[machine.program.player_domain].name)


def _reason(machine: Machine, search: Search, known: ir.Alternative, player: str) -> WhyNot:
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
        exact = phrase(machine, "why_condition", condition=place.excerpt.strip(), given=given, place=where)
        return WhyNot(phrase(machine, "told_rule"), exact)
    if search.missing >= 0:
        exact = phrase(machine, "why_missing", name=known.params[search.missing][0], given=given)
        return WhyNot(phrase(machine, "told_rule"), exact)
    return otherwise(machine, search, known)


def otherwise(machine: Machine, search: Search, known: ir.Alternative) -> WhyNot:
    """What is offered instead of an option, if anything."""
    if search.other is None:
        return WhyNot(phrase(machine, "told_nothing"), phrase(machine, "why_nothing"))
    there = [
        f"{name}={machine.printer.value(kind, value)}"
        for (name, kind), value in zip(known.params, search.other, strict=True)
    ]
    said = phrase(machine, "told_only", option=machine.printer.sentence((search.wanted, *search.other)))
    return WhyNot(said, phrase(machine, "why_only", values=", ".join(there)))


def _not_here(machine: Machine, cells: ir.Cells, kind: ir.ValueType, value: Any) -> int:
    """The first of the members in a value that are not in this game; -1 where all are."""
    if kind.kind != "member":
        return -1
    domain = machine.program.domains[kind.domain]
    here = domain.here(cells)
    gone = [each for each in (each_of(value) if kind.many else (value,)) if each >= 0 and each not in here]
    return gone[0] if gone else -1


def _grouped(printer: Printer, domain: int, text: str) -> str:
    """What people read for pieces that are written by their groups."""
    known = printer.program.domains[domain]
    groups = [known.group_names.index(each.partition("#")[0]) for each in text.strip("[]").split(",")]
    return ", ".join([printer.speech.member(domain, known.groups.index(each)) for each in groups])


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
