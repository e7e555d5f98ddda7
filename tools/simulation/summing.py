"""What a run of games came to, as the document of `simulate --json`."""

from __future__ import annotations

from yupana.interpreter.game import Game

from ..documents.playing import FaultSummary, Figures, SeatSummary, Simulate
from ..targets.games import command_line
from .playouts import DEFAULT_LIMIT, Plan, Playout
from .tally import Tally


def summary(game: Game, plan: Plan, tally: Tally, games_per_second: float, decisions_per_second: float) -> Simulate:
    """The document of `simulate --json`; only the two rates depend on the clock."""
    program = game.program
    found = figures(plan, tally, bool(program.scoring.items), plan.invariants if program.invariants else None)
    return {
        "engine": plan.engine,
        "games": found["games"],
        "finished": found["finished"],
        "decisions": found["decisions"],
        "games_per_second": round(games_per_second, 1),
        "decisions_per_second": round(decisions_per_second, 1),
        "results": found["results"],
        "seats": found["seats"],
        "length": found["length"],
        "actions": found["actions"],
        "invariants_every": found["invariants_every"],
        "faults": found["faults"],
    }


def figures(plan: Plan, tally: Tally, scored: bool, invariants: int | None) -> Figures:
    """What games came to. Results, scores and length are of those that finished. `scored`: the rules have points;
    `invariants`: before how many decisions they were asked, None when the ruleset has none."""
    finished = tally.finished
    return {
        "games": tally.games,
        "finished": finished,
        "decisions": tally.decisions,
        "results": {
            "won": tally.results("won"),
            "shared": tally.results("shared"),
            "drawn": tally.results("drawn"),
            "lost": tally.results("lost"),
        },
        "seats": [_seat(bot, seat, tally, scored) for seat, bot in enumerate(plan.bots)],
        "length": {
            "mean": _mean(sum([length * games for length, games in tally.lengths.items()]), finished),
            "median": tally.median(),
            "min": min(tally.lengths, default=None),
            "max": max(tally.lengths, default=None),
        },
        "actions": dict(sorted(tally.actions.items(), key=lambda item: (-item[1], item[0]))),
        "invariants_every": invariants,
        "faults": [_fault(plan, each) for each in tally.faults],
    }


def _mean(total: int, number: int) -> float | None:
    return round(total / number, 3) if number else None


def _seat(bot: str, seat: int, tally: Tally, scored: bool) -> SeatSummary:
    scores, finished = tally.scores[seat], tally.finished
    return {
        "bot": bot,
        "wins": tally.won(seat, "won"),
        "shared_wins": tally.won(seat, "shared"),
        "draws": tally.won(seat, "drawn"),
        "win_share": round(float(tally.share(seat) / finished), 6) if finished else None,
        "mean_score": _mean(scores.sum, finished) if scored else None,
        "min": scores.least if scored else None,
        "max": scores.most if scored else None,
    }


def _fault(plan: Plan, playout: Playout) -> FaultSummary:
    often = "" if plan.invariants == 1 else f" --check-invariants {plan.invariants or 'end'}"
    often += "" if plan.limit == DEFAULT_LIMIT else f" --limit {plan.limit}"
    command = command_line("simulate", plan.target, plan.players, playout.seed, plan.options)
    return {
        "game": playout.index,
        "seed": playout.seed,
        "decision": playout.decisions,
        "message": playout.fault,
        "place": playout.place,
        "command": f"{command} --games 1 --bots {','.join(plan.bots)}{often}",
    }
