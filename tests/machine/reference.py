"""What expressions of the program form mean, said once more and as plainly as possible: a walk over the tree.

Slow, and written from the words of `ir` alone, it is what emitted code is compared with. Lists are tuples, sets
frozensets, maps tuples; a rule fault is `Fault` with its place.
"""

from __future__ import annotations

from typing import Any

from yupana.interpreter.program import ir


class Fault(Exception):  # noqa: N818 - a rule fault is no error of the reference
    """A rule fault; its argument is the place."""


class Reference:
    """Evaluates expressions over cells, tables, and locals by slot. `boards` are the tables of neighbours."""

    def __init__(self, cells: list[int], tables: tuple[Any, ...]) -> None:
        self.cells = cells
        self.tables = tables

    def value(self, node: ir.Expr, slots: dict[int, Any]) -> Any:
        match node:
            case ir.Const():
                return node.value
            case ir.ConstList():
                return node.values
            case ir.ConstSet():
                return frozenset(node.members)
            case ir.Local():
                return slots[node.slot]
            case ir.Load():
                return self.load(node, 0 if node.index is None else self.value(node.index, slots))
            case ir.Table():
                return self.tables[node.table][self.value(node.index, slots)]
            case ir.Choice():
                return self.value(node.then if self.value(node.test, slots) else node.other, slots)
            case ir.Comp():
                return self.comprehension(node, slots)
            case ir.Region():
                return self.region(node, slots)
            case ir.Op("and"):
                return int(all(self.value(each, slots) for each in node.args))
            case ir.Op("or"):
                return int(any(self.value(each, slots) for each in node.args))
            case ir.Op():
                return self.operation(node.op, [self.value(each, slots) for each in node.args], node.place)
        raise AssertionError(node)

    def load(self, node: ir.Load, index: int) -> Any:
        at, shape = node.base + index, node.shape
        if shape.kind == "scalar":
            return self.cells[at]
        if shape.kind == "list":
            return tuple(self.cells[at + 1 : at + 1 + self.cells[at]])
        if shape.kind == "map":
            return tuple(self.cells[at : at + shape.size])
        return frozenset([i for i in range(shape.size) if self.cells[at + i // 32] >> i % 32 & 1])

    def comprehension(self, node: ir.Comp, slots: dict[int, Any]) -> Any:
        found: list[Any] = []
        keys: list[Any] = []

        def collect(rest: tuple[ir.Clause, ...], inner: dict[int, Any]) -> bool:
            """Evaluates one element after the other; True when no more is needed."""
            if not rest:
                if node.key is not None:
                    keys.append(self.value(node.key, inner))
                found.append(self.value(node.element, inner))
                if node.by is not None:
                    keys.append(self.value(node.by, inner))
                if node.word == "first":
                    return True
                return (node.word == "any" and bool(found[-1])) or (node.word == "all" and not found[-1])
            clause = rest[0]
            for each in self.value(clause.items, inner):
                now = {**inner, clause.slot: each}
                if (clause.test is None or self.value(clause.test, now)) and collect(rest[1:], now):
                    return True
            return False

        collect(node.clauses, slots)
        return self.summed_up(node, found, keys)

    def summed_up(self, node: ir.Comp, found: list[Any], keys: list[Any]) -> Any:
        match node.word:
            case "list":
                return tuple(found)
            case "set":
                return frozenset([each for each in found if each >= 0])
            case "map":
                out = [node.fill] * node.size
                for key, each in zip(keys, found, strict=True):
                    out[key] = each
                return tuple(out)
            case "sum":
                return in_int(sum(found), node.place)
            case "count":
                return len([each for each in found if each])
            case "any":
                return int(any(found))
            case "all":
                return int(all(found))
            case "min" | "max":
                if not found:
                    raise Fault(node.place)
                return min(found) if node.word == "min" else max(found)
            case "first":
                return found[0] if found else node.fill
            case "best":
                top = [each for each, key in zip(found, keys, strict=True) if key == max(keys)]
                return top[0] if len(top) == 1 else node.fill
            case "leaders":
                return tuple([each for each, key in zip(found, keys, strict=True) if key == max(keys)])
            case "sorted":
                order = sorted(range(len(found)), key=lambda i: keys[i])
                return tuple([found[i] for i in order])
            case "ranks":
                out = [node.fill] * node.size
                for each, key in zip(found, keys, strict=True):
                    out[each] = 1 + len({other for other in keys if other > key})
                return tuple(out)
        raise AssertionError(node.word)

    def region(self, node: ir.Region, slots: dict[int, Any]) -> Any:
        start = self.value(node.start, slots)
        met, reached = {start}, []
        if node.test is None or self.value(node.test, {**slots, node.slot: start}):
            reached.append(start)
        for x in reached:
            for y in self.value(node.over, {**slots, node.at: x}):
                if y not in met:
                    met.add(y)
                    if node.test is None or self.value(node.test, {**slots, node.slot: y}):
                        reached.append(y)
        return frozenset(reached)

    def operation(self, name: str, args: list[Any], place: int) -> Any:
        a: Any
        b: Any
        a, b = (*args, None, None)[:2]
        match name:
            case "add" | "sub" | "mul":
                return in_int({"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b}[name](), place)
            case "div" | "mod":
                if b == 0:
                    raise Fault(place)
                return a // b if name == "div" else a - b * (a // b)
            case "neg":
                return -a
            case "abs":
                return a if a >= 0 else -a
            case "min":
                return min(args)
            case "max":
                return max(args)
            case "clamp":
                return b if a < b else args[2] if a > args[2] else a
            case "not":
                return int(not a)
            case "eq" | "ne" | "list_eq" | "list_ne" | "set_eq" | "set_ne" | "map_eq" | "map_ne":
                return int((a == b) == name.endswith("eq"))
            case "lt" | "ge" | "list_lt" | "list_ge":
                return int((a < b) == name.endswith("lt"))
            case "gt" | "le" | "list_gt" | "list_le":
                return int((a > b) == name.endswith("gt"))
            case "list":
                return tuple(args)
            case "range":
                if b - a >= 100_000:
                    raise Fault(place)
                return tuple(range(a, b + 1))
            case "list_get":
                if not 0 <= b < len(a):
                    raise Fault(place)
                return a[b]
            case "list_first":
                return a[0] if a else b
            case "list_last":
                return a[-1] if a else b
            case "list_size" | "set_size":
                return len(a)
            case "list_has" | "set_has":
                return int(b in a)
            case "list_add":
                return (*a, b)
            case "list_without":
                at = a.index(b) if b in a else len(a)
                return a[:at] + a[at + 1 :]
            case "list_concat":
                return a + b
            case "list_slice":
                low, high = (min(max(each, 0), len(a)) for each in args[1:])
                return a[low:high] if low < high else ()
            case "list_reversed":
                return tuple(reversed(a))
            case "list_sum":
                return in_int(sum(a), place)
            case "list_set":
                return frozenset([each for each in a if each >= 0])
            case "list_distinct":
                return tuple([each for i, each in enumerate(a) if each not in a[:i]])
            case "rotate":
                at = a.index(b) if b in a else 0
                return a[at:] + a[:at]
            case "set":
                return frozenset([each for each in args if each >= 0])
            case "set_or":
                return a | b
            case "set_and":
                return a & b
            case "set_sub":
                return a - b
            case "set_le":
                return int(a <= b)
            case "set_add":
                return a | {b}
            case "set_without":
                return a - {b}
            case "members":
                return tuple(sorted(a))
            case "map_get":
                return a[b]
            case "map_with":
                return (*a[:b], args[2], *a[b + 1 :])
            case "map_fill":
                return (b,) * a
            case "neighbors":
                return self.tables[a][b]
            case "border":
                return frozenset([y for x in b for y in self.tables[a][x]]) - b
        raise AssertionError(name)


def in_int(value: int, place: int) -> int:
    if not ir.INT_MIN <= value <= ir.INT_MAX:
        raise Fault(place)
    return value
