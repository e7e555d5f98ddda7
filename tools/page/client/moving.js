/** Pieces that have gone from one place to another, shown on their way. Who prefers less motion sees none of it. */

import {body, likeness} from "./likeness.js";

/** @typedef {{count: number, box: DOMRect, element: Element}} Stand  so many of a sort in a place */
/** @typedef {Map<string, Map<string, Stand>>} Standing  by sort and place */

/** How long a piece is on its way, in milliseconds; and so many are shown on it at most. */
const LASTS = 340, MOST = 30;

const PIECES = [".stage .piece[data-key]", ".stage .column[data-key]", ".stage text[data-key]", ".playing[data-key]", ".stage .chip[data-key]", ".player .cell .chip[data-key]"].join(", ");

/** Whether things may move here. */
export function mayMove() {
    return !window.matchMedia("(prefers-reduced-motion: reduce)").matches && document.visibilityState === "visible";
}

/** Where something lies, as a text. @param {Element} element */
function placeOf(element) {
    const place = element.closest(".space, .cell"), line = element.closest(".line"), whose = element.closest("[data-player]");
    const at = line?.parentElement ? [...line.parentElement.children].indexOf(line) : -1;
    return [place?.getAttribute("data-key"), whose?.getAttribute("data-player"), place ? "" : at].join("|");
}

/** Where the pieces on a table are now. @param {HTMLElement} table @returns {Standing} */
export function standing(table) {
    /** @type {Standing} */
    const found = new Map();
    for (const element of table.querySelectorAll(PIECES)) {
        const box = element.getBoundingClientRect(), key = element.getAttribute("data-key") ?? "", place = placeOf(element);
        if (!box.width || element.parentElement?.closest("[data-key].column")) continue;
        const count = element.getAttribute("data-members")?.split(" ").length ?? 1, places = found.get(key) ?? new Map();
        const known = places.get(place);
        places.set(place, known ? {...known, count: known.count + count, element, box} : {count, box, element});
        found.set(key, places);
    }
    return found;
}

/** @param {DOMRect} a @param {DOMRect} b */
const apart = (a, b) => Math.hypot(a.left - b.left, a.top - b.top);

/** Show on its way what stands elsewhere than before. @param {HTMLElement} table @param {Standing} before */
export function move(table, before) {
    let flights = 0;
    for (const [key, now] of standing(table)) {
        const then = before.get(key) ?? new Map();
        /** @type {DOMRect[]} */
        const gone = [...then].flatMap(([place, {count, box}]) => Array(Math.max(0, count - (now.get(place)?.count ?? 0))).fill(box));
        for (const [place, {count, box, element}] of now) {
            for (let more = count - (then.get(place)?.count ?? 0); more > 0 && gone.length && flights < MOST; more--) {
                const from = gone.sort((a, b) => apart(a, box) - apart(b, box)).shift();
                if (from) fly(element, from, box);
                flights++;
            }
        }
    }
}

/** @param {Element} element  as it stands now @param {DOMRect} from @param {DOMRect} to */
function fly(element, from, to) {
    const part = body(element), picture = part && likeness(part);
    if (!picture) return;
    picture.animate([{transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`}, {transform: "none"}], {duration: LASTS, easing: "ease-in-out"}).finished.catch(() => {}).then(() => picture.remove());
    if (part) part.animate([{opacity: 0}, {opacity: 0}], {duration: LASTS});
}
