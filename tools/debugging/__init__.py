"""Stepping through rules: a session without any protocol, and what drives it: an editor, or a person at a terminal."""
