"""What the author of a game should do about what many games came to."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.host import quote

from ..documents.playing import Simulate
from ..shell.sentences import in_words
from ..simulation.report import wins_together
from .statistics import share

_NAMED = 4
"""So many actions that nobody takes are named."""

MANY_DRAWS = 0.5
"""More draws than that are to be looked at."""


def advice(document: Simulate, seats: Sequence[str], never: Sequence[str], target: str) -> str:
    """What the author should do, or that nothing needs doing: no more than these games carry. `never` are the actions
    that nobody took."""
    games, finished, results = document["games"], document["finished"], document["results"]
    bots = list(dict.fromkeys(row["bot"] for row in document["seats"]))
    who = f"{_games(finished)} by {', '.join(bots)} bots"
    if finished < games:
        broken = any(each["place"] for each in document["faults"])
        what = "ran into a rule that fails" if broken else "did not come to an end"
        return f"Fix the rules first: {games - finished} of {_games(games)} {what}; the commands below repeat them."
    told = []
    even = 1 / len(seats)
    against = len(seats) > 1 and not wins_together(document) and not any("team" in row for row in document["seats"])
    if against and len(bots) == 1:
        shares = [share((row["win_share"] or 0.0) * finished, finished, len(seats)) for row in document["seats"]]
        uneven = [(name, each) for name, each in zip(seats, shares, strict=True) if not each.low <= even <= each.high]
        if uneven:
            name, best = max(uneven, key=lambda each: each[1].value)
            told.append(f"{in_words(name)} has {best.value:.0%} of the wins ({best.low:.0%} to {best.high:.0%})")
    if against and results["drawn"] and share(results["drawn"], finished).low > MANY_DRAWS:
        told.append(f"{results['drawn']} of {_games(finished)} are drawn")
    if (len(seats) == 1 or wins_together(document)) and not results["won"] and results["lost"]:
        told.append(f"no game of {finished:,} is won")
    if never:
        few = [f"“{in_words(each)}”" for each in never[:_NAMED]]
        more = f" and {len(never) - _NAMED} more" if len(never) > _NAMED else ""
        told.append(f"nobody takes {', '.join(few)}{more}")
    ask = f"`{quote(['yupana', 'balance', target])}`"
    if not told:
        return f"Nothing needs doing, as far as {who} show; {ask} asks more."
    said = "; ".join(told).replace("%", " %")
    return (
        f"{said[0].upper()}{said[1:]}: see with {ask} whether that is so where bots think, before you change anything."
    )


def _games(count: int) -> str:
    return f"{count:,} game{'' if count == 1 else 's'}"
