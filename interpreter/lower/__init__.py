"""From the typed tree to the program, one construct at a time; nothing an author could cause is reported here."""
