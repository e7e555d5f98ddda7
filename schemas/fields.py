"""The scalar types of the ruleset models.

The loader gives `Scalar`, `Mapping` and `Sequence` objects (see `tree`); the readers here take the plain values out
of them and keep the places. Every reader that refuses says so in one sentence for the author, with the code of the
fault and its exact place; `validate` turns that into a diagnostic.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .block_lines import code_items, row_items, text_items
from .dots import DOT
from .errors import cut
from .nearest import did_you_mean
from .quoting import reads_as
from .source import NOWHERE, Code, Fix, Hint, Span
from .trace import all_of, bracketed
from .tree import Mapping, Node, Scalar, Sequence, Word, cite, read_int, shape

NAME_PATTERN = "[a-z][a-z0-9_]*|[A-Z][A-Za-z0-9]*"
NAME = re.compile(NAME_PATTERN)
_RULE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
NOT_NAMES = frozenset(("true", "false", "none", "null"))
"""What has a meaning of its own wherever a value can stand."""
_LARGEST = 2**31 - 1


def fault(code: str, message: str, span: Span | None, hint: str = "") -> PydanticCustomError:
    """What a reader raises: a fault of the author. Without a span its place is found by `validate`."""
    return PydanticCustomError(code, "{message}", {"message": message, "hint": hint, "span": span})


def place(node: object) -> Span | None:
    """Where a node or word stands."""
    span = getattr(node, "span", None)
    return span if isinstance(span, Span) and span != NOWHERE else None


def _text(node: object, wanted: str) -> tuple[str, Span]:
    """The text of a scalar or a key; refuses collections and empty values."""
    if isinstance(node, Scalar):
        if node.is_empty:
            hint = ("write `none` for nothing" if node.text else "write it") + ", or leave the key out"
            raise fault("YUP208", f"{wanted} is missing here", None if not node.text else node.span, hint)
        return node.text, node.span
    if isinstance(node, str):
        return str(node), place(node) or NOWHERE
    if isinstance(node, bool):
        return ("true" if node else "false"), NOWHERE
    if isinstance(node, int):
        return str(node), NOWHERE
    raise fault("YUP203", f"expected {wanted}, found {shape(node)}", place(node))


_NO_BLANK = re.compile(r"([A-Za-z_]\w*):(\S.*)")


def read_name(node: object) -> Word:
    """A name: `snake_case`, or `CamelCase` for kinds and enums."""
    text, span = _text(node, "a name")
    if not NAME.fullmatch(text.rpartition(DOT)[2]) or text in NOT_NAMES:
        plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
        plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
        foreign = next((sign for sign in plain if sign.isalpha() and not sign.isascii()), "")
        better = "" if foreign else re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")
        if not better[:1].isupper() or "_" in better:  # `hasLine` is `has_line`
            better = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", better).lower()
        hint = "a name has letters a-z, digits and `_` and begins with a letter; kinds and enums are CamelCase"
        if text in NOT_NAMES:
            hint = f"{cite(text)} has a meaning of its own; take another word"
        elif (pair := _NO_BLANK.fullmatch(text)) is not None:
            hint = Hint(f"write a blank behind the `:`: `{pair[1]}: {pair[2]}`", Fix(text, f"{pair[1]}: {pair[2]}"))
        elif foreign and any(sign.isascii() and sign.isalpha() for sign in text):
            hint = f"the letter `{foreign}` (U+{ord(foreign):04X}) is none of a-z, even if it looks like one; {hint}"
        elif isinstance(node, Scalar) and " " in text and all(NAME.fullmatch(each) for each in text.split()):
            hint = f"names are separated by `,`: `{', '.join(text.split())}`; one name has no blanks in it"
        elif NAME.fullmatch(better):
            hint = Hint(f"write `{better}`? " + hint, Fix(text, better))
        raise fault("YUP206", f"{cite(text)} cannot be a name", span, hint)
    return Word(text, span)


def read_rule_id(node: object) -> Word:
    """The id of a rule or of a section of the rulebook."""
    text, span = _text(node, "the id of a rule")
    if not _RULE_ID.fullmatch(text.replace(DOT, ".")):
        hint = "an id such as `CAR-1.1` has letters, digits, `.`, `-` and `_`, and no blanks"
        raise fault("YUP207", f"{cite(text)} cannot be the id of a rule", span, hint)
    return Word(text, span)


def read_text(node: object) -> Word:
    """Any text for people; numbers are taken as they are written."""
    text, span = _text(node, "a text")
    return Word(text, span)


def read_number(node: object) -> int:
    """A whole number."""
    text, span = _text(node, "a whole number")
    quoted = isinstance(node, Scalar) and node.style != "plain"
    if quoted or not _INT.fullmatch(text):
        plain = text.replace("_", "")
        hint = ""
        if _INT.fullmatch(plain):
            hint = f"write {plain}" + (" without quotes" if quoted else "")
        elif re.fullmatch(r"[-+]?[0-9]*\.[0-9]+", text):
            hint = "there are no fractions; count in halves or tenths instead"
        elif NAME.fullmatch(text):
            hint = "write the number itself: constants and options are not known yet here"
        raise fault("YUP204", f"{cite(text)} is not a whole number", span, hint)
    value = read_int(text)
    if abs(value) > _LARGEST:
        raise fault("YUP204", f"{cite(text)} is too large", span, f"numbers go from -{_LARGEST} to {_LARGEST}")
    return value


def read_percent(node: object) -> int:
    """A whole number of parts in a hundred."""
    value = read_number(node)
    if not 0 <= value <= 100:
        raise fault("YUP204", f"`{value}` is not a percentage", place(node), "write a number from 0 to 100")
    return value


def read_flag(node: object) -> bool:
    """`true` or `false`."""
    text, span = _text(node, "`true` or `false`")
    if text not in ("true", "false"):
        better = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
        near = better.get(text.lower()) or (text.lower() if text.lower() in ("true", "false") else "")
        hint = Hint(f"write `{near}`", Fix(text, near)) if near else ""
        raise fault("YUP205", f"{cite(text)} is not `true` or `false`", span, hint)
    return text == "true"


def read_value(node: object) -> int | bool | Word:
    """A number, `true`, `false` or a word; what is in quotes is a word."""
    text, span = _text(node, "a value")
    if isinstance(node, Scalar):
        if node.kind == "float":
            hint = "there are no fractions; put a text in quotes"
            raise fault("YUP204", f"{cite(text)} is not a whole number", span, hint)
        if node.kind == "int":
            return read_number(node)
        if node.kind == "bool":
            return text.lower() == "true"
        return Word(text, span)
    return node if isinstance(node, (bool, int)) else Word(text, span)


def read_code(node: object) -> Code:
    """Code, or a type, with the place of each of its characters."""
    if isinstance(node, (Sequence, Mapping)):
        hint = reads_as(node)
        raise fault("YUP203", f"expected code, found {shape(node)}", node.span, hint)
    text, span = _text(node, "code")
    return node.code if isinstance(node, Scalar) else Code(text, span)


def read_constant(node: object) -> Code:
    """Code of a value, or a list of YAML with the values that `[ ]` would hold in code."""
    code = bracketed(node) if isinstance(node, Sequence) else None
    return code or read_code(node)


def read_condition(node: object) -> Code:
    """A condition, or a list of YAML with several that must all hold."""
    code = all_of(node) if isinstance(node, Sequence) else None
    return code or read_code(node)


def read_strings(node: object) -> list[Word]:
    """One id or word, or a list of them."""
    if isinstance(node, (Sequence, list, tuple)):
        return [read_rule_id(each) for each in node]
    return [read_rule_id(node)]


def read_cell(node: object) -> list[int] | Word:
    """A space of a board: `[q, r]`, or its name."""
    if isinstance(node, (Sequence, list, tuple)):
        if len(node) != 2:
            raise fault("YUP211", f"a cell has two numbers, here are {len(node)}", place(node), "write it as `[q, r]`")
        return [read_number(each) for each in node]
    return read_name(node)


CodeRole: TypeAlias = Literal[
    "expression", "type", "effects", "body", "event", "move", "template", "attribute", "drawing"
]
"""What a piece of code is: `body` is an expression or a pure block, `move` what a player of an example does, `template`
a text with values, `drawing` a position row by row, and of an `attribute` its declaration says whether it is an
expression, effects or a text."""


@dataclass(frozen=True)
class Reader:
    """Tells Pydantic to read a node with a function, and what the published JSON Schema says of it."""

    read: Callable[[object], object]
    json: dict[str, Any] = field(hash=False)
    role: CodeRole | None = None
    """What sort of code it is; None for what is none."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)


_SCALAR = {"type": ["string", "integer", "boolean"]}

Name: TypeAlias = Annotated[Word, Reader(read_name, {"type": "string", "pattern": f"^({NAME_PATTERN})$"})]
RuleId: TypeAlias = Annotated[
    Word, Reader(read_rule_id, {"type": ["string", "number"], "pattern": f"^{_RULE_ID.pattern}$"})
]
PlainText: TypeAlias = Annotated[Word, Reader(read_text, {"type": ["string", "number", "boolean"]})]
Number: TypeAlias = Annotated[int, Reader(read_number, {"type": "integer", "minimum": -_LARGEST, "maximum": _LARGEST})]
Percent: TypeAlias = Annotated[int, Reader(read_percent, {"type": "integer", "minimum": 0, "maximum": 100})]
Flag: TypeAlias = Annotated[bool, Reader(read_flag, {"type": "boolean"})]
Value: TypeAlias = Annotated[int | bool | Word, Reader(read_value, _SCALAR)]
_CODE = {**_SCALAR, "x-yupana": "code"}
_CONSTANT = {**_CODE, "type": [*_SCALAR["type"], "array"]}
ExpressionText: TypeAlias = Annotated[Code, Reader(read_code, _CODE, "expression")]
ConditionText: TypeAlias = Annotated[Code, Reader(read_condition, _CONSTANT, "expression")]
ConstantText: TypeAlias = Annotated[Code, Reader(read_constant, _CONSTANT, "expression")]
AttributeText: TypeAlias = Annotated[Code, Reader(read_constant, _CONSTANT, "attribute")]
TypeText: TypeAlias = Annotated[Code, Reader(read_code, _CODE, "type")]
EffectsText: TypeAlias = Annotated[Code, Reader(read_code, _CODE, "effects")]
BodyText: TypeAlias = Annotated[Code, Reader(read_code, _CODE, "body")]
EventText: TypeAlias = Annotated[Code, Reader(read_code, _CODE, "event")]
MoveText: TypeAlias = Annotated[Code, Reader(read_code, _CODE, "move")]
TemplateText: TypeAlias = Annotated[Code, Reader(read_code, _CODE, "template")]
Cell: TypeAlias = Annotated[
    list[int] | Word,
    Reader(
        read_cell,
        {"oneOf": [{"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}, {"type": "string"}]},
    ),
]
Strings: TypeAlias = Annotated[
    list[Word],
    Reader(read_strings, {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]


class _OneOf:
    """For a `Literal`: one of its words."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        words = [str(each) for each in get_args(source)]

        def read(node: object) -> str:
            text, span = _text(node, "a word")
            if text not in words:
                known = ", ".join(f"`{each}`" for each in words)
                hint = did_you_mean(text, words)
                raise fault("YUP209", f"{cite(text)} is not one of {known}", span, hint)
            return text

        return core_schema.no_info_plain_validator_function(read)


class _ByShape:
    """For a union whose members differ in shape: the shape of the node picks the member, so a fault is told once."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        members = {}
        for member in get_args(source):
            bare = get_origin(member)
            bare = get_origin(get_args(member)[0]) if bare is Annotated else bare
            key = "list" if bare is list else "mapping" if bare is dict else "scalar"
            members[key] = handler.generate_schema(member)
        words = {"list": "a list", "mapping": "a mapping", "scalar": "a single value"}

        def pick(node: object) -> str:
            key = "list" if isinstance(node, list) else "mapping" if isinstance(node, dict) else "scalar"
            if key not in members:
                wanted = " or ".join(words[each] for each in members)
                raise fault("YUP203", f"expected {wanted}, found {shape(node)}", place(node))
            return key

        return core_schema.tagged_union_schema(members, discriminator=pick)


@dataclass(frozen=True, slots=True)
class OneOrMany:
    """For a list: a single value stands for a list of one, and a block of lines for its `items`, where it has some."""

    items: Callable[[Scalar], Sequence] | None = None

    def is_block(self, node: object) -> bool:
        """Whether a node is a block of lines, in whatever way YAML has it written."""
        if self.items is None or not isinstance(node, Scalar) or node.is_empty:
            return False
        return self.items is row_items or node.style == "literal" or "\n" in node.text.strip("\n")

    def listed(self, node: Node) -> Node:
        """A node as the list that it stands for."""
        if not isinstance(node, Scalar):
            return node
        if self.items is not None and self.is_block(node):
            return self.items(node)
        return node if self.items is row_items else Sequence([node], node.span)

    def _read(self, node: object) -> object:
        if not isinstance(node, Scalar):
            return [node] if isinstance(node, str) else node
        if not self.is_block(node):
            return self.listed(node)
        if not node.text.strip():
            raise fault("YUP208", "this has no value", node.span, "write each item on a line of its own below the key")
        if node.text.lstrip().startswith("- ") and self.items is not text_items:
            hint = "leave the `- ` out: below a `|` each line is an item"
            raise fault("YUP203", "expected lines, found a list", node.code.at(0, 1), hint)
        items = self.listed(node)
        for each in items if isinstance(items, Sequence) else ():
            if self.items is row_items and isinstance(each, Scalar):
                pair = _NO_BLANK.fullmatch(each.text)
                hint = f"begin it with a player, as in `red: {cut(each.text, 60)}`, or with `then:`"
                if pair is not None:
                    better = f"{pair[1]}: {pair[2]}"
                    hint = Hint(f"write a blank behind the `:`: `{cut(better, 60)}`", Fix("", better))
                raise fault("YUP203", "expected who does it, or `then`, at the start of this line", each.span, hint)
        return items

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._read, handler(source))


ONE_OF = _OneOf()
BY_SHAPE = _ByShape()
ONE_OR_MANY = OneOrMany()
LINES = OneOrMany(code_items)
TEXT_LINES = OneOrMany(text_items)
ROWS = OneOrMany(row_items)
