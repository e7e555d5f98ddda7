"""The steps of set-up and flow: one model for each kind of step, told apart by its key.

A step is `do: EFFECTS` alone, or it has a name under the key of its kind (`rounds: NAME`, `turns: NAME`, …) and is a
scope. A new kind of step is a model here, in `Step.alternatives`; completion, overlays, `fmt`, the JSON Schema and the
messages about wrong keys read them off the models.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from pydantic import Field, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from .diagrams import Drawn, drawings
from .diagrams import Position as Drawing
from .element import Element
from .fields import ONE_OF, ConditionText, EffectsText, ExpressionText, Name, fault
from .model_cache import ReadingContext
from .source import Code, Diagnostic, Span
from .spanned import Spanned, refuse_unknown
from .tree import Mapping, Word

OVER = "over"
"""As what a step goes on until: until something ends the step or the game."""

BESIDE = ("before", "after")
"""The keys with which an overlay says beside which step it adds one."""


class Step(Element):
    """What all kinds of steps share; `AnyStep` is one of the kinds."""

    noun: ClassVar[str] = "a step"
    short_key: ClassVar[str | None] = "do"
    word: ClassVar[str] = ""
    """The key by which the kind is told, and by which people know it."""
    repeats: ClassVar[bool] = False
    """Whether it may be gone through more than once."""
    acts: ClassVar[bool] = False
    """Whether the players act in it, one after the other."""

    @property
    def name(self) -> Word | None:
        """The name of its scope; a bare `do` has none."""
        return None

    @classmethod
    def in_order(cls, written: Collection[str]) -> list[str]:
        """The keys with which an overlay says where it adds the step stand behind its name."""
        where = [key for key in BESIDE if key in written]
        rest = super().in_order([key for key in written if key not in where])
        named = len([key for key in rest[:1] if key in STEP_WORDS])
        return [*rest[:named], *where, *rest[named:]]

    @property
    def inner(self) -> list[AnyStep]:
        """The steps inside it."""
        steps: list[AnyStep] | None = getattr(self, "steps", None)
        return steps or []

    @property
    def drawn(self) -> Drawn:
        """The position that is drawn in it."""
        return drawings(getattr(self, "position", None))

    @property
    def offers(self) -> str | None:
        """The menu that players choose from in it."""
        return None

    @property
    def passing(self) -> Word | None:
        """What the option to end a turn of it is called, where that is declared."""
        return None

    def code(self, key: str) -> Code | None:
        """The code under a key; None where it is left out, and for the keys of other kinds."""
        return getattr(self, key, None)


Effects: TypeAlias = Annotated[EffectsText | None, Field(description="Effects.")]
Start: TypeAlias = Annotated[EffectsText | None, Field(description="Effects at the start of each round or turn.")]
End: TypeAlias = Annotated[EffectsText | None, Field(description="Effects at the end of each round or turn.")]
Times: TypeAlias = Annotated[ExpressionText | None, Field(description="How often it is repeated.")]
Until: TypeAlias = Annotated[
    ConditionText | None,
    Field(description="What ends it, tested after each repetition or turn; `over`: the end of the game alone."),
]


Position: TypeAlias = Annotated[
    Drawing | None,
    Field(description="What lies on boards, drawn: `BOARD.FIELD` or `BOARD.ZONE` with a sign for every space."),
]


def goes_on(until: Code | None, declared: Collection[str]) -> bool:
    """Whether a step does not end by itself: `until: over`, where the ruleset has `declared` nothing of that name."""
    return until is not None and until.text.strip() == OVER and OVER not in declared


class DoStep(Step):
    """A position, effects, or both in this order; once."""

    word: ClassVar[str] = "do"

    position: Position = None
    do: Effects = None


class ScopeStep(Step):
    """A step with a name under the key of its kind."""

    short_key: ClassVar[str | None] = None

    @classmethod
    def keys(cls) -> dict[str, bool]:
        """The name comes first."""
        found = super().keys()
        return {**({cls.word: found[cls.word]} if cls.word else {}), **found}

    @property
    def name(self) -> Word:  # noqa: D102
        name: Word = getattr(self, self.word)
        return name


class RoundsStep(ScopeStep):
    """A scope that is repeated."""

    word: ClassVar[str] = "rounds"
    repeats: ClassVar[bool] = True

    rounds: Name = Field(description="A scope that is repeated; as a value, the number of the repetition.")
    times: Times = None
    until: Until = None
    start: Start = None
    end: End = None
    do: Effects = None
    steps: Steps = None


class PassDecl(Spanned):
    """The option that ends a turn with `play: until_pass`."""

    noun: ClassVar[str] = "a pass option"
    name: Name = Field(default=Word("pass"), description="What the option is called.")
    test: ConditionText | None = Field(default=None, alias="if", description="When it is offered.")


class TurnsStep(ScopeStep):
    """A scope in which the players act one after the other: each chooses from a menu, or what `do` or `steps` say."""

    word: ClassVar[str] = "turns"
    repeats: ClassVar[bool] = True
    acts: ClassVar[bool] = True

    turns: Name = Field(description="A scope in which the players act one after the other.")
    order: ExpressionText | None = Field(default=None, description="The players in the order of their turns.")
    times: Times = None
    until: Until = None
    skip: ConditionText | None = Field(default=None, description="Whose turn is left out.")
    start: Start = None
    end: End = None
    menu: Name | None = Field(default=None, description="The menu that is offered.")
    play: Annotated[Literal["one", "until_pass"], ONE_OF] = Field(
        default="one", description="`one`: one option; `until_pass`: options until the player passes."
    )
    pass_: PassDecl | None = Field(
        default=None, alias="pass", description="The option that ends a turn: its name and when it is offered."
    )
    stuck: EffectsText | None = Field(
        default=None, description="Effects in place of a turn in which there is nothing to choose from."
    )
    do: Effects = None
    steps: Steps = None

    @property
    def offers(self) -> str | None:  # noqa: D102
        return str(self.menu or "main") if self.do is None and self.steps is None else None

    @property
    def passing(self) -> Word | None:  # noqa: D102
        return self.pass_.name if self.pass_ is not None else None


class PhaseStep(ScopeStep):
    """A named scope around steps or effects."""

    word: ClassVar[str] = "phase"

    phase: Name = Field(description="A named scope around a position, steps or effects.")
    position: Position = None
    start: Start = None
    end: End = None
    do: Effects = None
    steps: Steps = None


class SimultaneousStep(ScopeStep):
    """A scope in which players decide in secret, one after the other; then all is revealed and carried out."""

    word: ClassVar[str] = "simultaneous"

    simultaneous: Name = Field(description="A scope in which players decide in secret; all is revealed together.")
    of: ExpressionText | None = Field(default=None, description="The players who decide, in the order of the effects.")
    start: Start = None
    menu: Name | None = Field(default=None, description="The menu that is offered.")
    pass_: PassDecl | None = Field(
        default=None, alias="pass", description="The option to do nothing: its name and when it is offered."
    )
    decide: EffectsText | None = Field(default=None, description="What each decides: one `choose` or several.")
    fixed: EffectsText | None = Field(
        default=None, description="What each has to know of how it was when all had decided: one `let` or several."
    )
    do: Effects = None
    end: End = None

    @property
    def offers(self) -> str | None:  # noqa: D102
        return None if self.menu is None else str(self.menu)

    @property
    def passing(self) -> Word | None:  # noqa: D102
        return self.pass_.name if self.pass_ is not None else None


class _ByKey:
    """For the union of all kinds of steps: the key picks the kind, so that a fault is told once and in its words."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        # a choice is called by its model's name, which is no key that `validate` could look for in the file
        choices = {each.__name__: handler.generate_schema(each) for each in get_args(source)}

        def arrange(node: object, go_on: Callable[[object], object], info: ValidationInfo) -> object:
            if isinstance(node, Mapping):
                word = next((key for key in node if key in STEP_WORDS), "")
                noun, shown = (f"a step with `{word}`", kind_of(node).keys()) if word else (Step.noun, {})
                node = refuse_unknown(node, Step.fields_by_key(), noun, info, shown)
                _refuse_others(node, info)
            return go_on(node)

        picked = core_schema.tagged_union_schema(choices, discriminator=lambda node: kind_of(node).__name__)
        return core_schema.with_info_wrap_validator_function(arrange, picked)


AnyStep: TypeAlias = Annotated[DoStep | RoundsStep | TurnsStep | SimultaneousStep | PhaseStep, _ByKey()]
Steps: TypeAlias = Annotated[list[AnyStep] | None, Field(description="The steps inside.")]

Step.alternatives = (RoundsStep, TurnsStep, SimultaneousStep, PhaseStep, DoStep)
SCOPES = tuple(each for each in Step.alternatives if issubclass(each, ScopeStep))
STEP_WORDS = tuple(each.word for each in SCOPES)
"""The keys that give a step its kind and its name."""
Step.exclusive = (frozenset(STEP_WORDS),)


def kind_of(node: object) -> type[Step]:
    """The kind of step that a node is written as; short forms are effects."""
    if isinstance(node, Step):
        return type(node)
    named = [each for each in SCOPES if isinstance(node, dict) and each.word in node]
    return named[0] if named else DoStep


def _refuse_others(node: Mapping, info: ValidationInfo) -> None:
    """A step of no kind or of two, and keys that belong to other kinds; of several such keys each is told."""
    names = [key for key in node if key in STEP_WORDS]
    if len(names) > 1:
        message = f"a step is `{names[0]}` or `{names[1]}`, not both"
        raise fault("YUP210", message, node.key_span(names[1]), "put one of them into the `steps` of the other")
    own = kind_of(node).keys()
    others = [key for key in node if key not in own]
    if not names and not others and "do" not in node and "position" not in node:
        words = ", ".join(f"`{each}: NAME`" for each in STEP_WORDS)
        hint = f"begin it with {words}, or give it `position` or `do`"
        raise fault("YUP210", "this step has no name and does nothing", None, hint)
    told = [(_belongs(key), node.key_span(key)) for key in others]
    for message, span in told[1:]:
        if isinstance(info.context, ReadingContext):
            info.context.faults.append(Diagnostic("YUP210", "error", message, span))
    for message, span in told[:1]:
        raise fault("YUP210", message, span)


def _belongs(key: str) -> str:
    *most, last = (f"`{each.word}`" for each in SCOPES if key in each.keys())  # noqa: SIM118
    return f"`{key}` belongs to a step with {', '.join(most) + ' or ' if most else ''}{last}"


def numbered(steps: Sequence[AnyStep], path: str) -> Iterator[tuple[str, AnyStep]]:
    """The steps with their paths: by the names of their scopes, or else by their numbers from 1."""
    for number, step in enumerate(steps, 1):
        yield f"{path}.{step.name or number}", step


def every_step(steps: Sequence[AnyStep], path: str) -> Iterator[tuple[str, AnyStep]]:
    """The same, each followed by those inside of it."""
    for where, step in numbered(steps, path):
        yield where, step
        yield from every_step(step.inner, where)


def step_span(step: Step) -> Span:
    """Where a step's name stands; the whole step if it has none."""
    name = step.name
    return step.span if name is None else name.span
