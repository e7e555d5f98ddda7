"""Chooses mixtures of faults, writes them into a copy of a ruleset, and judges what is told of it."""

from __future__ import annotations

import random
import re
import shutil
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.tree import Scalar
from yupana.tests.found import ROOT

from .added import added
from .in_code import in_code, in_examples, is_code
from .in_declarations import in_declarations, in_rows
from .in_keys import at_end, in_keys
from .in_lines import in_lines
from .in_texts import TEXTS, in_texts
from .in_yaml import in_yaml
from .places import Fault, File, Whole


@dataclass
class Planted:
    """The files of a ruleset and all faults that can be planted in them."""

    folder: Path
    inside: list[str]
    overlays: tuple[str, ...] = ()

    @cached_property
    def whole(self) -> Whole:
        return Whole(
            [File(name, (self.folder / name).read_text(encoding="utf-8")) for name in self.inside], self.overlays
        )

    @cached_property
    def faults(self) -> dict[str, list[Fault]]:
        """By kind, in the order of the files."""
        found: dict[str, list[Fault]] = {}
        for file in self.whole.files:
            for fault in all_faults(file, self.whole):
                found.setdefault(fault.kind, []).append(fault)
        return found

    def choose(self, seed: int) -> list[Fault]:
        """Two to eight faults that are independent of each other, of as many kinds."""
        chance = random.Random(seed)
        chosen: list[Fault] = []
        kinds = sorted(self.faults)
        wanted = chance.randint(2, 8)
        for _ in range(200):
            if len(chosen) == wanted:
                break
            one = chance.choice(self.faults[chance.choice(kinds)])
            if all(one.apart(each) and not self.touched(one, each) and not self.touched(each, one) for each in chosen):
                chosen.append(one)
        return chosen

    def touched(self, fault: Fault, by: Fault) -> bool:
        """Whether a fault cannot be found beside another: what is told of hidden things, where things are missing in
        whose zones and fields they are; that a phrase is not said, where the code that says it cannot be read."""
        if fault.code == "YUP461" and by.element[0] in _WITH_MEMBERS and by.code.startswith(("YUP1", "YUP2")):
            return True
        unread = by.element if by.code.startswith("YUP3") else ()
        if fault.element[0] == "phrases" and unread and self.whole.says(unread, fault.element[1]):
            return True
        return bool(fault.needs and by.breaks and fault.needs & self.whole.unknowable(by.breaks))


_WITH_MEMBERS = ("boards", "enums", "kinds", "players")


def all_faults(file: File, whole: Whole) -> Iterator[Fault]:
    """Every fault that can be planted in a file."""
    for place in file.places:
        if not place.block and place.element in whole.overruled:
            continue
        if not file.name.startswith(TEXTS):
            if isinstance(place.value, Scalar):
                if is_code(place, whole):
                    yield from in_code(file, place, whole)
                    yield from in_lines(file, place)
                elif place.path[0] == "examples" and "when" in place.path:
                    yield from in_examples(file, place)
                yield from in_declarations(file, place, whole)
            yield from in_rows(file, place)
            yield from in_yaml(file, place)
            yield from in_keys(file, place, whole)
        yield from in_texts(file, place, whole)
    if not file.name.startswith(TEXTS):
        yield from added(file, whole)
        yield from at_end(file)


# ------------------------------------------------------------ planting


@cache
def planted(target: str) -> Planted:
    """The places of a shipped ruleset: its folder's files, its overlays', and their texts in other languages."""
    base, *overlays = target.split("+")
    folder = ROOT / "rulesets" / base
    names = sorted(each.name for each in folder.glob("*.yaml"))
    names += [f"variants/{each}.yaml" for each in overlays]
    texts = [each.name for each in sorted((folder / TEXTS).glob("*.yaml"))]
    parts = ["", *overlays]
    names += [TEXTS + each for each in texts if each.removesuffix(".yaml").rpartition(".")[0] in parts]
    return Planted(folder, names, tuple(overlays))


def copied(target: str, folder: Path) -> str:
    """A copy of a shipped ruleset, and the target that names it."""
    base, *overlays = target.split("+")
    copy = folder / base
    if not copy.exists():
        shutil.copytree(ROOT / "rulesets" / base, copy)
    return "+".join([str(copy), *overlays])


def own(fault: Fault, number: int) -> Fault:
    """The fault with a name of its own for what is not there: what a fault makes unreadable silences its words."""
    letter = "abcdefgh"[number]
    text = re.sub("zzq", lambda found: found.group() + letter, fault.text, flags=re.IGNORECASE)
    return replace(fault, text=text, word=fault.word.replace("zzq", f"zzq{letter}"))


def plant(target: str, folder: Path, faults: list[Fault]) -> list[tuple[Fault, str, range]]:
    """Write the faults into the copy; each with its file and the lines on which it may be told (none: on any)."""
    where: list[tuple[Fault, str, range]] = []
    faults = [own(each, number) for number, each in enumerate(faults)]
    for file in planted(target).whole.files:
        text, shift = file.text, 0
        edits = sorted([each for each in faults if each.file == file.name], key=lambda each: (each.start, each.end))
        spots: list[tuple[Fault, int, int]] = []
        for each in edits:
            start = each.start + shift
            text = text[:start] + each.text + text[each.end + shift :]
            shift += len(each.text) - (each.end - each.start)
            at, last = each.at, each.last
            if at is None:
                spots.append((each, -1, -1))
            else:
                spots.append((each, start + at, start + max(last or at, at)))
        (folder / target.split("+")[0] / file.name).write_text(text, encoding="utf-8")
        lines = [0, *(i + 1 for i, sign in enumerate(text) if sign == "\n")]
        for each, a, b in spots:
            told = range(0) if a < 0 else range(bisect_right(lines, a), bisect_right(lines, b) + 1)
            where.append((each, file.name, told))
    return where


def judged(target: str, folder: Path, faults: list[Fault]) -> list[str]:
    """What is wrong with the diagnostics of a copy with these faults: what is missing and what is too much."""
    name = copied(target, folder)
    where = plant(target, folder, faults)
    left = [each for each in compile_ruleset(name).diagnostics if each.severity == "error"]
    wrong: list[str] = []
    for each, file, lines in where:
        fitting = [
            one for one in left
            if re.match(each.code, one.code) and one.span.file.endswith(f"/{file}")
            and (not lines or one.span.line in lines) and each.word in one.message + one.hint
        ]  # fmt: skip
        if fitting:
            left.remove(fitting[0])
        else:
            place = f"{file}:{lines.start if lines else '?'}"
            wrong.append(f"MISSING {each.kind} {each.code} {place} {'.'.join(each.element)} {each.text!r}")
    wrong += [f"TOO MUCH {one.code} {one.span.file.rpartition('/')[2]}:{one.span.line} {one.message}" for one in left]
    return wrong
