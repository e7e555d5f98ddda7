"""A ruleset's examples as tests: rule coverage, what an edit concerns, looking again at every save."""
