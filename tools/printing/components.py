"""The cards and pieces of a game, entry by entry: how many there are, and what stands on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from yupana.schemas.ruleset import EntryDecl, KindDecl

from ..book.entries import attribute, columns_of
from ..book.maker import plain
from ..book.names import headed
from ..documents.drawing import Drawing
from ..documents.model import plain_text
from .subject import PALETTE, Subject

RULES = 3
"""A card that cites more rules than this names them: the book has them."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of what the look says is printed on a card or tile: its title (none: it has no band for one), what
    stands in the corners by their names, what is drawn large, text, and rows of places for pieces: colour and sign."""

    title: str
    colour: str = ""
    corners: tuple[tuple[str, str], ...] = ()
    art: str = ""
    text: str = ""
    places: tuple[tuple[tuple[str, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Component:
    """A card or piece: `kind` and `name` as in the ruleset, `title` as it is read, `count` how many there are. `sort`
    is the shape that pieces of it have; `facts` are attributes (word, value), `rules` rules (id, text); `owner` is the
    player it belongs to, `whose` what that player is called, `image` the name of its picture, `drawing` its form where
    it is no card, square or disc. Of what the look says is printed: `size` in millimetres, its `front`, and the
    `other` side of what is turned over."""

    sort: str
    kind: str
    name: str
    title: str
    count: int
    colour: str = ""
    sign: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    text: str = ""
    rules: tuple[tuple[str, str], ...] = ()
    owner: str = ""
    whose: str = ""
    image: str = ""
    drawing: Drawing | None = None
    size: tuple[float, float] | None = None
    front: Side | None = None
    other: Side | None = None

    @property
    def is_card(self) -> bool:
        """Whether it is printed as a card."""
        return self.sort == "card"


def components(subject: Subject) -> list[Component]:
    """What lies in zones: every entry of every kind of pieces, in the order of the ruleset."""
    found: list[Component] = []
    for domain in subject.game.program.domains:
        kind = next((decl for name, decl in plain(subject.ruleset.kinds).items() if name == domain.name), None)
        if domain.piece_base >= 0 and kind is not None:
            found += of_kind(subject, domain.name, kind)
    return found


def of_kind(subject: Subject, kind: str, decl: KindDecl) -> Iterator[Component]:
    """Every entry of a kind."""
    entries = plain(decl.entries)
    common = _common(list(entries.values()))
    sorts = _sorts(subject, kind, decl)
    columns = columns_of(subject.maker, kind, decl, entries)
    for name, count in _counts(subject, kind).items():
        entry = entries.get(name)
        owner = next((each for each in subject.seats if name == f"{each}_{kind.lower()}"), "")
        facts = _facts(subject, kind, name, decl, columns, entry) if entry is not None else ()
        text, rules = _text(subject, kind, name, decl, entry), _rules(subject, entry, common)
        if entry is not None and not text and not rules:
            text, rules = _referred(subject, decl, entry)
        yield Component(
            sort=subject.shape(name, kind),
            kind=kind,
            name=name,
            title=_title(subject, kind, name, owner),
            count=count,
            colour=subject.colours.get(name, "") or sorts.get(name, ""),
            sign=_sign(subject, kind, name, entry),
            facts=facts,
            text=text,
            rules=rules,
            owner=owner,
            whose=subject.called(owner, "Player") if owner else "",
            image=next((each for each in (name, kind) if each in subject.look.pictures), ""),
        )


def _sorts(subject: Subject, kind: str, decl: KindDecl) -> dict[str, str]:
    """Colours for the entries of a kind that has none: those of what an attribute names, where the look gives these
    one; else each its own where they are few, else by an attribute that has few values."""
    entries = plain(decl.entries)
    if any(each in subject.colours for each in entries):
        return {}
    named = [
        {each: plain(entry.values)[name].text.strip() for each, entry in entries.items()}
        for name, type_ in plain(decl.attributes).items()  # a word or thing is named in capitals
        if type_.text[:1].isupper() and not subject.maker.is_hidden(name, kind)
        if all(name in entry.given for entry in entries.values())
    ]
    for given in named:
        if given and all(value in subject.colours for value in given.values()):
            return {each: subject.colours[value] for each, value in given.items()}
    if 1 < len(entries) <= len(PALETTE):
        return dict(zip(entries, PALETTE, strict=False))
    for given in named:
        values = list(dict.fromkeys(given.values()))
        if 1 < len(values) <= len(PALETTE):
            return {each: PALETTE[values.index(value)] for each, value in given.items()}
    return {}


def _referred(subject: Subject, decl: KindDecl, entry: EntryDecl) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text and the rules of what the attributes of an entry name, where it has none of its own."""
    kinds, types = plain(subject.ruleset.kinds), plain(decl.attributes)
    for name, code in plain(entry.values).items():
        kind = types[name].text.rstrip("?") if name in types else ""
        other = plain(kinds[kind].entries).get(code.text.strip()) if kind in kinds else None
        if other is not None:
            common = _common(list(kinds[kind].entries.values()))
            text, rules = _text(subject, kind, code.text.strip(), kinds[kind], other), _rules(subject, other, common)
            if text or rules:
                return text, rules
    return "", ()


def _counts(subject: Subject, kind: str) -> dict[str, int]:
    """How many there are of each entry, with the number of players that needs most."""
    domain = subject.maker.figures.domain(kind)
    options = subject.maker.compiled.checked.world.options
    most: Counter[str] = Counter()
    for number in subject.counts:
        most |= Counter(str(domain.entry_of(index)) for index in domain.usual(number, options))
    order = dict.fromkeys(str(domain.entry_of(index)) for index in range(domain.size))
    return {name: most[name] for name in order if most[name]}


def _title(subject: Subject, kind: str, name: str, owner: str) -> str:
    if owner:
        return headed(subject.maker.names.of(kind))
    return subject.called(name, kind)


def _facts(
    subject: Subject, kind: str, name: str, decl: KindDecl, columns: list[str], entry: EntryDecl
) -> tuple[tuple[str, str], ...]:
    """The attributes that the book shows in columns, as words and values; texts and what is not so are left out."""
    maker, values, found = subject.maker, plain(entry.values), []
    for each in columns:
        if plain(decl.attributes)[each].text.rstrip("?") == "text":
            continue
        told = attribute(maker, each, decl, values.get(each) or plain(decl.defaults).get(each), kind, name)
        value = plain_text(told).strip()
        if value:
            found.append((maker.names.heading(each, kind), headed(value)))
    return tuple(found)


def _text(subject: Subject, kind: str, name: str, decl: KindDecl, entry: EntryDecl | None) -> str:
    """What an entry says: its text, and attributes that are texts."""
    if entry is None:
        return ""
    maker = subject.maker
    told = [maker.text(f"kinds.{kind}.entries.{name}", entry)]
    for attribute_name, code in plain(entry.values).items():
        type_ = plain(decl.attributes).get(attribute_name)
        if type_ is not None and type_.text.rstrip("?") == "text" and attribute_name != "name":
            told.append(" ".join(code.text.split()))
    return "\n".join(maker.sentence(each) for each in told if each)


def _common(entries: list[EntryDecl]) -> set[str]:
    """The rules that all entries cite: they say nothing of one."""
    if len(entries) < 2:
        return set()
    return set.intersection(*({str(rule) for rule in each.source} for each in entries))


def _rules(subject: Subject, entry: EntryDecl | None, common: set[str]) -> tuple[tuple[str, str], ...]:
    known = plain(subject.ruleset.rulebook.rules)
    cited = [str(each) for each in entry.source] if entry is not None else []
    cited = [each for each in dict.fromkeys(cited) if each in known and each not in common and not known[each].data]
    return tuple((each, subject.maker.rule_text(each) if len(cited) <= RULES else "") for each in cited)


def _sign(subject: Subject, kind: str, name: str, entry: EntryDecl | None) -> str:
    """The sign of an entry, else that of the one thing with a sign that an attribute names."""
    if name in subject.signs:
        return subject.signs[name]
    values = [code.text.strip() for code in entry.values.values()] if entry is not None else []
    named = {each for each in values if each in subject.signs and each not in subject.seats}
    return subject.signs[named.pop()] if len(named) == 1 else ""
