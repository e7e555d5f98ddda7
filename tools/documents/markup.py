"""Building HTML in which nothing from a ruleset can be markup: every plain text is escaped, only what this module made
itself is not."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_VOID = {"meta", "br", "hr", "line", "rect", "path", "circle"}
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_NAME = re.compile("[A-Za-z][A-Za-z0-9:-]*")


Child = str | Markup | None


def text(words: str) -> Markup:
    """Plain words; characters that control a terminal or the direction of writing are made visible."""
    return escape(_HIDDEN.sub(lambda found: f"\\x{ord(found.group()):02x}", words))


def join(*children: Child) -> Markup:
    """Several pieces one after the other."""
    return Markup("".join(each if isinstance(each, Markup) else text(each) for each in children if each))


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
