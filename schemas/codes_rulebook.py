"""The codes of the rulebook, of texts in other languages and of pictures, icons and faces: YUP25x to YUP27x, rows of
the one table in `codes`."""

from __future__ import annotations

RULEBOOK_CODES: dict[str, tuple[str, str, str, str]] = {
    "YUP250": (
        "not a file of texts",
        "A file of texts in another language holds `title`, `text`, and the mappings `rules`, `sections`, `names`, "
        "`texts` and `phrases`, each from a name to a text. Something else was found.",
        "rules:\n  - Everybody has four turns.",
        "Write `rules: {CAR-1.1: …}`, and likewise for the other keys.",
    ),
    "YUP251": (
        "text for something unknown",
        "A file of texts in another language gives a text for a rule, section, name or path that the ruleset does not "
        "have, so that nobody would ever read it.",
        "texts: {actions.biuld: …} where the action is called `build`",
        "Correct the spelling, or take the text out when what it was about is gone.",
    ),
    "YUP252": (
        "texts are missing in a language",
        "A ruleset has texts in another language, but not all of them. Where one is missing, the ruleset's own text "
        "is shown.",
        "texts/de.yaml without the rule that was added last",
        "Translate what the message names; `yupana rulebook check --lang` lists everything.",
    ),
    "YUP253": (
        "no such language",
        "A language is asked for in which the ruleset has no texts, or its name is none.",
        "yupana rulebook my_game --lang klingon",
        "Languages are named as `de` or `pt-BR`; their texts stand in `texts/de.yaml` in the ruleset's folder.",
    ),
    "YUP254": (
        "translation that says less",
        "A phrase in another language leaves out something that stands in braces in the ruleset's own words, so that "
        "who plays in that language is not told it.",
        'phrases: {"{me} takes {k}": "{me} nimmt"}',
        "Put what is missing in, in braces as in the ruleset's own words.",
    ),
    "YUP255": (
        "faulty reference in a text",
        "In the texts of a rulebook stand references in braces, whose values are put in when the book is made: "
        "constants, options (their default), sizes and counts, attributes, cells of tables, and whatever else no game "
        "changes. What stands in the braces is faulty, or has no value before the game.",
        "text: Everybody has {turns_per_rond} turns.",
        "Correct the name. A value that changes in play cannot stand in a rulebook. For a brace itself write `{{`.",
    ),
    "YUP256": (
        "stale rule",
        "The text of a rule has changed since it was accepted while nothing that implements it has, or the other way "
        "round. One of the two may have been forgotten. Where what has changed implements several rules, it is known "
        "which one is meant if the condition has a `source`, or if a comment behind the line names the rule; else the "
        "words of the rules are compared, and the rule only *may* be stale.",
        "the text says five turns, and the constant still says four",
        "Change the other too; or, when text and behaviour do agree, accept it: `yupana rulebook check NAME --accept "
        "RULE`.",
    ),
    "YUP257": (
        "rule that nothing implements",
        "No element of the ruleset names this rule as its source.",
        "a rule that was written down and never built",
        "Add its id to the `source` of what implements it.",
    ),
    "YUP258": (
        "element without a rule",
        "Something that shapes the game names no rule as its source, so that no reader of the rulebook can know why it "
        "is there.",
        "an action without `source`",
        "Give it the id of its rule; write the rule if there is none.",
    ),
    "YUP259": (
        "figure that differs",
        "A rule is the source of a constant, its text names figures, and the constant's value is not among them; or "
        "a figure stands beside the words of a value that cites the rule, and is another one.",
        "text: A hand has at most nine cards.   # hand_limit: {value: 10, source: R-1}",
        "Correct the text or the constant; or put the constant itself into the text: `{hand_limit}`.",
    ),
    "YUP260": (
        "glossary word that nobody uses",
        "The glossary explains a word that no text of the rulebook uses.",
        "glossary: {Canal: …} when the rules say `channel`",
        "Use the word in the rules, or take it out of the glossary.",
    ),
    "YUP261": (
        "word written in two ways",
        "A text writes a word of the glossary with capitals where the glossary has none, or the other way round. "
        "Readers take that for two different things.",
        "glossary: {City card: …}   text: Draw a City Card.",
        "Write it as the glossary does.",
    ),
    "YUP262": (
        "word that the glossary lacks",
        "The rules use an abbreviation, and the glossary does not say what it stands for.",
        "text: Everybody has 6 AP.",
        "Add it to `glossary`, or write it out.",
    ),
    "YUP263": (
        "lock of the rulebook cannot be read",
        "The file `rulebook.lock` holds, for every rule, what its text and what implements it looked like when "
        "somebody accepted them. This one holds something else.",
        "a file with the marks of a merge conflict in it",
        "Fix it, or take it away and write it anew with `yupana rulebook check NAME --accept`.",
    ),
    "YUP264": (
        "unknown part of a book",
        "A chapter of the printed book holds parts such as `setup`, `rules 3` or `entries Card`. This is not one of "
        "them, or what it names is not in the ruleset; or the section names a kind or attribute that is not there.",
        "book: {chapters: {cards: {holds: [entries Crad]}}}",
        "Correct the spelling; LANGUAGE.md lists the parts.",
    ),
    "YUP265": (
        "translation of words that were changed",
        "A text was changed after it was translated, and the translation was not: who plays in that language reads "
        "what held before. The lock of the rulebook holds from which words each translation was made.",
        "a rule that says five turns now, and its German text still says four",
        "Translate it anew; where the translation still fits, accept it in its language: `yupana rulebook check NAME "
        "--lang de --accept RULE`.",
    ),
    "YUP266": (
        "text that an overlay has made untrue",
        "An overlay changes a number, adds to what a text lists, removes what a text speaks of, or removes the proof "
        "of what a rule claims of all there is; and a text of what it is laid on, in any language, still states the "
        "old. The book that is put together of both would contradict itself.",
        "change: {constants: {hand_limit: {value: 8}}}   # and a text of the base says: a hand of 9 cards",
        "Say the text anew in the overlay, or write the value in braces where the text stands; what is meant so is "
        "allowed by `lint: {allow: [{code: YUP266, at: rules.R-1, why: …}]}`.",
    ),
    "YUP267": (
        "allowance of the rulebook without use",
        "An entry under `lint: {allow: …}` allows texts that an overlay has made untrue, and there are none "
        "at its path.",
        "lint: {allow: [{code: YUP266, at: rules.R-1, why: It is history.}]}   # after R-1 was changed",
        "Delete the entry.",
    ),
    "YUP268": (
        "picture that cannot be shown",
        "The look names a picture that is not there, lies outside of the ruleset's folder, is too large, or is not a "
        "PNG, JPEG or WebP. Other formats are refused: an SVG can hold scripts, and a ruleset may come from anybody.",
        "look: {pictures: {castle: ../castle.svg}}",
        "Put a small PNG, JPEG or WebP into the ruleset's folder, and name it by its path from there.",
    ),
    "YUP269": (
        "rule that is not there",
        "A text, or the comment of a line of code, names a rule by its id, and no rule has this id: it was removed, "
        "renamed, or never written.",
        "text: A city is closed as CAR-7.9 says.   # there is no CAR-7.9",
        "Name the rule that is meant, or leave it out.",
    ),
    "YUP270": (
        "line that cites a rule which its element does not",
        "The comment of a line of code says that the line is there for a rule, and the action, procedure or other "
        "element that it stands in does not name the rule as its source: who looks there what implements the rule "
        "does not find it.",
        "source: R-1   effects: me.coins -= 1   # R-2",
        "Add the rule to the `source`, or leave it out behind the line.",
    ),
    "YUP271": (
        "icon that cannot be shown",
        "The look names an icon that the installed library of icons does not have, or more icons than a page can bear. "
        "Where no library is installed, nothing is said of icons: signs and letters stand in their place.",
        "look: {icons: {grain: weat}}",
        "Take the name of one of the free solid icons of Font Awesome, such as `wheat-awn`. They are installed with "
        "`pip install yupana[icons]`.",
    ),
    "YUP272": (
        "face that cannot be printed",
        "A face says what is printed on a card or tile, and that never changes: it can read the attributes of its "
        "entry and constants, but no field, zone or option; and its size is a width and a height in millimetres.",
        "look: {faces: {Card: {text: lies with {it.owner}}}}   # where `owner` is a field",
        "Say it in the lines of the look, where the card lies; leave what is printed to the face.",
    ),
}
