"""The options of a decision as a menu: grouped, numbered, and narrowed by what a person types.

An option is known here by its printed form (`move(from=a1, to=b2)`), which every option has, and by its sentence;
nothing else of the interpreter is needed. All functions are pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ..book.names import headed

SHORT = 20
"""So many options are listed one by one; more are grouped."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its index among the decision's options, its printed form, that form taken apart, the words for it in
    the language of the table, and the sentence in which people read it."""

    index: int
    text: str
    name: str
    arguments: tuple[tuple[str, str], ...]
    said: tuple[str, ...] = ()
    sentence: str = ""

    def argument(self, name: str) -> str:
        """The printed value of an argument, or nothing."""
        return next((value for each, value in self.arguments if each == name), "")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a menu: one option, or several that go on in a menu of their own.

    `number` is what is typed for it: its place in the list, or, where the choice is one of numbers, the number itself;
    nothing for what goes by its name only. `value` is the number that a listed option differs by, if it differs by one.
    `shared` tells that all rows are values of one argument, whose name `label` begins with.
    """

    label: str
    choices: tuple[Choice, ...]
    number: str = ""
    value: str = ""
    shared: bool = False


def read_choices(texts: Iterable[str], sentences: Sequence[str] = (), spoken: Sequence[str] = ()) -> tuple[Choice, ...]:
    """Take printed options apart. `sentences` are the options as people read them, and `spoken` the words for their
    values, which in a language without blanks are not words of the sentence."""
    choices = tuple(_read(index, text) for index, text in enumerate(texts))
    if not sentences:
        return choices
    rows = zip(choices, sentences, spoken or sentences, strict=True)
    return tuple([
        replace(each, sentence=headed(said), said=tuple(words(f"{said} {own}".replace(":", " "))))
        for each, said, own in rows
    ])  # fmt: skip


def _read(index: int, text: str) -> Choice:
    name, bracket, rest = text.partition("(")
    if not bracket:
        return Choice(index, text, text, ())
    arguments = []
    for number, part in enumerate(_split(rest.removesuffix(")"))):
        key, equals, value = part.partition("=")
        arguments.append((key.strip(), value.strip()) if equals else (str(number), part.strip()))
    return Choice(index, text, name, tuple(arguments))


def _split(text: str) -> list[str]:
    """Cut at the commas that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        if character in "[({":
            depth += 1
        elif character in "])}":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part for part in parts if part.strip()]


# ---------------------------------------------------------------- rows


def rows(choices: Sequence[Choice], short: int = SHORT) -> list[Row]:
    """The lines that show these options. A choice of numbers has a line for each number. Else each option stands alone
    when there are few; many stand together by name, or else by the first argument in which they differ."""
    key = number_argument(choices)
    if key:
        return _by_number(choices, key)
    if len(choices) <= short:
        found = [Row(each.sentence or each.text, (each,)) for each in choices]
    else:
        found = _together(choices)
    return [replace(row, number=str(place), value=_value(row, choices)) for place, row in enumerate(found, start=1)]


def _together(choices: Sequence[Choice]) -> list[Row]:
    by_name = _groups(choices, lambda each: each.name)
    if len(by_name) > 1:
        return [Row(name, group) for name, group in by_name.items()]
    key = _differing(choices)
    if key:
        by_value = _groups(choices, lambda each: each.argument(key))
        return [Row(f"{key}={value}", group, shared=True) for value, group in by_value.items()]
    return [Row(each.sentence or each.text, (each,)) for each in choices]


def number_argument(choices: Sequence[Choice]) -> str:
    """The argument that a choice of numbers is about: options of one name differ first in whole numbers, and what else
    there is (`pass`) has no arguments. Empty for any other choice."""
    with_values = [each for each in choices if each.arguments]
    if len(with_values) < 2 or len({each.name for each in with_values}) > 1:
        return ""
    key = _differing(with_values)
    return key if key and all(is_number(each.argument(key)) for each in with_values) else ""


def is_number(text: str) -> bool:
    """Whether it is a whole number as options are written."""
    return re.fullmatch(r"-?[0-9]+", text) is not None


def _by_number(choices: Sequence[Choice], key: str) -> list[Row]:
    numbered = _groups([each for each in choices if each.arguments], lambda each: each.argument(key))
    in_order = sorted(numbered.items(), key=lambda item: int(item[0]))
    found = [Row(f"{key}={value}", group, value, value, shared=True) for value, group in in_order]
    return [*found, *(Row(each.sentence or each.text, (each,)) for each in choices if not each.arguments)]


def _differing(choices: Sequence[Choice]) -> str:
    """The first argument in which options of one name differ."""
    keys = dict.fromkeys(key for each in choices for key, _ in each.arguments)
    return next((key for key in keys if len({each.argument(key) for each in choices}) > 1), "")


def _value(row: Row, choices: Sequence[Choice]) -> str:
    """The number by which a row differs from the others of its name."""
    first = row.choices[0]
    alike = [each for each in choices if each.name == first.name]
    key = _differing(alike)
    wanted = {each.argument(key) for each in row.choices} if key else set()
    number = next(iter(wanted)) if len(wanted) == 1 else ""
    return number if is_number(number) else ""


def by_number(menu: Sequence[Row], typed: str) -> list[Row]:
    """The rows that a typed number may mean: the line with that number, and lines that differ by it as a value."""
    plain = re.sub(r"^(-?)0+(?=[0-9])", r"\1", typed)
    return [row for row in menu if plain in (row.number, row.value)]


def _groups(choices: Iterable[Choice], key: Callable[[Choice], str]) -> dict[str, tuple[Choice, ...]]:
    found: dict[str, list[Choice]] = {}
    for each in choices:
        found.setdefault(key(each), []).append(each)
    return {name: tuple(group) for name, group in found.items()}


# ---------------------------------------------------------------- narrowing


def narrow(choices: Sequence[Choice], line: str) -> tuple[Choice, ...]:
    """The options that match what was typed: an option's whole text, or words each of which begins (or else occurs in)
    the name of the action, an argument's value, or `argument=value`. Nothing typed matches all."""
    wanted = _squeeze(line)
    exact = tuple(each for each in choices if _squeeze(each.text) == wanted)
    if exact:
        return exact
    left = tuple(choices)
    for word in words(line):
        left = _matching(left, word)
    return left


def is_whole(choice: Choice, line: str) -> bool:
    """Whether what was typed names the option by whole words; a mere beginning of one is not enough to act on."""
    if _squeeze(choice.text) == _squeeze(line):
        return True
    return all(_matches(choice, word, str.__eq__) for word in words(line))


def words(line: str) -> list[str]:
    """What was typed, cut into words at spaces, commas and brackets."""
    return [word for word in re.split(r"[\s,()\[\]]+", line.casefold()) if word]


def spoken(name: str) -> str:
    """A name as it is compared with what was typed: without regard to case, `_` as a blank."""
    return " ".join(name.casefold().replace("_", " ").split())


def _matching(choices: Sequence[Choice], word: str) -> tuple[Choice, ...]:
    for test in (str.__eq__, str.startswith, str.__contains__):
        found = tuple(each for each in choices if _matches(each, word, test))
        if found:
            return found
    return ()


def _matches(choice: Choice, word: str, test: Callable[[str, str], bool]) -> bool:
    key, equals, value = word.partition("=")
    if equals:
        return any(
            name.casefold().startswith(key) and any(test(part, value) for part in words(each) or [""])
            for name, each in choice.arguments
        )
    if test(choice.name.casefold(), word):
        return True
    return any(test(part, word) for part in choice.said) or any(
        test(part, word) for _, each in choice.arguments for part in words(each)
    )


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", "", text.casefold())


def vocabulary(choices: Iterable[Choice]) -> list[str]:
    """The words that narrow these options, for completion on a terminal."""
    found: dict[str, None] = {}
    for each in choices:
        found[each.name] = None
        for key, value in each.arguments:
            found[f"{key}={value}"] = None
            found.update(dict.fromkeys(words(value)))
    return sorted(found)
