"""Texts of a base that state what an overlay has changed: a book that is put together must not contradict itself.

Each number of the base that the overlay changes is looked for in the texts that still stand as the base says them: in
digits or words, beside a word for what it counts, where the text has to do with it. It has when it is a source of what
changed or gives its value elsewhere, when its element uses it or shares a rule with it, or when it names it in words. A
number that something unchanged explains as well is no finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from yupana.interpreter.index.elements import Elements
from yupana.schemas.find import shown
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic, Report, Span

from .dangling import speaking_of_removed
from .lock import sources
from .maker import Maker
from .names import Names
from .numerals import Figure, figures, hidden
from .printed_texts import Finding, PrintedText, home, printed_texts
from .quantities import Fact, Quantities, Quantity, facts, place_of
from .relevance import words_of

CODE = "YUP266"


@dataclass(frozen=True, slots=True)
class Outdated:
    """A finding: what is said, at the path of whose text it is, and at the path of what has changed."""

    at: str
    changed: str
    diagnostic: Diagnostic


def contradictions(
    maker: Maker, elements: Elements, below: Maker, elements_below: Elements, parts: Sequence[int]
) -> list[Outdated]:
    """What the texts of these parts state otherwise than the composed ruleset has it. `below` is the ruleset without
    what changes it, for which these texts were written."""
    texts = printed_texts(maker, below)
    given = {(each.path, each.lang): each.text for each in texts if each.filled}
    old, new = Quantities(below, elements_below, given), Quantities(maker, elements, given)
    changes = facts(old, new, maker.parts)
    found: list[Outdated] = []
    told = [each for each in texts if each.part in parts]
    for each in told:
        for figure, fact in _in_text(each, changes, new):
            found.append(Outdated(each.path, fact.quantity.path, _contradiction(each, figure, fact)))
    found += [Outdated(*each) for each in unlisted(told, maker, elements, below, elements_below)]
    found += [Outdated(*each) for each in speaking_of_removed(told, maker, elements, below, elements_below)]
    return found + [Outdated(*each) for each in unproved(told, changes, elements, elements_below)]


def _in_text(text: PrintedText, changes: Sequence[Fact], new: Quantities) -> Iterator[tuple[Figure, Fact]]:
    """The numbers of a text that hold no longer."""
    plain = hidden(text.text)
    for figure in figures(plain, text.lang or "en"):
        possible = [fact for fact in changes if figure.value in fact.old]
        if figure.instead or not possible:
            continue
        said = stated_number(text, figure, plain, new.elements)
        best = max(possible, key=lambda fact: said.score(fact.quantity))
        score = said.score(best.quantity)
        others = [
            said.score(quantity)
            for quantity in new.all.values()
            if any(figure.value in held for held in quantity.values.values())
        ]
        if score > max(others, default=0.0) or (score >= 3 and score == max(others, default=0.0)):
            yield figure, best


def stated_number(text: PrintedText, figure: Figure, plain: str, elements: Elements) -> StatedNumber:
    """A number of a text, whose values in braces are hidden in `plain`."""
    sentence = plain[slice(*figure.sentence)]
    numbers = {each.value for each in figures(sentence, text.lang or "en")}
    return StatedNumber(text, figure, words_of(sentence), words_of(plain), numbers, elements)


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A number where it stands: the words of its sentence and of the whole text, and the numbers of the sentence."""

    text: PrintedText
    figure: Figure
    sentence: set[str]
    words: set[str]
    numbers: set[int]
    elements: Elements

    def score(self, quantity: Quantity) -> float:
        """How likely it is this one; 0 if nothing speaks for it."""
        if quantity.path == self.text.path and quantity.path.startswith("examples."):
            return 3.0
        units = self.units(quantity)
        if not units and not self._is_its_rule(quantity):
            return 0.0
        if self.figure.value < 2 and self.figure.next not in quantity.head and (units or not self.figure.in_digits):
            return 0.0
        if quantity.own and not quantity.own & self.words and not self.text.path.startswith(quantity.path):
            return 0.0
        if not all(self._covers(label) for label in quantity.axes):
            return 0.0
        needs = len(quantity.needs & self.sentence) / len(quantity.needs) if quantity.needs else 0.0
        known = quantity.in_language(self.text.lang).units
        needs += len(units) / (10 * len(known | units))  # of two with the same words it is the plainer one
        if not units:
            return 1 + needs
        if self._is_linked(quantity):
            return 2 + len(units) + needs
        if quantity.loose or self.text.lang or len(quantity.needs) < 2 or needs < 1.0:
            return 0.0
        return len(units) + needs

    def units(self, quantity: Quantity) -> frozenset[str]:
        """The words that say it is this that the number counts."""
        wording = quantity.in_language(self.text.lang)
        units = self.figure.near & wording.units
        if not units and not quantity.loose:
            units = self.figure.before & (wording.labels | quantity.needs)
        return units

    def _is_its_rule(self, quantity: Quantity) -> bool:
        """Whether it is the rule for this number that is read, and it has half the words of its name: `a hand may have
        ten cards` where nothing says that the limit of a hand is a number of cards."""
        named = quantity.needs & self.sentence
        if self.text.rule not in quantity.rules or quantity.own:
            return False
        if self.text.path in quantity.in_language(self.text.lang).told_in:
            return False
        return 2 * len(named) >= len(quantity.needs) > 0

    def _covers(self, label: str) -> bool:
        """Whether the sentence names the row or column of a table with this label."""
        low, _, high = label.partition("-")
        ends = [int(each) for each in (low, high or low) if each.isdigit()]
        if len(ends) == 2:
            return any(ends[0] <= each <= ends[1] for each in self.numbers)
        digits = "".join(each for each in label if each.isdigit())
        if digits and label.strip("<>=+") == digits:
            return any(each >= int(digits) if "<" not in label else each <= int(digits) for each in self.numbers)
        return bool(words_of(label) & self.sentence) or not words_of(label)

    def _is_linked(self, quantity: Quantity) -> bool:
        """Whether the text has to do with the number."""
        path = self.text.path
        if self.text.rule in quantity.rules or path in quantity.told_in or path in quantity.users:
            return True
        if quantity.path and (path == quantity.path or path.startswith(f"{quantity.path}.")):
            return True
        element = self.elements.by_path.get(path)
        if element is None:
            return False
        if quantity.axes and path in self._using(quantity.path):
            return True
        return quantity.path in element.uses or bool(quantity.rules & set(sources(self.elements, element)))

    def _using(self, path: str) -> set[str]:
        """What depends on a table, through others too: a text that names row and column speaks of its cell."""
        return {each.path for each in self.elements.dependents(path)}


def _contradiction(text: PrintedText, figure: Figure, fact: Fact) -> Diagnostic:
    """The finding as it is told."""
    said = " ".join(text.text[max(0, figure.start - 24) : figure.end + 24].split())
    what = f"{fact.quantity.told} is {fact.old[figure.value]} here instead of {figure.value}"
    place = f"{shown(Path(fact.at.file))}:{fact.at.line}"
    message = f"`{text.path}` still says `{said}`, and {what} ({place})"
    return Diagnostic(CODE, "warning", message, text.at(figure.start, figure.end), _hint(text, fact.quantity))


def _hint(text: PrintedText, quantity: Quantity) -> str:
    if text.is_name:
        return "give it a name without the number"
    reference = quantity.told.strip("`")
    if text.filled and quantity.told == f"`{reference}`":
        return f"write `{{{reference}}}` for the number, or say the text anew in the overlay"
    return "say the text anew in the overlay, or write it without the number"


# ---------------------------------------------------------------- what is meant so


def report_outdated(found: Sequence[Outdated], maker: Maker) -> None:
    """Report what was found and is not allowed, and what is allowed without need."""
    allowances = [each for each in maker.ruleset.lint.allow if str(each.code) == CODE]
    used: set[int] = set()
    for finding in found:
        fitting = [number for number, each in enumerate(allowances) if _covers(str(each.at), finding)]
        used.update(fitting)
        if not fitting:
            maker.report.add(finding.diagnostic)
    for number, each in enumerate(allowances):
        if number not in used and home(each.span, maker.parts) == len(maker.parts) - 1:
            message = f"this allows nothing: no text at `{each.at}` contradicts an overlay"
            maker.report.add(Diagnostic("YUP267", "warning", message, each.span, "delete it"))


def _covers(at: str, finding: Outdated) -> bool:
    """Whether a path is that of the text, of what has changed, or of something around one of them."""
    return any(path == at or path.startswith(f"{at}.") for path in (finding.at, finding.changed))


# ---------------------------------------------------------------- numbers of rules and what they speak of


_FEW_WORDS = re.compile(r"[\w-]+(?:\s+[^\W\d]+){0,2}")


def check_ties(maker: Maker, elements: Elements, known: Sequence[str] = ()) -> None:
    """Report numbers of rules that are tied to something that has another value. Of what has one of the paths `known`
    this is told already."""
    texts = printed_texts(maker)
    quantities = Quantities(maker, elements, {(each.path, each.lang): each.text for each in texts if each.filled})
    for text in texts:  # the last part's own: those below are held against an overlay elsewhere
        if text.rule and not text.lang and text.part == len(maker.parts) - 1:
            for said, quantity in _wrong(text, quantities):
                if quantity.path not in known:
                    maker.report.add(_mismatch(said, quantity))


def _wrong(text: PrintedText, quantities: Quantities) -> Iterator[tuple[StatedNumber, Quantity]]:
    plain = hidden(text.text)
    found = [stated_number(text, each, plain, quantities.elements) for each in figures(plain, "en")]
    for said in found:
        number = said.figure.value
        if number < 2 or said.figure.instead:
            continue
        tied = [each for each in quantities.all.values() if _is_tied(said, each) and number not in _values(each)]
        if not tied:
            continue
        best = max(tied, key=said.score)
        held = [each for each in quantities.all.values() if number in _values(each)]
        if any(said.score(each) >= said.score(best) or (each.loose and text.rule in each.rules) for each in held):
            continue
        if text.path in best.told_in or any(
            each.figure.value in _values(best) and _is_tied(each, best) for each in found
        ):
            continue
        yield said, best


def _values(quantity: Quantity) -> set[int]:
    return {number for numbers in quantity.values.values() for number in numbers}


def _is_tied(said: StatedNumber, quantity: Quantity) -> bool:
    """Whether the words around a number call it by the name of a value that cites the rule."""
    if quantity.loose or not quantity.values or any(len(each) != 1 for each in quantity.values.values()):
        return False
    if said.text.rule not in quantity.rules:
        return False
    beside = said.figure.near | said.figure.before
    if quantity.path.startswith("constants."):
        return bool(quantity.head) and quantity.head <= beside and quantity.needs <= said.sentence
    return quantity.key == "count" and ".entries." in quantity.path and bool(quantity.own) and quantity.own <= beside


def _mismatch(said: StatedNumber, quantity: Quantity) -> Diagnostic:
    text, figure = said.text, said.figure
    words = " ".join(_FEW_WORDS.match(text.text, figure.start, figure.end + 40)[0].split())  # type: ignore[index]
    values = ", ".join(map(str, sorted(_values(quantity))))
    name = quantity.told.strip("`")
    what = (
        f"how many there are of {name.partition(':')[0].rpartition('.')[2].strip('`')}"
        if quantity.key == "count"
        else f"`{name}`"
    )
    message = f"{text.rule} says `{words}`, and {what} is {values}"
    hint = "correct one of them" + (f", or write `{{{name}}}` for the number" if quantity.key != "count" else "")
    return Diagnostic("YUP259", "error", message, text.at(figure.start, figure.end), hint)


# ---------------------------------------------------------------- lists and proofs

# Texts of a base that list what an overlay has added to, and rules whose proof an overlay has taken away.


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
    texts: Sequence[PrintedText], maker: Maker, elements: Elements, below: Maker, elements_below: Elements
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
    text: PrintedText,
    path: str,
    kind: str,
    missing: list[str],
    spans: tuple[tuple[int, int], tuple[int, int]],
    at: Span,
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
    texts: Sequence[PrintedText], changes: Sequence[Fact], elements: Elements, elements_below: Elements
) -> Iterator[Finding]:
    """The rules that claim something of all there is and stand as the base says them, although the overlay changes how
    many there are, removes the example that proves the rule, and proves nothing itself."""
    gone = [each for each in elements_below.proving if each.path not in elements.by_path]
    proved = {
        rule for each in elements.proving if _is_anew(each.path, elements, elements_below) for rule in each.source
    }
    about: dict[str, list[Fact]] = {}
    for fact in changes:
        for rule in fact.quantity.rules:
            about.setdefault(rule, []).append(fact)
    for each in elements:  # what an overlay adds to a kind concerns the rules of the kind
        if each.path not in elements_below.by_path and each.within in elements_below.by_path:
            parent = elements_below.by_path[str(each.within)]
            for fact in (fact for fact in changes if fact.quantity.path == parent.path):
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
            what = (
                f"{fact.quantity.told} is {new} here instead of {number} ({shown(Path(fact.at.file))}:{fact.at.line})"
            )
            message = f"`{text.path}` still stands, and its proof `{example.path}` is removed; {what}"
            hint = f"say {text.rule} anew in the overlay, or prove it by an example that names it as its source"
            diagnostic = Diagnostic("YUP266", "warning", message, text.span, hint)
            yield text.path, fact.quantity.path, diagnostic


def _is_anew(path: str, elements: Elements, elements_below: Elements) -> bool:
    """Whether an example is added, or claims something else than below."""
    before = elements_below.by_path.get(path)
    return before is None or before.parts != elements.by_path[path].parts
