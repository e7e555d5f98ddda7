/** The rules as a list that can be searched. */

import {html, refill} from "./dom.js";

const MOST = 80;

/** @param {Record<string, import("./types.js").Rule>} rules @param {import("./phrases.js").Say} say */
export function rulesPanel(rules, say) {
    const list = html("dl", {class: "rules"});
    const filter = html("input", {type: "search", class: "filter", placeholder: say("filter rules"), "aria-label": say("filter rules"), input: () => show()});
    const show = () => {
        const words = filter.value.trim().toLowerCase().split(/\s+/);
        const found = Object.entries(rules).filter(([id, rule]) => words.every((word) => `${id} ${rule.title ?? ""} ${rule.text}`.toLowerCase().includes(word)));
        const rows = found.slice(0, MOST).flatMap(([id, rule]) => [html("dt", {}, rule.title ? `${id} ${rule.title}` : id), html("dd", {}, rule.text)]);
        refill(list, ...rows, found.length > MOST && html("dd", {class: "note"}, say("more rules", found.length - MOST)));
    };
    show();
    return html("div", {class: "panel"}, filter, list);
}
