"""What a person asks where a game stands, in words: why an option is there or not, what can be chosen, a value."""

from __future__ import annotations

from yupana.interpreter.stepping import Branch, Call
from yupana.schemas.errors import UsageError

from .session import Session

WORDS = ("why", "options", "do")
"""What is no expression when it is asked."""


def answer(session: Session, text: str, call: Call | None) -> Branch:
    """The answer to a question: `why OPTION`, `options`, `do OPTION`, or the value of an expression where a function
    stands. Raises UsageError with a sentence."""
    word, _, rest = text.strip().partition(" ")
    if word == "options" and not rest.strip():
        texts = session.options()
        inside = [Branch(str(number), each) for number, each in enumerate(texts, 1)]
        return Branch("", "\n".join(texts) or "There are none.", "", "", (lambda: inside) if inside else None)
    if word in ("why", "do") and not rest.strip():
        raise UsageError(f"`{word}` is followed by an option, such as `{word} {_example(session)}`.")
    if word == "why":
        return Branch("", session.why(rest.strip()))
    if word == "do":
        session.choose(rest.strip())
        return Branch("", f"chosen: {rest.strip()}")
    return value(session, text, call)


def value(session: Session, text: str, call: Call | None) -> Branch:
    """The value of an expression."""
    if not text.strip():
        raise UsageError("There is nothing to work out.")
    stepping = session.stepping
    return stepping.tell(stepping.ask(text, session.here.cells, call), "", text.strip())


def _example(session: Session) -> str:
    try:
        return next(iter(session.options()), "pass")
    except UsageError:
        return "pass"
