/** What is told of keeping: whether all is on the disk, what was restored, what the disk holds otherwise. */

import {html} from "../../page/client/dom.js";
import {difference} from "./going_back.js";

/** @typedef {import("./frame.js").Frame} Frame @typedef {import("./versions.js").Versions} Versions */

/** How often what the disk holds is looked at, in milliseconds. */
const LOOK = 3_000;

/** @param {Frame} studio @param {string[]} restored  the paths that were newer in the browser @param {Versions} versions */
export function tellOfSaving(studio, restored, versions) {
    const {project, say, state} = studio;
    const show = (/** @type {string} */ phrase) => {
        state.textContent = say(phrase);
        state.dataset.state = phrase;
    };
    project.addEventListener("saving", () => show(project.lost ? "studio_kept_here" : "studio_saving"));
    project.addEventListener("saved", () => show("studio_saved"));
    project.addEventListener("unsaved", (event) => {
        show("studio_kept_here");
        if (!project.lost && event instanceof CustomEvent) studio.notice(event.detail);
    });
    project.addEventListener("conflict", (event) => {
        if (event instanceof CustomEvent) void settle(studio, versions, event.detail);
    });
    show("studio_saved");
    if (restored.length) studio.notice(say("studio_restored", {files: restored.join(", ")}));
    for (const path of project.conflicts.keys()) void settle(studio, versions, path);
    const look = () => {
        if (document.visibilityState === "visible") void project.look().catch(() => {});
    };
    window.addEventListener("focus", look);
    window.setInterval(look, LOOK);
    window.addEventListener("pagehide", () => void project.settled());
}

/** Ask which of both is to hold; neither is lost, whatever is chosen. @param {Frame} studio @param {Versions} versions @param {string} path */
async function settle(studio, versions, path) {
    const {project, say} = studio, found = project.conflicts.get(path);
    if (!found) return;
    const column = (/** @type {string} */ title, /** @type {string | null} */ text) =>
        html("div", {class: "side-by-side"}, html("h3", {}, title), html("pre", {tabindex: 0}, text ?? say("studio_no_file")));
    const content = html("div", {}, html("p", {}, say("studio_conflict", {path})),
        found.mine.text !== null && found.theirs.text !== null && difference(found.theirs.text, found.mine.text),
        html("div", {class: "both"}, column(say("studio_mine"), found.mine.text), column(say("studio_theirs"), found.theirs.text)));
    const chosen = await studio.dialog(say("studio_conflict_title"), content, [{title: say("studio_take_theirs"), value: "theirs"}, {title: say("studio_take_mine"), value: "mine"}]);
    if (chosen === "mine" || chosen === "theirs") {
        await versions.add("before", "", chosen === "mine" ? {[path]: found.theirs} : {});
        project.solve(path, chosen);
    } else studio.notice(say("studio_conflict_left", {path}), {title: say("studio_choose"), act: () => void settle(studio, versions, path)});
}
