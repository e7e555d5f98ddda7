/** The studio's page. */

import {begin} from "../../page/client/dom.js";
import {makeEditor, panesOf} from "./editor/editor.js";
import {makeExamples} from "./example_pane.js";
import {makeFiles} from "./files_pane.js";
import {makeForms} from "./forms/forms.js";
import {makeSheet} from "./forms/sheet.js";
import {makeChanges} from "./measure/changes.js";
import {makeMeasure} from "./measure/measure.js";
import {makeProof} from "./measure/proof.js";
import {open} from "./opening.js";
import {makeTable} from "./table_pane.js";
import {makeTour} from "./tour/tour.js";

/** The panes, in the order of their tabs. @param {import("./frame.js").Frame} studio */
function addPanes(studio) {
    const editor = makeEditor(studio);
    for (const pane of [makeFiles(studio), makeForms(studio), makeTour(studio)]) studio.addPane(pane, "left");
    for (const pane of [editor, makeSheet(studio)]) studio.addPane(pane, "middle");
    for (const [pane, side] of panesOf(editor)) studio.addPane(pane, side);
    studio.addPane(makeTable(studio), "right");
    for (const pane of [makeExamples(studio), makeChanges(studio), makeProof(studio), makeMeasure(studio)]) studio.addPane(pane, "below");
}

void begin((root) => open(root, addPanes));
