"""What a page is told of every ruleset: its shape, its names, and that no seat is told what it cannot see."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yupana.interpreter.game import SPECTATOR, RuleFault, State
from yupana.interpreter.view.scores import Scores
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts, load_texts
from yupana.tests.conformance.hearsay import dealt_anew
from yupana.tests.found import LARGE, ROOT, compiled, game, languages_of, play_randomly, slow_variants
from yupana.tests.page.contract import ABOUT, MEANING, VIEW
from yupana.tests.page.served import unpacked
from yupana.tests.page.test_module_bots import NODE, in_node
from yupana.tools.languages.catalogue import section
from yupana.tools.languages.words import Words
from yupana.tools.page import view
from yupana.tools.page.about import Told, phrases_of
from yupana.tools.page.plies import Plies
from yupana.tools.page.view import packed, view_of
from yupana.tools.playing.appearance import copied

TARGETS = slow_variants()
"""All rulesets; variants are for slow runs."""


EARLY = 120
"""Of a longer game positions on the way are looked at before this decision: all that was told before is told again."""


@cache
def told(target: str, language: str = "en") -> Told:
    what = compiled(target)
    assert what.ruleset is not None
    known = language in languages_of(target)
    texts = load_texts(what.ruleset, what.parts, language, Report()) if known else Texts()
    return Told(what, game(target), texts, language)


def seats(state: State) -> range:
    return range(SPECTATOR, state.players)


def plays(state: State, seed: int, looks: int) -> list[State]:
    """The start, some positions on the way, and the end of a random game."""
    draw, found = random.Random(seed), [state.clone()]
    while not state.over:
        state.apply_tuple(draw.choice(state.option_tuples()))
        found.append(state.clone())
        if len(found) > 1500:  # a game of chess has no end
            break
    early = range(1, min(len(found) - 1, EARLY))
    chosen = sorted(draw.sample(early, min(looks, len(early))))
    return [found[0], *[found[each] for each in chosen], found[-1]]


# ---------------------------------------------------------------- shape


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("target", TARGETS)
def test_a_page_is_told_what_it_reads(target: str, language: str) -> None:
    here = told(target, language)
    about = json.loads(json.dumps(here.about))
    meanings = json.loads(json.dumps(here.meanings))
    ABOUT.validate_python(about)
    MEANING.validate_python(meanings)
    assert about["rules"] == list(meanings["rules"])
    for state in plays(here.game.start(seed=5), 5, 1):
        for seat in seats(state):
            shown = json.loads(json.dumps(view_of(state, seat, here)))
            VIEW.validate_python(shown)
            _names_resolve(about, set(meanings["elements"]), shown, state)


@pytest.mark.skipif(NODE is None, reason="there is no Node to read in")
@pytest.mark.parametrize("target", TARGETS)
def test_what_is_sent_says_the_same_in_fewer_words(target: str) -> None:
    """A page finds the words that are not sent; and names that nothing says are sent."""
    tellings = [told(target, language) for language in ("en", "ja")]
    assert in_node("names.mjs", [[each.about, each.sent] for each in tellings]) == [[], []]
    assert all(len(each.sent["words"]) < len(each.about["words"]) for each in tellings)
    (lost,) = in_node("names.mjs", [[tellings[0].about, {**tellings[0].sent, "words": {}}]])
    assert lost


def _names_resolve(about: dict[str, Any], elements: set[str], shown: dict[str, Any], state: State) -> None:
    """Whether all numbers in lines and options are those of domains, and their names are told of."""
    domains = about["domains"]
    for part in _parts(shown["picture"]):
        if isinstance(part, dict) and "d" in part:
            for member in part["v"]:
                assert _name(domains[part["d"]], member) in about["words"]
    decision = shown["decision"]
    assert (decision is None) == shown["over"]
    if decision is None or not decision["mine"]:
        return
    assert len(decision["options"]) == len(state.option_tuples())
    for number, *values in decision["options"][:200]:
        alternative = about["alternatives"][number]
        assert len(values) == len(alternative["params"])
        assert alternative["name"] in about["words"]
        for (name, kind), value in zip(alternative["params"], values, strict=True):
            assert name in about["words"]
            assert isinstance(value, list) == kind["many"]
            if kind["kind"] == "member":
                for member in value if kind["many"] else [value]:
                    if member >= 0:
                        found = _name(domains[kind["domain"]], member)
                        assert found in about["words"]
                        assert found in elements
    for board in about["look"]["boards"]:
        assert shown["picture"]["boards"][board["name"]].keys() <= {each["name"] for each in board["spaces"]}


def _name(domain: dict[str, Any], member: int) -> str:
    alike = domain["alike"] and domain["groups"]
    return str(domain["group_names"][domain["groups"][member]] if alike else domain["names"][member])


def _parts(value: Any) -> list[Any]:
    """The parts of all lines in a picture."""
    if isinstance(value, dict):
        return [part for each in value.values() for part in _parts(each)]
    lines = [each if isinstance(each, list) else [each] for each in value]
    return [part for line in lines for part in line]


@pytest.mark.parametrize("target", TARGETS)
def test_every_kind_of_pieces_has_a_shape_and_every_player_a_colour(target: str) -> None:
    here = told(target)
    look, program = here.about["look"], here.game.program
    for domain in program.domains:
        if domain.piece_base >= 0:
            assert domain.name in look["shapes"]
    players = program.domains[program.player_domain].names
    colours = [look["colours"][each] for each in players]
    assert len(set(colours)) == len(colours)


def test_pieces_have_the_colour_of_who_has_them_and_the_shape_of_what_they_are() -> None:
    look = told("cuzco_feld").about["look"]
    assert look["colours"]["red_die_1"] == look["colours"]["red"]
    assert look["shapes"]["Die"] == "cube", "as the look says"
    assert look["shapes"]["GodCard"] == "card", "there is something to read on it"
    markers = told("pizarro").about["look"]
    assert markers["colours"]["inca_ambush"] == markers["colours"]["inca"]
    assert markers["shapes"]["Sz"] == "none"


def test_copies_look_as_their_entry() -> None:
    here = told("cargo_empire")
    assert here.compiled.ruleset is not None
    found = copied({"truck_card": "T", "rome": "R"}, here.compiled.ruleset, here.game)
    assert found["truck_card_7"] == "T"
    assert "train_card_7" not in found


def test_what_a_thing_is_told_of_it() -> None:
    elements = told("cuzco_feld").meanings["elements"]
    assert elements["god_05_1"] == {**elements["god_05"], "kinds": ["god card"]}, "one of several copies"
    assert elements["god_05"]["lines"][0] == "Play one more turn as if a die of 1 had been placed"
    assert "CFE-GOD-05" in elements["god_05"]["rules"]
    assert elements["o3_i4"]["title"] == "Outer village 3 – inner village 4"
    assert elements["mission_29"]["title"] == "2 goods: jewelry"
    assert told("cuzco_kk").meanings["elements"]["c2"]["rules"], "a space of a grid, by its board"
    assert elements["appoint"]["kinds"] == ["action"]


def test_a_language_changes_words_and_not_what_they_stand_for() -> None:
    english, japanese = told("goofspiel"), told("goofspiel", "ja")
    assert english.about["phrases"]["your_turn"] != japanese.about["phrases"]["your_turn"]
    assert english.about["rules"] == japanese.about["rules"]
    assert english.about["title"] != japanese.about["title"]
    one, other = (view_of(each.game.start(seed=1), 0, each) for each in (english, japanese))
    assert one["decision"]["options"] == other["decision"]["options"]


def test_the_page_has_all_phrases_that_its_client_says() -> None:
    """It has none of its own: what it says comes with what is told of a game."""
    said: set[str] = set()
    for path in (ROOT / "tools" / "page" / "client").glob("*.js"):
        said.update(re.findall(r"\bsay\(\"(\w+)\"", path.read_text(encoding="utf-8")))
    assert len(said) > 50
    assert said - phrases_of(Words("en")).keys() == set()
    for language in ("ja", "de"):
        for key, each in section(language, "page").items():
            order = re.findall(r"\{\w*\}", section("en", "page")[key])
            assert re.findall(r"\{\w*\}", each) == order, "the client puts values in their order"


def test_a_page_lists_what_the_look_does_not_say() -> None:
    """Of the others it is sent no fields."""
    listed = {each: [told(each).is_listed(name) for name in ("a", "Player.a", "Square.a", "Point.a", "Hex.a")]
              for each in ("tic_tac_toe", "go", "cuzco_kk")}  # fmt: skip
    assert listed == {
        "tic_tac_toe": [True, True, False, False, False], "go": [False, True, False, False, False],
        "cuzco_kk": [False] * 5,
    }  # fmt: skip


@given(st.lists(st.one_of(
    st.tuples(st.just(0)), st.tuples(st.just(1), st.integers(-1, 400), st.integers(-(2**31), 2**31)),
    st.tuples(st.just(2), st.lists(st.integers(0, 9), max_size=3), st.integers(0, 1)),
)))  # fmt: skip
def test_options_that_were_packed_are_read_as_they_were(options: list[tuple[Any, ...]]) -> None:
    told = json.loads(json.dumps({"decision": {"options": packed(options)}}))
    assert unpacked(told)["decision"]["options"] == [list(each) for each in options]


# ---------------------------------------------------------------- secrets


def has_secrets(target: str) -> bool:
    return bool(game(target).secrets) or any(each.secret for each in game(target).program.decisions)


@pytest.mark.parametrize("target", TARGETS)
def test_a_seat_is_sent_the_same_whatever_it_cannot_see(target: str) -> None:
    """Byte for byte. The result is for all when the game is over; whether a step can be taken back is asked of the
    decisions that led here, which are not dealt anew with the position."""
    if not has_secrets(target):
        pytest.skip("nothing is hidden in it")
    here, compared = told(target), 0
    for seed in range(1, 2 if target in LARGE else 4):
        many = here.game.max_players if seed % 2 else here.game.min_players
        for state in plays(here.game.start(players=many, seed=seed), seed, 4 if target in LARGE else 10):
            if state.ply > EARLY and (seed > 1 or state.ply > 5 * EARLY):
                continue
            for seat in seats(state):
                sent = _sent(state, seat, here)
                for other in _elsewhere(state, seat):
                    try:
                        assert _sent(other, seat, here) == sent
                    except RuleFault:  # dealt anew, hidden values may not fit together
                        continue
                    compared += 1
    assert compared > 10


def _elsewhere(state: State, seat: int) -> list[State]:
    """Positions that look the same to a seat."""
    return [each for seed in (1, 2) if (each := dealt_anew(state, seat, seed)) is not None]


def _sent(state: State, seat: int, here: Told) -> str:
    shown, plies = view_of(state, seat, here), Plies()
    plies.follow(state, 0)
    shown["ply"] = plies.told(state.ply, seat)
    del shown["can"]
    plies = Plies()  # as a table counts them: of several decisions in secret others know the last
    plies.follow(state, -1)
    shown["ply"] = plies.told(state.ply, seat)
    if state.over:
        del shown["scores"], shown["result"]
    return json.dumps(shown)


@pytest.mark.parametrize("target", ["kuhn_poker", "cargo_empire"])
def test_a_position_that_a_seat_must_take_for_possible_looks_the_same(target: str) -> None:
    here, state = told(target), game(target).start(seed=4)
    play_randomly(state, 2, 3)
    for seat in seats(state):
        sent = json.loads(_sent(state, seat, here))
        for seed in (1, 2):
            other = json.loads(_sent(state.possible(seat, seed), seat, here))
            assert {**other, "log": sent["log"]} == sent


LEAKS: dict[str, tuple[Any, str, Any]] = {
    "scores": (Scores, "_guarded", frozenset[int]()),
    "lines": (view, "_picture", lambda state, seat, told: told.lines.of(told.look.panel(state, 0, 0))),
    "log": (view, "_log", lambda state, seat, since: [state.observation(0)["zones"]["hand"]]),
    "prompt": (view, "_decision", lambda state, seat: {"prompt": str(state.observation(0)["zones"])}),
    "position": (State, "table", lambda self, seat, wanted: {"cells": list(self.cells), "decision": None}),
}
"""What would tell the second player what the first one holds."""


@pytest.mark.parametrize("leak", LEAKS)
def test_what_leaks_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above, where something is told that should not be."""
    known = told("kuhn_poker")
    here = Told(known.compiled, known.game, known.texts)
    starts = [known.game.start(seed=seed) for seed in range(1, 9)]
    elsewhere = [(state, other) for state in starts for other in _elsewhere(state, 1)]
    assert all(_sent(state, 1, here) == _sent(other, 1, here) for state, other in elsewhere)
    monkeypatch.setattr(*LEAKS[leak])
    here = Told(known.compiled, known.game, known.texts)
    assert not all(_sent(state, 1, here) == _sent(other, 1, here) for state, other in elsewhere)


def test_scores_are_told_as_far_as_a_seat_can_work_them_out() -> None:
    here, state = told("kuhn_poker"), game("kuhn_poker").start(seed=4)
    assert view_of(state, 0, here)["scores"] == {
        name: {"total": None, "items": {"won": None}} for name in ("ann", "ben")
    }
    state.apply("bet")
    state.apply("fold")
    assert view_of(state, -1, here)["scores"]["ann"] == {"total": 1, "items": {"won": 1}}
    open_game = game("go").start(seed=1)
    assert all(isinstance(each["total"], int) for each in view_of(open_game, -1, told("go"))["scores"].values())


# ---------------------------------------------------------------- log, decision


def test_the_log_goes_on_from_where_it_was_read_and_hides_secret_choices() -> None:
    here, state = told("goofspiel"), game("goofspiel").start(seed=4)
    state.apply(state.decision.options[0])  # type: ignore[union-attr]
    own, other = view_of(state, 0, here)["log"], view_of(state, 1, here)["log"]
    assert [each["ply"] for each in own] == [0, 1]
    assert own[1]["text"] is not None
    assert other[1]["text"] is None
    assert other[1]["player"] == state.names[0]
    assert view_of(state, 1, here, since=1)["log"] == other[1:]
    assert view_of(state, 1, here, since=2)["log"] == []


def test_only_who_decides_is_told_the_options() -> None:
    here, state = told("kuhn_poker"), game("kuhn_poker").start(seed=4)
    assert view_of(state, 0, here)["decision"]["options"] == [[0], [1]]
    assert "options" not in view_of(state, 1, here)["decision"]
    assert "options" not in view_of(state, SPECTATOR, here)["decision"]


# ---------------------------------------------------------------- chance


def test_dice_are_told_as_what_they_are() -> None:
    here, state = told("backgammon"), game("backgammon").start(seed=4)
    play(state, 3)
    rolls = [each for entry in view_of(state, 0, here)["log"][1:] for each in entry["chance"]]
    assert rolls[0]["sides"] == 6
    assert rolls[0]["player"] == "black"
    shown = ", ".join(map(str, rolls[0]["values"]))
    assert any(line.endswith(shown) for entry in view_of(state, 0, here)["log"] for line in entry["lines"])


def test_what_was_drawn_is_told_to_who_may_see_it() -> None:
    here, state = told("cuzco_kk"), game("cuzco_kk").start(players=2, seed=4)
    own, other, watching = (view_of(state, seat, here)["log"][0]["chance"] for seat in (0, 1, SPECTATOR))
    assert [(each["n"], bool(each["v"])) for each in own] == [(1, True), (3, True), (3, False)]
    assert [(each["n"], bool(each["v"])) for each in other] == [(1, True), (3, False), (3, True)]
    assert [(each["n"], bool(each["v"])) for each in watching] == [(1, True), (3, False), (3, False)]
    assert [each["player"] for each in own] == [None, *state.names]
    hand = view_of(state, 0, here)["observation"]["zones"]["hand"][state.names[0]]
    assert [_name(here.about["domains"][own[1]["d"]], each) for each in own[1]["v"]] == hand


def test_which_of_some_that_are_alike_was_drawn_is_not_told() -> None:
    here, state = told("cargo_empire"), game("cargo_empire").start(seed=4)
    play(state, 30)
    chance = [each for entry in view_of(state, 0, here)["log"] for each in entry["chance"] if "d" in each]
    alike = [(here.about["domains"][each["d"]], each["v"]) for each in chance]
    groups = [(domain["groups"], v) for domain, v in alike if domain["alike"] and domain["groups"]]
    assert groups
    assert all(found.index(found[each]) == each for found, v in groups for each in v)


def play(state: State, most: int) -> None:
    """The first options, one after the other."""
    for _ in range(most):
        assert state.decision is not None
        state.apply(state.decision.options[0])


def test_hidden_zones_in_the_lines_of_a_look_are_known_by_their_places() -> None:
    assert told("kuhn_poker").about["look"]["zones"] == {"table": [], "player": [("", "", "hand")]}
    assert ("hand (", "): ", "hand") in told("cargo_empire").about["look"]["zones"]["player"]
    assert told("chess").about["look"]["zones"] == {"table": [], "player": []}
