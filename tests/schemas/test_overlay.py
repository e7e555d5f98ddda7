"""Overlays add, change, replace and remove by name; what does not fit is told in the overlay's own file."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.schemas.compose import Composed, compose
from yupana.schemas.tree import Mapping, Scalar, Sequence, Word

BASE = """\
ruleset: {name: base, title: Base}
players:
  {min: 1, max: 2, seats: {red: {step: 1}, blue: {step: 2}}, attributes: {step: int}, fields: {money: int 0..9}}
boards: {coast: {kind: Port, attributes: {deep: int}, spaces: {east: {deep: 2}, west: {deep: 1}}}}
constants:
  ap: 6
  posts: {by_players: {1: 12, 2: 9}}
  dear: {value: 3, source: X-1}
enums: {Colour: [brown, white]}
kinds:
  Card:
    attributes: {speed: int}
    defaults: {}
    entries: {truck: {count: 3, speed: 1}, ship: {count: 2, speed: 2}}
state: {bid: int 0..9, lead: {type: bool, start: true}}
functions:
  price: {of: {c: Card}, is: c.speed, adjustable: true}
actions:
  build:
    source: [X-1]
    cost: {ap: 1}
    effects: |
      me.money += 1
  trade: {effects: pass, when: me.money > 0}
setup: shuffle deck
flow:
  - rounds: round
    times: 3
    steps:
      - {turns: turn, menu: main}
  - {phase: final, do: end game}
scoring:
  items: {money: me.money}
  tie_break: [me.money]
"""


def overlay_file(folder: Path, name: str, body: str, extends: str = "base") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(f"ruleset: {{name: {name}, title: {name.title()}, extends: {extends}}}\n{body}", encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a base."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    return tmp_path


def composed(folder: Path, *bodies: str) -> Composed:
    """The base with overlays called o1, o2, …"""
    for number, body in enumerate(bodies, 1):
        overlay_file(folder, f"o{number}", body)
    target = "+".join(["base", *(f"o{number}" for number in range(1, len(bodies) + 1))])
    return compose(target)


def result(folder: Path, *bodies: str) -> Mapping:
    whole = composed(folder, *bodies)
    assert whole.report.in_order() == []
    assert whole.ruleset is not None
    assert whole.tree is not None
    return whole.tree


def faults(folder: Path, *bodies: str) -> list[tuple[str, str, int, int]]:
    whole = composed(folder, *bodies)
    return [(d.code, Path(d.span.file).stem, d.span.line, d.span.column) for d in whole.report.in_order()]


def plain(node: object) -> object:
    """A tree as plain data."""
    if isinstance(node, Mapping):
        return {str(key): plain(value) for key, value in node.items()}
    if isinstance(node, Sequence):
        return [plain(value) for value in node]
    assert isinstance(node, Scalar)
    return node.value


def at(tree: Mapping, path: str) -> object:
    node: object = tree
    for part in path.split("."):
        assert isinstance(node, (Mapping, Sequence))
        node = node[part] if isinstance(node, Mapping) else node[int(part)]
    return plain(node)


# ---------------------------------------------------------------- what can be said


def test_sections_add(folder: Path) -> None:
    tree = result(
        folder,
        "actions: {rest: {effects: pass}}\n"
        "kinds: {Card: {entries: {plane: {speed: 9}}, fields: {used: bool}}, Inca: {per_player: 2}}\n"
        "enums: {Colour: [grey], Shape: [round]}\n"
        "players: {fields: {fame: int}}\n"
        "scoring: {items: {fame: me.fame}, tie_break: [me.fame], report: ['{me}']}\n"
        "tables: {t: {rows: {a: [1]}, cells: [5]}}\n"
        "setup: [{do: draw}]\n",
    )
    assert list(tree["actions"]) == ["build", "trade", "rest"]  # type: ignore[arg-type]
    assert at(tree, "kinds.Card.entries.plane") == {"speed": 9}
    assert at(tree, "kinds.Card.fields") == {"used": "bool"}
    assert at(tree, "enums.Colour") == ["brown", "white", "grey"]
    assert at(tree, "players.fields") == {"money": "int 0..9", "fame": "int"}
    assert at(tree, "scoring.tie_break") == ["me.money", "me.fame"]
    assert at(tree, "scoring.report") == ["{me}"]
    assert at(tree, "setup") == ["shuffle deck", {"do": "draw"}]


def test_change_sets_single_keys(folder: Path) -> None:
    tree = result(
        folder,
        "change:\n"
        "  constants: {ap: 7}\n"
        "  actions: {build: {cost: {ap: 2}, limit: {per: turn}, source: [X-2]}, trade: {when: me.money > 5}}\n"
        "  scoring: {tie_break: [me.fame], winners: '[p for p in players]'}\n"
        "  players: {max: 1, names: [green, blue]}\n"
        "  kinds: {Card: {entries: {truck: {count: 9}}}}\n",
    )
    assert at(tree, "constants.ap") == {"value": 7}
    assert at(tree, "actions.build") == {
        "source": ["X-2"],
        "cost": {"ap": 2},
        "effects": "me.money += 1\n",
        "limit": {"per": "turn"},
    }
    assert at(tree, "actions.trade") == {"effects": "pass", "when": "me.money > 5"}
    assert at(tree, "scoring.tie_break") == ["me.fame"]
    assert at(tree, "players.names") == ["green", "blue"]
    assert at(tree, "kinds.Card.entries.truck") == {"count": 9, "speed": 1}


def test_change_knows_short_forms(folder: Path) -> None:
    tree = result(
        folder,
        "change:\n"
        "  constants: {ap: {by_players: {1: 1, 2: 2}}, posts: 8, dear: 4}\n"
        "  state: {bid: {start: 3}, lead: int}\n"
        "  scoring: {items: {money: {source: X-7}}}\n",
    )
    assert at(tree, "constants") == {
        "ap": {"by_players": {"1": 1, "2": 2}},
        "posts": {"value": 8},
        "dear": {"value": 4, "source": "X-1"},
    }
    assert at(tree, "state") == {"bid": {"type": "int 0..9", "start": 3}, "lead": {"type": "int", "start": True}}
    assert at(tree, "scoring.items") == {"money": {"points": "me.money", "source": "X-7"}}


def test_replace_gives_named_things_anew(folder: Path) -> None:
    tree = result(
        folder,
        "replace:\n"
        "  functions: {price: {of: {c: Card}, is: '4'}}\n"
        "  constants: {dear: 5}\n"
        "  scoring: {items: {money: me.money // 2}, tie_break: []}\n"
        "  flow: {final: {phase: last, do: end game}}\n"
        "  setup: []\n",
    )
    assert at(tree, "functions.price") == {"of": {"c": "Card"}, "is": "4"}
    assert at(tree, "constants.dear") == 5
    assert at(tree, "scoring") == {"items": {"money": "me.money // 2"}, "tie_break": []}
    assert at(tree, "flow.1") == {"phase": "last", "do": "end game"}
    assert at(tree, "setup") == []


def test_remove_takes_names_and_keys_away(folder: Path) -> None:
    tree = result(
        folder,
        "remove:\n"
        "  actions: [trade]\n"
        "  kinds: {Card: {entries: ship}}\n"
        "  enums: {Colour: [white]}\n"
        "  functions: {price: [adjustable]}\n"
        "  flow: [final]\n"
        "  scoring: [tie_break]\n",
    )
    assert list(tree["actions"]) == ["build"]  # type: ignore[arg-type]
    assert at(tree, "kinds.Card.entries") == {"truck": {"count": 3, "speed": 1}}
    assert at(tree, "enums.Colour") == ["brown"]
    assert at(tree, "functions.price") == {"of": {"c": "Card"}, "is": "c.speed"}
    assert len(tree["flow"]) == 1  # type: ignore[arg-type]
    assert at(tree, "scoring") == {"items": {"money": "me.money"}}


def test_steps_are_found_by_name_wherever_they_stand(folder: Path) -> None:
    tree = result(folder, "change: {flow: {turn: {menu: other, times: 2}, round: {times: 5}}}\n")
    assert at(tree, "flow.0") == {
        "rounds": "round",
        "times": 5,
        "steps": [{"turns": "turn", "menu": "other", "times": 2}],
    }


def test_steps_are_added_before_after_and_at_the_end(folder: Path) -> None:
    tree = result(
        folder,
        "flow:\n"
        "  - {phase: p, do: a, before: turn}\n"
        "  - {phase: q, do: b, after: round}\n"
        "  - {phase: r, do: c}\n"
        "  - {do: d, after: q}\n",
    )
    assert at(tree, "flow.0.steps") == [{"phase": "p", "do": "a"}, {"turns": "turn", "menu": "main"}]
    assert [each.get("phase") or each.get("rounds") or each["do"] for each in at(tree, "flow")] == [  # type: ignore[attr-defined]
        "round",
        "q",
        "d",
        "final",
        "r",
    ]


def test_removing_and_adding_the_same_name(folder: Path) -> None:
    tree = result(folder, "remove: {actions: [trade]}\nactions: {trade: {effects: x}}\n")
    assert at(tree, "actions.trade") == {"effects": "x"}


def test_places_stay_in_the_file_they_came_from(folder: Path) -> None:
    whole = composed(folder, "change: {actions: {build: {cost: {ap: 2}}}}\nactions: {rest: {effects: pass}}\n")
    assert whole.ruleset is not None
    build = whole.ruleset.actions[Word("build")]
    assert Path(build.effects.span.file).name == "base.yaml"
    assert Path(build.cost[Word("ap")].span.file).name == "o1.yaml"
    (name,) = [name for name in whole.ruleset.actions if name == "rest"]
    assert (Path(name.span.file).name, name.span.line) == ("o1.yaml", 3)


def test_titles_and_names_are_put_together(folder: Path) -> None:
    whole = composed(folder, "", "")
    assert (whole.name, whole.title) == ("base+o1+o2", "Base + O1 + O2")
    assert whole.ruleset is not None
    assert (whole.ruleset.ruleset.name, whole.ruleset.ruleset.title) == ("base", "Base + O1 + O2")


def test_the_base_is_not_changed(folder: Path) -> None:
    before = plain(compose("base").tree)
    result(folder, "change: {constants: {ap: 7}}\nenums: {Colour: [grey]}\nremove: {actions: [trade]}\n")
    assert plain(compose("base").tree) == before


# ---------------------------------------------------------------- what does not fit


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("actions: {build: {effects: pass}}\n", ("YUP231", 2, 11)),
        ("actions: {build: {when: me.money > 1}}\n", ("YUP231", 2, 11)),
        ("constants: {ap: 7}\n", ("YUP231", 2, 13)),
        ("kinds: {Card: {entries: {truck: {count: 1}}}}\n", ("YUP231", 2, 26)),
        ("kinds: {Card: {alike: true}}\n", ("YUP231", 2, 9)),
        ("scoring: {items: {money: 1}}\n", ("YUP231", 2, 19)),
        ("players: {max: 3}\n", ("YUP231", 2, 16)),
        ("flow: [{phase: final, do: x}]\n", ("YUP231", 2, 8)),
        ("flow: [{phase: new, do: x, after: rond}]\n", ("YUP232", 2, 35)),
        ("change: {actions: {biuld: {when: x}}}\n", ("YUP232", 2, 20)),
        ("change: {constants: {new: 7}}\n", ("YUP232", 2, 22)),
        ("change: {actions: {build: {cost: {money: 2}}}}\n", ("YUP232", 2, 35)),
        ("change: {zones: {deck: {ordered: true}}}\n", ("YUP232", 2, 10)),
        ("change: {flow: {rund: {times: 3}}}\n", ("YUP232", 2, 17)),
        ("replace: {functions: {cost: {is: 1}}}\n", ("YUP232", 2, 23)),
        ("replace: {flow: {nil: {phase: nil, do: x}}}\n", ("YUP232", 2, 18)),
        ("replace: {zones: {deck: {of: Card}}}\n", ("YUP232", 2, 11)),
        ("remove: {actions: [build, biuld]}\n", ("YUP232", 2, 27)),
        ("remove: {enums: {Colour: [pink]}}\n", ("YUP232", 2, 27)),
        ("remove: {zones: [deck]}\n", ("YUP232", 2, 10)),
        ("change: 3\n", ("YUP236", 2, 9)),
        ("replace: [functions]\n", ("YUP236", 2, 10)),
        ("flow: {round: {times: 3}}\n", ("YUP236", 2, 7)),
        ("remove: {actions: [{build: 1}]}\n", ("YUP236", 2, 20)),
        ("change: {actions: {build: {efects: pass}}}\n", ("YUP201", 2, 28)),
        ("acions: {go: {effects: pass}}\n", ("YUP201", 2, 1)),
        ("change: {constants: {ap: 1.5}}\n", ("YUP204", 2, 26)),
        ("change: {kinds: {Card: {entries: {truck: }}}}\n", ("YUP208", 2, 35)),
        ("change:\n  kinds:\n    Card:\n      entries:\n        truck:\n          # count: 2\n", ("YUP208", 6, 9)),
        ("change: {kinds: {Card: {entries: ~}}}\n", ("YUP208", 2, 34)),
        ("change: {kinds: {Card: }}\n", ("YUP208", 2, 18)),
        ("change: {kinds: }\n", ("YUP208", 2, 10)),
        ("change: {players: {seats: {red: }}}\n", ("YUP208", 2, 28)),
        ("change: {players: {seats: }}\n", ("YUP208", 2, 20)),
        ("change: {boards: {coast: {spaces: {east: }}}}\n", ("YUP208", 2, 36)),
        ("change: {constants: {dear: }}\n", ("YUP208", 2, 22)),
        ("change: {actions: {build: {cost: null}}}\n", ("YUP208", 2, 34)),
        ("change: {enums: {Colour: }}\n", ("YUP208", 2, 18)),
        ("change: {flow: {round: }}\n", ("YUP208", 2, 17)),
        ("change: {flow: }\n", ("YUP208", 2, 10)),
        ("change:\n", ("YUP208", 2, 1)),
        ("replace:\n  # all\n", ("YUP208", 2, 1)),
        ("remove: ~\n", ("YUP208", 2, 9)),
        ("remove: {actions: }\n", ("YUP208", 2, 10)),
        ("remove: {kinds: {Card: {entries: }}}\n", ("YUP208", 2, 25)),
        ("replace: {actions: }\n", ("YUP208", 2, 11)),
        ("flow: [{before: round, after: turn, do: x}]\n", ("YUP236", 2, 24)),
        ("flow: [{before: [round], do: x}]\n", ("YUP236", 2, 9)),
    ],
)
def test_what_does_not_fit_is_told_in_the_overlay(folder: Path, body: str, expected: tuple[str, int, int]) -> None:
    code, line, column = expected
    assert faults(folder, body) == [(code, "o1", line, column)]


def test_a_wrong_name_comes_with_the_right_one(folder: Path) -> None:
    (fault,) = composed(folder, "remove: {actions: [biuld]}\n").report.diagnostics
    assert fault.message == "there is no `biuld` in `actions` to remove"
    assert fault.hint == "did you mean `build`?"


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("flow: [{after: nowhere, do: x}]\n", ""),
        ("change: {kinds: {Card: {defaults: {speed: 3}}}}\n", "write it in the section itself to add it"),
    ],
)
def test_what_is_not_there_comes_with_the_way(folder: Path, body: str, hint: str) -> None:
    (fault,) = composed(folder, body).report.diagnostics
    assert (fault.code, fault.hint) == ("YUP232", hint)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("change: {constants: {ap: 7}}\n", "change: {constants: {ap: 8}}\n"),
        ("change: {constants: {ap: 7}}\n", "remove: {constants: [ap]}\n"),
        ("remove: {actions: [trade]}\n", "change: {actions: {trade: {when: x}}}\n"),
        ("replace: {functions: {price: {is: 1}}}\n", "change: {functions: {price: {is: 2}}}\n"),
        ("change: {functions: {price: {is: 2}}}\n", "replace: {functions: {price: {is: 1}}}\n"),
        ("actions: {rest: {effects: pass}}\n", "actions: {rest: {effects: x}}\n"),
        ("actions: {rest: {effects: pass}}\n", "change: {actions: {rest: {when: x}}}\n"),
        ("enums: {Colour: [grey]}\n", "change: {enums: {Colour: [pink]}}\n"),
        ("change: {flow: {round: {times: 4}}}\n", "change: {flow: {round: {times: 5}}}\n"),
        ("replace: {setup: []}\n", "setup: [{do: draw}]\n"),
    ],
)
def test_two_overlays_may_not_touch_the_same(folder: Path, first: str, second: str) -> None:
    whole = composed(folder, first, second)
    (fault,) = whole.report.in_order()
    assert (fault.code, Path(fault.span.file).stem) == ("YUP233", "o2")
    assert "`o1`" in fault.message
    assert "`o2`" in fault.message
    [(other, why)] = fault.related
    assert (Path(other.file).stem, other.line, why) == ("o1", 2, "`o1` touches it here")


@pytest.mark.parametrize(
    ("added", "more"),
    [
        ("actions: {rest: {effects: pass}}\n", ", or say `own_names: true` in its header"),
        ("flow: [{phase: rest, do: pass}]\n", ""),
    ],
)
def test_two_overlays_that_add_the_same_name_are_told_to_rename(folder: Path, added: str, more: str) -> None:
    (fault,) = composed(folder, added, added).report.in_order()
    assert fault.code == "YUP233"
    assert fault.hint == f"both add something of this name: rename one of them, for example to `rest_o2`{more}"


def test_a_step_beside_one_that_another_overlay_removes_is_told_so(folder: Path) -> None:
    (fault,) = composed(folder, "remove: {flow: [round]}\n", "flow: [{after: round, do: x}]\n").report.in_order()
    assert (fault.code, fault.message) == (
        "YUP233",
        "the overlay `o1` removes `round`, beside which `o2` adds a step",
    )


def test_two_mods_of_one_name_are_shown_both(folder: Path) -> None:
    for place in ("one", "two"):
        (folder / place).mkdir()
        overlay_file(folder / place, "mod", "constants: {more: 1}\n")
    (fault,) = compose(f"{folder}/base.yaml+{folder}/one/mod.yaml+{folder}/two/mod.yaml").report.in_order()
    assert (fault.code, fault.hint) == ("YUP241", "`mod` is taken; give one of the two another `name:` in its header")
    assert [Path(at.file).parent.name for at, _ in fault.related] == ["one"]


def test_a_plus_without_a_name_is_told(folder: Path) -> None:
    (fault,) = compose("base+").report.in_order()
    assert (fault.message, fault.hint) == ("a name is missing beside a `+`", "an overlay is named so: `base+NAME`")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("change: {constants: {ap: 7}}\n", "change: {constants: {dear: 8}}\n"),
        ("change: {actions: {build: {cost: {ap: 2}}}}\n", "change: {actions: {build: {when: x}}}\n"),
        ("enums: {Colour: [grey]}\n", "enums: {Colour: [pink]}\n"),
        ("remove: {actions: [trade]}\n", "remove: {actions: [trade]}\n"),
        ("setup: [{do: draw}]\n", "setup: [{do: deal}]\n"),
        ("actions: {a: {effects: x}}\n", "actions: {b: {effects: x}}\n"),
        ("zones: {a: {of: Card}}\n", "zones: {b: {of: Card}}\n"),
    ],
)
def test_overlays_that_do_not_meet_compose(folder: Path, first: str, second: str) -> None:
    result(folder, first, second)


def test_an_overlay_may_touch_what_it_extends(folder: Path) -> None:
    overlay_file(folder, "cheap", "change: {constants: {ap: 7}}\nactions: {rest: {effects: x}}\n")
    overlay_file(folder, "cheaper", "change: {constants: {ap: 8}, actions: {rest: {when: y}}}\n", "base+cheap")
    whole = compose("base+cheaper")
    assert whole.report.diagnostics == []
    assert whole.name == "base+cheap+cheaper"
    assert whole.tree is not None
    assert at(whole.tree, "constants.ap") == {"value": 8}


def test_all_faults_of_an_overlay_come_together(folder: Path) -> None:
    body = "remove: {actions: [a]}\nchange: {constants: {b: 1}}\nenums: {Colour: c}\nfunctions: {f: {si: 1}}\n"
    assert [code for code, _, _, _ in faults(folder, body)] == ["YUP232", "YUP232", "YUP231", "YUP201"]


def told(folder: Path, target: str) -> list[tuple[str, str, int, str]]:
    """The faults of a target after compiling: code, file, line and message."""
    from yupana.interpreter.compile import compile_ruleset

    found = compile_ruleset(target).diagnostics
    return [(each.code, Path(each.span.file).name, each.span.line, each.message) for each in found]


SMALL = """\
ruleset: {name: small, title: Small}
players: {min: 1, max: 2, names: [red, blue], fields: {money: int 0..9}}
constants: {most: 3}
actions:
  earn: {when: me.money < most, effects: me.money += 1}
flow: [{turns: turn, until: red.money == most}]
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(SMALL, encoding="utf-8")
    return tmp_path


def test_a_misspelled_block_is_told_by_its_name(small: Path) -> None:
    overlay_file(small, "mod", "changes: {constants: {most: 4}}\n", "small")
    [(code, file, line, message)] = told(small, "small.yaml+./mod.yaml")
    assert (code, file, line) == ("YUP201", "mod.yaml", 2)
    assert "did you mean `change`" in message


def test_what_is_removed_and_still_used_is_a_fault_of_the_overlay(small: Path) -> None:
    overlay_file(small, "mod", "remove: {constants: [most]}\n", "small")
    from yupana.interpreter.compile import compile_ruleset

    [fault] = compile_ruleset("small.yaml+./mod.yaml").diagnostics
    assert (fault.code, Path(fault.span.file).name, fault.span.line) == ("YUP452", "mod.yaml", 2)
    assert fault.message == "`most` is removed here, but it is still used in 2 places"
    used = [(Path(span.file).name, span.line, why) for span, why in fault.related]
    assert used == [("small.yaml", 5, "`most` is used here"), ("small.yaml", 6, "`most` is used here")]


BOARD = """\
boards: {field: {kind: Square, square: {columns: 2, rows: 2}, fields: {owner: Player?}}}
functions: {mine: {of: {s: Square}, is: s.owner == red}}
enums: {Ware: [wool, salt]}
kinds: {Card: {attributes: {ware: Ware}, entries: {cart: {ware: wool}}}}
triggers: {rich: {on: p.money changes, do: 'log "{p} has {now}"'}}
"""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("remove: {boards: [field]}", "`Square` is removed here with `field`, but it is still used in 1 place"),
        ("remove: [boards]", "`Square` is removed here with `boards`, but it is still used in 1 place"),
        (
            "remove: {boards: {field: [fields]}}",
            "`owner` is removed here with `fields`, but it is still used in 1 place",
        ),
        ("remove: {functions: {mine: [of]}}", "`s` is removed here with `of`, but it is still used in 1 place"),
        ("change: {enums: {Ware: [salt]}}", "`wool` is left out here, but it is still used in 1 place"),
        (
            "replace: {kinds: {Card: {entries: {cart: {ware: salt}}}}}",
            "`ware` is left out here, but it is still used in 1 place",
        ),
        ("remove: {players: {fields: [money]}}", "`money` is removed here, but it is still used in 4 places"),
    ],
)
def test_what_goes_with_something_and_is_still_used_is_a_fault_of_the_overlay(
    small: Path, body: str, message: str
) -> None:
    """What a board, a section or a key declares, and what a new list or element leaves out."""
    (small / "small.yaml").write_text(SMALL + BOARD, encoding="utf-8")
    overlay_file(small, "mod", f"{body}\n", "small")
    [found] = told(small, "small.yaml+./mod.yaml")
    assert found == ("YUP452", "mod.yaml", 2, message)


def test_what_is_removed_is_asked_of_by_the_path_of_its_element(small: Path) -> None:
    from yupana.interpreter.compile import compile_ruleset

    (small / "small.yaml").write_text(SMALL + BOARD, encoding="utf-8")
    for body, element in (("{players: {fields: [money]}}", "players.fields.money"), ("{enums: {Ware: [wool]}}", "")):
        overlay_file(small, "mod", f"remove: {body}\n", "small")
        [fault] = compile_ruleset("small.yaml+./mod.yaml").diagnostics
        assert (f"`yupana explain NAME {element} --uses`" in fault.hint) == bool(element)


def test_a_menu_that_loses_its_last_action_is_a_fault_of_the_overlay(small: Path) -> None:
    overlay_file(small, "mod", "remove: {actions: earn}\n", "small")
    [(code, file, line, message)] = told(small, "small.yaml+./mod.yaml")
    assert (code, file, line) == ("YUP452", "mod.yaml", 2)
    assert message == ("the last action of the menu `main` is removed here, but the menu is still used in 1 place")
    overlay_file(small, "mod", "remove: {actions: earn}\nactions: {rest: {effects: pass}}\n", "small")
    assert told(small, "small.yaml+./mod.yaml") == []


def test_an_overlay_is_given_once(small: Path) -> None:
    overlay_file(small, "mod", "change: {constants: {most: 4}}\n", "small")
    assert [each[0] for each in told(small, "small.yaml+./mod.yaml+./mod.yaml")] == ["YUP240"]
    assert told(small, "small.yaml+./mod.yaml") == []


def test_an_overlay_does_not_carry_the_name_of_its_base(small: Path) -> None:
    path = overlay_file(small, "mod", "change: {constants: {most: 4}}\n", "small")
    path.write_text(path.read_text(encoding="utf-8").replace("name: mod", "name: small"), encoding="utf-8")
    assert [(each[0], each[1]) for each in told(small, "small.yaml+./mod.yaml")] == [("YUP241", "mod.yaml")]


def test_a_wrong_base_is_told_where_it_is_named(small: Path) -> None:
    overlay_file(small, "mod", "", "smal")
    composed_ = compose("./mod.yaml")
    [fault] = composed_.report.diagnostics
    assert (fault.code, fault.span.line) == ("YUP121", 1)
    assert "`mod`" not in fault.hint, "an overlay is no base"
    assert fault.hint == "did you mean `small`?"


@pytest.mark.parametrize(
    ("broken", "told"),
    [("ruleset: [\n", []), ("functions:\n  other: [\n", ["price"]), ("actions:\n  build: {cost: [\n", ["price"])],
)
def test_what_may_be_in_an_unreadable_base_is_not_said_to_be_absent(folder: Path, broken: str, told: list[str]) -> None:
    """Only what could be read is known to lack something."""
    start = "ruleset: {name: base, title: Base}\nfunctions: {near: {is: 1}}\n" if told else ""
    (folder / "base.yaml").write_text(start + broken, encoding="utf-8")
    result = composed(folder, "change: {actions: {build: {cost: {ap: 2}}}, functions: {price: {is: 2}}}\n")
    absent = [each.message for each in result.report.diagnostics if each.code == "YUP232"]
    assert [each for each in absent if not any(f"`{name}`" in each for name in told)] == []
