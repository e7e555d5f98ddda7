"""What a change of one element concerns: what uses it, what depends on it through others, rules and examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import Concerned

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element, Elements

_MEMBERS = (".seats.", ".entries.", ".spaces.", ".links.")
_NO_DEPENDENTS = {"rules", "rulebook", "book", "look"}


class Reach:
    """Answers for one ruleset. What stands in a list of things is used by whatever goes through the list."""

    def __init__(self, elements: Elements) -> None:
        self.elements = elements
        self.order = {each.path: number for number, each in enumerate(elements)}
        rules = [each.name for each in elements if each.section == "rules"]
        self.rule_order = {name: number for number, name in enumerate(rules)}

    def of(self, element: Element, *, behaves: bool) -> Concerned:
        """What depends on an element. With `behaves` false only a text of it changed, on which nothing depends."""
        if element.section == "rules":
            return self._of_rule(element)
        rules = set(element.source)
        if element.within is not None and not rules:
            rules = set(self.elements.by_path[element.within].source)
        direct: set[str] = set()
        through: set[str] = set()
        if behaves and element.section not in _NO_DEPENDENTS and element.section != "examples":
            seeds = [element.path]
            if element.within is not None and any(part in element.path for part in _MEMBERS):
                seeds.append(element.within)
            for seed in seeds:
                direct |= {each.path for each in self.elements.users(seed)}
                through |= {each.path for each in self.elements.dependents(seed)}
            through -= {*direct, element.path}
            direct -= {element.path}
        examples = [
            each.name
            for each in self.elements
            if each.section == "examples" and (each.path in direct | through or rules & set(each.source))
        ]
        if element.section == "examples":
            examples = []
        used, passed_on = self._told(direct), self._told(through)
        other = {rule for path in (*used, *passed_on) for rule in self.elements.by_path[path].source} - rules
        return Concerned(used, passed_on, self._in_order(rules), self._in_order(other), examples)

    def _of_rule(self, element: Element) -> Concerned:
        """A rule of the rulebook concerns what cites it."""
        citing = [each for each in self.elements if element.name in each.source]
        direct = [each.path for each in citing if each.section != "examples"]
        return Concerned(direct, [], [], [], [each.name for each in citing if each.section == "examples"])

    def _told(self, paths: set[str]) -> list[str]:
        kept = [path for path in paths if self.elements.by_path[path].section not in ("examples", "look")]
        return sorted(kept, key=self.order.__getitem__)

    def _in_order(self, rules: set[str]) -> list[str]:
        return sorted(rules, key=lambda rule: (self.rule_order.get(rule, len(self.rule_order)), rule))
