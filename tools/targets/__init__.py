"""The ruleset that a person has named: found, compiled, or ready to be played."""
