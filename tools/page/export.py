"""A game as one HTML file that stands alone: the module, what is told of the game, and the client.

What belongs to the ruleset stands in the file compressed and as base64, so that no text of it can be anything else than
text; the title is escaped. The policy of the file lets nothing run but its own script, and nothing go out.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import zlib
from collections.abc import Sequence
from typing import Any

from yupana.interpreter.game import Game
from yupana.interpreter.view.look import Look
from yupana.schemas.dots import dotted_json
from yupana.schemas.texts import languages

from ..languages.catalogue import section
from ..terminal.opening import Opened, open_game
from .about import Told
from .bundling import CLIENT, bundle, styled

STYLES = (
    "palette.css", "style.css", "table.css", "cards.css", "people.css", "playing.css", "rulebook.css", "exported.css",
)  # fmt: skip

ANSWERS = ("no", "yes")
"""The words for a truth in a text."""

OWN = "en"
"""The language of a ruleset's own words."""


def exported(target: str, wanted: Sequence[str] = ()) -> bytes:
    """The file of a ruleset without errors, in its own language and these (empty: in all that it has). The same ruleset
    gives the same bytes. Raises RulesetError, TooLargeError."""
    first = open_game(target, None)
    there = languages(first.compiled.parts)
    offered = first.game.program.languages
    parts: dict[str, bytes] = {}
    tongues: list[dict[str, Any]] = []
    for language in (OWN, *(each for each in there if each in (wanted or offered))):
        made, tongue = _tongue(first if language == OWN else open_game(target, language), language)
        for name, data in made.items():  # most are the same in every language
            own = name if parts.setdefault(name, data) == data else f"{name}-{language}"
            parts[own] = data
            tongue["parts"][name] = own
        tongues.append(tongue)
    about = tongues[0]["about"]
    return _page(f"{about['title']} ({about['designer']})" if about["designer"] else about["title"], parts, tongues)


def _tongue(opened: Opened, language: str) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The modules of a game with what is behind its rules, and all that is said of it in one language."""
    module, said, taint = Look(opened.compiled).module()
    told = Told(opened.compiled, opened.game, opened.texts, language)
    reasons = opened.game.reasons
    assert reasons is not None  # nothing has changed since it was compiled
    asked, rules = reasons.plain()
    phrases = {**section(language, "log"), **section(language, "answers")}
    phrases |= {key: told.words.say(key) for key in ANSWERS}
    texts = {"about": told.about, "meanings": told.meanings, "book": told.book, "named": named(opened.game, rules)}
    made = {"module": module, "taint": taint, "asked": asked, "rules": _json(rules)}
    return made, {**texts, "language": language, "section": said, "phrases": phrases, "parts": {}}


def named(game: Game, rules: dict[str, Any]) -> dict[str, dict[str, str]]:
    """What players read for the names of costs and scopes, in the language of a game."""
    machine = game.machine
    player = machine.program.domains[machine.program.player_domain].name
    return {
        "costs": {each: machine.named(each, player) for each in rules["costs"]},
        "scopes": {each: machine.named(each, "") for each in rules["scopes"]},
    }


def _page(title: str, parts: dict[str, bytes], tongues: list[dict[str, Any]]) -> bytes:
    """The file with its parts."""
    styles = styled(STYLES)
    script = bundle(CLIENT / "exported.js")
    assert "</style" not in styles.lower()
    whole = {**parts, "texts": _json(tongues)}
    packed = "\n".join([
        f'<script type="application/octet-stream" id="{name}">{_packed(data)}</script>' for name, data in whole.items()
    ])  # fmt: skip
    policy = "; ".join([
        "default-src 'none'", f"script-src '{_hash(script)}' 'wasm-unsafe-eval'", f"style-src '{_hash(styles)}'",
        "img-src data:", "worker-src blob:", "connect-src 'none'", "base-uri 'none'", "form-action 'none'",
    ])  # fmt: skip
    return f"""<!doctype html>
<html lang="{OWN}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>{html.escape(title)}</title>
<link rel="icon" href="data:,">
<style>{styles}</style>
</head>
<body>
<div id="app"></div>
{packed}
<script>{script}</script>
</body>
</html>
""".encode()


def _hash(text: str) -> str:
    """What a policy calls a script or style of the page by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _json(data: Any) -> bytes:
    return dotted_json(json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)).encode()


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()
