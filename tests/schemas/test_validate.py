"""The models read the tree: short forms, and one diagnostic in our words for one mistake."""

from __future__ import annotations

import pytest
from yupana.schemas.reader import load_text
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Diagnostic, Report
from yupana.schemas.steps import DoStep, PhaseStep, RoundsStep, TurnsStep
from yupana.schemas.tree import Mapping, Word
from yupana.schemas.validate import Validated, validate

HEAD = "ruleset: {name: demo, title: Demo}\nplayers: {min: 1, max: 2, names: [red, blue]}\n"


def check(text: str, head: str = HEAD) -> tuple[Validated, list[Diagnostic]]:
    report = Report()
    tree = load_text(head + text, "f.yaml", report)
    assert report.diagnostics == []
    assert isinstance(tree, Mapping)
    result = validate(tree, report)
    return result, report.in_order()


def good(text: str) -> Ruleset:
    result, faults = check(text)
    assert faults == []
    assert result.whole
    assert result.ruleset is not None
    return result.ruleset


def places(text: str) -> list[tuple[str, int, int]]:
    """Code, line (from 1 behind the head) and column of every fault."""
    return [(fault.code, fault.span.line - 2, fault.span.column) for fault in check(text)[1]]


# ---------------------------------------------------------------- what is read


def test_names_keep_their_places() -> None:
    rules = good("kinds:\n  Card:\n    entries:\n      truck: {count: 3, vehicle: road}\n")
    (kind,) = rules.kinds
    assert isinstance(kind, Word)
    assert (kind.span.line, kind.span.column, kind.span.end_column) == (4, 3, 7)
    (entry,) = rules.kinds[kind].entries
    assert entry.span.column == 7
    value = rules.kinds[kind].entries[entry].values[Word("vehicle")]
    assert (value.text, value.span.line, value.span.column) == ("road", 6, 34)
    assert rules.players.names[1].span.column == 40


def test_elements_know_their_keys() -> None:
    rules = good("functions:\n  f:\n    of: {p: Player}\n    is: p.score\n")
    function = rules.functions[Word("f")]
    assert (function.span.line, function.span.end_line) == (5, 6)
    assert function.key_span("body") == function.key_span("is")
    assert (function.value_span("is").line, function.value_span("is").column) == (6, 9)
    assert function.has("body")
    assert not function.has("gives")


@pytest.mark.parametrize("text", ["int 0..9", "{type: int 0..9}"])
def test_a_field_is_its_type(text: str) -> None:
    assert good(f"state: {{bid: {text}}}\n").state[Word("bid")].type.text == "int 0..9"


def test_constants_are_values_lists_or_by_players() -> None:
    rules = good(
        "constants: {a: 6, b: [1, 2], c: true, d: {by_players: {1: 12, 2: 9}}, e: {value: red, source: X-1}}\n"
    )
    found = {str(name): (each.value, each.by_players) for name, each in rules.constants.items()}
    assert found == {
        "a": (6, None),
        "b": ([1, 2], None),
        "c": (True, None),
        "d": (None, {1: 12, 2: 9}),
        "e": ("red", None),
    }
    assert rules.constants[Word("c")].value is True
    assert rules.constants[Word("e")].source == ["X-1"]


def test_entries_take_attributes_and_may_be_empty() -> None:
    rules = good("boards: {map: {kind: City, spaces: {rome: , oslo: {port: true, players: [2]}, bern: {text: hi}}}}\n")
    spaces = rules.boards[Word("map")].spaces or {}
    assert [str(name) for name in spaces] == ["rome", "oslo", "bern"]
    assert spaces[Word("oslo")].values[Word("port")].text == "true"
    assert spaces[Word("oslo")].players == [2]
    assert spaces[Word("bern")].text == "hi"
    assert spaces[Word("rome")].values == {}


def test_short_forms_of_steps_items_and_invariants() -> None:
    rules = good(
        "setup: shuffle deck\n"
        "scoring: {items: {goods: me.goods, posts: {source: X-9, points: me.posts}}}\n"
        "invariants: {safe: a == b, sure: {is: b == c}}\n"
        "flow: [{phase: one, do: x}, shuffle deck]\n"
    )
    assert [step.do.text for step in rules.setup if step.do] == ["shuffle deck"]
    assert [item.points.text for item in rules.scoring.items.values()] == ["me.goods", "me.posts"]
    assert [each.test.text for each in rules.invariants.values()] == ["a == b", "b == c"]
    assert rules.flow[1].do == Code("shuffle deck", rules.flow[1].span, ((6, 29),))


def test_then_is_one_or_many() -> None:
    rules = good("examples: {a: {then: x == 1}, b: {then: [x == 1, y], when: [{red: go}, {then: z}]}}\n")
    assert [[code.text for code in each.then] for each in rules.examples.values()] == [["x == 1"], ["x == 1", "y"]]
    assert [list(move) for move in rules.examples[Word("b")].when] == [["red"], ["then"]]


def test_words_of_other_yamls_are_words() -> None:
    rules = good("enums: {Answer: [yes, no, on, off]}\nlook: {glyphs: {rook: 12}}\n")
    assert rules.enums[Word("Answer")] == ["yes", "no", "on", "off"]
    assert rules.look.glyphs[Word("rook")] == "12"


def test_code_takes_every_scalar() -> None:
    text = "options: {a: {type: bool, default: false}, b: {type: int 0..3, default: 1}, c: {type: X, default: none}}\n"
    assert [each.default.text for each in good(text).options.values()] == ["false", "1", "none"]


def test_sections_are_found_under_their_keys_only() -> None:
    """The attribute names of the models are not keys of the language."""
    assert places("functions: {f: {body: 1, is: 2}}\n") == [("YUP201", 1, 17)]


def test_tables_cells_and_links() -> None:
    rules = good(
        "tables: {t: {rows: {roll: ['<=1', 2, 3-5]}, columns: {sp: ['1-5', 6]}, cells: [[0, 1], [2, 4*R/0], [1, 1]]}}\n"
        "boards: {m: {kind: Hex, hex: {rows: [{r: 0, q: -1..8}]}, areas: [{cells: [[2, -3], a1], set: {pond: true}}],\n"
        "  links: {Rail: {pairs: [[a1, a2], [a2, a3, {pips: 2}]]}}, shapes: {two: [[0, 0], [1, 0]]}}}\n"
    )
    table = rules.tables[Word("t")]
    assert table.rows[Word("roll")] == ["<=1", 2, "3-5"]
    assert table.cells[1] == [2, "4*R/0"]
    board = rules.boards[Word("m")]
    assert board.areas[0].cells == [[2, -3], "a1"]
    link = board.links[Word("Rail")].pairs[1][2]
    assert isinstance(link, dict)
    assert {str(key): value.text for key, value in link.items()} == {"pips": "2"}


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("acions: {}\n", [("YUP201", 1, 1)]),
        ("actions: {go: {efects: pass}}\n", [("YUP201", 1, 16)]),
        ("actions: {go: {effects: pass, efects: pass}}\n", [("YUP201", 1, 31)]),
        ("actions: {go: {when: x}}\n", [("YUP202", 1, 11)]),
        ("actions:\n  go:\n", [("YUP208", 2, 3)]),
        ("actions:\n  - go\n", [("YUP203", 2, 3)]),
        ("actions:\n", [("YUP208", 1, 1)]),
        ("actions: {go: {effects: }}\n", [("YUP208", 1, 16)]),
        ("actions: {go: {effects: ~}}\n", [("YUP208", 1, 25)]),
        ("actions: {go: {effects: [a, b]}}\n", [("YUP203", 1, 25)]),
        ("actions: {go: {effects: pass, source: rule 1}}\n", [("YUP207", 1, 39)]),
        ("actions: {go: {effects: pass, cost: {ap: {x: 1}}}}\n", [("YUP203", 1, 42)]),
        ("actions: {go-on: {effects: pass}}\n", [("YUP206", 1, 11)]),
        ("actions: {go: {effects: pass, parameters: {a: {if: x}}}}\n", [("YUP202", 1, 44)]),
        ("actions: {go: {effects: pass, parameters: {a: {in: x, is: y}}}}\n", [("YUP210", 1, 55)]),
        ("actions: {go: {effects: pass, parameters: {a: x}}}\n", [("YUP203", 1, 47)]),
        ("actions: {go: {effects: pass, limit: turn}}\n", [("YUP203", 1, 38)]),
        ("constants: {a: 1.5}\n", [("YUP204", 1, 16)]),
        ("constants: {a: {by_players: {one: 1}}}\n", [("YUP204", 1, 30)]),
        ("constants: {a: {value: 1, by_players: {1: 1}}}\n", [("YUP210", 1, 27)]),
        ("constants: {a: [1, [2]]}\n", [("YUP203", 1, 20)]),
        ("constants: {a: {}}\n", [("YUP202", 1, 13)]),
        ("constants: {a: 99999999999}\n", [("YUP204", 1, 16)]),
        ("kinds: {Card: {entries: {a: {count: 1_000}}}}\n", [("YUP204", 1, 37)]),
        ("kinds: {Card: {entries: {a: {count: [1]}}}}\n", [("YUP203", 1, 37)]),
        ("kinds: {Card: {entries: {a: {count: {x: 1}}}}}\n", [("YUP204", 1, 38)]),
        ("kinds: {Card: {entries: [a, b]}}\n", [("YUP203", 1, 25)]),
        ("kinds: {Card: {alike: yes}}\n", [("YUP205", 1, 23)]),
        ("kinds: {Card: {alike: true, per_player: '3'}}\n", [("YUP204", 1, 41)]),
        ("boards: {m: {kind: Hex}}\n", [("YUP202", 1, 10)]),
        ("boards: {m: {kind: Hex, spaces: {}, square: {columns: 1, rows: 1}}}\n", [("YUP210", 1, 37)]),
        ("boards: {m: {kind: Hex, spaces: {}, areas: [{cells: [[1, 2, 3]], set: {}}]}}\n", [("YUP211", 1, 54)]),
        ("boards: {m: {kind: Hex, hex: {rows: [{r: 0, q: 1..2}, {r: x, q: 1..2}]}}}\n", [("YUP204", 1, 59)]),
        ("flow: [{rounds: r, turns: t, do: x}]\n", [("YUP210", 1, 20)]),
        ("flow: [{phase: p, order: players}]\n", [("YUP210", 1, 19)]),
        ("flow: [{phase: p, steps: [{times: 3}]}]\n", [("YUP210", 1, 28)]),
        ("flow: [{phase: p, order: players, do: x, skip: y}]\n", [("YUP210", 1, 19), ("YUP210", 1, 42)]),
        ("flow: [{do: x, steps: [{do: y}]}]\n", [("YUP210", 1, 16)]),
        ("flow: [{roundz: r, times: 3, do: x}]\n", [("YUP201", 1, 9)]),
        ("flow: [{phase: p, steps: [{turns: t, mneu: m, play: once}]}]\n", [("YUP201", 1, 38), ("YUP209", 1, 53)]),
        ("flow: [{}]\n", [("YUP210", 1, 8)]),
        ("flow: [{turns: t, play: once}]\n", [("YUP209", 1, 25)]),
        ("flow: [{turns: t, pass: {nam: x}}]\n", [("YUP201", 1, 26)]),
        ("flow: {turns: t}\n", [("YUP203", 1, 7)]),
        ("adjustments: {a: {of: f}}\n", [("YUP210", 1, 15)]),
        ("adjustments: {a: {of: f, value: 1, applies_to: you}}\n", [("YUP209", 1, 48)]),
        ("tables: {t: {rows: {a: [1], b: [2]}, cells: [1]}}\n", [("YUP210", 1, 14)]),
        ("scoring: {winners: [p for p in players]}\n", [("YUP203", 1, 20)]),
        ("rulebook: {rules: {X-1: {section: 1.10, text: hi, status: sure}}}\n", [("YUP209", 1, 59)]),
        ("examples: {e: {when: [{red: go, blue: go}]}}\n", [("YUP210", 1, 23)]),
        ("examples: {e: {players: two, rolls: [1, x]}}\n", [("YUP204", 1, 25), ("YUP204", 1, 41)]),
        ("functions: {true: {is: 1}}\n", [("YUP206", 1, 13)]),
        ("functions: {3: {is: 1}}\n", [("YUP206", 1, 13)]),
    ],
)
def test_one_mistake_is_told_once(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert places(text) == expected


def test_missing_sections_are_told_at_the_start() -> None:
    _, faults = check("actions: {}\n", head="")
    assert [(fault.code, fault.message, fault.span.line) for fault in faults] == [
        ("YUP202", "`ruleset` and `players` are missing here", 1)
    ]
    _, faults = check("", head="ruleset: {name: demo, title: Demo}\nplayers: {}\n")
    assert [(fault.message, fault.span.line) for fault in faults] == [("`min` and `max` are missing here", 2)]


def test_the_words_of_a_misspelled_key() -> None:
    (fault,) = check("actions: {go: {efects: pass}}\n")[1]
    assert fault.message == "unknown key `efects` of an action; did you mean `effects`?"
    assert "`when`" in fault.hint
    (fault,) = check("actions: {go: {xyzzy: 1, effects: pass}}\n")[1]
    assert fault.message == "unknown key `xyzzy` of an action"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("functions: {long-game: {is: 1}}", "write `long_game`?"),
        ("functions: {LongGame-x: {is: 1}}", "write `long_game_x`?"),
        ("kinds: {Card: {entries: {a: {count: 1_000}}}}", "write 1000"),
        ("kinds: {Card: {entries: {a: {count: '12'}}}}", "write 12 without quotes"),
        ("kinds: {Card: {entries: {a: {count: 2.5}}}}", "there are no fractions"),
        ("kinds: {Card: {alike: On}}", "write `true`"),
        ("kinds: {Card: {alike: no}}", "write `false`"),
        ("flow: [{turns: t, play: until_passed}]", "did you mean `until_pass`?"),
        ("flow: [{round: r, do: x}]", "a step may have `rounds`, `source`, `text`"),
        (
            "flow: [{phase: p, foo: x}]",
            "a step with `phase` may have `phase`, `source`, `text`, `position`, `start`, `end`, `do`, `steps`",
        ),
        (
            "flow: [{text: nothing}]",
            "`turns: NAME`, `simultaneous: NAME`, `phase: NAME`, or give it `position` or `do`",
        ),
        ("scoring: {winners: [a]}", 'write `winners: "[a]"`'),
        ("state: {a: ~}", "give it one"),
    ],
)
def test_hints_say_what_to_write(text: str, hint: str) -> None:
    (fault,) = check(text + "\n")[1]
    assert hint in fault.hint


def test_many_faults_come_together_in_order() -> None:
    text = "state:\n  a: {type: int, strat: 1}\n  b-c: int\nactions:\n  go: {}\nfoo: 1\n"
    assert [code for code, _, _ in places(text)] == ["YUP201", "YUP206", "YUP202", "YUP201"]


def test_the_rest_of_a_faulty_ruleset_can_be_read_on() -> None:
    result, faults = check(
        "actions: {go: {}, stay: {effects: x + y}}\nstate: {a-b: int, c: int}\nflow: [{times: 3}, {phase: p, do: x}]\n"
    )
    assert len(faults) == 3
    assert not result.whole
    assert result.ruleset is not None
    assert list(result.ruleset.actions) == ["stay"]
    assert list(result.ruleset.state) == ["c"]
    assert [step.name for step in result.ruleset.flow] == ["p"]
    assert "go" in result.left_out.words


def test_every_kind_of_step_has_a_model_of_its_own() -> None:
    steps = "[x, {do: y}, {rounds: r, times: 2, do: z}, {turns: t, order: players, steps: [{phase: p, do: w}]}]"
    flow = good(f"flow: {steps}").flow
    assert [type(each) for each in flow] == [DoStep, DoStep, RoundsStep, TurnsStep]
    assert [each.name for each in flow] == [None, None, "r", "t"]
    (phase,) = flow[3].inner
    assert isinstance(phase, PhaseStep)
    assert (phase.name, phase.do and phase.do.text, phase.repeats, flow[3].repeats) == ("p", "w", False, True)


def test_names_left_out_are_known() -> None:
    result, _ = check("flow: [{phase: p, steps: [{rounds: r, times: {}}]}]\nplayers2: {}\n")
    assert {"p", "r"} <= result.left_out.words
    result, _ = check(
        "kinds: {Card: {entries: {truck: {count: x}, ship: {}}}}\nboards: {m: {kind: Hex}}\nenums: {Col: [red, a-b]}\n"
    )
    assert {"truck", "m", "Hex", "Col", "red"} <= result.left_out.words
    assert "Card" not in result.left_out.words  # the kind is there without this entry
    assert result.left_out.sections == {"kinds", "boards", "enums"}


def test_without_players_nothing_is_left() -> None:
    result, faults = check("", head="ruleset: {name: demo, title: Demo}\nplayers: {min: x, max: 2, names: [red]}\n")
    assert [fault.code for fault in faults] == ["YUP204"]
    assert result.ruleset is None


def test_an_incomplete_tree_is_not_blamed_for_missing_sections() -> None:
    report = Report()
    tree = load_text("actions: {go: {}}\n", "f.yaml", report)
    assert tree is not None
    validate(tree, report, incomplete=True)
    assert [fault.message for fault in report.diagnostics] == ["`effects` is missing here"]
