/** What lies in a space of a board, drawn in the room that it has: contents shrink, and what nobody could read is counted. */

import {svg} from "./dom.js";
import {drawFace, parted, spokenFace} from "./faces.js";
import {COLUMN, columned, crowded, DIE, isPiece, PIECE, STEP, tokensOf} from "./flow.js";
import {BOLD, textWidth} from "./measure.js";
import {isLight} from "./names.js";
import {drawColumn, drawIcon, drawPiece, sign} from "./pieces.js";
import {dieAt} from "./pips.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {import("./flow.js").Token} Token */
/** @typedef {{scale: number, hangs: boolean, largest?: number, spots?: Line}} Room  pixels of a unit of the board; whether columns hang from above; how
 *    large letters are at most, if as large as they can be */

const TEXT = 17, HEADING = 18, WORDS = 30, ONE = 64, ROUND = 74, STONE = 80;
/** How large text beside pieces is in a box at most, or which part of a high one; how much of the room of an area its name takes at most, and of a high box. */
const LARGER = 26, PART = 0.36, TOP = 0.24;
/** And how far it may reach over its borders. */
const OVER = 1.5;
/** How much wider letters may be than they are taken for. */
const CLOSE = 1.06;
/** What has a number or a letter at its end, by which several differ. */
const NUMBERED = / \S{1,2}$/;
/** How small letters and pieces may be, in pixels. */
export const READABLE = 11.2;
const PIECES = 7;
/** So small are things on a map, beside what half of them could be, before those that have no room are smaller. */
const CROWDED = 0.75;

/** Whether there is nothing but columns of pieces, and dice beside them. @param {Token[][]} tokens */
const columns = (tokens) => tokens.length > 0 && tokens.flat().every((each) => each.stack || each.die);

/** Whether a space is so high that pieces of a sort stand in a column in it. @param {Cell} cell */
const upright = (cell) => !cell.outline && cell.height > cell.width * 1.6;

export class Contents {
    /** @param {Board} board @param {Names} names @param {(cell: Cell, kind: string) => SVGElement} shape  that draws the shape of a space */
    constructor(board, names, shape) {
        this.board = board;
        this.names = names;
        this.shape = shape;
        /** Whether empty spaces say what they are called. */
        this.naming = false;
        /** How small letters may be, in units of the board. */
        this.least = 0;
        /** How large letters came out last, if all that there is was laid out. */
        this.size = 0;
        /** How large they came out in an area with these lines, at `scaled`. @type {Map<string, number>} */
        this.sizes = new Map();
        this.scaled = 0;
    }

    /** How large things are in all boxes of a board or areas of a map, so that they are alike: as large as where they have least room. @param {Cell[]} cells @param {Map<string, Line[]>} shown @param {number} scale */
    alike(cells, shown, scale) {
        if (this.scaled !== scale) this.sizes.clear();
        this.scaled = scale;
        const sizes = cells.filter((each) => !each.outline && !this.bare && !upright(each)).flatMap((each) => {
            const lines = shown.get(each.name) ?? [], key = JSON.stringify([each.name, each.width, lines]);
            if (!this.sizes.has(key)) {
                this.of(each, lines, [], {scale, hangs: false});
                this.sizes.set(key, this.size);
            }
            return this.sizes.get(key) || [];
        }).sort((a, b) => a - b);
        return sizes.length ? Math.max(sizes[0], sizes[sizes.length >> 1] * CROWDED) : undefined;
    }

    /** Whether spaces are no more than places for what stands on them. */
    get bare() {
        return /points|circles|plain/.test(this.board.shown ?? "");
    }

    /** A space's name as a heading, and the lines without it. @param {string} name @param {Line[]} lines @returns {[string, Line[]]} */
    parted(name, lines) {
        const first = lines[0]?.[0] === "" ? lines[0].slice(1) : lines[0] ?? [];
        const part = first[0];
        if (part && typeof part === "object" && "d" in part && part.d === this.board.kind && this.names.name(part.d, part.v[0]) === name) {
            return [this.board.grid ? this.names.word(name) : this.names.title(name), [first.slice(1), ...lines.slice(1)]];
        }
        return [this.board.templates && lines.length ? "" : this.names.word(name), lines];
    }

    /** Whether lines begin with the name of their space, by itself. @param {string} name @param {Line[]} lines */
    begins(name, lines) {
        const [part, next] = lines[0]?.[0] === "" ? lines[0].slice(1) : lines[0] ?? [];
        const own = part && typeof part === "object" && "d" in part && part.d === this.board.kind && this.names.name(part.d, part.v[0]) === name;
        return !!own && (next === undefined || (typeof next === "string" && next.startsWith(" ")));
    }

    /** The elements that show the lines of a space, and the same in words. @param {Cell} cell @param {Line[]} lines @param {Line} tint  what gives the ground its colour @param {Room} room @returns {[SVGElement[], string]} */
    of(cell, lines, tint, room) {
        const {names, board, bare} = this;
        const [face, others] = cell.outline ? parted(lines, board.face) : [[], lines];
        const called = cell.outline ? !bare && board.templates && this.begins(cell.name, others) : !bare || board.templates;
        const [heading, rows] = called ? this.parted(cell.name, others) : ["", others];
        let tokens = rows.map((each) => badged(tokensOf(each, names), names)).filter((each) => each.length);
        if (bare) tokens = tokens.map((row) => row.filter((each) => each.d !== board.kind || names.name(each.d, each.i ?? 0) !== cell.name)).filter((each) => each.length);
        if (upright(cell)) tokens = tokens.map((each) => columned(each, names));
        if (board.grid && board.boxes === false) tokens = [tokens.flat()];
        const ground = tokens.flat().filter((each) => isPiece(each) && this.covers(each, cell));
        tokens = tokens.map((row) => row.filter((each) => !ground.includes(each))).filter((each) => each.length);
        const tinting = tokens.flat().filter((each) => isPiece(each) && tint.some((part) => typeof part === "object" && "d" in part && part.d === each.d && part.v.includes(each.i ?? -1)));
        tokens = tokens.map((row) => row.filter((each) => !tinting.includes(each))).filter((each) => each.length);
        const drawn = [
            ...tinting.flatMap((each) => this.watermark(cell, each, heading && !cell.area ? HEADING * 1.2 : 0, tokens.length > 0)),
            ...(face.length ? drawFace(names, cell, face, room.spots ?? []) : []), ...ground.map((each, number) => this.covered(cell, each, number, ground.length)),
            ...this.content(cell, heading, tokens, ground.length + face.length > 0, room),
        ];
        return [drawn, [names.word(cell.name), ...spokenFace(names, face), ...[...tinting, ...ground, ...tokens.flat()].map((each) => this.spoken(each))].join(" ")];
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

    /**
     * The sign of what gives a space its colour, faint and as large as the space below its heading: it takes no room from others.
     * @param {Cell} cell @param {Token} token @param {number} top  how high the heading is @param {boolean} behind  whether something lies on it
     */
    watermark(cell, {d = 0, i = 0}, top, behind) {
        const size = Math.min(cell.width, cell.height - top) * (top ? 0.7 : 0.8), icon = this.names.icon(d, i), glyph = this.names.glyph(this.names.name(d, i));
        const mark = icon ? drawIcon(icon, 0, top / 2, size, size) : glyph ? svg("text", {"font-size": size, "text-anchor": "middle", y: top / 2, dy: "0.35em"}, glyph) : null;
        return mark ? [svg("g", {class: behind ? "tinting behind" : "tinting"}, mark)] : [];
    }

    /** @param {Token} token */
    spoken(token) {
        return token.text ?? this.names.shown(token.d ?? 0, token.i ?? 0) + (token.on ? ` ${token.on}` : "") + ((token.count ?? token.stack ?? 1) > 1 ? ` ×${token.count ?? token.stack}` : "");
    }

    /** The size of what is largest in a space. @param {Cell} cell @param {Token[][]} tokens */
    largest(cell, tokens) {
        const all = tokens.flat(), {shown} = this.board;
        if (shown === "points" || shown === "circles") return ((all.length > 1 ? 30 : isPiece(all[0] ?? {}) ? STONE : 36) * Math.min(cell.width, cell.height)) / 100;
        if (!cell.outline && columns(tokens)) return (cell.width * 0.94) / PIECE;
        if (!cell.outline && all.length === 1 && isPiece(all[0])) return Math.max(TEXT, Math.min(cell.width, cell.height) * 0.5);
        if (!cell.outline) return !cell.area && all.some(isPiece) ? Math.max(LARGER, cell.height * PART) : TEXT;
        if (all.length > 1) return all.some(isPiece) ? 44 : WORDS;
        return !isPiece(all[0] ?? {}) ? 46 : this.board.grid?.crossed ? ONE : ROUND;
    }

    /** @param {Cell} cell @param {string} called  the heading @param {Token[][]} tokens @param {boolean} covered @param {Room} room @returns {SVGElement[]} */
    content(cell, called, tokens, covered, room) {
        const {scale, hangs, largest} = room, grid = cell.outline !== null, least = READABLE / scale, within = grid || cell.area ? 0 : 8;
        /** @type {SVGElement[]} */
        const out = [], high = cell.area && !tokens.length ? 0 : -cell.height / 2, [left, right] = cell.area ? across(cell.area, high && high + least * 0.8) : [-cell.width / 2, cell.width / 2], wide = right - left;
        const size = Math.max(least, Math.min(cell.area ? Math.min(HEADING, cell.height * TOP) : Math.max(HEADING, grid ? 0 : cell.height * TOP), (wide - within) / Math.max(0.01, textWidth(called) * 1.08)));
        const broken = !grid && !cell.area && textWidth(called) * size * BOLD > wide && !NUMBERED.test(called);
        if (broken) return this.content(cell, "", tokens.length ? tokens : [called.split(" ").map((text) => ({text}))], covered, room);
        const heading = cell.area && textWidth(called) * size * CLOSE > wide * OVER ? "" : called; // half a name tells less than what stands there
        const space = heading ? size * 1.3 : 0;
        const foot = heading && !hangs && this.board.shown === "triangles" && upright(cell) ? -1 : 1;
        if (heading) out.push(svg("text", {class: "heading", x: (left + right) / 2, y: foot < 0 ? cell.height / 2 - size * 0.4 : high + size * (high ? 1.15 : 0.35), "font-size": size, "text-anchor": "middle"}, cut(heading, (wide * (cell.area ? OVER : 1) - within * 0.5) / (size * CLOSE))));
        const narrow = cell.outline || cell.width > 90 ? within : within / 2, pieces = tokens.flat().every(isPiece);
        const flow = crowded(tokens, this.names, cell.width - narrow, cell.height - space - within, largest || this.largest(cell, tokens), Math.max(grid ? 9 : cell.area ? 0 : 10, pieces ? PIECES / scale : least), least, PIECES / scale);
        if (heading && cell.area && tokens.length && flow.height > cell.height - space) {
            const without = this.content(cell, "", tokens, covered, room), named = tokens.flat().length > 1 || pieces ? [] : this.content(cell, called, [], covered, room);
            return named.length ? [...named, svg("g", {class: "instead"}, ...without)] : without; // a name tells more than a word by itself
        }
        this.least = least;
        this.size = flow.part || !tokens.length ? 0 : flow.size;
        if (flow.part) out.push(svg("g", {class: "more"}));
        const free = upright(cell) && !cell.whole && largest === undefined ? Math.max(0, cell.height - space - 12 - flow.height) / 2 : 0, up = hangs ? -1 : 1;
        for (const {token, x, y, width} of flow.placed) out.push(...this.drawn(token, x, y + (space / 2) * foot + free * up, width, flow.size, up > 0));
        if (grid && !tokens.length && !covered && this.naming && textWidth(cell.name) * least < cell.width) out.push(svg("text", {class: "faint", "font-size": Math.max(26, least), "text-anchor": "middle", dy: "0.35em"}, cell.name));
        return out;
    }

    /**
     * @param {Token} token @param {number} x @param {number} y @param {number} width @param {number} size
     * @param {boolean} up  the way in which columns grow
     * @returns {SVGElement[]}
     */
    drawn(token, x, y, width, size, up) {
        const known = token.d !== undefined && token.i !== undefined;
        const key = known ? {"data-key": this.names.key(token.d ?? 0, token.i ?? 0), "data-name": this.names.name(token.d ?? 0, token.i ?? 0), ...(token.v ? {"data-members": token.v.join(" ")} : {})} : {};
        if (token.die) return [dieAt(token.die, x, y, size * DIE)];
        if (!isPiece(token)) {
            return [svg("text", {class: token.more ? "more" : token.faint ? "unknown" : "said", ...key, x, y, dy: "0.35em", "font-size": size, "text-anchor": "middle"}, cut(token.text ?? "", (width * 1.02) / size))];
        }
        if (token.stack) {
            const column = drawColumn(this.names, token.d ?? 0, token.i ?? 0, token.stack, x, y, size * PIECE, {most: COLUMN, step: STEP, up});
            for (const [name, value] of Object.entries(key)) column.setAttribute(name, value);
            return [column];
        }
        const counted = token.count ? textWidth(`×${token.count}`) * size * 0.85 + size * 0.1 : 0;
        const written = token.on && !token.bare ? Math.max(this.least, size * PIECE * 0.55) : 0, high = Math.max(size * PIECE, textWidth(token.on ?? "") * written * 1.35);
        const piece = drawPiece(this.names, token.d ?? 0, token.i ?? 0, x - counted / 2, y, high, !token.bare && !token.on, this.least);
        for (const [name, value] of Object.entries(key)) piece.setAttribute(name, value);
        if (written) piece.append(svg("text", {class: `sign ${isLight(this.names.colour(this.names.name(token.d ?? 0, token.i ?? 0))) ? "on-light" : "on-dark"}`, "font-size": written, "text-anchor": "middle", dy: "0.35em"}, token.on ?? ""));
        if (!token.count) return [piece];
        return [piece, svg("text", {class: "said", x: x + width / 2, y, dy: "0.35em", "font-size": size * 0.85, "text-anchor": "end"}, `×${token.count}`)];
    }
}

/** From where to where an area reaches around its middle, at a height of it. @param {[number, number][]} area @param {number} y @returns {[number, number]} */
function across(area, y) {
    const cuts = area.flatMap(([x1, y1], at) => {
        const [x2, y2] = area[(at + 1) % area.length];
        return (y1 <= y) !== (y2 <= y) ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : [];
    });
    const left = Math.max(...cuts.filter((each) => each <= 0)), right = Math.min(...cuts.filter((each) => each > 0));
    return Number.isFinite(right - left) ? [left, right] : [0, 0];
}

/** A short text that touches a bare piece stands on it, and a number on the piece of a player in place of a letter. @param {Token[]} tokens @param {Names} names @returns {Token[]} */
function badged(tokens, names) {
    /** @type {Token[]} */
    const out = [];
    for (const each of tokens) {
        const last = out[out.length - 1], shape = last && isPiece(last) ? names.shape(last.d ?? 0, last.i ?? 0) : "none";
        const [d, i] = [last?.d ?? 0, last?.i ?? 0], named = names.isPlayer(d) && !names.glyph(names.name(d, i)) && /^\d+$/.test(each.text ?? "");
        const bare = last && !last.on && !last.count && (shape === "disc" || shape === "cube") && (named || !sign(names, d, i));
        if (bare && each.glued && each.text && each.d === undefined && each.text.length < 3) out[out.length - 1] = {...last, on: each.text};
        else out.push(each);
    }
    return out;
}

/** A text that is no wider than so many of its heights; a number or a letter at its end stays. @param {string} text @param {number} width */
export function cut(text, width) {
    if (textWidth(text) <= width) return text;
    const last = NUMBERED.exec(text)?.[0] ?? "";
    let end = text.length - last.length - (last ? 0 : 1);
    while (end > 1 && textWidth(`${text.slice(0, end)}…${last}`) > width) end--;
    return `${text.slice(0, end).trimEnd()}…${last}`;
}
