"""What stays known of a ruleset from one edit to the next."""
