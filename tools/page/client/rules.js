/** The rules as a list that can be searched; those that were edited stand first and are marked. */

import {html, refill} from "./dom.js";

const MOST = 80;

/** @param {Record<string, import("./types.js").Rule>} rules @param {import("./phrases.js").Say} say */
export function rulesPanel(rules, say) {
    const list = html("dl", {class: "rules"});
    const filter = html("input", {type: "search", class: "filter", placeholder: say("find_rule"), "aria-label": say("find_rule"), input: () => show()});
    /** @type {string[]} */
    let edited = [];
    const show = () => {
        const words = filter.value.trim().toLowerCase().split(/\s+/);
        const ordered = [...edited.filter((id) => rules[id]), ...Object.keys(rules).filter((id) => !edited.includes(id))];
        const found = ordered.map((id) => /** @type {const} */ ([id, rules[id]])).filter(([id, rule]) => words.every((word) => `${id} ${rule.title ?? ""} ${rule.text}`.toLowerCase().includes(word)));
        const rows = found.slice(0, MOST).flatMap(([id, rule]) => [
            html("dt", {class: edited.includes(id) ? "edited" : ""}, rule.title ? `${id} ${rule.title}` : id), html("dd", {class: edited.includes(id) ? "edited" : ""}, rule.text)]);
        refill(list, ...rows, found.length > MOST && html("dd", {class: "note"}, say("more_rules", found.length - MOST)));
    };
    show();
    /** @param {string[]} ids */
    const mark = (ids) => {
        edited = ids;
        show();
    };
    return {root: html("div", {class: "panel"}, filter, list), mark};
}
