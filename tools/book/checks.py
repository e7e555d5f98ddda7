"""What `yupana rulebook check` finds, each as a diagnostic with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from yupana.interpreter.check.interpolation import code_at
from yupana.interpreter.index.elements import Element, Elements
from yupana.schemas.source import Diagnostic
from yupana.schemas.tree import Word

from .claims import in_words
from .figures import bare_words
from .lock import TEXT, Comparison, Mark, Was, implementing, sources
from .maker import Maker

NEED_A_RULE = frozenset(
    (
        "actions", "functions", "procedures", "adjustments", "triggers", "setup", "flow", "tables", "scoring", "zones",
        "kinds", "boards",
    )
)  # fmt: skip
"""The sections whose elements shape the game, and so should say which rule they implement."""

_ABBREVIATION = re.compile(r"(?<![\w-])[A-Z]{2,4}(?![\w-])")


def rule_texts(maker: Maker) -> dict[str, str]:
    """The texts of all rules with their values; faulty references are reported."""
    found: dict[str, str] = {}
    for name, decl in maker.ruleset.rulebook.rules.items():
        found[str(name)] = maker.figures.text(decl.text, maker.report, code_at(decl.node, "text"))
    return found


def rule_words(maker: Maker) -> dict[str, str]:
    """The texts of all rules without their values."""
    return {str(name): bare_words(decl.text) for name, decl in maker.ruleset.rulebook.rules.items()}


def check_texts(maker: Maker) -> None:
    """Report faulty references in the texts of the glossary and in translations."""
    book = maker.ruleset.rulebook
    node = book.node.get("glossary")
    for word, text in book.glossary.items():
        maker.figures.text(text, maker.report, code_at(node, word))
    for translated in (*maker.texts.rules.values(), *maker.texts.texts.values()):
        maker.figures.text(translated, maker.report)


def check_citations(maker: Maker, elements: Elements) -> None:
    """Report rules that nothing implements, and elements that name no rule."""
    rules = maker.ruleset.rulebook.rules
    if not rules:
        return
    cited = implementing(elements)
    proved = {rule for each in elements.proving for rule in each.source}
    for name, rule in rules.items():
        if str(name) not in cited and not (rule.data and str(name) in proved):
            hint = f"add `{name}` to the `source` of what implements it"
            maker.report.add(Diagnostic("YUP257", "warning", f"nothing implements {name}", name.span, hint))
    for element in elements:
        if _needs_rule(element) and not sources(elements, element) and _matters(element, elements):
            message = f"`{element.path}` names no rule as its source"
            maker.report.add(Diagnostic("YUP258", "warning", message, element.span, "add `source: RULE`"))


_NO_PLAY = frozenset(("examples", "look", "invariants", "features", "functions", "procedures"))


def _needs_rule(element: Element) -> bool:
    if element.section not in NEED_A_RULE or element.path == "scoring":
        return False
    return element.within is None or element.section in ("setup", "flow", "scoring")


def _matters(element: Element, elements: Elements) -> bool:
    """Whether it shapes the game: what only examples, the look, invariants or features use does not."""
    if element.section not in ("functions", "procedures"):
        return True
    users = elements.dependents(element.path)
    return any(each.section not in _NO_PLAY for each in users)


# ---------------------------------------------------------------- stale rules


def texts_of(
    rules: Iterable[str], before: Mapping[str, Mark], now: Mapping[str, Mark], was: Was
) -> dict[str, tuple[str, str]]:
    """The texts of rules as they were accepted and as they are, as far as the lock holds them."""
    found = {}
    for rule in rules:
        said = [was.get(f"{rule} {mark.text}", {}).get(TEXT) for mark in (before[rule], now[rule])]
        if said[0] is not None and said[1] is not None:
            found[rule] = (said[0], said[1])
    return found


def report_stale(
    maker: Maker,
    compared: Comparison,
    name: str,
    said: Mapping[str, tuple[str, str]],
    implemented: Callable[[str], Sequence[str]],
) -> None:
    """Report the stale rules at their texts, and what is only written otherwise. `name` is what the ruleset is called
    on the command line; `said` gives the texts of rules as they were and are, as far as they are known, `implemented`
    all rules of an element."""
    rules = {str(name): decl for name, decl in maker.ruleset.rulebook.rules.items()}
    for rule in compared.stale_text:
        message = f"{rule} is stale: its text has changed, and nothing that implements it has"
        hint = f"when they agree: yupana rulebook check {name} --accept {rule}"
        others = {each: texts for each, texts in said.items() if each != rule}
        if told := in_words(*said[rule], others) if rule in said else "":
            hint = f"it says {told}; {hint}"
        maker.report.error("YUP256", message, rules[rule].text.span, hint)
    for rule in compared.reworded:
        message = f"{rule} is written otherwise and says the same words"
        hint = f"when that is all: yupana rulebook check {name} --accept {rule}"
        maker.report.add(Diagnostic("YUP256", "warning", message, rules[rule].text.span, hint))
    for rule, paths in compared.stale_code.items():
        what = _several([f"`{each}`" for each in paths]) or "what implements it"
        hint = f"when they agree: yupana rulebook check {name} --accept {rule}"
        message = f"{rule} is stale: {what} changed, and its text has not"
        if rule in compared.guessed:
            message = f"{rule} may be stale: {what} changed, and its text has not"
            hint = f"{_guess(rule, paths, compared, implemented)}; {hint}"
        maker.report.error("YUP256", message, rules[rule].text.span, hint)


def _guess(
    rule: str, paths: Sequence[str], compared: Comparison, implemented: Callable[[str], Sequence[str]]
) -> str:  # fmt: skip
    """That it is a guess, and which rules might be meant as well."""
    beside = dict.fromkeys(each for path in paths for each in implemented(path))
    others = [each for each in beside if each != rule and each not in compared.stale_code]
    if not others:
        return "which of its rules is meant is not known"
    names = ", ".join(others[:6]) + (f" and {len(others) - 6} more" if len(others) > 6 else "")
    return f"its words fit the change best, which is a guess: {names} might be meant too"


def _several(items: list[str]) -> str:
    if len(items) > 3:
        items = [*items[:3], f"{len(items) - 3} more"]
    verb = " has" if len(items) == 1 else " have"
    return (", ".join(items[:-1]) + " and " + items[-1] if len(items) > 1 else "".join(items)) + verb if items else ""


# ---------------------------------------------------------------- glossary


def check_glossary(maker: Maker, texts: Mapping[str, str]) -> None:
    """Report words of the glossary that nobody uses or that are written in two ways, and abbreviations it lacks."""
    glossary = maker.ruleset.rulebook.glossary
    if not glossary:
        return
    rules = {str(name): decl for name, decl in maker.ruleset.rulebook.rules.items()}
    explained = [(word, _pattern(word)) for word in glossary]
    everywhere = [*texts.values(), *map(str, glossary.values())]
    for word, pattern in explained:
        others = [each for each in everywhere if each != glossary[word]]
        if not any(pattern.search(each) for each in others):
            message = f"no text of the rulebook uses `{word}`"
            maker.report.add(Diagnostic("YUP260", "warning", message, word.span, "use it, or take it out"))
    for rule, told in texts.items():
        for listed, found in _written_otherwise(told, explained):
            message = f"`{found}` is `{listed}` in the glossary"
            maker.report.add(Diagnostic("YUP261", "warning", f"{rule}: {message}", rules[rule].text.span, ""))
    known = {str(word) for word in glossary}
    seen: set[str] = set()
    for rule, told in texts.items():
        for abbreviation in _abbreviations(told, known, maker.ruleset.rulebook.rules):
            if abbreviation not in seen:
                seen.add(abbreviation)
                message = f"the glossary does not say what `{abbreviation}` stands for"
                span = rules[rule].text.span
                maker.report.add(Diagnostic("YUP262", "warning", message, span, f"{rule} uses it first"))


def _pattern(word: str) -> re.Pattern[str]:
    """The word and its plural, however it is written."""
    stem = re.escape(word).replace(r"\ ", r"\s+")
    if word.endswith("y"):
        stem = f"(?:{stem}|{re.escape(word[:-1])}ies)"
    return re.compile(rf"(?<!\w){stem}(?:s|es)?(?!\w)", re.IGNORECASE)


def _written_otherwise(text: str, explained: Iterable[tuple[Word, re.Pattern[str]]]) -> list[tuple[str, str]]:
    """(the glossary's way, the text's way) where they differ in capitals; the first word of a sentence may have one. A
    word inside a longer one of the glossary belongs to that."""
    found = []
    explained = list(explained)
    for word, pattern in explained:
        longer = [other for known, other in explained if len(known) > len(word) and pattern.search(known)]
        taken = [match.span() for other in longer for match in other.finditer(text)]
        for match in pattern.finditer(text):
            if any(start <= match.start() and match.end() <= end for start, end in taken):
                continue
            written = " ".join(match[0].split())[: len(word)]
            before = text[: match.start()].rstrip()
            starts = not before or before[-1] in ".:!?;(“\"'"
            same = written == word or written[1:] == word[1:] if starts else written == word
            if not same and written.casefold() == word.casefold() and not word.isupper():
                found.append((str(word), written))
                break
    return found


def _abbreviations(text: str, known: set[str], rules: Iterable[str]) -> list[str]:
    ids = {part for rule in rules for part in re.split(r"[^A-Za-z]+", str(rule))}
    return [
        each
        for each in _ABBREVIATION.findall(text)
        if each not in known and each not in ids and not any(each in word.split() for word in known)
    ]
