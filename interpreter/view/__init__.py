"""What is shown of a position to whom: the look of a ruleset, diagrams and scores."""
