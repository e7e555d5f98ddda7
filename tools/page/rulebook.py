"""The rulebook as plain data for a page: chapters of blocks as `yupana rulebook` makes them, and drawings as trees.

No part of it is markup: a page makes elements of what it knows and texts of all else. Nothing in it depends on a
position, so nothing of it can be secret.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from ..book.make import make
from ..documents.model import to_json

if TYPE_CHECKING:
    from ..book.maker import Maker

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What a name may have in it and a drawing may not."""


def rulebook_of(maker: Maker) -> dict[str, Any]:
    """The book of a maker that makes nothing else, in its language: `contents` is the word for the list of chapters; a
    chapter has a `title`, `blocks` and `chapters`; a block says what it is (`block`, see `documents.model`). The `svg`
    of a picture is a tree: [tag, attributes, children], of which texts are children too."""
    made: dict[str, Any] = to_json(make(maker))
    return {"contents": made["contents"], "chapters": _drawn(made["chapters"])}


def _drawn(told: Any) -> Any:
    """The same with trees for drawings."""
    if isinstance(told, list):
        return [_drawn(each) for each in told]
    if isinstance(told, dict):
        return {key: _tree(each) if key == "svg" else _drawn(each) for key, each in told.items()}
    return told


def _tree(svg: str) -> list[Any]:
    """A drawing of ours as a tree."""
    return _node(ElementTree.fromstring(_NO_XML.sub("\ufffd", svg)))


def _node(element: ElementTree.Element) -> list[Any]:
    children: list[Any] = [element.text] if element.text else []
    for each in element:
        children += [_node(each), *([each.tail] if each.tail else [])]
    return [element.tag.rpartition("}")[2], dict(element.attrib), children]
