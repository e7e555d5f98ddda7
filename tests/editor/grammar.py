"""The TextMate grammar of the extension for VS Code: YAML, with the code in it, made from what `facts` knows.

    python -m yupana.tests.editor.grammar

writes it anew; a test fails when it is stale.

Indentation is followed by rules of `begin` and `while`: the `while` of a key takes the indentation of the key away, so
what is inside it sees its own lines from `\\G` on, as if it stood alone. A key that an element may have leads to what
may stand under it; the keys of a mapping of names are names. Code begins where the shape of a key says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from yupana.tests.editor import facts
from yupana.tests.editor.code_rules import CODE, code_rules, words
from yupana.tests.editor.facts import Shape
from yupana.tests.found import ROOT

Rule = dict[str, Any]

PATH = ROOT / "tools" / "editor" / "vscode" / "syntaxes" / "yupana.tmLanguage.json"
SCOPE = "source.yaml.yupana"

START = r"(?:^|\G)"
ENDED = r"(?= *(?:#|$))"  # a line that is empty or a comment belongs to what is around it, however it is indented
INSIDE = rf"{START}(?:\1(?= +\S|[\]}}]|-(?: |$))|{ENDED})"
QUOTED_KEY = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
BARE_KEY = r"""-?[^\s#\-\[\]{},"'|>&*!%@`?:][^#:{}\[\],\n]*?(?::(?! |$)[^#:,{}\[\]\n]*?)*"""
ANY_KEY = f"(?:{QUOTED_KEY}|{BARE_KEY})"
COLON = r"( *:)(?= |$)"
FIRST = r"""(?:[^\s\[\]{}#,"'|>&*!%@`-]|-(?=\S))"""
KEY, NAME, SIGN = "entity.name.tag.yaml", "entity.name.function.yupana", "punctuation.separator.key-value.mapping.yaml"

DATA = Shape("data", Shape("data"), Shape("data"))
"""What may stand anywhere, without code."""
OPEN = Shape("open", Shape("open"), None, True)
"""What may stand under a key that no model names: an attribute of an entry, which may be effects in lines of their own,
or an action that the entry gives."""


class Writer:
    """Makes the rules for shapes; a rule that is met twice stands in the repository once."""

    def __init__(self) -> None:
        self.repository: dict[str, Rule] = {}

    def grammar(self) -> Rule:
        """The whole grammar."""
        self._element("")
        self._element("flow-")
        marker = {"match": r"^(?:---|\.\.\.)(?=\s|$)", "name": "entity.other.document.begin.yaml"}
        return {
            "information_for_contributors": [
                "Made by tests/editor/grammar.py from the models and the grammar of Yupana: change those."
            ],
            "name": "Yupana rules",
            "scopeName": SCOPE,
            "patterns": [_use("comment"), marker, _use("element"), _use(self._value(DATA, ""))],
            "repository": {**dict(sorted(self.repository.items())), **code_rules(), **_texts()},
        }

    def _element(self, flow: str) -> str:
        """The keys of elements: those that the models name, by their shapes, and then any other."""
        label = f"{flow}element"
        if label not in self.repository:
            self.repository[label] = {}
            by_shape: dict[Shape, list[str]] = {}
            for key, shape in facts.keys().items():
                by_shape.setdefault(_plainer(shape), []).append(key)
            rules = [self._key(words(keys), KEY, shape, flow) for shape, keys in by_shape.items()]
            self.repository[label] = {"patterns": [*rules, self._key(ANY_KEY, NAME, OPEN, flow)]}
        return label

    def _named(self, shape: Shape, flow: str) -> str:
        """The names of a mapping, each with what it stands for."""
        label = f"{flow}names({_called(shape)})"
        if label not in self.repository:
            self.repository[label] = {}
            self.repository[label] = {"patterns": [self._key(ANY_KEY, NAME, shape, flow)]}
        return label

    def _key(self, keys: str, scope: str, shape: Shape, flow: str) -> Rule:
        if flow:
            return {
                "begin": rf"(?<![^{{,\[\s])({keys}){COLON}",
                "beginCaptures": _captures(scope, SIGN),
                "end": r"(?=[,}\]])",
                "patterns": [_use(self._value(shape, flow))],
            }
        return {
            "begin": rf"{START}( *)({keys}){COLON}",
            "beginCaptures": _captures("", scope, SIGN),
            "while": INSIDE,
            "patterns": [_use(self._value(shape, flow))],
        }

    def _value(self, shape: Shape, flow: str) -> str:
        """What may stand under a key or in a list."""
        label = f"{flow}value({_called(shape)})"
        if label in self.repository:
            return label
        self.repository[label] = {}
        names = shape.names
        if names is None and not shape.element:
            names = DATA if shape.scalar != "open" else OPEN
        inner = shape.item or (shape if shape == Shape(shape.scalar) else DATA)
        rules = [_use("comment")]
        if not flow:
            item = {
                "begin": rf"{START}( *)(-)( +|$)",
                "beginCaptures": _captures("", "punctuation.definition.block.sequence.item.yaml"),
                "while": rf"{START}(?:\1 \3|{ENDED})",
                "patterns": [_use(self._value(inner, ""))],
            }
            rules += [item]
            rules += [_use(self._element(""))] if shape.element else []
            rules += [_use(self._named(names, ""))] if names is not None else []
            rules += [_use(f"block-{shape.scalar or 'data'}")]
        inside = [_use(self._element("flow-"))] if shape.element else []
        inside += [_use(self._named(names, "flow-"))] if names is not None else []
        rules += [
            _between(r"\[", r"\]", "sequence", [_use(self._value(inner, "flow-"))]),
            _between(r"\{", r"\}", "mapping", inside),
            _use(f"quoted-{shape.scalar or 'data'}"),
            _use(f"{flow}plain-{shape.scalar or 'data'}"),
        ]
        self.repository[label] = {"patterns": rules}
        return label


def _called(shape: Shape) -> str:
    """What the rules of a shape are called."""
    parts = [shape.scalar, "element" if shape.element else ""]
    parts += [f"list({_called(shape.item)})" if shape.item is not None else ""]
    parts += [f"names({_called(shape.names)})" if shape.names is not None else ""]
    return ",".join(each for each in parts if each)


def _plainer(shape: Shape) -> Shape:
    """The shape without what makes no difference to its rules."""
    if shape.element or shape.scalar in ("template", "drawing"):
        return shape
    parts = [each for each in (shape.item, shape.names) if each is not None and each != Shape("data")]
    if shape.scalar in ("", "data") and not parts:
        return DATA
    return Shape(shape.scalar) if shape.names is None and shape.item == Shape(shape.scalar) else shape


def _texts() -> dict[str, Rule]:
    """Scalars of every role: in lines of their own, in quotes, and bare in a block or between brackets."""
    found: dict[str, Rule] = {"comment": {"match": r"(?:(?<=\s)|^|\G)#.*$", "name": "comment.line.number-sign.yaml"}}
    for role in (*facts.ROLES, "open"):
        code = role in CODE
        inside = [_use(CODE[role])] if code else [] if role == "drawing" else [_use("placeholder")]
        lines = [_use("comment"), *inside] if code else inside
        if role == "open":  # an entry that gives effects gives them in lines of their own
            lines = [_use("comment"), _use(CODE["effects"])]
        embedded = "meta.embedded.block.yupana"
        unquoted = "string.unquoted.block.yaml"
        # `|` before effects, `>` before words
        forms = [(r"\|", [_use("comment"), *lines], embedded), (">", inside, unquoted)] if role == "open" else []
        forms = forms or [("[|>]", lines, embedded if code else unquoted)]
        found[f"block-{role}"] = {
            "patterns": [
                {
                    "begin": rf"({sign}[-+0-9]*)(?= *(?:#|$))(?: *(#.*))?",
                    "beginCaptures": _captures("keyword.control.flow.yaml", "comment.line.number-sign.yaml"),
                    "while": r"\G",
                    "contentName": scope,
                    "patterns": held,
                }
                for sign, held, scope in forms
            ]
        }
        found[f"quoted-{role}"] = {"patterns": [_quoted('"', role), _quoted("'", role)]}
        for flow, stop in (("", r"(?=\s+#|\s*$)"), ("flow-", r"(?=\s*(?:[,\[\]{}]|$|\s#))")):
            if code:
                rule: Rule = {"begin": f"(?={FIRST})", "end": stop, "contentName": "meta.embedded.line.yupana"}
                found[f"{flow}plain-{role}"] = {**rule, "patterns": [_use(CODE[role])]}
            else:
                text: Rule = {"begin": f"(?={FIRST})", "end": stop, "contentName": "string.unquoted.plain.yaml"}
                found[f"{flow}plain-{role}"] = {"patterns": [*_scalars(stop), {**text, "patterns": inside}]}
    return found


def _scalars(stop: str) -> list[Rule]:
    """What YAML itself reads as a number or as true or false."""
    return [
        {"match": rf"-?[0-9]+(?:\.[0-9]+)?{stop}", "name": "constant.numeric.yaml"},
        {"match": rf"(?:true|false|null|~){stop}", "name": "constant.language.yaml"},
    ]


def _quoted(mark: str, role: str) -> Rule:
    kind = "double" if mark == '"' else "single"
    escape = r"\\." if mark == '"' else "''"
    rule: Rule = {"begin": mark, "end": f"{mark}(?!{mark})" if mark == "'" else mark}
    limits = {"0": {"name": f"punctuation.definition.string.{kind}.yaml"}}
    rule |= {"beginCaptures": limits, "endCaptures": limits}
    if role in CODE:
        return {
            **rule,
            "contentName": "meta.embedded.line.yupana",
            "patterns": [_use(f"text-in-{kind}"), _use(f"{CODE[role]}-words")],
        }
    escaped = {"match": escape, "name": "constant.character.escape.yaml"}
    inside = [] if role == "drawing" else [_use("placeholder")]
    return {**rule, "name": f"string.quoted.{kind}.yaml", "patterns": [escaped, *inside]}


def _between(begin: str, end: str, kind: str, patterns: Iterable[Rule]) -> Rule:
    limits = f"punctuation.definition.{kind}"
    comma = {"match": ",", "name": f"punctuation.separator.{kind}.yaml"}
    return {
        "begin": begin,
        "beginCaptures": {"0": {"name": f"{limits}.begin.yaml"}},
        "end": end,
        "endCaptures": {"0": {"name": f"{limits}.end.yaml"}},
        "patterns": [_use("comment"), *patterns, comma],
    }


def _captures(*scopes: str) -> Mapping[str, Rule]:
    return {str(number): {"name": scope} for number, scope in enumerate(scopes, 1) if scope}


def _use(name: str) -> Rule:
    return {"include": f"#{name}"}


def text() -> str:
    """The grammar as the file holds it."""
    return _laid_out(Writer().grammar(), "") + "\n"


def _laid_out(value: Any, indent: str) -> str:
    """JSON in which what is short stands in one line."""
    line = json.dumps(value)
    if not isinstance(value, (dict, list)) or len(indent) + len(line) <= 200:
        return line
    inner = indent + " "
    if isinstance(value, list):
        rows = [_laid_out(each, inner) for each in value]
    else:
        rows = [f"{json.dumps(key)}: {_laid_out(each, inner)}" for key, each in value.items()]
    first, last = "[]" if isinstance(value, list) else "{}"
    return f"{first}\n{inner}" + f",\n{inner}".join(rows) + f"\n{indent}{last}"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
