/** Lines of text and pieces laid out in a space: broken where they are too long, in the largest size that fits. */

import {textWidth} from "./measure.js";
import {pieceWidth, sign} from "./pieces.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {{text?: string, faint?: boolean, die?: number, d?: number, i?: number, v?: number[], count?: number, stack?: number, glued?: boolean, more?: boolean, on?: string, bare?: boolean}} Token  `v`: all members it stands for; `stack`: so many upon each other;
 *   `more`: it says how many more there are; `on`: what stands on a piece; `bare`: a piece on which nothing is written */
/** @typedef {{token: Token, x: number, y: number, width: number}} Placed  the middle of a token, from the middle of the space */
/** @typedef {{placed: Placed[], size: number, width: number, height: number, fits: boolean, part?: boolean}} Flow  `part`: not all is laid out */

const MOST_ALIKE = 5;

/**
 * The tokens of a line: words and pieces; long rows of one piece are counted.
 * @param {Line} line
 * @param {Names} names
 * @returns {Token[]}
 */
export function tokensOf(line, names) {
    /** @type {Token[]} */
    const tokens = [];
    let glued = true;
    /** @param {Token} token */
    const add = (token) => {
        tokens.push({...token, glued});
        glued = true;
    };
    for (const part of line) {
        if (typeof part === "string") {
            for (const word of part.split(/(\s+)/)) {
                if (!word.trim()) glued = glued && !word;
                else add({text: word});
            }
        } else if ("t" in part) {
            if (part.dice) for (const each of part.dice) add({text: String(each), die: each});
            else if (part.t) add({text: part.t});
        } else if ("u" in part) add({text: "?", faint: true});
        else members(part.d, part.v, names, add);
    }
    return tokens;
}

/** @param {number} d @param {number[]} all @param {Names} names @param {(token: Token) => void} add */
function members(d, all, names, add) {
    for (let at = 0; at < all.length; ) {
        let end = at + 1;
        while (end < all.length && names.name(d, all[end]) === names.name(d, all[at])) end++;
        const i = all[at], count = end - at, drawn = names.isChip(d, i);
        if (!drawn) for (let n = at; n < end; n++) add({text: names.shown(d, i) + (n + 1 < all.length ? "," : ""), d, i, v: [all[n]]});
        else if (count > MOST_ALIKE) add({d, i, v: all.slice(at, end), count});
        else for (let n = at; n < end; n++) add({d, i, v: [all[n]]});
        at = end;
    }
}

/** So many pieces of a column are drawn; more are counted on the last of them. */
export const COLUMN = 5;
/** How far the pieces of a column lie apart, in their height. */
export const STEP = 0.84;

/**
 * The tokens of a line that has nothing but pieces of one sort, as a column of them.
 * @param {Token[]} tokens @param {Names} names @returns {Token[]}
 */
export function columned(tokens, names) {
    const first = tokens[0], name = (/** @type {Token} */ each) => names.name(each.d ?? 0, each.i ?? 0);
    const one = first && tokens.every((each) => isPiece(each) && name(each) === name(first)) && sameShape(first, first, names);
    return one ? [{d: first.d, i: first.i, v: tokens.flatMap((each) => each.v ?? []), stack: tokens.reduce((sum, each) => sum + (each.count ?? 1), 0)}] : tokens;
}

/** Whether a token is drawn as a piece. @param {Token} token */
export const isPiece = (token) => token.text === undefined;

/** How wide a token is. @param {Token} token @param {Names} names @param {number} size */
function tokenWidth(token, names, size) {
    if (token.die) return size * DIE;
    if (!isPiece(token)) return textWidth(token.text ?? "") * size;
    const extra = token.count ? textWidth(`×${token.count}`) * size * 0.85 + size * 0.1 : 0;
    return pieceWidth(names, token.d ?? 0, token.i ?? 0, size * PIECE) + extra;
}

/** How high a token is. @param {Token} token @param {number} size */
function tokenHeight(token, size) {
    return token.die ? size * DIE * 1.06 : !isPiece(token) ? size * 1.16 : size * PIECE * (1.12 + (Math.min(token.stack ?? 1, COLUMN) - 1) * STEP);
}

/** How much larger dice are than the text beside them. */
export const DIE = 1.4;
/** How small pieces are where nothing fits, in the smallest size of pieces otherwise. */
const TINY = 0.6;
/** How much larger pieces are than the text beside them. */
export const PIECE = 1.25;

/**
 * Rows of tokens at a size.
 * @param {Token[][]} lines
 * @param {Names} names
 * @param {number} width
 * @param {number} size
 * @returns {Flow}
 */
function at(lines, names, width, size) {
    /** @type {Placed[]} */
    const placed = [];
    /** @type {{tokens: [Token, number, number][], width: number, high: number}[]} */
    const rows = [];
    let fits = true, most = 0;
    for (const line of lines) {
        /** @type {{tokens: [Token, number, number][], width: number, high: number}} */
        let row = {tokens: [], width: 0, high: 0};
        for (const token of line) {
            const wide = tokenWidth(token, names, size);
            const last = row.tokens.at(-1)?.[0];
            const both = last && isPiece(last) && isPiece(token);
            let gap = !last ? 0 : !token.glued ? size * 0.28 : both || isPiece(last) || isPiece(token) ? size * 0.12 : 0;
            if (both && token.glued && sameShape(last, token, names)) gap = -size * PIECE * 0.3;
            if (last && row.width + gap + wide > width) {
                rows.push(row);
                row = {tokens: [], width: 0, high: 0};
                gap = 0;
            }
            row.tokens.push([token, row.width + gap, wide]);
            row.width += gap + wide;
            row.high = Math.max(row.high, tokenHeight(token, size));
            if (wide > width) fits = false;
        }
        if (row.tokens.length) rows.push(row);
    }
    const heights = rows.map((row) => row.high);
    const height = heights.reduce((sum, each) => sum + each, 0);
    let y = -height / 2;
    rows.forEach((row, number) => {
        for (const [token, x, wide] of row.tokens) {
            placed.push({token, x: x - row.width / 2 + wide / 2, y: y + heights[number] / 2, width: wide});
        }
        most = Math.max(most, row.width);
        y += heights[number];
    });
    return {placed, size, width: most, height, fits: fits && most <= width * 1.001};
}

/** Whether two pieces may overlap, as those of a fanned stack: both are discs or both figures, with nothing written on them. @param {Token} a @param {Token} b @param {Names} names */
function sameShape(a, b, names) {
    const shapes = [a, b].map((each) => names.shape(each.d ?? 0, each.i ?? 0));
    const bare = !sign(names, b.d ?? 0, b.i ?? 0);
    return bare && shapes[0] === shapes[1] && (shapes[0] === "disc" || shapes[0] === "figure");
}

/**
 * The lines in the largest size at which they fit in a space.
 * @param {Token[][]} lines
 * @param {Names} names
 * @param {number} width
 * @param {number} height
 * @param {number} largest
 * @param {number} smallest
 * @returns {Flow}
 */
export function fitted(lines, names, width, height, largest, smallest) {
    let size = largest, flow = at(lines, names, width, size);
    while ((!flow.fits || flow.height > height) && size > smallest) {
        size = Math.max(smallest, size * 0.9);
        flow = at(lines, names, width, size);
    }
    return flow;
}

/**
 * The lines in the largest size at which they fit in a space. Where they do not fit in the smallest, as many as fit are
 * laid out, and the last thing says how many more there are. Where a part of them are pieces, these come first: all of them
 * without what is written between them, if they fit, and where nothing fits one of each sort.
 * @param {Token[][]} lines
 * @param {Names} names
 * @param {number} width
 * @param {number} height
 * @param {number} largest
 * @param {number} smallest
 * @param {number} readable  the smallest size of the number
 * @param {number} tiny  the smallest size of pieces alone
 * @returns {Flow}
 */
export function crowded(lines, names, width, height, largest, smallest, readable, tiny) {
    const flow = fitted(lines, names, width, height, Math.max(largest, smallest), smallest), all = lines.flat().length;
    if ((flow.fits && flow.height <= height * 1.02) || all < 2) return all < 2 && !flow.fits ? narrowed(flow, width) : flow;
    const size = Math.max(smallest, readable), pieces = lines.map((line) => line.filter(isPiece)).filter((line) => line.length);
    if (pieces.length && pieces.flat().length < all) {
        const alone = fitted(pieces, names, width, height, size, tiny);
        if (alone.fits && alone.height <= height * 1.02) return bared(alone, readable);
    }
    for (let kept = all - 1; kept > 0; kept--) {
        let left = kept;
        const some = lines.map((line) => line.filter(() => left-- > 0)).filter((line) => line.length), hidden = lines.flat().slice(kept);
        if (pieces.length && !some.flat().some(isPiece)) break;
        const more = {text: `+${hidden.reduce((sum, each) => sum + (each.count ?? 1), 0)}`, more: true};
        if (some.length) some[some.length - 1] = [...some[some.length - 1], more];
        const shown = at(some.length ? some : [[more]], names, width, size);
        if (shown.fits && shown.height <= height * 1.02) return shown;
    }
    return dotted(lines, names, width, height, size, tiny * TINY);
}

/** Pieces alone, on which nothing is written that could not be read. @param {Flow} flow @param {number} readable @returns {Flow} */
function bared(flow, readable) {
    return {...flow, part: true, placed: flow.size < readable ? flow.placed.map((each) => ({...each, token: {...each.token, bare: true}})) : flow.placed};
}

/**
 * Where nothing fits: one piece of each sort, as small as it has to be.
 * @param {Token[][]} lines @param {Names} names @param {number} width @param {number} height @param {number} largest @param {number} smallest
 */
function dotted(lines, names, width, height, largest, smallest) {
    /** @type {Map<string, Token>} */
    const found = new Map();
    for (const token of lines.flat()) {
        const [d, i] = [token.d ?? 0, token.i ?? 0], name = names.name(d, i);
        if (isPiece(token) && (names.shape(d, i) !== "none" || names.icon(d, i))) found.set(name, found.get(name) ?? {d, i, v: token.v, glued: true});
    }
    return bared(fitted([[...found.values()]], names, width, height, largest, smallest), Infinity);
}

/** One thing that is too wide, with no more width than there is. @param {Flow} flow @param {number} width @returns {Flow} */
function narrowed(flow, width) {
    return {...flow, placed: flow.placed.map((each) => ({...each, x: 0, width: Math.min(each.width, width)}))};
}
