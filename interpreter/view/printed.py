"""What is printed on cards and tiles: the faces of a look, worked out once for every entry, for they never change.

Where a look says nothing of a kind, its attributes can still be had, so that whoever draws a card need not make do with
a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from yupana.schemas.look import LookBack, LookCorners, LookFace
from yupana.schemas.source import Code, Diagnostic, Span
from yupana.schemas.tree import Word

from ..backends.registry import USUAL
from ..check import values
from ..check.body import Body
from ..check.core import expression
from ..check.world import DomainInfo, World
from ..compiled import CheckedRuleset
from ..language import messages
from ..language.parse import parse_expression, parse_template
from ..language.types import Type, member
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..passes import Pass
from ..program import ir
from ..program.facts import ProgramFacts
from ..program.reducing import reduced
from ..typed.nodes import Expr, Text, sound
from .lines import Line, Value, text_of
from .templates import Template, Templates, with_lines

CORNERS = ("top_left", "top_right", "bottom_left", "bottom_right")
"""The corners of a face, by their keys."""
SMALLEST, LARGEST = 10, 400
"""A face is so many millimetres wide and high."""
CARD = (63, 88)
"""The size of a card of which nothing is said, in millimetres."""


@dataclass(frozen=True, slots=True)
class Back:
    """What is seen from behind: a colour or a name that has one, the name of something that has a sign, and words."""

    colour: str = ""
    icon: str = ""
    title: Line = field(default_factory=lambda: Line.of([]))


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on an entry, each as a line; what is not said is an empty one. `size` is in millimetres; `plain`:
    it has no title, not even its name; `facts` are the attributes of what has no face of its own, by name; `places` are
    rows of things for which there is a space each, and `reverse` is the other side."""

    size: tuple[int, int]
    colour: Line
    title: Line
    corners: dict[str, Line]
    icon: Line
    text: list[Line]
    small: Line
    back: Back
    facts: dict[str, Line] = field(default_factory=dict)
    plain: bool = False
    places: list[Line] = field(default_factory=list)
    reverse: Face | None = None


@dataclass(slots=True)
class _Made:
    """A face with its templates, and that of the other side."""

    look: LookFace
    domain: DomainInfo
    lines: dict[str, list[Template]] = field(default_factory=dict)
    reverse: _Made | None = None

    @property
    def sides(self) -> list[_Made]:
        """The front, and the other side if there is one."""
        return [self] if self.reverse is None else [self, self.reverse]


class Faces:
    """The faces of a ruleset's look; faults are reported to the world."""

    def __init__(self, world: World, compiled: CheckedRuleset, passes: Sequence[Pass]) -> None:
        self._world, self._compiled, self._passes = world, compiled, passes
        self._made: dict[str, _Made] = {}
        for name, face in compiled.ruleset.look.faces.items():
            domain = self._home(name)
            if domain is not None:
                self._check(face)
                other = face.reverse
                reverse = None if other is None else _Made(other, domain, self._lines(other, domain))
                self._made[str(name)] = _Made(face, domain, self._lines(face, domain), reverse)
        self._check_fixed()

    # ------------------------------------------------------------ checking

    def _home(self, name: Word) -> DomainInfo | None:
        """The kind or enum that a face is about, perhaps by one of its entries."""
        world = self._world
        if name in world.domain_of:
            return world.domains[world.domain_of[name]]
        found = [each for each in world.domains if name in each.group_names or name in each.index]
        if not found:
            world.error(messages.unknown_element("entity", name, name.span, [*world.domain_of, *world.entities]))
        return found[0] if found else None

    def _lines(self, face: LookFace, domain: DomainInfo) -> dict[str, list[Template]]:
        codes: dict[str, list[Code]] = {
            "title": [] if face.title is None or face.plain else [face.title],
            "small": [face.small] if face.small is not None else [],
            "text": list(face.text),
        }
        corners = face.corners or LookCorners()
        for corner in CORNERS:
            code: Code | None = getattr(corners, corner)
            codes[corner] = [code] if code is not None else []
        made = {key: [self._template(code, domain) for code in each] for key, each in codes.items()}
        if face.colour is not None:
            made["colour"] = [self._shown(face.colour, domain, lambda type_: type_.kind == "member")]
        if face.icon is not None:
            made["icon"] = [self._shown(face.icon, domain, _is_members)]
        made["places"] = [self._shown(each, domain, _is_members) for each in face.places]
        if face.back is not None and face.back.title is not None:
            made["back"] = [self._template(face.back.title, None)]
        return {key: [each for each in lines if each is not None] for key, lines in made.items()}

    def _body(self, domain: DomainInfo | None, span: Span) -> Body:
        body = Body(self._world, "look", "look", pure=True)
        if domain is not None:
            body.parameter("it", member(domain.number), span)
        return body

    def _template(self, code: Code, domain: DomainInfo | None) -> Template | None:
        template = parse_template(code, self._world.report)
        if template is None:
            return None
        body = self._body(domain, code.span)
        said = values.text(body, template)
        return Template(said, tuple(body.params), None) if sound(said) else None

    def _shown(self, code: Code, domain: DomainInfo, fits: Callable[[Type], bool]) -> Template | None:
        """An expression as a line of nothing but its value."""
        node = parse_expression(code, self._world.report)
        if node is None:
            return None
        body = self._body(domain, code.span)
        found: Expr = expression(body, node)
        if not sound(found):
            return None
        if not fits(found.type):
            self._world.error(messages.wrong_type(messages.Wanted.NAMED, self._world.show(found.type), code.span))
            return None
        return Template(Text(code.span, ("", ""), (found,)), tuple(body.params), None)

    def _check(self, face: LookFace) -> None:
        size = face.size
        if size and not (len(size) == 2 and all(SMALLEST <= each <= LARGEST for each in size)):
            message = f"a size is a width and a height of {SMALLEST} to {LARGEST} millimetres"
            self._world.error(Diagnostic("YUP272", "error", message, face.span, "write `size: [63, 88]`"))
        for key in sorted((face.reverse or LookFace()).model_fields_set & {"size", "small", "back", "reverse"}):
            assert face.reverse is not None
            message, hint = f"the other side of a face has no `{key}` of its own", "it is as large as the front"
            self._world.error(Diagnostic("YUP272", "error", message, face.reverse.key_span(key), hint))
        back = face.back or LookBack()
        if back.icon is not None and back.icon not in self._world.domain_of and not self._is_name(back.icon):
            known = [*self._world.entities, *self._world.domain_of]
            self._world.error(messages.unknown_element("entity", back.icon, back.icon.span, known))

    def _is_name(self, name: str) -> bool:
        return name in self._world.entities or any(name in each.group_names for each in self._world.domains)

    def _check_fixed(self) -> None:
        """Report what asks how a game stands."""
        program = self._program
        if program is None or not self._made:
            return
        facts = ProgramFacts(program)
        for made in [side for each in self._made.values() for side in each.sides]:
            for key, lines in made.lines.items():
                for line in lines:
                    if facts.function(line.function).reads:
                        message = "what is printed cannot depend on how a game stands"
                        hint = "ask attributes and constants; what changes belongs into the lines of the look"
                        self._world.error(Diagnostic("YUP272", "error", message, line.text.span, hint))
                made.lines[key] = [line for line in lines if not facts.function(line.function).reads]

    # ------------------------------------------------------------ working out

    @cached_property
    def _facts(self) -> dict[str, dict[str, Template]]:
        """Templates for the attributes of kinds that have no faces, by kind and attribute."""
        world = self._world.extended()
        found: dict[str, dict[str, Template]] = {}
        for name, kind in self._compiled.ruleset.kinds.items():
            domain = world.domains[world.domain_of[name]]
            if str(name) in self._made or kind.parts is not None:
                continue
            for attribute in domain.attributes.values():
                of = world.domains[attribute.type.domain] if attribute.type.kind == "member" else None
                if attribute.name not in kind.attributes or (of is not None and of.of_texts):
                    continue
                body = Body(world, "look", "look", pure=True)
                body.parameter("it", member(domain.number), domain.span)
                node = parse_expression(Code(f"it.{attribute.name}", domain.span), world.report)
                shown = None if node is None else expression(body, node)
                if shown is not None and sound(shown):
                    text = Text(domain.span, ("", ""), (shown,))
                    found.setdefault(str(name), {})[str(attribute.name)] = Template(text, tuple(body.params), None)
        return found

    def _every(self) -> Templates:
        """All lines of faces, and those of attributes."""
        lines = {
            name: [each for side in made.sides for part in side.lines.values() for each in part]
            for name, made in self._made.items()
        }
        return Templates(cells=lines, sheets={name: list(each.values()) for name, each in self._facts.items()})

    @cached_property
    def _program(self) -> ir.Program | None:
        """The game with all lines of faces; None of a ruleset that is faulty."""
        base = self._compiled.program
        return None if base is None else with_lines(base, self._compiled.tables.extended(), self._every())

    @cached_property
    def _machine(self) -> Machine:
        assert self._program is not None
        functions = [line.function for line in self._every().every()]
        return Machine(reduced(self._program, functions), USUAL, self._passes)

    @property
    def said(self) -> frozenset[str]:
        """The kinds of which the look says what is printed on them, or on an entry of theirs."""
        return frozenset(str(made.domain.name) for made in self._made.values())

    @property
    def domains(self) -> Sequence[ir.Domain]:
        """What the numbers of domains in the lines mean."""
        return self._program.domains if self._program is not None else ()

    def every(self) -> dict[str, dict[str, Face]]:
        """What is printed on the entries, by kind and entry: of kinds and enums that have faces, or entries with one,
        and of kinds with attributes. Those that have copies go by their common name."""
        if self._program is None:
            return {}
        homes = self.said | self._facts.keys()
        found: dict[str, dict[str, Face]] = {}
        for domain in self._world.domains:
            if str(domain.name) not in homes or domain.of_texts:
                continue
            entries: dict[str, int] = {}
            for index in range(domain.size):
                entries.setdefault(str(domain.entry_of(index)), index)
            found[str(domain.name)] = {name: self._face(domain, name, index) for name, index in entries.items()}
        return found

    def _face(self, domain: DomainInfo, name: str, index: int) -> Face:
        made = self._made.get(name) or self._made.get(str(domain.name))
        if made is None:
            facts = self._facts.get(str(domain.name), {})
            told = {key: line for key, template in facts.items() for line in self._said(template, index)}
            return replace(self._side(_Made(LookFace(), domain), index), facts=told)
        front, other = self._side(made, index), made.reverse
        if other is None:
            return front
        return replace(front, reverse=replace(self._side(other, index), size=front.size, back=front.back))

    def _side(self, made: _Made, index: int) -> Face:
        """One side of a face."""
        said = {key: [line for each in every for line in self._said(each, index)] for key, every in made.lines.items()}
        one = {key: next(iter(each), Line.of([])) for key, each in said.items()}
        empty, look = Line.of([]), made.look
        wide, high = look.size if len(look.size) == 2 else CARD
        back = look.back or LookBack()
        return Face(
            (wide, high),
            one.get("colour", empty),
            one.get("title", empty),
            {corner: one[corner] for corner in CORNERS if corner in one},
            one.get("icon", empty),
            said.get("text", []),
            one.get("small", empty),
            Back(str(back.colour or ""), str(back.icon or ""), one.get("back", empty)),
            plain=look.plain,
            places=said.get("places", []),
        )

    def _said(self, template: Template, index: int) -> Iterator[Line]:
        """The line of a template; nothing where all its values come to nothing, or a rule fails on the way."""
        machine = self._machine
        try:
            arguments = [index] * bool(template.params)
            *_, (_, number, given) = machine.events_of(self._cells[:], template.function, *arguments)
        except Trap:
            return
        text = machine.program.texts[number]
        answers = machine.printer.wording.answers
        shown = [
            Value(kind, each, text_of(machine.printer, kind, each, answers))
            for kind, each in zip(text.types, given, strict=True)
        ]
        if any(each.text for each in shown) or not shown:
            parts = [each for pair in zip(shown, text.parts[1:], strict=True) for each in pair]
            yield Line.of([text.parts[0], *parts])

    @cached_property
    def _cells(self) -> ir.Cells:
        options = [0] * len(self._machine.program.layout.options)
        return self._machine.new_state(len(self._world.domains[0].names), 0, options)


def _is_members(type_: Type) -> bool:
    """Whether a value is a thing with a name, or several of them."""
    inner = type_.element if type_.kind == "list" else None
    return type_.kind in ("member", "set") or (inner is not None and inner.kind == "member")
