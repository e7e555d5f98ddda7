"""YUL011: a field that is written, and neither read, nor scored, nor seen."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "effect that nobody can see",
    "A field is written, but no rule, scoring item, look or condition ever reads it, and it is visible to nobody: "
    "writing it makes no difference. A field that players see counts as read; but not in an overlay that has taken "
    "away every rule that read it.",
    "state: {total: {type: int, visible: none}}\n…\ntotal += 1             # and nothing else says `total`",
    "Delete the field and what writes it, or write the rule that should read it.",
)


def find(study: Study) -> Iterator[Found]:
    """Fields that are hidden from all and only written."""
    read = {each.path for each in study.read}
    written = {each.declaration.path for each in study.references.references if each.kind == "write"}
    for element in study.elements:
        is_field = ".fields." in element.path or element.section == "state"
        if not is_field or element.parts.get("visible") != "none" or element.name in study.words_of_variants:
            continue
        if element.path in written and element.path not in read:
            message = f"`{element.name}` is written, but nothing reads it and nobody sees it"
            yield Found(element.path, message, element.span, "delete it with what writes it, or read it")
    below = study.below
    for path in below.ruled & written - study.ruled if below is not None else ():
        element = study.elements.by_path[path]
        if ".fields." in path or element.section == "state":
            message = f"`{element.name}` is still written, and this overlay has taken away every rule that read it"
            yield Found(path, message, study.header, "remove what writes it too, or read it")


RULE = Rule("YUL011", "warning", DOC, find)
