"""What an author should hear first: the findings in sentences, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from yupana.schemas.wording import numeral

from ..bots.seats import thinks
from ..measures.statistics import Interval, share
from ..measures.table import shown
from ..measures.usage import Use
from .judging import Figure, Judged
from .together import Together

MANY_DRAWS = 0.5
FORCED = 0.5
STUCK = 0.25
SAME_LEADER = 0.1
EARLY = 0.5
MOST_NAMES = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence. `weight` 3: something is wrong; 2: the author should look at it; 1: good to know. Of those from 2
    on, `short` says it in a few words, and `cure` what to do about it. `of` is the chapter that it stands on."""

    weight: int
    text: str
    of: str = ""
    short: str = ""
    cure: str = ""


def findings(judged: Judged) -> list[Finding]:
    """All findings. Where nothing is wrong there is one that says so, with what would have been seen."""
    found = [*_faults(judged)]
    if judged.finished:
        found += [*_bots(judged), *_seats(judged), *_course(judged), *_kept(judged), *_uses(judged), *_skill(judged)]
    found.sort(key=lambda each: -each.weight)
    if judged.finished and not any(each.weight >= 2 for each in found):
        found.insert(0, Finding(1, _nothing(judged)))
    return found


FEW_SHOW = 0.2
"""Games that show only larger advantages are too few to rest on."""

TOLD = 2
"""So many findings are told with what to do about them; of the others it is said how many there are."""


def advice(judged: Judged) -> str:
    """What the author should do, or that nothing needs doing: no more than the findings carry."""
    if not judged.finished:
        return f"{found[0].short}: {found[0].cure}." if (found := findings(judged)) else "No game was played."
    found = [each for each in findings(judged) if each.weight >= 2]
    blind = not any(map(thinks, judged.wish.bots))
    if not found:
        who = " by bots that do not think" if blind else ""
        told = f"Nothing needs doing, as far as {_games(judged.finished)}{who} show."
        told += " Bots that think may tell more: `--bots mcts:100`." if blind else ""
        if judged.apart and _reach(judged) > FEW_SHOW:
            told += f" More `--games` tell more: below {_reach(judged):.0%} of the wins these show no advantage."
        return told.replace("%", " %")
    told = " ".join(f"{each.short}: {each.cure}." for each in found[:TOLD])
    more = len(found) - TOLD
    told += (
        " Nothing else stands out." if more <= 0 else f" {more} more thing{'' if more == 1 else 's'} to look at below."
    )
    if blind and not (judged.faults and len(found) == 1):
        told += " These bots do not think: see what `--bots mcts:100` finds before you change anything."
    return told


def _faults(judged: Judged) -> Iterator[Finding]:
    broken = [each.playout for each in judged.faults if each.playout.place]
    endless = [each.playout for each in judged.faults if not each.playout.place]
    if broken:
        short = f"In {_games(len(broken))} of {judged.games} a rule fails"
        yield Finding(3, f"{short}: {broken[0].fault} at {broken[0].place} (seed {broken[0].seed}).", "faults", short,
                      "fix that first, for the figures are of the other games")  # fmt: skip
    if endless:
        short = f"{_games(len(endless))} of {judged.games} did not come to an end"
        yield Finding(3, f"{short}: {endless[0].fault} (seed {endless[0].seed}).", "faults", short,
                      "give the rules an end that always comes, such as a number of rounds")  # fmt: skip


def _bots(judged: Judged) -> Iterator[Finding]:
    if not any(map(thinks, judged.wish.bots)):
        yield Finding(1, "These bots do not think: the games show what the rules allow, and little of how people would "
                         "play. `--bots mcts:100` tells more.")  # fmt: skip


def _seats(judged: Judged) -> Iterator[Finding]:
    if not judged.apart:
        yield from _won(judged)
        return
    even = judged.even
    uneven = [each for each in judged.seat_figures if each.uneven]
    first = judged.figure("first_player")
    drawn = judged.figure("drawn")
    if first is not None and judged.begins and (not uneven or len(judged.seats) == 2 or len(uneven) == 1):
        yield _beginner(judged, first, wins=drawn is None or drawn.mean.value == 0)
    elif uneven:
        told = ", ".join(f"{judged.name(each.seat)} {percent(each.share)}" for each in uneven)
        yield Finding(3, f"The seats are not even: of the wins {told}; {_percent(even)} would be even.", "seats",
                      f"The seats are not even ({told} of the wins)",
                      "look at what the stronger ones get, and when they come in turn")  # fmt: skip
    together = [float(len(each.playout.winners) == each.players) for each in judged.records]
    if drawn is not None and drawn.mean.value == 1 and 0 < sum(together) < len(together):
        won = percent(share(sum(together), len(together)))
        short = "All players win or nobody does"
        yield Finding(2, f"{short}: they win together in {won} of the games. Where they play together, "
                         "`together: true` under `players` says so.", "seats", short,
                         "where they play together, say `together: true` under `players`")  # fmt: skip
    elif drawn is not None and drawn.mean.value == 1:
        short = "Every game was a draw"
        yield Finding(3, f"{short}: nobody can win, or nobody knows how.", "seats", short,
                      "look whether the rules let anybody win, and whether better bots know how")  # fmt: skip
    elif drawn is not None and drawn.mean.low > MANY_DRAWS:
        short = f"{percent(drawn.mean)} of the games are draws"
        yield Finding(2, f"Most games are draws: {percent(drawn.mean)}.", "seats", short,
                      "break ties, or let games go on until somebody wins")  # fmt: skip


def _beginner(judged: Judged, first: Figure, *, wins: bool) -> Finding:
    """Who decides first has no even part."""
    even = judged.even
    better = first.mean.value > even
    always = {each.first for each in judged.records}
    name = judged.name(judged.seats[next(iter(always))]) if len(always) == 1 else ""
    others = [judged.name(seat) for number, seat in enumerate(judged.seats) if number not in always]
    other = others[0] if name and len(others) == 1 else "the others"
    part = f"wins {percent(first.mean)}" if wins else f"has {percent(first.mean)} of the wins"
    short = f"{name}, who begins, {part}" if name else f"Whoever begins {part}"
    if not better:
        cure = f"give {name or 'who begins'} something to begin with"
    elif len(judged.seats) == 2:
        cure = f"give {other} something, or let {'who comes second' if not name else other} swap sides (a pie rule)"
    else:
        cure = f"give {other} something to begin with, or less to who begins"
    who = f"{name}, who decides first," if name else "Who decides first"
    text = (
        f"{who} has the {'better' if better else 'worse'} seat: {percent(first.mean)} of the wins; "
        f"{_percent(even)} would be even."
    )
    return Finding(3 if abs(first.mean.value - even) > 0.05 else 2, text, "seats", short, cure)


def _won(judged: Judged) -> Iterator[Finding]:
    """How often a game is won that all play together, or one alone."""
    won = judged.figure("won")
    if won is None:
        return
    who, verb = ("All players", "") if len(judged.seats) > 1 else ("The player", "s")
    together = " together" if len(judged.seats) > 1 else ""
    if won.mean.value == 0:
        yield Finding(3, f"No game is won{together}: it cannot be won, or these bots do not know how.", "seats",
                      f"No game is won{together}", "see whether better bots win it, or make it easier")  # fmt: skip
    elif won.mean.value == 1:
        yield Finding(2, f"Every game is won{together}: it cannot be lost, or these bots do not need to try.", "seats",
                      f"Every game is won{together}", "make it harder, if it is to be lost at times")  # fmt: skip
    else:
        yield Finding(1, f"{who} win{verb}{together} in {percent(won.mean)} of the games.", "seats")


def _course(judged: Judged) -> Iterator[Finding]:
    forced, dead = judged.figure("forced"), judged.figure("dead_ends")
    if forced is not None and forced.mean.value == 1:
        yield Finding(3, "Nobody has a choice: every decision has only one option.", "choice", "Nobody has a choice",
                      "offer more than one option at a time")  # fmt: skip
    elif forced is not None and forced.mean.low > FORCED:
        short = f"{percent(forced.mean)} of the decisions have only one option"
        yield Finding(2, f"{short}.", "choice", short, "let the rules take these by themselves, or offer more")
    elif dead is not None and dead.mean.low > STUCK:
        short = f"At {percent(dead.mean)} of the decisions a player can do nothing but pass or the like"
        yield Finding(2, f"{short}.", "choice", short, "look at what keeps players from doing something")
    if forced is not None and forced.mean.value == 1:
        return
    changes, back = judged.figure("lead_changes"), judged.figure("comebacks")
    left = judged.figure("decisiveness")
    late = "let who is behind catch up, or end the game sooner"
    if changes is not None and changes.mean.value == 0 and len(changes.values) >= 10:
        yield Finding(2, "The lead never changes: who is ahead first stays ahead.", "course", "The lead never changes",
                      late)  # fmt: skip
    elif back is not None and len(back.values) >= 10 and back.mean.high < SAME_LEADER:
        short = "Who is ahead half way through wins"
        yield Finding(2, f"{short}: only {percent(back.mean)} of such games turn.", "course", short, late)
    elif left is not None and len(left.values) >= 10 and left.mean.low > 1 - EARLY:
        short = f"The last {percent(left.mean)} of a game are played after the winner is ahead for good"
        yield Finding(2, f"It is settled early: the{short[3:]}.", "course", short, late)


def _kept(judged: Judged) -> Iterator[Finding]:
    even = judged.even
    idle: list[str] = []
    overlooked = _overlooked(judged)
    for each in judged.kept:
        thing, part = each.restriction.name, percent(each.share)
        name = _quoted(judged, thing)
        if each.verdict == "too strong" and thing in overlooked:
            short = f"{name} is worth more than these bots think"
            yield Finding(2, f"{short}: none takes it of its own accord, and a "
                             f"player who takes it whenever possible has {part} of the wins in {_games(each.games)}; "
                             f"{_percent(even)} would be even.", "kept", short,
                             "see what better bots do with it before you make it dearer")  # fmt: skip
        elif each.verdict == "too strong":
            short = f"{name} is too strong"
            yield Finding(3, f"{short}: a player who takes it whenever possible has {part} of the "
                             f"wins against the same bot in {_games(each.games)}; {_percent(even)} would be "
                             "even.", "kept", f"{short} ({part} of the wins for who always takes it)",
                             "make it weaker, dearer or rarer")  # fmt: skip
        elif each.verdict == "trap":
            short = f"{name} looks better than it is"
            yield Finding(2, f"{short}: a player who never takes it has {part} of the wins "
                             f"against the same bot; {_percent(even)} would be even.", "kept", short,
                             "make it stronger or cheaper")  # fmt: skip
        elif each.verdict == "enough":
            short = f"Taking {name} whenever possible is as good as choosing"
            yield Finding(2, f"{short}: {part} of the wins.", "kept", short,
                          "make something else worth taking")  # fmt: skip
        elif each.verdict == "no difference" and each.restriction.how == "never":
            idle.append(name)
        if each.endless * 2 > each.games:
            short = f"A player who {each.restriction.how} takes {name} keeps most games from ending"
            yield Finding(2, f"{short} ({each.endless} of {each.games}).", "kept", short,
                          "give the rules an end that nobody can put off")  # fmt: skip
    if idle:
        yield Finding(1, f"Players who never take {names_of(idle)} do neither better nor worse.", "kept")


def _uses(judged: Judged) -> Iterator[Finding]:
    actions = [each for each in judged.uses if each.sort == "action"]
    overlooked = _overlooked(judged)
    never = [each for each in actions if not each.times and each.name not in overlooked]
    left = [_quoted(judged, each.name) for each in never if each.offered]
    missing = [_quoted(judged, each.name) for each in never if not each.offered]
    if left:
        it = "it" if len(left) == 1 else "they"
        short = f"Nobody takes {names_of(left)}"
        yield Finding(2, f"{short}, though {it} could be taken.", "actions", short,
                      f"see whether better bots do; if not, make {'it' if it == 'it' else 'them'} worth taking, or "
                      f"take {'it' if it == 'it' else 'them'} out")  # fmt: skip
    if missing:
        short = f"{names_of(missing)} could never be taken"
        yield Finding(2, f"{short} in these games.", "actions", short,
                      f"look at what {'it waits' if len(missing) == 1 else 'they wait'} for")  # fmt: skip
    if judged.untouched:
        rest = names_of([_quoted(judged, each) for each in judged.untouched])
        many = len(judged.untouched)
        who, them = ("A component plays", "it") if many == 1 else (f"{many} components play", "them")
        short = f"{who} no part in these games"
        yield Finding(2, f"{short}: {rest}. No option names {them}, and nothing moves, changes or "
                         f"holds {them}.", "components", f"{short} ({rest})",
                         f"use {them}, or take {them} out")  # fmt: skip
    strong = [each for each in judged.uses if each.seen and each.winning is not None]
    strong.sort(key=lambda each: -abs(each.winning.value if each.winning else 0))
    for each in strong[:MOST_NAMES]:
        told = _goes_with(each, _quoted(judged, each.name), apart=judged.apart)
        yield Finding(1 if each.games > 0.02 else 0, told, f"{each.sort}s")


def _overlooked(judged: Judged) -> set[str]:
    """The actions that nobody takes, and who always takes them wins more."""
    never = {each.name for each in judged.uses if each.sort == "action" and not each.times}
    return {each.restriction.name for each in judged.kept if each.verdict == "too strong"} & never


def _quoted(judged: Judged, thing: str) -> str:
    """What people call a thing, in a sentence."""
    return f"“{judged.name(thing)}”"


def _goes_with(use: Use, name: str, *, apart: bool) -> str:
    assert use.winning is not None
    more = "more" if use.winning.value > 0 else "less"
    if not apart:
        return (
            f"Games in which somebody uses {name} more than usual are won {more} often: {points(use.winning)}. "
            "It goes with winning, and need not be its cause."
        )
    return (
        f"Who uses {name} more than usual wins {more} often than that seat does otherwise: "
        f"{points(use.winning)}. It goes with winning, and need not be its cause."
    )


_MORE_TO_DO = "give players more to decide by, or see whether bots that think longer do better"


def _skill(judged: Judged) -> Iterator[Finding]:
    if judged.together is not None:
        yield from _together(judged.together, "win together" if len(judged.seats) > 1 else "win")
    if judged.skill is None:
        return
    found = judged.skill
    won = f"`{found.better}` has {percent(found.share)} of the wins against `{found.worse}`"
    if found.seen and found.share.value > judged.even:
        yield Finding(1, f"Thinking pays: {won}.", "skill")
    elif found.seen:
        yield Finding(2, f"More thinking does harm: {won}.", "skill", "More thinking does harm", _MORE_TO_DO)
    elif found.alike:
        yield Finding(2, f"More thinking does not pay: {won}.", "skill", "More thinking does not pay", _MORE_TO_DO)
    else:
        yield Finding(1, f"Whether thinking pays is not clear yet: {won}.", "skill")


def _together(found: Together, win: str) -> Iterator[Finding]:
    """Whether better bots win more often where nobody plays against them."""
    told = ", ".join(f"`{each.bot}` {percent(each.share)}" for each in found.rungs)
    if found.verdict == "more":
        yield Finding(1, f"Thinking pays, better bots {win} more often: {told}.", "skill")
    elif found.verdict == "less":
        yield Finding(2, f"More thinking does harm, better bots {win} less often: {told}.", "skill",
                      "More thinking does harm", _MORE_TO_DO)  # fmt: skip
    elif found.verdict == "alike":
        short = f"Better bots {win} no more often"
        yield Finding(2, f"{short}: {told}.", "skill", short, _MORE_TO_DO)
    else:
        yield Finding(1, f"Whether better bots {win} more often is not clear yet: {told}.", "skill")
    for before, each in pairwise(found.rungs) if len(found.rungs) > 2 else ():
        if each.than == "less":
            short = f"`{each.bot}` bots {win} less often than `{before.bot}` ones"
            yield Finding(2, f"{short}.", "skill", short, "see whether that holds in more games")


def _reach(judged: Judged) -> float:
    """Half of the interval of a share near a half: an advantage that is smaller would not be seen."""
    return 0.98 / sqrt(judged.finished)


def _nothing(judged: Judged) -> str:
    """That nothing was seen, and what would not have been."""
    if not judged.apart:
        return f"Nothing alarming was seen in {_games(judged.finished)}."
    return (
        f"Nothing alarming was seen in {_games(judged.finished)}; an advantage below about "
        f"{_reach(judged) * 100:.0f} % of the wins would not be seen."
    )


# ---------------------------------------------------------------- words


def percent(of: Interval) -> str:
    """`58 % (55 to 61 %)`."""
    if of.exact or of.low == of.high:
        return _percent(of.value)
    if of.low < -1 or of.high > 2:
        return f"{_percent(of.value)} (too few games to say)"
    return f"{_percent(of.value)} ({of.low * 100:.0f} to {of.high * 100:.0f} %)"


def points(difference: Interval) -> str:
    """`+12 pp (+5 to +19)`."""
    if difference.low == difference.high:
        return numeral(f"{difference.value * 100:+.0f} pp")
    return numeral(f"{difference.value * 100:+.0f} pp ({difference.low * 100:+.0f} to {difference.high * 100:+.0f})")


def number(found: Figure) -> str:
    """The mean of a measure as it is read."""
    return shown(found.mean.value, found.measure.unit)


def _percent(of: float) -> str:
    return f"{of * 100:.0f} %"


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def names_of(names: Sequence[str]) -> str:
    """Some names in a sentence; of many the first, and how many more there are."""
    if len(names) > MOST_NAMES + 1:
        names = [*names[:MOST_NAMES], f"{len(names) - MOST_NAMES} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
