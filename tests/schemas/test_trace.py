"""Every character of code knows where it stands in the file, however YAML was written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.schemas.reader import load_text
from yupana.schemas.source import Code, Report
from yupana.schemas.trace import bracketed
from yupana.schemas.tree import Mapping, Scalar, Sequence


def code_of(text: str) -> Code:
    report = Report()
    tree = load_text(text, "f.yaml", report)
    assert report.diagnostics == []
    assert tree is not None
    node = tree["key"]
    if isinstance(node, Sequence):
        code = bracketed(node)
        assert code is not None
        return code
    assert isinstance(node, Scalar)
    return node.code


def found(text: str, part: str, nth: int = 0) -> tuple[int, int]:
    """Where the file holds a part of the code."""
    index = -1
    for _ in range(nth + 1):
        index = text.index(part, index + 1)
    before = text[:index]
    return before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1


def assert_places(text: str, words: list[str]) -> None:
    """Each word, found in the code, leads back to the same word in the file."""
    code = code_of(text)
    rows = text.split("\n")
    offset = 0
    for word in words:
        offset = code.text.index(word, offset)
        span = code.at(offset, offset + len(word))
        assert rows[span.line - 1][span.column - 1 : span.column - 1 + len(word)] == word
        assert (span.end_line, span.end_column) == (span.line, span.column + len(word))
        offset += len(word)


def test_plain() -> None:
    text = "key: abc + de\n"
    assert code_of(text).at(6, 8) == code_of(text).span.__class__("f.yaml", 1, 12, 1, 14)


def test_quotes() -> None:
    assert_places("x: 1\nkey: 'abc + de'\n", ["abc", "+", "de"])
    assert_places('key:   "abc + de"\n', ["abc", "+", "de"])
    assert_places("key: 'log ''hi'' + de'\n", ["log", "hi", "+", "de"])
    assert_places('key: "log \\"hi\\" \\u00e9 + de"\n', ["log", "hi", "+", "de"])


def test_flow() -> None:
    assert_places("key: abc\nother: {a: [x, 'y z']}\n", ["abc"])


def test_literal_block() -> None:
    text = "x:\n  - 1\nkey: |\n    if abc:\n        pass\n\n    end game  # why\n\nnext: 1\n"
    assert code_of(text).text == "if abc:\n    pass\n\nend game  # why"
    assert_places(text, ["if", "abc", "pass", "end", "why"])


def test_literal_block_with_indicators() -> None:
    assert_places("key: |2-\n    abc\n  de\n", ["abc", "de"])
    assert_places("key: |- # the effects\n\n\n  abc\n   de\n", ["abc", "de"])
    assert_places("key: |+\n  abc\n\n\n", ["abc"])


def test_folded_block() -> None:
    text = "key: >\n  abc +\n  de\n\n  more\n    indented\n  last\n"
    assert code_of(text).text == "abc + de\nmore\n  indented\nlast"
    assert_places(text, ["abc", "+", "de", "more", "indented", "last"])


def test_continued_lines() -> None:
    assert_places("key: abc\n  + de\n  + f\n", ["abc", "+", "de", "+", "f"])
    assert_places("key: 'abc\n\n  de\n  f'\n", ["abc", "de", "f"])
    assert_places('key: "abc \\\n  de\n   f"\n', ["abc", "de", "f"])
    assert_places('key: "abc   \n\n\n  de\\n f"\n', ["abc", "de", "f"])


def test_wide_characters_count_as_one_column() -> None:
    assert_places("key: '日本 + 語'\n", ["日本", "+", "語"])
    assert_places('日本: 1\nkey: |\n  log "日本 {x}"\n', ["log", "日本", "x"])


def test_the_end_of_code_is_a_place_too() -> None:
    code = code_of("key: |\n  abc\n  de\n")
    end = code.at(len(code.text), len(code.text))
    assert (end.line, end.column) == (3, 5)
    assert (code_of("key: abc\n").at(3, 3).line, code_of("key: abc\n").at(3, 3).column) == (1, 9)


def test_an_empty_text_has_a_place() -> None:
    code = code_of("key: ''\n")
    assert (code.text, code.at(0, 0).column) == ("", 7)
    assert code_of("key: |\nother: 1\n").text == ""


words = st.from_regex(r"[a-z][a-z0-9_]{0,5}|日本語|[+<>]=?|é", fullmatch=True)


@st.composite
def scalars(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A file with code in some style, and the words of the code in order."""
    rows = draw(st.lists(st.lists(words, min_size=1, max_size=4), min_size=1, max_size=4))
    style = draw(st.sampled_from(["plain", "'", '"', "|", ">", "|-", "|2", ">-"]))
    indent = " " * draw(st.integers(1, 4)) if style != "|2" else "  "
    before = "".join(f"k{index}: {index}\n" for index in range(draw(st.integers(0, 3))))
    gaps = [draw(st.sampled_from(["\n", "\n\n", "\n\n\n"])) for _ in rows]
    lines = [" ".join(row) for row in rows]
    if style in ("plain", "'", '"'):
        quote = "" if style == "plain" else style
        lines[0] = "x" + lines[0]  # a plain text cannot begin with every sign
        rows[0][0] = "x" + rows[0][0]
        blanks = draw(st.sampled_from(["", " ", "   "]))
        body = lines[0] + "".join(blanks + gap + indent + line for gap, line in zip(gaps, lines[1:], strict=False))
        text = f"{before}key: {quote}{body}{quote}\nlast: 1\n"
    else:
        more = [draw(st.sampled_from(["", "  "])) if index else "" for index in range(len(lines))]
        body = "".join(indent + extra + line + gap for gap, extra, line in zip(gaps, more, lines, strict=True))
        text = f"{before}key: {style}\n{body}last: 1\n"
    return text, [word for row in rows for word in row]


@given(scalars())
@settings(max_examples=200, deadline=None)
def test_every_word_leads_back_to_the_file(case: tuple[str, list[str]]) -> None:
    text, expected = case
    assert code_of(text).text.split() == expected
    assert_places(text, expected)


@given(st.text(st.sampled_from("ab \\\"\né日'"), min_size=1, max_size=12))
@settings(max_examples=300, deadline=None)
def test_escapes_keep_the_places(content: str) -> None:
    written = content.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    text = f'key: "{written}"\n'
    code = code_of(text)
    assert code.text == content.rstrip("\n") or code.text == content
    column = 7
    for offset, character in enumerate(code.text):
        assert (code.at(offset, offset).line, code.at(offset, offset).column) == (1, column)
        column += 2 if character in '\\"\n' else 1


def test_the_tree_is_not_touched_by_asking() -> None:
    report = Report()
    tree = load_text("key: |\n  a\n", "f.yaml", report)
    assert isinstance(tree, Mapping)
    node = tree["key"]
    assert isinstance(node, Scalar)
    assert node.code == node.code
    assert node.text == "a\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("key: [salt, wool, salt]\n", "[salt, wool, salt]"),
        ("key: [ 1,-2 ,\n   amber ]\n", "[1, -2, amber]"),
        ("key:\n  - salt  # white\n  - [wool, 3]\n", "[salt, [wool, 3]]"),
        ("key: []\n", "[]"),
    ],
)
def test_what_stands_in_a_list_of_yaml_leads_back(text: str, code: str) -> None:
    assert code_of(text).text == code
    assert_places(text, [each for each in ("salt", "wool", "-2", "amber", "3") if each in code])


@pytest.mark.parametrize("text", ['key: ["salt", wool]\n', "key: [{salt: 1}]\n", "key: [salt, ~]\n", "key:\n  -\n"])
def test_a_list_that_may_mean_something_else_is_no_code(text: str) -> None:
    tree = load_text(text, "f.yaml", Report())
    assert tree is not None
    node = tree["key"]
    assert isinstance(node, Sequence)
    assert bracketed(node) is None
