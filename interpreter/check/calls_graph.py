"""Who calls whom: recursion is refused, and every procedure and action is told whether it waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yupana.schemas.kinds import ProcedureSlot
from yupana.schemas.ruleset import ProcedureDecl
from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.locals import without_names
from ..language.trees import all_slots, descend
from ..language.types import Type
from .world import World

Key = tuple[str, str]

OFFERED = "offered"
"""The sort of the header of an action alone, which says what it offers."""

MAX_CALLS = 100
"""Functions, procedures and actions that call each other in a row."""

MAX_DEPTH = 100
"""So many of one procedure may be going on, one inside the other."""


def depth_of(world: World, decl: ProcedureDecl | ProcedureSlot) -> int:
    """How many of a procedure may be going on, one inside the other; 0 where nothing is said."""
    if decl.depth is None:
        return 0
    if not 1 <= decl.depth <= MAX_DEPTH:
        world.error(messages.depth_of_procedure(MAX_DEPTH, decl.value_span("depth")))
        return MAX_DEPTH
    return int(decl.depth)


@dataclass(slots=True)
class Calls:
    """What one element calls, and whether a decision stands in it itself."""

    span: Span
    to: set[Key] = field(default_factory=set)
    asks: bool = False
    acts: bool = False  # `me`, `active`, or a choice that nobody is named for
    opponent: bool = False  # the name `opponent`, of which it is not known yet whose it is
    unread: bool = False  # some of its code could not be read
    kinds: dict[str, str] = field(default_factory=dict)  # of names before `.act()`: which kind they surely are of


_CALLING = frozenset(
    [
        *(nodes.Call, nodes.Choose, nodes.ChooseBranch, nodes.Do, nodes.ExtraTurn, nodes.Name, nodes.Note),
        *(nodes.Activate, nodes.Offer, nodes.Outcome),
    ]
)
"""The classes of nodes in which a call may be seen, or that somebody acts."""


def scan(part: object, calls: Calls, world: World) -> None:
    """Collect the calls inside a piece of syntax."""
    if isinstance(part, tuple | list):
        for each in part:
            scan(each, calls, world)
    elif isinstance(part, nodes.Node):
        kind = type(part)
        if kind in _CALLING and _note(part, calls, world):
            return
        for slot in all_slots(kind):
            inside = getattr(part, slot)
            if isinstance(inside, tuple | list | nodes.Node):
                scan(inside, calls, world)


def _note(part: nodes.Node, calls: Calls, world: World) -> bool:
    """Note what a node calls; whether what is inside it was looked at, too."""
    match part:
        case nodes.Call(function=nodes.Name(name="as_player"), args=(player, value)):
            inner = Calls(calls.span, kinds=calls.kinds)
            scan(value, inner, world)
            calls.to |= inner.to
            calls.opponent = calls.opponent or inner.opponent
            scan(player, calls, world)
            return True
        case nodes.Call(function=nodes.Name(name="can" | "options"), args=(player, nodes.Name(name=name))):
            calls.to.update([(OFFERED, each) for each in world.offered_as(name)])
            scan(player, calls, world)
            return True
        case nodes.Call(function=nodes.Name(name="times" | "ago"), args=(nodes.Name(name=name),)):
            calls.to.add(("position", name))
        case nodes.Note(forget=False):
            calls.to.add(("position", part.name))
        case nodes.Name(name="me" | "active"):
            calls.acts = True
        case nodes.Outcome():
            of_all = part.word == "draw" or world.ruleset.players.together
            calls.acts = calls.acts or (part.player is None and not of_all)
        case nodes.Activate(on=True):
            info = world.switch(part.name)
            calls.acts = calls.acts or (info is not None and info.owned)
        case nodes.ExtraTurn():
            calls.acts = calls.acts or part.player is None
        case nodes.Do():
            calls.to.add(_done(part, calls, world))
        case nodes.Offer():
            calls.asks = True
            calls.acts = calls.acts or part.decider is None
            calls.to.add(("menu", part.menu))
        case nodes.Choose() | nodes.ChooseBranch():
            calls.asks = True
            calls.acts = calls.acts or part.decider is None
        case nodes.Call(function=nodes.Attribute() as function):
            calls.to.add(("predicate", function.name))
        case nodes.Name():
            calls.to.add(("function", part.name))
            calls.opponent = calls.opponent or part.name == "opponent"
    return False


def _done(part: nodes.Do, calls: Calls, world: World) -> Key:
    """What is called: a procedure, that of the kind of the holder where it is known, or else of whichever kind."""
    if part.holder is None:
        return "procedure", part.name
    kind = calls.kinds.get(part.holder.name) if isinstance(part.holder, nodes.Name) else None
    own = f"{kind}.{part.name}"
    return ("procedure", own) if own in world.slots else ("slot", part.name)


def _kinds_of_holders(parts: Iterable[object], world: World, parameters: Mapping[str, Type]) -> dict[str, str]:
    """The kinds of names before the procedure of a kind: of parameters, and of entities that no local hides."""
    held: set[str] = set()
    bound: set[str] = set()
    for part in descend(list(parts)):
        if isinstance(part, nodes.Do) and isinstance(part.holder, nodes.Name):
            held.add(part.holder.name)
        elif not isinstance(part, nodes.Name):
            bound.update([getattr(part, "name", ""), *getattr(part, "names", ())])
    found: dict[str, str] = {}
    for name in held - bound:
        domains = {each[0] for each in world.entities.get(name, ())}
        if name in parameters:
            type_ = parameters[name]
            domains = {type_.domain} if type_ is not None and type_.kind == "member" else set()
        if len(domains) == 1:
            found[name] = world.domains[domains.pop()].name
    return found


def calls_of(part: nodes.Node, world: World) -> Calls:
    """What a piece of code calls."""
    calls = Calls(part.span)
    scan(part, calls, world)
    return calls


def acts_by_opponent(part: object, world: World, parameters: Iterable[str] = ()) -> bool:
    """Whether `opponent` stands alone in a piece of syntax, which is that of me, and is no name of the author's."""
    if "opponent" in world.symbols or "opponent" in world.entities or not _names_opponent(part):
        return False
    return _names_opponent(without_names(part, dict.fromkeys(parameters, "")))


def _names_opponent(part: object) -> bool:
    """Whether the name stands for a value in code whose other locals are numbers; a choice's keep their names."""
    match part:
        case tuple() | list():
            for each in part:
                if isinstance(each, nodes.Choose) and _chosen(each.binders):
                    return False
                if _names_opponent(each):
                    return True
            return False
        case nodes.Branch() if _chosen(part.binders):
            return False
        case nodes.Name():
            return part.name == "opponent"
        case nodes.Call(function=nodes.Name()):
            return _names_opponent(part.args)
        case nodes.Node():
            return any(_names_opponent(getattr(part, slot)) for slot in all_slots(type(part)))
    return False


def _chosen(binders: Iterable[nodes.Binder]) -> bool:
    return any(each.name == "opponent" for each in binders)


class Graph:
    """The calls of a whole ruleset."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.calls: dict[Key, Calls] = {}
        self.recursive: set[Key] = set()
        self.inside: set[tuple[Key, Key]] = set()
        """The calls by which a procedure that says how deep comes inside itself."""

    def add(
        self,
        sort: str,
        name: str,
        span: Span,
        parts: Iterable[object],
        more: Iterable[Key] = (),
        *,
        unread: bool = False,
    ) -> None:
        """An element with its code, or with what could be read of it."""
        calls = self.calls.setdefault((sort, name), Calls(span))
        calls.unread = calls.unread or unread
        parts = list(parts)
        if sort == "procedure" and (signature := self.world.signatures.get(name)) is not None:
            calls.kinds = _kinds_of_holders(parts, self.world, signature.params)
        for part in parts:
            scan(part, calls, self.world)
            if calls.opponent and not calls.acts:
                calls.acts = acts_by_opponent(part, self.world, self._parameters(sort, name))
        calls.to.update(more)

    def _parameters(self, sort: str, name: str) -> Iterable[str]:
        """What the parameters of an element are called."""
        world = self.world
        if sort == "action":
            return next(each.decl.parameters for each in world.actions if each.name == name)
        if sort == "predicate":
            found = [domain for domain in world.domains if name in domain.predicates]
            return {each for domain in found for each in (*domain.predicates[name].params, *domain.attributes)}
        info = world.adjustments.get(name.removeprefix("adjustment "))
        signature = world.signatures.get(name if info is None else info.decl.of)
        return () if signature is None else signature.params

    def following(self, key: Key) -> list[Key]:
        """What an element calls, in a fixed order; not what is so called inside itself."""
        return sorted(each for each in self.calls[key].to if each in self.calls and (key, each) not in self.inside)

    @property
    def nested(self) -> set[Key]:
        """The procedures that may be carried out inside themselves, as deep as they say."""
        return {called for _, called in self.inside}

    def _nest(self) -> None:
        """Find the calls by which a procedure that says how deep leads to itself."""
        found: set[tuple[Key, Key]] = set()
        for name, signature in self.world.signatures.items():
            procedure = ("procedure", str(name))
            if not signature.depth or procedure not in self.calls:
                continue
            seen, rest = {procedure}, [procedure]
            while rest:
                key = rest.pop()
                called = self.calls[key].to
                found.update([(key, procedure)] if procedure in called else [])
                rest += [each for each in called if each in self.calls and each not in seen]
                seen.update(called)
        self.inside = found

    def order(self) -> list[Key]:
        """All elements, each after what it calls; where there is recursion (reported), after some of it. A procedure
        that says how deep it may go inside itself is no recursion."""
        self._nest()
        done: list[Key] = []
        state: dict[Key, int] = {}
        for start in sorted(self.calls):
            if start in state:
                continue
            stack: list[tuple[Key, Iterator[Key]]] = [(start, iter(self.following(start)))]
            state[start] = 1
            while stack:
                key, rest = stack[-1]
                following = next(rest, None)
                if following is None:
                    stack.pop()
                    state[key] = 2
                    done.append(key)
                elif state.get(following) == 1:
                    keys = [each for each, _ in stack]
                    around = keys[keys.index(following) :]
                    sorts = [sort for sort, _ in around]
                    offered = sorts.index(OFFERED) if OFFERED in sorts else None
                    # told from something that has a name: a slot stands for the procedures of all entries
                    first = (
                        offered if offered is not None else next(i for i, sort in enumerate(sorts) if sort != "slot")
                    )
                    around = [*around[first:], *around[:first]]
                    path = [name for sort, name in (*around, around[0]) if sort != "slot"]
                    others = [self.calls[each].span for each in around[1:] if each[0] != "slot"]
                    span = self.calls[around[0]].span
                    if offered is not None:
                        self.world.error(messages.asks_itself(path, span, others))
                    else:
                        through = all(sort not in ("function", "predicate") for sort, _ in around)
                        first_of = {sort: name for sort, name in reversed(around) if through and " " not in name}
                        deep, offers = first_of.get("procedure", ""), first_of.get("action", "")
                        self.world.error(messages.recursive(path, span, others, deep, offers))
                    # what its parts give is known to none of them
                    self.recursive.update(around)
                elif following not in state:
                    state[following] = 1
                    stack.append((following, iter(self.following(following))))
        self._bounded(done)
        return done

    def _bounded(self, order: Sequence[Key]) -> None:
        """Report chains of calls that are too long; `order` has each after what it calls. A menu counts for none, and
        nor does the choice between the procedures of kinds."""
        depth: dict[Key, int] = {}
        for key in order:
            below = max((depth.get(each, 0) for each in self.following(key)), default=0)
            depth[key] = min(below + (key[0] not in ("menu", "slot")), MAX_CALLS + 1)
            if depth[key] > MAX_CALLS >= below:
                self.world.error(messages.too_large(messages.Limit.CALLS, MAX_CALLS, self.calls[key].span))

    def acting(self, order: Sequence[Key]) -> set[Key]:
        """The elements that need a player who acts (a menu brings its own)."""
        through = ("function", "predicate", "position", "procedure", "slot", "action")
        return self._reaching(order, lambda calls: calls.acts, through)

    def asking(self, order: Sequence[Key], found: Iterable[Key] = ()) -> set[Key]:
        """The elements that ask for decisions, or that are `found`, and those that call one of them."""
        return self._reaching(order, lambda calls: calls.asks, ("procedure", "slot", "menu", "action"), found)

    def unread(self, order: Sequence[Key]) -> set[Key]:
        """The elements of which it is not known what they do, because code that they run could not be read."""
        missing = {key for key in self.calls for each in self.calls[key].to if self.is_missing(each)}
        return self._reaching(order, lambda calls: calls.unread, ("procedure", "slot", "menu", "action"), missing)

    def is_missing(self, key: Key) -> bool:
        """Whether this is the call of something that nothing declares."""
        return key[0] in ("procedure", "menu") and key not in self.calls

    def _reaching(
        self, order: Sequence[Key], test: Callable[[Calls], bool], through: Sequence[str], found: Iterable[Key] = ()
    ) -> set[Key]:
        """The elements for which the test holds or that are `found`, and those that call one of them by an element of
        the given sorts."""
        result = set(found)
        known = -1
        while known < len(result):  # again for what recursion has put before its callees
            known = len(result)
            for key in order:
                calls = self.calls[key]
                if test(calls) or any(each in result for each in calls.to if each[0] in through):
                    result.add(key)
            if not self.recursive and not self.inside:
                break
        return result
