"""Code told in words: the conditions and effects of examples, costs, orders and points.

Not all code can be told so that a person reads it with pleasure; what cannot raises `UntoldError`, and whoever asked
shows the code itself. Nothing is left out or guessed: words are made from the syntax tree alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from yupana.interpreter.check.interpolation import UnknownError
from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_effects, parse_expression, parse_function_body
from yupana.interpreter.language.show import show_effects
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Report

from ..documents.model import Line, code, line
from ..languages.words import Words
from .figures import Figures
from .names import Names

COMPARISONS: Mapping[str, str] = {
    "==": "e_is",
    "!=": "e_is_not",
    "<": "e_less",
    "<=": "e_at_most",
    ">": "e_more",
    ">=": "e_at_least",
    "in": "e_in",
    "not in": "e_not_in",
}
SIGNS: Mapping[str, str] = {"+": "+", "-": "−", "*": "×", "//": "÷", "%": "mod"}
OWN: Mapping[str, str] = {"me": "e_me", "active": "e_active", "players": "e_players", "it": "e_it"}
BUILT_IN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "score": ("e_score", ("player",)),
    "winners": ("e_winners", ()),
    "is_over": ("e_over", ()),
    "is_draw": ("e_draw", ()),
    "place": ("e_place", ("player",)),
    "lost": ("e_lost", ("player",)),
    "next": ("e_next", ("player",)),
    "previous": ("e_previous", ("player",)),
    "opponent": ("e_opponent", ("player",)),
    "neighbors": ("e_neighbors", ("space",)),
    "distance": ("e_distance", ("a", "b")),
    "step": ("e_step", ("space", "direction")),
    "ray": ("e_ray", ("space", "direction")),
    "lines": ("e_lines", ("space", "number")),
    "at": ("e_space_at", ("column", "row")),
    "opposite": ("e_opposite", ("direction",)),
    "toward": ("e_toward", ("a", "b")),
    "between": ("e_between", ("a", "b")),
    "sees": ("e_sees", ("player", "thing")),
    "as_player": ("e_as_player", ("player", "value")),
    "can": ("e_can", ("player", "action")),
    "options": ("e_options", ("player", "action")),
    "times": ("e_times", ("position",)),
    "ago": ("e_ago", ("position",)),
    "top": ("e_top", ("zone",)),
    "bottom": ("e_bottom", ("zone",)),
}


LONGEST = 260
"""What is longer in words than this is shown as code: nobody reads it either way, and code is exact."""

_SWITCHED = {
    (True, False): "x_activate",
    (False, False): "x_deactivate",
    (False, True): "x_deactivate_all",
}
"""The phrase for an adjustment that is switched: whether on, and whether all that was activated of it goes."""


class UntoldError(Exception):
    """A piece of code that has no words."""


@dataclass(slots=True)
class Prose:
    """Tells code in the words of one ruleset and language. `players` is the number of players for which constants are
    given, 0 for all."""

    ruleset: Ruleset
    names: Names
    words: Words
    figures: Figures
    players: int = 0
    hidden: set[str] = field(default_factory=set)  # locals, which hide what has the same name
    it: str = OWN["it"]  # the phrase for what `it` is

    # ------------------------------------------------------------ for chapters

    def expression(self, written: Code) -> Line:
        """An expression as a line: in words, or else as code."""
        node = parse_expression(written, Report())
        return self._line(written, lambda: self.tell(node) if node is not None else "")

    def condition(self, written: Code) -> Line:
        """A condition as a line: in words, or else as code."""
        node = parse_expression(written, Report())
        return self._line(written, lambda: self.holds(node) if node is not None else "")

    def body(self, written: Code) -> Line:
        """An expression or a block as a line."""
        node = parse_function_body(written, Report())
        return self._line(written, lambda: self.tell(node) if isinstance(node, nodes.Expr) else "")

    def effects(self, written: Code) -> list[Line]:
        """Effects as lines, one for each statement: in words, or else as code."""
        statements = parse_effects(written, Report())
        if statements is None:
            return [line(code(written.text))]
        kept = set(self.hidden)
        lines: list[Line] = []
        for each in statements:
            try:
                text = self.effect(each)
            except UntoldError:
                text = ""
            if isinstance(each, nodes.Log | nodes.Word):
                continue
            lines.append(line(text) if text and len(text) <= LONGEST else line(code(show_effects([each]))))
        self.hidden = kept
        return lines

    def _line(self, written: Code, told: Callable[[], str]) -> Line:
        kept = set(self.hidden)
        try:
            text = told()
        except UntoldError:
            text = ""
        self.hidden = kept
        return line(text) if text and len(text) <= LONGEST else line(code(written.text))

    # ------------------------------------------------------------ conditions

    def holds(self, node: nodes.Expr) -> str:
        """An expression of truth as a sentence without its full stop."""
        say = self.words.say
        match node:
            case nodes.Binary(op="and" | "or"):
                return say(f"e_{node.op}", left=self.holds(node.left), right=self.holds(node.right))
            case nodes.Unary(op="not"):
                inner = node.value
                if _is_over(inner):
                    return say("e_not_over")
                if _is_call(inner, "sees", 2):
                    assert isinstance(inner, nodes.Call)
                    return say("e_sees_not", player=self.tell(inner.args[0]), thing=self.tell(inner.args[1]))
                if _is_call(inner, "can", 2):
                    assert isinstance(inner, nodes.Call)
                    return say("e_can_not", player=self.tell(inner.args[0]), action=self.tell(inner.args[1]))
                if isinstance(inner, nodes.Name | nodes.Attribute | nodes.Call | nodes.Index):
                    return say("e_holds_not", condition=self.tell(inner))
                return say("e_not", condition=self.holds(inner))
            case nodes.Compare():
                return self._compare(node)
            case nodes.Comprehension(word="all" | "any"):
                binders = self._clauses(node)
                return say(f"e_{node.word}", binders=binders, condition=self.holds(node.element))
            case nodes.After():
                effects = say("x_then").join(self.effect(each) for each in node.effects)
                return say("e_if_done", effects=effects, value=self.holds(node.value))
            case nodes.Bool() | nodes.Conditional():
                return self.tell(node)
            case nodes.Call() if _is_call(node, "can", 2):
                return self.tell(node)
        return say("e_holds", condition=self.tell(node))

    def _compare(self, node: nodes.Compare) -> str:
        if _is_call(node.first, "winners", 0) and len(node.rest) == 1 and node.rest[0][0] == "==":
            right = node.rest[0][1]
            many = isinstance(right, nodes.ListLit) and len(right.items) > 1
            return self.words.say("e_win_many" if many else "e_wins", players=self.tell(right))
        parts = [node.first, *(each for _, each in node.rest)]
        sentences = []
        for (op, right), left in zip(node.rest, parts, strict=False):
            if isinstance(right, nodes.NoneLit):
                left_told = self.tell(left)
                key = "e_is" if op == "==" else "e_there"
                values = {"value": left_told} if key == "e_there" else {"left": left_told, "right": self.tell(right)}
                sentences.append(self.words.say(key, **values))
            else:
                sentences.append(self.words.say(COMPARISONS[op], left=self.tell(left), right=self.tell(right)))
        told = sentences[0]
        for each in sentences[1:]:
            told = self.words.say("e_and", left=told, right=each)
        return told

    # ------------------------------------------------------------ values

    def tell(self, node: nodes.Expr) -> str:
        """An expression as a group of words. Raises UntoldError."""
        say = self.words.say
        match node:
            case nodes.Int():
                return str(node.value)
            case nodes.Bool():
                return say("e_true" if node.value else "e_false")
            case nodes.NoneLit():
                return say("nothing")
            case nodes.Template():
                return "".join(part if isinstance(part, str) else self.tell(part) for part in node.parts)
            case nodes.Name():
                return self._name(node.name)
            case nodes.Attribute():
                if isinstance(node.value, nodes.Name) and node.value.name in self._kinds():
                    return self.names.of(node.name, node.value.name)
                return say("e_of", of=self.tell(node.value), name=self.names.of(node.name))
            case nodes.Index():
                return say("e_at", value=self.tell(node.value), index=self.tell(node.index))
            case nodes.Call():
                return self._call(node)
            case nodes.Unary(op="-"):
                return say("e_minus", value=self.tell(node.value))
            case nodes.Binary(op="|"):
                return say("e_join", left=self.tell(node.left), right=self.tell(node.right))
            case nodes.Binary() if node.op in SIGNS:
                return f"{self._bracketed(node.left, node)} {SIGNS[node.op]} {self._bracketed(node.right, node)}"
            case nodes.Conditional():
                then, other = self.tell(node.then), self.tell(node.other)
                return say("e_if", then=then, test=self.holds(node.test), other=other)
            case nodes.Range():
                return say("e_range", low=self.tell(node.low), high=self.tell(node.high))
            case nodes.Rotation():
                key = "e_after" if node.after else "e_from"
                return say(key, items=self.tell(node.items), start=self.tell(node.start))
            case nodes.ListLit() | nodes.SetLit():
                return self.words.listed([self.tell(each) for each in node.items])
            case nodes.Comprehension():
                return self._comprehension(node)
            case nodes.Binary(op="and" | "or") | nodes.Unary() | nodes.Compare() | nodes.After():
                return self.holds(node)
        raise UntoldError

    def _bracketed(self, node: nodes.Expr, inside: nodes.Binary) -> str:
        told = self.tell(node)
        weak = isinstance(node, nodes.Conditional) or (
            isinstance(node, nodes.Binary) and (inside.op not in "+-" or node is inside.right)
        )
        return f"({told})" if weak else told

    def _kinds(self) -> set[str]:
        ruleset = self.ruleset
        boards = {str(board.kind) for board in ruleset.boards.values()}
        links = {str(link) for board in ruleset.boards.values() for link in board.links}
        return {*map(str, ruleset.kinds), *map(str, ruleset.enums), *boards, *links, "Player"}

    def _name(self, name: str) -> str:
        say = self.words.say
        if name in self.hidden:
            return self.names.of(name) if not self.names.is_entity(name) else name.replace("_", " ")
        if name in OWN:
            return say(self.it if name == "it" else OWN[name])
        if name == "opponent" and not any(each == name for each in self.ruleset.functions):
            return say("e_opponent", player=say("e_me"))
        if name in self._kinds():
            return say("e_everything", kinds=self.names.several(name))
        if name in self.ruleset.constants:
            return self._constant(name)
        return self.names.of(name)

    def _constant(self, name: str) -> str:
        node = nodes.Name(self.ruleset.span, name)
        try:
            if self.players:
                return self.figures.say(self.figures.value(node, self.players))
            return self.figures.shown(node)
        except UnknownError:
            return self.names.of(name)

    def _call(self, node: nodes.Call) -> str:
        say = self.words.say
        function = node.function
        arguments = [self.tell(each) for each in node.args]
        arguments += [say("e_named", name=self.names.of(name), value=self.tell(each)) for name, each in node.keywords]
        if isinstance(function, nodes.Attribute):
            name = self.tell(function)
        elif isinstance(function, nodes.Name):
            if function.name == "size" and len(node.args) == 1:
                return say("e_size", things=self._things(node.args[0], arguments[0]))
            row = None if function.name in self.ruleset.functions else BUILT_IN.get(function.name)
            if row is not None and len(row[1]) == len(arguments):
                return say(row[0], **dict(zip(row[1], arguments, strict=True)))
            name = self.names.of(function.name)
        else:
            raise UntoldError
        return say("e_call", name=name, arguments=self.words.say("comma").join(arguments)) if arguments else name

    def _things(self, node: nodes.Expr, told: str) -> str:
        """What is counted: the pieces in a zone, the entities of a kind."""
        if isinstance(node, nodes.Name) and node.name in self._kinds():
            return self.names.several(node.name)
        return told

    def _comprehension(self, node: nodes.Comprehension) -> str:
        say = self.words.say
        if node.word in ("all", "any"):
            return self.holds(node)
        if node.key is not None or node.word == "ranks":
            raise UntoldError
        binders = self._clauses(node)
        element = node.element
        same = isinstance(element, nodes.Name) and element.name == node.clauses[0].name and len(node.clauses) == 1
        if node.word in ("list", "set"):
            return binders if same else say("e_each", value=self.tell(element), binders=binders)
        if node.word == "count" and not same:
            raise UntoldError
        if node.word in ("sum", "min", "max"):
            return say(f"e_{node.word}", value=self.tell(element), binders=binders)
        if not same:
            raise UntoldError
        key = self.tell(node.by) if node.by is not None else ""
        if not key and node.word in ("best", "leaders", "sorted"):
            raise UntoldError
        return say(f"e_{node.word}", binders=binders, key=key)

    def _clauses(self, node: nodes.Comprehension) -> str:
        return self.words.say("comma").join(self._loop(each) for each in node.clauses)

    def _loop(self, node: nodes.For | nodes.ForClause) -> str:
        """What a loop goes through, with where it ends."""
        told = self._bind(node.name, node.items, None)
        for phrase, condition in (("e_while", node.going), ("e_until", node.until), ("e_where", node.test)):
            if condition is not None:
                told = self.words.say(phrase, binder=told, condition=self.holds(condition))
        return told

    def _bind(self, name: str, items: nodes.Expr, test: nodes.Expr | None) -> str:
        shown = name.replace("_", " ")
        kind = "Player" if isinstance(items, nodes.Name) and items.name == "players" else getattr(items, "name", "")
        if kind in self._kinds() and isinstance(items, nodes.Name):
            told = self.words.say("e_bind_kind", kind=self.names.of(kind), name=shown)
        else:
            told = self.words.say("e_bind", name=shown, items=self.tell(items))
        self.hidden.add(name)
        return told if test is None else self.words.say("e_where", binder=told, condition=self.holds(test))

    # ------------------------------------------------------------ effects

    def effect(self, node: nodes.Stmt) -> str:
        """A statement as a sentence without its full stop. Raises UntoldError."""
        say = self.words.say
        match node:
            case nodes.Assign():
                key = {"=": "x_set", "+=": "x_up", "-=": "x_down"}[node.op]
                return say(key, target=self.tell(node.target), value=self._value(node.value))
            case nodes.Let():
                told = say("x_let", name=node.name.replace("_", " "), value=self._value(node.value))
                self.hidden.add(node.name)
                return told
            case nodes.DoStmt():
                return self._do(node.call)
            case nodes.Move():
                if node.zone is None:
                    return say("x_out", piece=self.tell(node.piece))
                return say(
                    "x_under" if node.bottom else "x_move", piece=self.tell(node.piece), zone=self.tell(node.zone)
                )
            case nodes.MoveAll():
                piece = say("x_all", zone=self.tell(node.source))
                if node.zone is None:
                    return say("x_out", piece=piece)
                return say("x_under" if node.bottom else "x_move", piece=piece, zone=self.tell(node.zone))
            case nodes.AddTo():
                key = "x_remove" if node.remove else "x_add"
                return say(key, value=self.tell(node.value), target=self.tell(node.target))
            case nodes.Roll():
                self.hidden.add(node.name)
                if node.count is None:
                    return say("x_roll_one", sides=node.sides)
                return say("x_roll", count=self.tell(node.count), sides=node.sides)
            case nodes.Pick():
                return say("x_pick", binders=self._bind(node.name, node.items, node.test))
            case nodes.Choose():
                return self._choose(node)
            case nodes.Offer():
                player = self._whoever(node.decider)
                return say("x_offer", player=player, menu=self.names.of(node.menu))
            case nodes.Activate():
                told = say(_SWITCHED[node.on, node.whole], name=self.names.of(node.name))
                return told if node.at is None else say("x_at", what=told, place=self.tell(node.at))
            case nodes.Outcome(word="draw"):
                return say("x_drawn_game")
            case nodes.Outcome() if self.ruleset.players.together and self.ruleset.players.max > 1:
                return say("x_win_together" if node.word == "win" else "x_lose_together")
            case nodes.Outcome(
                player=nodes.Name(name="players")
                | nodes.Comprehension()
                | nodes.ListLit()
                | nodes.Rotation()
                | nodes.SetLit() as several
            ):
                return say("x_win_several" if node.word == "win" else "x_lose_several", players=self.tell(several))
            case nodes.Outcome():
                player = self._whoever(node.player)
                return say("x_win" if node.word == "win" else "x_lose", player=player)
            case nodes.ExtraTurn():
                player = self._whoever(node.player)
                return say("x_again" if node.word == "again" else "x_skip", player=player)
            case nodes.Note():
                return say("x_forget" if node.forget else "x_note", position=self.names.of(node.name))
            case nodes.End():
                if node.name == "game" and not node.whole:
                    return say("x_end_game")
                return say("x_end_step" if node.whole else "x_end", name=self.names.of(node.name))
            case nodes.If():
                ways = [say("x_if", test=self.holds(test), effects=self.all_of(body)) for test, body in node.branches]
                if node.other:
                    ways.append(say("x_else", effects=self.all_of(node.other)))
                return say("x_then").join(ways)
            case nodes.For():
                return say("x_for", binders=self._loop(node), effects=self.all_of(node.body))
        word = f"x_{next(iter(node.forms), '')}"  # a phrase for a word says the expressions of the statement
        if not self.words.has(word):
            raise UntoldError
        parts = {each.name: getattr(node, each.name) for each in fields(node)}
        return say(word, **{name: self.tell(each) for name, each in parts.items() if isinstance(each, nodes.Expr)})

    def all_of(self, statements: Sequence[nodes.Stmt]) -> str:
        """Several statements as one sentence."""
        told = [self.effect(each) for each in statements if not isinstance(each, nodes.Log | nodes.Word)]
        return self.words.say("x_then").join(told) if told else self.words.say("nothing")

    def _whoever(self, player: nodes.Expr | None) -> str:
        """Who is named, or else the player who acts."""
        return self.words.say("e_me") if player is None else self.tell(player)

    def _choose(self, node: nodes.Choose) -> str:
        player = self._whoever(node.decider)
        binders = self.words.say("comma").join(self._bind(each.name, each.items, each.test) for each in node.binders)
        if node.count is None:
            return self.words.say("x_choose", player=player, binders=binders)
        key = "x_choose_up_to" if node.up_to else "x_choose_many"
        return self.words.say(key, player=player, count=self.tell(node.count), binders=binders)

    def _value(self, value: nodes.Expr | nodes.Do) -> str:
        return self._do(value) if isinstance(value, nodes.Do) else self.tell(value)

    def _do(self, call: nodes.Do) -> str:
        """A procedure with its arguments, each under its parameter's name."""
        name = self.names.of(call.name)
        declared = {str(key): each for key, each in self.ruleset.procedures.items()}.get(call.name)
        parameters = list(declared.of) if declared is not None else []
        arguments = []
        for number, each in enumerate(call.args):
            told = self.tell(each)
            parameter = str(parameters[number]) if number < len(parameters) else ""
            if len(parameter) > 2:  # `p` and `c` say nothing to a reader
                told = self.words.say("e_named", name=self.names.of(parameter), value=told)
            arguments.append(told)
        if not arguments:
            return self.words.say("x_do", name=name)
        return self.words.say("x_do_with", name=name, arguments=self.words.say("comma").join(arguments))


def _is_call(node: nodes.Expr, name: str, arguments: int) -> bool:
    if not isinstance(node, nodes.Call) or not isinstance(node.function, nodes.Name):
        return False
    return node.function.name == name and len(node.args) == arguments


def _is_over(node: nodes.Expr) -> bool:
    return _is_call(node, "is_over", 0)
