"""The back ends: each runs programs in its own way, all as `SEMANTICS.md` says, bit for bit alike."""
