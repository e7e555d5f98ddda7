"""What a message writes out in place of a value that YAML has cut in two is that value."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.schemas.quoting import in_quotes, reads_as
from yupana.schemas.reader import load_text
from yupana.schemas.recover import read_what_can_be_read
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping, Scalar

WRITTEN = re.compile(r"write `(.*)`$")

_WORDS = st.sampled_from(["a", "me.money", "f(a, b)", "[a, b]", "{a}", "1 + 2", "g(f(a, b), [1])", '"one, two"', "-1"])
_CODE = st.lists(_WORDS, min_size=1, max_size=4).flatmap(
    lambda words: st.sampled_from([" + ", " and ", ": "]).map(lambda between: between.join(words))
)


def scalar(text: str, *keys: str) -> str | None:
    """The text of a value of a file that can be read; None for one that cannot, or that is not one text."""
    report = Report()
    node: object = load_text(text, "x.yaml", report)
    for key in keys:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node.text if isinstance(node, Scalar) and not report.diagnostics else None


@settings(max_examples=150)
@given(_CODE, st.sampled_from(["{%s}", "{first: 1, %s}", "{%s, last: 1}", "{first: '(', %s, last: [2, 3]}"]))
def test_what_is_written_out_is_the_value(code: str, place: str) -> None:
    report = Report()
    tree = read_what_can_be_read("a: " + place % f"is: {code}", "x.yaml", report).tree
    hints = [each.hint for each in report.diagnostics]
    value = tree.get("a") if tree is not None else None
    inner = value.get("is") if isinstance(value, Mapping) else None
    if not hints and isinstance(inner, (Mapping, list)):
        hints = [reads_as(inner)]
    written = [found[1] for hint in hints if (found := WRITTEN.search(hint)) is not None]
    assert written or (isinstance(inner, Scalar) and inner.text in (code, code.strip('"'))), (code, hints)
    for each in written:
        assert scalar("a: " + place % each, "a", "is") == code


@given(st.text(st.sampled_from("ab ,:'\"\\[]{}#é"), min_size=1))
def test_a_text_in_quotes_is_the_text(text: str) -> None:
    assert scalar(f"a: {{b: {in_quotes(text)}, c: 1}}", "a", "b") == text


@pytest.mark.parametrize(
    "text",
    [
        "a: {of: {n: int} is: n}\n",  # a comma is missing
        "a:\n  - {b: [1, 2}\n",
        "a: {b: f(x,\n  y)}\n",  # a value of two lines
        "a: b\n  c: d\n",
    ],
)
def test_what_is_not_clear_is_not_written_out(text: str) -> None:
    report = Report()
    load_text(text, "x.yaml", report)
    assert report.diagnostics
    assert not any(WRITTEN.search(each.hint) for each in report.diagnostics)
