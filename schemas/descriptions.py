"""What each key of a ruleset means, in one sentence: shown by editors on hovering and by the language reference.

A row for every key of every model that does not describe its keys itself; a test keeps the table complete.
"""

from __future__ import annotations

from .spanned import Spanned
from .versions import CURRENT

COMMON = {
    "source": "The id or ids of the rules this implements.",
    "text": "What people read about it.",
}
"""Keys that nearly every element has."""

KEYS: dict[str, dict[str, str]] = {
    "Ruleset": {
        "ruleset": "The header: name, title, and for an overlay what it extends.",
        "players": "How many play, the names of the seats, and the fields of each player.",
        "options": "Choices made before the game starts; each is read as a name.",
        "constants": "Named numbers, truth values or lists of numbers, perhaps by the number of players.",
        "enums": "Named lists of words, such as colours: each is a type.",
        "kinds": "What there is in the game: cards, pieces, cities. Each kind is a type, each entry an entity.",
        "boards": "Boards of hexes or squares or listed spaces, with links between the spaces.",
        "tables": "Printed tables, looked up by number ranges or words.",
        "state": "The fields of the game itself.",
        "zones": "Where pieces lie: decks, hands, displays.",
        "functions": "Named questions: expressions with parameters that change nothing.",
        "procedures": "Named effects with parameters.",
        "actions": "What players may do.",
        "adjustments": "What cards and markers change about functions and procedures.",
        "triggers": "What follows whenever something happens.",
        "positions": "Positions that can come again: what they are made of and when they are noted.",
        "setup": "What happens before the first turn: a list of steps, or effects.",
        "flow": "The order of play: rounds, turns, phases.",
        "scoring": "What is counted at the end, how ties are broken, who wins.",
        "invariants": "What must hold whenever a player decides; for finding faults in the rules.",
        "features": "What may matter in the game: quantities that a bot weighs for each player; no rule reads them.",
        "rulebook": "The rules as numbered text.",
        "book": "How the rulebook is printed: its chapters, its lists, its names.",
        "examples": "Examples that are tests: a position, what is done, what holds then.",
        "look": "How tools show the game; no rule reads it.",
        "lint": "Findings of `yupana lint` that are meant so, each with its reason.",
        "strength": "How well the examples must protect the rules, and breaks that need not be noticed.",
    },
    "Header": {
        "name": "The name by which the ruleset is loaded; the folder or file has the same name.",
        "title": "The name people read.",
        "language": f"The version of the ruleset language that it is written for; the present one is {CURRENT}.",
        "version": "The version of the ruleset or overlay itself, such as `1.0`; it grows with every edition.",
        "text": "What the game or variant is, in a sentence or two.",
        "extends": "For an overlay: the ruleset it changes, or `base+overlay`, each perhaps with versions: `>=1.2,<2`.",
        "not_with": "What it does not go with: names, each perhaps with versions.",
        "own_names": "Whether the names that an overlay adds are its own (`mod.name`): others may add them too.",
        "designer": "Who made the game.",
        "group": "The heading under which the list of rulesets shows it.",
    },
    "FieldDecl": {
        "type": "The type, such as `int 0..9`, `bool`, `City?` or `map[Colour, int]`.",
        "start": "The value at the start; without it 0, false, none or empty.",
        "per": "The scope (a round, turn, phase, procedure, or `action`) at whose start and end it is set back.",
        "visible": "Who sees it: `all`, `owner`, `others`, `none`, or a condition with `viewer` and `it`.",
        "back": "Whether it stands on the back of the piece, for all to see: `true`, or `until it moves`.",
        "means": "What the back says of the piece, `it`: a condition that holds of it, as everybody knows.",
    },
    "Players": {
        "min": "The smallest number of players.",
        "max": "The largest number of players.",
        "together": "Whether all play together: they win together, or lose together.",
        "teams": "The attribute of the seats that says to which team each belongs, whose players win or lose together.",
        "names": "The names of the seats, in seating order; at least as many as `max`.",
        "seats": "In place of `names`: the seats in seating order, each with its attributes.",
        "attributes": "What every seat has and never changes, such as its direction: names and types.",
        "defaults": "The value of an attribute for the seats that leave it out.",
        "fields": "What each player has, such as money and points.",
        "line": "In which order the triggers of several players come that wait at once.",
    },
    "LineDecl": {
        "order": "The players in this order, a list as for `turns`; triggers of nobody come before all.",
        "choose": "Whether a player with several chooses which of them comes next.",
    },
    "OptionDecl": {
        "type": "The type: `bool`, an int range or an enum.",
        "default": "The value when nothing is chosen.",
    },
    "ConstantDecl": {
        "value": "A number, `true`, `false`, a name, or a list of numbers.",
        "by_players": "A value for each number of players.",
    },
    "EntryDecl": {
        "count": "How many there are of it (called NAME_1, NAME_2 and so on); or this by number of players.",
        "players": "The numbers of players at which it is in the game.",
        "start": "The zone it starts in.",
        "adjustments": "What each of its copies changes, with `it` for the copy; the entry's own rules and text count.",
        "triggers": "What follows for each of its copies whenever something happens, with `it` for the copy.",
    },
    "ProcedureSlot": {
        "of": "The parameters and their types.",
        "gives": "The type of what it returns.",
    },
    "ActionSlot": {
        "menu": "The menu or menus that offer it; without it `main`.",
        "parameters": "What is chosen with it; those of the kind come first.",
        "when": "What must hold for it to be offered, beside what the kind says.",
        "requires": "Conditions by name that must hold too, each perhaps with its own text and rules.",
        "cost": "What it costs: fields of the player who acts; offered only if they suffice.",
        "limit": "How often it may be taken.",
        "secret": "Whether the others are told only that the player has decided.",
        "announce": "What the others are told instead, a text with values in braces.",
        "effects": "What it does; those of the kind come first.",
    },
    "PredicateDecl": {
        "of": "The parameters and their types.",
        "gives": "The type of the result; without it, bool.",
    },
    "KindDecl": {
        "attributes": "What every entry has and never changes: names and types (`text` is only for display).",
        "defaults": "The value of an attribute for the entries that leave it out.",
        "entries": "The entries and their attributes.",
        "per_player": "So many for each player in place of `entries`; they have the attribute `owner`.",
        "alike": "Whether entries of one `count` in one zone give one option together.",
        "start": "The zone they start in; without it they are out of play.",
        "predicates": "Attributes that are conditions with parameters.",
        "procedures": "Effects with parameters that every entry gives under this name.",
        "actions": "Actions that entries give under this name, with what is common to all of them.",
        "while": "When what its entries adjust and set off counts for a copy, `it`; without it, for all in the game.",
        "visible": "Who sees a piece `it` wherever it lies, beside those who see its zone: a condition with `viewer`.",
        "whose": "The player whose the triggers of its entries are, of a copy, `it`; a trigger may say another.",
        "fields": "What every entity of the kind has that changes in play.",
    },
    "Area": {
        "cells": "The spaces: `[q, r]`, `[column, row]` or names.",
        "set": "The attributes they have.",
    },
    "LinkDecl": {
        "attributes": "The attributes of a link besides its ends `a` and `b`.",
        "pairs": "The links: two spaces each, and perhaps a mapping of attributes.",
        "directed": "Whether a link leads from the first space to the second only.",
        "fields": "What every link has that changes in play.",
    },
    "BoardDecl": {
        "kind": "The kind that the board's spaces are of; it is declared by this.",
        "spaces": "The spaces by name.",
        "attributes": "What every space has and never changes: names and types.",
        "defaults": "The value of an attribute for the spaces that leave it out.",
        "areas": "Attributes of several spaces at once.",
        "fields": "What every space has that changes in play.",
        "links": "Kinds of links between the spaces, such as roads.",
        "shapes": "Groups of cells relative to an anchor, for pieces that cover several.",
    },
    "TableDecl": {
        "rows": "What the rows are looked up by: one name with the labels (`3`, `3-5`, `<=1`, `>=6`, or words).",
        "columns": "What the columns are looked up by, in the same way.",
        "parts": "How a cell is made up, such as `{loss:int}{check:*}`.",
        "clamp": "Whether a key outside all labels takes the nearest.",
        "cells": "The cells, row by row.",
    },
    "ZoneDecl": {
        "of": "The kind of the pieces.",
        "each": "The kind (or `Player`) of which each has such a zone.",
        "ordered": "Whether the order of the pieces matters (a pile); the first is the bottom.",
        "visible": "Who sees the pieces: `all`, `owner`, `others`, `none`, or a condition with `viewer` and `it`.",
        "refill": "The zone that is shuffled into this one when a draw finds it empty.",
    },
    "PositionDecl": {
        "of": "What counts: fields (`score`, `Square.mark`), zones, `active`, values; or `all`.",
        "at": "The step at whose every beginning the position is noted; without it only `note` does.",
    },
    "FunctionDecl": {
        "of": "The parameters and their types.",
        "gives": "The type of the result, where it cannot be seen from the expression.",
        "requires": "Conditions by name that must all hold, each perhaps with its own text and rules.",
        "is": "The expression, or a block of `let`, `if`, `for` and `return`.",
        "adjustable": "Whether adjustments may change the result.",
    },
    "ProcedureDecl": {
        "of": "The parameters and their types.",
        "gives": "The type of what it returns.",
        "effects": "What it does.",
        "adjustable": "Whether adjustments may change it.",
    },
    "ParameterDecl": {
        "in": "What may be chosen: a set, list, range or zone.",
        "if": "What must hold for a choice; tested as soon as what it names is bound.",
        "is": "A value that follows from the parameters before it; shown with the option.",
        "secret": "Whether the others are not told its value.",
    },
    "LimitDecl": {
        "per": "The scope in which the limit counts, such as `turn`.",
        "times": "How often; without it once.",
        "of": "A parameter: the limit counts for each of its values alone.",
    },
    "ActionDecl": {
        "menu": "The menu or menus that offer it; without it `main`.",
        "parameters": "What is chosen with it, in this order.",
        "when": "What must hold for it to be offered.",
        "requires": "Conditions by name that must hold too, each perhaps with its own text and rules.",
        "cost": "What it costs: fields of the player who acts; offered only if they suffice.",
        "limit": "How often it may be taken.",
        "secret": "Whether the others are told only that the player has decided.",
        "announce": "What the others are told instead, a text with values in braces.",
        "effects": "What it does.",
    },
    "AdjustmentDecl": {
        "of": "The adjustable function or procedure.",
        "when": "What must hold for it to count; the arguments have their names.",
        "value": "The new result of a function; `value` in it is the result so far.",
        "instead": "Effects in place of the procedure.",
        "before": "Effects before the procedure.",
        "after": "Effects after the procedure.",
        "for": "The scope for which it holds once activated; with neither this nor `until`, it always holds.",
        "until": "What ends it once activated, as `on` of triggers; `next p.turn ends`: the turn that goes on does not "
        "count.",
        "at": "What it is activated at: it holds where this has that value.",
        "applies_to": "`me`: for the player it was activated for only; `all`: for everybody.",
        "stacks": "Whether activating it twice counts twice.",
    },
    "TriggerDecl": {
        "on": "An action, a procedure, `s.mark changes`, `c enters p.hand`, `c leaves p.hand`, `turn begins` or "
        "`p.turn ends`; or several.",
        "if": "What must hold just when it has happened; what has happened gives its values their names.",
        "whose": "The player whose trigger it is, by which the `line` of the players orders those that wait at once.",
        "most": "How often it may come in one chain; once more is a rule fault.",
        "at": "What it is activated at: it comes where this, of what has happened, is that.",
        "for": "The scope for which it comes once activated; with neither this nor `until`, it always does.",
        "until": "What ends it once activated, written as `on`; what sets it off too, if it comes the next time alone.",
        "stacks": "Whether it comes twice when it was activated twice.",
        "do": "The effects. `me` is the player who acted when it happened.",
    },
    "ReportLine": {"say": "A text with values in braces, about `me`.", "if": "When the line is said."},
    "ScoreItem": {"points": "The points of the player who scores (`me`)."},
    "Scoring": {
        "of": "The kind of the teams, where points are theirs, asked of a team (`it`); else those of its players.",
        "items": "The kinds of points; their sum is the score.",
        "tie_break": "What decides between equal scores, the most important first; larger is better.",
        "winners": "The winners, where they are not those with the highest score; in a game that is played together, "
        "when all have won.",
        "places": "How places are counted after equal ones: `competition` (1, 1, 3) or `dense` (1, 1, 2).",
        "report": "Lines of text for each player at the end.",
    },
    "Condition": {"is": "The condition."},
    "Invariant": {"is": "The condition."},
    "FeatureDecl": {"value": "A number, for the player `me`, made of what this player may see."},
    "RuleDecl": {
        "section": "The section of the rulebook.",
        "status": "`stated` by the source, a `ruling` on what is unclear, `computed` from other rules, `assumed` where "
        "the source is silent, or `found` in another.",
        "text": "The rule in our words.",
        "data": "Whether the rule is carried by data alone (a list, a table).",
    },
    "Rulebook": {
        "sections": "The titles of the sections by number.",
        "rules": "The rules by id.",
        "glossary": "What words of the game mean.",
    },
    "BookDecl": {
        "chapters": "The chapters in the order in which they are printed; without them the book has its usual ones.",
        "components": "The lines of the list of components; the name of a kind gives the line of that kind.",
        "entries": "How the entries of a kind, or the spaces of a board, are printed as a table.",
        "names": "What the book calls something, by its name or as `Kind.name`.",
        "hidden": "Names of kinds, entries, spaces, zones and numbers that the book leaves out.",
    },
    "BookChapter": {
        "title": "The title; without it that of its first part.",
        "text": "The text at its start; an empty line parts paragraphs, and values may stand in braces.",
        "holds": "Its parts in order, such as `rules 3`, `setup`, `board map`, `entries Card`, `example NAME`.",
    },
    "BookEntries": {
        "columns": "The attributes that have a column; without it all that differ.",
        "names": "Whether the first column holds the names.",
        "rules": "Whether the texts of the rules that an entry cites stand in its row.",
    },
    "ExampleDecl": {
        "players": "The number of players; without it the smallest.",
        "seed": "The seed of the random generator.",
        "options": "The options that differ from their defaults.",
        "before": "Effects that arrange hands, decks and dice behind the set-up, before the flow begins.",
        "position": "What lies on boards at the first decision, drawn: `BOARD.FIELD` with a sign for every space.",
        "given": "Effects that make the position, run at the first decision, after `position`.",
        "run": "Effects that are run in place of the flow.",
        "rolls": "The next dice.",
        "when": "What is done: a player and an option each, or `then` and a condition.",
        "then": "The condition, or conditions, that must hold in the end.",
        "waits": "Who is asked for what in the end (a decision or an option); without it a `run` must have ended.",
    },
    "LookBoard": {
        "cell": "Templates for the lines of a cell.",
        "at": "The places (column, row) of listed spaces.",
        "width": "The width of a cell.",
        "rows": "Whether the rows of a grid are drawn `down` or, the first at the bottom, `up`, in any case.",
        "boxes": "Whether cells have edges; without it, on grids, those with more than one line do.",
        "links": "How the links of each kind are drawn.",
    },
    "LookLink": {"line": "`solid`, `dotted` or `double`.", "label": "The template in the middle of the line."},
    "LookSheet": {
        "of": "The kind or enum whose members are the cells.",
        "each": "`Player` for one sheet a player.",
        "rows": "The names, row by row; `none` leaves a place free. Without it, one row of all.",
        "cell": "Templates for the lines of a cell.",
    },
    "LookPiece": {
        "count": "How many there are, such as 12 or a constant; without it, one.",
        "each": "`Player` where every player has so many.",
        "shape": "disc, cube, figure, tile or card; without it, a tile where it covers cells, else a disc.",
        "covers": "The shape of a board that a tile covers, or the kind of the spaces that it covers in a row.",
        "holds": "What its cells are, in the order of the shape: words or entries.",
        "stands_for": "The fields that it shows: they get no other markers and no track.",
    },
    "Look": {
        "boards": "How boards are drawn.",
        "sheets": "Cells with contents in rows, such as tracks.",
        "table": "Lines about the game.",
        "player": "Lines about each player.",
        "colours": "The colours of things by name.",
        "glyphs": "The signs of things by name.",
        "shapes": "How things are drawn in the browser, by name or kind: disc, cube, figure, card, tile or none.",
        "pictures": "Pictures of things by name: PNG, JPEG or WebP files in the ruleset's folder.",
        "pieces": "What lies on the table though no zone holds it, for `yupana print`: by a name, a kind or an enum.",
    },
    "Allowance": {
        "code": "The code of the finding, such as YUL001.",
        "at": "The element it is about, such as `actions.build`, with all that is inside it.",
        "why": "Why it is meant so.",
    },
    "Lint": {"allow": "Findings that are meant so; one that no longer comes up is reported itself."},
    "AcceptedBreak": {
        "in": "The element that is broken, such as `actions.build`.",
        "break": "The words of the break, as `yupana strength` tells them.",
        "because": "Why no example need notice it.",
    },
    "StrengthDecl": {
        "at_least": "How many percent of the breaks must be noticed or accepted: `yupana test --strict` wants it.",
        "accept": "Breaks that may stay unnoticed; one that no longer comes up is reported itself.",
    },
}

BLOCKS = {
    "change": "Overlay only: keys of named things that get a new value; steps are found by the name of their scope.",
    "replace": "Overlay only: named things that are given anew, whole.",
    "remove": "Overlay only: the names that are taken away.",
}


def describe(model: type[Spanned], key: str) -> str:
    """The sentence about a key of a model; empty if there is none."""
    info = model.fields_by_key().get(key)
    told = info.description if info is not None else None
    return told or KEYS.get(model.__name__, {}).get(key) or COMMON.get(key, "")
