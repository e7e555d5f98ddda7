"""Examples for breaks that nobody notices: each was tried, holds, and fails with its break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.mutation import mutants_of, suggested

from .model import Result, Strength
from .running import Progress, trials_of


@dataclass(frozen=True, slots=True)
class Proposal:
    """A missed break, and the example that notices it: its name and its lines, both "" where none was found."""

    result: Result
    name: str = ""
    text: str = ""


def suggest(
    compiled: SoundRuleset, target: str, found: Strength, most: int, progress: Progress,
    tell: Callable[[Proposal], None] = lambda found: None,
) -> list[Proposal]:  # fmt: skip
    """Look for examples for the first missed breaks, so many at most; each is told as it is known."""
    wanted = [each for each in found if each.is_open][:most]
    if not wanted:
        return []
    trials = trials_of(compiled, target)
    mutant = {each.name: each for each in mutants_of(compiled)}
    taken = set(map(str, compiled.ruleset.examples))
    made = []
    progress(0, len(wanted))
    for done, each in enumerate(wanted, 1):
        example = suggested(trials, mutant[each.name])
        if example is None:
            made.append(Proposal(each))
        else:
            made.append(Proposal(each, _free(example.name, taken), example.text))
        tell(made[-1])
        progress(done, len(wanted))
    return made


def _free(name: str, taken: set[str]) -> str:
    """The name, or the next with a number that nothing else has."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free)
    return free


def as_yaml(proposals: list[Proposal]) -> str:
    """The examples as they stand in a ruleset, each behind the break that it notices."""
    return (
        "\n".join(["examples:", *[line for each in proposals for line in _lines(each)]])
        if any(_found(proposals))
        else ""
    )


def _found(proposals: list[Proposal]) -> list[Proposal]:
    return [each for each in proposals if each.name]


def _lines(each: Proposal) -> Iterator[str]:
    if each.name:
        yield f"  # {each.result.name}"
        yield f"  {each.name}:"
        yield from [f"    {line}" for line in each.text.rstrip("\n").split("\n")]


def told(proposals: list[Proposal]) -> str:
    """For how many breaks an example was found."""
    many, found = len(proposals), len(_found(proposals))
    return f"For {found} of {many} missed break{'' if many == 1 else 's'} an example was found that notices."
