"""What happens in a game, counted where it happens: probes put into the turn structure.

A probe is a field of the state that nobody sees and nothing else reads. Every repetition of a step adds one as it
starts; as it ends, what the step goes on `until` is looked at in the same place and for the same player as the game
does; and a last step is reached only by a game that nothing ended before. The game plays exactly like the one without.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from yupana.interpreter.game import Game, RuleFault
from yupana.interpreter.index.analysis import changed
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.interpreter.play.questions import Question, with_questions
from yupana.schemas.reader import load_text
from yupana.schemas.ruleset import FieldDecl
from yupana.schemas.source import NOWHERE, Code, Report
from yupana.schemas.steps import AnyStep, DoStep, goes_on
from yupana.schemas.tree import Mapping as Tree
from yupana.schemas.tree import Word

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset
    from yupana.interpreter.game import State
    from yupana.interpreter.index.elements import Elements
    from yupana.schemas.ruleset import Ruleset

_Model = TypeVar("_Model", FieldDecl, DoStep)

_FIELD = "probe_{}"
_BY_EFFECT = "an effect"


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that is repeated and its probes: `started` counts, `done` is 1 when its `until` held at the last end.
    `outer` says that no other repeated step holds it, `ended` that some effect may end it."""

    name: str
    started: str
    done: str
    times: Code | None
    until: Code | None
    outer: bool
    ended: bool
    turns: bool


@dataclass(slots=True)
class Probed:
    """A game with probes, and how to read them. Without `whole` the probes could not be put in. `asked` are the
    questions that were asked for beside them."""

    game: Game
    steps: list[_Step] = field(default_factory=list)
    whole: bool = True
    asked: tuple[Question, ...] = ()
    _numbers: dict[str, int] = field(default_factory=dict)

    def rounds(self, state: State) -> dict[str, int]:
        """How often each step was gone through that is repeated, or that stands in no other such step."""
        return {
            step.name: self._ask(state, step.started)
            for step in self.steps
            if step.outer or not step.turns or step.times is not None or step.until is not None
        }

    def end(self, state: State, ending: Sequence[str] = ()) -> str:
        """What ended a game that is over. `ending` are the elements that can end the game by an effect."""
        if not self.whole:
            return "unknown"
        if not self._ask(state, _FIELD.format("last")):
            return f"{_BY_EFFECT} of {ending[0]}" if len(ending) == 1 else _BY_EFFECT
        last: _Step | None = None
        for step in self.steps:
            if step.outer and (step.times is not None or step.until is not None) and self._ask(state, step.started):
                last = step
        if last is None:
            return "the last step"
        if last.until is not None and self._ask(state, last.done):
            return f"until of {last.name}"
        if last.times is not None and (not last.ended or self._times_are_over(state, last)):
            return f"times of {last.name}"
        return f"{_BY_EFFECT} that ends {last.name}"

    def _times_are_over(self, state: State, step: _Step) -> bool:
        """Whether a step that effects may end has been gone through as often as it says."""
        assert step.times is not None
        times = self._ask(state, step.times.text)
        return self._ask(state, step.started) == times * (state.players if step.turns else 1)

    def _ask(self, state: State, text: str) -> int:
        number = self._numbers.get(text, -1)
        try:
            return int(state.ask(number)) if number >= 0 else 0
        except (RuleFault, TypeError):
            return 0


def probed(compiled: SoundRuleset, elements: Elements, also: Sequence[str] = ()) -> Probed:
    """A compiled ruleset with probes in it, which answers some questions `also`; the bare one where they do not fit."""
    for at_end in (True, False):
        steps: list[_Step] = []
        ruleset = _with_probes(compiled.ruleset, steps, _scopes_ended(elements), at_end=at_end)
        made = changed(compiled, ruleset)
        if made is None:
            continue
        texts = [name for step in steps for name in (step.started, step.done)]
        texts += [step.times.text for step in steps if step.times is not None] + [_FIELD.format("last")]
        game, asked = with_questions(made, [Code(text, NOWHERE) for text in (*texts, *also)])
        numbers = {text: each.function for text, each in zip(texts, asked, strict=False)}
        return Probed(game, steps, True, tuple(asked[len(texts) :]), numbers)
    return Probed(Game(compiled.program, compiled.ruleset), whole=False)


def ending_elements(elements: Elements) -> list[str]:
    """The elements with an effect that ends the whole game."""
    return [
        each.path
        for each in elements
        if each.section != "examples" and any(name == "game" for piece in each.pieces for name in _ends(piece.node))
    ]


def _scopes_ended(elements: Elements) -> set[str]:
    return {name for each in elements for piece in each.pieces for name in _ends(piece.node)}


def _ends(node: object) -> Iterator[str]:
    """What the effects in a piece of code end."""
    for each in descend(node):
        if isinstance(each, nodes.End):
            yield each.name
        elif isinstance(each, nodes.Outcome):  # that somebody has lost may end the game
            yield "game"


# ---------------------------------------------------------------- putting them in


def _with_probes(ruleset: Ruleset, found: list[_Step], ended: set[str], *, at_end: bool) -> Ruleset:
    probes = _Probes(ruleset, found, ended, at_end)
    flow = [probes.step(each, outer=True) for each in ruleset.flow]
    last = _FIELD.format("last")
    flow.append(_read(DoStep, f"do: {last} = 1"))
    names = [name for step in found for name in (step.started, step.done)]
    state = {**ruleset.state, **{Word(name): _read(FieldDecl, "type: int") for name in (*names, last)}}
    return ruleset.model_copy(update={"flow": flow, "state": state, "examples": {}})


def _read(kind: type[_Model], text: str) -> _Model:
    tree = load_text(text, "probe", Report())
    assert isinstance(tree, Tree)
    return kind.model_validate(tree)


@dataclass(slots=True)
class _Probes:
    ruleset: Ruleset
    found: list[_Step]
    ended: set[str]
    at_end: bool

    def step(self, step: AnyStep, *, outer: bool) -> AnyStep:
        """A step with probes in it and in its steps."""
        name = step.name if step.repeats else None
        times, until = step.code("times"), step.code("until")
        if until is not None and goes_on(until, self.ruleset.functions):
            until = Code("false", until.span)
        update: dict[str, object] = {}
        if name is not None:
            number = len(self.found)
            probe = _Step(
                str(name),
                _FIELD.format(f"started_{number}"),
                _FIELD.format(f"done_{number}"),
                times,
                until,
                outer,
                str(name) in self.ended,
                step.acts,
            )
            self.found.append(probe)
            update["start"] = self._added(step.code("start"), f"{probe.started} += 1", step)
            if until is not None:
                test = f"if (\n{until.text}\n):\n    {probe.done} = 1\nelse:\n    {probe.done} = 0"
                update["end"] = self._added(step.code("end"), test, step)
        if step.inner:
            inner = outer and not (name is not None and (times is not None or until is not None))
            update["steps"] = [self.step(each, outer=inner) for each in step.inner]
        return step.model_copy(update=update) if update else step

    def _added(self, code: Code | None, effects: str, step: AnyStep) -> Code:
        """Effects behind those that are there, or before them; behind, no line of a fault is another."""
        if code is None:
            return Code(effects, step.span)
        text = textwrap.dedent(code.text).rstrip()
        return Code(f"{text}\n{effects}" if self.at_end else f"{effects}\n{text}", code.span, code.origins)
