"""`yupana rulebook check`: what is stale, what is wrong, and what is neither."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts
from yupana.tests.found import ROOT, compiled, shipped, slow_if_large
from yupana.tests.tools.command_line import Ran, Yupana
from yupana.tests.tools_rulebook.conftest import change
from yupana.tools.book.lock import lock_file, read_lock
from yupana.tools.book.make import make_maker
from yupana.tools.book.review import review


def accepted(depot: Path, yupana: Yupana) -> str:
    ran = yupana("rulebook", "check", "depot", "--accept")
    assert (ran.code, ran.out) == (0, "depot: 3 rules, no faults\n")
    return (depot / "rulebook.lock").read_text(encoding="utf-8")


def told(ran: Ran) -> list[tuple[str, str]]:
    return [(each["code"], each["message"]) for each in ran.document["diagnostics"]]


# ---------------------------------------------------------------- stale rules


def test_the_lock_is_written_when_somebody_accepts(depot: Path, yupana: Yupana) -> None:
    ran = yupana("rulebook", "check", "depot")
    assert ran.code == 0
    assert "Nothing has been accepted yet; --accept writes depot/rulebook.lock." in ran.out
    assert not (depot / "rulebook.lock").exists()
    lock = accepted(depot, yupana)
    assert lock.startswith("# The rules as they were accepted")
    rows = [line.split(":")[0] for line in lock.splitlines() if not line.startswith("#")]
    assert rows[:4] == ["D-1", "  text", "  words", "  actions.mark"]
    assert "  constants.posts" in rows[rows.index("D-2") :]
    assert "examples.a_cell_is_marked_once" not in lock
    document = yupana("rulebook", "check", "depot", "--json").document
    assert (document["ok"], document["rules"], document["stale"], document["new"]) == (True, 3, [], [])
    assert accepted(depot, yupana) == lock


def test_a_text_that_changes_alone_is_stale(depot: Path, yupana: Yupana) -> None:
    accepted(depot, yupana)
    change(depot, "A board holds", "A board may hold")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.code == 1
    (stale,) = ran.document["stale"]
    assert (stale["rule"], stale["changed"], stale["elements"]) == ("D-2", "text", [])
    (told_change,) = stale["changes"]
    assert (told_change["element"], told_change["key"]) == ("rules.D-2", "text")
    assert told_change["old"] == "A board holds 12 (9 with 4 players) posts."
    assert told_change["new"] == "A board may hold 12 (9 with 4 players) posts."
    people = yupana("rulebook", "check", "depot").out
    assert "    - A board holds 12 (9 with 4 players) posts.\n    + A board may hold 12" in people
    assert told(ran) == [("YUP256", "D-2 is stale: its text has changed, and nothing that implements it has")]
    span = ran.document["diagnostics"][0]
    line = (depot / "game.yaml").read_text(encoding="utf-8").split("\n")[span["line"] - 1]
    assert line[span["column"] - 1 :].startswith('"A board may hold')
    assert yupana("rulebook", "check", "depot", "--accept", "D-2").code == 0
    assert yupana("rulebook", "check", "depot").code == 0


def test_behaviour_that_changes_alone_is_stale(depot: Path, yupana: Yupana) -> None:
    accepted(depot, yupana)
    change(depot, "limit: {per: turn}", "limit: {per: round}")
    change(depot, "if: cell.mark == none", "if: cell.mark != none")
    ran = yupana("rulebook", "check", "depot")
    assert ran.code == 1
    assert "D-1 may be stale: `actions.mark` has changed, and its text has not" in ran.out
    assert "D-3 may be stale: `actions.mark` has changed, and its text has not" in ran.out
    assert "yupana rulebook check depot --accept D-1" in ran.out
    assert "  actions.mark: limit.per\n    - turn\n    + round\n" in ran.out
    assert ran.out.endswith("depot: 3 rules, 2 stale\n")
    document = yupana("rulebook", "check", "depot", "--accept", "D-1", "--json").document
    (left,) = document["stale"]
    assert (left["rule"], left["changed"], left["elements"]) == ("D-3", "code", ["actions.mark"])
    assert {"element": "actions.mark", "key": "limit.per", "old": "turn", "new": "round"} in left["changes"]
    assert not document["ok"]


def test_only_the_rules_that_speak_of_an_edit_are_doubted(depot: Path, yupana: Yupana) -> None:
    rules = '  rules:\n    D-4: {section: "1", text: A marked cell gives money.}\n'
    change(depot, "  rules:\n", rules + '    D-5: {section: "1", text: Trucks stop.}\n')
    change(depot, "    source: [D-1, D-3]\n    text: Mark", "    source: [D-4, D-5]\n    text: Mark")
    assert yupana("rulebook", "check", "depot", "--accept").code == 0
    change(depot, "me.money += 1", "me.money += 2")
    document = yupana("rulebook", "check", "depot", "--json").document
    assert [each["rule"] for each in document["stale"]] == ["D-4"]
    lock = depot / "rulebook.lock"
    lock.write_text(lock.read_text(encoding="utf-8").partition("was:\n")[0], encoding="utf-8")
    document = yupana("rulebook", "check", "depot", "--json").document
    assert [each["rule"] for each in document["stale"]] == ["D-4", "D-5"], "a lock without contents cannot tell"


def test_what_is_accepted_reads_back_as_it_was(depot: Path, yupana: Yupana) -> None:
    odd = "me.money += 1   # x\n      log \"a: 'b' # {me.money} \\\\ %\""
    change(depot, "me.money += 1", odd)
    accepted(depot, yupana)
    maker = make_maker(compile_ruleset(str(depot)), Texts(), Report())
    done = review(maker)
    _, was = read_lock(depot / "rulebook.lock", Report())
    assert was
    assert all(done.was[name] == parts for name, parts in was.items())


def test_a_figure_taken_from_elsewhere_makes_no_text_stale(depot: Path, yupana: Yupana) -> None:
    change(depot, "A board holds {posts} posts.", "A board holds {posts} posts; {ap_per_turn} AP are a turn.")
    lock = accepted(depot, yupana)
    assert [line.strip().split(":")[0] for line in lock.splitlines() if line.startswith("  words")] == ["words"] * 3
    change(depot, "ap_per_turn: {value: 6,", "ap_per_turn: {value: 5,")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert (ran.code, ran.document["stale"], ran.document["changed"]) == (0, [], ["D-1", "D-2"])
    change(depot, "AP are a turn.", "AP are a round.")
    ran = yupana("rulebook", "check", "depot", "--json")
    (stale,) = ran.document["stale"]
    assert (stale["rule"], stale["changed"], stale["elements"]) == ("D-2", "text", [])


def test_a_figure_that_changes_hides_no_other_change(depot: Path, yupana: Yupana) -> None:
    accepted(depot, yupana)
    change(depot, "ap_per_turn: {value: 6,", "ap_per_turn: {value: 5,")
    change(depot, "limit: {per: turn}", "limit: {per: round}")
    ran = yupana("rulebook", "check", "./depot", "--json")
    (stale,) = ran.document["stale"]
    assert (stale["rule"], stale["changed"], stale["elements"]) == ("D-1", "code", ["actions.mark"])
    hints = [each["hint"] for each in ran.document["diagnostics"]]
    assert hints[0].endswith("; when they agree: yupana rulebook check ./depot --accept D-1")


def test_a_text_follows_the_things_that_it_counts(depot: Path, yupana: Yupana) -> None:
    change(depot, "A player has {ap_per_turn} AP in a turn.", "A player has {ap_per_turn} AP at {size(Place)} places.")
    change(depot, "  map:\n    source: D-3", "  map:\n    source: D-1")
    accepted(depot, yupana)
    change(depot, "west: {}, south: {}}", "west: {}, south: {}, north: {}}")
    assert yupana("rulebook", "check", "depot", "--json").document["changed"] == ["D-1"]


def test_braces_for_a_figure_that_was_written_out_are_no_change(depot: Path, yupana: Yupana) -> None:
    change(depot, "A player has {ap_per_turn} AP", "A player has 6 AP")
    accepted(depot, yupana)
    change(depot, "A player has 6 AP", "A player has {ap_per_turn} AP")
    document = yupana("rulebook", "check", "depot", "--json").document
    assert (document["stale"], document["changed"]) == ([], [])


def test_both_together_are_not_stale_and_are_told(depot: Path, yupana: Yupana) -> None:
    accepted(depot, yupana)
    change(depot, "4: 9}", "4: 8}")  # the text has the number by a reference
    ran = yupana("rulebook", "check", "depot")
    assert (ran.code, ran.out) == (
        0,
        "depot: 3 rules, no faults\nchanged in text and behaviour since they were accepted: D-2\n",
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cell.mark = me   # yours", "cell.mark  =  me"),
        ("{in: Cell, if: cell.mark == none}", "{in: Cell, if: (cell.mark == none)}"),
        ("A board holds {posts} posts.", "A board   holds {posts} posts."),
        ("    text: Mark a cell\n", "    # a comment\n    text: Mark one of the cells\n"),
        ("text: Where goods are sold", "text: Where they are sold"),
        ("text: Two players want one cell", "text: Two players want the same"),
        ("then: [red.money == 5, not rich(red)]", "then: red.money == 5"),
    ],
)
def test_what_means_the_same_is_the_same(depot: Path, yupana: Yupana, old: str, new: str) -> None:
    accepted(depot, yupana)
    change(depot, old, new)
    assert yupana("rulebook", "check", "depot").code == 0


def test_a_new_name_for_the_same_thing_is_no_change_of_it(depot: Path, yupana: Yupana) -> None:
    accepted(depot, yupana)
    change(depot, "rich: {of", "wealthy: {of")
    change(depot, "not rich(red)", "not wealthy(red)")
    assert yupana("rulebook", "check", "depot", "--json").document["stale"] == []


def test_rules_come_and_go(depot: Path, yupana: Yupana) -> None:
    accepted(depot, yupana)
    change(depot, "  glossary:", '    D-4: {section: "2", text: New.}\n  glossary:')
    change(
        depot,
        "winter: {type: bool, default: false, text: Whether it snows., source: D-1}",
        "winter: {type: bool, default: false, text: Whether it snows., source: D-4}",
    )
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.document["new"] == ["D-4"]
    assert [each["rule"] for each in ran.document["stale"]] == ["D-1"]
    assert ran.document["stale"][0]["elements"] == ["options.winter"]
    yupana("rulebook", "check", "depot", "--accept")
    change(depot, '    D-4: {section: "2", text: New.}\n', "")
    change(depot, "source: D-4", "source: D-1")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.document["gone"] == ["D-4"]
    assert "D-4" not in accepted(depot, yupana)


@pytest.mark.parametrize("text", ["D-1: [x]\n", "D-1: {code: x}\n", "<<<<<<< ours\nD-1: {text: x}\n", "\x00", "D-1\n"])
def test_a_lock_that_is_none_is_told(depot: Path, yupana: Yupana, text: str) -> None:
    accepted(depot, yupana)
    (depot / "rulebook.lock").write_text(text, encoding="utf-8")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.code == 1
    assert ("YUP263" in {code for code, _ in told(ran)}) == (text != "")
    assert ran.document["diagnostics"][0]["file"] == "depot/rulebook.lock"
    accepted(depot, yupana)


def test_digests_that_look_like_numbers_are_read_back(depot: Path, yupana: Yupana) -> None:
    lock = accepted(depot, yupana)
    (depot / "rulebook.lock").write_text(lock.replace("text: ", "text: '123456789012' # ", 1), encoding="utf-8")
    document = yupana("rulebook", "check", "depot", "--json").document
    assert document["changed"] == ["D-1"]


# ---------------------------------------------------------------- overlays


def overlay(depot: Path, body: str) -> None:
    (depot / "variants").mkdir(exist_ok=True)
    head = "ruleset: {name: short, title: Short, language: 1, extends: depot}\n"
    (depot / "variants/short.yaml").write_text(head + body, encoding="utf-8")


def test_an_overlay_is_measured_by_what_lies_below_it(depot: Path, yupana: Yupana) -> None:
    overlay(depot, "change: {flow: {round: {times: 1}}}\n")
    ran = yupana("rulebook", "check", "depot+short")
    assert ran.code == 1
    assert "D-2 is stale: `flow.round` has changed, and its text has not" in ran.out
    assert yupana("rulebook", "check", "depot+short", "--accept").code == 0
    lock = (depot / "variants/short.rulebook.lock").read_text(encoding="utf-8")
    assert "D-2:" in lock
    assert "D-1:" not in lock  # the overlay does not touch it
    assert yupana("rulebook", "check", "depot+short").code == 0
    assert yupana("rulebook", "check", "depot", "--json").document["locked"] is False


def test_an_overlay_that_says_what_it_does_is_not_stale(depot: Path, yupana: Yupana) -> None:
    overlay(
        depot,
        "change:\n  constants: {ap_per_turn: {value: 5}}\n  actions: {mark: {cost: {ap: 2}}}\n"
        '  rulebook: {rules: {D-1: {text: "{ap_per_turn} AP."}, D-3: {text: "A mark costs 2 AP."}}}\n',
    )
    ran = yupana("rulebook", "check", "depot+short", "--json")
    assert ran.document["stale"] == []
    assert ran.document["changed"] == ["D-1", "D-3"]


# ---------------------------------------------------------------- citations, figures, words


def test_rules_and_elements_must_know_each_other(depot: Path, yupana: Yupana) -> None:
    change(depot, "  glossary:", '    D-4: {section: "2", text: Nobody does this.}\n  glossary:')
    change(depot, "is: p.money > 9, source: D-1}", "is: p.money > 9}, poor: {of: {p: Player}, is: not rich(p)}")
    change(depot, "setup:\n", "setup:\n  - do: red.money = 8\n")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.code == 0
    assert told(ran) == [
        ("YUP258", "`setup.1` names no rule as its source"),
        ("YUP257", "nothing implements D-4"),
    ]  # `rich` and `poor` are used by examples alone
    assert yupana("rulebook", "check", "depot", "--strict").code == 1
    change(depot, "cost: {ap: 1}", "when: not poor(me)\n    cost: {ap: 1}")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert [message for code, message in told(ran) if code == "YUP258"] == [
        "`functions.rich` names no rule as its source",
        "`functions.poor` names no rule as its source",
        "`setup.1` names no rule as its source",
    ]


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("A player has 5 AP in a turn.", True),
        ("A player has seven AP in a turn, and three hands.", True),
        ("A player has six AP in a turn.", False),
        ("A player has Six AP in each of 2 turns.", False),
        ("A player has AP in a turn.", False),
        ("A player has one AP in a turn.", False),  # `one` is most often an article
        ("A player has 6AP in turn 4-2.", False),
    ],
)
def test_figures_that_differ(depot: Path, yupana: Yupana, text: str, differs: bool) -> None:
    change(depot, "A player has {ap_per_turn} AP in a turn.", text)
    ran = yupana("rulebook", "check", "depot", "--json")
    found = [message for code, message in told(ran) if code == "YUP259"]
    assert found == (["`ap_per_turn` is 6, and the text of D-1, its source, does not say so"] if differs else [])


def test_a_word_inside_a_longer_one_of_the_glossary_belongs_to_that(depot: Path, yupana: Yupana) -> None:
    change(depot, 'glossary: {AP: "Action points",', 'glossary: {Salt card: "For salt", salt: "A ware",')
    change(depot, "A player has {ap_per_turn} AP in a turn.", "Nobody has two Salt cards of salt; one Salt is enough.")
    ran = yupana("rulebook", "check", "depot", "--json")
    found = [message for code, message in told(ran) if code == "YUP261"]
    assert "D-1: `Salt` is `salt` in the glossary" in found  # the one that stands alone
    change(depot, "; one Salt is enough", "")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert not [each for code, each in told(ran) if code == "YUP261" and each.startswith("D-1")]


def test_the_words_of_the_glossary(depot: Path, yupana: Yupana) -> None:
    change(depot, 'glossary: {AP: "Action points",', 'glossary: {Salt card: "For salt", Canal: "Water",')
    change(depot, "A player has {ap_per_turn} AP in a turn.", "A player has {ap_per_turn} AP in a turn; a Post is his.")
    change(depot, "salt cards; Lima", "Salt Cards. Salt cards; Lima")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert sorted(each for each in told(ran) if each[0] > "YUP259") == [
        ("YUP260", "no text of the rulebook uses `Canal`"),
        ("YUP261", "D-1: `Post` is `post` in the glossary"),
        ("YUP261", "D-3: `Salt Card` is `Salt card` in the glossary"),
        ("YUP262", "the glossary does not say what `AP` stands for"),
    ]


def test_texts_in_other_languages_are_looked_at_too(depot: Path, yupana: Yupana) -> None:
    (depot / "texts").mkdir()
    texts = depot / "texts/de.yaml"
    texts.write_text('rules: {D-1: "Hier {ap_per_turn}."}\n', encoding="utf-8")
    assert yupana("rulebook", "check", "depot", "--json").document["missing_texts"]["de"] > 0
    texts.write_text('rules: {D-1: "Hier {ap_per_trun}."}\n', encoding="utf-8")
    for command in (["check"], ["rulebook", "check"]):
        ran = yupana(*command, "depot", "--json")
        assert ran.code == 1
        assert ("YUP255", "unknown name `ap_per_trun`") in told(ran)
    texts.write_text("rules: {D-7: x}\n", encoding="utf-8")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert (ran.code, ran.document["ok"]) == (1, False)
    assert told(ran)[0] == ("YUP251", "the ruleset has no rule `D-7`")


def test_the_lock_does_not_depend_on_the_language(depot: Path, yupana: Yupana) -> None:
    accepted(depot, yupana)
    (depot / "texts").mkdir()
    (depot / "texts/de.yaml").write_text('rules: {D-2: "{posts} Häuser."}\n', encoding="utf-8")
    document = yupana("rulebook", "check", "depot", "--lang", "de", "--json").document
    assert (document["stale"], document["changed"]) == ([], [])


# ---------------------------------------------------------------- the shipped games


def _quick(target: str) -> bool:
    """All but the variants of rulesets that take seconds to compile."""
    return "+" not in target or not slow_if_large(target)


@pytest.mark.parametrize(
    "target", [pytest.param(each, marks=[] if _quick(each) else [pytest.mark.slow]) for each in shipped()]
)
def test_every_shipped_rulebook_is_accepted_and_without_fault(target: str) -> None:
    """A fault here means: read the rule again; when text and behaviour agree, `yupana rulebook check NAME --accept`."""
    what = compiled(target)
    base, _, overlay = target.rpartition("+")
    done = review(make_maker(what, Texts(), Report()), compiled(base) if overlay and base else None)
    found = [each for each in done.diagnostics if each.code != "YUP252"]
    assert [f"{each.span.file}:{each.span.line}: {each.message}" for each in found] == []
    compared = done.compared
    assert (compared.stale, compared.changed, compared.new, compared.gone) == ([], [], [], [])
    assert len(done.now) >= 3
    assert done.path.is_file()


def test_a_lock_stands_beside_every_shipped_ruleset_and_nowhere_else() -> None:
    folder = ROOT / "rulesets"
    expected = set()
    for base, _, overlay in (each.partition("+") for each in shipped()):
        expected.add(lock_file(folder / base / "variants" / f"{overlay}.yaml" if overlay else folder / base))
    assert set(folder.rglob("*.lock")) == expected
