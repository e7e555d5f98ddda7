"""Three in a row on nine fields, written by hand in the program form."""

from __future__ import annotations

from yupana.interpreter.program import ir

from .build import c, cell, function, op, program, v, waiting

BOARD = ir.HEADER_CELLS  # nine cells: -1 or the player's number
WINNER = BOARD + 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = tuple([tuple([i for i, line in enumerate(LINES) if x in line]) for x in range(9)])
PLAYER = ir.Domain("Player", "player", ("cross", "nought"))
SPACE = ir.Domain("Space", "space", tuple([f"{column}{row}" for row in "123" for column in "abc"]))
SPACE_TYPE = ir.ValueType("member", 1)

INIT = function(
    "init", (),
    [
        ir.For(0, op("domain", 1), (ir.Store(BOARD, v(0), c(-1), ir.SCALAR),)),
        ir.Store(WINNER, None, c(-1), ir.SCALAR),
    ],
    result=None,
)  # fmt: skip
# whether a line through the space s is all of player p
ROW = function(
    "row", (0, 1),
    [
        ir.Return(ir.Comp("any", (ir.Clause(2, ir.Table(1, v(0)), None),), ir.Comp(
            "all", (ir.Clause(3, ir.Table(0, v(2)), None),), op("eq", cell(BOARD, v(3)), v(1)),
        )))
    ],
)  # fmt: skip
SCORE = function("score", (0,), [ir.Return(op("eq", cell(WINNER), v(0)))])
MAIN = waiting(
    "main",
    [
        ir.Block((ir.SetLocal(0, c(0)), ir.Store(ir.CELL_ME, None, c(0), ir.SCALAR)), ir.Jump(1)),
        ir.Block((), ir.Fork(op("and", op("lt", v(0), 9), op("lt", cell(WINNER), 0)), 2, 4)),
        ir.Block((), ir.Ask(0)),
        ir.Block(
            (
                ir.Store(BOARD, v(1), cell(ir.CELL_ME), ir.SCALAR),
                ir.If(ir.Call(2, (v(1), cell(ir.CELL_ME))), (ir.Store(WINNER, None, cell(ir.CELL_ME), ir.SCALAR),)),
                ir.SetLocal(0, op("add", v(0), 1)),
                ir.Store(ir.CELL_ME, None, op("sub", 1, cell(ir.CELL_ME)), ir.SCALAR),
            ),
            ir.Jump(1),
        ),
        ir.Block((), ir.Finish()),
    ],
    keep=(0, 1),
    count=3,
)
PLACE_MARK = ir.Decision(
    "main", 4, cell(ir.CELL_ME), 0, (cell(ir.CELL_ME),),
    (ir.For(2, op("domain", 1), (ir.Guard(op("lt", cell(BOARD, v(2)), 0), (ir.Emit(0, (v(2),)),), 0),)),),
    (ir.Answer(0, (1,), 3),), secret=False, optional=False, place=0,
)  # fmt: skip


def tictactoe() -> ir.Program:
    return program(
        name="three", title="Three in a row", min_players=2, max_players=2, domains=(PLAYER, SPACE),
        layout=ir.Layout(BOARD + 9 + 1 + 8, BOARD + 10, 0, 0, 0, 0, 0, 0, 0, 0),
        fields=(
            ir.StateField("mark", 1, BOARD, ir.SCALAR, ir.ValueType("member", 0, True), ir.Visibility()),
            ir.StateField("winner", -1, WINNER, ir.SCALAR, ir.ValueType("member", 0, True), ir.Visibility()),
        ),
        tables=(LINES, LINES_THROUGH),
        functions=(ROW, SCORE, MAIN, INIT),
        decisions=(PLACE_MARK,),
        alternatives=(ir.Alternative("mark", (("space", SPACE_TYPE),), -1, ("T-1",), 0, "mark"),),
        texts=(ir.Text(("", ": where?"), (ir.ValueType("member", 0),)),),
        init=5, main=4, scoring=ir.Scoring(3),
    )  # fmt: skip
