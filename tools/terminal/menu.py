"""The options of a decision as a menu: grouped, numbered, and narrowed by what a person types.

An option is known here by its printed form (`move(from=a1, to=b2)`), which every option has; nothing else of
the interpreter is needed. All functions are pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

SHORT = 20
"""So many options are listed one by one; more are grouped."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its index among the decision's options, its printed form, and that form taken apart."""

    index: int
    text: str
    name: str
    arguments: tuple[tuple[str, str], ...]

    def argument(self, name: str) -> str:
        """The printed value of an argument, or nothing."""
        return next((value for each, value in self.arguments if each == name), "")


@dataclass(frozen=True, slots=True)
class Row:
    """A numbered line of a menu: one option, or several that go on in a menu of their own."""

    label: str
    choices: tuple[Choice, ...]


def read_choices(texts: Iterable[str]) -> tuple[Choice, ...]:
    """Take printed options apart."""
    return tuple(_read(index, text) for index, text in enumerate(texts))


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
    """The numbered lines that show these options: each alone when there are few, else by name, else by the first
    argument in which they differ."""
    if len(choices) <= short:
        return [Row(each.text, (each,)) for each in choices]
    by_name = _groups(choices, lambda each: each.name)
    if len(by_name) > 1:
        return [Row(name, group) for name, group in by_name.items()]
    for key in dict.fromkeys(key for each in choices for key, _ in each.arguments):
        by_value = _groups(choices, lambda each, key=key: each.argument(key))  # type: ignore[misc]
        if len(by_value) > 1:
            return [Row(f"{key}={value}", group) for value, group in by_value.items()]
    return [Row(each.text, (each,)) for each in choices]


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


def words(line: str) -> list[str]:
    """What was typed, cut into words at spaces, commas and brackets."""
    return [word for word in re.split(r"[\s,()\[\]]+", line.casefold()) if word]


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
    return any(test(part, word) for _, each in choice.arguments for part in words(each))


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
