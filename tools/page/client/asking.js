/** When it is asked back before an option is taken: where something is turned up, at the end of each turn too, or never. */

import {html} from "./dom.js";
import {keep, kept} from "./kept.js";

const WHEN = ["hidden", "turn", "never"];

/** When it is asked back. @returns {string} */
export function asking() {
    const found = kept("ask");
    return WHEN.includes(found) ? found : WHEN[0];
}

/** The choice of it, among the settings. @param {import("./phrases.js").Say} say */
export function askingChoice(say) {
    const list = html("select", {id: "ask-when", change: () => keep("ask", list.value)}, ...WHEN.map((each) => html("option", {value: each}, say(`ask_${each}`))));
    list.value = asking();
    return html("label", {for: "ask-when"}, html("span", {}, say("ask_back")), list);
}
