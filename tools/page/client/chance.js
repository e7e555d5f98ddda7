/** What came out by chance: dice as they lie, and what was drawn, face up or face down. */

import {pile} from "./cards.js";
import {html, svg} from "./dom.js";
import {chips} from "./lines.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Rolled} Rolled */
/** @typedef {import("./types.js").Dealt} Dealt */
/** @typedef {import("./names.js").Names} Names */

/** The pips of a die: places in a grid of 3 by 3. @type {[number, number][][]} */
const PIPS = [
    [], [[1, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 1], [2, 2]], [[0, 0], [2, 0], [0, 2], [2, 2]], [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
    [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
];
/** So many throws and draws are told of at a time, the last ones. */
const MOST = 6;

/** A die that shows a number: pips where it is one of six sides. @param {number} sides @param {number} value */
export function die(sides, value) {
    const face = svg("svg", {class: "die", viewBox: "-20 -20 40 40", width: 34, height: 34, role: "img", "aria-label": String(value)});
    if (sides === 6 && PIPS[value]?.length) {
        face.append(svg("rect", {class: "body", x: -17, y: -17, width: 34, height: 34, rx: 7}));
        for (const [x, y] of PIPS[value]) face.append(svg("circle", {class: "pip", cx: (x - 1) * 9.5, cy: (y - 1) * 9.5, r: 3.4}));
        return face;
    }
    const corners = [0, 1, 2, 3, 4, 5].map((n) => [18 * Math.sin((n * Math.PI) / 3), -18 * Math.cos((n * Math.PI) / 3)].map((each) => each.toFixed(2)).join(","));
    face.append(sides === 2 ? svg("circle", {class: "body", r: 17}) : svg("polygon", {class: "body", points: corners.join(" ")}));
    face.append(svg("text", {class: "pip", "text-anchor": "middle", dy: "0.36em", "font-size": value > 99 ? 12 : 17}, String(value)));
    return face;
}

/** @param {Names} names @param {Rolled | Dealt} came */
function drawn(names, came) {
    if ("sides" in came) return html("span", {class: "dice"}, ...came.values.map((each) => die(came.sides, each)));
    if (!came.n) return null;
    const shown = came.v.length ? chips(names, came.d, came.v) : pile(came.n);
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
        const who = came.player && html("b", {class: "who"}, names.word(came.player)), group = html("span", {class: "came"}, who, shown);
        if (came.player) group.style.setProperty("--player", names.colour(came.player));
        return [group];
    });
    return groups.length ? html("div", {class: "chance", role: "group", "aria-label": label}, ...groups) : null;
}
