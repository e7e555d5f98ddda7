/** What one edit of a text changes: so many characters behind a place are cut out, and others put there. */

/** @typedef {{at: number, cut: number, put: string, length: number}} Delta  `length` is that of the text afterwards */

/** @param {string} before @param {string} after @returns {Delta} */
export function delta(before, after) {
    const most = Math.min(before.length, after.length);
    let at = 0, same = 0;
    while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++;
    while (same < most - at && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same++;
    return {at, cut: before.length - at - same, put: after.slice(at, after.length - same), length: after.length};
}

/** A number that stands for a text: no two that somebody writes have the same. @param {string} text */
export function digest(text) {
    let one = 0xdeadbeef, two = 0x41c6ce57;
    for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        one = Math.imul(one ^ code, 2654435761);
        two = Math.imul(two ^ code, 1597334677);
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    return 4294967296 * (2097151 & two) + (one >>> 0);
}

/** The text afterwards; null where that is no edit of this text. @param {string} before @param {Delta} edit */
export function applied(before, {at, cut, put, length}) {
    if (at + cut > before.length || before.length - cut + put.length !== length) return null;
    return before.slice(0, at) + put + before.slice(at + cut);
}
