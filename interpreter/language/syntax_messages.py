"""What the parser says: one function for each message, so that their tone is one. Codes YUP3xx.

Every function returns a `Diagnostic`; `MESSAGE_CODES` documents the codes (title, meaning, example, fix) for `explain`.
"""

from __future__ import annotations

from yupana.schemas.source import Diagnostic, Fix, Hint, Span

from .message_table import documented, error


def _write(old: str, new: str) -> Hint:
    """One thing is written in the place of another."""
    return Hint(f"write `{new}`", Fix(old, new))


UNEXPECTED = documented(
    "YUP301",
    "not expected here",
    "The language does not allow this here; the message says what it expects.",
    "`move card deck`, without `to`.",
    "Write one of the things the message lists, or delete what is too much.",
)


ONE_LINE = "YAML makes one line of these lines; where each is a line of code, put a `|` behind the key"


def unexpected(found: str, expected: str, span: Span, hint: str = "") -> Diagnostic:
    """`found` and `expected` in the author's words; `expected` may be empty."""
    message = f"expected {expected}, found {found}" if expected else f"unexpected {found}"
    return error(UNEXPECTED, message, span, hint)


ENDS_EARLY = documented(
    "YUP302",
    "ends too early",
    "The code or the line ends where something is still missing.",
    "`me.score +=`",
    "Write what is missing, or delete the word or sign that asks for it.",
)


def ends_early(what: str, expected: str, span: Span, hint: str = "") -> Diagnostic:
    """`what` is `the line` or `the expression`."""
    return error(ENDS_EARLY, f"expected {expected}, found the end of {what}", span, hint)


BAD_SIGN = documented(
    "YUP303",
    "unknown sign",
    "A character or sign is not part of the language, or is written differently.",
    "`a && b`, `x ≤ 3`, `7 / 2`",
    "Write it as the hint says: `and`, `<=`, `//`.",
)


def bad_sign(sign: str, span: Span, hint: str) -> Diagnostic:
    """A sign that the language does not have."""
    return error(BAD_SIGN, f"`{sign}` is not part of the language", span, hint)


def odd_blank(sign: str, span: Span) -> Diagnostic:
    """A blank that looks like a space and is another character."""
    what = f"the blank here (U+{ord(sign[0]):04X}) is not an ordinary space"
    return error(BAD_SIGN, what, span, Hint("write an ordinary space in its place", Fix("", " ")))


OPEN_QUOTE = documented(
    "YUP304",
    "text without end",
    "A text in quotes is not closed on its line.",
    '`log "well done`',
    "Close it with the quote it begins with; a quote inside is written with a backslash.",
)


def open_quote(quote: str, span: Span) -> Diagnostic:
    """A quote that nothing closes on its line."""
    return error(OPEN_QUOTE, f"the text that begins here has no closing {quote}", span, f"end it with {quote}")


OPEN_BRACKET = documented(
    "YUP305",
    "bracket without its partner",
    "A bracket is opened and never closed, or closed and never opened, or closed by one of another kind.",
    "`size(me.hand`",
    "Close every bracket with its own kind.",
)


def open_bracket(bracket: str, span: Span) -> Diagnostic:
    """A bracket that is never closed."""
    return error(OPEN_BRACKET, f"`{bracket}` is never closed", span, f"add `{_PARTNER[bracket]}`")


_PARTNER = {"(": ")", "[": "]", "{": "}", ")": "(", "]": "[", "}": "{"}


def close_bracket(bracket: str, span: Span) -> Diagnostic:
    """A closing bracket that no opening one belongs to."""
    hint = f"delete it, or open it with `{_PARTNER[bracket]}` before"
    return error(OPEN_BRACKET, f"`{bracket}` closes nothing that is open", span, hint)


def wrong_bracket(opened: str, closed: str, span: Span) -> Diagnostic:
    """A bracket that is closed by another kind."""
    return error(OPEN_BRACKET, f"`{closed}` cannot close `{opened}`", span, _write(closed, _PARTNER[opened]))


TAB = documented(
    "YUP306",
    "tab in code",
    "Code contains a tab, whose width differs between programs.",
    "a line indented with the tab key",
    "Use spaces.",
)


def tab(span: Span) -> Diagnostic:
    """A tab."""
    return error(TAB, "code cannot contain tabs", span, "use spaces")


INDENTATION = documented(
    "YUP307",
    "wrong indentation",
    "The lines of a body stand further right than the line that opens it, all by the same number of spaces.",
    "`if c:` followed by a line that is not indented",
    "Indent the body; begin lines that belong together in the same column.",
)


def uneven(span: Span) -> Diagnostic:
    """A line that goes back to a column in which no line before begins."""
    message = "this line begins in a column in which no line before it begins"
    return error(INDENTATION, message, span, "align it with the line it follows")


def no_body(span: Span) -> Diagnostic:
    """A line that opens a body which does not come."""
    hint = "indent the lines that belong to it, or write `pass`"
    return error(INDENTATION, "an indented body is missing here", span, hint)


def too_far_right(span: Span) -> Diagnostic:
    """An indented line where no body is open."""
    hint = "begin it in the column of the line before it, or end that line with `:`"
    return error(INDENTATION, "this line is indented, but the line before it opens no body", span, hint)


def goes_on(word: str, span: Span) -> Diagnostic:
    """A line that begins with an operator."""
    hint = "put the whole value in brackets: inside brackets it may go on over several lines"
    return error(INDENTATION, f"a line cannot begin with `{word}`", span, hint)


RESERVED_WORD = documented(
    "YUP308",
    "reserved word as a name",
    "A few words of the language are never names.",
    "`let in = 3`",
    "Choose another name.",
)


def reserved_word(word: str, span: Span) -> Diagnostic:
    """A reserved word where a name is needed."""
    return error(
        RESERVED_WORD, f"`{word}` is a word of the language and cannot be a name", span, "choose another name"
    )


FOREIGN = documented(
    "YUP309",
    "word of another language",
    "A word of Python or another language is used for something that is written differently here.",
    "`x == None`, `else if`",
    "Write it as the hint says.",
)


def foreign_value(word: str, ours: str, span: Span) -> Diagnostic:
    """`null`, `None`, `True`, `False`."""
    return error(FOREIGN, f"`{word}` is written `{ours}`", span, _write(word, ours))


def foreign(message: str, span: Span, hint: str) -> Diagnostic:
    """Any other habit."""
    return error(FOREIGN, message, span, hint)


EQUALS = documented(
    "YUP310",
    "`=` and `==`",
    "`=` sets something, `==` compares.",
    "`if x = 3:`",
    "Use `==` in conditions and `=` to set.",
)


def single_equals(span: Span) -> Diagnostic:
    """`=` inside an expression."""
    return error(EQUALS, "`=` cannot be used in an expression", span, Hint("to compare, write `==`", Fix("", "==")))


def double_equals(span: Span) -> Diagnostic:
    """`==` where something is to be set."""
    return error(EQUALS, "`==` compares; it sets nothing", span, Hint("to set, write `=`", Fix("==", "=")))


MISSING_COLON = documented(
    "YUP311",
    "missing colon",
    "A line that opens a body ends with a colon.",
    "`if x > 3`",
    "Add `:` at its end.",
)


def missing_colon(word: str, span: Span) -> Diagnostic:
    """A header without its colon; `word` begins it."""
    return error(MISSING_COLON, f"`:` is missing after this `{word}`", span, Hint("add `:` at the end", Fix("", ":")))


BARE = documented(
    "YUP312",
    "expression as a statement",
    "A line of effects must do something; a value alone does nothing.",
    "`draw_card(me)`, `x == 3`, `xs.append(1)`",
    "Use a statement: `do draw_card(me)`, `x = 3`, `add 1 to xs`.",
)


def bare_expression(span: Span, hint: str) -> Diagnostic:
    """An expression where a statement is needed."""
    return error(BARE, "this is an expression; by itself it does nothing", span, hint)


NOT_A_PLACE = documented(
    "YUP313",
    "cannot be set",
    "Only a local, a field or an entry of a map or list can be set.",
    "`size(xs) = 3`",
    "Set a name, `value.field` or `map[key]`.",
)


def not_a_place(span: Span) -> Diagnostic:
    """The left side of an assignment."""
    return error(
        NOT_A_PLACE, "this cannot be assigned to", span, "assign to a name, a field (`h.level`) or an entry (`m[k]`)"
    )


PART = documented(
    "YUP314",
    "wrong part of a statement",
    "A part of a statement or a call is given twice, or belongs to another statement.",
    "`choose c in s by p by q`",
    "Give each part once, and only those that the statement has.",
)


def part_twice(part: str, span: Span) -> Diagnostic:
    """A part that is there already."""
    return error(PART, f"`{part}` is given twice" if part != "prompt" else "a second text", span, "keep one of them")


def part_not_here(part: str, owner: str, span: Span) -> Diagnostic:
    """A part that belongs to another form."""
    return error(PART, f"{owner} does not have `{part}`", span, "delete it")


def several_counted(span: Span) -> Diagnostic:
    """`choose 2 a in s, b in t`."""
    return error(PART, "a `choose` with a number has one name only", span, "use two `choose` statements")


def keyword_in_do(word: str, span: Span) -> Diagnostic:
    """`do p(a=1)`."""
    return error(PART, f"`do` takes its values in order, not by name (`{word}=`)", span, f"leave out `{word}=`")


def plain_after_keyword(span: Span) -> Diagnostic:
    """`f(a=1, 2)`."""
    return error(PART, "a value without a name follows one with a name", span, "move it to the front")


DO = documented(
    "YUP315",
    "wrong call",
    "A call is a name with values in brackets.",
    "`do upgrade`, `3(x)`",
    "Write `do upgrade()`; call only functions, procedures, tables and predicates by their names.",
)


def do_without_brackets(name: str, span: Span) -> Diagnostic:
    """`do p`."""
    return error(DO, f"`do {name}` needs brackets", span, f"write `do {name}()`, with its values in the brackets")


def not_callable(span: Span) -> Diagnostic:
    """A call of something that is not a name."""
    return error(DO, "only a name can be called", span, "write `name(…)` or `value.name(…)`")


COMPREHENSION = documented(
    "YUP316",
    "`for` in a call that takes none",
    "Only some words go through a collection with `for` in their brackets.",
    "`size(c for c in hand)`",
    "Use one of them (`count`, `sum`, `any`, `all`, …), or make a list: `[c for c in hand]`.",
)


def not_a_comprehension(word: str, span: Span) -> Diagnostic:
    """`f(x for x in s)` for a word that is none of the known ones."""
    hint = "use sum, count, any, all, min, max, best, leaders, sorted, ranks or first, or make a list: `[… for … in …]`"
    return error(COMPREHENSION, f"`{word}` does not allow `for` in its brackets", span, hint)


NUMBER = documented(
    "YUP317",
    "wrong number",
    "Numbers are whole and lie between -2147483647 and 2147483647.",
    "`1.5`, `3000000000`",
    "Use whole numbers, for example tenths instead of a fraction.",
)


def number_too_large(digits: str, span: Span) -> Diagnostic:
    """A number out of range."""
    return error(NUMBER, f"{digits} is too large", span, "the largest number is 2147483647")


def fraction(digits: str, span: Span) -> Diagnostic:
    """`1.5`."""
    return error(NUMBER, f"{digits} is not a whole number", span, "all numbers are whole; a range is written `1..5`")


def odd_number(digits: str, span: Span) -> Diagnostic:
    """`1,5`, `1'000`, `50%`, `+3`."""
    hint = "all numbers are whole, and nothing stands before, between or behind their digits"
    return error(NUMBER, f"{digits} is not a whole number as it is written here", span, hint)


def date(text: str, span: Span) -> Diagnostic:
    """`2020-01-01`, which would be worked out."""
    apart = text.replace("-", " - ")
    hint = f"there are no dates: a text is put in quotes, and a calculation is written with blanks, `{apart}`"
    return error(NUMBER, f"{text} looks like a date", span, hint)


def die_size(sides: int, span: Span) -> Diagnostic:
    """`d0`."""
    return error(NUMBER, f"a die has 1 to 1000 sides, not {sides}", span, "write `d6` for a die with six")


TOO_LARGE = documented(
    "YUP318",
    "too long or too deeply nested",
    "Length and nesting of one piece of code are bounded, so that any ruleset can be checked.",
    "brackets within brackets, more than sixty deep",
    "Give a part of it a name: a function, a procedure or `let`.",
)


def too_long(limit: int, span: Span) -> Diagnostic:
    """A text over the limit."""
    return error(TOO_LARGE, f"this code has more than {limit} characters", span, "cut it into functions or procedures")


def too_deep(limit: int, span: Span) -> Diagnostic:
    """Nesting over the limit."""
    hint = "give a part of it a name with a function or `let`"
    return error(TOO_LARGE, f"this is nested more than {limit} deep", span, hint)


EMPTY = documented(
    "YUP319",
    "code is missing",
    "Code is needed and there is none.",
    "`effects: ''`",
    "Write the code, `pass` for effects that do nothing, or leave out the key.",
)


def empty(what: str, span: Span) -> Diagnostic:
    """Code with no token in it."""
    hint = "write `pass` if nothing is to happen" if what == "a statement" else f"write {what}"
    return error(EMPTY, f"expected {what}, found nothing", span, hint)


BRACES = documented(
    "YUP320",
    "braces in a text",
    "In a text, expressions are written in braces; a brace itself is written twice.",
    '`"{me has won"`',
    "Close the brace, or write `{{` for a brace.",
)


def open_brace(span: Span) -> Diagnostic:
    """`{` without `}` in a text."""
    return error(BRACES, "`{` is not closed in this text", span, "add `}`, or write `{{` for a brace")


def empty_braces(span: Span) -> Diagnostic:
    """`{}` in a text."""
    hint = "write one, or `{{}}` for the braces themselves"
    return error(BRACES, "there is no expression in these braces", span, hint)
