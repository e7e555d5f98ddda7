/** What a seat sees of a table: the same plain data as `view.py` makes on a server. */

import {pictureOf} from "./picture.js";

/** @typedef {any} Game */
/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table @param {import("../types.js").About} about @param {number} seat -1 for who watches
 * @param {number} since the passage of the story to begin with @param {number} [ply] where to look back to
 * @returns {import("../types.js").View}
 */
export function viewOf(table, about, seat, since = 0, ply = table.ply) {
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
            picture: pictureOf(game, about, seat),
            decision: game.over ? null : decisionOf(game, seat, now),
            scores: scoresOf(game),
            result: game.over ? resultOf(game) : null,
            log: table.story(seat, since, steps),
            can: {undo: now && !table.bound, redo: now && table.future.length > 0, why: false},
        };
    });
}

/** @param {Game} game @param {number} seat @param {boolean} now options are listed of the present position alone */
function decisionOf(game, seat, now) {
    const known = game.about.decisions[game.cell("decision")], mine = game.seat === seat;
    /** @type {import("../types.js").Decision} */
    const shown = {player: game.player, name: known.name, mine};
    if (mine || !known.secret) shown.prompt = game.prompt;
    if (mine && now) Object.assign(shown, {options: game.numbers, texts: game.options});
    return shown;
}

/** Every player's score as it would be now. @param {Game} game */
function scoresOf(game) {
    const {items} = game.about.scoring, totals = game.scores;
    return Object.fromEntries(game.seats().map((/** @type {number} */ seat) => [game.playerName(seat), {
        total: totals[seat],
        items: Object.fromEntries(items.map((/** @type {[string, number]} */ [name, number]) => [name, game.forPlayer(number, seat)])),
    }]));
}

/** How it came out. @param {Game} game */
function resultOf(game) {
    return {outcome: game.outcome, winners: game.winners.map((/** @type {number} */ seat) => game.playerName(seat)), report: game.report};
}
