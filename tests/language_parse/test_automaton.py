"""What runs the table of the grammar gives what Lark gives: the same trees, and stuck at the same token."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from lark.exceptions import UnexpectedToken
from yupana.interpreter.language import grammar
from yupana.interpreter.language.automaton import Stuck
from yupana.interpreter.language.parse import Parser
from yupana.interpreter.language.tokens import scan
from yupana.schemas.source import Code, Span
from yupana.tests.language_parse.chunk_files import FILES, read

TEXTS = [chunk.source for file in FILES for chunk in read(file)]


class ByLark:
    """Lark's own loop in the place of ours."""

    def run(self, source: grammar.Source, start: str) -> Any:
        try:
            return grammar._parser().parse(source, start=start)  # type: ignore[arg-type]
        except UnexpectedToken as fault:
            raise Stuck(grammar._kind_of(fault.token.type), source.index) from None


def _read(text: str, start: str) -> Any:
    tokens = scan(text, start == "effects").tokens
    lines = tuple((number + 1, 1) for number in range(text.count("\n") + 1))
    builder = Parser(Code(text, Span("game.yaml", 1, 1, 1, 1), lines))
    try:
        tree = grammar.parse(builder, grammar.Source(text, tokens), start)
    except Stuck as stuck:
        return stuck.kind, stuck.index, builder.faults
    return tree, builder.faults


def _compare(texts: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many of them can be read."""
    cases = [(text, start) for text in texts for start in grammar.STARTS]
    ours = [_read(*case) for case in cases]
    monkeypatch.setattr(grammar, "_automaton", ByLark)
    for case, found in zip(cases, ours, strict=True):
        assert found == _read(*case), case
    return sum(len(found) == 2 for found in ours)


def test_code_is_read_as_lark_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every form that is accepted, and every fault."""
    assert _compare(TEXTS, monkeypatch) > 100


def test_shuffled_code_is_read_as_lark_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens of the same texts are left out, doubled and exchanged, so that parses end in all sorts of places."""
    dice = random.Random(5)
    texts = []
    for text in TEXTS:
        cuts = sorted({0, len(text), *(start for _, start, _ in scan(text, True).tokens)})
        pieces = [text[first:last] for first, last in pairwise(cuts)]
        for _ in range(min(2, len(pieces))):
            at, other = dice.randrange(len(pieces)), dice.randrange(len(pieces))
            pieces[at] = dice.choice(["", pieces[at] * 2, pieces[other]])
            texts.append("".join(pieces))
    assert _compare(texts, monkeypatch) > 100
