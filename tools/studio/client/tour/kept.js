/** Where somebody is in a tour, kept for each project. */

import {keep, kept} from "../../../page/client/kept.js";

/** @typedef {import("./types.js").Kept} Kept */

const NAME = "studio-tour-", LONGEST = 60, MOST = 100;

/** @param {unknown} found @returns {found is string} */
const isName = (found) => typeof found === "string" && found.length <= LONGEST;

/** @param {string} project @returns {Kept | null} */
export function recalled(project) {
    const found = kept(NAME + project);
    if (!found || !isName(found.tour) || !isName(found.step) || !Array.isArray(found.done)) return null;
    return {tour: found.tour, step: found.step, done: found.done.filter(isName).slice(0, MOST), left: found.left === true};
}

/** @param {string} project @param {Kept | null} state */
export function remember(project, state) {
    keep(NAME + project, state);
}
