/** The versions of a project as they are shown, compared with what there is now, and gone back to. */

import {html, refill} from "../../page/client/dom.js";
import {compared} from "./lines.js";

/** @typedef {import("./versions.js").Version} Version @typedef {import("./versions.js").Versions} Versions @typedef {import("./frame.js").Frame} Frame */

/** What is said of a version that nobody has named. @type {Record<string, string>} */
const WHY = {begun: "studio_version_begun", sound: "studio_version_sound", named: "studio_version_unnamed", before: "studio_version_before"};
/** So many lines stand around what differs. */
const AROUND = 3, MOST_LINES = 2_000;

/** @param {Frame} studio @param {Versions} versions */
export async function goBack(studio, versions) {
    const {say} = studio, list = html("ul", {class: "versions"}), shown = html("div", {class: "compared", role: "region", "aria-live": "polite", "aria-label": say("studio_difference")});
    const name = html("input", {type: "text", maxlength: 80, "aria-label": say("studio_version_name"), placeholder: say("studio_version_name")});
    const keep = html("button", {type: "button", class: "second", click: async () => {
        await versions.add("named", name.value.trim() || say("studio_version_unnamed"));
        name.value = "";
        await draw();
    }}, say("studio_keep_version"));
    const when = new Intl.DateTimeFormat(studio.language, {dateStyle: "medium", timeStyle: "medium"});
    const draw = async () => {
        const all = await versions.list();
        refill(list, ...all.map((each) => row(each)));
        if (!all.length) refill(list, html("li", {class: "note"}, say("studio_no_versions")));
    };
    const row = (/** @type {Version} */ version) => {
        const called = version.name || say(WHY[version.why]), at = when.format(version.edited);
        return html("li", {}, html("span", {}, html("strong", {}, called), " ", html("span", {class: "note"}, at)),
            html("button", {type: "button", class: "quiet", "aria-label": `${say("studio_compare")}: ${called}, ${at}`, click: () => void look(version)}, say("studio_compare")),
            html("button", {type: "button", class: "second", "aria-label": `${say("studio_restore")}: ${called}, ${at}`, disabled: studio.project.readonly, click: () => void restore(version)}, say("studio_restore")),
            version.why === "named" && html("button", {type: "button", class: "quiet", "aria-label": `${say("studio_remove")}: ${called}`, click: () => void versions.forget(version).then(draw)}, "✕"));
    };
    const look = async (/** @type {Version} */ version) => {
        const changes = await versions.changes(version);
        refill(shown, !changes.length && html("p", {}, say("studio_no_difference")),
            ...changes.flatMap(({path, old, now}) => [html("h3", {}, path), difference(old, now)]));
    };
    const restore = async (/** @type {Version} */ version) => {
        const before = versions.held();
        await versions.restore(version);
        await draw();
        await look(version);
        studio.notice(say("studio_restored_version"), {title: say("studio_undo"), act: () => versions.set(before)});
    };
    await draw();
    await studio.dialog(say("studio_versions"), html("div", {class: "going-back"}, html("div", {class: "row"}, name, keep), list, shown), []);
}

/** What was taken out and put in, with some lines around. @param {string} old @param {string} now */
export function difference(old, now) {
    const lines = compared(old, now), near = new Set();
    lines.forEach(({sign}, at) => {
        if (sign !== " ") for (let each = at - AROUND; each <= at + AROUND; each++) near.add(each);
    });
    const shown = lines.map((each, at) => ({...each, at})).filter(({at}) => near.has(at)).slice(0, MOST_LINES);
    return html("pre", {class: "difference", tabindex: 0}, ...shown.map(({sign, text, at}, number) =>
        html("span", {class: sign === "+" ? "in" : sign === "-" ? "out" : ""}, `${number && shown[number - 1].at !== at - 1 ? "⋮\n" : ""}${sign} ${text}\n`)));
}
