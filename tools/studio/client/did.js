/**
 * What somebody has done on the page, told to whoever wants to know of it: an event `studio:did` of the document.
 *
 * `played` a decision taken by hand at the table; `ended` a game at the table that came to its end; `example` an example that was
 * written by a click (made at the table, or a suggested one that was accepted); `simulated` games of bots that were played
 * and are shown; `strength` breaks of the rules that were tried and are shown; `shared` a link that was made or copied;
 * `applied` a form that has written into the rules; `fixed` a quick fix that was taken; `looked` in a tour, that something was
 * seen; `pane:ID` a pane that came to be seen.
 *
 * @typedef {"played" | "ended" | "example" | "simulated" | "strength" | "shared" | "applied" | "fixed" | "looked" | `pane:${string}`} Did
 */

const EVENT = "studio:did";

/** Tell that something was done. @param {Did} what */
export function did(what) {
    document.dispatchEvent(new CustomEvent(EVENT, {detail: {what}}));
}

/** Hear of all that is done. @param {(what: Did) => void} hear @returns {() => void}  what ends it */
export function when(hear) {
    const heard = (/** @type {Event} */ event) => {
        const what = event instanceof CustomEvent ? event.detail?.what : undefined;
        if (typeof what === "string") hear(/** @type {Did} */ (what));
    };
    document.addEventListener(EVENT, heard);
    return () => document.removeEventListener(EVENT, heard);
}
