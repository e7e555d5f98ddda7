/** The page of a table, for the seat whose address this is. */

import {begin} from "./dom.js";
import {ServerLink} from "./link_server.js";
import {play} from "./play.js";

void begin((root) => {
    const token = window.location.pathname.replace("/t/", "");
    return play(new ServerLink(token, new URLSearchParams(window.location.search).get("language") ?? ""), root);
});
