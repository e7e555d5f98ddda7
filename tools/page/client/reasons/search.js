/** The search for a missing option, in the module that goes with the rules: as `interpreter/program/searching.py` makes it. */

import {Basis} from "./basis.js";

/** @typedef {{exact: number[], alike: number[]}} Fits the values that a text may stand for; of a list of values those in it, by their own numbers and by those of their groups */
/**
 * @typedef {{place: number, sort: string, short: any[], missing: number, bound: Map<number, any>, other: any[] | null, reached: number[]}} Search
 * how far it got: the condition that failed, of a cost or limit with its sort, subject and numbers, or the parameter that
 * had no such value; what was bound then; another option that came out
 */

/** Look for an option. Raises RuleFault. @param {Basis} basis @param {number} alternative @param {Map<number, Fits>} fixed what its parameters must be @returns {Search} */
export function search({evaluator, game, rules}, alternative, fixed) {
    const {wanted, searches, found} = rules;
    evaluator.place(undefined, (state) => {
        state[wanted.alternative] = alternative;
        state[wanted.known] = state[wanted.inner] = -1;
        for (const [i, fits] of fixed) {
            state[wanted.fixed[i]] = 1;
            for (const [at, those] of [[wanted.exact[i], fits.exact], [wanted.alike[i], fits.alike]])
                state.set(those.length <= wanted.room[i] ? [those.length, ...those] : [1, NOTHING], at);
        }
    });
    evaluator.call(searches[game.cell("decision")]);
    /** @type {Search} */
    const out = {place: -1, sort: "", short: [], missing: -1, bound: new Map(), other: null, reached: [evaluator.cells[wanted.known], evaluator.cells[wanted.inner]]};
    for (const {text, values} of /** @type {any[]} */ (evaluator.host.readEvents())) {
        const {place, missing, sort, subject, params} = found[text];
        if (place < 0 && missing < 0) out.other = values;
        else Object.assign(out, {place, missing, short: sort === "condition" ? [] : [sort, subject, ...values.slice(params.length)],
            bound: new Map(params.map((/** @type {number} */ i, /** @type {number} */ at) => [i, values[at]]))});
    }
    return out;
}

const NOTHING = -9;
