"""What the words of the language mean, in one sentence each, with how they are written: shown by editors.

A row for every word that begins a statement, every word that is never a name, the words of comprehensions and of types,
and what the language itself gives a name; a test keeps the table complete.
"""

from __future__ import annotations

from typing import NamedTuple


class WordDoc(NamedTuple):
    """How a word is written, and what it means."""

    form: str
    meaning: str


WORDS: dict[str, WordDoc] = {
    word: WordDoc(form, meaning)
    for word, form, meaning in (
        # statements
        ("activate", "activate adjustment [at key]", "An adjustment counts from now on, perhaps for one key."),
        ("deactivate", "deactivate [all] adjustment [at key]", "An adjustment counts no more; of one that `stacks` one "
         "activation is taken away, and with `all` every one."),
        ("add", "add value to list", "At the end of a list, or into a set."),
        ("remove", "remove value from list", "The first such value of a list, or out of a set; nothing if there is "
         "none."),
        ("break", "break", "Ends the loop around it."),
        ("continue", "continue", "Goes on with the next turn of the loop around it."),
        ("pass", "pass", "Does nothing."),
        ("choose", "choose [secretly] [2|up to 2] x in values [if c] [by p] [or pass] [as label] [\"question\"]",
         "A player chooses; what is chosen is known behind it. Without `by`, me chooses. Without an option it is a "
         "rule fault, unless one may pass."),
        ("option", "option label [if condition] [: x in values]:", "One branch of a choice, with what follows from "
         "it."),
        ("do", "do procedure(values)", "Carries out a procedure; it may give a value."),
        ("draw", "draw 2 from zone to zone", "From the top, one by one; fewer if there are no more. `draw` alone: "
         "nobody has won, and the game ends."),
        ("win", "win [player]", "The player (without one: me) has won, and the game ends."),
        ("lose", "lose [player]", "The player (without one: me) is out of it."),
        ("again", "again [player]", "The player (without one: me) has another turn, at once behind the one that they "
         "have, or have next."),
        ("skip", "skip [player]", "The next turn of the player (without one: me) is left out."),
        ("end", "end turn", "Ends this turn, this repetition or this phase; `end step turn` the whole step, "
         "`end game` everything."),
        ("fail", 'fail "text"', "A rule fault by the author's own word."),
        ("for", "for x in values [while c] [until c] [if c]:", "Goes through a list, set, range, kind or zone, or "
         "takes a single value that may be none."),
        ("note", "note position", "One note more of a position."),
        ("forget", "forget position", "No notes of the position any more."),
        ("if", "if condition:", "What follows is done, or counts, where the condition holds."),
        ("elif", "elif condition:", "Where none of the conditions before holds, but this one does."),
        ("else", "else:", "Where none of the conditions before holds."),
        ("let", "let name[: type] = value", "A new local; its type follows from the value, or is written."),
        ("log", 'log "text"', "Tells the players something; expressions stand in braces."),
        ("loop", "loop [while condition]:", "Again and again; each time round must reach a decision."),
        ("move", "move piece to [top of|bottom of] zone", "Puts a piece into a zone, on top; `out`: out of play. "
         "`move all zone to zone` moves all pieces in their order."),
        ("offer", "offer [secretly] menu [to player] [or pass|until pass] [\"question\"]",
         "A player takes one option of a menu."),
        ("pick", "pick x in values [if condition]", "One at random, each equally likely; a rule fault when there is "
         "none."),
        ("repeat", "repeat at most 9 while condition:", "A rule fault when the condition still holds after so many "
         "times."),
        ("return", "return [value]", "Ends a procedure, function or action, perhaps with its value."),
        ("roll", 'roll [count] d6 as name ["purpose"]', "Without a count the name is a number, else a list of "
         "numbers."),
        ("shuffle", "shuffle zone", "Every order of its pieces is equally likely."),
        ("show", "show pieces to player", "Lets a player, or several, look at one piece, several or a whole zone. The "
         "others are told how many, and where they lie."),
        # words between values
        ("and", "a and b", "Both hold; the second is asked only where the first holds."),
        ("or", "a or b", "One of the two holds; the second is asked only where the first does not hold."),
        ("not", "not a", "It does not hold."),
        ("in", "x in values", "Whether it is one of them; behind `for`, what it goes through."),
        ("while", "while condition", "As long as it holds; behind a `for`, what it goes through ends before the first "
         "for which it does not."),
        ("until", "until condition", "What it goes through ends with the first for which it holds."),
        ("by", "by value", "The key by which is compared; of a choice, who chooses."),
        ("from", "values from x", "Turned so that it begins with x."),
        ("after", "values after x", "Turned so that it begins behind x, without x. `after(effects; e)` is e as it "
         "would be after the effects."),
        ("true", "true", "It holds."),
        ("false", "false", "It does not hold."),
        ("none", "none", "No value: where something may be there or not."),
        # comprehensions and walks
        ("sum", "sum(e for x in values [if c])", "The sum; 0 of nothing."),
        ("count", "count(x for x in values [if c])", "How many; of conditions, how often one holds."),
        ("any", "any(c for x in values)", "Whether it holds for one."),
        ("all", "all(c for x in values)", "Whether it holds for all."),
        ("min", "min(e for x in values)", "The smallest number; a rule fault of nothing."),
        ("max", "max(e for x in values)", "The largest number; a rule fault of nothing."),
        ("first", "first(x for x in values [if c])", "The first, or none."),
        ("best", "best(x for x in values by key)", "The only one with the largest key; none if several share it."),
        ("leaders", "leaders(x for x in values by key)", "All that share the largest key."),
        ("sorted", "sorted(x for x in values by key)", "The smallest key first; equal ones keep their order."),
        ("ranks", "ranks(x for x in values by key)", "A rank for each: 1 is the largest key, equal keys share one."),
        ("region", "region(h from s [over f(h)] [if c])", "The connected part with s in which the condition holds."),
        ("costs", "costs(a to b from s [over n(a)] [by e] [if c] [within m])",
         "The smallest total to every space; none beyond."),
        # types
        ("int", "int 0..9", "A whole number, perhaps between two bounds."),
        ("bool", "bool", "true or false."),
        ("text", "text", "A text for people."),
        ("list", "list[T, 5]", "Values in order, at most so many; `[e for x in values]` makes one."),
        ("set", "set[K]", "Some of a kind, each once."),
        ("map", "map[K, T]", "A value for each of a kind."),
        # names that the language gives
        ("me", "me", "The player who acts, or whom the code is about."),
        ("active", "active", "The player whose turn it is."),
        ("players", "players", "All players of this game, in order of their seats."),
        ("value", "value", "What the function would give without this adjustment."),
        ("it", "it", "What this is about."),
        ("viewer", "viewer", "The player who looks."),
    )
}  # fmt: skip
"""Every word with its meaning."""
