"""The JSON Schema (draft 2020-12) of a ruleset file, for completion and checks in editors.

It is made from the models, with the short forms they accept. A file may hold any of the sections, so none is required;
an overlay may have the blocks `change`, `replace` and `remove`, in which every key may be left out.
"""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from .descriptions import BLOCKS, describe
from .fields import BY_SHAPE, NAME_PATTERN, OneOrMany, Reader
from .kinds import EACH, FROM, EntryDecl
from .parts import ROOT, model_of
from .ruleset import Ruleset
from .spanned import Spanned
from .steps import BESIDE, Step
from .table_names import SEPARATED, WORKBOOKS
from .versions import old_keys

Json = dict[str, Any]
_TABLE = rf"(\.({'|'.join(each[1:] for each in SEPARATED)})|\.({'|'.join(each[1:] for each in WORKBOOKS)})(#.+)?)$"


def json_schema() -> Json:
    """The schema as plain data, ready to be written as JSON."""
    definitions: dict[str, Json] = {}
    whole = _properties(Ruleset, definitions, partial=False)
    header = whole.pop("ruleset")
    parts = _properties(Ruleset, definitions, partial=True)
    head = {"ruleset": parts.pop("ruleset")}
    changes = {key: _by_step(key, schema, definitions) for key, schema in parts.items()}
    definitions["names"] = {
        "anyOf": [
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}},
            {"type": "object", "additionalProperties": {"$ref": "#/$defs/names"}},
        ]
    }
    removes = {
        key: {"title": key, "description": f"What of `{key}` is taken away, by name.", "$ref": "#/$defs/names"}
        for key in whole
    }
    told = {key: {"title": key, "description": schema["description"]} for key, schema in whole.items()}
    blocks = {"change": head | changes, "replace": changes, "remove": removes}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Yupana ruleset file",
        "description": "A ruleset, a part of one, or an overlay.",
        "type": "object",
        "properties": {"ruleset": header, **told, **{name: _block(name, inner) for name, inner in blocks.items()}},
        "additionalProperties": False,
        # an overlay may add to elements of its base: what these need stands there
        "if": {"required": ["ruleset"], "properties": {"ruleset": {"type": "object", "required": ["extends"]}}},
        "then": {"properties": parts},
        "else": {"properties": whole},
        "$defs": dict(sorted(definitions.items())),
    }


def _block(name: str, sections: Json) -> Json:
    return {
        "title": name,
        "description": BLOCKS[name],
        "type": "object",
        "properties": sections,
        "additionalProperties": False,
    }


def _by_step(key: str, schema: Json, definitions: dict[str, Json]) -> Json:
    """In `change` and `replace`, steps may also be given by their names."""
    if ROOT.child(key).kind != "steps":
        return schema
    step = _element(Step, definitions, partial=True)
    told = {each: schema[each] for each in ("title", "description")}
    rest = {each: value for each, value in schema.items() if each not in told}
    return {**told, "anyOf": [rest, {"type": "object", "additionalProperties": step}]}


def _properties(model: type[Spanned], definitions: dict[str, Json], *, partial: bool) -> Json:
    result: Json = {}
    for key, info in model.fields_by_key().items():
        annotation: Any = info.annotation
        for extra in info.metadata:
            annotation = Annotated[annotation, extra]
        schema = _schema(annotation, definitions, partial=partial)
        told = describe(model, key)
        result[key] = {"title": key, **({"description": told} if told else {}), **schema}
    for old, change in old_keys(model).items():
        told = f"Called `{change.new}` since version {change.since} of the language."
        result[old] = {**result[change.new], "title": old, "description": told, "deprecated": True}
    return result


def _schema(annotation: Any, definitions: dict[str, Json], *, partial: bool) -> Json:
    """The schema of what a field's type accepts."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner, metadata = arguments[0], arguments[1:]
        for extra in metadata:
            if isinstance(extra, Reader):
                return dict(extra.json)
        if any(isinstance(each, OneOrMany) for each in metadata):
            item = _schema(get_args(inner)[0], definitions, partial=partial)
            alone = {"type": "string"} if get_origin(get_args(inner)[0]) is dict else item
            return {"anyOf": [alone, {"type": "array", "items": item}]}
        if BY_SHAPE in metadata:
            return {"anyOf": [_schema(each, definitions, partial=partial) for each in get_args(inner)]}
        return _schema(inner, definitions, partial=partial)
    if origin is Literal and "true" in arguments:  # which YAML has as no words
        return {"enum": [{"true": True, "false": False}.get(each, each) for each in arguments]}
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin in (Union, types.UnionType):
        kinds = model_of(annotation)
        if partial and kinds is not None:  # which of them it is stands in the base
            return _element(kinds, definitions, partial=True)
        members = [_schema(each, definitions, partial=partial) for each in arguments if each is not type(None)]
        return members[0] if len(members) == 1 else {"anyOf": members}
    if origin is dict:
        key = _schema(arguments[0], definitions, partial=partial)
        # the keys of JSON are texts, also where YAML allows a number
        pattern = {"pattern": key.get("pattern", "^[0-9]+$" if key.get("type") == "integer" else "")}
        value = _schema(arguments[1], definitions, partial=partial)
        named: Json = {"type": "object", "propertyNames": pattern, "additionalProperties": value}
        if arguments[1] is EntryDecl:
            told = "The file of a table with entries, which lies in the same folder."
            file = {"description": told, "type": "string", "pattern": _TABLE}
            several = {"description": "An entry for every combination of values.", "type": "object"}
            named["properties"] = {
                FROM: {"title": FROM, "anyOf": [file, value]}, EACH: {"title": EACH, **several},
            }  # fmt: skip
        return named
    if origin is list:
        items = _schema(arguments[0], definitions, partial=partial)
        array = {"type": "array", "items": items}
        if partial and model_of(arguments[0]) is Step:  # those inside a step that an overlay changes go by their names
            return {"anyOf": [array, {"type": "object", "additionalProperties": items}]}
        return array
    if isinstance(annotation, type) and issubclass(annotation, Spanned):
        return _element(annotation, definitions, partial=partial)
    raise TypeError(f"no JSON Schema for {annotation!r}")


def _element(model: type[Spanned], definitions: dict[str, Json], *, partial: bool) -> Json:
    """A reference to the schema of an element, which is made once."""
    name = model.__name__ + ("Change" if partial else "")
    if name not in definitions:
        definitions[name] = {}  # a step holds steps: the name stands before the schema is made
        whole: Json = {
            "title": model.noun,
            "description": (model.__doc__ or "").split("\n\n")[0].strip(),
            "type": "object",
            "properties": _properties(model, definitions, partial=partial),
        }
        needed = [key for key, required in model.keys().items() if required]
        if needed and not partial:
            whole["required"] = needed
        if issubclass(model, Step):
            for place in BESIDE:
                told = f"In an overlay: the name of the step {place} which this one is added."
                whole["properties"][place] = {"title": place, "description": told, "type": "string"}
        if model.open_keys:
            whole["propertyNames"] = {"pattern": f"^({NAME_PATTERN})$"}
            single = {"type": ["string", "integer", "boolean", "array"]}
            inner = model.open_model
            more = [] if inner is None else [_element(inner, definitions, partial=partial)]
            whole["additionalProperties"] = {"anyOf": [single, *more]} if more else single
        else:
            whole["additionalProperties"] = False
        forms = [whole]
        if model.short_key is not None:
            short = whole["properties"][model.short_key]
            forms.append({key: value for key, value in short.items() if key != "title"})
        if model.may_be_empty:
            forms.append({"type": "null"})
        definitions[name] = forms[0] if len(forms) == 1 else {"anyOf": forms}
    return {"$ref": f"#/$defs/{name}"}
