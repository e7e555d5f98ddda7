"""Who wins when rules say who has won, lost or drawn: any words in any order against a plain model."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game, State
from yupana.tests.found import BACK_ENDS

RULES = """\
ruleset: {name: words, title: Words, language: 4}
players: {min: 1, max: 4, names: [a, b, c, d], fields: {points: int 0..9}}
state: {said: "list[int, 6]"}
actions:
  speak:
    effects: |
      said = []
      loop while size(said) < 6:
          choose n in 0..12 as word
          if n == 12: break
          add n to said
      for n in said:
          if n % 3 == 0: win member(Player, n // 3)
          elif n % 3 == 1: lose member(Player, n // 3)
          else: draw
  stop: {effects: end game}
flow: [{turns: turn, times: 9}]
scoring: {items: {points: me.points}}
"""


class Model(NamedTuple):
    """What the rules of the language say of the outcome, written down once more."""

    players: int
    said: dict[int, tuple[str, int]]

    def hear(self, words: list[int], moment: int) -> bool:
        """Take in the words of one moment; whether the game is over."""
        over = False
        for word in words:
            whom = word // 3
            if word % 3 == 0:
                self.said[whom] = ("won", moment)
                over = True
            elif word % 3 == 1:
                if self.of(whom) != "lost":
                    self.said[whom] = ("lost", moment)
                over = over or len(self.left) <= 1
            else:
                of_these = [each for each in range(self.players) if each not in self.said]  # it takes no win back
                self.said.update(dict.fromkeys(of_these, ("drawn", moment)))
                over = True
        return over

    @property
    def left(self) -> list[int]:
        return [each for each in range(self.players) if self.of(each) != "lost"]

    def of(self, player: int) -> str:
        return self.said.get(player, ("", 0))[0]

    def result(self) -> tuple[list[int], bool]:
        """Who wins, and whether it is a draw. Nobody has points."""
        for word in ("won", "drawn"):
            those = [each for each in range(self.players) if self.of(each) == word]
            if those:
                drawn = word == "drawn" and len(those) >= min(2, self.players)  # who is left alone has won
                return those, drawn or (len(those) > 1 and those == self.left)
        if self.left:
            return self.left, len(self.left) > 1
        last = max(moment for _, moment in self.said.values())
        those = [each for each, (_, moment) in self.said.items() if moment == last]
        return ([], False) if self.players == 1 else (sorted(those), len(those) > 1)


@cache
def game(back_end: str, folder: Path) -> Game:
    path = folder / "words.yaml"
    path.write_text(RULES, encoding="utf-8")
    return BACK_ENDS[back_end].game(compile_ruleset(str(path)))


def words_for(players: int) -> st.SearchStrategy[list[list[int]]]:
    some = [word for word in range(12) if word // 3 < players]
    return st.lists(st.lists(st.sampled_from(some), max_size=5), min_size=1, max_size=6)


def speak(state: State, words: list[int]) -> None:
    state.apply("speak")
    for word in [*words, 12]:
        state.apply(f"word(n={word})")


@pytest.mark.parametrize("back_end", sorted(BACK_ENDS))
@given(data=st.data(), players=st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_any_words_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, back_end: str, data: st.DataObject, players: int
) -> None:
    state = game(back_end, tmp_path_factory.getbasetemp()).start(players=players)
    model, seat = Model(players, {}), 0
    for moment, words in enumerate(data.draw(words_for(players))):
        assert state.seat == seat
        speak(state, words)
        over = model.hear(words, moment)
        assert (list(state.winner_seats), state.outcome == "draw") == model.result()
        assert state.over == over
        if over:
            break
        seat = next(each % players for each in range(seat + 1, seat + players + 1) if each % players in model.left)
    told = [each.text.removesuffix(" has lost") for each in state.events]
    assert set(told) >= {state.names[each] for each in range(players) if model.of(each) == "lost"}
    assert len(told) == len(set(told))
    winners, draw = model.result()
    nobody = draw and not winners
    assert list(state.results.values()) == [
        ("draw" if draw else "win") if nobody or each in winners else "lose" for each in range(players)
    ]
