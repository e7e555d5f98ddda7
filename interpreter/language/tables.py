"""The parser's tables: made from grammar.lark by Lark once, kept in grammar_tables.json, read back at every start.

To import Lark and let it analyse the grammar takes half a second; to read the finished tables, a few milliseconds. The
file names the grammar it was made from by its hash: tables that do not belong to the grammar are never used, but made
anew in memory. After a change of the grammar: `python -m yupana.interpreter.language.tables`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar_tables.json")
STARTS = ("expression", "effects", "type_text")
END = "$END"
FORMAT = 1

PASS_ON, SPLICE, NODE = 0, 1, 2
"""What a reduction leaves: its only symbol's value, its children for the rule above, or what its action makes."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to reduce. `keep` are the positions that carry values, with True where a list is to be taken over;
    `plain`: all of them do and none is taken over."""

    origin: str
    size: int
    what: int
    action: str
    keep: tuple[tuple[int, bool], ...]
    plain: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """The automaton: `rows[state][symbol]` is the next state, or `~rule` to reduce. Symbols are the signs and words
    themselves, else the upper-case names of the grammar; `gotos[state][rule's origin]` is the state after a reduction.
    """

    rows: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    starts: dict[str, int]
    ends: dict[str, int]


@cache
def load_tables() -> Tables:
    """The tables of the present grammar."""
    mark = _mark()
    try:
        data = json.loads(TABLES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = {}
    if data.get("mark") != mark:
        data = build_data()
    return Tables(
        rows=tuple(data["rows"]),
        gotos=tuple(data["gotos"]),
        rules=tuple(
            Rule(origin, size, what, action, tuple((at, bool(over)) for at, over in keep), plain)
            for origin, size, what, action, keep, plain in data["rules"]
        ),
        starts=data["starts"],
        ends=data["ends"],
    )


def _mark() -> str:
    text = GRAMMAR.read_text(encoding="utf-8")
    return f"{FORMAT} {hashlib.sha256(text.encode()).hexdigest()}"


def build_data() -> dict[str, Any]:
    """Analyse the grammar with Lark. Raises lark's GrammarError when the grammar has a conflict."""
    # a tenth of a second to load, and needed only when the grammar has changed
    from lark import Lark, grammar, lexer
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(lexer.Lexer):
        """tokens.py makes the tokens; Lark is only asked for the tables."""

        def __init__(self, conf: object) -> None:
            pass

        def lex(self, lexer_state: object, parser_state: object) -> Any:
            return iter(())

    lark = Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer=NoLexer,
        start=list(STARTS),
        maybe_placeholders=False,
    )
    table = lark.parser.parser._parse_table
    words = {each.name: each.pattern.value for each in lark.terminals if isinstance(each.pattern, lexer.PatternStr)}
    in_order = sorted(lark.rules, key=lambda rule: (rule.origin.name, rule.order))
    numbers = {rule: number for number, rule in enumerate(in_order)}

    order = _in_order(table, Shift)
    rows: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    for state in order:
        actions = table.states[state]
        row: dict[str, int] = {}
        goto: dict[str, int] = {}
        for symbol, (kind, target) in sorted(actions.items(), key=lambda each: each[0]):
            if kind is not Shift:
                row[words.get(symbol, symbol)] = ~numbers[target]
            elif symbol.isupper() or symbol in words or symbol == END:
                row[words.get(symbol, symbol)] = order[target]
            else:
                goto[symbol] = order[target]
        rows.append(row)
        gotos.append(goto)
    rules: list[list[Any]] = []
    for rule in numbers:
        keep = [
            [at, isinstance(symbol, grammar.NonTerminal) and symbol.name.startswith("_")]
            for at, symbol in enumerate(rule.expansion)
            if not (isinstance(symbol, grammar.Terminal) and symbol.filter_out)
        ]
        origin = rule.origin.name
        if origin.startswith("_"):
            what = SPLICE
        elif rule.options.expand1 and not rule.alias and len(rule.expansion) == 1:
            what = PASS_ON
        else:
            what = NODE
        size = len(rule.expansion)
        plain = len(keep) == size and not any(over for _, over in keep)
        rules.append([origin, size, what, rule.alias or origin, keep, plain])
    return {
        "mark": _mark(),
        "starts": {name: order[table.start_states[name]] for name in STARTS},
        "ends": {name: order[table.end_states[name]] for name in STARTS},
        "rules": rules,
        "rows": rows,
        "gotos": gotos,
    }


def _in_order(table: Any, shift: object) -> dict[Any, int]:
    """The states, numbered as they are reached from the start symbols: Lark's own numbers change from run to run."""
    order = {table.start_states[name]: number for number, name in enumerate(STARTS)}
    waiting = list(order)
    for state in waiting:
        for _, (kind, target) in sorted(table.states[state].items(), key=lambda each: each[0]):
            if kind is shift and target not in order:
                order[target] = len(order)
                waiting.append(target)
    return order


def as_text(data: dict[str, Any]) -> str:
    """The file's text: one state or rule to a line, so that a change of the grammar can be read as a diff."""
    parts = []
    for key, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in value)
            parts.append(f'"{key}": [\n{lines}\n]')
        else:
            parts.append(f'"{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    TABLES.write_text(as_text(build_data()), encoding="utf-8")
