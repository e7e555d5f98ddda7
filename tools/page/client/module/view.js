/** What a seat sees of a table: the same plain data as `view.py` makes on a server. */

import {pictureOf} from "./picture.js";
import {Speech, headed} from "./speech.js";

/** @typedef {any} Game */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./taint.js").Taint | null} Watch */

/**
 * @param {Table} table @param {import("../types.js").About} about @param {number} seat -1 for who watches
 * @param {Watch} watch @param {number} since the passage of the story to begin with @param {number} [ply] where to look back to
 * @returns {import("../types.js").View}
 */
export function viewOf(table, about, seat, watch, since = 0, ply = table.ply) {
    const {game} = table;
    return table.back(ply, (steps) => {
        const observation = game.observed(seat), now = ply === table.ply;
        return {
            ply: steps.length,
            seat,
            player: seat >= 0 ? game.playerName(seat) : null,
            players: observation.players,
            over: game.over,
            observation,
            picture: pictureOf(game, about, seat, watch),
            decision: game.over ? null : decisionOf(game, seat, now),
            scores: scoresOf(game, seat, game.over ? null : watch),
            result: game.over ? resultOf(game) : null,
            log: table.story(seat, since, steps),
            can: {undo: seat >= 0 && now && !table.bound, redo: seat >= 0 && now && table.future.length > 0, why: seat >= 0 && now && !game.over && game.seat === seat},
        };
    });
}

/** @param {Game} game @param {number} seat @param {boolean} now options are listed of the present position alone */
function decisionOf(game, seat, now) {
    const known = game.about.decisions[game.cell("decision")], mine = game.seat === seat;
    /** @type {import("../types.js").Decision} */
    const shown = {player: game.player, name: known.name, prompt: mine || !known.secret ? promptOf(game) : "", mine};
    if (mine && now) Object.assign(shown, {options: game.numbers});
    return shown;
}

/** What is to be decided, as people read it. @param {Game} game */
function promptOf(game) {
    const {number, values} = game.question;
    return number < 0 ? "" : told(game, number, values);
}

/** A text of the game as people read it. @param {Game} game @param {number} number @param {any[]} values */
function told(game, number, values) {
    const speech = new Speech(game.about), {parts, types} = game.about.texts[number];
    return speech.line(parts, values.map((each, i) => speech.value(types[i], each)));
}

/**
 * Every player's score as it would be now; null for what the viewer cannot know, or what cannot be counted yet.
 * @param {Game} game @param {number} viewer @param {Watch} watch @returns {Record<string, import("../types.js").Score>}
 */
function scoresOf(game, viewer, watch) {
    const {score, items} = game.about.scoring;
    if (!items.length) return {};
    const functions = [score, ...items.map((/** @type {[string, number]} */ each) => each[1])];
    const unseen = watch?.scores.size ? watch.unseen(viewer) : null;
    const numbers = game.seats().map((/** @type {number} */ seat) => functions.map((each) =>
        !watch || !unseen || watch.knows(each, seat, unseen) ? counts(game, each, seat) : null));
    return Object.fromEntries(game.seats().map((/** @type {number} */ seat) => [game.playerName(seat), {
        total: numbers[seat][0],
        items: Object.fromEntries(items.map((/** @type {[string, number]} */ [name], /** @type {number} */ i) => [name, numbers[seat][i + 1]])),
    }]));
}

/** @param {Game} game @param {number} number @param {number} seat @returns {number | null} */
function counts(game, number, seat) {
    try {
        return game.forPlayer(number, seat);
    } catch {
        return null;
    }
}

/** How it came out. @param {Game} game */
function resultOf(game) {
    const places = game.places, {teams, team_domain: kind} = game.about.scoring;
    const won = [...new Set(game.winners.map((/** @type {number} */ seat) => teams[seat]))].filter((each) => each !== undefined);
    return {
        outcome: game.outcome,
        winners: game.winners.map((/** @type {number} */ seat) => game.playerName(seat)),
        teams: won.sort((a, b) => a - b).map((each) => game.member(kind, each)),
        places: Object.fromEntries(game.seats().map((/** @type {number} */ seat) => [game.playerName(seat), places[seat]])),
        report: game.reported.map((/** @type {any} */ each) => headed(told(game, each.text, each.values))),
    };
}
