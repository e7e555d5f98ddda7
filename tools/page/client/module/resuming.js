/** What rules that have changed make of a saved game: what `resuming.py` of the machine does. */

import {said} from "./story.js";

/** @typedef {any} Game the game of yupana.mjs */
/** @typedef {{ruleset: string, hash: string, versions?: Record<string, string>, players: number, seed: number | bigint, options: Record<string, any>, decisions: string[], program?: string, trail?: string, elements?: Record<string, string>, seats?: string[]}} Save */
/** @typedef {{changed: string[], new: string[], gone: string[]}} Changes */

const SHOWN = 6;
const LONGEST = 300;

/** A text of a stranger as a message shows it. @param {string} text */
export const cut = (text) => text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}…`;

/** Whether a game was saved under the rules as they are. @param {Game} game @param {Save} save */
export function isSame({about}, save) { return save.program ? save.program === about.program : save.hash === about.hash; }

/** The versions of a ruleset's parts in words. @param {Record<string, any>} versions */
function versionsIn(versions) {
    const each = Object.entries(versions).slice(0, 20).map(([name, version]) => `${name} ${version}`.slice(0, 80));
    return each.join(", ") || "no version";
}

/** What of the ruleset is not what it was; null where the save does not say. @param {Game} game @param {Save} save @returns {Changes | null} */
function changesSince({about}, {elements}) {
    if (!elements) return null;
    const then = elements, now = about.elements, has = (/** @type {object} */ all, /** @type {string} */ path) => Object.hasOwn(all, path);
    return {
        changed: Object.keys(now).filter((path) => has(then, path) && then[path] !== now[path]),
        new: outermost(Object.keys(now).filter((path) => !has(then, path))),
        gone: outermost(Object.keys(then).filter((path) => !has(now, path))),
    };
}

/** The paths without those inside others of them. @param {string[]} paths */
function outermost(paths) {
    const keyed = paths.map((path) => path.replaceAll(".", "\0")).sort();  // what is inside of one comes right behind it
    const outer = new Set();
    let last = null;
    for (const path of keyed) {
        if (last !== null && path.startsWith(last)) continue;
        outer.add(path);
        last = `${path}\0`;
    }
    return paths.filter((path) => outer.has(path.replaceAll(".", "\0")));
}

/** @param {string[]} names */
function listed(names) {
    return names.slice(0, SHOWN).map(cut).join(", ") + (names.length > SHOWN ? `, … (${names.length})` : "");
}

/**
 * What is to be said of a game that goes on under other rules. `way` is the number of the first decision after which it
 * stands otherwise, or null; `stopped` that of the one that could not be taken (0: all were), `over` that it had ended.
 * @param {Game} game @param {Save} save @param {number | null} way @param {number} stopped @param {boolean} over
 */
export function told(game, save, way, stopped, over) {
    const changes = changesSince(game, save), {versions = {}} = game.about;
    const words = changes && /** @type {const} */ (["changed", "new", "gone"]).filter((word) => changes[word].length).map((word) => said(game, `save_${word}`, {names: listed(changes[word])}));
    if (!stopped && way === null && words && !words.length) return [];
    const differ = save.versions && JSON.stringify(save.versions) !== JSON.stringify(versions);
    const then = differ ? said(game, "save_versions", {then: versionsIn(save.versions ?? {}), now: versionsIn(versions)}) : "";
    const lines = [words ? said(game, "save_rules", {versions: then, changes: words.join("; ") || said(game, "save_order")}) : said(game, "save_rules_unknown", {versions: then})];
    if (way !== null && !(stopped && way >= stopped)) lines.push(said(game, way ? "save_way" : "save_way_begin", {number: String(way)}));
    if (stopped) lines.push(said(game, over ? "save_over" : "save_stops_hidden", {number: String(stopped)}), said(game, "save_stays"));
    return lines;
}
