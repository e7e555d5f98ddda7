"""Pictures of a ruleset as one page that stands alone, in which they can be made larger and smaller."""

from __future__ import annotations

from ..documents.html import to_html
from ..documents.model import Chapter, Document, Paragraph, line
from ..documents.model import Picture as Figure
from ..documents.report_file import STYLE
from .pictures import Picture

_STYLE = """
header, nav, main { max-width: 1640px; }
figure.across { overflow-x: auto; }
figure.across > svg { width: auto; max-width: none; }
figure svg { border-radius: 6px; }
.zoom { position: sticky; left: 0; display: flex; gap: .4rem; margin: 0 0 .4rem; }
.zoom button { min-width: 2.6rem; min-height: 2.6rem; font: inherit; color: var(--ink); background: var(--soft);
  border: 1px solid var(--line); border-radius: 4px; }
@media print { .zoom { display: none; } figure.across { overflow: visible; break-inside: avoid; }
  figure.across > svg { width: auto !important; max-width: 100%; max-height: 240mm; } }
"""

_ZOOM = """
document.querySelectorAll("figure").forEach((figure) => {
  const picture = figure.querySelector("svg"), bar = document.createElement("div");
  bar.className = "zoom";
  const ways = [["+", "Larger", 1.25], ["\u2212", "Smaller", 0.8], ["\u2194", "As wide as the page", 0]];
  for (const [sign, told, by] of ways) {
    const button = document.createElement("button");
    button.textContent = sign;
    button.title = told;
    button.setAttribute("aria-label", told);
    button.addEventListener("click", () => {
      picture.style.width = by ? `${picture.getBoundingClientRect().width * by}px` : "100%";
      picture.style.height = "auto";
    });
    bar.append(button);
  }
  figure.prepend(bar);
});
"""

_READ = {
    "flow": "Read from above: what stands in a box is done inside it, and comes again where an arrow leads back.",
    "board": "The spaces, as the book shows them.",
    "zones": "An arrow leads from where pieces lie to where they go, with what moves them.",
    "uses": "An arrow leads from what uses to what is used; what a way through others says anyway is left out.",
}


def page(drawn: Picture, what: str) -> str:
    """The page of a picture with all its parts."""
    parts = (drawn.text, *drawn.more)
    told = _READ[what]
    if len(parts) > 1:
        told += f" It is in {len(parts)} parts, each of which fits a screen."
    figures = [Figure(f"p{number}", each, wide=True) for number, each in enumerate(_told_apart(parts), 1)]
    lead = (Paragraph(line(told)),)
    if len(parts) == 1:
        document = Document(drawn.title, lead=(*lead, *figures))
    else:
        chapters = [Chapter(f"Part {number}", f"part-{number}", (each,)) for number, each in enumerate(figures, 1)]
        document = Document(drawn.title, lead=lead, chapters=tuple(chapters), contents="Contents")
    return to_html(document, STYLE + _STYLE, scripts=(_ZOOM,))


def _told_apart(parts: tuple[str, ...]) -> list[str]:
    """Pictures whose arrows' tips have names of their own in a page."""
    return [each.replace('"tip-"', f'"tip-{number}"').replace("#tip-)", f"#tip-{number})")
            for number, each in enumerate(parts, 1)]  # fmt: skip
