"""The messages: one function for each, called with types and names, in one dialect and in the English of the trade."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from yupana.interpreter.language import messages_boards, messages_code, messages_declared, messages_types, messages_use
from yupana.tests.found import ROOT

CALLERS = [
    *sorted((ROOT / "interpreter" / "check").rglob("*.py")),
    *sorted(path for room in ("", "examples", "view") for path in (ROOT / "interpreter" / room).glob("*.py")),
]
REPORTS = ("error_type",)
"""What hands its arguments on to a message."""


def _prose(path: Path) -> list[str]:
    """The calls of messages in a file that are given prose: a text with a blank in it."""
    found = []
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        of_messages = isinstance(call.func.value, ast.Name) and call.func.value.id == "messages"
        if not of_messages and call.func.attr not in REPORTS:
            continue
        for given in [*call.args, *(each.value for each in call.keywords)]:
            # the words inside a call (`getattr(name, "span")`, `", ".join(…)`) are no argument of the message
            texts = [given, *(given.values if isinstance(given, ast.JoinedStr) else [])]
            prose = [each for each in texts if isinstance(each, ast.Constant) and " " in str(each.value).strip()]
            found += [f"{path.name}:{call.lineno}: {call.func.attr}({each.value!r})" for each in prose]
    return found


def test_messages_are_called_with_types_and_names() -> None:
    assert [each for path in CALLERS for each in _prose(path)] == []


def test_prose_is_found(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(
        "messages.wrong(f'`{name}` is no value', span)\nmessages.right(name, 'kind', getattr(a, 'b c'))\n"
        "self.error_type('a list or a set', found, span)\n",
        encoding="utf-8",
    )
    assert [each.partition(": ")[0] for each in _prose(path)] == ["some.py:1", "some.py:3"]


def test_no_two_neighbours_have_a_message_of_one_name() -> None:
    """The neighbours of `messages` are handed on by it: one name, one message."""
    names: dict[str, str] = {}
    twice = []
    for module in (messages_boards, messages_code, messages_declared, messages_types, messages_use):
        for name, each in vars(module).items():
            if getattr(each, "__module__", "") == module.__name__ and not name.startswith("_"):
                if name in names:
                    twice.append(f"{name}: {names[name]} and {module.__name__}")
                names[name] = module.__name__
    assert twice == []


# ---------------------------------------------------------------- the English of the trade

UNWANTED = {
    r"\b(?<!there )(is|are) no (?!longer|more\b)[a-z]": "`is not a …`",
    r"\bis wanted\b|\bare wanted\b": "`expected …, found …`",
    r"\bcannot be told\b": "`cannot be inferred`",
    r"\bcircular\b|\bcircles of calls\b": "`recursion`",
    r"\bwhat binds\b": "`precedence`",
    r"\bwork(s)? out only what\b": "`short-circuit`",
    r"\bfirst difference first\b": "`lexicographic order`",
    r"\bon every way\b": "`on every path`",
    r"\bfault of (our own|ours)\b": "`internal error`",
    r"\bmend(s|ed|ing)?\b": "`fix`",
    r"\b(he|him|his)\b": "`they`",
    r"\bgoing on here\b": "`in progress`",
}
"""What the program does not say to its users, and what it says for it."""

PAGES = ("README.md", "interpreter/README.md", "interpreter/LANGUAGE.md", "rulesets/README.md")
SPOKEN = [*sorted((ROOT / "interpreter").rglob("*.py")), *sorted((ROOT / "schemas").rglob("*.py"))]


def _texts(path: Path) -> list[tuple[int, str]]:
    """The texts of a Python file that are no docstrings: what it may say to its users."""
    text = path.read_text(encoding="utf-8")
    if not any(re.search(pattern, text, re.IGNORECASE) for pattern in UNWANTED):
        return []
    tree = ast.parse(text)
    silent = {
        id(each.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for each in node.body
        if isinstance(each, ast.Expr)
    }
    return [
        (each.lineno, each.value)
        for each in ast.walk(tree)
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in silent
    ]


def _unwanted(where: str, lines: list[tuple[int, str]]) -> list[str]:
    return [
        f"{where}:{number}: `{found.group()}`; say {better}"
        for number, text in lines
        for pattern, better in UNWANTED.items()
        if (found := re.search(pattern, text, re.IGNORECASE))
    ]


def test_what_is_said_is_the_english_of_the_trade() -> None:
    assert [each for path in SPOKEN for each in _unwanted(path.relative_to(ROOT).as_posix(), _texts(path))] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_too(page: str) -> None:
    lines = list(enumerate((ROOT / page).read_text(encoding="utf-8").split("\n"), 1))
    assert _unwanted(page, lines) == []
