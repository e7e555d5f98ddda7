/** The faces of tiles that are laid on a board: the lines that show them, and how they are drawn. */

import {svg} from "./dom.js";
import {drawPiece} from "./pieces.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {{d: number, i: number} | null} Sign  what a sign stands for; nothing where the face shows nothing */

/** Of what is drawn without a colour of its own. */
const PLAIN = ["#d8d2c0", "#a8a294", "#c4b48c", "#8c9488", "#b8b8c8", "#988c7c"];
/** What is seen where a face shows nothing, and how large a sign in the middle of a part is, in signs of the face. */
const BARE = "#8a8578", MARK = 1.5;

/**
 * The lines that show a face, and those behind them.
 * @param {Line[]} lines @param {number} size  how many lines show the face, where a tile lies
 * @returns {[Line[], Line[]]}
 */
export function parted(lines, size) {
    const face = lines.slice(0, size);
    const shown = size > 0 && face.length === size && face.every((line) => signs(line).length >= 2 * Math.ceil(size / 2));
    return shown ? [face, lines.slice(size)] : [[], lines];
}

/** What stands in a line of a face: for each sign of it two, the ground and what stands on it. @param {Line} line @returns {Sign[]} */
function signs(line) {
    return line.flatMap((part) => {
        if (typeof part === "string") return [...part].filter((each) => each.trim() && each !== "\u200b").map(() => null);
        if ("t" in part) return [...part.t].map(() => null);
        return "v" in part ? [{d: part.d, i: part.v[0]}] : [null];
    });
}

/**
 * A face, as it lies in its cell.
 * @param {Names} names @param {Cell} cell @param {Line[]} lines
 * @returns {SVGElement[]}
 */
export function drawFace(names, cell, lines) {
    const outline = cell.outline ?? [], size = lines.length;
    const wide = extent(outline.map((each) => each[0])) / size, tall = extent(outline.map((each) => each[1])) / size;
    const square = outline.length === 4, down = square ? tall : tall * 0.75;
    const ground = svg("polygon", {class: "face", points: joined(outline)});
    ground.style.fill = BARE;
    const out = [ground], marks = /** @type {SVGElement[]} */ ([]);
    lines.forEach((line, row) => {
        const all = signs(line), many = all.length / 2, y = (row - (size - 1) / 2) * down;
        for (let at = 0; at < many; at++) {
            const under = all[2 * at], mark = all[2 * at + 1], x = (at - (many - 1) / 2) * wide;
            if (under) {
                const part = svg("polygon", {class: "face", points: joined(outline.map(([dx, dy]) => [x + (dx / size) * 1.02, y + (dy / size) * 1.02]))});
                part.style.fill = names.colour(names.name(under.d, under.i)) || PLAIN[under.i % PLAIN.length];
                out.push(part);
            }
            if (mark && (!under || mark.d !== under.d)) {
                const piece = drawPiece(names, mark.d, mark.i, x, y, wide * MARK);
                piece.setAttribute("data-key", names.key(mark.d, mark.i));
                marks.push(piece);
            }
        }
    });
    return [...out, ...marks];
}

/** What a face says to who hears it: what stands on it. @param {Names} names @param {Line[]} lines @returns {string[]} */
export function spokenFace(names, lines) {
    const all = lines.flatMap((line) => signs(line));
    const grounds = all.filter((each, at) => each && at % 2 === 0), marks = all.filter((each, at) => each && at % 2 && each.d !== grounds[0]?.d);
    return [...new Set([...grounds, ...marks].map((each) => (each ? names.shown(each.d, each.i) : "")))];
}

/** @param {number[]} values */
function extent(values) {
    return Math.max(...values) - Math.min(...values);
}

/** @param {number[][]} points */
function joined(points) {
    return points.map((each) => each.join(",")).join(" ");
}
