"""The texts that stand in the book of a composed ruleset, in every language, each with the part that says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from yupana.interpreter.check.interpolation import code_at
from yupana.schemas.find import is_folder
from yupana.schemas.ruleset import OpenElement
from yupana.schemas.source import Code, Diagnostic, Span
from yupana.schemas.texts import elements, own_texts, text_file
from yupana.schemas.tree import Word

from .maker import Maker
from .names import spaced

Finding = tuple[str, str, Diagnostic]
"""The path of the text, the path of what has changed, and what is said."""


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text of the element at `path`, in a language (empty: the ruleset's own); `part` is the number of the folder or
    file that says it. `code` is the text with the place of every character, where that is known. `filled` says that
    values may stand in its braces."""

    path: str
    lang: str
    text: str
    span: Span
    part: int
    code: Code | None = None
    filled: bool = False
    is_name: bool = False

    @property
    def rule(self) -> str:
        """The rule whose text it is; empty if it is none's."""
        return self.path.removeprefix("rules.") if self.path.startswith("rules.") else ""

    def at(self, start: int, end: int) -> Span:
        """The place of some of its characters."""
        return self.code.at(start, end) if self.code is not None else self.span


def printed_texts(maker: Maker, below: Maker | None = None) -> list[PrintedText]:
    """All texts of a ruleset that players or authors may read. Where an overlay changes an example, its name is still
    that of what lies `below`."""
    return [*_own(maker), *_names(maker, below or maker), *_translated(maker)]


def home(span: Span, parts: Sequence[Path]) -> int:
    """The number of the folder or file in which something stands."""
    return _home(span.file, tuple(parts))


@lru_cache(maxsize=1000)
def _home(name: str, parts: tuple[Path, ...]) -> int:
    file = Path(name).resolve()
    for number, part in reversed(list(enumerate(parts))):
        part = part.resolve()
        lang = file.stem.rpartition(".")[2]
        if file in (part, text_file(part, lang)) or (is_folder(part) and part in file.parents):
            return number
    return 0


def _own(maker: Maker) -> Iterator[PrintedText]:
    ruleset, parts = maker.ruleset, maker.parts
    for name, decl in ruleset.rulebook.rules.items():
        code = code_at(decl.node, "text")
        yield _one(f"rules.{name}", decl.text, parts, code, filled=True)
    codes = {path: code_at(element.node, "text") for path, element in elements(ruleset) if element.text is not None}
    for path, text in own_texts(ruleset).items():
        yield _one(path, text, parts, codes.get(path), filled=path.startswith(("rulebook.", "book.")))
    for section, title in ruleset.rulebook.sections.items():
        yield _one(f"rulebook.sections.{section}", title, parts, None)
    for seat, seat_decl in ruleset.players.seats.items():
        yield from _attributes(f"players.seats.{seat}", seat_decl, parts)
    for kind, kind_decl in ruleset.kinds.items():
        for entry, each in kind_decl.entries.items():
            yield from _attributes(f"kinds.{kind}.entries.{entry}", each, parts)


def _names(maker: Maker, below: Maker) -> Iterator[PrintedText]:
    """The names of examples, which are their headings."""
    before = {str(name): name for name in below.ruleset.examples}
    for name in maker.ruleset.examples:
        span = getattr(before.get(str(name), name), "span", maker.ruleset.span)
        yield PrintedText(f"examples.{name}", "", spaced(str(name)), span, home(span, maker.parts), is_name=True)


def _attributes(path: str, entry: OpenElement, parts: Sequence[Path]) -> Iterator[PrintedText]:
    """The name of an entry, where it is a text of several words."""
    label = entry.given.get("name")
    if label is not None and " " in label.text:
        yield PrintedText(path, "", label.text, label.span, home(label.span, parts), label)


def _one(path: str, text: Word, parts: Sequence[Path], code: Code | None, *, filled: bool = False) -> PrintedText:
    own = code.text if code is not None else str(text)
    return PrintedText(path, "", own, text.span, home(text.span, parts), code, filled)


def _translated(maker: Maker) -> Iterator[PrintedText]:
    for lang, texts in maker.translations().items():
        for rule, text in texts.rules.items():
            yield PrintedText(
                f"rules.{rule}", lang, str(text), text.span, home(text.span, maker.parts), None, filled=True
            )
        for path, text in texts.texts.items():
            filled = path.startswith(("rulebook.", "book."))
            yield PrintedText(path, lang, str(text), text.span, home(text.span, maker.parts), None, filled)
        for name, text in texts.names.items():
            if len(text) > 4:
                where = home(text.span, maker.parts)
                yield PrintedText(f"names.{name}", lang, str(text), text.span, where, is_name=True)
