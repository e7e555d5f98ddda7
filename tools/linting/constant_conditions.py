"""YUL008: a condition that is always true, or never."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.codes import CodeDoc

from .contradictions import settled_together
from .finding import Found, Rule
from .ranges import Ranges
from .study import Study
from .truth import Truth

DOC = CodeDoc(
    "condition that never changes",
    "The declared ranges and types settle this condition: it is true, or false, whatever happens in the game. What "
    "follows from data that a variant may change (constants, attributes, numbers of pieces) is not meant. So it is "
    "with conditions that exclude each other (`x > 2 and x < 2`), and with those of which one always holds.",
    "players: {fields: {food: int 0..9}}\n…\nwhen: me.food >= 0",
    "Take the condition out, or fix it: often a `<` should be a `<=`, or the range of a field is not what was meant.",
)


def find(study: Study) -> Iterator[Found]:
    """Comparisons that the ranges settle, and `true` or `false` where a condition is wanted."""
    ranges, members = Ranges(study), _members(study)
    for element in study.elements:
        if element.section in ("examples", "look", "book", "invariants", "rules") or ".entries." in element.path:
            continue
        truth = Truth(study, ranges, element)
        for piece in element.pieces:
            seen: set[object] = set()
            for test in _tests(piece.part, piece.node):
                if isinstance(test, nodes.Bool):
                    word = "true" if test.value else "false"
                    yield Found(element.path, f"this condition is always {word}", test.span)
            for row, holds in settled_together(truth, piece.node, members):
                why = "always holds: one of its parts does" if holds else "never holds: its parts exclude each other"
                yield Found(element.path, f"`{study.excerpt(row.span)}` {why}", row.span)
            for node in descend(piece.node):
                if not isinstance(node, nodes.Compare):
                    continue
                for left, op, right, result in truth.links(node):
                    span = left.span.to(right.span)
                    if result is None or span in seen:
                        continue
                    seen.add(span)
                    words = study.excerpt(span)
                    why = _why(truth, left, op, right)
                    yield Found(element.path, f"`{words}` is always {'true' if result else 'false'}{why}", span)


def _members(study: Study) -> frozenset[str]:
    """The names of members: two of them are not the same."""
    ruleset = study.ruleset
    every = (ruleset.players.called, *ruleset.enums.values(), *(kind.entries for kind in ruleset.kinds.values()))
    return frozenset(str(name) for each in every for name in each)


def _why(truth: Truth, left: nodes.Expr, op: str, right: nodes.Expr) -> str:
    """The range that settles it, in words."""
    if isinstance(right, nodes.NoneLit):
        return f": `{truth.study.excerpt(left.span)}` is never none"
    for side in (left, right):
        range_ = truth.ranges.of(side, truth.env)
        if range_ is None or isinstance(side, nodes.Int):
            continue
        words = truth.study.excerpt(side.span)
        if range_[1] == float("inf"):
            return f": `{words}` is never less than {range_[0]:g}"
        if range_[0] == float("-inf"):
            return f": `{words}` is never more than {range_[1]:g}"
        return f": `{words}` is {range_[0]:g} to {range_[1]:g}"
    return ""


def _tests(part: str, node: object) -> Iterator[nodes.Expr]:
    """Every expression that stands as a condition of a piece of code."""
    if (part in ("when", "skip") or part.endswith(".if")) and isinstance(node, nodes.Expr):
        yield node
    for each in descend(node):
        if isinstance(each, nodes.If):
            yield from (test for test, _ in each.branches)
        test = getattr(each, "test", None)
        if isinstance(test, nodes.Expr):
            yield test


RULE = Rule("YUL008", "warning", DOC, find)
