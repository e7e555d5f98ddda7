"""What is filled or written, and never read."""

from __future__ import annotations

from collections.abc import Iterator

from .finding import Found, rule
from .study import Study


@rule(
    "YUL009",
    "advice",
    "zone that only takes or only gives",
    "Pieces go into this zone, and no code ever takes one out, asks about it or shows it: they could as well go out of "
    "play. Or pieces are taken from the zone, and none ever gets there: it is always empty.",
    "zones: {box: {of: Card}}\n…\nmove card to box        # and nothing else says `box`",
    "Write `move … out` and delete the zone; or write the rule that fills it (a `start`, a `move`, a `draw`).",
)
def one_way_zones(study: Study) -> Iterator[Found]:
    """Zones without any way in, or with nothing but ways in."""
    use = study.zones
    for word, zone in study.ruleset.zones.items():
        name = str(word)
        if name in study.words_of_variants:
            continue
        filled = any(each.target == name for each in use.flows)
        emptied = any(each.source == name for each in use.flows)
        if not filled and (emptied or name in use.read):
            message = f"no piece ever gets into the zone `{name}`, so it is always empty"
            yield Found(f"zones.{name}", message, word.span, "let pieces `start` in it, or move some there")
        elif filled and not emptied and name not in use.read and zone.refill is None:
            message = f"pieces go into the zone `{name}`, and nothing ever takes them out or asks about them"
            yield Found(f"zones.{name}", message, word.span, "`move … out` does the same without a zone")


@rule(
    "YUL011",
    "warning",
    "effect that nobody can see",
    "A field is written, but no rule, scoring item, look or condition ever reads it, and it is visible to nobody: "
    "writing it makes no difference. A field that players see counts as read; but not in an overlay that has taken "
    "away every rule that read it.",
    "state: {total: {type: int, visible: none}}\n…\ntotal += 1             # and nothing else says `total`",
    "Delete the field and what writes it, or write the rule that should read it.",
)
def unseen_fields(study: Study) -> Iterator[Found]:
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
