"""The sentences of options, which the look `says` by the names of actions, branches and choices.

A sentence is known without a position: it shows the values of the option it is about, and by them which words it takes.
An option of a name that has other values than those which the sentence shows is told by names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yupana.schemas.source import Code
from yupana.schemas.tree import Word

from ..check import values
from ..check.body import Body
from ..check.world import World
from ..compiled import SoundRuleset
from ..language import messages, nodes
from ..language.parse import parse_template
from ..language.trees import descend
from ..language.types import BOOL, INT, Type, list_of, member
from ..machine.speech import TESTS, Either, Sentence, Shown
from ..program import ir
from ..typed import nodes as typed
from ..typed.bodies import Options
from ..typed.names import Named
from ..typed.statements import Binder

Made = Mapping[int, "Options | tuple[Binder, ...]"]
"""By alternative, the code that makes its options."""


class _TooMuch(Exception):  # noqa: N818
    """Something stands in a sentence that is no value of its option."""

    def __init__(self, node: typed.Node) -> None:
        super().__init__()
        self.node = node


def sentences(world: World, says: Mapping[Word, Code], program: ir.Program, made: Made) -> dict[int, Sentence]:
    """The sentences by the numbers of alternatives; what is wrong with them is reported, each fault once."""
    found: dict[int, Sentence] = {}
    alternatives = list(enumerate(program.alternatives))
    for name, code in says.items():
        own = [(number, each) for number, each in alternatives if each.name == name]
        if not own:
            known = dict.fromkeys(each.name for each in program.alternatives)
            world.error(messages.unknown_element("option", name, name.span, known))
        for action in world.actions:
            if action.name == name:
                world.names.append(Named(name.span, action, "read"))
        template = parse_template(code, world.report)
        if template is None or not own:
            continue
        named = {each.name for each in descend(template) if isinstance(each, nodes.Name)}
        wanted = named & {param for _, each in own for param, _ in each.params}
        fitting = [(number, each) for number, each in own if wanted <= {param for param, _ in each.params}]
        for at, (number, each) in enumerate(fitting or own[:1]):
            # the same is not told twice of options that are alike
            sentence = _sentence(world if at == 0 else world.extended(), each, template, made.get(number))
            if sentence is not None:
                found[number] = sentence
    return found


def says_of(compiled: SoundRuleset) -> dict[int, Sentence]:
    """The sentences of a ruleset without errors, those left out that are faulty."""
    tables = compiled.tables
    return sentences(
        compiled.checked.world.extended(), compiled.ruleset.look.says, compiled.program, tables.option_code
    )


def _sentence(
    world: World, known: ir.Alternative, template: nodes.Template, made: Options | tuple[Binder, ...] | None
) -> Sentence | None:
    body = Body(world, "look", "look", pure=True)
    variables = _variables(made)
    params: list[typed.Variable] = []
    for name, kind in known.params:
        variable = variables.get(name)
        span = template.span if variable is None else variable.span
        params.append(body.declare(name, _type(kind) if variable is None else variable.type, span))
    said = values.text(body, template)
    if not typed.sound(said):
        return None
    try:
        return _parts(said, params)
    except _TooMuch as fault:
        names = [name for name, _ in known.params]
        world.error(messages.says_too_much(known.name, names, fault.node.span))
        return None


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
    found: list[str | Shown | Either] = [text.texts[0]]
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
