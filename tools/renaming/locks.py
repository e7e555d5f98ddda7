"""What tools keep of a ruleset by its names, when these change: the lock of its rulebook, and weights of its features.

What was accepted stays accepted, and what was stale stays stale: a digest of what is renamed becomes that of the same
thing under its new name, any other digest stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from yupana.interpreter.compiled import CheckedRuleset, SoundRuleset
from yupana.interpreter.index.elements import Elements
from yupana.interpreter.mutation import mutants_of
from yupana.schemas.opened import file_text, real
from yupana.schemas.source import Report, Span
from yupana.schemas.texts import Texts

from ..authoring.edits import Edit
from ..book import checks
from ..book.lock import TEXT, Mark, digest, element_digest, lock_file, read_lock, written
from ..book.make import make_maker
from ..book.maker import Maker
from ..book.translated import read_translated
from ..bots.weights import place_of
from .naming import Naming
from .occurrences import as_declared

_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def lock_text(
    before: tuple[CheckedRuleset, Elements], after: tuple[CheckedRuleset, Elements], made: Naming
) -> tuple[Path, str] | None:
    """The lock of the last part of a ruleset in the new names; None without one, or where it stays as it is."""
    (old, was_elements), (new, elements) = before, after
    path = lock_file(old.parts[-1])
    if not path.is_file():
        return None
    accepted, was = read_lock(path, Report())
    texts = _Texts(old, new, made)
    known: dict[str, tuple[str, str, dict[str, str]]] = {}

    def element(name: str, value: str) -> tuple[str, str, Mapping[str, str] | None]:
        """An element's path, its digest, and what that stands for, if it is the present one."""
        then = made.path(name)
        if name not in known and name in was_elements.by_path and then in elements.by_path:
            now = elements.by_path[then]
            known[name] = (element_digest(was_elements.by_path[name]), element_digest(now), dict(now.parts))
        if name in known and known[name][0] == value:
            return then, known[name][1], known[name][2]
        return then, value, None

    marks: dict[str, Mark] = {}
    for rule, mark in accepted.items():
        told = texts.digests.get((rule, mark.text), mark.text)
        words = texts.digests.get((rule, mark.words), mark.words)
        inside = {then: value for then, value, _ in (element(*each) for each in mark.elements.items())}
        marks[texts.rule(rule)] = Mark(told, inside, words)
    stands: dict[str, Mapping[str, str]] = {}
    for key, parts in was.items():
        name, _, value = key.rpartition(" ")
        if TEXT in parts and name in accepted:
            told = texts.digests.get((name, value), value)
            stands[f"{texts.rule(name)} {told}"] = {TEXT: texts.now.get(told, parts[TEXT])}
        else:
            then, now_value, said = element(name, value)
            stands[f"{then} {now_value}"] = parts if said is None else said
    order = [str(each) for each in elements.ruleset.rulebook.rules]
    translated = {
        lang: {made.path(name): f"{each.told} {each.own}" for name, each in pairs.items()}
        for lang, pairs in read_translated(path).items()
    }
    text = written(marks, order, stands, translated)
    return None if text == file_text(path) else (path, text)


class _Texts:
    """The texts of rules before and after: `digests` turns a rule and the digest of its present text, or of its text
    without values, into the new one; `now` are the new texts by their digests."""

    def __init__(self, old: CheckedRuleset, new: CheckedRuleset, made: Naming) -> None:
        self.made = made
        self.digests: dict[tuple[str, str], str] = {}
        self.now: dict[str, str] = {}
        if not isinstance(old, SoundRuleset) or not isinstance(new, SoundRuleset):
            return
        before, after = (make_maker(each, Texts(), Report()) for each in (old, new))
        for one, two in zip(_both(before), _both(after), strict=True):
            for rule, text in one.items():
                then = " ".join(two.get(self.rule(rule), text).split())
                self.digests[rule, digest(" ".join(text.split()))] = digest(then)
                self.now[digest(then)] = then

    def rule(self, rule: str) -> str:
        """What a rule is called then."""
        return self.made.path(f"rules.{rule}").removeprefix("rules.")


def _both(maker: Maker) -> Iterator[dict[str, str]]:
    yield checks.rule_words(maker)
    yield checks.rule_texts(maker)


def weights_text(old: CheckedRuleset, new: CheckedRuleset, made: Naming) -> tuple[Path, str] | None:
    """The weights that lie beside the last part of a ruleset, for the features in their new names; None without any, or
    where they stay as they are. `new` is the ruleset as its files say it in the end."""
    path = place_of(old.parts[-1])
    if not path.is_file() or old.program is None or new.program is None:
        return None
    text = file_text(path)
    try:
        document = json.loads(text)
    except ValueError:
        return None
    then = text
    for key, was, now in (
        ("hash", old.hash, new.hash),
        ("features", old.program.features.digest, new.program.features.digest),
    ):
        if isinstance(document, dict) and document.get(key) == was:
            then = then.replace(f'"{key}": "{was}"', f'"{key}": "{now}"', 1)
    if made.declaration.path == f"features.{made.old}":
        then = then.replace(f'"{made.old}": ', f'"{made.new}": ')
        for key in ("feature", "who"):
            then = then.replace(f'"{key}": "{made.old}"', f'"{key}": "{made.new}"')
    return None if then == text else (path, then)


def between(old: str, new: str) -> Edit:
    """One edit that turns a text into another."""
    first, second = _LINES.findall(old), _LINES.findall(new)
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    lines = first[start : len(first) - end]
    last = lines[-1] if lines else ""
    column = 1 if not lines or last.endswith("\n") else len(last) + 1
    line = start + len(lines) + (1 if column == 1 else 0)
    return Edit(start + 1, 1, line, column, "".join(second[start : len(second) - end]))


# ---------------------------------------------------------------- entries that name elements by their paths

# Entries that name elements by their paths, when these change: what the linter and `strength` need not tell of.


def named_paths(elements: Elements, compiled: CheckedRuleset, made: Naming) -> Iterator[tuple[str, Edit]]:
    """The edits of allowed findings and accepted breaks, each with the real path of its file."""
    named = [each.at for each in elements.ruleset.lint.allow]
    named += [each.element for each in elements.ruleset.strength.accept]
    for path in named:
        span, new = getattr(path, "span", None), made.path(path.strip())
        if isinstance(span, Span) and new != path.strip():
            yield from _replaced(compiled, span, path.strip(), new)


def breaks_edits(
    elements: Elements, before: CheckedRuleset, after: CheckedRuleset, made: Naming
) -> Iterator[tuple[str, Edit]]:
    """The edits of the words of accepted breaks, in which code is cited: after the renaming (`after`) the same breaks
    come in the same order, each in its new words. The places are those of the old text."""
    uses = elements.references
    entries = [each for each in elements.ruleset.strength.accept if getattr(each.what, "span", None) is not None]
    named = {each.element for each in uses.references if as_declared(elements, each.declaration) in made.forms}
    if not isinstance(before, SoundRuleset) or not isinstance(after, SoundRuleset):
        return
    if not any(str(each.element) in named for each in entries):
        return
    old, new = mutants_of(before), mutants_of(after)
    if len(old) != len(new):
        return
    words = {(one.element, one.what): two.what for one, two in zip(old, new, strict=True)}
    for each in entries:
        said = " ".join(str(each.what).split())
        then = words.get((str(each.element).strip(), said), said)
        span = getattr(each.what, "span", None)
        if isinstance(span, Span) and then != said:
            yield from _replaced(before, span, said, then)


def _replaced(compiled: CheckedRuleset, span: Span, old: str, new: str) -> Iterator[tuple[str, Edit]]:
    """The words of a text as others; one that is written in another way than plainly gets quotes."""
    rows = compiled.files.get(span.file, "").split("\n")
    row = rows[span.line - 1] if 0 < span.line <= len(rows) else ""
    file = real(Path(span.file))
    start = row.find(old, span.column - 1, span.end_column - 1 if span.line == span.end_line else len(row))
    if span.line == span.end_line and start >= 0:
        yield file, Edit(span.line, start + 1, span.line, start + len(old) + 1, new)
    else:
        said = json.dumps(new, ensure_ascii=False)
        yield file, Edit.at(span, said)
