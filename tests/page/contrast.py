"""How well the letters of a page stand out from what is behind them, measured in its picture: without the letters it
has what is behind them, pictures and drawings included."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

LEAST = 4.5
"""What the guidelines for accessible pages ask for."""

TEXTS = """() => {
    const out = [], texts = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT), range = document.createRange();
    const clear = each => { let through = 1; for (let at = each; at; at = at.parentElement) through *= parseFloat(getComputedStyle(at).opacity); return through; };
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement, style = getComputedStyle(element);
        if (!/[\\p{L}\\p{N}]/u.test(texts.currentNode.data) || element.closest('option, .hidden-text, :disabled, .bar .word') || style.visibility === 'hidden') continue;
        range.selectNodeContents(texts.currentNode);
        const box = range.getClientRects()[0];
        if (!box || box.width < 3 || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) continue;
        const middle = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const frame = element.closest('.decision, .stage, [role=tabpanel], .tabs, .bar');
        if (frame && !middle.some(each => frame.contains(each))) continue;
        const drawn = element.closest('svg') !== null;
        const halo = drawn && style.paintOrder.startsWith('stroke') && style.stroke !== 'none' && parseFloat(style.strokeWidth) >= 2 ? style.stroke : null;
        out.push({text: texts.currentNode.data.trim().slice(0, 24), of: element.getAttribute('class') ?? element.tagName, ink: drawn ? style.fill : style.color,
                  clear: clear(element) * (drawn ? parseFloat(style.fillOpacity) : 1), halo, box: [box.left, box.top, box.right, box.bottom]});
    }
    return out;
}"""  # noqa: E501
HIDDEN = "#app * { -webkit-text-fill-color: transparent !important } #app svg text, #app svg text * { fill: transparent !important; stroke: transparent !important }"  # noqa: E501


def _luminance(colour: Any) -> Any:
    import numpy as np

    part = np.asarray(colour, float) / 255
    line = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return line @ np.array([0.2126, 0.7152, 0.0722])


def _ratio(one: Any, other: Any) -> Any:
    import numpy as np

    a, b = _luminance(one), _luminance(other)
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


def _rgba(text: str) -> tuple[list[float], float]:
    """The parts of `rgb(…)`, `rgba(…)` or `color(srgb …)`."""
    numbers = [
        float(each)
        for each in text[text.index("(") + 1 : -1].replace(",", " ").replace("/", " ").replace("srgb", "").split()
    ]
    scale = 255 if text.startswith("color") else 1
    return [each * scale for each in numbers[:3]], numbers[3] if len(numbers) > 3 else 1.0


def faint(page: Any, least: float = LEAST) -> list[tuple[float, str, str]]:
    """The texts in sight that stand out less than they should: by how much, what they say, their class."""
    import numpy as np

    image = pytest.importorskip("PIL.Image")
    texts = page.evaluate(TEXTS)
    page.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }",
        HIDDEN,
    )
    behind = np.asarray(image.open(BytesIO(page.screenshot())).convert("RGB"), float)
    page.evaluate("document.adoptedStyleSheets = []")
    found = []
    for each in texts:
        left, top, right, bottom = (round(side) for side in each["box"])
        inset = (bottom - top) // 5
        around = behind[top + inset : max(bottom - inset, top + inset + 1), left : max(right, left + 1)].reshape(-1, 3)
        if each["halo"]:
            around = np.array([_rgba(each["halo"])[0]])
        colour, alpha = _rgba(each["ink"])
        alpha *= each["clear"]
        ink = np.array(colour) * alpha + around * (1 - alpha)
        seen = float(np.median(_ratio(ink, around)))
        if seen < least - 0.05:
            found.append((round(seen, 2), each["text"], each["of"]))
    return sorted(found)
