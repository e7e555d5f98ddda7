/** What somebody has sent, shown before anything of it is written or played. */

import {html} from "../../page/client/dom.js";
import {dialog} from "./dialogs.js";
import {fromBase64} from "./bytes.js";

/** How much of a file is shown. */
const SHOWN = 20_000;

/**
 * Show it, and ask whether it is to be kept; null where it is not.
 * @param {import("./naming.js").Say} say @param {import("./types.js").Host} host @param {import("./link.js").Sent} sent
 * @returns {Promise<import("./shelf.js").Begun | null>}
 */
export async function received(say, host, sent) {
    const {files, binary} = sent, about = await host.ask("share/look", {files, binary, author: sent.author});
    const whose = about.author ? say("studio_said_by", {author: about.author}) : say("studio_said_by_nobody");
    const what = !about.base ? say("studio_whole_game") : about.there ? say("studio_changes_game", {base: about.base}) : say("studio_base_missing", {base: about.base});
    const rows = about.files.map((/** @type {{path: string, size: number}} */ {path, size}) => html("details", {}, html("summary", {}, path, " ", html("span", {class: "note"}, say("studio_bytes", {count: size}))),
        html("pre", {tabindex: 0}, path in files ? files[path].slice(0, SHOWN) : say("studio_bytes", {count: fromBase64(binary[path]).length}))));
    const content = html("div", {class: "received"}, html("p", {}, html("strong", {}, about.title), about.version && ` ${about.version}`), html("p", {}, whose), sent.note && html("blockquote", {}, sent.note),
        html("p", {class: about.there ? "" : "fault"}, what), html("h3", {}, say("studio_in_it")), html("div", {class: "files"}, ...rows), html("p", {class: "note"}, say("studio_nothing_written")));
    const value = await dialog(say, say("studio_received"), content, [{title: say("studio_leave_it"), value: ""}, {title: say("studio_keep_it"), value: "keep"}]);
    return value === "keep" ? {files, binary, name: about.name, title: about.title, base: about.base} : null;
}
