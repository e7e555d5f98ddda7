"""YUL021: a win and a draw that can both be said in the same effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from yupana.interpreter.language import nodes
from yupana.schemas.codes import CodeDoc
from yupana.schemas.source import Span

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "win and draw in the same effects",
    "There is a way through these effects, or through the procedures that they call, on which both a `win` and a "
    "`draw` are said. The game then has a winner, whichever was said first: a win goes before a draw.",
    "effects: |\n  take(at)\n  if line(at): win\n  if full(): draw           # the last stone may make a line",
    "Write `elif` for the one that counts less, or `return` after the other; leave it where the win is meant to count.",
)

_WORDS = {"win": 1, "draw": 2}
_BOTH = 3

Said = frozenset[int]
"""What may have been said by then on the several ways to a place: sums of `_WORDS`."""
_NOTHING: Said = frozenset({0})


class _Ways(NamedTuple):
    """What may have been said where a block comes to its end, leaves the loop around it, and returns."""

    end: Said
    loop: Said = frozenset()
    back: Said = frozenset()


def find(study: Study) -> Iterator[Found]:
    """The first word of each piece of effects that makes it both."""
    reader = _Reader(study)
    for element, _, node in study.code:
        for span in reader.both(node)[:1]:
            message = "a win and a draw can both be said in these effects; the win counts"
            yield Found(element.path, message, span, "write `elif` if the two exclude each other")


class _Reader:
    """Goes through blocks of statements on all their ways."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.spans: list[Span] = []
        self.known: dict[str, Said] = {}

    def both(self, node: object) -> list[Span]:
        """Where it becomes both."""
        self.spans = []
        if isinstance(node, tuple):
            self._block(node, _NOTHING)
        return self.spans

    def _block(self, block: Iterable[nodes.Node], said: Said) -> _Ways:
        loop: Said = frozenset()
        back: Said = frozenset()
        for statement in block:
            if not said:
                break
            ways = self._statement(statement, said)
            said, loop, back = ways.end, loop | ways.loop, back | ways.back
        return _Ways(said, loop, back)

    def _statement(self, node: nodes.Node, said: Said) -> _Ways:
        nobody: Said = frozenset()
        match node:
            case nodes.Outcome(word=word):
                return _Ways(self._joined(said, frozenset({_WORDS.get(word, 0)}), node.span))
            case nodes.DoStmt(call=call):
                return _Ways(self._called(call, said))
            case nodes.Let(value=value) | nodes.Assign(value=value):
                return _Ways(self._called(value, said) if isinstance(value, nodes.Do) else said)
            case nodes.Return(value=value):
                return _Ways(nobody, nobody, self._called(value, said) if isinstance(value, nodes.Do) else said)
            case nodes.If(branches=branches, other=other):
                return self._one_of([*[body for _, body in branches], other], said)
            case nodes.ChooseBranch(branches=options):
                return self._one_of([each.body for each in options], said)
            case nodes.For(body=body) | nodes.Repeat(body=body) | nodes.Loop(body=body):
                return self._round(body, said)
            case nodes.Word(word="break" | "continue"):
                return _Ways(nobody, said)
            case nodes.Fail():
                return _Ways(nobody)
        return _Ways(said)

    def _one_of(self, bodies: list[tuple[nodes.Stmt, ...]], said: Said) -> _Ways:
        ways = [self._block(body, said) for body in bodies]
        return _Ways(*[frozenset().union(*[each[i] for each in ways]) for i in range(3)])

    def _round(self, body: tuple[nodes.Stmt, ...], said: Said) -> _Ways:
        back: Said = frozenset()
        while True:
            ways = self._block(body, said)
            reached, back = said | ways.end | ways.loop, back | ways.back
            if reached == said:
                return _Ways(said, frozenset(), back)
            said = reached

    def _called(self, call: nodes.Do, said: Said) -> Said:
        """What may have been said after a procedure; of one that entries give, after any of theirs."""
        done: Said = frozenset()
        for path in sorted(self.study.meant(call)):
            done |= self._procedure(path)
        return self._joined(said, done or _NOTHING, call.span)

    def _procedure(self, path: str) -> Said:
        if path not in self.known:
            self.known[path] = _NOTHING
            outside, self.spans = self.spans, []
            done: Said = frozenset()
            for body in self._bodies(path):
                ways = self._block(body, _NOTHING)
                done |= ways.end | ways.back
            self.known[path], self.spans = done or _NOTHING, outside
        return self.known[path]

    def _bodies(self, path: str) -> Iterator[tuple[nodes.Stmt, ...]]:
        kind, _, name = path.rpartition(".procedures.")
        parts = (f"values.{name}", f"defaults.{name}") if kind else ("effects",)
        for element in self.study.elements if kind else [self.study.elements.by_path[path]]:
            if element.path == path or (kind and f"{element.path}.".startswith(f"{kind}.")):
                yield from (each.node for each in element.pieces if each.part in parts)  # type: ignore[misc]

    def _joined(self, said: Said, more: Said, span: Span) -> Said:
        if any(one | other == _BOTH for one in said for other in more if _BOTH not in (one, other)):
            self.spans.append(span)
        return frozenset(one | other for one in said for other in more)


RULE = Rule("YUL021", "advice", DOC, find)
