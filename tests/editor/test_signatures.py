"""What an editor tells inside the brackets of a call: its parameters, and which one is being typed."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.tests.editor.client import Editor, File
from yupana.tests.editor.test_completion import put

pytestmark = pytest.mark.asyncio

GAME = "cargo_empire/examples.yaml"
NEW = "examples:\n  zed:\n    "


async def told(file: File, new: str) -> tuple[str, str] | None:
    """The signature at `¦` and its active parameter; None where there is none."""
    before = file.text
    where = put(file, "examples:\n", NEW + new)
    params = types.SignatureHelpParams(file.identifier, where)
    found = await file.editor.client.text_document_signature_help_async(params)
    file.restore(before)
    if found is None:
        return None
    (signature,) = found.signatures
    parameters = signature.parameters or []
    number = found.active_parameter
    if number is None or number >= len(parameters):
        return signature.label, ""
    stretch = parameters[number].label
    assert isinstance(stretch, tuple | list)
    return signature.label, signature.label[stretch[0] : stretch[1]]


async def test_calls_of_every_sort_have_their_signatures(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open(GAME)
    expected = {
        "then: buys(¦\n": ("buys(c: City, k: Colour): bool", "c: City"),
        "then: buys(london, ¦\n": ("buys(c: City, k: Colour): bool", "k: Colour"),
        "then: buys(first([london, ¦\n": ("first(xs: list[T]): T?", "xs: list[T]"),
        "then: not buys(first(City), ¦) and true\n": ("buys(c: City, k: Colour): bool", "k: Colour"),
        "then: buys¦\n": None,
        "then: buys(london, red)¦\n": None,
    }
    found = {new: await told(file, new) for new in expected}
    assert found == expected
    do = await told(file, "run: do spread(red, ¦\n")
    assert do is not None
    assert do[0].startswith("spread(")
    assert do[1] == do[0].partition(", ")[2].rstrip(")")
    predicate = await told(file, "then: g12.met(¦\n")
    assert predicate is not None
    assert predicate[0].startswith("met(")
    action = await told(file, "when:\n      - red: cannot deliver(¦\n")
    assert action is not None
    assert action[0].startswith("deliver(")
    names = action[0].removeprefix("deliver(").rstrip(")").split(", ")
    named = await told(file, f"when:\n      - red: deliver({names[-1]}=¦\n")
    assert named == (action[0], names[-1])


async def test_a_signature_is_told_with_the_words_of_the_element(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    where = put(file, "examples:\n", NEW + "then: full_line(¦\n")
    params = types.SignatureHelpParams(file.identifier, where)
    found = await file.editor.client.text_document_signature_help_async(params)
    assert found is not None
    words = found.signatures[0].documentation
    assert isinstance(words, types.MarkupContent)
    assert "**TTT-4**" in words.value
