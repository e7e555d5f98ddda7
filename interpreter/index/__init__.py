"""The elements of a ruleset, what each says and what uses what."""
