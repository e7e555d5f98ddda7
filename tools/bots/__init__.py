"""Bots that know no game, one a file: what decides on a seat that no person sits on. `seats.BOTS` is the registry."""
