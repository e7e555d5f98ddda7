/**
 * What the look says of a position to a viewer: the module works the values out, line by line, but for those that may
 * touch something hidden.
 */

import {cells} from "./hidden.js";
import {numeral} from "./speech.js";

/** @typedef {any} Game */
/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {[number, boolean, number[]?]} Asking a line's function, whether it may touch something hidden, which values dice show */
/** @typedef {{lines: Asking[], args: number[]}} Asked lines by their functions, and what they are about */
/** @typedef {import("./taint.js").Taint | null} Watch */
/** @typedef {{text: number, values: any[], secret: boolean[], dice?: number[]}} Said */

const NO_INT = -(2 ** 31);

/**
 * The picture of a position for a seat (-1: who watches).
 * @param {Game} game @param {import("../types.js").About} about @param {number} viewer @param {Watch} watch
 */
export function pictureOf(game, about, viewer, watch) {
    const {look, domains} = game.about, seats = game.seats(), eyes = Math.max(viewer, 0);
    /** @type {Asked[]} */
    const asked = [];
    const ask = (/** @type {Asking[]} */ lines, /** @type {number[]} */ ...args) =>
        asked.push({lines: lines ?? [], args}) - 1;
    const entries = (/** @type {any[]} */ pairs) => Object.fromEntries(pairs);
    const plan = {
        boards: entries(about.look.boards.map((board) => [board.name, entries(game.here(board.kind).map(
            (/** @type {number} */ i) => [domains[board.kind].names[i], ask(look.cells[board.name], i, eyes)]))])),
        drawn: drawnOf(game, about, ask, eyes),
        labels: labelsOf(about, (kind, number) => ask(look.labels[kind], number, eyes)),
        sheets: entries(about.look.sheets.map((sheet) => {
            const here = new Set(game.here(sheet.kind)), names = domains[sheet.kind].names;
            const there = sheet.rows.flat().filter((name) => name && here.has(names.indexOf(name)));
            const of = (/** @type {number[]} */ ...owner) => entries(there.map(
                (name) => [name, ask(look.sheets[sheet.name], names.indexOf(name), eyes, ...owner)]));
            return [sheet.name, sheet.owned ? entries(seats.map((/** @type {number} */ seat) => [game.playerName(seat), of(seat)])) : of()];
        })),
        grounds: groundsOf(game, about, ask, eyes),
        amounts: entries(about.look.mats.flatMap((mat) => mat.parts.map((part) => [part.name, entries(seats.map(
            (/** @type {number} */ seat) => [game.playerName(seat), ask(look.amounts[part.name], seat, eyes)]))]))),
        table: ask(look.table, 0, eyes),
        players: entries(seats.map((/** @type {number} */ seat) => [game.playerName(seat), ask(look.player, seat, eyes)])),
    };
    const said = answers(game, asked, viewer, watch).map((lines) => lines.flatMap((each) => lineOf(game, about, each)));
    /** @param {any} node @returns {any} */
    const filled = (node) => typeof node === "number" ? said[node] : entries(Object.entries(node).map(([key, each]) => [key, filled(each)]));
    return {
        ...filled(plan), drawn: seen(filled(plan.drawn)), labels: written(filled(plan.labels)),
        grounds: first(filled(plan.grounds)), amounts: first(filled(plan.amounts)),
    };
}

/** Whose colours the cells of sheets have, as `_grounds` of `view.py`. @param {Game} game @param {About} about @param {(lines: Asking[], ...args: number[]) => number} ask @param {number} eyes */
function groundsOf(game, about, ask, eyes) {
    const {look, domains} = game.about;
    return Object.fromEntries(about.look.sheets.map((sheet) => {
        const here = new Set(game.here(sheet.kind)), names = domains[sheet.kind].names;
        const there = sheet.rows.flat().filter((name) => name && here.has(names.indexOf(name)));
        const of = (/** @type {number[]} */ ...owner) => Object.fromEntries(look.grounds[sheet.name]?.length ? there.map((name) => [name, ask(look.grounds[sheet.name], names.indexOf(name), eyes, ...owner)]) : []);
        return [sheet.name, sheet.owned ? Object.fromEntries(game.seats().map((/** @type {number} */ seat) => [game.playerName(seat), of(seat)])) : of()];
    }));
}

/** The first of the lines in each place, without what says nothing. @param {any} node @returns {any} */
function first(node) {
    const parts = Object.entries(node).map(([key, each]) => [key, Array.isArray(each) ? each[0] : first(each)]);
    return Object.fromEntries(parts.filter(([, each]) => Array.isArray(each) || (each && Object.keys(each).length)));
}

/**
 * What is drawn under and over what is in the spaces of boards, as `_drawn` of `view.py`.
 * @param {Game} game @param {import("../types.js").About} about
 * @param {(lines: [number, boolean][], ...args: number[]) => number} ask @param {number} eyes
 */
function drawnOf(game, about, ask, eyes) {
    const {look, domains} = game.about;
    return Object.fromEntries(about.look.boards.map((board) => {
        const names = domains[board.kind].names;
        const each = (/** @type {[number, boolean][]} */ lines) => Object.fromEntries(
            lines ? game.here(board.kind).map((/** @type {number} */ i) => [names[i], ask(lines, i, eyes)]) : []);
        const marks = (look.marks[board.name] ?? []).map((/** @type {[number, boolean]} */ line, /** @type {number} */ at) => [at, ask([line], 0, eyes)]);
        return [board.name, {
            tints: each(look.tints[board.name]), heights: each(look.heights[board.name]), spots: each(look.spots[board.name]),
            dots: {all: ask(look.dots[board.name], 0, eyes)}, marks: Object.fromEntries(marks),
        }];
    }));
}

/** The same with lines for what was asked, without what says nothing. @param {Record<string, any>} drawn */
function seen(drawn) {
    const named = (/** @type {Record<string, Line[]>} */ lines) => Object.fromEntries(Object.entries(lines).filter(([, each]) => each.length).map(([key, each]) => [key, each[0]]));
    return Object.fromEntries(Object.entries(drawn).map(([name, {tints, heights, spots, dots, marks}]) => [name, {
        ...filledOf("tints", named(tints)), ...filledOf("heights", named(heights)), ...filledOf("spots", named(spots)), ...(dots.all[0] ? {dots: dots.all[0]} : {}),
        ...(Object.keys(marks).length ? {marks: Object.values(marks).map((each) => each[0] ?? [])} : {}),
    }]).filter(([, each]) => Object.keys(each).length));
}

/** @param {string} key @param {Record<string, Line>} lines */
const filledOf = (key, lines) => Object.keys(lines).length ? {[key]: lines} : {};

/**
 * The links that have labels, by kind and number.
 * @param {import("../types.js").About} about @param {(kind: string, number: number) => number} ask
 */
function labelsOf(about, ask) {
    /** @type {Record<string, Record<string, number>>} */
    const out = {};
    for (const board of about.look.boards)
        for (const {kind, number} of board.links) (out[kind] ??= {})[number] = ask(kind, number);
    return out;
}

/** Labels in one line each, without those that say nothing. @param {Record<string, Record<string, Line[]>>} labels */
function written(labels) {
    const out = Object.entries(labels).map(([kind, each]) => [kind, Object.fromEntries(
        Object.entries(each).map(([number, lines]) => [number, lines.flat()]).filter(([, line]) => line.length))]);
    return Object.fromEntries(out.filter(([, each]) => Object.keys(each).length));
}

/** What the lines say, with what of it the viewer may not know. @param {Game} game @param {Asked[]} asked @param {number} viewer @param {Watch} watch */
function answers(game, asked, viewer, watch) {
    const unseen = watch && asked.some(({lines}) => lines.some(([, may]) => may)) ? watch.unseen(viewer) : null;
    return asked.map(({lines, args}) => lines.flatMap(([line, may, dice]) => {
        const told = called(game, line, args);
        if (!told) return []; // a rule fails on the way
        const {text, values} = /** @type {any} */ (told.at(-1));
        if (!may || !watch || !unseen) return [{text, values, secret: values.map(() => false), dice}];
        return [{...hidden(text, values, told.slice(0, -1).map((each) => each.values.length), watch.line(line, args, unseen)), dice}];
    }));
}

/**
 * What a line says, of which each pair of braces was logged apart first: of those that are secret the first value stands
 * for all, and the others come to nothing. @param {number} text @param {any[]} values @param {number[]} braces how many values each has @param {boolean[]} secret @returns {Said}
 */
function hidden(text, values, braces, secret) {
    const each = braces.flatMap((many, i) => Array.from({length: many}, (_, at) => ({secret: secret[i] && !at, gone: secret[i] && at > 0})));
    return {text, values: values.map((value, i) => each[i].gone ? [] : value), secret: each.map((one) => one.secret)};
}

/** What a line logs; null where a rule fails on the way. @param {Game} game @param {number} line @param {number[]} args @returns {any[] | null} */
function called(game, line, args) {
    const {header} = game.about, now = cells(game), me = now[header.me];
    game.exports.ready();
    try {
        game.exports[`f${line}`](...args);
    } catch {
        return null;
    } finally {
        now[header.me] = me;
    }
    return game.readEvents();
}

/** A line as parts; no line where its values all come to nothing. @param {Game} game @param {About} about @param {Said} said @returns {Line[]} */
function lineOf(game, about, {text, values, secret, dice}) {
    const {parts, types} = game.about.texts[text];
    const shown = values.map((value, i) => {
        const {kind, domain} = types[i], piece = kind === "member" && (about.domains[domain]?.piece_base ?? -1) >= 0;
        if (secret[i]) return {u: /** @type {true} */ (true), ...(dice?.includes(i) ? {dice: []} : {}), ...(piece ? {of: domain} : {})};
        const part = partOf(game, about, types[i], value);
        return typeof part === "object" && dice?.includes(i) && types[i].kind === "int" ? {...part, dice: there(types[i], value)} : part;
    });
    if (shown.length && shown.every((each) => each === "")) return []; // words about nothing are left out
    return [[parts[0], ...shown.flatMap((each, i) => [each, parts[i + 1]])].filter((each) => each !== "")];
}

/** A value of a type as a part, nothing for none. @param {Game} game @param {About} about @param {any} type @param {any} value @returns {Part} */
function partOf(game, about, type, value) {
    const many = type.many ? value : [value];
    if (type.kind === "member") {
        const members = many.filter((/** @type {number} */ each) => each >= 0), {name, names} = game.about.domains[type.domain];
        if (name.includes(".")) return members.map((/** @type {number} */ each) => names[each]).join(", "); // texts of an attribute
        return members.length ? {d: type.domain, v: members} : "";
    }
    const known = there(type, value);
    const one = (/** @type {number} */ each) => type.kind === "bool" ? about.phrases[each ? "yes" : "no"] : numeral(each);
    return known.length ? {t: known.map(one).join(", ")} : "";
}

/** The values that are there of one value or of several, without those that are none. @param {any} type @param {any} value @returns {number[]} */
function there(type, value) {
    const many = type.many ? value : [value];
    return many.filter((/** @type {number} */ each) => !(type.optional && each === (type.kind === "int" ? NO_INT : -1)));
}
