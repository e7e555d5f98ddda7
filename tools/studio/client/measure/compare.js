/** Two runs beside each other. */

import {html} from "../../../page/client/dom.js";
import {between, csv, number} from "./numbers.js";
import {download} from "./plots.js";

/** @typedef {{value: number, low: number | null, high: number | null}} Between */
/** @typedef {Between & {key: string, name: string, unit: string, about: string, one: Between, other: Between, seen: boolean}} Row */

/**
 * @param {(phrase: string, values?: Record<string, string | number>) => string} say
 * @param {{rows: Row[], names: string[], plots: {caption: string, spec: object}[], seen: number, left: number}} found
 * @param {string[]} rules  of what rules both are
 * @param {(spec: object, caption: string, say: any) => HTMLElement} draw
 */
export function compared(say, found, rules, draw) {
    const {rows, names, plots, seen, left} = found;
    const head = ["studio_measure_number", "", "", "studio_measure_difference"].map((each, at) => html("th", {scope: "col", class: at ? "number" : null}, each ? say(each) : names[at - 1]));
    const lines = [...rows].sort((a, b) => Number(b.seen) - Number(a.seen)).map((each) => html("tr", {class: each.seen ? "seen" : null},
        html("th", {scope: "row"}, each.name, each.about && html("span", {class: "note"}, ` ${each.about}`)),
        html("td", {class: "number"}, between(each.one, each.unit)), html("td", {class: "number"}, between(each.other, each.unit)),
        html("td", {class: "number differs"}, each.low === null ? number(each.value, each.unit, true) : between(each, each.unit, true))));
    const asRows = () => [["about", "name", "unit", ...names, "difference", "low", "high", "seen"], ...rows.map((each) => [each.about, each.name, each.unit, each.one.value, each.other.value, each.value, each.low, each.high, String(each.seen)])];
    return html("div", {class: "report"},
        html("p", {class: "first-said"}, say(seen ? "studio_measure_differ" : "studio_measure_alike", {seen, all: rows.length})),
        html("p", {class: "facts"}, ...names.map((name, at) => html("span", {}, `${name}: ${rules[at]}`))),
        html("div", {class: "row exports"}, html("button", {type: "button", class: "quiet", click: () => download("comparison.csv", csv(asRows()), "text/csv")}, "CSV")),
        html("div", {class: "beside"}, ...plots.map(({spec, caption}) => draw(spec, caption, say))),
        html("div", {class: "wide", tabindex: 0, role: "group", "aria-label": say("studio_measure_compare")}, html("table", {class: "compared"}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...lines))),
        html("p", {class: "note"}, say("studio_measure_compare_note")),
        left > 0 && html("p", {class: "note"}, say("studio_measure_compare_left", {left})));
}
