"""From a ruleset's name to its program, with all that is wrong with its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from yupana.schemas.book_check import check_book
from yupana.schemas.compose import Composed, compose
from yupana.schemas.find import shown
from yupana.schemas.left_out import NOTHING, LeftOut
from yupana.schemas.nearest import nearest
from yupana.schemas.opened import content
from yupana.schemas.phrases import own_phrases, translated
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.sheet_files import book_digests
from yupana.schemas.source import NOWHERE, Diagnostic, Report, Span
from yupana.schemas.texts import languages_to_read, text_file, told_in
from yupana.schemas.tree import Word

from .check.citations import unknown_citations
from .check.interpolation import faults_of_phrases, own_texts, translated_texts
from .compiled import CheckedRuleset, Compiled, SoundRuleset
from .driver import translate
from .examples.running import check_examples
from .incremental.revision import CheckedLook, LastRevision
from .index.elements import element_digests
from .language import messages
from .program import cache as programs
from .program.digest import rules_digest
from .view.look import Look

__all__ = [
    "CheckedRuleset", "Compiled", "SoundRuleset",
    "compile_composed", "compile_ruleset", "in_other_words", "read_ruleset",
]  # fmt: skip


def compile_ruleset(target: str | Path, last: LastRevision | None = None) -> Compiled:
    """Compile a ruleset by name, path, or `base+overlay`, its examples' code included; a `Path` is always a path.
    Faults are in `diagnostics`; none is raised. What the `last` revision knows is not checked again; then the
    program does not go into the cache."""
    composed = compose(target)
    compiled = compile_composed(composed, last)
    if isinstance(compiled, SoundRuleset) and last is None:
        compiled.program = replace(compiled.program, elements=element_digests(compiled.ruleset))
        books = book_digests(compiled.files)
        places = [*composed.missed, *(text_file(part, "").parent for part in composed.parts)]
        programs.store(target, compiled.program, compiled.diagnostics, compiled.files, books, places)
    return compiled


def compile_composed(composed: Composed, last: LastRevision | None = None) -> Compiled:
    """Compile what was put together, as `compile_ruleset` does."""
    report, compiled = composed.report, _so_far(composed)
    if composed.ruleset is not None:
        compiled = _checked(compiled, composed, composed.ruleset, last)
    elif composed.partial is not None:
        compiled.readable = _check_what_could_be_read(composed, composed.partial, last)
    compiled.diagnostics = report.in_order()
    return compiled


def _so_far(composed: Composed) -> Compiled:
    """What is known before anything is checked."""
    compiled = Compiled(composed.name, composed.hash, composed.files, [], parts=composed.parts)
    compiled.removed, compiled.touches = frozenset(composed.removed), composed.touches
    compiled.versions = composed.versions
    return compiled


def _checked(before: Compiled, composed: Composed, ruleset: Ruleset, last: LastRevision | None) -> CheckedRuleset:
    report = composed.report
    again = None if last is None else last.rules.again(before, ruleset)
    known = len(report.diagnostics)
    compiled = again or translate(before, ruleset, report)
    if last is not None and again is not None:
        report.extend(last.rules.edited)
        report.extend(unknown_citations(ruleset, NOTHING.may_declare))
    elif last is not None and len(report.diagnostics) == known and isinstance(compiled, SoundRuleset):
        last.rules.keep(compiled)
    check_book(ruleset, report)
    report.extend(_faults_around(compiled, last))
    _blame_removals(composed)
    spoken = _check_texts(compiled, report, report.errors, last)
    if report.errors or not isinstance(compiled, SoundRuleset):
        return CheckedRuleset.of(compiled, program=None)
    # a game of a ruleset that is being edited works its digest out when it is saved
    compiled.played = rules_digest(compiled.program) if last is None else ""
    compiled.program = replace(compiled.program, rules=compiled.played, languages=spoken)
    return compiled


def read_ruleset(target: str | Path) -> Compiled:
    """A ruleset as it is declared, with what its names mean but without a program: its code may be faulty, and of that
    nothing is said. `diagnostics` are the faults of its sections; with one, what was read of it is not there."""
    composed = compose(target)
    compiled = _so_far(composed)
    compiled.diagnostics = composed.report.in_order()
    if composed.ruleset is None:
        return compiled
    made = translate(compiled, composed.ruleset, Report())
    played = "" if made.program is None else rules_digest(made.program)
    return CheckedRuleset.of(made, program=None, played=played)


def in_other_words(
    compiled: SoundRuleset, phrases: Mapping[str, str], texts: Mapping[str, Word] | None = None
) -> SoundRuleset:
    """A ruleset without errors that says its phrases (`schemas/phrases.py`) in other words, and the texts of elements
    that `texts` gives by their paths, and is else the same."""
    if not phrases and not texts:
        return compiled
    ruleset = told_in(translated(compiled.ruleset, phrases), texts or {})
    other = translate(compiled, ruleset, Report())
    if not isinstance(other, SoundRuleset):
        return compiled  # its own words serve as well
    program = compiled.program
    other.program = replace(
        other.program, rules=program.rules, languages=program.languages, elements=program.elements
    )  # fmt: skip
    return other


def _faults_around(compiled: CheckedRuleset, last: LastRevision | None = None) -> Iterator[Diagnostic]:
    """What is wrong with the code that is not part of the game: the examples and the look."""
    yield from check_examples(compiled, None if last is None else last.examples)
    look = None if last is None else last.look(compiled)
    if look is None:
        look = CheckedLook.of(Look(compiled), compiled)
        if last is not None:
            last.last_look = look
    if compiled.around is not None:
        compiled.around += look.names
    elif (of_examples := compiled.nearly) is not None:
        compiled.nearly = lambda: [*of_examples(), *look.names]
    yield from look.faults


def _check_texts(
    compiled: CheckedRuleset,
    report: Report,
    told: Sequence[Diagnostic],
    last: LastRevision | None,
    left_out: LeftOut | None = None,
) -> tuple[str, ...]:
    """What is wrong with the texts in the ruleset's own words and in other languages; the languages in which there is
    enough to play in them. A text that is missing is a warning: its own words stand there. `told` is what is known to
    be wrong with the ruleset, `left_out` what of it is missing."""
    ruleset, last = compiled.ruleset, last or LastRevision()
    files = [*compiled.files.values()]

    @cache
    def faulty() -> list[str]:
        phrases = own_phrases(ruleset) if told else {}
        return [phrase for phrase, at in phrases.items() if any(at.holds(each.span) for each in told)]

    def doubted(group: str, name: str) -> bool:
        if group == "phrases" and nearest(name, faulty()):
            return True
        if left_out is None or group not in ("names", "phrases", "texts"):
            return False
        if group == "texts":
            return name.rpartition(".")[2] in left_out.untold
        return bool(left_out.unwritten) or any(name in text for text in files)  # where it could not be read

    report.extend(last.figures.faults(compiled, own_texts(ruleset)))
    spoken = []
    for lang in languages_to_read(compiled.parts, report):
        texts = last.texts.load(ruleset, compiled.parts, lang, report, doubted)
        spoken += [lang] if texts.suffices else []
        report.extend(last.figures.faults(compiled, translated_texts(texts)))
        report.extend(faults_of_phrases(ruleset, texts))
        for path in (text_file(part, lang) for part in compiled.parts):
            if path.is_file():
                compiled.files[shown(path)] = content(path).decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return tuple(spoken)


def _blame_removals(composed: Composed) -> None:
    """Where something is not there because an overlay has removed it, the fault is the overlay's, told once with the
    places that still use it."""
    used: dict[str, list[Diagnostic]] = {}
    where = {**composed.removed, **{f"menu {name}": gone for name, gone in composed.emptied.items()}}
    menus = {messages.unknown_element("menu", name, NOWHERE, ()).message: f"menu {name}" for name in composed.emptied}
    for each in composed.report.diagnostics if where else ():
        # the menu of a step that names none stands nowhere in the file
        word = ""
        if each.code in messages.OF_NAMES:
            word = _text_at(composed.files, each.span).rpartition(".")[2]
        elif each.code == messages.UNKNOWN_SOURCE:
            word = _text_at(composed.files, each.span).strip("\"'")
        name = menus.get(each.message, word)
        if name in where:
            used.setdefault(name, []).append(each)
    for name, found in used.items():
        for each in found:
            composed.report.diagnostics.remove(each)
        uses = [each.span for each in found]
        composed.report.add(messages.removed_but_used(name, uses, where[name]))


def _faults_of_texts(
    compiled: CheckedRuleset, left_out: LeftOut, told: Sequence[Diagnostic], last: LastRevision | None
) -> Iterator[Diagnostic]:
    """What is wrong with the book and the texts in other languages, beside what only follows from what is left out or
    is `told` already; texts that are missing are not counted."""
    found = Report()
    check_book(compiled.ruleset, found, left_out)
    _check_texts(compiled, found, told, last, left_out)
    for each in found.errors:
        word = _text_at(compiled.files, each.span).rpartition(".")[2]
        names = [word, *re.findall(r"`([^`]+)`", each.message)]
        parts = [part for name in names for part in (name, *name.split("."))]
        # of references and of the book, what only follows is left out already
        if each.code != "YUP251" or not any(map(left_out.may_declare, parts)):
            yield each


def _text_at(files: Mapping[str, str], span: Span) -> str:
    """The author's text at a span within one line."""
    lines = files.get(span.file, "").split("\n")
    if span.line != span.end_line or not 0 < span.line <= len(lines):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def _check_what_could_be_read(composed: Composed, partial: Ruleset, last: LastRevision | None) -> CheckedRuleset:
    """Find the faults of code in a ruleset whose sections are faulty, so that all come in one run; what may only
    follow from what is left out is not said. What was made of what could be read. What the `last` revision knows stays
    for when the sections are sound again."""
    found = Report()
    before = Compiled(composed.name, composed.hash, composed.files, [], parts=composed.parts)
    left_out = composed.left_out or NOTHING
    again = None if last is None else last.rules.again(before, partial, left_out)
    compiled = again or translate(before, partial, found, left_out)
    if again is not None:
        found.extend(unknown_citations(partial, left_out.may_declare))
    found.extend(_faults_around(compiled, None if last is None else last.aside()))
    told = [*composed.report.errors, *found.errors]
    found.extend(_faults_of_texts(compiled, left_out, told, last))
    cut = [each.span for each in composed.report.diagnostics if each.code == "YUP114"]
    for each in found.diagnostics:
        if any(span.file == each.span.file and span.line == each.span.line for span in cut):
            continue  # half a piece of code is faulty by itself
        # without knowing what is missing, only the syntax of what is there can be judged
        if composed.left_out is not None or each.code.startswith("YUP3"):
            composed.report.add(each)
    return compiled
