"""YUL001: a name that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "unused name",
    "A function, procedure, constant, option, table, field, zone, enum, kind, adjustment or position is declared, and "
    "nothing in the game comes to it: it is never named, or only by what is itself never used. Examples, the look and "
    "the overlays beside the ruleset count as use. Or nothing that happens in the game sets a trigger off.",
    "functions:\n  wealth: {of: {p: Player}, is: p.money}      # and no code says `wealth(…)`",
    "Delete it, or use it where the rule that it stands for belongs. What is meant for overlays elsewhere is allowed "
    "under `lint`.",
)

_WHAT = {
    "functions": "function", "procedures": "procedure", "constants": "constant", "options": "option",
    "tables": "table", "state": "field", "zones": "zone", "enums": "enum", "kinds": "kind",
    "adjustments": "adjustment", "positions": "position",
}  # fmt: skip


def find(study: Study) -> Iterator[Found]:
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


RULE = Rule("YUL001", "warning", DOC, find)
