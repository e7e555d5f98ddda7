"""The proof that back ends are the same bit for bit: games, programs and rulesets run on two of them in lockstep.

`lockstep` plays a game on both and compares all that can be asked after every decision; `shrinking` finds the shortest
list of decisions that still shows a difference; `blame` names the rule it is in. `programs` makes random programs in
the form that back ends read, `rulesets` random rulesets as text, and `hostile` holds rulesets that mean harm. What is
made is made from a seed. `planted` is a back end with one thing wrong: it shows that differences are found.
"""
