"""What is kept from one check of a ruleset to the next: the rules, where what they see did not change, the examples
that were sound, the look, and the texts in other languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path

from yupana.schemas.left_out import LeftOut
from yupana.schemas.look import Look as LookDecl
from yupana.schemas.opened import content
from yupana.schemas.phrases import own_phrases
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.sheet_texts import languages_in_tables
from yupana.schemas.source import Code, Diagnostic, Report
from yupana.schemas.steps import AnyStep
from yupana.schemas.texts import Texts, load_texts, own_names, own_texts, text_file

from ..check.interpolation import faults_of_figures
from ..compiled import CheckedRuleset, Compiled, SoundRuleset
from ..typed.names import Named
from ..view.look import Look
from .interfaces import Interfaces, SoundExamples, interfaces_of, seen_in_drawings
from .quick_check import Edit, declared


def draws(ruleset: Ruleset) -> bool:
    """Whether a step of the ruleset is drawn, so that the rules see the glyphs of the look."""
    steps = [*ruleset.setup, *ruleset.flow]
    return any(step.drawn or draws_inside(step) for step in steps)


def draws_inside(step: AnyStep) -> bool:
    """Whether a step in a step is drawn."""
    return any(each.drawn or draws_inside(each) for each in step.inner)


class LastRules:
    """The rules as they were checked last. `edited` are the faults of an edit that concerns nobody beside what it
    changes: the rules are then taken for what they were."""

    def __init__(self, last: SoundRuleset | None = None, edited: list[Diagnostic] | None = None) -> None:
        self._last = last
        self._declared: Interfaces | None = None
        self._is_edited = edited is not None
        self.edited = edited or []

    def again(self, compiled: Compiled, ruleset: Ruleset, left_out: LeftOut | None = None) -> CheckedRuleset | None:
        """What is made of the rules, if they are where and what they were, and had no fault. `left_out` is what is
        missing around them where that could not be read: then it is no program."""
        last = self._last
        if last is None or (not self._is_edited and not self._are_those_of(ruleset)):
            return None
        world, tables = copy(last.checked.world), copy(last.tables)
        world.read_from(ruleset, compiled.files)
        world.left_out = left_out
        tables.declared = world
        checked = replace(last.checked, world=world)
        again = CheckedRuleset.of(compiled, ruleset=ruleset, checked=checked, tables=tables, disclosure=last.disclosure)
        if left_out is not None or self.edited:
            return again
        program = replace(last.program, hash=compiled.hash, versions=tuple(compiled.versions.items()))
        return SoundRuleset.of(again, program=program)

    def _are_those_of(self, ruleset: Ruleset) -> bool:
        edit = self.edit_to(ruleset)
        return edit is not None and not edit.changes

    def edit_to(self, ruleset: Ruleset) -> Edit | None:
        """In what a ruleset differs from the last rules; None where there are none, or what is drawn in them may mean
        something else now."""
        last = None if self._last is None else self._last.ruleset
        if last is None or (draws(ruleset) and seen_in_drawings(last) != seen_in_drawings(ruleset)):
            return None
        return Edit.between(last, ruleset)

    @property
    def last(self) -> SoundRuleset | None:
        """What was made of rules without a fault, if ever there were any."""
        return self._last

    def keep(self, compiled: SoundRuleset) -> None:
        """What was made of rules without a fault."""
        self._last = replace(compiled)
        self._declared = None

    def faults_of_values(self, ruleset: Ruleset, files: Mapping[str, str]) -> list[Diagnostic] | None:
        """What is wrong with what entries and tables hold; None where others see something else of it now."""
        if self._declared is None:
            assert self._last is not None
            self._declared = interfaces_of(declared(self._last.ruleset, self._last.files), ())
        world = declared(ruleset, files)
        if world.report.diagnostics or interfaces_of(world, ()).looks_like(self._declared):
            return world.report.diagnostics
        return None


@dataclass(frozen=True, slots=True)
class CheckedLook:
    """A look as it was checked against the rules: its faults, and what its names mean."""

    decl: LookDecl
    rules: object
    faults: list[Diagnostic]
    names: list[Named]

    @staticmethod
    def of(look: Look, compiled: CheckedRuleset) -> CheckedLook:
        """What checking the look of a ruleset gave."""
        return CheckedLook(compiled.ruleset.look, compiled.checked.rules, look.faults, look.names)


class SoundFigures:
    """The texts for people whose references had no fault when they were held against the rules."""

    def __init__(self) -> None:
        self._rules: object = None
        self._known: set[str] = set()

    def faults(self, compiled: CheckedRuleset, texts: Iterable[Code]) -> Iterator[Diagnostic]:
        """What is wrong with the references in texts."""
        if self._rules is not compiled.checked.rules:
            self._rules, self._known = compiled.checked.rules, set()
        for code in texts:
            if code.text not in self._known:
                found = [*faults_of_figures(compiled.checked.world, code)]
                if not found:
                    self._known.add(code.text)
                yield from found


class SoundTexts:
    """The texts in other languages, each with what they were read from: the file, and what there was to say."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, Texts, list[Diagnostic]]] = {}

    def load(
        self, ruleset: Ruleset, parts: Sequence[Path], lang: str, report: Report, doubted: Callable[[str, str], bool]
    ) -> Texts:
        """What `load_texts` gives. It is the same where the file and what there is to say are; not where somebody has
        to doubt whether something is there, or other files have texts too."""
        (file, *others), sure = [text_file(each, lang) for each in parts], True
        if others or languages_in_tables(parts[0]) or not file.is_file():
            return load_texts(ruleset, parts, lang, report, doubted)

        def noted(group: str, name: str) -> bool:
            nonlocal sure
            sure = False
            return doubted(group, name)

        book, title = ruleset.rulebook, str(ruleset.ruleset.title)
        said = title, [*book.rules], [*book.sections], [*own_texts(ruleset)], [*own_phrases(ruleset)]
        seen = content(file), own_names(ruleset), said
        known = self._known.get(lang)
        if known is None or known[0] != seen:
            found = Report()
            texts = load_texts(ruleset, parts, lang, found, noted)
            known = seen, texts, found.diagnostics
            if sure:
                self._known[lang] = known
        report.extend(known[2])
        return known[1]


@dataclass(slots=True)
class LastRevision:
    """All that is kept."""

    rules: LastRules = field(default_factory=LastRules)
    examples: SoundExamples = field(default_factory=SoundExamples)
    last_look: CheckedLook | None = None
    figures: SoundFigures = field(default_factory=SoundFigures)
    texts: SoundTexts = field(default_factory=SoundTexts)

    def after(self, edited: list[Diagnostic]) -> LastRevision:
        """What is kept, for the ruleset after an edit with these faults that concerns nobody else."""
        return replace(self.aside(), rules=LastRules(self.rules.last, edited))

    def aside(self) -> LastRevision:
        """What is kept, for something that will not be: nothing of what is noted with it is noted here."""
        return replace(self, examples=self.examples.aside())

    def look(self, compiled: CheckedRuleset) -> CheckedLook | None:
        """The look, if neither it nor the rules have changed."""
        last = self.last_look
        if last is None or last.rules is not compiled.checked.rules:
            return None
        return None if Edit.of_parts(last.decl, compiled.ruleset.look).changes else last
