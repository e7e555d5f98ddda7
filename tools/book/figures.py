"""The values that stand in texts: `{ap_per_turn}` in a rule is replaced by what the ruleset says.

In braces stands an expression of the language that is known before the game starts: a constant, an option (its
default), `size(City)` and `count(lima_card)` (how many there are), an attribute `truck.steps`, the text attribute
`lima.name`, a cell `fatigue(1, 3)` or `combat.loss(1, half)`, arithmetic with `+ - * // %`, `min`, `max`, `sum`, `abs`,
and the same of many things (`count(c for c in City if c.port)`, `[c.size for c in City]`). What depends on the number
of players is written out: `12 (9 with 5 players)`. Anything else is a fault with its place, never an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_expression, parse_template
from yupana.interpreter.language.show import show_expression
from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Code, Diagnostic, Report, Span
from yupana.schemas.tree import Scalar, cite

from ..languages.words import Words
from .many import comparison, comprehension, counted
from .names import Names
from .values import Member, UnknownError, Value, code_of

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled


class Figures:
    """The values of one ruleset."""

    def __init__(self, compiled: Compiled, names: Names, words: Words) -> None:
        assert compiled.checked is not None
        assert compiled.ruleset is not None
        self._world = compiled.checked.world
        self._ruleset = compiled.ruleset
        self._names = names
        self._words = words
        players = compiled.ruleset.players
        self.counts = range(players.min, players.max + 1)
        self._here: dict[str, Value] = {}  # what the names of comprehensions stand for just now

    # ------------------------------------------------------------ texts

    def text(self, text: str, report: Report, code: Code | None = None) -> str:
        """A text with the values of its references. A faulty text is given back as it is, with its faults reported.

        A text without braces is never changed. `code` is the text with the place of each character, where it is known.
        """
        if "{" not in text and "}" not in text:
            return text
        template = parse_template(code or code_of(text), report)
        if template is None:
            return text
        try:
            return "".join(part if isinstance(part, str) else self.shown(part) for part in template.parts)
        except UnknownError as fault:
            report.add(Diagnostic("YUP255", "error", str(fault), fault.span, fault.hint))
            return text

    def shown(self, node: nodes.Expr) -> str:
        """The value of a reference in words, by the number of players where it depends on it. Raises UnknownError."""
        return self._words.by_players({count: self.say(self.value(node, count)) for count in self.counts})

    def say(self, value: Value) -> str:
        """A value in words."""
        if isinstance(value, bool):
            return self._words.say("yes" if value else "no")
        if isinstance(value, Member):
            return self._names.of(value.name, value.kind)
        if isinstance(value, list):
            return self._words.listed([self.say(each) for each in value])
        return str(value)

    def number(self, code: Code, count: int) -> int | None:
        """The value of a piece of code that is a number known before the game, else None."""
        node = parse_expression(code, Report())
        try:
            value = self.value(node, count) if node is not None else None
        except UnknownError:
            return None
        return value if isinstance(value, int) else None

    # ------------------------------------------------------------ values

    def value(self, node: nodes.Expr, count: int) -> Value:
        """The value of an expression with so many players. Raises UnknownError."""
        match node:
            case nodes.Int() | nodes.Bool():
                return node.value
            case nodes.Name():
                return self._name(node)(count)
            case nodes.Attribute():
                return self._attribute(node, count)
            case nodes.Index():
                items, at = self.value(node.value, count), self._int(node.index, count)
                if isinstance(items, list) and 0 <= at < len(items):
                    return items[at]  # type: ignore[no-any-return]
                raise UnknownError(f"`{show_expression(node)}` is no element of a list", node.span)
            case nodes.Call():
                return self._call(node, count)
            case nodes.Unary(op="-"):
                return -self._int(node.value, count)
            case nodes.Binary() if node.op in _ARITHMETIC:
                left, right = self._int(node.left, count), self._int(node.right, count)
                if node.op in ("//", "%") and right == 0:
                    raise UnknownError("this divides by 0", node.span)
                return _ARITHMETIC[node.op](left, right)
            case nodes.ListLit() | nodes.SetLit():
                return [self.value(each, count) for each in node.items]
            case nodes.Comprehension():
                return comprehension(self, node, count)
            case nodes.Compare():
                return comparison(self, node, count)
            case nodes.Unary(op="not") if self._here:
                return not self.value(node.value, count)
            case nodes.Binary(op="and" | "or") if self._here:
                left = bool(self.value(node.left, count))
                return left if left == (node.op == "or") else bool(self.value(node.right, count))
            case nodes.NoneLit() if self._here:
                return self._words.say("nothing")
        hint = "constants, options, sizes, attributes, cells of tables and arithmetic may stand in a text"
        raise UnknownError(f"{cite(show_expression(node))} has no value before the game", node.span, hint)

    def _int(self, node: nodes.Expr, count: int) -> int:
        value = self.value(node, count)
        if isinstance(value, int):
            return value
        raise UnknownError(f"{cite(show_expression(node))} is no number", node.span)

    @contextmanager
    def named(self, name: str, value: Value) -> Iterator[None]:
        """While this lasts, the name stands for the value."""
        before = dict(self._here)
        self._here[name] = value
        try:
            yield
        finally:
            self._here = before

    def items(self, node: nodes.Expr, count: int) -> list[Value]:
        """The things of a kind, board or enum that there are with so many players, or the values of a list. Raises
        UnknownError."""
        number = self._world.domain_of.get(node.name) if isinstance(node, nodes.Name) else None
        if number is not None:
            domain = self._world.domains[number]
            present = domain.present[count] if domain.present else range(domain.size)
            return [Member(str(domain.names[each]), str(domain.name)) for each in present]
        value = self.value(node, count)
        if isinstance(value, list):
            return value
        hint = "the name of a kind, of a board's spaces or of a list of constants is wanted"
        raise UnknownError(f"{cite(show_expression(node))} has no things to go through", node.span, hint)

    def _name(self, node: nodes.Name) -> Callable[[int], Value]:
        name = node.name
        if name in self._here:
            here = self._here[name]
            return lambda _: here
        ruleset = self._ruleset
        if name in ruleset.constants:
            decl = {str(key): each for key, each in ruleset.constants.items()}[name]
            if decl.by_players is not None:
                values = decl.by_players
                return lambda count: self._single(values[count])
            value = decl.value
            return lambda _: [self._single(x) for x in value] if isinstance(value, list) else self._single(value)
        if name in ruleset.options:
            default = {str(key): each for key, each in ruleset.options.items()}[name].default
            written = Scalar(default.text, "plain", default.span).value
            return lambda _: self._single(written)
        entity = self._entity(node)
        if entity is not None:
            kind = str(self._world.domains[entity[0]].name)
            return lambda _: Member(name, kind)
        known = [*ruleset.constants, *ruleset.options, *self._world.entities]
        symbol = self._world.symbols.get(name)
        what = f"{symbol.what} has no value before the game" if symbol is not None else f"unknown name `{name}`"
        raise UnknownError(what, node.span, did_you_mean(name, map(str, known)))

    def _single(self, value: object) -> Value:
        if isinstance(value, bool | int):
            return value
        return Member(str(value))

    # ------------------------------------------------------------ entities

    def _entity(self, node: nodes.Expr) -> tuple[int, int] | None:
        """(domain, index) of what a name or `Kind.name` stands for, if it is an entity."""
        world = self._world
        if isinstance(node, nodes.Name) and node.name in self._here:
            here = self._here[node.name]
            if not isinstance(here, Member) or here.kind not in world.domain_of:
                return None
            domain = world.domain_of[here.kind]
            return domain, world.domains[domain].index[here.name]
        if isinstance(node, nodes.Name):
            found = world.entities.get(node.name, [])
            if len(found) > 1:
                kinds = " or ".join(f"`{world.domains[d].name}.{node.name}`" for d, _ in found)
                raise UnknownError(f"`{node.name}` may be several things", node.span, f"write {kinds}")
            return found[0] if found else None
        if isinstance(node, nodes.Attribute) and isinstance(node.value, nodes.Name):
            number = world.domain_of.get(node.value.name)
            if number is not None and node.name in world.domains[number].index:
                return number, world.domains[number].index[node.name]
        return None

    def _attribute(self, node: nodes.Attribute, count: int) -> Value:
        here = self._entity(node)
        if here is not None:
            return Member(node.name, self._world.domains[here[0]].name)
        owner = self._entity(node.value)
        if owner is None:
            inner = self.value(node.value, count)  # an attribute that is an entity, such as `t01.produces`
            found = self._world.entities.get(inner.name, []) if isinstance(inner, Member) else []
            owner = next(
                (each for each in found if self._world.domains[each[0]].name == getattr(inner, "kind", "")), None
            )
            owner = owner or (found[0] if len(found) == 1 else None)
        if owner is None:
            raise UnknownError(f"{cite(show_expression(node.value))} is no entity", node.span)
        domain = self._world.domains[owner[0]]
        attribute = domain.attributes.get(node.name)
        if attribute is None:
            hint = did_you_mean(node.name, domain.attributes)
            raise UnknownError(f"{domain.name} has no attribute `{node.name}`", node.name_span, hint)
        table = self._world.tables[attribute.table]
        type_ = attribute.type
        if attribute.stride:
            part = table[owner[1] * attribute.stride : (owner[1] + 1) * attribute.stride]
            return [self._stored(each, type_.element) for each in part]
        stored = table[owner[1]]
        if isinstance(stored, tuple):
            element = type_.element if type_.kind == "list" else type_
            return [self._stored(each, element) for each in stored]
        return self._stored(stored, type_)

    def domain(self, kind: str) -> Any:
        """What the checker knows of a kind or board."""
        return self._world.domains[self._world.domain_of[kind]]

    def attributes(self, kind: str) -> dict[str, list[Value]]:
        """The values of every attribute of a kind, board or kind of links, entity by entity."""
        domain = self._world.domains[self._world.domain_of[kind]]
        found: dict[str, list[Value]] = {}
        for name, attribute in domain.attributes.items():
            table = self._world.tables[attribute.table]
            if not attribute.stride and not any(isinstance(each, tuple) for each in table):
                found[str(name)] = [self._stored(each, attribute.type) for each in table]
        return found

    def _stored(self, value: Any, type_: Any) -> Value:
        """A stored number as the value it stands for."""
        if type_ is not None and type_.kind in ("member", "set"):
            domain = self._world.domains[type_.domain]
            if not 0 <= value < domain.size:
                return self._words.say("nothing")
            name = str(domain.names[value])
            return name if "." in domain.name else Member(name, str(domain.name))  # texts are a hidden enum
        if type_ is not None and type_.kind == "bool":
            return bool(value)
        if type_ is not None and type_.optional and abs(value) >= 2**31:
            return self._words.say("nothing")
        return int(value)

    # ------------------------------------------------------------ calls

    def _call(self, node: nodes.Call, count: int) -> Value:
        function = node.function
        if node.keywords:
            raise UnknownError(f"{cite(show_expression(node))} has no value before the game", node.span)
        if isinstance(function, nodes.Attribute) and isinstance(function.value, nodes.Name):
            if function.value.name in self._ruleset.tables:
                return self._cell(function.value.name, function.name, node, count)
        elif isinstance(function, nodes.Name):
            name = function.name
            if name in self._ruleset.tables:
                return self._cell(name, "", node, count)
            if name in ("size", "count") and len(node.args) == 1:
                return self._size(node.args[0], count)
            if name == "counted":
                return counted(self, node, count)
            if name in _NUMBERS:
                return self._of_numbers(name, node, count)
        known = [*self._ruleset.tables, "size", "count", "counted", *_NUMBERS]
        name = show_expression(function)
        raise UnknownError(
            f"{cite(name)} cannot be called in a text", function.span, did_you_mean(name, map(str, known))
        )

    def _of_numbers(self, name: str, node: nodes.Call, count: int) -> int:
        values = [self.value(each, count) for each in node.args]
        flat = values[0] if len(values) == 1 and isinstance(values[0], list) else values
        numbers = [each for each in flat if isinstance(each, int)]
        if not numbers or len(numbers) != len(flat) or (name == "abs" and len(numbers) > 1):
            raise UnknownError(f"`{name}` takes numbers", node.span)
        return _NUMBERS[name](numbers)

    def size_of(self, kind: str, count: int) -> int:
        """How many things of a kind there are with so many players."""
        domain = self._world.domains[self._world.domain_of[kind]]
        return len(domain.present[count]) if domain.present else domain.size

    def _size(self, node: nodes.Expr, count: int) -> int:
        """How many there are: of a kind, enum, board, entry or list."""
        world = self._world
        if isinstance(node, nodes.Name) and node.name == "players":
            return count
        if isinstance(node, nodes.Name) and node.name in world.domain_of:
            domain = world.domains[world.domain_of[node.name]]
            if domain.sort == "player":
                return count
            return len(domain.present[count]) if domain.present else domain.size
        group = self._group(node)
        if group is not None:
            domain, number = group
            present = domain.present[count] if domain.present else range(domain.size)
            return sum(1 for each in present if domain.groups[each] == number)
        entity = self._entity(node)
        if entity is not None:
            domain = world.domains[entity[0]]
            return int(not domain.present or entity[1] in domain.present[count])
        value = self.value(node, count)
        if isinstance(value, list):
            return len(value)
        hint = "the name of a kind, of an entry or of a list of constants is wanted"
        raise UnknownError(f"there is no number of {cite(show_expression(node))}", node.span, hint)

    def _group(self, node: nodes.Expr) -> tuple[Any, int] | None:
        """(domain, number) of an entry with a count."""
        kind, name = "", ""
        if isinstance(node, nodes.Name):
            name = node.name
        elif isinstance(node, nodes.Attribute) and isinstance(node.value, nodes.Name):
            kind, name = node.value.name, node.name
        found = [
            (domain, domain.group_names.index(name))
            for domain in self._world.domains
            if name in domain.group_names and kind in ("", domain.name)
        ]
        if len(found) > 1:
            kinds = " or ".join(f"`{domain.name}.{name}`" for domain, _ in found)
            raise UnknownError(f"`{name}` may be several things", node.span, f"write {kinds}")
        return found[0] if found else None

    def _cell(self, name: str, part: str, node: nodes.Call, count: int) -> Value:
        """A cell of a table."""
        info: Any = self._world.symbols[name].info
        if part not in info.parts:
            hint = did_you_mean(part, info.parts) or ("its parts are " + ", ".join(filter(None, info.parts)))
            raise UnknownError(f"the table `{name}` has no part `{part}`", node.function.span, hint)
        if len(node.args) != len(info.keys):
            raise UnknownError(f"the table `{name}` is looked up by {' and '.join(info.keys)}", node.span)
        axes = (
            (info.row_low, info.row_table, info.row_size, info.row_open),
            (info.column_low, info.column_table, info.column_size, info.column_open),
        )
        at = [0, 0]
        for number, (each, axis, words) in enumerate(zip(node.args, axes, info.words, strict=False)):
            key = words[each.name] if isinstance(each, nodes.Name) and each.name in words else self._key(each, count)
            at[number] = self._position(key, axis, name, each.span)
        type_, cells = info.parts[part]
        return self._stored(self._world.tables[cells][at[0] * info.columns + at[1]], type_)

    def _key(self, node: nodes.Expr, count: int) -> int:
        entity = (
            self._entity(node) if isinstance(node, nodes.Name) and node.name not in self._ruleset.constants else None
        )
        return entity[1] if entity is not None else self._int(node, count)

    def _position(self, key: int, axis: Sequence[Any], name: str, span: Span) -> int:
        low, table, size, (open_below, open_above) = axis
        offset = key - low
        if (offset < 0 and open_below) or (offset >= size and open_above):
            offset = 0 if offset < 0 else size - 1
        found = self._world.tables[table][offset] if 0 <= offset < size else -1
        if not isinstance(found, int) or found < 0:
            raise UnknownError(f"no label of the table `{name}` covers {key}", span)
        return found


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}
_NUMBERS: dict[str, Callable[[list[int]], int]] = {"min": min, "max": max, "sum": sum, "abs": lambda each: abs(each[0])}
