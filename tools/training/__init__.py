"""Games as those who train want them: observations and actions as numbers, and the interfaces of libraries."""
