"""Overlays: how a variant changes a ruleset by the names of its parts.

An overlay is a file (or folder) whose header says `extends`. It says four things, each in its own block:

    ruleset: {name: short, title: Short game, extends: base_game}
    actions:                       # a section as usual *adds*: the names must be new
      rest: {effects: pass}
    kinds: {Card: {entries: {balloon: {count: 4}}}}     # … also inside an element that exists
    change:                        # sets single keys of elements that exist; a list is the new list
      constants: {ap_per_turn: 7}
      actions: {build: {cost: {ap: 2}}}
      flow: {round: {times: 4}}    # steps are found by the name of their rounds, turns or phase
    replace:                       # gives named things anew, whole
      functions: {price: {of: {c: Card}, is: c.cost + 1}}
    remove:                        # takes names, or keys of an element, away
      actions: [trade]
      kinds: {Card: {entries: [wagon]}}

Adding to a list that exists appends (`enums: {Colour: [purple]}`); an added step may say `before: NAME` or
`after: NAME`. Within one overlay the order is remove, replace, change, add. Adding what exists, and touching what does
not, are faults of the overlay. Two overlays may not touch the same thing, unless one extends the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial, reduce

from .fields import place
from .left_out import NOTHING, LeftOut
from .nearest import did_you_mean, nearest
from .overlay_tree import (
    Path,
    at,
    at_step,
    beside,
    called,
    instead,
    long_form,
    names_in,
    put_by,
    step_name,
    step_names,
    with_key,
    words_in,
)
from .parts import ROOT, Part
from .ruleset import Ruleset
from .source import Fix, Hint, Report, Span
from .steps import BESIDE
from .tree import Mapping, Node, Scalar, Sequence, Word, cite, shape
from .walk import names

BLOCKS = ("change", "replace", "remove")
_SECTIONS = frozenset(names(Ruleset))
_INSIDE = {"change": "{{{}: …}}", "replace": "{{{}: …}}", "remove": "[{}]"}
"""How what a block holds is written: things by their names, or names alone."""
_SHARED = frozenset(("boards", "flow", "options", "players", "rulebook", "setup"))
"""Sections in which no names are an overlay's own (`namespaces`)."""
_PLACES = 3
"""So many places are told where something else has the name that was looked for."""


def section_names() -> frozenset[str]:
    """The keys that a file of a ruleset or of an overlay may have at its top."""
    return frozenset((*Ruleset.keys(), *BLOCKS))


@dataclass(frozen=True, slots=True)
class Touch:
    """What an overlay did: the words of its path know where the overlay names them. Several overlays may append to one
    list, and several may remove the same thing. `old` is what was there and `new` what is there now (None for nothing).
    """

    path: Path
    how: str
    overlay: str
    span: Span
    old: Node | None = None
    new: Node | None = None


@dataclass(slots=True)
class Merger:
    """Puts one overlay after the other on a base; remembers who touched what. `missing` is what could not be read of
    what is below (None: it is not known): what an overlay names of that is not said to be absent."""

    report: Report
    missing: LeftOut | None = NOTHING
    touches: list[Touch] = field(default_factory=list)
    overlay: str = ""
    below: frozenset[str] = frozenset()
    base: Mapping = field(default_factory=Mapping)
    """What this overlay stands on, before it changes anything."""

    def merge(self, base: Mapping, over: Mapping, overlay: str, below: frozenset[str]) -> Mapping:
        """The base with the overlay on it. `below` are the overlays that this one extends and may touch."""
        self.overlay, self.below, self.base = overlay, below, base
        result = base
        for block in ("remove", "replace", "change"):
            node = over.get(block)
            if node is None or self._empty(node, over.key(block) or block):
                continue
            if block != "remove" and not isinstance(node, Mapping):
                self.report.error("YUP236", f"`{block}` holds sections, not {shape(node)}", node.span)
                continue
            action = {"remove": self._remove, "replace": self._replace, "change": self._change}[block]
            merged = action(result, node, ROOT, ())
            result = merged if isinstance(merged, Mapping) else result
        adds = [(key, value) for key, value in over.items() if key not in (*BLOCKS, "ruleset")]
        for key, _ in adds:
            near = nearest(key, BLOCKS)
            if near and key not in _SECTIONS:
                hint = Hint(f"the blocks of an overlay are {', '.join(f'`{each}`' for each in BLOCKS)}", Fix(key, near))
                message = f"unknown key {cite(key)} of an overlay; did you mean `{near}`?"
                self.report.error("YUP201", message, place(key) or over.span, hint)
        adds = [(key, value) for key, value in adds if key in _SECTIONS or not nearest(key, BLOCKS)]
        merged = self._add(result, Mapping(adds, over.span), ROOT, ())
        return merged if isinstance(merged, Mapping) else result

    # ------------------------------------------------------------ faults and conflicts

    def _empty(self, node: Node, key: str) -> bool:
        """Whether a key has no value, which is told: who comments its lines out does not mean to take away all."""
        if not isinstance(node, Scalar) or not node.is_empty:
            return False
        span = node.span if node.text else place(key) or node.span
        self.report.error("YUP208", "this has no value", span, "give what changes, or leave the key out")
        return True

    def _absent(self, name: Word, known: list[str], path: Path, block: str, inside: Node | None = None) -> None:
        """There is nothing of the name. Of a section, what is named `inside` is told where it stands elsewhere."""
        named = [] if path or name not in _SECTIONS or inside is None else words_in(inside)
        words = [each for each in named if next(called(self.base, ROOT, each, ()), None) is not None]
        for each in words:
            self._absent(each, [], (name,), block)
        if (
            words
            or self.missing is None
            or (path or (name,))[0] in self.missing.sections
            or self.missing.may_declare(name)
        ):
            return
        where = f" in {cite('.'.join(path))}" if path else ""
        hint = did_you_mean(name, known)
        beside = path[:-1] if len(path) > 1 else None  # in the same element a name stands under several keys
        elsewhere = [each for each in called(self.base, ROOT, name, ()) if each != path and each[:-1] != beside]
        if name in known:  # a step that is code alone, or something else that has no name to be found by
            way = f"`change: {{{'.'.join(path)}: […]}}`"
            hint = f"what has no name is not found by it: write all that is to stay, {way}"
        if elsewhere and block in BLOCKS:
            held = ", ".join(cite(".".join(each)) for each in elsewhere[:_PLACES])
            way = reduce(
                lambda inside, key: f"{{{key}: {inside}}}", reversed(elsewhere[0]), _INSIDE[block].format(name)
            )
            hint = f"what is called {cite(name)} stands in {held}: `{block}: {way}`"
        elif not hint and block in ("replace", "change"):
            hint = "write it in the section itself to add it"
        self.report.error("YUP232", f"there is no {cite(name)}{where} to {block}", name.span, hint)

    def _free(
        self, path: Path, span: Span, how: str = "set", *, old: Node | None = None, new: Node | None = None
    ) -> bool:
        """Note that this overlay touches the path; False, with a fault, if another has touched it."""
        for touch in self.touches:
            if touch.overlay == self.overlay or touch.overlay in self.below:
                continue
            if touch.how == how and path == touch.path and how in ("append", "remove"):
                if how == "remove":
                    return False  # it is gone already, as this overlay wants it
                continue
            shorter = min(len(path), len(touch.path))
            if path[:shorter] == touch.path[:shorter]:
                named = cite(".".join(path).replace("+", ""))
                message = f"the overlays `{touch.overlay}` and `{self.overlay}` both touch {named}"
                hint = "use one of them, or let one extend the other"
                if path == touch.path and new is not None and touch.new is not None and not (old or touch.old):
                    better = f"{path[-1].lstrip('+')}_{self.overlay.rpartition('+')[2]}"
                    hint = f"both add something of this name: rename one of them, for example to `{better}`"
                    if path[0] not in _SHARED:
                        hint += ", or say `own_names: true` in its header"
                self.report.error("YUP233", message, span, hint, (touch.span, f"`{touch.overlay}` touches it here"))
                return False
        self.touches.append(Touch(path, how, self.overlay, span, old, new))
        return True

    # ------------------------------------------------------------ add

    def _add(self, base: Node, over: Node, part: Part, path: Path) -> Node:
        """What stands at the path after the overlay's part is added."""
        if part.kind == "steps":
            # a single step may stand without its list
            over = Sequence([over], over.span) if isinstance(over, Scalar) else over
            return self._add_steps(base if isinstance(base, Sequence) else Sequence([base], base.span), over, path)
        if part.kind == "list":
            base, over = part.many.listed(base), part.many.listed(over)
        if part.kind == "list" and isinstance(base, Sequence) and isinstance(over, Sequence):
            return Sequence([*base, *over], base.span) if self._free(path, over.span, "append", new=over) else base
        if part.kind not in ("element", "names") or not isinstance(base, Mapping) or not isinstance(over, Mapping):
            self._exists(path, over.span, base.span)
            return base
        result = dict(base)
        for key, value in over.items():
            span = place(key) or over.span
            inner = part.child(key)
            here = (*path, key)
            old = base.get(key)
            if old is None and part.kind == "element":
                # what is added to nothing is noted name by name too: another overlay may add other names
                if isinstance(value, Mapping) and inner.kind in ("names", "element"):
                    old = Mapping((), value.span)
                elif inner.kind in ("steps", "list"):
                    old = Sequence((), value.span)
            if old is None:
                if self._free(here, span, new=value):
                    result[key] = value
            elif part.kind == "names" and not self._can_take(inner, old, value):
                if self._free(here, span, new=value):
                    self._exists(here, span, base.key_span(key))
            else:
                merged = self._add(old, value, inner, here)
                result[key] = merged
        return Mapping(result.items(), base.span)

    def _can_take(self, part: Part, old: Node, over: Node) -> bool:
        """Whether an existing named thing can be added to: to its lists, and to the named things inside it."""
        if part.kind == "element":
            return (
                isinstance(old, Mapping)
                and isinstance(over, Mapping)
                and all(part.child(key).kind in ("names", "list", "steps") for key in over)
            )
        return isinstance(old, Sequence) and isinstance(over, Sequence)

    def _exists(self, path: Path, span: Span, first: Span) -> None:
        hint = "write it under `change:` to set some of its keys, or under `replace:` to declare it anew"
        message = f"{cite('.'.join(path))} already exists in the base"
        self.report.error("YUP231", message, span, hint, (first, "first declared here"))

    def _add_steps(self, base: Sequence, over: Node, path: Path) -> Node:
        """Steps go to the end, or before or after a named one."""
        if not isinstance(over, Sequence):
            hint = "to alter a step write it under `change:` or `replace:`"
            self.report.error("YUP236", "steps are added as a list", over.span, hint)
            return base
        result: Node = base
        for step in over:
            if not isinstance(step, Mapping):
                result = Sequence([*result, step], base.span) if isinstance(result, Sequence) else result
                continue
            anchors = [key for key in BESIDE if key in step]
            bare = Mapping([(key, value) for key, value in step.items() if key not in anchors], step.span)
            name = step_name(bare)
            here = (*path, f"+{name}")
            way = "set" if name else "append"
            if name is not None and name in step_names(base):
                if self._free(here, step.span, new=bare):
                    self._exists((*path, name), step.span, base.span)
            elif len(anchors) > 1 or not all(isinstance(step[each], Scalar) for each in anchors):
                message = "a step says `before` or `after`, with the name of one step"
                self.report.error("YUP236", message, place(step.key(anchors[-1]) or "") or step.span)
            elif not anchors:
                if isinstance(result, Sequence) and self._free(here, step.span, way, new=bare):
                    result = Sequence([*result, bare], base.span)
            else:
                where, target = anchors[0], step[anchors[0]]
                word = target.word if isinstance(target, Scalar) else Word("", target.span)
                if word in step_names(result):
                    if self._free(here, step.span, way, new=bare):
                        result = at_step(result, word, partial(beside, bare, where))
                elif not self._taken_by_another(path, word):
                    self._absent(word, step_names(result), path, f"add a step {where}")
        return result

    def _taken_by_another(self, path: Path, step: Word) -> bool:
        """Whether the step that another is to stand beside was removed by another overlay, which is told."""
        found = [each for each in self.touches if each.how == "remove" and each.path[-1] == step]
        for touch in (each for each in found if each.overlay != self.overlay and each.path[0] == path[0]):
            message = f"the overlay `{touch.overlay}` removes {cite(step)}, beside which `{self.overlay}` adds a step"
            hint = "use one of them, or let one extend the other"
            self.report.error("YUP233", message, step.span, hint, (touch.span, f"`{touch.overlay}` removes it here"))
            return True
        return False

    # ------------------------------------------------------------ replace

    def _replace(self, base: Node, over: Node, part: Part, path: Path) -> Node:
        """Named things given anew; what stands above them is walked through."""
        if part.kind == "steps" and isinstance(over, Sequence):
            return over if self._free(path, over.span, old=base, new=over) else base
        if part.kind not in ("element", "names", "steps") or not isinstance(over, Mapping):
            self.report.error(
                "YUP236", f"{cite('.'.join(path))} holds named things; give the names to replace", over.span
            )
            return base
        result = base
        for key, value in over.items():
            word = key if isinstance(key, Word) else Word(key, over.span)
            here = (*path, word)
            if self._empty(value, word):
                continue
            if part.kind == "element":
                inner = part.child(word)
                old = result.get(word) if isinstance(result, Mapping) else None
                if old is None:
                    if self._free(here, word.span):
                        self._absent(word, names_in(result), path, "replace", value)
                elif inner.kind in ("element", "names", "steps") and len(path) < 2:
                    result = with_key(result, word, self._replace(old, value, inner, here))
                elif self._free(here, word.span, old=old, new=value):
                    result = with_key(result, word, value)
            elif self._free(here, word.span, old=at(result, word), new=value):
                if part.kind == "steps":
                    if word in step_names(result):
                        result = at_step(result, word, partial(instead, value))
                    else:
                        self._absent(word, step_names(result), path, "replace")
                elif isinstance(result, Mapping) and word in result:
                    result = with_key(result, word, value)
                else:
                    self._absent(word, names_in(result), path, "replace")
        return result

    # ------------------------------------------------------------ change

    def _change(self, base: Node, over: Node, part: Part, path: Path) -> Node:
        """Single keys set anew, down to where the overlay gives a value."""
        if isinstance(base, Mapping | Sequence) and path and self._empty(over, path[-1]):
            return base
        if part.kind == "element" and part.short_key is not None:
            base, over = long_form(base, part), long_form(over, part)
        if part.kind in ("value", "list") or not isinstance(over, Mapping) or isinstance(over, Scalar):
            return over if self._free(path, over.span, old=base, new=over) else base
        if part.kind == "steps":
            return self._change_steps(base, over, part, path)
        if not isinstance(base, Mapping):
            return over if self._free(path, over.span, old=base, new=over) else base
        result = base
        for key, value in over.items():
            word = key if isinstance(key, Word) else Word(key, over.span)
            here = (*path, word)
            old = result.get(word)
            inner = part.child(word)
            if old is not None:
                result = with_key(result, word, self._change(old, value, inner, here))
            elif not self._free(here, word.span, new=value):
                continue
            elif part.kind == "names" or not path:
                self._absent(word, names_in(result), path, "change", value)
                continue
            else:
                result = with_key(result, word, value)
            for group in part.model.exclusive if part.model is not None else ():
                if word in group:
                    kept = [(k, v) for k, v in result.items() if k == word or k not in group]
                    result = Mapping(kept, result.span)
        return result

    def _change_steps(self, base: Node, over: Mapping, part: Part, path: Path) -> Node:
        result = base
        for key, value in over.items():
            word = key if isinstance(key, Word) else Word(key, over.span)
            here = (*path, word)
            if word not in step_names(result):
                if self._free(here, word.span):
                    self._absent(word, step_names(result), path, "change")
                continue
            item = part.item or part
            result = at_step(result, word, partial(put_by, self._change, value, item, here))
        return result

    # ------------------------------------------------------------ remove

    def _remove(self, base: Node, over: Node, part: Part, path: Path) -> Node:
        """Names or keys taken away: a list of them, or a mapping to what stands deeper."""
        if isinstance(over, Mapping):
            result = base
            for key, value in over.items():
                word = key if isinstance(key, Word) else Word(key, over.span)
                here = (*path, word)
                if self._empty(value, word):
                    continue
                if part.kind == "steps" and word in step_names(result):
                    item = part.item or part
                    result = at_step(result, word, partial(put_by, self._remove, value, item, here))
                elif isinstance(result, Mapping) and word in result:
                    result = with_key(result, word, self._remove(result[word], value, part.child(word), here))
                elif self._free(here, word.span):
                    self._absent(word, names_in(result), path, "remove", value)
            return result
        result = base
        for each in over if isinstance(over, Sequence) else [over]:
            if not isinstance(each, Scalar):
                self.report.error("YUP236", "give the names to remove", each.span)
                continue
            word = each.word
            if not self._free((*path, word), word.span, "remove", old=at(result, word)):
                continue
            if part.kind == "steps" and word in step_names(result):
                result = at_step(result, word, lambda old: [])
            elif isinstance(result, Mapping) and word in result:
                result = Mapping([(key, value) for key, value in result.items() if key != word], result.span)
            elif part.kind != "steps" and isinstance(result, Sequence) and word in names_in(result):
                kept = [item for item in result if not (isinstance(item, Scalar) and item.text == word)]
                result = Sequence(kept, result.span)
            else:
                self._absent(word, names_in(result), path, "remove")
        return result


def union(left: Mapping, right: Mapping, part: Part, path: tuple[str, ...], report: Report) -> Mapping:
    """The sections of two files of one ruleset; a name that stands in both is a fault."""
    result: dict[str, Node] = dict(left)
    for key, value in right.items():
        old = left.get(key)
        inner = part.child(key)
        here = (*path, str(key))
        in_block = here[0] in BLOCKS
        mergeable = (inner.kind in ("names", "element") and (not path or inner.kind == "names")) or in_block
        if old is None:
            result[key] = value
        elif mergeable and key != "ruleset" and isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = union(old, value, inner, here, report)
        else:
            related = [(left.key_span(key), "first declared here")]
            message = f"{cite('.'.join(here))} is declared in two files of this ruleset"
            hint = "keep one of them, or choose another name for one of the two"
            report.error("YUP212", message, place(key) or value.span, hint, *related)
    return Mapping(result.items(), left.span)
