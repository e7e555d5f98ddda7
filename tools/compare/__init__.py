"""Comparing two rulesets: what is different, what depends on it, and how differently they play."""
