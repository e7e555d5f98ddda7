/** The studio's page. */

import {begin} from "../../page/client/dom.js";
import {makeFiles} from "./files_pane.js";
import {open} from "./opening.js";

/** The panes, in the order of their tabs. @param {import("./frame.js").Frame} studio */
function addPanes(studio) {
    studio.addPane(makeFiles(studio), "left");
}

void begin((root) => open(root, addPanes));
