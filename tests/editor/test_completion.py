"""What an editor offers while rules are typed: keys, names by their types, options, rules; and what it does not."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass

import pytest
from lsprotocol import types
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio


@dataclass(frozen=True)
class Case:
    """What is offered at `¦` in what is typed in the place of something in a file: these labels, not those, and before
    all others the `first` ones."""

    file: str
    old: str
    new: str
    there: str = ""
    missing: str = ""
    first: str = ""

    def faults(self, found: list[types.CompletionItem]) -> list[str]:
        """What is wrong with what is offered."""
        labels = [each.label for each in found]
        told = [f"{self.new!r}: {each} is missing" for each in self.there.split() if each not in labels]
        told += [f"{self.new!r}: {each} is offered" for each in self.missing.split() if each in labels]
        wanted = self.first.split()
        if wanted and set(labels[: len(wanted)]) != set(wanted):
            told.append(f"{self.new!r}: {labels[: len(wanted)]} come before {wanted}")
        return told


async def offered(file: File, old: str, new: str, *, fresh: bool = False) -> list[types.CompletionItem]:
    """What is offered at `¦` in what is typed in the place of something, the best first; then all is as before."""
    before = file.text
    where = put(file, old, new)
    if fresh:
        await file.diagnostics()
    params = types.CompletionParams(file.identifier, where)
    found = await file.editor.client.text_document_completion_async(params)
    items = found.items if isinstance(found, types.CompletionList) else found or []
    file.restore(before)
    return sorted(items, key=lambda each: each.sort_text or each.label)


def put(file: File, old: str, new: str) -> types.Position:
    """Type something with `¦` in it, and where that stands."""
    start = file.text.index(old)
    file.replace(old, new.replace("¦", ""))
    front = file.text[: start + new.index("¦")]
    return types.Position(front.count("\n"), len(front) - (front.rfind("\n") + 1))


async def check(editor: Editor, cases: tuple[Case, ...]) -> None:
    """See that every case is as it says."""
    files: dict[str, File] = {}
    told: list[str] = []
    for each in cases:
        if each.file not in files:
            files[each.file] = editor.open(each.file)
            await files[each.file].diagnostics()  # what is typed before that is answered from what the text alone says
        told += each.faults(await offered(files[each.file], each.old, each.new))
    assert told == [], "\n".join(told)


ACTIONS, GOALS = "cargo_empire/actions.yaml", "cargo_empire/examples.yaml"
LOOK = "cargo_empire/look.yaml"
NEW = "actions:\n  zed:\n    "
CHOSEN = NEW + "parameters:\n      c: {in: City}\n      k: {in: Colour}\n    "

CARGO = (
    # keys of sections and elements
    Case("cargo_empire/game.yaml", "flow:\n", "¦\nflow:\n", "enums kinds zones", "flow scoring players change remove"),
    Case(ACTIONS, "actions:\n", NEW + "¦\n", "parameters when effects source", "points cells"),
    Case(ACTIONS, "actions:\n", NEW + "when: true\n    ¦\n", "parameters effects", "when"),
    Case(ACTIONS, "actions:\n", "actions:\n  zed: {¦}\n", "parameters when effects"),
    Case(ACTIONS, "actions:\n", "actions:\n  zed: {when: true, par¦\n", "parameters effects", "when"),
    Case("cargo_empire/game.yaml", "flow:\n", "flow:\n  - ¦\n", "turns rounds phase simultaneous do move", "before"),
    Case("cargo_empire/game.yaml", "flow:\n", "flow:\n  - turns: t\n    ¦\n", "order play until", "turns rounds"),
    # rules, menus, scopes, words
    Case(ACTIONS, "actions:\n", NEW + "source: [¦]\n", "CAR-1.1 CAR-3.10", "City main"),
    Case(ACTIONS, "actions:\n", NEW + "menu: ¦\n", "main", "CAR-1.1"),
    Case(ACTIONS, "actions:\n", NEW + "limit: {per: ¦}\n", "game action", "City"),
    Case(ACTIONS, "actions:\n", NEW + "secret: ¦\n", "true false", "none"),
    Case(ACTIONS, "actions:\n", NEW + "cost: {¦}\n", "markers posts", "level"),
    # names in scope, of their types
    Case(ACTIONS, "actions:\n", NEW + "parameters:\n      c: {in: City, if: c.¦}\n", "level port name", "hand c me"),
    Case(ACTIONS, "actions:\n", CHOSEN + "when: ¦\n", "c k me", "d move"),
    Case(ACTIONS, "actions:\n", CHOSEN + "when: me == ¦\n", "me active red", "move"),
    Case(ACTIONS, "actions:\n", CHOSEN + "effects: |\n      let d = c\n      ¦\n", "c d k me let if move do", "x"),
    Case(ACTIONS, "actions:\n", CHOSEN + "effects: |\n      let d = c\n      if d.¦\n", "level port", "hand d"),
    Case(ACTIONS, "actions:\n", CHOSEN + "effects: |\n      for x in c.¦\n", "level", "c"),
    Case(
        ACTIONS,
        "actions:\n",
        CHOSEN + "effects: |\n      if c.level >\n      let y = (\n      me.¦\n",
        "hand posts",
        "level",
    ),
    Case(ACTIONS, "actions:\n", CHOSEN + 'announce: "{me} is in {¦}"\n', "c k me", "d"),
    Case(ACTIONS, "actions:\n", CHOSEN + "effects: |\n      move ¦\n", "c all", "let"),
    Case(ACTIONS, "actions:\n", CHOSEN + "effects: |\n      let ¦\n", "", "c me"),
    # examples
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    when:\n      - ¦\n", "red blue then", "deliver"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    when: |\n      re¦\n", "red", "deliver"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    when: |\n      red: x\n      blue: ¦\n", "deliver", "red"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    when: |\n      red: cannot de¦\n", "deliver", "never"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    then: |\n      true\n      is_o¦\n", "is_over", "deliver"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    when:\n      - red: ¦\n", "deliver discard cannot never", "red"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    when:\n      - red: cannot ¦\n", "deliver discard", "never"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    given: red.¦\n", "posts hand", "level"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    run: |\n      do ¦\n", "draw_cards", "deliver City"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    then:\n      - red.¦ == 3\n", "posts markers", "level"),
    Case(GOALS, "examples:\n", "examples:\n  zed:\n    waits: {¦}\n", "red blue", "then"),
    # what is printed, icons, where things lie, dice
    Case(LOOK, "look:\n", "look:\n  icons: {¦}\n", "City", "deliver"),
    Case(LOOK, "look:\n", "look:\n  icons: {City: wheat-¦}\n", "wheat-awn", "brown deliver city"),
    Case(LOOK, "    Transport:\n", "    Tr¦:\n", "Transport", "deliver CityCard"),
    Case(LOOK, "look:\n", "look:\n  faces: {City: {¦}}\n", "title corners icon back", "boards"),
    Case(LOOK, "look:\n", "look:\n  faces:\n    City:\n      icon: it.¦\n", "level port", "hand"),
    Case(LOOK, "look:\n", "look:\n  faces: {City: {back: {icon: ¦}}}\n", "City", "title"),
    Case(LOOK, "zones: {row", "zones: {¦, row", "deck discards", "City hand"),
    Case(LOOK, "look:\n", "look:\n  zones: {hand: ¦}\n", "row fan pile grid", "City"),
    Case(LOOK, "look:\n", "look:\n  dice: ¦\n", "Player.posts", "City"),
)


async def test_cargo_empire(editor: Editor) -> None:
    editor.copy("cargo_empire")
    await check(editor, CARGO)


GAME, POND = "pizarro/game.yaml", "cuzco_kk/variants/pond_ties.yaml"

PIZARRO = (
    Case(GAME, "if scenario == campaign else", "if scenario == ¦ else", first="campaign occupation"),
    Case(GAME, "is: inca if p == spain", "is: inca if p == ¦", "p spain inca", "z u", first="p spain inca me active"),
    Case(GAME, "is: inca if p == spain", "is: inca if p.¦", "vp general supply", "stationed p me"),
    Case(GAME, "is: inca if p == spain", "is: Scenario.¦", "campaign occupation", "p spain"),
    Case(GAME, "state:\n", "state:\n  zed: {type: ¦}\n", "int bool list set map Unit Player Scenario", "foe vp"),
    Case(GAME, "state:\n", "state:\n  zed: {type: int 0..¦}\n", "longest_siege round_markers", "Unit int"),
    Case(GAME, "state:\n", "state:\n  zed: {type: list[¦\n", "Unit Player", "foe"),
    Case(GAME, "state:\n", "zones:\n  zed: {of: ¦}\nstate:\n", "Unit Commander", "foe main"),
    Case(GAME, "state:\n", "zones:\n  zed: {of: Unit, refill: ¦}\nstate:\n", "hand supply", "Unit"),
    Case(GAME, "state:\n", "adjustments:\n  zed: {of: ¦}\nstate:\n", "covered doubled", "foe"),
    Case(GAME, "state:\n", "adjustments:\n  zed: {of: loss_chooser, value: ¦}\nstate:\n", "value p nth", "z"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: U¦}\nstate:\n", "Unit", "campaign"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: Unit.¦}\nstate:\n", "camp moved", "vp"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: u enters z.stationed, if: z.¦}\nstate:\n", "fv staff", "camp rp"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: u enters z.stationed, if: ¦}\nstate:\n", "u z", "was now"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: camp_p¦}\nstate:\n", "camp_phase", "campaign"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: q.¦}\nstate:\n", "camp_phase", "administration"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: administration ¦}\nstate:\n", "begins ends", "Unit"),
    Case(GAME, "state:\n", "triggers:\n  zed: {on: q.camp_phase ends, whose: ¦}\nstate:\n", "q me", "was"),
    Case(GAME, "state:\n", "adjustments:\n  z: {of: loss_chooser, until: administration ¦}\nstate:\n", "begins ends"),
    Case(GAME, "state:\n", "adjustments:\n  zed: {of: loss_chooser, until: next tur¦}\nstate:\n", "turn", "vp"),
    Case(GAME, "points: me.vp", "points: combat.¦", "loss d_loss", "vp me"),
    Case(GAME, "points: me.vp", "points: fo¦", "foe", "p z"),
    Case(GAME, "{level_name(me)}", "{level_name(¦", "me foe spain", "let"),
    Case(GAME, "do: do shift_cursors()", "do: do ¦", "shift_cursors major_battle", "foe Unit"),
    Case(GAME, "do reserve_step(p)", "do res¦", "reserve_step", "foe"),
    Case(GAME, "do reserve_step(p)", "move all p.¦", "supply hand", "stationed"),
)


PUNA = tuple([
    Case("puna/game.yaml", *each) for each in (
        ("laid: spot", "laid: ¦", "spot bag", "turn"),
        ("turn: turn\n", "turn: ¦\n", "turn", "face"),
        ("match: ground", "match: ¦", "ground scenery", "face herder"),
        ("shown: scenery", "shown: ¦", "scenery", "face"),
        ("of: Part\n", "of: ¦\n", "Part", "Ground"),
        ("      face: face\n", "      face: ¦\n", "face", "turn"),
        ("part: it.herder", "part: it.¦", "herder ground beside tile", "turn face"),
        ("is: region(q from p over joined(q))", "is: region(q from p over jo¦", "joined", "open_sides"),
        ("o: {ground: pasture,", "o: {¦,", "ground stores", "face"),
    )
])  # fmt: skip


async def test_tiles(editor: Editor) -> None:
    editor.copy("puna")
    await check(editor, PUNA)


@pytest.mark.slow
async def test_pizarro(editor: Editor) -> None:
    editor.copy("pizarro")
    await check(editor, PIZARRO)


OVERLAY = (
    Case(POND, "remove:\n", "change:\n  ¦\nremove:\n", "functions flow kinds", "pond_scorers change"),
    Case(POND, "replace:\n", "¦\nreplace:\n", "change functions", "replace remove"),
    Case(POND, "remove:\n", "change:\n  functions:\n    ¦\nremove:\n", "pond_scorers can_place", "functions is"),
    Case(POND, "remove:\n", "change:\n  functions:\n    pond_scorers:\n      ¦\nremove:\n", "is of gives", "can_place"),
    Case(POND, "remove:\n", "change:\n  functions:\n    pond_scorers: {is: ¦}\nremove:\n", "shore", "price"),
    Case(POND, "remove:\n", "change:\n  flow:\n    ¦\nremove:\n", "turn", "do phase"),
    Case(POND, "remove:\n", "change:\n  flow:\n    turn:\n      ¦\nremove:\n", "order start", "functions"),
    Case(POND, "remove:\n", "remove:\n  ¦\n", "functions kinds rulebook", "pond_scorers examples"),
    Case(POND, "remove:\n", "remove:\n  functions: [¦]\n", "pond_scorers can_place", "kinds"),
    Case(POND, "remove:\n", "remove:\n  kinds: {FestivalCard: {entries: [¦]}}\n", "mask_card vase_card", "entries"),
    Case(POND, "remove:\n", "remove:\n  rulebook:\n    rules:\n      - ¦\n", "CKK-9.3", "pond_scorers"),
)


async def test_an_overlay(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    await check(editor, OVERLAY)


FELD, TEXTS = "cuzco_feld/actions.yaml", "cuzco_feld/texts/ja.yaml"

CUZCO_FELD = (
    Case("cuzco_feld/board.yaml", "pairs:\n", "pairs:\n        - [¦]\n", "", "me main"),
    Case(TEXTS, "title: ", "¦\ntitle: ", "text", "actions rules title"),
    Case(TEXTS, "rules:\n  CFE-0.1:", "rules:\n  ¦\n  CFE-0.1x:", "CFE-0.1", "CFE-0.2 title"),
    Case(TEXTS, "names:\n", "names:\n  ¦\n", "", "CFE-0.2"),
    Case(TEXTS, "{rounds_per_game}", "{rounds¦", "rounds_per_game", "let CFE-0.2"),
    Case("cuzco_feld/rulebook.yaml", "{rounds_per_game}", "{size(T¦)}", "Tile", "let"),
)


QUORIDOR = (
    Case("quoridor/game.yaml", "edges: {of: board", "edges: {of: ¦", "board", "gaps joints walls"),
    Case("quoridor/game.yaml", "edges: {of: board, rim: false}", "edges: {¦}", "of rim", "columns kind"),
    Case("quoridor/game.yaml", "    edges: {of: board, rim: false}", "    ¦", "edges corners square hex", "of rim"),
    Case("quoridor/game.yaml", "touching(j, Gap)", "touching(j, ¦)", "Gap Square"),
    Case("quoridor/game.yaml", "beside(s, d, Gap)", "beside(s, ¦, Gap)", "d north", "main"),
)


BOARDS = (
    Case("quoridor/game.yaml", "seats: {red: bottom, blue", "seats: {¦", "red"),
    Case("quoridor/game.yaml", "seats: {red: bottom", "seats: {red: ¦", "bottom left"),
    Case("quoridor/game.yaml", "spaces: boxes", "spaces: ¦", "points triangles"),
    Case("quoridor/game.yaml", 'checks: "#e8cfa4"', "checks: ¦", "red blue"),
    Case("quoridor/game.yaml", 'checks: "#e8cfa4"', "sides: {¦", "top left"),
    Case("quoridor/game.yaml", 'checks: "#e8cfa4"', "sides: {top: pe¦", "peru"),
    Case("quoridor/game.yaml", 'checks: "#e8cfa4"', "regions: {north: {of: [¦", "a1 e9"),
    Case("quoridor/game.yaml", 'checks: "#e8cfa4"', "tint: it.¦", "runner column"),
    Case("quoridor/game.yaml", 'checks: "#e8cfa4"', "marks: [{of: ¦", "a1 viewer", "it"),
    Case("quoridor/game.yaml", 'checks: "#e8cfa4"', "marks: [{of: a1, as: ¦", "ring line"),
)


async def test_how_boards_are_drawn(editor: Editor) -> None:
    editor.copy("quoridor")
    await check(editor, BOARDS)


async def test_edges_and_corners(editor: Editor) -> None:
    editor.copy("quoridor")
    await check(editor, QUORIDOR)


@pytest.mark.slow
async def test_cuzco_feld_and_a_translation(editor: Editor) -> None:
    editor.copy("cuzco_feld")
    await check(editor, CUZCO_FELD)


def a_game(editor: Editor) -> File:
    editor.copy("tic_tac_toe")
    return editor.open("tic_tac_toe/game.yaml")


async def test_keys_have_their_meaning(editor: Editor) -> None:
    found = {each.label: each for each in await offered(a_game(editor), "  mark:\n", "  mark:\n    ¦\n")}
    told = found["when"].documentation
    assert isinstance(told, types.MarkupContent)
    assert "must hold" in told.value
    assert isinstance(found["when"].text_edit, types.TextEdit)
    assert found["when"].text_edit.new_text == "when: "


async def test_what_is_offered_takes_the_place_of_the_word(editor: Editor) -> None:
    file = a_game(editor)
    (found,) = [
        each for each in await offered(file, "space.mark == none", "space.m¦ark == none") if each.label == "mark"
    ]
    place = file.at("space.mark == none")
    assert isinstance(found.text_edit, types.TextEdit)
    start, end = place.character + len("space."), place.character + len("space.mark")
    assert found.text_edit.range == types.Range(types.Position(place.line, start), types.Position(place.line, end))


async def test_the_words_of_an_element_are_told_when_they_are_asked_for(editor: Editor) -> None:
    found = {each.label: each for each in await offered(a_game(editor), "space.mark == none", "full_¦")}
    assert found["full_line"].documentation is None
    told = await editor.client.completion_item_resolve_async(found["full_line"])
    assert isinstance(told.documentation, types.MarkupContent)
    assert "**TTT-4** A player whose marks fill" in told.documentation.value


async def test_what_was_not_there_when_the_file_could_last_be_read_is_known_from_what_it_says(editor: Editor) -> None:
    file = a_game(editor)
    assert await file.codes() == []
    new = "functions:\n  zed:\n    of: {q: Square, p: Player}\n    is: q.¦\n\nactions:\n  broken: [\n"
    labels = [each.label for each in await offered(file, "actions:\n", new)]
    assert "mark" in labels
    assert "win" not in labels


async def test_a_comment_and_the_words_of_a_text_have_no_offers(editor: Editor) -> None:
    file = a_game(editor)
    assert await offered(file, "actions:\n", "# me.¦\nactions:\n") == []
    assert await offered(file, "actions:\n", 'procedures:\n  p:\n    effects: log "me.¦"\nactions:\n') == []


@pytest.mark.slow
async def test_it_is_quick_in_the_largest_game_through_the_protocol(editor: Editor) -> None:
    """The median of 100 random places of a file, what is told and read included."""
    editor.copy("pizarro")
    file = editor.open("pizarro/battle.yaml")
    await file.diagnostics()
    chance, taken = random.Random(3), []
    for _ in range(100):
        rows = file.text.split("\n")
        line = chance.randrange(len(rows))
        where = types.Position(line, chance.randint(0, len(rows[line])))
        begin = time.perf_counter()
        await editor.client.text_document_completion_async(types.CompletionParams(file.identifier, where))
        taken.append(time.perf_counter() - begin)
    print(f"median {statistics.median(taken) * 1000:.1f} ms")
    assert statistics.median(taken) < 0.05


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("¦", "players actions"),
        ("pl¦", "players"),
        ("players:\n  m¦", "min max"),
        ("players: {min: 2, max: 2}\nactions:\n  go:\n    ¦", "effects parameters"),
        ("players: {min: 2, max: 2}\nzones: {deck: {holds: x}}\nactions:\n  go:\n    effects: wi¦", "win"),
        ("enums: {Suit: [red]}\nplayers: {min: 2, max: 2, names: [a, b], fields: {suit: ¦}}\nzones: {d: {}}", "Suit"),
    ],
)
async def test_a_ruleset_that_was_never_whole_is_completed_too(editor: Editor, typed: str, there: str) -> None:
    """Who begins a game has no good tree yet: what can be read answers, or what every ruleset has."""
    (editor.folder / "game.yaml").write_text("", encoding="utf-8")
    file = editor.open("game.yaml")
    file.type(types.Position(0, 0), "ruleset: {name: new, title: New}\n#\n")
    found = await offered(file, "#\n", typed, fresh=True)
    assert set(there.split()) <= {each.label for each in found}


async def test_teams_are_completed(editor: Editor) -> None:
    text = (
        "ruleset: {name: pairs, title: Pairs}\nenums: {Side: [north, east]}\n"
        "players:\n  min: 2\n  max: 2\n  seats: {ann: {side: north, age: 3}, bob: {side: east, age: 4}}\n"
        "  attributes: {side: Side, age: int 0..9}\n  teams: side\n"
        "actions: {go: {effects: win}}\nflow: [{turns: turn}]\nscoring: {items: {one: 1}}\n"
    )
    (editor.folder / "game.yaml").write_text(text, encoding="utf-8")
    file = editor.open("game.yaml")
    cases = [
        Case("game.yaml", "teams: side", "teams: ¦", "side", "age Side"),
        Case("game.yaml", "scoring: {items", "scoring: {of: ¦, items", "Side", "side"),
    ]
    assert [fault for each in cases for fault in each.faults(await offered(file, each.old, each.new))] == []


async def test_a_table_beside_the_rules_is_offered(editor: Editor) -> None:
    (editor.folder / "cards.csv").write_text("id\nred_one\n", encoding="utf-8")
    (editor.folder / "game.yaml").write_text(
        "ruleset: {name: shop, title: Shop}\nplayers: {min: 1, max: 1, names: [ann]}\nkinds:\n  Card:\n    entries:\n"
        "      red: {}\n",
        encoding="utf-8",
    )
    file = editor.open("game.yaml")
    assert "from" in {each.label for each in await offered(file, "red: {}", "f¦", fresh=True)}
    assert "cards.csv" in {each.label for each in await offered(file, "red: {}", "from: ¦", fresh=True)}
