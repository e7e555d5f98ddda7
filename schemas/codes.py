"""The one table of diagnostic codes: what each means, how it comes about and how to fix it.

`yupana explain CODE` shows a row. YUP1xx: YAML and files; YUP2xx: sections and overlays. The codes of the language
(YUP3xx and up) stand beside the messages of the parser and the checker and are added there with `add_codes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .codes_rulebook import RULEBOOK_CODES


class CodeDoc(NamedTuple):
    """One code: its title, what it means, what brings it about, and what to do."""

    title: str
    meaning: str
    example: str
    fix: str


CODES: dict[str, CodeDoc] = {
    # ------------------------------------------------------------ YAML and files
    "YUP101": CodeDoc(
        "not valid YAML",
        "The file breaks YAML's own grammar, so nothing after this place can be read. Most often it is code or text "
        "that begins with a sign YAML uses itself, or has `: ` or ` #` in it.",
        'when: x in {a, b} and "text: more"',
        "Put the whole value in quotes, or write it as a block after `|`. Check the indentation of the line.",
    ),
    "YUP102": CodeDoc(
        "not UTF-8",
        "The file holds a byte that is not part of UTF-8 text.",
        "a file saved as Latin-1 with an `é` in it",
        "Save the file with the encoding UTF-8.",
    ),
    "YUP103": CodeDoc(
        "tab",
        "The file contains a tab. YAML forbids it as indentation, and programs disagree about its width.",
        "a line that is indented with the tab key",
        "Replace it with spaces; most editors can do so for the whole file.",
    ),
    "YUP104": CodeDoc(
        "invisible character",
        "A control character, a Unicode line separator or another character that cannot be seen is in the file, "
        "or an escape in double quotes stands for one.",
        "text pasted from a word processor, with a U+2028 in it",
        "Delete the character.",
    ),
    "YUP105": CodeDoc(
        "file too large",
        "The file is larger than a ruleset file can be (4 MiB, or 100,000 keys and values).",
        "a generated table with a million rows",
        "Split the file, or let the rules compute what it lists.",
    ),
    "YUP106": CodeDoc(
        "nested too deep",
        "Lists and mappings stand inside each other more than 60 levels deep.",
        "[[[[[[…]]]]]]",
        "No ruleset needs this depth: look for a bracket that is not closed.",
    ),
    "YUP107": CodeDoc(
        "key twice",
        "A key is written twice in one mapping, so one of the two values would be lost.",
        "actions:\n  build: {…}\n  build: {…}",
        "Give one of them another name, or take it out.",
    ),
    "YUP108": CodeDoc(
        "tag",
        "A YAML tag (a word that begins with `!`) comes before a value. A ruleset is plain data and has none.",
        "when: !free(site)",
        "Write `not free(site)`; put a text that begins with `!` in quotes.",
    ),
    "YUP109": CodeDoc(
        "merge key",
        "The merge key `<<` is not part of the language.",
        "truck: {<<: *vehicle, speed: 2}",
        "Write the keys out. What variants share is said with overlays (`extends`).",
    ),
    "YUP110": CodeDoc(
        "second document",
        "A line `---` begins a second YAML document in the file.",
        "ruleset: {…}\n---\nactions: {…}",
        "Take the line out; sections may also stand in files of their own.",
    ),
    "YUP111": CodeDoc(
        "alias",
        "An alias (`*name`) has no anchor (`&name`) before it, or the aliases of the file stand for more "
        "values than a ruleset may hold.",
        "cost: *2",
        "Put code that begins with `*` in quotes. Write out what the aliases stand for.",
    ),
    "YUP112": CodeDoc(
        "not a key",
        "A key is expected, and there is a list, a mapping or nothing.",
        "{[a, b]: 1}",
        "A key is one word. Put code that begins with `{` or `[` in quotes.",
    ),
    "YUP113": CodeDoc(
        "no sections",
        "The file holds a list or a single value; a ruleset file holds sections (`name:` and what belongs to it).",
        "- build\n- trade",
        "Put what stands there under the section it belongs to.",
    ),
    "YUP114": CodeDoc(
        "code cut by a comma",
        "Inside `[ ]` and `{ }` YAML ends a value at every comma, also at one between the arguments of a call.",
        "{points: max(me.red, me.blue)}",
        "Write the key, or the item of a list below a `|`, on a line of its own, where no code needs quotes, or put "
        'the code in quotes: {points: "max(me.red, me.blue)"}.',
    ),
    "YUP120": CodeDoc(
        "file cannot be read",
        "The operating system does not let the file be read.",
        "a file that belongs to somebody else",
        "Check that the file is there and that you may read it.",
    ),
    "YUP121": CodeDoc(
        "not found",
        "There is no ruleset, overlay or file of this name. Names are looked up among the rulesets that come with "
        "Yupana and in the current folder, overlays also in the folder `variants` of their base.",
        "yupana check tic_tac_to",
        "Check the spelling (`yupana list` names what there is), or give the path of the folder or file.",
    ),
    "YUP122": CodeDoc(
        "no files",
        "The folder holds no file that ends in .yaml, or none with a section of a ruleset, so it is not a ruleset.",
        "yupana check my_empty_folder",
        "Put the ruleset's files directly into the folder.",
    ),
    "YUP123": CodeDoc(
        "too much",
        "The folder holds more files than a ruleset may have (200), or its files and those of its overlays hold more "
        "together than a ruleset may (16 million characters, 300,000 values or cells of tables), or it has texts in "
        "more than 60 languages.",
        "a folder with a file for each of a thousand cards",
        "Put what belongs together into one file, and leave out what no rule uses.",
    ),
    "YUP124": CodeDoc(
        "link that leads outside",
        "A file in the ruleset's folder is a symbolic link to a file outside of it. A stranger's ruleset could show "
        "with it what stands in your own files, so it is not read.",
        "cards.yaml -> ../../notes/cards.yaml",
        "Put the file itself into the folder; what rulesets share is said with overlays (`extends`).",
    ),
    # ------------------------------------------------------------ tables
    "YUP125": CodeDoc(
        "takes too long",
        "Checking the ruleset took more time or memory than an editor gives to a file that it reads by itself (10 "
        "seconds, 400 megabytes), and was ended. There is no such limit where you ask for the check.",
        "a table of a million boards",
        "Run `yupana check` on the ruleset, which says all that is wrong with it, however long that takes.",
    ),
    "YUP130": CodeDoc(
        "not the name of a table",
        "Behind `from` stands the name of a file in the same folder that ends in .csv, .tsv, .xlsx or .ods: no path, "
        "and no other file, since a stranger's ruleset may not reach for yours.",
        "kinds: {Card: {entries: {from: ../cards.csv}}}",
        "Put the file beside the ruleset's files and give its name alone: `from: cards.csv`.",
    ),
    "YUP131": CodeDoc(
        "table too large",
        "A table has at most 10,000 rows, 200 columns and 100,000 cells, each of at most 20,000 characters. What a "
        "workbook unpacks to is bounded, too.",
        "a sheet that was filled down to its last row",
        "Take away what is not an entry; split the table, or let the rules compute what it lists.",
    ),
    "YUP132": CodeDoc(
        "quote in a table",
        "A cell that begins with a quote ends with one, and a quote inside of it is written twice.",
        'card,text\nwagon,"carries "one" cube',
        'Write `"carries ""one"" cube"`; spreadsheet programs do so by themselves when they save as CSV.',
    ),
    "YUP133": CodeDoc(
        "heading of a table",
        "Each column has a heading of its own in the first row: a key of an entry, or the way to one with dots in it. "
        "A heading is missing, stands there twice, or is none.",
        "card,vp,vp",
        "Correct the first row. The first column holds the names of the entries, whatever its heading is.",
    ),
    "YUP134": CodeDoc(
        "row of a table",
        "A row has no name in its first cell, or has more cells than there are headings. The latter comes of "
        "a text that holds the sign that stands between the cells and is not in quotes.",
        "card,vp,text\nwagon,4,takes a cube, or two",
        'Put such a text in quotes, `"takes a cube, or two"`; give each row a name.',
    ),
    "YUP135": CodeDoc(
        "formula in a table",
        "A cell holds a formula. Formulas are never worked out, since a table is data; in a workbook the result counts "
        "that was saved with it, and here there is none.",
        "card,vp\nwagon,=B7+1",
        "Copy the cells in the spreadsheet program, and paste their values in their place. A text that looks like a "
        "formula has a `'` in front.",
    ),
    "YUP136": CodeDoc(
        "error value in a table",
        "A formula went wrong in the spreadsheet program, and its error was saved in place of a value.",
        "card,vp\nwagon,#REF!",
        "Put the formula right, and save the table anew.",
    ),
    "YUP137": CodeDoc(
        "date in a table",
        "A cell of a workbook holds a date or a time. Rules have none; spreadsheet programs make them, unasked, of "
        "texts such as 3/4 and 1-2.",
        "a cell with the 3rd of April, where 3/4 was typed",
        "Give the cell the format Text, and type it again.",
    ),
    "YUP138": CodeDoc(
        "blank cell of an attribute that needs a value",
        "The attribute is a number or one of several things, other rows have a value there, and nothing says what a "
        "blank stands for. It is read as the value that the type begins with, which may not be what is meant.",
        "card,vp\nmill,3\ninn,          # 0?",
        "Fill the cell in, 0 if that is meant; or give the attribute a default, which is then what a blank says.",
    ),
    "YUP139": CodeDoc(
        "workbook that cannot be read",
        "The file is not of the format that its name says, is damaged or has a password, it has no sheet of "
        "the name behind `#`, or the package is missing that reads it.",
        "entries: {from: cards.xlsx#Wintre}",
        "Save it again as XLSX or ODS, or as CSV; name a sheet that is there.",
    ),
    # ------------------------------------------------------------ sections
    "YUP200": CodeDoc(
        "cannot be read",
        "A value does not fit where it stands, for a reason that has no code of its own.",
        "",
        "Compare it with the section's description in the language reference.",
    ),
    "YUP201": CodeDoc(
        "unknown key",
        "An element has a key that elements of this sort do not have.",
        "actions:\n  build: {efects: pass}",
        "Correct the spelling; the hint lists the keys there are.",
    ),
    "YUP202": CodeDoc(
        "missing key",
        "An element lacks a key that it needs.",
        "actions:\n  build: {when: me.money > 3}        # without `effects`",
        "Add the key.",
    ),
    "YUP203": CodeDoc(
        "wrong shape",
        "A list, a mapping or a single value stands where another of the three is expected.",
        "winners: [p for p in players]        # YAML reads a list",
        "Put code in quotes; write a list with `- ` or `[ ]` and a mapping with `key: value`.",
    ),
    "YUP204": CodeDoc(
        "not a whole number",
        "A whole number between -2147483647 and 2147483647 is expected. There are no fractions.",
        "count: 1_000    or    count: 2.5",
        "Write the digits alone, without quotes; count in halves or tenths where you need fractions.",
    ),
    "YUP205": CodeDoc(
        "not true or false",
        "`true` or `false` is expected. `yes`, `no`, `on` and `off` are words like any other.",
        "ordered: yes",
        "Write `true` or `false`.",
    ),
    "YUP206": CodeDoc(
        "not a name",
        "A name has letters a-z, digits and `_` and begins with a letter; the names of kinds and enums are CamelCase.",
        "long-game: {…}",
        "Write `long_game`; put what people see into `title` or `text`.",
    ),
    "YUP207": CodeDoc(
        "not the id of a rule",
        "The id of a rule or section has letters, digits, `.`, `-` and `_`, and no blanks.",
        "source: rule 7 of the book",
        "Write ids such as `CAR-1.1`, several as a list.",
    ),
    "YUP208": CodeDoc(
        "no value",
        "A key has nothing behind it, or YAML's `null`.",
        "effects:",
        "Give the value, or leave the key out. `none` is written `none`.",
    ),
    "YUP209": CodeDoc(
        "not one of the words",
        "Only certain words can stand here.",
        "play: once",
        "Take one of the words that the message lists.",
    ),
    "YUP210": CodeDoc(
        "keys that do not fit together",
        "Each key is right, but together they make no sense.",
        "- {rounds: round, turns: turn}",
        "Follow the message: take one away, or add what is missing.",
    ),
    "YUP211": CodeDoc(
        "wrong number of values",
        "A list has more or fewer values than this place needs.",
        "cells: [[1, 2, 3]]",
        "A cell of a board is `[q, r]`, `[column, row]` or a name.",
    ),
    "YUP212": CodeDoc(
        "named twice",
        "Two files of one ruleset declare the same name in the same section, or two rows of a table the same entry.",
        "`actions: {build: …}` in a.yaml and in b.yaml",
        "Keep one of them, or give one another name.",
    ),
    "YUP213": CodeDoc(
        "unknown version of the language",
        "The header names a version of the ruleset language that this program does not know.",
        "ruleset: {name: race, title: Race, language: 99}",
        "Install a newer Yupana, or correct the number; `yupana new` writes the present one.",
    ),
    "YUP214": CodeDoc(
        "changed in a newer version",
        "The language has another word for this since the version that the message names. Files that are written for "
        "an older version may still use the old one; that is a warning.",
        "ruleset: {name: race, title: Race, language: 3}\nadjustments: {fury: {of: damage, holds: me}}",
        "Run `yupana migrate NAME`, which rewrites it and keeps everything else, or write the new word yourself.",
    ),
    # ------------------------------------------------------------ overlays
    "YUP231": CodeDoc(
        "exists already",
        "An overlay adds something under a name that its base uses.",
        "actions: {build: {…}} in an overlay, where the base has `build`",
        "Write it under `change:` to set some of its keys, under `replace:` to give it anew, or take another name.",
    ),
    "YUP232": CodeDoc(
        "does not exist",
        "An overlay changes, replaces or removes something that its base does not have.",
        "remove: {actions: [biuld]}",
        "Correct the name. What is new is written in its section, outside `change:`, `replace:` and `remove:`.",
    ),
    "YUP233": CodeDoc(
        "two overlays touch the same",
        "Two overlays that know nothing of each other touch the same thing, so the result would depend on their order.",
        "base+cheap+dear, where both change the constant `price`",
        "Use one of them, or let one extend the other: `extends: base+cheap`.",
    ),
    "YUP234": CodeDoc(
        "overlay block in a base",
        "`change`, `replace` and `remove` say how an overlay differs from its base; this ruleset has no base.",
        "change: {…} in a file whose header has no `extends`",
        "Add `extends: NAME` to the header, or put the content into its section.",
    ),
    "YUP235": CodeDoc(
        "two rulesets",
        "The target puts two different rulesets, or an overlay of another ruleset, together.",
        "yupana check ludo+my_halma_overlay",
        "Name the ruleset that the overlay extends.",
    ),
    "YUP236": CodeDoc(
        "cannot be merged so",
        "An overlay's block does not have the shape of what it changes.",
        "change: {flow: 3}",
        "Give the section, then the name, then the keys: `change: {flow: {round: {times: 3}}}`.",
    ),
    "YUP237": CodeDoc(
        "overlay of itself",
        "An overlay extends itself, directly or by way of others.",
        "extends: short        # in short.yaml",
        "Name the ruleset that the overlay is for.",
    ),
    "YUP240": CodeDoc(
        "overlay given twice",
        "The target names the same overlay more than once.",
        "yupana check chess+short+short",
        "Name each overlay once.",
    ),
    "YUP241": CodeDoc(
        "name of an overlay taken",
        "An overlay has the name of its base, or of another overlay it is used with: nobody could tell them apart.",
        "ruleset: {name: chess, extends: chess, …}",
        "Give it a name of its own.",
    ),
    "YUP238": CodeDoc(
        "not an overlay",
        "The ruleset after `+` has no `extends` in its header.",
        "yupana check ludo+halma",
        "Name a variant of the first ruleset.",
    ),
    # ------------------------------------------------------------ versions: of a header, of what it goes with
    "YUP215": CodeDoc(
        "migration that would change the game",
        "`yupana migrate` compiles a ruleset as it is and as it would be written. In the new version of the language "
        "it would no longer play, or play another game; so nothing is written.",
        "language: 2   # a warning of version 2 is an error since version 3",
        "Change what the message names first, so that it plays the same in both versions, and migrate then.",
    ),
    "YUP242": CodeDoc(
        "not a version",
        "The header's `version` is not a version as packages of Python have them (PEP 440): numbers with dots, perhaps "
        "with `a1`, `b1` or `rc1` behind them for what is not finished.",
        "ruleset: {name: race, title: Race, version: first}",
        "Write a version such as `1.0`.",
    ),
    "YUP243": CodeDoc(
        "not a range of versions",
        "What stands behind a name under `extends` or `not_with` is not a range of versions as packages of Python have "
        "them. Inside `{ }` and `[ ]` a `,` ends a value, so a range with a `,` needs quotes there.",
        "extends: race 1.2",
        'Write `race >=1.2`, or `"race >=1.2,<2"` with quotes inside brackets.',
    ),
    "YUP244": CodeDoc(
        "written for another version",
        "An overlay says under `extends` for which versions of its base, or of another overlay, it was written, and "
        "the one that is there is none of them. A ruleset that says no version counts as version 0.",
        "extends: race >=2      # and race says `version: 1.4`",
        "Take a version that fits. If the overlay is yours, try it with this one and change the range.",
    ),
    "YUP245": CodeDoc(
        "does not go with another",
        "A ruleset or overlay says under `not_with` that it does not go with another one that it is used with.",
        "not_with: [short, long <2]",
        "Use one of them.",
    ),
    "YUP246": CodeDoc(
        "changed since it was added",
        "The files of a package are not as they were when `yupana add` installed it: one was changed by hand, is gone, "
        "or is new in its folder. What is there is used.",
        "wind/wind.yaml      # in your folder of rulesets, edited there",
        "Add the package again with `--replace`. To change a mod of somebody else, copy its files elsewhere.",
    ),
    "YUP247": CodeDoc(
        "a name that a mod has twice",
        "The names that a mod with `own_names: true` adds are its own: wherever its files say one alone, that is "
        "meant. So a parameter or a local of the mod cannot be called the same.",
        "own_names: true      # adds an entry `storm`, and an action with a parameter `storm`",
        "Give the parameter or local another name.",
    ),
}


def add_codes(docs: Mapping[str, tuple[str, str, str, str]]) -> None:
    """Add the rows of another stage. Raises ValueError for a code that means something else already."""
    for code, row in docs.items():
        doc = CodeDoc(*row)
        if CODES.setdefault(code, doc) != doc:
            raise ValueError(f"the diagnostic code {code} is given twice")


add_codes(RULEBOOK_CODES)
