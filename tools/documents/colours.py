"""Colours on paper: mixed, and the ink that is read on them."""

from __future__ import annotations


def long_colour(colour: str) -> str:
    """A colour as `#rrggbb`; empty for what is none."""
    digits = colour.removeprefix("#")
    if not colour.startswith("#") or len(digits) not in (3, 6):
        return ""
    whole = "".join(each * 2 for each in digits) if len(digits) == 3 else digits
    try:
        int(whole, 16)
    except ValueError:
        return ""
    return f"#{whole.lower()}"


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with so much of another in it."""
    pairs = [(int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one * (1 - share) + two * share):02x}" for one, two in pairs)


def light(colour: str) -> float:
    """How light a colour is, from 0 to 255."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def ink_on(colour: str) -> str:
    """The colour of letters on a colour: dark where they are read better than light ones."""
    return "#26241f" if light(colour) > 150 else "#ffffff"


def on_paper(colour: str) -> str:
    """A colour in which what stands on light paper is seen: darker where it would be lost."""
    return mixed(colour, "#1c1a16", 0.45) if light(colour) > 150 else colour


def pale(colour: str, least: float = 168.0) -> str:
    """A colour of a ground on paper, lighter where dark letters could not be read on it."""
    share = 0.0
    while light(mixed(colour, "#ffffff", share)) < least:
        share += 0.05
    return mixed(colour, "#ffffff", share)
