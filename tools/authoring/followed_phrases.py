"""What files of texts say of phrases that an edited table changes: their translations follow them, so that no file is
left with words for what nobody says any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from yupana.schemas.phrases import expressions, own_phrases, quoted
from yupana.schemas.ruleset import Ruleset

from .pages import Page

_GROUP = "phrases"


def changed_phrases(before: Ruleset, after: Ruleset, cells: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The phrases that nothing of a ruleset says any more, with what is said in place of each; an empty text where
    nothing is.

    Args:
        before: the ruleset as it was.
        after: the ruleset with the edit.
        cells: what changed cells said and say.
    """
    old, new = own_phrases(before), own_phrases(after)
    found = dict.fromkeys((each for each in old if each not in new), "")
    for was, now in cells:
        gone = [each for each in _said(was) if each in found]
        come = [each for each in _said(now) if each in new and each not in old]
        if len(gone) == len(come):
            found.update(zip(gone, come, strict=True))
    return found


def follow(page: Page, changed: Mapping[str, str]) -> None:
    """Bring a file of texts after phrases that have changed."""
    there = page.keys((_GROUP,))
    for phrase in [each for each in there if each in changed]:
        now, told = changed[phrase], "".join(page.items((_GROUP, phrase)) or ())
        if now and now not in there and (expressions(told) or frozenset()) <= (expressions(now) or frozenset()):
            page.rename((_GROUP, phrase), now)
        else:
            page.remove((_GROUP, phrase), 0)


def _said(cell: str) -> Iterator[str]:
    """What a cell may say at the table: all of it, or its texts in quotes."""
    yield cell
    yield from quoted(cell)
