"""Layouts that nobody would write: the same file, or the same code, with everything that means nothing thrown about."""

from __future__ import annotations

import random

from yupana.interpreter.language.tokens import scan
from yupana.schemas.block_lines import cuts
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence
from yupana.tools.format.roles import Place, Role
from yupana.tools.format.scalars import is_plain


def mangled_expression(text: str, dice: random.Random, *, lines: bool = True) -> str:
    """An expression with other blanks, and other line ends; items that stand in lines stay in lines."""
    items = cuts(text)
    if len(items) > 1:
        return "\n".join([mangled_expression(text[start:end], dice, lines=lines) for start, end in items])
    tokens = scan(text, lines=False).tokens[:-1]
    out, last = "", 0
    for kind, start, end in tokens:
        between = text[last:start]
        free = not _must_part(text, last, start)
        gap = " " * dice.choice([0, 0, 1, 1, 2, 5] if free else [1, 1, 2, 4]) if last else ""
        if lines and last and dice.random() < 0.06:
            gap = "\n" + " " * dice.randrange(1, 5)
        if kind in ("(", "[", "{") and last and (text[last - 1].isalnum() or text[last - 1] == "_"):
            gap = between * dice.randrange(1, 4)  # `after(` and `after (`, `shuffle[` and `shuffle [` are different
        out += gap + text[start:end]
        last = end
    return out


def _must_part(text: str, end: int, start: int) -> bool:
    """Whether two tokens would grow together without a blank: words, numbers, signs."""
    if not end or start >= len(text):
        return False
    left, right = text[end - 1], text[start]
    if (left.isalnum() or left == "_") and (right.isalnum() or right == "_"):
        return True
    if left in "\"'" or right in "\"'":
        return left in "\"'" and right in "\"'"
    signs = "=!<>+-*/%|&.:;?,"
    return (left in signs and right in signs) or (left == "." and right.isdigit()) or (left.isdigit() and right == ".")


def mangled_effects(text: str, dice: random.Random, *, remarks: bool = True) -> str:
    """Effects with other blanks and indentation, empty lines and comments."""
    step = dice.choice([1, 2, 3, 4, 7])
    lines: list[str] = []
    rows = [row for row in text.split("\n") if row.strip()]
    unit = min((len(row) - len(row.lstrip()) for row in rows if row[0] == " "), default=4)
    for row in rows:
        lead = len(row) - len(row.lstrip())
        if dice.random() < 0.15:
            lines += [""] * dice.randrange(3)
        if remarks and dice.random() < 0.1:
            lines.append(" " * dice.randrange(8) + f"# remark {dice.randrange(1000)}")
        line = " " * (lead // unit * step) + mangled_expression(row.strip(), dice, lines=False)
        if remarks and dice.random() < 0.1:
            line += " " * dice.randrange(1, 30) + f"# behind {dice.randrange(1000)}"
        lines.append(line)
    if remarks and dice.random() < 0.1:
        lines.append(" " * dice.randrange(8) + "# last")
    return "\n".join(lines)


# ---------------------------------------------------------------- whole files


class Mangler:
    """Writes a tree again: lists and mappings in lines or in brackets, any quotes, any indentation, comments."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.remarks: list[str] = []

    def file(self, tree: Mapping, place: Place) -> str:
        """The text of a file that says the same."""
        lines = self.block(tree, 0, place)
        return "\n".join([*self.noise(0), *lines, *self.noise(0)]) + self.dice.choice(["", "\n", "\n\n"])

    # ------------------------------------------------------------ comments and empty lines

    def remark(self) -> str:
        """A comment that no other is equal to."""
        self.remarks.append(f"# {len(self.remarks)} {self.dice.choice(['why', 'see: [a]', '- x', 'a: {b'])}")
        return self.remarks[-1]

    def noise(self, indent: int) -> list[str]:
        """Now and then empty lines, or a comment on a line of its own."""
        lines: list[str] = []
        while self.dice.random() < 0.12:
            lines += ["", "   "][: self.dice.randrange(3)]
            if self.dice.random() < 0.5:
                lines.append(" " * (indent if self.dice.random() < 0.7 else self.dice.randrange(9)) + self.remark())
        return lines

    def behind(self, line: str) -> str:
        """A line with, now and then, a comment after it."""
        return line if self.dice.random() > 0.08 else line + " " * self.dice.randrange(1, 9) + self.remark()

    # ------------------------------------------------------------ collections

    def block(self, node: Mapping | Sequence, indent: int, place: Place) -> list[str]:
        """A collection in lines."""
        pad = " " * indent
        step = self.dice.choice([1, 2, 3, 4])
        lines: list[str] = []
        entries: list[tuple[str, Node, Place]]
        if isinstance(node, Mapping):
            entries = [(self.key(key, flow=False) + ":", value, place.child(key)) for key, value in node.items()]
        else:
            entries = [("-", value, place.item()) for value in node]
        for head, value, inner in entries:
            lines += self.noise(indent)
            lines += self.entry(pad + head, value, indent, indent + step, inner)
        return lines

    def entry(self, head: str, value: Node, indent: int, below: int, place: Place) -> list[str]:
        """One entry of a collection in lines."""
        if isinstance(value, Scalar):
            return self.scalar_entry(head, value, indent, below, place)
        if not value or self.dice.random() < 0.35:
            flow = self.flow(value, place, below + 1)
            if flow is not None:
                rows = flow.split("\n")
                gap = " " * self.dice.randrange(1, 4)
                return (
                    [head + gap + rows[0], *rows[1:-1], self.behind(rows[-1])]
                    if len(rows) > 1
                    else [self.behind(head + gap + rows[0])]
                )
        if isinstance(value, Sequence) and head.endswith(":") and self.dice.random() < 0.3:
            return [self.behind(head), *self.block(value, indent, place)]
        if head.endswith("-") and isinstance(value, Mapping) and self.dice.random() < 0.7:
            blanks = " " * self.dice.randrange(1, 4)
            lines = self.block(value, len(head + blanks), place)
            if not lines[0].strip().startswith("#") and lines[0].strip():
                return [head + blanks + lines[0].lstrip(), *lines[1:]]
            return [head, *lines]
        return [self.behind(head), *self.noise(below), *self.block(value, below, place)]

    def flow(self, node: Node, place: Place, indent: int) -> str | None:
        """A value inside brackets, perhaps over several lines; None if it cannot stand there."""
        if isinstance(node, Scalar):
            return None if place.lines.is_block(node) else self.inline(node, place.role(), flow=True)
        parts: list[str] = []
        for key, value in node.items() if isinstance(node, Mapping) else ((None, each) for each in node):
            inner = place.item() if key is None else place.child(key)
            shown = self.flow(value, inner, indent + 1)
            if shown is None:
                return None
            if key is not None:
                shown = f"{self.key(key, flow=True)}: {shown}"
            parts.append(shown)
        opening, closing = "{}" if isinstance(node, Mapping) else "[]"
        gaps = [" " * self.dice.randrange(3), " ", "", "\n" + " " * indent]
        text = opening
        for number, part in enumerate(parts):
            text += self.dice.choice(gaps) + part
            if number + 1 < len(parts) or self.dice.random() < 0.2:
                text += ("" if self.dice.random() < 0.8 else " ") + ","
                if self.dice.random() < 0.05:
                    text += " " + self.remark() + "\n" + " " * indent
        return text + self.dice.choice(gaps) + closing

    # ------------------------------------------------------------ scalars

    def key(self, key: str, *, flow: bool) -> str:
        """A key in any quotes that keep it what it is."""
        plain = is_plain(key, flow=flow, strict=True)
        return self.dice.choice([key, key, f'"{key}"', f"'{key}'"]) if plain else f'"{key}"'

    def scalar_entry(self, head: str, node: Scalar, indent: int, below: int, place: Place) -> list[str]:
        """A scalar behind its key or dash, or in lines below it."""
        role = place.role()
        if node.text == "" and node.style == "plain":
            return [self.behind(head)]
        if place.lines.is_block(node):
            rows = node.text.rstrip("\n").split("\n")
            return [self.behind(f"{head} |"), *[" " * below + row if row.strip() else "" for row in rows]]
        text = self.code(node.text, role)
        as_lines = "\n" in text.rstrip("\n") or (role != "data" and self.dice.random() < 0.3)
        body = text.rstrip("\n") if role != "data" else text.removesuffix("\n")
        if as_lines and body and not body.startswith((" ", "\n")) and body == body.rstrip():
            ends = "" if text.endswith("\n") or role not in ("data", "move") else "-"
            rows = [" " * below + row if row.strip() else "" for row in body.split("\n")]
            return [self.behind(f"{head} |{ends}"), *rows]
        shown = self.inline(node, role, flow=False, text=text)
        assert shown is not None
        if "\n" not in shown and self.dice.random() < 0.15:
            return [head, *([] if self.dice.random() < 0.7 else [" " * below + self.remark()]), " " * below + shown]
        return [self.behind(head + " " * self.dice.randrange(1, 4) + shown)]

    def code(self, text: str, role: Role) -> str:
        """Code with its blanks thrown about."""
        if role in ("data", "move", "type"):
            return text
        if role == "expression" or (role == "body" and "return" not in text):
            return mangled_expression(text, self.dice, lines=False)
        return mangled_effects(text, self.dice, remarks=False)

    def inline(self, node: Scalar, role: Role, *, flow: bool, text: str | None = None) -> str | None:
        """A scalar on one line in some quotes; nothing written stays nothing."""
        if text is None:
            text = self.code(node.text, role)
        if node.style == "plain" and node.text == "":
            return ""
        forms: list[str] = []
        if is_plain(text, flow=flow, strict=node.style != "plain"):
            forms += [text, text]
        quotes = node.style != "plain" or node.kind == "text"
        if quotes and "\n" not in text:
            forms.append("'" + text.replace("'", "''") + "'")
        if quotes:
            forms.append('"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"')
        return self.dice.choice(forms) if forms else node.text
