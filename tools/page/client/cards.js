/** Cards as they lie on a table: in rows, fans, piles and grids, face up or face down. */

import {html} from "./dom.js";
import {drawBack, drawFront, fullness, sizeOf} from "./printed.js";

/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./types.js").Layout} Layout */

/** So many backs or equal cards are drawn of one stack; the number beside it says how many there are. */
const DRAWN = 4;
/** So many cards that lie face down are drawn side by side; more are a stack. */
const MANY = 6;

/** Whether the members of a domain are cards, or tiles with something on them, which lie in rows. @param {Names} names @param {number} d @param {number[]} members */
export function areCards(names, d, members) {
    const printed = names.isPrinted(d) && names.kind(d) === names.about.domains[d]?.name; // a list of entries is shorter in words
    return (names.isPiece(d) || printed) && members.length > 0 && members.every((each) => names.shape(d, each) === "card" || (names.shape(d, each) === "tile" && names.isPrinted(d)));
}

/**
 * Cards as they lie in a zone; equal ones lie upon each other.
 * @param {Names} names @param {number} d @param {number[]} members @param {boolean} [known]  whether it is known which they are
 * @param {Layout} [layout]
 */
export function cardRow(names, d, members, known = true, layout = "row") {
    const row = html("span", {class: `cards lain-${layout}`}), stacks = layout === "pile" ? [] : stacked(names, d, members);
    shaped(row, sizeOf(names, d));
    for (const [part, many] of Object.entries({others: stacks.length - 1, half: stacks.length / 2, third: stacks.length / 3})) row.style.setProperty(`--${part}`, String(Math.max(Math.ceil(many), 1)));
    if (layout === "pile") row.append(card(names, d, members, known, members.at(-1)));
    else for (const each of stacks) row.append(card(names, d, each, known));
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
 * Cards upon each other, of which one is seen; all that it says is told where it is pointed at.
 * @param {Names} names @param {number} d @param {number[]} lying @param {boolean} [known]  whether it is known which they are
 * @param {number} [top]  the one that is seen
 */
export function card(names, d, lying, known = true, top = lying[0]) {
    const count = lying.length, name = names.name(d, top), picture = names.picture(name), title = names.title(name);
    const front = picture ? html("img", {src: picture, alt: title, draggable: "false"}) : drawFront(names, d, top);
    const whole = html("span", {class: `chip playing ${picture ? "pictured" : fullness(names, d)}`, "data-key": names.key(d, top), "data-name": name},
        ...under(count, "face"), html("span", {class: "face"}, front), !picture && html("span", {class: "hidden-text"}, title));
    shaped(whole, sizeOf(names, d));
    if (known) whole.setAttribute("data-members", lying.join(" "));
    if (count > 1) whole.append(html("span", {class: "count"}, `×${count}`));
    return whole;
}

/** A card has its height from its width. @param {HTMLElement} element @param {[number, number]} size */
function shaped(element, [wide, high]) {
    element.style.setProperty("--ratio", `${wide} / ${high}`);
    element.style.setProperty("--across", String(Math.round((wide / high) * 1000) / 716));
}

/** The edges of the cards beneath one. @param {number} count @param {string} kind */
function under(count, kind) {
    return Array.from({length: Math.min(count, DRAWN) - 1}, (_, at) => {
        const edge = html("span", {class: `${kind} under`, "aria-hidden": "true"});
        edge.style.setProperty("--depth", String(Math.min(count, DRAWN) - 1 - at));
        return edge;
    });
}

/**
 * So many cards or pieces that lie face down: a few beside each other, many as a stack.
 * @param {number} count @param {{names: Names, d: number, layout?: Layout} | null} [of]  whose they are, and how they lie
 */
export function pile(count, of = null) {
    if (!count) return html("span", {class: "faint"}, "–");
    const back = () => {
        const whole = html("span", {class: "back", "aria-hidden": "true"}, of && drawBack(of.names, of.d));
        shaped(whole, of ? sizeOf(of.names, of.d) : [63, 88]);
        return whole;
    };
    const beside = of?.layout ? of.layout !== "pile" : count <= MANY;
    if (beside) return html("span", {class: "spread"}, ...Array.from({length: count}, back), html("span", {class: "hidden-text"}, `×${count}`));
    return html("span", {class: "pile"}, html("span", {class: "backs"}, ...under(count, "back"), back()), html("span", {class: "count"}, `×${count}`));
}
