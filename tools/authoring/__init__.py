"""Files of an author: which ruleset they belong to, and a new ruleset to start from."""
