/** Begins: the table if the address is that of a seat, else the lobby. */

import {byId, html, refill} from "./dom.js";
import {ServerLink} from "./link_server.js";
import {lobby} from "./lobby.js";
import {sayer} from "./phrases.js";
import {Table} from "./table.js";

/**
 * Play at a link: the same for every sort of link.
 * @param {import("./types.js").Link} link
 * @param {HTMLElement} root
 */
export async function play(link, root) {
    const about = await link.about();
    document.documentElement.lang = about.language;
    let table = new Table(link, about, root);
    let turn = Promise.resolve();
    /** One after the other, as they came. @param {() => void | Promise<void>} act */
    const next = (act) => {
        turn = turn.then(act).catch((fault) => table.tell(fault instanceof Error ? fault.message : String(fault)));
    };
    link.watch((view) => next(() => table.take(view)), (edit) => next(async () => {
        if (edit.sound && !edit.examined) table = table.renewed(await link.about());
        table.edited(edit);
    }));
    return table;
}

async function begin() {
    const root = byId("app"), found = /^\/t\/([^/]+)$/.exec(window.location.pathname);
    const language = new URLSearchParams(window.location.search).get("language") ?? "";
    try {
        if (found) await play(new ServerLink(found[1], language, sayer()("offline")), root);
        else await lobby(root);
    } catch (fault) {
        refill(root, html("p", {class: "state", role: "alert"}, fault instanceof Error ? fault.message : String(fault)));
    }
}

void begin();
