"""The values that stand in texts: `{ap_per_turn}` in a rule is replaced by what the ruleset says.

In braces stands an expression of the language that nothing in a game changes: a constant, an option (its default),
`size(City)`, an attribute `truck.steps`, the text attribute `lima.name`, a cell `fatigue(1, 3)`, arithmetic, and the
same of many things (`count(c for c in City if c.port)`, `[c.size for c in City]`). The machine that plays the game
gives its value. A text also knows `count(lima_card)`, how many there are of an entry, and `counted(n, card, cards)`,
the number with the word that fits it. What depends on the number of players is written out: `12 (9 with 5 players)`.
Anything else is a fault with its place, never an exception.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from yupana.interpreter.check.interpolation import (
    UnknownError,
    chooses,
    code_of,
    in_the_language,
    is_counted,
    truth,
    values_in,
    words_of,
)
from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_expression, parse_template
from yupana.interpreter.language.show import show_expression
from yupana.interpreter.language.types import member
from yupana.interpreter.play.questions import BeforePlay, Question, Unanswered, with_questions
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Report, Span
from yupana.schemas.tree import cite
from yupana.schemas.wording import numeral

from ..languages.words import Words
from .names import Names

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset


@dataclass(frozen=True, slots=True)
class Member:
    """An entity or a word of an enum."""

    name: str
    kind: str = ""


Value: TypeAlias = "int | bool | str | Member | list[Any]"


class Figures:
    """The values of one ruleset."""

    def __init__(self, compiled: SoundRuleset, names: Names, words: Words) -> None:
        self._compiled = compiled
        self._world = compiled.checked.world
        self._names = names
        self._words = words
        players = compiled.ruleset.players
        self.counts = range(players.min, players.max + 1)
        self._foreseen: dict[str, nodes.Expr] = {}
        self._answers: dict[str, dict[int, Value] | None] = {}
        self._faults: dict[tuple[str, Span], UnknownError] = {}

    # ------------------------------------------------------------ texts

    def text(self, text: str, report: Report, code: Code | None = None) -> str:
        """A text with the values of its references. A faulty text is given back as it is, with its faults reported.

        A text without braces is never changed. `code` is the text with the place of each character, where it is known.
        """
        if "{" not in text and "}" not in text:
            return text
        template = parse_template(code or code_of(text), report)
        if template is None:
            return text
        try:
            return "".join(part if isinstance(part, str) else self.shown(part) for part in template.parts)
        except UnknownError as fault:
            report.add(fault.diagnostic())
            return text

    def shown(self, node: nodes.Expr) -> str:
        """The value of a reference in words, by the number of players where it depends on it. Raises UnknownError."""
        return self._words.by_players({count: self._text_of(node, count) for count in self.counts})

    def _text_of(self, node: nodes.Expr, count: int) -> str:
        if isinstance(node, nodes.Template):
            return "".join([each if isinstance(each, str) else self._text_of(each, count) for each in node.parts])
        if chooses(node):
            chosen = node.then if self.value(truth(node), count) else node.other
            return "" if isinstance(chosen, nodes.NoneLit) else self._text_of(chosen, count)
        return self.say(self.value(node, count))

    def say(self, value: Value) -> str:
        """A value in words."""
        if isinstance(value, bool):
            return self._words.say("yes" if value else "no")
        if isinstance(value, Member):
            return self._names.of(value.name, value.kind)
        if isinstance(value, list):
            return self._words.listed([self.say(each) for each in value])
        return numeral(value) if isinstance(value, int) else str(value)

    def number(self, code: Code, count: int) -> int | None:
        """The value of a piece of code that is a number known before the game, else None."""
        node = parse_expression(code, Report())
        try:
            value = self.value(node, count) if node is not None else None
        except UnknownError:
            return None
        return value if isinstance(value, int) else None

    # ------------------------------------------------------------ values

    def foresee(self, texts: Iterable[str]) -> None:
        """Texts whose values will be wanted: many questions cost hardly more than one."""
        for text in texts:
            template = parse_template(code_of(text), Report()) if "{" in text else None
            for part in values_in(template) if template is not None else ():
                node = part.args[0] if is_counted(part) and part.args else part
                self._foreseen.setdefault(show_expression(node), node)

    def value(self, node: nodes.Expr, count: int) -> Value:
        """The value of an expression with so many players. Raises UnknownError."""
        if is_counted(node):
            return self._counted(node, count)
        key = show_expression(node)
        if key not in self._answers:
            self._ask({**self._foreseen, key: node})
            self._foreseen.clear()
        answers = self._answers[key]
        if answers is None:
            known = self._faults.get((key, node.span))
            raise known or self._faults.setdefault((key, node.span), self._fault(node))
        return answers[count]

    def _ask(self, wanted: Mapping[str, nodes.Expr]) -> None:
        """Ask for what is not known yet; None stands for what has no value."""
        fresh = {key: node for key, node in wanted.items() if key not in self._answers}
        game, questions = with_questions(
            self._compiled, [in_the_language(self._world, each) for each in fresh.values()]
        )
        before = BeforePlay(game)
        for key, question in zip(fresh, questions, strict=True):
            self._answers[key] = None
            if question.function >= 0 and before.is_known(question):
                with suppress(Unanswered):
                    self._answers[key] = {count: self._answer(before, question, count) for count in self.counts}

    def _answer(self, before: BeforePlay, question: Question, count: int) -> Value:
        stored, type_ = before.answer(question, count), question.type
        if isinstance(stored, tuple):
            return [self._stored(each, type_.element if type_ is not None else None) for each in stored]
        if type_ is not None and type_.kind == "set":
            of = member(type_.domain)
            return [self._stored(each, of) for each in range(stored.bit_length()) if stored >> each & 1]
        return self._stored(stored, type_)

    def _fault(self, node: nodes.Expr) -> UnknownError:
        """Why an expression has no value. It is asked for once more by itself, for its own place."""
        game, (question,) = with_questions(self._compiled, [in_the_language(self._world, node)])
        if question.faults:
            fault = question.faults[0]
            return UnknownError(fault.message, fault.span, fault.hint)
        before = BeforePlay(game)
        if question.function >= 0 and before.is_known(question):
            try:
                for count in self.counts:
                    before.answer(question, count)
            except Unanswered as fault:
                return UnknownError(str(fault), node.span)
        hint = "what a game changes cannot stand in a text: constants, options, sizes, attributes and cells can"
        return UnknownError(f"{cite(show_expression(node))} has no value before the game", node.span, hint)

    def _counted(self, node: nodes.Call, count: int) -> str:
        """`1 card` or `2 cards`: the number and the word that fits it. Raises UnknownError."""
        words = words_of(node)
        number = self.value(node.args[0], count)
        if not isinstance(number, int):
            raise UnknownError(f"{cite(show_expression(node.args[0]))} is no number", node.args[0].span)
        return f"{number} {words[0 if number == 1 else 1]}"

    # ------------------------------------------------------------ what is there

    def size_of(self, kind: str, count: int) -> int:
        """How many things of a kind there are with so many players and the usual options."""
        domain = self._world.domains[self._world.domain_of[kind]]
        return len(domain.usual(count, self._world.options))

    def domain(self, kind: str) -> Any:
        """What the checker knows of a kind or board."""
        return self._world.domains[self._world.domain_of[kind]]

    def attributes(self, kind: str) -> dict[str, list[Value]]:
        """The values of every attribute of a kind, board or kind of links, entity by entity."""
        domain = self._world.domains[self._world.domain_of[kind]]
        found: dict[str, list[Value]] = {}
        for name, attribute in domain.attributes.items():
            table = self._world.tables[attribute.table]
            if not attribute.stride and not any(isinstance(each, tuple) for each in table):
                found[str(name)] = [self._stored(each, attribute.type) for each in table]
        return found

    def of_entry(self, kind: str, entry: str, name: str) -> Value:
        """The value of an attribute of an entry of a kind, or of a seat."""
        domain = self.domain(kind)
        first = next(index for index in range(domain.size) if str(domain.entry_of(index)) == entry)
        return self.attributes(kind)[name][first]

    def _stored(self, value: Any, type_: Any) -> Value:
        """A stored number as the value it stands for."""
        if type_ is not None and type_.kind in ("member", "set"):
            domain = self._world.domains[type_.domain]
            if not 0 <= value < domain.size:
                return self._words.say("nothing")
            name = str(domain.names[value])
            return name if "." in domain.name else Member(name, str(domain.name))  # texts are a hidden enum
        if type_ is not None and type_.optional and value == type_.none:
            return self._words.say("nothing")
        if type_ is not None and type_.kind == "bool":
            return bool(value)
        return int(value)


# ---------------------------------------------------------------- a text apart from its values


_NAME = re.compile(r"[^\W\d]\w*")


def bare_words(text: str) -> str:
    """A text without its values: an empty pair of braces stands for each. A faulty text is given back as it is."""
    parts = _parts(text)
    return text if parts is None else "".join(each if isinstance(each, str) else "{}" for each in parts)


def names_told(text: str, ruleset: Ruleset) -> set[str]:
    """The names of which a text gives values; with a kind of spaces also the name of its board."""
    values = [each for each in _parts(text) or () if not isinstance(each, str)]
    found = {name for each in values for name in _NAME.findall(show_expression(each))}
    return found | {str(name) for name, board in ruleset.boards.items() if str(board.kind) in found}


def _parts(text: str) -> tuple[str | nodes.Expr, ...] | None:
    template = parse_template(code_of(text), Report()) if "{" in text else None
    return template.parts if template is not None else None
