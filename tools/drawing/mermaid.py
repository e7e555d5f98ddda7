"""Charts as Mermaid, which documents and code hosts show as pictures. Names are numbered and texts are quoted, so that
nothing in a ruleset can be taken for Mermaid's own signs."""

from __future__ import annotations

from collections.abc import Sequence

from .chart import Chart

_ESCAPES = {'"': "#quot;", "#": "#35;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;", "\\": "#92;"}


def quoted(lines: Sequence[str]) -> str:
    """Lines of text as one label."""
    return '"' + "<br>".join("".join(_ESCAPES.get(sign, sign) for sign in line) for line in lines) + '"'


def write(chart: Chart) -> str:
    """A chart as a flowchart; its groups are subgraphs when there are several."""
    names = {each.key: f"n{number}" for number, each in enumerate(chart.boxes)}
    out = [f"flowchart {'LR' if chart.across else 'TD'}"]
    used = [group for group in chart.groups if any(each.group == group for each in chart.boxes)]
    nested = len(used) > 1
    for number, group in enumerate(used if nested else ("",)):
        if nested:
            out.append(f"    subgraph g{number} [{quoted([group])}]")
        for each in chart.boxes:
            if not nested or each.group == group:
                left, right = ("([", "])") if each.round else ("[", "]")
                out.append(f"    {'    ' if nested else ''}{names[each.key]}{left}{quoted(each.lines)}{right}")
        if nested:
            out.append("    end")
    for each in chart.boxes if nested else ():
        if each.group not in used:
            out.append(f"    {names[each.key]}[{quoted(each.lines)}]")
    for arrow in chart.arrows:
        if arrow.source in names and arrow.target in names:
            line = "-.->" if arrow.dashed else "-->"
            label = f"|{quoted(arrow.label)}|" if arrow.label else ""
            out.append(f"    {names[arrow.source]} {line}{label} {names[arrow.target]}")
    return "\n".join(out) + "\n"
