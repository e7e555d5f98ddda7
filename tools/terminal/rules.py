"""The rulebook at the table: one rule, a section, or the rules with a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ..common import suggestion

if TYPE_CHECKING:
    from yupana.schemas.book import Rulebook, RuleDecl
    from yupana.schemas.texts import Texts

MARKS = {"ruling": " (ruling)", "assumed": " (assumed)", "found": " (found)"}


class Rules:
    """Looks things up in a rulebook (None: the ruleset has none)."""

    def __init__(self, book: Rulebook | None, texts: Texts) -> None:
        self._book, self._texts = book, texts

    def find(self, wanted: str) -> list[Text]:
        """Lines that answer `wanted`: nothing (the sections), a rule's id, a section's id, or a word."""
        if self._book is None or not self._book.rules:
            return [Text("This ruleset has no rulebook.", "yellow")]
        if not wanted:
            return self._sections()
        folded = wanted.casefold()
        ids = [each for each in self._book.rules if each.casefold() == folded]
        ids = ids or [each for each, rule in self._book.rules.items() if str(rule.section).casefold() == folded]
        told = {each: self._texts.rule(each, str(rule.text)) for each, rule in self._book.rules.items()}
        ids = ids or [each for each in self._book.rules if folded in told[each].casefold()]
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
        words = self._texts.rule(name, str(rule.text))
        return Text.assemble((f"  {name}", "cyan"), (MARKS.get(rule.status, ""), "dim"), f"  {words}")
