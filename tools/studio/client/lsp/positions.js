/** Places: as the protocol counts them, as CodeMirror does, and as the studio's parts tell them to each other. */

/** @typedef {import("@codemirror/state").Text} Text */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Range} Range */

/** A place of a text; one behind the end of its line or of the text is the end. @param {Text} doc @param {Position} position */
export function offsetOf(doc, {line, character}) {
    if (line >= doc.lines) return doc.length;
    const row = doc.line(Math.max(line, 0) + 1);
    return Math.min(row.from + Math.max(character, 0), row.to);
}

/** @param {Text} doc @param {number} offset @returns {Position} */
export function positionOf(doc, offset) {
    const row = doc.lineAt(offset);
    return {line: row.number - 1, character: offset - row.from};
}

/** @param {Text} doc @param {Range} range */
export function spanOf(doc, {start, end}) {
    const from = offsetOf(doc, start);
    return {from, to: Math.max(from, offsetOf(doc, end))};
}

/** @param {Text} doc @param {number} from @param {number} to @returns {Range} */
export function rangeOf(doc, from, to) {
    return {start: positionOf(doc, from), end: positionOf(doc, to)};
}

/**
 * Edits of a text as CodeMirror takes them: those that lie over others are left out.
 * @param {Text} doc @param {import("./types.js").TextEdit[]} edits
 */
export function changesOf(doc, edits) {
    const found = edits.map(({range, newText}) => ({...spanOf(doc, range), insert: newText.replace(/\r\n?/g, "\n")}));
    found.sort((one, other) => one.from - other.from || one.to - other.to);
    return found.filter((each, at) => at === 0 || each.from >= found[at - 1].to);
}

/**
 * What CodeMirror has changed, as the protocol tells it: one after the other, each in the text that the ones before it
 * have made. From the last to the first, so that the places are those of the text before.
 * @param {import("@codemirror/state").ChangeSet} changes @param {Text} before @param {string} lineBreak
 */
export function contentChanges(changes, before, lineBreak) {
    /** @type {{range: Range, text: string}[]} */
    const found = [];
    changes.iterChanges((from, to, _from, _to, inserted) => {
        found.push({range: rangeOf(before, from, to), text: inserted.sliceString(0, inserted.length, lineBreak)});
    });
    return found.reverse();
}
