"""No identifier reaches a person: what is told of random games of every ruleset, in every language that it offers.

An identifier is what has an underscore or an equals sign in it, the name of a kind as it is written in the ruleset, a
parameter of one letter, digits behind letters unless that is what the thing is called (`a1`, `d6`, `W6`), and a name
that is called otherwise and is no word of anything that the game says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from yupana.interpreter.game import SPECTATOR, State
from yupana.interpreter.view.look import Look
from yupana.tests.found import sampled, shipped
from yupana.tools.playing.looking import SeenLook
from yupana.tools.terminal.opening import Opened, open_game, painter_of

MOST = 400
"""So many decisions of a game are read."""
LISTED = 12
"""So many options of a decision are read."""
_TOKEN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ0-9_]+(?:=\S*)?")
_GLUED = re.compile(r"[A-Za-z]+\d+[A-Za-z]*")
_DIE = re.compile(r"\d*[dW]\d+")


class Reader:
    """What a game says, and what in it is an identifier."""

    def __init__(self, opened: Opened) -> None:
        self.opened, self.look = opened, SeenLook(Look(opened.compiled))
        program, speech = opened.game.program, opened.game.machine.printer.speech
        self.kinds = {each.name for each in program.domains if not each.is_of_texts and each.name != each.name.lower()}
        known = [*speech.zones, *(word for words in speech.words for word in words)]
        known += [word for pair in speech.kinds for word in pair]
        known += [part for text in program.texts for part in text.parts]
        known += [text for each in program.domains if each.is_of_texts for text in each.names]
        known += [part for sentence in speech.sentences for part in sentence if isinstance(part, str)]
        self.words = {token for each in known for token in _TOKEN.findall(each)}
        named = {name for each in program.domains if not each.is_of_texts for name in (*each.names, *each.group_names)}
        named |= {each.name for each in program.families} | {each.name for each in program.fields}
        named |= {each.name for each in program.alternatives} | {each.name for each in program.decisions}
        params = {name for each in program.alternatives for name, _ in each.params}
        word = opened.game.machine.named
        self.names = {name for name in named | params if word(name, "").casefold() != name.casefold()}
        self.letters = {name for name in params if len(name) == 1} - {"a"}
        self.signs = {*opened.compiled.ruleset.signs.values()}
        self.paint = painter_of(opened, opened.game.start().names)

    def faults(self, said: str) -> list[str]:
        """The identifiers in something that is said."""
        found = []
        for each in _TOKEN.finditer(said):
            token, first = each[0], each.start() == 0 or said[: each.start()].endswith(": ")
            plain = token[0].lower() + token[1:]
            if not (first and plain in self.words) and self._is_one(token):
                found.append(token)
        return found

    def _is_one(self, token: str) -> bool:
        if "_" in token or "=" in token or token in self.letters:
            return True
        if token in self.words or _DIE.fullmatch(token) or token.rstrip("0123456789") in self.signs:
            return False
        return token in self.kinds or token in self.names or _GLUED.fullmatch(token) is not None

    def game(self, seed: int) -> Iterator[str]:
        """What is said in a random game."""
        draw, number = random.Random(seed), self.opened.game.program
        players = draw.randint(number.min_players, number.max_players)
        state = self.opened.game.start(players, seed=seed)
        while state.decision is not None and state.ply < MOST:
            decision = state.decision
            yield decision.prompt
            few = draw.sample(decision.options, min(LISTED, len(decision.options)))
            yield from (each.sentence for each in few)
            if state.ply % 20 == 0:
                yield from self.pictures(state)
            state.apply(draw.choice(few))
        yield from self.pictures(state)
        for passage in state.story():
            yield from (each.said for each in (*passage.option, *passage.events))
        yield from state.report if state.over else ()

    def pictures(self, state: State) -> Iterator[str]:
        """What the look shows of a position."""
        for seat in (None, *range(state.players)):
            for viewer in (0, SPECTATOR):
                for line in self.look.panel(state, seat, viewer) or ():
                    yield self.paint.picture(line).plain


def read(ruleset: str, language: str | None, games: int) -> dict[str, str]:
    """Each identifier with something in which it is said."""
    reader = Reader(open_game(ruleset, language))
    found: dict[str, str] = {}
    seen: set[str] = set()
    for seed in range(games):
        for said in reader.game(seed):
            if said not in seen:
                seen.add(said)
                for token in reader.faults(said):
                    found.setdefault(token, said)
    return found


def spoken(ruleset: str) -> list[str | None]:
    """The languages that a ruleset offers; None is its own."""
    return [None, *open_game(ruleset, None).game.program.languages]


@pytest.mark.parametrize("ruleset", sampled(shipped()))
def test_nobody_reads_an_identifier(ruleset: str) -> None:
    for language in spoken(ruleset):
        assert read(ruleset, language, 2) == {}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", shipped())
def test_nobody_reads_an_identifier_in_two_hundred_games(ruleset: str) -> None:
    for language in spoken(ruleset):
        assert read(ruleset, language, 200) == {}


def test_what_is_an_identifier_is_seen() -> None:
    reader = Reader(open_game("cargo_empire", None))
    assert reader.faults("Deliver orange from Lisbon to Stockholm, 2 trucks") == []
    assert reader.faults("1 TrackSpace drawn from deck to public_cities, start=lisbon") == [
        "TrackSpace", "public_cities", "start=lisbon",
    ]  # fmt: skip
