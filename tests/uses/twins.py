"""A ruleset in which everything is spelled like something else."""

from __future__ import annotations

TWINS = """\
ruleset: {name: twins, title: Twins, language: 3}
players:
  min: 2
  max: 2
  names: [red, blue]
  fields: {coins: {type: int 0..99, start: 9}, worth: {type: int 0..99}}
constants: {fee: 2}
enums: {Mood: [calm, wild], Sea: [calm, rough]}
kinds:
  Ware: {attributes: {worth: int}, entries: {wool: {worth: 3}, salt: {worth: 1}}}
state: {mood: {type: Mood, start: wild}, sea: {type: Sea, start: rough}, stock: int 0..9}
zones: {heap: {of: Ware}}
functions:
  price: {of: {w: Ware}, is: w.worth}
actions:
  grab: {parameters: {heap: {in: 1..2}}, effects: me.coins += heap}
  sell: {parameters: {w: {in: Ware}}, effects: me.coins += price(w)}
  soothe: {effects: mood = calm}
  sail: {effects: sea = calm}
  pay: {effects: "let price = fee\\nme.coins -= price"}
  shout: {effects: 'log "the stock of wool, the heap and the price"'}
flow: [{rounds: day, times: 2, steps: [{turns: turn}]}]
scoring: {items: {coins: me.coins}}
rulebook: {sections: {"1": All}, rules: {}}
examples:
  grabbing: {when: [{red: grab(heap=1)}], then: red.coins == 10}
  selling: {when: [{red: sell(w=wool)}], then: red.coins == 12}
  soothing: {when: [{red: soothe}], then: mood == calm}
  sailing: {when: [{red: sail}], then: sea == calm}
  paying: {when: [{red: pay}], then: red.coins == 7}
  shouting: {when: [{red: shout}], then: red.coins == 9}
"""

USERS = {
    "zones.heap": set[str](),  # not `grab`, whose parameter has its name
    "players.fields.worth": set[str](),  # not `price`, which reads an attribute of its name
    "kinds.Ware": {"zones.heap", "functions.price", "actions.sell"},
    "enums.Mood": {"state.mood", "actions.soothe", "examples.soothing"},  # not what is of the other enum
    "enums.Sea": {"state.sea", "actions.sail", "examples.sailing"},
    "functions.price": {"actions.sell"},  # not `pay`, whose local has its name
    "state.stock": set[str](),  # not `shout`, in whose text it is a word
    "kinds.Ware.entries.wool": {"examples.selling"},
    "kinds.Ware.entries.salt": set[str](),
    "constants.fee": {"actions.pay"},
}
"""What uses each element directly."""

EDITS = {
    "zones.heap": ("heap: {of: Ware}", "heap: {of: Ware, ordered: true}", set[str]()),
    "players.fields.worth": ("worth: {type: int 0..99}}", "worth: {type: int 0..9}}", set[str]()),
    "enums.Mood": ("Mood: [calm, wild]", "Mood: [calm, wild, mad]", {"soothing"}),
    "enums.Sea": ("Sea: [calm, rough]", "Sea: [calm, rough, high]", {"sailing"}),
    "functions.price": ("is: w.worth}", "is: w.worth + 0}", {"selling"}),
    "state.stock": ("stock: int 0..9", "stock: int 0..8", set[str]()),
    "constants.fee": ("{fee: 2}", "{fee: 1}", {"paying"}),
}
"""An edit of an element, and the examples that depend on it."""
