"""Whether the numbers of a rule are those that they speak of: `3 Transport cards` where `transport_cards` is 2.

A number of a rule's text is tied to a constant that cites the rule, or to how many there are of an entry of a kind that
does, where the words right behind it are those of its name. It is told where it is another one, nothing else of the
ruleset explains it, and the text does not say the right one for the same thing too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yupana.interpreter.index.elements import Elements
from yupana.schemas.source import Diagnostic

from .maker import Maker
from .numerals import figures, hidden
from .outdated import Said, said_by
from .standing import Standing, standing
from .worth import Worth, Worths

_FEW_WORDS = re.compile(r"[\w-]+(?:\s+[^\W\d]+){0,2}")


def check_ties(maker: Maker, elements: Elements, known: Sequence[str] = ()) -> None:
    """Report numbers of rules that are tied to something that has another value. Of what has one of the paths `known`
    this is told already."""
    texts = standing(maker)
    worths = Worths(maker, elements, {(each.path, each.lang): each.text for each in texts if each.filled})
    for text in texts:  # the last part's own: those below are held against an overlay elsewhere
        if text.rule and not text.lang and text.part == len(maker.parts) - 1:
            for said, worth in _wrong(text, worths):
                if worth.path not in known:
                    maker.report.add(_told(said, worth))


def _wrong(text: Standing, worths: Worths) -> Iterator[tuple[Said, Worth]]:
    plain = hidden(text.text)
    found = [said_by(text, each, plain, worths.elements) for each in figures(plain, "en")]
    for said in found:
        number = said.figure.value
        if number < 2 or said.figure.instead:
            continue
        tied = [each for each in worths.all.values() if _is_tied(said, each) and number not in _values(each)]
        if not tied:
            continue
        best = max(tied, key=said.score)
        held = [each for each in worths.all.values() if number in _values(each)]
        if any(said.score(each) >= said.score(best) or (each.loose and text.rule in each.rules) for each in held):
            continue
        if text.path in best.told_in or any(
            each.figure.value in _values(best) and _is_tied(each, best) for each in found
        ):
            continue
        yield said, best


def _values(worth: Worth) -> set[int]:
    return {number for numbers in worth.values.values() for number in numbers}


def _is_tied(said: Said, worth: Worth) -> bool:
    """Whether the words around a number call it by the name of a value that cites the rule."""
    if worth.loose or not worth.values or any(len(each) != 1 for each in worth.values.values()):
        return False
    if said.text.rule not in worth.rules:
        return False
    beside = said.figure.near | said.figure.before
    if worth.path.startswith("constants."):
        return bool(worth.head) and worth.head <= beside and worth.needs <= said.sentence
    return worth.key == "count" and ".entries." in worth.path and bool(worth.own) and worth.own <= beside


def _told(said: Said, worth: Worth) -> Diagnostic:
    text, figure = said.text, said.figure
    words = " ".join(_FEW_WORDS.match(text.text, figure.start, figure.end + 40)[0].split())  # type: ignore[index]
    values = ", ".join(map(str, sorted(_values(worth))))
    name = worth.told.strip("`")
    what = (
        f"how many there are of {name.partition(':')[0].rpartition('.')[2].strip('`')}"
        if worth.key == "count"
        else f"`{name}`"
    )
    message = f"{text.rule} says `{words}`, and {what} is {values}"
    hint = "correct one of them" + (f", or write `{{{name}}}` for the number" if worth.key != "count" else "")
    return Diagnostic("YUP259", "error", message, text.at(figure.start, figure.end), hint)
