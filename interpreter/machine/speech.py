"""What people read for what a program names: words for members, zones and kinds, and a sentence for every option.

The exact forms of `printing` are for those who read them again; here are the words of a language, which need not tell
everything apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from yupana.schemas.wording import headed as headed
from yupana.schemas.wording import numeral, plain_word, plural

from ..program import ir

Sentence: TypeAlias = "tuple[str | Shown | Entity | Either, ...]"
"""Words, the values of parameters, what always stands there, and what depends on the value of a parameter."""


class Shown(NamedTuple):
    """The value of a parameter, by its number."""

    param: int


class Entity(NamedTuple):
    """A member of a domain, whatever the values are."""

    domain: int
    member: int


class Either(NamedTuple):
    """One of two sentences: by whether the value of a parameter is `== != < <= > >=` a number or a member."""

    param: int
    test: str
    value: int
    then: Sentence
    other: Sentence


TESTS: Mapping[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip

BESIDE = frozenset((
    "about", "above", "across", "after", "against", "along", "among", "around", "as", "at", "before", "behind", "below",
    "beside", "between", "beyond", "by", "down", "for", "from", "in", "inside", "into", "near", "of", "off", "on",
    "onto", "out", "over", "past", "round", "through", "to", "toward", "towards", "under", "until", "up", "upon", "via",
    "with", "within", "without",
))  # fmt: skip
"""What a parameter is called that stands before its value as a word of the sentence."""

_ARTICLE = re.compile(r"(?<![^\s(\"„“'/-])([Aa])n?(\s+)$")
_VOWEL = re.compile(r"(?i:8|1[18](?!\d)|hour|hono|heir|(?!one\b|once|uni|use|usu|eu|ewe)[aeiou])")


def put_behind(text: str, word: str, *, english: bool) -> str:
    """A text with a word behind it; in English, `a` or `an` before it as the word wants it."""
    found = _ARTICLE.search(text) if english and word[:1].isalnum() else None
    if found is not None:
        text = f"{text[: found.start()]}{found[1]}{'n' if _VOWEL.match(word) else ''}{found[2]}"
    return text + word


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of one language for one program: of every member by domain, of every family of zones, of kinds for one
    thing and for several, of every alternative a sentence; for nothing, for what is not so and for what is."""

    words: tuple[tuple[str, ...], ...]
    zones: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]
    sentences: tuple[Sentence, ...]
    nothing: str = "nothing"
    answers: tuple[str, str] = ("no", "yes")
    english: bool = True
    comma: str = ", "

    def member(self, domain: int, index: int) -> str:
        """A member of a domain."""
        return self.words[domain][index] if index >= 0 else self.nothing

    def counted(self, number: int, domain: int) -> str:
        """`1 card`, `3 cards`."""
        return f"{numeral(number)} {self.kinds[domain][number != 1]}"

    def value(self, kind: ir.ValueType, value: Any) -> str:
        """A single value of a type."""
        if kind.is_none(value):
            return self.nothing
        if kind.kind == "bool":
            return self.answers[bool(value)]
        return numeral(int(value)) if kind.kind == "int" else self.member(kind.domain, value)

    def line(self, parts: Sequence[str], values: Sequence[str]) -> str:
        """Words with values between them."""
        out = parts[0]
        for word, part in zip(values, parts[1:], strict=True):
            out = put_behind(out, word, english=self.english) + part
        return out

    def sentence(self, alternative: int, shown: Sequence[str], values: Sequence[Any]) -> str:
        """The sentence of an option: what is `shown` of each parameter, and its value (None: it is not to be known)."""
        return " ".join(self._said(self.sentences[alternative], shown, values, "").split())

    def _said(self, sentence: Sentence, shown: Sequence[str], values: Sequence[Any], out: str) -> str:
        for part in sentence:
            if isinstance(part, str):
                out += part
            elif isinstance(part, Shown):
                out = put_behind(out, shown[part.param], english=self.english)
            elif isinstance(part, Either):
                value = values[part.param]
                holds = isinstance(value, int) and TESTS[part.test](value, part.value)
                out = self._said(part.then if holds else part.other, shown, values, out)
        return out

    def data(self, names: Sequence[tuple[str, ...]]) -> dict[str, Any]:
        """The same as plain data, without the words of members that are their `names` by domain; what depends on a
        parameter is a list with two lists of words at its end."""
        return {
            "words": [[] if own == known else list(own) for own, known in zip(self.words, names, strict=True)],
            "zones": list(self.zones),
            "kinds": [list(each) for each in self.kinds],
            "sentences": [_plain(each) for each in self.sentences],
            "nothing": self.nothing,
            "answers": list(self.answers),
            "english": self.english,
            "comma": self.comma,
        }


def _plain(sentence: Sentence) -> list[Any]:
    return [
        [part.param, part.test, part.value, _plain(part.then), _plain(part.other)] if isinstance(part, Either)
        else part.param if isinstance(part, Shown) else part
        for part in sentence
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wording:
    """Whence a speech has its words: `word` for a name (of a kind), `several` for things of a kind; `sentences` are the
    author's, by the number of the alternative; `colon` stands between what an option does and its values, `comma`
    between things that are listed."""

    word: Callable[[str, str], str] = plain_word
    several: Callable[[str], str] = field(default=lambda kind: plural(plain_word(kind)))
    sentences: Mapping[int, Sentence] = field(default_factory=dict)
    nothing: str = "nothing"
    answers: tuple[str, str] = ("no", "yes")
    english: bool = True
    colon: str = ": "
    comma: str = ", "


def speech_of(program: ir.Program, wording: Wording) -> Speech:
    """The speech of a program. Options of which the author says nothing are told by names."""
    made = partial(_made_of_names, program, wording)
    words = tuple([_words(each, wording.word) for each in program.domains])
    return Speech(
        words=words,
        zones=tuple([wording.word(each.name, "") for each in program.families]),
        kinds=tuple([(wording.word(each.name, ""), wording.several(each.name)) for each in program.domains]),
        sentences=tuple([
            _named(wording.sentences[number], words) if number in wording.sentences else made(each)
            for number, each in enumerate(program.alternatives)
        ]),
        nothing=wording.nothing,
        answers=wording.answers,
        english=wording.english,
        comma=wording.comma,
    )  # fmt: skip


def _named(sentence: Sentence, words: Sequence[Sequence[str]]) -> Sentence:
    """A sentence with the words for what always stands there."""
    found: list[str | Shown | Entity | Either] = []
    for part in sentence:
        if isinstance(part, Entity):
            found.append(words[part.domain][part.member])
        elif isinstance(part, Either):
            found.append(part._replace(then=_named(part.then, words), other=_named(part.other, words)))
        else:
            found.append(part)
    return tuple(found)


def _words(domain: ir.Domain, word: Callable[[str, str], str]) -> tuple[str, ...]:
    """The words for the members of a domain; those of texts are themselves."""
    if domain.is_of_texts:
        return domain.names
    found: list[str] = []
    for index, name in enumerate(domain.names):
        if domain.alike and domain.groups:
            name = domain.group_names[domain.groups[index]]
        label = domain.labels[index] if domain.labels else ""
        found.append(word(name, domain.name) if word is not plain_word or not label else label)
    return tuple(found)


def _made_of_names(program: ir.Program, wording: Wording, known: ir.Alternative) -> Sentence:
    """What an option does, and its values: a member alone says what it is, unless there are several of its kind."""
    sentence: list[str | Shown | Entity | Either] = [wording.word(known.name, "")]
    domains = [kind.domain if kind.kind == "member" else -1 for _, kind in known.params]
    sign = wording.colon
    for number, (name, kind) in enumerate(known.params):
        word = wording.word(name, "")
        alone = len(name) == 1 or (kind.kind == "member" and domains.count(kind.domain) == 1)
        if name in BESIDE and wording.english:
            told: Sentence = (f" {word} ", Shown(number))
        else:
            told = (sign, Shown(number)) if alone else (f"{sign}{word} ", Shown(number))
            sign = wording.comma
        if kind.optional and not kind.many:
            sentence.append(Either(number, "==", int(kind.none), (), told))
        else:
            sentence += told
    return tuple(sentence)
