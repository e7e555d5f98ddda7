"""A summary of a turn in the words of players: what comes after what, what may be done for which price, what counts.

The book may say of a step what its code does; on a summary stands what the author wrote: the text of a step, or the
rules that it cites. Code never stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from yupana.schemas.ruleset import ActionDecl
from yupana.schemas.steps import AnyStep, numbered

from ..documents.model import Block, Chapter, Item, Items, Line, Paragraph, Terms, line, plain_text, strong
from .maker import Maker, plain
from .play import scoring, told_cost, told_step, told_times

MOST_RULES = 6
"""Of a step that cites more rules than this, none are told: the book has them."""
_BESIDE = ("ruling", "computed")
"""What rules are that explain others."""


def summary(maker: Maker) -> list[Chapter]:
    """What a player keeps in mind: the course of the game, what may be done, and what counts."""
    terms: list[tuple[str, Line]] = []
    for name, action in plain(maker.ruleset.actions).items():  # those of cards stand on them
        told = maker.text(f"actions.{name}", action)
        if told and not maker.is_hidden(name):
            heading, price = maker.names.heading(name), _price(maker, action)
            if maker.names.says_more(heading, told, maker.say("articles").split()):
                terms.append((heading, line(maker.sentence(told), price)))
            elif (alone := (heading + plain_text(price), ())) not in terms:
                terms.append(alone)
    actions = Chapter(maker.say("actions"), "actions", (Terms(tuple(terms)),) if terms else ())
    items = _Course(maker).steps(maker.ruleset.flow, "flow")
    course = Chapter(maker.say("turns"), "turns", (Items(items, numbered=True),) if items else ())
    points = scoring(maker)
    blocks = tuple(each for each in map(_wordy, points.blocks) if each is not None)
    return [each for each in (course, actions, replace(points, blocks=blocks)) if not each.is_empty]


def _price(maker: Maker, action: ActionDecl) -> Line:
    """What an action costs, in brackets, where that is a number; what it depends on would have to be told at length."""
    known = (maker.figures.number(amount, count) for amount in action.cost.values() for count in maker.figures.counts)
    if not action.cost or any(each is None for each in known):
        return ()
    told = told_cost(maker, action)
    if not told:
        return ()
    before, _, after = maker.say("brackets", text="", inside="\0").partition("\0")
    return line(before, told, after)


# ---------------------------------------------------------------- the course of the game


class _Course:
    """The steps as their author tells them: by their texts, else by the rules that they cite, each of which is told
    once, else by what the book says of them."""

    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self._told: set[str] = set()

    def steps(self, steps: Sequence[AnyStep], path: str) -> tuple[Item, ...]:
        """Some steps, one after the other."""
        return tuple(item for where, step in numbered(steps, path) for item in self._step(step, where))

    def _step(self, step: AnyStep, path: str) -> tuple[Item, ...]:
        maker = self._maker
        told, name = maker.text(path, step), str(step.name or "")
        rules = [] if told else self._rules(step)
        if not told and not rules and not step.inner:
            return self._of_the_book(step, path)
        often = self._often(step)
        head = line(strong(maker.names.heading(name)) if name else "", " – " if name and often else "", often)
        inside: list[Block] = []
        if told:
            between = (". " if often else maker.say("colon")) if head else ""
            head = maker.with_rules(line(head, between, maker.sentence(told)), step)
        else:
            fresh = [each for each in rules if each not in self._told]
            self._told.update(fresh)
            lines = [line(maker.rule_text(each), " ", maker.cites([each])) for each in fresh]
            if not head and lines:
                head, *lines = lines
            inside += map(Paragraph, lines)
        inner = self.steps(step.inner, path) if step.inner else ()
        if not head:
            return inner
        return (Item(head, (*inside, Items(inner, numbered=True)) if inner else tuple(inside)),)

    def _often(self, step: AnyStep) -> Line:
        times = step.code("times")
        often = told_times(self._maker, step, times) if times is not None else ()
        return () if _has_code(often) else often

    def _rules(self, step: AnyStep) -> list[str]:
        """The rules that a step cites, without rulings; none where they are too many to be read."""
        known = plain(self._maker.ruleset.rulebook.rules)
        cited = [str(each) for each in step.source if str(each) in known]
        stated = [each for each in cited if known[each].status not in _BESIDE and not known[each].data]
        return stated if len(stated) <= MOST_RULES else []

    def _of_the_book(self, step: AnyStep, path: str) -> tuple[Item, ...]:
        item = told_step(self._maker, step, path)
        if not item.text or _has_code(item.text):
            return ()
        return (Item(item.text, tuple(kept for each in item.inside if (kept := _wordy(each)) is not None)),)


# ---------------------------------------------------------------- words alone


def _has_code(text: Line) -> bool:
    return any(run.style == "code" for run in text)


def _wordy(block: Block) -> Block | None:
    """A block without what is code; None where nothing else is in it."""
    if isinstance(block, Paragraph):
        return None if _has_code(block.text) else block
    if isinstance(block, Items):
        items = tuple(each for each in block.items if not _has_code(each.text))
        return replace(block, items=items) if items else None
    return block
