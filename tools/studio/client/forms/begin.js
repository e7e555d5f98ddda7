/** A variant of a game is begun: its title, and a sentence about it. */

import {html} from "../../../page/client/dom.js";
import {asked} from "./inputs.js";

/** @typedef {import("../types.js").Studio} Studio */

/**
 * Ask what a variant of a game is called; gives its name and its files, or null where that was left.
 * @param {Pick<Studio, "host" | "say" | "dialog">} studio @param {string} game
 * @returns {Promise<{name: string, title: string, files: Record<string, string>} | null>}
 */
export async function beginVariant(studio, game) {
    const title = asked(studio.say("studio_forms_variant_title"), "text", "", () => {}), text = asked(studio.say("studio_forms_variant_text"), "text", "", () => {});
    const done = await studio.dialog(studio.say("studio_forms_variant"), html("div", {class: "form"}, title.row, text.row), [{title: studio.say("studio_forms_variant_make"), value: "make"}]);
    const told = title.input.value.trim();
    if (done !== "make" || !told) return null;
    const name = told.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "") || "variant";
    const {files} = await studio.host.ask("begin/variant", {base: game, name, title: told, ...(text.input.value.trim() ? {text: text.input.value.trim()} : {})});
    return {name, title: told, files};
}
