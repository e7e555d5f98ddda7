/** All that can be done in the editor: a name for each, its keys, and what it does. A palette and a help list them. */

import {copyLineDown, deleteLine, moveLineDown, moveLineUp, redo, selectNextOccurrence, toggleComment, undo} from "./keys.js";
import {nextDiagnostic, previousDiagnostic} from "./faults.js";
import {foldAll, foldCode, unfoldAll, unfoldCode} from "@codemirror/language";
import {openSearchPanel} from "@codemirror/search";
import {startCompletion} from "@codemirror/autocomplete";
import {html} from "../../../page/client/dom.js";
import {grow, shrink} from "./folding.js";
import {calls, files, goTo, references, symbolsEverywhere, symbolsHere, toLine} from "./navigation.js";
import {fixes, format, rename} from "./edits.js";
import {hideHints} from "./hints.js";
import {hideLenses, lensesHere} from "./lenses.js";
import {hoverHere, signatureHere} from "./hover.js";
import {pick} from "./picker.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{id: string, keys?: string[], own?: boolean, anywhere?: boolean, run: (editor: Editor, at?: number) => any}} Command  `keys` as CodeMirror
 *   says them; `own`: CodeMirror has bound them itself; `anywhere`: also where no file is open */

/** @param {(view: import("@codemirror/view").EditorView) => boolean} command */
function ofView(command) {
    return (/** @type {Editor} */ editor) => {
        command(editor.view);
        editor.view.focus();
    };
}

/** @type {Command[]} */
export const COMMANDS = [
    {id: "palette", keys: ["Mod-Shift-p", "F1"], anywhere: true, run: (editor) => palette(editor)},
    {id: "file", keys: ["Mod-p"], anywhere: true, run: files},
    {id: "symbol", keys: ["Mod-Shift-o"], run: symbolsHere},
    {id: "symbol_anywhere", keys: ["Mod-Alt-o"], anywhere: true, run: symbolsEverywhere},
    {id: "save", keys: ["Mod-s"], anywhere: true, run: (editor) => editor.save()},
    {id: "complete", keys: ["Ctrl-Space"], own: true, run: ofView(startCompletion)},
    {id: "tell", keys: ["Mod-i"], run: hoverHere},
    {id: "signature", keys: ["Mod-Shift-Space"], run: (editor) => signatureHere(editor, editor.path, editor.view)},
    {id: "definition", keys: ["F12"], run: (editor, at) => goTo(editor, "definition", at)},
    {id: "type", keys: ["Mod-F12"], run: (editor) => goTo(editor, "typeDefinition")},
    {id: "references", keys: ["Shift-F12"], run: references},
    {id: "callers", keys: ["Shift-Alt-h"], run: (editor) => calls(editor, "incoming")},
    {id: "callees", run: (editor) => calls(editor, "outgoing")},
    {id: "back", keys: ["Alt-ArrowLeft"], run: (editor) => editor.back()},
    {id: "rename", keys: ["F2"], run: rename},
    {id: "fixes", keys: ["Mod-."], run: fixes},
    {id: "format", keys: ["Alt-f"], run: format},
    {id: "lenses_here", keys: ["Alt-l"], run: lensesHere},
    {id: "next_fault", keys: ["F8"], own: true, run: ofView(nextDiagnostic)},
    {id: "previous_fault", keys: ["Shift-F8"], run: ofView(previousDiagnostic)},
    {id: "faults", keys: ["Mod-Shift-m"], anywhere: true, run: (editor) => editor.studio.showPane("faults")},
    {id: "search", keys: ["Mod-Shift-f"], anywhere: true, run: (editor) => editor.search.begin()},
    {id: "find", keys: ["Mod-f"], own: true, run: (editor) => openSearchPanel(editor.view)},
    {id: "line", keys: ["Mod-Alt-g"], run: toLine},
    {id: "undo", keys: ["Mod-z"], own: true, run: ofView(undo)},
    {id: "redo", keys: ["Mod-y", "Mod-Shift-z"], own: true, run: ofView(redo)},
    {id: "comment", keys: ["Mod-/"], own: true, run: ofView(toggleComment)},
    {id: "line_up", keys: ["Alt-ArrowUp"], own: true, run: ofView(moveLineUp)},
    {id: "line_down", keys: ["Alt-ArrowDown"], own: true, run: ofView(moveLineDown)},
    {id: "line_copy", keys: ["Shift-Alt-ArrowDown"], own: true, run: ofView(copyLineDown)},
    {id: "line_delete", keys: ["Shift-Mod-k"], own: true, run: ofView(deleteLine)},
    {id: "same", keys: ["Mod-d"], own: true, run: ofView(selectNextOccurrence)},
    {id: "grow", keys: ["Shift-Alt-ArrowRight"], run: grow},
    {id: "shrink", keys: ["Shift-Alt-ArrowLeft"], run: shrink},
    {id: "fold_here", keys: ["Ctrl-Shift-["], own: true, run: ofView(foldCode)},
    {id: "unfold_here", keys: ["Ctrl-Shift-]"], own: true, run: ofView(unfoldCode)},
    {id: "fold_all", keys: ["Ctrl-Alt-["], own: true, run: ofView(foldAll)},
    {id: "unfold_all", keys: ["Ctrl-Alt-]"], own: true, run: ofView(unfoldAll)},
    {id: "step_example", run: (editor) => editor.stepper.choose()},
    {id: "step_into", keys: ["F11"], anywhere: true, run: (editor) => editor.stepper.go("in")},
    {id: "step_over", keys: ["F10"], anywhere: true, run: (editor) => editor.stepper.go("next")},
    {id: "step_out", keys: ["Shift-F11"], anywhere: true, run: (editor) => editor.stepper.go("out")},
    {id: "step_back", keys: ["Shift-F10"], anywhere: true, run: (editor) => editor.stepper.go("back")},
    {id: "run_all", run: (editor) => editor.carryOut({title: "", command: "yupana.runExamples", arguments: [editor.target]})},
    {id: "strength", run: (editor) => editor.carryOut({title: "", command: "yupana.strength", arguments: [editor.target]})},
    {id: "next_file", keys: ["Alt-PageDown"], run: (editor) => editor.tabs.turn(1)},
    {id: "previous_file", keys: ["Alt-PageUp"], run: (editor) => editor.tabs.turn(-1)},
    {id: "close_file", keys: ["Alt-w"], run: (editor) => editor.tabs.close(editor.path)},
    {id: "lenses", run: (editor) => editor.toggle("lenses", hideLenses)},
    {id: "hints", run: (editor) => editor.toggle("hints", hideHints)},
    {id: "restart", anywhere: true, run: (editor) => editor.restart()},
    {id: "help", keys: ["Shift-F1"], anywhere: true, run: (editor) => help(editor)},
];

/** Commands whose keys are the browser's own while nothing is stepped through. */
const STEPPING = /^step_(into|over|out|back)$/;

/** @param {string} id */
export function commandOf(id) {
    return COMMANDS.find((each) => each.id === id);
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as people read them. @param {string} keys */
export function shown(keys) {
    /** @type {Record<string, string>} */
    const names = {Mod: IS_MAC ? "⌘" : "Ctrl", Alt: IS_MAC ? "⌥" : "Alt", Shift: IS_MAC ? "⇧" : "Shift", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→"};
    return keys.split(/-(?=.)/).map((each) => names[each] ?? (each.length === 1 ? each.toUpperCase() : each)).join(IS_MAC ? "" : "+");
}

/** The keys as a screen reader is told them. @param {string} keys */
export function spoken(keys) {
    return keys.split(/-(?=.)/).map((each) => ({Mod: IS_MAC ? "Meta" : "Control", Ctrl: "Control"})[each] ?? each).join("+");
}

/** @param {Editor} editor */
async function palette(editor) {
    const {say} = editor;
    const choices = COMMANDS.filter((each) => each.id !== "palette" && (each.anywhere || editor.path)).map((each) => ({title: say(`studio_ed_do_${each.id}`), key: each.keys?.map(shown)[0], value: each.id}));
    const chosen = await pick({title: say("studio_ed_do_palette"), none: say("studio_ed_none_fits"), choices});
    if (chosen) await editor.run(chosen);
}

/** @param {Editor} editor */
async function help(editor) {
    const {say, studio} = editor;
    const rows = COMMANDS.filter((each) => each.keys).map((each) => html("tr", {}, html("th", {scope: "row"}, say(`studio_ed_do_${each.id}`)), html("td", {}, ...(each.keys ?? []).flatMap((keys) => [html("kbd", {}, shown(keys)), " "]))));
    await studio.dialog(say("studio_ed_do_help"), html("div", {class: "ed-help", tabindex: 0, role: "region", "aria-label": say("studio_ed_do_help")}, html("p", {}, say("studio_ed_help_tab")), html("table", {}, html("tbody", {}, ...rows))), [{title: say("studio_close"), value: ""}]);
}

/** The keys of all commands, for CodeMirror. @param {Editor} editor @returns {import("@codemirror/view").KeyBinding[]} */
export function keymapOf(editor) {
    return COMMANDS.filter((each) => !each.own).flatMap((each) => (each.keys ?? []).map((key) => ({key, run: () => {
        if (STEPPING.test(each.id) && !editor.stepper.isOpen) return false;
        void editor.run(each.id);
        return true;
    }})));
}

/** The keys that hold wherever the focus is. @param {Editor} editor @param {KeyboardEvent} event */
export function pressedAnywhere(editor, event) {
    if (event.defaultPrevented || document.querySelector("dialog:modal")) return;
    const said = [(IS_MAC ? event.metaKey : event.ctrlKey) && "Mod", event.altKey && "Alt", event.shiftKey && "Shift", event.key.length === 1 ? event.key.toLowerCase() : event.key].filter(Boolean);
    const key = [...said.slice(0, -1)].sort().concat(said.slice(-1)).join("-");
    const found = COMMANDS.find((each) => each.anywhere && each.keys?.some((keys) => {
        const parts = keys.split("-");
        return [...parts.slice(0, -1)].sort().concat(parts.slice(-1)).join("-") === key;
    }));
    if (!found || (STEPPING.test(found.id) && !editor.stepper.isOpen)) return;
    event.preventDefault();
    void editor.run(found.id);
}
