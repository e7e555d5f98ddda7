/** Phrases with code in them. */

import {html} from "../../../page/client/dom.js";

/** A text whose pieces between grave accents are code. @param {string} text @returns {(string | HTMLElement)[]} */
export function rich(text) {
    return text.split("`").map((each, at) => at % 2 ? html("code", {}, each) : each).filter((each) => each !== "");
}
