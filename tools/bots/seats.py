"""Who sits where: bots by their name and budget, as people write them and as games are played with them.

A bot is written `mcts`, `mcts:2000` (so many rounds a decision), `mcts:0.5s` (so much time) or `mcts:2000@20` (rounds
that look 20 decisions far); `tuned:FILE` reads weights from a file. `BOTS` is the registry: a row adds one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from yupana.schemas.errors import UsageError

from ..shell.sentences import suggestion
from .bot import LIMIT, Bot, Budget, Kind
from .greedy import GreedyBot
from .mcts import FlatBot, MctsBot
from .numbers import mix
from .random import FirstBot, RandomBot
from .tuned import TunedBot, TunedFrom
from .weights import read_weights

HUMAN = "human"

MOST_ROUNDS = 100_000_000
MOST_SECONDS = 3600.0
MOST_DECISIONS = 100_000

ASKED_ROUNDS, ASKED_SECONDS = 20_000, 10.0
"""How long a bot may think about a decision that somebody else asks for: a request, or a file."""

BOTS: dict[str, Kind] = {
    "random": Kind(RandomBot), "first": Kind(FirstBot), "greedy": Kind(GreedyBot), "flat": Kind(FlatBot, rounds=400),
    "mcts": Kind(MctsBot, rounds=400), "tuned": Kind(TunedBot, reads=TunedFrom),
}  # fmt: skip


def make_bot(spec: str, seed: int) -> Bot:
    """The bot that is written like this. Raises UsageError."""
    name, _, amount = spec.partition(":")
    kind = BOTS[name]
    if kind.reads is not None and amount:
        return kind.reads(seed, amount)
    return kind.make(seed, _budget(amount) if amount else Budget(rounds=kind.rounds or 0))


def seat_bots(specs: Sequence[str], seed: int) -> list[Bot]:
    """The bots of one game, one for each seat, from the game's seed."""
    return [make_bot(spec, mix(seed * 64 + seat + 1)) for seat, spec in enumerate(specs)]


def thinks(spec: str) -> bool:
    """Whether the bot that is written like this looks further than at the number of options."""
    return spec.partition(":")[0] not in ("random", "first")


_WORDS = {
    "random": "random", "first": "first option always", "greedy": "greedy, looks one decision ahead",
    "flat": "thinks, looks at each option", "mcts": "thinks, plays games on in its head", "tuned": "tuned by games",
}  # fmt: skip


def words_for(spec: str) -> str:
    """The bot that is written like this, for people: what it does, and how it is written."""
    name, _, amount = spec.partition(":")
    told = _WORDS.get(name, name)
    return f"{told} ({spec})" if amount else told


def seconds_of(spec: str) -> float:
    """About how many seconds the bot that is written like this thinks about a decision."""
    if not thinks(spec):
        return 0.01
    name, _, amount = spec.partition(":")
    kind = BOTS[name]
    if not amount or kind.reads is not None:
        return (kind.rounds or 100) / 1000
    budget = _budget(amount)
    return budget.seconds or budget.rounds / 1000


def _budget(amount: str) -> Budget:
    """What stands behind the colon."""
    much, at, far = amount.partition("@")
    limit = _whole(far, MOST_DECISIONS) if at else LIMIT
    if limit and (rounds := _whole(much, MOST_ROUNDS)):
        return Budget(rounds=rounds, limit=limit)
    if limit and much.endswith("s"):
        with suppress(ValueError):
            seconds = float(much[:-1])
            if 0 < seconds <= MOST_SECONDS:
                return Budget(seconds=seconds, limit=limit)
    raise UsageError(
        "A budget is a number of rounds or of seconds, and how many decisions a round looks far may follow, such as "
        f"`mcts:2000`, `mcts:0.5s` or `mcts:2000@20`, not `{amount[:40]}`."
    )


def _whole(text: str, most: int) -> int:
    """A number from 1 to the most; 0 if the text is none."""
    fits = text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most
    return int(text) if fits else 0


def read_bots(text: str, seats: Sequence[str], *, people: bool) -> list[str]:
    """What sits on each seat, from what was typed after `--bots`.

    `text` is one bot for all seats, one for each seat in order (`mcts:2000,greedy`), or seats by their name
    (`red=mcts:2000`). With `people` a seat may be `human`, and those that are not named are; without, all are named.

    Raises UsageError.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise UsageError("`--bots` needs at least one name, such as `random`.")
    if any("=" in word for word in words):
        return _by_seat_name(words, seats, people=people)
    for word in words:
        _check(word, people=people)
    if len(words) == 1:
        return words * len(seats)
    if len(words) != len(seats):
        raise UsageError(f"`--bots` names {len(words)} seats, and there are {len(seats)}: {', '.join(seats)}.")
    return words


def may_be_asked(spec: str) -> bool:
    """Whether what others have written may sit on a seat: a person, or a bot that reads no file and does not think for
    long."""
    name, colon, amount = spec.partition(":")
    if colon and name in BOTS and BOTS[name].reads is not None:
        return False
    try:
        _check(spec, people=True)
    except UsageError:
        return False
    much = amount.partition("@")[0]
    return not much or (float(much[:-1]) <= ASKED_SECONDS if much.endswith("s") else int(much) <= ASKED_ROUNDS)


def _by_seat_name(words: Sequence[str], seats: Sequence[str], *, people: bool) -> list[str]:
    kinds = dict.fromkeys(seats, HUMAN)
    for word in words:
        seat, equals, bot = word.partition("=")
        if not equals:
            raise UsageError(f"`--bots` mixes names by seat with `{word}`; write SEAT={word}.")
        if seat not in kinds:
            hint = suggestion(seat, seats) or f" There are {', '.join(seats)}."
            raise UsageError(f"There is no seat `{seat}` in this game.{hint}")
        _check(bot, people=people)
        kinds[seat] = bot
    left = [seat for seat, kind in kinds.items() if kind == HUMAN]
    if left and not people:
        raise UsageError(f"`--bots` names no bot for {', '.join(left)}.")
    return [kinds[seat] for seat in seats]


def _check(spec: str, *, people: bool) -> None:
    known = [*BOTS, HUMAN] if people else list(BOTS)
    name, colon, amount = spec.partition(":")
    if name not in known:
        hint = suggestion(name, known) or f" There are {', '.join(known)}."
        raise UsageError(f"There is no bot called `{name}`.{hint}")
    if colon and name != HUMAN and BOTS[name].reads is not None:
        read_weights(amount)
    elif colon and (name == HUMAN or BOTS[name].rounds is None):
        raise UsageError(f"`{name}` takes no budget; write `{name}`.")
    elif colon:
        _budget(amount)
