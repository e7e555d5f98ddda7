"""A game being played: who decides on a seat, saved games, how a game came out, and going through one again."""
