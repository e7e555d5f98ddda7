/** How a new project is called: a title for people, and a name for its folder and for what extends it. */

import {html} from "../../page/client/dom.js";
import {dialog} from "./dialogs.js";

/** @typedef {(phrase: string, values?: Record<string, string | number>) => string} Say */

const NAME = /^[a-z][a-z0-9_]{0,60}$/, LONGEST = 100;

/** A name made of a title. @param {string} title */
export function nameOf(title) {
    const plain = title.normalize("NFKD").replace(/ß/g, "ss").replace(/\p{M}/gu, "").toLowerCase();
    return plain.replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "").slice(0, 60) || "my_game";
}

/** The same, or with a number behind it, so that none has it yet. @param {string} name @param {Set<string>} taken */
export function freeName(name, taken) {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
    return free;
}

/**
 * Ask for both.
 * @param {Say} say @param {string} heading @param {string} about @param {string} title @param {Set<string>} taken  names that are there already
 * @returns {Promise<{title: string, name: string} | null>}
 */
export async function askName(say, heading, about, title, taken) {
    let own = false;
    const fault = html("p", {class: "fault", id: "name-fault", role: "alert"});
    const called = html("input", {type: "text", id: "new-title", maxlength: LONGEST, value: title, autocomplete: "off", input: () => {
        if (!own) name.value = freeName(nameOf(called.value), taken);
        look();
    }});
    const name = html("input", {type: "text", id: "new-name", maxlength: 61, value: freeName(nameOf(title), taken), autocomplete: "off", spellcheck: "false", "aria-describedby": "name-fault", input: () => {
        own = true;
        look();
    }});
    const look = () => {
        fault.textContent = !NAME.test(name.value) ? say("studio_name_odd") : taken.has(name.value) ? say("studio_name_taken") : "";
        name.setAttribute("aria-invalid", String(!!fault.textContent));
    };
    const content = html("div", {class: "naming"}, html("p", {class: "note"}, about),
        html("label", {for: "new-title"}, html("span", {}, say("studio_title_of_game"))), called,
        html("label", {for: "new-name"}, html("span", {}, say("studio_name_of_game"))), name, fault);
    for (;;) {
        const asked = dialog(say, heading, content, [{title: say("studio_cancel"), value: ""}, {title: say("studio_begin"), value: "begin"}]);
        called.focus();
        called.select();
        if (await asked !== "begin") return null;
        look();
        if (!fault.textContent) return {title: called.value.trim(), name: name.value};
    }
}
