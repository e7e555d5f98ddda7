"""What a code of a diagnostic means, and all about one element of a ruleset."""
