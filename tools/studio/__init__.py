"""The studio: a page in the browser to write, see, play, prove and share a ruleset. See README.md."""
