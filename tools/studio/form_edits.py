"""What an edit of a form writes: a value set, an entry put in, a thing taken away with what needs it, an end of the
game put together from parts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.errors import UsageError
from yupana.schemas.fields import NAME
from yupana.schemas.source import NOWHERE
from yupana.schemas.texts import own_names
from yupana.schemas.tree import Node, Scalar, cite

from ..authoring.edited_table import leaves
from ..authoring.entry_editor import EntryEditor
from ..authoring.tables import Listing
from ..authoring.workbook_file import WorkbookFile
from ..book.names import headed
from ..explaining.removal import Removal, removal
from ..format.page import format_text
from ..format.roles import Attributes
from ..languages.words import Words
from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..renaming.occurrences import element as element_at
from ..renaming.rename import rename
from .changeable import Changeable
from .quantities import Quantity, quantities
from .rewriting import Rewriter, Way, found
from .value_types import split

LONGEST = 20_000
"""How long a value may be that a form writes."""

_COMPARED = {"least": ">=", "most": "<=", "exactly": "=="}


@dataclass(slots=True)
class Planned:
    """What an edit does in words, the element that it concerns, and the files with it. `needed` are the elements that
    cannot stay without what is taken away, and `central` is whether that is most of the game: then nothing is
    written."""

    words: str
    element: str
    files: dict[Path, str] = field(default_factory=dict)
    needed: list[dict[str, Any]] = field(default_factory=list)
    central: bool = False
    unimplemented: list[str] = field(default_factory=list)


class Planner:
    """Plans edits of one ruleset; `target` is how commands name it. Raises Refused, UsageError."""

    def __init__(self, changeable: Changeable, target: str, words: Words) -> None:
        self.known, self.target, self.words = changeable, target, words

    def plan(self, edit: RequestBody) -> Planned:
        """What an edit writes."""
        ways = {
            "set": self._set, "remove": self._remove, "restore": self._restore, "entry": self._entry,
            "end": self._end, "score": self._score, "rename": self._rename, "leave": self._leave,
        }  # fmt: skip
        make = ways.get(edit.text("do"))
        if make is None:
            raise Refused(400, "A form cannot do that.")
        return make(edit)

    def element_of(self, way: Way) -> str:
        """The path of the element of which something stands at a path of the rules."""
        if way[0] == "rulebook":
            return f"rules.{way[2]}" if len(way) > 2 else "rulebook"
        if way[0] in ("flow", "setup"):
            steps = [each.path for each in self.known.elements if each.section == way[0] and each.name == way[1]]
            return steps[0] if steps else ""
        for length in (4, 3, 2, 1):
            if ".".join(way[:length]) in self.known.elements.by_path:
                return ".".join(way[:length])
        return ""

    # ------------------------------------------------------------ values

    def _set(self, edit: RequestBody) -> Planned:
        way = _way(edit)
        value = None if edit.truth("clear") else edit.text("value", most=LONGEST)
        old = self.known.said(self.known.composed.tree, way)
        listing = self._listing(way)
        if listing is not None and len(way) > len(listing.way) + 1:
            files = self._with_entries(listing, lambda editor: editor.change(
                {way[3]: {way[4:]: None if value is None else self._cell(listing, way, value)}}
            ))  # fmt: skip
        else:
            rewriter = Rewriter(self.known.composed)
            if value is None:
                rewriter.clear(way)
            else:
                node = found(self.known.composed.tree, way)
                rewriter.set(way, split(value) if node is not None and not isinstance(node, Scalar) else value)
            files = rewriter.results()
        element = self.element_of(way)
        title = self._title(element, way)
        if value is None:
            said = self.words.say("studio_forms_does_clear", title=title, old=old or "–")
        elif old is None:
            said = self.words.say("studio_forms_does_give", title=title, new=value)
        else:
            said = self.words.say("studio_forms_does_set", title=title, old=_short(old), new=_short(value))
        return Planned(said, element, files)

    def _title(self, element: str, way: Way) -> str:
        title = self.known.title(element) if element not in ("", "players", "scoring") else ""
        if len(way) > 1 and way[-2] == "by_players":
            return self.words.say("studio_forms_for_players", title=title, count=way[-1])
        key = way[-1]
        if key in ("value", "default", "points"):
            return title
        named = self.known.key_title(key)
        return f"{title}: {named}" if title else named

    def _cell(self, listing: Listing, way: Way, value: str) -> Node:
        entry = listing.entries.get(way[3])
        known = dict(leaves(entry)).get(way[4:]) if entry is not None else None
        text = value if known is None or isinstance(known, Scalar) else f"[{', '.join(split(value))}]"
        return Scalar(text, "plain", NOWHERE)

    # ------------------------------------------------------------ entries

    def _listing(self, way: Way) -> Listing | None:
        return next((each for each in self.known.listings.values() if each.way == way[:3]), None)

    def _with_entries(self, listing: Listing, make: Any) -> dict[Path, str]:
        editor = EntryEditor(self.known.composed, listing, set(own_names(self.known.ruleset)))
        make(editor)
        files: dict[Path, str] = {}
        attributes = Attributes.of(self.known.ruleset)
        for file in (*editor.files, *editor.texts.values()):
            if file.text != file.before:
                if format_text(file.before, attributes) == file.before:
                    file.text = format_text(file.text, attributes)
                files[file.path] = file.after
        for path, table in editor.tables.items():
            if table.after != table.data:
                if isinstance(table, WorkbookFile):
                    raise UsageError("Workbooks are edited as a table: open the cards as a table.")
                files[path] = table.after.decode("utf-8-sig")
        return files

    def _entry(self, edit: RequestBody) -> Planned:
        """A new entry: the values of another one (`copy`), and others in their place."""
        kind = edit.text("kind")
        listing = self.known.listings.get(kind)
        if listing is None:
            raise Refused(404, f"There are no entries of {cite(kind)}.")
        name = edit.text("name").strip()
        if not NAME.fullmatch(name):
            raise Refused(400, self.words.say("studio_forms_bad_name"))
        if name in listing.entries:
            raise Refused(409, self.words.say("studio_forms_taken", name=name))
        like = edit.text("copy", "")
        cells = dict(leaves(listing.entries[like])) if like in listing.entries else {}
        values = edit.inside("values") or RequestBody({})
        for key in values.names():
            text = values.text(key, most=LONGEST)
            if text:
                cells[tuple(key.split("."))] = Scalar(text, "plain", NOWHERE)
            else:
                cells.pop(tuple(key.split(".")), None)
        own = [str(each) for each in listing.entries]
        after = like or (own[-1] if own else None)
        files = self._with_entries(listing, lambda editor: editor.add({name: (after, cells)}))
        kind_title = headed(self.known.names.several(self.known.kind_of(listing)))
        title = cells.get(("name",))
        called = title.text if isinstance(title, Scalar) else headed(self.known.names.of(name))
        said = self.words.say("studio_forms_does_add", kind=kind_title, title=called)
        return Planned(said, f"{listing.section}.{listing.element}", files)

    # ------------------------------------------------------------ taking away

    def _remove(self, edit: RequestBody) -> Planned:
        way, whole = _way(edit), edit.truth("all")
        element = self.element_of(way)
        compiled = self.known.compiled
        if not element or not isinstance(compiled, SoundRuleset):
            raise UsageError(self.words.say("studio_forms_faulty"))
        gone = removal(compiled, self.target, element)
        title = self.known.title(element)
        if gone.is_central:
            parts = [self.known.told(self.known.elements.by_path[path]) for path, _ in gone.parts[:12]]
            said = self.words.say("studio_forms_central", title=title)
            return Planned(said, element, needed=parts, central=True)
        needed = self._needed(gone, element)
        said = self.words.say("studio_forms_does_remove", title=title)
        if needed and not whole:
            return Planned(said, element, needed=needed, unimplemented=gone.unimplemented)
        listing = self._listing(way)
        if listing is not None and len(gone.ways) == 1 and len(way) == 4:
            files = self._with_entries(listing, lambda editor: editor.remove([way[3]]))
        else:
            rewriter = Rewriter(self.known.composed)
            for each in sorted(gone.ways, key=lambda one: (one[:1] == ("flow",), one)):
                rewriter.remove(each)
            files = rewriter.results()
        return Planned(said, element, files, needed, unimplemented=gone.unimplemented)

    def _needed(self, gone: Removal, element: str) -> list[dict[str, Any]]:
        others = [path for path in gone.taken if path != element and not path.startswith(f"{element}.")]
        return [self.known.told(self.known.elements.by_path[path]) for path in others]

    def _restore(self, edit: RequestBody) -> Planned:
        way = _way(edit)
        rewriter = Rewriter(self.known.composed)
        rewriter.restore(way)
        said = self.words.say("studio_forms_does_restore", title=headed(self.known.names.of(way[-1])))
        return Planned(said, ".".join(way), rewriter.results())

    def _leave(self, edit: RequestBody) -> Planned:
        """Leave examples out: those that try what is otherwise now."""
        names = edit.texts("examples")
        rewriter = Rewriter(self.known.composed)
        for name in names:
            if found(self.known.composed.tree, ("examples", name)) is not None:
                rewriter.remove(("examples", name))
        said = self.words.say("studio_forms_does_leave", count=len(names))
        return Planned(said, "", rewriter.results())

    # ------------------------------------------------------------ from parts

    def _quantity(self, edit: RequestBody) -> Quantity:
        wanted = edit.text("quantity")
        every = quantities(self.known.ruleset, self.known.names)
        one = next((each for each in every if each.id == wanted), None)
        if one is None:
            raise Refused(404, "There is nothing like that to count.")
        return one

    def _end(self, edit: RequestBody) -> Planned:
        """The game also ends: after rounds, when a quantity is reached, or when typed code is true; looked at when a
        step ends."""
        what, at = edit.text("what"), edit.text("at", "")
        if what == "rounds":
            number, at = edit.number("number"), edit.text("step")
            test = f"{at} >= {number}"
            name = f"after_{at}"
            text = self.words.say("studio_forms_end_rounds", step=self.known.names.of(at), number=number)
        elif what == "quantity":
            quantity, number = self._quantity(edit), edit.number("number")
            compared = _COMPARED.get(edit.text("compare", "least"), ">=")
            test = quantity.of_game.format(f"{compared} {number}")
            name = "when_" + quantity.id.replace(" ", "_").lower()
            phrase = f"studio_forms_end_{quantity.where}_{edit.text('compare', 'least')}"
            text = self.words.say(phrase, title=quantity.title, number=number)
        else:
            test = edit.text("code", most=LONGEST).strip()
            name, text = "when_told", edit.text("text", "").strip()
        if not NAME.fullmatch(at) or not test:
            raise Refused(400, self.words.say("studio_forms_end_lacks"))
        text = edit.text("text", "").strip() or text
        value = {"on": f"{at} ends", "if": test, "do": "end game", **({"text": text} if text else {})}
        return self._added(("triggers", self._free(f"ends_{name}")), value, "studio_forms_does_end", text or test)

    def _score(self, edit: RequestBody) -> Planned:
        """Points for something that a player has."""
        quantity, number = self._quantity(edit), edit.number("number")
        if not quantity.of_player:
            raise Refused(400, "No player has that.")
        text = edit.text("text", "").strip() or self.words.say(
            "studio_forms_score_text", title=quantity.title, number=number
        )
        points = quantity.of_player if number == 1 else f"{number} * {quantity.of_player}"
        name = self._free("for_" + quantity.id.rpartition(" ")[2].lower(), ("scoring", "items"))
        value = {"text": text, "points": points}
        return self._added(("scoring", "items", name), value, "studio_forms_does_score", text)

    def _added(self, way: Way, value: dict[str, str], phrase: str, text: str) -> Planned:
        rewriter = Rewriter(self.known.composed)
        rewriter.add(way, {**value})
        return Planned(self.words.say(phrase, text=text), "", rewriter.results())

    def _free(self, name: str, section: Way = ("triggers",)) -> str:
        name = re.sub(r"[^a-z0-9_]", "_", name)
        number, known = 1, name
        while found(self.known.composed.tree, (*section, known)) is not None or known in own_names(self.known.ruleset):
            number += 1
            known = f"{name}_{number}"
        return known

    # ------------------------------------------------------------ names

    def _rename(self, edit: RequestBody) -> Planned:
        way, new = _way(edit), edit.text("name").strip()
        element = self.element_of(way)
        if not NAME.fullmatch(new):
            raise Refused(400, self.words.say("studio_forms_bad_name"))
        if self.known.rewriter.is_overlay and found(self.known.rewriter.base, way) is not None:
            raise Refused(400, self.words.say("studio_forms_of_base"))
        done = rename(self.known.compiled, element_at(element), new, {}, alone=True)
        said = self.words.say("studio_forms_does_rename", title=self.known.title(element), new=new)
        return Planned(said, element, {Path(path): text for path, text in done.texts.items()})


def _way(edit: RequestBody) -> Way:
    way = tuple(edit.texts("path"))
    if not way:
        raise Refused(400, "`path` says what is to be changed.")
    return way


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 80 else f"{words[:79].rstrip()}…"
