"""What is seen of a board, compared: pictures are taken of it, and where two of them differ is told by spaces. The
browser that draws them compares them too, so nothing is kept beside the tests."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from yupana.tests.page.browsing import Seat

Box = tuple[float, float, float, float]

BOXES = """() => {
    const board = document.querySelector('svg.board').getBoundingClientRect();
    return Object.fromEntries([...document.querySelectorAll('.space:not(.absent)')].map((each) => {
        const {x, y, width, height} = each.querySelector(':scope > .outline, :scope > .bar').getBoundingClientRect();
        return [each.dataset.name, [x - board.x, y - board.y, width, height]];
    }));
}"""
"""Where each space lies in the picture of its board."""

APART = """async ([pictures, boxes, inner, least]) => {
    const [one, other] = await Promise.all(pictures.map(async (each) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${each}`)).blob());
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas.drawImage(image, 0, 0);
        return canvas;
    }));
    const pixels = (canvas, [x, y, width, height]) => canvas.getImageData(
        Math.round(x + width * inner), Math.round(y + height * inner),
        Math.max(1, Math.round(width * (1 - 2 * inner))), Math.max(1, Math.round(height * (1 - 2 * inner)))).data;
    return Object.fromEntries(Object.entries(boxes).map(([name, [a, b]]) => {
        const [first, second] = [pixels(one, a), pixels(other, b)];
        let apart = 0;
        for (let at = 0; at < first.length; at += 4) {
            if ([0, 1, 2].some((part) => Math.abs(first[at + part] - second[at + part]) > least)) apart++;
        }
        return [name, apart / (first.length / 4)];
    }));
}"""
"""Which part of its pixels differs in each box: without its edge, and by more than shades of it."""

WHOLE = "the whole"
EDGE, SHADE, FEW = 0.2, 24, 0.01


@dataclass(frozen=True)
class Picture:
    """A picture of a board, and where its spaces are in it."""

    png: bytes
    boxes: dict[str, Box]
    size: tuple[float, float]

    def middle(self, space: str) -> tuple[int, int]:
        """Where the middle of a space is."""
        x, y, width, height = self.boxes[space]
        return round(x + width / 2), round(y + height / 2)


def picture(seat: Seat) -> Picture:
    """What is seen of the first board."""
    board = seat.page.locator("svg.board").first
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    return Picture(board.screenshot(), seat.page.evaluate(BOXES), (box["width"], box["height"]))


def hide(seat: Seat, what: str) -> None:
    """Draw nothing of some elements."""
    seat.page.evaluate(
        "what => { for (const each of document.querySelectorAll(what)) each.style.display = 'none' }", what
    )


def apart(seat: Seat, one: Picture, other: Picture) -> dict[str, float]:
    """How much each space that both have differs, from 0 to 1, wherever it lies; and the whole of the pictures."""
    boxes = {name: [box, other.boxes[name]] for name, box in one.boxes.items() if name in other.boxes}
    boxes[WHOLE] = [(0, 0, *one.size), (0, 0, *other.size)]
    page = seat.context.new_page()  # the game's own may read nothing but what its server sends
    found: dict[str, float] = page.evaluate(
        APART, [[base64.b64encode(each.png).decode() for each in (one, other)], boxes, EDGE, SHADE]
    )
    page.close()
    return found


def changed(seat: Seat, one: Picture, other: Picture, few: float = FEW) -> set[str]:
    """The spaces that look otherwise: of which more than a few pixels differ."""
    return {name for name, share in apart(seat, one, other).items() if share > few and name != WHOLE}
