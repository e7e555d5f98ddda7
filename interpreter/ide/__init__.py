"""Help while rules are typed and read: completion, scopes, and what stands at a place."""
