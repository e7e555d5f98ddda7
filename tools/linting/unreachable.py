"""What a game never comes to: actions, steps and entries; and choices that are none."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.index.elements import Element
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.carried import menus
from yupana.schemas.ruleset import EntryDecl, KindDecl
from yupana.schemas.steps import AnyStep, numbered

from .finding import Found, rule
from .ranges import Ranges, Truth, plain
from .study import Study
from .zone_use import enters


@rule(
    "YUL005",
    "warning",
    "action that is never offered",
    "Nobody is ever offered this action: no turn and no `offer` has its menu, its limit is 0, its condition can never "
    "hold, or a parameter has nothing to be chosen from.",
    "actions: {trade: {menu: market, effects: pass}}      # and no step has `menu: market`",
    "Offer its menu, fix the condition, or delete the action.",
)
def dead_actions(study: Study) -> Iterator[Found]:
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
        elif piece.part.startswith("parameters.") and piece.part.endswith(".in") and _size(truth.study, node) == 0:
            why = f"there is nothing to choose for `{piece.part.split('.')[1]}`"
        if why:
            yield Found(element.path, f"`{element.name}` is never offered: {why}", node.span)


def _size(study: Study, node: nodes.Expr) -> int | None:
    """How much a collection always holds, where that is written: a list, a range of numbers, or a kind."""
    if isinstance(node, nodes.ListLit | nodes.SetLit):
        return len(node.items)
    if isinstance(node, nodes.Range):
        low, high = plain(node.low), plain(node.high)
        return None if low is None or high is None else max(high - low + 1, 0)
    if isinstance(node, nodes.Name) and node.name not in study.words_of_variants:
        number = study.analysis.world.domain_of.get(node.name)
        return None if number is None else study.analysis.world.domains[number].size
    return None


@rule(
    "YUL006",
    "warning",
    "step that never comes",
    "A step of the flow or of the set-up is never reached: it is done 0 times, every turn of it is skipped, nobody is "
    "in its order, or the step before it ends the game in every case.",
    "flow:\n  - do: end game\n  - phase: counting\n    do: count_all()",
    "Put the step where it can be reached, fix the number, or delete it.",
)
def dead_steps(study: Study) -> Iterator[Found]:
    """Steps with no turn, and steps behind an unconditional end."""
    ranges = Ranges(study)
    for element in study.elements:
        if element.section not in ("flow", "setup"):
            continue
        why = _never_comes(study, ranges, element)
        if why:
            yield Found(element.path, f"the step `{element.name}` never comes: {why}", element.span)
    for name, steps in (("setup", study.ruleset.setup), ("flow", study.ruleset.flow)):
        yield from _behind_an_end(study, name, steps)


def _never_comes(study: Study, ranges: Ranges, element: Element) -> str:
    for piece in element.pieces:
        node = piece.node
        if not isinstance(node, nodes.Expr):
            continue
        times = plain(node) if piece.part == "times" else None
        if times is not None and times <= 0:
            return f"it is done {times} times"
        if piece.part == "skip" and Truth(study, ranges, element).of(node) is True:
            return "every turn is skipped"
        if piece.part == "order" and isinstance(node, nodes.ListLit) and not node.items:
            return "nobody is in its order"
    return ""


def _behind_an_end(study: Study, path: str, steps: list[AnyStep]) -> Iterator[Found]:
    ended = False
    for where, step in numbered(steps, path):
        if ended:
            name = where.rpartition(".")[2]
            yield Found(where, f"the step `{name}` never comes: the step before it ends the game", step.span)
            return
        yield from _behind_an_end(study, where, step.inner)
        element = study.elements.by_path.get(where)
        bodies = [each.node for each in element.pieces if each.part in ("do", "start")] if element else []
        if not step.repeats:
            ended = any(isinstance(body, tuple) and _ends(body) for body in bodies)


def _ends(body: tuple[nodes.Node, ...]) -> bool:
    return any(
        (isinstance(each, nodes.End) and each.name == "game")
        or (isinstance(each, nodes.Outcome) and each.word in ("win", "draw"))
        for each in body
    )


@rule(
    "YUL007",
    "warning",
    "entry that never comes up",
    "A card, piece or space is in no game: it is there only at numbers of players that the game does not have, its "
    "`count` is 0, or it begins out of play and nothing can bring it in.",
    "players: {min: 2, max: 4, …}\nkinds: {Card: {entries: {storm: {players: [5]}}}}",
    "Fix the numbers, give it a zone to `start` in, or delete it.",
)
def dead_entries(study: Study) -> Iterator[Found]:
    """Entries that are absent at every number of players, or out of play for good."""
    ruleset = study.ruleset
    counts = range(ruleset.players.min, ruleset.players.max + 1)
    coming_in = enters(study)
    for name, kind in ruleset.kinds.items():
        reachable = (
            f"kinds.{name}" in study.values
            or str(name) in coming_in
            or not any(str(zone.of) == name for zone in ruleset.zones.values())
        )
        for word, entry in kind.entries.items():
            why = _never_there(entry, counts)
            path = f"kinds.{name}.entries.{word}"
            if not why and not reachable and _out(kind, entry) and not study.elements.users(path):
                why = "it begins out of play, and nothing brings it in"
            if why and str(word) not in study.words_of_variants:
                yield Found(path, f"`{word}` never comes up: {why}", getattr(word, "span", entry.span))
    for name, board in ruleset.boards.items():
        for word, entry in (board.spaces or {}).items():
            why = _never_there(entry, counts)
            if why:
                yield Found(
                    f"boards.{name}.spaces.{word}", f"`{word}` never comes up: {why}", getattr(word, "span", entry.span)
                )


def _never_there(entry: EntryDecl, counts: range) -> str:
    if entry.players is not None and not any(each in counts for each in entry.players):
        return "the game has no such number of players"
    if isinstance(entry.count, int) and entry.count == 0:
        return "there are 0 of it"
    if isinstance(entry.count, dict) and not any(
        number and players in counts for players, number in entry.count.items()
    ):
        return "there are 0 of it at every number of players"
    return ""


def _out(kind: KindDecl, entry: EntryDecl) -> bool:
    return entry.start is None and kind.start is None


@rule(
    "YUL010",
    "advice",
    "parameter without a choice",
    "What is to be chosen here can only ever be one thing: a list with one value, a range from a number to itself, or "
    "a kind with a single entry. The player is asked for what is settled.",
    "parameters: {dice: {in: [2]}}",
    "Give it with `is` in place of `in`, or write the value where it is needed.",
)
def no_choice(study: Study) -> Iterator[Found]:
    """Parameters of actions, and choices that are not optional."""
    for element, part, node in study.code:
        if part.startswith("parameters.") and part.endswith(".in") and isinstance(node, nodes.Expr):
            name = part.split(".")[1]
            if _size(study, node) == 1:
                hint = "write `is` in place of `in`"
                yield Found(element.path, f"there is only one value for `{name}`", node.span, hint)
        for each in descend(node):
            if isinstance(each, nodes.Choose) and not each.optional and not each.up_to and each.count is None:
                for binder in each.binders:
                    if len(each.binders) == 1 and binder.test is None and _size(study, binder.items) == 1:
                        yield Found(element.path, f"there is only one value for `{binder.name}`", binder.items.span)
