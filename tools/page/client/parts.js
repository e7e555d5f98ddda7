/** The edges and corners of a board that are spaces of their own: bars and dots on the lines between its cells. */

import {svg} from "./dom.js";
import {tokensOf} from "./flow.js";
import {UNIT} from "./geometry.js";
import {cellLines} from "./observed.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Space} Space */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./flow.js").Token} Token */

/** How thick a bar is, and how far around it a click still is one on it. */
const THICK = 15, NEAR = 26;
/** How far the dot on a corner reaches, and one that is taken; bars that are taken end within it, so that a wall over it is one piece. */
const DOT = 11, PEG = 9.5, END = 6;

export class PartsView {
    /** @param {Board} board  one whose spaces are edges or corners of another @param {Names} names */
    constructor(board, names) {
        this.board = board;
        this.names = names;
        /** @type {Map<string, SVGElement>} */
        this.groups = new Map();
        /** @type {Map<string, string>} what each showed last */
        this.before = new Map();
    }

    /**
     * Draw what stays; corners lie on edges.
     * @param {number} high  how high a row is @param {(x: number, y: number) => [number, number]} turn  how the board is turned
     * @returns {SVGElement}
     */
    lay(high, turn) {
        this.groups.clear();
        this.before.clear();
        const all = svg("g", {class: `parts ${this.board.spaces.some((each) => each.ends) ? "bars" : "dots"}`});
        for (const space of this.board.spaces) {
            const [x, y] = turn(space.x * UNIT, space.y * high);
            const group = svg("g", {
                class: "space part", transform: `translate(${x} ${y})`, "data-key": `${this.board.kind}:${space.name}`, "data-name": space.name, "data-x": x, "data-y": y,
            });
            const ends = space.ends?.map(([a, b]) => turn(a * UNIT, b * high)).map(([a, b]) => /** @type {[number, number]} */ ([a - x, b - y])) ?? null;
            group.append(shaped("near", ends, NEAR), shaped("bar", ends, THICK), svg("g", {class: "inside", "aria-hidden": "true"}), shaped("glow", ends, THICK));
            this.groups.set(space.name, group);
            all.append(group);
        }
        return all;
    }

    /** Show a position. @param {View} view */
    show(view) {
        const picture = view.picture.boards[this.board.name] ?? {};
        for (const [name, group] of this.groups) {
            const here = !Object.keys(picture).length || name in picture;
            group.classList.toggle("absent", !here);
            const lines = !here ? [] : this.board.templates ? picture[name] ?? [] : cellLines(this.names, view.observation, this.board.kind, name);
            this.fill(group, name, lines);
        }
    }

    /** @param {SVGElement} group @param {string} name @param {Line[]} lines */
    fill(group, name, lines) {
        const now = JSON.stringify(lines);
        if (this.before.get(name) === now) return;
        this.before.set(name, now);
        const tokens = lines.flatMap((each) => tokensOf(each, this.names));
        const colour = tokens.map((each) => this.colour(each)).find((each) => each) ?? "";
        const bar = /** @type {SVGElement} */ (group.querySelector(":scope > .bar"));
        group.classList.toggle("filled", tokens.length > 0);
        bar.style.fill = bar.style.stroke = tokens.length ? colour : "";
        const said = tokens.map((each) => each.text ?? this.names.shown(each.d ?? 0, each.i ?? 0)).join(" ");
        const inside = group.querySelector(":scope > .inside");
        inside?.replaceChildren(...said && !colour ? [svg("text", {class: "said", "text-anchor": "middle", dy: "0.35em", "font-size": 22}, tokens.map((each) => each.text ?? this.names.glyph(this.names.name(each.d ?? 0, each.i ?? 0))).join(" "))] : []);
        group.lastElementChild?.setAttribute("role", group.lastElementChild.getAttribute("role") ?? "img");
        group.lastElementChild?.setAttribute("aria-label", [this.names.word(name), said].join(" ").trim());
    }

    /** The colour of what a token stands for. @param {Token} token */
    colour(token) {
        return token.d === undefined || token.i === undefined ? "" : this.names.colour(this.names.name(token.d, token.i));
    }
}

/** A bar from end to end, or a dot. @param {string} kind @param {[number, number][] | null} ends @param {number} thick */
function shaped(kind, ends, thick) {
    if (!ends || ends.length !== 2) return svg("circle", {class: kind, r: kind === "near" ? NEAR * 0.7 : kind === "bar" ? PEG : DOT});
    const [[x0, y0], [x1, y1]] = ends, far = Math.hypot(x1 - x0, y1 - y0) || 1, side = thick / 2;
    const along = [(x1 - x0) / far, (y1 - y0) / far], short = Math.min(kind === "bar" ? END : DOT, far / 4);
    /** @param {number} x @param {number} y @param {number} inward @param {number} aside */
    const corner = (x, y, inward, aside) => `${x + along[0] * inward - along[1] * aside},${y + along[1] * inward + along[0] * aside}`;
    const points = [corner(x0, y0, short, side), corner(x1, y1, -short, side), corner(x1, y1, -short, -side), corner(x0, y0, short, -side)];
    return svg("polygon", {class: kind, points: points.join(" ")});
}
