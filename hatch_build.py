"""The page of the studio in the wheel: it is built while the wheel is, where Node is there.

`YUPANA_STUDIO=0` leaves it out, `YUPANA_STUDIO=1` makes a wheel with it or none; otherwise a wheel without it says so.
An editable install builds nothing.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WISH = "YUPANA_STUDIO"
PAGE = "tools/studio/built"


class StudioHook(BuildHookInterface[Any]):
    """See above."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What is fetched from the index of packages is fetched with pip."""
        return ["pip"] if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, and put it into the wheel."""
        if version == "editable" or os.environ.get(WISH) == "0":
            return
        try:
            self._build()
        except Exception as fault:
            if os.environ.get(WISH) == "1":
                raise
            self.app.display_warning(f"The wheel has no page for `yupana studio`. {fault}")
            return
        build_data["force_include"][str(Path(self.root) / PAGE)] = f"yupana/{PAGE}"

    def _wanted(self) -> bool:
        return os.environ.get(WISH) != "0" and shutil.which("npm") is not None

    def _build(self) -> None:
        """Build it with this program, which is not installed yet."""
        root = Path(self.root)
        if "yupana" not in sys.modules:
            about = importlib.util.spec_from_file_location(
                "yupana", root / "__init__.py", submodule_search_locations=[str(root)]
            )
            assert about is not None
            assert about.loader is not None
            module = sys.modules["yupana"] = importlib.util.module_from_spec(about)
            about.loader.exec_module(module)
        from yupana.tools.studio.building import build

        build()
