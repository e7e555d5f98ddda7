"""What the machine answers to people at a table: why something is not offered, what cannot be taken back.

`Machine.event_words` may hold the same in another language, beside the words of events.
"""

from __future__ import annotations

from .machine import Machine

WORDS = {
    "why_over": "The game is over: there is nothing to decide.",
    "why_offered": "`{text}` is offered: {option}.",
    "why_not_read": "`{text}` does not read as `{action}`; {parameters}.",
    "why_other_decision": "{player} cannot choose {name} in this decision; it is about {names}.",
    "why_no_option": "`{text}` does not read as an option; one that is offered is {option}.",
    "why_parameters": "its parameters are {names}",
    "why_no_parameters": "it has no parameters",
    "why_no_parameter": "`{action}` has no parameter {name}; {parameters}.",
    "why_no_value": "`{value}` cannot be the {name} of `{action}`.",
    "why_not_here": "`{value}` is not in this game: it is there with other options or another number of players.",
    "why_fault": "`{text}`: a rule fault stopped the search ({fault}).",
    "why_not_offered": "`{text}` is not offered: {reason}",
    "why_with": " (with {values})",
    "why_condition": "`{condition}` does not hold{given}; {place}.",
    "why_cost": "it costs {cost} {resource}, {player} has {have}{given}; {place}.",
    "why_cost_hidden": "it costs more {resource} than {player} has{given}; {place}.",
    "why_limit": "already done {used} of {most} times in this {scope}{given}; {place}.",
    "why_limit_once": "already done in this {scope}{given}; {place}.",
    "why_limit_hidden": "already done as often as the limit of this {scope} allows{given}; {place}.",
    "why_fails": "`{condition}` does not hold{facts}{given}; {place}.",
    "why_holds": "`{condition}` holds, which rules it out{facts}{given}; {place}.",
    "why_facts": ": {facts}",
    "why_fact": "`{code}` is {value}",
    "why_empty": "empty",
    "why_inside": "{text}: {reason}",
    "why_among": "{value} is not among `{group}`: {reason}",
    "why_not_among": "{value} is not among `{group}`{members}{given}",
    "why_members": ", which is {values}",
    "why_hidden": "it depends on what {player} cannot see.",
    "why_rule": "{rule}: {words}",
    "why_rules": "See {rules}.",
    "why_missing": "the value written for {name} is not among those to choose from{given}.",
    "why_only": "it is only offered with other values, such as {values}.",
    "why_nothing": "nothing of the kind can be chosen now.",
    "told_offered": "This can be chosen: {option}.",
    "told_other": "{player} can now only choose: {names}",
    "told_not_read": "`{text}` cannot stand for: {option}",
    "told_not_here": "{value} is not in this game, but only with other options or another number of players.",
    "told_fault": "A fault of the rules ended the search for: {option}",
    "told_not_offered": "Not possible: {option}. {reason}",
    "told_cost": "It costs {cost} {resource}, and {player} has {have}.",
    "told_cost_hidden": "It costs more {resource} than {player} has.",
    "told_limit": "It was done {used} of {most} times in this {scope}.",
    "told_limit_once": "It was already done in this {scope}.",
    "told_limit_hidden": "It was already done as often as the limit of this {scope} allows.",
    "told_demanded": "The rules demand: {text}.",
    "told_not_among": "Not to be chosen here: {value}.",
    "told_only": "What can be done is, for instance: {option}.",
    "told_rule": "The rules do not allow it.",
    "told_nothing": "Nothing of the kind can be chosen now.",
    "told_hidden": "It depends on what {player} cannot see.",
    "scope_action": "action",
    "scope_game": "game",
    "undo_nothing": "there is no decision to take back",
    "undo_revealed": "the last decision cannot be taken back: something was revealed or left to chance",
    "redo_nothing": "there is nothing to take again",
    "undo_disclosed": "nothing can be taken back any more: what was hidden has been told",
    "save_rules": "The rules have changed since this game was saved{versions}: {changes}.",
    "save_rules_unknown": "The ruleset has changed since this game was saved{versions}; the save does not say in what.",
    "save_versions": " (it was played with {then}, and here is {now})",
    "save_changed": "changed {names}",
    "save_new": "new {names}",
    "save_gone": "gone {names}",
    "save_order": "an order",
    "save_way": "From decision {number} on the game goes another way.",
    "save_way_begin": "The game goes another way from its set-up on.",
    "save_stops": "Decision {number}, `{option}`, is not legal any more: the game stands before it.",
    "save_stops_hidden": "Decision {number} is not legal any more: the game stands before it.",
    "save_over": "The game is over before decision {number}.",
    "save_stays": "The saved game stays as it is.",
}


def scope_name(machine: Machine, name: str) -> str:
    """What players read for a scope: the language's word for those that every game has, else the ruleset's name."""
    return phrase(machine, f"scope_{name}") if f"scope_{name}" in WORDS else machine.named(name, "")


def phrase(machine: Machine, key: str, **values: str) -> str:
    """One of the phrases with its values."""
    return machine.event_words.get(key, WORDS[key]).format(**values)
