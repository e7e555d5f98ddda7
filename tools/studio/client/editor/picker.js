/** One of many is chosen: a field to type in, and the list of what fits. For commands, files, names, and what can be done at a place. */

import {html, refill} from "../../../page/client/dom.js";

/** @typedef {{title: string, detail?: string, key?: string, value: any}} Choice */

/** So many choices are shown. */
const MOST = 200;

let numbers = 0;

/**
 * @param {{title: string, none: string, choices: Choice[] | ((typed: string) => Promise<Choice[]>), typed?: string}} how
 * @returns {Promise<any>}  the value that was chosen; null when it was left
 */
export function pick({title, none, choices, typed = ""}) {
    return new Promise((done) => {
        const id = `picked-${++numbers}`, had = focused();
        /** @type {Choice[]} */
        let shown = [];
        let at = 0, turn = 0;
        /** @type {any} */
        let chosen = null;
        const list = html("ul", {id, role: "listbox", "aria-label": title});
        const told = html("p", {class: "note", role: "status"});
        const field = html("input", {type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": id, "aria-autocomplete": "list", "aria-label": title,
            placeholder: title, autocomplete: "off", spellcheck: "false", value: typed});
        const dialog = html("dialog", {class: "ed-picker", "aria-label": title}, field, list, told);
        const mark = (/** @type {number} */ number) => {
            at = Math.max(0, Math.min(number, shown.length - 1));
            [...list.children].forEach((each, index) => each.setAttribute("aria-selected", String(index === at)));
            const now = list.children[at];
            field.setAttribute("aria-activedescendant", now?.id ?? "");
            now?.scrollIntoView({block: "nearest"});
        };
        const take = (/** @type {number} */ number) => {
            if (!shown[number]) return;
            chosen = shown[number].value;
            dialog.close();
        };
        const draw = async () => {
            const mine = ++turn;
            const found = typeof choices === "function" ? await choices(field.value) : fitting(choices, field.value);
            if (mine !== turn) return;
            shown = found.slice(0, MOST);
            refill(list, ...shown.map((each, number) => html("li", {id: `${id}-${number}`, role: "option", click: () => take(number)},
                html("span", {}, each.title), each.detail && html("span", {class: "detail"}, each.detail), each.key && html("kbd", {}, each.key))));
            told.textContent = shown.length ? "" : none;
            mark(0);
        };
        field.addEventListener("input", () => void draw());
        dialog.addEventListener("keydown", (event) => {
            const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10}[event.key];
            if (step) mark(Math.abs(step) === 1 ? (at + step + shown.length) % Math.max(shown.length, 1) : at + step);
            else if (event.key === "Enter" && !event.isComposing) take(at);
            else return void event.stopPropagation();
            event.preventDefault();
            event.stopPropagation();
        });
        dialog.addEventListener("click", (event) => {
            if (event.target === dialog) dialog.close();
        });
        dialog.addEventListener("close", () => {
            dialog.remove();
            had?.focus();
            done(chosen);
        });
        document.body.append(dialog);
        dialog.showModal();
        field.select();
        void draw();
    });
}

/** What has the focus, also inside of the editor. @returns {HTMLElement | null} */
function focused() {
    let found = document.activeElement;
    while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
    return found instanceof HTMLElement ? found : null;
}

/** The choices whose letters stand there in this order; those where they stand together come first. @param {Choice[]} choices @param {string} typed */
export function fitting(choices, typed) {
    const wanted = typed.trim().toLowerCase();
    if (!wanted) return choices;
    /** @type {[number, Choice][]} */
    const found = [];
    for (const each of choices) {
        const text = `${each.title} ${each.detail ?? ""}`.toLowerCase(), at = text.indexOf(wanted);
        if (at >= 0) found.push([at === 0 ? 0 : 1, each]);
        else if (inOrder(wanted.replace(/\s+/g, ""), text)) found.push([2, each]);
    }
    return found.sort((one, other) => one[0] - other[0]).map(([, each]) => each);
}

/** @param {string} letters @param {string} text */
function inOrder(letters, text) {
    let at = 0;
    for (const each of letters) {
        at = text.indexOf(each, at) + 1;
        if (!at) return false;
    }
    return true;
}

/** A word is asked for. @param {{title: string, value: string, note?: string}} how @returns {Promise<string | null>} */
export function askWord({title, value, note = ""}) {
    return new Promise((done) => {
        const had = focused();
        /** @type {string | null} */
        let said = null;
        const field = html("input", {type: "text", "aria-label": title, value, autocomplete: "off", spellcheck: "false"});
        const form = html("form", {method: "dialog"}, html("label", {}, title), field, note && html("p", {class: "note"}, note));
        const dialog = html("dialog", {class: "ed-picker", "aria-label": title}, form);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            said = field.value;
            dialog.close();
        });
        dialog.addEventListener("keydown", (event) => event.stopPropagation());
        dialog.addEventListener("close", () => {
            dialog.remove();
            had?.focus();
            done(said);
        });
        document.body.append(dialog);
        dialog.showModal();
        field.select();
    });
}
