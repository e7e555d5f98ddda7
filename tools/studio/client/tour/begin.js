/** Tours as they are offered where one begins: a project is made for each, and the tour waits in it. */

import {html} from "../../../page/client/dom.js";
import {go} from "../shelf.js";
import {remember} from "./kept.js";

/** @typedef {import("./types.js").Offered} Offered */
/** @typedef {{host: import("../types.js").Host, shelf: import("../shelf.js").Shelf, key: string, language: string}} Beginning  what is there before a project is */

/** Make a project for a tour, and go there. @param {Beginning} start @param {Offered} offered */
export async function beginTour({host, shelf, key, language}, offered) {
    const named = (/** @type {string} */ name) => name === offered.project || name.startsWith(`${offered.project}_`);
    const taken = (await shelf.list()).map((each) => each.project).filter(named).slice(-60);
    const {name, ...begun} = await host.ask("tour/begin", {tour: offered.tour, language, taken});
    await shelf.make(name, begun);
    remember(name, {tour: offered.tour, step: "", done: [], left: false});
    go(key, name);
}

/**
 * What offers the tours on the page where one begins; empty until the host has said which there are.
 * @param {Beginning & {say: (phrase: string, values?: Record<string, string | number>) => string, tried: (act: () => Promise<unknown>) => Promise<void>}} start
 */
export function tourWays(start) {
    const {say, host} = start, section = html("section", {class: "ways tours", "aria-labelledby": "tours-title", hidden: true}, html("h2", {id: "tours-title"}, say("studio_tour")));
    void host.ask("tour/list").then(({tours}) => {
        for (const each of /** @type {Offered[]} */ (tours)) {
            section.append(html("button", {type: "button", class: "second", "data-tour": each.tour, click: () => void start.tried(() => beginTour(start, each))},
                say("studio_tour_show", {title: say(`studio_tour_${each.tour}`)}), html("span", {class: "note"}, ` · ${say("studio_tour_minutes", {minutes: each.minutes})}`)));
        }
        section.hidden = !tours.length;
    }, () => {});
    return section;
}
