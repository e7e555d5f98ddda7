/**
 * What a seat remembers of pieces that it does not see: in which zones each can lie, after all that the seat has seen since
 * the game began. It follows from what everybody at that seat learns: the sizes of zones, draws and shuffles, pieces that
 * come and go before its eyes, and options as they are told.
 */

import {restoring, place, unseen} from "./hidden.js";

/** @typedef {any} Game */
/** @typedef {import("./story.js").Step} Step */
/** @typedef {Map<number, Set<number>>} Possible the zones where each piece can lie that is not seen */

export class Memory {
    /** @param {Game} game @param {number} seat */
    constructor(game, seat) {
        this.game = game;
        this.seat = seat;
        /** What is remembered after so many steps as there are here. @type {{step: Step | null, possible: Possible}[]} */
        this.known = [];
    }

    /** Where the pieces can lie after these steps. @param {Step[]} steps @param {Int32Array} now @returns {Possible} */
    after(steps, now) {
        return restoring(this.game, () => {
            const same = this.known.findIndex((each, i) => i > 0 && each.step !== steps[i - 1]);
            if (same >= 0) this.known.length = same; // taken back, or another game
            if (!this.known.length) this.known.push({step: null, possible: this.first(steps[0]?.cells ?? now)});
            while (this.known.length <= steps.length) {
                const at = this.known.length, step = steps[at - 1];
                this.known.push({step, possible: this.next(this.known[at - 1].possible, step, steps[at]?.cells ?? now)});
            }
            return this.known[steps.length].possible;
        });
    }

    /** The zones of each kind that the seat does not see in a position. @param {Int32Array} position @returns {Map<number, number[]>} */
    hidden(position) {
        place(this.game, position);
        return new Map([...unseen(this.game, this.seat).zones].map(([domain, zones]) => [domain, zones.map((/** @type {any} */ {number}) => number)]));
    }

    /** @param {number} domain @returns {number[]} */
    pieces(domain) {
        const {piece_base: base, names} = this.game.about.domains[domain];
        return names.map((/** @type {string} */ _, /** @type {number} */ i) => base + i);
    }

    /** At the beginning a piece can lie wherever pieces of its kind do that are not seen. @param {Int32Array} position */
    first(position) {
        /** @type {Possible} */
        const out = new Map();
        for (const [domain, zones] of this.hidden(position))
            for (const piece of this.pieces(domain))
                if (zones.includes(this.zone(position, piece))) out.set(piece, new Set(zones));
        return out;
    }

    /** @param {Int32Array} position @param {number} piece */
    zone(position, piece) { return position[this.game.about.layout.piece_zone + piece]; }

    /** The same one decision later. @param {Possible} possible @param {Step} step @param {Int32Array} now */
    next(possible, step, now) {
        const {game, seat} = this, {header, decisions, alternatives} = game.about;
        const then = this.hidden(step.cells), hidden = this.hidden(now), known = alternatives[step.option[0]];
        const whole = step.cells[header.decider] === seat
            || !(decisions[step.cells[header.decision]].secret || known.secret || known.secrets.length || known.announce >= 0);
        const named = new Set(step.told.flatMap((each) => each.kind === "log" ? this.named(each) : []));
        const shown = new Map(step.told.flatMap((each) => this.shown(each)));
        /** @type {Possible} */
        const out = new Map();
        const before = new Map(possible);
        for (const [domain, zones] of then) this.unnamed(domain, zones, hidden.get(domain) ?? [], before, step.cells, now);
        for (const [domain, zones] of hidden) {
            const ways = this.ways(step, now, [...zones, ...then.get(domain) ?? []], this.pieces(domain), whole);
            for (const piece of this.pieces(domain)) {
                const [from, to] = [this.zone(step.cells, piece), this.zone(now, piece)];
                if (!zones.includes(to)) continue;
                const could = then.get(domain)?.includes(from) ? [...before.get(piece) ?? zones] : [to];
                const all = (shown.get(piece) === to || named.has(piece)) && !this.alike(domain) ? [to] : could.flatMap((each) => [each, ...ways.get(each) ?? []]);
                out.set(piece, new Set(all.filter((each) => zones.includes(each))));
            }
            if (this.alike(domain)) this.seenAgain(domain, shown, out, now);
        }
        return out;
    }

    /**
     * Pieces that are alike and were shown: those of them that are known to lie there may be the same ones again; of the
     * others, as many lie there, and which ones nobody can tell from those that could.
     * @param {number} domain @param {Map<number, number>} shown @param {Possible} possible @param {Int32Array} now
     */
    seenAgain(domain, shown, possible, now) {
        const {groups, piece_base: base} = this.game.about.domains[domain], pieces = this.pieces(domain);
        const there = pieces.filter((piece) => possible.has(piece) && shown.get(piece) === this.zone(now, piece));
        for (const zone of new Set(there.map((piece) => this.zone(now, piece)).sort((one, two) => one - two)))
            for (const group of new Set(there.map((piece) => groups[piece - base]))) {
                const could = pieces.filter((piece) => groups[piece - base] === group && possible.get(piece)?.has(zone));
                const open = could.filter((piece) => /** @type {Set<number>} */ (possible.get(piece)).size > 1);
                const seen = there.filter((piece) => groups[piece - base] === group && this.zone(now, piece) === zone);
                const more = seen.length - (could.length - open.length);
                if (more <= 0) continue;
                const every = open.flatMap((piece) => [.../** @type {Set<number>} */ (possible.get(piece))]);
                for (const piece of open) possible.set(piece, new Set(every));
                for (const piece of seen.filter((each) => open.includes(each)).slice(0, more)) possible.set(piece, new Set([zone]));
            }
    }

    /** Whether pieces of a kind are told apart by their group alone. @param {number} domain */
    alike(domain) {
        const {alike, groups} = this.game.about.domains[domain];
        return alike && groups.length > 0;
    }

    /**
     * A piece that comes out of a zone may be any of those that are alike and can lie there: the one that is known to lie
     * there, if there is one; else any of the others may still lie where each of them could.
     * @param {number} domain @param {number[]} then hidden zones before @param {number[]} hidden and after @param {Possible} possible
     * @param {Int32Array} before @param {Int32Array} now
     */
    unnamed(domain, then, hidden, possible, before, now) {
        if (!this.alike(domain)) return;
        const {groups, piece_base: base} = this.game.about.domains[domain], pieces = this.pieces(domain);
        for (const piece of pieces) {
            const from = this.zone(before, piece), own = possible.get(piece);
            if (!own || !then.includes(from) || hidden.includes(this.zone(now, piece)) || own.size === 1) continue;
            const others = pieces.filter((each) => each !== piece && groups[each - base] === groups[piece - base] && possible.get(each)?.has(from));
            const sure = others.find((each) => possible.get(each)?.size === 1), every = new Set(own);
            for (const each of others) for (const zone of possible.get(each) ?? []) every.add(zone);
            for (const each of sure === undefined ? others : [sure]) possible.set(each, sure === undefined ? every : own);
        }
    }

    /**
     * The zones that a piece can have come to that lay in a zone. Where chance has moved pieces, or the seat is not told
     * all, any of those that are touched; else as pieces went, and as they were drawn.
     * @param {Step} step @param {Int32Array} now @param {number[]} hidden @param {number[]} pieces @param {boolean} whole
     */
    ways(step, now, hidden, pieces, whole) {
        /** @type {[number, number][]} */
        const went = pieces.map((piece) => [this.zone(step.cells, piece), this.zone(now, piece)]);
        const moves = [...went.filter(([from, to]) => from !== to),
            ...step.told.flatMap((each) => each.kind === "draw" ? [[each.source, each.zone]] : each.kind === "shuffle" ? [[each.zone, each.zone]] : [])];
        const {rng_high: high, rng_low: low} = this.game.about.header, chance = step.cells[high] !== now[high] || step.cells[low] !== now[low];
        const open = step.told.some((each) => each.kind === "roll") && !step.told.some((each) => each.kind === "shuffle"); // all see dice
        const touched = [...new Set(moves.flat())].filter((each) => hidden.includes(each));
        /** @type {Map<number, Set<number>>} */
        const out = new Map(touched.map((each) => [each, new Set(whole && (open || !chance) ? [] : touched)]));
        for (const [from, to] of moves) if (hidden.includes(to)) out.get(from)?.add(to);
        for (const middle of touched)
            for (const each of out.values())
                if (each.has(middle)) for (const further of out.get(middle) ?? []) each.add(further);
        return out;
    }

    /** The pieces that the seat was shown, each with the zone in which it lay then. @param {any} event @returns {[number, number][]} */
    shown({kind, text, values}) {
        const {texts, domains} = this.game.about;
        if (kind !== "log" || !texts[text].shows) return [];
        const [pieces, players, zones] = values, base = domains[texts[text].types[0].domain].piece_base;
        if (!players.includes(this.seat) && new Set(players).size < this.game.seats().length) return [];
        return pieces.map((/** @type {number} */ piece, /** @type {number} */ i) => [base + piece, zones[i]]);
    }

    /** The pieces that a line of the log names. @param {{text: number, values: any[]}} event @returns {number[]} */
    named({text, values}) {
        const {texts, domains} = this.game.about;
        if (texts[text].shows) return [];
        return texts[text].types.flatMap((/** @type {any} */ type, /** @type {number} */ i) => {
            const base = type.kind === "member" ? domains[type.domain].piece_base : -1;
            return base < 0 ? [] : [values[i]].flat().filter((/** @type {number} */ each) => each >= 0).map((/** @type {number} */ each) => base + each);
        });
    }
}
