"""How the report looks: on a light or dark screen, and on paper."""

from pathlib import Path

STYLE = "\n" + Path(__file__).with_name("style.css").read_text(encoding="utf-8")
