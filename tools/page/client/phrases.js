/** The page's own words, which come with what is told of a game. */

import {numeral} from "./module/speech.js";

/**
 * A phrase, with values in its places.
 * @typedef {(key: string, ...values: (string | number)[]) => string} Say
 */

/**
 * @param {Record<string, string>} phrases  by key, in the language
 * @returns {Say}
 */
export function sayer(phrases) {
    return (key, ...values) => {
        let at = 0;
        return (phrases[key] ?? key).replace(/\{\w*\}/g, () => {
            const value = values[at++] ?? "";
            return typeof value === "number" ? numeral(value) : value;
        });
    };
}

/** A phrase as it stands at the beginning of a line. @param {string} text */
export function titled(text) {
    return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A language by its own name. @param {string} code */
export function tongue(code) {
    return titled(new Intl.DisplayNames([code], {type: "language"}).of(code) ?? code);
}

/** What a game is called among others: several may have one title. @param {{title: string, designer?: string}} game */
export function inFull({title, designer}) {
    return designer ? `${title} (${designer})` : title;
}
