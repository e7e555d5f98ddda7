"""How well the examples of a ruleset protect its rules: every small break of it, and which example notices."""
