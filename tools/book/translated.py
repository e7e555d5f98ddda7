"""Whether translations still say what is said: a text whose own words were changed after it was translated.

The lock of a rulebook holds under `translated`, for each language and text, a digest of the translation and one of the
words that it was made from. Who accepts rules accepts no translation: one that has not changed stays that of the old
words until it is changed too, or is accepted in its language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Diagnostic, Report, Span
from yupana.schemas.texts import own_texts
from yupana.schemas.tree import Mapping as Node
from yupana.schemas.tree import Scalar, Word

from .figures import bare_words
from .lock import TRANSLATED, digest
from .maker import Maker

CODE = "YUP265"


@dataclass(frozen=True, slots=True)
class Pair:
    """A translation and what it was made from, by their digests; `span` is where it stands."""

    told: str
    own: str
    span: Span | None = None

    def is_outdated(self, before: Pair | None) -> bool:
        """Whether the own words are others than those it was made from, and it is as it was."""
        return before is not None and self.told == before.told and self.own != before.own


Pairs = Mapping[str, Mapping[str, Pair]]
"""All translations, by language and path."""


def pairs(maker: Maker) -> dict[str, dict[str, Pair]]:
    """The translations as they are."""
    ruleset = maker.ruleset
    own = {f"rules.{name}": str(rule.text) for name, rule in ruleset.rulebook.rules.items()}
    own |= {f"rulebook.sections.{name}": str(title) for name, title in ruleset.rulebook.sections.items()}
    own |= {path: str(text) for path, text in own_texts(ruleset).items()}
    found: dict[str, dict[str, Pair]] = {}
    for lang, texts in maker.translations().items():
        told: dict[str, Word] = {f"rules.{name}": text for name, text in texts.rules.items()}
        told |= {f"rulebook.sections.{name}": text for name, text in texts.sections.items()}
        told |= texts.texts
        found[lang] = {
            path: Pair(_digest(text), _digest(own[path]), text.span) for path, text in told.items() if path in own
        }
    return found


def _digest(text: str) -> str:
    return digest(" ".join(bare_words(text).split()))


def read_translated(path: Path) -> dict[str, dict[str, Pair]]:
    """What a lock file says of translations; nothing where it cannot be read."""
    found: dict[str, dict[str, Pair]] = {}
    text = read_text(path, str(path), Report()) if path.is_file() else None
    tree = load_text(text, str(path), Report()) if text is not None else None
    known = tree.get(TRANSLATED) if tree is not None else None
    for lang, node in known.items() if isinstance(known, Node) else ():
        for name, value in node.items() if isinstance(node, Node) else ():
            told, _, own = value.text.partition(" ") if isinstance(value, Scalar) else ("", "", "")
            if own:
                found.setdefault(str(lang), {})[str(name)] = Pair(told, own)
    return found


def outdated(now: Pairs, before: Pairs, same: Sequence[str] = ()) -> Iterator[tuple[str, str, Pair]]:
    """The translations of words that were changed since: language, path, and what it is now. The rules of `same` only
    read otherwise, in any language."""
    for lang, texts in now.items():
        for path, pair in texts.items():
            if path.removeprefix("rules.") not in same and pair.is_outdated(before.get(lang, {}).get(path)):
                yield lang, path, pair


def accepted_pairs(
    now: Pairs, before: Pairs, below: Pairs, lang: str, rules: Sequence[str], same: Sequence[str] = ()
) -> dict[str, dict[str, Pair]]:
    """The translations as a lock holds them after rules (all, if none is named) were accepted, in a `lang` with the
    translations into it. An overlay's lock holds only what differs from what lies below it."""
    kept: dict[str, dict[str, Pair]] = {}
    for language, texts in now.items():
        for path, pair in texts.items():
            was = before.get(language, {}).get(path)
            lower = below.get(language, {}).get(path)
            rule = path.removeprefix("rules.")
            named = not rules or rule in rules
            if not named and was is None:
                continue
            stays = not named or (language != lang and rule not in same and pair.is_outdated(was or lower))
            take = (was or lower if stays else pair) or pair
            if lower is None or (lower.told, lower.own) != (take.told, take.own):
                kept.setdefault(language, {})[path] = take
    return kept


def report_translations(maker: Maker, found: Sequence[tuple[str, str, Pair]], name: str) -> None:
    """Report outdated translations at their texts."""
    for lang, path, pair in found:
        rule = path.removeprefix("rules.") if path.startswith("rules.") else ""
        message = f"`{rule or path}` was changed since it was translated into `{lang}`"
        accept = f"yupana rulebook check {name} --lang {lang} --accept{f' {rule}' if rule else ''}"
        hint = f"translate it anew; where it still fits: {accept}"
        maker.report.add(Diagnostic(CODE, "warning", message, pair.span or maker.ruleset.span, hint))
