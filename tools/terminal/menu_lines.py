"""A menu's numbered rows as lines of text: options of one action under its name, short ones side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from rich.text import Text

from ..shell.colours import NUMBER
from .canvas import columns
from .menu import SHORT, Choice, Row

Paint = Callable[[str], Text]


def menu_lines(
    menu: Sequence[Row], width: int, paint: Paint, about: Mapping[str, str] | None = None, most: int = 0
) -> list[Text]:
    """The lines for `width` characters, each row with the number that is typed for it. `about` says what actions do
    and what matters of the values in which options differ, as far as there is room. Where that gives more lines than
    `most` (0: any number), as many rows as fit stand side by side."""
    lines = _menu(menu, width, paint, about or {}, dense=False)
    return lines if not most or len(lines) <= most else _menu(menu, width, paint, about or {}, dense=True)


def _menu(menu: Sequence[Row], width: int, paint: Paint, about: Mapping[str, str], *, dense: bool) -> list[Text]:
    lines: list[Text] = []
    names = {choice.name for row in menu for choice in row.choices}
    values = [row for row in menu if row.shared]
    if values:
        lines += _value_lines(values, width, paint, about, dense=dense)
    elif len(names) == 1 and any(len(row.choices) > 1 for row in menu) and all(row.label not in names for row in menu):
        only = menu[0].choices[0].name
        lines.append(Text.assemble("  ", (only, "bold"), (_menu_line(only, paint, about), "dim")))
    for name, group in groupby([row for row in menu if not row.shared], key=_name):
        rows = list(group)
        if not name or len(rows) == 1:
            cells = [_cell(row.number, row.label, len(row.choices), paint, about.get(row.label, "")) for row in rows]
        else:
            shared = _shared([row.choices[0] for row in rows])
            same = _joined(shared)
            told = (f"  {len(rows)}{_menu_line(name, paint, about)}", "dim")
            lines.append(Text.assemble("  ", (name, "bold"), paint(f"  {same}".rstrip()), told))
            others = [_other(row.choices[0], shared) for row in rows]
            cells = [
                _cell(row.number, _joined(other), 1, paint, "" if dense else _gist(other, about))
                for row, other in zip(rows, others, strict=True)
            ]
        lines += columns(cells, width, dense=dense)
    return [_cut(line, width) for line in lines]


def _value_lines(rows: Sequence[Row], width: int, paint: Paint, about: Mapping[str, str], *, dense: bool) -> list[Text]:
    """Rows that are values of one argument: what all options share once, then the values side by side."""
    every = [choice for row in rows for choice in row.choices]
    shared = _shared(every)
    key = rows[0].label.partition("=")[0]
    same = _joined(shared)
    head = Text.assemble("  ", (every[0].name, "bold"), paint(f"  {same}".rstrip()), paint(f"  {key}:"))
    head.append(_menu_line(every[0].name, paint, about), "dim")
    cells = []
    for row in rows:
        value = row.label.partition("=")[2]
        known = [*shared, (key, value)]
        alone = len(row.choices) == 1 and len(rows) <= SHORT
        rest = _joined(_other(row.choices[0], known)) if alone else ""
        label = ", ".join(each for each in ("" if row.number == value else value, rest) if each)
        told = "" if dense else _gist([(key, value)], about)
        cells.append(_cell(row.number, label, len(row.choices), paint, told))
    return [head, *columns(cells, width, dense=dense)]


def _cut(line: Text, width: int) -> Text:
    line.truncate(width, overflow="ellipsis")
    return line


def _menu_line(name: str, paint: Paint, about: Mapping[str, str]) -> str:
    """What an action does, or else its name in another language; what people type is the name as it is."""
    shown = paint(name).plain
    told = about.get(name) or (shown if shown != name else "")
    return f"  {told}" if told else ""


def _name(row: Row) -> str:
    """The action under whose name a row is put; none for a row of several options or without arguments."""
    only = row.choices[0]
    return only.name if len(row.choices) == 1 and only.arguments else ""


def _shared(choices: Sequence[Choice]) -> list[tuple[str, str]]:
    """The arguments that all of them have."""
    return [each for each in choices[0].arguments if all(each in choice.arguments for choice in choices)]


def _other(choice: Choice, shared: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The other arguments."""
    return [each for each in choice.arguments if each not in shared]


def _joined(arguments: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{key}={value}" for key, value in arguments)


def _gist(arguments: Sequence[tuple[str, str]], about: Mapping[str, str]) -> str:
    """What matters of these values, if that is to be said of one of them only."""
    told = [about[value] for _, value in arguments if about.get(value)]
    return told[0] if len(told) == 1 else ""


def _cell(number: str, label: str, count: int, paint: Paint, about: str = "") -> Text:
    shown = paint(label)
    line = Text.assemble((f"{number:>5} ", NUMBER), shown)
    if count > 1:
        line.append(f"  {count}", "dim")
    if about and about != shown.plain:  # an action's name in another language is often its text
        line.append(f"  {about}", "dim")
    return line
