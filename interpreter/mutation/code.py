"""Every small way to break a piece of code: its syntax tree with one thing changed, and what was changed in words.

What people only read (lines of the log, questions, texts of faults) is left alone: it is no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from yupana.schemas.source import Span

from ..language import nodes
from ..language.trees import all_slots, same
from .facts import Facts
from .trees import moves_before_shuffles, negated, only_tells, opposite, plus, rounded_up, with_at

Says = Callable[[Span], str]
"""What the author has written at a place, in one line."""


class Change(NamedTuple):
    """A tree with one change: `sort` is the way, `what` the change in the author's words, `span` its place; `around`:
    of a single word or number what it stands in."""

    tree: Any
    span: Span
    sort: str
    what: str
    around: str = ""

    @property
    def words(self) -> str:
        """What it changes; of a word or number also in what."""
        return f"{self.what} in `{self.around}`" if self.around else self.what


def changes(tree: Any, says: Says, facts: Facts) -> Iterator[Change]:
    """All small changes of a tree (an expression, or the statements of effects), each made once."""
    known = {tree}
    for each in _CodeMutations(says, facts).inside(tree):
        if each.tree not in known:
            known.add(each.tree)
            yield each


_TURNED = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",), "in": ("not in",), "not in": ("in",),
}  # fmt: skip
"""What takes the place of a comparison: a bound that belongs to it or no longer does, and the opposite."""

_WORDS = {
    "min": "max", "max": "min", "first": "last", "last": "first", "any": "all", "all": "any", "top": "bottom",
    "bottom": "top", "next": "previous", "previous": "next",
}  # fmt: skip
"""Functions that people take for one another."""

_OTHERS = {"next": "the next player", "previous": "the player before"}

_SMALL = ("number", "player", "value")
_SHORT, _QUOTED = 12, 60

_UNREAD = (nodes.Log, nodes.Show, nodes.Fail, nodes.TypeExpr, nodes.Template)
_UNREAD_PARTS = ("prompt", "purpose")


class _CodeMutations:
    def __init__(self, says: Says, facts: Facts) -> None:
        self.says, self.facts = says, facts
        self.whole_turns: set[nodes.Expr] = set()
        self.alone: set[int] = set()
        self.shuffled: set[int] = set()

    def inside(self, part: Any) -> Iterator[Change]:
        """The changes of a node, or of what stands in a tuple."""
        if isinstance(part, nodes.Node):
            if not isinstance(part, _UNREAD):
                yield from self.own(part)
                yield from self.parts(part)
        elif isinstance(part, tuple):
            if part and all(isinstance(each, nodes.Stmt) for each in part):
                self.shuffled.update(map(id, moves_before_shuffles(part)))
                yield from self.block(part)
            for number, each in enumerate(part):
                if self.only_told(each, part):
                    continue
                for change in self.inside(each):
                    yield change._replace(tree=with_at(part, number, change.tree))

    def only_told(self, each: Any, block: Sequence[Any]) -> bool:
        """Whether a statement is there for what people read."""
        if isinstance(each, nodes.Let):
            return self.facts.only_told(each, block)
        return isinstance(each, nodes.Stmt) and only_tells([each])

    def parts(self, node: nodes.Node) -> Iterator[Change]:
        """The changes inside a node."""
        for name in all_slots(type(node)):
            if name in _UNREAD_PARTS or (name == "limit" and isinstance(node, nodes.Repeat)):
                continue  # what a loop never comes to is no rule
            for change in self.inside(getattr(node, name)):
                around = self.around(node, change)
                yield change._replace(tree=replace(node, **{name: change.tree}), around=around)

    def around(self, node: nodes.Node, change: Change) -> str:
        """Of a word or number the widest piece around it that can be quoted whole."""
        if change.sort not in _SMALL or change.span.end_column - change.span.column > _SHORT:
            return ""
        if change.around and isinstance(node, _WITH_BLOCK):
            return change.around
        said = self.first_line(node)
        return said if not change.around or len(said) <= _QUOTED else change.around

    # ------------------------------------------------------------ expressions

    def own(self, node: nodes.Node) -> Iterator[Change]:
        """The changes of a node itself."""
        match node:
            case nodes.Int():
                yield from self.number(node)
            case nodes.Bool():
                yield self.instead(node, replace(node, value=not node.value), "value")
            case nodes.Name(name="me"):
                yield from self.player(node)
            case nodes.Name(name="opponent" | "active"):
                yield self.instead(node, replace(node, name="me"), "player")
            case nodes.Name() if (other := self.facts.seat(node)) is not None:
                yield self.instead(node, replace(node, name=other), "player")
            case nodes.Compare():
                yield from self.comparison(node)
            case nodes.Unary(op="not"):
                yield self.change(node, node.value, "condition", self.turned(node))
            case nodes.Unary(op="-"):
                yield self.change(node, node.value, "sum", f"the minus of `{self.says(node.span)}` is dropped")
            case nodes.Binary():
                yield from self.binary(node)
            case nodes.Conditional() if not isinstance(node.test, (nodes.Compare, nodes.Unary)):
                turned = replace(node, then=node.other, other=node.then)
                yield self.change(node, turned, "condition", self.turned(node.test))
            case nodes.Call() | nodes.Comprehension():
                yield from self.word(node)
            case nodes.Rotation():
                word, other = ("after", "from") if node.after else ("from", "after")
                said = f"`{self.says(node.span)}` has `{other}` for `{word}`"
                yield self.change(node, replace(node, after=not node.after), "order", said)
                yield self.change(node, node.items, "order", f"`{self.says(node.span)}` begins with the first")
            case nodes.Range():
                low, high = replace(node, low=plus(node.low, 1)), replace(node, high=plus(node.high, -1))
                for end, shorter in ((node.low, low), (node.high, high)):
                    if not isinstance(end, nodes.Int):  # of a number itself it is said there
                        yield self.change(node, shorter, "bound", f"`{self.says(node.span)}` is one shorter")
            case nodes.SetLit() | nodes.ListLit() if len(node.items) > 1:
                for number, each in enumerate(node.items):
                    said = f"`{self.says(each.span)}` is missing in `{self.says(node.span)}`"
                    yield self.change(node, replace(node, items=with_at(node.items, number)), "element", said)
            case nodes.ForClause() | nodes.Binder() | nodes.Pick() | nodes.MoveEach() | nodes.Walk() if (
                node.test is not None
            ):
                yield self.change(node, replace(node, test=None), "condition", self.dropped(node.test))
            case nodes.Branch() if node.test is not None:
                yield self.change(node, replace(node, test=None), "condition", self.dropped(node.test))
            case nodes.If() | nodes.For() | nodes.Repeat() | nodes.Loop():
                yield from self.control(node)
            case nodes.Assign(op="+=" | "-="):
                op = "-=" if node.op == "+=" else "+="
                yield self.change(node, replace(node, op=op), "sum", f"`{self.says(node.span)}` has `{op}`")
            case nodes.Roll():
                for sides in (node.sides + 1, node.sides - 1):
                    said = f"`d{node.sides}` is `d{sides}`"
                    yield self.change(node, replace(node, sides=sides), "die", said)
            case nodes.Move() | nodes.MoveAll() | nodes.MoveEach() if node.zone is not None and self.facts.in_order(
                node.zone
            ):
                if id(node) in self.shuffled:
                    return
                said = f"`{self.says(node.span)}` goes to the {'top' if node.bottom else 'bottom'}"
                yield self.change(node, replace(node, bottom=not node.bottom), "place", said)
            case nodes.End() if node.name != "game" and node.name not in self.facts.phases:
                said = f"`{self.says(node.span)}` ends {'the turn alone' if node.whole else 'the whole step'}"
                yield self.change(node, replace(node, whole=not node.whole), "end", said)
            case nodes.Outcome(word="win" | "lose"):
                word = "lose" if node.word == "win" else "win"
                yield self.change(node, replace(node, word=word), "outcome", f"`{self.says(node.span)}` is `{word}`")
            case nodes.ExtraTurn():
                word = "skip" if node.word == "again" else "again"
                yield self.change(node, replace(node, word=word), "outcome", f"`{self.says(node.span)}` is `{word}`")
            case nodes.Choose():
                yield from self.choice(node)
            case nodes.ChooseBranch():
                yield from self.branches(node)
            case nodes.Offer():
                yield from self.offer(node)

    def number(self, node: nodes.Int) -> Iterator[Change]:
        """One more, and one less."""
        for value in (node.value + 1, node.value - 1):
            if value >= 0:
                yield self.change(node, replace(node, value=value), "number", f"`{node.value}` is `{value}`")

    def player(self, node: nodes.Name) -> Iterator[Change]:
        """Somebody else."""
        others = {"next": "the other player"} if self.facts.two else _OTHERS
        for word, said in others.items():
            call = nodes.Call(node.span, nodes.Name(node.span, word), (node,))
            yield self.change(node, call, "player", f"`me` is {said}")

    def comparison(self, node: nodes.Compare) -> Iterator[Change]:
        """Made strict or not, and turned."""
        for number, (op, value) in enumerate(node.rest):
            for other in _TURNED.get(op, ()):
                rest = with_at(node.rest, number, (other, value))
                if other == ">=" and self.facts.never_below(node, value):
                    continue  # it always holds, and that it is dropped is said elsewhere
                where = f" before `{self.says(value.span)}`" if len(node.rest) > 1 else ""
                said = f"`{self.says(node.span)}` has `{other}` for `{op}`{where}"
                yield self.change(node, replace(node, rest=rest), "comparison", said)

    def binary(self, node: nodes.Binary) -> Iterator[Change]:
        """Another operation; of conditions a part dropped; a rounding turned."""
        said = self.says(node.span)
        if node.op == "%" and isinstance(node.left, nodes.Binary) and same(node.left.right, node.right):
            self.whole_turns.add(node.left)  # `(a + n) % n` is `(a - n) % n`
        if node.op in ("and", "or"):
            for keep, lost in ((node.right, node.left), (node.left, node.right)):
                if not (lost is node.left and isinstance(lost, nodes.Binary) and lost.op == node.op):
                    yield self.change(node, keep, "condition", self.dropped(lost), lost.span)
            left, right = replace(node, left=negated(node.left)), replace(node, right=negated(node.right))
            for part, turned in ((node.left, left), (node.right, right)):
                if not isinstance(part, (nodes.Compare, nodes.Unary, nodes.Binary)):
                    yield self.change(node, turned, "condition", self.turned(part), part.span)
        other = {"and": "or", "or": "and", "+": "-", "-": "+", "*": "+", "|": "&", "&": "|"}.get(node.op)
        if other is not None and node not in self.whole_turns:
            turned = replace(node, op=other)
            if node.op in ("and", "or"):
                text = f"`{node.op}` before `{self.says(node.right.span)}` is `{other}`"
                yield self.change(node, turned, "condition", text, node.right.span)
            else:
                sort = "sum" if node.op in "+-*" else "condition"
                yield self.change(node, turned, sort, f"`{said}` has `{other}` for `{node.op}`")
        if node.op == "//":
            if (plain := rounded_up(node)) is not None:
                yield self.change(node, replace(node, left=plain), "rounding", f"`{said}` is rounded down")
            else:
                up = nodes.Unary(node.span, "-", replace(node, left=nodes.Unary(node.left.span, "-", node.left)))
                yield self.change(node, up, "rounding", f"`{said}` is rounded up")

    def word(self, node: nodes.Call | nodes.Comprehension) -> Iterator[Change]:
        """A function that is taken for another; the order of a sort."""
        if isinstance(node, nodes.Call):
            if len(node.args) > 1 and self.facts.is_link(node.args[-1]):
                said = f"`{self.says(node.args[-1].span)}` is missing in `{self.says(node.span)}`"
                yield self.change(node, replace(node, args=node.args[:-1]), "element", said)
            if self.facts.turns_player(node):
                said = f"`{self.says(node.span)}` is `{self.says(node.args[0].span)}`"
                yield self.change(node, node.args[0], "player", said)
            if isinstance(node.function, nodes.Name) and (other := self.other_word(node.function.name)) is not None:
                called = replace(node.function, name=other)
                said = f"`{self.says(node.span)}` has `{other}` for `{node.function.name}`"
                yield self.change(node, replace(node, function=called), "word", said)
            if isinstance(node.function, nodes.Name) and node.function.name == "sorted" and len(node.args) == 1:
                turned = nodes.Call(node.span, nodes.Name(node.span, "reversed"), (node,))
                yield self.change(node, turned, "order", f"`{self.says(node.span)}` is sorted the other way")
            return
        said = self.says(node.span)
        if node.word in ("min", "max", "any", "all"):
            other = _WORDS[node.word]
            yield self.change(node, replace(node, word=other), "word", f"`{said}` has `{other}` for `{node.word}`")
        if node.word in ("best", "leaders", "sorted", "ranks") and node.by is not None:
            yield self.change(node, replace(node, by=opposite(node.by)), "order", f"`{said}` goes the other way")
        if node.word in ("best", "leaders", "sorted", "ranks") and isinstance(node.by, nodes.ListLit):
            for number, each in enumerate(node.by.items[1:], 1):
                keys = with_at(node.by.items, number, opposite(each))
                text = f"a tie goes the other way by `{self.says(each.span)}` in `{said}`"
                yield self.change(node, replace(node, by=replace(node.by, items=keys)), "tie", text, each.span)
        if node.word == "best" and len(node.clauses) == 1 and isinstance(node.clauses[0].items, _IN_ORDER):
            clause = node.clauses[0]
            backwards = nodes.Call(clause.items.span, nodes.Name(clause.items.span, "reversed"), (clause.items,))
            last_one = replace(node, clauses=(replace(clause, items=backwards),))
            yield self.change(node, last_one, "tie", f"a tie goes to the last in `{said}`")
        if node.word == "first":
            listed = replace(node, word="list")
            last = nodes.Call(node.span, nodes.Name(node.span, "last"), (listed,))
            yield self.change(node, last, "word", f"`{said}` has `last` for `first`")

    def other_word(self, word: str) -> str | None:
        """What people may take for a function."""
        return None if self.facts.two and word in _OTHERS else _WORDS.get(word)

    # ------------------------------------------------------------ effects

    def block(self, block: Sequence[nodes.Stmt]) -> Iterator[Change]:
        """An effect left out, done twice, or done after the next."""
        alone = id(block) in self.alone
        for number, each in enumerate(block):
            before, after = tuple(block[:number]), tuple(block[number + 1 :])
            if self.only_told(each, block) or (isinstance(each, nodes.Word) and each.word == "pass"):
                continue
            said = self.first_line(each)
            if not alone and (not getattr(each, "declares", False) or isinstance(each, nodes.Choose)):
                gone = (*before, *after) if before or after else (nodes.Word(each.span, "pass"),)
                yield Change(gone, each.span, "effect", f"`{said}` is left out")
            if isinstance(each, _TWICE) and not self.facts.once_is_enough(each):
                yield Change((*before, each, each, *after), each.span, "effect", f"`{said}` is done twice")
            if not isinstance(each, (nodes.Let, nodes.Choose, nodes.Return, nodes.Word)):
                yield from self.later(each, number, block)

    def later(self, each: nodes.Stmt, number: int, block: Sequence[nodes.Stmt]) -> Iterator[Change]:
        """An effect that comes after the next, or after the next of which it is known that it makes a difference."""
        others = [last for last in range(number + 1, len(block)) if not self.only_told(block[last], block)]
        for last in others:
            other = block[last]
            if isinstance(other, (nodes.Return, nodes.Word)) or same(each, other):
                return
            if not self.facts.independent(each, other):
                if last != others[0] and self.facts.is_open(each, other):
                    return
                moved = (*block[:number], *block[number + 1 : last + 1], each, *block[last + 1 :])
                said = f"`{self.first_line(each)}` comes after `{self.first_line(other)}`"
                yield Change(moved, each.span, "order", said)
                return

    def control(self, node: nodes.If | nodes.For | nodes.Repeat | nodes.Loop) -> Iterator[Change]:
        """Conditions of what is done: turned round or dropped; a branch that is not there."""
        if isinstance(node, nodes.If):
            if len(node.branches) == 1 and not node.other:
                self.alone_in(node.branches[0][1])
            for number, (test, body) in enumerate(node.branches):
                if not isinstance(test, (nodes.Compare, nodes.Unary)):
                    turned = replace(node, branches=with_at(node.branches, number, (negated(test), body)))
                    yield self.change(node, turned, "condition", self.turned(test), test.span)
                if not isinstance(test, nodes.Bool):
                    always = replace(node, branches=with_at(node.branches, number, (nodes.Bool(test.span, True), body)))
                    yield self.change(node, always, "condition", self.dropped(test), test.span)
            if node.other:
                text = f"`else` of `{self.first_line(node)}` is left out"
                yield self.change(node, replace(node, other=()), "effect", text, node.other[0].span)
        elif isinstance(node, nodes.For):
            self.alone_in(node.body)
            without = replace(node, test=None), replace(node, going=None), replace(node, until=None)
            for gone, new in zip((node.test, node.going, node.until), without, strict=True):
                if gone is not None:
                    yield self.change(node, new, "condition", self.dropped(gone), gone.span)
        elif isinstance(node, nodes.Loop) and node.test is not None and not isinstance(node.test, nodes.Compare):
            turned_loop = replace(node, test=negated(node.test))
            yield self.change(node, turned_loop, "condition", self.turned(node.test), node.test.span)

    def alone_in(self, body: tuple[nodes.Stmt, ...]) -> None:
        """Note a single statement: without it nothing is left of what is around it, which is said there."""
        if len(body) == 1:
            self.alone.add(id(body))

    def choice(self, node: nodes.Choose) -> Iterator[Change]:
        """Another decides; it need not be decided, or must."""
        said = self.first_line(node)
        yield from self.decider(node, said)
        text = f"`{said}` may {'not be passed' if node.optional else 'be passed'}"
        yield self.change(node, replace(node, optional=not node.optional), "choice", text)
        if node.count is not None:
            text = f"`{said}` wants {'all of them' if node.up_to else 'no more than so many'}"
            yield self.change(node, replace(node, up_to=not node.up_to), "choice", text)
        if node.secret:
            yield self.change(node, replace(node, secret=False), "secrecy", f"`{said}` is told to all")

    def branches(self, node: nodes.ChooseBranch) -> Iterator[Change]:
        """An option less; another decides."""
        yield from self.decider(node, self.first_line(node))
        if len(node.branches) > 1:
            for number, each in enumerate(node.branches):
                rest = replace(node, branches=with_at(node.branches, number))
                yield self.change(node, rest, "choice", f"`option {each.label}` is missing", each.label_span)

    def offer(self, node: nodes.Offer) -> Iterator[Change]:
        """Once or again and again, with or without passing; to another."""
        said = self.first_line(node)
        yield from self.decider(node, said)
        modes = {"one": "may be passed", "or_pass": "may not be passed", "until_pass": "is offered once"}
        other = {"one": "or_pass", "or_pass": "one", "until_pass": "or_pass"}[node.mode]
        yield self.change(node, replace(node, mode=other), "choice", f"`{said}` {modes[node.mode]}")

    def decider(self, node: nodes.Choose | nodes.ChooseBranch | nodes.Offer, said: str) -> Iterator[Change]:
        """Who decides is not who is named."""
        if node.decider is not None and not isinstance(node.decider, nodes.Name | nodes.Call):
            return
        if node.decider is not None and node.decider != nodes.Name(node.decider.span, "me"):
            by_me = replace(node, decider=nodes.Name(node.decider.span, "me"))
            yield self.change(node, by_me, "decider", f"`{said}` is asked of `me`", node.decider.span)

    # ------------------------------------------------------------ helpers

    def change(self, node: nodes.Node, new: Any, sort: str, what: str, span: Span | None = None) -> Change:
        """A change of a node."""
        return Change(new, span or node.span, sort, what)

    def instead(self, node: nodes.Expr, new: nodes.Expr, sort: str) -> Change:
        """A word in place of another."""
        word = new.name if isinstance(new, nodes.Name) else str(getattr(new, "value", "")).lower()
        return Change(new, node.span, sort, f"`{self.says(node.span)}` is `{word}`")

    def turned(self, test: nodes.Expr) -> str:
        """That a condition is the opposite."""
        return f"`{self.says(test.span)}` is turned round"

    def dropped(self, test: nodes.Expr) -> str:
        """That a condition is not there."""
        return f"`{self.says(test.span)}` is dropped"

    def first_line(self, node: nodes.Node) -> str:
        """What is written of a statement, up to its block."""
        return self.says(node.span).partition(":")[0] if isinstance(node, _WITH_BLOCK) else self.says(node.span)


_TWICE = (
    nodes.DoStmt, nodes.Move, nodes.MoveEach, nodes.Draw, nodes.AddTo, nodes.Offer, nodes.Activate, nodes.Note,
)  # fmt: skip
_IN_ORDER = (nodes.Rotation, nodes.Comprehension, nodes.ListLit)
"""What has an order that somebody meant."""

_WITH_BLOCK = (nodes.If, nodes.For, nodes.Repeat, nodes.Loop, nodes.ChooseBranch)
