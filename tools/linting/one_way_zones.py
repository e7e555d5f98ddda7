"""YUL009: a zone that only takes, or that only gives."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "zone that only takes or only gives",
    "Pieces go into this zone, and no code ever takes one out, asks about it or shows it: they could as well go out of "
    "play. Or pieces are taken from the zone, and none ever gets there: it is always empty.",
    "zones: {box: {of: Card}}\n…\nmove card to box        # and nothing else says `box`",
    "Write `move … out` and delete the zone; or write the rule that fills it (a `start`, a `move`, a `draw`).",
)


def find(study: Study) -> Iterator[Found]:
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


RULE = Rule("YUL009", "advice", DOC, find)
