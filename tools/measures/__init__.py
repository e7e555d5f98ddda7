"""What played games say of their rules: each measure a row of one table, with an interval and a sentence. It knows how
games are played and nothing of reports; `compare` and `balance` show what is found here."""
