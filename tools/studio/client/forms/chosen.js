/** Which kind of things is to be seen as a table: one pane says so, another hears it. */

const told = new EventTarget();

/** @param {string} kind */
export function choose(kind) {
    told.dispatchEvent(new CustomEvent("kind", {detail: kind}));
}

/** @param {(kind: string) => void} hear */
export function onChosen(hear) {
    told.addEventListener("kind", (event) => hear(/** @type {CustomEvent<string>} */ (event).detail));
}
