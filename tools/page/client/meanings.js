/** What is told of a thing or a rule when somebody asks about it: fetched when it is asked for first. */

/** @typedef {import("./types.js").Meaning} Meaning */

export class Meanings {
    /** @param {() => Promise<Meaning>} fetched */
    constructor(fetched) {
        this.fetched = fetched;
        /** @type {Promise<Meaning> | null} */
        this.asked = null;
    }

    /** All that is known; nothing where it cannot be had now. @returns {Promise<Meaning>} */
    known() {
        const asked = this.asked ??= this.fetched().catch(() => {
            if (this.asked === asked) this.forget();
            return {elements: {}, rules: {}};
        });
        return asked;
    }

    /** It is told otherwise from now on. */
    forget() {
        this.asked = null;
    }
}
