/** Forms of parts: a new end of the game, new points, a new entry, another name. */

import {html, refill} from "../../../page/client/dom.js";
import {asked, chooser, fieldRow} from "./inputs.js";

/** @typedef {import("../types.js").Studio} Studio @typedef {import("./preview.js").Preview} Preview */
/** @typedef {{id: string, title: string, where: string, player: boolean, low: number | null, high: number | null}} Quantity */

/** @param {Studio} studio @param {Quantity[]} every @returns {[string, string][]} */
function named(studio, every) {
    return every.map((each) => [each.id, `${each.title} (${studio.say(`studio_forms_where_${each.where}`)})`]);
}

/** The game also ends. @param {Studio} studio @param {any} data @param {Preview} preview */
export function endForm(studio, data, preview) {
    const say = studio.say, changed = () => tell();
    const kinds = /** @type {[string, string][]} */ ([["rounds", data.rounds.length], ["quantity", data.quantities.length], ["code", 1]]
        .filter(([, many]) => many).map(([kind]) => [kind, say(`studio_forms_end_kind_${kind}`)]));
    const what = chooser(say("studio_forms_end_what"), kinds, () => draw());
    const step = chooser(say("studio_forms_end_step"), data.rounds, changed);
    const quantity = chooser(say("studio_forms_end_of"), named(studio, data.quantities), changed);
    const compare = chooser(say("studio_forms_end_compare"), ["least", "most", "exactly"].map((each) => [each, say(`studio_forms_compare_${each}`)]), changed);
    const number = asked(say("studio_forms_end_number"), "number", "5", changed);
    const at = chooser(say("studio_forms_end_at"), data.moments, changed);
    const code = asked(say("studio_forms_end_code"), "text", "", changed);
    const text = asked(say("studio_forms_key_text"), "text", "", changed);
    const parts = html("div", {class: "form"});
    const tell = () => {
        const kind = what.select.value, base = {do: "end", what: kind, at: at.select.value, text: text.input.value};
        const many = Number(number.input.value);
        if (kind !== "code" && (number.input.value === "" || !Number.isInteger(many))) return preview.clear();
        if (kind === "rounds") return preview.show([{...base, step: step.select.value, number: many}]);
        if (kind === "quantity") return preview.show([{...base, quantity: quantity.select.value, compare: compare.select.value, number: many}]);
        return code.input.value.trim() ? preview.show([{...base, code: code.input.value}]) : preview.clear();
    };
    const draw = () => {
        const kind = what.select.value;
        const rows = {rounds: [step.row, number.row], quantity: [quantity.row, compare.row, number.row, at.row], code: [code.row, at.row]}[kind] ?? [];
        refill(parts, ...rows, text.row);
        tell();
    };
    draw();
    return html("div", {class: "form"}, what.row, parts);
}

/** Points for something. @param {Studio} studio @param {any} data @param {Preview} preview */
export function scoreForm(studio, data, preview) {
    const say = studio.say, changed = () => tell();
    const quantity = chooser(say("studio_forms_score_for"), named(studio, data.quantities.filter((/** @type {Quantity} */ each) => each.player)), changed);
    const number = asked(say("studio_forms_score_number"), "number", "1", changed), text = asked(say("studio_forms_key_text"), "text", "", changed);
    const tell = () => Number.isInteger(Number(number.input.value)) && number.input.value !== ""
        ? preview.show([{do: "score", quantity: quantity.select.value, number: Number(number.input.value), text: text.input.value}]) : preview.clear();
    tell();
    return html("div", {class: "form"}, quantity.row, number.row, text.row);
}

/** A new entry, like another one. @param {Studio} studio @param {{kind: string, entries: any[], like?: string}} kind @param {Preview} preview */
export function entryForm(studio, {kind, entries, like}, preview) {
    const say = studio.say;
    const copy = chooser(say("studio_forms_add_like"), entries.map((each) => [each.name, each.title]), () => draw());
    if (like) copy.select.value = like;
    const name = asked(say("studio_forms_new_name"), "text", free(entries, copy.select.value), () => tell());
    const parts = html("div", {class: "form"});
    /** @type {Record<string, string>} */
    let values = {};
    const tell = () => preview.show([{do: "entry", kind, name: name.input.value, copy: copy.select.value, values}]);
    const draw = () => {
        values = {};
        const entry = entries.find((each) => each.name === copy.select.value);
        refill(parts, ...(entry?.fields ?? []).map((/** @type {import("./inputs.js").Field} */ field) =>
            fieldRow(studio, {...field, base: null}, (value) => {
                values = {...values, [field.path.slice(4).join(".")]: value ?? ""};
                tell();
            })));
        tell();
    };
    draw();
    return html("div", {class: "form"}, copy.row, name.row, parts);
}

/** A name that none has. @param {{name: string}[]} entries @param {string} like */
function free(entries, like) {
    const known = new Set(entries.map((each) => each.name)), stem = like.replace(/_?\d+$/, "");
    for (let number = 2; ; number++) if (!known.has(`${stem}_${number}`)) return `${stem}_${number}`;
}

/** Another name. @param {Studio} studio @param {{way: string[]}} item @param {Preview} preview */
export function renameForm(studio, {way}, preview) {
    const old = way.at(-1) ?? "";
    const name = asked(studio.say("studio_forms_new_name"), "text", old, () => name.input.value && name.input.value !== old
        ? preview.show([{do: "rename", path: way, name: name.input.value}]) : preview.clear());
    return html("div", {class: "form"}, name.row);
}
