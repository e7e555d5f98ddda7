"""The labels of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..lower.tables import Tables
from ..program import ir
from ..typed.declared import FieldInfo, ZoneInfo
from .labels import PLAIN, Env, Label, Token, Value, given, union

if TYPE_CHECKING:
    from .whole import Disclosure

_WHOLE = frozenset(
    (
        *("eq", "ne", "lt", "le", "gt", "ge", "not", "and", "or", "set_has", "set_le", "set_size"),
        *("list_has", "list_index", "list_count", "list_size"),
    )
)
"""Operations whose result tells about all of their operands."""
_SEEN_BY: dict[str, str] = {
    "none": "nobody sees",
    "owner": "only its owner sees",
    "others": "its owner does not see",
    "test": "not all see at all times",
}


Mode: TypeAlias = Literal["all", "none", "owner", "others", "test"]


def mode_of(visible: str) -> Mode:
    """How a declared `visible` hides; whoever sees it besides where a condition holds is not counted on."""
    words: dict[str, Mode] = {"": "all", "all": "all", "none": "none", "owner": "owner", "others": "others"}
    first, _, rest = visible.strip().partition(" ")
    return words.get(first, "test") if not rest or rest.lstrip().startswith("or ") else "test"


class Sources:
    """What in the state is hidden: fields by their cells, zones by their numbers."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.fields: list[tuple[int, int, FieldInfo]] = []
        self.zones: list[ZoneInfo] = []
        for info in tables.declared.fields:
            if not info.internal and _mode(info) != "all":
                holders = tables.domains[info.domain].size if info.domain >= 0 else 1
                base = tables.cell[info]
                self.fields.append((base, base + holders * tables.shape[info].cells, info))
        self.zones = [info for info in tables.declared.zones.values() if _mode(info) != "all"]
        self.backs: list[tuple[int, int, FieldInfo]] = []
        for info in tables.declared.fields:
            if info.back != "false" and any(zone.domain == info.domain for zone in self.zones):
                base = tables.cell[info]
                self.backs.append((base, base + tables.domains[info.domain].size * tables.shape[info].cells, info))

    @property
    def nothing(self) -> bool:
        """Whether nothing at all is hidden."""
        return not self.fields and not self.zones

    def field(self, base: int) -> FieldInfo | None:
        """The hidden field that is stored there."""
        return next((info for low, high, info in self.fields if low <= base < high), None)

    def back(self, base: int) -> FieldInfo | None:
        """The field on the backs of hidden pieces that is stored there."""
        return next((info for low, high, info in self.backs if low <= base < high), None)

    def family(self, number: ir.Expr) -> tuple[ZoneInfo | None, ir.Expr | None]:
        """The hidden zone that a zone number belongs to (None: all see it), and the expression of its holder."""
        first, holder = 0, None
        match number:
            case ir.Const():
                first = number.value
            case ir.Op(op="add", args=(ir.Const() as base, index)):
                first, holder = base.value, index
            case _:
                holder = number
        for info in self.zones:
            if info.first <= first < info.first + info.count:
                if holder is None and info.holder >= 0:
                    holder = ir.Const(first - info.first)
                return info, holder
        return None, holder

    def of_pieces(self, number: ir.Expr) -> list[ZoneInfo]:
        """The hidden zones in which a piece may lie."""
        base = _base_of(number)
        domain = next((each.number for each in self.tables.domains if each.piece_base == base), -1)
        return [info for info in self.zones if info.domain == domain]


def _base_of(number: ir.Expr) -> int:
    match number:
        case ir.Op(op="add", args=(_, ir.Const() as base)):
            return base.value
    return 0


def piece_of(number: ir.Expr) -> ir.Expr:
    """The entity that a piece number was made from."""
    match number:
        case ir.Op(op="add", args=(piece, ir.Const())):
            return piece
    return number


def _mode(info: FieldInfo | ZoneInfo) -> Mode:
    return mode_of(info.visible.text if info.visible is not None else "")


class Values:
    """Works out the labels of expressions, of one function at one point (`Env`)."""

    def __init__(self, whole: Disclosure) -> None:
        self.whole = whole
        self.sources = whole.sources

    def token(self, expr: ir.Expr | None, env: Env) -> Token | None:
        """What stands for the value of an expression."""
        match expr:
            case ir.Const():
                return ("const", expr.value)
            case ir.Local():
                return env.tokens.get(expr.slot)
            case ir.Load(base=ir.CELL_ME, index=None):
                return env.me
            case ir.Op(op="reveal" | "some"):
                return self.token(expr.args[0], env)
        return None

    def field_label(self, info: FieldInfo, index: ir.Expr | None, env: Env) -> Label:
        """The label of what is read from a hidden field."""
        holder = index
        if isinstance(holder, ir.Op) and holder.op == "add":
            holder = holder.args[0]
        if isinstance(holder, ir.Op) and holder.op == "mul":
            holder = holder.args[0]
        if isinstance(holder, ir.Const):
            holder = ir.Const(holder.value // self.whole.tables.shape[info].cells)
        return self._label(f"the field `{info.name}`", info, info.domain, holder, env)

    def zone_label(self, info: ZoneInfo, holder: ir.Expr | None, env: Env) -> Label:
        """The label of what lies in a hidden zone."""
        return self._label(f"the zone `{info.name}`", info, info.holder, holder, env)

    def _label(self, what: str, info: FieldInfo | ZoneInfo, domain: int, holder: ir.Expr | None, env: Env) -> Label:
        mode = _mode(info)
        assert mode != "all"
        seen = _SEEN_BY[mode]
        if mode in ("owner", "others") and domain != 0:
            mode = "test"  # whose it is stands in a table
        of_player = mode in ("owner", "others")
        return Label(f"{what}, which {seen}", mode, self.token(holder, env) if of_player else None)

    def zone(self, number: ir.Expr, env: Env) -> Value:
        """The labels of what lies in a zone."""
        info, holder = self.sources.family(number)
        known = self.value(holder, env) if holder is not None else PLAIN
        if info is None:
            return known
        label = frozenset([self.zone_label(info, holder, env)])
        return known | Value(label, label)

    def value(self, expr: ir.Expr, env: Env) -> Value:
        """The labels of an expression."""
        match expr:
            case ir.Local():
                return env.slots.get(expr.slot, PLAIN)
            case ir.Load():
                behind = self.sources.back(expr.base)
                if behind is not None and expr.index is not None:
                    return self.on_back(behind, expr.index, env)
                at = self.value(expr.index, env) if expr.index is not None else PLAIN
                info = self.sources.field(expr.base)
                if info is None:
                    return at
                label = frozenset([self.field_label(info, expr.index, env)])
                return at | Value(label, label)
            case ir.Table():
                return self.value(expr.index, env)
            case ir.Op():
                return self.operation(expr, env)
            case ir.Call():
                return self.call(expr, env)
            case ir.Choice():
                return self.choice(expr, env)
            case ir.Comp():
                return self.comprehension(expr, env)
            case ir.Region():
                parts = union([self.value(each, env) for each in (expr.start, expr.over)])
                inner = env.copy()
                inner.slots[expr.slot] = inner.slots[expr.at] = parts
                test = self.value(expr.test, inner).full if expr.test is not None else frozenset[Label]()
                return (parts | self.value(expr.over, inner)).with_full(test)
            case ir.Costs():
                inner = env.copy()
                inner.slots[expr.here] = inner.slots[expr.there] = self.value(expr.start, env)
                every = (expr.start, expr.over, expr.by, expr.test, expr.within)
                return union([self.value(each, inner) for each in every if each is not None]).solid
        return PLAIN

    def on_back(self, info: FieldInfo, index: ir.Expr, env: Env) -> Value:
        """The labels of what stands on the back of a piece: everybody reads it who knows where that lies."""
        piece = index
        while isinstance(piece, ir.Op) and piece.op in ("mul", "add", "some"):
            piece = piece.args[0]
        place = self.place(piece, env)
        if place is not None:
            return place
        named = isinstance(piece, ir.Const) or (isinstance(piece, ir.Local) and piece.slot in env.named)
        label = Label(f"the back of a piece that may lie hidden, `{info.name}`", "test")
        labels = frozenset([label] if named else [])
        return self.value(index, env) | Value(labels, labels)

    def place(self, piece: ir.Expr, env: Env) -> Value | None:
        """On what it depends where a piece lies, if it was found by that."""
        match piece:
            case ir.Local():
                return env.places.get(piece.slot)
            case ir.Op(op="zone_top" | "zone_bottom", args=(zone, *_)):
                return self._holder_only(zone, env)
            case ir.Op(op="list_get" | "list_first" | "list_last", args=(ir.Op(op="zone_list", args=(zone, *_)), *at)):
                return self._holder_only(zone, env) | union([self.value(each, env) for each in at])
            case ir.Op(op="some", args=(inner,)):
                return self.place(inner, env)
        return None

    def gone_through(self, slot: int, items: ir.Expr, env: Env) -> None:
        """A slot stands for one after the other of some items: pieces of a zone lie where everybody knows, and those of
        a kind have names."""
        env.places.pop(slot, None)
        env.named.discard(slot)
        if isinstance(items, ir.Op) and items.op == "zone_list":
            env.places[slot] = self._holder_only(items.args[0], env)
        elif isinstance(items, ir.Op) and items.op in ("domain", "domain_set", "range"):
            env.named.add(slot)

    def operation(self, expr: ir.Op, env: Env) -> Value:
        """The labels of an operation's result."""
        args = expr.args
        match expr.op:
            case "reveal":
                return PLAIN
            case "zone_list" | "zone_top" | "zone_bottom" | "zone_group_counts":
                return self.zone(args[0], env)
            case "position_times" | "position_ago":
                return self.position(args[0])
            case "zone_size":
                return self._holder_only(args[0], env)
            case "list_size" if isinstance(args[0], ir.Op) and args[0].op == "zone_list":
                return self._holder_only(args[0].args[0], env)
            case "eq" | "ne" if isinstance(args[0], ir.Op) and args[0].op in ("zone_top", "zone_bottom"):
                if args[1] == ir.Const(ir.NONE):  # whether a zone is empty
                    return self._holder_only(args[0].args[0], env)
            case "eq" | "ne" if isinstance(args[0], ir.Op) and args[0].op == "piece_zone":
                return (self.value(args[0].args[0], env) | self.zone(args[1], env)).solid
            case "ge" if isinstance(args[0], ir.Op) and args[0].op == "piece_zone":
                return self.value(args[0].args[0], env).solid  # whether it is in play
            case "piece_zone":
                labels = frozenset([self.zone_label(info, None, env) for info in self.sources.of_pieces(args[0])])
                return self.value(args[0], env) | Value(labels, labels)
            case "range":
                return Value(PLAIN.data, union([self.value(each, env) for each in args]).full)
        every = union([self.value(each, env) for each in args])
        return every.solid if expr.op in _WHOLE else every

    def position(self, number: ir.Expr) -> Value:
        """What the notes of a position tell: all that it is made of, of everybody."""
        (info,) = [each for each in self.whole.tables.declared.positions.values() if number == ir.Const(each.number)]
        hidden = [each for _, _, each in self.sources.fields if info.whole or each in info.fields]
        labels = [Label(f"the field `{each.name}`, which {_SEEN_BY[_mode(each)]}", "none") for each in hidden]
        zones = [each for each in self.sources.zones if each in info.zones]
        labels += [Label(f"the zone `{each.name}`, which {_SEEN_BY[_mode(each)]}", "none") for each in zones]
        return Value(frozenset(labels), frozenset(labels))

    def _holder_only(self, number: ir.Expr, env: Env) -> Value:
        _, holder = self.sources.family(number)
        return self.value(holder, env).solid if holder is not None else PLAIN

    def choice(self, expr: ir.Choice, env: Env) -> Value:
        """`a if c else b`; also whose zone a piece is in."""
        holder = _zone_range(expr.test)
        if holder is not None:
            piece, first = holder
            info, _ = self.sources.family(ir.Const(first))
            labels = frozenset([self.zone_label(info, None, env)]) if info is not None else PLAIN.full
            return (self.value(piece, env) | Value(labels, labels)).solid
        test = self.value(expr.test, env)
        return (self.value(expr.then, env) | self.value(expr.other, env)).with_full(test.full)

    def comprehension(self, expr: ir.Comp, env: Env) -> Value:
        """A comprehension: its elements, and the conditions they had to meet."""
        inner = env.copy()
        tests = PLAIN.full
        for clause in expr.clauses:
            items = self.value(clause.items, inner)
            inner.slots[clause.slot] = items
            inner.tokens.pop(clause.slot, None)
            self.gone_through(clause.slot, clause.items, inner)
            if clause.slot not in inner.places or len(expr.clauses) > 1 or not self.sources.backs:
                tests |= items.full
            for asked in (clause.going, clause.until, clause.test):
                if asked is not None:
                    tests |= self.value(asked, inner).full
        element = self.value(expr.element, inner)
        for each in (expr.key, expr.by):
            if each is not None:
                tests |= self.value(each, inner).full
        result = element.with_full(tests)
        return result.solid if expr.word in ("count", "any", "all", "ranks") else result

    def call(self, expr: ir.Call, env: Env) -> Value:
        """The result of a function; of a copy, what was written there may come back with it."""
        summary = self.whole.summary(expr.function)
        values = [self.value(each, env) for each in expr.args]
        tokens = self.tokens(expr.function, expr.args, env)
        data, full = ({i: each.data for i, each in enumerate(values)}, {i: each.full for i, each in enumerate(values)})
        result = Value(given(summary.result.data, data, tokens), given(summary.result.full, full, tokens))
        if expr.copy:
            written = given(summary.written, full, tokens)
            result = Value(result.data | written, result.full | written)
        return result

    def tokens(self, function: int, args: tuple[ir.Expr, ...], env: Env) -> dict[Token, Token | None]:
        """What the tokens of a called function stand for here."""
        here: dict[Token, Token | None] = {("me", function): env.me}
        for i, each in enumerate(args):
            here["parameter", function, i] = self.token(each, env)
        return here


def _zone_range(test: ir.Expr) -> tuple[ir.Expr, int] | None:
    """The piece and the first zone, where a test asks whether a piece lies in one of a holder's zones."""
    match test:
        case ir.Op(op="and", args=(ir.Op(op="ge", args=(ir.Op(op="piece_zone") as where, first)), ir.Op(op="lt"))):
            return (where.args[0], first.value) if isinstance(first, ir.Const) else None
    return None


def is_piece(tables: Tables, domain: int) -> bool:
    """Whether values of a domain are pieces."""
    return 0 <= domain < len(tables.domains) and tables.domains[domain].piece_base >= 0
