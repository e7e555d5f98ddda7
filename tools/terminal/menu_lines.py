"""A menu's numbered rows as lines of text: options of one action under its name, short ones side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from rich.text import Text

from ..book.names import headed
from ..shell.colours import NUMBER
from .menu import SHORT, Choice, Row

Paint = Callable[[str], Text]


def menu_lines(menu: Sequence[Row], width: int, paint: Paint, about: Mapping[str, str] | None = None) -> list[Text]:
    """The lines for `width` characters, each row with the number that is typed for it. `about` says what actions do."""
    about = about or {}
    lines: list[Text] = []
    names = {choice.name for row in menu for choice in row.choices}
    values = [row for row in menu if row.shared]
    if values:
        lines += _value_lines(values, width, paint, about)
    elif len(names) == 1 and any(len(row.choices) > 1 for row in menu) and all(row.label not in names for row in menu):
        only = menu[0].choices[0].name
        lines.append(Text.assemble("  ", (_title(only, paint), "bold"), (_menu_line(only, about), "dim")))
    for _, group in groupby([row for row in menu if not row.shared], key=_name):
        cells = [_cell(row.number, row.label, len(row.choices), paint, _about(row, about)) for row in group]
        lines += _columns(cells, width)
    return [_cut(line, width) for line in lines]


def _value_lines(rows: Sequence[Row], width: int, paint: Paint, about: Mapping[str, str]) -> list[Text]:
    """Rows that are values of one argument: what all options share once, then the values side by side."""
    every = [choice for row in rows for choice in row.choices]
    shared = _shared(every)
    key = rows[0].label.partition("=")[0]
    same = ", ".join(_pair(name, value) for name, value in shared)
    asked = f"  {key}:" if len(key) > 1 else ""  # a letter says nothing to who plays
    head = Text.assemble("  ", (_title(every[0].name, paint), "bold"), paint(f"  {same}".rstrip()), paint(asked))
    head.append(_menu_line(every[0].name, about), "dim")
    cells = []
    for row in rows:
        value = row.label.partition("=")[2]
        known = [*shared, (key, value)]
        alone = len(row.choices) == 1 and len(rows) <= SHORT
        rest = _other(row.choices[0], known) if alone else ""
        label = ", ".join(each for each in ("" if row.number == value else value, rest) if each)
        cells.append(_cell(row.number, label, len(row.choices), paint))
    return [head, *_columns(cells, width)]


def _cut(line: Text, width: int) -> Text:
    line.truncate(width, overflow="ellipsis")
    return line


def _menu_line(name: str, about: Mapping[str, str]) -> str:
    """What an action does."""
    return f"  {about[name]}" if about.get(name) else ""


def _title(name: str, paint: Paint) -> str:
    """What people read for the name of an action."""
    return headed(paint(name).plain)


def _pair(name: str, value: str) -> str:
    return f"{name} {value}" if len(name) > 1 else value


def _about(row: Row, about: Mapping[str, str]) -> str:
    """What the action of a row does, where the row says no values."""
    first = row.choices[0]
    return about.get(first.name, "") if len(row.choices) > 1 or not first.arguments else ""


def _name(row: Row) -> str:
    """The action under whose name a row is put; none for a row of several options or without arguments."""
    only = row.choices[0]
    return only.name if len(row.choices) == 1 and only.arguments else ""


def _shared(choices: Sequence[Choice]) -> list[tuple[str, str]]:
    """The arguments that all of them have."""
    return [each for each in choices[0].arguments if all(each in choice.arguments for choice in choices)]


def _other(choice: Choice, shared: Sequence[tuple[str, str]]) -> str:
    """The other arguments."""
    return ", ".join(_pair(key, value) for key, value in choice.arguments if (key, value) not in shared)


def _cell(number: str, label: str, count: int, paint: Paint, about: str = "") -> Text:
    shown = paint(label)
    line = Text.assemble((f"{number:>5} ", NUMBER), shown)
    if count > 1:
        line.append(f"  {count}", "dim")
    if about and about != shown.plain:  # an action's name in another language is often its text
        line.append(f"  {about}", "dim")
    return line


def _columns(cells: Sequence[Text], width: int) -> list[Text]:
    """As many cells in a line as fit, counted downwards."""
    longest = max(cell.cell_len for cell in cells) + 2
    across = min(max(1, (width + 2) // longest), max(1, len(cells) // 3 if longest > 12 else len(cells)), 16)
    down = -(-len(cells) // across)
    lines = []
    for first in range(down):
        line = Text()
        for cell in cells[first::down]:
            line.append_text(cell)
            line.append(" " * (longest - cell.cell_len))
        line.rstrip()
        lines.append(line)
    return lines
