"""Of what features are made: the number of a player is made of nothing that this player may not see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yupana.schemas.source import Diagnostic

from ..language import messages
from ..typed.rules import Value
from .whole import Disclosure


def hidden_in_features(
    whole: Disclosure, functions: Sequence[tuple[str, int]], features: Sequence[Value]
) -> Iterator[Diagnostic]:
    """The features that are made of something hidden from their player. `functions` (player) belong to the features
    one by one."""
    if whole.sources.nothing:
        return
    for (name, number), feature in zip(functions, features, strict=True):
        player = ("parameter", number, 0)
        labels = whole.summary(number).result.full
        hidden = sorted(each.what for each in labels if each.mode != "parameter" and each.hidden_from(player))
        if hidden:
            yield messages.feature_sees_hidden(name, hidden[0], feature.span)
