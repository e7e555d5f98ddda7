/** What came out by chance: dice as they lie, and what was drawn, face up or face down. */

import {pile} from "./cards.js";
import {html} from "./dom.js";
import {chips} from "./lines.js";
import {die} from "./pips.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Rolled} Rolled */
/** @typedef {import("./types.js").Dealt} Dealt */
/** @typedef {import("./names.js").Names} Names */

/** So many throws and draws are told of at a time, the last ones. */
const MOST = 6;

/** @param {Names} names @param {Rolled | Dealt} came */
function drawn(names, came) {
    if ("sides" in came) return html("span", {class: "dice"}, ...came.values.map((each) => die(came.sides, each)));
    if (!came.n) return null;
    const shown = came.v.length ? chips(names, came.d, came.player ? [...came.v].sort((a, b) => a - b) : came.v) : pile(came.n, {names, d: came.d});
    for (const each of shown.querySelectorAll("[data-key]")) each.removeAttribute("data-key"); // only told of: it lies elsewhere
    return shown;
}

/**
 * What dice showed and what was drawn in some passages of the game, and by whom; what was dealt before the first decision
 * lies on the table and is not told of.
 * @param {Names} names @param {Entry[]} entries @param {string} label @returns {HTMLElement | null}
 */
export function chanceStrip(names, entries, label) {
    const told = entries.flatMap((entry) => entry.chance.filter((each) => entry.player || "sides" in each)).slice(-MOST);
    const groups = told.flatMap((came) => {
        const shown = drawn(names, came);
        if (!shown) return [];
        const who = came.player && html("b", {class: "who"}, names.title(came.player)), group = html("span", {class: "came"}, who, shown);
        if (came.player) group.style.setProperty("--player", names.colour(came.player));
        return [group];
    });
    return groups.length ? html("div", {class: "chance", role: "group", "aria-label": label}, ...groups) : null;
}
