"""The published JSON Schema: it accepts what the models accept, refuses slips, and explains every key."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from yupana.schemas import book, kinds, look
from yupana.schemas import ruleset as models
from yupana.schemas.compose import SHIPPED
from yupana.schemas.descriptions import COMMON, KEYS, describe
from yupana.schemas.element import Datum, Element
from yupana.schemas.json_schema import json_schema
from yupana.schemas.reader import load_text
from yupana.schemas.source import Report
from yupana.schemas.spanned import Spanned
from yupana.schemas.tree import Mapping, Scalar, Sequence

SCHEMA = json_schema()
MODELS = [
    each
    for each in {**vars(models), **vars(kinds), **vars(book), **vars(look)}.values()
    if isinstance(each, type) and issubclass(each, Spanned)
]


def plain(node: object) -> Any:
    """A tree as an editor's JSON Schema checker sees it."""
    if isinstance(node, Mapping):
        return {str(key): plain(value) for key, value in node.items()}
    if isinstance(node, Sequence):
        return [plain(value) for value in node]
    assert isinstance(node, Scalar)
    if node.kind == "float":
        return float(node.text)
    return str(node.value) if isinstance(node.value, str) else node.value


TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}
KEYWORDS = {
    "$defs",
    "$ref",
    "$schema",
    "title",
    "description",
    "deprecated",
    "x-yupana",
    "type",
    "enum",
    "pattern",
    "minimum",
    "maximum",
}
KEYWORDS |= {"items", "minItems", "maxItems", "properties", "required", "additionalProperties", "propertyNames"}
KEYWORDS |= {"anyOf", "oneOf", "if", "then", "else"}


def accepts(schema: Any, value: Any) -> bool:
    """A small JSON Schema checker for the keywords that the published schema uses."""
    if isinstance(schema, bool):
        return schema
    assert set(schema) <= KEYWORDS, set(schema) - KEYWORDS
    if "$ref" in schema and not accepts(SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], value):
        return False
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        fits = [name for name in names if isinstance(value, TYPES[name])]
        if isinstance(value, bool):
            fits = [name for name in fits if name == "boolean"]
        if not fits:
            return False
    if "if" in schema:
        branch = schema["then"] if accepts(schema["if"], value) else schema["else"]
        if not accepts(branch, value):
            return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "anyOf" in schema and not any(accepts(each, value) for each in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(accepts(each, value) for each in schema["oneOf"]) != 1:
        return False
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        return False
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    if isinstance(value, list):
        size = len(value)
        if not schema.get("minItems", size) <= size <= schema.get("maxItems", size):
            return False
        if "items" in schema and not all(accepts(schema["items"], each) for each in value):
            return False
    if isinstance(value, dict):
        known = schema.get("properties", {})
        if any(key not in value for key in schema.get("required", ())):
            return False
        if "propertyNames" in schema and not all(accepts(schema["propertyNames"], key) for key in value):
            return False
        for key, each in value.items():
            if not accepts(known.get(key, schema.get("additionalProperties", True)), each):
                return False
    return True


def check(text: str) -> bool:
    report = Report()
    tree = load_text(text, "f.yaml", report)
    assert report.diagnostics == []
    return accepts(SCHEMA, plain(tree))


def test_it_is_plain_json_with_all_its_references() -> None:
    text = json.dumps(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    references = set(re.findall(r'"#/\$defs/(\w+)"', text))
    assert references == set(SCHEMA["$defs"])
    assert json_schema() == SCHEMA


RULESET_FILES = sorted(path for path in SHIPPED.rglob("*.yaml") if path.parent.name != "texts")


@pytest.mark.parametrize("path", RULESET_FILES, ids=lambda path: str(path.relative_to(SHIPPED)))
def test_shipped_files_are_accepted(path: Any) -> None:
    assert check(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "state: {a: int 0..9, b: {type: bool, start: true}}",
        "constants: {a: 6, b: [1, 2], c: {by_players: {1: 3}}, d: red}",
        "invariants: {a: x == y, b: {is: x}}",
        "scoring: {items: {a: me.x, b: {points: 3, source: X-1}}}",
        "setup: shuffle deck",
        "setup: [shuffle deck, {do: x}]",
        "examples: {a: {then: x}, b: {then: [x, y], source: [X-1]}}",
        "boards: {m: {kind: City, spaces: {rome: , oslo: {port: true}}, areas: [{cells: [[1, 2], a1], set: {x: 1}}]}}",
        "flow: [{rounds: r, steps: [{turns: t, pass: {name: end, if: x}}]}]",
        "flow: [{phase: p, do: x, after: q}]",
        "change: {actions: {go: {when: x}}, flow: {r: {times: 3}}, constants: {a: 1}}",
        "replace: {actions: {go: {effects: x}}}",
        "remove: {actions: [go], kinds: {Card: {entries: [a]}}, flow: p}",
        "rulebook: {sections: {1.1: x}, rules: {X-1: {section: 1.1, text: y}}}",
        "actions: {go: {effects: pass, menu: other}, stay: {effects: pass, menu: [a, b]}}",
    ],
)
def test_what_the_language_allows_is_accepted(text: str) -> None:
    assert check(text)


@pytest.mark.parametrize(
    "text",
    [
        "acions: {}",
        "actions: {go: {efects: pass}}",
        "actions: {go: {when: x}}",
        "actions: {go-on: {effects: x}}",
        "actions: {go: {effects: [a]}}",
        "flow: [{turns: t, play: once}]",
        "kinds: {Card: {alike: yes}}",
        "constants: {a: {by_players: {one: 3}}}",
        "constants: {a: 1.5}",
        "players: {min: 1, max: two, names: [red]}",
        "boards: {m: {kind: City, areas: [{cells: [[1, 2, 3]], set: {}}]}}",
        "change: {acions: {}}",
        "change: {actions: {go: {efects: x}}}",
        "remove: {acions: [a]}",
    ],
)
def test_slips_are_refused(text: str) -> None:
    assert not check(text)


def test_every_key_is_explained() -> None:
    for model in MODELS:
        if model in (Spanned, Element, Datum):
            continue
        assert model.noun != "this", model
        for key in model.keys():  # noqa: SIM118  (a method of the models, not of a dict)
            assert describe(model, key).endswith("."), (model.__name__, key)


def test_no_explanation_is_for_a_key_that_is_not_there() -> None:
    for name, keys in KEYS.items():
        (model,) = [each for each in MODELS if each.__name__ == name]
        assert set(keys) <= set(model.keys()), name
    assert set(COMMON) <= set(Element.keys())
