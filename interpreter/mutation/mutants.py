"""All breaks of a ruleset: what each changes, in the author's words, with its place and its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel
from yupana.schemas.ruleset import KindDecl, OptionDecl, Ruleset
from yupana.schemas.source import Code, Report, Span
from yupana.schemas.steps import Step
from yupana.schemas.walk import names

from ..compiled import SoundRuleset
from ..index.elements import index
from ..index.parts import text_attributes
from ..language import nodes
from ..language.parse import parse_effects, parse_expression, parse_function_body
from ..language.trees import descend
from .code import Change, Says, changes
from .declarations import Edit, Part, Path, edits, joined, parts
from .facts import Facts
from .trees import plus, with_number

MOST_WORDS = 70
"""So many characters of what the author wrote are quoted in one piece."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change of a ruleset. `element` is what it changes, `what` says how, in the author's words: both
    together are its name, the same as long as nobody edits there. `rules` are those that are implemented there.
    Either a `code` is read as `tree`, or an `edit` changes a declaration. Of a number that is declared, or of an end,
    `further` are breaks that make it quite another: they tell whether it matters at all."""

    element: str
    what: str
    sort: str
    span: Span
    rules: tuple[str, ...]
    code: Code | None = None
    tree: Any = None
    edit: Edit | None = None
    further: tuple[Mutant, ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.element}: {self.what}"


def mutants_of(compiled: SoundRuleset) -> list[Mutant]:
    """All breaks of a compiled ruleset without errors, in the order of the files."""
    return _Mutants(compiled).all()


class _Mutants:
    def __init__(self, compiled: SoundRuleset) -> None:
        self.ruleset: Ruleset = compiled.ruleset
        self.lines = {name: text.split("\n") for name, text in compiled.files.items()}
        elements = index(compiled)
        self.elements = {id(each.model): each for each in elements if each.model is not None}
        self.facts = Facts(compiled, elements)

    def all(self) -> list[Mutant]:
        """All of them; where two have the same name, the second and later ones have a number."""
        found: list[Mutant] = []
        read: set[Code] = set()
        for part in parts(self.ruleset):
            if isinstance(part.value, Code) and part.value not in read and not _is_no_rule(part):
                read.add(part.value)
                found += self._of_code(part)
        for edit in edits(self.ruleset, self.facts):
            made = self._made(edit.span, edit.sort, edit.what, self._around(self.ruleset, edit.element), edit=edit)
            if edit.sort == "number":
                others = [edit._replace(new=each) for each in _far_off(edit.new)]
                made = replace(made, further=tuple([replace(made, edit=each) for each in others]))
            found.append(made)
        found = [each for each in found if not each.element or each.element in self.facts.reached]
        found.sort(key=lambda each: (each.span.file, each.span.line, each.span.column))
        seen: Counter[str] = Counter()
        out = []
        for each in found:
            seen[each.name] += 1
            again = seen[each.name]
            out.append(each if again == 1 else _numbered(each, again))
        return out

    def _of_code(self, part: Part) -> Iterator[Mutant]:
        code: Code = part.value
        tree = _read(part)
        if tree is None or (part.role == "attribute" and not self.facts.is_read(str(part.path[-1]))):
            return
        key, last = part.path[-1], part.around[-1]
        keys = names(type(last))
        where = "" if key in keys or isinstance(key, int) else f"`{key}`: "
        if "pairs" in part.path:
            where = f"the link {_ends(self.ruleset, part.path)}, {where}"
        known = set()
        for change in (*changes(tree, self.says, self.facts), *_by_place(part, tree, self.says, self.facts)):
            if change.tree not in known:
                known.add(change.tree)
                said = where + change.words
                if not where and isinstance(tree, (nodes.Int, nodes.Bool, nodes.Name)):
                    said = f"`{keys[key]}`: {said}" if isinstance(key, str) else said
                made = self._made(change.span, change.sort, said, part.around, code=code, tree=change.tree)
                far = isinstance(last, OptionDecl) or (isinstance(last, Step) and key in _ENDS)
                yield replace(made, further=_further(made)) if far and change.sort == "number" else made

    def _made(self, span: Span, sort: str, what: str, around: tuple[BaseModel, ...], **how: Any) -> Mutant:
        element = next((each for one in reversed(around) if (each := self.elements.get(id(one)))), None)
        cited = [each.source for each in reversed(around) if getattr(each, "source", None)]  # type: ignore[attr-defined]
        rules = tuple([str(each) for each in cited[0]]) if cited else () if element is None else element.source
        return Mutant("" if element is None else element.path, what, sort, span, rules, **how)

    def _around(self, value: Any, path: tuple[str | int, ...]) -> tuple[BaseModel, ...]:
        found = []
        for each in path:
            if isinstance(value, BaseModel):
                found.append(value)
                value = getattr(value, str(each))
            else:
                value = value[each]
        if isinstance(value, BaseModel):
            found.append(value)
        return tuple(found)

    def says(self, span: Span) -> str:
        """What is written at a place, in one line."""
        lines = self.lines.get(span.file, [])[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        text = " ".join(" ".join(lines).split())
        return text if len(text) <= MOST_WORDS else f"{text[: MOST_WORDS - 1]}…"


def _ends(ruleset: Ruleset, path: Path) -> str:
    """What a link joins."""
    at = path.index("pairs")
    value: Any = ruleset
    for key in path[: at + 2]:
        value = getattr(value, str(key)) if isinstance(value, BaseModel) else value[key]
    return joined(value)


def _far_off(number: int) -> Iterator[int]:
    """Numbers that are quite other ones: whatever asks for a number says something else with some of them."""
    yield from (each for each in (0, 1, 2 * number + 10) if each != number)


def _further(made: Mutant) -> tuple[Mutant, ...]:
    """A number in code made quite another."""
    numbers = [each for each in descend(made.tree) if isinstance(each, nodes.Int) and each.span == made.span]
    far = _far_off(numbers[0].value if numbers else 0)
    return tuple([replace(made, tree=with_number(made.tree, made.span, each)) for each in far])


_LATER = {">=": "+", ">": "+", "==": "+", "<=": "-", "<": "-"}
"""What is done to the bound of an end so that it comes later by one."""


def _by_place(part: Part, tree: Any, says: Says, facts: Facts) -> Iterator[Change]:
    """The changes of a tree that follow from where it stands: what an entry says of itself, when a step ends, how a tie
    is broken."""
    key, last = part.path[-1], part.around[-1]
    if part.path[:2] == ("scoring", "tie_break"):
        said = f"a tie goes the other way by `{says(tree.span)}`"
        yield Change(nodes.Unary(tree.span, "-", tree), tree.span, "tie", said)
    if part.role == "attribute" and isinstance(tree, nodes.Name):
        for other in facts.members(tree)[:1]:
            said = f"`{says(tree.span)}` is `{other}`"
            yield Change(replace(tree, name=other), tree.span, "value", said)
    if part.role == "attribute" and isinstance(tree, nodes.SetLit) and len(tree.items) == 1:
        for other in facts.members(tree.items[0])[:1]:
            said = f"`{says(tree.span)}` has `{other}` too"
            more = nodes.Name(tree.span, other)
            yield Change(replace(tree, items=(*tree.items, more)), tree.span, "element", said)
    if isinstance(last, Step) and key == "times" and not isinstance(tree, nodes.Int):
        yield Change(plus(tree, 1), tree.span, "bound", f"`{says(tree.span)}` is one more")
    if isinstance(last, Step) and key == "until":
        for later, said in _later(tree, says):
            yield Change(later, tree.span, "bound", f"`{said}` comes true later by one")


def _later(tree: nodes.Expr, says: Says) -> Iterator[tuple[nodes.Expr, str]]:
    """A condition with the bound of one comparison moved by one; of numbers themselves it is said there."""
    match tree:
        case nodes.Binary(op="and" | "or"):
            for left, said in _later(tree.left, says):
                yield replace(tree, left=left), said
            for right, said in _later(tree.right, says):
                yield replace(tree, right=right), said
        case nodes.Comprehension(word="any" | "all"):
            for element, said in _later(tree.element, says):
                yield replace(tree, element=element), said
        case nodes.Compare(rest=((op, bound),)) if op in _LATER and not isinstance(bound, nodes.Int):
            moved = nodes.Binary(bound.span, _LATER[op], bound, nodes.Int(bound.span, 1))
            yield replace(tree, rest=((op, moved),)), says(tree.span)


def _numbered(each: Mutant, again: int) -> Mutant:
    return replace(each, what=f"{each.what} ({again})")


_ENDS = frozenset(["until", "times"])


def _is_no_rule(part: Part) -> bool:
    """Whether code is a type, what a trigger waits for, what people only read or see, or a part of a position."""
    if part.role in ("type", "event", "template"):
        return True
    if part.role == "attribute":
        return any(part.path[-1] in text_attributes(each) for each in part.around)
    sees = part.path[-1] == "visible" and "visible" in part.around[-1].roles()
    return sees or part.path[0] == "positions" or part.path[:2] == ("scoring", "report")


def _read(part: Part) -> Any:
    """The tree of a code."""
    code, report = part.value, Report()
    if part.role == "effects" or (part.role == "attribute" and _is_procedure(part)):
        return parse_effects(code, report)
    return parse_function_body(code, report) if part.role == "body" else parse_expression(code, report)


def _is_procedure(part: Part) -> bool:
    """Whether what is given under a name is a procedure of the kind."""
    return any(isinstance(each, KindDecl) and part.path[-1] in each.procedures for each in part.around)
