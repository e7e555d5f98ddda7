/**
 * The story of a game: what everybody was told of each decision, and of what it led to, as `story.py`, `events.py` and
 * `telling.py` of the machine tell it. A line is its text and its audience: the seats that may read it, or null for all.
 */

import {Values} from "./evaluator.js";
import {restoring, cells, hiddenPieces, place} from "./hidden.js";
import {Speech, headed} from "./speech.js";

/** @typedef {any} Game */
/** @typedef {{text: string, audience: number[] | null, chance?: import("../types.js").Rolled | import("../types.js").Dealt}} Told */
/** @typedef {{cells: Int32Array, option: any[], told: any[]}} Step a decision: the position before, what was chosen, what happened then */

const NOBODY = -1;
const HIDDEN = "?";

/** What people read. @param {Game} game @returns {Speech} */
export const speech = (game) => game.speech ??= new Speech(game.about);

/** @param {Told} told @param {number} seat */
const isFor = (told, seat) => told.audience === null || told.audience.includes(seat);

/** @typedef {{player: string | null, option: Told[], events: Told[], unfinished: boolean}} Passage */

export class Story {
    /** @param {Game} game */
    constructor(game) {
        this.game = game;
        /** What was worked out before, by the step: @type {WeakMap<object, Passage>} */
        this.known = new WeakMap();
    }

    /**
     * What a seat (-1: who watches) reads from one passage on: the set-up is passage 0.
     * @param {any[]} first what happened at first @param {Step[]} steps @param {Int32Array} now @param {number} seat
     * @param {number} since @returns {import("../types.js").Entry[]}
     */
    read(first, steps, now, seat, since) {
        const after = (/** @type {number} */ at) => at < steps.length ? steps[at].cells : now, out = [];
        for (let ply = Math.max(since, 0); ply <= steps.length; ply++) {
            const step = steps[ply - 1], key = step ?? first;
            let passage = this.known.get(key);
            if (!passage) {
                passage = restoring(this.game, () => step ? this.passage(step, after(ply)) : this.setUp(first, after(0)));
                this.known.set(key, passage);
            }
            const {player, option, events, unfinished} = passage, text = option.find((each) => isFor(each, seat))?.text || null;
            if (unfinished && text === null) continue;
            const told = events.filter((each) => isFor(each, seat));
            out.push({ply, player, text, lines: told.map((each) => headed(each.text)), chance: told.flatMap((each) => each.chance ?? [])});
        }
        return out;
    }

    /** @param {any[]} first @param {Int32Array} then @returns {Passage} */
    setUp(first, then) {
        const {game} = this, events = [...happened(game, then, then, first), ...lostBetween(game, null, then)];
        return {player: null, option: [], events, unfinished: false};
    }

    /** @param {Step} step @param {Int32Array} then @returns {Passage} */
    passage({cells: before, option, told}, then) {
        const {game} = this, {header, decisions} = game.about, who = before[header.decider];
        const held = before[header.held];
        return {
            player: game.playerName(who),
            option: announced(game, option, who, before, then, decisions[before[header.decision]].secret),
            events: [...happened(game, before, then, told), ...lostBetween(game, before, then)],
            unfinished: held > 0 && held === then[header.held] && then[header.decider] === who,
        };
    }
}

/** @param {Game} game @param {Int32Array} before @param {Int32Array} after @param {any[]} raw @returns {Told[]} */
function happened(game, before, after, raw) {
    return raw.flatMap((/** @type {any} */ each) => {
        if (each.kind === "log" && game.about.texts[each.text].shows) return shown(game, before, after, each);
        if (each.kind === "log") return [{text: textWithout(game, each.text, each.values), audience: null}];
        if (each.kind === "roll") return [{text: rolled(game, each), audience: null, chance: {player: each.text < 0 ? whose(game, each.seat) : null, sides: each.sides, values: each.numbers}}];
        if (each.kind === "shuffle") return [{text: said(game, "shuffled", {zone: zoneName(game, each.zone)}), audience: null}];
        if (each.kind === "draw") return drawn(game, after, each);
        const who = playerOf(game, each.seat), word = each.lapsed ? "lapses" : "reveals";
        return announced(game, each.option, each.seat, before, after, false)
            .filter((told) => told.text)
            .map((told) => ({...told, text: said(game, word, {who, what: told.text})}));
    });
}

/** Who has lost between two positions. @param {Game} game @param {Int32Array | null} before @param {Int32Array} after @returns {Told[]} */
function lostBetween(game, before, after) {
    const {outcomes, together, teams, team_domain: kind} = game.about.scoring;
    if (outcomes < 0) return [];
    place(game, after);
    const out = game.seats().filter((/** @type {number} */ seat) => after[outcomes + seat] > 0 && !(before && before[outcomes + seat] > 0));
    if (together && out.length > 1) return [{text: said(game, "all_lost", {}), audience: null}];
    if (teams.length) {
        const lost = [...new Set(out.map((/** @type {number} */ seat) => teams[seat]))];
        return lost.map((team) => ({text: said(game, "team_lost", {who: speech(game).member(kind, team)}), audience: null}));
    }
    return out.map((/** @type {number} */ seat) => ({text: said(game, "has_lost", {who: playerOf(game, seat)}), audience: null}));
}

/** A player by the seat, if there is one. @param {Game} game @param {number} seat @returns {string | null} */
const whose = (game, seat) => seat >= 0 ? game.playerName(seat) : null;

/** @param {Game} game @param {any} event */
function rolled(game, {seat, text, values, sides, numbers}) {
    const key = text >= 0 ? "rolled_for" : seat >= 0 ? "rolls" : "rolled";
    return said(game, key, {
        who: seat >= 0 ? playerOf(game, seat) : "",
        count: numbers.length === 1 ? "" : `${numbers.length}`,
        sides: `${sides}`,
        why: text >= 0 ? textWithout(game, text, values) : "",
        values: numbers.join(speech(game).comma),
    });
}

/** @param {Game} game @param {Int32Array} after @param {any} event @returns {Told[]} */
function drawn(game, after, {source, zone, pieces}) {
    const {domain} = game.family(source), kind = game.about.domains[domain], alike = kind.alike && kind.groups?.length;
    const members = pieces.map((/** @type {number} */ piece) => piece - kind.piece_base);
    const into = zone < 0 ? null : game.family(zone), held = into && into.holder === game.about.players.domain;
    const what = (/** @type {string} */ names) => zone < 0 ? said(game, "gone", {what: names})
        : held ? said(game, "draws", {what: names, who: playerOf(game, zone - into.first), source: zoneName(game, source, zone - into.first)})
        : said(game, "drawn", {what: names, source: zoneName(game, source), zone: zoneName(game, zone)});
    const names = what(members.map((/** @type {number} */ each) => speech(game).member(domain, each)).join(speech(game).comma));
    const player = held ? whose(game, zone - into.first) : null;
    const unknown = {player, d: domain, n: pieces.length, v: []}, known = {...unknown, v: members.map((/** @type {number} */ each) =>
        alike ? kind.groups.indexOf(kind.groups[each]) : each)}; // which of those that are alike could be followed unseen
    place(game, after);
    const seats = game.seats();
    const knows = seats.filter((/** @type {number} */ seat) => !into
        || game.sees(into.visibility, seat, into.holder >= 0 ? zone - into.first : -1));
    if (knows.length === seats.length) return [{text: names, audience: null, chance: known}];
    const others = [NOBODY, ...seats].filter((seat) => !knows.includes(seat));
    return [{text: what(speech(game).counted(pieces.length, domain)), audience: others, chance: unknown}, {text: names, audience: knows, chance: known}];
}

/**
 * Who was shown pieces is told which, and so are those who see them anyway; the others how many and where.
 * @param {Game} game @param {Int32Array} before @param {Int32Array} after @param {any} event @returns {Told[]}
 */
function shown(game, before, after, {text, values: [pieces, players, zones]}) {
    const {domain} = game.about.texts[text].types[0], seats = game.seats(), everybody = [NOBODY, ...seats];
    const who = [...new Set(players)].map((/** @type {any} */ seat) => playerOf(game, seat)).join(speech(game).comma);
    const given = new Set(players).size === seats.length ? everybody : players, different = [...new Set(who ? zones : [])].sort((one, two) => one - two);
    return different.filter((/** @type {any} */ zone) => zone >= 0).flatMap(/** @returns {Told[]} */ (/** @type {any} */ zone) => {
        const there = pieces.filter((/** @type {number} */ _, /** @type {number} */ i) => zones[i] === zone), {visibility, holder, first} = game.family(zone);
        const eyes = (/** @type {Int32Array} */ cells) => {
            place(game, cells);
            return everybody.filter((seat) => game.sees(visibility, seat, holder >= 0 ? zone - first : -1));
        };
        const then = eyes(before), now = eyes(after);
        const knows = everybody.filter((seat) => given.includes(seat) || (then.includes(seat) && now.includes(seat)));
        const what = (/** @type {string} */ names) => said(game, "shown", {what: names, who, zone: zoneName(game, zone)});
        const names = what(there.map((/** @type {number} */ piece) => speech(game).member(domain, piece)).join(speech(game).comma));
        const others = everybody.filter((seat) => !knows.includes(seat));
        if (!others.length) return [{text: names, audience: null}];
        return [{text: what(speech(game).counted(there.length, domain)), audience: others},
            {text: names, audience: knows}];
    });
}

/**
 * What everybody is told of an option: who chose it and those who see all of it its full text, the others less.
 * @param {Game} game @param {any[]} option @param {number} who @param {Int32Array} before @param {Int32Array} after
 * @param {boolean} secret @returns {Told[]}
 */
function announced(game, option, who, before, after, secret) {
    const known = game.about.alternatives[option[0]], full = game.optionText(option);
    const announcement = known.announce >= 0 ? called(game, known.announce, option, who, before) : null;
    const pieces = announcement !== null || known.params.some((/** @type {any[]} */ [, type]) => isPiece(game, type));
    /** @type {Map<string, {said: string, audience: number[]}>} */
    const less = new Map();
    place(game, after);
    const seats = [NOBODY, ...game.seats()], looks = [before, after];
    if (pieces && !secret && known.effects >= 0) {
        called(game, known.effects, option, who, before);
        looks.push(cells(game).slice());
    }
    for (const seat of seats) {
        if (seat === who) continue;
        const unseen = pieces && !secret ? neverSeen(game, looks, seat) : new Set();
        const nothing = secret || (known.secret && announcement === null);
        const exact = nothing ? "" : announcement !== null ? `"${JSON.stringify(values(game, announcement, unseen))}"`
            : optionWithout(game, option, unseen, known.secrets);
        if (exact === full) continue;
        const hidden = (/** @type {any} */ type, /** @type {any} */ value) => isUnseen(game, type, value, unseen);
        const told = less.get(exact) ?? {audience: /** @type {number[]} */ ([]), said: nothing ? "" : announcement !== null
            ? textWithout(game, announcement.text, announcement.values, unseen) : speech(game).sentence(option, hidden, known.secrets)};
        told.audience.push(seat);
        less.set(exact, told);
    }
    const said = speech(game).sentence(option);
    if (!less.size) return [{text: said, audience: null}];
    const others = [...less.values()], told = new Set(others.flatMap((each) => each.audience));
    return [{text: said, audience: seats.filter((seat) => !told.has(seat))}, ...others.map((each) => ({text: each.said, audience: each.audience}))];
}

/** The pieces that a seat sees in none of these positions. @param {Game} game @param {Int32Array[]} looks @param {number} seat @returns {Set<number>} */
function neverSeen(game, looks, seat) {
    const [first, ...others] = looks.map((position) => {
        place(game, position);
        return hiddenPieces(game, seat);
    });
    return new Set([...first].filter((piece) => others.every((each) => each.has(piece))));
}

/**
 * Call one of the functions of an option, in the position before it, which is then as the function leaves it: what it
 * tells last. @param {Game} game @param {number} number @param {any[]} option @param {number} who @param {Int32Array} before
 */
function called(game, number, option, who, before) {
    const {at, alternatives} = game.about, start = game.words[at.ARENA_START >> 2];
    place(game, before);
    cells(game)[game.about.header.me] = who;
    const passing = new Values(game), shapes = shapesOf(game, alternatives[option[0]]), values = option.slice(1).map((each, i) => passing.passed(shapes[i], each));
    game.exports.ready();
    try {
        game.exports[`f${number}`](...values);
        return game.readEvents().at(-1) ?? null;
    } finally {
        game.words[at.ARENA_START >> 2] = start;
    }
}

/** The shapes of an option's values. @param {Game} game @param {any} alternative @returns {import("./evaluator.js").Shape[]} */
function shapesOf({about: {held, domains}}, alternative) {
    return alternative.params.map((/** @type {any[]} */ [, type], /** @type {number} */ i) => alternative.held[i] === held.scalar ? ["scalar", 1]
        : alternative.held[i] === held.list ? ["list", 0, ["scalar", 1]] : ["set", domains[type.domain].names.length]);
}

/** @param {Game} game @param {any} type */
const isPiece = (game, type) => type.kind === "member" && game.about.domains[type.domain].piece_base >= 0;

/** @param {Game} game @param {any} type @param {number} value @param {Set<number>} unseen */
function isUnseen(game, type, value, unseen) {
    return isPiece(game, type) && value >= 0 && unseen.has(game.about.domains[type.domain].piece_base + value);
}

/** An option as those read it who may not know some pieces, nor some parameters. @param {Game} game @param {any[]} option @param {Set<number>} unseen @param {number[]} secrets */
function optionWithout(game, option, unseen, secrets) {
    const {name, params} = game.about.alternatives[option[0]];
    const one = (/** @type {any} */ type, /** @type {any} */ value) => isUnseen(game, type, value, unseen) ? HIDDEN : game.value(type, value);
    const each = (/** @type {any} */ type, /** @type {any} */ value) =>
        type.many ? `[${value.map((/** @type {number} */ inside) => one({...type, many: false}, inside)).join(", ")}]` : one(type, value);
    const parts = params.map((/** @type {any[]} */ [param, type], /** @type {number} */ i) => `${param}=${secrets.includes(i) ? HIDDEN : each(type, option[i + 1])}`);
    return params.length ? `${name}(${parts.join(", ")})` : name;
}

/** What is told apart in an announcement: its values as names. @param {Game} game @param {any} announcement @param {Set<number>} unseen */
function values(game, {text, values}, unseen) {
    const {types} = game.about.texts[text];
    return values.map((/** @type {any} */ value, /** @type {number} */ i) => [value].flat().map((each) =>
        isUnseen(game, types[i], each, unseen) ? HIDDEN : game.value({...types[i], many: false}, each)));
}

/** A text as people read it. @param {Game} game @param {number} number @param {any[]} values @param {Set<number>} [unseen] */
function textWithout(game, number, values, unseen = new Set()) {
    const {parts, types} = game.about.texts[number];
    const hidden = (/** @type {any} */ type, /** @type {any} */ value) => isUnseen(game, type, value, unseen);
    return speech(game).line(parts, values.map((each, i) => speech(game).value(types[i], each, hidden)));
}

/** A player as people name them. @param {Game} game @param {number} seat */
export const playerOf = (game, seat) => speech(game).member(game.about.players.domain, seat);

/** A zone as people name it. @param {Game} game @param {number} zone @param {number} [owner]  whose it is without saying */
function zoneName(game, zone, owner) {
    const {name: own, holder, first} = game.family(zone);
    const name = speech(game).zone(game.about.families.findIndex((/** @type {any} */ each) => each.name === own));
    return holder < 0 || (holder === game.about.players.domain && zone - first === owner) ? name : said(game, "of", {zone: name, holder: speech(game).member(holder, zone - first)});
}

/** One of the game's own phrases with its values. @param {Game} game @param {string} key @param {Record<string, string>} values */
export function said(game, key, values = {}) {
    const phrase = game.about.phrases?.[key] ?? key;
    return phrase.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => values[name] ?? whole);
}
