"""A saved game, taken up under the rules as they are now: as far as it goes, and what has become of it.

Under the same rules a game goes on to its last decision, and one that is not legal was never taken: such a save is
refused. Where rules have changed, it goes on as far as every decision is legal; what is otherwise is told. The same is
written in `resuming.js` of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yupana.schemas.errors import YupanaError, cut

from .chances import START, option_and_draws
from .faults import IllegalOption, RuleFault, SaveError, UsageError
from .saves import Save, read_save, versions_told
from .trail import marks_of, parted
from .words import phrase

if TYPE_CHECKING:
    from .played import Played
    from .state import State

SHOWN = 6
"""So many names of each sort are told."""

LONG = 1000
"""A decision that has so many letters is not looked at for what it might mean."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The elements of a ruleset that are not what they were, by their paths; `known`: the save says what they were."""

    changed: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    known: bool = True

    @classmethod
    def between(cls, then: Mapping[str, str] | None, now: Mapping[str, str]) -> Changes:
        """What differs of the digests of elements by their paths; what lies inside something new or gone is that, too.
        None: nobody knows what they were."""
        if then is None:
            return cls(known=False)
        return cls(
            tuple([path for path in now if path in then and then[path] != now[path]]),
            _outermost([path for path in now if path not in then]),
            _outermost([path for path in then if path not in now]),
        )

    def __bool__(self) -> bool:
        return bool(self.changed or self.new or self.gone or not self.known)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game that goes on. `save` is what was read, `same` says that the rules are those that it was saved under, and
    `changes` what is different. `way` is the number of the first decision after which the game stands otherwise than
    it did (0: by the set-up; None: it went as it had gone, or nobody can tell). `stopped` is the number of the decision
    that could not be taken (0: all were), `option` its text, and `why` the reason (`said`: as people read it);
    `over`: the game had ended before; `fault`: a rule failed in it."""

    state: State
    save: Save
    same: bool
    changes: Changes = field(default_factory=Changes)
    way: int | None = None
    stopped: int = 0
    option: str = ""
    why: str = ""
    over: bool = False
    fault: RuleFault | None = None
    said: str = ""

    @property
    def begun(self) -> str:
        """What the saved game says of chance in the set-up; "" for what the seed makes of it."""
        first = self.save.decisions[0] if self.save.decisions else ""
        return first if option_and_draws(first)[0] == START else ""

    @property
    def as_it_was(self) -> bool:
        """Whether all decisions were taken and the game stands as it stood, as far as that is known."""
        return not self.stopped and self.way is None

    def told(self, *, open_: bool = True) -> list[str]:
        """What is to be said of it, in sentences; nothing where the rules are the same. Unless it is `open_`, what was
        decided is left out: it may be what others must not know."""
        if self.same or (self.as_it_was and not self.changes):
            return []
        machine = self.state.game.machine
        versions = versions_told(machine, self.save)
        if not self.changes.known:
            lines = [phrase(machine, "save_rules_unknown", versions=versions)]
        else:
            changes = [
                phrase(machine, f"save_{word}", names=_listed(names))
                for word in ("changed", "new", "gone")
                if (names := getattr(self.changes, word))
            ]
            listed = "; ".join(changes) or phrase(machine, "save_order")
            lines = [phrase(machine, "save_rules", versions=versions, changes=listed)]
        if self.way is not None and not (self.stopped and self.way >= self.stopped):
            lines.append(phrase(machine, "save_way" if self.way else "save_way_begin", number=str(self.way)))
        if self.stopped:
            key = "save_over" if self.over else "save_stops" if open_ else "save_stops_hidden"
            lines.append(phrase(machine, key, number=str(self.stopped), option=self.option))
            lines += [self.said or self.why] if open_ and not self.over else []
            lines.append(phrase(machine, "save_stays"))
        return lines


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a game goes no further than to a decision: its `number` (from 1), its `text`, what was wrong with it
    (`error`; None: the game was over before it), and `why` (`said`: as people read it)."""

    number: int
    text: str
    error: YupanaError | None
    why: str = ""
    said: str = ""


def follow(
    state: State, decisions: Sequence[str], watch: Callable[[State], None] | None = None
) -> tuple[State, Stop | None]:
    """The position after decisions were taken, or before the first that could not be; `watch` is called with each
    position on the way."""
    for number, text in enumerate(decisions, 1):
        if state.over:
            return state, Stop(number, text, None)
        before = state.clone()
        try:
            state.apply(text)
        except IllegalOption as error:
            if len(text) >= LONG:
                return before, Stop(number, text, error, cut(str(error)))
            said, exact = before.why(text)
            return before, Stop(number, text, error, exact, said)
        except (UsageError, RuleFault) as error:
            return before, Stop(number, text, error, str(error).split("\n")[0])
        if watch is not None:
            watch(state)
    return state, None


def take_up(
    game: Played, saved: str | Mapping[str, Any], upto: int | None = None, watch: Callable[[State], None] | None = None
) -> Resumed:
    """The saved game as far as it goes, or up to so many decisions; `watch` is called with each position.

    Raises SaveError when it cannot be read, belongs to another game, or holds a decision that was never legal, and
    RuleFault when a rule fails under which it was saved.
    """
    save = fitting(game, read_save(saved))
    state, decisions = _begun(game, save)
    if watch is not None:
        watch(state)
    state, stop = follow(state, decisions[:upto], watch)
    if is_same(game, save):
        if stop is not None:
            raise _refusal(stop)
        return Resumed(state, save, True)
    way, changes = parted("".join(marks_of(state)), save.trail), Changes.between(save.elements, dict(game.elements))
    if stop is None:
        return Resumed(state, save, False, changes, way)
    fault = stop.error if isinstance(stop.error, RuleFault) else None
    return Resumed(
        state, save, False, changes, way, stop.number, cut(stop.text), stop.why, stop.error is None, fault,
        stop.said,
    )  # fmt: skip


def _refusal(stop: Stop) -> Exception:
    """Why a game is refused that was saved under the same rules and cannot have gone so."""
    number, text, error = stop.number, cut(stop.text), stop.error
    if error is None:
        return SaveError(f"the saved game goes on with `{text}` (decision {number}) after its end")
    if isinstance(error, RuleFault):
        return error
    what = cut(str(error))
    if isinstance(error, IllegalOption):
        told = "is not legal, though the rules are those that it was saved under: it is damaged or forged"
        return SaveError(f"decision {number} of the saved game {told}: {what}")
    return SaveError(f"chance in decision {number} of the saved game does not fit: {what}")


def is_same(game: Played, save: Save) -> bool:
    """Whether a game was saved under the rules as they are."""
    return game.rules == save.rules if save.rules else save.hash == game.program.hash


def fitting(game: Played, save: Save) -> Save:
    """The saved game. Raises SaveError when it is one of another ruleset."""
    if save.ruleset != game.program.name and not is_same(game, save):
        raise SaveError(f"the saved game is one of {cut(save.ruleset)}, not of {game.program.name}")
    return save


def _begun(game: Played, save: Save) -> tuple[State, list[str]]:
    decisions = save.decisions
    begun, draws = option_and_draws(decisions[0]) if decisions else ("", None)
    if begun == START and draws is not None:
        decisions = decisions[1:]
    else:
        draws = None
    try:
        return game.start(save.players, save.seed, save.options, draws=draws), decisions
    except UsageError as error:
        raise SaveError(f"the saved game does not fit the ruleset: {error}") from None


def _outermost(paths: list[str]) -> tuple[str, ...]:
    """The paths without those inside others of them."""
    outer, last = set[str](), None
    for path in sorted(paths, key=lambda each: each.replace(".", "\0")):  # what is inside of one comes right behind it
        if last is None or not path.startswith(last):
            outer.add(path)
            last = f"{path}."
    return tuple([path for path in paths if path in outer])


def _listed(names: tuple[str, ...]) -> str:
    shown = [cut(each) for each in names[:SHOWN]]
    return ", ".join(shown) + (f", … ({len(names)})" if len(names) > SHOWN else "")
