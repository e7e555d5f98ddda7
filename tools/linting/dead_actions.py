"""YUL005: an action that can never be taken."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.elements import Element
from yupana.interpreter.language import nodes
from yupana.schemas.carried import menus
from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .ranges import Ranges, plain
from .study import Study
from .truth import Truth

DOC = CodeDoc(
    "action that is never offered",
    "Nobody is ever offered this action: no turn and no `offer` has its menu, its limit is 0, its condition can never "
    "hold, or a parameter has nothing to be chosen from.",
    "actions: {trade: {menu: market, effects: pass}}      # and no step has `menu: market`",
    "Offer its menu, fix the condition, or delete the action.",
)


def find(study: Study) -> Iterator[Found]:
    """Actions without a menu that is offered, or that nothing can satisfy."""
    ranges = Ranges(study)
    known = menus(study.ruleset)
    for element in study.elements:
        if element.path in known:  # what a kind says of its entries' actions is none itself
            offering = known[element.path]
            if not any(menu in study.menus or menu in study.words_of_variants for menu in offering):
                words = " or ".join(f"`{each}`" for each in offering)
                hint = "give a step `menu:`, or write `offer` in effects"
                yield Found(element.path, f"nobody is offered the menu {words} of `{element.name}`", element.span, hint)
            else:
                yield from _never(element, Truth(study, ranges, element))


def _never(element: Element, truth: Truth) -> Iterator[Found]:
    for piece in element.pieces:
        node = piece.node
        if not isinstance(node, nodes.Expr):
            continue
        why = ""
        times = plain(node) if piece.part == "limit.times" else None
        if times is not None and times <= 0:
            why = "its limit is 0"
        elif (piece.part == "when" or piece.part.endswith(".if")) and truth.of(node) is False:
            why = "its condition never holds"
        elif piece.part.startswith("parameters.") and piece.part.endswith(".in") and _empty(truth.study, node):
            why = f"there is nothing to choose for `{piece.part.split('.')[1]}`"
        if why:
            yield Found(element.path, f"`{element.name}` is never offered: {why}", node.span)


def _empty(study: Study, node: nodes.Expr) -> bool:
    """Whether a collection never holds anything: written empty, or a kind without entries."""
    if isinstance(node, nodes.ListLit | nodes.SetLit):
        return not node.items
    if isinstance(node, nodes.Range):
        low, high = plain(node.low), plain(node.high)
        return low is not None and high is not None and low > high
    if isinstance(node, nodes.Name) and node.name not in study.words_of_variants:
        number = study.analysis.world.domain_of.get(node.name)
        return number is not None and study.analysis.world.domains[number].size == 0
    return False


RULE = Rule("YUL005", "warning", DOC, find)
