/** Begins: the table if the address is that of a seat, else the lobby. */

import {byId, html, refill} from "./dom.js";
import {ServerLink} from "./link_server.js";
import {lobby} from "./lobby.js";
import {play} from "./play.js";

async function begin() {
    const root = byId("app"), found = /^\/t\/([^/]+)$/.exec(window.location.pathname);
    const language = new URLSearchParams(window.location.search).get("language") ?? "";
    try {
        if (found) await play(new ServerLink(found[1], language), root);
        else await lobby(root);
    } catch (fault) {
        refill(root, html("p", {class: "state", role: "alert"}, fault instanceof Error ? fault.message : String(fault)));
    }
}

void begin();
