"""Making a rulebook out of a ruleset: what the pages hold (`make` and the chapters), how they look (`html`,
`markdown`), and whether text and behaviour still agree (`lock`, `checks`)."""
