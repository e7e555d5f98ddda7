"""Rulesets and overlays as single files that people give to each other."""
