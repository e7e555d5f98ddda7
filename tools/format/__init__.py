"""One canonical layout for the files of a ruleset: YAML, and the expressions and effects inside it.

The stages: `tree` (the file with every comment and every place), `roles` (what each value is: code of some kind, or
data), `order` (the keys of elements in canonical order), `parsing` (the syntax tree of code), `code` and `breaking`
(code laid out), `scalars` (how a value is written in YAML), `page` (the file laid out), `proof` (that nothing but the
layout has changed). Only blanks, line ends, quotes, the order of the keys of an element and the choice between YAML's
ways to write the same thing are changed; the tokens of code stay as the author wrote them.
"""
