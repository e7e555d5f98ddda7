"""YUL002: a member of an enum that never comes up."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "unused member of an enum",
    "No code, entry, table or option names this member, and nothing goes through all members of its enum, so no value "
    "is ever this one.",
    "enums: {Mood: [calm, angry, asleep]}      # and only calm and angry are ever set",
    "Delete the member, or write the rule that is missing.",
)


def find(study: Study) -> Iterator[Found]:
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


RULE = Rule("YUL002", "warning", DOC, find)
