"""Small damage to the files of a ruleset, such as a hand, an editor or a bad disk does: the same for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Mutator = Callable[[random.Random, bytes], bytes]

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OPERATOR = re.compile(r"[-+*/%<>=|&]+|\b(?:and|or|not|in|if|else|for|by|from|while)\b")
_NUMBER = re.compile(r"(?<![A-Za-z_0-9.])\d+")
_VALUES = (
    "3",
    "-1",
    "0",
    "true",
    "none",
    "[]",
    "{}",
    '""',
    '"text"',
    "null",
    "1.5",
    "99999999999",
    "[1, 2]",
    "{a: 1}",
    "~",
    "'",
    "|",
)
_PIECES = (
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "..",
    " if ",
    " for x in ",
    '"',
    "==",
    " - ",
    "#",
    "&a ",
    "*a ",
    "!!str ",
    "%",
    "\t",
)


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8").split("\n")


def _bytes(lines: list[str]) -> bytes:
    return "\n".join(lines).encode("utf-8")


def _at(draw: random.Random, lines: list[str], wanted: str = r"\S") -> int:
    rows = [i for i, line in enumerate(lines) if re.search(wanted, line) and not line.lstrip().startswith("#")]
    return draw.choice(rows) if rows else 0


def _block(lines: list[str], row: int) -> int:
    """The end of the block that begins in a row: what is indented deeper belongs to it."""
    depth = len(lines[row]) - len(lines[row].lstrip())
    end = row + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth):
        end += 1
    return end


def drop_block(draw: random.Random, data: bytes) -> bytes:
    """A key and all below it is gone."""
    lines = _lines(data)
    row = _at(draw, lines, r"^\s*[\w-].*:")
    del lines[row : _block(lines, row)]
    return _bytes(lines)


def drop_line(draw: random.Random, data: bytes) -> bytes:
    """One line is gone."""
    lines = _lines(data)
    del lines[_at(draw, lines)]
    return _bytes(lines)


def duplicate_block(draw: random.Random, data: bytes) -> bytes:
    """A key and all below it stands twice, the second time perhaps elsewhere."""
    lines = _lines(data)
    row = _at(draw, lines, r"^\s*[\w-].*:")
    block = lines[row : _block(lines, row)]
    at = draw.choice((row, draw.randrange(len(lines))))
    return _bytes([*lines[:at], *block, *lines[at:]])


def swap_lines(draw: random.Random, data: bytes) -> bytes:
    """Two lines have changed places."""
    lines = _lines(data)
    one, two = _at(draw, lines), _at(draw, lines)
    lines[one], lines[two] = lines[two], lines[one]
    return _bytes(lines)


def indent(draw: random.Random, data: bytes) -> bytes:
    """A line is indented more or less than it was."""
    lines = _lines(data)
    row = _at(draw, lines)
    lines[row] = draw.choice(
        (" " + lines[row], "  " + lines[row], lines[row][1:], lines[row].lstrip(), "\t" + lines[row])
    )
    return _bytes(lines)


def rename_key(draw: random.Random, data: bytes) -> bytes:
    """A key is spelled otherwise, or has the name of another."""
    lines = _lines(data)
    row = _at(draw, lines, r"^\s*(- )?\w+:")
    keys = [found[2] for line in lines if (found := re.match(r"^(\s*(?:- )?)(\w+):", line))]
    lines[row] = re.sub(
        r"^(\s*(?:- )?)(\w+):", lambda m: f"{m[1]}{_other_name(draw, m[2], keys)}:", lines[row], count=1
    )
    return _bytes(lines)


def retype_value(draw: random.Random, data: bytes) -> bytes:
    """A value is of another sort."""
    lines = _lines(data)
    row = _at(draw, lines, r"\w: ?\S")
    place = draw.choice(list(re.finditer(r"(?<=\w: )[^,{}\[\]]+|$", lines[row])))
    lines[row] = lines[row][: place.start()] + draw.choice(_VALUES) + lines[row][place.end() :]
    return _bytes(lines)


def rename_word(draw: random.Random, data: bytes) -> bytes:
    """One word of the code is spelled otherwise, or is another word of the file."""
    return _replace(draw, data, _WORD, lambda word, all_words: _other_name(draw, word, all_words))


def change_operator(draw: random.Random, data: bytes) -> bytes:
    """One operator or little word is another."""
    return _replace(draw, data, _OPERATOR, lambda _, every: draw.choice(every))


def change_number(draw: random.Random, data: bytes) -> bytes:
    """One number is another."""
    others = ("0", "1", "-1", "2", "7", "31", "100", "2147483647", "2147483648", "0x1F", "1_0", "007", "1e3")
    return _replace(draw, data, _NUMBER, lambda *_: draw.choice(others))


def swap_words(draw: random.Random, data: bytes) -> bytes:
    """Two words of one line have changed places."""
    lines = _lines(data)
    row = _at(draw, lines, r"\w+\W+\w+")
    words = list(_WORD.finditer(lines[row]))
    if len(words) < 2:
        return drop_line(draw, data)
    one, two = sorted(draw.sample(words, 2), key=lambda m: m.start())
    line = lines[row]
    lines[row] = line[: one.start()] + two[0] + line[one.end() : two.start()] + one[0] + line[two.end() :]
    return _bytes(lines)


def cut_out(draw: random.Random, data: bytes) -> bytes:
    """Some characters of a line are gone."""
    lines = _lines(data)
    row = _at(draw, lines, r"\S{3}")
    start = draw.randrange(len(lines[row]))
    lines[row] = lines[row][:start] + lines[row][start + draw.randint(1, 12) :]
    return _bytes(lines)


def put_in(draw: random.Random, data: bytes) -> bytes:
    """A bracket, quote or sign too many."""
    lines = _lines(data)
    row = _at(draw, lines)
    at = draw.randint(0, len(lines[row]))
    lines[row] = lines[row][:at] + draw.choice(_PIECES) + lines[row][at:]
    return _bytes(lines)


def truncate(draw: random.Random, data: bytes) -> bytes:
    """The file ends too early, perhaps within a character."""
    return data[: draw.randrange(len(data))]


def wrong_bytes(draw: random.Random, data: bytes) -> bytes:
    """Bytes that are no text."""
    wrong = draw.choice(
        (b"\xff", b"\x00", b"\xe9", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\x1b[2J", b"\r")
    )
    at = draw.randint(0, len(data))
    return data[:at] + wrong + data[at:]


def deep_nesting(draw: random.Random, data: bytes) -> bytes:
    """Brackets in brackets in brackets, of YAML or of the code."""
    depth = draw.choice((70, 500, 20_000))
    if draw.random() < 0.4:
        return data + b"\nstate: {deep: " + b"[" * depth + b"]" * depth + b"}\n"
    opening, closing = draw.choice((("(", ")"), ("not ", ""), ("-", ""), ("[", "]"), ("f(", ")"), ("1 + ", "")))
    code = f'"{opening * depth}1{closing * depth}"'
    return data + f"\nfunctions:\n  deep_one: {{of: {{}}, is: {code}}}\n".encode()


def alias_bomb(draw: random.Random, data: bytes) -> bytes:
    """A few lines that stand for billions of values, or for themselves."""
    if draw.random() < 0.3:
        return data + b"\nconstants: &self {a: *self}\n"
    lines = ["", "a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, draw.choice((9, 25)))]
    return data + "\n".join(lines).encode() + b"\n"


def _replace(draw: random.Random, data: bytes, what: re.Pattern[str], by: Callable[[str, list[str]], str]) -> bytes:
    text = data.decode("utf-8")
    places = list(what.finditer(text))
    if not places:
        return drop_line(draw, data)
    place = draw.choice(places)
    every = [each[0] for each in places]
    return (text[: place.start()] + by(place[0], every) + text[place.end() :]).encode("utf-8")


def _other_name(draw: random.Random, name: str, others: list[str]) -> str:
    at = draw.randrange(len(name))
    return draw.choice(
        (
            name[:at] + name[at + 1 :],
            name[:at] + draw.choice("abcxyz_") + name[at:],
            name.upper(),
            draw.choice(others),
            name + "s",
            draw.choice(("me", "none", "value", "it", "if", "for", "players", "int", "class", "__init__", "é")),
        )
    )


IN_THE_CODE: tuple[Mutator, ...] = (
    rename_key, retype_value, rename_word, change_operator, change_number, swap_words, cut_out, put_in, drop_line,
)  # fmt: skip
"""Damage that mostly leaves the file readable, so that the later stages meet it; drawn three times as often."""

OF_THE_FILE: tuple[Mutator, ...] = (
    drop_block, duplicate_block, swap_lines, indent, truncate, wrong_bytes, deep_nesting, alias_bomb,
)  # fmt: skip

MUTATORS: dict[str, Mutator] = {each.__name__: each for each in (*IN_THE_CODE, *OF_THE_FILE)}
DRAWN: list[str] = [each.__name__ for each in (*IN_THE_CODE * 3, *OF_THE_FILE)]
