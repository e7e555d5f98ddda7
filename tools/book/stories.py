"""The chapter of worked examples: what was given, what was done, what came of it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yupana.interpreter.game import Event
from yupana.schemas.book import ExampleDecl
from yupana.schemas.moves import read_move
from yupana.schemas.source import Code

from ..documents.model import (
    Block,
    Card,
    Chapter,
    Grid,
    Item,
    Items,
    Line,
    Paragraph,
    Picture,
    Row,
    Rule,
    Rules,
    line,
    strong,
)
from .maker import Maker, plain
from .names import headed, spaced
from .plays import Course, Plays


def examples(maker: Maker, plays: Plays, names: list[str]) -> Chapter:
    """Examples as cards of their own."""
    return Chapter(maker.say("examples"), "examples", tuple(_card(maker, plays, name) for name in names))


def example(maker: Maker, plays: Plays, name: str) -> Chapter:
    """One example as a card."""
    card = _card(maker, plays, name)
    return Chapter(card.title, f"printed-{name}", (card,))


def examples_of(maker: Maker, plays: Plays, section: str) -> Chapter:
    """The rules of a section, each with the first example that shows it."""
    blocks: list[Block] = []
    shown = shown_by(maker, section)
    for name, decl in plain(maker.ruleset.rulebook.rules).items():
        if str(decl.section) != section:
            continue
        status = maker.say(decl.status) if decl.status != "stated" else ""
        blocks.append(Rules((Rule(name, line(maker.rule_text(name)), status, maker.rule_anchor(name)),)))
        if name in shown:
            card = _card(maker, plays, shown[name], told=False)
            blocks += [card] if card.inside else []
    title = maker.texts.section(section, plain(maker.ruleset.rulebook.sections).get(section, section))
    return Chapter(title, f"section-{section}", tuple(blocks))


def shown_by(maker: Maker, section: str) -> dict[str, str]:
    """The rules of a section that an example shows, each with that example: of several that the author does not hide
    the first in which somebody does something, else the first; an example stands for one rule."""
    found: dict[str, str] = {}
    every = {name: each for name, each in plain(maker.ruleset.examples).items() if not maker.is_hidden(name)}
    for rule, decl in plain(maker.ruleset.rulebook.rules).items():
        if str(decl.section) == section:
            citing = [
                name for name, each in every.items() if rule in map(str, each.source) and name not in found.values()
            ]
            acting = [name for name in citing if _does(every[name])]
            if citing:
                found[rule] = (acting or citing)[0]
    return found


MOST = 6
"""So many examples a book prints whose author has chosen none."""


def telling(maker: Maker) -> list[str]:
    """Examples that show what players do: of each action the first, if there is one with a text, without options of
    the game."""
    found: dict[str, str] = {}
    every = sorted(plain(maker.ruleset.examples).items(), key=lambda each: each[1].text is None)
    for name, decl in every:
        acts = [read_move(code.text).option.partition("(")[0] for who, code in _moves(decl)]
        if not decl.options and acts and decl.rolls == [] and not maker.is_hidden(name):
            fresh = [each for each in acts if each and each not in found]
            if fresh and len(decl.when) <= LONGEST and len(set(found.values())) < MOST:
                found |= dict.fromkeys(fresh, name)
    return list(dict.fromkeys(found.values()))


LONGEST = 4
"""So many decisions such an example has at most."""


def _moves(decl: ExampleDecl) -> list[tuple[str, Code]]:
    """Who does what in an example."""
    said = [(str(who), code) for each in decl.when for who, code in each.items()]
    return [(who, code) for who, code in said if who != "then" and not read_move(code.text).claim]


def _does(decl: ExampleDecl) -> bool:
    return bool(_moves(decl))


MOST_DECISIONS = 12
"""So many decisions are told one by one at most."""
MOST_EVENTS, MOST_BEGUN = 8, 12
"""So much is told at most of what came of a decision, and of what came before the first."""
HALF = 560.0
"""How wide a picture is at most that stands beside another one; it may be higher."""


def _card(maker: Maker, plays: Plays, name: str, *, told: bool = True) -> Card:
    """An example as a card; one that stands below the rule that it shows says neither that nor its text (`told`)."""
    story = _Story(maker, plays, name, plain(maker.ruleset.examples)[name])
    cites = maker.cites(story.decl.source) if told else ()
    return Card(story.title(), tuple(story.blocks(told=told)), cites, f"example-{name}")


class _Story:
    """Tells one example."""

    def __init__(self, maker: Maker, plays: Plays, name: str, decl: ExampleDecl) -> None:
        self.maker, self.plays, self.name, self.decl = maker, plays, name, decl
        self.players = decl.players if decl.players is not None else maker.ruleset.players.min

    def title(self) -> str:
        """What it is called; in a translation that does not name it, by its number in the book."""
        maker, number = self.maker, self.plays.number(self.name)
        own = maker.names.printed.get(self.name, self.spelt())
        if maker.texts.lang:
            own = maker.say("example_title", number=number)
        return headed(maker.texts.name(self.name, own))

    def spelt(self) -> str:
        """Its name with blanks, and words of the game as they are written there, such as a name with a capital."""
        maker = self.maker
        known = {str(each).casefold(): str(each) for each in maker.ruleset.rulebook.glossary}
        known |= {name: label for name, label in maker.names.labels.items() if label.casefold() == name}
        return " ".join([known.get(word, word) for word in spaced(self.name).split()])

    def blocks(self, *, told: bool) -> list[Block]:
        """What is told of it (`told`: with its text): the position, what is done, what comes of it. What only code
        could say is left out: the pictures show it."""
        maker, decl = self.maker, self.decl
        text = maker.text(f"examples.{self.name}", decl) if told else ""
        blocks: list[Block] = [Paragraph(line(maker.sentence(text)))] if text else []
        course = self.plays.course(self.name)
        begun = self.told(course.begun, MOST_BEGUN) if course is not None else ()
        given = self.given(dice=not begun)
        if given:
            blocks.append(Items(tuple(Item(maker.sentence_line(each)) for each in given)))
        if begun:
            blocks.append(Items(begun))
        if course is None:
            return [*blocks, *maker.drawings(decl.drawn)]
        boards = [part.partition(".")[0] for part in decl.drawn]
        done = self.done(course)
        moves: list[Block] = (
            [Paragraph(line(strong(maker.say("when"))), "step"), Items(done, numbered=len(done) > 1)] if done else []
        )
        pairs = self.plays.pictures(course, self.name, self.players, boards)
        beside = all(max(_size(each)) <= HALF for pair in pairs for each in pair)
        if beside:
            blocks += [Row(tuple(pair)) if len(pair) > 1 else pair[0] for pair in pairs]
            blocks += moves
        else:
            blocks += [pair[0] for pair in pairs]
            blocks += moves
            blocks += [pair[1] for pair in pairs if len(pair) > 1]
        rows = self.plays.differences(course)
        if rows and done:
            head = tuple(line(maker.say(each)) for each in ("names", "given", "then"))
            blocks.append(Grid(head, tuple(rows)))
        return blocks

    def given(self, *, dice: bool) -> list[Line]:
        """With what it begins: options, and how dice will fall, unless that is told where they do."""
        say, names, figures = self.maker.say, self.maker.names, self.maker.figures
        lines: list[Line] = []
        for name, value in self.decl.options.items():
            shown = figures.say(value if isinstance(value, bool | int) else names.of(str(value)))
            lines.append(line(say("option_is", name=names.of(name), value=shown)))
        if self.decl.rolls and dice:
            phrase = "dice" if len(self.decl.rolls) > 1 else "one_die"
            lines.append(line(say(phrase, dice=self.maker.words.listed([str(each) for each in self.decl.rolls]))))
        return lines

    def done(self, course: Course) -> tuple[Item, ...]:
        """What is done, one decision after the other, each with what came of it as it is told at a table. Nobody reads
        a whole game so."""
        if len(course.passages) > MOST_DECISIONS:
            return ()
        found: list[Item] = []
        for passage in course.passages:
            told = self.told(passage.events, MOST_EVENTS)
            player = self.maker.names.heading(passage.player, "Player")
            said = self.maker.say("does", player=player, action=passage.said(None))
            found.append(Item(line(self.maker.sentence(said)), (Items(told),) if told else ()))
        return tuple(found)

    def told(self, events: Sequence[Event], most: int) -> tuple[Item, ...]:
        """What all are told of some events, if that is not too much."""
        said = [each.said for each in events if each.is_for(None) and each.said]
        return tuple(Item(line(self.maker.sentence(each))) for each in said) if len(said) <= most else ()


def _size(picture: Picture) -> tuple[float, float]:
    drawing = picture.drawing
    return (0.0, 0.0) if drawing is None else (drawing.width, drawing.height * 0.6)


def pictures(block: Block) -> Iterator[Picture]:
    """The pictures of a block, also those in it."""
    match block:
        case Picture():
            yield block
        case Card() | Row():
            yield from (picture for each in block.inside for picture in pictures(each))
