/** The links of a board: lines from space to space, told apart by their kind, with a label in the middle. */

import {svg} from "./dom.js";
import {inked} from "./grounds.js";
import {isLight} from "./names.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./geometry.js").Plan} Plan */
/** @typedef {import("./geometry.js").Cell} Cell */

/** How many of its letters' heights the legend of links takes. */
const LEGEND = 2.2;

/** How high the legend of a board's links is, in letters: links of one kind need none. @param {Board} board */
export function legend(board) {
    return new Set(board.links.map((each) => each.kind)).size > 1 ? LEGEND : 0;
}

/**
 * Draw the links of a board.
 * @param {SVGElement} into
 * @param {Board} board
 * @param {Plan} plan
 * @param {import("./names.js").Names} names
 * @param {number} small  how large small letters are
 */
export function drawLinks(into, board, plan, names, small) {
    const at = new Map(plan.cells.map((each) => [each.name, each]));
    const kinds = [...new Set(board.links.map((each) => each.kind))];
    /** @type {Map<string, number>} how many links join two spaces, and how many of them are drawn */
    const drawn = new Map(), all = new Map();
    /** @param {{start: string, end: string}} link */
    const pair = (link) => [link.start, link.end].sort().join(" ");
    for (const link of board.links) all.set(pair(link), (all.get(pair(link)) ?? 0) + 1);
    const lines = svg("g", {class: "links"}), labels = svg("g", {class: "labels"});
    for (const link of board.links) {
        const start = at.get(link.start), end = at.get(link.end);
        if (!start || !end || start === end) continue;
        const number = drawn.get(pair(link)) ?? 0, count = all.get(pair(link)) ?? 1;
        drawn.set(pair(link), number + 1);
        const flip = link.start < link.end ? 1 : -1;
        const bend = (number - (count - 1) / 2) * 26 * flip;
        const dx = end.x - start.x, dy = end.y - start.y, far = Math.hypot(dx, dy) || 1;
        const [mx, my] = [(start.x + end.x) / 2 - (dy / far) * bend * 2, (start.y + end.y) / 2 + (dx / far) * bend * 2];
        const path = board.shown === "areas" ? across(start, end) : `M${start.x} ${start.y}Q${mx} ${my} ${end.x} ${end.y}`;
        const kind = `link ${link.line} kind${kinds.indexOf(link.kind) % 6}`;
        lines.append(svg("path", {class: kind, d: path}));
        if (link.line === "double") lines.append(svg("path", {class: "link inner", d: path}));
        const [lx, ly] = [(start.x + end.x) / 4 + mx / 2, (start.y + end.y) / 4 + my / 2];
        labels.append(svg("text", {class: "label", "data-label": `${link.kind} ${link.number}`, x: lx, y: ly, dy: "0.35em", "text-anchor": "middle", "font-size": Math.max(17, small)}));
    }
    if (board.ground) for (const each of [lines, labels]) {
        inked(each, board.ground);
        each.style.setProperty("--paper", isLight(board.ground) ? "#fdf8ea" : "#171b20"); // a ground has its colour by day and by night
    }
    into.append(lines, labels);
    if (kinds.length > 1) {
        const size = Math.max(15, small);
        let x = plan.left + 6;
        const y = plan.top + plan.height + size;
        const key = svg("g", {class: "key"});
        kinds.forEach((each, number) => {
            const line = board.links.find((link) => link.kind === each)?.line ?? "solid";
            key.append(svg("path", {class: `link ${line} kind${number % 6}`, d: `M${x} ${y}H${x + 34}`}));
            const text = names.word(each);
            key.append(svg("text", {class: "said", x: x + 42, y, dy: "0.35em", "font-size": size}, text));
            x += 60 + text.length * size * 0.62;
        });
        plan.height += size * LEGEND;
        into.append(key);
    }
}

/** A way over the border of two areas of a map, which leaves free what stands in them. @param {Cell} start @param {Cell} end */
function across(start, end) {
    const dx = end.x - start.x, dy = end.y - start.y;
    const free = Math.min(0.42, ...[start, end].map((each) => 0.5 / Math.max(Math.abs(dx) / each.width, Math.abs(dy) / each.height, 0.01)));
    return `M${start.x + dx * free} ${start.y + dy * free}L${end.x - dx * free} ${end.y - dy * free}`;
}
