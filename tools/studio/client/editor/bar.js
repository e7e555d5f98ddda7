/** The commands that are used most, as buttons: above the keyboard of a phone, where there are no keys for them. */

import {html} from "../../../page/client/dom.js";
import {commandOf, shown, spoken} from "./commands.js";

/** @type {[string, string][]} */
const BUTTONS = [["undo", "↶"], ["redo", "↷"], ["complete", "…"], ["fixes", "✓"], ["tell", "?"], ["definition", "→"], ["rename", "✎"], ["format", "≡"], ["lenses_here", "▷"], ["find", "⌕"], ["palette", "⌘"]];

/** @param {import("./editor.js").Editor} editor */
export function bar(editor) {
    const {say} = editor;
    return html("div", {class: "ed-bar", role: "toolbar", "aria-label": say("studio_ed_bar"), keydown: turned}, ...BUTTONS.map(([id, sign], number) => {
        const keys = commandOf(id)?.keys ?? [], title = say(`studio_ed_do_${id}`);
        return html("button", {type: "button", tabindex: number ? -1 : 0, "aria-label": title, title: keys.length ? `${title} (${shown(keys[0])})` : title, "aria-keyshortcuts": keys.map(spoken).join(" ") || null,
            // the keyboard of a phone stays where it is
            pointerdown: (/** @type {Event} */ event) => event.preventDefault(), mousedown: (/** @type {Event} */ event) => event.preventDefault(), click: () => void editor.run(id)}, sign);
    }));
}

/** @param {KeyboardEvent} event */
function turned(event) {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key], bar = /** @type {HTMLElement} */ (event.currentTarget);
    if (!step) return;
    const buttons = [...bar.querySelectorAll("button")], at = buttons.indexOf(/** @type {any} */ (document.activeElement));
    const next = buttons[(at + step + buttons.length) % buttons.length];
    buttons.forEach((each) => { each.tabIndex = each === next ? 0 : -1; });
    next.focus();
    event.preventDefault();
}
