"""The commands, one thin module each: options in, one call, and a way to show the answer."""
