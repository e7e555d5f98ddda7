"""A game being played: who decides on a seat, saved games, and how a game came out."""
