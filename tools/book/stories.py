"""The chapter of worked examples: what was given, what was done, what came of it, in words."""

from __future__ import annotations

import re
from dataclasses import replace

from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_expression
from yupana.schemas.book import ExampleDecl
from yupana.schemas.moves import read_move
from yupana.schemas.source import Code, Report

from ..documents.model import Block, Card, Chapter, Item, Items, Line, Paragraph, code, line, strong
from .maker import Maker, plain
from .names import headed, spaced
from .prose import Prose, UntoldError

_SAID = {"": "does", "cannot": "may_not", "not asked": "not_asked", "never": "never_may"}
"""The phrase for each claim about an option."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")


def examples(maker: Maker, names: list[str]) -> Chapter:
    """Examples as cards of their own."""
    return Chapter(maker.say("examples"), "examples", tuple(_card(maker, name) for name in names))


def example(maker: Maker, name: str) -> Chapter:
    """One example as a card."""
    card = _card(maker, name)
    return Chapter(card.title, f"printed-{name}", (card,))


def _card(maker: Maker, name: str) -> Card:
    every = plain(maker.ruleset.examples)
    return _Story(maker, name, every[name]).card(list(every).index(name) + 1)


class _Story:
    """Tells one example."""

    def __init__(self, maker: Maker, name: str, decl: ExampleDecl) -> None:
        self.maker, self.name, self.decl = maker, name, decl
        players = decl.players if decl.players is not None else maker.ruleset.players.min
        self.players = players
        self.prose: Prose = replace(maker.prose, players=players, hidden=set())

    def card(self, number: int) -> Card:
        """The example as a card. In a translation one whose name is not translated has its number for a title."""
        maker, decl, say = self.maker, self.decl, self.maker.say
        blocks: list[Block] = []
        told = maker.text(f"examples.{self.name}", decl)
        if told:
            blocks.append(Paragraph(line(maker.sentence(told))))
        given = self.given()
        moves = [self.move(str(who), written) for each in decl.when for who, written in each.items()]
        results = [self.prose.condition(each) for each in decl.then]
        results += [
            self.player_phrase("is_asked", str(who), each.text.strip(), each) for who, each in decl.waits.items()
        ]
        if told and any(run.style == "code" for each in (*given, *moves, *results) for run in each):
            given, moves, results = [], [], []  # the text says it better than code would
        for key, lines in (("given", given), ("when", moves), ("then", results)):
            drawn = maker.drawings(decl.drawn) if key == "given" else ()
            if lines or drawn:
                blocks += [Paragraph(line(strong(say(key))), "step"), *drawn]
            if lines:
                blocks.append(Items(tuple(Item(maker.sentence_line(each)) for each in lines)))
        own = say("example_title", number=number) if maker.texts.lang else spaced(self.name)
        title = headed(maker.texts.name(self.name, own))
        return Card(title, tuple(blocks), maker.cites(decl.source), f"example-{self.name}")

    def given(self) -> list[Line]:
        """The position."""
        say, decl = self.maker.say, self.decl
        lines: list[Line] = []
        if decl.players is not None and len(self.maker.figures.counts) > 1:
            key = "one_player_fact" if decl.players == 1 else "example_players"
            lines.append(line(say(key, counts=str(decl.players))))
        for name, value in decl.options.items():
            shown = self.maker.figures.say(value if isinstance(value, bool | int) else self.maker.names.of(str(value)))
            lines.append(line(say("option_is", name=self.maker.names.of(name), value=shown)))
        for effects in (decl.before, decl.given, decl.run):
            lines += [] if effects is None else self.prose.effects(effects)
        if decl.rolls:
            lines.append(line(say("dice", dice=self.maker.words.listed([str(each) for each in decl.rolls]))))
        return lines

    def move(self, who: str, written: Code) -> Line:
        """What a player does, may not do, or what holds now."""
        say = self.maker.say
        if who == "then":
            return self.maker.around("now_holds", "condition", self.prose.condition(written))
        move = read_move(written.text)
        if not move.option:
            return line(say("nothing_asked", player=headed(self.maker.names.of(who, "Player"))))
        return self.player_phrase(_SAID[move.claim], who, move.option, written)

    def player_phrase(self, key: str, who: str, text: str, written: Code) -> Line:
        """A phrase about a player and an option."""
        player = headed(self.maker.names.of(who, "Player"))
        return self.maker.around(key, "action", self.option(text, written), player=player)

    def option(self, text: str, written: Code) -> Line:
        """An option in words."""
        say, names = self.maker.say, self.maker.names
        if _WORD.fullmatch(text):
            return line(names.of(text))
        node = parse_expression(Code(text, written.span), Report())
        if not isinstance(node, nodes.Call) or not isinstance(node.function, nodes.Name):
            return line(code(text))
        try:
            told = [self.prose.tell(each) for each in node.args]
            for key, each in node.keywords:
                value = self.prose.tell(each)
                told.append(say("argument", name=names.of(key), value=value) if len(key) > 2 else value)
        except UntoldError:
            return line(code(text))
        action = names.of(node.function.name)
        if not told:
            return line(action)
        return line(say("action_with", action=action, arguments=say("comma").join(told)))
