"""The rules of the TextMate grammar for code: effects, expressions, types, events and moves, and texts with expressions
in braces. The words come from `facts`, so from the tables of the interpreter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from yupana.schemas.moves import Claim
from yupana.tests.editor import facts

Rule = dict[str, Any]

CODE = {role: f"code-{role}" for role in ("effects", "event", "move", "expression", "type")}
"""The rules for each role of code, in a text of its own; with `-words` behind it without texts in quotes."""

WALKS = ("from", "after", "over", "by", "within", "until", "to")
"""Words that expressions have too, and that a value follows."""

NO_FIELD = r"(?<![\w.])"
AS_WORD = r"(?![\w(.])(?! *(?:[-+]?=(?!=)|[,)\]}]))"  # what follows shows that a word is a name

BEFORE_VALUE = r"(?= +[\w(\[{\"'-])(?! +(?:and|or|if|else|in|for)\b)"  # a word that a value follows


def words(them: Iterable[str]) -> str:
    """One of several words, the longest first."""
    return "|".join(sorted(them, key=lambda each: (-len(each), each)))


def code_rules() -> dict[str, Rule]:
    """The part of the repository that is about code."""
    claims = [each.replace(" ", " +") for each in get_args(Claim) if each]
    assert {*WALKS} <= {*facts.clauses()}
    heads = rf"(?:{words(facts.statements())})"
    rules: dict[str, list[Rule]] = {
        "effects": [
            _match(rf"\G *({heads})\b{_after_head()}", "", "keyword.control.statement.yupana"),
            _match(rf"(?<=: )({heads})\b{_after_head()}", "", "keyword.control.statement.yupana"),
            _match(rf"{NO_FIELD}({words({*facts.clauses()} - {*WALKS})})\b{AS_WORD}", "keyword.other.yupana"),
        ],
        "event": [_match(rf"{NO_FIELD}(?:{words(facts.happenings())})\b", "keyword.other.yupana")],
        "move": [_match(rf"\G *({'|'.join(claims)})\b", "", "keyword.control.claim.yupana")],
        "expression": [],
        "type": [_match(rf"{NO_FIELD}(?:{words(facts.types_of_values())})\b", "support.type.yupana")],
    }
    found: dict[str, Rule] = {}
    for role, own in rules.items():
        found[f"{CODE[role]}-words"] = {"patterns": [*own, _use("words")]}
        found[CODE[role]] = {"patterns": [_use("text"), _use(f"{CODE[role]}-words")]}
    limits = "punctuation.section.embedded.yupana"
    found["words"] = {"patterns": _words()}
    found["placeholder"] = {
        "patterns": [
            _match(r"\{\{|\}\}", "constant.character.escape.yupana"),
            {
                "begin": r"\{(?=[^{}\n]*\})",
                "end": r"\}",
                "beginCaptures": {"0": {"name": f"{limits}.begin"}},
                "endCaptures": {"0": {"name": f"{limits}.end"}},
                "contentName": "meta.embedded.line.yupana",
                "patterns": [_use("words")],
            },
        ]
    }
    found["text"] = {"patterns": [_text('"', '"|$', r"\\."), _text("'", "'|$", r"\\.")]}
    found["text-in-double"] = {"patterns": [_text(r'\\"', r'\\"|(?=")|$'), _text("'", "'|(?=\")|$")]}
    found["text-in-single"] = {"patterns": [_text("''", "''|(?=')|$"), _text('"', "\"|(?=')|$", r"\\.")]}
    return found


def _after_head() -> str:
    """A word that begins a statement is a name where a value is given to it, or something of it is asked."""
    return r"(?![.(])(?! *(?:[-+]?=(?!=)|[,)]))"


def _words() -> list[Rule]:
    heads = words(facts.statements())
    return [
        # statements may also stand in `after(…; …)`
        _match(rf"(?<=; |\bafter\()({heads})\b{_after_head()}", "", "keyword.control.statement.yupana"),
        _match(r"(?<![\w.])[0-9]*d[0-9]{1,6}\b", "constant.numeric.dice.yupana"),
        _match(r"(?<!\w)[0-9]+\b", "constant.numeric.yupana"),
        _match(r"(?<=[^.]\.)([a-z_]\w*)(?=\()", "", "entity.name.function.yupana"),
        _match(r"(?<=[^.]\.)([a-z_]\w*)", "", "variable.other.property.yupana"),
        _match(rf"\b(?:{words(facts.constants())})\b", "constant.language.yupana"),
        _match(r"\b(do) +(?:[a-z_]\w*\.)*([a-z_]\w*)", "", "keyword.control.yupana", "entity.name.function.yupana"),
        _match(rf"\b(?:{words(['and', 'or', 'not', 'in'])})\b", "keyword.operator.wordlike.yupana"),
        _match(rf"\b(?:{words(facts.reserved())})\b", "keyword.control.yupana"),
        _match(r"(?<=[(,]) *([a-z_]\w*)(?= *=(?!=))", "", "variable.parameter.yupana"),
        _match(rf"\b(?:{words(facts.builtins())})(?=\()", "support.function.yupana"),
        _match(r"\b[a-z_]\w*(?=\()", "entity.name.function.yupana"),
        _match(rf"\b(?:{words(WALKS)})\b{BEFORE_VALUE}", "keyword.other.yupana"),
        _match(rf"\b(?:{words(facts.own_names())})\b(?! *=(?!=))", "variable.language.yupana"),
        _match(r"\b[A-Z]\w*\b", "entity.name.type.yupana"),
        _match(r"\b[a-z_]\w*\b", "variable.other.yupana"),
        _match(r"==|!=|<=|>=|\+=|-=|//|\.\.|[-<>=+*%|&?]", "keyword.operator.yupana"),
        _match(r"[()\[\]{}]", "punctuation.section.brackets.yupana"),
        _match(r"[,;:.]", "punctuation.separator.yupana"),
    ]


def _text(begin: str, end: str, escape: str = "") -> Rule:
    inside = [_match(escape, "constant.character.escape.yupana")] if escape else []
    return {"begin": begin, "end": end, "name": "string.quoted.yupana", "patterns": [*inside, _use("placeholder")]}


def _match(pattern: str, name: str, *captures: str) -> Rule:
    found: Rule = {"match": pattern}
    if name:
        found["name"] = name
    if captures:
        found["captures"] = {str(number): {"name": each} for number, each in enumerate(captures, 1)}
    return found


def _use(name: str) -> Rule:
    return {"include": f"#{name}"}
