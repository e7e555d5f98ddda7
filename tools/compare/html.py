"""Building HTML in which nothing from a ruleset can be markup: every plain text is escaped, only what this module made
itself is not."""

from __future__ import annotations

import re
from html import escape

_VOID = {"meta", "br", "hr", "line", "rect", "path", "circle"}
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_NAME = re.compile("[A-Za-z][A-Za-z0-9:-]*")


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


Child = str | Markup | None


def text(words: str) -> Markup:
    """Plain words; characters that control a terminal or the direction of writing are made visible."""
    return Markup(escape(_HIDDEN.sub(lambda found: f"\\x{ord(found.group()):02x}", words), quote=True))


def prose(words: str) -> Markup:
    """A sentence; what stands in it between backquotes is code."""
    pieces = words.split("`")
    if len(pieces) % 2 == 0:
        return text(words)
    return join(*(tag("code", each) if number % 2 else each for number, each in enumerate(pieces)))


def join(*children: Child) -> Markup:
    """Several pieces one after the other."""
    return Markup("".join(each if isinstance(each, Markup) else text(each) for each in children if each is not None))


def tag(name: str, /, *children: Child, **attributes: str | float | None) -> Markup:
    """An element. `class_` is the attribute `class`, `_` in names of attributes stands for `-`."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of an element")
    rows = []
    for key, value in attributes.items():
        if value is not None:
            shown = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
            rows.append(f' {key.rstrip("_").replace("_", "-")}="{text(shown)}"')
    opened = f"<{name}{''.join(rows)}"
    if name in _VOID:
        return Markup(f"{opened}>" if name in ("meta", "br", "hr") else f"{opened}/>")
    return Markup(f"{opened}>{join(*children)}</{name}>")


def page(title: str, style: str, *children: Child) -> str:
    """A whole document that needs nothing else and lets nothing in: no script, no file from elsewhere."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = join(
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        Markup(f"<style>{style}</style>"),
    )
    body = tag("html", tag("head", head), tag("body", tag("main", *children)), lang="en")
    return f"<!DOCTYPE html>\n{body}\n"
