"""Whether a game is balanced, and worth playing: what is played to find out, what of it an author should hear, and the
report."""
