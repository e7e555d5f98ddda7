"""References in texts for people: `{ap_per_turn}` in a rule stands for what the ruleset says.

In braces stands an expression of the language, and besides it `count(lima_card)`, how many there are of an entry, and
`counted(n, card, cards)`, the number with the word that fits it. Here is what these mean and what is wrong with them;
the book works out their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from yupana.schemas.phrases import as_they_stand
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Diagnostic, Report, Span
from yupana.schemas.texts import Texts
from yupana.schemas.tree import Mapping, Scalar, Word, cite

from ..language import messages, nodes
from ..language.parse import parse_expression, parse_template
from ..language.trees import descend, transformed
from ..typed.names import Entity, Named
from ..typed.nodes import Variable
from .counting import counted_words
from .counting import is_counted as is_counted
from .functions import check_value
from .world import World

FAULTY = "YUP255"
_QUOTED = re.compile(r"`([^`]+)`")


class UnknownError(Exception):
    """A reference that is none; `span` is where it stands."""

    def __init__(self, message: str, span: Span, hint: str = "") -> None:
        super().__init__(message)
        self.span = span
        self.hint = hint

    def diagnostic(self) -> Diagnostic:
        """What is told of it."""
        return Diagnostic(FAULTY, "error", str(self), self.span, self.hint)


# ---------------------------------------------------------------- where texts stand


def code_at(node: object, key: str) -> Code | None:
    """The text under a key as code, with the place of every character."""
    scalar = node.get(key) if isinstance(node, Mapping) else None
    return scalar.code if isinstance(scalar, Scalar) else None


def code_of(text: str) -> Code:
    """A text of a ruleset as code, with the places of its characters where they are known."""
    if isinstance(text, Word):
        return Code(str(text), text.span, ((text.span.line, text.span.column),))
    return Code(text, Span("", 0, 0, 0, 0))


def own_texts(ruleset: Ruleset) -> Iterator[Code]:
    """The texts of a ruleset in which references may stand."""
    rulebook, book = ruleset.rulebook, ruleset.book
    places: list[tuple[object, str, str | None]] = [
        *((rule.node, "text", rule.text) for rule in rulebook.rules.values()),
        *((rulebook.node.get("glossary"), word, text) for word, text in rulebook.glossary.items()),
        *((book.node.get("components"), name, text) for name, text in book.components.items()),
        *((chapter.node, "text", chapter.text) for chapter in book.chapters.values()),
    ]
    for node, key, text in places:
        if text is not None:
            yield code_at(node, key) or code_of(text)


def translated_texts(texts: Texts) -> Iterator[Code]:
    """The texts in another language in which references may stand."""
    yield from map(code_of, (*texts.rules.values(), *texts.texts.values()))


# ---------------------------------------------------------------- what is wrong with them


def faults_of_figures(world: World, code: Code) -> Iterator[Diagnostic]:
    """The names and types that are wrong in the references of a text. Whether a value is known before the game shows
    when it is worked out."""
    if "{" not in code.text and "}" not in code.text:
        return
    report = Report()
    template = parse_template(code, report)
    yield from report.errors
    for part in values_in(template) if template is not None else ():
        yield from _faults(world, part)


def faults_of_phrases(ruleset: Ruleset, texts: Texts) -> Iterator[Diagnostic]:
    """What is wrong with what the game says in another language. Its braces hold what the ruleset's own words hold, so
    that only the texts in them can be faulty: no type has to be known."""
    for other, text, is_quoted in as_they_stand(ruleset, texts.phrases):
        if "{" not in text:
            continue
        report, code = Report(), Code(text, other.span)
        template = parse_expression(code, report) if is_quoted else parse_template(code, report)
        for each in report.errors:
            yield Diagnostic("YUP250", "error", f"the phrase cannot be read: {each.message}", other.span, each.hint)
        for node in descend(template) if template is not None else ():
            if is_counted(node) and counted_words(node) is None:
                yield Diagnostic("YUP250", "error", messages.COUNTED, other.span, messages.COUNTED_HINT)


def _faults(world: World, node: nodes.Expr) -> Iterator[Diagnostic]:
    try:
        if is_counted(node):
            words_of(node)
            node = node.args[0]
        node = in_the_language(world, node)
    except UnknownError as fault:
        yield fault.diagnostic()
        return
    more = world.extended()
    check_value(more, "figure", "a text", node, {}, None)
    for each in more.report.errors:
        # a file of texts is none of the ruleset's, so its excerpts are not known: the message names the name
        named = _QUOTED.findall(each.message) if each.code in messages.OF_NAMES else []
        if not any(world.is_broken(part) for name in named for part in name.split(".")):
            yield _as_faulty_text(each)


def names_in_figures(world: World, texts: Iterable[Code]) -> Iterator[Named]:
    """What the names in the references of texts mean; of faulty ones, what is known of them."""
    for code in texts:
        template = parse_template(code, Report()) if "{" in code.text else None
        for part in values_in(template) if template is not None else ():
            yield from _names(world, part)


def _names(world: World, node: nodes.Expr) -> Iterator[Named]:
    if is_counted(node):
        node = node.args[0]
    try:
        whole = in_the_language(world, node)
    except UnknownError:
        return
    more = world.extended()
    check_value(more, "figure", "a text", whole, {}, None)
    inside = [*descend(node)]
    written = {each.span for each in inside if isinstance(each, nodes.Name)}
    written |= {each.name_span for each in inside if isinstance(each, nodes.Attribute)}
    for each in more.names:
        if each.span in written and not isinstance(each.meant, Variable):
            yield each
    for call in inside:
        if isinstance(call, nodes.Call) and len(call.args) == 1 and _is_count(call):
            yield from _counted(world, call.args[0])


def _is_count(node: nodes.Call) -> bool:
    return isinstance(node.function, nodes.Name) and node.function.name in ("count", "size")


def _counted(world: World, node: nodes.Expr) -> Iterator[Named]:
    """The names in the parentheses of `count(entry)`."""
    found = _entry(world, node)
    span = node.name_span if isinstance(node, nodes.Attribute) else node.span
    for domain in world.domains if found is not None else ():
        if found is not None and domain.of < 0 and domain.name == found[0]:
            if isinstance(node, nodes.Attribute):
                yield Named(node.value.span, domain, "read")
            yield Named(span, Entity(domain, domain.index[found[1][0]]), "read")


def _as_faulty_text(fault: Diagnostic) -> Diagnostic:
    return Diagnostic(FAULTY, "error", fault.message, fault.span, fault.hint, fault.related)


# ---------------------------------------------------------------- what they mean


def chooses(node: object) -> TypeGuard[nodes.Conditional]:
    """Whether this chooses between texts, or between a text and something else."""
    return isinstance(node, nodes.Conditional) and any(
        isinstance(each, nodes.Template) or chooses(each) for each in (node.then, node.other)
    )


def truth(node: nodes.Conditional) -> nodes.Expr:
    """Whether the first of the two is chosen."""
    span = node.test.span
    return replace(node, span=span, then=nodes.Bool(span, True), other=nodes.Bool(span, False))


def values_in(node: nodes.Expr) -> Iterator[nodes.Expr]:
    """The expressions whose values are needed for what stands in braces: itself, or what is in the texts that it
    chooses between."""
    if isinstance(node, nodes.Template):
        for part in node.parts:
            if not isinstance(part, str):
                yield from values_in(part)
    elif chooses(node):
        yield truth(node)
        for each in (node.then, node.other):
            yield from () if isinstance(each, nodes.NoneLit) else values_in(each)
    else:
        yield node


def words_of(node: nodes.Call) -> tuple[str, str]:
    """The words of `counted` for one thing and for several. Raises UnknownError."""
    found = counted_words(node)
    if found is not None:
        return found
    raise UnknownError(messages.COUNTED, node.span, messages.COUNTED_HINT)


def in_the_language(world: World, node: Any) -> Any:
    """An expression with its `count(entry)` as the comprehension that it is short for. Raises UnknownError."""

    def of_count(node: nodes.Node) -> nodes.Expr | None:
        if not isinstance(node, nodes.Call) or not _is_count(node) or len(node.args) != 1:
            return None
        found = _entry(world, node.args[0])
        return _among(node, *found) if found is not None else None

    return transformed(node, of_count)


def _entry(world: World, node: nodes.Expr) -> tuple[str, list[str]] | None:
    """(kind, names) of the entities of an entry, or of one entity."""
    kind, name = "", ""
    if isinstance(node, nodes.Name):
        name = node.name
    elif isinstance(node, nodes.Attribute) and isinstance(node.value, nodes.Name):
        kind, name = node.value.name, node.name
    found = []
    for domain in world.domains:
        if domain.of >= 0:  # its entries are counted as the copies of their kind
            continue
        own = [each for each in (name,) if each in domain.index]
        if name in domain.group_names:
            number = domain.group_names.index(name)
            own = [str(each) for each, of in zip(domain.names, domain.groups, strict=True) if of == number]
        if own and kind in ("", domain.name):
            found.append((str(domain.name), own))
    if len(found) > 1:
        kinds = " or ".join(f"{cite(f'{each}.{name}')}" for each, _ in found)
        raise UnknownError(f"`{name}` has several meanings", node.span, f"write {kinds}")
    return found[0] if found else None


def _among(node: nodes.Call, kind: str, names: Sequence[str]) -> nodes.Expr:
    """`count(each for each in KIND if each in {…})`."""
    span, of = node.span, nodes.Name(node.span, kind)
    found = nodes.SetLit(span, tuple(nodes.Attribute(span, of, name, span) for name in names))
    each = nodes.Name(span, "each_of_them")
    clause = nodes.ForClause(span, each.name, span, of, nodes.Compare(span, each, (("in", found),)))
    return nodes.Comprehension(span, "count", span, each, (clause,))
