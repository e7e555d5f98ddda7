"""JSON Schemas as texts of files: of rulesets, and of the documents that the commands print."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

from pydantic import TypeAdapter
from yupana.schemas.json_schema import json_schema

from .registry import DOCUMENTS, name_of


def ruleset_schema_text() -> str:
    """The schema of rulesets."""
    return _text(json_schema())


def document_schema_text(kind: str) -> str:
    """The schema of a document of the kind."""
    return _text(document_schema(kind))


def document_schema(kind: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a document of the kind."""
    known = DOCUMENTS[kind]
    type_ = getattr(import_module(f"{__package__}.{known.module}"), known.type)
    schema = TypeAdapter(type_).json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part["additionalProperties"] = False
    schema["properties"] = {"schema": {"const": name_of(kind)}, **schema["properties"]}
    schema["required"] = ["schema", *schema.get("required", [])]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": name_of(kind),
        "$comment": f"what `{known.command}` prints",
    }


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
