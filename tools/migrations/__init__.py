"""Bringing rulesets to the present version of the language; the table of changes is `schemas.versions`."""
