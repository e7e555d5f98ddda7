"""The pictures of a look, seen to be ones that can be printed before they are."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from yupana.schemas.errors import UsageError
from yupana.schemas.pictures import MOST_PIXELS, Picture

from ..shell.extras import needed
from .fonts import EXTRA

ORIENTATION = 0x0112
"""Where a photo says how it was held."""


def printable(pictures: Mapping[str, Picture]) -> dict[str, tuple[str, bytes]]:
    """What each picture is (`image/png`), and its bytes: upright, and of one that moves as it begins.

    Raises UsageError for one that is damaged or far too large.
    """
    reader, found = needed("PIL.Image", EXTRA), dict[str, tuple[str, bytes]]()
    for name, each in pictures.items():
        try:
            with reader.open(BytesIO(each.data)) as image:
                wide, high = image.size
                if wide * high <= MOST_PIXELS:
                    image.load()
                    still = getattr(image, "n_frames", 1) == 1 and image.getexif().get(ORIENTATION, 1) == 1
                    found[name] = (each.kind, each.data) if still else ("image/png", _upright(image))
        except Exception:  # a damaged picture fails in as many ways as it can be damaged
            raise UsageError(f"The picture of `{name}` is damaged: save it again.") from None
        if wide * high > MOST_PIXELS:
            raise UsageError(f"The picture of `{name}` has {wide:,} by {high:,} pixels: make it smaller.")
    return found


def _upright(image: Any) -> bytes:
    """What a reader shows of a picture, as PNG."""
    shown, out = needed("PIL.ImageOps", EXTRA).exif_transpose(image), BytesIO()
    shown.convert("RGBA").save(out, "PNG")
    return out.getvalue()
