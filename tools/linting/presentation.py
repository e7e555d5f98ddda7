"""What people read: texts that are missing, colours and titles that cannot be shown."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.tree import cite

from ..shell.colours import readable
from .finding import Found, rule
from .study import Study

_SAID = {
    "actions": "action",
    "options": "option",
    "procedures": "procedure",
    "adjustments": "adjustment",
    "triggers": "trigger",
}


@rule(
    "YUL015",
    "advice",
    "missing text",
    "An action, an option of the game, a procedure, an adjustment, a trigger or a scoring item has no `text`. Menus, "
    "the choice of options and the account of the points show the bare name in its place, and so do the rulebook and "
    "`explain`.",
    "actions: {claim: {effects: pass}}",
    "Add `text:` with a few words that a player understands.",
)
def missing_texts(study: Study) -> Iterator[Found]:
    """What has a name that people read, and no text."""
    for element in study.elements:
        if element.text:
            continue
        if element.section in _SAID:
            yield Found(element.path, f"the {_SAID[element.section]} `{element.name}` has no text", element.span)
        elif element.path.startswith("scoring.items."):
            yield Found(element.path, f"the scoring item `{element.name}` has no text", element.span)


@rule(
    "YUL020",
    "warning",
    "what cannot be shown",
    "The look asks for a colour that no terminal knows, so that none is shown, or a rule stands in a section of the "
    "rulebook that has no title, so that its chapter has only a number.",
    "look: {colours: {wool: wihte}}",
    "Write the name of a colour or `#rrggbb`; give the section a title in `rulebook: {sections: …}`.",
)
def not_shown(study: Study) -> Iterator[Found]:
    """Colours and sections, each told once."""
    ruleset = study.ruleset
    for name, colour in ruleset.look.colours.items():
        if not readable(str(colour)):
            hint = "write a word such as `red`, or `#rrggbb`"
            yield Found("look", f"{cite(str(colour))}, the colour of `{name}`, is no colour", colour.span, hint)
    titled = {str(each) for each in ruleset.rulebook.sections}
    titled |= {part.partition(" ")[2] for chapter in ruleset.book.chapters.values() for part in chapter.holds}
    for each in ruleset.rulebook.rules.values():
        section = str(each.section)
        if titled and section not in titled:
            titled.add(section)
            hint = f'give it one: `rulebook: {{sections: {{"{section}": …}}}}`'
            yield Found(
                "rulebook", f"the section {cite(section)} of the rulebook has no title", each.section.span, hint
            )
