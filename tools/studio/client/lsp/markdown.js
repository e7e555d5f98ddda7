/**
 * What the language server says in Markdown, as elements: paragraphs, lists, quotations, rules, code, and words that are strong,
 * emphasised or code. All else is text as it stands; no link, no picture, no HTML. Long texts are cut.
 */

import {html} from "../../../page/client/dom.js";

const LONGEST = 8_000, MOST_LINES = 400;
const INLINE = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|\*\*(?=\S)([\s\S]*?\S)\*\*|\*(?=\S)([^*]*?[^\s*])\*|\\([\\`*_{}[\]()#+.!>-])/g;

/** @param {string | {kind?: string, value: string} | null | undefined} said @returns {HTMLElement[]} */
export function rendered(said) {
    if (!said) return [];
    const text = (typeof said === "string" ? said : String(said.value ?? "")).slice(0, LONGEST);
    if (typeof said !== "string" && said.kind === "plaintext") return [html("p", {}, text)];
    return blocks(text.split(/\r\n?|\n/).slice(0, MOST_LINES));
}

/** @param {string[]} lines @returns {HTMLElement[]} */
function blocks(lines) {
    /** @type {HTMLElement[]} */
    const found = [];
    for (let at = 0; at < lines.length;) {
        const line = lines[at], fence = /^ {0,3}(`{3,})/.exec(line)?.[1];
        let end = at + 1;
        if (fence) {
            while (end < lines.length && !lines[end].trimStart().startsWith(fence)) end++;
            found.push(html("pre", {}, html("code", {}, lines.slice(at + 1, end).join("\n"))));
            at = end + 1;
            continue;
        }
        /** @param {RegExp} same */
        const take = (same) => {
            while (end < lines.length && same.test(lines[end])) end++;
            return lines.slice(at, end).map((each) => each.replace(same, ""));
        };
        if (/^\s*$/.test(line)) {
            // between blocks
        } else if (/^ {0,3}(-\s*){3,}$/.test(line)) {
            found.push(html("hr"));
        } else if (/^ {0,3}[-*] /.test(line)) {
            found.push(html("ul", {}, ...take(/^ {0,3}[-*] +/).map((each) => html("li", {}, ...words(each)))));
        } else if (/^ {0,3}> ?/.test(line)) {
            found.push(html("blockquote", {}, ...blocks(take(/^ {0,3}> ?/))));
        } else if (/^ {0,3}#{1,6} /.test(line)) {
            found.push(html("p", {}, html("strong", {}, ...words(line.replace(/^[ #]+/, "")))));
        } else {
            while (end < lines.length && !/^\s*$|^ {0,3}(`{3}|[-*] |>)/.test(lines[end])) end++;
            found.push(html("p", {}, ...words(lines.slice(at, end).join("\n"))));
        }
        at = end;
    }
    return found;
}

/** @param {string} text @returns {(Node | string)[]} */
function words(text) {
    /** @type {(Node | string)[]} */
    const found = [];
    let last = 0;
    for (const each of text.matchAll(INLINE)) {
        if (each.index > last) found.push(text.slice(last, each.index));
        const [, , code, strong, slanted, plain] = each;
        if (code !== undefined) found.push(html("code", {}, code));
        else if (strong !== undefined) found.push(html("strong", {}, strong));
        else if (slanted !== undefined) found.push(html("em", {}, slanted));
        else found.push(plain);
        last = each.index + each[0].length;
    }
    if (last < text.length) found.push(text.slice(last));
    return found;
}
