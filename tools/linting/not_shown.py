"""YUL020: a colour that is none, or a section of the rulebook without a title."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc
from yupana.schemas.tree import cite

from ..shell.colours import readable
from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "what cannot be shown",
    "The look asks for a colour that no terminal knows, so that none is shown, or a rule stands in a section of the "
    "rulebook that has no title, so that its chapter has only a number.",
    "look: {colours: {wool: wihte}}",
    "Write the name of a colour or `#rrggbb`; give the section a title in `rulebook: {sections: …}`.",
)


def find(study: Study) -> Iterator[Found]:
    """Colours and sections, each told once."""
    ruleset = study.ruleset
    for name, colour in ruleset.look.colours.items():
        if not readable(str(colour)):
            hint = "write a word such as `red`, or `#rrggbb`"
            yield Found("look", f"{cite(str(colour))}, the colour of `{name}`, is no colour", colour.span, hint)
    titled = {str(each) for each in ruleset.rulebook.sections}
    titled |= {part.partition(" ")[2] for chapter in ruleset.book.chapters.values() for part in chapter.holds}
    for rule in ruleset.rulebook.rules.values():
        section = str(rule.section)
        if titled and section not in titled:
            titled.add(section)
            hint = f'give it one: `rulebook: {{sections: {{"{section}": …}}}}`'
            yield Found(
                "rulebook", f"the section {cite(section)} of the rulebook has no title", rule.section.span, hint
            )


RULE = Rule("YUL020", "warning", DOC, find)
