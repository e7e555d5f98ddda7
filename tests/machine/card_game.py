"""A small game of cards by hand, with secrets, chance, options that look alike, and an answer that is kept secret.

Each player draws two cards; in turn each plays one (face up to the table) or passes; then each bids in secret. Cards of
one suit are alike. Fields: `bid` (seen by its owner), `mood` (an enum), `marks` (a set), `counts` (a map), `log` (a
list), `secret` (seen by nobody).
"""

from __future__ import annotations

from yupana.interpreter.program import ir

from .build import BOOL, INT, c, cell, function, listed, mapped, op, program, v, waiting

PLAYER = ir.Domain(
    "Player", "player", ("red", "blue", "green"), ("Red", "Blue", "Green"), present=((), (), (0, 1), (0, 1, 2))
)
CARD = ir.Domain(
    "Card", "kind", tuple([f"{suit}_{i}" for suit in ("moon", "sun") for i in range(1, 5)]),
    groups=(0,) * 4 + (1,) * 4, group_names=("moon", "sun"), piece_base=0, alike=True,
)  # fmt: skip
MOOD = ir.Domain("Mood", "enum", ("calm", "wild"))
PLAYERS, CARDS, MOODS = 0, 1, 2
MEMBER = ir.ValueType("member", PLAYERS)
PIECE = ir.ValueType("member", CARDS)

BID, MOOD_CELL, MARKS, COUNTS, NOTES, SECRET, BIG = 16, 19, 20, 21, 24, 29, 30
ZONES = 1 + 3 + 1  # deck, hands, table
DECK, HAND, TABLE = 0, 1, 4
AT = 40
LAYOUT = ir.Layout(
    160, 100, AT, AT + 5, AT + 10, AT + 15, AT + 23, AT + 31, ZONES, 8,
    (("big", BIG), ("mood", MOOD_CELL), ("steps", BIG + 1)),
)  # fmt: skip
ME = cell(ir.CELL_ME)
OWN_HAND = op("zone_list", op("add", HAND, ME), 0)
LIST4 = listed(4)

INIT = function(
    "init", (),
    [
        ir.For(0, op("domain", CARDS), (ir.Move(v(0), c(DECK)),)),
        ir.Store(MARKS, None, ir.ConstSet((0,), 3), ir.Shape("set", 3)),
        ir.Store(SECRET, None, c(5), ir.SCALAR),
    ],
    result=None,
)  # fmt: skip
LEFT = op("list_size", op("zone_list", op("add", HAND, v(0)), 0))
SCORE = function("score", (0,), [ir.Return(op("add", cell(BID, v(0)), LEFT))])
TIE = function("tie", (0,), [ir.Return(op("neg", v(0)))])
REPORT = function("report", (0,), [ir.Log(1, (v(0), cell(BID, v(0))))], result=None)
HOLDS = function("holds", (0, 1), [ir.Return(op("le", op("zone_size", DECK), 8))])
BIDS_SEEN = function("seen", (0, 1), [ir.Return(op("or", op("eq", v(0), v(1)), cell(ir.CELL_ENDING)))])

# slot 0: the player in turn, 1: chosen card, 2: bid, 3: a die
MAIN = waiting(
    "main",
    [
        ir.Block(
            (
                ir.Shuffle(c(DECK)),
                ir.For(4, op("domain", PLAYERS), (ir.Draw(c(2), c(DECK), op("add", HAND, v(4))),)),
                ir.SetLocal(0, c(0)),
            ),
            ir.Jump(1),
        ),
        ir.Block((), ir.Fork(op("lt", v(0), cell(ir.CELL_PLAYERS)), 2, 6)),
        ir.Block((ir.Store(ir.CELL_ME, None, v(0), ir.SCALAR),), ir.Ask(0)),
        ir.Block((ir.Move(v(1), c(TABLE)), ir.Log(0, (ME, v(1)))), ir.Jump(4)),
        ir.Block((), ir.Ask(1)),
        ir.Block((ir.Store(BID, ME, v(2), ir.SCALAR, 0, 3, 0), ir.SetLocal(0, op("add", v(0), 1))), ir.Jump(1)),
        ir.Block(
            (ir.Store(ir.CELL_ENDING, None, c(1), ir.SCALAR), ir.Roll(3, None, 6, -1, 0),
             ir.Store(NOTES, None, op("list", v(3)), LIST4)),
            ir.Finish(),
        ),
    ],
    keep=(0, 1, 2),
)  # fmt: skip
SUIT_KEY = op("list", ir.Table(0, v(5)))
PLAY = ir.Decision(
    "play", 7, ME, 2, (ME,),
    (
        ir.For(5, OWN_HAND, (ir.Guard(op("ne", v(5), cell(SECRET)), (ir.Emit(0, (v(5),), SUIT_KEY),), 0),)),
        ir.Emit(1, ()),
    ),
    (ir.Answer(0, (1,), 3), ir.Answer(1, (), 4)), secret=False, optional=False, place=0,
)  # fmt: skip
BIDDING = ir.Decision(
    "bid", 7, ME, 3, (),
    (ir.For(6, op("range", 0, 3), (ir.Guard(op("le", v(6), op("add", 1, cell(BIG))), (ir.Emit(2, (v(6),)),), 1),)),),
    (ir.Answer(2, (2,), 5),), secret=True, optional=False, place=0,
)  # fmt: skip


def card_game() -> ir.Program:
    see = ir.Visibility
    return program(
        [INIT, SCORE, TIE, REPORT, HOLDS, MAIN, BIDS_SEEN],
        name="cards", title="Cards", min_players=2, domains=(PLAYER, CARD, MOOD), layout=LAYOUT,
        fields=(
            ir.StateField("bid", PLAYERS, BID, ir.SCALAR, INT, see("test", function=8)),
            ir.StateField("mood", -1, MOOD_CELL, ir.SCALAR, ir.ValueType("member", MOODS, True), see()),
            ir.StateField("marks", -1, MARKS, ir.Shape("set", 3, PLAYERS), MEMBER, see()),
            ir.StateField("counts", -1, COUNTS, mapped(3, PLAYERS), INT, see()),
            ir.StateField("notes", -1, NOTES, LIST4, INT, see()),
            ir.StateField("secret", -1, SECRET, ir.SCALAR, INT, see("none")),
            ir.StateField("big", -1, BIG, ir.SCALAR, BOOL, see(), internal=True),
        ),
        families=(
            ir.ZoneFamily("deck", CARDS, -1, DECK, 1, True, see("none")),
            ir.ZoneFamily("hand", CARDS, PLAYERS, HAND, 3, False, see("owner")),
            ir.ZoneFamily("table", CARDS, -1, TABLE, 1, True, see()),
        ),
        zone_ordered=(1, 0, 0, 0, 1), zone_refill=(-1,) * 5,
        tables=((0,) * 4 + (1,) * 4,),
        decisions=(PLAY, BIDDING),
        alternatives=(
            ir.Alternative("play", (("card", PIECE),), -1, ("C-1",), 0, "play"), ir.Alternative("pass", (), -1, (), 0),
            ir.Alternative("bid", (("n", INT),), -1, ("C-2",), 1),
        ),
        texts=(
            ir.Text(("", " plays ", ""), (MEMBER, PIECE)), ir.Text(("", " bid ", "."), (MEMBER, INT)),
            ir.Text(("", ", which card?"), (MEMBER,)), ir.Text(("How much?",), ()),
        ),
        game_options=(
            ir.GameOption("big", BOOL, 0, 0, 1, ""),
            ir.GameOption("mood", ir.ValueType("member", MOODS, True), -1, -1, 1, ""),
            ir.GameOption("steps", INT, 2, 1, 9, ""),
        ),
        init=2, main=7,
        scoring=ir.Scoring(3, (("bids", 3),), (4,), -1, (5,)), invariants=(("deck", 6),),
    )  # fmt: skip
