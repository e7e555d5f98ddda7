"""Every key that holds code has a role, and the role is the one by which the checker reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, get_args

import pytest
from yupana.schemas.fields import Reader, read_code
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.spanned import Spanned
from yupana.tests.found import compiled
from yupana.tools.format.roles import CODE_ROLES, Attributes, Place, Role


def _models(model: type[Spanned], seen: set[type[Spanned]]) -> Iterator[type[Spanned]]:
    if model in seen:
        return
    seen.add(model)
    yield model
    for info in model.model_fields.values():
        for part in _parts(info.annotation):
            if isinstance(part, type) and issubclass(part, Spanned):
                yield from _models(part, seen)


def _parts(annotation: Any) -> Iterator[Any]:
    yield annotation
    for each in get_args(annotation):
        if not isinstance(each, str):
            yield from _parts(each)


def _is_code(annotation: Any, metadata: list[Any]) -> bool:
    readers = [*metadata, *(each for each in _parts(annotation))]
    return any(isinstance(each, Reader) and each.is_code for each in readers)


def _says_its_role(annotation: Any, metadata: list[Any]) -> bool:
    """Whether the type of the code tells what sort of code it is, so that no row need."""
    return any(isinstance(each, Reader) and each.role for each in (*metadata, *_parts(annotation)))


def test_every_key_with_code_has_a_role() -> None:
    keys = {
        (model.__name__, info.alias or name)
        for model in _models(Ruleset, set())
        for name, info in model.model_fields.items()
        if _is_code(info.annotation, info.metadata) and not _says_its_role(info.annotation, info.metadata)
    }
    known = {(model, key) for model, roles in CODE_ROLES.items() for key in roles}
    assert len(keys) > 50
    assert known == keys


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("actions deliver effects", "effects"),
        ("actions deliver parameters start in", "expression"),
        ("functions held is", "body"),
        ("functions held of v", "type"),
        ("state bonus", "type"),
        ("state bonus start", "expression"),
        ("players fields posts", "type"),
        ("constants turns", "data"),
        ("setup", "effects"),
        ("setup - do", "effects"),
        ("flow - steps - until", "expression"),
        ("flow - order", "expression"),
        ("flow - pass if", "expression"),
        ("flow - start", "effects"),
        ("change flow round times", "expression"),
        ("change flow turn skip", "expression"),
        ("change flow turn steps - end", "effects"),
        ("replace functions held is", "body"),
        ("remove actions -", "data"),
        ("examples e when - red", "move"),
        ("examples e when - then", "expression"),
        ("examples e then", "expression"),
        ("examples e then -", "expression"),
        ("scoring items cities", "expression"),
        ("scoring report - say", "data"),
        ("kinds Vehicle entries truck steps", "expression"),
        ("kinds Vehicle entries truck name", "data"),
        ("kinds Vehicle entries truck count", "data"),
        ("kinds Goal entries g01 met", "expression"),
        ("kinds Nowhere entries g01 met", "data"),
        ("boards tracks spaces truck_start reward", "expression"),
        ("boards map spaces lisbon name", "data"),
        ("invariants posts", "expression"),
        ("rulebook rules CAR-1.1 text", "data"),
        ("nothing at all", "data"),
    ],
)
def test_the_role_at_a_path(path: str, role: Role) -> None:
    place = Place(Attributes.of(compiled("cargo_empire").ruleset))
    for key in path.split():
        place = place.item() if key == "-" else place.child(key)
    assert place.role() == role


def test_annotated_is_understood() -> None:
    assert _is_code(Annotated[str, Reader(read_code, {"x-yupana": "code"})], [])
