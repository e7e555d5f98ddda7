/** A board in SVG: its spaces with what is in them, its links with their labels. */

import {html, svg} from "./dom.js";
import {drawFace, parted, spokenFace} from "./faces.js";
import {COLUMN, columned, fitted, isPiece, PIECE, STEP, tokensOf} from "./flow.js";
import {edges, gridPlan, listedPlan, UNIT} from "./geometry.js";
import {drawLinks} from "./links.js";
import {textWidth} from "./measure.js";
import {cellLines} from "./observed.js";
import {PartsView} from "./parts.js";
import {drawColumn, drawPiece} from "./pieces.js";
import {zoomable} from "./zoom.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./geometry.js").Plan} Plan */
/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {import("./flow.js").Token} Token */

const TEXT = 17, HEADING = 18, COLUMNS = 30;
/** From so many pixels on a board is wide; the room that a box of a listed board takes then, and where it is narrow. */
const WIDE = 560, ROOM = 200, NARROW_ROOM = 116;
/** Width by height that is wanted of listed boards, wide and narrow. */
const RATIO = 0.8, NARROW_RATIO = 0.5;

/** Whether there is nothing but columns of pieces. @param {Token[][]} tokens */
const columns = (tokens) => tokens.length > 0 && tokens.flat().every((each) => each.stack);

export class BoardView {
    /**
     * @param {Board} board
     * @param {Board[]} parts  the boards whose spaces are its edges and corners
     * @param {Names} names
     * @param {import("./phrases.js").Say} say
     * @param {() => void} redraw  when it has to be laid out anew for the room that there is
     */
    constructor(board, parts, names, say, redraw) {
        this.board = board;
        this.parts = parts.map((each) => new PartsView(each, names));
        this.names = names;
        this.title = names.titled(board);
        this.svg = svg("svg", {class: "board", role: "group", "aria-label": this.title, preserveAspectRatio: "xMidYMid meet"});
        this.narrow = window.innerWidth < WIDE;
        this.root = html("div", {class: `boardbox ${!board.grid ? "listed" : board.grid.crossed ? "crossed" : "slanted"}`}, zoomable(this.svg, say));
        new ResizeObserver(([seen]) => {
            const narrow = seen.contentRect.width < WIDE;
            if (narrow === this.narrow || !seen.contentRect.width) return;
            this.narrow = narrow;
            if (!board.grid) redraw();
        }).observe(this.root);
        /** @type {Map<string, string>} what each space showed last */
        this.before = new Map();
        this.layout = "";
        /** @type {Map<string, SVGElement>} */
        this.groups = new Map();
        /** @type {Plan | null} */
        this.plan = null;
        const across = new Set(board.spaces.map((each) => each.x)).size, down = new Set(board.spaces.map((each) => each.y)).size;
        /** Whether there is more room above each other than side by side. */
        this.upright = !board.grid && down > 1 && across > 2 * down;
    }

    /** Show a position. @param {View} view */
    show(view) {
        const picture = view.picture.boards[this.board.name] ?? {};
        const there = Object.keys(picture).length ? Object.keys(picture) : this.board.spaces.map((each) => each.name);
        /** @type {Map<string, Line[]>} */
        const shown = new Map(there.map((name) => [name, this.board.templates ? picture[name] ?? [] : this.observed(view, name)]));
        const sizes = this.board.grid ? null : this.boxes(shown);
        const layout = JSON.stringify([this.narrow, there, sizes && [...sizes.values()]]);
        const anew = layout !== this.layout;
        if (anew) {
            this.layout = layout;
            this.lay(new Set(there), sizes);
            this.before.clear();
        }
        for (const cell of this.plan?.cells ?? []) this.fill(cell, shown.get(cell.name) ?? [], anew);
        for (const each of this.parts) each.show(view, anew);
        for (const label of this.svg.querySelectorAll("[data-label]")) {
            const [kind, number] = (label.getAttribute("data-label") ?? "").split(" ");
            const line = view.picture.labels?.[kind]?.[number] ?? [];
            label.textContent = tokensOf(line, this.names).map((each) => each.text ?? this.names.glyph(this.names.name(each.d ?? 0, each.i ?? 0))).join(" ");
        }
    }

    /** @param {View} view @param {string} name */
    observed(view, name) {
        return cellLines(this.names, view.observation, this.board.kind, name);
    }

    /** The sizes of a listed board's boxes, which is one for all, as large as the fullest wants. @param {Map<string, Line[]>} shown */
    boxes(shown) {
        const column = fitted([[{d: 0, i: 0, stack: COLUMN}]], this.names, ROOM, Infinity, COLUMNS, COLUMNS).height, room = this.narrow ? NARROW_ROOM : ROOM;
        let wide = 50, tall = this.upright ? column + HEADING * 1.4 + 14 : 0; // room for a column that is to come
        for (const [name, lines] of shown) {
            const [heading, rows] = this.parted(name, lines);
            wide = Math.min(room, Math.max(wide, textWidth(heading) * HEADING * 0.85 + 18));
            const tokens = this.tokens(rows);
            const flow = this.upright && columns(tokens) ? {width: 0, height: 0} : fitted(tokens, this.names, room - 16, Infinity, TEXT, TEXT);
            wide = Math.min(room, Math.max(wide, flow.width + 20));
            tall = Math.max(tall, flow.height + (heading ? HEADING * 1.4 : 0) + 14);
        }
        // a little room to grow, in steps, so that a board keeps its size from move to move
        const size = {width: Math.ceil(wide / 20) * 20, height: Math.ceil(Math.max(tall, 54) / 18) * 18};
        return new Map([...shown.keys()].map((name) => [name, size]));
    }

    /** What is to be drawn of the lines of a space. @param {Line[]} rows */
    tokens(rows) {
        const tokens = rows.map((each) => tokensOf(each, this.names)).filter((each) => each.length);
        return this.upright ? tokens.map((each) => columned(each, this.names)) : tokens;
    }

    /** A space's name as a heading, and the lines without it. @param {string} name @param {Line[]} lines @returns {[string, Line[]]} */
    parted(name, lines) {
        const first = lines[0]?.[0] === "" ? lines[0].slice(1) : lines[0] ?? [];
        const part = first[0];
        if (part && typeof part === "object" && "d" in part && part.d === this.board.kind && this.names.name(part.d, part.v[0]) === name) {
            return [this.names.word(name), [first.slice(1), ...lines.slice(1)]];
        }
        return [this.board.templates && lines.length ? "" : this.names.word(name), lines];
    }

    /** Draw what stays. @param {Set<string>} there @param {Map<string, {width: number, height: number}> | null} sizes */
    lay(there, sizes) {
        const plan = sizes ? listedPlan(this.board, there, sizes, this.narrow ? NARROW_RATIO : RATIO) : gridPlan(this.board, there);
        const sides = !sizes && this.board.grid?.crossed !== false ? edges(plan.cells) : null;
        const edge = sides ? 30 : 0;
        this.plan = plan;
        this.svg.setAttribute("viewBox", `${plan.left - edge} ${plan.top - edge} ${plan.width + edge} ${plan.height + edge}`);
        const largest = sizes ? 1.25 : 1.1, least = sizes ? 10 / TEXT : 0;
        this.svg.style.setProperty("--narrowest", `${Math.round((plan.width + edge) * (sizes ? 7 / TEXT : 0.17))}px`);
        this.svg.style.setProperty("--widest", `${Math.round((plan.width + edge) * largest)}px`);
        this.svg.style.setProperty("--lowest", `${Math.round((plan.height + edge) * least)}px`);
        this.svg.replaceChildren();
        this.groups.clear();
        if (!sizes) {
            this.svg.append(svg("rect", {class: "ground", x: plan.left - edge, y: plan.top - edge, width: plan.width + edge, height: plan.height + edge, rx: 14}));
        }
        const painted = this.names.picture(this.board.name);
        if (painted) this.svg.append(svg("image", {href: painted, x: plan.left, y: plan.top, width: plan.width, height: plan.height, preserveAspectRatio: "xMidYMid slice"}));
        this.svg.classList.toggle("pictured", !!painted);
        drawLinks(this.svg, this.board, plan, this.names);
        for (const [at, label] of sides?.columns ?? []) this.svg.append(svg("text", {class: "edge", x: at, y: plan.top - 4, "text-anchor": "middle"}, label));
        for (const [at, label] of sides?.rows ?? []) this.svg.append(svg("text", {class: "edge", x: plan.left - 2, y: at, dy: "0.35em", "text-anchor": "end"}, label));
        const spaces = svg("g", {class: "spaces"});
        for (const cell of plan.cells) {
            const group = svg("g", {
                class: "space", transform: `translate(${cell.x} ${cell.y})`, "data-key": `${this.board.kind}:${cell.name}`, "data-name": cell.name, "data-x": cell.x, "data-y": cell.y,
            });
            const shape = this.shape(cell);
            const painted = this.names.colour(cell.name);
            if (painted) shape.style.fill = painted;
            else if (this.board.grid?.crossed && !this.board.boxes && (Math.round(cell.x / 100) + Math.round(cell.y / 100)) % 2) shape.classList.add("odd");
            const picture = this.names.picture(cell.name);
            group.append(shape);
            if (picture) group.append(svg("image", {href: picture, x: -cell.width / 2, y: -cell.height / 2, width: cell.width, height: cell.height, preserveAspectRatio: "xMidYMid slice"}));
            group.append(this.shape(cell, "under"), svg("g", {class: "inside", "aria-hidden": "true"}), this.shape(cell, "glow"));
            if (cell.outline) for (const each of group.querySelectorAll(":scope > .under, :scope > .glow")) each.setAttribute("transform", "scale(0.94)");
            this.groups.set(cell.name, group);
            spaces.append(group);
        }
        this.svg.append(spaces);
        const high = UNIT * (this.board.grid?.high ?? 1);
        for (const each of this.parts) this.svg.append(each.lay(high));
    }

    /** @param {Cell} cell @param {string} [kind] */
    shape(cell, kind = "outline") {
        if (cell.outline) return svg("polygon", {class: kind, points: cell.outline.map((each) => each.join(",")).join(" ")});
        return svg("rect", {class: kind, x: -cell.width / 2, y: -cell.height / 2, width: cell.width, height: cell.height, rx: 9});
    }

    /** Draw what is in a space, if it is another than before. @param {Cell} cell @param {Line[]} lines @param {boolean} anew */
    fill(cell, lines, anew) {
        const now = JSON.stringify(lines), group = this.groups.get(cell.name);
        if (!group) return;
        group.classList.toggle("changed", !anew && this.before.get(cell.name) !== now && this.before.has(cell.name));
        if (this.before.get(cell.name) === now) return;
        this.before.set(cell.name, now);
        const [face, others] = cell.outline ? parted(lines, this.board.face) : [[], lines];
        const [heading, rows] = cell.outline ? ["", others] : this.parted(cell.name, others);
        let tokens = this.tokens(rows);
        if (this.board.grid && this.board.boxes === false) tokens = [tokens.flat()];
        const inside = group.querySelector(".inside");
        const ground = tokens.flat().filter((each) => isPiece(each) && this.covers(each, cell));
        tokens = tokens.map((row) => row.filter((each) => !ground.includes(each)));
        inside?.replaceChildren(
            ...(face.length ? drawFace(this.names, cell, face) : []), ...ground.map((each, number) => this.covered(cell, each, number, ground.length)),
            ...this.content(cell, heading, tokens.filter((each) => each.length), ground.length + face.length > 0),
        );
        group.lastElementChild?.setAttribute("role", group.lastElementChild.getAttribute("role") ?? "img");
        group.lastElementChild?.setAttribute("aria-label", [this.names.word(cell.name), ...spokenFace(this.names, face), ...[...ground, ...tokens.flat()].map((each) => this.spoken(each))].join(" "));
    }

    /** Whether a piece is the ground of a space of a grid: a tile that has a colour and says nothing. @param {Token} token @param {Cell} cell */
    covers(token, cell) {
        const name = this.names.name(token.d ?? 0, token.i ?? 0);
        return !!cell.outline && this.names.shape(token.d ?? 0, token.i ?? 0) === "tile" && !!this.names.colour(name);
    }

    /** A tile that covers a space; one that lies on others leaves their edge to be seen. @param {Cell} cell @param {Token} token @param {number} number @param {number} count */
    covered(cell, token, number, count) {
        const name = this.names.name(token.d ?? 0, token.i ?? 0), glyph = this.names.glyph(name);
        const whole = svg("g", {class: "cover", "data-name": name});
        const shape = this.shape(cell, "covering");
        shape.setAttribute("transform", `scale(${0.95 - number * 0.2})`);
        shape.style.fill = this.names.colour(name);
        whole.append(shape);
        if (glyph && number === count - 1) whole.append(svg("text", {class: "watermark", "font-size": 60, "text-anchor": "middle", dy: "0.35em"}, glyph));
        return whole;
    }

    /** @param {Token} token */
    spoken(token) {
        return token.text ?? this.names.shown(token.d ?? 0, token.i ?? 0) + ((token.count ?? token.stack ?? 1) > 1 ? ` ×${token.count ?? token.stack}` : "");
    }

    /** @param {Cell} cell @param {string} heading @param {Token[][]} tokens @param {boolean} covered */
    content(cell, heading, tokens, covered) {
        const grid = cell.outline !== null;
        const one = grid && tokens.flat().length === 1;
        const space = heading ? HEADING * 1.3 : 0;
        const largest = !grid ? (columns(tokens) ? COLUMNS : TEXT) : one ? (isPiece(tokens[0][0]) ? 64 : 46) : 44;
        const flow = fitted(tokens, this.names, cell.width - (grid ? 0 : 14), cell.height - space - (grid ? 0 : 8), largest, grid ? 9 : 10);
        /** @type {SVGElement[]} */
        const out = [];
        if (heading) out.push(svg("text", {class: "heading", x: 0, y: -cell.height / 2 + HEADING * 1.2, "font-size": Math.min(HEADING, (cell.width - 12) / (Math.max(0.01, textWidth(heading) * 1.08))), "text-anchor": "middle"}, heading));
        const free = this.upright ? Math.max(0, cell.height - space - 12 - flow.height) / 2 : 0, up = this.hangs(cell) ? -1 : 1;
        for (const {token, x, y, width} of flow.placed) out.push(...this.drawn(token, x, y + space / 2 + free * up, width, flow.size, up > 0));
        if (grid && !tokens.length && !covered) out.push(svg("text", {class: "faint", "font-size": 26, "text-anchor": "middle", dy: "0.35em"}, this.board.grid?.crossed ? "" : cell.name));
        return out;
    }

    /** Whether a space is in the upper half of the board, from whose edge columns hang. @param {Cell} cell */
    hangs(cell) {
        return this.plan !== null && cell.y < this.plan.top + this.plan.height / 2;
    }

    /**
     * @param {Token} token @param {number} x @param {number} y @param {number} width @param {number} size
     * @param {boolean} up  the way in which columns grow
     * @returns {SVGElement[]}
     */
    drawn(token, x, y, width, size, up) {
        const known = token.d !== undefined && token.i !== undefined;
        const key = known ? {"data-key": this.names.key(token.d ?? 0, token.i ?? 0), "data-name": this.names.name(token.d ?? 0, token.i ?? 0), ...(token.v ? {"data-members": token.v.join(" ")} : {})} : {};
        if (!isPiece(token)) {
            return [svg("text", {class: token.faint ? "unknown" : "said", ...key, x, y, dy: "0.35em", "font-size": size, "text-anchor": "middle"}, token.text ?? "")];
        }
        if (token.stack) {
            const column = drawColumn(this.names, token.d ?? 0, token.i ?? 0, token.stack, x, y, size * PIECE, {most: COLUMN, step: STEP, up});
            for (const [name, value] of Object.entries(key)) column.setAttribute(name, value);
            return [column];
        }
        const counted = token.count ? textWidth(`×${token.count}`) * size * 0.85 + size * 0.1 : 0;
        const piece = drawPiece(this.names, token.d ?? 0, token.i ?? 0, x - counted / 2, y, size * PIECE);
        for (const [name, value] of Object.entries(key)) piece.setAttribute(name, value);
        if (!token.count) return [piece];
        return [piece, svg("text", {class: "said", x: x + width / 2, y, dy: "0.35em", "font-size": size * 0.85, "text-anchor": "end"}, `×${token.count}`)];
    }
}
