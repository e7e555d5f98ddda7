/**
 * What people read for what a game names, and for its options, as `speech.py` of the machine tells it: the words come with
 * what is said of the game; without them the names stand for themselves.
 */

/** @typedef {import("../types.js").Speech} Words */
/** @typedef {import("../types.js").Sentence} Sentence */
/** @typedef {import("../types.js").ValueType} ValueType */
/** @typedef {import("../types.js").Domain} Domain */

const HIDDEN = "?", OPEN = "…", NO_INT = -2147483648;
const PLACE = /^\p{L}(?:\d|[\u2e80-\u{3ffff}])/u;
const ARTICLE = /(?<![^\s("„“'/-])([Aa])n?(\s+)$/;
const VOWEL = /^(?:8|1[18](?!\d)|hour|hono|heir|(?!one\b|once|uni|use|usu|eu|ewe)[aeiou])/i;

/** @type {Record<string, (a: number, b: number) => boolean>} */
const TESTS = {
    "==": (a, b) => a === b, "!=": (a, b) => a !== b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};

/** A text as it stands at the beginning; a space (`a1`) and what stands in words of another script stay as they are. @param {string} text */
export function headed(text) {
    return PLACE.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What stands for a part of a sentence that is chosen by a value. @param {[number, string, number, Sentence, Sentence]} part @param {any} value */
export function chosen([, test, wanted, then, other], value) {
    return TESTS[test] && (typeof value === "number" || typeof value === "boolean") && TESTS[test](Number(value), wanted) ? then : other;
}

/** A number as people read it: with a minus sign that is no hyphen. @param {number | string} number */
export function numeral(number) {
    return String(number).replace("-", "−");
}

export class Speech {
    /** @param {{domains: Domain[], families: {name: string}[], alternatives: any[], speech?: Words}} about */
    constructor(about) {
        this.about = about;
        this.words = about.speech;
    }

    /** What stands between things that are listed. */
    get comma() {
        return this.words?.comma ?? ", ";
    }

    /** @param {number} domain @param {number} index @returns {string} */
    member(domain, index) {
        const words = this.words?.words[domain], known = this.about.domains[domain];
        if (index < 0) return this.words?.nothing ?? "none";
        if (words?.length) return words[index];
        return known.alike && known.groups?.length ? (known.group_names ?? [])[known.groups[index]] : known.names[index];
    }

    /** @param {number} number of the family */
    zone(number) {
        return this.words?.zones[number] ?? this.about.families[number].name;
    }

    /** So many of a kind. @param {number} count @param {number} domain */
    counted(count, domain) {
        return `${numeral(count)} ${this.words?.kinds[domain][count === 1 ? 0 : 1] ?? this.about.domains[domain].name}`;
    }

    /** A value. @param {ValueType} type @param {any} value @param {(type: ValueType, value: any) => boolean} [hidden] @returns {string} */
    value(type, value, hidden) {
        if (type.many) {
            const apart = type.kind === "member" && this.about.domains[type.domain].name.includes(".") ? "" : this.comma;
            return value.map((/** @type {any} */ each) => this.value({...type, many: false}, each, hidden)).join(apart);
        }
        if (hidden?.(type, value)) return HIDDEN;
        if (type.optional && Number(value) === (type.kind === "int" ? NO_INT : -1)) return this.words?.nothing ?? "none";
        if (type.kind === "bool") return (this.words?.answers ?? ["no", "yes"])[value ? 1 : 0];
        return type.kind === "int" ? numeral(value) : this.member(type.domain, value);
    }

    /** A text with a word behind it; in English, `a` or `an` before it as the word wants it. @param {string} text @param {string} word */
    behind(text, word) {
        const found = this.words?.english !== false && /^[\p{L}\p{N}]/u.test(word) ? ARTICLE.exec(text) : null;
        return (found ? `${text.slice(0, found.index)}${found[1]}${VOWEL.test(word) ? "n" : ""}${found[2]}` : text) + word;
    }

    /** Words with values between them. @param {string[]} parts @param {string[]} values */
    line(parts, values) {
        return values.reduce((out, word, i) => this.behind(out, word) + parts[i + 1], parts[0]);
    }

    /**
     * An option in a sentence. @param {any[]} option @param {(type: ValueType, value: any) => boolean} [hidden]
     * @param {number[]} [secrets] the parameters that are left out
     */
    sentence(option, hidden, secrets = []) {
        const {params} = this.about.alternatives[option[0]];
        const secret = (/** @type {number} */ i) => secrets.includes(i) || (!params[i][1].many && hidden?.(params[i][1], option[i + 1]));
        const shown = (/** @type {number} */ i) => secrets.includes(i) ? HIDDEN : this.value(params[i][1], option[i + 1], hidden) || (this.words?.nothing ?? "none");
        return this.said(option[0], shown, (i) => secret(i) ? null : option[i + 1]);
    }

    /**
     * An option in a sentence of which only some values are known. @param {number} alternative
     * @param {Map<number, string>} shown what is shown of each @param {Map<number, any>} values
     */
    partly(alternative, shown, values) {
        return this.said(alternative, (i) => shown.get(i) ?? OPEN, (i) => values.get(i) ?? null);
    }

    /** @param {number} alternative @param {(param: number) => string} shown @param {(param: number) => any} value null where it is not to be known */
    said(alternative, shown, value) {
        const {name, params} = this.about.alternatives[alternative], sentence = this.words?.sentences[alternative];
        if (!sentence) return params.length ? `${name}(${params.map((/** @type {any} */ [param], /** @type {number} */ i) => `${param}=${shown(i)}`).join(", ")})` : name;
        const tell = (/** @type {Sentence} */ parts, /** @type {string} */ out) => {
            for (const part of parts) {
                if (typeof part === "string") out += part;
                else if (typeof part === "number") out = this.behind(out, shown(part));
                else out = tell(chosen(part, value(part[0])), out);
            }
            return out;
        };
        return tell(sentence, "").split(/\s+/).filter((each) => each).join(" ");
    }
}
