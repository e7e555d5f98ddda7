/** The languages in which the studio speaks, to choose from. */

import {html} from "../../page/client/dom.js";
import {keep, keptText} from "../../page/client/kept.js";
import {tongue} from "../../page/client/phrases.js";

const KEPT = "studio-language", LONGEST = 20;

/** What was chosen here, or what the browser speaks. */
export function language() {
    return keptText(KEPT, LONGEST) || navigator.language || "en";
}

/** @param {(phrase: string) => string} say @param {string[]} languages @param {string} current @param {() => Promise<void>} before  what is to be done before the page begins anew */
export function languageChoice(say, languages, current, before) {
    const options = languages.map((each) => html("option", {value: each, lang: each, selected: each === current}, tongue(each)));
    const choice = html("select", {class: "language", "aria-label": say("studio_language"), title: say("studio_language"), change: async () => {
        keep(KEPT, choice.value);
        await before();
        window.location.reload();
    }}, ...options);
    return choice;
}
