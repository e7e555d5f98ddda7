"""No identifier reaches a person: what is told of random games of every ruleset, in every language that it offers.

An identifier is what has an underscore or an equals sign in it, the name of a kind as it is written in the ruleset, a
parameter of one letter, digits behind letters unless that is what the thing is called (`a1`, `d6`, `W6`), and a name
that is called otherwise and is no word of anything that the game says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest
from yupana.interpreter.game import SPECTATOR, Retelling, State
from yupana.interpreter.program import ir
from yupana.interpreter.view.look import Look
from yupana.schemas.texts import own_texts
from yupana.tests.conformance.games import any_value
from yupana.tests.found import LARGE, languages_of, shipped, slow_variants
from yupana.tools.playing.looking import SeenLook
from yupana.tools.terminal.opening import TALL, Manner, Opened, open_game, painter_of, set_table

MOST = 400
"""So many decisions of a game are read."""
APART = 40
"""So many decisions lie between two pictures of the table."""
_TOKEN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ0-9_]+(?:=(?=[\w\[])\S*)?")
_GLUED = re.compile(r"[A-Za-z]+\d+[A-Za-z]*")
_DIE = re.compile(r"\d*[dW]\d+")


class Reader:
    """What a game says in one language, and what in it is an identifier: each is `found` with what it was said in."""

    def __init__(self, opened: Opened, language: str | None = None) -> None:
        self.language = language
        self.opened, self.look = opened, SeenLook(Look(opened.compiled))
        program, speech = opened.game.program, opened.game.machine.printer.speech
        self.kinds = {each.name for each in program.domains if not each.is_of_texts and each.name != each.name.lower()}
        known = [*speech.zones, *(word for words in speech.words for word in words)]
        known += [word for pair in speech.kinds for word in pair]
        known += [part for text in program.texts for part in text.parts]
        known += [text for each in program.domains if each.is_of_texts for text in each.names]
        known += [part for sentence in speech.sentences for part in sentence if isinstance(part, str)]
        demanded = own_texts(opened.compiled.ruleset).items()
        known += [text for path, text in demanded if ".requires." in path]
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
        self.found: dict[str, str] = {}
        self._retelling = Retelling(opened.game)
        ids = sorted(map(str, opened.compiled.ruleset.rulebook.rules), key=len, reverse=True)
        self._rules = re.compile(
            "|".join([rf"(?<![A-Za-z0-9-]){re.escape(each)}(?![A-Za-z0-9-])" for each in ids]) or r"(?!)"
        )
        self._seen: set[str | tuple[object, ...]] = set()

    def faults(self, said: str) -> list[str]:
        """The identifiers in something that is said. The number of a rule is none."""
        said, found = self._rules.sub("", said).strip(), []
        for each in _TOKEN.finditer(said):
            if said[: each.start()].endswith(("'", "’")) and each[0] == "s":
                continue
            if said[each.end() :].startswith("…"):  # a word that a narrow screen has cut
                continue
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

    def read(self, *told: str) -> None:
        """Look for identifiers in what is told, once in the same words."""
        for said in told:
            if said not in self._seen:
                self._seen.add(said)
                for token in self.faults(said):
                    self.found.setdefault(token, said)

    def read_decision(self, state: State) -> None:
        """Read what is asked, and every option."""
        here = self._here(state)
        assert here.decision is not None
        self.read(here.decision.prompt)
        printer = here.game.machine.printer
        for option in here.option_tuples():
            if option not in self._seen:
                self._seen.add(option)
                self.read(printer.sentence(option))

    def read_table(self, state: State) -> None:
        """Read what the look shows beside the boards, of everybody to a player and to who looks on."""
        here = self._here(state)
        for seat in (None, *range(here.players)):
            for viewer in (0, SPECTATOR):
                self.read(*[self.paint.picture(line).plain for line in self.look.panel(here, seat, viewer) or ()])

    def read_story(self, state: State) -> None:
        """Read all that was told of a game, and its result."""
        here = self._here(state)
        for passage in here.story():
            self.read(*[each.said for each in (*passage.option, *passage.events)])
        self.read(*(here.report if here.over else ()))

    def read_screen(self, state: State, dice: random.Random) -> None:
        """Read the terminal's screen, and what is said of options that are perhaps not there."""
        here = self._here(state)
        session = set_table(self.opened, here, Manner(lang=self.language, open_hands=True))
        session.viewer = here.seat
        session.open_menu()
        self.read(*[each.plain for each in session.menu_text()])
        for block in session.table.scene.blocks(here, here.seat, TALL):
            self.read(*[each.plain for each in block.lines])
        program, printer = here.game.program, here.game.machine.printer
        for answer in program.decisions[here.cells[ir.CELL_DECISION]].answers:
            known = program.alternatives[answer.alternative]
            values = [f"{name}={any_value(printer, kind, dice)}" for name, kind in known.params]
            told = here.why(f"{known.name}({', '.join(values)})" if values else known.name)
            self.read(told.said)

    def _here(self, state: State) -> State:
        return state.told_by(self._retelling)


def read(readers: Sequence[Reader], seed: int, most: int) -> None:
    """Let all read what is said in a random game, of so many decisions at most."""
    draw, game = random.Random(seed), readers[0].opened.game
    state = game.start(draw.randint(game.program.min_players, game.program.max_players), seed=seed)
    while not state.over and state.ply < most:
        for reader in readers:
            reader.read_decision(state)
            if state.ply % APART == 0:
                reader.read_table(state)
                reader.read_screen(state, draw)
        state.apply_tuple(draw.choice(state.option_tuples()), told=True)
    for reader in readers:
        reader.read_table(state)
        reader.read_story(state)


def found(ruleset: str, games: int, most: int = MOST) -> dict[str | None, dict[str, str]]:
    """What identifiers are said in random games in any language; None is the ruleset's own."""
    readers = {each: Reader(open_game(ruleset, each), each) for each in (None, *languages_of(ruleset))}
    own = readers[None].opened.game
    for language, reader in readers.items():
        if language is not None and reader.opened.texts.phrases:
            told = reader.opened.game
            same = own.program.texts == told.program.texts
            assert not same or own.machine.printer.speech.sentences != told.machine.printer.speech.sentences, language
    for seed in range(games):
        read([*readers.values()], seed, most)
    return {language: reader.found for language, reader in readers.items() if reader.found}


@pytest.mark.parametrize("ruleset", slow_variants())
def test_nobody_reads_an_identifier(ruleset: str) -> None:
    assert found(ruleset, 1, 60 if ruleset.partition("+")[0] in LARGE else 200) == {}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", shipped())
def test_nobody_reads_an_identifier_in_two_hundred_games(ruleset: str) -> None:
    assert found(ruleset, 200) == {}


def test_what_is_an_identifier_is_seen() -> None:
    reader = Reader(open_game("cargo_empire", None))
    assert reader.faults("Deliver orange from Lisbon to Stockholm, 2 trucks") == []
    assert reader.faults("1 TrackSpace drawn from deck to public_cities, start=lisbon") == [
        "TrackSpace", "public_cities", "start=lisbon",
    ]  # fmt: skip
