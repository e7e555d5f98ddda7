"""Runs the table that Lark made of the grammar, for code in which everything can stand where it stands.

Lark's own loop asks for the callback of a rule by the rule, which it compares part by part, and reduces an expression
through every level of precedence. Here a reduction is found once, and of the levels that hand on one child unchanged
only the last state is taken, which depends on the state below, the state and the token alone. Values, order of the
actions and faults are Lark's. Parses that are led on step by step, and all that explains a fault, stay with Lark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import lark
from lark import Token as LarkToken
from lark.parse_tree_builder import ExpandSingleChild
from lark.parsers.lalr_analysis import Shift

from .lexer import CARRYING, PAIRS, Sign, Source, read_word
from .tokens import END, WORD

Reduction = tuple[int, str, Callable[[list[Any]], Any] | None]
"""How many children, the name of the rule, and what makes a value of them; None: the one child is the value."""
Entry = int | Reduction
"""A state to shift to, or a reduction."""


class Stuck(Exception):  # noqa: N818  (it is no error of ours)
    """The token with this index, read as `kind`, cannot stand where it is."""

    def __init__(self, kind: str, index: int) -> None:
        super().__init__()
        self.kind = kind
        self.index = index


class _Rows(dict[int, dict[str, Entry]]):
    """By state what comes of each kind of token, named as `tokens.scan` names them; made when it is first asked for."""

    def __init__(self, table: Any, callbacks: Mapping[Any, Any], kinds: Mapping[str, str]) -> None:
        super().__init__()
        self._states = table.states
        self._callbacks = callbacks
        self._kinds = kinds

    def __missing__(self, state: int) -> dict[str, Entry]:
        row = self[state] = {
            self._kinds.get(name, name): arg if action is Shift else self._reduction(arg)
            for name, (action, arg) in self._states[state].items()
            if name.isupper()
        }
        return row

    def _reduction(self, rule: Any) -> Reduction:
        call = self._callbacks[rule]
        size = len(rule.expansion)
        hands_on = size == 1 and isinstance(call, ExpandSingleChild)
        return size, rule.origin.name, None if hands_on else call


class _Ways(dict[int, dict[str, int]]):
    """By state where each rule leads that was reduced above it; made when it is first asked for."""

    def __init__(self, table: Any) -> None:
        super().__init__()
        self._states = table.states

    def __missing__(self, state: int) -> dict[str, int]:
        ways = self[state] = {name: arg for name, (_, arg) in self._states[state].items() if not name.isupper()}
        return ways


class Automaton:
    """The table of a parser of Lark's with its callbacks. Threads may run it at once."""

    def __init__(self, parser: lark.Lark, kinds: Mapping[str, str]) -> None:
        made: Any = parser.parser
        table, callbacks = made.parser.parser.parse_table, made.parser.parser.callbacks
        self._starts: dict[str, int] = table.start_states
        self._ends: dict[str, int] = table.end_states
        self._rows = _Rows(table, callbacks, kinds)
        self._ways = _Ways(table)
        self._handed: dict[tuple[int, int, str], int] = {}

    def run(self, source: Source, start: str) -> Any:
        """The value of the start symbol. Raises Stuck."""
        text, tokens, rows, ways, handed = source.text, source.tokens, self._rows, self._ways, self._handed
        state, last = self._starts[start], self._ends[start]
        states, values = [state], list[Any]()
        index = source.index
        while True:
            row = rows[state]
            kind, begin, end = tokens[index]
            after = index + 1
            if kind == WORD:
                kind = read_word(text, tokens, index, row)
                if kind in PAIRS:
                    end = tokens[after][2]
                    after += 1
            while True:
                entry = row.get(kind)
                if entry is None:
                    raise Stuck(kind, index)
                if entry.__class__ is int:
                    break
                size, name, call = entry  # type: ignore[misc]  # the class was asked for, which is the quick way
                if call is None:
                    key = states[-2], state, kind
                    known = handed.get(key)
                    state = states[-1] = self._hand_on(*key, last) if known is None else known
                else:
                    at = len(values) - size
                    children = values[at:]
                    del states[at + 1 :], values[at:]
                    values.append(call(children))
                    state = ways[states[-1]][name]
                    states.append(state)
                if state == last and kind == END:
                    return values[-1]
                row = rows[state]
            state = entry
            states.append(state)
            values.append(LarkToken(kind, text[begin:end], begin, end_pos=end) if kind in CARRYING
                          else Sign(kind, begin, end))  # fmt: skip
            index = after

    def _hand_on(self, below: int, state: int, kind: str, last: int) -> int:
        """The state after all reductions from here on that hand on their one child."""
        first = state
        while state != last or kind != END:
            entry = self._rows[state].get(kind)
            if entry is None or isinstance(entry, int) or entry[2] is not None:
                break
            state = self._ways[below][entry[1]]
        self._handed[below, first, kind] = state
        return state
