/**
 * The blocks of a rulebook as elements: what is known is made, and all texts are text nodes. What can be found by itself
 * (a rule, a paragraph, the row of a table) has the class `leaf`.
 */

import {html, svg} from "./dom.js";
import {ruleNumber, withRules} from "./lines.js";

/** @typedef {import("./types.js").Block} Block */
/** @typedef {import("./types.js").Runs} Runs */
/** @typedef {import("./types.js").Drawing} Drawing */
/** @typedef {import("./types.js").BookRule} BookRule */
/** @typedef {Set<string>} Known  the numbers of rules */

/** @type {Record<string, (block: any, rules: Known) => Element | null>} */
const MAKERS = {
    paragraph: ({text, style}, rules) => html("p", {class: style ? "leaf note" : "leaf"}, runs(text, rules)),
    rules: ({rules: all}, rules) => html("dl", {class: "group"}, ...all.map((/** @type {BookRule} */ each) => rule(each, rules))),
    terms: ({terms}, rules) => html("dl", {class: "group terms"}, ...terms.map((/** @type {[string, Runs]} */ [word, text]) =>
        html("div", {class: "leaf"}, html("dt", {}, word), html("dd", {}, runs(text, rules))))),
    items: ({items, numbered}, rules) => html(numbered ? "ol" : "ul", {class: "group"}, ...items.map((/** @type {any} */ each) =>
        html("li", {class: "leaf"}, runs(each.text, rules), blocks(each.inside, rules)))),
    grid: (block, rules) => grid(block, rules),
    picture: ({svg: tree, caption}) => html("figure", {class: "leaf"}, drawing(tree), caption && html("figcaption", {}, caption)),
    card: ({title, inside, cites}, rules) => html("section", {class: "group"}, html("h4", {}, title), blocks(inside, rules), runs(cites, rules)),
    listing: ({text}) => html("pre", {class: "leaf", tabindex: 0}, text),
};

/** @param {Block[]} all @param {Known} rules */
export function blocks(all, rules) {
    const out = document.createDocumentFragment();
    for (const each of all) {
        const made = Object.hasOwn(MAKERS, each.block) && MAKERS[each.block](each, rules);
        if (made) out.append(made);
    }
    return out;
}

/** @param {import("./types.js").BookRule} each @param {Known} rules */
function rule({name, text, status}, rules) {
    return html("div", {class: "leaf", "data-id": name}, html("dt", {}, name), html("dd", {}, runs(text, rules), status && html("span", {class: "tag"}, status)));
}

/** @type {Record<string, "b" | "em" | "code">} */
const STYLES = {strong: "b", em: "em", code: "code", name: "code"};

/** @param {Runs} line @param {Known} rules */
function runs(line, rules) {
    const out = document.createDocumentFragment();
    for (const each of line) {
        if (typeof each === "string") out.append(withRules(rules, each));
        else if (each.style === "rule" && rules.has(each.text)) out.append(ruleNumber(each.text));
        else out.append(html(STYLES[each.style ?? ""] ?? "span", {class: each.style === "dim" || each.style === "small" ? "note" : null}, each.text));
    }
    return out;
}

/** @param {{head: Runs[], rows: Runs[][], numbers: number[], caption: string}} block @param {Known} rules */
function grid({head, rows, numbers, caption}, rules) {
    /** @param {number} at */
    const side = (at) => (numbers.includes(at) ? "number" : null);
    return html("div", {class: "group wide", tabindex: 0, role: caption ? "region" : "group", "aria-label": caption || null}, html("table", {},
        caption && html("caption", {}, caption),
        head.some((each) => each.length) && html("thead", {}, html("tr", {}, ...head.map((each, at) => html("th", {scope: "col", class: side(at)}, runs(each, rules))))),
        html("tbody", {}, ...rows.map((row) => html("tr", {class: "leaf"}, ...row.map((each, at) => html("td", {class: side(at)}, runs(each, rules))))))));
}

const TAGS = new Set(["svg", "title", "g", "defs", "marker", "path", "polygon", "rect", "circle", "text"]);
const ATTRIBUTES = /^(?:x|y|d|r|rx|cx|cy|id|role|width|height|viewBox|points|transform|fill|stroke(?:-width|-dasharray)?|font-(?:family|size|weight)|text-anchor|marker-end|ref[XY]|marker(?:Width|Height|Units)|orient)$/;

/** A drawing from its tree; what is not known is left out. @param {Drawing} tree @returns {SVGElement | null} */
function drawing([tag, attributes, children]) {
    if (!TAGS.has(tag)) return null;
    return svg(tag, Object.fromEntries(Object.entries(attributes).filter(([name]) => ATTRIBUTES.test(name))),
        ...children.map((each) => (typeof each === "string" ? each : drawing(each))));
}
