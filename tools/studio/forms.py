"""Forms for who writes no YAML: what can be changed, what an edit does, what depends on it, and the files with it."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any

from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.fields import NAME
from yupana.schemas.kinds import KindDecl
from yupana.schemas.source import Diagnostic
from yupana.schemas.tree import cite
from yupana.schemas.versions import CURRENT

from ..authoring.edited_table import leaves
from ..authoring.tables import Listing
from ..book.names import headed
from ..format.page import format_text
from ..format.roles import Attributes
from ..languages.catalogue import ENGLISH, spoken
from ..languages.words import Words
from ..page.faults import Refused
from ..page.request_body import RequestBody
from .changeable import Changeable, Field
from .form_edits import Planned, Planner
from .host import Host
from .knowing import Known
from .quantities import moments, quantities, rounds
from .rewriting import changed_texts
from .value_types import Typed, typed

_HEAD = """\
ruleset:
  name: {name}
  title: {title}
  version: 0.1
  language: {language}
  extends: {game}
"""


def register(host: Host) -> None:
    """What can be asked of forms. Every method takes the `language` of who asks."""
    known = Known(host)

    @host.method("forms/list")
    def listed(said: RequestBody) -> Any:
        changeable = _changeable(known, said)
        ruleset, names = changeable.ruleset, changeable.names
        return {
            "title": str(changeable.texts.title or ruleset.ruleset.title),
            "overlay": changeable.rewriter.is_overlay,
            "sound": isinstance(changeable.compiled, SoundRuleset),
            "items": [each.to_json() for each in changeable.items()],
            "rules": changeable.rules,
            "removed": changeable.removed(),
            "quantities": [
                {"id": each.id, "title": each.title, "where": each.where, "player": bool(each.of_player),
                 "low": each.low, "high": each.high}
                for each in quantities(ruleset, names)
            ],
            "rounds": rounds(ruleset, names),
            "moments": moments(ruleset, names),
        }  # fmt: skip

    @host.method("forms/depends")
    def depends(said: RequestBody) -> Any:
        return _changeable(known, said).depends(said.text("element"))

    @host.method("forms/entries")
    def entries(said: RequestBody) -> Any:
        changeable = _changeable(known, said)
        listing = _listing(changeable, said.text("kind"))
        kind = changeable.kind_of(listing)
        return {
            "title": headed(changeable.names.several(kind)),
            "one": headed(changeable.names.of(kind)),
            "entries": [
                {
                    "name": str(name), "title": headed(changeable.names.of(str(name), kind)),
                    "own": not changeable.rewriter.is_overlay or not changeable.below((*listing.way, str(name))),
                    "changed": changeable.rewriter.changed((*listing.way, str(name))),
                    "fields": [each.to_json() for each in _fields(changeable, listing, str(name))],
                }
                for name in listing.entries
            ],
        }  # fmt: skip

    @host.method("forms/preview")
    def preview(said: RequestBody) -> Any:
        edit = said.inside("edit")
        if edit is None:
            raise Refused(400, "`edit` says what is to be done.")
        changeable = _changeable(known, said)
        planned = Planner(changeable, known.target, _words(said)).plan(edit)
        return _told(known, changeable, planned)

    @host.method("forms/begin")
    def begin(said: RequestBody) -> Any:
        title = said.text("title").strip()
        name = said.text("name", "").strip() or name_of(title)
        return {"name": name, "files": begun(said.text("game"), name, title, said.text("text", "").strip())}


def name_of(title: str) -> str:
    """A name for a title: small letters, digits and `_`."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.casefold()).strip("_")
    return plain if NAME.fullmatch(plain) else f"variant_{plain}".rstrip("_")


def begun(game: str, name: str, title: str, text: str) -> dict[str, str]:
    """The file of a new variant of a game. Raises Refused, UsageError."""
    if not NAME.fullmatch(name):
        raise Refused(400, "The name of a variant is small letters, digits and _, a letter first.")
    if not title:
        raise Refused(400, "A variant needs a title.")
    base = compose(game)
    if base.ruleset is None or not re.fullmatch(r"[\w+]+", game):
        raise UsageError(f"There is no game {cite(game)}.")
    quoted = '"' + " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'
    held = _HEAD.format(name=name, title=quoted, language=CURRENT, game=game)
    if text:
        held += '  text: "' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"\n'
    return {f"{name}.yaml": format_text(held, Attributes())}


def _changeable(known: Known, said: RequestBody) -> Changeable:
    compiled, composed = known.now()
    return Changeable(compiled, composed, said.text("language", ""))


def _words(said: RequestBody) -> Words:
    return Words(spoken(said.text("language", ENGLISH)))


def _listing(changeable: Changeable, kind: str) -> Listing:
    listing = changeable.listings.get(kind)
    if listing is None:
        raise Refused(404, f"There are no entries of {cite(kind)}.")
    return listing


def _fields(changeable: Changeable, listing: Listing, name: str) -> list[Field]:
    """What a form shows of an entry: how many, its attributes, what else it says; and its text."""
    ruleset, names = changeable.ruleset, changeable.names
    holder = getattr(ruleset, listing.section)[listing.element]
    way = (*listing.way, name)
    entry = listing.entries[name]
    said = [path for path, _ in leaves(entry)]
    types = {str(key): typed(ruleset, names, code.text) for key, code in holder.attributes.items()}
    fields: list[Field] = []
    if isinstance(holder, KindDecl) and not any(path[:1] == ("count",) and len(path) > 1 for path in said):
        fields.append(changeable.field((*way, "count"), "count", Typed("int", 1)))
    fields += [
        changeable.field((*way, key), "attribute", types[key], headed(names.of(key)))
        for key in types
        if not any(path[0] == key and len(path) > 1 for path in said)
    ]
    known = {each.way[len(way) :] for each in fields}
    for path in said:
        if path not in known and path[0] not in ("text", "source"):
            label = " ".join(headed(names.of(key)) if not key.isdigit() else key for key in path)
            fields.append(changeable.field((*way, *path), "more", Typed("int" if path[0] == "count" else "code"), label))
    fields.append(changeable.field((*way, "text"), "text", Typed("text")))
    return fields


def _told(known: Known, changeable: Changeable, planned: Planned) -> dict[str, Any]:
    """What a preview shows."""
    after, faults = known.faults_with(changed_texts(planned.files)) if planned.files else (None, [])
    paths = {known.path_of(path): text for path, text in planned.files.items()}
    return {
        "does": planned.words,
        "element": planned.element,
        "depends": changeable.depends(planned.element),
        "needed": planned.needed,
        "central": planned.central,
        "unimplemented": [{"id": each, "text": changeable.rules.get(each, "")} for each in planned.unimplemented],
        "files": paths,
        "diff": [_diff(known, path, text) for path, text in planned.files.items()],
        "sound": after is not None and not faults,
        "faults": [_fault(known, each) for each in faults],
    }


def _diff(known: Known, path: Path, text: str) -> dict[str, Any]:
    """The lines of a file that are different, with one around them."""
    old, new = path.read_text(encoding="utf-8").splitlines(), text.splitlines()
    rows = list(difflib.unified_diff(old, new, lineterm="", n=1))[2:]
    return {"path": known.path_of(path), "rows": [[row[:1], row[1:]] if row[:2] != "@@" else ["…", ""] for row in rows]}


def _fault(known: Known, fault: Diagnostic) -> dict[str, Any]:
    span = fault.span
    try:
        place = known.path_of(Path(span.file))
    except ValueError:
        place = ""
    return {"code": fault.code, "message": fault.message, "hint": str(fault.hint or ""), "file": place,
            "line": span.line, "column": span.column}  # fmt: skip

