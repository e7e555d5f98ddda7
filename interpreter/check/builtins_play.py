"""Built-ins about the course of play: what a player could do now."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import INT_MAX, Type, interval
from ..typed import nodes as typed
from ..typed.names import Menu
from .builtin_table import Given, form, narrowed, row
from .core import unknown
from .scope_use import Offered

# ---------------------------------------------------------------- options


@form("<action | menu>")
def _action_or_menu(given: Given, node: nodes.Expr) -> typed.Node:
    """The actions of a menu; of an action that no menu is called like, this action."""
    world = given.body.world
    name = node.name if isinstance(node, nodes.Name) else ""
    menu = world.menus.get(name)
    actions = [each for each in world.actions if each.name == name] if menu is None else menu
    if not actions:
        if not world.is_broken(name):
            named = [each.name for each in world.actions]
            world.error(messages.not_offered(world.excerpt(node.span), node.span, world.menus, named))
        return unknown(node)
    meant = actions[0] if menu is None else Menu(name, tuple(menu))
    world.means(node.span, meant)
    for each in actions:
        world.reach.call(given.body, Offered(each))
    return typed.Actions(node.span, tuple(actions))


row(
    "can(p: Player, action | menu): bool",
    "Whether p could choose the action, or any action of the menu: whether there is an option, were p asked now.",
    "can(red, claim) → true",
)


@narrowed(
    "options(p: Player, action | menu): int",
    "How many options the action, or the whole menu, has for p, were p asked now; passing is none of them.",
    "options(red, claim) → 9",
)
def _options(given: Given, type_: Type) -> Type:
    return interval(0, INT_MAX)
