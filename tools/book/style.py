"""How a printed rulebook looks: on a screen, and on A4."""

from pathlib import Path

STYLE = "\n" + Path(__file__).with_name("style.css").read_text(encoding="utf-8")
