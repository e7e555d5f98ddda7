/**
 * A game in the fragment of a link, which is sent to no server: `1.` and the files, packed. What comes from a link was
 * made by a stranger: it is unpacked so far as it may be long, and nothing but files of a ruleset can be in it.
 */

import {fromBase64Url, packed, toBase64Url, unpacked} from "./bytes.js";

/** @typedef {{author: string, note: string, files: Record<string, string>, binary: Record<string, string>}} Sent */

/** How long a fragment may be, and what is in it once it is unpacked; how many files, and how long what is said of it. */
export const LONGEST = 64 * 1024, MOST_BYTES = 1024 * 1024, MOST_FILES = 200, LONGEST_SAID = 200;
const VERSION = "1.", LONGEST_PATH = 200, DEEPEST = 6;
const KINDS = /\.(?:ya?ml|csv|tsv|xlsx|ods|png|jpe?g|webp)$|(?:^|[/.])(?:rulebook\.lock|weights\.json)$|^(?:README\.md|LICENSE(?:\.md|\.txt)?)$/i;

/** Whether a file may be called so: inside the folder, and of a kind that a ruleset has. What reads it looks again. @param {string} path */
export function isPath(path) {
    const parts = path.split("/");
    return path.length <= LONGEST_PATH && parts.length <= DEEPEST && KINDS.test(path) && path.normalize("NFC") === path
        && parts.every((part) => /^[^\p{C}<>:"|?*\\/. ](?:[^\p{C}<>:"|?*\\/]*[^\p{C}<>:"|?*\\/. ])?$/u.test(part));
}

/** The fragment. Fails where it would be too long. @param {Sent} sent */
export async function written(sent) {
    const bytes = await packed(new TextEncoder().encode(JSON.stringify(sent)));
    const text = VERSION + toBase64Url(bytes);
    if (text.length > LONGEST) throw new Error("studio_link_too_long");
    return text;
}

/** What a fragment, or a whole link, holds. Fails with the key of a phrase. @param {string} text @returns {Promise<Sent>} */
export async function readLink(text) {
    const fragment = text.trim().replace(/^[^#]*#g=/, "");
    if (fragment.length > LONGEST) throw new Error("studio_link_large");
    if (!fragment.startsWith(VERSION)) throw new Error(/^\d+\./.test(fragment) ? "studio_link_newer" : "studio_link_broken");
    let found;
    try {
        found = JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(await unpacked(fromBase64Url(fragment.slice(VERSION.length)), MOST_BYTES)));
    } catch (fault) {
        throw fault instanceof Error && fault.message === "studio_link_large" ? fault : new Error("studio_link_broken");
    }
    return checked(found);
}

/** @param {any} found @returns {Sent} */
function checked(found) {
    const files = texts(found?.files), binary = texts(found?.binary ?? {}), paths = [...Object.keys(files), ...Object.keys(binary)];
    if (!paths.length || paths.length > MOST_FILES || new Set(paths).size < paths.length || !paths.every(isPath)) throw new Error("studio_link_odd");
    return {author: said(found.author), note: said(found.note), files, binary};
}

/** @param {unknown} found @returns {Record<string, string>} */
function texts(found) {
    if (typeof found !== "object" || found === null || Array.isArray(found) || !Object.values(found).every((each) => typeof each === "string")) throw new Error("studio_link_odd");
    return Object.fromEntries(Object.entries(found));
}

/** What a stranger says, on one line. @param {unknown} found */
function said(found) {
    return typeof found === "string" ? [...found.replace(/\p{C}/gu, "")].slice(0, LONGEST_SAID).join("").trim() : "";
}
