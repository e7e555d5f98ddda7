"""What the body of a request says: JSON of a stranger, read value by value."""

from __future__ import annotations

import json
from typing import Any

from .faults import Refused

LONGEST = 2_000
"""How many characters a text may have, but for a saved game."""

MOST = 64
"""How many entries a list or mapping may have."""


class RequestBody:
    """A mapping of JSON. Every way to take a value out of it raises Refused where it is missing or of another type."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    @staticmethod
    def read(body: bytes) -> RequestBody:
        """The mapping that a body holds. Raises Refused."""
        try:
            found = json.loads(body.decode("utf-8"), parse_constant=_refuse_number)
            json.dumps(found, ensure_ascii=False).encode()  # half a character is no text that can be kept
        except (ValueError, RecursionError):
            raise Refused(400, "The request is not JSON.") from None
        if not isinstance(found, dict):
            raise Refused(400, "The request is JSON, but not a mapping.")
        return RequestBody(found)

    def names(self) -> list[str]:
        """What it has values of."""
        return list(self._values)

    def text(self, name: str, default: str | None = None, most: int | None = LONGEST) -> str:
        """A text of so many characters at most."""
        found = self._values.get(name, default)
        if not isinstance(found, str):
            raise Refused(400, f"`{name}` is a text.")
        if most is not None and len(found) > most:
            raise Refused(400, f"`{name}` is too long.")
        return found

    def number(self, name: str) -> int:
        """A whole number of 64 bits."""
        found = self._values.get(name)
        if type(found) is not int or not -(2**63) <= found < 2**63:
            raise Refused(400, f"`{name}` is a whole number.")
        return found

    def number_or_none(self, name: str) -> int | None:
        """The same, or nothing."""
        return None if self._values.get(name) is None else self.number(name)

    def seed(self, name: str) -> int | None:
        """A whole number of 64 bits, or nothing; a text of digits stands for it too, since the numbers of a browser
        have fewer digits."""
        found = self._values.get(name)
        if isinstance(found, str) and found.isascii() and found.isdecimal() and len(found) < 20:
            return RequestBody({name: int(found)}).number(name)
        return self.number_or_none(name)

    def truth(self, name: str) -> bool:
        """Yes or no; no where it is missing."""
        found = self._values.get(name, False)
        if not isinstance(found, bool):
            raise Refused(400, f"`{name}` is true or false.")
        return found

    def json(self, name: str) -> Any:
        """Whatever JSON it is, for who reads it value by value himself; None where it is missing."""
        return self._values.get(name)

    def inside(self, name: str) -> RequestBody | None:
        """A mapping of its own, or nothing."""
        found = self._values.get(name)
        if found is not None and not isinstance(found, dict):
            raise Refused(400, f"`{name}` is a mapping.")
        return None if found is None else RequestBody(found)

    def rows(self, name: str, most_rows: int, most_cells: int, longest: int) -> list[list[str]]:
        """Rows of texts, as of a table; empty where they are missing."""
        found = self._values.get(name)
        if found is None:
            return []
        if not isinstance(found, list) or len(found) > most_rows:
            raise Refused(400, f"`{name}` is a list of at most {most_rows:,} rows.")
        for row in found:
            if not isinstance(row, list) or len(row) > most_cells:
                raise Refused(400, f"A row of `{name}` has at most {most_cells:,} texts.")
            if not all(isinstance(each, str) and len(each) <= longest for each in row):
                raise Refused(400, f"`{name}` holds rows of texts.")
        return found

    def texts(self, name: str) -> list[str]:
        """A list of texts; empty where it is missing."""
        found = self._values.get(name)
        if found is None:
            return []
        if (
            not isinstance(found, list)
            or len(found) > MOST
            or not all(isinstance(each, str) and len(each) <= LONGEST for each in found)
        ):
            raise Refused(400, f"`{name}` is a list of texts.")
        return found

    def options(self, name: str) -> dict[str, int | bool | str]:
        """Texts, numbers and truths by name; empty where it is missing."""
        found = self._values.get(name)
        if found is None:
            return {}
        if (
            not isinstance(found, dict)
            or len(found) > MOST
            or not all(
                isinstance(each, int | str) and (not isinstance(each, str) or len(each) <= LONGEST)
                for each in found.values()
            )
        ):
            raise Refused(400, f"`{name}` is a mapping of texts, numbers and truths.")
        return found


def _refuse_number(text: str) -> object:
    raise ValueError(text)
