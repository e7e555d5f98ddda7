"""Programs as games: playing them, asking them questions, and what a game has come through."""
