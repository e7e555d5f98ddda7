"""Faulty elements that are put before the first of a section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from yupana.schemas.tree import Scalar

from .places import ALL_OPTIONS, Fault, File, Place, Whole

ADDED = [
    ("functions", "{is: zzb + 1}\n  zzb: {is: zza + 1}", "YUP401"),
    ("functions", "{is: zzb() + 1}\n  zzb: {is: zza() + 1}", "YUP431"),
    ("functions", "{is: min(1, 2)}", "YUP114"),
    ("functions", "{gives: int, is: [1]}", "YUP203"),
    ("functions", "{gives: Zzq, is: 1}", "YUP404"),
    ("functions", "{gives: bool, is: 1}", "YUP411"),
    ("functions", "{of: {me: Player}, is: 1}", "YUP40"),
    ("functions", "\tpot", "YUP103"),
    ("functions", "{gives: bool, is: 'if 1 < 2: return true'}", "YUP"),
    ("functions", "{is: '[]'}", "YUP415"),
    ("functions", "{is: none}", "YUP415"),
    ("procedures", "{effects: pass", "YUP101"),
    ("procedures", "{effects: 'let x ='}", "YUP302"),
    ("procedures", "{effects: 'loop: pass'}", "YUP435"),
    ("procedures", "{effects: do zzb()}\n  zzb: {effects: do zza()}", "YUP431"),
    ("procedures", "{effects: break}", "YUP436"),
    ("procedures", "{effects: 'let x = 1; x = true'}", "YUP41"),
    ("actions", "{effects: pass, source: ZZQ-1}", "YUP451"),
    ("actions", "{when: 1, effects: pass}", "YUP411"),
    ("actions", "{parameters: {n: {in: 1..zzq}}, effects: pass}", "YUP401"),
    ("actions", "{when: true}", "YUP202"),
    ("invariants", "{is: 3}", "YUP411"),
    ("invariants", "{is: 1 < 2 <}", "YUP3"),
    ("features", "{value: 1 < 2}", "YUP411"),
    ("features", "{value: zzq}", "YUP401"),
    ("constants", "{value: zzq}", "YUP401"),
    ("constants", "{valu: 3}", "YUP201"),
    ("examples", "{source: ZZQ-1, then: 1 < 2}", "YUP451"),
    ("examples", "{given: pass, then: 3}", "YUP411"),
    ("examples", "{players: 99, then: 1 < 2}", "YUP"),
    ("examples", "{rolls: [zzq], then: 1 < 2}", "YUP204"),
    ("examples", "{options: {zzq: 1}, then: 1 < 2}", "YUP"),
    ("examples", "{when: [{zzq: pass}], then: 1 < 2}", "YUP405"),
    ("examples", "{when: zzq}", "YUP203"),
    ("examples", "{given: do zzq(), then: 1 < 2}", "YUP40"),
    ("examples", "{seed: zzq, then: 1 < 2}", "YUP204"),
    ("examples", "{waits: {zzq: zzq}}", "YUP405"),
    ("examples", "{run: zzq, then: 1 < 2}", "YUP3"),
    ("kinds", "{entries: {zzc: {}, zzc: {}}}", "YUP107"),
    ("adjustments", "{of: zzq, value: 3}", "YUP405"),
    ("adjustments", "{value: 3}", "YUP202"),
    ("options", "{type: bool, default: 3}", "YUP"),
    ("options", "{type: bool}", "YUP202"),
    ("tables", "{rows: {level: ['1', '3']}, cells: [1, 2]}", "YUP442"),
    ("tables", "{rows: {level: ['1', '2']}, cells: [1]}", "YUP442"),
    ("tables", "{rows: {level: ['1', zzq]}, cells: [1, 2]}", "YUP4"),
    ("boards", "{kind: Zzc, square: {columns: 2}}", "YUP202"),
    ("boards", "{kind: Zzc, spaces: {zzd: {}, zze: {}}, links: {zzf: {pairs: [[zzd, zzg]]}}}", "YUP443"),
    ("state", "{type: 'list[int]'}", "YUP"),
    ("state", "{type: 'sett[int]'}", "YUP"),
    ("state", "{type: int 0..zzq}", "YUP401"),
    ("state", "{type: int 9..0}", "YUP"),
    ("state", "{type: int 1..3, start: 9}", "YUP"),
    ("state", "{type: Zzq}", "YUP404"),
    ("state", "{type: int, per: zzq}", "YUP405"),
    ("zones", "{of: Zzq}", "YUP40"),
    ("state", "{type: int, start: a: b}", "YUP101"),
]


def added(file: File, whole: Whole) -> Iterator[Fault]:
    """Faulty elements put before the first of a section."""
    first: dict[str, Place] = {}
    for place in file.places:
        if len(place.path) == 2 and place.key is not None and not place.block and not file.in_braces(place.owner):
            first.setdefault(place.path[0], place)

    def put(section: str, text: str, code: str, number: object, kind: str, **rest: Any) -> Fault:
        key = first[section].key
        assert key is not None
        here, indent = file.start(key.span), " " * (key.span.column - 1)
        name = f"zza{number}"
        text = re.sub(r"\bzz([ab])\b", rf"zz\g<1>{number}", text).replace("\n  ", f"\n{indent}")
        line = f"{name}: {text}\n{indent}" if not text.startswith("\t") else f"{name}:{text}\n{indent}"
        return Fault(kind, (section, name), file.name, here, here, line, code, **rest)

    for number, (section, text, code) in enumerate(ADDED):
        if section in first and not (section == "functions" and "zzb + 1" in text):
            last = len(text) + 20 if "\n" in text or code == "YUP101" else None
            breaks = frozenset([ALL_OPTIONS] if section == "actions" and code == "YUP202" else [])
            yield put(section, text, code, number, f"added to {section}", last=last, breaks=breaks)
    if "procedures" in first or "scoring" in first:
        for number, (log, zone) in enumerate(_hidden(whole)):
            if "procedures" in first:
                effects = f"'{log}'"
                yield put("procedures", f"{{effects: {effects}}}", "YUP461", f"s{number}", "told to all", needs=zone)


def _hidden(whole: Whole) -> Iterator[tuple[str, frozenset[str]]]:
    """Lines that tell all what lies in a zone that not all see."""
    for _, place in whole.places:
        if place.path[0] == "zones" and len(place.path) == 3 and place.last == "visible":
            assert isinstance(place.value, Scalar)
            assert place.owner is not None
            keys = {str(key): value.text for key, value in place.owner.items() if isinstance(value, Scalar)}
            name = place.path[1]
            words = frozenset([name])
            if keys.get("each") == "Player" and place.value.text == "owner":
                yield f'for p in players: log "{{p.{name}}}"', words
            elif "each" not in keys and place.value.text == "none":
                yield f'log "{{first(k for k in {name})}}"', words
