"""Forms for who writes no YAML: what can be changed, what an edit does, what depends on it, and the files with it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import run_examples
from yupana.schemas.kinds import KindDecl
from yupana.schemas.opened import opened
from yupana.schemas.source import Diagnostic
from yupana.schemas.tree import Word, cite

from ..authoring.edited_table import leaves
from ..authoring.tables import Listing
from ..book.names import headed
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


def register(host: Host) -> None:
    """What can be asked of forms. Every method takes the `language` of who asks."""
    known = Known(host)

    @host.method("forms/list")
    def listed(said: RequestBody) -> Any:
        changeable = changeable_of(known, said)
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
        return changeable_of(known, said).depends(said.text("element"))

    @host.method("forms/entries")
    def entries(said: RequestBody) -> Any:
        changeable = changeable_of(known, said)
        listing = listing_of(changeable, said.text("kind"))
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
        changeable = changeable_of(known, said)
        edits = said.inside("edits") or RequestBody({})
        every = [each for name in edits.names() if (each := edits.inside(name)) is not None]
        if not every:
            raise Refused(400, "`edits` say what is to be done.")
        return _told(known, changeable, _planned(known, changeable, every, said))

    @host.method("forms/examples")
    def examples(said: RequestBody) -> Any:
        changeable = changeable_of(known, said)
        edits = said.inside("edits") or RequestBody({})
        every = [each for name in edits.names() if (each := edits.inside(name)) is not None]
        files = _planned(known, changeable, every, said).files if every else {}
        names = said.texts("examples")
        return {"examples": _failing(known, changeable, files, names)}


def _planned(known: Known, changeable: Changeable, edits: list[RequestBody], said: RequestBody) -> Planned:
    """What several edits come to, one after the other."""
    words = Words(spoken(said.text("language", ENGLISH)))
    whole = Planner(changeable, known.target, words).plan(edits[0])
    for edit in edits[1:]:
        with opened(changed_texts(whole.files)):
            compiled, composed = known.fresh()
            then = Changeable(compiled, composed, said.text("language", ""))
            more = Planner(then, known.target, words).plan(edit)
        whole = replace(more, words=f"{whole.words}\n{more.words}", files={**whole.files, **more.files},
                        needed=[*whole.needed, *more.needed], element=whole.element)  # fmt: skip
    return whole


def changeable_of(known: Known, said: RequestBody) -> Changeable:
    """What can be changed now, in the words of who asks. Raises UsageError where the rules cannot be read."""
    compiled, composed = known.now()
    return Changeable(compiled, composed, said.text("language", ""))


def listing_of(changeable: Changeable, kind: str) -> Listing:
    """The entries of a kind. Raises Refused."""
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
        changeable.field((*way, key), "attribute", types[key], changeable.key_title(key))
        for key in types
        if not any(path[0] == key and len(path) > 1 for path in said)
    ]
    known = {each.way[len(way) :] for each in fields}
    for path in said:
        if path not in known and path[0] not in ("text", "source"):
            label = " ".join(key if key.isdigit() else changeable.key_title(key) for key in path)
            type_ = Typed("int" if path[0] == "count" else "code")
            fields.append(changeable.field((*way, *path), "more", type_, label))
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
        "diff": [diff_of(known, path, text) for path, text in planned.files.items()],
        "sound": after is not None and not faults,
        "faults": [fault_told(known, each) for each in faults],
    }


def _failing(
    known: Known, changeable: Changeable, files: Mapping[Path, str], names: list[str]
) -> list[dict[str, Any]]:
    """The examples of these that hold now, and would not with other files."""
    after, faults = known.faults_with(changed_texts(files))
    if faults or not isinstance(after, SoundRuleset):
        return []
    there = [each for each in names if Word(each) in after.ruleset.examples]
    wrong = [each for each in run_examples(after, there) if not each.ok] if there else []
    before = changeable.compiled
    if wrong and isinstance(before, SoundRuleset):
        held = {each.name for each in run_examples(before, [each.name for each in wrong]) if each.ok}
        wrong = [each for each in wrong if each.name in held]
    return [{"name": each.name, **changeable.told_example(each.name), "message": each.message} for each in wrong]


def diff_of(known: Known, path: Path, text: str) -> dict[str, Any]:
    """The lines of a file that are different, with one around them."""
    old, new = path.read_text(encoding="utf-8").splitlines(), text.splitlines()
    rows = list(difflib.unified_diff(old, new, lineterm="", n=1))[2:]
    return {"path": known.path_of(path), "rows": [[row[:1], row[1:]] if row[:2] != "@@" else ["…", ""] for row in rows]}


def fault_told(known: Known, fault: Diagnostic) -> dict[str, Any]:
    """A fault as the page tells it, with its place where that is in the project."""
    span = fault.span
    try:
        place = known.path_of(Path(span.file))
    except ValueError:
        place = ""
    return {"code": fault.code, "message": fault.message, "hint": str(fault.hint or ""), "file": place,
            "line": span.line, "column": span.column}  # fmt: skip

