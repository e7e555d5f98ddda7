/** Lines of the look as HTML: words as text, members as chips, rule numbers that tell their rule. */

import {areCards, cardRow, pile} from "./cards.js";
import {html} from "./dom.js";
import {drawFront} from "./printed.js";
import {pieceIcon, signIcon} from "./pieces.js";
import {cup, diceRow} from "./pips.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {{pile: number, zone?: string}} Pile  so many things that lie face down in a zone */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./types.js").Layout} Layout */
/**
 * What lies in a zone that a line is about, where it is known: so many pieces, of a domain, in a layout.
 * @typedef {{count: number, d: number, layout?: Layout}} Lying
 * @typedef {{hidden: (first: string, before: string) => Lying | null, layout: (d: number, members: number[]) => Layout}} Zones
 *   `layout`: of pieces that are seen, by what they are
 */

const MOST_ALIKE = 4;

/**
 * A chip for members that are alike; it can be clicked where they are among the options, and tells what they are.
 * @param {Names} names @param {number} d @param {number[]} alike @param {boolean} [known]  whether it is known which they are
 */
export function chip(names, d, alike, known = true) {
    const [i] = alike, count = alike.length;
    const name = names.name(d, i), shape = names.shape(d, i), word = names.shown(d, i);
    const drawn = names.isChip(d, i);
    const span = html("span", {class: `chip ${drawn ? shape : "plain"}`, "data-key": names.key(d, i), "data-name": name});
    const says = shape === "card" || shape === "tile";
    if (!drawn) span.append(word);
    else if (says && !names.picture(name)) {
        const face = names.face(d, i), colour = face?.parts ? "" : face?.colour || names.colour(name), glyph = names.glyph(name);
        if (colour) span.style.setProperty("--paint", colour);
        if (colour) span.classList.add("painted");
        if (face?.parts) {
            const shown = drawFront(names, d, i);
            for (const side of ["width", "height"]) shown.setAttribute(side, "38");
            span.classList.add("shown");
            span.append(shown, html("span", {class: "hidden-text"}, names.title(name)));
        } else if (face?.small) span.append(...names.icon(d, i) && !face.small.some((part) => typeof part === "object" && "d" in part) ? [signIcon(names, d, i)] : [], ...smallOf(names, face.small), html("span", {class: "hidden-text"}, names.title(name)));
        else {
            if (names.icon(d, i)) span.append(signIcon(names, d, i));
            else if (glyph && glyph !== word) span.append(pieceIcon(names, d, i));
            span.append(names.title(name));
        }
    } else {
        span.append(pieceIcon(names, d, i), html("span", {class: "hidden-text"}, word));
    }
    if (known) span.setAttribute("data-members", alike.join(" "));
    if (count > 1) span.append(html("span", {class: "count"}, `×${count}`));
    return span;
}

/** The short form of a card: words with signs between them. @param {Names} names @param {Line} line @returns {(string | Node)[]} */
function smallOf(names, line) {
    return line.map((part) => {
        if (typeof part === "string") return part;
        if ("t" in part) return part.t;
        return "d" in part ? html("span", {class: "small"}, ...part.v.map((each) => names.isChip(part.d, each) ? pieceIcon(names, part.d, each) : names.shown(part.d, each))) : "?";
    });
}

/**
 * Members in a row: equal ones counted where they are many.
 * @param {Names} names @param {number} d @param {number[]} members @param {boolean} [known]  whether it is known which they are
 */
export function chips(names, d, members, known = true) {
    const row = html("span", {class: "chips"});
    const bare = !members.some((each) => names.isChip(d, each));
    for (let at = 0; at < members.length; ) {
        let end = at + 1;
        while (end < members.length && names.name(d, members[end]) === names.name(d, members[at])) end++;
        const worded = bare || ["card", "tile"].includes(names.shape(d, members[at]));
        const many = end - at > (worded ? 1 : MOST_ALIKE);
        if (bare && at > 0) row.append(", ");
        if (many) row.append(chip(names, d, members.slice(at, end), known));
        else for (let n = at; n < end; n++) row.append(chip(names, d, [members[n]], known));
        at = end;
    }
    if (bare) row.classList.add("words");
    return row;
}

/**
 * A line of the look, or of what was observed.
 * @param {Names} names @param {(Line[number] | Pile)[]} line
 * @param {boolean} [roomy]  zones of cards are drawn as rows of them, where something stands before them that names them
 * @param {Zones} [zones]  what is known of the zones that a line is about
 */
export function lineOf(names, line, roomy = false, zones = {hidden: () => null, layout: () => "row"}) {
    const words = (/** @type {number} */ at) => typeof line[at] === "string" ? String(line[at]) : "";
    const out = html("div", {class: "line"});
    line.forEach((part, at) => {
        if (typeof part === "string") out.append(spaced(part));
        else if ("t" in part) out.append(part.dice ? diceRow(part.dice) : html("b", {class: "figure"}, part.t));
        else if ("u" in part) {
            const lie = part.dice ? null : zones.hidden(words(0), words(at - 1));
            const one = line.length === 1 && part.of !== undefined && names.isPrinted(part.of);
            out.append(part.dice ? cup() : lie ? pile(lie.count, {names, ...lie}) : one ? pile(1, {names, d: part.of ?? 0, layout: "row"}) : html("span", {class: "unknown"}, "?"));
        } else if ("pile" in part) out.append(pile(part.pile, lyingIn(names, part.zone)));
        else if (part.v.length) out.append((roomy ? labelled(line, at) : line.length === 1 && names.isPrinted(part.d)) && areCards(names, part.d, part.v) ? cardRow(names, part.d, part.v, !part.named, zones.layout(part.d, part.v)) : chips(names, part.d, part.v, !part.named));
    });
    const [first, ...rest] = out.childNodes, said = first instanceof Text && /^[^:：]+[:：]\s*$/.test(first.data);
    if (roomy && said && rest.length && !out.querySelector(".cards, .pile, .spread")) {
        out.replaceChildren(html("span", {class: "term"}, first.data.trim()), " ", html("span", {}, ...rest));
        out.classList.add("termed");
    }
    return out;
}

/** Whose backs are seen in a zone, and how they lie. @param {Names} names @param {string | undefined} zone */
function lyingIn(names, zone) {
    const family = names.about.families.find((each) => each.name === zone);
    return family ? {names, d: family.domain, layout: names.about.look.lain[family.name]} : null;
}

/** Whether a part stands by itself or behind a colon. @param {(Line[number] | Pile)[]} line @param {number} at */
function labelled(line, at) {
    const before = line[at - 1];
    return at === 0 || (typeof before === "string" && (/[:：]\s*$/.test(before) || (at === 1 && !before.trim())));
}

/** Runs of blanks in a template part what it says: they become a wider gap. @param {string} text */
function spaced(text) {
    const out = document.createDocumentFragment();
    text.split(/( {2,})/).forEach((each, at) => {
        if (at % 2) out.append(html("span", {class: "gap"}, " "));
        else if (each) out.append(each);
    });
    return out;
}

/**
 * A text in which rule numbers tell their rule when asked.
 * @param {Set<string>} rules  their numbers @param {string} text
 */
export function withRules(rules, text) {
    const out = document.createDocumentFragment();
    let end = 0;
    for (const found of text.matchAll(/[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9]/g)) {
        if (!rules.has(found[0])) continue;
        out.append(text.slice(end, found.index), ruleNumber(found[0]));
        end = found.index + found[0].length;
    }
    out.append(text.slice(end));
    return out;
}

/** The number of a rule, which tells its text. @param {string} id */
export function ruleNumber(id) {
    return html("button", {class: "rule", type: "button", "data-rule": id}, id);
}
