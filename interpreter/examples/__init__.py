"""Examples: checking what they say, playing them, and what they prove."""
