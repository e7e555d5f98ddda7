"""A file laid out: the keys of elements in canonical order and all else in the author's, two blanks a step, brackets on
one line where they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from yupana.schemas.block_lines import cuts
from yupana.schemas.fields import LINES, ROWS
from yupana.schemas.quoting import in_quotes

from . import scalars
from .code import lay_out, lay_out_items, with_comment
from .parsing import CodeRole
from .roles import Attributes, Place
from .tree import Branch, Comment, Entry, Leaf, Node, read_tree

WIDTH = 120
STEP = 2
SHORT = 60
"""What is no longer than this may stand in rows of several in a list that is too long for one line."""


def format_text(text: str, attributes: Attributes) -> str:
    """The text of a file in the canonical layout.

    Args:
        text: a file that `schemas` reads without a fault and whose code parses.
        attributes: which attributes of its ruleset hold code.

    Raises tree.UnknownLayoutError for what cannot be laid out.
    """
    root = read_tree(text)
    if root is None:
        return _only_comments(text)
    put_in_order(root, Place(attributes))
    return write_tree(root, Place(attributes))


def write_tree(root: Branch, place: Place) -> str:
    """A file laid out, with everything in the order in which it stands in the tree."""
    return "\n".join(_Page().block(root, 0, place)) + "\n"


def _only_comments(text: str) -> str:
    """A file without sections, as it is but for blanks at the ends of lines and more than one empty line."""
    lines: list[str] = []
    for line in (each.rstrip() for each in text.split("\n")):
        if line or (lines and lines[-1]):
            lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines) + "\n" if lines else ""


class _Page:
    """Writes the nodes of one file."""

    # ------------------------------------------------------------ collections in lines

    def block(self, branch: Branch, indent: int, place: Place) -> list[str]:
        """The entries of a mapping or list, each on lines of its own."""
        lines: list[str] = []
        alike = branch.is_map and _alike(branch, place)
        for entry in branch.entries:
            lead = [*entry.lead, *_upper(entry), *_within(entry.value)]
            for comment in lead:
                _add(lines, [" " * indent + comment.text], comment.gap)
            _add(lines, self.entry(entry, indent, _place_of(entry, place), alike), entry.gap)
        for comment in branch.last:
            _add(lines, [" " * indent + comment.text], comment.gap)
        return lines

    def entry(self, entry: Entry, indent: int, place: Place, alike: bool) -> list[str]:
        """One key with its value, or one item; `alike` if the keys beside it are in quotes."""
        trail = entry.trail[0] if entry.trail else None
        pad = " " * indent
        head = f"{pad}-" if entry.key is None else f"{pad}{_key(entry.key, alike, flow=False)}:"
        value = entry.value
        anchor = "" if value.anchor is None else f" &{value.anchor}"
        head += anchor
        if isinstance(value, Leaf):
            return self._leaf_entry(head, value, indent, place, trail)
        flat = self.flat(value, place) if value.flow else None
        if flat is not None and len(head) + 1 + len(flat) <= WIDTH and not _has_rows(value):
            return [_with(f"{head} {flat}", trail)]
        if not value.entries:
            return [_with(f"{head} {'{}' if value.is_map else '[]'}", trail)]
        if value.flow and not value.is_map:
            rows = self._rows(head, value, indent, place, flat)
            if rows is not None:
                rows[-1] = _with(rows[-1], trail)
                return rows
        if entry.key is None and not anchor:
            return self._nested(head, value, indent, place, trail)
        return [_with(head, trail), *self.block(value, indent + STEP, place)]

    def _nested(self, head: str, value: Branch, indent: int, place: Place, trail: Comment | None) -> list[str]:
        """A mapping or list that begins behind the `-` of its item."""
        if trail is not None or value.entries[0].lead or _upper(value.entries[0]):
            return [_with(head, trail), *self.block(value, indent + STEP, place)]
        lines = self.block(value, indent + STEP, place)
        return [head + " " + lines[0].lstrip(), *lines[1:]]

    def _rows(self, head: str, value: Branch, indent: int, place: Place, flat: str | None) -> list[str] | None:
        """A list in brackets that does not fit behind its key: on the next line, or in rows."""
        items: list[str] = []
        alike = _alike(value, place)
        for each in value.entries:
            shown = self._flat_entry(each, place, alike)
            if shown is None or len(shown) > SHORT or (isinstance(each.value, Leaf) and " " in shown):
                return None
            items.append(shown)
        if flat is not None and not _has_rows(value) and indent + STEP + len(flat) <= WIDTH:
            return [head, " " * (indent + STEP) + flat]
        pad = " " * (indent + STEP)
        lines = [f"{head} ["]
        row = -1
        for each, shown in zip(value.entries, items, strict=True):
            comments = [*each.lead, *_upper(each), *_within(each.value)]
            lines += [pad + comment.text for comment in comments]
            joins = len(lines) > 1 and each.line == row and not comments and not lines[-1].startswith(pad + "#")
            if joins and len(lines[-1]) + 2 + len(shown) <= WIDTH:
                lines[-1] += f" {shown},"
            else:
                lines.append(f"{pad}{shown},")
            row = each.line
            if each.trail:
                lines[-1] = _with(lines[-1], each.trail[0])
                row = -1
        lines += [pad + comment.text for comment in value.last]
        return [*lines, " " * indent + "]"]

    # ------------------------------------------------------------ collections in brackets

    def flat(self, node: Node, place: Place) -> str | None:
        """A value on one line inside brackets; None if it needs lines of its own."""
        if isinstance(node, Leaf):
            return self._flat_leaf(node, place)
        if node.last:
            return None
        shown: list[str] = []
        alike = _alike(node, place)
        for each in node.entries:
            text = None if each.lead or each.trail else self._flat_entry(each, place, alike)
            if text is None:
                return None
            shown.append(text)
        inside = ", ".join(shown)
        return f"{{{inside}}}" if node.is_map else f"[{inside}]"

    def _flat_entry(self, entry: Entry, place: Place, alike: bool) -> str | None:
        value = entry.value
        if alike and entry.key is None and isinstance(value, Leaf):
            text: str | None = _in_quotes(value)
        else:
            text = self.flat(value, _place_of(entry, place))
        if text is None:
            return None
        text = text if value.anchor is None else f"&{value.anchor} {text}"
        return text if entry.key is None else f"{_key(entry.key, alike, flow=True)}: {text}"

    def _flat_leaf(self, leaf: Leaf, place: Place) -> str | None:
        role = place.role()
        if leaf.style != "alias" and role != "data":
            layout = lay_out(leaf.text, role, 10 * WIDTH, WIDTH, block=leaf.style in ("literal", "folded"))
            if layout is not None:
                return None if layout.block else _quoted(leaf, layout.lines[0], flow=True)
        return _leaf(leaf, flow=True, keep=place.is_template)

    # ------------------------------------------------------------ scalars behind a key

    def _leaf_entry(self, head: str, leaf: Leaf, indent: int, place: Place, trail: Comment | None) -> list[str]:
        room = WIDTH - len(head) - 1
        role = place.role()
        if leaf.style == "alias" or (not leaf.text and leaf.style == "plain"):
            shown = _leaf(leaf, flow=False)
            return [_with(f"{head} {shown}".rstrip(), trail)]
        if place.lines is ROWS or (place.lines is LINES and "\n" in leaf.text and len(cuts(leaf.text)) > 1):
            return self._items_entry(head, leaf, indent, place, trail)
        if role != "data":
            return self._code_entry(head, leaf, indent, place, trail)
        rows = scalars.drawing(leaf.text) if place.is_diagram else []
        if rows and (leaf.style == "literal" or len(rows) > 1) and not rows[0].startswith(" "):
            return [_with(f"{head} |", trail), *_indented(rows, indent + STEP)]
        line = _leaf(leaf, flow=False, keep=place.is_template)
        if leaf.style == "literal" or "\n" in leaf.text.removesuffix("\n"):
            block = scalars.literal(leaf.text)
            if block is not None:
                return [_with(f"{head} {block[0]}", trail), *_indented(block[1], indent + STEP)]
        elif (len(line) > room and place.is_prose) or leaf.text.endswith("\n"):
            folded = scalars.folded(leaf.text.removesuffix("\n"), WIDTH - indent - STEP)
            if folded is not None:
                sign = ">" if leaf.text.endswith("\n") else ">-"
                return [_with(f"{head} {sign}", trail), *_indented(folded, indent + STEP)]
        return [_with(f"{head} {line}", trail)]

    def _items_entry(self, head: str, leaf: Leaf, indent: int, place: Place, trail: Comment | None) -> list[str]:
        """A block of lines, each an item of a list."""

        def role_of(name: str) -> CodeRole:
            role = (place.item().child(name) if name else place.item()).role()
            return "expression" if role == "data" else role

        layout = lay_out_items(leaf.text, role_of, WIDTH - indent - STEP, named=place.lines is ROWS)
        rows = leaf.text.rstrip().split("\n") if layout is None else layout.lines
        return [_with(f"{head} |", trail), *_indented(rows, indent + STEP)]

    def _code_entry(self, head: str, leaf: Leaf, indent: int, place: Place, trail: Comment | None) -> list[str]:
        room = WIDTH - len(head) - 1
        width = WIDTH - indent - STEP
        role = place.role()
        assert role != "data"
        in_lines = leaf.style in ("literal", "folded")
        layout = lay_out(leaf.text, role, room, width, block=in_lines)
        if layout is None:
            # text that only looks like code from here: as the author wrote it
            return [_with(f"{head} {_leaf(leaf, flow=False)}", trail)]
        if not layout.block:
            line = _quoted(leaf, layout.lines[0], flow=False)
            if in_lines and line[0] in "\"'":  # so that it needs no quotes
                return [_with(f"{head} |", trail), *_indented(layout.lines, indent + STEP)]
            if len(line) <= room or role == "move":
                return [_with(f"{head} {line}", trail)]
            layout = lay_out(leaf.text, role, room - (len(line) - len(layout.lines[0])), width, block=in_lines)
            if layout is None or not layout.block:
                return [_with(f"{head} {line}", trail)]
        return [_with(f"{head} |", trail), *_indented(layout.lines, indent + STEP)]


def _place_of(entry: Entry, place: Place) -> Place:
    return place.item() if entry.key is None else place.child(entry.key.text)


def _alike(branch: Branch, place: Place) -> bool:
    """Whether a key, or an item that is data, needs quotes: the others then have them too."""
    leaves = [each.key if branch.is_map else each.value for each in branch.entries]
    if not branch.is_map and place.item().role() != "data":
        return False
    return any(isinstance(each, Leaf) and _leaf(each, flow=branch.flow).startswith(("'", '"')) for each in leaves)


def _key(key: Leaf, alike: bool, *, flow: bool) -> str:
    return _in_quotes(key) if alike else _leaf(key, flow=flow)


def _in_quotes(leaf: Leaf) -> str:
    """A text in quotes; what is no text, such as a number, without."""
    if leaf.style == "alias" or (leaf.style == "plain" and not scalars.is_text(leaf.text)):
        return _leaf(leaf, flow=True)
    return in_quotes(leaf.text)


def _upper(entry: Entry) -> list[Comment]:
    """Of several comments behind one entry only one can stay there; the others go above it."""
    return entry.trail[1:]


def _within(value: Node) -> list[Comment]:
    """The comments in empty brackets, which go above the entry."""
    return value.last if isinstance(value, Branch) and not value.entries else []


def _has_rows(value: Branch) -> bool:
    """Whether the author set a list of collections in rows, which mean something to them: a grid of cells, a map."""
    if value.is_map or not all(isinstance(each.value, Branch) for each in value.entries):
        return False
    return len({each.line for each in value.entries}) > 1


def _with(line: str, comment: Comment | None) -> str:
    return line if comment is None else with_comment(line, comment.text, comment.column)


def _add(lines: list[str], new: Sequence[str], gap: bool) -> None:
    """Append lines, with an empty one before them if there was one and they are not the first."""
    if gap and lines:
        lines.append("")
    lines += new


def _indented(rows: Sequence[str], indent: int) -> list[str]:
    return [" " * indent + row if row else "" for row in rows]


def _leaf(leaf: Leaf, *, flow: bool, keep: bool = False) -> str:
    """A scalar on one line, as it is; `keep`: in quotes if it was."""
    if leaf.style == "alias":
        return f"*{leaf.text}"
    return _quoted(leaf, leaf.text, flow=flow, keep=keep)


def _quoted(leaf: Leaf, text: str, *, flow: bool, keep: bool = False) -> str:
    if leaf.style == "plain" and not text:
        return ""
    if keep and leaf.style in ("single", "double"):
        return in_quotes(text)
    return scalars.quote(text, leaf.style, flow=flow)


# ---------------------------------------------------------------- the order of keys

# The keys of every element in the order of its model: what it is, where it comes from, when, for whom, what it does.
#
# A key takes with it the comments above it, the one behind it and the empty line above it. What has an order of the
# author's own keeps it (see `Place.in_order`), and so does what an anchor names, since its aliases may stand for
# elements of another model.


def put_in_order(branch: Branch, place: Place) -> None:
    """Bring the keys of all elements in a part of a file into order, in place."""
    for entry in branch.entries:
        if isinstance(entry.value, Branch) and entry.value.anchor is None:
            put_in_order(entry.value, place.item() if entry.key is None else place.child(entry.key.text))
    by_key = {each.key.text: each for each in branch.entries if each.key is not None and each.key.style != "alias"}
    if len(by_key) == len(branch.entries):
        ordered = [by_key[key] for key in place.in_order(list(by_key))]
        if ordered != branch.entries and _bindings(ordered) == _bindings(branch.entries):
            _close_up(branch.entries[0])
            branch.entries = ordered


def _close_up(first: Entry) -> None:
    """An empty line above the first key parts it from what is around the element, not from its other keys."""
    first.gap = False
    if first.lead:
        first.lead[0] = replace(first.lead[0], gap=False)


def _bindings(entries: Sequence[Entry]) -> tuple[dict[int, int | None], dict[str, int]]:
    """Which value every alias in the entries stands for, if it is one of theirs, and what each anchor names after them.
    An order with other ones says something else."""
    meant: dict[int, int | None] = {}
    named: dict[str, int] = {}
    for node in _nodes(entries):
        if isinstance(node, Leaf) and node.style == "alias":
            meant[id(node)] = named.get(node.text)
        elif node.anchor is not None:
            named[node.anchor] = id(node)
    return meant, named


def _nodes(entries: Sequence[Entry]) -> Iterator[Node]:
    """The keys and values, and all that is in them, as they stand in the file."""
    for entry in entries:
        if entry.key is not None:
            yield entry.key
        yield entry.value
        if isinstance(entry.value, Branch):
            yield from _nodes(entry.value.entries)
