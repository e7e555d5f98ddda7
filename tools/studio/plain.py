"""Reports as plain data for the page: the blocks of a document, with what draws their pictures."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

from ..documents.model import Document, Grid, Picture, to_json


def plain(value: Any) -> Any:
    """A document, or a part of one, as `documents.model.to_json` gives it, with its advice and what stands before the
    chapters, and with pictures as `spec`: what is drawn, in Vega-Lite's words."""
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, Picture):
        return {"block": "picture", "name": value.name, "caption": value.caption, "spec": json.loads(value.spec)}
    if isinstance(value, Grid) or not is_dataclass(value):
        return to_json(value)
    told = to_json(value)
    if isinstance(told, dict):
        more = ("lead", "advice") if isinstance(value, Document) else ()
        for each in fields(value):
            if each.name in told or each.name in more:
                told[each.name] = plain(getattr(value, each.name))
    return told
