/** An observation as lines, for what a ruleset's look does not say: fields and zones under their own names. */

import {numeral} from "./module/speech.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {(Part | import("./lines.js").Pile)[]} Seen  a line that may have piles in it */
/** @typedef {import("./types.js").Observation} Observation */
/** @typedef {import("./names.js").Names} Names */

const MOST = 40;

/** Whether a name is that of a group, not that of one of it. @param {Names} names @param {number} d @param {string} name */
const isGroup = (names, d, name) => !names.about.domains[d].names.includes(name);

/** A value as parts: names as members. @param {Names} names @param {any} value @returns {Part[]} */
function parts(names, value) {
    if (value === null || value === undefined) return ["–"];
    if (typeof value === "boolean") return [{t: names.about.phrases[value ? "yes" : "no"] ?? String(value)}];
    if (typeof value === "number") return [{t: numeral(value)}];
    if (typeof value === "string") {
        const found = names.byName.get(value);
        return found ? [{d: found[0], v: [found[1]], named: isGroup(names, found[0], value)}] : [value];
    }
    if (Array.isArray(value)) {
        const found = value.map((each) => (typeof each === "string" ? names.byName.get(each) : undefined));
        if (found.length && found.every((each) => each && each[0] === found[0]?.[0])) {
            return [{d: found[0]?.[0] ?? 0, v: found.map((each) => each?.[1] ?? 0), named: value.some((each) => isGroup(names, found[0]?.[0] ?? 0, each))}];
        }
        return value.length ? value.slice(0, MOST).flatMap((each, at) => [...(at ? [" "] : []), ...parts(names, each)]) : ["–"];
    }
    return Object.entries(value).slice(0, MOST).flatMap(([key, each], at) => [at ? "  " : "", ...parts(names, key), " ", ...parts(names, each)]);
}

/** What stands in a space: nothing that is none, 0 or empty. @param {Names} names @param {Observation} seen @param {number} kind @param {string} space @returns {Line[]} */
export function cellLines(names, seen, kind, space) {
    const owner = names.about.domains[kind]?.name;
    /** @type {Line[]} */
    const lines = [];
    for (const [name, held] of Object.entries(seen.fields)) {
        const [of, field] = name.split(".");
        const value = field && of === owner ? /** @type {any} */ (held)?.[space] : null;
        if (value === null || value === undefined || value === 0 || value === false || (Array.isArray(value) && !value.length)) continue;
        lines.push(value === true ? [names.word(field)] : parts(names, value));
    }
    for (const held of Object.values(seen.zones)) {
        const pieces = held && typeof held === "object" && !Array.isArray(held) ? held[space] : null;
        if (Array.isArray(pieces) ? pieces.length : pieces) lines.push(typeof pieces === "number" ? [{t: `(${pieces})`}] : parts(names, pieces));
    }
    return lines;
}

/** @param {Names} names @param {any} pieces @param {string} name @returns {Seen} */
function zone(names, pieces, name) {
    if (typeof pieces === "number") return [{pile: pieces, zone: name}];
    return pieces.length ? parts(names, pieces.map((/** @type {any} */ piece) => piece ?? "?")) : ["–"];  // a piece that is not seen beside others
}

/** The game's own fields and zones. @param {Names} names @param {Observation} seen @returns {Seen[]} */
export function tableLines(names, seen) {
    /** @type {Seen[]} */
    const lines = [];
    for (const [name, value] of Object.entries(seen.fields)) {
        if (!name.includes(".")) lines.push([`${names.word(name)}: `, ...parts(names, value)]);
    }
    for (const [name, held] of Object.entries(seen.zones)) {
        if (typeof held === "number" || Array.isArray(held)) lines.push([`${names.word(name)}: `, ...zone(names, held, name)]);
    }
    return lines;
}

/** What one player has, as far as it is seen. @param {Names} names @param {Observation} seen @param {string} player @returns {Seen[]} */
export function playerLines(names, seen, player) {
    const owner = names.about.domains[names.about.players.domain]?.name;
    /** @type {Seen[]} */
    const lines = [];
    for (const [name, held] of Object.entries(seen.fields)) {
        const [of, field] = name.split(".");
        const all = /** @type {any} */ (held);
        if (field && of === owner && all && player in all) lines.push([`${names.word(field)}: `, ...parts(names, all[player])]);
    }
    for (const family of names.about.families) {
        const held = seen.zones[family.name];
        if (family.holder === names.about.players.domain && held && player in held) {
            lines.push([`${family.title ?? names.word(family.name)}: `, ...zone(names, held[player], family.name)]);
        }
    }
    return lines;
}
