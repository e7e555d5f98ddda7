"""One piece of code while it is being checked: the names in scope, and what is known not to be none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.trees import said_slots
from ..language.types import UNKNOWN, Type
from ..typed.nodes import Expr, Variable
from .world import WORDS, World

PathKey = tuple[object, ...]

MAX_LOOPS = 16
"""Loops, clauses and parameters within each other; Python takes twenty of its own in one function."""


@dataclass(slots=True, eq=False)
class Body:
    """`element` names what the code belongs to in messages and places (`action build`); `can_wait`: decisions may
    stand here; `pure`: nothing may be changed; `assigned`: names that are assigned somewhere in the code (their types
    stay wide); `at_load`: worked out when the ruleset is loaded, so that sizes are those of all members."""

    world: World
    name: str
    element: str
    can_wait: bool = False
    pure: bool = False
    result: Type | None = None
    gives: bool = False
    at_load: bool = False
    parent: Body | None = None
    assigned: set[str] = field(default_factory=set)
    params: list[Variable] = field(default_factory=list)
    scopes: list[dict[str, Variable]] = field(default_factory=lambda: [{}])
    narrowed: list[set[PathKey]] = field(default_factory=lambda: [set()])
    returned: list[tuple[Type, Span]] = field(default_factory=list)
    loops: int = 0
    depth: int = 0
    following: Sequence[nodes.Stmt] = ()  # the statements of the block behind the one that is checked
    later: Sequence[str] = ()  # names of parameters that are bound further in
    outside: str | None = None  # while a condition around a step is checked: the step, which is not going on there
    resetting: bool = False  # while the start of a field is checked
    late: bool = False  # a condition around it has made sure that something is not none, which may be so no more

    def inside(self, name: str) -> Body:
        """Code of its own within this code, which sees its names."""
        return Body(self.world, f"{self.name}_{name}", self.element, parent=self, outside=self.outside)

    @property
    def root(self) -> Body:
        """The outermost code that this code stands in."""
        return self if self.parent is None else self.parent.root

    # ------------------------------------------------------------ names

    def declare(self, name: str, type_: Type, span: Span, mutable: bool = False) -> Variable:
        """A new local; it hides an outer one of the same name."""
        if name in WORDS and name not in ("it", "value", "viewer"):
            self.world.error(messages.reserved_name(name, span))
            type_ = UNKNOWN  # which of the two is meant further on is not known
        room = None
        if mutable and type_.bound is not None:  # it may grow; kept over a decision it has room for what it began with
            room, type_ = type_.bound, replace(type_, bound=None)
        variable = Variable(name, type_, span, mutable, room)
        if self.find(name) is not None:
            self.forget(name)
        self.scopes[-1][name] = variable
        return variable

    def parameter(self, name: str, type_: Type, span: Span) -> Variable:
        """A new parameter."""
        variable = self.declare(name, type_, span, name in self.assigned)
        self.params.append(variable)
        return variable

    def somebody(self, name: str, type_: Type, span: Span) -> None:
        """A word of the language (`me`, `active`) as a parameter: where nobody may act, it may be none."""
        variable = self.scopes[-1][name] = Variable(name, type_, span)
        self.params.append(variable)

    def stands_for(self, name: str, value: Expr) -> None:
        """A name that stands for what an expression says."""
        self.scopes[-1][name] = Variable(name, value.type, value.span, value=value)

    def find(self, name: str) -> Variable | None:
        """The local of this name; one of an enclosing body can be read only."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        outer = None if self.parent is None else self.parent.find(name)
        if outer is None or outer.constant is not None:
            return outer
        variable = Variable(name, outer.type, outer.span, outer=outer)
        self.scopes[0][name] = variable
        return variable

    def names(self) -> Iterator[str]:
        """All names in scope."""
        for scope in self.scopes:
            yield from scope
        if self.parent is not None:
            yield from self.parent.names()

    @contextmanager
    def scope(self, loop: Span | None = None) -> Iterator[None]:
        """A block of its own: names and knowledge end with it. With `loop` it is the inside of the loop that stands
        there."""
        self.scopes.append({})
        self.narrowed.append(set())
        if loop is not None:
            self.enter_loop(loop)
        try:
            yield
        finally:
            self.scopes.pop()
            self.narrowed.pop()
            if loop is not None:
                self.depth -= 1

    def enter_loop(self, span: Span) -> None:
        """Go into a loop; one too many within each other is a fault."""
        self.depth += 1
        if self.depth == MAX_LOOPS + 1:
            self.world.error(messages.too_large(messages.Limit.LOOPS, MAX_LOOPS, span))

    @contextmanager
    def knowing(self, facts: set[PathKey]) -> Iterator[None]:
        """A stretch in which these are known not to be none."""
        self.narrowed.append(set(facts))
        try:
            yield
        finally:
            self.narrowed.pop()

    # ------------------------------------------------------------ what is not none

    def learn(self, facts: set[PathKey]) -> None:
        """Keep facts to the end of the present block."""
        self.narrowed[-1] |= facts

    def forget(self, name: str) -> None:
        """A name has a new value: what was known of it is void."""
        for facts in self.narrowed:
            for key in [key for key in facts if _says(key, name)]:
                facts.discard(key)

    def is_narrowed(self, key: PathKey) -> bool:
        """Whether the value at the path is known not to be none."""
        if any(key in facts for facts in self.narrowed):
            return True
        return self.parent is not None and self.parent.is_narrowed(key)


def path_key(node: nodes.Expr) -> PathKey | None:
    """What an expression says, without its places: equal for two expressions that read the same."""
    key = _key(node)
    return key if isinstance(key, tuple) else None


def _key(part: object) -> object:
    if isinstance(part, nodes.Name):
        return ("name", part.name)
    if isinstance(part, tuple):
        return tuple(_key(each) for each in part)
    if isinstance(part, nodes.Node):
        return (type(part).__name__, *(_key(getattr(part, slot)) for slot in said_slots(type(part))))
    return part


def _says(key: object, name: str) -> bool:
    """Whether a key mentions a bare name."""
    if isinstance(key, tuple):
        return key == ("name", name) or any(_says(each, name) for each in key)
    return False


def facts_of(test: nodes.Expr) -> tuple[set[PathKey], set[PathKey]]:
    """What is known not to be none when the test holds, and when it does not."""
    match test:
        case nodes.Compare(rest=((op, right),)) if op in ("==", "!="):
            left = test.first
            if isinstance(left, nodes.NoneLit):
                left, right = right, left
            if isinstance(right, nodes.NoneLit):
                key = path_key(left)
                if key is not None:
                    return ({key}, set()) if op == "!=" else (set(), {key})
            elif op == "==":
                return set(), set()
        case nodes.Binary(op="and"):
            yes_left, no_left = facts_of(test.left)
            yes_right, no_right = facts_of(test.right)
            return yes_left | yes_right, no_left & no_right
        case nodes.Binary(op="or"):
            yes_left, no_left = facts_of(test.left)
            yes_right, no_right = facts_of(test.right)
            return yes_left & yes_right, no_left | no_right
        case nodes.Unary(op="not"):
            yes, no = facts_of(test.value)
            return no, yes
    return set(), set()
