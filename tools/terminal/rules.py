"""The rulebook at the table: one rule, a section, or the rules with a word, with the numbers of the printed book."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rich.text import Text

from ..common import suggestion

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.schemas.book import RuleDecl
    from yupana.schemas.texts import Texts

MARKS = {"ruling": " (ruling)", "computed": " (computed)", "assumed": " (assumed)", "found": " (found)"}


class Rules:
    """Looks things up in the rulebook of a compiled ruleset."""

    def __init__(self, compiled: Compiled, texts: Texts) -> None:
        self._compiled, self._texts = compiled, texts
        self._book = compiled.ruleset.rulebook if compiled.ruleset is not None else None

    @cached_property
    def _told(self) -> dict[str, str]:
        """The texts of all rules with their values. A text that is faulty is told as it is written: `rulebook check`
        says what is wrong with it."""
        from yupana.schemas.source import Report

        from ..book.make import make_maker

        if self._book is None:
            return {}
        maker = make_maker(self._compiled, self._texts, Report())
        return {each: maker.filled(self._texts.rule(each, rule.text)) for each, rule in self._book.rules.items()}

    def find(self, wanted: str) -> list[Text]:
        """Lines that answer `wanted`: nothing (the sections), a rule's id, a section's id, or a word."""
        if self._book is None or not self._book.rules:
            return [Text("This ruleset has no rulebook.", "yellow")]
        if not wanted:
            return self._sections()
        folded = wanted.casefold()
        ids = [each for each in self._book.rules if each.casefold() == folded]
        ids = ids or [each for each, rule in self._book.rules.items() if str(rule.section).casefold() == folded]
        ids = ids or [each for each in self._book.rules if folded in self._told[each].casefold()]
        if not ids:
            return [Text(f"No rule, section or word `{wanted}`.{suggestion(wanted, self._book.rules)}", "yellow")]
        return [self._rule(name, rule) for name, rule in self._book.rules.items() if name in ids]

    def _sections(self) -> list[Text]:
        assert self._book is not None
        counts: dict[str, int] = {}
        for rule in self._book.rules.values():
            counts[str(rule.section)] = counts.get(str(rule.section), 0) + 1
        titles = {str(key): self._texts.section(key, str(title)) for key, title in self._book.sections.items()}
        lines = [
            Text.assemble((f"  {key:<6}", "cyan"), titles.get(key, ""), (f"  {count}", "dim"))
            for key, count in counts.items()
        ]
        return [*lines, Text("Write `rules` and a section, a rule or a word.", "dim")]

    def _rule(self, name: str, rule: RuleDecl) -> Text:
        return Text.assemble((f"  {name}", "cyan"), (MARKS.get(rule.status, ""), "dim"), f"  {self._told[name]}")
