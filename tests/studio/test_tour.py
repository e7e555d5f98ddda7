"""Tours: each step is open until what it says is done, and done then; the code of all steps is a whole game; nothing
that somebody made is written anew unasked; and all of it is said in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.game import load
from yupana.tests.found import ROOT
from yupana.tests.studio.asked import Asked
from yupana.tools.languages.catalogue import languages, sections
from yupana.tools.page.faults import Refused
from yupana.tools.studio import tour as module
from yupana.tools.studio.tour import Tour, read_tour, tours
from yupana.tools.studio.tour_checks import KINDS, Check, Rules
from yupana.tools.studio.tour_code import put

LONGEST = {"en": 60, "de": 60}
"""How many words the text of a step has at most."""

LONGEST_SIGNS = 200
"""The same where words are not parted, in signs."""

STEPS = [(each.name, step.name) for each in tours().values() for step in each.steps]


class Learning:
    """A project in which a tour is gone."""

    def __init__(self, folder: Path, tour: Tour) -> None:
        self.tour = tour
        folder.mkdir()
        self.asked = Asked(folder.resolve())
        self.folder = self.asked.host.folder
        for path, text in self.asked.ask("tour/begin", tour=tour.name)["files"].items():
            (self.folder / path).write_text(text)

    @property
    def file(self) -> Path:
        (found,) = self.folder.iterdir()
        return found

    def check(self, step: str, *did: str, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.asked.ask("tour/check", tour=self.tour.name, step=step, did=[*did], **more)
        return found

    def put(self, step: str) -> dict[str, Any]:
        found: dict[str, Any] = self.asked.ask("tour/put", tour=self.tour.name, step=step)
        assert found["path"] == self.file.name
        self.file.write_text(found["text"])
        return found

    def go_to(self, step: str) -> None:
        """All steps in front of one are done."""
        for each in self.tour.steps:
            if each.name == step:
                return
            self.put(each.name)


def deeds(tour: Tour, step: str) -> list[str]:
    """What is to be done on the page in a step."""
    return [each.of[0] for each in tour.step(step).checks if each.kind == "did"]


# ---------------------------------------------------------------- steps


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_a_step_is_open_until_it_is_done(tmp_path: Path, name: str, step: str) -> None:
    tour = tours()[name]
    learning = Learning(tmp_path / "project", tour)
    learning.go_to(step)
    before = learning.check(step)
    assert not before["done"]
    assert before["said"], "it has to say what is missing"
    if tour.step(step).code:
        assert not learning.check(step, *deeds(tour, step))["done"], "its code has to be needed"
    found = learning.put(step)
    assert found["overwritten"] == [], "all that it writes anew it has written itself"
    assert learning.check(step, *deeds(tour, step)) == {"done": True, "said": ""}


def test_the_whole_first_game_is_a_sound_one_with_examples_that_pass(tmp_path: Path) -> None:
    tour = tours()["first_game"]
    learning = Learning(tmp_path / "project", tour)
    learning.go_to("own")
    compiled = compile_ruleset(learning.folder)
    assert isinstance(compiled, SoundRuleset)
    assert compiled.diagnostics == []
    results = run_examples(compiled)
    assert len(results) == 3
    assert all(each.ok for each in results)
    game = load(learning.folder)
    state = game.start(players=2, seed=1)
    for space in ("a1", "b1", "a2", "b2", "a3"):
        state.apply(f"mark(space={space})")
    assert state.over
    assert state.winners == ["x"]


def test_the_whole_first_variant_differs_as_it_says(tmp_path: Path) -> None:
    learning = Learning(tmp_path / "project", tours()["first_variant"])
    for each in learning.tour.steps:
        learning.put(each.name)
    compiled = compile_ruleset(learning.file)
    assert isinstance(compiled, SoundRuleset)
    assert all(each.ok for each in run_examples(compiled))
    assert compiled.diagnostics == []
    assert str(compiled.ruleset.constants["stones"].value) == "24"  # type: ignore[index]


def test_one_example_of_the_variant_fails_until_the_board_is_mended(tmp_path: Path) -> None:
    learning = Learning(tmp_path / "project", tours()["first_variant"])
    learning.go_to("mend")
    compiled = compile_ruleset(learning.file)
    assert isinstance(compiled, SoundRuleset)
    assert sum(not each.ok for each in run_examples(compiled)) == 1


# ---------------------------------------------------------------- what is asked


GAME = """\
ruleset: {name: a, title: A, language: 4}
players: {min: 2, max: 2, names: [x, o]}
state:
  left: {type: int 0..9, start: 4}
actions:
  take:
    source: A-1
    effects: left -= 1
flow:
  - turns: turn
    until: left == 0
scoring:
  items: {luck: "%s"}
examples:
  one_is_taken:
    when: |
      x: take
    then: left == 3
  says_nothing:
    when: |
      x: take
rulebook:
  sections: {"1": All}
  rules:
    A-1: {section: "1", text: Take one.}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.yaml"
    path.write_text(GAME % "1 if me == x else 0")
    return path


def missing(file: Path, kind: str, *of: str, did: frozenset[str] = frozenset()) -> str:
    """The phrase of what is missing, or nothing."""
    found = Rules(compile_ruleset(file), did=did).missing(Check(kind, of))
    return "" if found is None else found.phrase.removeprefix("studio_tour_")


def test_each_kind_of_check_says_what_is_missing(file: Path) -> None:
    right: list[tuple[str, ...]] = [
        ("sound",), ("has", "actions.take"), ("says", "flow.turn", "until"),
        ("says", "flow.turn", "until", "left == 0"), ("uses", "actions.take", "state.left"), ("passes",),
        ("proves", "1"), ("cited",), ("ends",), ("won",),
        ("otherwise",), ("differs", "state"),
    ]  # fmt: skip
    for kind, *of in right:
        assert missing(file, kind, *of) == "", kind
    wrong = {
        ("fault", "YUP401"): "no_fault", ("has", "actions.give"): "not_there", ("differs", "zones"): "same",
        ("says", "flow.turn", "steps"): "not_said", ("says", "flow.turn", "until", "left == 1"): "not_said",
        ("says", "flow.round", "until"): "not_there", ("uses", "scoring.items.luck", "state.left"): "not_used",
        ("uses", "actions.take", "state.right"): "not_there", ("proves", "2"): "few_examples",
        ("did", "played"): "did_played", ("own_text",): "same_text",
    }  # fmt: skip
    for (kind, *of), phrase in wrong.items():
        assert missing(file, kind, *of) == phrase, kind
    assert missing(file, "did", "played", did=frozenset({"played"})) == ""
    assert {each[0] for each in (*right, *wrong)} == KINDS.keys(), "a kind that nobody tries"


@pytest.mark.parametrize(
    ("old", "new", "check", "phrase"),
    [
        ("until: left == 0", "until: false", ("ends",), "no_end"),
        ("1 if me == x else 0", "1", ("won",), "no_winner"),
        ("left == 3", "left == 4", ("passes",), "failing"),
        ("left == 3", "left == 4", ("proves", "1"), "failing"),
        ("    then: left == 3\n", "", ("proves", "1"), "no_example"),
        ("source: A-1", "text: Take one", ("cited",), "uncited"),
        ("effects: left", "effects: right", ("sound",), "faulty"),
        ("effects: left", "effects: right", ("cited",), "faulty"),
        ("effects: left", "effects: right", ("won",), "no_winner"),
    ],
)
def test_a_check_fails_when_what_it_asks_is_broken(
    file: Path, old: str, new: str, check: tuple[str, ...], phrase: str
) -> None:  # fmt: skip
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    assert missing(file, *check) == phrase


def test_what_is_missing_is_said_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    learning = Learning(tmp_path / "project", tours()["first_game"])
    learning.go_to("board")
    said = [learning.check("board", language=each)["said"] for each in ("en", "de", "ja", "xx")]
    assert said == [
        "`boards.grid.fields.mark` is not there yet.", "`boards.grid.fields.mark` gibt es noch nicht.",
        "`boards.grid.fields.mark` がまだありません。", "`boards.grid.fields.mark` is not there yet.",
    ]  # fmt: skip


def test_a_fault_is_told_with_its_place_and_no_path_of_the_machine(tmp_path: Path) -> None:
    learning = Learning(tmp_path / "project", tours()["first_game"])
    learning.go_to("mended")
    said = learning.check("mended")["said"]
    assert re.fullmatch(r"The rules have a fault, game\.yaml:\d+: unknown name `has_lin`\.", said)


# ---------------------------------------------------------------- code


def test_code_is_put_where_it_belongs_and_the_rest_stays_as_it_is() -> None:
    text = "# mine\nactions: # all\n  go:\n    text: Go   # far\n\n  # a stop\n  stop: {}\n\n\nlook: {table: none}\n"
    code = "actions:\n  go:\n    source: A\n    when: true\n  turn:\n    text: Turn\nstate:\n  a: int 0..9\n"
    assert put(text, code).text == (
        "# mine\nactions: # all\n  go:\n    source: A\n    text: Go   # far\n    when: true\n\n  # a stop\n  stop: {}\n"
        "  turn:\n    text: Turn\n\n\nlook: {table: none}\n\nstate:\n  a: int 0..9\n"
    )
    assert put(text, code).overwritten == ()


def test_what_is_put_twice_stands_once() -> None:
    for each in tours().values():
        for step in each.steps:
            before = each.applied("", step.name)
            once = each.put(before.text, step)
            assert each.put(once.text, step).text == once.text


def test_what_somebody_wrote_is_told_before_it_is_written_anew() -> None:
    text = "flow:\n  - rounds: round\n    times: 3\nplayers: {min: 1, max: 2}\n"
    found = put(text, "flow:\n  - turns: turn\nplayers: {min: 2, max: 2}\n", ["players: {min: 1, max: 2} # first\n"])
    assert found.overwritten == ("flow",)
    assert found.text == "flow:\n  - turns: turn\nplayers: {min: 2, max: 2}\n"
    assert put(text, "flow:\n  - rounds: round\n    times: 3\n").text == text


def test_line_ends_stay_and_a_broken_file_is_no_hindrance() -> None:
    assert put("a: 1\r\nb:\r\n  c: 2\r\n", "b:\n  d: 3\n").text == "a: 1\r\nb:\r\n  c: 2\r\n  d: 3\r\n"
    assert put("a: {b: [\n: : :\n- x\n", "c: 1\n").text == "a: {b: [\n: : :\n- x\n\nc: 1\n"
    assert put("", "c: 1\n").text == "c: 1\n"


def test_what_belongs_to_things_that_are_not_there_is_left_out() -> None:
    code = "examples:\n  mine:\n    source: A\n  ours:\n    source: B\n"
    assert put("examples:\n  mine:\n    then: true\n", code, where_there=True).text == (
        "examples:\n  mine:\n    source: A\n    then: true\n"
    )
    assert put("a: 1\n", code, where_there=True).text == "a: 1\n"


def test_an_example_of_another_name_does_not_hinder_the_rulebook(tmp_path: Path) -> None:
    learning = Learning(tmp_path / "project", tours()["first_game"])
    learning.go_to("example")
    learning.put("example")
    learning.file.write_text(learning.file.read_text().replace("a_row_wins_at_once", "my_own"))
    for step in ("mistake", "mended", "look", "proof", "rulebook"):
        assert learning.put(step)["overwritten"] == []
    assert learning.check("rulebook")["done"]
    assert "a_row_wins_at_once" not in learning.file.read_text()


def test_code_goes_into_the_file_with_the_header(tmp_path: Path) -> None:
    learning = Learning(tmp_path / "project", tours()["first_game"])
    learning.go_to("board")
    (learning.folder / "a_first.yaml").write_text("examples: {}\n")
    (learning.folder / "texts").mkdir()
    (learning.folder / "texts" / "de.yaml").write_text("title: A\n")
    asked = learning.asked.ask("tour/put", tour="first_game", step="board")
    assert asked["path"] == "game.yaml"
    assert asked["before"] == (learning.folder / "game.yaml").read_text()


# ---------------------------------------------------------------- beginning


def test_a_tour_begins_under_a_name_that_is_free(tmp_path: Path) -> None:
    asked = Asked(tmp_path.resolve())
    for name, called in (("first_game", "ttt"), ("first_variant", "my_stones")):
        assert asked.ask("tour/begin", tour=name)["name"] == called
        taken = [called, f"{called}_2", "other"]
        assert asked.ask("tour/begin", tour=name, taken=taken)["name"] == f"{called}_3"
    begun = asked.ask("tour/begin", tour="first_variant", language="ja")
    assert begun["title"] == "わたしの飛び石"
    assert begun["base"] == "stepping_stones"


def fitting(asked: Asked) -> set[str]:
    return {each["tour"] for each in asked.ask("tour/list")["tours"] if each["fits"]}


def test_tours_are_offered_only_where_they_write_nothing_of_somebodys_own_anew(tmp_path: Path) -> None:
    for name in tours():
        assert fitting(Learning(tmp_path / name, tours()[name]).asked) == {name}
    for header, fits in (
        ("name: ttt_2", {"first_game"}), ("name: tttt", set()), ("name: chess", set()), ("title: Mine", {"first_game"}),
        ("name: b\n  extends: chess", set()), ("name: b\n  extends: stepping_stones", {"first_variant"}),
    ):  # fmt: skip
        folder = tmp_path / re.sub(r"\W+", "_", header)
        folder.mkdir()
        (folder / "game.yaml").write_text(f"ruleset:\n  {header}\n")
        assert fitting(Asked(folder.resolve())) == fits, header


def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    asked = Asked(tmp_path.resolve())
    for method in ("tour/read", "tour/begin", "tour/check", "tour/put"):
        for tour in ("none", "../first_game", ""):
            with pytest.raises(Refused):
                asked.ask(method, tour=tour, step="board")
    for method in ("tour/check", "tour/put"):
        with pytest.raises(Refused):
            asked.ask(method, tour="first_game", step="none")
    with pytest.raises(Refused):
        asked.ask("tour/check", tour="first_game", step="board", did=["x"] * 100)


BEGIN = "tour: a\nminutes: 1\nbegin: {name: a, file: a.yaml}\nsteps:\n"
STEP = "  - {step: %s, at: editor, check: [sound]}\n"


@pytest.mark.parametrize(
    "text",
    [
        "", "tour: a\n", BEGIN, BEGIN + "".join(STEP % f"s{'x' * each}" for each in range(61)),
        BEGIN + STEP % "one" * 2, BEGIN + "  - {step: one, at: editor, check: [nothing]}\n",
        BEGIN + "  - {step: one, at: editor, check: []}\n", BEGIN + "  - {step: one, at: editor}\n",
        BEGIN + "  - {step: one, run: x, check: [sound]}\n", BEGIN + STEP % "One!", BEGIN.replace("tour: a", "tour: A"),
        BEGIN + "  - one\n", BEGIN + "  - {step: one, check: [{has: a, uses: b}]}\n",
        BEGIN + STEP % "one" + "#" * 70_000, BEGIN + STEP % "[",
    ],
)  # fmt: skip
def test_a_file_that_is_no_tour_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(BEGIN + STEP % "one")
    assert [each.name for each in read_tour(path).steps] == ["one"]
    path.write_text(text)
    with pytest.raises(ValueError, match=r"a\.yaml"):
        read_tour(path)


# ---------------------------------------------------------------- words


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """The texts of all steps in a language."""
    said = sections(lang)["studio_tour"]
    for name, step in STEPS:
        yield f"{name}.{step}", said[f"studio_tour_{name}_{step}"]


@pytest.mark.parametrize("lang", languages())
def test_every_step_is_said_in_every_language(lang: str) -> None:
    own, english = sections(lang)["studio_tour"], sections("en")["studio_tour"]
    assert own.keys() == english.keys()
    for key, text in own.items():
        assert text.strip() == text, key
        assert text, key
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), key
        assert set(re.findall("`[^`]+`", english[key])) <= set(re.findall("`[^`]+`", text)), key
        assert text.count("`") % 2 == 0, key
    if lang != "en":
        assert [key for key, text in own.items() if text == english[key]] in (
            ["studio_tour_first_game_project"], [], ["studio_tour_copy"],
        )  # fmt: skip


@pytest.mark.parametrize("lang", languages())
def test_the_text_of_a_step_is_short(lang: str) -> None:
    for step, text in texts(lang):
        if lang in LONGEST:
            assert len(text.split()) >= 15, step
            assert len(text.split()) <= LONGEST[lang], step
        else:
            assert len(text) <= LONGEST_SIGNS, step


def test_no_phrase_is_missing_and_none_is_left_over() -> None:
    known = set(sections("en")["studio_tour"])
    studio = ROOT / "tools" / "studio"
    sources = [*studio.glob("tour*.py"), *(studio / "client" / "tour").glob("*.js")]
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    named = {*re.findall(r"studio_tour_[a-z_]+\b", source)}
    made = {f"studio_tour_{name}_{step}{end}" for name, step in STEPS for end in ("", "_title")}
    made |= {f"studio_tour_{name}{end}" for name in tours() for end in ("", "_project", "_finished")}
    made |= {f"studio_tour_pane_{step.at}" for each in tours().values() for step in each.steps}
    made |= {f"studio_tour_did_{did}" for name, step in STEPS for did in deeds(tours()[name], step)}
    wanted = made | {each for each in named if not each.endswith("_")} | {"studio_tour"}
    assert known == wanted


def test_the_tours_are_as_short_as_was_promised() -> None:
    assert {each.name: each.minutes for each in tours().values()} == {"first_variant": 10, "first_game": 30}
    for each in tours().values():
        assert len(each.steps) <= 20


def test_the_game_at_the_end_is_known_by_what_decides_play() -> None:
    assert {path for path, _ in module._finished("first_game")} >= {"actions.mark", "boards.grid", "flow.turn"}
    assert module._finished("first_variant") == frozenset()
