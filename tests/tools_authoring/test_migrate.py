"""`yupana migrate`: old words are replaced where they stand, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.compose import SHIPPED
from yupana.schemas.versions import CURRENT
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.authoring.edits import Edit, apply
from yupana.tools.migrations import plan as planning

GAME = """\
# A game of version 1.
ruleset:
  name: storm   # the name
  title: Storm
  language: 1   # old
  text: It holds.
players: {min: 2, max: 2, names: [red, blue], fields: {n: int}}
functions:
  damage: {of: {s: int}, is: s, adjustable: true}
  holds: {of: {s: int}, is: s > 1}     # a name, no key
flow: [{rounds: r, times: 2, steps: [{turns: t}]}]
actions:
  hit: {effects: "activate fury; me.n += damage(1) if holds(2) else 0"}
"""

MORE = """\
adjustments:
  fury: {of: damage, value: value + 1, for: game,   holds:   me}  # holds: me
  calm:
    of: damage
    value: "0"
    for: r
    "holds": all   # für alle
"""

VARIANT = """\
ruleset: {name: mild, title: Mild, extends: storm}
remove: {adjustments: {fury: ['holds']}}
change: {adjustments: {calm: {holds: me}}}
"""

WANTED = {
    "game.yaml": GAME.replace("language: 1", "language: 4"),
    "more.yaml": MORE.replace("  holds:   me", "  applies_to:   me").replace('"holds"', '"applies_to"'),
    "variants/mild.yaml": VARIANT.replace("'holds'", "'applies_to'").replace("holds: me", "applies_to: me")
    .replace("title: Mild, ", "title: Mild, language: 4, "),
}  # fmt: skip


@pytest.fixture
def storm(tmp_path: Path, yupana: Yupana) -> Path:
    folder = tmp_path / "storm"
    (folder / "variants").mkdir(parents=True)
    for name, text in {"game.yaml": GAME, "more.yaml": MORE, "variants/mild.yaml": VARIANT}.items():
        (folder / name).write_text(text)
    return folder


def contents(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*.yaml"))}


def test_old_words_are_replaced_and_nothing_else(yupana: Yupana, storm: Path) -> None:
    programs = [compile_ruleset(each).program for each in ("./storm", "./storm/variants/mild.yaml")]
    assert yupana("check", "./storm", "./storm/variants/mild.yaml").out.count("warning YUP214") == 6
    ran = yupana("migrate", "./storm")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == [
        "storm/more.yaml:2: `holds` is `applies_to`: it says for whom, `for` says how long",
        "storm/more.yaml:7: `holds` is `applies_to`: it says for whom, `for` says how long",
        "storm/game.yaml:5: language 4",
        "storm/variants/mild.yaml:1: language 4",
        "storm/variants/mild.yaml:2: `holds` is `applies_to`: it says for whom, `for` says how long",
        "storm/variants/mild.yaml:3: `holds` is `applies_to`: it says for whom, `for` says how long",
        "3 files brought to version 4 of the language",
    ]
    assert contents(storm) == WANTED
    assert "warning" not in yupana("check", "./storm", "./storm/variants/mild.yaml").out
    # it plays as before: but for the hash of its text, the program is the same
    for before, target in zip(programs, ("./storm", "./storm/variants/mild.yaml"), strict=True):
        after = compile_ruleset(target).program
        assert before is not None
        assert after is not None
        assert (before.functions, before.layout, before.domains) == (after.functions, after.layout, after.domains)


def test_a_second_run_finds_nothing(yupana: Yupana, storm: Path) -> None:
    yupana("migrate", "./storm")
    before = {path: path.stat().st_mtime_ns for path in storm.rglob("*.yaml")}
    ran = yupana("migrate", "./storm")
    assert (ran.code, ran.out) == (0, "Everything is written for version 4 of the language.\n")
    assert {path: path.stat().st_mtime_ns for path in storm.rglob("*.yaml")} == before
    assert yupana("migrate", "./storm", "--check").code == 0


def test_looking_writes_nothing(yupana: Yupana, storm: Path) -> None:
    before = contents(storm)
    ran = yupana("migrate", "./storm", "--check")
    assert ran.code == 1
    assert "3 files to be brought to version 4" in ran.out
    ran = yupana("migrate", "./storm", "--diff")
    assert ran.code == 0
    assert '-    "holds": all   # für alle\n+    "applies_to": all   # für alle\n' in ran.out
    document = yupana("migrate", "./storm", "--check", "--json").document
    assert (document["ok"], document["written"], document["language"]) == (True, False, CURRENT)
    assert document["files"][0] == {
        "file": "storm/more.yaml",
        "from": 1,
        "changes": [
            {"line": 2, "what": "`holds` is `applies_to`: it says for whom, `for` says how long"},
            {"line": 7, "what": "`holds` is `applies_to`: it says for whom, `for` says how long"},
        ],
    }
    assert contents(storm) == before


def test_an_overlay_by_itself_leaves_its_base_alone(yupana: Yupana, storm: Path) -> None:
    assert yupana("migrate", "./storm/variants/mild.yaml").code == 0
    assert contents(storm) == {"game.yaml": GAME, "more.yaml": MORE} | {
        "variants/mild.yaml": WANTED["variants/mild.yaml"]
    }
    assert yupana("migrate", "./storm+mild").code == 0
    assert contents(storm) == WANTED


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("{name: a, title: A}", "{language: 4, name: a, title: A}"),
        ("{title: A, name: a}", "{title: A, language: 4, name: a}"),
        ("{name: a, title: A, text: 'x, y'}", "{name: a, title: A, language: 4, text: 'x, y'}"),
        ("\n  name: a\n  title: A   # so\n  text: B", "\n  name: a\n  title: A   # so\n  language: 4\n  text: B"),
        ("\n  name: a\n  title: A", "\n  language: 4\n  name: a\n  title: A"),
        ("{name: a, title: A, language: 0x1}", "{name: a, title: A, language: 4}"),
    ],
)
def test_a_header_without_a_version_gets_one(yupana: Yupana, tmp_path: Path, header: str, wanted: str) -> None:
    rest = GAME[GAME.index("players:") :].replace("activate fury; ", "")
    file = tmp_path / "a.yaml"
    file.write_text(f"ruleset: {header}\n{rest}")
    ran = yupana("migrate", "./a.yaml")
    assert ran.code == 0, ran.out + ran.err
    assert file.read_text() == f"ruleset: {wanted}\n{rest}"
    assert yupana("check", "./a.yaml").out == "./a.yaml: no faults\n"


def test_line_ends_and_the_byte_order_mark_stay(yupana: Yupana, storm: Path) -> None:
    for name, text in (("game.yaml", GAME.replace("  language: 1   # old\n", "")), ("more.yaml", MORE)):
        (storm / name).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert yupana("migrate", "./storm").code == 0
    for name in ("game.yaml", "more.yaml"):
        wanted = WANTED[name].replace("  language: 4   # old\n", "  language: 4\n")
        assert (storm / name).read_bytes() == b"\xef\xbb\xbf" + wanted.replace("\n", "\r\n").encode()


def test_a_file_that_cannot_be_read_stops_everything(yupana: Yupana, storm: Path) -> None:
    (storm / "more.yaml").write_text(MORE + "x: [1\n")
    before = contents(storm)
    ran = yupana("migrate", "./storm")
    assert ran.code == 1
    assert "YUP101" in ran.err
    assert "Nothing was written" in ran.err
    assert contents(storm) == before


def test_a_newer_version_is_left_alone(yupana: Yupana, storm: Path) -> None:
    edit(storm / "game.yaml", "language: 1", "language: 9")
    before = contents(storm)
    ran = yupana("migrate", "./storm", "--json")
    assert ran.code == 1
    assert [each["code"] for each in ran.document["diagnostics"]] == ["YUP213"]
    assert contents(storm) == before


def test_what_is_written_is_proved_first(yupana: Yupana, storm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If an edit of ours damaged a file, nothing would be written."""
    damage = apply
    monkeypatch.setattr(planning, "apply", lambda text, edits: damage(text, edits).replace("value + 1", "value + 2"))
    before = contents(storm)
    ran = yupana("migrate", "./storm")
    assert ran.code == 3
    assert "does not say the same" in ran.err
    assert contents(storm) == before


def test_a_word_that_is_written_with_escapes_is_left_to_the_author(yupana: Yupana, storm: Path) -> None:
    edit(storm / "more.yaml", '"holds"', '"h\\x6flds"')
    before = contents(storm)
    ran = yupana("migrate", "./storm")
    assert ran.code == 1
    assert "write `applies_to` yourself" in ran.err
    assert contents(storm) == before


def test_an_unknown_name_is_wrong_usage(yupana: Yupana) -> None:
    assert yupana("migrate", "no_such_game").code == 2


def test_what_ships_is_written_for_the_present_version(yupana: Yupana) -> None:
    games = sorted(each.name for each in SHIPPED.iterdir() if each.is_dir())
    ran = yupana("migrate", *games, "--check")
    assert (ran.code, ran.err) == (0, "")


def test_edits_are_exact() -> None:
    text = "ab\r\ncd\nef"
    assert apply(text, [Edit(2, 1, 2, 2, "X"), Edit(1, 3, 1, 3, "\n+"), Edit(3, 3, 3, 3, "!")]) == "ab\r\n+\r\nXd\nef!"
    assert apply(text, []) == text
    for wrong in ([Edit(1, 1, 1, 3, ""), Edit(1, 2, 1, 3, "")], [Edit(4, 1, 4, 1, "")], [Edit(2, 4, 2, 4, "")]):
        with pytest.raises(ValueError, match=r"two edits|there is no"):
            apply(text, wrong)


CLAIMS = """\
ruleset: {name: turns, title: Turns, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {n: int 0..9}}
actions:
  grow: {when: me.n < 1, effects: me.n += 1}
  rest: {effects: pass}
flow: [{rounds: r, times: 2, steps: [{turns: t}]}]
examples:
  each_for_its_reason:
    when:
      - blue: reject grow     # it is not blue's turn
      - red: grow
      - blue: "reject  grow(n=1)"
      - blue: rest
      - red: 'reject grow'
      - red: reject rest
      - red: rest
      - blue: reject grow
"""


def test_the_word_that_is_true_is_written(yupana: Yupana, tmp_path: Path) -> None:
    """What fails stays a failing example, and what is not reached gets the strictest word."""
    (tmp_path / "turns.yaml").write_text(CLAIMS)
    ran = yupana("migrate", "./turns.yaml")
    assert ran.code == 0, ran.err
    assert "turns.yaml:10: `reject` is `not asked`" in ran.out
    moves = [line.strip() for line in (tmp_path / "turns.yaml").read_text().split("\n")[9:17]]
    assert moves == [
        "- blue: not asked grow     # it is not blue's turn",
        "- red: grow",
        '- blue: "cannot  grow(n=1)"',
        "- blue: rest",
        "- red: 'cannot grow'",
        "- red: cannot rest",
        "- red: rest",
        "- blue: cannot grow",
    ]
    assert yupana("check", "./turns.yaml").out == "./turns.yaml: no faults\n"
    assert yupana("migrate", "./turns.yaml").out == "Everything is written for version 4 of the language.\n"


MILL = """\
ruleset: {name: mill, title: Mill, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {n: int}}
flow:
  - rounds: week
    times: 4
    end: me_too()
    steps: [{turns: turn}, {phase: night, do: pass}]
actions:
  rest: {effects: "if me.n > 2: end week; me.n += 1; log \\"; end week\\""}
  stop:
    effects: |
      end turn   # not: end week
      if me.n == 0:
          end   week
      end week  # all weeks
  halt: {effects: 'end week'}
""".replace("    end: me_too()\n", "")


def test_what_ended_all_repetitions_does_so_still(tmp_path: Path, yupana: Yupana) -> None:
    (tmp_path / "mill").mkdir()
    file = tmp_path / "mill" / "game.yaml"
    file.write_text(MILL)
    (tmp_path / "mill" / "variants").mkdir()
    variant = tmp_path / "mill" / "variants" / "fast.yaml"
    variant.write_text(
        "ruleset: {name: fast, title: Fast, language: 1, extends: mill}\nactions: {go: {effects: end week}}\n"
    )
    fresh = tmp_path / "mill" / "variants" / "new.yaml"
    fresh.write_text(
        "ruleset: {name: new, title: New, language: 4, extends: mill}\nactions: {go: {effects: end week}}\n"
    )
    assert yupana("migrate", "./mill").code == 0
    assert file.read_text() == (
        MILL.replace("language: 2", "language: 4")
        .replace("2: end week;", "2: end step week;")
        .replace("end   week", "end   step week")
        .replace("end week  #", "end step week  #")
        .replace("'end week'", "'end step week'")
    )
    assert variant.read_text().endswith("language: 4, extends: mill}\nactions: {go: {effects: end step week}}\n")
    assert fresh.read_text().endswith("{go: {effects: end week}}\n")
    assert yupana("check", "./mill").code == 0


def test_the_word_is_tried_in_a_file_that_says_to_be_of_the_present_version_too(yupana: Yupana, tmp_path: Path) -> None:
    """There the old word is an error: it became the strictest one without a look."""
    (tmp_path / "turns.yaml").write_text(CLAIMS.replace("language: 2", "language: 4"))
    ran = yupana("migrate", "./turns.yaml")
    assert ran.code == 0, ran.err
    moves = [line.strip() for line in (tmp_path / "turns.yaml").read_text().split("\n")[9:11]]
    assert moves == ["- blue: not asked grow     # it is not blue's turn", "- red: grow"]
    assert yupana("check", "./turns.yaml").out == "./turns.yaml: no faults\n"


LOUD = """\
ruleset: {name: loud, title: Loud, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {n: {type: int 0..9, visible: owner}}}
actions:
  boast: {text: Boast, effects: 'me.n += 1; log "{me} has {me.n}"'}
flow: [{rounds: r, times: 2, steps: [{turns: t}]}]
"""


def test_what_would_play_no_longer_is_not_written(yupana: Yupana, tmp_path: Path) -> None:
    """A warning of an older version that is an error in the present one: the promise is that the files say the same."""
    (tmp_path / "loud.yaml").write_text(LOUD)
    ran = yupana("check", "./loud.yaml")
    assert (ran.code, "warning YUP461" in ran.out) == (0, True)
    ran = yupana("migrate", "./loud.yaml")
    assert ran.code == 1
    assert "error YUP215: in version 4 this plays no longer: YUP461 this line of the log reveals" in ran.err
    assert "Nothing was written: fix these faults first." in ran.err
    assert (tmp_path / "loud.yaml").read_text() == LOUD


def test_what_would_play_otherwise_is_not_written(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a migration gets wrong, the programs before and after are compared."""
    (tmp_path / "turns.yaml").write_text(CLAIMS)
    right = planning.apply
    monkeypatch.setattr(planning, "apply", lambda text, edits: right(text, edits).replace("me.n += 1", "me.n += 2"))
    monkeypatch.setattr(planning, "_prove", lambda *_: None)
    ran = yupana("migrate", "./turns.yaml")
    assert ran.code == 1
    assert "error YUP215: in version 4 this plays otherwise: `actions.grow` would do something else" in ran.err
    assert (tmp_path / "turns.yaml").read_text() == CLAIMS
