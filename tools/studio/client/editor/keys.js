/** Keys that CodeMirror has by itself, with what the editor leaves out or has in another place. */

import {copyLineDown, defaultKeymap, deleteLine, historyKeymap, indentWithTab, moveLineDown, moveLineUp, redo, toggleComment, undo} from "@codemirror/commands";
import {foldKeymap} from "@codemirror/language";
import {searchKeymap, selectNextOccurrence} from "@codemirror/search";
import {closeBracketsKeymap, completionKeymap} from "./completion.js";
import {lintKeymap} from "./faults.js";
import {hideTold} from "./hover.js";

export {copyLineDown, deleteLine, moveLineDown, moveLineUp, redo, selectNextOccurrence, toggleComment, undo};

/** Those that the editor's own commands take. */
const TAKEN = new Set(["Mod-Shift-m", "Mod-i", "Mod-Alt-g", "Alt-l", "Alt-ArrowLeft", "Shift-Alt-ArrowLeft", "Shift-Alt-ArrowRight", "Ctrl-f", "Alt-f"]);

/** @type {import("@codemirror/view").KeyBinding[]} */
export const keys = [
    ...closeBracketsKeymap, ...completionKeymap, {key: "Escape", run: hideTold},
    ...[...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap].filter((each) => !TAKEN.has(each.key ?? "")),
    indentWithTab,
];
