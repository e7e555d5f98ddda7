"""The sentences of options: what actions say of themselves, and what the look says by name of branches and choices.

A sentence is known without a position: it shows the values of the option it is about, and by them which words it takes.
An option of a name that has other values than those which the sentence shows is told by names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from yupana.schemas.carried import every
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Word

from ..check import values
from ..check.body import Body
from ..check.carriers import give_names
from ..check.world import World
from ..compiled import SoundRuleset
from ..language import messages, nodes
from ..language.parse import parse_template
from ..language.trees import descend
from ..language.types import BOOL, INT, Type, list_of, member
from ..machine.speech import TESTS, Either, Entity, Sentence, Shown
from ..machine.speech import Wording as Wording
from ..program import ir
from ..typed import nodes as typed
from ..typed.bodies import Options
from ..typed.declared import ActionInfo
from ..typed.names import Named
from ..typed.statements import Binder

Made = Mapping[int, "Options | tuple[Binder, ...]"]
"""By alternative, the code that makes its options."""


class _TooMuch(Exception):  # noqa: N818
    """Something stands in a sentence that is no value of its option."""

    def __init__(self, node: typed.Node) -> None:
        super().__init__()
        self.node = node


def sentences(
    world: World, ruleset: Ruleset, program: ir.Program, made: Made, parts: Sequence[Path]
) -> dict[int, Sentence]:
    """The sentences by the numbers of alternatives; what is wrong with them is reported, each fault once. Of several
    `parts` of which the ruleset is composed the later ones may have taken away what the first ones have words for."""
    found: dict[int, Sentence] = {}
    alternatives = list(enumerate(program.alternatives))
    actions = {str(each.name): each for each in world.actions}
    for name, code in _said(ruleset):
        own = [(number, each) for number, each in alternatives if each.name == name]
        if not own:
            known = dict.fromkeys(each.name for each in program.alternatives)
            if not parts[1:] or _stands_in(parts[-1], name):
                world.error(messages.unknown_element("option", name, name.span, known))
        if name in actions and name in ruleset.look.says:
            world.names.append(Named(name.span, actions[name], "read"))
        template = parse_template(code, world.report)
        if template is None or not own:
            continue
        named = {each.name for each in descend(template) if isinstance(each, nodes.Name)}
        wanted = named & {param for _, each in own for param, _ in each.params}
        fitting = [(number, each) for number, each in own if wanted <= {param for param, _ in each.params}]
        for at, (number, each) in enumerate(fitting or own[:1]):
            # the same is not told twice of options that are alike
            within = world if at == 0 else world.extended()
            sentence = _sentence(within, each, actions.get(each.action), template, made.get(number))
            if sentence is not None:
                found[number] = sentence
    return found


def name_parameters(world: World, ruleset: Ruleset) -> None:
    """Note what is named in the sentences of actions where there is no program yet; of other options nothing is known
    then."""
    actions = {str(each.name): each for each in world.actions}
    for name, code in _said(ruleset):
        action = actions.get(name)
        template = parse_template(code, world.report)
        if action is None or template is None:
            continue
        if name in ruleset.look.says:
            world.names.append(Named(name.span, action, "read"))
        spans = {str(each): each.span for each in action.decl.parameters}
        params = [(param, type_, spans.get(param, action.span)) for param, type_ in action.params.items()]
        body, _ = _prepared(world, action, params)
        values.text(body, template)


def _stands_in(part: Path, name: Word) -> bool:
    """Whether a name stands in a part of a ruleset, a folder or a file."""
    file = Path(name.span.file).resolve()
    return part.resolve() in (file, file.parent)


def _said(ruleset: Ruleset) -> Iterator[tuple[Word, Code]]:
    """What actions say of themselves, and what the look says of the other options, and of actions instead."""
    look = ruleset.look.says
    for name, action in every(ruleset, "actions").items():
        if action.says is not None and name not in look:
            yield name, action.says
    yield from look.items()


def says_of(compiled: SoundRuleset) -> dict[int, Sentence]:
    """The sentences of a ruleset without errors, those left out that are faulty."""
    world, made = compiled.checked.world.extended(), compiled.tables.option_code
    return sentences(world, compiled.ruleset, compiled.program, made, compiled.parts)


def _sentence(
    world: World, known: ir.Alternative, action: ActionInfo | None, template: nodes.Template,
    made: Options | tuple[Binder, ...] | None,
) -> Sentence | None:  # fmt: skip
    variables = _variables(made)
    declared = [
        (name, _type(kind), template.span) if (variable := variables.get(name)) is None
        else (name, variable.type, variable.span)
        for name, kind in known.params
    ]  # fmt: skip
    body, params = _prepared(world, action, declared)
    said = values.text(body, template)
    if not typed.sound(said):
        return None
    try:
        return _parts(said, params)
    except _TooMuch as fault:
        names = [name for name, _ in known.params]
        world.error(messages.says_too_much(known.name, names, fault.node.span))
        return None


def _prepared(
    world: World, action: ActionInfo | None, params: Iterable[tuple[str, Type, Span]]
) -> tuple[Body, list[typed.Variable]]:
    """What a sentence begins with: the names of who carries an action, and the values of the option."""
    body = Body(world, "look", "look", pure=True)
    if action is not None and action.carrier is not None:
        give_names(body, action.carrier, None, action.span)
    return body, [body.declare(*each) for each in params]


def _variables(made: Options | tuple[Binder, ...] | None) -> dict[str, typed.Variable]:
    """The names of an option's values as its code declares them."""
    match made:
        case Options():
            found = [each.parameter.variable for each in made.levels if each.parameter is not None]
        case None:
            found = []
        case _:
            found = [each.variable for each in made]
    return {each.name: each for each in found}


def _type(kind: ir.ValueType) -> Type:
    one = BOOL if kind.kind == "bool" else INT if kind.kind == "int" else member(kind.domain)
    one = one.or_none() if kind.optional else one
    return list_of(one, None) if kind.many else one


def _parts(text: typed.Text, params: Sequence[typed.Variable]) -> Sentence:
    found: list[str | Shown | Entity | Either] = [text.texts[0]]
    for value, word in zip(text.values, text.texts[1:], strict=True):
        found += [*_shown(value, params), word]
    return tuple([each for each in found if each != ""])


def _shown(node: typed.Expr, params: Sequence[typed.Variable]) -> Sentence:
    """What stands for a pair of braces."""
    match node:
        case typed.Local() if node.variable in params:
            return (Shown(params.index(node.variable)),)
        case typed.Present() | typed.InRange() | typed.AsSet():
            return _shown(node.value, params)
        case typed.Words():
            return _parts(node.text, params)
        case typed.Member():
            return (Entity(node.domain.number, node.index),)
        case typed.NoneValue():
            return ()
        case typed.Conditional():
            then, other = _shown(node.then, params), _shown(node.other, params)
            return (_either(node.test, then, other, params),)
    raise _TooMuch(node)


def _either(test: typed.Expr, then: Sentence, other: Sentence, params: Sequence[typed.Variable]) -> Either:
    match test:
        case typed.Not():
            return _either(test.value, other, then, params)
        case typed.Comparison() if test.op in TESTS and isinstance(test.left, typed.Local):
            if test.left.variable in params:
                return Either(params.index(test.left.variable), test.op, _constant(test.right, test.of), then, other)
        case typed.Local() if test.variable in params:
            return Either(params.index(test.variable), "==", 1, then, other)
    raise _TooMuch(test)


def _constant(node: typed.Expr, of: Type) -> int:
    match node:
        case typed.Number():
            return node.value
        case typed.Member():
            return node.index
        case typed.NoneValue():
            return ir.NO_INT if of.kind == "int" else ir.NONE
    raise _TooMuch(node)
