"""What is kept from one check to the next, and what an edit makes it look at again."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.incremental.interfaces import SoundExamples
from yupana.interpreter.index.elements import index
from yupana.interpreter.rechecking import Rechecker
from yupana.interpreter.typed.declared import DomainInfo
from yupana.schemas.compose import compose
from yupana.schemas.model_cache import ROUND, ModelCache, Recent
from yupana.schemas.ruleset import Ruleset
from yupana.tests.uses.twins import TWINS
from yupana.tools.testing.watching import Watcher

EVERY = ["grabbing", "selling", "soothing", "sailing", "paying", "shouting"]


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The examples that each check looks at."""
    found: list[list[str]] = []
    doubtful = SoundExamples.doubtful

    def noted(self: SoundExamples, compiled: Compiled) -> list[str]:
        found.append(doubtful(self, compiled))
        return found[-1]

    monkeypatch.setattr(SoundExamples, "doubtful", noted)
    return found


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("{fee: 2}", "{fee: 1}", []),  # the code that uses it looks as before
        (
            "fields: {coins: {type: int 0..99",
            "fields: {coins: {type: int 0..98",
            ["grabbing", "selling", "paying", "shouting"],
        ),
        ("worth: {type: int 0..99}", "worth: {type: int 0..98}", []),
        ("wool: {worth: 3}", "wool: {worth: 9}", []),
        ("state: {mood: {type: Mood", "state: {mood: {type: Mood?", ["soothing"]),
        ("sea: {type: Sea, start: rough}", "sea: {type: Mood, start: wild}", ["sailing"]),
        ("{heap: {in: 1..2}}", "{pile: {in: 1..2}}", ["grabbing"]),
        ("then: red.coins == 9}", "then: red.coins == 8}", ["shouting"]),
        ("Sea: [calm, rough]", "Sea: [calm, rough, high]", EVERY),  # members are seen from everywhere
        ("title: Twins", "title: Doubles", []),
    ],
)
def test_the_examples_that_an_edit_makes_doubtful(
    tmp_path: Path, looked_at: list[list[str]], old: str, new: str, again: list[str]
) -> None:
    assert TWINS.count(old) == 1
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS, encoding="utf-8")
    checker = Rechecker(file)
    checker.check()
    file.write_text(TWINS.replace(old, new).replace("me.coins += heap", "me.coins += 1"), encoding="utf-8")
    checker.check()
    assert looked_at == [EVERY, again]


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("# nothing", "# something", True),
        ("source: A-1", "source: A-2", True),
        ("text: Said of it", "text: Told of it", True),
        ("One rule.", "A rule.", True),
        ("is: 1", "is: 2", False),
    ],
)
def test_words_for_people_leave_the_rules_checked(tmp_path: Path, old: str, new: str, kept: bool) -> None:
    text = TWINS.replace("rules: {}", "rules: {A-1: {section: '1', text: One rule.}, A-2: {section: '1', text: Two.}}")
    text = text.replace("functions:", "functions:\n  one: {is: 1, text: Said of it, source: A-1}  # nothing")
    assert text.count(old) == 1
    file = tmp_path / "twins.yaml"
    file.write_text(text, encoding="utf-8")
    checker = Rechecker(file)
    before = checker.check().checked
    file.write_text(text.replace(old, new), encoding="utf-8")
    after = checker.check()
    assert before is not None
    assert after.checked is not None
    assert (after.checked.rules is before.rules) == kept
    assert after.checked.world.ruleset is after.ruleset
    assert after.hash == compile_ruleset(file).hash == (after.program and after.program.hash)


def test_what_an_example_cites_is_looked_up_though_the_rules_are_kept(tmp_path: Path) -> None:
    text = TWINS.replace("rules: {}", "rules: {A-1: {section: '1', text: One.}}")
    file = tmp_path / "twins.yaml"
    file.write_text(text, encoding="utf-8")
    checker = Rechecker(file)
    assert checker.check().diagnostics == []
    file.write_text(text.replace("shouting: {when", "shouting: {source: A-2, when"), encoding="utf-8")
    told = [(each.code, each.span) for each in checker.check().diagnostics]
    assert told
    assert told == [(each.code, each.span) for each in compile_ruleset(file).diagnostics]


def test_an_example_that_was_faulty_is_looked_at_until_it_is_sound(tmp_path: Path, looked_at: list[list[str]]) -> None:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS.replace("red.coins == 9", "red.coin == 9"), encoding="utf-8")
    checker = Rechecker(file)
    assert len(checker.check().diagnostics) == len(checker.check().diagnostics) == 1
    file.write_text(TWINS, encoding="utf-8")
    assert checker.check().diagnostics == []
    checker.check()
    assert looked_at == [EVERY, ["shouting"], ["shouting"], []]


def test_unchanged_elements_are_the_same_models(tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS, encoding="utf-8")
    kept = ModelCache()

    def read() -> Ruleset:
        ruleset = compose(file, kept).ruleset
        assert ruleset is not None
        return ruleset

    before = read()
    file.write_text(TWINS.replace("is: w.worth", "is: w.worth + 1"), encoding="utf-8")
    after = read()
    assert after.functions["price"] is not before.functions["price"]  # type: ignore[index]
    assert after.functions["price"].body.text == "w.worth + 1"  # type: ignore[index]
    assert all(after.actions[name] is before.actions[name] for name in before.actions)


def alive(kind: type) -> int:
    """So many there are, but for those that were set aside."""
    gc.collect()
    return sum(type(each) is kind for each in gc.get_objects())


@pytest.mark.slow
def test_the_rules_of_long_ago_are_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    gc.freeze()  # what was there before
    checker = Rechecker(file)
    for number in range(18):  # every time the rules are others, and one example is
        more = "".join(f"  more{each}: {{then: blue.coins < {8 + (each < number)}}}\n" for each in range(30))
        text = TWINS.replace("wool: {worth: 3}", f"wool: {{worth: {number}}}")
        file.write_text(text.replace("examples:\n", f"examples:\n{more}"), encoding="utf-8")
        last = checker.check()
        assert last.checked is not None
    assert alive(DomainInfo) <= 12 * len(last.checked.world.domains)
    found, wanted = index(last).references, index(compile_ruleset(file)).references
    assert found is not None
    assert wanted is not None
    assert found.references == wanted.references


def test_few_states_of_a_ruleset_are_kept(tmp_path: Path) -> None:
    """However small the edit, the whole ruleset is another one."""
    gc.freeze()  # what was there before
    file, kept = tmp_path / "twins.yaml", ModelCache()
    for number in range(40):
        file.write_text(TWINS.replace("is: w.worth", f"is: w.worth + {number}"), encoding="utf-8")
        compose(file, kept)
    assert 1 <= alive(Ruleset) <= 2 * ROUND


def test_readings_that_come_to_little_make_nothing_forgotten() -> None:
    """Half a file cannot be read for a while: what stands in it is known when it can."""
    kept = Recent[int, str]()

    def reading(numbers: range) -> list[int]:
        unknown = [each for each in numbers if kept.get(each) is None]
        for each in unknown:
            kept[each] = str(each)
        kept.has_been_read()
        return unknown

    assert reading(range(100)) == [*range(100)]
    for _ in range(5):
        assert reading(range(10)) == []
    assert reading(range(100)) == []
    for _ in range(2 * ROUND):
        assert reading(range(60)) == []
    assert reading(range(100)) == [*range(60, 100)]


def test_what_an_alias_repeats_is_a_model_of_its_own(tmp_path: Path) -> None:
    """As it is without anything kept: two entries that say the same are still two."""
    text = TWINS.replace("{wool: {worth: 3}, salt: {worth: 1}}", "{wool: &same {worth: 3}, salt: *same}")
    file = tmp_path / "twins.yaml"
    file.write_text(text, encoding="utf-8")
    kept = ModelCache()
    for _ in range(3):
        ruleset = compose(file, kept).ruleset
        assert ruleset is not None
        wool, salt = ruleset.kinds["Ware"].entries.values()  # type: ignore[index]
        assert wool is not salt


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# nothing", "# something"),
        ("then: red.coins == 9}", "then: red.coins == 8}"),
        ("examples:\n", "examples:\n\n"),  # all of them stand elsewhere
        ("examples:\n", "examples:\n  more: {when: [{blue: pay}], then: blue.coins == 7}\n"),
        ("is: w.worth}", "is: w.worth + fee}"),
        ("grab: {", "seize: {"),
        ("{fee: 2}", "{fee: two}"),  # it is faulty, and then again not
    ],
)
def test_uses_are_the_same_after_an_edit(tmp_path: Path, old: str, new: str) -> None:
    text = TWINS.replace("functions:", "functions:  # nothing") + 'look: {player: ["{me.coins} and {me.worth}"]}\n'
    assert text.count(old) == 1
    file = tmp_path / "twins.yaml"
    checker = Rechecker(file)
    for now in (text, text.replace(old, new), text):
        file.write_text(now, encoding="utf-8")
        again, whole = checker.check(), compile_ruleset(file)
        found, wanted = index(again).references, index(whole).references
        assert found is not None
        assert wanted is not None
        assert found.references == wanted.references


def test_who_watches_a_ruleset_checks_only_what_changed(tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS, encoding="utf-8")
    watcher = Watcher(str(file))
    first = watcher.look()
    file.write_text(TWINS.replace("red.coins == 9", "red.coins == 8"), encoding="utf-8")
    second = watcher.look()
    assert first is not None
    assert second is not None
    assert first.compiled.checked is not None
    assert second.compiled.checked is not None
    assert second.compiled.checked.rules is first.compiled.checked.rules
    assert [each.name for each in second.results if not each.ok] == ["shouting"]


def test_texts_in_another_language_are_as_if_read_anew(tmp_path: Path) -> None:
    rules = """\
ruleset: {name: small, title: Small, language: 4}
players: {min: 1, max: 1, names: [red]}
state: {coins: {type: int 0..9, text: What red has}}
rulebook:
  sections: {"1": Coins}
  rules:
    S-1: {section: "1", text: "There are coins.", status: stated}
actions: {take: {menu: main, source: S-1, effects: 'coins += 1; log "{red} takes one"'}}
flow: [{turns: turn, menu: main, until: coins == 9}]
"""
    german = """\
title: Klein
sections: {"1": Münzen}
rules: {S-1: "Es gibt Münzen."}
texts: {state.coins: Was Rot hat}
phrases: {"{red} takes one": "{red} nimmt eine"}
"""
    game, texts = tmp_path / "game.yaml", tmp_path / "texts" / "de.yaml"
    texts.parent.mkdir()
    game.write_text(rules, encoding="utf-8")
    texts.write_text(german, encoding="utf-8")
    checker = Rechecker(tmp_path)
    assert checker.check().diagnostics == []
    seen = set()
    for path, old, new in [
        (texts, "S-1", "S-2"),  # a rule that there is not
        (game, "S-1: {section", "S-3: {section"),  # one that has no text any more
        (game, "takes one", "takes a coin"),
        (game, "text: What red has", "text: What red owns"),  # other words at the same place are nobody's fault
        (game, ", text: What red has", ""),
        (game, "coins: {type", "money: {type"),
        (texts, "Es gibt Münzen.", "Es gibt {coinss}."),
        (texts, "{red} nimmt", "{rot} nimmt"),
        (game, "\n", "\n\n"),
    ]:
        before = path.read_text(encoding="utf-8")
        assert old in before
        path.write_text(before.replace(old, new, 1), encoding="utf-8")
        for _ in range(2):
            again, whole = checker.check(), compile_ruleset(tmp_path)
            assert [str(each) for each in again.diagnostics] == [str(each) for each in whole.diagnostics]
            seen.update(each.code for each in whole.diagnostics)
        path.write_text(before, encoding="utf-8")
        assert checker.check().diagnostics == []
    assert {"YUP251", "YUP252", "YUP250", "YUP255"} <= seen
