/** The small menu of settings: one's name, sounds, notices. All is remembered by the browser. */

import {askingChoice} from "./asking.js";
import {html} from "./dom.js";
import {keep, kept, keptText} from "./kept.js";

/** @typedef {import("./phrases.js").Say} Say */

export const LONGEST_NAME = 24;

/** A name as it may be shown: of bounded length, without control characters. @param {unknown} said */
export function plainName(said) {
    return typeof said === "string" ? [...said.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()].slice(0, LONGEST_NAME).join("") : "";
}

/** The name by which people know who uses this browser. */
export function ownName() { return keptText("name", LONGEST_NAME); }

/** @param {string} name */
export function rememberName(name) { keep("name", name || null); }

/** Whether something was switched on here. @param {"sounds" | "notices"} what */
export function isOn(what) { return kept(what) === true; }

/** Whether the browser can tell of something while another page is in front. */
function canNotify() { return "Notification" in window && window.isSecureContext && window.location.protocol !== "file:"; }

/**
 * The menu, with its button.
 * @param {Say} say @param {((name: string) => void) | null} named  is told of another name; null where nobody asks for one
 * @param {() => void} sounded  is called when sounds were switched on
 * @param {AbortSignal} left  when the page is drawn anew
 */
export function settingsMenu(say, named, sounded, left) {
    const note = html("p", {class: "note", role: "status", hidden: true});
    /** @param {"sounds" | "notices"} what @param {(input: HTMLInputElement) => void} changed */
    const check = (what, changed) => {
        const input = html("input", {type: "checkbox", id: `set-${what}`, checked: isOn(what), change: () => changed(input)});
        return html("label", {class: "check"}, input, html("span", {}, say(what)));
    };
    const sounds = check("sounds", (input) => {
        keep("sounds", input.checked);
        if (input.checked) sounded();
    });
    const notices = canNotify() && check("notices", async (input) => {
        const allowed = input.checked && (await Notification.requestPermission()) === "granted";
        note.hidden = !input.checked || allowed;
        note.textContent = say("notices_blocked");
        input.checked = allowed;
        keep("notices", allowed);
    });
    const name = html("input", {type: "text", id: "set-name", maxlength: LONGEST_NAME, autocomplete: "nickname", value: ownName(), change: () => {
        rememberName(name.value.trim());
        named?.(name.value.trim());
    }});
    const menu = html("details", {class: "menu", id: "settings"}, html("summary", {class: "quiet", title: say("settings"), "aria-label": say("settings")}, "⚙"),
        html("div", {class: "menued"}, named && html("label", {for: "set-name"}, say("your_name"), name), named && html("p", {class: "note"}, say("name_about")), askingChoice(say), sounds, notices, note));
    document.addEventListener("pointerdown", (event) => {
        if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    }, {signal: left});
    menu.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !menu.open) return;
        event.stopPropagation();
        menu.open = false;
        menu.querySelector("summary")?.focus();
    });
    return {root: menu, rename: (/** @type {string} */ text) => { name.value = text; }};
}
