"""YAML files become source trees with places; what a ruleset may not contain is refused here.

Only the parser of ruamel.yaml is used, never its constructors: no tag is ever resolved, no object is ever made. The
parser in C is taken where it is installed, since it is some twenty times faster; a file that it refuses is read again
by the one in Python, so that every machine says the same. Scalars mean what YAML 1.2 says (see `tree`). A tree is kept
by the text it came from: loading a file a second time costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock

from ruamel.yaml.error import MarkedYAMLError, YAMLError

from .opened import MAX_BYTES, content, line_feeds
from .plain import REFUSED, other_encoding
from .reread import Reading, read_again
from .source import Diagnostic, Report, Span
from .tree import Mapping, Node, Scalar, Sequence, Word
from .tree_builder import STAND_IN, StopReadingError, TreeBuilder, parser_events
from .yaml_messages import fault_lines, open_quote, syntax_fault

__all__ = [
    "MAX_BYTES", "Loaded", "Mapping", "Node", "Scalar", "Sequence", "Word", "load_text", "read_text", "read_tree",
]  # fmt: skip

_FILES, _TEXTS = 256, 6
"""Of so many files so many texts are remembered."""

_OF_ONE_PLACE = frozenset(("YUP106", "YUP110", "YUP111"))
"""The faults after which reading stops although only one place of the file is at fault."""

try:
    import _ruamel_yaml  # type: ignore[import-not-found]  # noqa: F401

    HAS_C_PARSER = True
except ImportError:
    HAS_C_PARSER = False


def read_text(path: Path, shown: str, report: Report) -> str | None:
    """The text of a file with `\\n` line ends and no byte order mark; None if the report says why it cannot be read."""
    start = Span(shown, 1, 1, 1, 1)
    try:
        data = content(path, MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        report.error("YUP120", f"this file cannot be read: {reason}", start)
        return None
    if len(data) > MAX_BYTES:
        report.error("YUP105", f"this file is larger than {MAX_BYTES // 1024 // 1024} MiB", start)
        return None
    other = other_encoding(data := data.removeprefix(b"\xef\xbb\xbf"))
    here, told = start, f"this file is {other}, not UTF-8"
    try:
        if not other:
            return line_feeds(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = line_feeds(data[: error.start].decode("utf-8"))
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        here = Span(shown, line, column, line, column + 1)
        told = f"the byte 0x{data[error.start]:02x} here is not UTF-8"
    report.error("YUP102", told, here, "save the file with the encoding UTF-8")
    return None


def load_text(text: str, shown: str, report: Report) -> Mapping | None:
    """The tree of one file.

    Args:
        text: the file's text, however its lines end.
        shown: the path that is shown to people.
        report: takes what is wrong with the file.

    Returns:
        Its top mapping (None for a file that holds nothing but comments, or that cannot be read at all). After faults
        that leave the rest readable (a duplicate key) the tree is given as well, so that all faults come together.
    """
    loaded = read_tree(text, shown)
    report.extend(loaded.diagnostics)
    return loaded.tree


@dataclass(frozen=True, slots=True)
class Loaded:
    """What reading a text has given: the tree of `load_text`, what is wrong, and where it may be tried again.

    `unread` are the lines (from 1) with what kept the text from being read, empty when it could be read or when no part
    of it can; `dropped` are the values that were left out because their key was refused.
    """

    tree: Mapping | None
    diagnostics: tuple[Diagnostic, ...]
    unread: tuple[int, ...] = ()
    dropped: tuple[Node, ...] = ()


def read_tree(text: str, shown: str) -> Loaded:
    """Read one file's text once; of a file that is edited the last few texts are remembered."""
    return trees_of(shown)(text)


@lru_cache(maxsize=_FILES)
def trees_of(shown: str) -> Callable[[str], Loaded]:
    """What reads the texts of one file."""
    return _Texts(shown).read


@dataclass(slots=True)
class _Texts:
    """The texts of one file that were asked for last, each with what it says and with what the next one may be read
    from."""

    shown: str
    _recent: dict[str, tuple[Loaded, Reading | None]] = field(default_factory=dict)
    _last: Reading | None = None
    _lock: Lock = field(default_factory=Lock)

    def read(self, text: str) -> Loaded:
        """What a text says."""
        with self._lock:
            known = self._recent.pop(text, None) or self._read(text)
            self._recent[text] = known
            if len(self._recent) > _TEXTS:
                del self._recent[next(iter(self._recent))]
            loaded, self._last = known[0], known[1] or self._last
        return loaded

    def _read(self, text: str) -> tuple[Loaded, Reading | None]:
        text = line_feeds(text)  # what an editor shows, or what is about to be written
        if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
            message = f"this file is larger than {MAX_BYTES // 1024 // 1024} MiB"
            return Loaded(None, (Diagnostic("YUP105", "error", message, Span(self.shown, 1, 1, 1, 1)),)), None
        # blanks on an otherwise empty line mean nothing, and the parsers do not agree on them
        lines = tuple(line if line.strip(" ") else "" for line in text.split("\n"))
        if REFUSED.search(text):
            report = Report()
            _refuse_characters(lines, self.shown, report)
            return Loaded(None, tuple(report.diagnostics), tuple(each.span.line for each in report.diagnostics)), None
        again = self._last and read_again(self._last, lines, self.shown, pure=not HAS_C_PARSER)
        if again is not None:
            return Loaded(again.tree, ()), again
        loaded, builder = _read(lines, self.shown)
        if loaded.tree is None or loaded.diagnostics or STAND_IN in text:
            return loaded, None
        return loaded, Reading(lines, loaded.tree, builder.nodes)


def _read(lines: tuple[str, ...], shown: str) -> tuple[Loaded, TreeBuilder]:
    """What all lines of a file say, and what has read them."""
    report = Report()
    text = "\n".join(lines)
    builder = TreeBuilder(shown, lines, report)
    builder.stand_in = HAS_C_PARSER and STAND_IN not in text
    tree: Node | None = None
    try:
        try:
            tree = builder.build(parser_events(text, pure=not HAS_C_PARSER))
        except YAMLError:
            if not HAS_C_PARSER:
                raise
            report.diagnostics.clear()
            builder = TreeBuilder(shown, lines, report)
            tree = builder.build(parser_events(text, pure=True))
    except StopReadingError:
        last = report.diagnostics[-1]
        unread = (last.span.line,) if last.code in _OF_ONE_PLACE else ()
        return Loaded(None, tuple(report.diagnostics), unread), builder
    except MarkedYAMLError as error:
        swallowing = builder.open_quote(error)
        if swallowing is not None:
            report.add(open_quote(swallowing))
            return Loaded(None, tuple(report.diagnostics), (swallowing.line,)), builder
        fault = syntax_fault(error, shown, lines)
        cut = {each.span.line for each in report.diagnostics if each.code in ("YUP108", "YUP114")}
        if fault.span.line not in cut or "write `" not in fault.hint:  # else the value has been written out already
            report.add(fault)
        return Loaded(None, tuple(report.diagnostics), fault_lines(error, len(lines), fault.span.line)), builder
    except (YAMLError, ValueError) as error:
        message = f"this is not valid YAML: {error}"
        report.error("YUP101", message, Span(shown, 1, 1, 1, 1))
        return Loaded(None, tuple(report.diagnostics)), builder
    if tree is not None and not isinstance(tree, Mapping):
        if not (isinstance(tree, Scalar) and tree.is_empty):
            hint = "a ruleset file starts with `ruleset:` or another section"
            report.error("YUP113", "this file does not hold sections", tree.span, hint)
        return Loaded(None, tuple(report.diagnostics)), builder
    return Loaded(tree, tuple(report.diagnostics), dropped=tuple(builder.dropped)), builder


def _refuse_characters(lines: tuple[str, ...], shown: str, report: Report) -> None:
    """Tabs and characters that cannot be seen are refused: YAML, editors and people disagree on their width."""
    for number, line in enumerate(lines, 1):
        found = REFUSED.search(line)
        if found is None:
            continue
        column = found.start() + 1
        span = Span(shown, number, column, number, column + 1)
        if found.group() == "\t":
            width = len(line) - len(line[found.start() :].lstrip("\t")) - found.start()
            span = Span(shown, number, column, number, column + max(width, 1))
            hint = "use spaces; most editors can be set to do so for .yaml files"
            report.error("YUP103", "a file cannot contain tabs", span, hint)
        else:
            message = f"the invisible character U+{ord(found.group()):04X} is not allowed"
            report.error("YUP104", message, span, "delete it")
