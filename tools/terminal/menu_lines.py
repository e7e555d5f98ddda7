"""A menu's numbered rows as lines of text: options of one action under its name, short ones side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from rich.text import Text

from ..book.names import headed
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
        lines.append(Text.assemble("  ", (_title(only, paint), "bold"), (_menu_line(only, about), "dim")))
    for _, group in groupby([row for row in menu if not row.shared], key=_name):
        rows = list(group)
        shared = _shared([row.choices[0] for row in rows]) if len(rows) > 1 else []
        cells = []
        for row in rows:
            told = about.get(row.label, "") or ("" if dense else _about(row, about) or _gist(row, shared, about))
            name = row.label if row.label in names else ""  # an action: like the sentences beside it with a capital
            cells.append(_cell(row.number, _title(name, paint) if name else row.label, len(row.choices), paint, told))
        lines += columns(cells, width, dense=dense)
    return [_cut(line, width) for line in lines]


def _value_lines(rows: Sequence[Row], width: int, paint: Paint, about: Mapping[str, str], *, dense: bool) -> list[Text]:
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
        # the number that is typed is the value, and says so itself where nothing else is said
        own = _pair(key, value) if row.number == value and rest else "" if row.number == value else value
        label = ", ".join(each for each in (own, rest) if each)
        told = "" if dense else about.get(value, "")
        cells.append(_cell(row.number, label, len(row.choices), paint, told))
    return [head, *columns(cells, width, dense=dense)]


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


def _gist(row: Row, shared: Sequence[tuple[str, str]], about: Mapping[str, str]) -> str:
    """What matters of the values in which an option differs from the others, if there is something to be said of one of
    them only."""
    arguments = row.choices[0].arguments if len(row.choices) == 1 else ()
    told = [about[value] for key, value in arguments if about.get(value) and (key, value) not in shared]
    return told[0] if len(told) == 1 else ""


def _cell(number: str, label: str, count: int, paint: Paint, about: str = "") -> Text:
    shown = paint(label)
    line = Text.assemble((f"{number:>5} ", NUMBER), shown)
    if count > 1:
        line.append(f"  ({count})" if shown.plain else f"({count})", "dim")
    if about and about != shown.plain:  # an action's name in another language is often its text
        line.append(f"  {about}", "dim")
    return line
