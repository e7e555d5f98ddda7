"""Where labelled values go in statements, function by function; what is told to somebody who may not see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from yupana.schemas.source import Span

from ..lower.waits import AskStmt, CallStmt, children
from ..program import ir
from .labels import (
    ALL,
    NO_LABELS,
    PLAIN,
    Env,
    Label,
    Labels,
    Summary,
    Telling,
    Token,
    Value,
    given,
    joined,
    made_by,
    relabelled,
)
from .values import Values, is_piece, piece_of

if TYPE_CHECKING:
    from .whole import Disclosure

_ROUNDS = 12
"""How often a loop is walked before what is known at its head no longer changes (each time only adds labels)."""


class Walk:
    """One function."""

    def __init__(self, whole: Disclosure, number: int) -> None:
        self.whole, self.number = whole, number
        self.tables = whole.tables
        self.values = Values(whole)
        self.summary = Summary()
        function = self.tables.functions[number]
        assert function is not None, "a function was reserved and never made"
        self.function = function
        self.loops: list[tuple[list[Env], list[Env]]] = []
        self.held: dict[int, tuple[tuple[Value, ...], Token]] = {}  # values that are held, by alternative; who chose

    def run(self) -> Summary:
        """Walk the body."""
        env = Env({}, {}, ("me", self.number))
        for i, slot in enumerate(self.function.params):
            label = frozenset([Label("", "parameter", parameter=i)])
            env.slots[slot] = Value(label, label)
            env.tokens[slot] = ("parameter", self.number, i)
        end = self.block(self.tables.uncut.get(self.number, self.function.body), env)
        if end is not None:
            self.summary.shown = end.shown
        return self.summary

    # ------------------------------------------------------------ statements

    def block(self, statements: Sequence[ir.Stmt], env: Env | None) -> Env | None:
        """What is known after the statements; None when their end is never reached."""
        for statement in statements:
            if env is None:
                return None
            env = self.statement(statement, env)
        return env

    def statement(self, node: ir.Stmt, env: Env) -> Env | None:
        """One statement."""
        value = self.values.value
        match node:
            case ir.SetLocal() if id(node) in self.tables.revealing:
                _, alternative, number = self.tables.revealing[id(node)]
                self.revealed(node, alternative, number, env)
            case ir.SetLocal():
                token, place = self.values.token(node.value, env), self.values.place(node.value, env)
                self.bind(env, node.slot, value(node.value, env), token, id(node))
                if place is not None:
                    env.places[node.slot] = place
            case ir.Store():
                known = value(node.value, env)
                if node.base == ir.CELL_ME:
                    env.me = self.values.token(node.value, env) or ("me", self.number, id(node))
                self.summary.written |= known.full | env.pc
            case ir.Log() if self.tables.texts[node.text].shows:
                self.shown(node, env)
            case ir.Log():
                self.texts(node.text, node.args, env, ALL, "this line of the log")
            case ir.Reveal():
                self.offered(node.alternative, self.options_of(node.alternative, env), env.me, env, secret=False)
            case ir.Roll():
                if node.purpose >= 0:
                    self.texts(node.purpose, node.values, env, ALL, "the purpose of this roll")
                self.bind(env, node.slot, PLAIN, None, id(node))
            case ir.Pick():
                self.bind(env, node.slot, value(node.items, env), None, id(node))
            case ir.Move():
                self.move(node, env)
            case ir.MoveAll() | ir.Draw():
                self.summary.written |= self.values.zone(node.source, env).full
            case ir.Do() | CallStmt():
                self.call(node, env)
            case ir.Return():
                if node.value is not None:
                    self.summary.result |= value(node.value, env).with_full(env.pc)
                return None
            case ir.Fault():
                return None
            case ir.If():
                return self.if_(node, env)
            case ir.For() | ir.While():
                return self.loop(node, env)
            case ir.Break() | ir.Continue():
                if self.loops:
                    self.loops[-1][isinstance(node, ir.Continue)].append(env)
                return None
            case AskStmt():
                return self.ask(node, env)
        return env

    def bind(
        self, env: Env, slot: int, value: Value, token: Token | None, site: object, domain: int | None = None
    ) -> None:
        """A slot gets a value. What is known of a piece, and whatever follows from it, is traced to the piece."""
        fresh = token is None
        own = token or ("slot", self.number, slot, site)
        if fresh and value.full and is_piece(self.tables, self._domain(slot) if domain is None else domain):
            value = relabelled(value, lambda label: _traced(label, own))
        env.bind(slot, value.with_full(env.pc), own, fresh)

    def _domain(self, slot: int) -> int:
        shape = self.function.locals[slot]
        return shape.domain if shape.kind == "scalar" else -1

    def if_(self, node: ir.If, env: Env) -> Env | None:
        """Both ways; what they set depends on the condition."""
        test = self.values.value(node.test, env).full
        before = env.pc
        env.pc |= test
        yes = self.block(node.then, env.copy())
        no = self.block(node.other, env.copy())
        after = joined(yes, no, ("join", self.number, id(node)))
        if after is not None:
            after.pc = before | test if leaves(node) else before
        return after

    def loop(self, node: ir.For | ir.While, env: Env) -> Env | None:
        """A loop, walked until nothing new is known at its head."""
        head, pc = env, env.pc
        after: Env | None = None
        for _ in range(_ROUNDS):
            self.loops.append(([], []))
            start = head.copy()
            if isinstance(node, ir.For):
                items = self.values.value(node.items, start)
                if not counts_only(node.items):
                    start.pc |= items.full
                self.bind(start, node.slot, items, None, id(node))
                self.values.gone_through(node.slot, node.items, start)
            else:
                start.pc |= self.values.value(node.test, start).full
            end = self.block(node.body, start)
            breaks, continues = self.loops.pop()
            back = end
            for number, each in enumerate(continues):
                back = joined(back, each, ("continue", self.number, id(node), number))
            endless = isinstance(node, ir.While) and node.test == ir.Const(1)
            after = None if endless else head.copy()
            for number, each in enumerate((*breaks, *([] if back is None or endless else [back]))):
                after = joined(after, each, ("after", self.number, id(node), number))
            new = joined(head.copy(), back, ("head", self.number, id(node)))
            assert new is not None
            if new == head:
                break
            head = new
        if after is not None and not returns(node.body):
            after.pc = pc
        return after

    # ------------------------------------------------------------ pieces and calls

    def move(self, node: ir.Move, env: Env) -> None:
        """A piece comes to lie elsewhere: what was known of it alone is as hidden as that place."""
        piece = piece_of(node.piece)
        known = self.values.value(piece, env)
        self.summary.written |= known.full
        if not known.full:
            return
        info, holder = (None, None) if node.zone == ir.Const(-1) else self.values.sources.family(node.zone)
        if info is None:
            self.opened(piece, known, env)
            return
        there = self.values.zone_label(info, holder, env)
        if there.mode in ("owner", "others"):
            origins = {each.origin for each in known.full if each.origin is not None}
            env.relabel(lambda label: _traced(there, label.origin) if label.origin in origins else label)

    def opened(self, piece: ir.Expr, known: Value, env: Env) -> None:
        """A piece lies open: nothing that follows from it alone is hidden any more."""
        token = self.values.token(piece, env)
        parameter = -1
        if token is not None and token[:2] == ("parameter", self.number):
            parameter = next(i for i in range(len(self.function.params)) if token == ("parameter", self.number, i))
            self.summary.opened.add(parameter)
        origins = {each.origin for each in known.full if each.origin is not None}
        env.relabel(
            lambda label: (
                None
                if label.origin in origins or (label.mode == "parameter" and label.parameter == parameter)
                else label
            )
        )

    def call(self, node: ir.Do | CallStmt, env: Env) -> None:
        """A procedure: what it tells of its arguments, what it gives, and what it lays open; what is put in line
        is told by the triggers that wait for it."""
        if node.function in self.whole.follows:
            self.tells(self.whole.follows[node.function], node.args, env)
        summary = self.whole.summary(node.function)
        values, data, full, tokens = self.tells(node.function, node.args, env)
        result = Value(given(summary.result.data, data, tokens), given(summary.result.full, full, tokens))
        self.summary.written |= given(summary.written, full, tokens)
        for i in summary.opened:
            self.opened(node.args[i], values[i], env)
        for label, seer in summary.shown:
            who = ALL if seer == ALL else tokens.get(seer)
            if who is not None:
                env.shown |= {(each.source, who) for each in given(frozenset([label]), full, tokens)}
        if node.slot >= 0:
            self.bind(env, node.slot, result, None, id(node))

    def tells(
        self, function: int, args: tuple[ir.Expr, ...], env: Env
    ) -> tuple[list[Value], dict[int, Labels], dict[int, Labels], dict[Token, Token | None]]:
        """What a function tells of its arguments; these, their labels and tokens."""
        values = [self.values.value(each, env) for each in args]
        tokens = self.values.tokens(function, args, env)
        data, full = ({i: each.data for i, each in enumerate(values)}, {i: each.full for i, each in enumerate(values)})
        for each in self.whole.summary(function).tells:
            audience = ALL if each.audience == ALL else tokens.get(each.audience) or ("somebody",)
            labels = given(each.labels, data if each.option else full, tokens)
            self.told(each.span, each.what, labels, audience, env, option=each.option)
        return values, data, full, tokens

    # ------------------------------------------------------------ what is told

    def texts(self, text: int, args: tuple[ir.Expr, ...], env: Env, audience: Token, what: str) -> None:
        """A text with values. Pieces in an announcement are hidden while the game runs."""
        spans = self.tables.spans_of(args)
        announced = self.number in self.tables.announcements
        for kind, expr, span in zip(self.tables.texts[text].types, args, spans, strict=False):
            if not (announced and is_piece(self.tables, kind.domain)):
                self.told(span, what, self.values.value(expr, env).full, audience, env)

    def shown(self, node: ir.Log, env: Env) -> None:
        """Somebody is shown pieces, because the author says so: what those come from is no secret to that player any
        more. To whom is told to all."""
        pieces, players, _ = node.args
        spans = self.tables.spans_of(node.args)
        self.told(spans[1], "to whom something is shown", self.values.value(players, env).full, ALL, env)
        if players == ir.Op("domain", (ir.Const(0),)):
            seers: list[Token | None] = [ALL]
        else:
            alone = isinstance(players, ir.Op) and players.op == "list"
            seers = [self.values.token(each, env) for each in (players.args if alone else ())]  # type: ignore[attr-defined]
        known = self.values.value(pieces, env).full
        env.shown |= {(each.source, seer) for each in known for seer in seers if seer is not None}

    def told(
        self, span: Span, what: str, labels: Labels, audience: Token, env: Env, *, option: bool = False
    ) -> None:  # fmt: skip
        """Something is told; what depends on the parameters is for the callers to judge."""
        if env.shown:
            labels = frozenset([each for each in labels if not env.is_shown(each, audience)])
        if not labels:
            return
        self.whole.tell(span, what, labels, audience)
        left = frozenset([each for each in labels if each.mode == "parameter"])
        if left:
            self.summary.tells.setdefault(Telling(span, what, left, audience, option))

    def ask(self, node: AskStmt, env: Env) -> Env | None:
        """A decision: its question, its options, and what follows each."""
        decision = self.tables.decisions[node.decision]
        assert decision is not None
        decider = self.values.token(decision.decider, env) or ("decider", self.number, id(node))
        audience = decider if decision.secret else ALL
        if decision.prompt >= 0:
            self.texts(decision.prompt, decision.prompt_args, env, audience, "this question")
        options: dict[int, tuple[Value, ...]] = {}
        for alternative, values in self.options(decision.options, env.copy()):
            before = options.get(alternative, (PLAIN,) * len(values))
            options[alternative] = tuple([a | b for a, b in zip(before, values, strict=True)])
        for alternative, values in options.items():
            self.offered(alternative, values, decider, env, secret=decision.secret)
            if node.decision in self.tables.held:
                self.held[alternative] = values, decider
        after: Env | None = None
        several = len(node.branches) > 1 and decision.secret
        for number, (alternative, slots, body) in enumerate(node.branches):
            way = env.copy()
            if several:
                way.pc |= frozenset([_choice(decider)])
            hidden = self.hidden(alternative, secret=decision.secret)
            for i, (value, slot) in enumerate(zip(options.get(alternative, ()), slots, strict=False)):
                domain = self.tables.alternatives[alternative].params[i][1].domain
                known = self.answered(value, decider, piece=is_piece(self.tables, domain), hidden=hidden[i])
                self.bind(way, slot, known, None, (id(node), number), domain)
            end = self.block(body, way)
            if end is not None:
                end.pc = env.pc
            after = joined(after, end, ("answer", self.number, id(node), number))
        if node.optional:
            after = joined(after, self.block(node.otherwise, env.copy()), ("answer", self.number, id(node), -1))
        return after

    def options_of(self, alternative: int, env: Env) -> tuple[Value, ...]:
        """The labels of the values of an option that was held: who chose it is `me` here."""
        values, decider = self.held.get(alternative, ((), ALL))
        return tuple([made_by(each, decider, env.me) for each in values])

    def revealed(self, node: ir.SetLocal, alternative: int, number: int, env: Env) -> None:
        """A value that was held is read, now that all have been told of it as of any option."""
        domain = self.tables.alternatives[alternative].params[number][1].domain
        hidden = self.hidden(alternative, secret=False)[number]
        value = self.options_of(alternative, env)[number]
        known = self.answered(value, env.me, piece=is_piece(self.tables, domain), hidden=hidden)
        self.bind(env, node.slot, known, None, id(node), domain)

    def hidden(self, alternative: int, *, secret: bool) -> list[bool]:
        """Which parameters of an option are told to nobody but who decides."""
        known = self.tables.alternatives[alternative]
        return [secret or known.secret or i in known.secrets for i in range(len(known.params))]

    @staticmethod
    def answered(value: Value, decider: Token, *, piece: bool, hidden: bool) -> Value:
        """The value of a parameter once it is chosen: what has been announced is not a secret any more."""
        if hidden:
            return value | Value(frozenset([_choice(decider)]), frozenset([_choice(decider)]))
        return Value(value.data, value.data) if piece else PLAIN

    def offered(
        self, alternative: int, values: tuple[Value, ...], decider: Token, env: Env, *, secret: bool
    ) -> None:  # fmt: skip
        """The values of an option: they are shown to who decides, and told to all when it is chosen."""
        known = self.tables.alternatives[alternative]
        spans = self.tables.option_spans.get(alternative, ())
        hidden = self.hidden(alternative, secret=secret)
        for (name, kind), value, span, kept in zip(known.params, values, spans, hidden, strict=False):
            shown = f"the option's `{name}`, shown to who decides,"
            self.told(span, shown, value.data, decider, env, option=True)
            if not kept and not is_piece(self.tables, kind.domain):
                shown = f"the option's `{name}`, told to all when it is chosen,"
                self.told(span, shown, value.data, ALL, env, option=True)
        if known.announce >= 0:
            choice = frozenset([_choice(decider)])
            given_ = {i: each.full | (choice if hidden[i] else NO_LABELS) for i, each in enumerate(values)}
            for each in self.whole.summary(known.announce).tells:
                self.told(each.span, each.what, given(each.labels, given_, {}), ALL, env)

    def options(self, statements: Sequence[ir.Stmt], env: Env) -> list[tuple[int, tuple[Value, ...]]]:
        """The options that statements emit, with the labels of their values; conditions do not count."""
        found: list[tuple[int, tuple[Value, ...]]] = []
        for node in statements:
            match node:
                case ir.SetLocal():
                    env.slots[node.slot] = self.values.value(node.value, env).solid
                    env.tokens.pop(node.slot, None)
                case ir.For():
                    items = self.values.value(node.items, env)
                    env.slots[node.slot] = Value(items.data, items.data)
                    env.tokens.pop(node.slot, None)
                    self.values.gone_through(node.slot, node.items, env)
                    found += self.options(node.body, env)
                case ir.If():
                    found += self.options(node.then, env) + self.options(node.other, env)
                case ir.Guard():
                    found += self.options(node.body, env)
                case ir.Emit():
                    found.append((node.alternative, tuple([self.values.value(each, env) for each in node.args])))
                case ir.EmitFrom():
                    function = self.tables.functions[node.function]
                    if function is not None:
                        found += self.options(function.body, Env({}, {}, env.me))
        return found


def _choice(decider: Token) -> Label:
    return Label("a secret choice, which only the player who made it knows", "choice", decider)


def _traced(label: Label, origin: Token | None) -> Label:
    """The label as one that follows from a piece."""
    if label.mode == "parameter":
        return label
    return Label(label.what, label.mode, label.seer, origin)


# ----------------------------------------------------------------
# What the form of statements says of where values go.


def counts_only(items: ir.Expr) -> bool:
    """Whether how often a loop goes round tells nothing hidden: it goes through a zone or a kind."""
    return isinstance(items, ir.Op) and items.op in ("zone_list", "domain", "domain_set", "members")


def returns(statements: Sequence[ir.Stmt]) -> bool:
    """Whether the function may end in these statements."""
    return any(isinstance(each, ir.Return) or any(returns(inner) for inner in children(each)) for each in statements)


def leaves(node: ir.If) -> bool:
    """Whether what comes after the `if` depends on it: something in it returns or leaves a loop."""
    rest: list[ir.Stmt] = [*node.then, *node.other]
    while rest:
        each = rest.pop()
        if isinstance(each, (ir.Return, ir.Break, ir.Continue)):
            return True
        rest.extend(inner for body in children(each) for inner in body)
    return False
