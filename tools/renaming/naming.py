"""What is renamed, when one declaration gets another name: all that is called so with it, and how each is spelled."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field

from yupana.interpreter.index.elements import Elements
from yupana.interpreter.index.references import Declaration
from yupana.interpreter.language.tokens import RESERVED
from yupana.schemas.errors import UsageError
from yupana.schemas.fields import NAME
from yupana.schemas.kinds import EACH, HOLDERS
from yupana.schemas.tree import Word

from .occurrences import as_declared, element, part

_RULE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
MOST_ALIKE = 120
"""So many parts of one sort no face has."""
_COUNTED = re.compile(r"(.*)(_[0-9]+)")


@dataclass(slots=True)
class Naming:
    """A declaration with its old and its new name. `forms` hold, for everything that is renamed with it, how it may be
    spelled and how it is spelled then; `paths` the paths of elements that change."""

    declaration: Declaration
    old: str
    new: str
    forms: dict[Declaration, dict[str, str]] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)

    def add(self, declaration: Declaration, old: str = "", new: str = "") -> None:
        """Rename something else too."""
        old, new = old or self.old, new or self.new
        self.forms.setdefault(declaration, {})[old] = new
        if declaration.sort == "element" and declaration.path.endswith(old) and old == self.old:
            self.paths[declaration.path] = declaration.path[: -len(old)] + new

    def spelled(self, declaration: Declaration, text: str) -> str | None:
        """How what is spelled so at a place of a declaration is spelled then; None for another way to name it."""
        forms = self.forms.get(declaration, {})
        if text in forms:
            return forms[text]
        counted = _COUNTED.fullmatch(text)
        return forms[counted[1]] + counted[2] if counted is not None and counted[1] in forms else None

    def path(self, path: str) -> str:
        """What the path of an element becomes."""
        for old, new in self.paths.items():
            if path == old or path.startswith(f"{old}."):
                return new + path[len(old) :]
        return path

    def word(self, declaration: Declaration) -> str:
        """What a declaration is called then."""
        return self.forms.get(declaration, {}).get(declaration.name, declaration.name)


def name_of(declaration: Declaration) -> str:
    """What a declaration is called."""
    whole = declaration.path.startswith("rules.")
    return declaration.name or declaration.path.split(".", 1 if whole else -1)[-1]


def refusal(elements: Elements, declaration: Declaration) -> str:
    """Why something has no name of its own that could be another one; nothing for what has."""
    uses = elements.references
    if declaration.sort == "part" and declaration.path != "rulebook":
        declared = any(each.kind == "declaration" for each in uses.of(declaration))
        if not declared and declaration.path not in uses.giving(declaration.name):
            return f"`{declaration.name}` is called so by the language, not by a file"
    if declaration.sort == "menu" and declaration.name == "main":
        return "`main` is the menu of the actions that name none"
    path = declaration.path
    holder, _, last = path.rpartition(".")
    if declaration.sort == "element" and last in _produced(elements, holder):
        return f"`{last}` is called by the values that `{EACH}` puts together"
    if declaration.sort == "element" and ("." not in path or (last.isdigit() and not path.startswith("rules."))):
        return "this has no name that could be another one"
    return ""


def _produced(elements: Elements, holder: str) -> set[str]:
    """The entries that `each` stands for: they are all declared where it stands."""
    kind = holder.removeprefix("kinds.").removesuffix(f".{HOLDERS['kinds']}")
    decl = next((each for name, each in elements.ruleset.kinds.items() if name == kind), None)
    words = [each for each in (decl.entries if decl is not None else ()) if isinstance(each, Word)]
    declared = Counter(each.span for each in words)
    return {str(each) for each in words if declared[each.span] > 1}


def naming(elements: Elements, declaration: Declaration, new: str) -> Naming:
    """What is renamed with a declaration. Raises UsageError where the new name is none."""
    why = refusal(elements, declaration)
    if why:
        raise UsageError(f"{why[:1].upper()}{why[1:]}.")
    old, wanted = name_of(declaration), as_declared(elements, declaration)
    _check(wanted, old, new)
    if wanted.sort == "element" and wanted.path.startswith("book.entries."):  # it is called as its kind
        wanted = element(f"kinds.{old}")
    made = Naming(wanted, old, new)
    made.add(wanted)
    if wanted == element(f"kinds.{old}"):
        made.add(element(f"book.entries.{old}"))
    _with_slots(made, elements)
    _with_options(made, elements)
    _with_generated(made, elements)
    _with_parts(made, elements)
    return made


def _check(declaration: Declaration, old: str, new: str) -> None:
    if new == old:
        raise UsageError(f"It is called `{old}` already.")
    if declaration.path.startswith("rules.") or declaration.path == "rulebook":
        if not _RULE.fullmatch(new):
            raise UsageError(f"`{new}` cannot be the id of a rule: it has letters, digits, `.`, `-` and `_`.")
        return
    if not NAME.fullmatch(new):
        raise UsageError(
            f"`{new}` cannot be a name: it has letters a-z, digits and `_` and begins with a letter; those of kinds "
            "and enums are CamelCase."
        )
    if new in RESERVED or new in ("true", "false", "none", "null"):
        raise UsageError(f"`{new}` is a word of the language, and no name.")
    if old[:1].isupper() != new[:1].isupper():
        wanted = "with a capital letter, as those of all kinds do" if old[:1].isupper() else "with a small letter"
        raise UsageError(f"`{new}` cannot be the name: it begins {wanted}.")


def _with_slots(made: Naming, elements: Elements) -> None:
    """What entries give for an action or procedure of their kind is called as it is."""
    path = made.declaration.path
    found = re.fullmatch(r"(kinds\.\w+)\.(?:actions|procedures|entries\.\w+)\.(\w+)", path)
    if made.declaration.sort != "element" or found is None:
        return
    kind, name = found.groups()
    if not any(f"{kind}.{key}.{name}" in elements.by_path for key in ("actions", "procedures")):
        return
    for each in elements:
        if re.fullmatch(rf"{re.escape(kind)}\.(actions|procedures|entries\.\w+)\.{name}", each.path):
            made.add(element(each.path))
    model = elements.by_path[kind].model
    for entry in getattr(model, "entries", {}):
        made.add(element(f"{kind}.entries.{entry}.{name}"))


def _with_options(made: Naming, elements: Elements) -> None:
    """Options of one name are one for who chooses them, whichever choice gives them."""
    givers = elements.references.giving(made.old)
    if made.declaration.sort not in ("part", "element") or made.declaration.path not in givers:
        return
    for giver in givers:
        made.add(part(giver, made.old))
        if giver.rpartition(".")[2] == made.old and elements.by_path[giver].section == "actions":
            made.add(element(giver))


def _with_generated(made: Naming, elements: Elements) -> None:
    """Pieces that every player has are called by the player and the kind; directions and shapes by that of the board's
    spaces."""
    old, new, path = made.old, made.new, made.declaration.path
    players = [str(each) for each in elements.ruleset.players.called]
    for kind, decl in elements.ruleset.kinds.items():
        if decl.per_player is None:
            continue
        for player in players:
            was, now = f"{player}_{kind.lower()}", f"{player}_{kind.lower()}"
            if made.declaration.sort == "element" and path == f"kinds.{kind}":
                now = f"{player}_{new.lower()}"
            elif (path == "players" or path.startswith("players.seats.")) and player == old:
                now = f"{new}_{kind.lower()}"
            if was != now:
                made.add(part(f"kinds.{kind}", was), was, now)
                made.add(element(f"kinds.{kind}"), was, now)
    for name, board in elements.ruleset.boards.items():
        if made.declaration == part(f"boards.{name}", str(board.kind)):
            for more in ("Shape", "Direction"):
                made.add(element(f"boards.{name}"), old + more, new + more)


def _with_parts(made: Naming, elements: Elements) -> None:
    """Parts of tiles are called by their tile, and by what they match by; which of the names there are is not asked."""
    old, new, path = made.old, made.new, made.declaration.path
    for kind, decl in elements.ruleset.kinds.items():
        if decl.parts is None:
            continue
        values = [decl.parts.said_by(sign).get(decl.parts.match) for sign in decl.parts.signs]
        labels = {each.text.strip().rpartition(".")[2] for each in values if each is not None} | {"part"}
        of = f"kinds.{decl.parts.of}"
        tile = path == f"kinds.{kind}.entries.{old}" or (path == f"kinds.{kind}" and old in decl.entries)
        for entry, said in decl.entries.items():
            counts = said.count.values() if isinstance(said.count, dict) else [said.count or 0]
            copies = [""] if said.count is None else [f"_{number + 1}" for number in range(max(counts))]
            if tile and entry != old:
                continue
            for label in labels if tile else {old} & labels:
                for copy, number in itertools.product(copies, ["", *[f"_{number}" for number in range(1, MOST_ALIKE)]]):
                    was = f"{entry}{copy}_{label}{number}"
                    now = f"{new if tile else entry}{copy}_{label if tile else new}{number}"
                    made.add(part(of, was), was, now)
