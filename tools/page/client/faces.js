/** The faces of tiles that are laid on a board: the lines that show them, and how they are drawn. */

import {svg} from "./dom.js";
import {isLight} from "./names.js";
import {drawIcon, drawPiece} from "./pieces.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {{d: number, i: number} | null} Sign  what a sign stands for; nothing where the face shows nothing */

/** @typedef {{d: number, i: number, x: number, y: number}} Spot  what a sign stands for, and where */

/** Of what is drawn without a colour of its own. */
const PLAIN = ["#d8d2c0", "#a8a294", "#c4b48c", "#8c9488", "#b8b8c8", "#988c7c"];
/** What is seen where a face shows nothing; and in signs of the face how large what stands on a part is and where it is clicked, what is alone of its ground, and how far apart an icon and what stands there are. */
const BARE = "#8a8578", MARK = 1.5, NEAR = 0.6, ALONE = 1.8, APART = 1.5;

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
 * @param {Names} names @param {Cell} cell @param {Line[]} lines @param {Line} spots  its parts, each behind so many signs as the face has before its middle
 * @returns {SVGElement[]}
 */
export function drawFace(names, cell, lines, spots) {
    const outline = cell.outline ?? [], size = lines.length;
    const wide = extent(outline.map((each) => each[0])) / size, tall = extent(outline.map((each) => each[1])) / size;
    const square = outline.length === 4, down = square ? tall : tall * 0.75;
    const rows = lines.map(signs), stood = /** @type {Spot[]} */ ([]), middles = /** @type {[number, number][]} */ ([]);
    /** @type {(Spot | null)[][]} */
    const grounds = rows.map((all, row) => Array.from({length: all.length / 2}, (_, at) => {
        const under = all[2 * at], mark = all[2 * at + 1], x = (at - (all.length / 2 - 1) / 2) * wide, y = (row - (size - 1) / 2) * down;
        middles.push([x, y]);
        if (mark && (!under || mark.d !== under.d)) stood.push({...mark, x, y});
        return under && {...under, x, y};
    }));
    const emblems = square ? emblemsOf(names, grounds, wide, stood) : [];
    const marks = stood.map((each) => {
        const {x, y} = beside(each, emblems, wide * APART), piece = drawPiece(names, each.d, each.i, x, y, wide * MARK);
        piece.setAttribute("data-key", names.key(each.d, each.i));
        return piece;
    });
    let before = 0;
    for (const each of spots) {
        if (typeof each === "string") before += each.length;
        else if ("d" in each) marks.push(place(names, each.d, each.v[0], middles[before], wide * NEAR));
    }
    return [...(square ? painted(names, grounds, wide, outline, emblems) : patched(names, grounds, size, outline)), ...marks];
}

/** How far two spots are apart. @param {Spot} one @param {Spot} other */
const between = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** Where what stands on a spot covers no icon. @param {Spot} spot @param {Spot[]} emblems @param {number} least  how far apart they are */
function beside(spot, emblems, least) {
    const near = emblems.find((each) => between(each, spot) < least), away = near && between(near, spot);
    return near ? {x: near.x + (away ? spot.x - near.x : 1) * (least / (away || 1)), y: near.y + (spot.y - near.y) * (least / (away || 1))} : spot;
}

/** Where a part is clicked, which is seen where that can be done. @param {Names} names @param {number} d @param {number} i @param {[number, number]} at @param {number} r */
function place(names, d, i, [cx, cy], r) {
    return svg("g", {class: "piece middle", "data-key": names.key(d, i), "data-name": names.name(d, i)}, svg("circle", {class: "body", cx, cy, r}));
}

/**
 * The face of a tile that lies nowhere, around (x, y), by the names of what it shows.
 * @param {Names} names @param {string[][]} parts @param {number} x @param {number} y @param {number} width
 */
export function faceAt(names, parts, x, y, width) {
    const step = width / parts.length, half = width / 2, outline = [[-half, -half], [half, -half], [half, half], [-half, half]];
    const spots = parts.map((row, down) => row.map((name, across) => {
        const found = name ? names.byName.get(name) : null, middle = (/** @type {number} */ n, /** @type {number} */ of) => (n - (of - 1) / 2) * step;
        return found ? {d: found[0], i: found[1], x: middle(across, row.length), y: middle(down, parts.length)} : null;
    }));
    return svg("g", {transform: `translate(${x} ${y})`}, ...painted(names, spots, step, outline, emblemsOf(names, spots, step, [])));
}

/** The colour of a ground. @param {Names} names @param {Spot} spot */
const colourOf = (names, spot) => names.colour(names.name(spot.d, spot.i)) || PLAIN[spot.i % PLAIN.length];

/** A ground for each sign, as its tile is formed. @param {Names} names @param {(Spot | null)[][]} rows @param {number} size @param {number[][]} outline */
function patched(names, rows, size, outline) {
    const parts = rows.flat().flatMap((each) => each ? [filledWith(colourOf(names, each), outline.map(([dx, dy]) => [each.x + (dx / size) * 1.02, each.y + (dy / size) * 1.02]))] : []);
    return [filledWith(BARE, outline), ...parts];
}

/** The signs of a face by what they stand for, by place; what is seen most comes first. @param {(Spot | null)[][]} rows */
function groundsOf(rows) {
    /** @type {Map<string, Map<string, Spot>>} */
    const kinds = new Map();
    rows.forEach((row, down) => row.forEach((each, across) => {
        if (!each) return;
        const key = `${each.d} ${each.i}`;
        kinds.set(key, (kinds.get(key) ?? new Map()).set(`${across} ${down}`, each));
    }));
    return [...kinds.values()].sort((a, b) => b.size - a.size);
}

/**
 * A square face as a picture: what is seen most lies under all, and upon it ways and areas with round corners, which go
 * to the edges; in each its icon, if it has one. Where nothing is shown ways meet.
 * @param {Names} names @param {(Spot | null)[][]} rows @param {number} step @param {number[][]} outline @param {(Spot & {size: number})[]} emblems
 */
function painted(names, rows, step, outline, emblems) {
    const last = rows.length - 1, [base, ...others] = groundsOf(rows).map((spots) => ({spots, paint: colourOf(names, [...spots.values()][0])}));
    const out = [filledWith(base?.paint ?? BARE, outline)];
    for (const {spots, paint} of others) {
        let d = "", blocks = "";
        for (const [at, {x, y}] of spots) {
            const [across, down] = at.split(" ").map(Number), there = (/** @type {number} */ dx, /** @type {number} */ dy) => spots.get(`${across + dx} ${down + dy}`);
            const joins = rows[down]?.[across + 1] === null || rows[down + 1]?.[across] === null || rows[down]?.[across - 1] === null || rows[down - 1]?.[across] === null;
            d += `M${x} ${y}h0`;
            if (there(1, 0)) d += `M${x} ${y}h${step}`;
            if (there(0, 1)) d += `M${x} ${y}v${step}`;
            if (there(1, 0) && there(0, 1) && there(1, 1)) blocks += `M${x} ${y}h${step}v${step}h${-step}z`;
            for (const [dx, dy, rim] of [[-1, 0, across === 0], [1, 0, across === last], [0, -1, down === 0], [0, 1, down === last]]) {
                if (rim) d += `M${x} ${y}l${Number(dx) * step} ${Number(dy) * step}`;
                else if (joins && rows[down + Number(dy)]?.[across + Number(dx)] === null) d += `M${x} ${y}l${Number(dx) * step * 0.5} ${Number(dy) * step * 0.5}`;
            }
        }
        const way = svg("path", {class: "face", d: d + blocks, "stroke-width": step * (spots.size > 1 ? 1.02 : ALONE), "stroke-linecap": "round", "stroke-linejoin": "round"});
        way.style.fill = way.style.stroke = paint;
        out.push(way);
    }
    const half = (rows.length * step) / 2, inside = svg("svg", {x: -half, y: -half, width: 2 * half, height: 2 * half, viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`});
    inside.append(...out, ...emblems.map((each) => {
        const mark = drawIcon(/** @type {import("./types.js").Icon} */ (names.icon(each.d, each.i)), each.x, each.y, each.size, each.size * 1.16);
        mark.classList.add(isLight(colourOf(names, each)) ? "on-light" : "on-dark");
        return mark;
    }));
    return [inside];
}

/**
 * The grounds that have an icon, each where it is seen: as near to the middle of what there is of it as nothing stands.
 * @param {Names} names @param {(Spot | null)[][]} rows @param {number} step @param {Spot[]} stood  what stands on the face
 */
function emblemsOf(names, rows, step, stood) {
    return groundsOf(rows).map((each) => [...each.values()]).filter(([{d, i}]) => names.icon(d, i)).map((spots) => {
        const free = spots.filter((each) => stood.every((other) => between(each, other) >= step * APART));
        const aside = (/** @type {Spot} */ spot) => spots.reduce((sum, each) => sum + between(each, spot), 0);
        return {...(free.length ? free : spots).reduce((best, each) => aside(each) < aside(best) ? each : best), size: step * (spots.length > 1 ? 0.86 : ALONE * 0.75)};
    });
}

/** @param {string} colour @param {number[][]} points */
function filledWith(colour, points) {
    const part = svg("polygon", {class: "face", points: joined(points)});
    part.style.fill = colour;
    return part;
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
