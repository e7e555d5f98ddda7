/**
 * A decision narrowed step by step: which options are left, what the next steps may be, and the way back. Nothing here
 * draws.
 */

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").ValueType} ValueType */
/** @typedef {import("./types.js").Alternative} Alternative */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {{label: string, key: string | null, members?: Set<number>, many?: boolean, keep: (option: Option) => boolean}} Step
 *   `members`: of those with the key only these are meant; `many`: they are some of several that are chosen */
/** @typedef {{alternative: number, indices: number[], param: number, values: {value: Value, indices: number[]}[]}} Front
 *   the options of one alternative that are left, its first parameter (from 1; 0: none) that still differs, and its values */

export class Narrowing {
    /**
     * @param {Names} names
     * @param {Option[]} options
     */
    constructor(names, options) {
        this.names = names;
        this.options = options;
        /** @type {Step[]} */
        this.steps = [];
        this.left = options.map((_, index) => index);
    }

    /** @param {Step} step */
    take(step) {
        const left = this.left.filter((index) => step.keep(this.options[index]));
        if (!left.length) return false;
        this.steps.push(step);
        this.left = left;
        return true;
    }

    /** Take back the last step; whether there was one. */
    back() {
        if (!this.steps.length) return false;
        this.reset(this.steps.slice(0, -1));
        return true;
    }

    /** Begin again, with some steps. @param {Step[]} [steps] */
    reset(steps = []) {
        this.steps = [];
        this.left = this.options.map((_, index) => index);
        for (const step of steps) this.take(step);
    }

    /** The same decision, narrowed by some steps only. @param {Step[]} steps */
    after(steps) {
        const other = new Narrowing(this.names, this.options);
        other.reset(steps);
        return other;
    }

    /** @param {number} index @returns {Alternative} */
    alternative(index) {
        return this.names.about.alternatives[this.options[index][0]];
    }

    /** What is left, by alternative. @returns {Front[]} */
    fronts() {
        /** @type {Map<number, number[]>} */
        const groups = new Map();
        for (const index of this.left) {
            const group = groups.get(this.options[index][0]);
            if (group) group.push(index);
            else groups.set(this.options[index][0], [index]);
        }
        return [...groups].map(([alternative, indices]) => {
            const params = this.names.about.alternatives[alternative].params;
            let param = 0, values = this.values(indices, 1);
            for (let each = 1; each <= params.length; each++) {
                const found = this.values(indices, each);
                if (found.length > 1) {
                    [param, values] = [each, found];
                    break;
                }
            }
            return {alternative, indices, param, values: param ? values : []};
        });
    }

    /** The different values of a parameter. @param {number[]} indices @param {number} param */
    values(indices, param) {
        /** @type {Map<string, {value: Value, indices: number[]}>} */
        const found = new Map();
        for (const index of indices) {
            const value = /** @type {Value} */ (this.options[index][param]);
            const known = found.get(JSON.stringify(value));
            if (known) known.indices.push(index);
            else found.set(JSON.stringify(value), {value, indices: [index]});
        }
        return [...found.values()];
    }

    /**
     * What can be clicked: by alternative the first parameter that still differs and of which something is shown; where
     * none differs, the first that is shown. What is clicked for one alternative and stands in all options of another
     * means that one too.
     * @param {(key: string, type: ValueType, members: Set<number>) => boolean} shown  whether one of some members with a key is shown somewhere
     * @returns {Map<string, {alternative: number, param: number}[]>}  by the key of the member
     */
    targets(shown) {
        /** @type {Map<string, {alternative: number, param: number}[]>} */
        const targets = new Map();
        /** @type {{key: string, place: {alternative: number, param: number}}[]} what is the same in all options of an alternative */
        const same = [];
        for (const {alternative, indices} of this.fronts()) {
            const params = this.names.about.alternatives[alternative].params;
            const taken = new Set(this.steps.map((each) => each.key));
            /** @type {[number, string[]] | null} */
            let best = null;
            for (let param = 1; param <= params.length; param++) {
                const type = params[param - 1][1];
                if (type.kind !== "member") continue;
                const values = this.values(indices, param);
                const always = this.common(type, values.map((each) => each.value));
                /** @type {Map<string, Set<number>>} */
                const keys = new Map();
                for (const each of values.flatMap(({value}) => this.listed(value))) {
                    const key = this.names.key(type.domain, each);
                    keys.set(key, (keys.get(key) ?? new Set()).add(each));
                }
                const open = [...keys].filter(([key, members]) => !taken.has(key) && (values.length === 1 || !always.has(key)) && shown(key, type, members)).map(([key]) => key);
                if (!open.length) continue;
                if (values.length > 1) {
                    best = [param, open];
                    break;
                }
                best ??= [param, open];
                for (const key of open) same.push({key, place: {alternative, param}});
            }
            for (const key of best?.[1] ?? []) {
                targets.set(key, [...(targets.get(key) ?? []), {alternative, param: best?.[0] ?? 0}]);
            }
        }
        for (const {key, place} of same) {
            const known = targets.get(key);
            if (known && !known.some((each) => each.alternative === place.alternative)) known.push(place);
        }
        return targets;
    }

    /** The keys of members that every one of some lists holds: clicking them says nothing. @param {ValueType} type @param {Value[]} values */
    common(type, values) {
        if (!values.every((each) => Array.isArray(each))) return new Set();
        const lists = values.map((each) => this.keys(type, each));
        return new Set(lists[0]?.filter((each) => lists.every((list) => list.includes(each))));
    }

    /** What the members of a value are looked for by. @param {ValueType} type @param {Value} value @returns {string[]} */
    keys(type, value) {
        return this.listed(value).map((each) => this.names.key(type.domain, each));
    }

    /** The members that a value names. @param {Value} value @returns {number[]} */
    listed(value) {
        return /** @type {number[]} */ (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "number" && each >= 0);
    }

    /** Whether options of an alternative differ in a part, in the whole decision. @param {{alternative: number, param: number}} place */
    differ({alternative, param}) {
        return this.values(this.options.flatMap((option, index) => (option[0] === alternative ? [index] : [])), param).length > 1;
    }

    /** The members with a key that options have in a place of theirs which can be clicked. @param {string} key @param {{alternative: number, param: number}[]} targets */
    members(key, targets) {
        return new Set(targets.flatMap(({alternative, param}) => {
            const type = this.names.about.alternatives[alternative].params[param - 1][1];
            return this.left.filter((index) => this.options[index][0] === alternative).flatMap((index) => (
                this.listed(/** @type {Value} */ (this.options[index][param])).filter((each) => this.names.key(type.domain, each) === key)
            ));
        }));
    }

    /** The step of clicking a thing that stands for some members. @param {string} key @param {{alternative: number, param: number}[]} targets @param {string} label @param {Set<number>} members @returns {Step} */
    clicked(key, targets, label, members) {
        return {
            label, key, members, many: targets.every(({alternative, param}) => this.names.about.alternatives[alternative].params[param - 1][1].many),
            keep: (option) => targets.some(({alternative, param}) => {
                const value = option[param];
                return option[0] === alternative && /** @type {number[]} */ (Array.isArray(value) ? value : [value]).some((each) => members.has(each));
            }),
        };
    }

    /** The step of an action. @param {number} alternative @param {string} label @returns {Step} */
    action(alternative, label) {
        return {label, key: null, keep: (option) => option[0] === alternative};
    }

    /** The step of one option and no other. @param {number} index @param {string} label @returns {Step} */
    only(index, label) {
        const wanted = JSON.stringify(this.options[index]);
        return {label, key: null, keep: (option) => JSON.stringify(option) === wanted};
    }

    /** The step of a value. @param {number} alternative @param {number} param @param {Value} value @param {string} label @returns {Step} */
    valued(alternative, param, value, label) {
        const wanted = JSON.stringify(value), type = this.names.about.alternatives[alternative].params[param - 1][1];
        const keys = type.kind === "member" ? this.keys(type, value) : [];
        return {
            label, key: keys.length === 1 ? keys[0] : null,
            keep: (option) => option[0] === alternative && JSON.stringify(option[param]) === wanted,
        };
    }
}
