/** The trail of a game, which says in some digits what each decision changed: what `trail.py` of the machine does. */

/** @typedef {any} Game the game of yupana.mjs */

export const DIGITS = 6;

const TABLE = Uint32Array.from({length: 256}, (_, number) => {
    let value = number;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xEDB88320 : value >>> 1;
    return value;
});

/** The CRC-32 of a text. @param {string} text */
function crc32(text) {
    let value = 0xFFFFFFFF;
    for (const byte of new TextEncoder().encode(text)) value = (value >>> 8) ^ TABLE[(value ^ byte) & 255];
    return (value ^ 0xFFFFFFFF) >>> 0;
}

/** The trail of the game that came through these positions, and stands at the last of them. @param {Game} game @param {Int32Array[]} positions */
export function trail(game, positions) {
    return positions.map((after, at) => {
        let total = 0;
        for (const each of changes(game, at ? positions[at - 1] : null, after)) total = (total + crc32(each)) % 16 ** DIGITS;
        return total.toString(16).padStart(DIGITS, "0");
    }).join("");
}

/** After how many decisions two games stand otherwise for the first time (0: by the set-up); null if they do not. @param {string} ours @param {string} theirs */
export function parted(ours, theirs) {
    for (let at = 0; at + DIGITS <= Math.min(ours.length, theirs.length); at += DIGITS)
        if (ours.slice(at, at + DIGITS) !== theirs.slice(at, at + DIGITS)) return at / DIGITS;
    return null;
}

/** What is otherwise than it was, by names. @param {Game} game @param {Int32Array | null} before @param {Int32Array} after @returns {Generator<string>} */
function* changes(game, before, after) {
    const {about} = game, {header} = about;
    for (const each of about.fields) yield* changedField(game, each, before, after);
    yield* changedZones(game, before, after);
    const over = after[header.decision] < 0;
    yield `decides|${over ? "" : game.playerName(after[header.decider])}`;
    yield `chance|${after[header.rng_high]}|${after[header.rng_low]}`;
    if (!over) return;
    try {
        yield `result|${game.scores.join(",")}|${game.winners.join(",")}`;
    } catch (fault) {
        if (!(fault instanceof WebAssembly.RuntimeError)) throw fault;
    }
}

/** The members of a domain that are in the game. @param {Game} game @param {number} domain @returns {number[]} */
const here = (game, domain) => [...game.here(domain)];

/** @param {Game} game @param {number} domain @param {number} index */
const member = (game, domain, index) => index < 0 ? "" : game.member(domain, index, true);

/** @param {Int32Array | null} before @param {Int32Array} after @param {number} from @param {number} to */
function differs(before, after, from, to) {
    if (!before) return true;
    for (let at = from; at < to; at++) if (before[at] !== after[at]) return true;
    return false;
}

/** @param {Game} game @param {any} field @param {Int32Array | null} before @param {Int32Array} after @returns {Generator<string>} */
function* changedField(game, field, before, after) {
    const {domains} = game.about, {shape, size, base, type, domain} = field;
    const name = domain < 0 ? field.name : `${domains[domain].name}.${field.name}`;
    const word = (/** @type {number} */ value) => type.kind === "member" ? member(game, type.domain, value) : String(value);
    for (const holder of here(game, domain)) {
        const at = base + Math.max(holder, 0) * size;
        if (!differs(before, after, at, at + size)) continue;
        let values = [after[at]];
        if (shape.kind === "list") values = [...after.subarray(at + 1, at + 1 + after[at])];
        else if (shape.kind === "map") values = (shape.domain >= 0 ? here(game, shape.domain) : Array.from({length: shape.size}, (_, i) => i)).map((key) => after[at + key]);
        else if (shape.kind === "set") values = Array.from({length: shape.size}, (_, i) => i).filter((i) => after[at + (i >> 5)] >> (i & 31) & 1);
        const words = values.map(word);
        yield `${name}|${member(game, domain, holder)}|${(shape.kind === "set" ? sorted(words) : words).join(",")}`;
    }
}

/** @param {Game} game @param {Int32Array | null} before @param {Int32Array} after @returns {Generator<string>} */
function* changedZones(game, before, after) {
    const {layout, domains, families} = game.about;
    for (const family of families) {
        const base = domains[family.domain].piece_base;
        for (const holder of here(game, family.holder)) {
            const zone = family.first + Math.max(holder, 0), pieces = inZone(layout, after, zone);
            const then = before ? inZone(layout, before, zone) : [];
            if (pieces.length === then.length && pieces.every((piece, i) => piece === then[i])) continue;
            const names = pieces.map((piece) => member(game, family.domain, piece - base));
            yield `${family.name}|${member(game, family.holder, holder)}|${(family.ordered ? names : sorted(names)).join(",")}`;
        }
    }
}

/** The pieces in a zone. @param {any} layout @param {Int32Array} cells @param {number} zone */
function inZone(layout, cells, zone) {
    const out = [];
    for (let piece = cells[layout.zone_first + zone]; piece >= 0; piece = cells[layout.piece_next + piece]) out.push(piece);
    return out;
}

/** In the order in which Python sorts texts: by code points. @param {string[]} words */
function sorted(words) {
    return words.sort((a, b) => {
        const [ours, theirs] = [Array.from(a), Array.from(b)];
        for (let i = 0; i < Math.min(ours.length, theirs.length); i++)
            if (ours[i] !== theirs[i]) return /** @type {number} */ (ours[i].codePointAt(0)) - /** @type {number} */ (theirs[i].codePointAt(0));
        return ours.length - theirs.length;
    });
}
