"""What each value of a ruleset's file is: code of some kind, or data, read off the models by the path to it.

Where that cannot be known (an unknown key, an attribute whose type stands in another file) a value is data, whose text
is never touched.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from yupana.schemas.fields import ONE_OR_MANY, CodeRole, OneOrMany, Reader, read_flag
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.parts import model_of
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code
from yupana.schemas.spanned import Spanned
from yupana.schemas.tree import Node
from yupana.schemas.versions import old_keys
from yupana.schemas.walk import attributes

Role = Literal["data", "expression", "type", "effects", "body", "event", "move"]
Shape = Literal["scalar", "list", "mapping"]


@dataclass(frozen=True, slots=True)
class Attributes:
    """Which attributes hold code, by the path of the kind, board or kind of links that declares them."""

    roles: Mapping[tuple[str, ...], Mapping[str, Role]] = field(default_factory=dict)
    actions: Mapping[tuple[str, ...], frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, ruleset: Ruleset | None) -> Attributes:
        """The attributes of a composed ruleset."""
        roles: dict[tuple[str, ...], dict[str, Role]] = {}
        if ruleset is None:
            return cls(roles)
        roles["players",] = _roles_of(ruleset.players.attributes)
        for name, kind in ruleset.kinds.items():
            known = roles["kinds", str(name)] = _roles_of(kind.attributes)
            known.update({str(each): "expression" for each in kind.predicates})
            known.update({str(each): "effects" for each in kind.procedures})
        for name, board in ruleset.boards.items():
            roles["boards", str(name)] = _roles_of(board.attributes)
            for link, decl in board.links.items():
                roles["boards", str(name), "links", str(link)] = _roles_of(decl.attributes)
        actions: dict[tuple[str, ...], frozenset[str]] = {
            ("kinds", str(name)): frozenset(map(str, kind.actions)) for name, kind in ruleset.kinds.items()
        }
        return cls(roles, actions)

    def is_action(self, path: tuple[str, ...]) -> bool:
        """Whether the kind lets its entries give an action under the name at a path of a file."""
        return path[-1] in self.actions.get(path[:2], ())

    def role(self, path: tuple[str, ...]) -> Role:
        """What the attribute at a path of a file is."""
        owner = path[:1] if path[0] == "players" else path[:4] if path[2:3] == ("links",) else path[:2]
        return self.roles.get(owner, {}).get(path[-1], "data")


def _roles_of(attributes: Mapping[Any, Code]) -> dict[str, Role]:
    return {str(name): "data" if code.text.strip(" ?") == "text" else "expression" for name, code in attributes.items()}


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a file: what the models say of it. `model` and `key` name the field that its code belongs to."""

    attributes: Attributes
    annotation: Any = Ruleset
    model: str = ""
    key: str = ""
    path: tuple[str, ...] = ()
    blocks: bool = True  # whether the blocks of overlays may stand here

    def child(self, key: str) -> Place:
        """What stands under a key of the mapping here."""
        here = self._as("mapping")
        found = here.annotation
        if self.blocks and key in BLOCKS:
            return replace(self, blocks=False) if key != "remove" else self._unknown(key)
        path = (*here.path, key)
        if isinstance(found, type) and issubclass(found, Spanned):
            known = _fields(found)
            if key in known:
                return Place(self.attributes, known[key], found.__name__, key, path, False)
            if found.open_keys and found.open_model is not None and self.attributes.is_action((*here.path, key)):
                return Place(self.attributes, found.open_model, found.__name__, "slots", path, False)
            if found.open_keys:
                return Place(self.attributes, _values(found), found.__name__, "values", path, False)
            return self._unknown(key)
        if get_origin(found) is dict:
            return replace(here, annotation=get_args(found)[1], path=path, blocks=False)
        item = model_of(get_args(found)[0]) if get_origin(found) is list else None
        if item is not None:  # steps by their names, in an overlay
            return replace(here, annotation=item, path=path, blocks=False)
        return self._unknown(key)

    def item(self) -> Place:
        """What stands in the list here."""
        here = self._as("list")
        if get_origin(here.annotation) is list:
            return replace(here, annotation=get_args(here.annotation)[0], blocks=False)
        return self._unknown("")

    def in_order(self, keys: Sequence[str]) -> list[str]:
        """The keys of the mapping here in canonical order: that of the model of an element, in which a key that was
        renamed stands where its new name would. Sections of a file and names keep the author's order."""
        found = self._as("mapping").annotation
        if not isinstance(found, type) or not issubclass(found, Spanned) or found is Ruleset:
            return list(keys)
        renamed = {old: change.new for old, change in old_keys(found).items()}
        written = {renamed.get(key, key): key for key in keys}
        return [written[key] for key in found.in_order(written)] if len(written) == len(keys) else list(keys)

    def role(self) -> Role:
        """What the scalar here is."""
        here = self._as("scalar")
        role = _code_role(here.annotation)
        if role is None or role == "template" or role == "drawing":
            return "data"
        if role == "attribute":
            return self.attributes.role(here.path)
        return "expression" if role == "move" and here.path[-1] == "then" else role

    @property
    def element(self) -> type[Spanned] | None:
        """The model of the element whose keys stand here."""
        found = self._as("mapping").annotation
        return found if isinstance(found, type) and issubclass(found, Spanned) else None

    @property
    def named(self) -> type[Spanned] | None:
        """The model of the things by name that stand here; of no element, Spanned. None where other things stand."""
        found = self._as("mapping").annotation
        if get_origin(found) is not dict:
            return None
        inner = get_args(found)[1]
        return inner if isinstance(inner, type) and issubclass(inner, Spanned) else Spanned

    @property
    def is_list(self) -> bool:
        """Whether a list stands here, if more than one value does."""
        return get_origin(self._as("list").annotation) is list

    @property
    def lines(self) -> OneOrMany:
        """What a block of lines here stands for."""
        found = self.annotation
        metadata = get_args(found)[1:] if get_origin(found) is Annotated else ()
        return next((each for each in metadata if isinstance(each, OneOrMany)), ONE_OR_MANY)

    def listed(self, node: Node) -> Node:
        """What stands here, a block of lines as the list that it stands for."""
        return self.lines.listed(node) if self.lines.is_block(node) else node

    @property
    def words(self) -> tuple[str, ...]:
        """The words of which one stands here; none where others can."""
        found = self._as("scalar").annotation
        if any(isinstance(each, Reader) and each.read is read_flag for each in get_args(found)[1:]):
            return "true", "false"
        while get_origin(found) is Annotated:
            found = get_args(found)[0]
        return tuple(map(str, get_args(found))) if get_origin(found) is Literal else ()

    @property
    def is_prose(self) -> bool:
        """Whether a text for people stands here, whose line ends are free."""
        return self.key in ("text", "title") and _code_role(self.annotation) is None

    @property
    def is_diagram(self) -> bool:
        """Whether a position is drawn here, row by row."""
        return _code_role(self._as("scalar").annotation) == "drawing"

    @property
    def is_template(self) -> bool:
        """Whether a text with expressions in braces stands here."""
        return _code_role(self._as("scalar").annotation) == "template"

    def _unknown(self, key: str) -> Place:
        return Place(self.attributes, None, "", "", (*self.path, key), False)

    def _as(self, shape: Shape) -> Place:
        """The place as what stands here, of this shape, is read: a short form is what it stands for."""
        found = self.annotation
        while get_origin(found) is Annotated and not _is_leaf(found):
            found = get_args(found)[0]
        found = model_of(found) or found
        if get_origin(found) in (Union, types.UnionType):
            members = [each for each in get_args(found) if each is not type(None)]
            found = next((each for each in members if _shape(each) == shape), members[0])
            return replace(self, annotation=found)._as(shape)
        if shape == "scalar" and get_origin(found) is list:
            return replace(self, annotation=get_args(found)[0])._as(shape)
        if shape != "mapping" and isinstance(found, type) and issubclass(found, Spanned) and found.short_key:
            key = found.short_key
            return Place(self.attributes, _fields(found)[key], found.__name__, key, self.path, False)._as(shape)
        return replace(self, annotation=found)


@cache
def _fields(model: type[Spanned]) -> dict[str, Any]:
    """The annotations of a model's keys, as an author writes them."""
    found: dict[str, Any] = {}
    for shown, info in model.fields_by_key().items():
        annotation: Any = info.annotation
        for each in info.metadata:
            annotation = Annotated[annotation, each]
        found[shown] = annotation
    return found


def _values(model: type[Spanned]) -> Any:
    """The annotation of the keys that an open model does not name."""
    return get_args(next(each.info for each in attributes(model) if each.name == "values").annotation)[1]


def _is_leaf(annotation: Any) -> bool:
    return any(isinstance(each, Reader) for each in get_args(annotation)[1:])


def _code_role(annotation: Any) -> CodeRole | None:
    """What sort of code is read here; None where it is none."""
    if get_origin(annotation) is not Annotated:
        return None
    return next((each.role for each in get_args(annotation)[1:] if isinstance(each, Reader) and each.role), None)


def _shape(annotation: Any) -> Shape:
    while get_origin(annotation) is Annotated and not _is_leaf(annotation):
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is list:
        return "list"
    is_model = isinstance(annotation, type) and issubclass(annotation, Spanned)
    return "mapping" if get_origin(annotation) is dict or is_model else "scalar"
