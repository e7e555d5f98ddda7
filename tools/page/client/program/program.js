/**
 * A program as data (`interpreter/program/codec.py`), worked out here and not in the module: for what has to be known of
 * how a value comes about, such as what is read for it. It runs what waits for nobody and leaves nothing to chance.
 */

import {Walk} from "./expressions.js";
import {Targets} from "./search.js";
import {Writer} from "./statements.js";
import {isHidden, Position} from "./values.js";
import {Zones} from "./zones.js";

export class Program {
    /** @param {any} data functions by number, tables, decisions and positions @param {any} about what the module's section says */
    constructor(data, about) {
        this.functions = data.functions;
        this.tables = data.tables;
        this.decisions = data.decisions.map((/** @type {any[]} */ [, number, , , , options, answers]) => {
            const [, , shapes, , , , , frame = []] = data.functions[number];
            return {options, shapes, frame, answers: answers.map((/** @type {any[]} */ [alternative]) => alternative)};
        });
        this.positions = data.positions;
        this.families = about.families;
        this.domains = about.domains;
        this.layout = {...about.layout, size: data.size};
        this.header = {...about.header, frame: data.frame};
        this.zones = new Zones(about.layout, data.ordered);
        const hidden = about.fields.filter(isHidden).map((/** @type {any} */ {base, size, domain}) => [base, base + size * (domain < 0 ? 1 : about.domains[domain].names.length)]);
        this.targets = new Targets(this, hidden, about.families.some(isHidden));
        /** @type {Map<string, any>} */
        this.made = new Map();
    }

    /** @param {string} key @param {() => any} make */
    once(key, make) {
        let found = this.made.get(key);
        if (!found) this.made.set(key, found = make());
        return found;
    }

    /** The code of a function. @param {number} number @param {boolean} searching whether it makes options for a search */
    code(number, searching) {
        return this.once(`${searching ? "search" : "call"} ${number}`, () => {
            const [, params, shapes, , , body = []] = this.functions[number];
            const about = searching ? this.targets.ofFunction(number) : new Map();
            return new Writer(shapes, new Map(), this.targets, about, params.filter((/** @type {number} */ slot) => about.has(slot))).block(body);
        });
    }

    /**
     * What a function gives that does not wait.
     * @param {Position} position @param {number} number @param {any[]} args @param {import("./expressions.js").Sink | null} [sink]
     */
    call(position, number, args, sink = null) {
        const walk = new Walk(this, position, [], sink);
        this.functions[number][1].forEach((/** @type {number} */ slot, /** @type {number} */ i) => { walk.v[slot] = args[i]; });
        this.code(number, false)(walk);
        return walk.result;
    }

    /** Go through the options that a function makes. @param {number} number @param {Position} position @param {any[]} args @param {import("./search.js").Search} search */
    searched(number, position, args, search) {
        const walk = new Walk(this, position, [], null, search);
        this.functions[number][1].forEach((/** @type {number} */ slot, /** @type {number} */ i) => { walk.v[slot] = args[i]; });
        this.code(number, true)(walk);
    }

    /** Go through the options of the decision that waits. @param {Position} position @param {import("./search.js").Search} search */
    search(position, search) {
        const {options, shapes, frame} = this.decisions[position.get(this.header.decision)];
        const code = this.once(`decision ${position.get(this.header.decision)}`,
            () => new Writer(shapes, new Map(frame), this.targets, this.targets.ofBody(options), []).block(options));
        code(new Walk(this, position, [], null, search));
    }
}
