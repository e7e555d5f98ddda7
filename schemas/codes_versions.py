"""The codes of versions: what a ruleset's header says of itself and of what it goes with, and how it is migrated."""

from __future__ import annotations

VERSION_CODES: dict[str, tuple[str, str, str, str]] = {
    "YUP215": (
        "migration that would change the game",
        "`yupana migrate` compiles a ruleset as it is and as it would be written. In the new version of the language "
        "it would no longer play, or play another game; so nothing is written.",
        "language: 2   # a warning of version 2 is an error since version 3",
        "Change what the message names first, so that it plays the same in both versions, and migrate then.",
    ),
    "YUP242": (
        "not a version",
        "The header's `version` is not a version as packages of Python have them (PEP 440): numbers with dots, perhaps "
        "with `a1`, `b1` or `rc1` behind them for what is not finished.",
        "ruleset: {name: race, title: Race, version: first}",
        "Write a version such as `1.0`.",
    ),
    "YUP243": (
        "not a range of versions",
        "What stands behind a name under `extends` or `not_with` is not a range of versions as packages of Python have "
        "them. Inside `{ }` and `[ ]` a `,` ends a value, so a range with a `,` needs quotes there.",
        "extends: race 1.2",
        'Write `race >=1.2`, or `"race >=1.2,<2"` with quotes inside brackets.',
    ),
    "YUP244": (
        "written for another version",
        "An overlay says under `extends` for which versions of its base, or of another overlay, it was written, and "
        "the one that is there is none of them. A ruleset that says no version counts as version 0.",
        "extends: race >=2      # and race says `version: 1.4`",
        "Take a version that fits. If the overlay is yours, try it with this one and change the range.",
    ),
    "YUP245": (
        "does not go with another",
        "A ruleset or overlay says under `not_with` that it does not go with another one that it is used with.",
        "not_with: [short, long <2]",
        "Use one of them.",
    ),
    "YUP246": (
        "changed since it was added",
        "The files of a package are not as they were when `yupana add` installed it: one was changed by hand, is gone, "
        "or is new in its folder. What is there is used.",
        "wind/wind.yaml      # in your folder of rulesets, edited there",
        "Add the package again with `--replace`. To change a mod of somebody else, copy its files elsewhere.",
    ),
}
