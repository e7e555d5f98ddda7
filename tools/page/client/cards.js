/** Zones as they lie on a table: rows of cards that can be read, hands and piles that lie face down. */

import {html} from "./dom.js";

/** @typedef {import("./names.js").Names} Names */

/** So many backs or equal cards are drawn of one stack; the number beside it says how many there are. */
const DRAWN = 4;
/** So many cards stand side by side; more are closer together, and a stack if they lie face down. */
const MANY = 6;

/** Whether the members of a domain are cards, which lie in rows. @param {Names} names @param {number} d @param {number[]} members */
export function areCards(names, d, members) {
    return names.isPiece(d) && members.length > 0 && members.every((each) => names.shape(d, each) === "card");
}

/**
 * Cards in a row, equal ones fanned out as a stack.
 * @param {Names} names @param {number} d @param {number[]} members @param {boolean} [known]  whether it is known which they are
 */
export function cardRow(names, d, members, known = true) {
    const stacks = stacked(names, d, members);
    const row = html("span", {class: `cards ${stacks.length > MANY ? "many" : ""}`});
    for (const each of stacks) row.append(card(names, d, each, known));
    return row;
}

/** Runs of equal cards. @param {Names} names @param {number} d @param {number[]} members */
function stacked(names, d, members) {
    /** @type {number[][]} */
    const out = [];
    for (const each of members) {
        const last = out.at(-1);
        if (last && names.name(d, last[0]) === names.name(d, each)) last.push(each);
        else out.push([each]);
    }
    return out;
}

/**
 * Equal cards with their name and the beginning of what they say; all of that is told where they are pointed at.
 * @param {Names} names @param {number} d @param {number[]} equal @param {boolean} [known]  whether it is known which they are
 */
export function card(names, d, equal, known = true) {
    const [i] = equal, count = equal.length;
    const name = names.name(d, i), title = names.shown(d, i), colour = names.colour(name), glyph = names.glyph(name), picture = names.picture(name);
    const text = (names.about.elements[name]?.lines ?? []).find((each) => each !== title && each !== names.about.elements[name]?.title);
    const face = html("span", {class: `face ${picture ? "shown" : ""} ${text ? "told" : ""}`},
        picture ? html("img", {src: picture, alt: title, draggable: "false"})
            : html("span", {class: "name"}, glyph && glyph !== title ? html("span", {class: "crest", "aria-hidden": "true"}, glyph) : null, title),
        !picture && text && html("span", {class: "text"}, text));
    const whole = html("span", {class: "chip playing", "data-key": names.key(d, i), "data-name": name}, ...under(count, "face"), face);
    if (colour) {
        whole.style.setProperty("--paint", colour);
        whole.classList.add("painted");
    }
    if (known) whole.setAttribute("data-members", equal.join(" "));
    if (count > 1) whole.append(html("span", {class: "count"}, `×${count}`));
    return whole;
}

/** The edges of the cards beneath one. @param {number} count @param {string} kind */
function under(count, kind) {
    return Array.from({length: Math.min(count, DRAWN) - 1}, (_, at) => {
        const edge = html("span", {class: `${kind} under`, "aria-hidden": "true"});
        edge.style.setProperty("--depth", String(Math.min(count, DRAWN) - 1 - at));
        return edge;
    });
}

/** So many cards or pieces that lie face down: a few beside each other, many as a stack. @param {number} count */
export function pile(count) {
    if (!count) return html("span", {class: "faint"}, "–");
    const back = () => html("span", {class: "back", "aria-hidden": "true"});
    if (count <= MANY) return html("span", {class: "fan"}, ...Array.from({length: count}, back), html("span", {class: "hidden-text"}, `×${count}`));
    return html("span", {class: "pile"}, html("span", {class: "backs"}, ...under(count, "back"), back()), html("span", {class: "count"}, `×${count}`));
}
