/** Pieces: discs, cubes, figures, cards, tiles, signs and pictures, drawn in SVG around their middle. */

import {svg} from "./dom.js";
import {textWidth} from "./measure.js";
import {isLight, lightness} from "./names.js";

/** @typedef {import("./names.js").Names} Names */

/** Hollow signs, filled: a sign that has a colour of its own is drawn in it. @type {Record<string, string>} */
const FULL = {"♔": "♚", "♕": "♛", "♖": "♜", "♗": "♝", "♘": "♞", "♙": "♟", "○": "●", "□": "■", "△": "▲", "◇": "◆", "☆": "★", "▽": "▼"};

/**
 * An icon around (x, y), as high as `size` or, if it is wide, as wide as `most`.
 * @param {import("./types.js").Icon} icon @param {number} x @param {number} y @param {number} size @param {number} [most]
 */
export function drawIcon([width, height, path], x, y, size, most = Infinity) {
    const scale = Math.min(size / height, most / width);
    return svg("path", {class: "mark", d: path, transform: `translate(${round(x - (width * scale) / 2)} ${round(y - (height * scale) / 2)}) scale(${Math.round(scale * 1e5) / 1e5})`});
}

/** What of the height of a piece its icon takes: one without a body is all icon. And what a letter takes at most. */
const MARK = 0.6, BARE = 0.82, LETTER = 0.85;

/** The icon of a piece. @param {import("./types.js").Icon} icon @param {string} shape @param {number} size @param {number} most */
function iconOn(icon, shape, size, most) {
    const figure = shape === "figure";
    return drawIcon(icon, 0, figure ? size * 0.2 : 0, size * (shape === "none" ? BARE : figure ? 0.34 : MARK), most);
}

/**
 * What stands on a piece, or by itself where it has no body.
 * @param {Names} names @param {number} d @param {number} i
 */
export function sign(names, d, i) {
    const name = names.name(d, i), glyph = names.glyph(name), shape = names.shape(d, i);
    if (names.icon(d, i)) return "";
    if (names.isPlayer(d) && names.isColour(name)) return shape === "none" ? glyph : "";
    if (glyph) return shape === "none" && names.colour(name) ? FULL[glyph] ?? glyph : glyph;
    if (shape === "card" || shape === "tile" || shape === "none") return names.shown(d, i);
    if (names.colour(name)) return names.isPlayer(d) ? names.shown(d, i).slice(0, 1).toUpperCase() : "";
    return names.shown(d, i).slice(0, 2);
}

/**
 * How wide a piece of a height is.
 * @param {Names} names @param {number} d @param {number} i @param {number} size
 */
export function pieceWidth(names, d, i, size) {
    const name = names.name(d, i), shape = names.shape(d, i);
    if (names.picture(name)) return size * (shape === "card" ? 0.7 : 1);
    if (shape === "figure") return size * 0.72;
    if (shape === "disc" || shape === "cube") return size * 0.96;
    const icon = names.icon(d, i);
    if (icon) return shape === "none" ? Math.min((icon[0] / icon[1]) * BARE, 1.4) * size : size * 0.92;
    const label = textWidth(sign(names, d, i));
    if (shape === "none") return label * size * (names.glyph(name) ? 1.1 : 0.8);
    return Math.max(size * 0.8, label * size * 0.66 + size * 0.4);
}

/**
 * A piece around (x, y), `size` high.
 * @param {Names} names @param {number} d @param {number} i @param {number} x @param {number} y @param {number} size
 * @param {boolean} [written]  whether what is written on it is shown
 * @param {number} [least]  how small letters may be, as far as there is room for larger ones
 * @returns {SVGElement}
 */
export function drawPiece(names, d, i, x, y, size, written = true, least = 0) {
    const name = names.name(d, i), shape = names.shape(d, i), colour = names.colour(name) || (shape === "none" ? "" : names.face(d, i)?.colour ?? "");
    const wide = pieceWidth(names, d, i, size), picture = names.picture(name), group = bodied(shape, x, y, picture ? 0 : size, wide, colour);
    if (picture) {
        group.append(svg("image", {href: picture, x: -wide / 2, y: -size / 2, width: wide, height: size}));
        return group;
    }
    const text = written ? sign(names, d, i) : "", bare = shape === "none", icon = names.icon(d, i);
    if (icon) group.append(contrasted(iconOn(icon, shape, size, bare ? size * 1.4 : wide * 0.8), shape, colour));
    if (text) {
        const full = bare ? size * (names.glyph(name) ? 1.1 : 0.8) : shape === "disc" || shape === "cube" ? size * 0.62 : size * 0.66;
        const room = bare ? Infinity : (wide - size * 0.16) / Math.max(textWidth(text), 0.01);
        const fit = Math.min(bare ? full : Math.max(full, Math.min(least, size * LETTER)), room);
        const label = svg("text", {class: "sign", "font-size": round(fit), "text-anchor": "middle", dy: "0.35em"}, text);
        if (bare && colour) paint(label, colour);
        else if (!bare && colour) label.classList.add(isLight(colour) ? "on-light" : "on-dark");
        group.append(label);
    }
    return group;
}

/**
 * A piece that no zone holds around (x, y): in its own colour or, of what players have, in that of a player.
 * @param {Names} names @param {import("./types.js").Marker} piece @param {string} player @param {number} x @param {number} y @param {number} size
 */
export function drawMarker(names, piece, player, x, y, size) {
    const {of, drawn} = names.about.look.icons, icon = drawn[of[piece.name]], glyph = names.glyph(piece.name), shape = piece.shape ?? "none";
    const colour = names.colour(piece.name) || (piece.owned ? names.colour(player) : ""), group = bodied(shape, x, y, size, size * 0.92, colour);
    const mark = icon ? iconOn(icon, shape, size, size)
        : glyph ? svg("text", {class: "sign", "font-size": round(size * 0.6), "text-anchor": "middle", dy: "0.35em"}, glyph) : null;
    if (mark) group.append(contrasted(mark, shape, colour));
    return group;
}

/**
 * Pieces upon each other in a column around (x, y): up to so many, and on the last how many there are if they are more.
 * @param {Names} names @param {number} d @param {number} i @param {number} count @param {number} x @param {number} y @param {number} size
 * @param {{most: number, step: number, up: boolean}} how  `up`: the first lies at the bottom
 * @returns {SVGElement}
 */
export function drawColumn(names, d, i, count, x, y, size, {most, step, up}) {
    const shown = Math.min(count, most), group = svg("g", {class: "column"});
    for (let n = 0; n < shown; n++) {
        const at = y + (n - (shown - 1) / 2) * size * step * (up ? -1 : 1), one = drawPiece(names, d, i, x, at, size);
        if (count > most && n === shown - 1) {
            const dark = isLight(names.colour(names.name(d, i))) ? "on-light" : "on-dark";
            one.append(svg("text", {class: `sign ${dark}`, "font-size": round(size * 0.5), "text-anchor": "middle", dy: "0.35em"}, String(count)));
        }
        group.append(one);
    }
    return group;
}

/** What stands on a body so that it is seen there, or without one in its own colour. @param {SVGElement} mark @param {string} shape @param {string} colour */
function contrasted(mark, shape, colour) {
    if (shape !== "none") mark.classList.add(isLight(colour || "#fffdf6") ? "on-light" : "on-dark");
    else if (colour) paint(mark, colour);
    return mark;
}

/** A sign in its colour, with an edge where it would be lost on paper or in the dark. @param {SVGElement} label @param {string} colour */
function paint(label, colour) {
    const light = lightness(colour);
    if (light > 0.8 || light < 0.25) {
        label.style.fill = colour;
        label.classList.add(light > 0.8 ? "pale" : "dim");
    } else label.style.fill = `color-mix(in srgb, ${colour} ${light > 0.55 ? 50 : 68}%, var(--ink))`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** A piece around (x, y) on which nothing stands yet. @param {string} shape @param {number} x @param {number} y @param {number} size @param {number} wide @param {string} colour */
function bodied(shape, x, y, size, wide, colour) {
    const group = svg("g", {class: `piece ${shape}`, transform: `translate(${round(x)} ${round(y)})`});
    for (const each of size ? bodyOf(shape, size, wide) : []) {
        if (colour && each.classList.contains("body")) each.style.fill = colour;
        group.append(each);
    }
    return group;
}

/** The parts of a body, from behind. @param {string} shape @param {number} size @param {number} wide */
function bodyOf(shape, size, wide) {
    const r = size / 2;
    if (shape === "disc") {
        return [
            svg("circle", {class: "shadow", cy: r * 0.08, r: r * 0.92}),
            svg("circle", {class: "body", r: r * 0.9}),
            svg("circle", {class: "rim", r: r * 0.68}),
        ];
    }
    if (shape === "cube") {
        const s = r * 0.8;
        return [
            svg("rect", {class: "shadow", x: -s, y: -s * 0.84, width: 2 * s, height: 2 * s, rx: s * 0.2}),
            svg("rect", {class: "body", x: -s, y: -s, width: 2 * s, height: 2 * s, rx: s * 0.2}),
            svg("path", {class: "shine", d: `M${-s * 0.8} ${-s * 0.5}V${-s * 0.8}H${s * 0.8}V${-s * 0.5}Z`}),
        ];
    }
    if (shape === "figure") {
        const path = `M${-r * 0.62} ${r * 0.86}C${-r * 0.6} ${r * 0.2} ${-r * 0.3} ${r * 0.1} ${-r * 0.24} ${-r * 0.16}` +
            `A${r * 0.42} ${r * 0.42} 0 1 1 ${r * 0.24} ${-r * 0.16}C${r * 0.3} ${r * 0.1} ${r * 0.6} ${r * 0.2} ${r * 0.62} ${r * 0.86}Z`;
        return [svg("path", {class: "body", d: path})];
    }
    if (shape === "card" || shape === "tile") {
        const high = size * (shape === "card" ? 0.94 : 0.9), round_ = shape === "card" ? size * 0.14 : size * 0.06;
        const box = {x: -wide / 2, width: wide, height: high, rx: round_};
        return [svg("rect", {class: "shadow", ...box, y: -high / 2 + size * 0.05}), svg("rect", {class: "body", ...box, y: -high / 2})];
    }
    return [];
}

/**
 * A piece by itself, as a picture that stands in a line of text.
 * @param {Names} names @param {number} d @param {number} i
 * @returns {SVGElement}
 */
export function pieceIcon(names, d, i) {
    const wide = pieceWidth(names, d, i, 20) + 2;
    const icon = svg("svg", {class: "icon", viewBox: `${-wide / 2} -11 ${wide} 22`, width: round(wide), height: 22, "aria-hidden": "true"});
    icon.append(drawPiece(names, d, i, 0, 0, 20));
    return icon;
}

/**
 * The icon of a thing as a picture that stands before its name.
 * @param {Names} names @param {number} d @param {number} i
 * @returns {SVGElement}
 */
export function signIcon(names, d, i) {
    const icon = names.icon(d, i), whole = svg("svg", {class: "icon small", viewBox: "-9 -9 18 18", width: 16, height: 16, "aria-hidden": "true"});
    if (icon) whole.append(drawIcon(icon, 0, 0, 16, 17));
    return whole;
}
