"""Our moves of chess in the words of other engines."""

from __future__ import annotations

from typing import Any

from yupana.interpreter.game import Option

SQUARES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]

LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}
CASTLES = {"a1": "e1c1", "h1": "e1g1", "a8": "e8c8", "h8": "e8g8"}


def uci(option: Option) -> str:
    """A move as two squares and what a pawn becomes."""
    args = option.args
    if option.name == "castle":
        return CASTLES[args["rook"]]
    return args["from"] + args["to"] + LETTERS.get(args.get("into", ""), "")


def moves(options: tuple[Option, ...]) -> dict[str, Option]:
    """The moves among the options."""
    return {uci(option): option for option in options if option.name != "claim_draw"}


def position(board: Any) -> str:
    """Effects that put the men of a python-chess board, white to move and nothing to take in passing, on ours."""
    assert board.turn
    assert board.ep_square is None
    names = ("pawn", "knight", "bishop", "rook", "queen", "king")
    men = [
        f"{SQUARES[square]}.piece = {'white' if man.color else 'black'}_{names[man.piece_type - 1]}"
        for square, man in board.piece_map().items()
    ]
    rooks = {color: [name for square, name in enumerate(SQUARES) if board.castling_rights & rows & 1 << square]
             for color, rows in (("white", 0xFF), ("black", 0xFF << 56))}  # fmt: skip
    castles = [f"{color}.castles = {{{', '.join(found)}}}" for color, found in rooks.items()]
    return "\n".join(["for s in Square: s.piece = none", *men, *castles, f"quiet = {board.halfmove_clock}"])
