/** The studio's page. */

import {begin} from "../../page/client/dom.js";
import {makeEditor, panesOf} from "./editor/editor.js";
import {open} from "./opening.js";

/** The panes, in the order of their tabs. @param {import("./frame.js").Frame} studio */
function addPanes(studio) {
    const editor = makeEditor(studio);
    studio.addPane(editor, "middle");
    for (const [pane, side] of panesOf(editor)) studio.addPane(pane, side);
}

void begin((root) => open(root, addPanes));
