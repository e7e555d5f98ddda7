/** Code of a step put into the rules, where that is wanted: one edit, which the editor can undo and which can be taken back. */

import {html} from "../../../page/client/dom.js";

/** @typedef {import("../types.js").Studio} Studio */

/** Where two texts begin to differ, as a line from 1. @param {string} before @param {string} after */
function firstLine(before, after) {
    const one = before.split("\n"), two = after.split("\n");
    const at = two.findIndex((line, number) => line !== one[number]);
    return at < 0 ? 1 : two[at] === "" ? at + 2 : at + 1;
}

/** So often it is tried again where somebody has typed meanwhile. */
const TRIES = 3;

/**
 * Put the code of a step there.
 * @param {Studio} studio @param {string} tour @param {string} step
 * @returns {Promise<(() => void) | null>}  what takes it back, as long as nobody has edited it; null where nothing was put
 */
export async function putIn(studio, tour, step, tries = TRIES) {
    const {host, project, say} = studio;
    await project.settled();
    const {path, before, text, overwritten} = await host.ask("tour/put", {tour, step});
    if (text === before) {
        studio.open(path, {line: 1, column: 1});
        studio.notice(say("studio_tour_put_same", {path}));
        return null;
    }
    if (overwritten.length) {
        const about = html("p", {}, say("studio_tour_over", {parts: overwritten.join(", ")}));
        const value = await studio.dialog(say("studio_tour_over_title"), about, [{title: say("studio_tour_over_no"), value: ""}, {title: say("studio_tour_over_yes"), value: "yes"}]);
        if (value !== "yes") return null;
    }
    if (project.text(path) !== before) return tries > 0 ? putIn(studio, tour, step, tries - 1) : null;
    project.change(path, text);
    studio.open(path, {line: firstLine(before, text), column: 1});
    return () => {
        if (project.text(path) === text) project.change(path, before);
        studio.open(path, {line: 1, column: 1});
    };
}
