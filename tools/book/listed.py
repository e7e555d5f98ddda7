"""Texts of a base that list what an overlay has added to, and rules whose proof an overlay has taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from yupana.interpreter.index.elements import Elements
from yupana.schemas.find import shown
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic, Report, Span

from .lock import sources
from .maker import Maker
from .names import Names
from .numerals import hidden
from .standing import Standing
from .worth import Fact, place_of

Finding = tuple[str, str, Diagnostic]
"""The path of the text, the path of what has changed, and what is said."""

_FEW = 3
"""How many names a list must hold at least."""
_MOST = 0.75
"""How much of what there was a text must name to be a list of it."""
_WHOLE = re.compile(
    r"\b(?:all the|every|whole|complete|no other|only|alle|jede[rsnm]?|nur|sämtliche)\b|すべて|全て|だけ", re.IGNORECASE
)
"""Words that claim something of all there is."""
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def unlisted(
    texts: Sequence[Standing], maker: Maker, elements: Elements, below: Maker, elements_below: Elements
) -> Iterator[Finding]:
    """The texts that name everything there was of a kind, and not what the overlay adds."""
    groups = _members(below.ruleset)
    for path, (kind, members) in _members(maker.ruleset).items():
        before = groups.get(path, (kind, []))[1]
        added = [each for each in members if each not in before]
        if not added or len(before) < _FEW:
            continue
        at = place_of(path, "", elements_below, elements, maker.parts)
        for text in texts:
            if text.is_name:
                continue
            plain = hidden(text.text)
            spans = [found for each in before if (found := _named(each, kind, plain, maker.names)) is not None]
            if len(spans) < max(_FEW, _MOST * len(before)):
                continue
            filled = maker.figures.text(text.text, Report()) if text.filled else plain
            missing = [each for each in added if _named(each, kind, filled, maker.names) is None]
            if missing:
                yield _unlisted(text, path, kind, missing, (min(spans), max(spans)), at)


def _unlisted(
    text: Standing, path: str, kind: str, missing: list[str], spans: tuple[tuple[int, int], tuple[int, int]], at: Span
) -> Finding:
    names = ", ".join(f"`{each}`" for each in missing)
    what = f"{names} {'is one' if len(missing) == 1 else 'are some'} here too"
    message = f"`{text.path}` lists every `{kind}` of the base, and {what} ({shown(Path(at.file))}:{at.line})"
    hint = "say the text anew in the overlay"
    hint += f", or write `{{[each for each in {kind}]}}` for the list" if text.filled else ""
    return text.path, path, Diagnostic("YUP266", "warning", message, text.at(spans[0][0], spans[1][1]), hint)


def _members(ruleset: Ruleset) -> Mapping[str, tuple[str, list[str]]]:
    """The names of what there is of each kind, enum and board."""
    found = {f"kinds.{name}": (str(name), [str(each) for each in kind.entries]) for name, kind in ruleset.kinds.items()}
    found |= {f"enums.{name}": (str(name), [str(each) for each in words]) for name, words in ruleset.enums.items()}
    for name, board in ruleset.boards.items():
        found[f"boards.{name}"] = (str(board.kind), [str(each) for each in board.spaces or {}])
    return found


def _named(name: str, kind: str, text: str, names: Names) -> tuple[int, int] | None:
    """Where a text names one of them, by its whole name or the part before brackets."""
    whole = names.of(name, kind)
    for form in dict.fromkeys((whole, whole.partition("(")[0].strip(), whole.partition("(")[2].rstrip(")"))):
        if len(form) < 2:
            continue
        written = re.escape(form).replace(r"\ ", r"\s+")
        around = "" if _WIDE.search(form) else r"(?<!\w)", "" if _WIDE.search(form) else r"(?:e?s)?(?!\w)"
        flags = re.IGNORECASE if len(form) > 3 else 0
        if (match := re.search(f"{around[0]}{written}{around[1]}", text, flags)) is not None:
            return match.span()
    return None


def unproved(
    texts: Sequence[Standing], changes: Sequence[Fact], elements: Elements, elements_below: Elements
) -> Iterator[Finding]:
    """The rules that claim something of all there is and stand as the base says them, although the overlay changes how
    many there are, removes the example that proves the rule, and proves nothing itself."""
    gone = [each for each in elements_below.proving if each.path not in elements.by_path]
    proved = {
        rule for each in elements.proving if _is_anew(each.path, elements, elements_below) for rule in each.source
    }
    about: dict[str, list[Fact]] = {}
    for fact in changes:
        for rule in fact.worth.rules:
            about.setdefault(rule, []).append(fact)
    for each in elements:  # what an overlay adds to a kind concerns the rules of the kind
        if each.path not in elements_below.by_path and each.within in elements_below.by_path:
            parent = elements_below.by_path[str(each.within)]
            for fact in (fact for fact in changes if fact.worth.path == parent.path):
                for rule in sources(elements_below, parent):
                    about.setdefault(rule, []).append(fact)
    for text in texts:
        if text.lang or not text.rule or text.rule in proved or text.rule not in about:
            continue
        if not _WHOLE.search(text.text):
            continue
        example = next((each for each in gone if text.rule in each.source), None)
        if example is not None:
            fact = about[text.rule][0]
            number, new = next(iter(fact.old.items()))
            what = f"{fact.worth.told} is {new} here instead of {number} ({shown(Path(fact.at.file))}:{fact.at.line})"
            message = f"`{text.path}` still stands, and its proof `{example.path}` is removed; {what}"
            hint = f"say {text.rule} anew in the overlay, or prove it by an example that names it as its source"
            diagnostic = Diagnostic("YUP266", "warning", message, text.span, hint)
            yield text.path, fact.worth.path, diagnostic


def _is_anew(path: str, elements: Elements, elements_below: Elements) -> bool:
    """Whether an example is added, or claims something else than below."""
    before = elements_below.by_path.get(path)
    return before is None or before.parts != elements.by_path[path].parts
