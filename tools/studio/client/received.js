/** What somebody has sent, shown before anything of it is written or played. */

import {html, refill} from "../../page/client/dom.js";
import {dialog} from "./dialogs.js";
import {fromBase64} from "./bytes.js";

/** How much of a file is shown. */
const SHOWN = 20_000;
/** What stands before an element that came, went, or is another. @type {Record<string, string>} */
const SIGNS = {added: "+", removed: "−", changed: "~", renamed: "→"};

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
    const changes = html("div", {class: "changes", role: "status"}, html("p", {class: "note"}, say("studio_working")));
    if (about.base && about.there) {
        host.ask("share/changes", {files, binary}).then((told) => refill(changes, changesTold(say, told)),
            (fault) => refill(changes, html("p", {class: "fault"}, fault.message)));
    } else changes.hidden = true;
    const content = html("div", {class: "received"}, html("p", {}, html("strong", {}, about.title), about.version && ` ${about.version}`), html("p", {}, whose), sent.note && html("blockquote", {}, sent.note),
        html("p", {class: about.there ? "" : "fault"}, what), changes, html("h3", {}, say("studio_in_it")), html("div", {class: "files"}, ...rows), html("p", {class: "note"}, say("studio_nothing_written")));
    const value = await dialog(say, say("studio_received"), content, [{title: say("studio_leave_it"), value: ""}, {title: say("studio_keep_it"), value: "keep"}]);
    return value === "keep" ? {files, binary, name: about.name, title: about.title, base: about.base} : null;
}

/** What is different, element by element. @param {import("./naming.js").Say} say @param {{changes: {what: string, path: string, parts: string[]}[], count: number}} told */
function changesTold(say, {changes, count}) {
    const rows = changes.map(({what, path, parts}) => html("li", {}, html("b", {}, `${SIGNS[what] ?? "~"} ${path}`),
        parts.length > 0 && html("ul", {}, ...parts.map((each) => html("li", {class: "change"}, each)))));
    return html("div", {}, html("h3", {}, say("studio_what_changes", {count})), html("ul", {}, ...rows), count > changes.length && html("p", {class: "note"}, "…"));
}
