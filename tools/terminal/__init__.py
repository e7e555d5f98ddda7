"""A table in the terminal: the game drawn, options narrowed by typing, people and bots on the seats."""
