"""What the commands give out: documents for people, and JSON for programs.

For people there is one `model` of a document with the writers `text`, `html` and `markdown`. For programs, the JSON
documents that the commands print with `--json`: their names, versions and shapes.

Every document says in `schema` what it is, `yupana.NAME/VERSION`. A version is raised when a key goes or changes its
meaning; a key that comes anew does not raise it. `yupana schema --of NAME` prints a document's JSON Schema, and a test
holds what the commands print to it.
"""

from __future__ import annotations

from .registry import DOCUMENTS, stamp

__all__ = ["DOCUMENTS", "stamp"]
