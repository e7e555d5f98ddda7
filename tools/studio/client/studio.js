/** The studio's page. */

import {begin} from "../../page/client/dom.js";
import {makeForms} from "./forms/forms.js";
import {makeSheet} from "./forms/sheet.js";
import {open} from "./opening.js";

/** The panes, in the order of their tabs. @param {import("./frame.js").Frame} studio */
function addPanes(studio) {
    studio.addPane(makeForms(studio), "left");
    studio.addPane(makeSheet(studio), "middle");
}

void begin((root) => open(root, addPanes));
