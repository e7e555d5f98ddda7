"""The versions of rulesets: which one a ruleset has, for which ones an overlay was written, what it does not go with.

A version and a range of versions are what they are for packages of Python (PEP 440), read by the same library. A
ruleset that says no version counts as version 0, so that a range such as `>=1.2` does not hold for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from .fields import NAME, Reader, fault, read_text
from .source import Diagnostic, Fix, Hint, Span
from .tree import Mapping, Node, Scalar, Word, cite
from .tree import Sequence as Items

_SIGNS = "<>=!~"
_RANGES = "`>=1.2`, `>=1.2,<2`, `~=1.4` and `==1.*` are ranges"
_NOTHING = SpecifierSet()
_LONGEST = 80
"""So many characters a version, or a range of versions, has at most: numbers of thousands of digits cannot be read."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A ruleset or overlay by its name, and which versions of it are meant: all, where nothing is said."""

    name: Word
    versions: SpecifierSet = _NOTHING

    def holds(self, version: str) -> bool:
        """Whether a version ("" for none) is meant. A version that cannot be read is: it is told as a fault of its
        own."""
        return not is_version(version or "0") or self.versions.contains(Version(version or "0"), prereleases=True)

    def __str__(self) -> str:
        return f"{self.name} {_sorted(self.versions)}".strip()


def is_version(text: str) -> bool:
    """Whether a text is a version; one with a local part, behind a `+`, is none here."""
    try:
        return len(text) <= _LONGEST and text == text.strip() and Version(text).local is None
    except InvalidVersion:
        return False


def newer(new: str, old: str) -> bool:
    """Whether one version ("" for none) comes after another; both can be read."""
    return Version(new or "0") > Version(old or "0")


# ---------------------------------------------------------------- reading headers


def wanted_in(text: Word) -> list[Wanted]:
    """What `extends` names, in order: a base and overlays of it. A range that cannot be read counts as none; the models
    tell of it."""
    return [_wanted(each, text.span) for each in text.split("+")]


def _wanted(text: str, span: Span) -> Wanted:
    name, versions = _parted(text)
    return Wanted(Word(name, span), _range(versions) or _NOTHING)


def _range(text: str) -> SpecifierSet | None:
    """A range of versions, if that is one."""
    try:
        return SpecifierSet(text) if len(text) <= _LONGEST and "===" not in text else None
    except InvalidSpecifier:
        return None


def _parted(text: str) -> tuple[str, str]:
    """The name and the range of `name >=1.2`."""
    text = text.strip()
    cut = next((at for at, letter in enumerate(text) if letter in _SIGNS or letter.isspace()), len(text))
    return text[:cut], text[cut:].strip()


def _sorted(versions: SpecifierSet) -> str:
    """A range as it is shown: the lower bound first."""
    return ",".join(sorted((str(each) for each in versions), key=lambda each: (each[0] == "<", each)))


def read_version(node: object) -> Word:
    """The version of a ruleset, as it is written."""
    text = read_text(node)
    if not is_version(text):
        hint = "a version is numbers with dots, such as `1.0` or `1.2.1`, perhaps with `a1`, `b1` or `rc1` behind them"
        raise fault("YUP242", f"{cite(text)} is not a version", text.span, hint)
    if text[:1] in ("v", "V"):
        raise fault("YUP242", f"{cite(text)} is not a version", text.span, _instead(text, text[1:]))
    return text


def _instead(old: str, new: str) -> str:
    return Hint(f"write `{new}`", Fix(old, new))


def read_extends(node: object) -> Word:
    """What an overlay extends: names with their ranges. Whether a name can be one is found out where it is looked
    up."""
    text = read_text(node)
    for each in text.split("+"):
        _check_range(each, text)
    return text


def _check_range(text: str, whole: Word) -> None:
    name, versions = _parted(text)
    if _range(versions) is None:
        hint = f"write `{name} >={versions}`; {_RANGES}" if is_version(versions) else _RANGES
        raise fault("YUP243", f"{cite(versions)} is not a range of versions", whole.span, hint)


def read_not_with(node: object) -> list[Word]:
    """What a ruleset or overlay does not go with: one name, or a list of them, each perhaps with a range."""
    found = []
    for each in node if isinstance(node, Items | list | tuple) else [node]:
        text = read_text(each)
        name, _ = _parted(text)
        if not name:
            hint = f'put it into quotes, with the name: "NAME {text}"; {_RANGES}'
            raise fault("YUP243", f"{cite(text)} is a range without a name", text.span, hint)
        if not NAME.fullmatch(name):
            raise fault("YUP206", f"{cite(name)} cannot be the name of a ruleset", text.span, "write a name, or a list")
        _check_range(text, text)
        found.append(text)
    return found


_TEXT = {"type": ["string", "number"]}
VersionText: TypeAlias = Annotated[Word, Reader(read_version, _TEXT)]
Extended: TypeAlias = Annotated[Word, Reader(read_extends, {"type": "string"})]
NotWith: TypeAlias = Annotated[
    list[Word],
    Reader(read_not_with, {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]


# ---------------------------------------------------------------- what goes together


@dataclass(frozen=True, slots=True)
class Release:
    """What the header of a ruleset or overlay says of versions. `version` is None where it says none."""

    name: str
    span: Span
    version: Word | None = None
    extends: Word | None = None
    not_with: list[Word] = field(default_factory=list)

    @property
    def told(self) -> str:
        """Its name, with its version if it has one."""
        return f"{self.name} {self.version}" if self.version else self.name

    def unfit(self, wanted: Wanted, below: Release) -> Diagnostic | None:
        """The fault of what it extends having another version than it was written for."""
        if self.extends is None or wanted.holds(below.version or ""):
            return None
        here = f"this is {below.told}" if below.version else f"`{below.name}` says no version"
        hint = f"take another version of `{below.name}`, or change the range once `{self.name}` was tried with this one"
        where = below.version.span if below.version else below.span
        message = f"`{self.name}` is written for {wanted}, and {here}"
        return Diagnostic("YUP244", "error", message, self.extends.span, hint, ((where, "its header"),))

    def refused(self, others: Sequence[Release]) -> list[Diagnostic]:
        """The faults of others that it says it does not go with."""
        found = []
        for text in self.not_with:
            wanted = _wanted(text, text.span)
            for other in others:
                if other.name == wanted.name and other.name != self.name and wanted.holds(other.version or ""):
                    message = f"`{self.name}` does not go with {other.told}"
                    related = ((other.span, f"`{other.name}` is here"),)
                    found.append(Diagnostic("YUP245", "error", message, text.span, "use one of them", related))
        return found


def release_of(name: str, header: Node | None, span: Span) -> Release:
    """What a header says of versions, as far as it can be read."""
    if not isinstance(header, Mapping):
        return Release(name, span)
    others = header.get("not_with")
    listed = others if isinstance(others, Items) else [] if others is None else [others]
    words = [each.word for each in listed if isinstance(each, Scalar) and not each.is_empty]
    return Release(name, header.span, header.word("version"), header.word("extends"), words)
