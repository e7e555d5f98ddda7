/** A button that copies a link. */

import {html} from "./dom.js";

const SHOWN = 2_000;

/** @param {string} text @param {import("./phrases.js").Say} say */
export function copyButton(text, say) {
    const button = html("button", {type: "button", class: "quiet copy", click: async () => {
        try {
            await navigator.clipboard.writeText(text);
            button.textContent = say("copied");
            setTimeout(() => { button.textContent = say("copy"); }, SHOWN);
        } catch {
            // the link can still be marked and copied by hand
        }
    }}, say("copy"));
    return button;
}
