/**
 * Fronts and backs of cards, as they are printed: a frame in the card's colour, a title, corners, a picture made of icons,
 * and text, each as large as there is room for it. Where a look says nothing, names, texts and attributes stand there.
 */

import {svg} from "./dom.js";
import {cut} from "./contents.js";
import {faceAt} from "./faces.js";
import {DIE, fitted, isPiece, PIECE, tokensOf} from "./flow.js";
import {lettered} from "./grounds.js";
import {drawIcon, drawPiece, sign} from "./pieces.js";
import {isLight} from "./names.js";
import {dieAt} from "./pips.js";

/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./flow.js").Token} Token */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{line: Line[], box: Box, largest: number, smallest: number, kind: string, least?: number}} Block */

/** The sizes of texts on a card, in millimetres: of titles, corners, text. */
const TITLE = 8, LEAST_TITLE = 5.4, CORNER = 17, LEAST_CORNER = 8, TEXT = 6.4, LEAST_TEXT = 5.6;
/** How much wider the letters of titles are than those of other texts. */
const SERIF = 1.14;
/** So many attributes stand below the text of a card that has no face. */
const FACTS = 3;
/** So few attributes do not make a card one that has to be read. */
const FEW = 2;
/** How much larger texts are on small cards. */
const LARGER = 1.4;
/** A title that is cut to fewer letters than these on a small card tells nothing. */
const FEW_LETTERS = 6;
/** The room at the edge, and that for a corner. */
const PAD = 4, EAR = 15, IN = 11;

/** What stands on a card: what its face says, and for what it does not say its name, its text, its attributes. @param {Names} names @param {number} d @param {number} i */
function content(names, d, i) {
    const face = names.face(d, i) ?? {}, name = names.name(d, i);
    const told = (face.facts ?? []).filter(([, line]) => !face.text || !line.some((part) => isDrawn(names, part))).slice(0, face.text ? FACTS : undefined);
    /** @type {Line[]} */
    const text = [...(face.text ?? []).map(unbraced), ...told.map(([word, line]) => [`${word}: `, ...line])];
    const mine = names.icon(d, i) || names.glyph(name) || names.picture(name);
    const facts = (face.facts ?? []).flatMap(([, line]) => line).filter((part) => isDrawn(names, part));
    /** @type {Line} */
    const icon = face.icon ?? (mine ? [{d, v: [i]}] : face.text ? facts : []);
    const [first, ...more] = (face.title ?? [names.title(name)]).map((part) => typeof part === "object" && "d" in part ? part.v.map((each) => names.shown(part.d, each)).join(", ") : part);
    /** @type {Line} */
    const title = face.plain ? [] : [typeof first === "string" ? first.slice(0, 1).toUpperCase() + first.slice(1) : first, ...more];
    return {title, text, icon, said: !!face.text, corners: face.corners ?? {}, colour: face.colour || names.colour(name), picture: names.picture(name)};
}

/** A line that stands in brackets as a whole, without them: on a card there is nothing before it. @param {Line} line @returns {Line} */
function unbraced(line) {
    const [only, ...more] = line, said = typeof only === "object" && "t" in only ? only.t : only;
    const inside = !more.length && typeof said === "string" && /^\(([^()]*)\)$/.exec(said)?.[1];
    return inside ? [inside] : line;
}

/** Whether a part of a line is a thing that has a sign, an icon or a colour. @param {Names} names @param {Line[number]} part */
function isDrawn(names, part) {
    return typeof part === "object" && "d" in part && part.v.some((each) => names.isChip(part.d, each));
}

/** @typedef {"plain" | "titled" | "told"} Fullness  nothing but signs, a title, or text to be read */
/** How much there is on the cards of each kind. @type {WeakMap<import("./types.js").About, Map<number, Fullness>>} */
const known = new WeakMap();

/** How much there is on the fullest card of a domain: all are of one size. @param {Names} names @param {number} d @returns {Fullness} */
export function fullness(names, d) {
    const seen = known.get(names.about) ?? new Map();
    known.set(names.about, seen);
    const found = seen.get(d) ?? fullest(names, d);
    seen.set(d, found);
    return found;
}

/** @param {Names} names @param {number} d @returns {Fullness} */
function fullest(names, d) {
    const every = names.about.domains[d].names.map((_, i) => content(names, d, i));
    if (every.some(({title, text, icon, said}) => (said ? text.length : text.length > FEW) && (title.length || icon.length))) return "told";
    return every.some(({title}) => title.length) ? "titled" : "plain";
}

/** The size of the cards of a domain, in millimetres. @param {Names} names @param {number} d @returns {[number, number]} */
export function sizeOf(names, d) {
    return names.faces(d)?.size ?? [63, 88];
}

/**
 * The front of a card.
 * @param {Names} names @param {number} d @param {number} i
 * @param {number} [least]  so large its letters have to be, in millimetres: of a small card a title stays, cut where it must be, and a text that fits
 * @returns {SVGElement}
 */
export function drawFront(names, d, i, least = 0) {
    const [wide, high] = sizeOf(names, d), {title, text, icon, corners, colour, picture} = content(names, d, i);
    const whole = svg("svg", {class: "front", viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true"});
    const unit = Math.min(wide / 63, Math.max(high / 88, 0.6));
    whole.append(svg("rect", {class: "paper", x: 0.5, y: 0.5, width: wide - 1, height: high - 1, rx: 4.5 * unit}));
    const parts = names.face(d, i)?.parts;
    if (parts && !picture) {
        whole.append(faceAt(names, parts, wide / 2, high / 2, Math.min(wide, high) - 2));
        return whole;
    }
    if (picture) {
        whole.append(svg("image", {href: picture, x: 1, y: 1, width: wide - 2, height: high - 2, preserveAspectRatio: "xMidYMid slice"}));
        return whole;
    }
    const dark = colour && !isLight(colour);
    let top = PAD * unit, bottom = high - PAD * unit;
    const ears = {left: corners.top_left ? EAR * unit : 0, right: corners.top_right ? EAR * unit : 0};
    if (title.length) {
        const pad = (least > LEAST_TITLE * unit ? PAD / 3 : PAD) * unit, room = {x: pad + ears.left, y: 0, width: wide - 2 * pad - ears.left - ears.right, height: 20 * unit};
        const set = settled(names, {line: [title], box: room, largest: TITLE * unit, smallest: LEAST_TITLE * unit, kind: "title", least}), said = set.placed.map(({token}) => token.text ?? "").join("");
        if (least > LEAST_TITLE * unit && /…/.test(said) && said.length < FEW_LETTERS) set.placed = [];
        const band = Math.max(set.placed.length ? set.height + 4 * unit : 0, (ears.left || ears.right ? 15 : set.placed.length ? 12 : 6) * unit);
        const strip = svg("path", {class: "band", d: rounded(0.5, 0.5, wide - 1, band, 4.5 * unit)});
        if (colour) strip.style.fill = colour;
        whole.append(strip, placed(names, set, room.x + room.width / 2, band / 2 + 0.5, `title ${!colour ? "" : dark ? "on-dark" : "on-light"}`));
        for (const [side, x] of /** @type {[string, number][]} */ ([["left", PAD * unit + EAR * unit / 2 - 1.5 * unit], ["right", wide - PAD * unit - EAR * unit / 2 + 1.5 * unit]])) {
            const line = corners[`top_${side}`];
            if (line) whole.append(badge(names, line, x, band / 2 + 0.5, unit));
        }
        top = band + 2.5 * unit;
    } else {
        for (const [side, x] of /** @type {[string, number][]} */ ([["left", IN * unit], ["right", wide - IN * unit]])) {
            const line = corners[`top_${side}`];
            if (line) whole.append(corner(names, line, x, IN * unit, unit, colour, side === "left" ? 1 : -1, false));
        }
        // what stands in one corner alone stands once more in the opposite one, upside down, so that a card has no wrong way up
        const mirrored = corners.top_left && !corners.bottom_right && !corners.bottom_left;
        if (mirrored) whole.append(corner(names, corners.top_left, wide - IN * unit, high - IN * unit, unit, colour, -1, true));
        if (text.length || corners.top_left) [top, bottom] = [(icon.length && !text.length ? 12 : 20) * unit, high - (mirrored ? icon.length && !text.length ? 12 : 20 : PAD) * unit];
    }
    if (corners.bottom_left || corners.bottom_right) {
        const y = high - (PAD + 4) * unit;
        if (corners.bottom_left) whole.append(foot(names, corners.bottom_left, PAD * unit, y, unit, 1, wide));
        if (corners.bottom_right) whole.append(foot(names, corners.bottom_right, wide - PAD * unit, y, unit, -1, wide));
        bottom = high - (PAD + 9) * unit;
    }
    const room = {x: PAD * unit, width: wide - 2 * PAD * unit};
    const alone = !title.length && !icon.length;
    let set = null;
    if (text.length) {
        const more = fullness(names, d) === "told" ? unit : unit * LARGER;
        set = settled(names, {line: text, box: {...room, y: top, height: bottom - top}, largest: alone ? 26 * unit : TEXT * more, smallest: LEAST_TEXT * more, kind: "text", least});
        if (least > LEAST_TEXT * more && !alone && (set.part || set.width > room.width)) set = null;
        if (set) whole.append(placed(names, set, wide / 2, icon.length ? bottom - set.height / 2 : (top + bottom) / 2, "text"));
    }
    const left = bottom - top - (set ? set.height + 2 * unit : 0);
    if (icon.length && left >= 9 * unit) {
        const art = settled(names, {line: [icon], box: {...room, y: top, height: left}, largest: Math.min(left / PIECE, 30 * unit), smallest: 5 * unit, kind: "art"});
        const drawn = placed(names, art, wide / 2, top + left / 2, "art", true);
        if (colour) drawn.style.setProperty("--ink", dark ? colour : `color-mix(in srgb, ${colour} 62%, #2b2722)`);
        whole.append(drawn);
    }
    const edge = svg("rect", {class: "edge", x: 0.5, y: 0.5, width: wide - 1, height: high - 1, rx: 4.5 * unit});
    if (colour) edge.style.stroke = dark ? colour : `color-mix(in srgb, ${colour} 75%, #6b5a3a)`;
    whole.append(edge);
    return whole;
}

/** The back of the cards of a domain. @param {Names} names @param {number} d @returns {SVGElement} */
export function drawBack(names, d) {
    const [wide, high] = sizeOf(names, d), back = names.faces(d)?.back ?? {};
    const whole = svg("svg", {class: "reverse", viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true"});
    const ground = svg("rect", {class: "ground", x: 0.5, y: 0.5, width: wide - 1, height: high - 1, rx: 4.5});
    if (back.colour) ground.style.fill = back.colour;
    whole.append(ground, svg("rect", {class: "inlay", x: 4, y: 4, width: wide - 8, height: high - 8, rx: 2.5}));
    const light = !!back.colour && isLight(back.colour), [at, member] = names.byName.get(back.icon ?? "") ?? [-1, -1];
    const {of, drawn} = names.about.look.icons, icon = back.icon ? drawn[of[back.icon]] : undefined;
    const sign = icon ? "" : names.glyph(back.icon ?? "");
    const middle = back.title ? high * 0.42 : high / 2, tone = light ? "on-light" : "on-dark";
    if (icon) {
        const mark = drawIcon(icon, wide / 2, middle, high * 0.3, wide * 0.6);
        mark.classList.add(tone);
        whole.append(mark);
    } else if (at >= 0 && names.picture(names.name(at, member))) whole.append(drawPiece(names, at, member, wide / 2, middle, high * 0.4));
    else if (sign) whole.append(svg("text", {class: tone, x: wide / 2, y: middle, dy: "0.36em", "text-anchor": "middle", "font-size": high * 0.3}, sign));
    else whole.append(svg("path", {class: "lozenge", d: `M${wide / 2} ${high * 0.3}L${wide * 0.72} ${high / 2}L${wide / 2} ${high * 0.7}L${wide * 0.28} ${high / 2}Z`}));
    if (back.title) {
        const set = settled(names, {line: [back.title], box: {x: 7, y: 0, width: wide - 14, height: high * 0.25}, largest: 7, smallest: 4.5, kind: "title"});
        whole.append(placed(names, set, wide / 2, high * 0.74, `title ${tone}`));
    }
    return whole;
}

/** Lines in the largest size at which they fit in a box; what has no room in the smallest is left out, and dots say so. @param {Names} names @param {Block} block */
function settled(names, {line, box, largest, smallest, kind, least = 0}) {
    [largest, smallest] = [Math.max(largest, least), Math.max(smallest, least)];
    const tokens = line.map((each) => tokensOf(each, names)).filter((each) => each.length);
    if (kind === "art") for (const row of tokens) for (const each of row) each.glued = true;
    const flow = fitted(tokens, names, kind === "title" ? box.width / SERIF : box.width, box.height, largest, smallest);
    for (const {token} of least > 0 ? flow.placed : []) if (token.text !== undefined) token.text = cut(token.text, (box.width / flow.size / (kind === "title" ? SERIF : 1)) * 1.04);
    if (flow.height <= box.height) return flow;
    const low = flow.placed[0] ? Math.min(...flow.placed.map((each) => each.y)) : 0, step = flow.size * 1.16;
    const rows = Math.max(1, Math.floor(box.height / step)), kept = flow.placed.filter((each) => each.y < low + rows * step - step / 2);
    const last = kept.at(-1);
    if (last && !isPiece(last.token) && kept.length < flow.placed.length) last.token = {...last.token, text: `${last.token.text}…`};
    const shift = (flow.height - rows * step) / 2;
    return {...flow, placed: kept.map((each) => ({...each, y: each.y + shift})), height: rows * step, part: true};
}

/** A flow around (x, y). @param {Names} names @param {import("./flow.js").Flow} flow @param {number} x @param {number} y @param {string} kind @param {boolean} [bare]  icons stand for themselves, on no body @returns {SVGElement} */
function placed(names, flow, x, y, kind, bare = false) {
    const group = svg("g", {class: kind});
    for (const {token, x: dx, y: dy} of joined(flow.placed)) {
        if (token.die) group.append(dieAt(token.die, x + dx, y + dy, flow.size * DIE));
        else if (isPiece(token)) {
            const icon = bare ? names.icon(token.d ?? 0, token.i ?? 0) : null;
            const colour = names.colour(names.name(token.d ?? 0, token.i ?? 0)), letters = bare && /card|tile/.test(names.shape(token.d ?? 0, token.i ?? 0)) ? sign(names, token.d ?? 0, token.i ?? 0) : "";
            if (icon) group.append(tinted(drawIcon(icon, x + dx, y + dy, flow.size * PIECE * 0.9, flow.size * PIECE * 1.3), colour));
            else if (letters) {
                const text = svg("text", {x: x + dx, y: y + dy, dy: "0.35em", "font-size": flow.size, "text-anchor": "middle"}, letters);
                if (colour) text.style.fill = lettered(colour);
                group.append(text);
            }
            else group.append(drawPiece(names, token.d ?? 0, token.i ?? 0, x + dx, y + dy, flow.size * PIECE));
            if (token.count) group.append(svg("text", {x: x + dx, y: y + dy, dy: "0.35em", "font-size": flow.size * 0.8, "text-anchor": "start"}, `×${token.count}`));
        } else group.append(svg("text", {x: x + dx, y: y + dy, dy: "0.35em", "font-size": flow.size, "text-anchor": "middle"}, token.text ?? ""));
    }
    return group;
}

/** The words of a row as one text, whose gaps are those of its letters. @param {import("./flow.js").Placed[]} all @returns {import("./flow.js").Placed[]} */
function joined(all) {
    /** @type {import("./flow.js").Placed[]} */
    const out = [];
    for (const each of all) {
        const last = out.at(-1);
        if (!last || last.y !== each.y || each.token.text === undefined || each.token.die || last.token.text === undefined || last.token.die) {
            out.push(each);
            continue;
        }
        const left = last.x - last.width / 2, right = each.x + each.width / 2;
        out[out.length - 1] = {token: {text: `${last.token.text}${each.token.glued && !last.token.text.endsWith(",") ? "" : " "}${each.token.text}`}, x: (left + right) / 2, y: last.y, width: right - left};
    }
    return out;
}

/** An icon in its own colour, darker where it would be lost on paper. @param {SVGElement} mark @param {string} colour */
function tinted(mark, colour) {
    if (colour) mark.style.fill = `color-mix(in srgb, ${colour} ${isLight(colour) ? "62%" : "var(--pure)"}, #2b2722)`;
    return mark;
}

/** What stands in an upper corner beside a title: on a ground of its own. @param {Names} names @param {Line} line @param {number} x @param {number} y @param {number} unit */
function badge(names, line, x, y, unit) {
    const set = settled(names, {line: [line], box: {x: 0, y: 0, width: (EAR - 3) * unit, height: 11 * unit}, largest: 8 * unit, smallest: 4.4 * unit, kind: "corner"});
    const group = svg("g", {class: "badge"}), half = Math.max(set.width / 2 + 1.6 * unit, 6 * unit);
    group.append(svg("rect", {class: "shield", x: x - half, y: y - 6 * unit, width: 2 * half, height: 12 * unit, rx: 6 * unit}), placed(names, set, x, y, "corner"));
    return group;
}

/** What stands in a corner of a card without a title, as on playing cards. @param {Names} names @param {Line} line @param {number} x @param {number} y @param {number} unit @param {string} colour @param {number} way @param {boolean} turned */
function corner(names, line, x, y, unit, colour, way, turned) {
    const rows = line.filter((part) => typeof part !== "string" || part.trim()).map((part) => [part]);
    const set = settled(names, {line: rows, box: {x: 0, y: 0, width: 24 * unit, height: 19 * rows.length * unit}, largest: CORNER * unit, smallest: LEAST_CORNER * unit, kind: "corner"});
    const across = (set.width / 2 - (IN - PAD) * unit) * way, down = (set.height / 2 - (IN - PAD + 1) * unit) * (turned ? -1 : 1);
    const group = placed(names, set, 0, 0, "corner");
    group.setAttribute("transform", `translate(${(x + across).toFixed(2)} ${(y + down).toFixed(2)})${turned ? " rotate(180)" : ""}`);
    if (colour) group.style.setProperty("--ink", lettered(colour));
    return group;
}

/** What stands in a lower corner. @param {Names} names @param {Line} line @param {number} x @param {number} y @param {number} unit @param {number} way @param {number} wide */
function foot(names, line, x, y, unit, way, wide) {
    const set = settled(names, {line: [line], box: {x: 0, y: 0, width: wide * 0.42, height: 9 * unit}, largest: 7.4 * unit, smallest: 4.6 * unit, kind: "corner"});
    return placed(names, set, x + (set.width / 2) * way, y, "corner");
}

/** A box with round corners above. @param {number} x @param {number} y @param {number} wide @param {number} high @param {number} r */
function rounded(x, y, wide, high, r) {
    return `M${x} ${y + high}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + wide - r}Q${x + wide} ${y} ${x + wide} ${y + r}V${y + high}Z`;
}
