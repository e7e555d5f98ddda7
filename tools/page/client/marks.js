/** What a position draws on a board beside what lies in its spaces: grounds, heights, dots, and what is pointed at. */

import {svg} from "./dom.js";
import {blended, inked} from "./grounds.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Drawn} Drawn */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {(cell: Cell, kind: string) => SVGElement} Shape */

const TALLEST = 6, STEP = 0.08, RISE = 6;
/** How much lighter each step of a height is, in parts of a hundred. */
const LIGHTER = 12;
/** How much of a colour that fills a space covers what lies under it. */
const FLOODED = 0.6;

/** The names of the members in a line. @param {Line | undefined} line @param {Names} names @returns {string[]} */
function named(line, names) {
    return (line ?? []).flatMap((part) => typeof part === "object" && "d" in part ? part.v.map((each) => names.name(part.d, each)) : []);
}

/** The colour that a line says, or that of the first thing in it that has one. @param {Line | undefined} line @param {Names} names */
export function colourIn(line, names) {
    const said = line?.map((part) => typeof part === "string" ? part : "t" in part ? part.t : "").join("").trim();
    return said || (named(line, names).map((name) => names.colour(name)).find((each) => each) ?? "");
}

/** A number in a line; 0 if it says none that is known. @param {Line | undefined} line */
export function number(line) {
    const part = line?.find((each) => typeof each === "object" && "t" in each);
    return part && typeof part === "object" && "t" in part ? Number.parseInt(part.t, 10) || 0 : 0;
}

/** Whether lines say a number. @param {Line[] | undefined} lines @param {number} number */
function says(lines, number) {
    return !!lines?.flat().some((part) => typeof part === "object" && "t" in part && part.t === String(number));
}

export class Marks {
    /** @param {Board} board @param {Names} names @param {Shape} shape  that draws the shape of a space */
    constructor(board, names, shape) {
        this.board = board;
        this.names = names;
        this.shape = shape;
        this.dots = svg("g", {class: "stars"});
        this.over = svg("g", {class: "marks", "aria-hidden": "true"});
        this.before = "";
    }

    /**
     * Show what holds in a position.
     * @param {Drawn | undefined} drawn @param {Cell[]} cells
     * @param {{groups: Map<string, SVGElement>, grounds: Map<string, SVGElement>, titles: Map<string, SVGElement>}} spaces  what each is drawn in
     * @param {number} size of small letters @param {Map<string, Line[]>} lines  what spaces say, by their names
     */
    show(drawn, cells, {groups, grounds, titles}, size, lines) {
        const heights = Object.entries(drawn?.heights ?? {}).map(([name, line]) => /** @type {[string, number]} */ ([name, number(line)]));
        const said = new Set(heights.filter(([name, high]) => says(lines.get(name), high)).map(([name]) => name)); // who reads how high a space lies need not read it twice
        const now = JSON.stringify([drawn, [...said]]);
        if (now === this.before) return;
        this.before = now;
        const at = new Map(cells.map((each) => [each.name, each]));
        this.dots.replaceChildren(...named(drawn?.dots, this.names).flatMap((name) => {
            const cell = at.get(name);
            return cell ? [svg("circle", {class: "star", cx: cell.x, cy: cell.y, r: Math.min(cell.width, cell.height) * 0.09})] : [];
        }));
        /** @type {Map<string, string[]>} the colours in which a space is filled */
        const filled = new Map();
        this.over.replaceChildren();
        (drawn?.marks ?? []).forEach((line, number) => {
            const {colour, form} = this.board.marks?.[number] ?? {colour: "", form: "ring"};
            const spaces = named(line, this.names).flatMap((name) => at.get(name) ?? []);
            if (form === "fill") for (const each of spaces) filled.set(each.name, [...(filled.get(each.name) ?? []), colour]);
            else if (form === "ring") this.over.append(...spaces.map((each) => this.ring(each, colour)));
            else if (form === "dot") this.over.append(...spaces.map((each) => this.dot(each, colour)));
            else if (spaces.length) this.over.append(...this.line(spaces, colour));
        });
        for (const cell of cells) {
            const group = groups.get(cell.name), under = grounds.get(cell.name);
            if (!group || !under) continue;
            const tint = colourIn(drawn?.tints?.[cell.name], this.names);
            const high = number(drawn?.heights?.[cell.name]);
            const shown = JSON.stringify([tint, high, said.has(cell.name), filled.get(cell.name)]);
            if (group.dataset.tinted === shown) continue;
            group.dataset.tinted = shown;
            under.replaceChildren(...this.grounds(cell, tint, high, filled.get(cell.name) ?? [], said.has(cell.name) ? 0 : size));
            group.querySelector(":scope > .inside")?.setAttribute("transform", `translate(0 ${-RISE * Math.min(high, TALLEST)})`); // what lies there lies on top
            group.classList.toggle("tinged", !!tint); // whose colour tells something
            const ground = tint || group.dataset.paint || "";
            const colour = (filled.get(cell.name) ?? []).reduce((under, over) => blended(over, under, FLOODED), ground);
            for (const each of [group, titles.get(cell.name)]) if (each) inked(each, colour);
        }
    }

    /** @param {Cell} cell @param {string} tint @param {number} high @param {string[]} fills @param {number} size  of the letters that say how high it is; 0: none do */
    grounds(cell, tint, high, fills, size) {
        const out = [];
        if (tint) {
            const shape = this.shape(cell, "tint");
            shape.style.fill = tint;
            out.push(shape);
        }
        for (let step = 1; step <= Math.min(high, TALLEST); step++) {
            const [shade, level] = [this.shape(cell, "shade"), this.shape(cell, "level")];
            if (tint) {
                shade.style.fill = `color-mix(in srgb, ${tint} 62%, #2a1a08)`;
                level.style.fill = `color-mix(in srgb, ${tint} ${100 - LIGHTER * step}%, #fff6dc)`;
            }
            out.push(svg("g", {class: "terrace", transform: `translate(0 ${-RISE * step}) scale(${1 - STEP * step})`}, shade, level));
        }
        for (const colour of fills) {
            const shape = this.shape(cell, "flooded");
            shape.style.fill = colour;
            shape.style.fillOpacity = String(FLOODED);
            out.push(shape);
        }
        if (high > 0 && size) {
            const corner = cell.outline && !this.board.grid?.crossed ? [0, -cell.height * 0.56] : [cell.width * 0.4, -cell.height * 0.36];
            out.push(svg("text", {class: "height", x: corner[0], y: corner[1], "font-size": size, dy: "0.35em", "text-anchor": "middle"}, String(high)));
        }
        return out;
    }

    /** @param {Cell} cell @param {string} colour */
    ring(cell, colour) {
        const around = svg("g", {class: "ring", transform: `translate(${cell.x} ${cell.y})${cell.area ? " scale(0.95)" : ""}`});
        const round = cell.outline !== null, r = Math.min(cell.width, cell.height) * (this.board.grid?.crossed === false ? 0.64 : 0.5);
        for (const kind of ["halo", "colour"]) {
            const shape = round ? svg("circle", {class: kind, r: r * 0.94}) : this.shape(cell, kind);
            if (kind === "colour") shape.style.stroke = colour;
            around.append(shape);
        }
        return around;
    }

    /** @param {Cell} cell @param {string} colour */
    dot(cell, colour) {
        const dot = svg("circle", {class: "spot", cx: cell.x, cy: cell.y, r: Math.min(cell.width, cell.height) * 0.15});
        dot.style.fill = colour;
        return dot;
    }

    /** @param {Cell[]} cells @param {string} colour */
    line(cells, colour) {
        const d = cells.map((each, at) => `${at ? "L" : "M"}${each.x} ${each.y}`).join("");
        return ["halo", "colour"].map((kind) => {
            const path = svg("path", {class: `through ${kind}`, d});
            if (kind === "colour") path.style.stroke = colour;
            return path;
        });
    }
}
