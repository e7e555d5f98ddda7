"""What a ruleset accepts (`strength: {accept: […]}`): breaks that may be missed, and what accepts nothing any more."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.elements import index
from yupana.interpreter.mutation import Mutant
from yupana.schemas.book import AcceptedBreak
from yupana.schemas.nearest import did_you_mean, nearest

from .model import Idle, Result


def settle(
    compiled: SoundRuleset, breaks: Sequence[Mutant], results: Iterable[Result], own: Collection[str]
) -> tuple[tuple[Result, ...], tuple[Idle, ...]]:
    """The results with the reasons why those that were missed may be, and the entries of the files `own` that accept
    nothing. An entry for a break that was not tried is not judged.

    Args:
        compiled: the ruleset.
        breaks: all its breaks.
        results: what came of those that were tried.
        own: the files whose entries are judged: an overlay may well have examples that its base lacks.
    """
    entries = compiled.ruleset.strength.accept
    reasons: dict[tuple[str, str], str] = {}
    for each in entries:
        reasons.setdefault(_key(each), str(each.because))
    found = tuple(
        replace(each, accepted=reasons.get((each.element, each.what), "")) if each.outcome == "missed" else each
        for each in results
    )
    tried = {(each.element, each.what): each for each in found}
    idle: list[Idle] = []
    seen: set[tuple[str, str]] = set()
    for each in entries:
        key = _key(each)
        if key in tried:
            why, hint = _no_longer(tried[key]), "take it out"
        else:
            why, hint = _no_such(compiled, breaks, key)
        if key in seen:
            why, hint = "it is accepted before", "take it out"
        seen.add(key)
        if why and each.span.file in own:
            idle.append(Idle(*key, each.span, why, hint))
    return found, tuple(idle)


def _key(entry: AcceptedBreak) -> tuple[str, str]:
    return str(entry.element).strip(), " ".join(str(entry.what).split())


def _no_longer(result: Result) -> str:
    """Why a break need not be accepted; "" where it must."""
    match result.outcome:
        case "missed":
            return ""
        case "noticed" | "endless":
            return f"the example `{result.by}` notices it"
        case "refused":
            return f"the check refuses it: {result.why}"
        case _:  # what play at random has not shown, other play may show
            return result.why


def _no_such(compiled: SoundRuleset, breaks: Sequence[Mutant], key: tuple[str, str]) -> tuple[str, str]:
    """Why a break was not tried, where it is none, and what may be meant."""
    element, what = key
    words = [each.what for each in breaks if each.element == element]
    if what in words:
        return "", ""
    if not words:
        paths = dict.fromkeys(each.element for each in breaks)
        if element in index(compiled).by_path:
            return f"nothing is broken in {element}", did_you_mean(element, paths) or "take it out"
        return f"there is no element `{element}`", did_you_mean(element, paths)
    near = nearest(what, words)
    hint = f'did you mean "{near}"?' if near else f"`yupana strength` tells the breaks of {element} that are missed"
    return f"{element} has no such break", hint
