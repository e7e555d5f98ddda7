"""Values, texts and options as people read and write them.

An option prints as `name(parameter=value, …)`, or as its bare name when it has no parameters; values print as ints,
`true`/`false`, entity names, `none` and `[a, b]`. Reading takes what printing gives, spaces as one likes, and leaves
out arguments as long as one option remains. A piece of an `alike` kind prints the name of its group.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from yupana.schemas.dots import dotted

from ..backends.protocol import OptionTuple
from ..program import ir
from .faults import InternalError
from .speech import Speech, Wording, speech_of

HIDDEN = "?"
"""What stands for a value that the reader may not know."""
LEFT_OPEN = "…"
"""What stands for a value that nobody has chosen yet."""


@dataclass(frozen=True)
class Written:
    """What somebody wrote for an option: a name and some arguments, each value without spaces."""

    name: str
    arguments: dict[str, str]


def each_of(value: Any) -> Sequence[int]:
    """The elements of a list, the members of a set, the values of a map."""
    return [i for i in range(value.bit_length()) if value >> i & 1] if isinstance(value, int) else value


@dataclass(slots=True)
class _Way:
    """What the value at a place of an option may print as, numbers of alike pieces left out."""

    at: int
    kind: ir.ValueType
    texts: frozenset[str]
    known: dict[Any, bool] = field(default_factory=dict)

    def allows(self, printer: Printer, option: OptionTuple) -> bool:
        """Whether the value of an option is one of them."""
        value = option[self.at]
        found = self.known.get(value)
        if found is None:
            found = self.known[value] = squeezed(printer.value(self.kind, value)) in self.texts
        return found


class Printer:
    """Prints and reads the values of one program. `wording` is whence people have the words for them: the exact forms
    are those of the ruleset, and options, which are read again, say `false` and `true`."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.wording = Wording()
        self._indices: dict[int, dict[str, int]] = {}

    # ------------------------------------------------------------ words

    @cached_property
    def speech(self) -> Speech:
        """What people read."""
        return speech_of(self.program, self.wording)

    def said_text(self, number: int, values: Sequence[Any], hidden: Container[int] = ()) -> str:
        """Text `number` of the program with its values as people read it; `hidden` as for `text`."""
        if number < 0:
            return ""
        known = self.program.texts[number]
        shown = [self.said(kind, value, hidden) for kind, value in zip(known.types, values, strict=True)]
        return self.speech.line(known.parts, shown)

    def said(self, kind: ir.ValueType, value: Any, hidden: Container[int] = ()) -> str:
        """A value as people read it."""
        if kind.many:
            apart = "" if kind.kind == "member" and self.program.domains[kind.domain].is_of_texts else self.speech.comma
            return apart.join([self.said(kind.one, each, hidden) for each in each_of(value)])
        return HIDDEN if self._is_hidden(kind, value, hidden) else self.speech.value(kind, value)

    def sentence(self, option: OptionTuple, hidden: Container[int] = (), left_out: Container[int] = ()) -> str:
        """An option in a sentence, `hidden` and `left_out` as for `redacted`."""
        shown: list[str] = []
        values: list[Any] = []
        for i, ((_, kind), value) in enumerate(
            zip(self.program.alternatives[option[0]].params, option[1:], strict=True)
        ):
            secret = i in left_out or (not kind.many and self._is_hidden(kind, value, hidden))
            shown.append(HIDDEN if i in left_out else self.said(kind, value, hidden) or self.speech.nothing)
            values.append(None if secret else value)
        return self.speech.sentence(option[0], shown, values)

    def partly(self, alternative: int, shown: Mapping[int, str], values: Mapping[int, Any]) -> str:
        """An option in a sentence of which only some values are known: what is shown of each by the parameter's number,
        and the value where it is one."""
        params = range(len(self.program.alternatives[alternative].params))
        return self.speech.sentence(
            alternative, [shown.get(i, LEFT_OPEN) for i in params], [values.get(i) for i in params]
        )

    def words(self, option: OptionTuple) -> str:
        """What people read for the name of an option and for its values."""
        known = self.program.alternatives[option[0]]
        values = [self.said(kind, value) for (_, kind), value in zip(known.params, option[1:], strict=True)]
        return " ".join([self.wording.word(known.name, ""), *values])

    # ------------------------------------------------------------ values

    def value(self, kind: ir.ValueType, value: Any, exact: bool = False) -> str:
        """A value of a type. `exact`: pieces of alike kinds by their own names."""
        if kind.many:
            return "[" + ", ".join([self.value(kind.one, each, exact) for each in each_of(value)]) + "]"
        if kind.is_none(value):
            return "none"
        if kind.kind == "bool":
            return "true" if value else "false"
        if kind.kind == "int":
            return str(int(value))
        return self.member(kind.domain, value, exact)

    def member(self, domain: int, index: int, exact: bool = False) -> str:
        """A member of a domain by name."""
        if index < 0:
            return "none"
        known = self.program.domains[domain]
        if index >= len(known.names):
            raise InternalError(f"{known.name} of {self.program.name} has no member {index}")
        if known.alike and known.groups and not exact:
            return dotted(known.group_names[known.groups[index]])
        return dotted(known.names[index])

    def index(self, domain: int, name: str) -> int | None:
        """The member with this name."""
        names = self._indices.get(domain)
        if names is None:
            known = self.program.domains[domain].names
            names = self._indices[domain] = {dotted(each): i for i, each in enumerate(known)}
        return names.get(name)

    def player(self, seat: int) -> str:
        """A player's name."""
        return self.member(self.program.player_domain, seat)

    def text(self, number: int, values: Sequence[Any], hidden: Container[int] = ()) -> str:
        """Text `number` of the program with its values; entities show their label, if they have one. `hidden` are
        pieces (by piece number) that the reader may not know."""
        if number < 0:
            return ""
        known = self.program.texts[number]
        out = [known.parts[0]]
        for part, kind, value in zip(known.parts[1:], known.types, values, strict=True):
            out.append(self._shown(kind, value, hidden))
            out.append(part)
        return "".join(out)

    def _shown(self, kind: ir.ValueType, value: Any, hidden: Container[int]) -> str:
        if kind.many:
            return ", ".join([self._shown(kind.one, each, hidden) for each in value])
        if self._is_hidden(kind, value, hidden):
            return HIDDEN
        if kind.kind == "bool" and not kind.is_none(value):
            return self.wording.answers[bool(value)]
        if kind.kind == "member" and value >= 0:
            labels = self.program.domains[kind.domain].labels
            if labels and (label := str(labels[value])):
                return label
        return self.value(kind, value)

    # ------------------------------------------------------------ options

    def redacted(self, option: OptionTuple, hidden: Container[int], left_out: Container[int]) -> str:
        """An option as somebody is told of it who may not know some pieces (by piece number), nor the parameters (by
        their numbers) that are left out."""
        known = self.program.alternatives[option[0]]
        if not known.params:
            return dotted(known.name)
        parts = []
        for i, ((name, kind), value) in enumerate(zip(known.params, option[1:], strict=True)):
            parts.append(f"{name}={HIDDEN if i in left_out else self._redacted(kind, value, hidden)}")
        return f"{dotted(known.name)}({', '.join(parts)})"

    def _redacted(self, kind: ir.ValueType, value: Any, hidden: Container[int]) -> str:
        if kind.many:
            return "[" + ", ".join([self._redacted(kind.one, each, hidden) for each in each_of(value)]) + "]"
        return HIDDEN if self._is_hidden(kind, value, hidden) else self.value(kind, value)

    def _is_hidden(self, kind: ir.ValueType, value: int, hidden: Container[int]) -> bool:
        base = self.program.domains[kind.domain].piece_base if kind.kind == "member" else -1
        return base >= 0 and value >= 0 and base + value in hidden

    def option(self, option: OptionTuple, exact: bool = False) -> str:
        """An option. `exact`: in the form that names it whatever the other options are."""
        known = self.program.alternatives[option[0]]
        if not known.params:
            return dotted(known.name)
        parts = [
            f"{name}={self.value(kind, value, exact)}"
            for (name, kind), value in zip(known.params, option[1:], strict=True)
        ]
        return f"{dotted(known.name)}({', '.join(parts)})"

    def options(self, options: Sequence[OptionTuple]) -> list[str]:
        """The options of one decision; those that would print the same get `#2`, `#3`, … on their alike pieces."""
        said: dict[tuple[int, int, int], str] = {}  # a value comes again and again among many options
        texts = [self._option_cached(each, said) for each in options]
        same: dict[str, list[int]] = {}
        for i, text in enumerate(texts):
            same.setdefault(text, []).append(i)
        if len(same) == len(texts):
            return texts
        for group in same.values():
            if len({options[i] for i in group}) > 1 and len({options[i][0] for i in group}) == 1:
                for i, text in zip(group, self._numbered([options[i] for i in group]), strict=True):
                    texts[i] = text
        return texts

    def _option_cached(self, option: OptionTuple, said: dict[tuple[int, int, int], str]) -> str:
        """As `option`, with what is `said` already of single values."""
        number, *values = option
        known = self.program.alternatives[number]
        if not known.params:
            return dotted(known.name)
        parts = []
        for i, value in enumerate(values):
            key = (number, i, value)
            if (part := said.get(key) if type(value) is int else None) is None:
                name, kind = known.params[i]
                part = f"{name}={self.value(kind, value)}"
                if type(value) is int:
                    said[key] = part
            parts.append(part)
        return f"{dotted(known.name)}({', '.join(parts)})"

    def _numbered(self, options: Sequence[OptionTuple]) -> list[str]:
        """Options that print the same, told apart: at each parameter the different pieces are counted."""
        out: list[list[str]] = [[] for _ in options]
        known = self.program.alternatives[options[0][0]]
        for at, (name, kind) in enumerate(known.params, 1):
            values = [option[at] for option in options]
            pieces = sorted({each for value in values for each in (each_of(value) if kind.many else (value,))})
            counts: dict[int, int] = {}
            number: dict[int, int] = {}
            for each in pieces:
                group = self._group(kind, each)
                number[each] = counts[group] = counts.get(group, 0) + 1
            for line, value in zip(out, values, strict=True):
                line.append(f"{name}={self._with_number(kind, value, number)}")
        return [f"{dotted(known.name)}({', '.join(line)})" for line in out]

    def _group(self, kind: ir.ValueType, value: int) -> int:
        if kind.kind != "member" or value < 0:
            return -1
        domain = self.program.domains[kind.domain]
        return domain.groups[value] if domain.alike and domain.groups else -2 - value

    def _with_number(self, kind: ir.ValueType, value: Any, number: dict[int, int]) -> str:
        if kind.many:
            return "[" + ", ".join([self._with_number(kind.one, each, number) for each in each_of(value)]) + "]"
        text = self.value(kind, value)
        if self._group(kind, value) >= 0 and number[value] > 1:
            return f"{text}#{number[value]}"
        return text

    # ------------------------------------------------------------ reading

    def fits(self, written: Written, option: OptionTuple, printed: str) -> bool:
        """Whether an option is (one of those) meant. Its arguments may be written as printed or exactly."""
        known = self.program.alternatives[option[0]]
        if dotted(known.name) != written.name:
            return False
        names = [name for name, _ in known.params]
        if any(name not in names for name in written.arguments):
            return False
        shown = read_option(printed)
        for (name, kind), value in zip(known.params, option[1:], strict=True):
            wanted = written.arguments.get(name)
            if wanted is None:
                continue
            accepted = {squeezed(self.value(kind, value, True)), squeezed(self.value(kind, value))}
            if shown is not None:
                # `truck#2` was told apart from `truck`: the bare name then means the first one only.
                accepted = {squeezed(self.value(kind, value, True)), shown.arguments.get(name, "")}
            if wanted not in accepted:
                return False
        return True

    def likely(self, written: Written, options: Sequence[OptionTuple]) -> list[OptionTuple]:
        """Those of the options that can be meant, in their order; with each all that print like it."""
        ways: dict[int, list[_Way] | None] = {}
        found = []
        for option in options:
            number = option[0]
            if number not in ways:
                ways[number] = self._ways(written, number)
            way = ways[number]
            if way is not None and all(each.allows(self, option) for each in way):
                found.append(option)
        return found

    def has_alike(self, alternative: int) -> bool:
        """Whether a parameter takes pieces of which several are alike."""
        domains = self.program.domains
        return any(
            kind.kind == "member" and domains[kind.domain].alike
            for _, kind in self.program.alternatives[alternative].params
        )

    def _ways(self, written: Written, alternative: int) -> list[_Way] | None:
        """How the values of an alternative's parameters can print, where something is written for them; None for
        another alternative."""
        known = self.program.alternatives[alternative]
        if dotted(known.name) != written.name or not written.arguments.keys() <= {name for name, _ in known.params}:
            return None
        found = []
        for at, (name, kind) in enumerate(known.params, 1):
            wanted = written.arguments.get(name)
            if wanted is not None:
                value = self.read_value(kind, wanted)
                named = () if value is None else (squeezed(self.value(kind, value)),)
                found.append(_Way(at, kind, frozenset((re.sub(r"#\d+", "", wanted), wanted, *named))))
        return found

    def exact_tuples(self, written: Written, alternatives: Sequence[int]) -> list[OptionTuple]:
        """The options that an exact text can stand for, of these alternatives."""
        out = []
        for number in alternatives:
            known = self.program.alternatives[number]
            if dotted(known.name) != written.name or len(known.params) != len(written.arguments):
                continue
            values: list[Any] = [number]
            for name, kind in known.params:
                value = self.read_value(kind, written.arguments.get(name, ""))
                if value is None:
                    break
                values.append(value)
            else:
                out.append(tuple(values))
        return out

    def read_value(self, kind: ir.ValueType, text: str) -> Any:
        """A value from its exact text, or None if it is not one of this type."""
        if kind.many:
            if not (text.startswith("[") and text.endswith("]")):
                return None
            inside = text[1:-1].split(",") if len(text) > 2 else []
            values = [self.read_value(kind.one, each) for each in inside]
            return None if None in values else tuple(values)
        if text == "none" and kind.optional:
            return kind.none
        if kind.kind == "bool":
            return {"true": 1, "false": 0}.get(text)
        if kind.kind == "int":
            return int(text) if re.fullmatch(r"-?\d{1,10}", text) else None
        return self.index(kind.domain, text)


def squeezed(text: str) -> str:
    """Without spaces, and with the hyphen for every minus sign."""
    return re.sub(r"\s+", "", text).replace("−", "-")


_OPTION = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)(?:\((.*)\))?", re.S)


def read_option(text: str) -> Written | None:
    """The name and the arguments of an option as somebody wrote it, or None when it does not read as one."""
    match = _OPTION.fullmatch(squeezed(dotted(text)))
    if match is None:
        return None
    arguments: dict[str, str] = {}
    for part in _split(match[2] or ""):
        name, equals, value = part.partition("=")
        if not equals or not name or not value or name in arguments:
            return None
        arguments[name] = value
    return Written(match[1], arguments)


def _split(text: str) -> list[str]:
    """At the commas that are not inside brackets."""
    if not text:
        return []
    out, depth, start = [], 0, 0
    for i, character in enumerate(text):
        if character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        elif character == "," and depth == 0:
            out.append(text[start:i])
            start = i + 1
    return [*out, text[start:]]
