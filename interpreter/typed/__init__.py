"""The typed tree: declarations, and rules in which every name is resolved to one and every expression has its type."""
