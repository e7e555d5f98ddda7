/** The studio's page. */

import {begin} from "../../page/client/dom.js";
import {open} from "./opening.js";
import {makeTour} from "./tour/tour.js";

/** The panes, in the order of their tabs. @param {import("./frame.js").Frame} studio */
function addPanes(studio) {
    studio.addPane(makeTour(studio), "left");
}

void begin((root) => open(root, addPanes));
