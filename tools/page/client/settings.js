/** What who plays wants of the page, which the browser remembers. */

/** When it is asked back before an option is taken: where something is turned up, at the end of each turn too, or never. */
export const ASKING = ["hidden", "turn", "never"];

const ASK = "yupana-ask";

/** When it is asked back. */
export function asking() {
    try {
        const kept = window.localStorage.getItem(ASK) ?? "";
        return ASKING.includes(kept) ? kept : ASKING[0];
    } catch {
        return ASKING[0];
    }
}

/** @param {string} when */
export function setAsking(when) {
    try {
        window.localStorage.setItem(ASK, when);
    } catch {
        // a browser that keeps nothing asks as at first
    }
}
