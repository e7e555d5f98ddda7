"""Lark's parser of grammar.lark, with our lexer, and with our actions called while it parses.

To analyse the grammar takes Lark a quarter of a second, so the package holds the analysis as `Lark.save` writes it,
marked with the grammar and the version of Lark that it belongs to; for others the grammar is analysed at the start.
After a change of the grammar, or for a new Lark, `keep` writes it anew (`python -c "from yupana.interpreter.language
import grammar; grammar.keep()"`).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import threading
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark.exceptions import UnexpectedToken

from . import build_effects, build_expressions  # noqa: F401  (they fill ACTIONS)
from .actions import ACTIONS, Action, Builder
from .lexer import CodeLexer, Sign, Source, token

GRAMMAR = Path(__file__).with_name("grammar.lark")
ANALYSED = Path(__file__).with_name("grammar.lark.gz")
STARTS = ["expression", "effects", "type_text", "event_text"]

__all__ = ["Source", "Steps", "Stuck", "parse"]


class Made:
    """What an action made, and where what it was made from stands; named as in Lark's tokens."""

    __slots__ = ("end_pos", "start_pos", "value")

    def __init__(self, value: Any, start_pos: int, end_pos: int) -> None:
        self.value = value
        self.start_pos = start_pos
        self.end_pos = end_pos


class _Reading(threading.local):
    """The builder of the code that this thread reads: Lark's callbacks take children only."""

    builder: Builder


_reading = _Reading()


class Nodes(lark.Transformer[Any, Any]):
    """The actions as Lark calls them: a method for each rule, named as in grammar.lark."""

    def __getattr__(self, name: str) -> Callable[[list[Any]], Made]:
        if name not in ACTIONS:
            raise AttributeError(name)
        return _callback(ACTIONS[name])


def _callback(action: Action) -> Callable[[list[Any]], Made]:
    def make(children: list[Any]) -> Made:
        start, end = children[0].start_pos, children[-1].end_pos
        values = [each.value if each.__class__ is Made else each for each in children if each.__class__ is not Sign]
        return Made(action(_reading.builder, values, start, end), start, end)

    return make


@cache
def _parser() -> lark.Lark:
    """The parser of the present grammar. Only the file of the package is unpickled, which is as much to be trusted as
    the code beside it, and only when it belongs to this grammar and this Lark."""
    mark = _mark()
    with suppress(OSError, EOFError), gzip.open(ANALYSED) as file:
        if file.readline() == mark:
            return lark.Lark.load(file)
    return lark.Lark.load(_analysed())


def _mark() -> bytes:
    """What an analysis belongs to, in one line."""
    return f"{hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()} lark {lark.__version__}\n".encode()


def _analysed() -> io.BytesIO:
    """The present grammar, analysed and saved by Lark.

    It is always read back: what Lark loads parses faster than what it has just made.
    """
    made = lark.Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer=CodeLexer,
        transformer=Nodes(),
        start=STARTS,
        keep_all_tokens=True,  # they say where a rule begins and ends
        maybe_placeholders=False,
    )
    file = io.BytesIO()
    made.save(file)
    file.seek(0)
    return file


def keep() -> None:
    """Write the analysis of the present grammar into the package."""
    ANALYSED.write_bytes(gzip.compress(_mark() + _analysed().getvalue(), mtime=0))


class Stuck(Exception):  # noqa: N818  (it is no error of ours)
    """The token with this index, read as `kind`, cannot stand where it is."""

    def __init__(self, fault: UnexpectedToken, index: int) -> None:
        super().__init__()
        self.kind = _kind_of(fault.token.type)
        self.index = index


def parse(builder: Builder, source: Source, start: str) -> Any:
    """The value of the start symbol. Raises Stuck."""
    _reading.builder = builder
    try:
        return _parser().parse(source, start=start).value  # type: ignore[attr-defined]  # what our actions give
    except UnexpectedToken as fault:
        raise Stuck(fault, source.index) from None


class Steps:
    """A parse that is led on token by token, to find out what is wrong. `index` is that of the token it is at.

    Only faults are of use then: a list that grew in a copy has grown in what it was copied from.
    """

    def __init__(self, builder: Builder, source: Source, start: str) -> None:
        _reading.builder = builder
        self.source = source
        self.index = 0
        self._parser = _parser().parse_interactive(source, start=start)

    def copy(self) -> Steps:
        """Another parse of the same source at the same token."""
        other = copy(self)
        other._parser = self._parser.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
        return other

    def advance(self, stop: int = -1) -> None:
        """Go on to the token with the index `stop`, or to the end. Raises Stuck; then what the token that cannot stand
        there brought to an end is reduced."""
        source = self.source
        source.index = self.index
        try:
            for _ in self._parser.iter_parse():
                if source.index == stop:
                    break
            if source.index != stop:
                self._parser.feed_eof()  # type: ignore[no-untyped-call]
        except UnexpectedToken as fault:
            raise Stuck(fault, source.index) from None
        finally:
            self.index = source.index

    def take(self, kind: str, text: str) -> None:
        """Go on with a token that stands where the parse is, or (an empty one) nowhere. Raises Stuck."""
        at = self.source.tokens[self.index][1]
        terminal = _terminals().get(kind, kind)
        try:
            self._parser.feed_token(token(terminal, text, at))
        except UnexpectedToken as fault:
            raise Stuck(fault, self.index) from None

    def end(self) -> Any:
        """What the code says that was read, where it may end here. Raises Stuck."""
        try:
            return self._parser.feed_eof().value  # type: ignore[no-untyped-call]
        except UnexpectedToken as fault:
            raise Stuck(fault, self.index) from None

    def choices(self) -> frozenset[str]:
        """The kinds of token for which the parser has an entry; a reduction may show that one cannot stand here."""
        return frozenset(map(_kind_of, self._parser.choices()))  # type: ignore[no-untyped-call]

    def accepts(self) -> frozenset[str]:
        """The kinds of token that can come next."""
        return frozenset(map(_kind_of, self._parser.accepts()))  # type: ignore[no-untyped-call]


@cache
def _kinds() -> dict[str, str]:
    return {each.name: each.pattern.value for each in _parser().terminals}


@cache
def _terminals() -> dict[str, str]:
    return {kind: name for name, kind in _kinds().items()}


def _kind_of(terminal: str) -> str:
    """A terminal of the grammar, named as `tokens.scan` names tokens: signs and words as they are written."""
    return _kinds().get(terminal, terminal)
