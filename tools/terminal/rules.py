"""The rulebook at the table: one rule, a section, or the rules with a word, with the numbers of the printed book."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rich.text import Text
from yupana.schemas.nearest import nearest
from yupana.schemas.source import Report

from ..book.make import make_maker
from ..languages.words import Words
from ..shell.colours import FAINT, NUMBER, WARNING

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset
    from yupana.schemas.book import RuleDecl
    from yupana.schemas.texts import Texts


class Rules:
    """Looks things up in the rulebook of a compiled ruleset."""

    def __init__(self, compiled: SoundRuleset, texts: Texts, words: Words | None = None) -> None:
        self._compiled, self._texts, self._words = compiled, texts, words or Words()
        self._book = compiled.ruleset.rulebook

    @property
    def ids(self) -> list[str]:
        """The ids of all rules."""
        return [str(each) for each in self._book.rules]

    def told(self, ids: Sequence[str]) -> list[Text]:
        """The rules with these ids, in the order of the book."""
        return [self._rule(name, rule) for name, rule in self._book.rules.items() if name in ids]

    def text(self, rule: str) -> str:
        """The text of one rule with its values."""
        return self._filled[rule]

    @cached_property
    def _filled(self) -> dict[str, str]:
        """The texts of all rules with their values. A text that is faulty is told as it is written: `rulebook check`
        says what is wrong with it."""
        maker = make_maker(self._compiled, self._texts, Report())
        return {each: maker.filled(self._texts.rule(each, rule.text)) for each, rule in self._book.rules.items()}

    def find(self, wanted: str) -> list[Text]:
        """Lines that answer `wanted`: nothing (the sections), a rule's id, a section's id, or a word."""
        if not self._book.rules:
            return [Text(self._words.say("no_rulebook"), WARNING)]
        if not wanted:
            return self._sections()
        folded = wanted.casefold()
        ids = [each for each in self._book.rules if each.casefold() == folded]
        ids = ids or [each for each, rule in self._book.rules.items() if str(rule.section).casefold() == folded]
        ids = ids or [each for each in self._book.rules if folded in self._filled[each].casefold()]
        if not ids:
            near = nearest(wanted, self._book.rules)
            hint = f" {self._words.say('near_name', name=near)}" if near else ""
            return [Text(self._words.say("no_rule", wanted=wanted) + hint, WARNING)]
        return self.told(ids)

    def _sections(self) -> list[Text]:
        counts: dict[str, int] = {}
        for rule in self._book.rules.values():
            counts[str(rule.section)] = counts.get(str(rule.section), 0) + 1
        titles = {str(key): self._texts.section(key, str(title)) for key, title in self._book.sections.items()}
        lines = [
            Text.assemble((f"  {key:<6}", NUMBER), titles.get(key, ""), (f"  {count}", FAINT))
            for key, count in counts.items()
        ]
        return [*lines, Text(self._words.say("rules_how"), FAINT)]

    def _rule(self, name: str, rule: RuleDecl) -> Text:
        mark = "" if rule.status == "stated" else f" ({self._words.say(rule.status)})"
        return Text.assemble((f"  {name}", NUMBER), (mark, FAINT), f"  {self._filled[name]}")
