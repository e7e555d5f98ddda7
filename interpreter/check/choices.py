"""Decisions in the middle of effects: `choose …`, `choose:` with branches, `offer`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import UNKNOWN, Type, list_of, member
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.names import Menu
from .body import Body, facts_of
from .core import condition, error_type, integer, is_unknown, value
from .effects import Made, block, checks
from .loops import gone_through
from .pieces import candidates
from .values import text
from .world import World

MAX_PICKED = code.MAX_PICKED


def check_alike(body: Body, types: Iterable[Type]) -> None:
    """Report what cannot be compared where pieces that are alike make one option: their fields of several values."""
    for type_ in types:
        domain = body.world.domains[type_.domain] if type_.kind == "member" else None
        if domain is not None and domain.alike and not type_.optional:
            for info in domain.fields.values():
                if not info.type.scalar:
                    body.world.error(messages.fields_of_alike(domain.name, info.span))


def _binders(body: Body, binders: Sequence[nodes.Binder]) -> tuple[code.Binder, ...]:
    """What the options of a choice go through, each tested as soon as it is bound."""
    made: list[code.Binder] = []
    with ExitStack() as scopes:
        for binder in binders:
            listed = gone_through(body, binder.items)
            scopes.enter_context(body.scope(binder.name_span))
            variable = body.declare(binder.name, listed.element, binder.name_span)
            test = None
            if binder.test is not None:
                test = condition(body, binder.test)
                body.learn(facts_of(binder.test)[0])
            made.append(code.Binder(binder.span, variable, listed.expr, test))
    check_alike(body, [each.variable.type for each in made])
    return tuple(made)


def _keep(body: Body, binder: nodes.Binder, type_: Type) -> typed.Variable:
    """The name for what was chosen."""
    return body.declare(binder.name, type_, binder.name_span, binder.name in body.assigned)


def _learn(body: Body, binders: Sequence[nodes.Binder]) -> None:
    """What the tests say holds of what was chosen."""
    for binder in binders:
        if binder.test is not None:
            body.learn(facts_of(binder.test)[0])


def _decider(body: Body, node: nodes.Expr | None) -> typed.Expr | None:
    return None if node is None else value(body, node, member(0))


def _prompt(body: Body, node: nodes.Template | None) -> typed.Text | None:
    return None if node is None else text(body, node)


def _cannot_wait(body: Body, span: Span) -> bool:
    """Whether no decision may stand here (reported)."""
    if not body.can_wait:
        body.world.error(messages.waits_inside(span))
    return not body.can_wait


@checks(nodes.Choose)
def _choose(body: Body, node: nodes.Choose) -> Made:
    if _cannot_wait(body, node.span):
        return code.Faulty(node.span)
    if node.count is not None:
        return _choose_several(body, node, node.count)
    decider = _decider(body, node.decider)
    binders = _binders(body, node.binders)
    kept: list[typed.Variable] = []
    for binder, each in zip(node.binders, binders, strict=True):
        type_ = each.variable.type
        if node.optional and type_.kind != "unknown" and not type_.scalar:
            body.world.error(messages.cannot_be_passed(body.world.show(type_), binder.span))
            type_ = UNKNOWN
        kept.append(_keep(body, binder, type_.or_none() if node.optional else type_))
    if not node.optional:
        _learn(body, node.binders)
    prompt = _prompt(body, node.prompt)
    label = node.label or "choose"
    return code.Choose(node.span, decider, prompt, node.secret, label, binders, tuple(kept), node.optional)


def _choose_several(body: Body, node: nodes.Choose, count_node: nodes.Expr) -> Made:
    """`choose 2 x in s`, `choose up to 3 x in s`."""
    decider = _decider(body, node.decider)
    if len(node.binders) != 1:
        body.world.error(messages.several_names(len(node.binders), node.span))
        return code.Faulty(node.span)
    binder = node.binders[0]
    found, element, bound = candidates(body, binder)
    count = integer(body, count_node)
    if is_unknown(found.items) or is_unknown(count):
        body.declare(binder.name, UNKNOWN, binder.name_span, True)
        return code.Faulty(node.span)
    if not element.scalar:
        error_type(body, messages.Wanted.SINGLES, element, binder.span)
        return code.Faulty(node.span)
    most = min(x for x in (bound, max(0, count.type.high), MAX_PICKED) if x is not None)
    check_alike(body, [element])
    picked = _keep(body, binder, list_of(element, most))
    prompt = _prompt(body, node.prompt)
    return code.ChooseSeveral(
        node.span,
        decider,
        prompt,
        node.secret,
        node.label or "choose",
        found,
        list_of(element, bound),
        count,
        picked,
        node.up_to,
        node.optional,
    )


@checks(nodes.ChooseBranch)
def _choose_branch(body: Body, node: nodes.ChooseBranch) -> Made:
    if _cannot_wait(body, node.span):
        return code.Faulty(node.span)
    decider = _decider(body, node.decider)
    branches: list[code.Branch] = []
    labels: dict[str, Span] = {}
    for branch in node.branches:
        if branch.label in labels:
            first = labels[branch.label]
            body.world.error(messages.duplicate_name(branch.label, "option", branch.label_span, first))
        labels.setdefault(branch.label, branch.label_span)
        with body.scope():
            test = None
            if branch.test is not None:
                test = condition(body, branch.test)
                body.learn(facts_of(branch.test)[0])
            binders = _binders(body, branch.binders)
            pairs = zip(branch.binders, binders, strict=True)
            kept = tuple([_keep(body, binder, each.variable.type) for binder, each in pairs])
            _learn(body, branch.binders)
            inside = block(body, branch.body)
        branches.append(code.Branch(branch.span, branch.label, test, binders, kept, inside))
    return code.ChooseBranch(node.span, decider, _prompt(body, node.prompt), node.secret, tuple(branches))


def own_choices(world: World, name: str, statements: Sequence[nodes.Stmt]) -> tuple[nodes.Stmt, ...] | None:
    """What stands in `decide` of a step: choices, each made in secret by whom it concerns and called as the step is.
    Anything else is reported, and gives None."""
    found: list[nodes.Stmt] = []
    others = [each for each in statements if not isinstance(each, nodes.Choose)]
    for each in statements:
        if not isinstance(each, nodes.Choose):
            world.error(messages.only_chosen(each.span))
            continue
        if each.decider is not None:
            world.error(messages.decides_for_another(each.decider.span))
        if each.secret:
            world.error(messages.secret_anyway(each.span))
        found.append(replace(each, decider=None, secret=True, label=each.label or name))
    return None if others else tuple(found)


def unknown_menu(world: World, name: str, span: Span) -> None:
    """Report a menu that no action is in; an action that says nothing is in the menu `main`."""
    may_be_left_out = world.left_out is not None and "actions" in world.left_out.sections
    if not (may_be_left_out and name == "main"):
        none = "" if world.menus else "a turn offers actions, and there are none: they stand in the section `actions`"
        world.error(messages.unknown_element("menu", name, span, world.menus, meant=none))


@checks(nodes.Offer)
def _offer(body: Body, node: nodes.Offer) -> Made:
    """`offer menu to p …`."""
    if _cannot_wait(body, node.span):
        return code.Faulty(node.span)
    actions = body.world.menus.get(node.menu)
    body.world.means(node.menu_span, Menu(node.menu, tuple(actions or ())))
    if actions is None:
        unknown_menu(body.world, node.menu, node.menu_span)
        return code.Faulty(node.span)
    for each in actions:
        body.world.reach.call(body, each)
    decider, prompt = _decider(body, node.decider), _prompt(body, node.prompt)
    return code.Offer(node.span, decider, prompt, node.secret, node.menu, tuple(actions), node.mode)
