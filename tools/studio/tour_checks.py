"""What the steps of a tour ask of the rules as they are now, and of what was done on the page; each answers with what
is still missing, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import CheckedRuleset, Compiled, SoundRuleset
from yupana.interpreter.examples.running import ExampleResult, run_examples
from yupana.interpreter.game import Game
from yupana.interpreter.index.elements import Element, Elements, element_digests, index
from yupana.schemas.find import header_values

from ..simulation.playouts import Plan, Playout, play_one
from ..targets.games import player_count
from ..testing.coverage import cover

GAMES, LONGEST = 12, 1_000
"""So many games are played to see whether the rules come to an end, and so many decisions are waited for it."""


Digests = frozenset[tuple[str, str]]
"""What decides play in a ruleset: the paths of elements, each with its digest."""


class Missing(NamedTuple):
    """What is missing: a phrase of the languages, and the values in it."""

    phrase: str
    values: Mapping[str, str | int] = {}


class Check(NamedTuple):
    """What a step asks: the kind, and what of."""

    kind: str
    of: tuple[str, ...] = ()


class Rules:
    """The rules as they are now. `text` is what the header said when the tour began, `finished` are the digests of the
    game to which the tour leads, `did` is what was done on the page since the step began."""

    def __init__(
        self, compiled: Compiled, text: str = "", finished: Digests = frozenset(), did: Set[str] = frozenset()
    ) -> None:  # fmt: skip
        self.compiled, self.text, self.finished, self.did = compiled, text, finished, did

    @property
    def sound(self) -> SoundRuleset | None:
        """The rules, where they have no faults."""
        return self.compiled if isinstance(self.compiled, SoundRuleset) else None

    @cached_property
    def elements(self) -> Mapping[str, Element]:
        """All elements by their paths, as far as they can be read."""
        return index(self.compiled).by_path if isinstance(self.compiled, CheckedRuleset) else {}

    @cached_property
    def base(self) -> Elements | None:
        """The elements of what the rules are a variant of."""
        parts = self.compiled.parts[:-1]
        found = compile_ruleset("+".join(map(str, parts))) if parts else None
        return Elements(found.ruleset) if found is not None and found.ruleset is not None else None

    @cached_property
    def results(self) -> list[ExampleResult]:
        """How all examples come out; none of faulty rules."""
        return run_examples(self.sound) if self.sound is not None else []

    @cached_property
    def own_results(self) -> list[ExampleResult]:
        """Those of examples that the base does not have."""
        known = self.base.by_path if self.base is not None else {}
        return [each for each in self.results if f"examples.{each.name}" not in known]

    @cached_property
    def games(self) -> list[Playout]:
        """Some games, played by bots that choose anything."""
        if self.sound is None:
            return []
        game = Game(self.sound.program, self.sound.ruleset, optimised=False)
        players = player_count(game, None)
        plan = Plan("", players, GAMES, 1, ("random",) * players, limit=LONGEST)
        return [play_one(game, plan, number) for number in range(GAMES)]

    def missing(self, check: Check) -> Missing | None:
        """What is missing of what a step asks; None where nothing is."""
        return KINDS[check.kind](self, *check.of)


def _sound(rules: Rules) -> Missing | None:
    if rules.sound is not None:
        return None
    fault = next(each for each in rules.compiled.diagnostics if each.severity == "error")
    where = f"{fault.span.file.replace(chr(92), '/').rpartition('/')[2]}:{fault.span.line}"
    return Missing("studio_tour_faulty", {"fault": fault.message, "where": where, "hint": fault.hint})


def _fault(rules: Rules, code: str) -> Missing | None:
    there = any(each.code == code for each in rules.compiled.diagnostics)
    return None if there else Missing("studio_tour_no_fault")


def _has(rules: Rules, path: str) -> Missing | None:
    return None if path in rules.elements else Missing("studio_tour_not_there", {"path": path})


def _says(rules: Rules, path: str, key: str, value: str = "") -> Missing | None:
    said = rules.elements[path].parts.get(key) if path in rules.elements else None
    if said is None or (value and said != value):
        short = key.rpartition(".")[2]
        shown = f"{short}: {value}" if value else short
        return _has(rules, path) or Missing("studio_tour_not_said", {"path": path, "key": shown})
    return None


def _uses(rules: Rules, path: str, used: str) -> Missing | None:
    for each in (path, used):
        if each not in rules.elements:
            return _has(rules, each)
    if used in rules.elements[path].uses:
        return None
    return Missing("studio_tour_not_used", {"path": path, "used": used})


def _differs(rules: Rules, section: str) -> Missing | None:
    before = {} if rules.base is None else {each.path: each.meaning for each in rules.base if each.section == section}
    now = {each.path: each.meaning for each in rules.elements.values() if each.section == section}
    return None if before != now else Missing("studio_tour_same", {"section": section})


def _own_text(rules: Rules) -> Missing | None:
    (text,) = header_values(rules.compiled.parts[-1], "text") if rules.compiled.parts else ("",)
    return None if text not in ("", rules.text) else Missing("studio_tour_same_text")


def _passes(rules: Rules) -> Missing | None:
    failed = [each for each in rules.results if not each.ok]
    if failed:
        return Missing("studio_tour_failing", {"name": failed[0].name, "why": failed[0].message})
    return None if rules.results else Missing("studio_tour_no_example")


def _proves(rules: Rules, many: str) -> Missing | None:
    failed = [each for each in rules.own_results if not each.ok]
    if failed:
        return Missing("studio_tour_failing", {"name": failed[0].name, "why": failed[0].message})
    proving = set() if rules.sound is None else {each.name for each in index(rules.sound).proving}
    found = sum(each.name in proving for each in rules.own_results)
    if found >= int(many):
        return None
    if many == "1":
        return Missing("studio_tour_no_example")
    return Missing("studio_tour_few_examples", {"found": str(found), "many": many})


def _cited(rules: Rules) -> Missing | None:
    if rules.sound is None:
        return _sound(rules)
    found = cover(rules.sound.ruleset, {each.name for each in rules.results if each.ok})
    if not found.rules:
        return Missing("studio_tour_no_rule")
    return Missing("studio_tour_uncited", {"rule": found.uncited[0]}) if found.uncited else None


def _ends(rules: Rules) -> Missing | None:
    failed = next((each for each in rules.games if not each.finished), None)
    return None if failed is None else Missing("studio_tour_no_end", {"why": failed.fault})


def _won(rules: Rules) -> Missing | None:
    won = any(each.result == "won" and each.sharing < 2 for each in rules.games)
    return _ends(rules) or (None if won else Missing("studio_tour_no_winner"))


def _otherwise(rules: Rules) -> Missing | None:
    if not isinstance(rules.compiled, CheckedRuleset):
        return _sound(rules)
    return None if set(element_digests(rules.compiled.ruleset)) != rules.finished else Missing("studio_tour_not_own")


def _did(rules: Rules, what: str) -> Missing | None:
    return None if what in rules.did else Missing(f"studio_tour_did_{what.replace(':', '_')}")


KINDS: Mapping[str, Callable[..., Missing | None]] = {
    "sound": _sound, "fault": _fault, "has": _has, "says": _says, "uses": _uses, "differs": _differs,
    "own_text": _own_text, "passes": _passes, "proves": _proves, "cited": _cited, "ends": _ends, "won": _won,
    "otherwise": _otherwise, "did": _did,
}  # fmt: skip
"""What a step may ask, by name."""


def finished(path: Path) -> Digests:
    """What decides play in a ruleset, as digests; nothing of one that cannot be read."""
    compiled = compile_ruleset(path)
    return frozenset() if compiled.ruleset is None else frozenset(element_digests(compiled.ruleset))
