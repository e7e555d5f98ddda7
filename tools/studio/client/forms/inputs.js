/** Inputs for values of the rules: numbers with steps, choices, check boxes, texts, code. */

import {html} from "../../../page/client/dom.js";

/** @typedef {import("../types.js").Studio} Studio */
/**
 * @typedef {object} Field  a value that a form shows
 * @property {string[]} path @property {string} key @property {string} label
 * @property {string | null} value  null: the rules say nothing there @property {string | null} base  what the base game says
 * @property {"int" | "bool" | "choice" | "several" | "list" | "text" | "code"} sort
 * @property {number | null} low @property {number | null} high @property {[string, string][]} choices @property {boolean} optional
 */

let made = 0;

/** What a field is called. @param {Studio} studio @param {Field} field */
export function labelOf(studio, field) {
    if (field.label) return field.label;
    return studio.say(`studio_forms_key_${field.key}`, {count: field.path.at(-1) ?? ""});
}

/** A value as people read it. @param {Studio} studio @param {Field} field @param {string | null} value */
export function shown(studio, field, value) {
    if (value === null) return studio.say("studio_forms_unsaid");
    if (value === "true") return studio.say("studio_forms_yes");
    if (value === "false") return studio.say("studio_forms_no");
    return field.choices.find(([written]) => written === value)?.[1] ?? value;
}

/**
 * An input with its label; `changed` is told of each new value.
 * @param {Studio} studio @param {Field} field @param {(value: string | null) => void} changed
 */
export function fieldRow(studio, field, changed) {
    const id = `field-${++made}`, label = labelOf(studio, field);
    const input = inputOf(studio, field, id, changed);
    const group = field.sort === "several" || (field.sort === "bool" && field.value !== null);
    const head = group ? html("span", {class: "field-label", id: `${id}-label`}, field.sort === "bool" ? "" : label)
        : html("label", {class: "field-label", for: id}, label);
    const differs = field.base !== null && field.base !== field.value;
    const back = differs && html("div", {class: "was"}, html("span", {}, studio.say("studio_forms_was", {base: shown(studio, field, field.base)})),
        html("button", {type: "button", class: "quiet", click: () => changed(field.base)}, studio.say("studio_forms_reset")));
    return html("div", {class: `field ${field.sort}`}, head, input, back);
}

/** @param {Studio} studio @param {Field} field @param {string} id @param {(value: string | null) => void} changed @returns {HTMLElement} */
function inputOf(studio, field, id, changed) {
    switch (field.sort) {
        case "int": return numberInput(studio, field, id, changed);
        case "bool": return truthInput(studio, field, id, changed);
        case "choice": return choiceInput(studio, field, id, changed);
        case "several": return severalInput(field, id, changed);
        case "list": return html("input", {id, type: "text", value: field.value ?? "", autocomplete: "off", change: (event) => changed(event.target.value)});
        default: {
            const code = field.sort === "code", rows = Math.min(8, Math.max(2, Math.ceil((field.value ?? "").length / 34)));
            const area = html("textarea", {id, rows, class: code ? "code" : "", spellcheck: code ? "false" : "true", placeholder: studio.say("studio_forms_unsaid"),
                input: () => changed(area.value.trim() ? area.value : null)});
            area.value = field.value ?? "";
            return area;
        }
    }
}

/** @param {Studio} studio @param {Field} field @param {string} id @param {(value: string | null) => void} changed */
function numberInput(studio, field, id, changed) {
    const input = html("input", {id, type: "number", step: 1, min: field.low, max: field.high, value: field.value ?? "", placeholder: studio.say("studio_forms_unsaid"),
        input: () => input.value === "" ? changed(null) : input.checkValidity() && changed(input.value)});
    /** @param {number} by */
    const step = (by) => {
        const now = input.value === "" ? (field.low ?? 0) - (by > 0 ? 1 : -1) : Number(input.value);
        const wanted = Math.min(field.high ?? Infinity, Math.max(field.low ?? -Infinity, now + by));
        input.value = String(wanted);
        changed(input.value);
    };
    /** @param {string} phrase @param {string} sign @param {number} by */
    const button = (phrase, sign, by) => html("button", {type: "button", class: "second step", "aria-label": `${labelOf(studio, field)}: ${studio.say(phrase)}`, click: () => step(by)}, sign);
    return html("div", {class: "stepper"}, button("studio_forms_less", "−", -1), input, button("studio_forms_more", "+", 1));
}

/** @param {Studio} studio @param {Field} field @param {string} id @param {(value: string | null) => void} changed */
function truthInput(studio, field, id, changed) {
    if (field.value === null) return choiceInput(studio, {...field, choices: [["true", studio.say("studio_forms_yes")], ["false", studio.say("studio_forms_no")]]}, id, changed);
    const box = html("input", {id, type: "checkbox", checked: field.value === "true", change: () => changed(box.checked ? "true" : "false")});
    return html("label", {class: "check"}, box, labelOf(studio, field));
}

/** @param {Studio} studio @param {Field} field @param {string} id @param {(value: string | null) => void} changed */
function choiceInput(studio, field, id, changed) {
    const none = field.optional ? [["none", studio.say("studio_forms_none")]] : [];
    const unsaid = field.value === null ? [["", studio.say("studio_forms_unsaid")]] : [];
    const every = [...unsaid, ...none, ...field.choices];
    const select = html("select", {id, change: () => changed(select.value || null)},
        ...every.map(([value, title]) => html("option", {value, selected: value === (field.value ?? "")}, title)));
    return select;
}

/** @param {Field} field @param {string} id @param {(value: string | null) => void} changed */
function severalInput(field, id, changed) {
    const now = new Set((field.value ?? "").replace(/^\s*[[{]|[\]}]\s*$/g, "").split(",").map((each) => each.trim()).filter(Boolean));
    const curly = (field.value ?? "").trim().startsWith("{");
    const tell = () => {
        const inside = field.choices.filter(([value]) => now.has(value)).map(([value]) => value).join(", ");
        changed(curly ? `{${inside}}` : `[${inside}]`);
    };
    return html("div", {class: "several", role: "group", "aria-labelledby": `${id}-label`}, ...field.choices.map(([value, title]) => {
        const box = html("input", {type: "checkbox", checked: now.has(value), change: () => {
            if (box.checked) now.add(value); else now.delete(value);
            tell();
        }});
        return html("label", {class: "check"}, box, title);
    }));
}

/** A choice for a form of parts. @param {string} label @param {[string, string][]} choices @param {() => void} changed */
export function chooser(label, choices, changed) {
    const id = `field-${++made}`;
    const select = html("select", {id, change: changed}, ...choices.map(([value, title]) => html("option", {value}, title)));
    return {select, row: html("div", {class: "field"}, html("label", {class: "field-label", for: id}, label), select)};
}

/** A line or a number for a form of parts. @param {string} label @param {string} type @param {string} value @param {() => void} changed */
export function asked(label, type, value, changed) {
    const id = `field-${++made}`, input = html("input", {id, type, value, autocomplete: "off", input: changed});
    return {input, row: html("div", {class: "field"}, html("label", {class: "field-label", for: id}, label), input)};
}
