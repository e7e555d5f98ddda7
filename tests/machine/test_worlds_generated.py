"""Small rulesets with hidden things, made at random: whatever zones are hidden from whom and however pieces are passed,
laid, looked at and drawn, there are positions that look the same to a seat, and bots play on."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import SPECTATOR, Game, Memory, NothingPossible, RuleFault
from yupana.tools.bots.seats import make_bot

VISIBLE = (
    "all", "owner", "none", "viewer == it or viewer.peeks", "viewer == it or viewer.spies == it", "viewer == leader",
    "viewer == it or it.shows", "viewer != it", "viewer == it or it.shown", "viewer == it or size(it.hand) > 2",
    "viewer == it or size(deck) < 2",
)  # fmt: skip
"""Who may see the hand of a player. `shows` is a field of who holds it, `shown` one that ends with the turn or round,
`peeks` and `spies` are of who looks."""
SHARED = ("all", "none", "viewer.peeks", "viewer == leader", "viewer == red", "rain", "size(pile) > 3")
OWN = ("owner", "none", "all", "viewer == it or viewer.peeks", "viewer == it or it.shown", "rain")
"""Who may see what a player has under a cup or as an objective."""

EFFECTS = {
    "take": "draw 1 from deck to me.hand",
    "take_more": "draw 2 from deck to me.hand",
    "lay": "{choose c in me.hand or pass}\nif c != none: move c to pile",
    "lay_open": "{choose c in me.hand or pass}\nif c != none: move c to me.row",
    "under": "{choose c in me.hand or pass}\nif c != none: move c to bottom of deck",
    "give": "{choose c in me.hand or pass}\nif c != none: move c to next(me).hand",
    "steal": "if size(next(me).hand) > 0:\n    pick c in next(me).hand\n    move c to me.hand",
    "swap": "let mine = list(me.hand)\nmove all next(me).hand to me.hand\nfor c in mine: move c to next(me).hand",
    "pass_all": "for p in players: move all p.hand to next(p).other\nfor p in players: move all p.other to p.hand",
    "pass_some": "for p in players: move all p.hand to p.other\nfor p in players: move all previous(p).other to p.hand",
    "collect": "for p in players: move all p.row to pile",
    "bury": "move all me.hand to pile",
    "shuffle_pile": "move all pile to deck\nshuffle deck",
    "shuffle": "shuffle deck",
    "look": "me.peeks = true\nchoose secretly ok in [1, 2] as looked\nme.peeks = false",
    "spy": "me.spies = next(me)\nchoose ok in [1, 2] as spied\nme.spies = none",
    "spy_on": "me.spies = next(me)",
    "forget": "me.spies = none\nme.shows = false",
    "show_hand": "me.shows = true",
    "see": 'for c in next(me).hand:\n    choose secretly ok in [1] as seen "{reveal(c)} is there"',
    "peek": "let seen = slice(reversed(deck), 0, 2)\nshow seen to me\nchoose secretly c in seen or pass as keep\n"
    "if c != none: move c to me.hand",
    "show": "{choose c in me.hand or pass}\nif c != none: show c to next(me)",
    "show_all": "show me.hand to players",
    "show_and_mix": "show deck to me\nshuffle deck\nshow top(deck) to previous(me)",
    "show_what_went": "let mine = list(me.hand)\nmove all me.hand to next(me).other\nshow mine to [me, previous(me)]",
    "tell": 'for c in me.hand: log "{me} has {reveal(c)}"',
    "call": 'choose c in Card as called\nlog "who has {c}?"',
    "note": "if size(deck) > 0: me.wish = top(deck)",
    "mark": "{choose c in me.hand or pass}\nif c != none: c.marked = not c.marked",
    "bid": "choose secretly n in 0..2 as bid\nme.bid = n",
    "remove": "{choose c in me.hand or pass}\nif c != none: move c out",
    "come_back": "let c = first(c for c in Card if not in_play(c))\nif c != none: move c to me.hand",
    "lead": "leader = me",
    "rain": "rain = not rain",
    "pass_right": "for p in players: move all p.hand to previous(p).other\n"
    "for p in players: move all p.other to p.hand",
    "pass_back": "for p in players: move all p.other to next(p).hand",
    "through": "for p in players: move all p.hand to limbo\nfor p in players: draw 2 from limbo to p.hand",
    "mix_hands": "for p in players: move all p.hand to limbo\nshuffle limbo\n"
    "for p in players: draw 2 from limbo to p.hand",
    "swap_all": "move all me.hand to limbo\nmove all next(me).hand to me.hand\nmove all limbo to next(me).hand",
    "face_down": "{choose c in me.row or pass}\nif c != none: move c to limbo",
    "turn_up": "move all limbo to me.row",
    "down_and_up": "let mine = list(me.row)\nmove all me.row to me.other\nfor c in mine: move c to me.row",
    "hands_to_deck": "for p in players: move all p.hand to deck\nshuffle deck\n"
    "for p in players: draw 1 from deck to p.hand",
    "show_for_now": "me.shown = true",
    "one_at_random": "if size(deck) > 0:\n    pick c in deck\n    move c to me.hand",
    "give_at_random": "if size(me.hand) > 0:\n    pick c in me.hand\n    pick p in players\n    move c to p.hand",
    "several": "{choose up to 2 c in me.hand}\nfor x in c: move x to pile",
    "several_given": "{choose up to 2 c in me.hand}\nfor x in c: move x to next(me).hand",
    "ask_for": "choose c in Card as ask\nlet there = reveal(c in next(me).hand)\nif there: move c to me.hand",
    "objective": "pick g in Aim\nme.aim = g",
    "objective_shown": 'log "{me} wants {reveal(me.aim)}"',
    "objectives_swapped": "let mine = me.aim\nme.aim = next(me).aim\nnext(me).aim = mine",
    "cup": "me.cup = []\nfor i in 1..2:\n    pick n in 1..6\n    add n to me.cup",
    "cup_shown": 'log "{me} has {reveal(sum(me.cup))}"',
    "call_cups": "choose n in 2..3 as call_cups\n"
    "if reveal(count(d == n for p in players for d in p.cup)) > 1: me.shown = true",
    "one_die": "pick n in 1..6\nif size(me.cup) > 0: me.cup[0] = n",
    "note_all": "me.notes = set(me.hand)",
    "into_box": "{choose c in me.hand or pass}\npick b in Box\nif c != none: move c to b.inside",
    "box": "choose b in Box as open_box\nb.open = not b.open",
    "take_box": "choose b in Box as take_box\nmove all b.inside to me.hand",
    "peek_box": "choose b in Box as peek_box\nshow b.inside to me",
    "tokens": "{choose x in me.bag or pass}\nif x != none: move x to next(me).bag",
    "token_from_bag": "if size(next(me).bag) > 0:\n    pick x in next(me).bag\n    move x to me.bag",
    "token_rank": "for x in me.bag:\n    pick n in 1..3\n    x.rank = n",
    "reaction": "offer secretly answers to next(me)",
    "dice": "roll d6 as r\nif r > 3: draw 1 from deck to next(me).hand",
}
"""What may happen; what stands in braces is chosen openly, secretly or by another."""

TRIGGERS = (
    "", "",
    "triggers: {drawn: {on: c enters p.hand, most: 40, if: size(p.hand) > 4, do: move c to limbo}}\n",
    "triggers: {gone: {on: c leaves p.hand, do: p.shown = true}}\n",
    "triggers: {laid: {on: c enters pile, most: 40, do: 'if size(deck) > 3: draw 1 from deck to me.hand'}}\n",
)  # fmt: skip
AFTERWARDS = (
    "", EFFECTS["pass_all"], EFFECTS["pass_right"], EFFECTS["through"], EFFECTS["mix_hands"],
    "for p in players: move all p.other to next(p).hand", "for p in players: p.shown = true",
    "for p in players: move all p.row to p.hand",
)  # fmt: skip
"""What follows a choice that all make together: hands go round, the picks are turned up."""
DECIDE = (
    "", "",
    "        decide: choose c in me.hand or pass\n        do: 'if c != none: move c to me.row'\n",
    "        decide: choose c in me.hand or pass\n        do: 'if c != none: move c to next(me).other'\n",
    "        decide: choose n in 0..2 as bid\n        do: me.bid = n\n",
)  # fmt: skip


def _indented(lines: str, blanks: int) -> str:
    return "".join(f"{' ' * blanks}{line}\n" for line in lines.split("\n"))


@dataclass(frozen=True, slots=True)
class Made:
    """A ruleset that was drawn, and by which seed it is played."""

    text: str
    seed: int


@st.composite
def rulesets(draw: st.DrawFn) -> Made:
    """Hands, rows, a deck and a pile with drawn visibilities, and some of the effects."""
    players = draw(st.integers(2, 3))
    alike = draw(st.booleans())
    hand, other, row = (draw(st.sampled_from(VISIBLE)) for _ in range(3))
    deck, pile = (draw(st.sampled_from(SHARED)) for _ in range(2))
    words = draw(st.lists(st.sampled_from(sorted(EFFECTS)), min_size=3, max_size=7, unique=True))
    how = {word: draw(st.sampled_from(("choose", "choose secretly", "choose"))) for word in words}
    secret = draw(st.sets(st.sampled_from(words), max_size=2))
    together = draw(st.booleans())
    actions = ""
    for word in words:
        body = re.sub(r"\{choose (.*?)\}", lambda found, word=word: f"{how[word]} {found[1]}", EFFECTS[word])
        kept = "    secret: true\n" if word in secret else ""
        actions += f"  {word}:\n    menu: main\n{kept}    effects: |\n"
        actions += "".join(f"      {line}\n" for line in body.split("\n"))
    several = ", ".join(f"c{i}: {{count: {2 if alike else 1}}}" for i in range(3 if alike else 6))
    refill = draw(st.sampled_from(("", ", refill: pile")))
    pick = "{in: me.hand, secret: true}" if draw(st.booleans()) else "{in: me.hand}"
    flow = "  - turns: turn\n    times: 6\n"
    if together:
        target = draw(st.sampled_from(("me.other", "pile", "next(me).hand", "me.row")))
        actions += f"  play:\n    menu: together\n    parameters: {{card: {pick}}}\n"
        actions += f"    effects: move card to {target}\n"
        actions += "  hold: {menu: together, effects: pass}\n"
        flow = "  - rounds: round\n    times: 4\n    steps:\n      - turns: turn\n"
        after = draw(st.sampled_from(AFTERWARDS))
        decide = draw(st.sampled_from(DECIDE))
        flow += "      - simultaneous: both\n" + (decide or "        menu: together\n")
        flow += f"        end: |\n{_indented(after, 10)}" if after else ""
    ordered = draw(st.sampled_from(("", ", ordered: true")))
    wish = draw(st.sampled_from(("owner", "none", "all", "viewer == it or viewer.peeks")))
    dealt = draw(st.integers(0, 2))
    names = "[red, blue, green]"
    until = "round" if together else "turn"
    own, cup, bag = (draw(st.sampled_from(OWN)) for _ in range(3))
    rank = draw(st.sampled_from(("all", "owner", "none")))
    box = draw(st.sampled_from(("it.open", "none", "all", "it.open and not rain", "viewer.peeks", "viewer == leader")))
    trigger = draw(st.sampled_from(TRIGGERS))
    return Made(f"""
ruleset: {{name: made, title: Made, language: 4}}
players:
  min: {players}
  max: {players}
  names: {names}
  fields:
    peeks: bool
    spies: {{type: Player?, visible: {draw(st.sampled_from(("all", "owner")))}}}
    shows: bool
    wish: {{type: "Card?", visible: {wish}}}
    bid: {{type: int 0..2, visible: owner}}
    shown: {{type: bool, per: {until}}}
    aim: {{type: "Aim?", visible: {own}}}
    cup: {{type: "list[int 0..6, 3]", visible: {cup}}}
    notes: {{type: "set[Card]", visible: owner}}
enums: {{Aim: [sun, moon, star]}}
kinds:
  Card:
    alike: {str(alike).lower()}
    start: deck
    fields: {{marked: {{type: bool, visible: {draw(st.sampled_from(("all", "none")))}}}}}
    entries: {{{several}}}
  Box: {{entries: {{left: {{}}, right: {{}}}}, fields: {{open: bool}}}}
  Token: {{per_player: 2, start: bag, fields: {{rank: {{type: int 0..3, visible: {rank}}}}}}}
zones:
  limbo: {{of: Card, visible: {draw(st.sampled_from(SHARED))}, ordered: true}}
  inside: {{of: Card, each: Box, visible: {box}}}
  bag: {{of: Token, each: Player, visible: {bag}}}
  deck: {{of: Card, ordered: true, visible: {deck}{refill}}}
  pile: {{of: Card, ordered: true, visible: {pile}}}
  hand: {{of: Card, each: Player{ordered}, visible: {hand}}}
  other: {{of: Card, each: Player, visible: {other}}}
  row: {{of: Card, each: Player, visible: {row}}}
state: {{leader: Player, rain: {{type: bool, visible: {draw(st.sampled_from(("all", "none")))}}}}}
actions:
{actions}
  answer: {{menu: answers, parameters: {{card: {{in: me.hand}}}}, effects: move card to me.other}}
  nothing: {{menu: answers, effects: pass}}
{trigger}setup:
  - do: |
      shuffle deck
      for p in players:
          draw {dealt} from deck to p.hand
          pick g in Aim
          p.aim = g
flow:
{flow}
scoring: {{items: {{cards: size(me.hand) + 2 * size(me.row)}}}}
""", draw(st.integers(0, 2**31 - 1)))  # fmt: skip


@lru_cache(maxsize=8)
def game_of(text: str) -> Game | None:
    """The game of a ruleset; None where it says something to who may not see it, which is a fault of the ruleset."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made.yaml"
        path.write_text(text, encoding="utf-8")
        ruleset = compile_ruleset(str(path))
    if ruleset.program is None:
        codes = {str(each.code) for each in ruleset.diagnostics if each.severity == "error"}
        assert codes == {"YUP461"}, [each.message for each in ruleset.diagnostics]
        return None
    return Game(ruleset.program)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(rulesets())
def test_bots_play_and_what_is_possible_looks_the_same(made: Made) -> None:
    _play(made)


@pytest.mark.slow
@settings(max_examples=1_500, deadline=None, suppress_health_check=list(HealthCheck))
@given(rulesets())
def test_they_do_so_in_many_more_games(made: Made) -> None:
    _play(made)


def _play(made: Made) -> None:
    game = game_of(made.text)
    if game is None:
        return
    draw = random.Random(made.seed)
    try:
        state = game.start(seed=made.seed)
    except RuleFault:
        return
    memories: dict[int, Memory] = {}
    bots = [make_bot(bot, draw.randrange(2**31)) for bot in draw.sample(("greedy", "mcts:12", "flat:8"), state.players)]
    while not state.over:
        viewer = draw.randrange(SPECTATOR, state.players)
        memories[viewer] = state.memory(viewer, memories.get(viewer))
        try:
            other = state.possible(viewer, draw.randrange(2**31), memories[viewer])
        except NothingPossible:
            pass
        else:
            assert other.observation(viewer) == state.observation(viewer)
            assert viewer != state.seat or other.option_tuples() == state.option_tuples()
        options = state.option_tuples()
        state.apply_tuple(options[bots[state.seat % len(bots)].choose(state, options)])
