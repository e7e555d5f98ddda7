"""What is told of things in Markdown, with the words of the author: elements, names, rules, keys, words of the
language, codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from yupana.interpreter.check.builtins import BUILTINS
from yupana.interpreter.ide.semantic_model import NameAt, SemanticModel
from yupana.interpreter.index.elements import Element, Elements
from yupana.interpreter.language.types import Type
from yupana.interpreter.language.words import WORDS
from yupana.schemas.descriptions import BLOCKS, describe
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.spanned import Spanned

from ..explaining.pages import all_codes

MOST = 8
"""Longer lists are cut."""

LONGEST = 100
"""Longer values are cut (characters)."""

_ONE = {
    "options": "option", "constants": "constant", "enums": "enum", "kinds": "kind", "boards": "board",
    "tables": "table", "state": "field", "zones": "zone", "functions": "function", "procedures": "procedure",
    "actions": "action", "adjustments": "adjustment", "triggers": "trigger", "positions": "position",
    "invariants": "invariant", "features": "feature", "examples": "example", "rules": "rule", "flow": "step",
    "setup": "step of the set-up", "scoring": "scoring", "players": "players", "rulebook": "rulebook", "book": "book",
    "look": "look", "ruleset": "ruleset",
}  # fmt: skip
"""What one element of a section is."""

_WITHOUT_PARTS = ("functions", "procedures", "actions", "adjustments", "triggers", "examples", "flow", "setup", "rules")
_FIGURE = re.compile(r"\{([a-z_][a-z0-9_]*)\}")


def sort_of(element: Element) -> str:
    """What an element is, in one word or a few."""
    inside = element.path.split(".")
    if len(inside) > 2 and inside[-2] == "entries":
        return f"entry of {inside[-3]}"
    if len(inside) > 2 and element.section in ("kinds", "boards", "players", "scoring"):
        return {"spaces": "space", "items": "item", "seats": "seat", "links": "links"}.get(
            inside[-2], inside[-2].removesuffix("s")
        )
    return _ONE.get(element.section, element.section)


def of_element(elements: Elements, element: Element, naming: SemanticModel, title: str = "") -> str:
    """All about an element: what it is (unless a title says that), its text, what it says if it is data, its rules,
    and who uses it."""
    blocks = [title or f"**{element.path}** · {sort_of(element)}"]
    declared = "" if title else naming.signature(element.path)
    if declared:
        blocks.append(_code(declared))
    if element.section == "rules":
        return "\n\n".join([*blocks, rule_words(elements, element.name), *_citing(elements, element)])
    if element.text:
        blocks.append(element.text)
    if element.section not in _WITHOUT_PARTS:
        blocks += _parts(element)
    blocks += of_rules(elements, element.source)
    users = [each for each in elements.users(element.path) if each.path != element.within]
    used = [each.path for each in users if each.section != "examples"]
    proved = sum(each.section == "examples" for each in users)
    if used:
        blocks.append(f"Used by {_some([f'`{each}`' for each in used])}")
    if proved:
        blocks.append(f"Named in {proved} example{'s' if proved > 1 else ''}")
    return "\n\n".join(blocks)


def _parts(element: Element) -> list[str]:
    rows = []
    for key, words in element.parts.items():
        shown = key.removeprefix("values.")
        if shown not in ("text", "source"):
            rows.append(f"- {shown}: `{_cut(words)}`")
    more = [f"- … and {len(rows) - 2 * MOST} more"] if len(rows) > 2 * MOST else []
    return ["\n".join([*rows[: 2 * MOST], *more])] if rows else []


def _citing(elements: Elements, rule: Element) -> list[str]:
    citing = [each for each in elements if rule.name in each.source]
    used = [f"`{each.path}`" for each in citing if each.section != "examples"]
    proved = [f"`{each.name}`" for each in elements.proving if rule.name in each.source]
    found = [f"Implemented by {_some(used)}"] if used else []
    return [*found, f"Proved by {_some(proved)}"] if proved else found


def of_rules(elements: Elements, rules: Iterable[str]) -> list[str]:
    """The rules with these ids, each with its words."""
    return [f"> **{rule}** {words}" for rule in rules if (words := rule_words(elements, rule))]


def rule_words(elements: Elements, rule: str) -> str:
    """The words of a rule, with the values of the constants in them."""
    decl = elements.ruleset.rulebook.rules.get(rule)  # type: ignore[call-overload]
    if decl is None:
        return ""

    def figure(found: re.Match[str]) -> str:
        constant = elements.by_path.get(f"constants.{found[1]}")
        return str(found[0]) if constant is None else constant.parts.get("value", str(found[0]))

    return _FIGURE.sub(figure, " ".join(str(decl.text).split()))


def of_name(naming: SemanticModel, name: NameAt, type_: Type | None) -> str:
    """What a name is: its sort, its type here, and with what it is called."""
    if name.sort in ("function", "procedure", "condition", "action"):
        return f"**{name.name}** · {name.sort}\n\n{_code(naming.called(name))}"
    home = f" of {name.of}" if name.of and name.sort in ("field", "attribute", "zone", "member") else ""
    sort = {"local": "local", "member": "one", "zone": "zone of each" if home else "zone"}.get(name.sort, name.sort)
    sort = sort.removesuffix(" of each") if name.sort != "zone" else "zone"
    typed = "" if type_ is None or name.sort in ("member", "kind", "enum") else f": {naming.show(type_)}"
    return f"**{name.name}** · {sort}{home}{typed}"


def of_word(word: str) -> str | None:
    """What a word of the language means."""
    found = WORDS.get(word)
    return None if found is None else f"{_code(found.form)}\n\n{found.meaning}"


def of_builtin(name: str) -> str | None:
    """The page of a built-in function."""
    found = BUILTINS.get(name)
    return None if found is None else f"{_code(found.signature)}\n\n{found.meaning}\n\n{_code(found.example)}"


def of_code(code: str) -> str | None:
    """What a code of a fault or finding means."""
    found = all_codes().get(code)
    return None if found is None else f"**{code}** {found.title}\n\n{found.meaning}"


def of_key(model: str, key: str) -> str | None:
    """What a key means, of the model with this name; the empty name: of the blocks of an overlay."""
    if not model:
        return f"**{key}** {BLOCKS[key]}" if key in BLOCKS else None
    found = _MODELS.get(model)
    words = describe(found, key) if found is not None else ""
    return f"**{key}** {words}" if words else None


def _models() -> dict[str, type[Spanned]]:
    found: dict[str, type[Spanned]] = {}
    waiting: list[type[Spanned]] = [Spanned, Ruleset]  # with the ruleset, all models are there
    while waiting:
        model = waiting.pop()
        found[model.__name__] = model
        waiting += model.__subclasses__()
    return found


_MODELS = _models()


def _code(text: str) -> str:
    return f"```yupana\n{text}\n```"


def _some(items: Sequence[str]) -> str:
    rest = len(items) - MOST
    return ", ".join(items[:MOST]) + (f" and {rest} more" if rest > 0 else "")


def _cut(text: str) -> str:
    text = " ".join(text.split()).replace("`", "'")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
