/** The tours that a project can have, and what is said at the end of one. */

import {html} from "../../../page/client/dom.js";

/** @typedef {import("./types.js").Offered} Offered @typedef {import("./types.js").Kept} Kept */

/**
 * @param {(phrase: string, values?: Record<string, string | number>) => string} say @param {Offered[]} tours @param {Kept | null} kept  where somebody was in one
 * @param {string} elsewhere  the address where projects begin, for tours that are not gone in this one @param {string} finished  the tour that has come to its end, or ""
 * @param {(tour: string) => void} begin
 */
export function offers(say, tours, kept, elsewhere, finished, begin) {
    const ways = tours.map((each) => {
        const resumes = kept?.tour === each.tour && kept.step !== "";
        const text = [say(resumes ? "studio_tour_resume" : "studio_tour_show", {title: say(`studio_tour_${each.tour}`)}),
            html("span", {class: "note"}, ` · ${say("studio_tour_minutes", {minutes: each.minutes})}`)];
        return html("p", {}, each.fits || resumes
            ? html("button", {type: "button", class: "second", "data-tour": each.tour, click: () => begin(each.tour)}, ...text)
            : html("a", {href: elsewhere}, ...text));
    });
    const head = finished
        ? [html("h2", {tabindex: -1}, say("studio_tour_finished")), html("p", {}, say(`studio_tour_${finished}_finished`))]
        : [html("p", {class: "note"}, say("studio_tour_about"))];
    return html("div", {class: "tour-offers"}, ...head, ...ways);
}
