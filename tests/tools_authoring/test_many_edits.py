"""Many edits of one file: it is parsed as often for many as for few, and in any order they come to what they come to
when it is parsed for each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.tools.authoring import csv_file, yaml_file
from yupana.tools.authoring.importing import imported
from yupana.tools.authoring.yaml_file import YamlFile

Rows = list[list[str]]
GAME = """\
ruleset: {{name: market, title: Market, language: 4}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{money: int}}}}
kinds: {{Card: {{attributes: {{name: text, vp: int}}, start: deck, {entries}}}}}
zones: {{deck: {{of: Card, ordered: true}}}}
actions: {{rest: {{text: Rest, effects: pass}}}}
flow: [{{turns: turn}}]
"""


def table(many: int) -> Rows:
    """A table of so many cards."""
    return [["card", "vp", "name"], *([f"c{number}", "1", f"Card {number}"] for number in range(many))]


def each(change: Callable[[list[str]], list[str]]) -> Callable[[Rows], Rows]:
    """An edit of every row but that of the headings."""
    return lambda rows: [rows[0], *map(change, rows[1:])]


EDITS: dict[str, Callable[[Rows], Rows]] = {
    "two cells of each": each(lambda row: [row[0], "2", f"{row[2]}!"]),
    "an empty cell of each": each(lambda row: [row[0], "", row[2]]),
    "new cells": lambda rows: [[*rows[0], "count", "players"], *([*row, "2", "2"] for row in rows[1:])],
    "other names": each(lambda row: [f"x_{row[0]}", *row[1:]]),
    "rows taken away": lambda rows: [rows[0], *rows[1::3]],
    "rows put in": lambda rows: [*rows, *([f"n{number}", "3", "New"] for number in range(len(rows)))],
}


def readings(many: int, edit: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, of: str) -> int:
    """How often a file with so many entries is read when a table with an edit of all is brought back."""
    folder.mkdir()
    rows = table(many)
    if of == "csv":
        entries = "entries: {from: cards.csv}"
        (folder / "cards.csv").write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    else:
        entries = "entries: {" + ", ".join(f"{name}: {{vp: {vp}, name: {word}}}" for name, vp, word in rows[1:]) + "}"
    text = GAME.format(entries=entries)
    if of == "yaml":
        lines = "".join(f"      {name}: {{vp: {vp}, name: {word}}}\n" for name, vp, word in rows[1:])
        head = "kinds:\n  Card:\n    attributes: {name: text, vp: int}\n    start: deck\n    entries:\n"
        text = "\n".join(head + lines.rstrip() if each.startswith("kinds") else each for each in text.split("\n"))
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    edited = folder.parent / f"{folder.name}.csv"
    edited.write_text("".join(",".join(row) + "\n" for row in EDITS[edit](rows)), encoding="utf-8")
    found: list[str] = []
    module, reader = (csv_file, "read_sheet") if of == "csv" else (yaml_file, "read_tree")
    read = getattr(module, reader)
    with monkeypatch.context() as patched:
        patched.setattr(module, reader, lambda text, *more: (found.append(text), read(text, *more))[1])
        done = imported(str(folder), "Card", edited)
    assert done.faults == []
    assert len(done.changes) == 1
    return len(found)


@pytest.mark.parametrize("of", ["yaml", "csv"])
@pytest.mark.parametrize("edit", EDITS)
def test_a_file_is_read_as_often_for_many_edits_as_for_few(
    of: str, edit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few times: once for each cell that an entry gets anew."""
    few, many = (readings(each, edit, tmp_path / f"m{each}", monkeypatch, of=of) for each in (6, 60))
    assert few == many <= 3


TEXT = """\
a: {x: 1, y: [p, q, r], z: {k: v}}  # first

# the second
b:
  x: 1   # one
  y:
    - p
    # q is kept
    - q
  z: |
    some
    lines
c: {x: 1}

d: &shared {x: 4}
e: *shared
f: {x: 1,
    y: 2}
"""
VALUES = ("7", ["p"], ["q", "s", "p"], ["p", "q", "r", "t"], {"m": "1", "n": ["o"]}, "two\nlines\n", "")
NAMES = st.sampled_from("abcdefgh")
KEYS = st.sampled_from("xyzw")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), NAMES, KEYS, st.sampled_from(VALUES)),
        st.tuples(st.just("remove"), NAMES, KEYS, st.integers(0, 1)),
        st.tuples(st.just("drop"), NAMES, KEYS, st.just(0)),
        st.tuples(st.just("rename"), NAMES, KEYS, st.sampled_from("abcmn")),
        st.tuples(st.just("insert"), NAMES, NAMES, st.booleans()),
    ),
    max_size=8,
)


def edited(file: YamlFile, steps: list[tuple[str, str, str, object]], *, parsed_for_each: bool) -> str:
    """The text after some edits."""
    for number, (step, name, key, more) in enumerate(steps):
        if step == "set":
            file.set((name, key), more)  # type: ignore[arg-type]
        elif step == "remove":
            file.remove((name, key), int(str(more)))
        elif step == "drop":
            file.remove((name,), 0)
        elif step == "rename" and not file.has((str(more),)):
            file.rename((name,), str(more))
        elif step == "insert":
            file.insert((), {f"new{number}": {"x": "1"}}, after=name, first=bool(more))
        if parsed_for_each:
            file._parsed = None
    return file.after


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, line_end=st.sampled_from(["\n", "\r\n"]))
def test_edits_come_to_the_same_in_any_order(
    steps: list[tuple[str, str, str, object]], line_end: str, tmp_path: Path
) -> None:
    """As if the file were parsed for each of them."""
    path = tmp_path / "game.yaml"
    path.write_bytes(TEXT.replace("\n", line_end).encode())
    once, always = (edited(YamlFile(path), steps, parsed_for_each=each) for each in (False, True))
    assert once == always
