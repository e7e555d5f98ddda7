"""The chapters about what is done: the course of the game, actions, special effects, scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_effects
from yupana.schemas.carried import every, path_of_text
from yupana.schemas.ruleset import ActionDecl, AdjustmentDecl, ParameterDecl, TriggerDecl
from yupana.schemas.source import Code, Report
from yupana.schemas.steps import AnyStep, SimultaneousStep, TurnsStep, goes_on, numbered

from ..documents.model import Block, Card, Chapter, Grid, Item, Items, Line, Paragraph, joined, line, strong
from .maker import Maker, plain

# ---------------------------------------------------------------- course


def course(maker: Maker) -> Chapter:
    """The steps of the game, one inside the other."""
    items = _steps(maker, maker.ruleset.flow, "flow")
    return Chapter(maker.say("turns"), "turns", (Items(items, numbered=True),) if items else ())


def _steps(maker: Maker, steps: Sequence[AnyStep], path: str) -> tuple[Item, ...]:
    return tuple(told_step(maker, step, where) for where, step in numbered(steps, path))


def told_step(maker: Maker, step: AnyStep, path: str) -> Item:
    """A step with all that is in it."""
    told = maker.text(path, step)
    name = str(step.name or "")
    facts = _facts(maker, step)
    parts: list[Line] = []
    if name:
        parts.append(line(strong(maker.names.heading(name))))
        if facts:
            parts.append(line(" – ", facts))
        if told:
            parts.append(line(maker.say("colon") if not facts else ". ", maker.sentence(told)))
    elif told:
        parts.append(line(maker.sentence(told)))
    inside: list[Block] = list(maker.drawings(step.drawn))
    together = isinstance(step, SimultaneousStep)
    labels = {"at_start": "start", **(_TOGETHER if together else {}), "at_end": "end"}
    for label, key in labels.items():
        effects = step.code(key)
        if effects is not None and not told:
            inside.append(Paragraph(_labelled(maker, label, effects)))
    if step.do is not None and not told and not together:
        lines = _done(maker, step.do)
        if not parts and len(lines) == 1:
            parts.append(lines[0])
        elif lines:
            inside.append(Items(tuple(Item(each) for each in lines)))
    if step.inner:
        inside.append(Items(_steps(maker, step.inner, path), numbered=True))
    return Item(maker.with_rules(line(*parts), step), tuple(inside))


_TOGETHER = {"decided": "decide", "fixed": "fixed", "then_each": "do"}
"""What is said of the parts of a simultaneous step, by phrase."""


def _labelled(maker: Maker, key: str, effects: Code) -> Line:
    return maker.around(key, "text", joined(maker.prose.effects(effects), maker.say("x_then")))


def _done(maker: Maker, effects: Code) -> list[Line]:
    """What a step does: the text of the one procedure it calls, or its effects."""
    statements = parse_effects(effects, Report())
    if statements is not None and len(statements) == 1 and isinstance(statements[0], nodes.DoStmt):
        name = statements[0].call.name
        decl = plain(maker.ruleset.procedures).get(name)
        told = maker.text(f"procedures.{name}", decl) if decl is not None else ""
        if told:
            return [line(maker.sentence(told))]
        if decl is not None and not statements[0].call.args:
            return [maker.sentence_line(each) for each in maker.prose.effects(decl.effects)]
    return [maker.sentence_line(each) for each in maker.prose.effects(effects)]


def _facts(maker: Maker, step: AnyStep) -> Line:
    """How often, in which order and until when."""
    say, prose = maker.say, maker.prose
    facts: list[Line] = []
    order, times, until, skip = map(step.code, ("order", "times", "until", "skip"))
    if isinstance(step, SimultaneousStep):
        facts.append(_together(maker, step))
    if step.acts and (order is None or order.text.strip() == "players"):
        facts.append(line(say("for_each_turn")))
    elif order is not None:
        facts.append(maker.around("in_order", "order", prose.expression(order)))
    if times is not None:
        facts.append(told_times(maker, step, times))
    if goes_on(until, maker.ruleset.functions):
        facts.append(line(say("until_over")))
    elif until is not None:
        facts.append(maker.around("until", "condition", prose.condition(until)))
    if skip is not None:
        facts.append(maker.around("skipped", "condition", prose.condition(skip)))
    if isinstance(step, TurnsStep | SimultaneousStep) and step.offers is not None:
        facts.append(_menu(maker, step))
    if isinstance(step, TurnsStep) and step.stuck is not None:
        told = [each for each in prose.effects(step.stuck) if each]
        others = maker.around("stuck", "effects", joined(told, say("x_then"))) if told else line(say("stuck_passes"))
        facts.append(others)
    return joined(facts, say("comma"))


def told_times(maker: Maker, step: AnyStep, times: Code) -> Line:
    """How often a step is gone through."""
    key = "times_round" if step.acts else "times"
    values = {count: maker.figures.number(times, count) for count in maker.figures.counts}
    if any(value is None for value in values.values()):
        return maker.around(key, "times", maker.prose.expression(times))
    told = {
        count: maker.say(key, times=value or 0) if value != 1 else maker.say("once") for count, value in values.items()
    }
    return line(maker.words.by_players(told))


def _together(maker: Maker, step: SimultaneousStep) -> Line:
    """Who decides in secret, before all is revealed."""
    if step.of is None:
        return line(maker.say("together"))
    return maker.around("together_of", "players", maker.prose.expression(step.of))


def _menu(maker: Maker, step: TurnsStep | SimultaneousStep) -> Line:
    menu = step.offers
    every_action = plain(every(maker.ruleset, "actions"))
    actions = [maker.names.of(name) for name, decl in every_action.items() if menu in decl.menu]
    listed = maker.words.alternatives(actions)
    done = maker.names.of(str(step.pass_.name)) if step.pass_ is not None else maker.names.of("pass")
    if isinstance(step, TurnsStep) and step.play == "until_pass":
        return line(maker.say("choose_actions", actions=listed, done=done))
    if step.pass_ is not None:
        return line(maker.say("choose_action", actions=maker.words.alternatives([*actions, done])))
    return line(maker.say("choose_action", actions=listed))


# ---------------------------------------------------------------- actions


def actions(maker: Maker) -> Chapter:
    """Every action: what it is, what is chosen, what it costs."""
    cards = tuple(_action(maker, name, decl) for name, decl in plain(every(maker.ruleset, "actions")).items())
    return Chapter(maker.say("actions"), "actions", cards)


def _action(maker: Maker, name: str, decl: ActionDecl) -> Card:
    say, names, prose = maker.say, maker.names, maker.prose
    blocks = maker.paragraph(path_of_text(maker.ruleset, "actions", name), decl)
    rows: list[tuple[Line, ...]] = []
    if decl.cost:
        rows.append((line(strong(say("cost"))), told_cost(maker, decl)))
    if decl.limit is not None:
        rows.append((line(strong(say("number"))), _limit(maker, decl)))
    if decl.when is not None:
        rows.append((line(strong(say("only_when", condition="").strip())), prose.condition(decl.when)))
    for condition in decl.requires.values():
        said = line(maker.sentence(str(condition.text))) if condition.text else prose.condition(condition.test)
        rows.append((line(strong(say("only_when", condition="").strip())), said))
    chosen = [_parameter(maker, parameter, each) for parameter, each in decl.parameters.items()]
    if chosen:
        label = line(strong(say("chosen")))
        for number, each in enumerate(chosen):
            rows.append((label if not number else (), each))
    if decl.menu and list(map(str, decl.menu)) != ["main"]:
        menus = maker.words.alternatives([names.of(str(each)) for each in decl.menu])
        blocks.append(Paragraph(line(say("menu", menu=menus)), "note"))
    if rows:
        blocks.append(Grid((), tuple(rows)))
    return Card(names.heading(name), tuple(blocks), maker.cites(decl.source), f"action-{name}")


def told_cost(maker: Maker, decl: ActionDecl) -> Line:
    """What an action costs."""
    prices = [_price(maker, str(field), amount) for field, amount in decl.cost.items()]
    return joined([each for each in prices if each], maker.say("comma"))


def _price(maker: Maker, field: str, amount: Code) -> Line:
    if maker.is_hidden(field):
        return ()
    known = {maker.figures.number(amount, count) for count in maker.figures.counts}
    word = maker.names.counted(field, 1 if known == {1} else 2)
    return maker.around("price", "amount", maker.prose.expression(amount), field=word)


def _parameter(maker: Maker, name: str, decl: object) -> Line:
    assert isinstance(decl, ParameterDecl)
    label = maker.names.of(name)
    if decl.items is None:
        assert decl.value is not None
        return line(label, maker.say("colon"), maker.prose.expression(decl.value))
    items = maker.prose.expression(decl.items)
    if decl.test is None:
        return maker.around("one_of", "items", items, name=label)
    told = maker.say("one_of_if", name=label, items="\0", condition="\1")
    before, _, rest = told.partition("\0")
    between, _, after = rest.partition("\1")
    return line(before, items, between, maker.prose.condition(decl.test), after)


def _limit(maker: Maker, decl: ActionDecl) -> Line:
    limit = decl.limit
    assert limit is not None
    scope = maker.scope(limit.per)
    values = (
        {count: maker.figures.number(limit.times, count) for count in maker.figures.counts}
        if limit.times is not None
        else dict.fromkeys(maker.figures.counts, 1)
    )
    if all(value == 1 for value in values.values()):
        told = line(maker.say("limit_once", scope=scope))
    elif all(value is not None for value in values.values()):
        told = line(
            maker.words.by_players({n: maker.say("limit", times=v or 0, scope=scope) for n, v in values.items()})
        )
    else:
        assert limit.times is not None
        told = maker.around("limit", "times", maker.prose.expression(limit.times), scope=scope)
    if limit.of is not None:
        told = maker.around("limit_of", "limit", told, of=maker.names.of(limit.of))
    return told


# ---------------------------------------------------------------- special effects


def special(maker: Maker) -> Chapter:
    """What cards and markers change, and what follows whenever something happens."""
    rows = []
    for name, decl in plain(every(maker.ruleset, "adjustments")).items():
        told = maker.text(path_of_text(maker.ruleset, "adjustments", name), decl)
        text = line(maker.sentence(told)) if told else _changed(maker, decl)
        rows.append((line(strong(maker.names.heading(name))), maker.with_rules(text, decl), line(_lasts(maker, decl))))
    for name, trigger in plain(every(maker.ruleset, "triggers")).items():
        told = maker.text(path_of_text(maker.ruleset, "triggers", name), trigger)
        text = line(maker.sentence(told)) if told else _set_off(maker, trigger)
        heading = line(strong(maker.names.heading(name)))
        rows.append((heading, maker.with_rules(text, trigger), line(maker.say("always"))))
    head = (maker.say("names"), maker.say("effect"), maker.say("lasts"))
    return Chapter(maker.say("special"), "special", (Grid(tuple(map(line, head)), tuple(rows)),) if rows else ())


def _changed(maker: Maker, decl: AdjustmentDecl) -> Line:
    parts: list[Line] = [line(maker.names.heading(decl.of), maker.say("colon"))]
    if decl.value is not None:
        parts.append(maker.prose.expression(decl.value))
    for effects in (decl.before, decl.instead, decl.after):
        if effects is not None:
            parts += [line(" ", each) for each in maker.prose.effects(effects)]
    return line(*parts)


def _set_off(maker: Maker, decl: TriggerDecl) -> Line:
    """What sets off a trigger, as it is written, and what it does."""
    on = ", ".join(each.text.strip() for each in decl.on)
    while_active = f" ({_lasts(maker, decl)})" if decl.lasts else ""
    parts: list[Line] = [line(on, while_active, maker.say("colon"))]
    parts += [line(" ", each) for each in maker.prose.effects(decl.do)]
    return line(*parts)


def _lasts(maker: Maker, decl: AdjustmentDecl | TriggerDecl) -> str:
    if not decl.lasts:
        return maker.say("always")
    scope = decl.duration or "game"
    inside = "" if scope == "game" else maker.say("for_scope", scope=maker.scope(scope))
    if not decl.until:
        return inside or maker.say("whole_game")
    until = maker.say("until_event", event=", ".join(each.text.strip() for each in decl.until))
    return f"{inside}; {until}" if inside else until


# ---------------------------------------------------------------- scoring


def scoring(maker: Maker) -> Chapter:
    """Points, ties, who wins."""
    decl, say = maker.ruleset.scoring, maker.say
    prose = maker.prose if decl.of is None else replace(maker.prose, it="e_team")
    blocks: list[Block] = []
    told = maker.text("scoring", decl)
    if told:
        blocks.append(Paragraph(maker.with_rules(line(maker.sentence(told)), decl)))
    rows = []
    for name, item in plain(decl.items).items():
        text = maker.text(f"scoring.items.{name}", item)
        label = line(strong(maker.names.heading(name)))
        points = line(maker.sentence(text)) if text else prose.expression(item.points)
        rows.append((label, maker.with_rules(points, item)))
    if rows:
        blocks.append(Grid((line(say("item")), line(say("points"))), tuple(rows)))
    together, teams = maker.ruleset.players.together, maker.ruleset.players.teams is not None
    if decl.winners is not None and together and not told:
        blocks.append(Paragraph(maker.around("won_together", "value", prose.condition(decl.winners))))
    elif decl.winners is not None and not told:
        blocks.append(Paragraph(maker.around("winners_are", "value", prose.expression(decl.winners))))
    elif not told and not together:
        blocks.append(Paragraph(line(say("most_of_teams_wins" if teams else "most_wins"))))
    if decl.tie_break and not told:
        blocks.append(Paragraph(line(say("ties"))))
        blocks.append(Items(tuple(Item(prose.expression(each)) for each in decl.tie_break), numbered=True))
    elif decl.winners is None and not told and not together:
        blocks.append(Paragraph(line(say("no_ties_of_teams" if teams else "no_ties"))))
    if teams and decl.items and decl.of is None and not told:
        blocks.append(Paragraph(line(say("points_of_teams"))))
    if "places" in decl.model_fields_set and not told:
        blocks.append(Paragraph(line(say(f"places_{decl.places}"))))
    return Chapter(say("scoring"), "scoring", tuple(blocks) if decl.items or told or decl.winners else ())
