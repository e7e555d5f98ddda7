"""A private look: who is told which pieces were shown, what is remembered of it and how long, and that it binds."""

from __future__ import annotations

import pytest
from yupana.interpreter.game import SPECTATOR, Game, State, load
from yupana.interpreter.program.turning import turning_up
from yupana.schemas.errors import UsageError
from yupana.tests.found import ROOT, BackEnd, compiled

LOOKS = str(ROOT / "tests" / "language" / "35_looks.yaml")
RED, BLUE, GREEN = range(3)
WORLDS = 25


@pytest.fixture(scope="module")
def looks() -> Game:
    return load(LOOKS)


def played(game: Game, *decisions: str, players: int = 3) -> State:
    state = game.start(players, seed=3)
    for each in decisions:
        state.apply(next(option for option in state.decision.options if option.text.startswith(each)))  # type: ignore[union-attr]
    return state


def lines(state: State, viewer: int | None) -> list[str]:
    return [each.text for each in state.story()[-1].events if each.is_for(viewer)]


def hand(state: State, player: int) -> list[str]:
    found: list[str] = state.observation(player)["zones"]["hand"][state.names[player]]  # type: ignore[assignment, index, call-overload]
    return found


def test_who_is_shown_reads_which_and_so_does_who_sees_them(back_end: BackEnd) -> None:
    state = played(back_end.game(compiled(LOOKS)), "show_one")
    (shown,) = lines(state, BLUE)
    card = shown.partition(" shown")[0]
    assert card in hand(state, RED)
    assert lines(state, RED) == lines(state, BLUE) == lines(state, None) == [f"{card} shown to blue (hand of red)"]
    assert lines(state, GREEN) == lines(state, SPECTATOR) == ["1 Card shown to blue (hand of red)"]


def test_a_deck_is_seen_by_who_looks_alone(looks: Game) -> None:
    state = played(looks, "peek")
    assert {*lines(state, BLUE), *lines(state, GREEN), *lines(state, SPECTATOR)} == {"3 Card shown to red (deck)"}
    assert lines(state, RED) == lines(state, None) != lines(state, BLUE)


def test_what_is_shown_to_all_is_read_by_who_watches(looks: Game) -> None:
    state = played(looks, "lay_open")
    assert lines(state, SPECTATOR)[0] == f"{', '.join(hand(state, RED))} shown to red, blue, green (hand of red)"


def test_each_zone_has_its_line_and_nothing_is_no_line(looks: Game) -> None:
    state = looks.start(3, seed=2)
    assert sum(each.startswith("whisper") for each in state.decision.texts) == 2  # type: ignore[union-attr]
    state.apply("whisper(q=green)")
    told = lines(state, SPECTATOR)
    assert {each[each.find("shown to") :] for each in told} <= {
        "shown to green, red (hand of red)", "shown to green, red (hand of blue)",
    }  # fmt: skip
    assert len(told) == len({*told})


def possible_hands(state: State, viewer: int, of: int) -> set[tuple[str, ...]]:
    worlds = [state.possible(viewer, seed) for seed in range(WORLDS)]
    return {tuple(sorted(hand(each, of))) for each in worlds}


def test_it_is_remembered_by_who_looked_and_nobody_else(back_end: BackEnd) -> None:
    state = played(back_end.game(compiled(LOOKS)), "look_at(q=blue)", "pass")
    assert possible_hands(state, RED, BLUE) == {tuple(sorted(hand(state, BLUE)))}
    assert len(possible_hands(state, GREEN, BLUE)) > 1
    assert len(possible_hands(state, SPECTATOR, BLUE)) > 1


def test_it_is_remembered_where_in_a_deck_a_piece_lies_until_that_is_shuffled(looks: Game) -> None:
    def next_draw(state: State) -> set[str]:
        drawn = set()
        for seed in range(WORLDS):
            world = state.possible(RED, seed)
            world.apply(next(each for each in world.decision.options if each.text == "foretell"))  # type: ignore[union-attr]
            drawn.add(world.story()[-1].events[-1].text)
        return drawn

    state = played(looks, "glance", "stay_or_go(below=false)", players=2)
    assert state.seat == BLUE
    assert len(next_draw(state)) == 1
    state.apply("mix")
    state.apply("lay_open")
    assert len(next_draw(state)) > 1


def test_it_binds(looks: Game) -> None:
    state = played(looks, "whisper")
    with pytest.raises(UsageError):
        state.undo()
    empty = played(looks, "look_at", "throw_away", "lay_open")
    assert empty.steps[0] is False
    shown = {looks.program.alternatives[each].name for each in turning_up(looks.program)}
    assert {"peek", "glance", "show_one", "look_at", "lay_open", "whisper"} <= shown


def test_a_save_tells_the_same(looks: Game) -> None:
    state = played(looks, "show_one", "look_at", "pass", "peek")
    resumed = looks.resume(state.to_json())
    for viewer in (SPECTATOR, RED, BLUE, GREEN):
        assert lines(state, viewer) == lines(resumed, viewer)
        assert state.observation(viewer) == resumed.observation(viewer)


def test_what_a_player_was_shown_stands_in_the_story_for_whoever_plays_by_the_python_api(looks: Game) -> None:
    state = played(looks, "show_one", "glance")
    events = [each for passage in state.story() for each in passage.events]
    told = [[each.text for each in events if each.is_for(seat)] for seat in range(3)]
    assert any(each.endswith(" shown to blue (hand of red)") and not each.startswith("1 Card") for each in told[BLUE])
    assert "1 Card shown to blue (hand of red)" in told[GREEN]
    assert all("shown" not in str(state.observation(seat)) for seat in range(3)), "a position keeps no looks"


def test_what_lay_open_until_a_turn_was_over_is_told_by_its_name(back_end: BackEnd) -> None:
    game = back_end.game(compiled(str(ROOT / "tests" / "language" / "19_announcements.yaml")))
    for option, told in (("pass_around", "pass_around(good=cloth_2)"), ("store", "store(good=?)")):
        state = played(game, option)
        assert {state.story()[-1].chosen(seat) for seat in (BLUE, GREEN, SPECTATOR)} == {told}
