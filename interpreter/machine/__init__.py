"""Runs a program from decision to decision, and says what it does to people: what all back ends share."""
