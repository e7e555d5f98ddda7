"""Many games played by bots, in one process or several, and their statistics."""
