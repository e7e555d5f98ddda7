/** What lies under the spaces of a board and around it: ground, lines, dots, coloured sides, regions, coordinates. */

import {svg} from "./dom.js";
import {borders, coordinates, SIDE} from "./geometry.js";
import {BOLD, textWidth} from "./measure.js";
import {isLight, luminance} from "./names.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./geometry.js").Plan} Plan */
/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {import("./geometry.js").Edge} Edge */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {ReturnType<typeof coordinates>} Coordinates */

/** How far a region reaches beyond the boxes in it. */
const AROUND = 11;
/** How large coordinates are in units of the board, and how small and large in pixels. */
const LABEL = 22, READABLE = 11.7, LARGEST = 18;

/** The parts of a colour, each from 0 to 255. @param {string} colour  as `#rrggbb` */
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** What is seen where a colour covers so much of another; nothing where the other is not known. @param {string} over @param {string} under @param {number} share */
export function blended(over, under, share) {
    const below = parts(under);
    return under && `#${parts(over).map((each, at) => Math.round(each * share + below[at] * (1 - share)).toString(16).padStart(2, "0")).join("")}`;
}

/** The ink of cards, their paper by night, which is darker than by day, and by how much letters stand out from it. */
const INK = "#2b2722", PAPER = "#ece5d6", STANDS_OUT = 4.7;

/** The ink of letters in a colour on the paper of a card: as much of the colour as lets them be read. @param {string} colour  as `#rrggbb` */
export function lettered(colour) {
    const inks = [0.82, 0.7, 0.6, 0.5, 0.4, 0.3].map((share) => blended(colour, INK, share));
    return inks.find((ink) => (luminance(PAPER) + 0.05) / (luminance(ink) + 0.05) >= STANDS_OUT) ?? INK;
}

/** Colours of what stands on a ground, which may be dark or light whatever the hour. @param {SVGElement} on @param {string} colour  as `#rrggbb` */
export function inked(on, colour) {
    const light = isLight(colour), ink = light ? "#060504" : "#ffffff";
    for (const [name, value] of [["--ink", ink], ["--soft", ink], ["--piece", light ? "#fffdf6" : "#39434c"]]) {
        on.style.setProperty(name, colour ? value : "");
        if (!colour) on.style.removeProperty(name);
    }
}

/** Show of names that would lie on each other the first only. @param {Cell[]} cells @param {Map<string, SVGElement>} titles  each at the place of its space, with a text or none, and with what is shown instead */
export function thinned(cells, titles) {
    /** @type {{left: number, right: number, top: number, bottom: number}[]} */
    const taken = [];
    for (const cell of cells) {
        const [text, instead] = /** @type {SVGElement[]} */ ([...titles.get(cell.name)?.children ?? []]);
        if (!text) continue;
        const size = Number(text.getAttribute("font-size")), half = (textWidth(text.textContent ?? "") * size * BOLD) / 2;
        const [x, y] = [cell.x + Number(text.getAttribute("x")), cell.y + Number(text.getAttribute("y"))];
        const box = {left: x - half, right: x + half, top: y - size * 0.95, bottom: y + size * 0.25};
        const covers = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
        text.style.display = covers ? "none" : "";
        if (instead) instead.style.display = covers ? "" : "none";
        if (!covers) taken.push(box);
    }
}

/** The coordinates that are written around a grid. @param {Board} board @param {Cell[]} cells @returns {Coordinates} */
export function labelsOf(board, cells) {
    if (board.grid ? board.labels === "none" : !board.labels || board.labels === "none") return null;
    const found = coordinates(cells);
    return found && found.filter((each) => board.labels === "both" || (each.row ? each.first : !each.first));
}

/**
 * How large coordinates are and how much room they take beside a plan, so that they can be read in the room that there is.
 * @param {Coordinates} labels @param {Plan} plan @param {{width: number, height: number}} room in pixels
 */
export function labelled(labels, plan, room) {
    if (!labels?.length) return {size: 0, across: 0, down: 0, right: 0, top: 0};
    const wide = Math.max(...labels.filter((each) => each.row).map((each) => textWidth(each.text)), 0.6);
    const both = labels.some((each) => each.row && !each.first), scale = Math.max(0.02, Math.min((room.width - READABLE * (wide + 0.7) * (both ? 2 : 1)) / plan.width, (room.height - READABLE * (both ? 3 : 1.5)) / plan.height));
    const size = Math.max(Math.min(LABEL, LARGEST / scale), READABLE / scale), across = size * (wide + 0.5), down = size * 1.35;
    const aslant = labels.some((each) => !each.row && each.way[0] > 0.3);
    return {size, across, down, right: both ? across : aslant ? size : 0, top: both ? down : 0};
}

/** @param {SVGElement} into @param {Coordinates} labels @param {Plan} plan @param {Board} board @param {number} size */
export function drawLabels(into, labels, plan, board, size) {
    const all = svg("g", {class: "coordinates", "aria-hidden": "true"}), crossed = board.grid?.crossed !== false, sided = board.sides ? SIDE * (crossed ? 0.7 : 1.2) : 0;
    /** Where the last was written on each side: what would lie on it is left out. @type {Map<string, number[]>} */
    const last = new Map();
    if (board.ground) inked(all, board.ground);
    for (const {text, row, first, cell, way} of labels ?? []) {
        const half = (row ? cell.width : cell.height) / (crossed ? 1.8 : row ? 1.68 : 1.32), out = half + sided;
        let [x, y] = [cell.x + way[0] * (out + size * 0.2), cell.y + way[1] * (out + size * 0.6)];
        if (row) x += (first ? -1 : 1) * size * 0.08;
        if (!row && crossed) y = first ? plan.top + size * -0.35 : plan.top + plan.height + size * 0.4;
        if (row && crossed) x = first ? plan.left - size * 0.18 : plan.left + plan.width + size * 0.18;
        const side = `${row} ${first}`, [left, top] = last.get(side) ?? [Infinity, 0];
        if (Math.hypot(x - left, y - top) < size * 0.9) continue;
        last.set(side, [x, y]);
        all.append(svg("text", {class: "edge", x, y, dy: "0.35em", "font-size": size, "text-anchor": row ? (first ? "end" : "start") : "middle"}, text));
    }
    into.append(all);
}

/** Lines from each space to those that touch it. @param {SVGElement} into @param {Cell[]} cells */
export function drawLines(into, cells) {
    const path = borders(cells).pairs.map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`).join("");
    into.append(svg("path", {class: "lines", d: path}));
}

/** The side of a board on which an edge lies. @param {Edge} edge @param {Cell[]} cells @returns {Side} */
function sideOf(edge, cells) {
    const [dx, dy] = [(edge.from[0] + edge.to[0]) / 2 - edge.cell.x, (edge.from[1] + edge.to[1]) / 2 - edge.cell.y];
    const ys = cells.map((each) => each.y), top = edge.cell.y <= Math.min(...ys) + 1, bottom = edge.cell.y >= Math.max(...ys) - 1;
    if (top && dy < -1) return "top";
    if (bottom && dy > 1) return "bottom";
    return dx < 0 ? "left" : "right";
}

/**
 * The coloured sides of a grid. They are where they are on the board that is not turned.
 * @param {SVGElement} into @param {Board} board @param {Plan} plan @param {(x: number, y: number) => Point} turn
 */
export function drawSides(into, board, plan, turn) {
    if (!board.sides) return;
    const all = svg("g", {class: "flanks"}), cells = plan.cells;
    const {outer} = borders(cells);
    /** @type {Record<string, Side>} which side of the board lies where now */
    const here = Object.fromEntries(/** @type {[Side, Point][]} */ ([["bottom", [0, 1]], ["top", [0, -1]], ["left", [-1, 0]], ["right", [1, 0]]]).map(([side, at]) => {
        const [x, y] = turn(...at);
        return [y > 0.5 ? "bottom" : y < -0.5 ? "top" : x < 0 ? "left" : "right", side];
    }));
    for (const edge of outer) {
        const colour = board.sides[here[sideOf(edge, cells)]];
        if (!colour) continue;
        const [dx, dy] = [(edge.from[0] + edge.to[0]) / 2 - edge.cell.x, (edge.from[1] + edge.to[1]) / 2 - edge.cell.y], far = Math.hypot(dx, dy) || 1;
        const [ox, oy] = [(dx / far) * SIDE * 0.42, (dy / far) * SIDE * 0.42];
        const path = svg("path", {class: "flank", d: `M${edge.from[0] + ox} ${edge.from[1] + oy}L${edge.to[0] + ox} ${edge.to[1] + oy}`, "stroke-width": SIDE});
        path.style.stroke = colour;
        all.append(path);
    }
    into.append(all);
}

/**
 * Spaces that are outlined together: those of a grid by what lies around them, listed ones as one ground that reaches
 * from box to box.
 * @param {SVGElement} under @param {SVGElement} over @param {Board} board @param {Plan} plan @param {number} size  of titles
 */
export function drawRegions(under, over, board, plan, size) {
    (board.regions ?? []).forEach(({of, colour, title}, number) => {
        const cells = plan.cells.filter((each) => of.includes(each.name));
        if (!cells.length) return;
        const group = svg("g", {class: `region kind${number % 6}`});
        if (colour) group.style.setProperty("--region", colour);
        if (cells[0].outline) {
            group.append(svg("path", {class: "border", d: borders(cells).outer.map(({from, to}) => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`).join("")}));
            over.append(group);
        } else {
            for (const [kind, around] of /** @type {[string, number][]} */ ([["coast", AROUND + 3], ["land", AROUND]])) {
                for (const [a, b] of tree(cells)) group.append(svg("path", {class: `${kind} bridge`, d: `M${a.x} ${a.y}L${b.x} ${b.y}`, "stroke-width": Math.min(a.width, a.height) * 0.4 + 2 * around}));
                for (const each of cells) {
                    const [w, h] = [each.width + 2 * around, each.height + 2 * around];
                    group.append(svg("rect", {class: kind, x: each.x - w / 2, y: each.y - h / 2, width: w, height: h, rx: 14}));
                }
            }
            under.append(group);
        }
        if (!title) return;
        const top = cells.reduce((best, each) => (each.y < best.y || (each.y === best.y && each.x < best.x) ? each : best));
        const up = top.outline ? Math.min(...top.outline.map((each) => each[1])) : -top.height / 2 - AROUND;
        const label = svg("text", {class: "label regional", x: top.x - (top.outline ? 0 : top.width / 2), y: top.y + up, "font-size": size, "text-anchor": top.outline ? "middle" : "start"}, title);
        if (colour) label.style.setProperty("--region", colour);
        over.append(label);
    });
}

/** The shortest lines that join all. @param {Cell[]} cells @returns {[Cell, Cell][]} */
function tree(cells) {
    const joined = [cells[0]], left = new Set(cells.slice(1));
    /** @type {[Cell, Cell][]} */
    const found = [];
    while (left.size) {
        let best = /** @type {[Cell, Cell] | null} */ (null), least = Infinity;
        for (const a of joined) for (const b of left) {
            const far = Math.hypot(a.x - b.x, a.y - b.y);
            if (far < least) [best, least] = [[a, b], far];
        }
        if (!best) break;
        found.push(best);
        joined.push(best[1]);
        left.delete(best[1]);
    }
    return found;
}
