"""What every chapter needs: the ruleset, its words in one language, the values in its texts, links to rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from yupana.interpreter.check.interpolation import code_at
from yupana.interpreter.compile import in_other_words
from yupana.schemas.diagrams import Drawn
from yupana.schemas.element import Element
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Report
from yupana.schemas.texts import Texts, languages, load_texts

from ..documents.model import Block, Line, Listing, Paragraph, Run, joined, line
from ..languages.words import Words
from .figures import Figures
from .names import Names, headed
from .prose import Prose

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset

Entry = TypeVar("Entry")


def plain(mapping: Mapping[Any, Entry]) -> dict[str, Entry]:
    """A mapping with plain texts for keys."""
    return {str(key): value for key, value in mapping.items()}


@dataclass(slots=True)
class Maker:
    """Makes the chapters of one rulebook. Faults in texts go to `report`."""

    compiled: SoundRuleset
    ruleset: Ruleset
    parts: Sequence[Path]
    texts: Texts
    names: Names
    words: Words
    figures: Figures
    prose: Prose
    report: Report
    known: dict[str, Texts] | None = None

    def translations(self) -> dict[str, Texts]:
        """The texts in all other languages, by these; what is wrong with them is told elsewhere. Read once."""
        if self.known is None:
            langs = languages(self.parts)
            self.known = {lang: load_texts(self.ruleset, self.parts, lang, Report()) for lang in langs}
        return self.known

    def spoken(self) -> SoundRuleset:
        """The ruleset in the language of the book: what it says itself is said in that."""
        texts = self.texts
        return in_other_words(self.compiled, texts.phrases, texts.texts) if texts.lang else self.compiled

    # ------------------------------------------------------------ words

    def say(self, phrase: str, **values: str | int) -> str:
        """One of the book's own phrases."""
        return self.words.say(phrase, **values)

    def scope(self, name: str) -> str:
        """What players read for a scope: one that every game has, a step or a procedure."""
        return self.say(f"scope_{name}") if name in ("action", "game") else self.names.of(name)

    def filled(self, text: str, code: Code | None = None) -> str:
        """A text of the rulebook on one line, with its references replaced; `code` is the text with the place of each
        character, where it is known."""
        return " ".join(self.figures.text(text, self.report, code).split())

    def text(self, path: str, element: Element) -> str:
        """The text of an element, empty if it has none."""
        if element.text is None:
            return ""
        return " ".join(self.texts.text(path, element.text).split())

    def paragraph(self, path: str, element: Element) -> list[Block]:
        """The text of an element as a paragraph, if it has one."""
        told = self.text(path, element)
        return [Paragraph(line(self.sentence(told)))] if told else []

    def sentence(self, text: str) -> str:
        """The text as a sentence, with a capital and a full stop."""
        text = text.strip()
        if not text or text[-1] in ".!?…:。！？":
            return headed(text)
        return self.say("sentence", text=headed(text))

    def sentence_line(self, parts: Line) -> Line:
        """A line as a sentence, unless it is code."""
        if len(parts) == 1 and not parts[0].style:
            return line(self.sentence(parts[0].text))
        return parts

    def around(self, phrase: str, key: str, inside: Line, **values: str | int) -> Line:
        """A phrase with a line in one of its places."""
        before, _, after = self.say(phrase, **{key: "\0"}, **values).partition("\0")
        return line(before, inside, after)

    def drawings(self, position: Drawn) -> tuple[Block, ...]:
        """Positions that are drawn, as they are printed: each under the name of its board where there are several."""
        found: list[Block] = []
        for part, code in position.items():
            board, _, name = part.partition(".")
            if len(position) > 1:
                label = (self.names.heading(board), self.say("colon"), self.names.of(name))
                found.append(Paragraph(line("".join(label)), "step"))
            found.append(Listing(code.text))
        return tuple(found)

    # ------------------------------------------------------------ what the author wants

    def is_hidden(self, name: str, kind: str = "") -> bool:
        """Whether the book leaves out what has this name."""
        hidden = self.ruleset.book.hidden
        return name in hidden or f"{kind}.{name}" in hidden

    def wanted_columns(self, kind: str) -> list[str] | None:
        """The attributes that have a column in the table of a kind; None if the author says nothing of them."""
        decl = plain(self.ruleset.book.entries).get(kind)
        return None if decl is None or decl.columns is None else [str(each) for each in decl.columns]

    # ------------------------------------------------------------ rules

    def sections(self) -> list[str]:
        """The sections of the rulebook in order; at the end those that have no title."""
        book = self.ruleset.rulebook
        return list(dict.fromkeys([*map(str, book.sections), *(str(each.section) for each in book.rules.values())]))

    def rule_text(self, name: str) -> str:
        """The text of a rule in the book's language, with its values."""
        decl = plain(self.ruleset.rulebook.rules)[name]
        text = self.texts.rule(name, decl.text)
        return self.filled(text, code_at(decl.node, "text") if text is decl.text else None)

    def rule_anchor(self, rule: str) -> str:
        """Where a rule stands."""
        return "rule-" + rule

    def cites(self, sources: Iterable[str]) -> Line:
        """Links to rules."""
        known = self.ruleset.rulebook.rules
        links = [line(Run(str(each), "rule", self.rule_anchor(str(each)))) for each in sources if each in known]
        return joined(links, " ")

    def with_rules(self, text: Line, element: Element) -> Line:
        """A line with links to the rules behind it."""
        cites = self.cites(element.source)
        return line(text, " " if text else "", cites) if cites else text

    # ------------------------------------------------------------ numbers

    def by_players(self, values: Mapping[int, int]) -> str:
        """A number that may depend on the number of players."""
        return self.words.by_players({count: str(values[count]) for count in self.figures.counts})

    def counts(self, players: Iterable[int]) -> str:
        """`2, 3 or 4`."""
        return self.words.alternatives([str(each) for each in players if each in self.figures.counts])
