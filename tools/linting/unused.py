"""What is declared and makes no difference: names, members, parameters and locals that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.index.elements import Element
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.source import Span

from .finding import Edit, Found, rule
from .study import Study

_WHAT = {
    "functions": "function", "procedures": "procedure", "constants": "constant", "options": "option",
    "tables": "table", "state": "field", "zones": "zone", "enums": "enum", "kinds": "kind",
    "adjustments": "adjustment", "positions": "position",
}  # fmt: skip


@rule(
    "YUL001",
    "warning",
    "unused name",
    "A function, procedure, constant, option, table, field, zone, enum, kind, adjustment or position is declared, and "
    "nothing in the game comes to it: it is never named, or only by what is itself never used. Examples, the look and "
    "the overlays beside the ruleset count as use. Or nothing that happens in the game sets a trigger off.",
    "functions:\n  wealth: {of: {p: Player}, is: p.money}      # and no code says `wealth(…)`",
    "Delete it, or use it where the rule that it stands for belongs. What is meant for overlays elsewhere is allowed "
    "under `lint`.",
)
def unused_names(study: Study) -> Iterator[Found]:
    """Names that no live element mentions."""
    yield from _triggers(study)
    for element in study.elements:
        is_field = ".fields." in element.path
        if not is_field and (element.section not in _WHAT or element.within is not None):
            continue
        if element.name in study.words_of_variants:
            continue
        what = "field" if is_field else _WHAT[element.section]
        if what in ("function", "procedure", "constant", "adjustment"):
            if element.path in study.live:
                continue
            users = [each for each in study.elements.users(element.path) if each.path not in study.live]
            users = [each for each in users if getattr(each.model, "of", None) != element.name]
            if what == "adjustment":
                message = f"the adjustment `{element.name}` is never activated"
            elif users:
                message = f"only `{users[0].path}`, which itself nothing uses, uses the {what} `{element.name}`"
            else:
                message = f"nothing uses the {what} `{element.name}`"
        elif what == "enum":
            if study.users(element.path):
                continue
            message = f"nothing uses the enum `{element.name}`"
        elif study.users(element.path) or (what == "kind" and _pieces_are_used(study, element.path)):
            continue
        else:
            message = f"nothing uses the {what} `{element.name}`"
        yield Found(element.path, message, element.span, "delete it, or use it")


def _triggers(study: Study) -> Iterator[Found]:
    """Triggers that nothing sets off."""
    checked = study.compiled.checked
    paths = {each.span: each.path for each in study.elements if each.section == "triggers"}
    for trigger in checked.world.triggers.values() if checked is not None else ():
        if not trigger.comes and trigger.span in paths:
            message = f"nothing sets off the trigger `{trigger.name}`"
            yield Found(paths[trigger.span], message, trigger.span, "delete it, or let it wait for what happens")


def _pieces_are_used(study: Study, path: str) -> bool:
    """Whether an entry of the kind is named somewhere."""
    inside = f"{path}."
    return any(each.path.startswith(inside) and study.users(each.path) for each in study.elements)


@rule(
    "YUL002",
    "warning",
    "unused member of an enum",
    "No code, entry, table or option names this member, and nothing goes through all members of its enum, so no value "
    "is ever this one.",
    "enums: {Mood: [calm, angry, asleep]}      # and only calm and angry are ever set",
    "Delete the member, or write the rule that is missing.",
)
def unused_members(study: Study) -> Iterator[Found]:
    """Members that are never named, of enums that are never gone through and start as another."""
    named = study.elements.parts_named
    labels = {
        str(label)
        for table in study.ruleset.tables.values()
        for axis in (table.rows, table.columns or {})
        for values in axis.values()
        for label in values
    }
    for name, members in study.ruleset.enums.items():
        whole = _whole(study, str(name))
        for number, member in enumerate(members):
            word = str(member)
            if whole or number == 0 or (f"enums.{name}", word) in named:
                continue
            if word in labels or word in study.words_of_variants:
                continue
            yield Found(
                f"enums.{name}", f"nothing is ever `{word}`, a member of `{name}`", member.span, "delete it, or use it"
            )


def _whole(study: Study, name: str) -> bool:
    """Whether all members can come up without being named: the enum is a value somewhere, or an option."""
    if any(option.type.text.strip().rstrip("?") == name for option in study.ruleset.options.values()):
        return True
    return f"enums.{name}" in study.values


@rule(
    "YUL003",
    "warning",
    "unused parameter",
    "A function, procedure, predicate or action has a parameter that its code never reads. In an action the player is "
    "then asked for something that changes nothing. A parameter that is shown (`is`) is not meant.",
    "functions:\n  bonus: {of: {p: Player, round: int}, is: p.money // 2}",
    "Take the parameter out (and the argument from every call), or use it.",
)
def unused_parameters(study: Study) -> Iterator[Found]:
    """Parameters that no code reads, of what adjusts it or of the entries of its kind neither."""
    for element in study.elements:
        for name, span in _parameters(element).items():
            if span not in study.locals_read:
                what = "choice" if element.section == "actions" else "parameter"
                yield Found(element.path, f"nothing reads the {what} `{name}` of `{element.name}`", span)


def _parameters(element: Element) -> dict[str, Span]:
    model = element.model
    if element.section == "actions":
        parameters = getattr(model, "parameters", {})
        return {str(name): name.span for name, each in parameters.items() if each.items is not None}
    if element.section in ("functions", "procedures") or ".predicates." in element.path:
        return {str(name): name.span for name in getattr(model, "of", None) or {}}
    return {}


@rule(
    "YUL004",
    "warning",
    "unused local",
    "`let` gives a name to a value, and nothing behind it reads the name.",
    "let price = 3 * level\nme.money -= 3",
    "Delete the line, or use the name. `yupana lint --fix` deletes it where the value has no effects and the line "
    "holds nothing else.",
)
def unused_locals(study: Study) -> Iterator[Found]:
    """`let` whose value is never read."""
    for element, _, node in _with_examples(study):
        assigned = {
            each.target.name
            for each in descend(node)
            if isinstance(each, nodes.Assign) and isinstance(each.target, nodes.Name)
        }
        for each in descend(node):
            if isinstance(each, nodes.Let) and each.name_span not in study.locals_read:
                edit = None if each.name in assigned or isinstance(each.value, nodes.Do) else _deletion(study, each)
                yield Found(element, f"nothing reads `{each.name}`", each.name_span, "delete it, or use it", edit)


def _with_examples(study: Study) -> Iterator[tuple[str, str, object]]:
    for element in study.elements:
        for piece in element.pieces:
            yield element.path, piece.part, piece.node


def _deletion(study: Study, let: nodes.Let) -> Edit | None:
    """Takes the lines of a `let` away when nothing else stands on them and the block has another line."""
    file = let.span.file
    lines = study.compiled.files.get(file, "").split("\n")
    first, last = let.span.line, let.span.end_line
    if last > len(lines):
        return None
    old = tuple(lines[first - 1 : last])
    before, after = old[0][: let.span.column - 1], old[-1][let.span.end_column - 1 :]
    if before.strip() or (after.strip() and not after.lstrip().startswith("#")):
        return None
    depth = len(before)
    siblings = [lines[n] for n in (first - 2, last) if 0 <= n < len(lines)]
    same = [each for each in siblings if each.strip() and len(each) - len(each.lstrip()) == depth]
    return Edit(file, first, last, old) if same else None
