"""A chart: boxes joined by arrows, as it is handed to whatever draws it. Everything is in a fixed order."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Box:
    """A box with a name of its own, lines of text (the first is the heading), and a group that colours it."""

    key: str
    lines: tuple[str, ...]
    group: str = ""
    round: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one box to another; `dashed` for what is only possible."""

    source: str
    target: str
    label: tuple[str, ...] = ()
    dashed: bool = False


@dataclass(slots=True)
class Chart:
    """All of it. `groups` are shown in a key, in this order; `across`: arrows go from left to right, else down."""

    title: str
    boxes: list[Box] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    across: bool = False

    def to_json(self) -> dict[str, object]:
        """The chart as data."""
        return {
            "title": self.title,
            "boxes": [{"key": each.key, "lines": list(each.lines), "group": each.group} for each in self.boxes],
            "arrows": [
                {"from": each.source, "to": each.target, "label": list(each.label), "dashed": each.dashed}
                for each in self.arrows
            ],
        }
