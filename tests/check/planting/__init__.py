"""Plants faults into a copy of any ruleset, each with the diagnostic that it must bring.

Places are found by structure: a number in code becomes a name that is not there, a key of an element is misspelled,
a bracket is left open. Nothing here knows a ruleset. What is planted together stands in different elements, and no
fault makes another one unknowable.

`places` reads the files, `in_code`, `in_lines`, `in_declarations`, `in_keys`, `in_texts`, `in_yaml` and `added` are the
kinds of faults, and `plant` chooses a mixture, writes it and judges what is told.
"""
