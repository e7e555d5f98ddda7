"""What Yupana says by itself in rulebooks and at the table: one file of phrases a language, `LANG.yaml`."""
