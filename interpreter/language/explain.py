"""Why the parser is stuck, in the author's words.

`explain` goes through the habits that people bring from other languages and the slips they make most; each is a small
function that knows one of them. When none fits, it says what was found and what could stand there.
"""

from __future__ import annotations

import re
import unicodedata

from yupana.schemas.nearest import close_words
from yupana.schemas.source import Diagnostic, Fix, Hint

from . import nodes
from . import syntax_messages as say
from .actions import Builder
from .grammar import Steps, Stuck
from .scene import CLOSES, STRUCTURE, Scene, line_start
from .slips import name_behind_a_name, slip, word_behind_a_value
from .tokens import BAD, END, RESERVED

BODY_WORDS = ("if", "elif", "else", "for", "repeat", "loop", "option", "choose", "while")
_ALONE = ("break", "continue", "pass")
_CALLED = ("_REGION_CALL", "_COSTS_CALL", "_AFTER_CALL")
_VALUE_STARTS = frozenset(
    ["NAME", "NUMBER", "STRING", "KEYWORD", "(", "[", "{", "-", "not", "none", "true", "false", *_CALLED]
)
OPERATORS = frozenset(
    [
        "+",
        "-",
        "*",
        "//",
        "%",
        "|",
        "&",
        "..",
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        ".",
        "[",
        "(",
        "in",
        "not",
        "and",
        "or",
        "from",
        "after",
        "if",
    ]
)

_FOREIGN_SIGNS = {
    "&&": "write `and`",
    "||": "write `or`",
    "!": "write `not`",
    "/": "write `//`: it divides and rounds down",
    "**": "multiply instead: `x * x`",
    ":=": "set a name in a statement of its own: `let x = …`",
    "->": "the type of a result is written in `gives:`",
    "=>": "for `at least`, write `>=`",
    "=<": "write `<=`",
    "<>": "write `!=`",
    "...": "a range is written `1..5`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "×": "write `*`",
    "÷": "write `//`",
    "−": "write `-`",
    "–": "write `-`, or `..` for a range",
    "…": "a range is written `1..5`",
    "“": 'write straight quotes: `"…"`',
    "”": 'write straight quotes: `"…"`',
    "„": 'write straight quotes: `"…"`',
    "‘": "write straight quotes: `'…'`",
    "’": "write straight quotes: `'…'`",
    "^": "multiply instead: `x * x`",
    "~": "write `not`",
    "$": "write the name alone",
    "@": "write the name alone",
    "\\": "a line goes on by itself inside brackets",
}

_OURS = {
    "&&": "and", "||": "or", "!": "not", "/": "//", "=<": "<=", "<>": "!=", "...": "..", "≤": "<=", "≥": ">=",
    "≠": "!=", "×": "*", "÷": "//", "−": "-", "…": "..", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
    "~": "not ", "$": "", "@": "",
}  # fmt: skip
"""The signs that stand for one thing here: what is written in their place."""


_OTHER_NUMBER = re.compile(
    r"[-+]?\d+(?:[,'’\u00a0\u202f]\d+)+(?:\.\d+)?|[-+]?\d+(?:[.,]\d+)?(?:%|[eE][-+]?\d+)|\+\d+"
)


def explain(builder: Builder, stuck: Stuck, steps: Steps) -> Diagnostic:
    """The one diagnostic for a fault of syntax; `steps` are on the way to it.

    They are led there: only with nothing reduced on account of the token is all known that could stand in its place.
    Faults on the way are not reported.
    """
    known = len(builder.faults)
    steps.advance(stuck.index)
    del builder.faults[known:]
    scene = Scene(builder.text, builder.place, steps.source.tokens, stuck.index, stuck.kind, steps.accepts())
    for reason in _REASONS:
        found = reason(scene)
        if found is not None:
            return found
    expected = _in_words(scene.expected)
    if scene.at_end:
        what = "the line" if scene.kind in STRUCTURE else "the code"
        return say.ends_early(what, expected, scene.span, _ending_hint(scene))
    return say.unexpected(f"`{scene.word()}`" if len(scene.word()) < 40 else "this", expected, scene.span, _hint(scene))


# ---------------------------------------------------------------- reasons, the surest first


def _nothing_there(scene: Scene) -> Diagnostic | None:
    if scene.kind != END or scene.index > 0:
        return None
    what = "a statement" if "let" in scene.expected else "a value" if scene.needs_value else "a type"
    return say.empty(what, scene.span)


def _number_of_others(scene: Scene) -> Diagnostic | None:
    """All of the code is a number as spreadsheet programs show it."""
    told = scene.text.strip()
    start = scene.text.find(told)
    if _OTHER_NUMBER.fullmatch(told):
        return say.odd_number(told, scene.place(start, start + len(told)))
    return None


def _sign(scene: Scene) -> Diagnostic | None:
    if scene.kind != BAD:
        return None
    sign = scene.word()
    if sign[0] in "\"'":
        return say.open_quote(sign[0], scene.span)
    if sign[0].isdigit():
        return say.fraction(sign, scene.span)
    if len(sign) == 2 and sign[1] == "=" and sign not in _FOREIGN_SIGNS:
        target = scene.word(-1) or "x"
        return say.bad_sign(sign, scene.span, f"write `{target} = {target} {sign[0]} …`")
    if sign.isspace() or sign == "\u200b":
        return say.odd_blank(sign, scene.span)
    plain = unicodedata.normalize("NFKC", sign)
    if plain != sign and plain.isascii() and plain.strip():
        return say.bad_sign(sign, scene.span, Hint(f"write `{plain}`", Fix("", plain)))
    if sign[0].isalpha():
        return say.bad_sign(sign, scene.span, "names are written with the letters a to z, digits and `_`")
    ours = _OURS.get(sign, None if sign in _FOREIGN_SIGNS else "")
    if sign == "!" and scene.text[scene.tokens[scene.index][2] :][:1].strip():
        ours = "not "
    fixes = () if ours is None else (Fix("", ours),)
    return say.bad_sign(sign, scene.span, Hint(_FOREIGN_SIGNS.get(sign, "delete it"), *fixes))


def _equals(scene: Scene) -> Diagnostic | None:
    if scene.word() == "==" and "=" in scene.expected:
        return say.double_equals(scene.span)
    if scene.word() == "=" and "==" in scene.expected:
        if scene.word(1) == "=":
            return None
        return say.single_equals(scene.span)
    if scene.word() == "=" and scene.word(-1) in ("<", ">", "="):
        words, sign = f"write `{scene.word(-1)}=` without a space between", f"{scene.word(-1)}="
        return say.unexpected("`=`", "a value", scene.span, Hint(words, Fix("", sign, scene.since(-1))))
    return None


def _habit(scene: Scene) -> Diagnostic | None:
    word, before = scene.word(), scene.word(-1)
    if word == "if" and before == "else" and ":" in scene.expected:
        return say.foreign(
            "`else if` is written `elif`", scene.span, Hint("write `elif`", Fix("", "elif", scene.since(-1)))
        )
    if word in ("elif", "else") and scene.index == line_start(scene.tokens, scene.index):
        return say.unexpected(f"`{word}`", "a statement", scene.span, f"`{word}` follows an `if` in the same column")
    if word == "while" and "let" in scene.expected:
        hint = (
            "write `repeat at most 9 while c:`; where each time round reaches a decision, which no function does, "
            "`loop while c:`"
        )
        return say.foreign("a loop does not begin with `while`", scene.span, hint)
    if word == "," and "]" in scene.expected and "," not in scene.expected and scene.after_value:
        hint = "for the space of a column and row write `at(column, row)`"
        return say.foreign("expected one index between `[` and `]`", scene.span, hint)
    if word == "do" and scene.needs_value:
        hint = "call it in a line of its own: `let r = do p(x)`"
        return say.foreign("`do` cannot stand inside an expression", scene.span, hint)
    if word == "is" and scene.after_value:
        return say.foreign("`is` is written `==`", scene.span, _is(scene))
    if word == "?" and scene.after_value:
        return say.foreign("a choice of values is written with `if`", scene.span, "write `a if condition else b`")
    if "lambda" in (word, before) and scene.after_value:
        return say.foreign("there is no `lambda`", scene.span, "declare a function in the section `functions`")
    if scene.kind == "STRING" and before in ("f", "r", "b"):
        hint = "take it away: `{…}` works in every text"
        return say.foreign("a text has no letter before its quotes", scene.span, hint)
    if (word == "+" and before == "+") or (scene.at_end and scene.line[-2:] in (["+", "+"], ["-", "-"])):
        return say.foreign("one is added with `+= 1`", scene.span, "write `x += 1` or `x -= 1`")
    return None


def _is(scene: Scene) -> Hint:
    if scene.word(1) == "not":
        return Hint("write `==`, or `!=` for `is not`", Fix("", "!=", scene.place(scene.ends(0)[0], scene.ends(1)[1])))
    return Hint("write `==`, or `!=` for `is not`", Fix("", "=="))


def _new_name(scene: Scene) -> Diagnostic | None:
    if scene.word() in RESERVED and "NAME" in scene.expected and not scene.needs_value and not scene.after_value:
        return say.reserved_word(scene.word(), scene.span)
    return None


def _colon(scene: Scene) -> Diagnostic | None:
    line = scene.line
    if ":" not in scene.expected or not line or line[0] not in BODY_WORDS:
        return None
    if line == ["choose"]:
        return None
    if scene.at_end:
        start = scene.tokens[scene.index][1]
        return say.missing_colon(line[0], scene.place(start, start))
    if scene.word() in ("then", "do"):
        hint = Hint("write `:`", Fix("", ":", scene.after(-1)))
        return say.foreign(f"no `{scene.word()}` follows the condition", scene.span, hint)
    return None


def _collections(scene: Scene) -> Diagnostic | None:
    word, expected = scene.word(), scene.expected
    if word == "," and ")" in expected and "," not in expected and scene.after_value:
        return say.unexpected("`,`", _in_words(expected), scene.span, "a list is written `[a, b]`")
    if word == "for" and ")" in expected and "for" not in expected and scene.after_value:
        return say.unexpected("`for`", _in_words(expected), scene.span, "a list is written `[… for … in …]`")
    if word in (",", "}") and "for" in expected and "}" not in expected and "," not in expected:
        return say.unexpected(f"`{word}`", "`for`", scene.span, "a map is written `{key: value for key in …}`")
    if word == ":" and "]" in expected and scene.after_value:
        hint = "a part of a list is written `slice(xs, start, stop)`"
        return say.unexpected("`:`", _in_words(expected), scene.span, hint)
    if word in ("while", "until") and "for" in scene.line and scene.after_value:
        hint = f"`{word}` stands before `if`: `for x in xs {word} c if d`"
        return say.unexpected(f"`{word}`", _in_words(expected), scene.span, hint)
    if word == "," and "in" in expected and not scene.after_value:
        return say.unexpected("`,`", "`in`", scene.span, "`for` names one thing at a time")
    return None


_QUANTIFIERS = {"any": "any", "all": "all", "exists": "any", "some": "any", "forall": "all", "every": "all"}
"""Words, of ours and of others, that ask of members whether they meet a condition: how each is written."""
_SUCH = ("where", "such", "with", "when", "|", ":")
"""What other languages write between members and their condition."""


def _members(scene: Scene) -> Diagnostic | None:
    """Members without what is asked of them (`any(x in s if c)`), or with a condition behind another word than `if`."""
    word, opened = scene.word(), scene.opened
    if opened is None:
        return _bare_quantifier(scene)
    inside = [scene.word(offset) for offset in range(opened + 1, 0)]
    if word == "where" and "for" in inside and scene.after_value:
        return say.foreign("`where` is written `if`", scene.span, Hint("write `if`", Fix("", "if")))
    lacks_value = word in CLOSES and "else" in scene.expected and "if" in inside
    if len(inside) < 3 or inside[1] != "in" or "for" in inside or not (lacks_value or word in _SUCH):
        return None
    end = inside.index("if") if lacks_value else len(inside)
    members = scene.text[scene.ends(opened + 3)[0] : scene.ends(opened + end)[1]]
    before = opened - 1 if scene.word(opened) == "(" else opened
    return _through(scene, scene.word(before), inside[0], members)


def _bare_quantifier(scene: Scene) -> Diagnostic | None:
    """`exists x in s: c`, without brackets."""
    if scene.kind == "NAME" and scene.after_value and scene.word(-1) in _QUANTIFIERS and scene.word(1) == "in":
        if len(scene.line) == 1 and "=" in scene.expected:
            hint = Hint("write `for`", Fix("", "for", scene.place(*scene.ends(-1))))
            return say.foreign("members are gone through with `for`", scene.span, hint)
        return _through(scene, scene.word(-1), scene.word(), "…")
    return None


def _through(scene: Scene, word: str, name: str, members: str) -> Diagnostic:
    if word in _QUANTIFIERS:
        ours = f"{_QUANTIFIERS[word]}(c for {name} in {members})"
    elif word in ("[", "{"):
        ours = f"{word}{name} for {name} in {members} if c{']' if word == '[' else '}'}"
    else:
        ours = f"{word}({name} for {name} in {members} if c)"
    hint = f"write `{ours}`, with the condition in the place of `c`"
    return say.foreign("members are gone through with `for`", scene.span, hint)


_REASONS = (_nothing_there, _number_of_others, _members, slip, _sign, _equals, _habit, _new_name, _colon, _collections)


# ---------------------------------------------------------------- the general case

_FORMS = {
    **{word: form for word, form in nodes.FORMS.items() if word not in ("if", "elif", "else", "return", *_ALONE)},
    "option": "option name: binder in values:",
    "region": "region(h from start if condition)",
    "costs": "costs(a to b from start by cost)",
    "after": "after(effects; value)",
}
_FOREIGN_STATEMENTS = {
    "def": "declare functions in the section `functions`",
    "function": "declare functions in the section `functions`",
    "import": "everything in the ruleset is known everywhere",
    "from": "everything in the ruleset is known everywhere",
    "var": "write `let`",
    "const": "write `let`",
    "set": "write `x = …`",
    "foreach": "write `for x in s:`",
    **dict.fromkeys(["int", "bool", "auto", "local", "new"], "write `let`"),
    **dict.fromkeys(["swap", "exchange"], "keep one value in a local: `let was = a`, then `a = b` and `b = was`"),
    **dict.fromkeys(["take", "give", "discard", "put", "place", "play"], "pieces go by `move piece to zone`"),
    "try": "what cannot be done is asked first: `if …:`",
    "unless": "write `if not …:`",
    "switch": "write `if …:`, `elif …:`",
    "match": "write `if …:`, `elif …:`",
    "call": "write `do procedure()`",
    "print": 'write `log "…"`',
    "option": "`option` is written in the body of a `choose`",
    "case": "write `if …:`, `elif …:`",
    "next": "the flow goes on by itself when the effects end; `stop` ends what goes on here",
}


def _hint(scene: Scene) -> str:
    word, before, line = scene.word(), scene.word(-1), scene.statement
    if "let" in scene.expected:
        if word in BODY_WORDS:
            return f"`{word}` begins a line of its own"
        return "`;` separates two statements" if word == ";" else ""
    if scene.kind == "let":
        return "this is an expression; statements stand in effects"
    if word == "." and "=" in scene.expected and line[0] == "let":
        return "`let` makes a new name; to set a field, leave it out"
    if scene.after_value and "=" in scene.expected and len(line) == 1 and line[0] not in nodes.FORMS:
        if line[0] in _FOREIGN_STATEMENTS:
            hint = _FOREIGN_STATEMENTS[line[0]]
            return Hint(hint, Fix("", "let", scene.place(*scene.ends(-1)))) if hint == "write `let`" else hint
        close = close_words(line[0], nodes.FORMS, cutoff=0.7)
        if close:
            return Hint(f"did you mean `{close[0]}`?", Fix("", close[0], scene.place(*scene.ends(-1))))
    if scene.after_value and before in nodes.FORMS and len(line) > 1:
        form = f": `{_FORMS[before]}`" if before in _FORMS else ""
        return f"`{before}` begins a statement of its own and has no value{form}"
    if word == ":" and line[:1] == ["choose"] and not scene.needs_value:
        return "different things to do stand below `choose:`, each after `option`"
    if word == "if" and before == "else":
        return "each `if` in a value needs its own: `1 if a else 2 if b else 3`"
    if word in RESERVED and scene.needs_value:
        return f"`{word}` is a word of the language; it is not a value"
    form = "" if scene.line[:1] == ["let"] and _ENDS & scene.expected else _form(scene)
    return word_behind_a_value(scene) or form or name_behind_a_name(scene)


def _form(scene: Scene) -> str:
    """How the call or the statement is written in which the fault stands, if it has a form of its own."""
    depth = 0
    for at in range(scene.index - 1, line_start(scene.tokens, scene.index), -1):
        sign = scene.tokens[at][0]
        depth += (sign in (")", "]", "}")) - (sign in ("(", "[", "{"))
        if depth < 0:
            _, start, end = scene.tokens[at - 1]
            word = scene.text[start:end]
            return f"it is written `{_FORMS[word]}`" if word in ("region", "costs", "after") else ""
    line = scene.line
    if line == ["repeat"] and scene.kind == "NUMBER":
        return f"so many times is `for n in 1..{scene.word()}:`; `{_FORMS['repeat']}` goes on while something holds"
    if line[:1] == ["log"] and scene.word() == "+":
        return 'values stand in the text, in braces: `log "{me} has {me.score}"`'
    return f"it is written `{_FORMS[line[0]]}`" if line and line[0] in _FORMS else ""


def _ending_hint(scene: Scene) -> str:
    if "else" in scene.expected and "if" in scene.line:
        alone = "; what is done only if something holds stands behind it: `if c: …`"
        does = scene.kind in STRUCTURE and any(word in ("=", "+=", "-=") for word in scene.statement)
        return "a value chosen with `if` also needs an `else`" + (alone if does else "")
    if _in_words(scene.expected) == "`..`":
        return "a range is written `0..9`"
    if scene.kind == "_NEWLINE" and scene.tokens[scene.index + 1][0] == "_INDENT":
        return "a value goes on in the next line only inside brackets"
    return _form(scene)


_PHRASES = {
    "NAME": "a name",
    "STRING": "a text in quotes",
    "DIE": "a die (`d6`)",
    "_NEWLINE": "the end of the line",
    END: "the end",
    "_INDENT": "an indented body",
    "_OR_PASS": "`or pass`",
    "_UNTIL_PASS": "`until pass`",
    "_UP_TO": "`up to`",
    "_TOP_OF": "`top of`",
    "_BOTTOM_OF": "`bottom of`",
}
_MOST = 6
_ENDS = frozenset(["_NEWLINE", END, ";"])


def _in_words(expected: frozenset[str]) -> str:
    """What could stand here: `a value`, `` `to` or `out` ``."""
    if "let" in expected:
        return "a statement"
    rest = set(expected) - {"_DEDENT", "KEYWORD", ";"}
    phrases: list[str] = []
    if "NUMBER" in rest:
        phrases.append("a value")
        rest -= _VALUE_STARTS
    elif "*" in rest:
        rest -= {*OPERATORS, "=", "+=", "-="}
        if "==" not in expected:  # after a part of a statement or type that ends with one of these
            rest |= {"from", ".."} & expected
        if not rest - _ENDS:
            phrases.append("an operator")
    words = sorted(rest - _ENDS)
    phrases += [_PHRASES.get(kind, f"`{kind}`") for kind in words if kind in _PHRASES or not kind.startswith("_")]
    if len(phrases) > _MOST:
        phrases = [*phrases[:_MOST], "…"]
    phrases += [_PHRASES[kind] for kind in ("_NEWLINE", END) if kind in rest]
    if len(phrases) < 2:
        return "".join(phrases)
    return ", ".join(phrases[:-1]) + (" or " if phrases[-1] != "…" else ", ") + phrases[-1]
