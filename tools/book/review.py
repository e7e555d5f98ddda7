"""The review of a rulebook: everything `yupana rulebook check` looks at, in one pass, and what accepting writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.index.elements import Elements, bare, index
from yupana.schemas.find import shown
from yupana.schemas.source import Diagnostic, Report
from yupana.schemas.texts import Texts, languages, load_texts

from . import checks
from .claims import check_figures
from .dangling import check_ids
from .figures import names_told
from .lock import TEXT, Comparison, Doubt, Mark, Was, compare, contents, lock_file, marks, read_lock, written
from .make import make_maker
from .maker import Maker
from .outdated import Outdated, check_ties, contradictions, report_outdated
from .relevance import Relevance, edits
from .translated import Pair, Pairs, accepted_pairs, outdated, pairs, read_translated, report_translations


@dataclass(frozen=True, slots=True)
class Changed:
    """One key of an element (or a rule's text) as it was accepted and as it is; None where it was or is not there, or,
    of an old text, where the lock does not hold it."""

    element: str
    key: str
    old: str | None
    new: str | None

    def to_json(self) -> dict[str, str | None]:
        """The form that `--json` prints."""
        return {"element": self.element, "key": self.key, "old": self.old, "new": self.new}


@dataclass(frozen=True, slots=True)
class Review:
    """What was found. `now` are the rules as they are, `below` those of what an overlay extends (empty for a ruleset),
    `accepted` what the lock file at `path` holds; `missing` counts, by language, texts that are not translated. `pairs`
    are the translations as they are, as they were accepted, and those of what lies below; `outdated` those of words
    that were changed since."""

    diagnostics: list[Diagnostic]
    now: dict[str, Mark]
    below: dict[str, Mark]
    accepted: dict[str, Mark]
    compared: Comparison
    path: Path
    missing: dict[str, int]
    was: Was = field(default_factory=dict)
    pairs: tuple[Pairs, Pairs, Pairs] = ({}, {}, {})
    outdated: list[tuple[str, str, Pair]] = field(default_factory=list)

    def before(self, rule: str) -> Mark | None:
        """A rule as it was accepted, or as it is in what lies below."""
        return self.accepted.get(rule) or self.below.get(rule)

    def changes(self, rule: str, elements: Sequence[str]) -> list[Changed]:
        """What has changed in a stale rule: its text, or elements that implement it."""
        before, now = self.before(rule), self.now[rule]
        if before is None:
            return []
        found = []
        if before.text != now.text:
            old, new = (self.was.get(f"{rule} {mark.text}", {}).get(TEXT) for mark in (before, now))
            found.append(Changed(f"rules.{rule}", TEXT, old, new))
        for path in elements:
            old_parts = self.was.get(f"{path} {before.elements.get(path, '')}")
            new_parts = self.was.get(f"{path} {now.elements.get(path, '')}")
            if path in before.elements and old_parts is None:
                continue  # accepted by an older lock, which held digests only
            for each in edits(old_parts or {}, new_parts or {}):
                said = [None if text is None else bare(text) for text in (each.old, each.new)]
                found.append(Changed(path, each.key, *said))
        return found

    def to_json(self) -> dict[str, object]:
        """The form that `--json` prints."""
        compared = self.compared
        return {
            "rules": len(self.now),
            "lock": shown(self.path),
            "locked": self.path.is_file(),
            "stale": [
                *(self._stale(rule, "text", []) for rule in compared.stale_text),
                *(self._stale(rule, "code", each) for rule, each in compared.stale_code.items()),
            ],
            "reworded": compared.reworded,
            "changed": compared.changed,
            "new": compared.new,
            "gone": compared.gone,
            "missing_texts": self.missing,
            "outdated_texts": [{"lang": lang, "path": path} for lang, path, _ in self.outdated],
        }

    def _stale(self, rule: str, changed: str, elements: list[str]) -> dict[str, object]:
        return {
            "rule": rule,
            "changed": changed,
            "guessed": rule in self.compared.guessed,
            "elements": elements,
            "changes": [each.to_json() for each in self.changes(rule, elements)],
        }

    def summary(self, target: str) -> list[str]:
        """The last lines for people."""
        compared = self.compared
        if not self.now:
            return [f"{target}: there is no rulebook"]
        counts = [(len(compared.stale), "stale")]
        errors = sum(each.severity == "error" for each in self.diagnostics) - len(compared.stale)
        counts += [(errors, "wrong"), (sum(each.severity == "warning" for each in self.diagnostics), "to look at")]
        told = ", ".join(f"{n} {word}" for n, word in counts if n) or "no faults"
        lines = [f"{target}: {len(self.now)} rules, {told}"]
        if not self.path.is_file() and not self.below:
            lines.append(f"Nothing has been accepted yet; --accept writes {shown(self.path)}.")
            return lines
        for rules, what in (
            (compared.changed, "changed in text and behaviour"),
            (compared.new, "new"),
            (compared.gone, "gone"),
        ):
            if rules and (what != "gone" or self.accepted):
                names = ", ".join(rules[:6]) + (f" and {len(rules) - 6} more" if len(rules) > 6 else "")
                lines.append(f"{what} since they were accepted: {names}")
        return lines


def review(maker: Maker, lower: Compiled | None = None, target: str = "") -> Review:
    """Everything that can be said about the rulebook of a compiled ruleset. `lower` is what an overlay is laid on, if
    the caller has compiled it already; `target` is what it was asked for by."""
    elements = index(maker.compiled)
    checks.check_texts(maker)
    if maker.texts.lang:  # what is accepted are the ruleset's own texts, in whatever language the book is looked at
        maker = make_maker(maker.compiled, Texts(), maker.report)
    texts = checks.rule_texts(maker)
    checks.check_citations(maker, elements)
    told_of = check_figures(maker.ruleset, texts, maker.report)
    check_ties(maker, elements, told_of)
    check_ids(maker, elements)
    checks.check_glossary(maker, texts)
    now = marks(elements, texts, checks.rule_words(maker))
    path = lock_file(maker.parts[-1])
    accepted, was_accepted = read_lock(path, maker.report)
    base = _below(maker, lower)
    below, was_below = _marks(base)
    was = {**was_below, **was_accepted, **contents(elements, texts)}
    expected = {**{rule: mark for rule, mark in below.items() if rule in now}, **accepted}
    names = {str(name): names_told(decl.text, maker.ruleset) for name, decl in maker.ruleset.rulebook.rules.items()}
    relevance = Relevance(elements, texts, names)

    def speaks(rule: str, path: str, old: Mapping[str, str], new: Mapping[str, str]) -> Doubt | None:
        return relevance.speaking(path, implemented(path, now, expected), edits(old, new)).get(rule)

    compared = Comparison([], {}, [], list(now), [])
    if expected or path.is_file():
        compared = compare(now, expected, names, was, speaks)
    name = target or maker.compiled.name
    said = checks.texts_of(compared.stale_text, expected, now, was)
    checks.report_stale(maker, compared, name, said, partial(implemented, now=now, before=expected))
    there, kept = pairs(maker), read_translated(path)
    lower_pairs = pairs(base[0]) if base is not None else {}
    former = {lang: {**lower_pairs.get(lang, {}), **kept.get(lang, {})} for lang in {**lower_pairs, **kept}}
    old_words = list(outdated(there, former, compared.reworded))
    report_translations(maker, old_words, name)
    report_outdated(_contradictions(maker, elements, base), maker)
    missing = _languages(maker)
    found = maker.report.in_order()
    return Review(
        found, now, below, accepted, compared, path, missing, was, (there, former, lower_pairs), old_words
    )  # fmt: skip


def implemented(path: str, now: Mapping[str, Mark], before: Mapping[str, Mark]) -> list[str]:
    """The rules that an element implements, or did when they were accepted."""
    return [
        rule for rule in {**now, **before} if any(path in each[rule].elements for each in (now, before) if rule in each)
    ]


def _below(maker: Maker, lower: Compiled | None) -> tuple[Maker, Elements] | None:
    """What an overlay is laid on, by which its own changes are measured; None for a ruleset."""
    if len(maker.parts) < 2:
        return None
    return _made(maker.parts[:-1], lower)


def _made(parts: Sequence[Path], compiled: Compiled | None = None) -> tuple[Maker, Elements] | None:
    """The ruleset of these folders and files; None if it has faults."""
    compiled = compiled or compile_ruleset("+".join(str(each) for each in parts))
    if not isinstance(compiled, SoundRuleset):
        return None
    return make_maker(compiled, Texts(), Report()), index(compiled)


def _marks(base: tuple[Maker, Elements] | None) -> tuple[dict[str, Mark], Was]:
    """The rules of what lies below, and what their digests mean."""
    if base is None:
        return {}, {}
    maker, elements = base
    texts = checks.rule_texts(maker)
    return marks(elements, texts, checks.rule_words(maker)), contents(elements, texts)


def _contradictions(maker: Maker, elements: Elements, base: tuple[Maker, Elements] | None) -> list[Outdated]:
    """What texts state that an overlay has changed: those below by the last one, and its own by those before it."""
    if base is None:
        return []
    last = len(maker.parts) - 1
    found = contradictions(maker, elements, *base, list(range(last)))
    if last > 1:
        alone = _made(maker.parts[-1:])
        if alone is not None and len(alone[0].parts) < len(maker.parts):
            found += contradictions(maker, elements, *alone, [last])
    return found


def _languages(maker: Maker) -> dict[str, int]:
    """Look at the texts in every other language too; how many are missing in each."""
    missing: dict[str, int] = {}
    for lang in languages(maker.parts):
        texts = load_texts(maker.ruleset, maker.parts, lang, maker.report)
        missing[lang] = texts.missing_count
        checks.check_texts(make_maker(maker.compiled, texts, maker.report))
    return missing


def accept_rules(done: Review, rules: Sequence[str], lang: str = "") -> str:
    """The text of the lock file once the rules (all, if none is named) are accepted, in a `lang` with its translations.
    An overlay's holds only what differs from what lies below it."""
    kept: dict[str, Mark] = {}
    for rule, mark in done.now.items():
        take = mark if not rules or rule in rules else done.accepted.get(rule)
        lower = done.below.get(rule)
        same = lower is not None and take is not None and lower.text == take.text and lower.same_code(take)
        if take is not None and not same:
            kept[rule] = take
    told = accepted_pairs(*done.pairs, lang, rules, done.compared.reworded)
    lines = {lang: {path: f"{each.told} {each.own}" for path, each in texts.items()} for lang, texts in told.items()}
    return written(kept, list(done.now), done.was, lines)
